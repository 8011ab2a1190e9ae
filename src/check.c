/* What the encoder refuses: tables whose columns do not hold what they claim. */
#include "check.h"

tcbi_parts tcbi_parts_of(const tcb_table *table, uint32_t i) {
    const tcb_column *c = &table->columns[i];
    const uint8_t *block = table->block;
    const bool has_dictionary = (c->flags & TCB_IS_DICTIONARY) != 0;
    const bool is_string = c->element == TCB_STRING;
    return (tcbi_parts){
        .column = c,
        .validity = c->flags & TCB_IS_OPTIONAL ? block + c->validity : NULL,
        .element_validity = c->flags & TCB_OPTIONAL_ELEMENTS ? block + c->element_validity : NULL,
        .offsets = c->flags & TCB_IS_ARRAY ? (const void *)(block + c->offsets) : NULL,
        .values = block + c->values,
        .entries = has_dictionary && !is_string ? block + c->dictionary : NULL,
        .text_offsets = is_string ? (const void *)(block + c->dictionary) : NULL,
        .text = is_string ? block + c->text : NULL,
        .has_dictionary = has_dictionary,
    };
}

tcb_status tcbi_fail_encoding(tcb_error *error, tcb_status status, int64_t expected, int64_t found) {
    error->status = (int32_t)status;
    error->expected = expected;
    error->found = found;
    return status;
}

/* Every part lies inside the block, at a multiple of 8. */
static bool is_inside(const tcb_table *table, uint32_t place, uint64_t count, uint32_t size) {
    return place % 8 == 0 && place <= table->block_size && count * size <= table->block_size - place;
}

static tcb_status check_shape(const tcb_table *table, const tcb_column *c, tcb_error *error) {
    enum {
        KNOWN = TCB_IS_ARRAY | TCB_IS_OPTIONAL | TCB_OPTIONAL_ELEMENTS | TCB_IS_DICTIONARY | TCB_IS_ASCII
    };
    const bool is_array = (c->flags & TCB_IS_ARRAY) != 0;
    const bool has_dictionary = (c->flags & TCB_IS_DICTIONARY) != 0;
    if (c->tag < 1 || c->tag > INT32_MAX) return tcbi_fail_encoding(error, TCB_E_TAG, 1, c->tag);
    if (c->element > TCB_UUID) return tcbi_fail_encoding(error, TCB_E_ELEMENT, TCB_UUID, c->element);
    if ((c->flags & ~KNOWN) != 0) return tcbi_fail_encoding(error, TCB_E_ARGUMENT, KNOWN, c->flags);
    if ((c->flags & TCB_OPTIONAL_ELEMENTS) && !is_array) return tcbi_fail_encoding(error, TCB_E_KIND, 1, 0);
    const bool may_have = c->element == TCB_I64 || c->element == TCB_F32 || c->element == TCB_F64;
    const bool must_have = c->element == TCB_STRING;
    if (has_dictionary != must_have && !(has_dictionary && may_have)) {
        return tcbi_fail_encoding(error, TCB_E_KIND, must_have, has_dictionary);
    }
    if (c->value_count > TCBI_MAX_ELEMENTS)
        return tcbi_fail_encoding(error, TCB_E_COUNT, TCBI_MAX_ELEMENTS, c->value_count);
    if (c->entry_count > TCBI_MAX_ELEMENTS)
        return tcbi_fail_encoding(error, TCB_E_COUNT, TCBI_MAX_ELEMENTS, c->entry_count);
    if (!is_array && c->value_count != table->row_count) {
        return tcbi_fail_encoding(error, TCB_E_VALUE_COUNT, table->row_count, c->value_count);
    }
    if (has_dictionary && c->index_width != 1 && c->index_width != 2 && c->index_width != 4) {
        return tcbi_fail_encoding(error, TCB_E_WIDTH, 4, c->index_width);
    }
    return TCB_OK;
}

static tcb_status check_places(const tcb_table *table, const tcb_column *c, tcb_error *error) {
    const uint64_t rows = table->row_count, values = c->value_count, entries = c->entry_count;
    const bool has_dictionary = (c->flags & TCB_IS_DICTIONARY) != 0, is_string = c->element == TCB_STRING;
    const uint32_t value_size = has_dictionary ? c->index_width : tcbi_value_size(c->element);
    const struct {
        bool is_there;
        uint32_t place;
        uint64_t count;
        uint32_t size;
    } all[] = {
        {(c->flags & TCB_IS_OPTIONAL) != 0, c->validity, tcbi_bitmap_size(table->row_count), 1},
        {(c->flags & TCB_OPTIONAL_ELEMENTS) != 0, c->element_validity, tcbi_bitmap_size(c->value_count), 1},
        {(c->flags & TCB_IS_ARRAY) != 0, c->offsets, rows + 1, 4},
        {true, c->values, values, value_size},
        {has_dictionary && !is_string, c->dictionary, entries, tcbi_value_size(c->element)},
        {is_string, c->dictionary, entries + 1, 4},
        {is_string, c->text, 0, 1},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].is_there && !is_inside(table, all[i].place, all[i].count, all[i].size)) {
            return tcbi_fail_encoding(error, TCB_E_BUFFER,
                                      (int64_t)(all[i].place + all[i].count * all[i].size),
                                      (int64_t)table->block_size);
        }
    }
    return TCB_OK;
}

