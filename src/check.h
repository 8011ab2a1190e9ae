/* A table to encode, and what is checked of it. */
#ifndef TCB_CHECK_H
#define TCB_CHECK_H

#include "internal.h"

/* A column's parts as pointers. */
typedef struct tcbi_parts {
    const tcb_column *column;
    const uint8_t *validity;
    const uint8_t *element_validity;
    const uint32_t *offsets;
    const void *values;  /* numbers; indices where there is a dictionary */
    const void *entries; /* numbers of a kept dictionary */
    const uint32_t *text_offsets;
    const uint8_t *text;
    bool has_dictionary;
} tcbi_parts;

tcbi_parts tcbi_parts_of(const tcb_table *table, uint32_t i);

/* Records an error; its column and tag are set already. */
tcb_status tcbi_fail_encoding(tcb_error *error, tcb_status status, int64_t expected, int64_t found);

/* Everything that tcb_encode_sizes promises to check. */
tcb_status tcbi_check_table(const tcb_table *table, tcb_error *error);

#endif
