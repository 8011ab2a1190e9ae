/* Tabbit Compiled Binary (.tcb), format version 107: decoder and encoder.
 *
 * The library does no I/O, keeps no state and allocates nothing: every buffer is the caller's, every
 * function may run in any number of threads at once. All functions are safe on hostile input: they
 * read nothing outside `data[0 .. size)`, write nothing outside the buffers given, and stop within
 * time proportional to the input and the limits.
 *
 * Reading a file:
 *     tcb_open             checks the header and tells how many rows and columns there are
 *     tcb_describe         fills one descriptor a column, and checks them all
 *     tcb_scratch_size     how much working memory the wanted columns need
 *     tcb_measure          an upper bound of the bytes they take once decoded
 *     tcb_decode           decodes them into one block
 *
 * Writing one:
 *     tcb_encode_sizes     working memory, and an upper bound of the file's size
 *     tcb_encode           writes the file, each column under its smallest encoding
 *     tcb_weigh            tells what the other encodings would have taken
 *
 * Sections named below (§) are those of the format's description: §2 header, §3 block,
 * §4 encodings, §5 byte streams, §6 choice of encodings, §8 what a reader checks.
 */
#ifndef TCB_H
#define TCB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* all that a shared library shows */
#endif

#define TCB_FORMAT_VERSION 107
#define TCB_HEADER_SIZE 42

/* What a function found. Numbers are fixed: never reused, never renumbered. Each comment names an
 * input that triggers it; `expected` and `found` of tcb_error are described where they are not the
 * plain pair of values. */
typedef enum tcb_status {
    TCB_OK = 0,
    TCB_E_ARGUMENT = 1, /* a NULL or misaligned buffer, an unknown flag */
    TCB_E_BUFFER = 2, /* a buffer smaller than the call needs (expected: bytes of the part that lacks room) */
    TCB_E_TRUNCATED = 3,       /* the bytes end inside an item (expected: bytes of it, found: left) */
    TCB_E_SIGNATURE = 4,       /* does not begin with "TCB\0" */
    TCB_E_VERSION = 5,         /* format version 106 */
    TCB_E_ENCRYPTED = 6,       /* flags bit 0 set: open the envelope first */
    TCB_E_FLAGS = 7,           /* flags bit 1, reserved for compression */
    TCB_E_CIPHER = 8,          /* cipher 2, or cipher 1 in a file that is not encrypted */
    TCB_E_KEY_CHECK = 9,       /* bytes 38 to 41 are not "TCB\0" */
    TCB_E_VARINT = 10,         /* a varint of more than 5 (10) bytes or more than 32 (64) bits */
    TCB_E_COUNT = 11,          /* a count or length below zero */
    TCB_E_TAG = 12,            /* tag 0, or below */
    TCB_E_DUPLICATE_TAG = 13,  /* two columns of tag 4 (found: the tag) */
    TCB_E_BLOCK_LENGTH = 14,   /* a block longer than what is left of the file */
    TCB_E_BLOCK_SUM = 15,      /* bytes after the last block (found: the size of the file) */
    TCB_E_RAW_LENGTH = 16,     /* a RAW block of fewer bytes than rows */
    TCB_E_ELEMENT = 17,        /* element type 8 to 15, in a column asked for */
    TCB_E_KIND = 18,           /* kind 2 or 3, or optional elements in a scalar column */
    TCB_E_ENCODING = 19,       /* DELTA for strings (expected: the element, found: the encoding) */
    TCB_E_INNER_ENCODING = 20, /* WHOLE over inner encoding 0, a byte stream under 5, lengths under 1 */
    TCB_E_RUN = 21,            /* a run of length 0, or past the end (expected: values left) */
    TCB_E_INDEX = 22,          /* an index not below the entry count (expected: the count) */
    TCB_E_SHARED = 23,         /* more shared bytes than the entry before has (expected: its bytes) */
    TCB_E_WIDTH = 24,          /* a bit width of 0 or 65 */
    TCB_E_BYTE_RANGE = 25,     /* a byte stream with the value 256 */
    TCB_E_STRING_LENGTH = 26,  /* a string longer than what is left of its block */
    TCB_E_ELEMENT_COUNT = 27,  /* element bitmap of another count than the values (expected: values) */
    TCB_E_BLOCK_END = 28,      /* a block with bytes left over (expected: end, found: where it ended) */
    TCB_E_UTF8 = 29,           /* a string that is not UTF-8 (found: number of the entry) */
    TCB_E_LIMIT_ROWS = 30,     /* more rows than tcb_limits allows (expected: the limit) */
    TCB_E_LIMIT_COLUMNS = 31,  /* more columns */
    TCB_E_LIMIT_BYTES = 32,    /* more decoded bytes, or an array column of over 2^31-1 elements */
    TCB_E_LIMIT_STRINGS = 33,  /* more bytes of distinct strings */
    TCB_E_VALUE_COUNT = 34,    /* encoding: a column of another length than the table */
    TCB_E_OFFSETS = 35,        /* encoding: row or string offsets that fall (found: position) */
    TCB_E_BOOL = 36,           /* encoding: a bool other than 0 and 1 (found: position) */
    TCB_E_FILE_SIZE = 37,      /* a file or block of 4 GiB or more */
    TCB_E_MEMORY = 38,         /* WebAssembly only: the memory's cap is reached (expected: bytes) */
    TCB_E_INTERNAL = 39        /* a fault of this library: please report it */
} tcb_status;