static tcb_status check_offsets(const uint32_t *offsets, uint32_t count, uint64_t end, tcb_error *error) {
    if (offsets[0] != 0) return tcbi_fail_encoding(error, TCB_E_OFFSETS, 0, 0);
    for (uint32_t i = 0; i < count; i++) {
        if (offsets[i + 1] < offsets[i])
            return tcbi_fail_encoding(error, TCB_E_OFFSETS, offsets[i], (int64_t)i + 1);
    }
    if (offsets[count] > end) return tcbi_fail_encoding(error, TCB_E_OFFSETS, (int64_t)end, count);
    return TCB_OK;
}

static tcb_status check_contents(const tcb_table *table, const tcbi_parts *p, tcb_error *error) {
    const tcb_column *c = p->column;
    if (p->offsets != NULL) {
        if (check_offsets(p->offsets, table->row_count, c->value_count, error) != TCB_OK)
            return TCB_E_OFFSETS;
        if (p->offsets[table->row_count] != c->value_count) {
            return tcbi_fail_encoding(error, TCB_E_VALUE_COUNT, p->offsets[table->row_count], c->value_count);
        }
    }
    if (p->has_dictionary) {
        for (uint32_t i = 0; i < c->value_count; i++) {
            const uint32_t index = tcbi_index_at(p->values, c->index_width, i);
            if (index >= c->entry_count)
                return tcbi_fail_encoding(error, TCB_E_INDEX, (int64_t)c->entry_count - 1, index);
        }
    }
    if (p->text_offsets != NULL) {
        const uint32_t *offsets = p->text_offsets;
        if (check_offsets(offsets, c->entry_count, table->block_size - c->text, error) != TCB_OK)
            return TCB_E_OFFSETS;
        for (uint32_t i = 0; i < c->entry_count; i++) {
            const uint8_t *entry = p->text + offsets[i];
            const size_t size = offsets[i + 1] - offsets[i];
            if (!tcbi_is_ascii(entry, size) && !tcbi_is_utf8(entry, size))
                return tcbi_fail_encoding(error, TCB_E_UTF8, 0, i);
        }
    }
    if (c->element == TCB_BOOL) {
        for (uint32_t i = 0; i < c->value_count; i++) {
            if (((const uint8_t *)p->values)[i] > 1) return tcbi_fail_encoding(error, TCB_E_BOOL, 1, i);
        }
    }
    return TCB_OK;
}

static bool tag_is_new(const tcb_table *table, uint32_t i) {
    for (uint32_t k = 0; k < i; k++) {
        if (table->columns[k].tag == table->columns[i].tag) return false;
    }
    return true;
}

tcb_status tcbi_check_table(const tcb_table *table, tcb_error *error) {
    *error = (tcb_error){.column = -1};
    if (table == NULL || (table->columns == NULL && table->column_count != 0) ||
        (table->block == NULL && table->block_size != 0) || !tcbi_is_aligned(table->block)) {
        return tcbi_fail_encoding(error, TCB_E_ARGUMENT, 0, 0);
    }
    if (table->block_size > UINT32_MAX)
        return tcbi_fail_encoding(error, TCB_E_FILE_SIZE, UINT32_MAX, INT64_MAX);
    if (table->row_count > INT32_MAX)
        return tcbi_fail_encoding(error, TCB_E_COUNT, INT32_MAX, table->row_count);
    if (table->column_count > INT32_MAX)
        return tcbi_fail_encoding(error, TCB_E_COUNT, INT32_MAX, table->column_count);
    for (uint32_t i = 0; i < table->column_count; i++) {
        const tcb_column *c = &table->columns[i];
        error->column = (int32_t)i;
        error->tag = c->tag;
        if (check_shape(table, c, error) != TCB_OK || check_places(table, c, error) != TCB_OK) {
            return (tcb_status)error->status;
        }
        if (!tag_is_new(table, i)) return tcbi_fail_encoding(error, TCB_E_DUPLICATE_TAG, 0, c->tag);
        const tcbi_parts p = tcbi_parts_of(table, i);
        if (check_contents(table, &p, error) != TCB_OK) return (tcb_status)error->status;
    }
    error->column = -1;
    error->tag = 0;
    return TCB_OK;
}
