/* What the decoder gives, for files written by hand. */
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "support.h"
#include "test.h"

enum { ARRAY = 0x10, OPTIONAL = 0x40, HOLES = 0x80 };

static const void *part(const decoded *d, uint32_t place) {
    return (const uint8_t *)d->block + place;
}

static const int32_t *int32s(const decoded *d, uint32_t column) {
    return part(d, d->columns[column].values);
}

/* Whether string `i` of a column with indices of one byte is this one. */
static bool is_string(const decoded *d, uint32_t column, uint32_t i, const char *text) {
    const tcb_column *c = &d->columns[column];
    const uint32_t *offsets = part(d, c->dictionary);
    const uint32_t entry = ((const uint8_t *)part(d, c->values))[i];
    const uint32_t size = offsets[entry + 1] - offsets[entry];
    return size == strlen(text) && memcmp((const char *)part(d, c->text) + offsets[entry], text, size) == 0;
}

static void whole_file(void) {
    bytes text = read_whole_file(TCB_FIXTURES "/whole-file.hex.txt"), file = {0};
    put_u8(&text, 0);
    put_hex(&file, (const char *)text.data);
    decoded d;
    CHECK_EQUAL(file.size, 76);
    if (CHECK_EQUAL(decode_all(&d, file.data, file.size, NULL, 0), TCB_OK)) {
        CHECK_EQUAL(d.file.row_count, 1);
        CHECK_EQUAL(d.count, 3);
        CHECK_EQUAL(d.descriptors[1].tag, 3);
        CHECK_EQUAL(d.descriptors[1].wire, 6);
        CHECK_EQUAL(d.descriptors[1].wire_offset, 52);
        CHECK_EQUAL(d.descriptors[1].encoding, TCB_RAW);
        CHECK_EQUAL(d.descriptors[1].offset, 67);
        CHECK_EQUAL(d.descriptors[1].byte_length, 8);
        CHECK_EQUAL(d.columns[2].tag, 4);
        CHECK_EQUAL(int32s(&d, 0)[0], 75);
        CHECK(is_string(&d, 1, 0, "lantern"));
        CHECK_EQUAL(d.columns[1].flags, TCB_IS_DICTIONARY | TCB_IS_ASCII);
        CHECK_EQUAL(int32s(&d, 2)[0], -3);
    }
    decoded_free(&d);
    bytes_free(&file);
    bytes_free(&text);
}

static void skips_unknown_columns(void) {
    const hand_column columns[] = {{1, 0x3f, 99, "ff ff"}, {2, TCB_I32, TCB_VARINTS, "0e"}};
    bytes file = hand_file(1, columns, 2);
    const uint32_t second = 1, first = 0;
    decoded d;
    if (CHECK_EQUAL(decode_columns(&d, file.data, file.size, NULL, 0, &second, 1), TCB_OK)) {
        CHECK_EQUAL(d.file.column_count, 2);
        CHECK_EQUAL(int32s(&d, 0)[0], 7);
    }
    decoded_free(&d);
    CHECK_EQUAL(decode_columns(&d, file.data, file.size, NULL, 0, &first, 1), TCB_E_ELEMENT);
    decoded_free(&d);
    bytes_free(&file);
}

static void projects_in_any_order(void) {
    const hand_column columns[] = {{10, TCB_I32, TCB_VARINTS, "02 04"},
                                   {20, TCB_BOOL, TCB_RAW, "01 00"},
                                   {30, TCB_VARINT, TCB_RAW, "06 08"}};
    bytes file = hand_file(2, columns, 3);
    const uint32_t wanted[] = {2, 0, 2};
    decoded d;
    if (CHECK_EQUAL(decode_columns(&d, file.data, file.size, NULL, 0, wanted, 3), TCB_OK)) {
        const uint32_t tags[] = {30, 10, 30};
        const int32_t last[] = {4, 2, 4};
        for (uint32_t i = 0; i < 3; i++) {
            CHECK_EQUAL(d.columns[i].tag, tags[i]);
            CHECK_EQUAL(int32s(&d, i)[1], last[i]);
            CHECK_EQUAL(d.columns[i].values % 8, 0);
        }
    }
    decoded_free(&d);
    if (CHECK_EQUAL(decode_columns(&d, file.data, file.size, NULL, 0, wanted, 0), TCB_OK)) {
        CHECK_EQUAL(d.used, 0);
    }
    decoded_free(&d);
    bytes_free(&file);
}

