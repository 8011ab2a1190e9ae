/* Writing a file in the `compatible` profile (§6): each stream under the smallest of its candidates,
 * whose sizes are computed, not written; only the winner is. */
#include "bitpack.h"
#include "check.h"
#include "dict.h"
#include "stream.h"

/* ---- The raw form ------------------------------------------------------------------------------------ */

static uint32_t text_size(const tcbi_parts *p, uint32_t i) {
    const uint32_t entry = tcbi_index_at(p->values, p->column->index_width, i);
    return p->text_offsets[entry + 1] - p->text_offsets[entry];
}

static uint64_t raw_size(const tcbi_parts *p) {
    const tcb_column *c = p->column;
    uint64_t size = 0;
    if (c->element == TCB_STRING) {
        for (uint32_t i = 0; i < c->value_count; i++) {
            const uint32_t length = text_size(p, i);
            size += (uint64_t)tcbi_count_size(length) + length;
        }
    } else if (c->element == TCB_VARINT) {
        for (uint32_t i = 0; i < c->value_count; i++)
            size += tcbi_counter32_size(((const int32_t *)p->values)[i]);
    } else {
        size = (uint64_t)c->value_count * tcbi_value_size(c->element);
    }
    return size;
}

/* Writes values from .. to - 1, one after another. */
static void write_raw(tcbi_writer *w, const tcbi_parts *p, uint32_t from, uint32_t to) {
    const tcb_column *c = p->column;
    const uint32_t size = tcbi_value_size(c->element);
    if (c->element == TCB_STRING) {
        for (uint32_t i = from; i < to; i++) {
            const uint32_t length = text_size(p, i);
            tcbi_put_count(w, length);
            tcbi_put(w, p->text + p->text_offsets[tcbi_index_at(p->values, c->index_width, i)], length);
        }
    } else if (c->element == TCB_VARINT) {
        for (uint32_t i = from; i < to; i++) tcbi_put_counter32(w, ((const int32_t *)p->values)[i]);
    } else if (p->has_dictionary) {
        for (uint32_t i = from; i < to; i++) {
            const uint32_t entry = tcbi_index_at(p->values, c->index_width, i);
            tcbi_put(w, (const uint8_t *)p->entries + (size_t)entry * size, size);
        }
    } else {
        tcbi_put(w, (const uint8_t *)p->values + (size_t)from * size, (size_t)(to - from) * size);
    }
}

/* ---- Choosing how a stream of values is written -------------------------------------------------------- */

/* The best candidate so far, and what writing it takes. */
typedef struct plan {
    uint64_t size;
    uint32_t encoding;
    uint32_t weights[TCB_BITPACK + 1];
    tcbi_source stream; /* integers, whole numbers */
    uint32_t whole_inner;
    tcbi_packing packing;
    tcbi_dict dict;
    const tcbi_span *spans; /* of the distinct entries */
    tcbi_front front;
    tcbi_source front_indices;
    tcbi_segments segments;
} plan;

/* Sizes from 4 GiB on are refused when they win; until then they only have to lose. */
static uint32_t narrow(uint64_t size) {
    return size < TCB_NO_CANDIDATE ? (uint32_t)size : TCB_NO_CANDIDATE;
}

/* Candidates come in ascending order of number; a later one must be strictly smaller. */
static void offer(plan *best, uint32_t encoding, uint64_t size) {
    best->weights[encoding] = narrow(size);
    if (size < best->size) {
        best->size = size;
        best->encoding = encoding;
    }
}

static bool offer_packing(plan *best, tcbi_arena *scratch, const tcbi_parts *p) {
    const tcb_column *c = p->column;
    if (c->value_count == 0) return true;
    const uint32_t value_size = tcbi_value_size(c->element);
    const tcbi_integers values = {.values = p->has_dictionary ? p->entries : p->values,
                                  .indices = p->has_dictionary ? p->values : NULL,
                                  .index_width = c->index_width,
                                  .value_size = value_size,
                                  .count = c->value_count};
    uint8_t *bytes = tcbi_take_memory(scratch, (uint64_t)c->value_count * value_size);
    if (bytes == NULL) return false;
    offer(best, TCB_BITPACK, tcbi_pack(&values, bytes, &best->packing));
    return true;
}

