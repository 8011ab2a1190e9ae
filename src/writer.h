/* Bounded writing, and the integer streams that an encoder weighs and writes. */
#ifndef TCB_WRITER_H
#define TCB_WRITER_H

#include "internal.h"

/* Sizes are known before anything is written, so `full` means a fault of this library; it is there so
 * that such a fault is an error and not a write outside the buffer. */
typedef struct tcbi_writer {
    uint8_t *p;
    uint8_t *end;
    bool full;
} tcbi_writer;

static inline void tcbi_put(tcbi_writer *w, const void *bytes, size_t size) {
    if (size > (size_t)(w->end - w->p)) {
        w->full = true;
        return;
    }
    if (size != 0) memcpy(w->p, bytes, size);
    w->p += size;
}

static inline void tcbi_put8(tcbi_writer *w, uint32_t v) {
    if (w->p == w->end) {
        w->full = true;
        return;
    }
    *w->p++ = (uint8_t)v;
}

static inline void tcbi_put_varint(tcbi_writer *w, uint64_t v) {
    while (v >= 0x80) {
        tcbi_put8(w, (uint32_t)(v & 0x7f) | 0x80u);
        v >>= 7;
    }
    tcbi_put8(w, (uint32_t)v);
}

static inline void tcbi_put_counter32(tcbi_writer *w, int32_t v) {
    tcbi_put_varint(w, tcbi_fold32(v));
}
static inline void tcbi_put_counter64(tcbi_writer *w, int64_t v) {
    tcbi_put_varint(w, tcbi_fold64(v));
}
/* Counts of this format are below 2^31. */
static inline void tcbi_put_count(tcbi_writer *w, uint32_t v) {
    tcbi_put_varint(w, (uint64_t)v << 1);
}

static inline uint32_t tcbi_counter32_size(int32_t v) {
    const uint32_t f = tcbi_fold32(v);
    /* Sums of comparisons, not a loop: compilers turn the callers' loops into vector code. */
    return 1u + (f >= 1u << 7) + (f >= 1u << 14) + (f >= 1u << 21) + (f >= 1u << 28);
}

static inline uint32_t tcbi_counter64_size(int64_t v) {
    uint64_t f = tcbi_fold64(v);
    uint32_t size = 1;
    while (f >= 0x80) {
        f >>= 7;
        size++;
    }
    return size;
}

static inline uint32_t tcbi_count_size(uint32_t v) {
    return tcbi_counter32_size((int32_t)v);
}

/* ---- A table to encode (check.c) ---------------------------------------------------------------- */

/* A column's parts as pointers. */
typedef struct tcbi_parts {
    const tcb_column *column;
    const uint8_t *validity;
    const uint8_t *element_validity;
    const uint32_t *offsets;
    const void *values;  /* numbers; indices where there is a dictionary */
    const void *entries; /* numbers of a kept dictionary */
    const uint32_t *text_offsets;
    const uint8_t *text;
    bool has_dictionary;
} tcbi_parts;

tcbi_parts tcbi_parts_of(const tcb_table *table, uint32_t i);

/* Records an error; its column and tag are set already. */
tcb_status tcbi_fail_encoding(tcb_error *error, tcb_status status, int64_t expected, int64_t found);

/* Everything that tcb_encode_sizes promises to check. */
tcb_status tcbi_check_table(const tcb_table *table, tcb_error *error);

/* ---- Integer streams to encode (stream.c) ----------------------------------------------------- */

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

/* ---- BITPACK (bitpack.c) ---------------------------------------------------------------------- */

typedef struct tcbi_packing {
    int64_t base;
    uint32_t width;
    uint32_t inner;
    uint32_t byte_count;
    const uint8_t *bytes; /* in the caller's scratch */
} tcbi_packing;

/* Integers of 1 (bool), 4 or 8 bytes; `indices` (of index_width bytes) stand for `values` by number
 * where a dictionary was kept. */
typedef struct tcbi_integers {
    const void *values;
    const void *indices;
    uint32_t index_width;
    uint32_t value_size;
    uint32_t count;
} tcbi_integers;

/* Packs at least one value into `scratch`, which holds count * 8 bytes, and tells the block's size. */
uint64_t tcbi_pack(const tcbi_integers *values, uint8_t *scratch, tcbi_packing *packing);
void tcbi_write_packing(tcbi_writer *w, const tcbi_packing *packing);

/* ---- Dictionaries (dict.c) -------------------------------------------------------------------- */

/* Distinct entries in order of first appearance, with the indices over them as a stream. */
typedef struct tcbi_dict {
    tcbi_keys keys;        /* the column's own entries, or its values */
    const uint32_t *first; /* of each distinct entry, its number among the keys */
    uint32_t count;
    tcbi_source indices; /* mapped to numbers of distinct entries */
    uint64_t index_size[5];
} tcbi_dict;

/* The same entries in ascending order of bytes, front-coded. */
typedef struct tcbi_front {
    const uint32_t *order; /* numbers of spans, ascending */
    uint64_t entries_size; /* of the front-coded entries, their count left out */
} tcbi_front;

/* The cut of entries into segments. */
typedef struct tcbi_segments {
    const tcbi_span *spans; /* distinct segments, in order of first appearance */
    uint32_t count;
    tcbi_front front;
    const uint32_t *rank;   /* of each distinct segment, its place in ascending order */
    const uint32_t *pieces; /* numbers of distinct segments, entry after entry */
    const uint32_t *piece_counts;
    uint64_t size; /* of segments and entries, both counts included */
} tcbi_segments;

/* Cuts of text that segmentation makes (§6): the number of pieces of `size` bytes. */
uint32_t tcbi_piece_count(const uint8_t *text, size_t size);

/* Scratch of the three calls below, for `keys` keys and `pieces` pieces of text. */
uint64_t tcbi_dict_scratch(uint32_t keys);
uint64_t tcbi_front_scratch(uint32_t keys);
uint64_t tcbi_segments_scratch(uint32_t keys, uint32_t pieces);

bool tcbi_make_dict(tcbi_dict *dict, tcbi_arena *scratch, tcbi_keys keys, uint32_t key_count,
                    const void *indices, uint32_t index_width, uint32_t value_count);
bool tcbi_make_front(tcbi_front *front, tcbi_arena *scratch, const uint8_t *base, const tcbi_span *spans,
                     uint32_t count);
bool tcbi_make_segments(tcbi_segments *segments, tcbi_arena *scratch, const tcbi_dict *dict,
                        uint32_t piece_limit);

void tcbi_write_front(tcbi_writer *w, const uint8_t *base, const tcbi_span *spans, uint32_t count,
                      const tcbi_front *front);
void tcbi_write_segments(tcbi_writer *w, const uint8_t *base, const tcbi_segments *segments,
                         uint32_t entry_count);

#endif
