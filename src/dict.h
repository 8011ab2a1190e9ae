/* Dictionaries (§4): entries of strings as they are read, and entries of any kind as they are made. */
#ifndef TCB_DICT_H
#define TCB_DICT_H

#include "stream.h"

/* ---- Reading ---------------------------------------------------------------------------------- */

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

/* ---- Writing ---------------------------------------------------------------------------------- */

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
