/* One trigger at least for every status, with all that tcb_error tells about it. A status that nothing
 * here triggers fails the last test. */
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "status_cases.h"
#include "support.h"
#include "test.h"

#define STATUS_COUNT (TCB_E_INTERNAL + 1)

static unsigned triggered[STATUS_COUNT]; /* how often each status was triggered as expected */

static void expect(const char *what, tcb_status status, const tcb_error *found, tcb_error expected) {
    const unsigned before = test_failures;
    CHECK_EQUAL(status, expected.status);
    CHECK_EQUAL(found->status, expected.status);
    CHECK_EQUAL(found->column, expected.column);
    CHECK_EQUAL(found->tag, expected.tag);
    CHECK_EQUAL(found->offset, expected.offset);
    CHECK_EQUAL(found->expected, expected.expected);
    CHECK_EQUAL(found->found, expected.found);
    if (test_failures == before) {
        triggered[expected.status]++;
    } else {
        printf("# ... in: %s\n", what);
    }
}

/* Decodes all of a file and expects this error. */
static void expect_file(const char *what, const bytes *file, const tcb_limits *limits, tcb_error expected) {
    uint8_t *copy = exact_copy(file->data, file->size);
    decoded d;
    const tcb_status status = decode_all(&d, copy, file->size, limits, 0);
    expect(what, status, &d.error, expected);
    decoded_free(&d);
    free(copy);
}

/* ---- Errors in a header ------------------------------------------------------------------------- */

/* An empty table whose bytes at `at` are overwritten. */
static void expect_header(const char *what, size_t at, const char *patch, tcb_error expected) {
    bytes file = hand_file(0, NULL, 0), over = {0};
    put_hex(&over, patch);
    memcpy(file.data + at, over.data, over.size);
    expected.column = -1;
    expected.offset = (uint32_t)at;
    expect_file(what, &file, NULL, expected);
    bytes_free(&over);
    bytes_free(&file);
}

static void headers(void) {
    expect_header("a ZIP archive", 0, "50 4b 03 04",
                  (tcb_error){.status = TCB_E_SIGNATURE, .expected = 0x00424354, .found = 0x04034b50});
    expect_header("version 106", 4, "6a",
                  (tcb_error){.status = TCB_E_VERSION, .expected = 107, .found = 106});
    expect_header("encrypted", 8, "01", (tcb_error){.status = TCB_E_ENCRYPTED, .expected = 0, .found = 1});
    expect_header("encrypted, compressed", 8, "03",
                  (tcb_error){.status = TCB_E_ENCRYPTED, .expected = 0, .found = 3});
    expect_header("compressed", 8, "02", (tcb_error){.status = TCB_E_FLAGS, .expected = 0, .found = 2});
    expect_header("cipher 2", 9, "02", (tcb_error){.status = TCB_E_CIPHER, .expected = 0, .found = 2});
    expect_header("cipher 1 in a plain file", 9, "01",
                  (tcb_error){.status = TCB_E_CIPHER, .expected = 0, .found = 1});
    expect_header("another key check", 38, "54 43 42 01",
                  (tcb_error){.status = TCB_E_KEY_CHECK, .expected = 0x00424354, .found = 0x01424354});
    expect_header("-1 rows", 42, "01",
                  (tcb_error){.status = TCB_E_COUNT, .expected = INT32_MAX, .found = -1});
    expect_header("-1 columns", 43, "01",
                  (tcb_error){.status = TCB_E_COUNT, .expected = INT32_MAX, .found = -1});
}

/* ---- Errors in counts and descriptors, each file whole ------------------------------------------- */

static void bodies(void) {
    for (size_t i = 0; i < sizeof file_cases / sizeof *file_cases; i++) {
        bytes file = {0};
        put_header(&file);
        put_hex(&file, file_cases[i].body);
        expect_file(file_cases[i].what, &file, NULL, file_cases[i].error);
        bytes_free(&file);
    }
    bytes cut = {0};
    put_header(&cut);
    cut.size = 41;
    expect_file("a header of 41 bytes", &cut, NULL,
                (tcb_error){.status = TCB_E_TRUNCATED, .column = -1, .expected = 42, .found = 41});
    cut.size = 3;
    expect_file("a signature of 3 bytes", &cut, NULL,
                (tcb_error){.status = TCB_E_TRUNCATED, .column = -1, .expected = 4, .found = 3});
    bytes_free(&cut);
}

/* ---- Errors in blocks ------------------------------------------------------------------------------ */

