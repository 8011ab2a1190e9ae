#include "heap.h"

#include <stddef.h>

#define PAGE 65536u

extern unsigned char __heap_base; /* the linker's: end of static data and stack */

static uintptr_t top; /* 0 before the first call */

static uintptr_t bottom(void) {
    return ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
}

void tcb_heap_reset(void) {
    top = bottom();
}

void *tcb_heap_alloc(uint32_t size) {
    if (top == 0) top = bottom();
    const uint64_t end = (uint64_t)top + (((uint64_t)size + 15) & ~UINT64_C(15));
    const uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end > have) {
        if (end > UINT32_MAX - PAGE) return NULL;
        const uint32_t pages = (uint32_t)((end - have + PAGE - 1) / PAGE);
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return NULL;
    }
    void *const taken = (void *)top;
    top = (uintptr_t)end;
    return taken;
}
