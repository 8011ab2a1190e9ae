/* Bounded reading. Every read tests what is left, returns false on the first failure and records it. */
#ifndef TCB_READER_H
#define TCB_READER_H

#include "internal.h"

typedef struct tcbi_reader {
    const uint8_t *p;
    const uint8_t *end;
    const uint8_t *start; /* of the file: error offsets count from here */
    tcb_error *error;     /* never NULL; status, offset, expected and found are set here */
} tcbi_reader;

/* Records an error that is of the call, not of a place in the file. */
static inline tcb_status tcbi_fail_call(tcb_error *error, tcb_status status, int64_t expected,
                                        int64_t found) {
    *error = (tcb_error){.status = (int32_t)status, .column = -1, .expected = expected, .found = found};
    return status;
}

static inline size_t tcbi_left(const tcbi_reader *r) {
    return (size_t)(r->end - r->p);
}

void tcbi_record(tcbi_reader *r, const uint8_t *at, tcb_status status, int64_t expected, int64_t found);

/* Records a failure at `at`, or at the reader's position; false, so that callers can return it. */
static inline bool tcbi_fail_at(tcbi_reader *r, const uint8_t *at, tcb_status status, int64_t expected,
                                int64_t found) {
    tcbi_record(r, at, status, expected, found);
    return false;
}

static inline bool tcbi_fail(tcbi_reader *r, tcb_status status, int64_t expected, int64_t found) {
    tcbi_record(r, r->p, status, expected, found);
    return false;
}

/* TCB_E_TRUNCATED unless `size` bytes are left. */
bool tcbi_need(tcbi_reader *r, uint64_t size);

/* None of these is inline: they are called a few times a column, and once an entry at most; the loops
 * over values in stream.c have a fast path of their own. */
bool tcbi_read8(tcbi_reader *r, uint32_t *out);
bool tcbi_read32(tcbi_reader *r, uint32_t *out);
bool tcbi_read_counter32(tcbi_reader *r, int32_t *out);
bool tcbi_read_counter64(tcbi_reader *r, int64_t *out);

/* A counter32 that may not be negative. */
bool tcbi_read_count(tcbi_reader *r, uint32_t *out);

/* ---- Integer streams (stream.c, §4): VARINT, DELTA, RLE, DELTA_RLE -------------------------- */

/* Reads `left` values, in pieces of any size. */
typedef struct tcbi_stream {
    tcbi_reader *r;
    uint32_t encoding;
    uint64_t left;
    uint32_t run;   /* values left of the run under way */
    int32_t value;  /* last value, or the value of the run */
    int32_t change; /* DELTA_RLE: difference of the run */
    bool started;
} tcbi_stream;

/* TCB_E_INNER_ENCODING unless `encoding` is 1 to 4. */
bool tcbi_stream_open(tcbi_stream *s, tcbi_reader *r, uint32_t encoding, uint64_t count);
/* The next `n` values; `n` is at most what is left. */
bool tcbi_stream_read(tcbi_stream *s, int32_t *out, uint32_t n);

/* Reads a whole stream of indices below `limit` into `out`, `width` bytes each. */
bool tcbi_read_indices(tcbi_reader *r, uint32_t encoding, uint32_t count, uint32_t limit, void *out,
                       uint32_t width);

/* A byte stream (§5), in pieces of any size. */
typedef struct tcbi_bytes {
    tcbi_reader *r;
    bool raw;
    tcbi_stream stream;
} tcbi_bytes;

bool tcbi_bytes_open(tcbi_bytes *b, tcbi_reader *r, uint32_t encoding, uint64_t count);
/* The next `n` bytes. */
bool tcbi_bytes_read(tcbi_bytes *b, uint8_t *out, uint32_t n);
/* Passes over a whole byte stream. */
bool tcbi_bytes_skip(tcbi_reader *r, uint32_t encoding, uint64_t count);

/* Row lengths (§4, ARRAY) under TCB_VARINTS or TCB_RLE: their sum, and with `offsets` not NULL the
 * `count` + 1 offsets. */
bool tcbi_read_lengths(tcbi_reader *r, uint32_t encoding, uint32_t count, uint32_t *offsets, uint32_t *total);

/* ---- BITPACK (bitpack.c) ---------------------------------------------------------------------- */

/* Unpacks `count` values as element (TCB_VARINT, TCB_BOOL, TCB_I32 or TCB_I64) into `out`. */
bool tcbi_read_bitpack(tcbi_reader *r, uint32_t element, uint32_t count, void *out, tcb_column *column);

/* ---- String dictionaries (dict.c) ------------------------------------------------------------- */

/* The length of a string, which must not exceed what is left. */
bool tcbi_read_length(tcbi_reader *r, uint32_t *length);

/* Segments of a DICT_SEG dictionary, read. */
typedef struct tcbi_segment_table {
    uint32_t count;
    const uint32_t *offsets;
    const uint8_t *text;
} tcbi_segment_table;

/* Where entries go: `size` bytes so far of at most `capacity`. With `bytes` NULL they are only counted. */
typedef struct tcbi_text {
    uint8_t *bytes;
    uint32_t *offsets; /* one more than entries; NULL: not noted */
    uint64_t size;
    uint64_t capacity;
} tcbi_text;

/* Reads `count` entries: in raw form, front-coded, or (segments not NULL) made of segments. */
bool tcbi_read_entries(tcbi_reader *r, bool front, const tcbi_segment_table *segments, uint32_t count,
                       tcbi_text *text);

#endif