static void blocks(void) {
    for (size_t i = 0; i < sizeof block_cases / sizeof *block_cases; i++) {
        const block_case *c = &block_cases[i];
        const hand_column column = {7, c->wire, c->encoding, c->block};
        bytes file = hand_file(c->rows, &column, 1);
        expect_file(c->what, &file, NULL,
                    (tcb_error){.status = (int32_t)c->status,
                                .column = 0,
                                .tag = 7,
                                .offset = c->offset,
                                .expected = c->expected,
                                .found = c->found});
        bytes_free(&file);
    }
}

static void later_columns(void) {
    const hand_column columns[] = {{300, TCB_I32, TCB_VARINTS, "00"}, {2, TCB_I32, TCB_VARINTS, "00 00"}};
    bytes file = hand_file(1, columns, 2);
    /* 44 bytes of header and counts, descriptors of 8 and 7, a block of 1, then a value of 1. */
    expect_file(
        "the second column", &file, NULL,
        (tcb_error){
            .status = TCB_E_BLOCK_END, .column = 1, .tag = 2, .offset = 61, .expected = 62, .found = 61});
    bytes_free(&file);
}

/* ---- Limits ---------------------------------------------------------------------------------------- */

static void limits(void) {
    const hand_column run = {7, TCB_I32, TCB_RLE, "16 00"};
    bytes file = hand_file(11, &run, 1);
    tcb_limits few = tcb_default_limits();
    few.rows = 10;
    expect_file(
        "11 rows of 10", &file, &few,
        (tcb_error){.status = TCB_E_LIMIT_ROWS, .column = -1, .offset = 42, .expected = 10, .found = 11});
    few = tcb_default_limits();
    few.columns = 0;
    expect_file(
        "1 column of 0", &file, &few,
        (tcb_error){.status = TCB_E_LIMIT_COLUMNS, .column = -1, .offset = 43, .expected = 0, .found = 1});
    few = tcb_default_limits();
    few.decoded_bytes = 43;
    expect_file("44 bytes of 43", &file, &few,
                (tcb_error){.status = TCB_E_LIMIT_BYTES,
                            .column = 0,
                            .tag = 7,
                            .offset = AT_BLOCK,
                            .expected = 43,
                            .found = 44});
    bytes_free(&file);

    /* 5 bytes of values, then 1 of a bitmap from byte 8 on: 9, although 5 and 1 are within 8. */
    const hand_column two[] = {{7, TCB_BOOL, TCB_RLE, "0a 00"},
                               {8, OPTIONAL | TCB_BOOL, TCB_RLE, "00 1f 0a 00"}};
    file = hand_file(5, two, 2);
    few.decoded_bytes = 8;
    expect_file(
        "what alignment adds", &file, &few,
        (tcb_error){
            .status = TCB_E_LIMIT_BYTES, .column = 1, .tag = 8, .offset = 61, .expected = 8, .found = 9});
    bytes_free(&file);

    const hand_column text = {7, TCB_STRING, TCB_DICT_FRONT, "04 00 08 61 62 63 64  08 02 65  00"};
    file = hand_file(1, &text, 1);
    few = tcb_default_limits();
    few.string_bytes = 8;
    expect_file("9 bytes of strings of 8", &file, &few,
                (tcb_error){.status = TCB_E_LIMIT_STRINGS,
                            .column = 0,
                            .tag = 7,
                            .offset = AT_BLOCK + 10,
                            .expected = 8,
                            .found = 9});
    bytes_free(&file);

    const hand_column segments = {7, TCB_STRING, TCB_DICT_SEG, "04 00 08 61 62 63 64  08 02 65  00"};
    file = hand_file(0, &segments, 1);
    expect_file("9 bytes of segments of 8", &file, &few,
                (tcb_error){.status = TCB_E_LIMIT_STRINGS,
                            .column = 0,
                            .tag = 7,
                            .offset = AT_BLOCK + 1,
                            .expected = 8,
                            .found = 9});
    bytes_free(&file);
}

/* ---- Errors of the call -------------------------------------------------------------------------- */

static const tcb_error wrong_argument = {.status = TCB_E_ARGUMENT, .column = -1};

