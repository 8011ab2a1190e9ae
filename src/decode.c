/* Decoding columns: blocks (§3) and the values in them (§4). */
#include "bitpack.h"
#include "dict.h"
#include "stream.h"

/* ---- Blocks -------------------------------------------------------------------------------------- */

/* One walk over a block serves three passes, so that what is measured is what is decoded:
 * PASS_SCRATCH stops once the working memory is known, PASS_MEASURE once the sizes are. */
typedef enum pass { PASS_SCRATCH, PASS_MEASURE, PASS_DECODE } pass;

typedef struct decoder {
    tcbi_reader r;
    const tcb_file *file;
    tcb_column *column;
    tcbi_arena block;
    tcbi_arena scratch;
    uint64_t string_bytes; /* of all columns so far */
    uint32_t flags;
    pass pass;
} decoder;

/* Takes `count` values of `size` bytes from the block. */
static bool take(decoder *d, uint64_t count, uint32_t size, uint32_t *place) {
    const uint64_t bytes = count * size;
    if (tcbi_take(&d->block, bytes, place)) return true;
    const uint64_t needed = tcbi_round8(d->block.used) + bytes, limit = d->file->limits.decoded_bytes;
    return tcbi_fail(&d->r, needed > limit ? TCB_E_LIMIT_BYTES : TCB_E_BUFFER,
                     (int64_t)(needed > limit ? limit : needed),
                     (int64_t)(needed > limit ? needed : d->block.limit));
}

/* Takes working memory; in PASS_SCRATCH only its size is counted, and `*out` is NULL. */
static bool take_scratch(decoder *d, uint64_t bytes, void **out) {
    const bool counting = d->pass == PASS_SCRATCH;
    uint32_t place = 0;
    if ((!counting && d->scratch.base == NULL) || !tcbi_take(&d->scratch, bytes, &place)) {
        return tcbi_fail(&d->r, counting ? TCB_E_LIMIT_BYTES : TCB_E_BUFFER,
                         (int64_t)(tcbi_round8(d->scratch.used) + bytes), (int64_t)d->scratch.limit);
    }
    *out = counting ? NULL : d->scratch.base + place;
    return true;
}

static bool take_text(decoder *d, uint64_t size) {
    d->string_bytes += size;
    const uint32_t limit = d->file->limits.string_bytes;
    if (d->string_bytes > limit) {
        return tcbi_fail(&d->r, TCB_E_LIMIT_STRINGS, limit, (int64_t)d->string_bytes);
    }
    return take(d, size, 1, &d->column->text);
}

static void *part(const decoder *d, uint32_t place) {
    return d->block.base + place;
}

/* Reads a bitmap of `bits` bits under an encoding of its own (§3). */
static bool read_bitmap(decoder *d, uint32_t bits, uint32_t *place, uint8_t *encoding) {
    const uint32_t size = (uint32_t)tcbi_bitmap_size(bits);
    uint32_t e;
    if (!tcbi_read8(&d->r, &e)) return false;
    *encoding = (uint8_t)e;
    if (!take(d, size, 1, place)) return false; /* in every pass: the limit bounds the time, too */
    if (d->pass != PASS_DECODE) return tcbi_bytes_skip(&d->r, e, size);
    tcbi_bytes bytes;
    uint8_t *out = part(d, *place);
    if (!tcbi_bytes_open(&bytes, &d->r, e, size) || !tcbi_bytes_read(&bytes, out, size)) return false;
    if (bits % 8 != 0) out[size - 1] &= (uint8_t)((1u << bits % 8) - 1); /* the padding */
    return true;
}

/* ---- Strings ---- */

/* Checks the entries of a table, and tells whether they are all ASCII. Returns the number of the first
 * entry that is not UTF-8, or TCBI_EMPTY. */
