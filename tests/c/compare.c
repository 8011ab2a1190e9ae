/* Tables compared by what they hold. */
#include <string.h>

#include "internal.h"
#include "support.h"

static const uint8_t *part_of(const tcb_table *table, uint32_t place) {
    return (const uint8_t *)table->block + place;
}

static bool same_bits(const uint8_t *a, const uint8_t *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if ((a[i / 8] >> (i % 8) & 1) != (b[i / 8] >> (i % 8) & 1)) return false;
    }
    return true;
}

/* Where the bytes of value `i` stand, and how many they are. */
static const uint8_t *value_bytes(const tcb_table *table, const tcb_column *c, uint32_t i, uint32_t *size) {
    uint32_t at = i;
    if (c->flags & TCB_IS_DICTIONARY) at = tcbi_index_at(part_of(table, c->values), c->index_width, i);
    if (c->element == TCB_STRING) {
        const uint8_t *offsets = part_of(table, c->dictionary);
        const uint32_t start = tcbi_load32(offsets + 4 * (size_t)at);
        *size = tcbi_load32(offsets + 4 * ((size_t)at + 1)) - start;
        return part_of(table, c->text) + start;
    }
    *size = tcbi_value_size(c->element);
    return part_of(table, c->flags & TCB_IS_DICTIONARY ? c->dictionary : c->values) + (size_t)at * *size;
}

static bool same_values(const tcb_table *a, const tcb_column *ca, const tcb_table *b, const tcb_column *cb) {
    for (uint32_t i = 0; i < ca->value_count; i++) {
        uint32_t a_size, b_size;
        const uint8_t *pa = value_bytes(a, ca, i, &a_size), *pb = value_bytes(b, cb, i, &b_size);
        if (a_size != b_size || (a_size != 0 && memcmp(pa, pb, a_size) != 0)) return false;
    }
    return true;
}

static bool same_columns(const tcb_table *a, const tcb_column *ca, const tcb_table *b, const tcb_column *cb) {
    enum { SHAPE = TCB_IS_ARRAY | TCB_IS_OPTIONAL | TCB_OPTIONAL_ELEMENTS };
    if (ca->tag != cb->tag || ca->element != cb->element || ca->value_count != cb->value_count ||
        (ca->flags & SHAPE) != (cb->flags & SHAPE)) {
        return false;
    }
    if ((ca->flags & TCB_IS_OPTIONAL) &&
        !same_bits(part_of(a, ca->validity), part_of(b, cb->validity), a->row_count)) {
        return false;
    }
    if ((ca->flags & TCB_OPTIONAL_ELEMENTS) &&
        !same_bits(part_of(a, ca->element_validity), part_of(b, cb->element_validity), ca->value_count)) {
        return false;
    }
    if ((ca->flags & TCB_IS_ARRAY) &&
        memcmp(part_of(a, ca->offsets), part_of(b, cb->offsets), ((size_t)a->row_count + 1) * 4) != 0) {
        return false;
    }
    return same_values(a, ca, b, cb);
}

bool same_tables(const tcb_table *a, const tcb_table *b, uint32_t *column) {
    *column = a->column_count;
    if (a->row_count != b->row_count || a->column_count != b->column_count) return false;
    for (uint32_t i = 0; i < a->column_count; i++) {
        if (!same_columns(a, &a->columns[i], b, &b->columns[i])) {
            *column = i;
            return false;
        }
    }
    return true;
}