static void opening_arguments(void) {
    bytes bytes_of_file = hand_file(0, NULL, 0);
    tcb_file file;
    tcb_error error;
    expect("no data", tcb_open(NULL, 0, NULL, &file, &error), &error, wrong_argument);
    expect("no file", tcb_open(bytes_of_file.data, bytes_of_file.size, NULL, NULL, &error), &error,
           wrong_argument);
    expect("no file to describe", tcb_describe(NULL, NULL, 0, &error), &error, wrong_argument);
#if SIZE_MAX > UINT32_MAX
    /* Nothing is read: the size is refused first. */
    expect("4 GiB", tcb_open(bytes_of_file.data, (size_t)UINT32_MAX + 1, NULL, &file, &error), &error,
           (tcb_error){.status = TCB_E_FILE_SIZE, .column = -1, .expected = UINT32_MAX, .found = INT64_MAX});
#else
    triggered[TCB_E_FILE_SIZE]++; /* no such size exists here */
#endif
    CHECK_EQUAL(tcb_open(NULL, 0, NULL, &file, NULL), TCB_E_ARGUMENT); /* the error may be left out */
    bytes_free(&bytes_of_file);
}

static void decoding_arguments(void) {
    const hand_column columns[] = {{7, TCB_I32, TCB_RLE, "0c 00"}, {8, TCB_STRING, TCB_RAW, "00 x6"}};
    bytes b = hand_file(6, columns, 2);
    tcb_file file;
    tcb_descriptor descriptors[2];
    tcb_column decoded_columns[2];
    tcb_error error;
    uint64_t block[64], scratch[64];
    uint8_t *const odd_block = (uint8_t *)block + 4, *const odd_scratch = (uint8_t *)scratch + 1;
    size_t size, used;
    tcb_open(b.data, b.size, NULL, &file, &error);
    expect("room for one descriptor of two", tcb_describe(&file, descriptors, 1, &error), &error,
           (tcb_error){.status = TCB_E_BUFFER, .column = -1, .expected = 2, .found = 1});
    expect("no descriptors", tcb_describe(&file, NULL, 2, &error), &error,
           (tcb_error){.status = TCB_E_BUFFER, .column = -1, .expected = 2, .found = 0});
    tcb_describe(&file, descriptors, 2, &error);

    tcb_request request = {descriptors, 2, 0};
    expect("no request", tcb_scratch_size(&file, NULL, &size, &error), &error, wrong_argument);
    expect("no size", tcb_scratch_size(&file, &request, NULL, &error), &error, wrong_argument);
    expect("odd scratch", tcb_measure(&file, &request, odd_scratch, 256, &size, &error), &error,
           wrong_argument);
    expect("scratch without memory", tcb_measure(&file, &request, NULL, 8, &size, &error), &error,
           wrong_argument);
    expect(
        "odd block",
        tcb_decode(&file, &request, scratch, sizeof scratch, odd_block, 256, decoded_columns, &used, &error),
        &error, wrong_argument);
    expect("no block",
           tcb_decode(&file, &request, scratch, sizeof scratch, NULL, 256, decoded_columns, &used, &error),
           &error, wrong_argument);
    expect("no columns",
           tcb_decode(&file, &request, scratch, sizeof scratch, block, sizeof block, NULL, &used, &error),
           &error, wrong_argument);
    request.flags = 2;
    expect("an unknown flag", tcb_measure(&file, &request, NULL, 0, &size, &error), &error, wrong_argument);

    request = (tcb_request){descriptors, 1, 0};
    expect("a block of 23 bytes for 24",
           tcb_decode(&file, &request, NULL, 0, block, 23, decoded_columns, &used, &error), &error,
           (tcb_error){
               .status = TCB_E_BUFFER, .column = 0, .tag = 7, .offset = 58, .expected = 24, .found = 23});
    /* Six strings of 16 bytes each, and 16 slots of 4 to find them in. */
    request = (tcb_request){descriptors + 1, 1, 0};
    expect("a scratch of 40 bytes for 160",
           tcb_decode(&file, &request, scratch, 40, block, sizeof block, decoded_columns, &used, &error),
           &error,
           (tcb_error){
               .status = TCB_E_BUFFER, .column = 1, .tag = 8, .offset = 60, .expected = 160, .found = 40});

    tcb_descriptor strange = descriptors[0];
    strange.byte_length = (uint32_t)b.size;
    request = (tcb_request){&strange, 1, 0};
    expect("a descriptor of another file", tcb_scratch_size(&file, &request, &size, &error), &error,
           (tcb_error){.status = TCB_E_ARGUMENT,
                       .column = -1,
                       .expected = (int64_t)b.size,
                       .found = descriptors[0].offset});
    bytes_free(&b);
}

/* ---- Refusals of the encoder ----------------------------------------------------------------------- */

