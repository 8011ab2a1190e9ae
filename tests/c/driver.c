/* The codec over stdin and stdout, one call a process. All numbers are little endian, structs as tcb.h
 * lays them out.
 *
 * tcb_driver decode
 *     stdin:  u32 flags, u32 limits[4] (rows, columns, decoded_bytes, string_bytes), u32 wanted_count
 *             (0xffffffff: all columns), u32 positions[wanted_count], then the file up to the end
 *     stdout: tcb_error, u32 row_count, u32 column_count, u32 decoded_count, u32 used,
 *             tcb_descriptor[column_count], tcb_column[decoded_count], zeros up to a multiple of 8,
 *             the block. After an error: tcb_error and four zeros.
 *
 * tcb_driver encode
 *     stdin:  u32 row_count, u32 column_count, u32 block_size, u32 zero, tcb_column[column_count],
 *             zeros up to a multiple of 8, the block
 *     stdout: tcb_error, u32 file_size, u32 zero, the file
 *
 * The exit status is 0 whenever an answer was written, whatever it says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "support.h"

enum { ALL_COLUMNS = 0xffffffff };

/* Takes `size` bytes of the input; ends the program where there are fewer. */
static const void *take(bytes *input, size_t *at, size_t size) {
    if (size > input->size - *at) {
        fprintf(stderr, "tcb_driver: expected %zu bytes at %zu of the input, found %zu\n", size, *at,
                input->size - *at);
        exit(2);
    }
    const void *p = input->data + *at;
    *at += size;
    return p;
}

static uint32_t take_u32(bytes *input, size_t *at) {
    uint32_t v;
    memcpy(&v, take(input, at, sizeof v), sizeof v);
    return v;
}

static void put_padding(bytes *output) {
    put_zeros(output, (8 - output->size % 8) % 8);
}

static void decode(bytes *input, bytes *output) {
    size_t at = 0;
    const uint32_t flags = take_u32(input, &at);
    tcb_limits limits;
    limits.rows = take_u32(input, &at);
    limits.columns = take_u32(input, &at);
    limits.decoded_bytes = take_u32(input, &at);
    limits.string_bytes = take_u32(input, &at);
    const uint32_t wanted = take_u32(input, &at);
    uint32_t *positions = NULL;
    if (wanted != ALL_COLUMNS) {
        positions = exact_copy(take(input, &at, (size_t)wanted * 4), (size_t)wanted * 4);
    }
    const size_t size = input->size - at;
    uint8_t *file = exact_copy(input->data + at, size);
    decoded d;
    if (decode_columns(&d, file, size, &limits, flags, positions, wanted) == TCB_OK) {
        put_bytes(output, &d.error, sizeof d.error);
        put_u32(output, d.file.row_count);
        put_u32(output, d.file.column_count);
        put_u32(output, d.count);
        put_u32(output, (uint32_t)d.used);
        put_bytes(output, d.descriptors, d.file.column_count * sizeof *d.descriptors);
        put_bytes(output, d.columns, d.count * sizeof *d.columns);
        put_padding(output);
        put_bytes(output, d.block, d.used);
    } else {
        put_bytes(output, &d.error, sizeof d.error);
        put_zeros(output, 16);
    }
    decoded_free(&d);
    free(file);
    free(positions);
}

static void encode(bytes *input, bytes *output) {
    size_t at = 0;
    const uint32_t row_count = take_u32(input, &at), column_count = take_u32(input, &at),
                   block_size = take_u32(input, &at);
    take_u32(input, &at);
    const size_t columns_size = column_count * sizeof(tcb_column);
    tcb_column *columns = exact_copy(take(input, &at, columns_size), columns_size);
    take(input, &at, (8 - at % 8) % 8);
    void *block = exact_copy(take(input, &at, block_size), block_size);
    const tcb_table table = {block, block_size, columns, column_count, row_count};
    uint8_t *file = NULL;
    size_t size = 0;
    tcb_error error;
    encode_file(&table, &file, &size, &error);
    put_bytes(output, &error, sizeof error);
    put_u32(output, file == NULL ? 0 : (uint32_t)size);
    put_u32(output, 0);
    if (file != NULL) put_bytes(output, file, size);
    free(file);
    free(block);
    free(columns);
}

static bytes read_input(void) {
    bytes input = {0};
    uint8_t buffer[65536];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, stdin)) != 0) put_bytes(&input, buffer, n);
    return input;
}

int main(int argc, char **argv) {
    const bool decodes = argc == 2 && strcmp(argv[1], "decode") == 0;
    if (!decodes && (argc != 2 || strcmp(argv[1], "encode") != 0)) {
        fprintf(stderr, "usage: tcb_driver decode|encode <input >output\n");
        return 2;
    }
    bytes input = read_input(), output = {0};
    if (decodes) {
        decode(&input, &output);
    } else {
        encode(&input, &output);
    }
    const bool written = fwrite(output.data, 1, output.size, stdout) == output.size && fflush(stdout) == 0;
    bytes_free(&input);
    bytes_free(&output);
    return written ? 0 : 2;
}
