/* Opening a file: header and descriptors (§2, §8). */
#include "reader.h"

#define MIN_DESCRIPTOR 7 /* bytes: tag, wire, encoding, length */

tcb_limits tcb_default_limits(void) {
    return (tcb_limits){
        .rows = 1u << 26, .columns = 4096, .decoded_bytes = 1u << 30, .string_bytes = 1u << 29};
}

static bool check_header(tcbi_reader *r) {
    const uint8_t *h = r->start;
    if (!tcbi_need(r, sizeof(uint32_t))) return false;
    if (tcbi_load32(h) != TCBI_SIGNATURE) {
        return tcbi_fail(r, TCB_E_SIGNATURE, TCBI_SIGNATURE, tcbi_load32(h));
    }
    if (tcbi_left(r) >= TCBI_AT_FLAGS && tcbi_load32(h + TCBI_AT_VERSION) != TCB_FORMAT_VERSION) {
        return tcbi_fail_at(r, h + TCBI_AT_VERSION, TCB_E_VERSION, TCB_FORMAT_VERSION,
                            tcbi_load32(h + TCBI_AT_VERSION));
    }
    if (!tcbi_need(r, TCB_HEADER_SIZE)) return false;
    const uint32_t flags = h[TCBI_AT_FLAGS], cipher = h[TCBI_AT_CIPHER];
    if (flags & 1u) return tcbi_fail_at(r, h + TCBI_AT_FLAGS, TCB_E_ENCRYPTED, 0, flags);
    if (cipher != 0) return tcbi_fail_at(r, h + TCBI_AT_CIPHER, TCB_E_CIPHER, 0, cipher);
    if (tcbi_load32(h + TCBI_AT_KEY_CHECK) != TCBI_SIGNATURE) {
        return tcbi_fail_at(r, h + TCBI_AT_KEY_CHECK, TCB_E_KEY_CHECK, TCBI_SIGNATURE,
                            tcbi_load32(h + TCBI_AT_KEY_CHECK));
    }
    if (flags != 0) return tcbi_fail_at(r, h + TCBI_AT_FLAGS, TCB_E_FLAGS, 0, flags);
    r->p += TCB_HEADER_SIZE;
    return true;
}

static bool read_counts(tcbi_reader *r, const tcb_limits *limits, tcb_file *file) {
    const uint8_t *at = r->p;
    if (!tcbi_read_count(r, &file->row_count)) return false;
    if (file->row_count > limits->rows) {
        return tcbi_fail_at(r, at, TCB_E_LIMIT_ROWS, limits->rows, file->row_count);
    }
    at = r->p;
    if (!tcbi_read_count(r, &file->column_count)) return false;
    if (file->column_count > limits->columns) {
        return tcbi_fail_at(r, at, TCB_E_LIMIT_COLUMNS, limits->columns, file->column_count);
    }
    return tcbi_need(r, (uint64_t)file->column_count * MIN_DESCRIPTOR);
}

tcb_status tcb_open(const void *data, size_t size, const tcb_limits *limits, tcb_file *file,
                    tcb_error *error) {
    tcb_error ignored;
    if (error == NULL) error = &ignored;
    *error = (tcb_error){.column = -1};
    if (data == NULL || file == NULL) return tcbi_fail_call(error, TCB_E_ARGUMENT, 0, 0);
    if (size > UINT32_MAX) return tcbi_fail_call(error, TCB_E_FILE_SIZE, UINT32_MAX, INT64_MAX);
    const tcb_limits chosen = limits == NULL ? tcb_default_limits() : *limits;
    tcbi_reader r = {.p = data, .end = (const uint8_t *)data + size, .start = data, .error = error};
    *file = (tcb_file){.data = data, .size = (uint32_t)size, .limits = chosen};
    if (check_header(&r) && read_counts(&r, &chosen, file)) {
        file->descriptors_offset = (uint32_t)(r.p - r.start);
    }
    return (tcb_status)error->status;
}

static bool read_descriptor(tcbi_reader *r, uint32_t row_count, tcb_descriptor *d) {
    int32_t tag;
    uint32_t wire, encoding;
    const uint8_t *at = r->p;
    if (!tcbi_read_counter32(r, &tag)) return false;
    d->tag = (uint32_t)tag;
    r->error->tag = (uint32_t)tag;
    if (tag < 1) return tcbi_fail_at(r, at, TCB_E_TAG, 1, tag);
    d->wire_offset = (uint32_t)(r->p - r->start);
    if (!tcbi_read8(r, &wire) || !tcbi_read8(r, &encoding)) return false;
    d->wire = (uint8_t)wire;
    d->encoding = (uint8_t)encoding;
    at = r->p;
    if (!tcbi_read32(r, &d->byte_length)) return false;
    if (encoding == TCB_RAW && d->byte_length < row_count) {
        return tcbi_fail_at(r, at, TCB_E_RAW_LENGTH, row_count, d->byte_length);
    }
    return true;
}

static bool tag_is_new(const tcb_descriptor *columns, uint32_t i, uint32_t greatest) {
    if (columns[i].tag > greatest) return true; /* the usual order: no search */
    for (uint32_t k = 0; k < i; k++) {
        if (columns[k].tag == columns[i].tag) return false;
    }
    return true;
}

static bool read_descriptors(tcbi_reader *r, const tcb_file *file, tcb_descriptor *columns) {
    uint32_t greatest = 0;
    for (uint32_t i = 0; i < file->column_count; i++) {
        const uint8_t *at = r->p;
        r->error->column = (int32_t)i;
        columns[i] = (tcb_descriptor){.position = i};
        if (!read_descriptor(r, file->row_count, &columns[i])) return false;
        if (!tag_is_new(columns, i, greatest)) {
            return tcbi_fail_at(r, at, TCB_E_DUPLICATE_TAG, 0, columns[i].tag);
        }
        if (columns[i].tag > greatest) greatest = columns[i].tag;
    }
    uint64_t offset = (uint64_t)(r->p - r->start);
    for (uint32_t i = 0; i < file->column_count; i++) {
        columns[i].offset = (uint32_t)offset;
        offset += columns[i].byte_length;
        if (offset > file->size) {
            r->error->column = (int32_t)i;
            r->error->tag = columns[i].tag;
            return tcbi_fail_at(r, r->start + columns[i].wire_offset + 2, TCB_E_BLOCK_LENGTH,
                                (int64_t)file->size - columns[i].offset, columns[i].byte_length);
        }
    }
    r->error->column = -1;
    r->error->tag = 0;
    if (offset != file->size) {
        return tcbi_fail_at(r, r->start + offset, TCB_E_BLOCK_SUM, (int64_t)offset, file->size);
    }
    return true;
}

tcb_status tcb_describe(const tcb_file *file, tcb_descriptor *columns, size_t capacity, tcb_error *error) {
    tcb_error ignored;
    if (error == NULL) error = &ignored;
    *error = (tcb_error){.column = -1};
    if (file == NULL || file->data == NULL) return tcbi_fail_call(error, TCB_E_ARGUMENT, 0, 0);
    if (capacity < file->column_count || (columns == NULL && file->column_count != 0)) {
        return tcbi_fail_call(error, TCB_E_BUFFER, file->column_count,
                              (int64_t)(columns == NULL ? 0 : capacity));
    }
    tcbi_reader r = {.p = file->data + file->descriptors_offset,
                     .end = file->data + file->size,
                     .start = file->data,
                     .error = error};
    read_descriptors(&r, file, columns);
    return (tcb_status)error->status;
}