static void encoding(void) {
    for (size_t i = 0; i < sizeof encoding_cases / sizeof *encoding_cases; i++) {
        const encoding_case *c = &encoding_cases[i];
        bytes b = {0};
        put_hex(&b, c->block);
        void *block = exact_copy(b.data, b.size);
        const tcb_table table = {block, b.size, &c->column, 1, c->rows};
        size_t scratch_size, bound;
        tcb_error error;
        const tcb_status status = tcb_encode_sizes(&table, &scratch_size, &bound, &error);
        expect(c->what, status, &error,
               (tcb_error){.status = (int32_t)c->status,
                           .column = 0,
                           .tag = c->column.tag,
                           .expected = c->expected,
                           .found = c->found});
        free(block);
        bytes_free(&b);
    }
}

static void encoding_calls(void) {
    uint64_t block[2] = {0}, scratch[64], out[32];
    const tcb_column columns[2] = {{.tag = 3, .element = TCB_I32, .value_count = 1},
                                   {.tag = 3, .element = TCB_I32, .value_count = 1, .values = 8}};
    tcb_table table = {block, sizeof block, columns, 2, 1};
    size_t scratch_size, bound, written;
    tcb_error error;
    expect("tag 3 twice", tcb_encode_sizes(&table, &scratch_size, &bound, &error), &error,
           (tcb_error){.status = TCB_E_DUPLICATE_TAG, .column = 1, .tag = 3, .found = 3});
    table.column_count = 1;
    expect("no table", tcb_encode_sizes(NULL, &scratch_size, &bound, &error), &error, wrong_argument);
    expect("no sizes", tcb_encode_sizes(&table, NULL, &bound, &error), &error, wrong_argument);
    expect("no output", tcb_encode(&table, scratch, sizeof scratch, NULL, 256, &written, &error), &error,
           wrong_argument);
    expect("odd scratch", tcb_encode(&table, (uint8_t *)scratch + 4, 256, out, sizeof out, &written, &error),
           &error, wrong_argument);
    table.row_count = UINT32_C(1) << 31;
    expect(
        "2^31 rows", tcb_encode_sizes(&table, &scratch_size, &bound, &error), &error,
        (tcb_error){.status = TCB_E_COUNT, .column = -1, .expected = INT32_MAX, .found = INT64_C(1) << 31});
    table.row_count = 1;
#if SIZE_MAX > UINT32_MAX
    table.block_size = (size_t)UINT32_MAX + 1; /* refused before any of it is looked at */
    expect("a block of 4 GiB", tcb_encode_sizes(&table, &scratch_size, &bound, &error), &error,
           (tcb_error){.status = TCB_E_FILE_SIZE, .column = -1, .expected = UINT32_MAX, .found = INT64_MAX});
#endif
}

/* ---- All of them --------------------------------------------------------------------------------------- */

static void every_status(void) {
    for (int status = 1; status < STATUS_COUNT; status++) {
        /* TCB_E_MEMORY comes from the WebAssembly heap alone, and TCB_E_INTERNAL would be a fault that no
         * input is known to reach: tests and fuzzers abort on it. */
        if (status == TCB_E_MEMORY || status == TCB_E_INTERNAL) continue;
        if (!CHECK(triggered[status] != 0)) printf("# nothing triggers status %d\n", status);
    }
    CHECK_EQUAL(triggered[TCB_E_INTERNAL], 0);
}

static void every_sentence(void) {
    const char *const unknown = tcb_status_string((tcb_status)STATUS_COUNT);
    CHECK(strcmp(unknown, "unknown status") == 0); /* the enumeration ends where this test thinks */
    for (int a = 0; a < STATUS_COUNT; a++) {
        const char *const sentence = tcb_status_string((tcb_status)a);
        CHECK(strcmp(sentence, unknown) != 0);
        for (int b = 0; b < a; b++) CHECK(strcmp(sentence, tcb_status_string((tcb_status)b)) != 0);
    }
}

int main(void) {
    static const test_case tests[] = {
        {"refuses a header that is not plain version 107, telling which byte", headers},
        {"refuses counts and descriptors that cannot be, telling where", bodies},
        {"refuses a broken block, telling the item and what was expected of it", blocks},
        {"tells which of several columns is broken", later_columns},
        {"refuses more rows, columns, bytes and strings than the limits allow", limits},
        {"refuses wrong arguments when opening", opening_arguments},
        {"refuses wrong arguments and small buffers when decoding", decoding_arguments},
        {"refuses tables that do not hold what they claim", encoding},
        {"refuses wrong arguments when encoding", encoding_calls},
        {"every status was triggered", every_status},
        {"every status has a sentence of its own", every_sentence},
    };
    return RUN_TESTS(tests);
}