static uint32_t check_text(decoder *d) {
    tcb_column *c = d->column;
    const uint32_t *offsets = part(d, c->dictionary);
    const uint8_t *text = part(d, c->text);
    if (tcbi_is_ascii(text, offsets[c->entry_count])) {
        c->flags |= TCB_IS_ASCII;
        return TCBI_EMPTY;
    }
    for (uint32_t i = 0; i < c->entry_count; i++) {
        if (!tcbi_is_utf8(text + offsets[i], offsets[i + 1] - offsets[i])) return i;
    }
    return TCBI_EMPTY;
}

/* RAW strings: spans of the file, interned here. */
typedef struct raw_strings {
    tcbi_span *spans;
    uint32_t *numbers;
    uint32_t *first;
    uint32_t *table;
    size_t slots;
} raw_strings;

/* Takes the memory, in one piece; in PASS_SCRATCH `spans` stays NULL. */
static bool take_raw_strings(decoder *d, uint32_t count, raw_strings *raw) {
    const size_t slots = tcbi_table_slots(count);
    void *memory;
    *raw = (raw_strings){.slots = slots};
    if (!take_scratch(d, (uint64_t)count * (sizeof *raw->spans + 8) + (uint64_t)slots * 4, &memory))
        return false;
    if (memory == NULL) return true;
    raw->spans = memory;
    raw->numbers = (uint32_t *)(raw->spans + count);
    raw->first = raw->numbers + count;
    raw->table = raw->first + count;
    return true;
}

static bool read_spans(tcbi_reader *r, tcbi_span *spans, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = 0;
        if (!tcbi_read_length(r, &length)) return false;
        spans[i] = (tcbi_span){(uint32_t)(r->p - r->start), length};
        r->p += length;
    }
    return true;
}

/* Before interning nobody knows how many strings differ: room for the case that all do. */
static bool measure_raw_strings(decoder *d, uint32_t count) {
    uint32_t ignored;
    return take(d, count, tcbi_index_width(count), &ignored) && take(d, (uint64_t)count + 1, 4, &ignored) &&
           take_text(d, tcbi_left(&d->r));
}

static bool intern_strings(decoder *d, const raw_strings *raw, uint32_t count) {
    tcb_column *c = d->column;
    const tcbi_keys keys = {.base = d->r.start, .spans = raw->spans};
    tcbi_interner in;
    tcbi_interner_init(&in, keys, raw->table, raw->slots, raw->first);
    uint64_t text_size = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t before = in.count;
        raw->numbers[i] = tcbi_intern(&in, i);
        if (in.count != before) text_size += raw->spans[i].size;
    }
    c->entry_count = in.count;
    c->index_width = (uint8_t)tcbi_index_width(in.count);
    if (!take(d, count, c->index_width, &c->values) || !take(d, (uint64_t)in.count + 1, 4, &c->dictionary) ||
        !take_text(d, text_size)) {
        return false;
    }
    void *indices = part(d, c->values);
    for (uint32_t i = 0; i < count; i++) {
        if (c->index_width == 1) {
            ((uint8_t *)indices)[i] = (uint8_t)raw->numbers[i];
        } else if (c->index_width == 2) {
            ((uint16_t *)indices)[i] = (uint16_t)raw->numbers[i];
        } else {
            ((uint32_t *)indices)[i] = raw->numbers[i];
        }
    }
    uint32_t *offsets = part(d, c->dictionary);
    uint8_t *text = part(d, c->text);
    uint32_t end = 0;
    for (uint32_t i = 0; i < in.count; i++) {
        const tcbi_span span = raw->spans[raw->first[i]];
        offsets[i] = end;
        if (span.size != 0) memcpy(text + end, d->r.start + span.offset, span.size);
        end += span.size;
    }
    offsets[in.count] = end;
    const uint32_t bad = check_text(d);
    if (bad == TCBI_EMPTY) return true;
    return tcbi_fail_at(&d->r, d->r.start + raw->spans[raw->first[bad]].offset, TCB_E_UTF8, 0, bad);
}

