/* Any bytes: every way of decoding ends in a table or in an error. */
#include "support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Few bytes may legally claim much: low limits keep the fuzzer quick. */
static const tcb_limits limits = {
    .rows = 1 << 12, .columns = 64, .decoded_bytes = 1 << 16, .string_bytes = 1 << 14};

/* Each column on its own: an error in one hides those behind it when all are decoded at once. */
static void decode_each(const uint8_t *data, size_t size, uint32_t count, uint32_t flags) {
    for (uint32_t i = 0; i < count; i++) {
        decoded d;
        decode_columns(&d, data, size, &limits, flags, &i, 1);
        decoded_free(&d);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (uint32_t flags = 0; flags <= TCB_KEEP_DICTIONARIES; flags++) {
        decoded d;
        const tcb_status status = decode_all(&d, data, size, &limits, flags);
        const bool opened = d.descriptors != NULL; /* the count is within the limit, then */
        const uint32_t count = d.file.column_count;
        decoded_free(&d);
        if (status != TCB_OK && opened) decode_each(data, size, count, flags);
    }
    return 0;
}