/* ---- Arrays, bitmaps and what a column tells about itself -------------------------------------- */

static void arrays_and_bitmaps(void) {
    const hand_column columns[] = {
        /* Rows 0 and 2 of 3 present, elements 0 and 2 of 3. [5 6], absent, [7]. */
        {1, ARRAY | OPTIONAL | HOLES | TCB_I32, TCB_ARRAY, "00 05  06 03 02 0a  01 00  04 00 02  0a 0c 0e"}};
    bytes file = hand_file(3, columns, 1);
    decoded d;
    if (CHECK_EQUAL(decode_all(&d, file.data, file.size, NULL, 0), TCB_OK)) {
        const tcb_column *c = d.columns;
        const uint32_t *offsets = part(&d, c->offsets);
        CHECK_EQUAL(c->flags, TCB_IS_ARRAY | TCB_IS_OPTIONAL | TCB_OPTIONAL_ELEMENTS);
        CHECK_EQUAL(c->value_count, 3);
        CHECK_EQUAL(*(const uint8_t *)part(&d, c->validity), 5);
        CHECK_EQUAL(*(const uint8_t *)part(&d, c->element_validity), 5);
        CHECK_EQUAL(offsets[0], 0);
        CHECK_EQUAL(offsets[1], 2);
        CHECK_EQUAL(offsets[2], 2);
        CHECK_EQUAL(offsets[3], 3);
        CHECK_EQUAL(int32s(&d, 0)[0], 5);
        CHECK_EQUAL(int32s(&d, 0)[2], 7);
        CHECK_EQUAL(c->encoding, TCB_ARRAY);
        CHECK_EQUAL(c->element_encoding, TCB_VARINTS);
        CHECK_EQUAL(c->length_encoding, TCB_RAW);
        CHECK_EQUAL(c->bitmap_encoding, TCB_RAW);
        CHECK_EQUAL(c->element_bitmap_encoding, TCB_RLE);
        CHECK_EQUAL(c->inner_encoding, TCB_NONE);
        CHECK_EQUAL(c->bit_width, TCB_NONE);
    }
    decoded_free(&d);
    bytes_free(&file);
}

static void clears_padding(void) {
    const hand_column column = {1, OPTIONAL | TCB_BOOL, TCB_RAW, "00 fd  01 00 01"};
    bytes file = hand_file(3, &column, 1);
    decoded d;
    if (CHECK_EQUAL(decode_all(&d, file.data, file.size, NULL, 0), TCB_OK)) {
        CHECK_EQUAL(*(const uint8_t *)part(&d, d.columns[0].validity), 5);
    }
    decoded_free(&d);
    bytes_free(&file);
}