/* i32, varint and bool: streams of 32-bit integers. */
static bool choose_integers(plan *best, tcbi_arena *scratch, const tcbi_parts *p) {
    const tcb_column *c = p->column;
    uint64_t size[5];
    best->stream = (tcbi_source){.data = p->values,
                                 .count = c->value_count,
                                 .kind = c->element == TCB_BOOL ? TCBI_FROM_U8 : TCBI_FROM_I32};
    tcbi_stream_sizes(&best->stream, size);
    if (c->element == TCB_I32) {
        offer(best, TCB_VARINTS, size[TCB_VARINTS]);
        offer(best, TCB_DELTA, size[TCB_DELTA]);
    }
    offer(best, TCB_RLE, size[TCB_RLE]);
    if (c->element == TCB_I32) offer(best, TCB_DELTA_RLE, size[TCB_DELTA_RLE]);
    return offer_packing(best, scratch, p);
}

/* Offers a dictionary whose entries take `entries_size` bytes, its count included. */
static void offer_dictionary(plan *best, uint32_t encoding, uint64_t entries_size,
                             const uint64_t index_size[5]) {
    offer(best, encoding, entries_size + index_size[TCB_VARINTS]);
    offer(best, encoding + 1, entries_size + index_size[TCB_RLE]); /* the _RLE twin has the next number */
}

static bool is_whole(const tcbi_parts *p, uint32_t i) {
    /* The bits must survive the way through an int32: no fraction, no -0.0, no NaN. */
    if (p->column->element == TCB_F32) {
        const float v = ((const float *)(p->has_dictionary ? p->entries : p->values))[i];
        if (!(v >= -2147483648.0f && v < 2147483648.0f)) return false;
        const float back = (float)(int32_t)v;
        return tcbi_load32(&v) == tcbi_load32(&back);
    }
    const double v = ((const double *)(p->has_dictionary ? p->entries : p->values))[i];
    if (!(v >= -2147483648.0 && v <= 2147483647.0)) return false;
    const double back = (double)(int32_t)v;
    return tcbi_load64(&v) == tcbi_load64(&back);
}

/* WHOLE, when every value is a whole number. A kept dictionary may hold unused entries, which do not
 * count: `map` stands for the values of the used ones. */
static bool offer_whole(plan *best, tcbi_arena *scratch, const tcbi_parts *p) {
    const tcb_column *c = p->column;
    best->stream = (tcbi_source){.data = p->values,
                                 .count = c->value_count,
                                 .kind = c->element == TCB_F32 ? TCBI_FROM_F32 : TCBI_FROM_F64};
    if (p->has_dictionary) {
        uint32_t *map = tcbi_take_memory(scratch, (uint64_t)c->entry_count * 4);
        if (map == NULL) return false;
        for (uint32_t i = 0; i < best->dict.count; i++) {
            const uint32_t entry = best->dict.first[i];
            if (!is_whole(p, entry)) return true;
        }
        for (uint32_t i = 0; i < c->entry_count; i++) {
            const double v = c->element == TCB_F32 ? (double)((const float *)p->entries)[i]
                                                   : ((const double *)p->entries)[i];
            map[i] = is_whole(p, i) ? (uint32_t)(int32_t)v : 0;
        }
        best->stream = best->dict.indices;
        best->stream.map = map;
    } else {
        for (uint32_t i = 0; i < c->value_count; i++) {
            if (!is_whole(p, i)) return true;
        }
    }
    uint64_t size[5];
    tcbi_stream_sizes(&best->stream, size);
    best->whole_inner = tcbi_smallest(size, TCB_VARINTS);
    offer(best, TCB_WHOLE, 1 + size[best->whole_inner]);
    return true;
}

