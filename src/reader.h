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
tcb_status tcbi_fail_call(tcb_error *error, tcb_status status, int64_t expected, int64_t found);

static inline size_t tcbi_left(const tcbi_reader *r) {
    return (size_t)(r->end - r->p);
}

/* Records a failure at `at`; returns false, so that callers can return it. */
bool tcbi_fail_at(tcbi_reader *r, const uint8_t *at, tcb_status status, int64_t expected, int64_t found);

static inline bool tcbi_fail(tcbi_reader *r, tcb_status status, int64_t expected, int64_t found) {
    return tcbi_fail_at(r, r->p, status, expected, found);
}

static inline bool tcbi_need(tcbi_reader *r, uint64_t size) {
    if (size <= tcbi_left(r)) return true;
    return tcbi_fail(r, TCB_E_TRUNCATED, size > INT64_MAX ? INT64_MAX : (int64_t)size, (int64_t)tcbi_left(r));
}

static inline bool tcbi_read8(tcbi_reader *r, uint32_t *out) {
    if (!tcbi_need(r, 1)) return false;
    *out = *r->p++;
    return true;
}

static inline bool tcbi_read32(tcbi_reader *r, uint32_t *out) {
    if (!tcbi_need(r, 4)) return false;
    *out = tcbi_load32(r->p);
    r->p += 4;
    return true;
}

/* Varints of more than one byte. */
bool tcbi_read_long_counter32(tcbi_reader *r, int32_t *out);
bool tcbi_read_counter64(tcbi_reader *r, int64_t *out);

static inline bool tcbi_read_counter32(tcbi_reader *r, int32_t *out) {
    /* Most counters of real tables are one byte: that path stays inline. */
    if (r->p < r->end && *r->p < 0x80) {
        *out = tcbi_unfold32(*r->p++);
        return true;
    }
    return tcbi_read_long_counter32(r, out);
}

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

/* Passes over `count` entries in raw form, or front-coded ones, and adds up their text. Leaves the
 * reader behind them. */
bool tcbi_size_entries(tcbi_reader *r, bool front, uint32_t count, uint64_t *text_size);
/* Reads the entries, whose size is known, into `text` and `offsets` (count + 1). */
bool tcbi_read_entries(tcbi_reader *r, bool front, uint32_t count, uint32_t *offsets, uint8_t *text);

/* Segments of a DICT_SEG dictionary, read. */
typedef struct tcbi_segment_table {
    uint32_t count;
    const uint32_t *offsets;
    const uint8_t *text;
} tcbi_segment_table;

/* The same two steps for entries that are made of segments. */
bool tcbi_size_joined(tcbi_reader *r, const tcbi_segment_table *segments, uint32_t count,
                      uint64_t *text_size);
bool tcbi_read_joined(tcbi_reader *r, const tcbi_segment_table *segments, uint32_t count, uint32_t *offsets,
                      uint8_t *text);

#endif
