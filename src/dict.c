/* Dictionaries of strings and numbers (§4, encodings 5 to 8, 11 and 12): reading entries, and making
 * dictionaries as §6 orders and cuts them. */
#include "dict.h"

#define SHORT_COPY 16 /* bytes below which a loop is faster than a call to memcpy: most entries' pieces */

/* ---- Reading ---------------------------------------------------------------------------------- */

bool tcbi_read_length(tcbi_reader *r, uint32_t *length) {
    const uint8_t *at = r->p;
    if (!tcbi_read_count(r, length)) return false;
    if (*length <= tcbi_left(r)) return true;
    return tcbi_fail_at(r, at, TCB_E_STRING_LENGTH, (int64_t)tcbi_left(r), *length);
}

/* The number of bytes that a front-coded entry shares with the one before, of `before` bytes. */
static bool read_shared(tcbi_reader *r, uint32_t before, uint32_t *shared) {
    const uint8_t *at = r->p;
    if (!tcbi_read_count(r, shared)) return false;
    if (*shared <= before) return true;
    return tcbi_fail_at(r, at, TCB_E_SHARED, before, *shared);
}

/* Puts `size` bytes behind the text, or only counts them. */
static bool append(tcbi_reader *r, tcbi_text *text, const uint8_t *from, uint32_t size) {
    if (text->bytes != NULL) {
        if (size > text->capacity - text->size) {
            return tcbi_fail(r, TCB_E_BUFFER, (int64_t)(text->size + size), (int64_t)text->capacity);
        }
        uint8_t *const to = text->bytes + text->size;
        if (size < SHORT_COPY) {
            for (uint32_t i = 0; i < size; i++) to[i] = from[i];
        } else {
            memcpy(to, from, size);
        }
    }
    text->size += size;
    return true;
}

/* One entry that is front-coded or, without `shared`, in raw form; `*before` is the length of the one before.
 */
static bool read_entry(tcbi_reader *r, bool front, uint32_t *before, tcbi_text *text) {
    uint32_t shared = 0, rest = 0;
    if (front && !read_shared(r, *before, &shared)) return false;
    if (!tcbi_read_length(r, &rest)) return false;
    const uint8_t *const entry = r->p;
    r->p += rest;
    /* Where text is only counted, there is none to point at. */
    const uint8_t *const last = text->bytes == NULL ? NULL : text->bytes + text->size - *before;
    *before = shared + rest; /* at most the sum of all rests: within the file's size */
    return append(r, text, last, shared) && append(r, text, entry, rest);
}

static bool read_joined(tcbi_reader *r, const tcbi_segment_table *segments, tcbi_text *text) {
    uint32_t pieces = 0;
    if (!tcbi_read_count(r, &pieces)) return false;
    for (; pieces != 0; pieces--) {
        const uint8_t *at = r->p;
        int32_t number = 0;
        if (!tcbi_read_counter32(r, &number)) return false;
        if ((uint32_t)number >= segments->count) {
            return tcbi_fail_at(r, at, TCB_E_INDEX, (int64_t)segments->count - 1, number);
        }
        const uint32_t start = segments->offsets[number];
        if (!append(r, text, segments->text + start, segments->offsets[number + 1] - start)) return false;
    }
    return true;
}

bool tcbi_read_entries(tcbi_reader *r, bool front, const tcbi_segment_table *segments, uint32_t count,
                       tcbi_text *text) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (text->offsets != NULL) text->offsets[i] = (uint32_t)text->size;
        if (!(segments != NULL ? read_joined(r, segments, text) : read_entry(r, front, &before, text)))
            return false;
    }
    if (text->offsets != NULL) text->offsets[count] = (uint32_t)text->size;
    return true;
}

/* ---- Making: distinct entries in order of first appearance -------------------------------------- */

uint64_t tcbi_dict_scratch(uint32_t keys) {
    return tcbi_round8((uint64_t)tcbi_table_slots(keys) * 4) + 2 * tcbi_round8((uint64_t)keys * 4);
}

uint64_t tcbi_front_scratch(uint32_t keys) {
    return 2 * tcbi_round8((uint64_t)keys * 4);
}

uint64_t tcbi_segments_scratch(uint32_t keys, uint32_t pieces) {
    return tcbi_round8((uint64_t)tcbi_table_slots(pieces) * 4) +
           2 * tcbi_round8((uint64_t)pieces * sizeof(tcbi_span)) + 3 * tcbi_round8((uint64_t)pieces * 4) +
           tcbi_round8((uint64_t)keys * 4) + tcbi_front_scratch(pieces);
}