static bool read_raw_strings(decoder *d, uint32_t count) {
    if (!tcbi_need(&d->r, count)) return false; /* a byte each at least: no scratch for more */
    if (d->pass == PASS_MEASURE) return measure_raw_strings(d, count);
    raw_strings raw;
    if (!take_raw_strings(d, count, &raw)) return false;
    if (raw.spans == NULL) return true;
    return read_spans(&d->r, raw.spans, count) && intern_strings(d, &raw, count);
}

/* Reads the segments of a DICT_SEG dictionary into scratch. */
static bool read_segments(decoder *d, tcbi_segment_table *segments) {
    if (!tcbi_read_count(&d->r, &segments->count)) return false;
    const uint8_t *at = d->r.p;
    tcbi_text text = {0};
    if (!tcbi_read_entries(&d->r, true, NULL, segments->count, &text)) return false;
    const uint32_t limit = d->file->limits.string_bytes;
    if (text.size > limit) return tcbi_fail_at(&d->r, at, TCB_E_LIMIT_STRINGS, limit, (int64_t)text.size);
    const uint64_t offsets_size = tcbi_round8(((uint64_t)segments->count + 1) * 4);
    void *memory = NULL;
    if (!take_scratch(d, offsets_size + text.size, &memory)) return false;
    if (memory == NULL) return true;
    text = (tcbi_text){.bytes = (uint8_t *)memory + offsets_size, .offsets = memory, .capacity = text.size};
    segments->offsets = text.offsets;
    segments->text = text.bytes;
    d->r.p = at;
    return tcbi_read_entries(&d->r, true, NULL, segments->count, &text);
}

/* The entries and indices of a dictionary whose segments, if it has any, are read. The text comes last in
 * the block, so that entries are read straight into it and passed over only once. */
static bool read_string_entries(decoder *d, bool front, bool runs, const tcbi_segment_table *segments,
                                uint32_t count) {
    tcb_column *c = d->column;
    if (!tcbi_read_count(&d->r, &c->entry_count)) return false;
    c->index_width = (uint8_t)tcbi_index_width(c->entry_count);
    if (!take(d, count, c->index_width, &c->values) ||
        !take(d, (uint64_t)c->entry_count + 1, 4, &c->dictionary) || !take(d, 0, 1, &c->text)) {
        return false;
    }
    const uint8_t *const entries = d->r.p;
    tcbi_text text = {0};
    if (d->pass == PASS_DECODE) {
        text = (tcbi_text){.bytes = part(d, c->text),
                           .offsets = part(d, c->dictionary),
                           .capacity = d->block.limit - d->block.used};
    }
    if (!tcbi_read_entries(&d->r, front, segments, c->entry_count, &text) || !take_text(d, text.size))
        return false;
    if (d->pass == PASS_MEASURE) return true;
    const uint32_t bad = check_text(d);
    if (bad != TCBI_EMPTY) {
        d->r.p = entries; /* again up to the bad entry, to tell where it stands */
        text = (tcbi_text){0};
        return tcbi_read_entries(&d->r, front, segments, bad, &text) && tcbi_fail(&d->r, TCB_E_UTF8, 0, bad);
    }
    return tcbi_read_indices(&d->r, runs ? TCB_RLE : TCB_VARINTS, count, c->entry_count, part(d, c->values),
                             c->index_width);
}

static bool read_string_dictionary(decoder *d, uint32_t encoding, uint32_t count) {
    const bool front = encoding == TCB_DICT_FRONT || encoding == TCB_DICT_FRONT_RLE;
    const bool runs =
        encoding == TCB_DICT_RLE || encoding == TCB_DICT_FRONT_RLE || encoding == TCB_DICT_SEG_RLE;
    const bool segmented = encoding == TCB_DICT_SEG || encoding == TCB_DICT_SEG_RLE;
    tcbi_segment_table segments = {0};
    if (segmented && !read_segments(d, &segments)) return false;
    if (d->pass == PASS_SCRATCH) return true;
    return read_string_entries(d, front, runs, segmented ? &segments : NULL, count);
}

