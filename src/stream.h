/* Integer streams (§4: VARINT, DELTA, RLE, DELTA_RLE) and byte streams (§5). */
#ifndef TCB_STREAM_H
#define TCB_STREAM_H

#include "reader.h"
#include "writer.h"

/* ---- Reading ---------------------------------------------------------------------------------- */

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

/* ---- Writing ---------------------------------------------------------------------------------- */

typedef enum tcbi_source_kind {
    TCBI_FROM_I32,
    TCBI_FROM_U8,
    TCBI_FROM_U16,
    TCBI_FROM_U32,
    TCBI_FROM_LENGTHS, /* differences of consecutive uint32_t offsets */
    TCBI_FROM_F32,     /* whole numbers */
    TCBI_FROM_F64
} tcbi_source_kind;

/* `count` integers made from an array; where `map` is given, value v stands for map[v]. */
typedef struct tcbi_source {
    const void *data;
    const uint32_t *map;
    uint32_t count;
    tcbi_source_kind kind;
} tcbi_source;

/* Bytes of the stream under VARINT, DELTA, RLE and DELTA_RLE (§4), at the encodings' own numbers;
 * size[TCB_RAW] is left alone, since the raw form is not the stream's to know. */
void tcbi_stream_sizes(const tcbi_source *source, uint64_t size[5]);
/* Writes the stream under encoding 1 to 4. */
void tcbi_write_stream(tcbi_writer *w, const tcbi_source *source, uint32_t encoding);

/* The smallest of the encodings `from` to TCB_DELTA_RLE, ties to the lower number (§6). */
uint32_t tcbi_smallest(const uint64_t size[5], uint32_t from);

/* Byte streams (§5): the smallest encoding of `count` bytes, and its size; and writing it. */
uint32_t tcbi_choose_bytes(const uint8_t *bytes, uint32_t count, uint64_t *size);
void tcbi_write_bytes(tcbi_writer *w, const uint8_t *bytes, uint32_t count, uint32_t encoding);

#endif
