/* The calls that JavaScript makes. Everything lies in the arena of heap.h: one file or table at a
 * time, and tcb_heap_reset gives all of it back. Pointers are 32-bit numbers to JavaScript, no
 * signature holds a 64-bit one, and the layout of tcb_call is part of the interface. */
#ifndef TCB_WASM_ABI_H
#define TCB_WASM_ABI_H

#include "tcb.h"

#define TCB_ABI_VERSION 1

/* What a call was given and what came of it. */
typedef struct tcb_call {
    tcb_error error;
    uint32_t row_count;
    uint32_t column_count;
    tcb_descriptor *descriptors; /* column_count of them */
    tcb_column *columns;         /* decoded: one for each wanted column */
    uint8_t *bytes;              /* decoded: the block; encoded: the file */
    uint32_t size;               /* of `bytes` */
    tcb_file file;
} tcb_call;

/* TCB_ABI_VERSION: a binding refuses a module of another one. */
uint32_t tcb_abi_version(void);

/* Opens the file at `data` and describes its columns. NULL when memory runs out; else the call, whose
 * error.status tells the rest. */
tcb_call *tcb_call_open(const uint8_t *data, uint32_t size, const tcb_limits *limits);

/* Decodes the columns at the `count` positions into call->columns and call->bytes. Returns the status. */
uint32_t tcb_call_decode(tcb_call *call, const uint32_t *positions, uint32_t count, uint32_t flags);

/* Encodes a table laid out as tcb_table says; the file is in call->bytes. NULL as above. */
tcb_call *tcb_call_encode(const uint8_t *block, uint32_t block_size, const tcb_column *columns,
                          uint32_t column_count, uint32_t row_count);

/* Weighs all columns of such a table: a tcb_weights for each in call->bytes. */
tcb_call *tcb_call_weigh(const uint8_t *block, uint32_t block_size, const tcb_column *columns,
                         uint32_t column_count, uint32_t row_count);

#endif