/* What went wrong, and where. `column` is the column's position in the file or table, -1 outside of
 * any. `offset` is the byte of the file where the offending item begins; 0 when encoding. */
typedef struct tcb_error {
    int32_t status;
    int32_t column;
    uint32_t tag;
    uint32_t offset;
    int64_t expected;
    int64_t found;
} tcb_error;

/* One sentence for a status: static text, never NULL. */
const char *tcb_status_string(tcb_status status);

/* Ceilings that a reader sets itself, since a few bytes may legally claim 2^31 rows. They are checked
 * before a size is used. NULL in place of a tcb_limits means tcb_default_limits(). */
typedef struct tcb_limits {
    uint32_t rows;          /* default 67,108,864 */
    uint32_t columns;       /* default 4,096; tags out of order cost time by its square */
    uint32_t decoded_bytes; /* of the block that tcb_decode fills; default 1 GiB */
    uint32_t string_bytes;  /* of distinct strings (raw ones: of all), in all columns; default 512 MiB */
} tcb_limits;

tcb_limits tcb_default_limits(void);

/* Element types (§2, the wire byte). */
typedef enum tcb_element {
    TCB_VARINT = 0, /* int32_t: enums */
    TCB_BOOL = 1,   /* uint8_t, 0 or 1 */
    TCB_I32 = 2,    /* int32_t */
    TCB_I64 = 3,    /* int64_t */
    TCB_F32 = 4,    /* float */
    TCB_F64 = 5,    /* double */
    TCB_STRING = 6, /* index into a table of strings */
    TCB_UUID = 7    /* 16 bytes, as stored */
} tcb_element;

/* Encodings (§4). */
typedef enum tcb_encoding {
    TCB_RAW = 0,
    TCB_VARINTS = 1,
    TCB_DELTA = 2,
    TCB_RLE = 3,
    TCB_DELTA_RLE = 4,
    TCB_DICT = 5,
    TCB_DICT_RLE = 6,
    TCB_DICT_FRONT = 7,
    TCB_DICT_FRONT_RLE = 8,
    TCB_ARRAY = 9,
    TCB_WHOLE = 10,
    TCB_DICT_SEG = 11,
    TCB_DICT_SEG_RLE = 12,
    TCB_BITPACK = 13
} tcb_encoding;

/* ---- Reading ------------------------------------------------------------------------------- */