static tcbi_source_kind kind_of_width(uint32_t width) {
    return width == 1 ? TCBI_FROM_U8 : width == 2 ? TCBI_FROM_U16 : TCBI_FROM_U32;
}

bool tcbi_make_dict(tcbi_dict *dict, tcbi_arena *scratch, tcbi_keys keys, uint32_t key_count,
                    const void *indices, uint32_t index_width, uint32_t value_count) {
    const size_t slots = tcbi_table_slots(key_count);
    uint32_t *table = tcbi_take_memory(scratch, (uint64_t)slots * 4);
    uint32_t *first = tcbi_take_memory(scratch, (uint64_t)key_count * 4);
    uint32_t *numbers =
        tcbi_take_memory(scratch, (uint64_t)key_count * 4); /* of each key, its distinct entry */
    if (table == NULL || first == NULL || numbers == NULL) return false;
    tcbi_interner in;
    tcbi_interner_init(&in, keys, table, slots, first);
    *dict = (tcbi_dict){.keys = keys, .first = first};
    if (indices == NULL) {
        for (uint32_t i = 0; i < value_count; i++) numbers[i] = tcbi_intern(&in, i);
        dict->indices = (tcbi_source){.data = numbers, .count = value_count, .kind = TCBI_FROM_U32};
    } else {
        /* The column's own dictionary may stand in another order, repeat entries or hold unused ones. */
        if (key_count != 0) memset(numbers, 0xff, (size_t)key_count * 4); /* TCBI_EMPTY */
        for (uint32_t i = 0; i < value_count; i++) {
            const uint32_t key = tcbi_index_at(indices, index_width, i);
            if (numbers[key] == TCBI_EMPTY) numbers[key] = tcbi_intern(&in, key);
        }
        dict->indices = (tcbi_source){
            .data = indices, .map = numbers, .count = value_count, .kind = kind_of_width(index_width)};
    }
    dict->count = in.count;
    tcbi_stream_sizes(&dict->indices, dict->index_size);
    return true;
}

/* ---- Making: ascending order and front coding ---------------------------------------------------- */

static uint32_t shared_bytes(const uint8_t *base, tcbi_span a, tcbi_span b) {
    return (uint32_t)tcbi_common(base + a.offset, base + b.offset, a.size < b.size ? a.size : b.size);
}

/* Whether a stands before b, or is the same. */
static bool is_ordered(const uint8_t *base, tcbi_span a, tcbi_span b) {
    const uint32_t shared = shared_bytes(base, a, b);
    if (shared == a.size || shared == b.size) return a.size <= b.size;
    return base[a.offset + shared] < base[b.offset + shared];
}

/* Merges sorted from[low, middle) and from[middle, high) into `to`. */
static void merge(const uint8_t *base, const tcbi_span *spans, const uint32_t *from, uint32_t *to, size_t low,
                  size_t middle, size_t high) {
    size_t a = low, b = middle;
    for (size_t i = low; i < high; i++) {
        const bool left = b == high || (a < middle && is_ordered(base, spans[from[a]], spans[from[b]]));
        to[i] = left ? from[a++] : from[b++];
    }
}

/* Ascending order of bytes: a merge sort from below, without recursion. Returns whichever of the two
 * arrays holds the result. */
static uint32_t *sort_spans(const uint8_t *base, const tcbi_span *spans, uint32_t count, uint32_t *order,
                            uint32_t *spare) {
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            const size_t middle = low + width < count ? low + width : count;
            const size_t high = low + 2 * width < count ? low + 2 * width : count;
            merge(base, spans, order, spare, low, middle, high);
        }
        uint32_t *const sorted = spare;
        spare = order;
        order = sorted;
    }
    return order;
}

bool tcbi_make_front(tcbi_front *front, tcbi_arena *scratch, const uint8_t *base, const tcbi_span *spans,
                     uint32_t count) {
    uint32_t *order = tcbi_take_memory(scratch, (uint64_t)count * 4);
    uint32_t *spare = tcbi_take_memory(scratch, (uint64_t)count * 4);
    if (order == NULL || spare == NULL) return false;
    *front = (tcbi_front){.order = sort_spans(base, spans, count, order, spare)};
    tcbi_span before = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const tcbi_span span = spans[front->order[i]];
        const uint32_t shared = shared_bytes(base, before, span), rest = span.size - shared;
        front->entries_size += (uint64_t)tcbi_count_size(shared) + tcbi_count_size(rest) + rest;
        before = span;
    }
    return true;
}

