/* An arena in linear memory, above the module's own data. */
#ifndef TCB_WASM_HEAP_H
#define TCB_WASM_HEAP_H

#include <stdint.h>

/* Takes `size` bytes at a multiple of 16, growing the memory where needed; NULL when the cap that the
 * module was linked with, or the host, does not allow it. */
void *tcb_heap_alloc(uint32_t size);

/* Gives back everything that was taken. The memory itself keeps its size: only a new instance has a
 * smaller one. */
void tcb_heap_reset(void);

#endif
