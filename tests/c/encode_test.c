/* What the encoder writes, for tables built by hand: §6 tells the very bytes. */
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "support.h"
#include "test.h"

/* ---- Tables by hand -------------------------------------------------------------------------------- */

typedef struct table_builder {
    bytes block;
    tcb_column columns[8];
    uint32_t count;
    uint32_t rows;
} table_builder;

static uint32_t add_part(table_builder *t, const void *data, size_t size) {
    put_zeros(&t->block, (8 - t->block.size % 8) % 8);
    const uint32_t place = (uint32_t)t->block.size;
    put_bytes(&t->block, data, size);
    return place;
}

static tcb_column *add_column(table_builder *t, uint32_t tag, uint32_t element, const void *values,
                              size_t size, uint32_t count) {
    tcb_column *c = &t->columns[t->count++];
    *c = (tcb_column){.tag = tag, .element = (uint8_t)element, .value_count = count};
    c->values = add_part(t, values, size);
    return c;
}

/* Strings given as an index each and the entries one after another, each ended by a newline. */
static tcb_column *add_strings(table_builder *t, uint32_t tag, const uint8_t *indices, uint32_t count,
                               const char *entries) {
    tcb_column *c = add_column(t, tag, TCB_STRING, indices, count, count);
    bytes offsets = {0}, text = {0};
    put_u32(&offsets, 0);
    for (const char *p = entries; *p != '\0'; p++) {
        if (*p == '\n') {
            put_u32(&offsets, (uint32_t)text.size);
            c->entry_count++;
        } else {
            put_bytes(&text, p, 1);
        }
    }
    c->flags = TCB_IS_DICTIONARY;
    c->index_width = 1;
    c->dictionary = add_part(t, offsets.data, offsets.size);
    c->text = add_part(t, text.data, text.size);
    bytes_free(&offsets);
    bytes_free(&text);
    return c;
}

static tcb_table finish(const table_builder *t, void *block) {
    return (tcb_table){block, t->block.size, t->columns, t->count, t->rows};
}

/* Encodes, frees the builder and compares with the bytes behind the header; also that what was written
 * decodes to the same table. */
static void expect_body(table_builder *t, const char *body) {
    void *block = exact_copy(t->block.data, t->block.size);
    const tcb_table table = finish(t, block);
    bytes expected = {0};
    put_header(&expected);
    put_hex(&expected, body);
    uint8_t *file;
    size_t size = 0;
    tcb_error error;
    if (CHECK_EQUAL(encode_file(&table, &file, &size, &error), TCB_OK) && CHECK_EQUAL(size, expected.size)) {
        for (size_t i = 0; i < size; i++) {
            if (!CHECK_EQUAL(file[i], expected.data[i])) {
                printf("# ... at byte %zu\n", i);
                break;
            }
        }
        decoded d;
        if (CHECK_EQUAL(decode_all(&d, file, size, NULL, 0), TCB_OK)) {
            const tcb_table again = table_of(&d);
            uint32_t column;
            CHECK(same_tables(&table, &again, &column));
        }
        decoded_free(&d);
    }
    free(file);
    free(block);
    bytes_free(&expected);
    bytes_free(&t->block);
}

/* ---- Bytes ------------------------------------------------------------------------------------------ */

static void empty_tables(void) {
    table_builder t = {0};
    expect_body(&t, "00 00");
    t = (table_builder){.rows = 300};
    expect_body(&t, "d8 04 00");
    t = (table_builder){0};
    add_column(&t, 1, TCB_I32, NULL, 0, 0);
    add_column(&t, 2, TCB_UUID, NULL, 0, 0);
    expect_body(&t, "00 04  02 02 00 00 00 00 00  04 07 00 00 00 00 00"); /* ties: the lower number, RAW */
}