/* i64, f32 and f64. */
static bool choose_numbers(plan *best, tcbi_arena *scratch, const tcbi_parts *p) {
    const tcb_column *c = p->column;
    const uint32_t size = tcbi_value_size(c->element);
    const tcbi_keys keys = {.base = p->has_dictionary ? p->entries : p->values, .width = size};
    const uint32_t key_count = p->has_dictionary ? c->entry_count : c->value_count;
    if (!tcbi_make_dict(&best->dict, scratch, keys, key_count, p->has_dictionary ? p->values : NULL,
                        c->index_width, c->value_count)) {
        return false;
    }
    offer_dictionary(best, TCB_DICT, tcbi_count_size(best->dict.count) + (uint64_t)best->dict.count * size,
                     best->dict.index_size);
    return c->element == TCB_I64 ? offer_packing(best, scratch, p) : offer_whole(best, scratch, p);
}

/* Indices over the front-coded order: each key stands for the rank of its entry. */
static bool make_front_indices(plan *best, tcbi_arena *scratch, uint32_t key_count) {
    const tcbi_dict *dict = &best->dict;
    uint32_t *rank = tcbi_take_memory(scratch, (uint64_t)key_count * 4);
    uint32_t *map = tcbi_take_memory(scratch, (uint64_t)key_count * 4);
    if (rank == NULL || map == NULL) return false;
    for (uint32_t i = 0; i < dict->count; i++) rank[best->front.order[i]] = i;
    for (uint32_t i = 0; i < key_count; i++) {
        const uint32_t number = dict->indices.map[i];
        map[i] = number == TCBI_EMPTY ? 0 : rank[number]; /* unused entries are never read */
    }
    best->front_indices = dict->indices;
    best->front_indices.map = map;
    return true;
}

static uint32_t count_pieces(const tcbi_parts *p) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < p->column->entry_count; i++) {
        count += tcbi_piece_count(p->text + p->text_offsets[i], p->text_offsets[i + 1] - p->text_offsets[i]);
    }
    return (uint32_t)count; /* at most the bytes of the text, which lies in a block below 4 GiB */
}

static bool choose_strings(plan *best, tcbi_arena *scratch, const tcbi_parts *p) {
    const tcb_column *c = p->column;
    tcbi_span *keys = tcbi_take_memory(scratch, (uint64_t)c->entry_count * sizeof *keys);
    tcbi_span *spans = tcbi_take_memory(scratch, (uint64_t)c->entry_count * sizeof *spans);
    if (keys == NULL || spans == NULL) return false;
    for (uint32_t i = 0; i < c->entry_count; i++) {
        keys[i] = (tcbi_span){p->text_offsets[i], p->text_offsets[i + 1] - p->text_offsets[i]};
    }
    tcbi_dict *dict = &best->dict;
    if (!tcbi_make_dict(dict, scratch, (tcbi_keys){.base = p->text, .spans = keys}, c->entry_count, p->values,
                        c->index_width, c->value_count)) {
        return false;
    }
    uint64_t entries_size = tcbi_count_size(dict->count);
    for (uint32_t i = 0; i < dict->count; i++) {
        spans[i] = keys[dict->first[i]];
        entries_size += (uint64_t)tcbi_count_size(spans[i].size) + spans[i].size;
    }
    best->spans = spans;
    offer_dictionary(best, TCB_DICT, entries_size, dict->index_size);

    uint64_t front_index_size[5];
    if (!tcbi_make_front(&best->front, scratch, p->text, spans, dict->count) ||
        !make_front_indices(best, scratch, c->entry_count)) {
        return false;
    }
    tcbi_stream_sizes(&best->front_indices, front_index_size);
    offer_dictionary(best, TCB_DICT_FRONT, tcbi_count_size(dict->count) + best->front.entries_size,
                     front_index_size);

    if (!tcbi_make_segments(&best->segments, scratch, dict, count_pieces(p))) return false;
    offer_dictionary(best, TCB_DICT_SEG, best->segments.size, dict->index_size);
    return true;
}

