#include "abi.h"

#include "heap.h"

_Static_assert(sizeof(tcb_call) >= 56 && offsetof(tcb_call, row_count) == 32, "read by js/abi.js");
_Static_assert(offsetof(tcb_call, descriptors) == 40 && offsetof(tcb_call, bytes) == 48, "read by js/abi.js");

uint32_t tcb_abi_version(void) {
    return TCB_ABI_VERSION;
}

static tcb_status out_of_memory(tcb_call *call, size_t size) {
    call->error = (tcb_error){.status = TCB_E_MEMORY, .column = -1, .expected = (int64_t)size};
    return TCB_E_MEMORY;
}

static tcb_call *new_call(void) {
    tcb_call *call = tcb_heap_alloc(sizeof *call);
    if (call != NULL) *call = (tcb_call){.error = {.column = -1}};
    return call;
}

tcb_call *tcb_call_open(const uint8_t *data, uint32_t size, const tcb_limits *limits) {
    tcb_call *call = new_call();
    if (call == NULL || tcb_open(data, size, limits, &call->file, &call->error) != TCB_OK) return call;
    const size_t bytes = call->file.column_count * sizeof *call->descriptors;
    call->descriptors = tcb_heap_alloc(bytes);
    if (call->descriptors == NULL) {
        out_of_memory(call, bytes);
    } else if (tcb_describe(&call->file, call->descriptors, call->file.column_count, &call->error) ==
               TCB_OK) {
        call->row_count = call->file.row_count;
        call->column_count = call->file.column_count;
    }
    return call;
}

static tcb_status decode(tcb_call *call, const uint32_t *positions, uint32_t count, uint32_t flags) {
    tcb_descriptor *wanted = tcb_heap_alloc(count * sizeof *wanted);
    call->columns = tcb_heap_alloc(count * sizeof *call->columns);
    if (wanted == NULL || call->columns == NULL) return out_of_memory(call, count * sizeof *call->columns);
    for (uint32_t i = 0; i < count; i++) {
        if (positions[i] >= call->column_count) {
            call->error = (tcb_error){.status = TCB_E_ARGUMENT, .column = -1};
            return TCB_E_ARGUMENT;
        }
        wanted[i] = call->descriptors[positions[i]];
    }
    const tcb_request request = {.columns = wanted, .count = count, .flags = flags};
    size_t scratch_size, size, used;
    tcb_status status = tcb_scratch_size(&call->file, &request, &scratch_size, &call->error);
    if (status != TCB_OK) return status;
    void *scratch = tcb_heap_alloc(scratch_size);
    if (scratch == NULL) return out_of_memory(call, scratch_size);
    status = tcb_measure(&call->file, &request, scratch, scratch_size, &size, &call->error);
    if (status != TCB_OK) return status;
    call->bytes = tcb_heap_alloc(size);
    if (call->bytes == NULL) return out_of_memory(call, size);
    status = tcb_decode(&call->file, &request, scratch, scratch_size, call->bytes, size, call->columns, &used,
                        &call->error);
    call->size = status == TCB_OK ? (uint32_t)used : 0;
    return status;
}

uint32_t tcb_call_decode(tcb_call *call, const uint32_t *positions, uint32_t count, uint32_t flags) {
    return (uint32_t)decode(call, positions, count, flags);
}

/* Scratch, and memory for the results: weights, or a file. */
static tcb_status prepare(tcb_call *call, const tcb_table *table, bool weighs, void **scratch,
                          size_t *scratch_size) {
    size_t bound;
    const tcb_status status = tcb_encode_sizes(table, scratch_size, &bound, &call->error);
    if (status != TCB_OK) return status;
    call->size = (uint32_t)(weighs ? table->column_count * sizeof(tcb_weights) : bound);
    *scratch = tcb_heap_alloc(*scratch_size);
    if (*scratch == NULL) return out_of_memory(call, *scratch_size);
    call->bytes = tcb_heap_alloc(call->size);
    return call->bytes == NULL ? out_of_memory(call, call->size) : TCB_OK;
}

tcb_call *tcb_call_encode(const uint8_t *block, uint32_t block_size, const tcb_column *columns,
                          uint32_t column_count, uint32_t row_count) {
    tcb_call *call = new_call();
    if (call == NULL) return NULL;
    const tcb_table table = {block, block_size, columns, column_count, row_count};
    void *scratch;
    size_t scratch_size, written;
    if (prepare(call, &table, false, &scratch, &scratch_size) == TCB_OK &&
        tcb_encode(&table, scratch, scratch_size, call->bytes, call->size, &written, &call->error) ==
            TCB_OK) {
        call->size = (uint32_t)written;
    }
    return call;
}

tcb_call *tcb_call_weigh(const uint8_t *block, uint32_t block_size, const tcb_column *columns,
                         uint32_t column_count, uint32_t row_count) {
    tcb_call *call = new_call();
    if (call == NULL) return NULL;
    const tcb_table table = {block, block_size, columns, column_count, row_count};
    void *scratch;
    size_t scratch_size;
    if (prepare(call, &table, true, &scratch, &scratch_size) != TCB_OK) return call;
    tcb_weights *weights = (void *)call->bytes;
    for (uint32_t i = 0; i < column_count; i++) {
        if (tcb_weigh(&table, i, scratch, scratch_size, &weights[i], &call->error) != TCB_OK) break;
    }
    return call;
}