/* ---- Numbers ---- */

/* Copies `count` raw values of fixed width; a bool is 0 or 1 (§2). */
static void copy_raw(uint32_t element, uint8_t *out, const uint8_t *from, size_t size) {
    if (element == TCB_BOOL) {
        for (size_t i = 0; i < size; i++) out[i] = from[i] != 0;
    } else if (size != 0) {
        memcpy(out, from, size);
    }
}

static bool read_raw_numbers(decoder *d, uint32_t element, uint32_t count, uint8_t *out) {
    if (element == TCB_VARINT) {
        tcbi_stream s;
        return tcbi_stream_open(&s, &d->r, TCB_VARINTS, count) &&
               tcbi_stream_read(&s, (int32_t *)(void *)out, count);
    }
    const uint64_t size = (uint64_t)count * tcbi_value_size(element);
    if (!tcbi_need(&d->r, size)) return false;
    copy_raw(element, out, d->r.p, (size_t)size);
    d->r.p += size;
    return true;
}

static bool read_bools(decoder *d, uint32_t encoding, uint32_t count, uint8_t *out) {
    tcbi_stream s;
    if (!tcbi_stream_open(&s, &d->r, encoding, count)) return false;
    int32_t chunk[TCBI_CHUNK];
    while (s.left != 0) {
        const uint32_t n = s.left < TCBI_CHUNK ? (uint32_t)s.left : TCBI_CHUNK;
        if (!tcbi_stream_read(&s, chunk, n)) return false;
        for (uint32_t i = 0; i < n; i++) *out++ = chunk[i] != 0;
    }
    return true;
}

static bool read_integers(decoder *d, uint32_t element, uint32_t encoding, uint32_t count, void *out) {
    if (encoding == TCB_BITPACK) return tcbi_read_bitpack(&d->r, element, count, out, d->column);
    if (element == TCB_BOOL) return read_bools(d, encoding, count, out);
    tcbi_stream s;
    return tcbi_stream_open(&s, &d->r, encoding, count) && tcbi_stream_read(&s, out, count);
}

static bool read_whole(decoder *d, uint32_t element, uint32_t count, void *out) {
    uint32_t inner;
    tcbi_stream s;
    if (!tcbi_read8(&d->r, &inner) || !tcbi_stream_open(&s, &d->r, inner, count)) return false;
    d->column->inner_encoding = (uint8_t)inner;
    int32_t chunk[TCBI_CHUNK];
    for (uint32_t done = 0; done < count;) {
        const uint32_t n = count - done < TCBI_CHUNK ? count - done : TCBI_CHUNK;
        if (!tcbi_stream_read(&s, chunk, n)) return false;
        if (element == TCB_F32) {
            for (uint32_t i = 0; i < n; i++) ((float *)out)[done + i] = (float)chunk[i];
        } else {
            for (uint32_t i = 0; i < n; i++) ((double *)out)[done + i] = (double)chunk[i];
        }
        done += n;
    }
    return true;
}

/* Puts the entries in the place of their indices. The indices were read into the last 4 * count bytes
 * of `out`: each is read before the value that overwrites it is written. */
static void expand(uint8_t *out, uint32_t size, uint32_t count, const uint8_t *entries) {
    const uint8_t *indices = out + (size_t)count * (size - 4);
    if (size == 4) {
        for (size_t i = 0; i < count; i++)
            memcpy(out + 4 * i, entries + 4 * (size_t)tcbi_load32(indices + 4 * i), 4);
    } else {
        for (size_t i = 0; i < count; i++)
            memcpy(out + 8 * i, entries + 8 * (size_t)tcbi_load32(indices + 4 * i), 8);
    }
}