static void wraps(void) {
    const hand_column columns[] = {
        {1, TCB_I32, TCB_DELTA, "fe ff ff ff 0f  02"},        /* 2147483647 + 1 */
        {2, TCB_I32, TCB_DELTA_RLE, "ff ff ff ff 0f  02 01"}, /* -2147483648 - 1 */
        {3, TCB_I64, TCB_BITPACK, "01  fe ff ff ff ff ff ff ff ff 01  00  02"},
        {4, TCB_I32, TCB_BITPACK, "01  80 80 80 80 20  00  02"}, /* base 2^32, narrowed */
    };
    bytes file = hand_file(2, columns, 4);
    decoded d;
    if (CHECK_EQUAL(decode_all(&d, file.data, file.size, NULL, 0), TCB_OK)) {
        CHECK_EQUAL(int32s(&d, 0)[1], INT32_MIN);
        CHECK_EQUAL(int32s(&d, 1)[1], INT32_MAX);
        const int64_t *wide = part(&d, d.columns[2].values);
        CHECK_EQUAL(wide[0], INT64_MAX);
        CHECK_EQUAL(wide[1], INT64_MIN);
        CHECK_EQUAL(d.columns[2].bit_width, 1);
        CHECK_EQUAL(int32s(&d, 3)[0], 0);
        CHECK_EQUAL(int32s(&d, 3)[1], 1);
    }
    decoded_free(&d);
    bytes_free(&file);
}

static void interns_raw_strings(void) {
    const hand_column column = {1, TCB_STRING, TCB_RAW, "04 61 62  00  04 61 62  04 c3 a9  00"};
    bytes file = hand_file(5, &column, 1);
    decoded d;
    if (CHECK_EQUAL(decode_all(&d, file.data, file.size, NULL, 0), TCB_OK)) {
        CHECK_EQUAL(d.columns[0].entry_count, 3);
        CHECK_EQUAL(d.columns[0].flags, TCB_IS_DICTIONARY);
        CHECK(is_string(&d, 0, 0, "ab") && is_string(&d, 0, 1, "") && is_string(&d, 0, 2, "ab"));
        CHECK(is_string(&d, 0, 3, "\xc3\xa9") && is_string(&d, 0, 4, ""));
        CHECK(d.used < d.block_size); /* the bound allows for five strings that differ */
    }
    decoded_free(&d);
    bytes_free(&file);
}

/* ---- Dictionaries kept and expanded -------------------------------------------------------------- */

static void keeps_dictionaries(void) {
    const hand_column columns[] = {
        {1, TCB_F64, TCB_DICT, "04  00 x6 f0 3f  00 x6 00 80  02 00 02 00 02"},
        {2, TCB_I64, TCB_DICT_RLE, "04  2a 00 x7  ff x8  06 00 04 02"},
        {3, ARRAY | TCB_F32, TCB_ARRAY, "05 03  0a 02  02 00 00 80 7f  00 x5"},
        {4, TCB_F32, TCB_RAW, "00 x20"},
    };
    bytes file = hand_file(5, columns, 4);
    decoded kept, expanded;
    CHECK_EQUAL(decode_all(&kept, file.data, file.size, NULL, TCB_KEEP_DICTIONARIES), TCB_OK);
    CHECK_EQUAL(decode_all(&expanded, file.data, file.size, NULL, 0), TCB_OK);
    if (test_failures == 0) {
        const tcb_table a = table_of(&kept), b = table_of(&expanded);
        uint32_t column;
        CHECK(same_tables(&a, &b, &column));
        for (uint32_t i = 0; i < 3; i++) {
            CHECK(kept.columns[i].flags & TCB_IS_DICTIONARY);
            CHECK_EQUAL(kept.columns[i].index_width, 1);
            CHECK(!(expanded.columns[i].flags & TCB_IS_DICTIONARY));
            CHECK_EQUAL(expanded.columns[i].index_width, 0);
        }
        CHECK(!(kept.columns[3].flags & TCB_IS_DICTIONARY));
        CHECK(kept.used < expanded.used);
        const uint64_t minus_zero = UINT64_C(1) << 63;
        CHECK(memcmp((const double *)part(&expanded, expanded.columns[0].values), &minus_zero, 8) == 0);
    }
    decoded_free(&kept);
    decoded_free(&expanded);
    bytes_free(&file);
}