static bool choose_values(plan *best, tcbi_arena *scratch, const tcbi_parts *p) {
    memset(best->weights, 0xff, sizeof best->weights); /* TCB_NO_CANDIDATE */
    best->size = UINT64_MAX;
    offer(best, TCB_RAW, raw_size(p));
    switch (p->column->element) {
        case TCB_STRING:
            return choose_strings(best, scratch, p);
        case TCB_I64:
        case TCB_F32:
        case TCB_F64:
            return choose_numbers(best, scratch, p);
        case TCB_UUID:
            return true;
        default:
            return choose_integers(best, scratch, p);
    }
}

static void write_values(tcbi_writer *w, const plan *chosen, const tcbi_parts *p) {
    const tcbi_dict *dict = &chosen->dict;
    switch (chosen->encoding) {
        case TCB_RAW:
            write_raw(w, p, 0, p->column->value_count);
            break;
        case TCB_DICT:
        case TCB_DICT_RLE:
            tcbi_put_count(w, dict->count);
            for (uint32_t i = 0; i < dict->count; i++) {
                const tcbi_span entry = tcbi_key(&dict->keys, dict->first[i]);
                if (p->column->element == TCB_STRING) tcbi_put_count(w, entry.size);
                tcbi_put(w, dict->keys.base + entry.offset, entry.size);
            }
            tcbi_write_stream(w, &dict->indices, chosen->encoding == TCB_DICT ? TCB_VARINTS : TCB_RLE);
            break;
        case TCB_DICT_FRONT:
        case TCB_DICT_FRONT_RLE:
            tcbi_write_front(w, p->text, chosen->spans, dict->count, &chosen->front);
            tcbi_write_stream(w, &chosen->front_indices,
                              chosen->encoding == TCB_DICT_FRONT ? TCB_VARINTS : TCB_RLE);
            break;
        case TCB_DICT_SEG:
        case TCB_DICT_SEG_RLE:
            tcbi_write_segments(w, p->text, &chosen->segments, dict->count);
            tcbi_write_stream(w, &dict->indices, chosen->encoding == TCB_DICT_SEG ? TCB_VARINTS : TCB_RLE);
            break;
        case TCB_WHOLE:
            tcbi_put8(w, chosen->whole_inner);
            tcbi_write_stream(w, &chosen->stream, chosen->whole_inner);
            break;
        case TCB_BITPACK:
            tcbi_write_packing(w, &chosen->packing);
            break;
        default:
            tcbi_write_stream(w, &chosen->stream, chosen->encoding);
            break;
    }
}

/* ---- Blocks -------------------------------------------------------------------------------------------- */

typedef struct bitmap_plan {
    const uint8_t *bytes;
    uint32_t count;
    uint32_t encoding;
    uint64_t size;
} bitmap_plan;

/* Copies the bitmap with its padding cleared, and chooses its encoding. */
static bool choose_bitmap(bitmap_plan *bitmap, tcbi_arena *scratch, const uint8_t *bits, uint32_t bit_count) {
    if (bits == NULL) return true;
    const uint32_t count = (uint32_t)tcbi_bitmap_size(bit_count);
    uint8_t *bytes = tcbi_take_memory(scratch, count);
    if (bytes == NULL) return false;
    if (count != 0) memcpy(bytes, bits, count);
    if (bit_count % 8 != 0) bytes[count - 1] &= (uint8_t)((1u << bit_count % 8) - 1);
    *bitmap = (bitmap_plan){.bytes = bytes, .count = count};
    bitmap->encoding = tcbi_choose_bytes(bytes, count, &bitmap->size);
    bitmap->size += 1;
    return true;
}

static void write_bitmap(tcbi_writer *w, const bitmap_plan *bitmap) {
    if (bitmap->bytes == NULL) return;
    tcbi_put8(w, bitmap->encoding);
    tcbi_write_bytes(w, bitmap->bytes, bitmap->count, bitmap->encoding);
}