static bool read_number_dictionary(decoder *d, uint32_t element, uint32_t encoding, uint32_t count) {
    tcb_column *c = d->column;
    const uint32_t size = tcbi_value_size(element);
    const bool keep = (d->flags & TCB_KEEP_DICTIONARIES) != 0;
    const uint32_t indices = encoding == TCB_DICT_RLE ? TCB_RLE : TCB_VARINTS;
    uint32_t entry_count;
    if (!tcbi_read_count(&d->r, &entry_count) || !tcbi_need(&d->r, (uint64_t)entry_count * size))
        return false;
    const uint8_t *const entries = d->r.p;
    d->r.p += (size_t)entry_count * size;
    if (!keep) {
        if (!take(d, count, size, &c->values)) return false;
        if (d->pass == PASS_MEASURE) return true;
        uint8_t *out = part(d, c->values);
        if (!tcbi_read_indices(&d->r, indices, count, entry_count, out + (size_t)count * (size - 4), 4))
            return false;
        expand(out, size, count, entries);
        return true;
    }
    c->flags |= TCB_IS_DICTIONARY;
    c->entry_count = entry_count;
    c->index_width = (uint8_t)tcbi_index_width(entry_count);
    if (!take(d, count, c->index_width, &c->values) || !take(d, entry_count, size, &c->dictionary))
        return false;
    if (d->pass == PASS_MEASURE) return true;
    copy_raw(element, part(d, c->dictionary), entries, (size_t)entry_count * size);
    return tcbi_read_indices(&d->r, indices, count, entry_count, part(d, c->values), c->index_width);
}

/* ---- Values of any element ---- */

static bool is_allowed(uint32_t element, uint32_t encoding) {
    enum {
        RUNS = 1 << TCB_RAW | 1 << TCB_RLE | 1 << TCB_BITPACK,
        FLOATS = 1 << TCB_RAW | 1 << TCB_DICT | 1 << TCB_DICT_RLE | 1 << TCB_WHOLE
    };
    static const uint16_t allowed[8] = {
        [TCB_VARINT] = RUNS,
        [TCB_BOOL] = RUNS,
        [TCB_I32] = RUNS | 1 << TCB_VARINTS | 1 << TCB_DELTA | 1 << TCB_DELTA_RLE,
        [TCB_I64] = 1 << TCB_RAW | 1 << TCB_DICT | 1 << TCB_DICT_RLE | 1 << TCB_BITPACK,
        [TCB_F32] = FLOATS,
        [TCB_F64] = FLOATS,
        [TCB_STRING] = 1 << TCB_RAW | 1 << TCB_DICT | 1 << TCB_DICT_RLE | 1 << TCB_DICT_FRONT |
                       1 << TCB_DICT_FRONT_RLE | 1 << TCB_DICT_SEG | 1 << TCB_DICT_SEG_RLE,
        [TCB_UUID] = 1 << TCB_RAW,
    };
    return encoding <= TCB_BITPACK && (allowed[element] >> encoding & 1) != 0;
}

/* `encoding_at` is where the encoding's byte stands. */
static bool read_values(decoder *d, uint32_t element, uint32_t encoding, uint32_t count,
                        const uint8_t *encoding_at) {
    tcb_column *c = d->column;
    if (!is_allowed(element, encoding)) {
        return tcbi_fail_at(&d->r, encoding_at, TCB_E_ENCODING, element, encoding);
    }
    c->value_count = count;
    if (element == TCB_STRING) {
        c->flags |= TCB_IS_DICTIONARY;
        return encoding == TCB_RAW ? read_raw_strings(d, count) : read_string_dictionary(d, encoding, count);
    }
    if (d->pass == PASS_SCRATCH) return true;
    if (encoding == TCB_DICT || encoding == TCB_DICT_RLE)
        return read_number_dictionary(d, element, encoding, count);
    if (!take(d, count, tcbi_value_size(element), &c->values)) return false;
    if (d->pass == PASS_MEASURE) return true;
    void *out = part(d, c->values);
    if (encoding == TCB_RAW) return read_raw_numbers(d, element, count, out);
    if (encoding == TCB_WHOLE) return read_whole(d, element, count, out);
    return read_integers(d, element, encoding, count, out);
}

