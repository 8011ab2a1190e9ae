/* BITPACK (§4, encoding 13). */
#ifndef TCB_BITPACK_H
#define TCB_BITPACK_H

#include "reader.h"
#include "writer.h"

/* ---- Reading ---------------------------------------------------------------------------------- */

/* Unpacks `count` values as element (TCB_VARINT, TCB_BOOL, TCB_I32 or TCB_I64) into `out`. */
bool tcbi_read_bitpack(tcbi_reader *r, uint32_t element, uint32_t count, void *out, tcb_column *column);

/* ---- Writing ---------------------------------------------------------------------------------- */

typedef struct tcbi_packing {
    int64_t base;
    uint32_t width;
    uint32_t inner;
    uint32_t byte_count;
    const uint8_t *bytes; /* in the caller's scratch */
} tcbi_packing;

/* Integers of 1 (bool), 4 or 8 bytes; `indices` (of index_width bytes) stand for `values` by number
 * where a dictionary was kept. */
typedef struct tcbi_integers {
    const void *values;
    const void *indices;
    uint32_t index_width;
    uint32_t value_size;
    uint32_t count;
} tcbi_integers;

/* Packs at least one value into `scratch`, which holds count * 8 bytes, and tells the block's size. */
uint64_t tcbi_pack(const tcbi_integers *values, uint8_t *scratch, tcbi_packing *packing);
void tcbi_write_packing(tcbi_writer *w, const tcbi_packing *packing);

#endif