typedef struct block_plan {
    uint64_t size;
    uint64_t bitmaps_size;
    uint64_t array_size; /* under TCB_RAW and TCB_ARRAY; 0 where it is not an array */
    uint64_t raw_array_size;
    uint32_t encoding;
    bitmap_plan rows;
    bitmap_plan elements;
    uint32_t length_encoding;
    tcbi_source lengths;
    plan values;
} block_plan;

static bool choose_block(block_plan *block, tcbi_arena *scratch, const tcbi_parts *p, uint32_t row_count) {
    const tcb_column *c = p->column;
    *block = (block_plan){0};
    if (!choose_bitmap(&block->rows, scratch, p->validity, row_count) ||
        !choose_bitmap(&block->elements, scratch, p->element_validity, c->value_count) ||
        !choose_values(&block->values, scratch, p)) {
        return false;
    }
    block->encoding = block->values.encoding;
    block->size = block->values.size;
    if (p->offsets != NULL) {
        uint64_t size[5];
        block->lengths = (tcbi_source){.data = p->offsets, .count = row_count, .kind = TCBI_FROM_LENGTHS};
        tcbi_stream_sizes(&block->lengths, size);
        block->length_encoding = size[TCB_RLE] < size[TCB_VARINTS] ? TCB_RLE : TCB_RAW;
        const uint64_t lengths_size = size[block->length_encoding == TCB_RLE ? TCB_RLE : TCB_VARINTS];
        block->raw_array_size = size[TCB_VARINTS] + raw_size(p);
        block->array_size = c->element == TCB_UUID ? UINT64_MAX : 2 + lengths_size + block->values.size;
        const bool as_array = block->array_size < block->raw_array_size;
        block->encoding = as_array ? TCB_ARRAY : TCB_RAW;
        block->size = as_array ? block->array_size : block->raw_array_size;
    }
    block->bitmaps_size = block->rows.size + block->elements.size;
    if (p->element_validity != NULL) block->bitmaps_size += tcbi_count_size(c->value_count);
    block->size += block->bitmaps_size;
    return true;
}

static void write_block(tcbi_writer *w, const block_plan *block, const tcbi_parts *p, uint32_t row_count) {
    write_bitmap(w, &block->rows);
    if (p->element_validity != NULL) tcbi_put_count(w, p->column->value_count);
    write_bitmap(w, &block->elements);
    if (block->encoding == TCB_ARRAY) {
        tcbi_put8(w, block->values.encoding);
        tcbi_put8(w, block->length_encoding);
        tcbi_write_stream(w, &block->lengths, block->length_encoding == TCB_RLE ? TCB_RLE : TCB_VARINTS);
    } else if (p->offsets != NULL) {
        for (uint32_t row = 0; row < row_count; row++) {
            tcbi_put_count(w, p->offsets[row + 1] - p->offsets[row]);
            write_raw(w, p, p->offsets[row], p->offsets[row + 1]);
        }
        return;
    }
    write_values(w, &block->values, p);
}

/* ---- Files -----------------------------------------------------------------------------------------------
 */

/* What choose_block takes of the scratch for this column. */
static uint64_t column_scratch(const tcbi_parts *p, uint32_t row_count) {
    const tcb_column *c = p->column;
    const uint32_t keys = p->has_dictionary ? c->entry_count : c->value_count;
    uint64_t size = tcbi_round8(tcbi_bitmap_size(row_count)) + tcbi_round8(tcbi_bitmap_size(c->value_count));
    switch (c->element) {
        case TCB_STRING:
            return size + 2 * (uint64_t)keys * sizeof(tcbi_span) + tcbi_dict_scratch(keys) +
                   tcbi_front_scratch(keys) + 2 * tcbi_round8((uint64_t)keys * 4) +
                   tcbi_segments_scratch(keys, count_pieces(p));
        case TCB_UUID:
            return size;
        case TCB_I64:
        case TCB_F32:
        case TCB_F64:
            size += tcbi_dict_scratch(keys) + tcbi_round8((uint64_t)keys * 4);
            break;
        default:
            break;
    }
    return size + tcbi_round8((uint64_t)c->value_count * tcbi_value_size(c->element));
}