/* An opened file. Borrows the caller's bytes, which must stay as they are while it is used. */
typedef struct tcb_file {
    const uint8_t *data;
    uint32_t size;
    uint32_t row_count;
    uint32_t column_count;
    uint32_t descriptors_offset;
    tcb_limits limits;
} tcb_file;

/* One column as its descriptor says (§2). `encoding` and the element in `wire` may be unknown numbers:
 * they are looked at only when the column is decoded. */
typedef struct tcb_descriptor {
    uint32_t tag;
    uint32_t position;    /* from 0, in the order of the file */
    uint32_t offset;      /* of the block, from the start of the file */
    uint32_t byte_length; /* of the block, bitmaps included */
    uint32_t wire_offset; /* of the wire byte in the descriptor; the encoding stands behind it */
    uint8_t wire;
    uint8_t encoding;
    uint8_t reserved[2];
} tcb_descriptor;

/* Checks the header (§2) of a plain file and reads the two counts. A MAC is neither needed nor
 * verified. Errors: TCB_E_ARGUMENT, TCB_E_FILE_SIZE and 3 to 11, 30, 31. `error` may be NULL. */
tcb_status tcb_open(const void *data, size_t size, const tcb_limits *limits, tcb_file *file,
                    tcb_error *error);

/* Reads all `file->column_count` descriptors into `columns`, which holds `capacity` of them, and
 * checks tags and byte lengths. Errors: TCB_E_BUFFER and 3, 10 to 16. */
tcb_status tcb_describe(const tcb_file *file, tcb_descriptor *columns, size_t capacity, tcb_error *error);

/* tcb_column.flags */
enum {
    TCB_IS_ARRAY = 1,          /* `offsets` is there; `values` are the elements of all rows */
    TCB_IS_OPTIONAL = 2,       /* `validity` is there */
    TCB_OPTIONAL_ELEMENTS = 4, /* `element_validity` is there */
    TCB_IS_DICTIONARY = 8,     /* `values` are indices into `dictionary` (strings: always) */
    TCB_IS_ASCII = 16          /* every string of the table is ASCII */
};

/* The strings of a table are distinct unless the file itself repeats an entry.
 *
 * A decoded column, and the encoder's input: the same form. Places are byte offsets from the start of
 * the block that holds the column's parts, each a multiple of 8; which parts there are, the flags
 * tell. Absent rows and elements hold the empty value of their type.
 *
 *   validity          uint8_t[(rows + 7) / 8], bit i of byte i / 8 (low bit first) set: row i is present
 *   offsets           uint32_t[rows + 1]: row i has the elements offsets[i] to offsets[i + 1] - 1
 *   element_validity  as validity, one bit an element
 *   values            value_count values of the element's C type (tcb_element), or indices of
 *                     index_width bytes, each below entry_count
 *   dictionary        numbers: entry_count values; strings: uint32_t[entry_count + 1] offsets into text
 *   text              UTF-8, not terminated
 *
 * The encodings below `entry_count` are information: what the block used, TCB_NONE where it does not
 * apply. The encoder ignores them, and `encoding`. */
#define TCB_NONE 255

typedef struct tcb_column {
    uint32_t tag;
    uint8_t element;
    uint8_t flags;
    uint8_t index_width; /* 1, 2 or 4; 0 without a dictionary */
    uint8_t encoding;
    uint32_t value_count;     /* rows, or elements of all rows */
    uint32_t entry_count;     /* of the dictionary */
    uint8_t element_encoding; /* ARRAY: of the elements */
    uint8_t length_encoding;  /* ARRAY: of the row lengths, 0 or 3 */
    uint8_t inner_encoding;   /* WHOLE, BITPACK: of the stream inside */
    uint8_t bit_width;        /* BITPACK */
    uint8_t bitmap_encoding;
    uint8_t element_bitmap_encoding;
    uint8_t reserved[2];
    uint32_t validity;
    uint32_t offsets;
    uint32_t element_validity;
    uint32_t values;
    uint32_t dictionary;
    uint32_t text;
} tcb_column;