/* A file of one column, whose block is built by the caller. */
static bytes file_around(int32_t rows, uint32_t wire, uint32_t encoding, const bytes *block) {
    bytes file = {0};
    put_header(&file);
    put_counter32(&file, rows);
    put_counter32(&file, 1);
    put_counter32(&file, 1);
    put_u8(&file, wire);
    put_u8(&file, encoding);
    put_u32(&file, (uint32_t)block->size);
    put_bytes(&file, block->data, block->size);
    return file;
}

/* `entries` entries, and as many indices over them, last first. */
static void wide_indices_of(uint32_t element, int32_t entries, uint32_t index_width) {
    bytes block = {0};
    put_counter32(&block, entries);
    for (int32_t i = 0; i < entries; i++) {
        if (element == TCB_STRING) {
            const char digits[5] = {(char)('a' + i / 26 / 26 / 26 % 26), (char)('a' + i / 26 / 26 % 26),
                                    (char)('a' + i / 26 % 26), (char)('a' + i % 26), '\0'};
            put_counter32(&block, 4);
            put_bytes(&block, digits, 4);
        } else {
            put_u32(&block, (uint32_t)i);
        }
    }
    for (int32_t i = entries; i-- != 0;) put_counter32(&block, i);
    bytes file = file_around(entries, element, TCB_DICT, &block);
    decoded kept, expanded;
    CHECK_EQUAL(decode_all(&kept, file.data, file.size, NULL, TCB_KEEP_DICTIONARIES), TCB_OK);
    CHECK_EQUAL(decode_all(&expanded, file.data, file.size, NULL, 0), TCB_OK);
    if (kept.error.status == TCB_OK && expanded.error.status == TCB_OK) {
        const tcb_table a = table_of(&kept), b = table_of(&expanded);
        uint32_t column;
        CHECK_EQUAL(kept.columns[0].entry_count, entries);
        CHECK_EQUAL(kept.columns[0].index_width, index_width);
        CHECK(same_tables(&a, &b, &column));
        const void *indices = part(&kept, kept.columns[0].values);
        CHECK_EQUAL(index_width == 1   ? ((const uint8_t *)indices)[0]
                    : index_width == 2 ? ((const uint16_t *)indices)[0]
                                       : ((const uint32_t *)indices)[0],
                    entries - 1);
        /* The encoder must cope with indices of this width, too. */
        uint8_t *again;
        size_t size;
        tcb_error error;
        if (CHECK_EQUAL(encode_file(&a, &again, &size, &error), TCB_OK)) {
            decoded d;
            CHECK_EQUAL(decode_all(&d, again, size, NULL, 0), TCB_OK);
            const tcb_table c = table_of(&d);
            CHECK(d.error.status != TCB_OK || same_tables(&a, &c, &column));
            decoded_free(&d);
        }
        free(again);
    }
    decoded_free(&kept);
    decoded_free(&expanded);
    bytes_free(&file);
    bytes_free(&block);
}

static void wide_indices(void) {
    for (uint32_t element = TCB_F32; element <= TCB_STRING; element += TCB_STRING - TCB_F32) {
        wide_indices_of(element, 0x100, 1);
        wide_indices_of(element, 0x101, 2);
        wide_indices_of(element, 0x10000, 2);
        wide_indices_of(element, 0x10001, 4);
    }
}

/* Values of every width that cross the pieces in which streams are decoded. */
static void long_streams(void) {
    enum { ROWS = 3000 };
    for (uint32_t width = 1; width <= 64; width++) {
        bytes block = {0}, packed = {0};
        const uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
        uint64_t seed = width;
        put_u8(&block, width);
        put_counter32(&block, -5);
        put_u8(&block, TCB_RAW);
        put_zeros(&packed, ((size_t)ROWS * width + 7) / 8);
        for (uint32_t i = 0; i < ROWS; i++) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
            for (uint32_t bit = 0; bit < width; bit++) {
                const size_t at = (size_t)i * width + bit;
                packed.data[at / 8] |= (uint8_t)(((seed & mask) >> bit & 1) << (at % 8));
            }
        }
        put_bytes(&block, packed.data, packed.size);
        bytes file = file_around(ROWS, TCB_I64, TCB_BITPACK, &block);
        decoded d;
        if (CHECK_EQUAL(decode_all(&d, file.data, file.size, NULL, 0), TCB_OK)) {
            const int64_t *values = part(&d, d.columns[0].values);
            unsigned wrong = 0;
            seed = width;
            for (uint32_t i = 0; i < ROWS; i++) {
                seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
                wrong += (uint64_t)values[i] != (seed & mask) - 5;
            }
            CHECK_EQUAL(wrong, 0);
        }
        decoded_free(&d);
        bytes_free(&file);
        bytes_free(&packed);
        bytes_free(&block);
    }
}