static uint64_t block_bound(const tcbi_parts *p, uint32_t row_count) {
    uint64_t size = raw_size(p);
    if (p->offsets != NULL) {
        for (uint32_t i = 0; i < row_count; i++) size += tcbi_count_size(p->offsets[i + 1] - p->offsets[i]);
    }
    if (p->validity != NULL) size += 1 + tcbi_bitmap_size(row_count);
    if (p->element_validity != NULL)
        size += 1 + tcbi_count_size(p->column->value_count) + tcbi_bitmap_size(p->column->value_count);
    return size;
}

static uint64_t descriptors_size(const tcb_table *table) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < table->column_count; i++) size += tcbi_count_size(table->columns[i].tag) + 6;
    return size;
}

static uint64_t front_size(const tcb_table *table) {
    return TCB_HEADER_SIZE + (uint64_t)tcbi_count_size(table->row_count) +
           tcbi_count_size(table->column_count) + descriptors_size(table);
}

tcb_status tcb_encode_sizes(const tcb_table *table, size_t *scratch_size, size_t *file_bound,
                            tcb_error *error) {
    tcb_error ignored;
    if (error == NULL) error = &ignored;
    if (tcbi_check_table(table, error) != TCB_OK) return (tcb_status)error->status;
    if (scratch_size == NULL || file_bound == NULL) return tcbi_fail_encoding(error, TCB_E_ARGUMENT, 0, 0);
    uint64_t scratch = 8, bound = front_size(table);
    for (uint32_t i = 0; i < table->column_count; i++) {
        const tcbi_parts p = tcbi_parts_of(table, i);
        const uint64_t needed = column_scratch(&p, table->row_count);
        if (needed > scratch) scratch = needed;
        bound += block_bound(&p, table->row_count);
    }
    if (bound > UINT32_MAX) return tcbi_fail_encoding(error, TCB_E_FILE_SIZE, UINT32_MAX, (int64_t)bound);
    if (scratch > UINT32_MAX) return tcbi_fail_encoding(error, TCB_E_FILE_SIZE, UINT32_MAX, (int64_t)scratch);
    *scratch_size = (size_t)scratch;
    *file_bound = (size_t)bound;
    return TCB_OK;
}

static void write_front_matter(tcbi_writer *w, const tcb_table *table) {
    const uint32_t signature = TCBI_SIGNATURE;
    static const uint8_t zeros[30] = {0};
    const uint32_t version = TCB_FORMAT_VERSION;
    tcbi_put(w, &signature, sizeof signature);
    tcbi_put(w, &version, sizeof version);
    tcbi_put(w, zeros, sizeof zeros); /* flags, cipher, nonce, mac */
    tcbi_put(w, &signature, sizeof signature);
    tcbi_put_count(w, table->row_count);
    tcbi_put_count(w, table->column_count);
}

static void write_descriptor(tcbi_writer *w, const tcb_column *c, const block_plan *block) {
    const uint32_t byte_length = (uint32_t)block->size;
    uint32_t wire = c->element;
    if (c->flags & TCB_IS_ARRAY) wire |= TCBI_WIRE_ARRAY;
    if (c->flags & TCB_IS_OPTIONAL) wire |= TCBI_WIRE_OPTIONAL;
    if (c->flags & TCB_OPTIONAL_ELEMENTS) wire |= TCBI_WIRE_OPTIONAL_ELEMENTS;
    tcbi_put_count(w, c->tag);
    tcbi_put8(w, wire);
    tcbi_put8(w, block->encoding);
    tcbi_put(w, &byte_length, sizeof byte_length);
}

