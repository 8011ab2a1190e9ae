/* Whatever decodes must encode, to a file that holds the same values and encodes to itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const tcb_limits limits = {
    .rows = 1 << 14, .columns = 64, .decoded_bytes = 1 << 18, .string_bytes = 1 << 16};

static void require(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "round trip: %s\n", what);
    abort();
}

/* Once more, into an output of exactly the size needed. */
static void encode_exactly(const tcb_table *table, const uint8_t *file, size_t size) {
    size_t scratch_size, bound, written;
    require(tcb_encode_sizes(table, &scratch_size, &bound, NULL) == TCB_OK, "sizes are told twice");
    void *scratch = exact_memory(scratch_size);
    uint8_t *out = exact_memory(size);
    const tcb_status status = tcb_encode(table, scratch, scratch_size, out, size, &written, NULL);
    require(status == TCB_OK && written == size && memcmp(out, file, size) == 0,
            "the same bytes fit into exactly their size");
    free(out);
    free(scratch);
}

static void round_trip(const tcb_table *table, uint32_t flags) {
    uint8_t *file, *again;
    size_t size, again_size;
    tcb_error error;
    uint32_t column;
    require(encode_file(table, &file, &size, &error) == TCB_OK, "what was decoded encodes");
    encode_exactly(table, file, size);
    decoded d;
    /* Defaults: what was written may need a little more memory than what was read. */
    require(decode_all(&d, file, size, NULL, flags) == TCB_OK, "what was encoded decodes");
    const tcb_table second = table_of(&d);
    require(same_tables(table, &second, &column), "values are the same");
    require(encode_file(&second, &again, &again_size, &error) == TCB_OK, "it encodes twice");
    require(again_size == size && memcmp(again, file, size) == 0, "it encodes to the same bytes");
    decoded_free(&d);
    free(again);
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (uint32_t flags = 0; flags <= TCB_KEEP_DICTIONARIES; flags++) {
        decoded d;
        if (decode_all(&d, data, size, &limits, flags) == TCB_OK) {
            const tcb_table table = table_of(&d);
            round_trip(&table, flags);
        }
        decoded_free(&d);
    }
    return 0;
}
