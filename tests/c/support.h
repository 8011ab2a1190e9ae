/* The steps of the library strung together, each buffer of exactly the size that the library asked
 * for, so that AddressSanitizer sees a single byte too many. */
#ifndef TCB_TEST_SUPPORT_H
#define TCB_TEST_SUPPORT_H

#include "tcb.h"

/* 8-aligned memory of exactly `size` bytes, never NULL; ends the program where there is none. */
void *exact_memory(size_t size);
void *exact_copy(const void *data, size_t size);

typedef struct decoded {
    tcb_file file;
    tcb_descriptor *descriptors;
    tcb_column *columns; /* one for each that was asked for */
    uint32_t count;
    void *block;
    size_t scratch_size;
    size_t block_size; /* what tcb_measure told */
    size_t used;
    tcb_error error;
} decoded;

/* `data` stays the caller's and must outlive the result. `positions` NULL: all columns. Ends the
 * program where the library breaks its own contract (statuses that differ, more used than measured). */
tcb_status decode_columns(decoded *d, const void *data, size_t size, const tcb_limits *limits, uint32_t flags,
                          const uint32_t *positions, uint32_t count);
tcb_status decode_all(decoded *d, const void *data, size_t size, const tcb_limits *limits, uint32_t flags);
void decoded_free(decoded *d);

/* The table in the form that the encoder takes. */
tcb_table table_of(const decoded *d);

/* Encodes into memory of exactly the bound; the caller frees *file, NULL on an error. */
tcb_status encode_file(const tcb_table *table, uint8_t **file, size_t *size, tcb_error *error);

/* Whether two tables hold the same values, however each lays them out: the strings and numbers behind
 * indices, bit by bit; what encodings were used does not count. Tells the first difference in *column
 * (column_count where their shapes differ). */
bool same_tables(const tcb_table *a, const tcb_table *b, uint32_t *column);

#endif