tcb_status tcb_encode(const tcb_table *table, void *scratch, size_t scratch_size, void *out, size_t out_size,
                      size_t *written, tcb_error *error) {
    tcb_error ignored;
    if (error == NULL) error = &ignored;
    if (tcbi_check_table(table, error) != TCB_OK) return (tcb_status)error->status;
    if (out == NULL || written == NULL || !tcbi_is_aligned(scratch) ||
        (scratch == NULL && scratch_size != 0)) {
        return tcbi_fail_encoding(error, TCB_E_ARGUMENT, 0, 0);
    }
    const uint64_t front = front_size(table);
    if (front > out_size) return tcbi_fail_encoding(error, TCB_E_BUFFER, (int64_t)front, (int64_t)out_size);
    uint8_t *const start = out;
    tcbi_writer descriptors = {.p = start, .end = start + front};
    tcbi_writer blocks = {.p = start + front, .end = start + out_size};
    write_front_matter(&descriptors, table);
    for (uint32_t i = 0; i < table->column_count; i++) {
        const tcbi_parts p = tcbi_parts_of(table, i);
        error->column = (int32_t)i;
        error->tag = p.column->tag;
        tcbi_arena arena = {.base = scratch, .limit = scratch_size};
        block_plan block;
        if (!choose_block(&block, &arena, &p, table->row_count)) {
            return tcbi_fail_encoding(error, TCB_E_BUFFER, (int64_t)column_scratch(&p, table->row_count),
                                      (int64_t)scratch_size);
        }
        const uint64_t end = (uint64_t)(blocks.p - start) + block.size;
        if (end > UINT32_MAX) return tcbi_fail_encoding(error, TCB_E_FILE_SIZE, UINT32_MAX, (int64_t)end);
        if (end > out_size) return tcbi_fail_encoding(error, TCB_E_BUFFER, (int64_t)end, (int64_t)out_size);
        write_block(&blocks, &block, &p, table->row_count);
        write_descriptor(&descriptors, p.column, &block);
        if (blocks.full || descriptors.full || (uint64_t)(blocks.p - start) != end) {
            return tcbi_fail_encoding(error, TCB_E_INTERNAL, (int64_t)end, blocks.p - start);
        }
    }
    error->column = -1;
    error->tag = 0;
    *written = (size_t)(blocks.p - start);
    return TCB_OK;
}

/* A size with the bitmaps, or none. */
static uint32_t with_bitmaps(const block_plan *block, uint64_t size) {
    return size >= TCB_NO_CANDIDATE ? TCB_NO_CANDIDATE : narrow(size + block->bitmaps_size);
}

tcb_status tcb_weigh(const tcb_table *table, uint32_t column, void *scratch, size_t scratch_size,
                     tcb_weights *weights, tcb_error *error) {
    tcb_error ignored;
    if (error == NULL) error = &ignored;
    if (tcbi_check_table(table, error) != TCB_OK) return (tcb_status)error->status;
    if (weights == NULL || column >= table->column_count || !tcbi_is_aligned(scratch) || scratch == NULL) {
        return tcbi_fail_encoding(error, TCB_E_ARGUMENT, table->column_count, column);
    }
    const tcbi_parts p = tcbi_parts_of(table, column);
    tcbi_arena arena = {.base = scratch, .limit = scratch_size};
    block_plan block;
    if (!choose_block(&block, &arena, &p, table->row_count)) {
        return tcbi_fail_encoding(error, TCB_E_BUFFER, (int64_t)column_scratch(&p, table->row_count),
                                  (int64_t)scratch_size);
    }
    memset(weights, 0xff, sizeof *weights);
    if (p.offsets != NULL) {
        weights->candidates[TCB_RAW] = with_bitmaps(&block, block.raw_array_size);
        weights->candidates[TCB_ARRAY] = with_bitmaps(&block, block.array_size);
        memcpy(weights->elements, block.values.weights, sizeof weights->elements);
    } else {
        for (uint32_t e = 0; e <= TCB_BITPACK; e++) {
            weights->candidates[e] = with_bitmaps(&block, block.values.weights[e]);
        }
    }
    return TCB_OK;
}