/* ---- Arrays ---- */

/* Passes over `count` raw elements, or (spans not NULL) notes where their text stands. */
static bool skip_raw_elements(tcbi_reader *r, uint32_t element, uint32_t count) {
    if (element == TCB_STRING) {
        for (uint32_t i = 0; i < count; i++) {
            uint32_t length = 0;
            if (!tcbi_read_length(r, &length)) return false;
            r->p += length;
        }
    } else if (element == TCB_VARINT) {
        for (uint32_t i = 0; i < count; i++) {
            int32_t ignored;
            if (!tcbi_read_counter32(r, &ignored)) return false;
        }
    } else {
        const uint64_t size = (uint64_t)count * tcbi_value_size(element);
        if (!tcbi_need(r, size)) return false;
        r->p += size;
    }
    return true;
}

static bool count_raw_elements(tcbi_reader *r, uint32_t element, uint32_t row_count, uint32_t *total) {
    uint64_t sum = 0;
    for (uint32_t row = 0; row < row_count; row++) {
        const uint8_t *at = r->p;
        uint32_t n = 0;
        if (!tcbi_read_count(r, &n)) return false;
        sum += n;
        if (sum > TCBI_MAX_ELEMENTS) {
            return tcbi_fail_at(r, at, TCB_E_LIMIT_BYTES, TCBI_MAX_ELEMENTS, (int64_t)sum);
        }
        if (!skip_raw_elements(r, element, n)) return false;
    }
    *total = (uint32_t)sum;
    return true;
}

/* An array column with encoding RAW: each row its length and its elements. */
static bool read_raw_array(decoder *d, uint32_t element) {
    tcb_column *c = d->column;
    const uint32_t row_count = d->file->row_count;
    if (d->pass == PASS_SCRATCH && element != TCB_STRING) return true;
    const uint8_t *const rows = d->r.p;
    uint32_t total = 0;
    if (!count_raw_elements(&d->r, element, row_count, &total)) return false;
    d->r.p = rows;
    c->value_count = total;
    if (element == TCB_STRING) c->flags |= TCB_IS_DICTIONARY;

    raw_strings raw = {0};
    if (element == TCB_STRING && d->pass != PASS_MEASURE && !take_raw_strings(d, total, &raw)) return false;
    if (d->pass == PASS_SCRATCH) return true;
    if (!take(d, (uint64_t)row_count + 1, 4, &c->offsets)) return false;
    if (d->pass == PASS_MEASURE && element == TCB_STRING) return measure_raw_strings(d, total);
    if (element != TCB_STRING && !take(d, total, tcbi_value_size(element), &c->values)) return false;
    if (d->pass == PASS_MEASURE) return true;

    uint32_t *offsets = part(d, c->offsets);
    uint32_t done = 0;
    for (uint32_t row = 0; row < row_count; row++) {
        uint32_t n = 0;
        offsets[row] = done;
        if (!tcbi_read_count(&d->r, &n)) return false;
        if (raw.spans != NULL) {
            if (!read_spans(&d->r, raw.spans + done, n)) return false;
        } else if (!read_raw_numbers(
                       d, element, n,
                       (uint8_t *)part(d, c->values) + (size_t)done * tcbi_value_size(element))) {
            return false;
        }
        done += n;
    }
    offsets[row_count] = done;
    return raw.spans == NULL || intern_strings(d, &raw, total);
}