void tcbi_write_front(tcbi_writer *w, const uint8_t *base, const tcbi_span *spans, uint32_t count,
                      const tcbi_front *front) {
    tcbi_put_count(w, count);
    tcbi_span before = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const tcbi_span span = spans[front->order[i]];
        const uint32_t shared = shared_bytes(base, before, span), rest = span.size - shared;
        tcbi_put_count(w, shared);
        tcbi_put_count(w, rest);
        tcbi_put(w, base + span.offset + shared, rest);
        before = span;
    }
}

/* ---- Making: segments (§6) ------------------------------------------------------------------------ */

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

static bool is_separator(uint8_t c) {
    switch (c) {
        case '_':
        case '-':
        case '/':
        case '.':
        case '\\':
        case ':':
        case ' ':
        case '|':
            return true;
        default:
            return false;
    }
}

/* The length of the first piece of non-empty text. */
static uint32_t first_piece(const uint8_t *text, size_t size) {
    uint32_t n = 1;
    while (n < size && !is_separator(text[n - 1]) && is_digit(text[n - 1]) == is_digit(text[n])) n++;
    return n;
}

uint32_t tcbi_piece_count(const uint8_t *text, size_t size) {
    uint32_t count = 0;
    for (size_t done = 0; done < size; count++) done += first_piece(text + done, size - done);
    return count;
}

bool tcbi_make_segments(tcbi_segments *segments, tcbi_arena *scratch, const tcbi_dict *dict,
                        uint32_t piece_limit) {
    const uint8_t *const base = dict->keys.base;
    const size_t slots = tcbi_table_slots(piece_limit);
    uint32_t *table = tcbi_take_memory(scratch, (uint64_t)slots * 4);
    tcbi_span *all = tcbi_take_memory(scratch, (uint64_t)piece_limit * sizeof *all);
    tcbi_span *distinct = tcbi_take_memory(scratch, (uint64_t)piece_limit * sizeof *distinct);
    uint32_t *first = tcbi_take_memory(scratch, (uint64_t)piece_limit * 4);
    uint32_t *pieces = tcbi_take_memory(scratch, (uint64_t)piece_limit * 4);
    uint32_t *rank = tcbi_take_memory(scratch, (uint64_t)piece_limit * 4);
    uint32_t *piece_counts = tcbi_take_memory(scratch, (uint64_t)dict->count * 4);
    if (table == NULL || all == NULL || distinct == NULL || first == NULL || pieces == NULL || rank == NULL ||
        piece_counts == NULL) {
        return false;
    }
    tcbi_interner in;
    tcbi_interner_init(&in, (tcbi_keys){.base = base, .spans = all}, table, slots, first);
    uint32_t total = 0;
    for (uint32_t e = 0; e < dict->count; e++) {
        const tcbi_span entry = tcbi_key(&dict->keys, dict->first[e]);
        const uint32_t before = total;
        for (uint32_t done = 0; done < entry.size; total++) {
            const uint32_t size = first_piece(base + entry.offset + done, entry.size - done);
            all[total] = (tcbi_span){entry.offset + done, size};
            pieces[total] = tcbi_intern(&in, total);
            done += size;
        }
        piece_counts[e] = total - before;
    }
    for (uint32_t s = 0; s < in.count; s++) distinct[s] = all[first[s]];
    *segments = (tcbi_segments){
        .spans = distinct, .count = in.count, .rank = rank, .pieces = pieces, .piece_counts = piece_counts};
    if (!tcbi_make_front(&segments->front, scratch, base, distinct, in.count)) return false;
    for (uint32_t i = 0; i < in.count; i++) rank[segments->front.order[i]] = i;

    uint64_t size = segments->front.entries_size + tcbi_count_size(in.count) + tcbi_count_size(dict->count);
    for (uint32_t e = 0; e < dict->count; e++) size += tcbi_count_size(piece_counts[e]);
    for (uint32_t i = 0; i < total; i++) size += tcbi_count_size(rank[pieces[i]]);
    segments->size = size;
    return true;
}

void tcbi_write_segments(tcbi_writer *w, const uint8_t *base, const tcbi_segments *segments,
                         uint32_t entry_count) {
    tcbi_write_front(w, base, segments->spans, segments->count, &segments->front);
    tcbi_put_count(w, entry_count);
    const uint32_t *piece = segments->pieces;
    for (uint32_t e = 0; e < entry_count; e++) {
        tcbi_put_count(w, segments->piece_counts[e]);
        for (uint32_t n = segments->piece_counts[e]; n != 0; n--) tcbi_put_count(w, segments->rank[*piece++]);
    }
}