/* Flags of the three calls below: pass the same ones to each. */
enum {
    TCB_KEEP_DICTIONARIES = 1 /* leave dictionary-encoded numbers as indices and entries */
};

/* The wanted columns: any of the descriptors that tcb_describe gave, in any order. */
typedef struct tcb_request {
    const tcb_descriptor *columns;
    uint32_t count;
    uint32_t flags;
} tcb_request;

/* Bytes of scratch that tcb_measure and tcb_decode need for the request: often 0, for string columns
 * in proportion to the block. Errors: those of tcb_decode that concern what it walks over. */
tcb_status tcb_scratch_size(const tcb_file *file, const tcb_request *request, size_t *size, tcb_error *error);

/* An upper bound of the bytes that tcb_decode fills: exact but for RAW strings. `scratch` is 8-aligned,
 * of at least the size that tcb_scratch_size told; nothing of it is kept between calls. */
tcb_status tcb_measure(const tcb_file *file, const tcb_request *request, void *scratch, size_t scratch_size,
                       size_t *size, tcb_error *error);

/* Decodes the wanted columns into `block` (8-aligned, `block_size` at least what tcb_measure told) and
 * fills one tcb_column for each, in the request's order. `used` is how much of the block holds data.
 * On an error the contents of block, columns and scratch are unspecified.
 * Errors: TCB_E_ARGUMENT, TCB_E_BUFFER, 3, 10, 11, 17 to 29, 32, 33. */
tcb_status tcb_decode(const tcb_file *file, const tcb_request *request, void *scratch, size_t scratch_size,
                      void *block, size_t block_size, tcb_column *columns, size_t *used, tcb_error *error);

/* ---- Writing ------------------------------------------------------------------------------- */

/* A table to encode: `columns` as tcb_decode fills them, their places relative to `block`. */
typedef struct tcb_table {
    const void *block; /* 8-aligned */
    size_t block_size;
    const tcb_column *columns;
    uint32_t column_count;
    uint32_t row_count;
} tcb_table;

/* Checks the table's shape and contents (counts, places, offsets, indices, UTF-8, tags) and tells the
 * scratch that tcb_encode needs and an upper bound of the file's size.
 * Errors: TCB_E_ARGUMENT, TCB_E_COUNT, TCB_E_TAG, TCB_E_DUPLICATE_TAG, TCB_E_ELEMENT, TCB_E_KIND,
 * TCB_E_BUFFER (a part outside the block), TCB_E_INDEX, TCB_E_UTF8, 34 to 37. */
tcb_status tcb_encode_sizes(const tcb_table *table, size_t *scratch_size, size_t *file_bound,
                            tcb_error *error);

/* Writes the table as a plain file in the `compatible` profile (§6): the very bytes of the format's own
 * exporter. `scratch` is 8-aligned. Checks all that tcb_encode_sizes checks; TCB_E_BUFFER if the file
 * does not fit into `out_size` bytes. */
tcb_status tcb_encode(const tcb_table *table, void *scratch, size_t scratch_size, void *out, size_t out_size,
                      size_t *written, tcb_error *error);

#define TCB_NO_CANDIDATE UINT32_MAX

/* What a column's block would take under each encoding, by number: bitmaps included, TCB_NO_CANDIDATE
 * where the exporter does not try it (§6). For an array column these are RAW and ARRAY, and `elements` tells
 * what its elements alone take under each of theirs; else that is all TCB_NO_CANDIDATE. */
typedef struct tcb_weights {
    uint32_t candidates[TCB_BITPACK + 1];
    uint32_t elements[TCB_BITPACK + 1];
} tcb_weights;

/* Weighs column `column` of a table. Scratch as tcb_encode_sizes tells; errors as tcb_encode's. */
tcb_status tcb_weigh(const tcb_table *table, uint32_t column, void *scratch, size_t scratch_size,
                     tcb_weights *weights, tcb_error *error);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