static void integers(void) {
    const int32_t same[] = {7, 7, 7}, rising[] = {100, 101, 102, 103, 104}, mixed[] = {1, 2, 0},
                  jumps[] = {1000, 3, 900, -70, 1000};
    table_builder t = {.rows = 3};
    add_column(&t, 1, TCB_I32, same, sizeof same, 3);
    add_column(&t, 2, TCB_I32, mixed, sizeof mixed, 3);
    expect_body(&t,
                "06 04  02 02 03 02 00 00 00  04 02 01 03 00 00 00"
                "06 0e"      /* RLE 2, where VARINT takes 3 */
                "02 04 00"); /* VARINT 3, and DELTA 3: the lower number */
    t = (table_builder){.rows = 5};
    add_column(&t, 1, TCB_I32, rising, sizeof rising, 5);
    expect_body(&t, "0a 02  02 02 04 04 00 00 00  c8 01 08 02"); /* DELTA_RLE 4 */
    t = (table_builder){.rows = 5};
    add_column(&t, 1, TCB_I32, jumps, sizeof jumps, 5);
    expect_body(&t, "0a 02  02 02 01 09 00 00 00  d0 0f 06 88 0e 8b 01 d0 0f"); /* VARINT 9 */
    const uint8_t flags[] = {1, 0, 1, 1, 0, 0, 1, 0, 1, 1};
    t = (table_builder){.rows = 10};
    add_column(&t, 1, TCB_BOOL, flags, sizeof flags, 10);
    /* BITPACK 5: width 1, base 0, inner RAW, then 1011 0010 11 from the low bit on. */
    expect_body(&t, "14 02  02 01 0d 05 00 00 00  01 00 00 4d 03");
    const int64_t wide[] = {INT64_C(5000000000), INT64_C(5000000003), INT64_C(5000000001)};
    t = (table_builder){.rows = 3};
    add_column(&t, 1, TCB_I64, wide, sizeof wide, 3);
    /* BITPACK 8: width 2, the base in 5 bytes, inner RAW, then 0, 3, 1. */
    expect_body(&t, "06 02  02 03 0d 08 00 00 00  02 80 c8 af a0 25 00 1c");
}

static void floats(void) {
    const double whole[] = {3.0, 3.0, 4.0}, zeros[] = {0.0, -0.0, 0.0};
    const float many[] = {0.5f, 0.5f, 0.5f, 0.5f, 0.25f, 0.5f};
    table_builder t = {.rows = 3};
    add_column(&t, 1, TCB_F64, whole, sizeof whole, 3);
    add_column(&t, 2, TCB_F64, zeros, sizeof zeros, 3);
    expect_body(&t,
                "06 04  02 05 0a 04 00 00 00  04 05 05 14 00 00 00"
                "01 06 06 08"                        /* WHOLE over VARINT */
                "04  00 x8  00 00 x6 80  00 02 00"); /* DICT 20, for -0.0 is not whole */
    t = (table_builder){.rows = 6};
    add_column(&t, 1, TCB_F32, many, sizeof many, 6);
    expect_body(&t, "0c 02  02 04 05 0f 00 00 00  04  00 00 00 3f  00 00 80 3e  00 x4 02 00"); /* 15 all */
}

static void strings(void) {
    const uint8_t few[] = {0, 0, 1}, repeated[] = {1, 1, 1, 0, 0, 0};
    table_builder t = {.rows = 3};
    add_strings(&t, 1, few, 3, "ab\ncd\n");
    expect_body(&t, "06 02  02 06 00 09 00 00 00  04 61 62  04 61 62  04 63 64"); /* RAW 9 of DICT 10 */
    t = (table_builder){.rows = 6};
    add_strings(&t, 1, repeated, 6, "lower\nupper\nunused\n");
    /* Entries in order of first appearance, the unused one gone: 1 + 12, then two runs. */
    expect_body(&t, "0c 02  02 06 06 11 00 00 00  04  0a 75 70 70 65 72  0a 6c 6f 77 65 72  06 00 06 02");
    const uint8_t all[] = {0, 1, 2, 3};
    t = (table_builder){.rows = 4};
    add_strings(&t, 1, all, 4, "forest_big\nforest_bat\nforest_axe\nforest_big_\n");
    /* DICT_FRONT: axe, bat, big, big_ and the ranks of the rows. */
    expect_body(&t,
                "08 02  02 06 07 1d 00 00 00"
                "08  00 14 66 6f 72 65 73 74 5f 61 78 65  0e 06 62 61 74  10 04 69 67  14 02 5f"
                "04 02 00 06");
    t = (table_builder){.rows = 4};
    add_strings(&t, 1, all, 4, "a_b\na_b\n\na_b\n"); /* one entry three times */
    expect_body(&t, "08 02  02 06 05 0a 00 00 00  04 06 61 5f 62 00  00 00 02 00");
}

static void arrays(void) {
    const int32_t values[] = {9, 9, 9, 9};
    const uint32_t offsets[] = {0, 2, 2, 4};
    table_builder t = {.rows = 3};
    tcb_column *c = add_column(&t, 1, TCB_I32, values, sizeof values, 4);
    c->flags = TCB_IS_ARRAY;
    c->offsets = add_part(&t, offsets, sizeof offsets);
    /* ARRAY: elements under RLE, lengths 2, 0, 2 as they are. */
    expect_body(&t, "06 02  02 12 09 07 00 00 00  03 00  04 00 04  08 12");
    const uint8_t ids[32] = {1};
    const uint32_t id_offsets[] = {0, 2};
    t = (table_builder){.rows = 1};
    c = add_column(&t, 1, TCB_UUID, ids, sizeof ids, 2);
    c->flags = TCB_IS_ARRAY;
    c->offsets = add_part(&t, id_offsets, sizeof id_offsets);
    expect_body(&t, "02 02  02 17 00 21 00 00 00  04 01 00 x31"); /* uuids: RAW always */
}