/* An array column with encoding ARRAY: row lengths, then all elements as one stream. */
static bool read_array(decoder *d, uint32_t element) {
    tcb_column *c = d->column;
    const uint32_t row_count = d->file->row_count;
    if (d->pass == PASS_SCRATCH && element != TCB_STRING) return true;
    const uint8_t *const at = d->r.p;
    uint32_t element_encoding = 0, length_encoding = 0, total = 0;
    if (!tcbi_read8(&d->r, &element_encoding) || !tcbi_read8(&d->r, &length_encoding)) return false;
    c->element_encoding = (uint8_t)element_encoding;
    c->length_encoding = (uint8_t)length_encoding;
    if (length_encoding != TCB_RAW && length_encoding != TCB_RLE) {
        return tcbi_fail_at(&d->r, at + 1, TCB_E_INNER_ENCODING, TCB_RLE, length_encoding);
    }
    uint32_t *offsets = NULL;
    if (d->pass != PASS_SCRATCH) {
        if (!take(d, (uint64_t)row_count + 1, 4, &c->offsets)) return false;
        if (d->pass == PASS_DECODE) offsets = part(d, c->offsets);
    }
    if (!tcbi_read_lengths(&d->r, length_encoding == TCB_RLE ? TCB_RLE : TCB_VARINTS, row_count, offsets,
                           &total)) {
        return false;
    }
    return read_values(d, element, element_encoding, total, at);
}

/* ---- Columns ---- */

static bool read_block(decoder *d, const tcb_descriptor *descriptor) {
    tcb_column *c = d->column;
    const uint8_t *const wire_at = d->r.start + descriptor->wire_offset;
    const uint32_t element = descriptor->wire & TCBI_WIRE_ELEMENT, kind = descriptor->wire & TCBI_WIRE_KIND;
    const bool is_array = kind == TCBI_WIRE_ARRAY;
    if (element > TCB_UUID) return tcbi_fail_at(&d->r, wire_at, TCB_E_ELEMENT, TCB_UUID, element);
    if (kind > TCBI_WIRE_ARRAY || ((descriptor->wire & TCBI_WIRE_OPTIONAL_ELEMENTS) && !is_array)) {
        return tcbi_fail_at(&d->r, wire_at, TCB_E_KIND, 1, descriptor->wire >> 4);
    }
    c->element = (uint8_t)element;
    if (d->pass == PASS_SCRATCH && element != TCB_STRING) return true; /* numbers need none */

    const uint8_t *elements_at = NULL;
    uint32_t element_bits = 0;
    if (descriptor->wire & TCBI_WIRE_OPTIONAL) {
        c->flags |= TCB_IS_OPTIONAL;
        if (!read_bitmap(d, d->file->row_count, &c->validity, &c->bitmap_encoding)) return false;
    }
    if (descriptor->wire & TCBI_WIRE_OPTIONAL_ELEMENTS) {
        c->flags |= TCB_OPTIONAL_ELEMENTS;
        elements_at = d->r.p;
        if (!tcbi_read_count(&d->r, &element_bits) ||
            !read_bitmap(d, element_bits, &c->element_validity, &c->element_bitmap_encoding)) {
            return false;
        }
    }
    if (!is_array) return read_values(d, element, descriptor->encoding, d->file->row_count, wire_at + 1);

    c->flags |= TCB_IS_ARRAY;
    if (descriptor->encoding == TCB_RAW) {
        if (!read_raw_array(d, element)) return false;
    } else if (descriptor->encoding == TCB_ARRAY && element != TCB_UUID) {
        if (!read_array(d, element)) return false;
    } else {
        return tcbi_fail_at(&d->r, wire_at + 1, TCB_E_ENCODING, element, descriptor->encoding);
    }
    if (elements_at != NULL && d->pass != PASS_SCRATCH && element_bits != c->value_count) {
        return tcbi_fail_at(&d->r, elements_at, TCB_E_ELEMENT_COUNT, c->value_count, element_bits);
    }
    return true;
}

