#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "broken contract: %s\n", what);
    abort();
}

void *exact_memory(size_t size) {
    void *p = malloc(size == 0 ? 1 : size);
    require(p != NULL, "memory");
    return p;
}

void *exact_copy(const void *data, size_t size) {
    void *p = exact_memory(size);
    if (size != 0) memcpy(p, data, size);
    return p;
}

/* Every call leaves the status that it returns in the error, too. */
static bool went_well(tcb_status status, const tcb_error *error) {
    require((int32_t)status == error->status, "the status returned is the one in tcb_error");
    require(status != TCB_E_INTERNAL, "no input leads to TCB_E_INTERNAL");
    return status == TCB_OK;
}

static bool decode_request(decoded *d, const tcb_request *request) {
    if (!went_well(tcb_scratch_size(&d->file, request, &d->scratch_size, &d->error), &d->error)) return false;
    void *scratch = exact_memory(d->scratch_size);
    bool ok = went_well(tcb_measure(&d->file, request, scratch, d->scratch_size, &d->block_size, &d->error),
                        &d->error);
    if (ok) {
        require(d->block_size <= d->file.limits.decoded_bytes, "no more is measured than the limit allows");
        d->block = exact_memory(d->block_size);
        d->columns = exact_memory(request->count * sizeof *d->columns);
        d->count = request->count;
        ok = went_well(tcb_decode(&d->file, request, scratch, d->scratch_size, d->block, d->block_size,
                                  d->columns, &d->used, &d->error),
                       &d->error);
        require(!ok || d->used <= d->block_size, "no more is used than was measured");
        require(d->error.status != TCB_E_BUFFER, "buffers of the sizes told suffice");
    }
    free(scratch);
    return ok;
}

tcb_status decode_columns(decoded *d, const void *data, size_t size, const tcb_limits *limits, uint32_t flags,
                          const uint32_t *positions, uint32_t count) {
    *d = (decoded){0};
    if (!went_well(tcb_open(data, size, limits, &d->file, &d->error), &d->error)) {
        return (tcb_status)d->error.status;
    }
    const uint32_t column_count = d->file.column_count;
    d->descriptors = exact_memory(column_count * sizeof *d->descriptors);
    if (!went_well(tcb_describe(&d->file, d->descriptors, column_count, &d->error), &d->error)) {
        return (tcb_status)d->error.status;
    }
    tcb_request request = {.columns = d->descriptors, .count = column_count, .flags = flags};
    tcb_descriptor *chosen = NULL;
    if (positions != NULL) {
        chosen = exact_memory(count * sizeof *chosen);
        for (uint32_t i = 0; i < count; i++) chosen[i] = d->descriptors[positions[i]];
        request.columns = chosen;
        request.count = count;
    }
    decode_request(d, &request);
    free(chosen);
    return (tcb_status)d->error.status;
}

tcb_status decode_all(decoded *d, const void *data, size_t size, const tcb_limits *limits, uint32_t flags) {
    return decode_columns(d, data, size, limits, flags, NULL, 0);
}

void decoded_free(decoded *d) {
    free(d->descriptors);
    free(d->columns);
    free(d->block);
    *d = (decoded){0};
}

tcb_table table_of(const decoded *d) {
    return (tcb_table){.block = d->block,
                       .block_size = d->used,
                       .columns = d->columns,
                       .column_count = d->count,
                       .row_count = d->file.row_count};
}

tcb_status encode_file(const tcb_table *table, uint8_t **file, size_t *size, tcb_error *error) {
    size_t scratch_size, bound;
    *file = NULL;
    if (!went_well(tcb_encode_sizes(table, &scratch_size, &bound, error), error)) {
        return (tcb_status)error->status;
    }
    void *scratch = exact_memory(scratch_size);
    *file = exact_memory(bound);
    const tcb_status status = tcb_encode(table, scratch, scratch_size, *file, bound, size, error);
    const bool ok = went_well(status, error);
    require(status != TCB_E_BUFFER, "buffers of the sizes told suffice");
    require(!ok || *size <= bound, "no file is longer than its bound");
    free(scratch);
    if (!ok) {
        free(*file);
        *file = NULL;
    }
    return status;
}