static void bitmaps(void) {
    const int32_t values[] = {1, 0, 3};
    const uint8_t present = 0xfd, elements = 0xfb; /* with padding set, which must not show */
    const uint32_t offsets[] = {0, 1, 1, 3};
    table_builder t = {.rows = 3};
    tcb_column *c = add_column(&t, 1, TCB_VARINT, values, sizeof values, 3);
    c->flags = TCB_IS_ARRAY | TCB_IS_OPTIONAL | TCB_OPTIONAL_ELEMENTS;
    c->offsets = add_part(&t, offsets, sizeof offsets);
    c->validity = add_part(&t, &present, 1);
    c->element_validity = add_part(&t, &elements, 1);
    bytes *block = &t.block;
    uint8_t *copy = exact_copy(block->data, block->size);
    const tcb_table table = finish(&t, copy);
    uint8_t *file;
    size_t size;
    tcb_error error;
    bytes expected = {0};
    put_header(&expected);
    put_hex(&expected, "06 02  02 d0 00 0b 00 00 00  00 05  06 00 03  02 02  00  04 00 06");
    if (CHECK_EQUAL(encode_file(&table, &file, &size, &error), TCB_OK)) {
        CHECK_EQUAL(size, expected.size);
        CHECK(size == expected.size && memcmp(file, expected.data, size) == 0);
    }
    free(file);
    free(copy);
    bytes_free(&expected);
    bytes_free(block);
}

/* ---- Buffers ------------------------------------------------------------------------------------------- */

static void exact_output(void) {
    bytes source = read_whole_file(TCB_FIXTURES "/absent-values.tcb");
    decoded d;
    CHECK_EQUAL(decode_all(&d, source.data, source.size, NULL, 0), TCB_OK);
    const tcb_table table = table_of(&d);
    uint8_t *file;
    size_t size, scratch_size, bound, written;
    tcb_error error;
    CHECK_EQUAL(encode_file(&table, &file, &size, &error), TCB_OK);
    CHECK_EQUAL(tcb_encode_sizes(&table, &scratch_size, &bound, &error), TCB_OK);
    void *scratch = exact_memory(scratch_size);
    for (size_t less = 0; less <= size; less++) {
        uint8_t *out = exact_memory(less);
        const tcb_status status = tcb_encode(&table, scratch, scratch_size, out, less, &written, &error);
        CHECK_EQUAL(status, less == size ? TCB_OK : TCB_E_BUFFER);
        if (status == TCB_OK) CHECK(written == size && memcmp(out, file, size) == 0);
        if (status == TCB_E_BUFFER) CHECK(error.expected > error.found && error.found == (int64_t)less);
        free(out);
    }
    free(scratch);
    free(file);
    decoded_free(&d);
    bytes_free(&source);
}

static void short_scratch(void) {
    bytes source = read_whole_file(TCB_FIXTURES "/two-byte-indices.tcb");
    decoded d;
    CHECK_EQUAL(decode_all(&d, source.data, source.size, NULL, 0), TCB_OK);
    const tcb_table table = table_of(&d);
    size_t scratch_size, bound, written;
    tcb_error error;
    CHECK_EQUAL(tcb_encode_sizes(&table, &scratch_size, &bound, &error), TCB_OK);
    uint8_t *out = exact_memory(bound);
    for (size_t less = 0; less < scratch_size; less += 997) {
        void *scratch = exact_memory(less);
        const tcb_status status = tcb_encode(&table, scratch, less, out, bound, &written, &error);
        /* The scratch told is a bound, too: a little less may suffice, or is refused. */
        CHECK(status == TCB_E_BUFFER || (status == TCB_OK && less > scratch_size / 2));
        if (less == 0) CHECK_EQUAL(status, TCB_E_BUFFER);
        free(scratch);
    }
    free(out);
    decoded_free(&d);
    bytes_free(&source);
}

int main(void) {
    static const test_case tests[] = {
        {"writes tables without rows or columns", empty_tables},
        {"writes integers under the smallest encoding", integers},
        {"writes floats under the smallest encoding, -0.0 as it is", floats},
        {"writes strings in order of first appearance or of bytes", strings},
        {"writes arrays", arrays},
        {"writes bitmaps with clear padding", bitmaps},
        {"needs an output of exactly the file's size", exact_output},
        {"refuses a scratch that is too small", short_scratch},
    };
    return RUN_TESTS(tests);
}