static bool read_column(decoder *d, const tcb_descriptor *descriptor, tcb_column *column) {
    const tcb_file *file = d->file;
    d->r.error->column = (int32_t)descriptor->position;
    d->r.error->tag = descriptor->tag;
    *column = (tcb_column){.tag = descriptor->tag,
                           .encoding = descriptor->encoding,
                           .element_encoding = TCB_NONE,
                           .length_encoding = TCB_NONE,
                           .inner_encoding = TCB_NONE,
                           .bit_width = TCB_NONE,
                           .bitmap_encoding = TCB_NONE,
                           .element_bitmap_encoding = TCB_NONE};
    d->column = column;
    d->scratch.used = 0;
    d->r.p = file->data + descriptor->offset;
    d->r.end = d->r.p + descriptor->byte_length;
    if (!read_block(d, descriptor)) return false;
    if (d->pass == PASS_DECODE && d->r.p != d->r.end) {
        return tcbi_fail(&d->r, TCB_E_BLOCK_END, d->r.end - d->r.start, d->r.p - d->r.start);
    }
    return true;
}

/* One pass over the wanted columns; `size` gets what it counted. In the passes before the last, `block` and
 * `columns` are NULL. */
static tcb_status run(pass which, const tcb_file *file, const tcb_request *request, void *scratch,
                      size_t scratch_size, void *block, size_t block_size, tcb_column *columns, size_t *size,
                      tcb_error *error) {
    tcb_error ignored_error;
    if (error == NULL) error = &ignored_error;
    *error = (tcb_error){.column = -1};
    if (file == NULL || file->data == NULL || request == NULL || size == NULL ||
        (request->columns == NULL && request->count != 0) ||
        (request->flags & ~(uint32_t)TCB_KEEP_DICTIONARIES) != 0 || !tcbi_is_aligned(scratch) ||
        (scratch == NULL && scratch_size != 0) || !tcbi_is_aligned(block) ||
        (which == PASS_DECODE && (block == NULL || (columns == NULL && request->count != 0)))) {
        return tcbi_fail_call(error, TCB_E_ARGUMENT, 0, 0);
    }
    decoder d = {.r = {.start = file->data, .error = error},
                 .file = file,
                 .block = {.base = block, .limit = file->limits.decoded_bytes},
                 .scratch = {.base = scratch, .limit = which == PASS_SCRATCH ? UINT32_MAX : scratch_size},
                 .flags = request->flags,
                 .pass = which};
    if (which == PASS_DECODE && block_size < d.block.limit) d.block.limit = block_size;
    uint64_t most_scratch = 0;
    for (uint32_t i = 0; i < request->count; i++) {
        const tcb_descriptor *c = &request->columns[i];
        tcb_column ignored;
        if (c->offset > file->size || c->byte_length > file->size - c->offset ||
            c->wire_offset >= file->size) {
            return tcbi_fail_call(error, TCB_E_ARGUMENT, file->size, c->offset);
        }
        if (!read_column(&d, c, columns == NULL ? &ignored : &columns[i])) return (tcb_status)error->status;
        if (d.scratch.used > most_scratch) most_scratch = d.scratch.used;
    }
    *size = (size_t)(which == PASS_SCRATCH ? most_scratch : d.block.used);
    error->column = -1;
    error->tag = 0;
    return TCB_OK;
}

tcb_status tcb_scratch_size(const tcb_file *file, const tcb_request *request, size_t *size,
                            tcb_error *error) {
    return run(PASS_SCRATCH, file, request, NULL, 0, NULL, 0, NULL, size, error);
}

tcb_status tcb_measure(const tcb_file *file, const tcb_request *request, void *scratch, size_t scratch_size,
                       size_t *size, tcb_error *error) {
    return run(PASS_MEASURE, file, request, scratch, scratch_size, NULL, 0, NULL, size, error);
}

tcb_status tcb_decode(const tcb_file *file, const tcb_request *request, void *scratch, size_t scratch_size,
                      void *block, size_t block_size, tcb_column *columns, size_t *used, tcb_error *error) {
    return run(PASS_DECODE, file, request, scratch, scratch_size, block, block_size, columns, used, error);
}