/* ---- Limits that a few bytes run into ------------------------------------------------------------- */

static void refuses_what_few_bytes_claim(void) {
    bytes block = {0};
    put_counter32(&block, 2000000000);
    put_counter32(&block, 1);
    bytes file = file_around(2000000000, TCB_I32, TCB_RLE, &block);
    CHECK(file.size <= 64);
    decoded d;
    CHECK_EQUAL(decode_all(&d, file.data, file.size, NULL, 0), TCB_E_LIMIT_ROWS);
    decoded_free(&d);
    tcb_limits limits = tcb_default_limits();
    limits.rows = UINT32_MAX; /* then the decoded bytes are what refuses it */
    CHECK_EQUAL(decode_all(&d, file.data, file.size, &limits, 0), TCB_E_LIMIT_BYTES);
    CHECK_EQUAL(d.error.found, INT64_C(8000000000));
    decoded_free(&d);
    bytes_free(&file);
    bytes_free(&block);
}

static void asks_no_scratch_beyond_the_file(void) {
    /* One row of 100 million strings, of which the block has none. */
    bytes block = {0};
    put_u8(&block, TCB_RAW);
    put_u8(&block, TCB_RAW);
    put_counter32(&block, 100000000);
    bytes file = file_around(1, ARRAY | TCB_STRING, TCB_ARRAY, &block);
    tcb_file opened;
    tcb_descriptor descriptor;
    tcb_error error;
    size_t size;
    CHECK_EQUAL(tcb_open(file.data, file.size, NULL, &opened, &error), TCB_OK);
    CHECK_EQUAL(tcb_describe(&opened, &descriptor, 1, &error), TCB_OK);
    const tcb_request request = {&descriptor, 1, 0};
    CHECK_EQUAL(tcb_scratch_size(&opened, &request, &size, &error), TCB_E_TRUNCATED);
    bytes_free(&file);
    bytes_free(&block);
}

static void bounds_bitmaps_before_walking_them(void) {
    /* An element bitmap of 2^31 - 1 bits in one run, which any pass would take long to walk over. */
    const hand_column column = {1, ARRAY | HOLES | TCB_STRING, TCB_RAW,
                                "fe ff ff ff 0f  03 80 80 80 80 02 00  00"};
    bytes file = hand_file(1, &column, 1);
    tcb_limits limits = tcb_default_limits();
    limits.decoded_bytes = 1 << 20;
    tcb_file opened;
    tcb_descriptor descriptor;
    tcb_error error;
    size_t size;
    CHECK_EQUAL(tcb_open(file.data, file.size, &limits, &opened, &error), TCB_OK);
    CHECK_EQUAL(tcb_describe(&opened, &descriptor, 1, &error), TCB_OK);
    const tcb_request request = {&descriptor, 1, 0};
    CHECK_EQUAL(tcb_scratch_size(&opened, &request, &size, &error), TCB_E_LIMIT_BYTES);
    CHECK_EQUAL(error.found, 1 << 28);
    bytes_free(&file);
}

static void limits_count_all_columns(void) {
    const hand_column columns[] = {{1, TCB_STRING, TCB_DICT, "02 08 61 x4 00"},
                                   {2, TCB_STRING, TCB_DICT, "02 08 62 x4 00"}};
    bytes file = hand_file(1, columns, 2);
    tcb_limits limits = tcb_default_limits();
    decoded d;
    limits.string_bytes = 8;
    CHECK_EQUAL(decode_all(&d, file.data, file.size, &limits, 0), TCB_OK);
    const size_t used = d.used;
    decoded_free(&d);
    limits.string_bytes = 7;
    CHECK_EQUAL(decode_all(&d, file.data, file.size, &limits, 0), TCB_E_LIMIT_STRINGS);
    CHECK_EQUAL(d.error.column, 1);
    decoded_free(&d);
    limits = tcb_default_limits();
    limits.decoded_bytes = (uint32_t)used;
    CHECK_EQUAL(decode_all(&d, file.data, file.size, &limits, 0), TCB_OK);
    decoded_free(&d);
    limits.decoded_bytes--;
    CHECK_EQUAL(decode_all(&d, file.data, file.size, &limits, 0), TCB_E_LIMIT_BYTES);
    CHECK_EQUAL(d.error.column, 1);
    decoded_free(&d);
    limits.columns = 2;
    limits.rows = 1;
    limits.decoded_bytes++;
    CHECK_EQUAL(decode_all(&d, file.data, file.size, &limits, 0), TCB_OK);
    decoded_free(&d);
    bytes_free(&file);
}

/* ---- Buffers ------------------------------------------------------------------------------------- */

static void refuses_small_buffers(void) {
    const hand_column columns[] = {{1, TCB_STRING, TCB_RAW, "02 61 02 62 02 63"},
                                   {2, TCB_I64, TCB_RAW, "01 x24"}};
    bytes b = hand_file(3, columns, 2);
    tcb_file file;
    tcb_descriptor descriptors[2];
    tcb_column found[2];
    tcb_error error;
    size_t scratch_size, size, used;
    CHECK_EQUAL(tcb_open(b.data, b.size, NULL, &file, &error), TCB_OK);
    CHECK_EQUAL(tcb_describe(&file, descriptors, 2, &error), TCB_OK);
    const tcb_request request = {descriptors, 2, 0};
    CHECK_EQUAL(tcb_scratch_size(&file, &request, &scratch_size, &error), TCB_OK);
    uint8_t *scratch = exact_memory(scratch_size);
    CHECK_EQUAL(tcb_measure(&file, &request, scratch, scratch_size, &size, &error), TCB_OK);
    for (size_t less = 0; less < size; less++) {
        uint8_t *block = exact_memory(less);
        const tcb_status status =
            tcb_decode(&file, &request, scratch, scratch_size, block, less, found, &used, &error);
        CHECK_EQUAL(status, TCB_E_BUFFER);
        free(block);
    }
    uint8_t *block = exact_memory(size);
    for (size_t less = 0; less < scratch_size; less++) {
        uint8_t *short_scratch = exact_memory(less);
        const tcb_status status =
            tcb_decode(&file, &request, short_scratch, less, block, size, found, &used, &error);
        CHECK_EQUAL(status, TCB_E_BUFFER);
        free(short_scratch);
    }
    CHECK_EQUAL(tcb_decode(&file, &request, scratch, scratch_size, block, size, found, &used, NULL), TCB_OK);
    free(block);
    free(scratch);
    bytes_free(&b);
}

static void refuses_misaligned_buffers(void) {
    const hand_column column = {1, TCB_I64, TCB_RAW, "01 x8"};
    bytes b = hand_file(1, &column, 1);
    tcb_file file;
    tcb_descriptor descriptor;
    tcb_column found;
    size_t used;
    uint64_t block[4];
    CHECK_EQUAL(tcb_open(b.data, b.size, NULL, &file, NULL), TCB_OK);
    CHECK_EQUAL(tcb_describe(&file, &descriptor, 1, NULL), TCB_OK);
    const tcb_request request = {&descriptor, 1, 0};
    for (size_t i = 0; i < 8; i++) {
        CHECK_EQUAL(tcb_decode(&file, &request, NULL, 0, (uint8_t *)block + i, 16, &found, &used, NULL),
                    i == 0 ? TCB_OK : TCB_E_ARGUMENT);
    }
    bytes_free(&b);
}

static void reads_unaligned_input(void) {
    bytes file = read_whole_file(TCB_FIXTURES "/f64-dict.tcb");
    for (size_t shift = 0; shift < 8; shift++) {
        uint8_t *memory = exact_memory(file.size + shift);
        memcpy(memory + shift, file.data, file.size);
        decoded a, b;
        CHECK_EQUAL(decode_all(&a, memory + shift, file.size, NULL, 0), TCB_OK);
        CHECK_EQUAL(decode_all(&b, file.data, file.size, NULL, 0), TCB_OK);
        const tcb_table ta = table_of(&a), tb = table_of(&b);
        uint32_t column;
        CHECK(same_tables(&ta, &tb, &column));
        decoded_free(&a);
        decoded_free(&b);
        free(memory);
    }
    bytes_free(&file);
}

static void same_bytes_out(void) {
    const hand_column columns[] = {{1, TCB_BOOL, TCB_RLE, "0a 02"},
                                   {2, TCB_STRING, TCB_DICT, "02 06 61 x3 00 x5"}};
    bytes b = hand_file(5, columns, 2);
    tcb_file file;
    tcb_descriptor descriptors[2];
    tcb_column found[2];
    size_t used[2];
    uint64_t blocks[2][16];
    CHECK_EQUAL(tcb_open(b.data, b.size, NULL, &file, NULL), TCB_OK);
    CHECK_EQUAL(tcb_describe(&file, descriptors, 2, NULL), TCB_OK);
    const tcb_request request = {descriptors, 2, 0};
    for (int i = 0; i < 2; i++) {
        memset(blocks[i], i == 0 ? 0x00 : 0xff, sizeof blocks[i]);
        CHECK_EQUAL(tcb_decode(&file, &request, NULL, 0, blocks[i], sizeof blocks[i], found, &used[i], NULL),
                    TCB_OK);
    }
    CHECK_EQUAL(used[0], used[1]);
    CHECK(memcmp(blocks[0], blocks[1], used[0]) == 0);
    bytes_free(&b);
}

int main(void) {
    static const test_case tests[] = {
        {"decodes a whole file, every byte of it annotated", whole_file},
        {"looks at neither element nor encoding of a column that is not asked for", skips_unknown_columns},
        {"decodes the columns asked for, in the order asked", projects_in_any_order},
        {"decodes arrays, both bitmaps and tells the encodings used", arrays_and_bitmaps},
        {"clears the padding of bitmaps", clears_padding},
        {"wraps differences at 32 bits and packed values at 64", wraps},
        {"numbers raw strings by what they say", interns_raw_strings},
        {"gives the same values with dictionaries kept and expanded", keeps_dictionaries},
        {"picks the narrowest indices that hold every entry", wide_indices},
        {"unpacks every width from 1 to 64 over thousands of values", long_streams},
        {"refuses a file of 60 bytes that claims 2,000,000,000 rows", refuses_what_few_bytes_claim},
        {"asks for no scratch beyond what the file can fill", asks_no_scratch_beyond_the_file},
        {"holds a bitmap against the limit before walking over it", bounds_bitmaps_before_walking_them},
        {"counts strings and bytes of all columns against the limits", limits_count_all_columns},
        {"refuses every buffer that is too small", refuses_small_buffers},
        {"refuses misaligned buffers", refuses_misaligned_buffers},
        {"reads a file at any address", reads_unaligned_input},
        {"leaves no byte of the block to chance", same_bytes_out},
    };
    return RUN_TESTS(tests);
}
