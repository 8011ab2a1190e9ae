/* Integer streams (§4: VARINT, DELTA, RLE, DELTA_RLE) and byte streams (§5). */
#include "stream.h"

/* ---- Reading ---------------------------------------------------------------------------------- */

bool tcbi_stream_open(tcbi_stream *s, tcbi_reader *r, uint32_t encoding, uint64_t count) {
    if (encoding < TCB_VARINTS || encoding > TCB_DELTA_RLE) {
        return tcbi_fail_at(r, r->p - 1, TCB_E_INNER_ENCODING, TCB_DELTA_RLE, encoding);
    }
    *s = (tcbi_stream){.r = r, .encoding = encoding, .left = count};
    return true;
}

static bool read_counters(tcbi_reader *r, int32_t *out, uint32_t n) {
    /* The position in a local: kept in a register, which doubles the speed of this loop. */
    const uint8_t *p = r->p;
    const uint8_t *const end = r->end;
    for (uint32_t i = 0; i < n; i++) {
        /* Eight counters of one byte each at once, where most are so. */
        while (end - p >= 8 && n - i >= 8) {
            const uint64_t v = tcbi_load64(p);
            if ((v & UINT64_C(0x8080808080808080)) != 0) break;
            for (uint32_t k = 0; k < 8; k++) out[i + k] = tcbi_unfold32((uint32_t)(v >> (8 * k)) & 0x7f);
            i += 8;
            p += 8;
        }
        if (i == n) break;
        if (end - p >= 2) {
            const uint32_t a = p[0];
            if (a < 0x80) {
                out[i] = tcbi_unfold32(a);
                p += 1;
                continue;
            }
            const uint32_t b = p[1];
            if (b < 0x80) {
                out[i] = tcbi_unfold32((a & 0x7f) | b << 7);
                p += 2;
                continue;
            }
        }
        r->p = p;
        if (!tcbi_read_counter32(r, &out[i])) return false;
        p = r->p;
    }
    r->p = p;
    return true;
}

/* Begins a run: its length, and its value or difference. */
static bool read_run(tcbi_stream *s, int32_t *value) {
    const uint8_t *at = s->r->p;
    int32_t run;
    if (!tcbi_read_counter32(s->r, &run)) return false;
    if (run < 1 || (uint64_t)run > s->left) return tcbi_fail_at(s->r, at, TCB_E_RUN, (int64_t)s->left, run);
    s->run = (uint32_t)run;
    return tcbi_read_counter32(s->r, value);
}

static bool read_runs(tcbi_stream *s, int32_t *out, uint32_t n) {
    while (n != 0) {
        if (s->run == 0 && !read_run(s, &s->value)) return false;
        const uint32_t take = s->run < n ? s->run : n;
        const int32_t value = s->value;
        for (uint32_t i = 0; i < take; i++) out[i] = value;
        out += take;
        n -= take;
        s->run -= take;
        s->left -= take;
    }
    return true;
}

/* A run whose length is one byte and whose value is one or two, as most are. Gives its size, or 0 where
 * it is none of these or wrong. */
static inline uint32_t read_short_run(const uint8_t *p, const uint8_t *end, uint64_t left, uint32_t *run,
                                      int32_t *value) {
    if (end - p < 3) return 0;
    const uint32_t length = p[0], low = p[1], high = p[2];
    /* Folded, a length that is not negative is even. */
    if ((length & 0x81) != 0 || length == 0 || length / 2 > left) return 0;
    if (low >= 0x80 && high >= 0x80) return 0;
    *run = length / 2;
    *value = tcbi_unfold32(low < 0x80 ? low : (low & 0x7f) | high << 7);
    return low < 0x80 ? 2 : 3;
}

static bool read_change_runs(tcbi_stream *s, int32_t *out, uint32_t n) {
    if (!s->started && n != 0) {
        if (!tcbi_read_counter32(s->r, &s->value)) return false;
        s->started = true;
        *out++ = s->value;
        n--;
        s->left--;
    }
    /* In locals, kept in registers: runs of a few values take a third of the time. */
    const uint8_t *p = s->r->p;
    const uint8_t *const end = s->r->end;
    uint32_t run = s->run;
    uint64_t left = s->left;
    int32_t value = s->value, change = s->change;
    while (n != 0) {
        if (run == 0) {
            const uint32_t size = read_short_run(p, end, left, &run, &change);
            p += size;
            if (size == 0) {
                s->r->p = p;
                s->left = left;
                if (!read_run(s, &change)) return false;
                p = s->r->p;
                run = s->run;
            }
        }
        const uint32_t take = run < n ? run : n;
        for (uint32_t i = 0; i < take; i++) {
            value = tcbi_add32(value, change);
            out[i] = value;
        }
        out += take;
        n -= take;
        run -= take;
        left -= take;
    }
    s->r->p = p;
    s->run = run;
    s->left = left;
    s->value = value;
    s->change = change;
    return true;
}

bool tcbi_stream_read(tcbi_stream *s, int32_t *out, uint32_t n) {
    if (s->encoding == TCB_RLE) return read_runs(s, out, n);
    if (s->encoding == TCB_DELTA_RLE) return read_change_runs(s, out, n);
    if (!read_counters(s->r, out, n)) return false;
    s->left -= n;
    if (s->encoding == TCB_DELTA) {
        int32_t value = s->value; /* 0 at first: the first value is its own difference */
        for (uint32_t i = 0; i < n; i++) {
            value = tcbi_add32(value, out[i]);
            out[i] = value;
        }
        s->value = value;
    }
    return true;
}

/* Reads a chunk whose values must all be in 0 .. limit - 1. */
static bool read_chunk_below(tcbi_stream *s, int32_t *out, uint32_t n, uint32_t limit, tcb_status status) {
    const tcbi_stream before = *s;
    const uint8_t *const at = s->r->p;
    if (!tcbi_stream_read(s, out, n)) return false;
    uint32_t bad = 0;
    for (uint32_t i = 0; i < n; i++) bad |= (uint32_t)out[i] >= limit;
    if (bad == 0) return true;
    /* Once more, one at a time, to tell where the offending item stands. */
    *s = before;
    s->r->p = at;
    for (;;) {
        const uint8_t *item = s->r->p;
        int32_t value;
        if (!tcbi_stream_read(s, &value, 1)) return false;
        if ((uint32_t)value >= limit) return tcbi_fail_at(s->r, item, status, (int64_t)limit - 1, value);
    }
}

static uint32_t chunk_of(uint64_t left) {
    return left < TCBI_CHUNK ? (uint32_t)left : TCBI_CHUNK;
}

/* Runs of indices are checked and filled whole. */
static bool read_index_runs(tcbi_stream *s, uint32_t limit, uint8_t *out, uint32_t width) {
    while (s->left != 0) {
        const uint8_t *const at = s->r->p;
        int32_t value;
        if (!read_run(s, &value)) return false;
        if ((uint32_t)value >= limit) return tcbi_fail_at(s->r, at, TCB_E_INDEX, (int64_t)limit - 1, value);
        const uint32_t run = s->run;
        if (width == 1) {
            memset(out, value, run);
        } else if (width == 2) {
            for (uint32_t i = 0; i < run; i++) ((uint16_t *)(void *)out)[i] = (uint16_t)value;
        } else {
            for (uint32_t i = 0; i < run; i++) ((int32_t *)(void *)out)[i] = value;
        }
        out += (size_t)run * width;
        s->left -= run;
    }
    return true;
}

bool tcbi_read_indices(tcbi_reader *r, uint32_t encoding, uint32_t count, uint32_t limit, void *out,
                       uint32_t width) {
    tcbi_stream s;
    if (!tcbi_stream_open(&s, r, encoding, count)) return false;
    if (encoding == TCB_RLE) return read_index_runs(&s, limit, out, width);
    int32_t chunk[TCBI_CHUNK];
    for (uint32_t done = 0; done < count;) {
        const uint32_t n = chunk_of(count - done);
        int32_t *const to = width == 4 ? (int32_t *)out + done : chunk;
        if (!read_chunk_below(&s, to, n, limit, TCB_E_INDEX)) return false;
        if (width == 1) {
            for (uint32_t i = 0; i < n; i++) ((uint8_t *)out)[done + i] = (uint8_t)chunk[i];
        } else if (width == 2) {
            for (uint32_t i = 0; i < n; i++) ((uint16_t *)out)[done + i] = (uint16_t)chunk[i];
        }
        done += n;
    }
    return true;
}

bool tcbi_read_lengths(tcbi_reader *r, uint32_t encoding, uint32_t count, uint32_t *offsets,
                       uint32_t *total) {
    const uint8_t *const at = r->p;
    tcbi_stream s;
    if (!tcbi_stream_open(&s, r, encoding, count)) return false;
    uint64_t sum = 0;
    int32_t chunk[TCBI_CHUNK];
    if (offsets != NULL) *offsets++ = 0;
    while (s.left != 0) {
        const uint32_t n = chunk_of(s.left);
        if (!read_chunk_below(&s, chunk, n, (uint32_t)TCBI_MAX_ELEMENTS + 1, TCB_E_COUNT)) return false;
        for (uint32_t i = 0; i < n; i++) {
            sum += (uint32_t)chunk[i];
            if (offsets != NULL) *offsets++ = (uint32_t)sum;
        }
    }
    if (sum > TCBI_MAX_ELEMENTS)
        return tcbi_fail_at(r, at, TCB_E_LIMIT_BYTES, TCBI_MAX_ELEMENTS, (int64_t)sum);
    *total = (uint32_t)sum;
    return true;
}

bool tcbi_bytes_open(tcbi_bytes *b, tcbi_reader *r, uint32_t encoding, uint64_t count) {
    *b = (tcbi_bytes){.r = r, .raw = encoding == TCB_RAW};
    if (b->raw) return tcbi_need(r, count);
    return tcbi_stream_open(&b->stream, r, encoding, count);
}

bool tcbi_bytes_read(tcbi_bytes *b, uint8_t *out, uint32_t n) {
    if (b->raw) {
        if (n != 0) memcpy(out, b->r->p, n);
        b->r->p += n;
        return true;
    }
    int32_t chunk[TCBI_CHUNK];
    while (n != 0) {
        const uint32_t take = chunk_of(n);
        if (!read_chunk_below(&b->stream, chunk, take, 256, TCB_E_BYTE_RANGE)) return false;
        for (uint32_t i = 0; i < take; i++) out[i] = (uint8_t)chunk[i];
        out += take;
        n -= take;
    }
    return true;
}

bool tcbi_bytes_skip(tcbi_reader *r, uint32_t encoding, uint64_t count) {
    tcbi_bytes b;
    if (!tcbi_bytes_open(&b, r, encoding, count)) return false;
    if (b.raw) {
        r->p += count;
        return true;
    }
    uint8_t ignored[TCBI_CHUNK];
    while (b.stream.left != 0) {
        if (!tcbi_bytes_read(&b, ignored, chunk_of(b.stream.left))) return false;
    }
    return true;
}

/* ---- Writing ---------------------------------------------------------------------------------- */

static void source_read(const tcbi_source *source, uint32_t from, uint32_t n, int32_t *out) {
    switch (source->kind) {
        case TCBI_FROM_I32:
            memcpy(out, (const int32_t *)source->data + from, (size_t)n * 4);
            break;
        case TCBI_FROM_U8:
            for (uint32_t i = 0; i < n; i++) out[i] = ((const uint8_t *)source->data)[from + i];
            break;
        case TCBI_FROM_U16:
            for (uint32_t i = 0; i < n; i++) out[i] = ((const uint16_t *)source->data)[from + i];
            break;
        case TCBI_FROM_U32:
            memcpy(out, (const uint32_t *)source->data + from, (size_t)n * 4);
            break;
        case TCBI_FROM_LENGTHS: {
            const uint32_t *offsets = (const uint32_t *)source->data + from;
            for (uint32_t i = 0; i < n; i++) out[i] = (int32_t)(offsets[i + 1] - offsets[i]);
            break;
        }
        case TCBI_FROM_F32:
            for (uint32_t i = 0; i < n; i++) out[i] = (int32_t)((const float *)source->data)[from + i];
            break;
        case TCBI_FROM_F64:
            for (uint32_t i = 0; i < n; i++) out[i] = (int32_t)((const double *)source->data)[from + i];
            break;
    }
    if (source->map != NULL) {
        for (uint32_t i = 0; i < n; i++) out[i] = (int32_t)source->map[(uint32_t)out[i]];
    }
}

/* A run being counted. */
typedef struct run_state {
    int32_t value;
    uint32_t length;
} run_state;

static uint32_t run_size(run_state run) {
    return run.length == 0 ? 0 : tcbi_count_size(run.length) + tcbi_counter32_size(run.value);
}

/* Adds a value to the run; the size of the run that it ended, if any. */
static uint32_t run_add(run_state *run, int32_t value) {
    if (run->length != 0 && run->value == value) {
        run->length++;
        return 0;
    }
    const uint32_t size = run_size(*run);
    *run = (run_state){value, 1};
    return size;
}

void tcbi_stream_sizes(const tcbi_source *source, uint64_t size[5]) {
    uint64_t plain = 0, changes = 0, runs = 0, change_runs = 0;
    run_state run = {0, 0}, change_run = {0, 0};
    int32_t last = 0;
    int32_t chunk[TCBI_CHUNK];
    for (uint32_t done = 0; done < source->count;) {
        const uint32_t n = chunk_of(source->count - done);
        source_read(source, done, n, chunk);
        for (uint32_t i = 0; i < n; i++) {
            const int32_t value = chunk[i];
            const int32_t change = tcbi_sub32(value, last);
            last = value;
            plain += tcbi_counter32_size(value);
            changes += tcbi_counter32_size(change);
            runs += run_add(&run, value);
            if (done + i == 0) {
                change_runs += tcbi_counter32_size(value);
            } else {
                change_runs += run_add(&change_run, change);
            }
        }
        done += n;
    }
    size[TCB_VARINTS] = plain;
    size[TCB_DELTA] = changes;
    size[TCB_RLE] = runs + run_size(run);
    size[TCB_DELTA_RLE] = change_runs + run_size(change_run);
}

static void put_run(tcbi_writer *w, run_state run) {
    if (run.length == 0) return;
    tcbi_put_count(w, run.length);
    tcbi_put_counter32(w, run.value);
}

void tcbi_write_stream(tcbi_writer *w, const tcbi_source *source, uint32_t encoding) {
    run_state run = {0, 0};
    int32_t last = 0;
    int32_t chunk[TCBI_CHUNK];
    for (uint32_t done = 0; done < source->count;) {
        const uint32_t n = chunk_of(source->count - done);
        source_read(source, done, n, chunk);
        for (uint32_t i = 0; i < n; i++) {
            const int32_t value = chunk[i];
            const int32_t change = tcbi_sub32(value, last);
            last = value;
            const bool by_change = encoding == TCB_DELTA || encoding == TCB_DELTA_RLE;
            const int32_t item = by_change ? change : value;
            const bool by_run = encoding == TCB_RLE || (encoding == TCB_DELTA_RLE && done + i != 0);
            if (!by_run) {
                tcbi_put_counter32(w, item);
            } else {
                const run_state before = run;
                if (run_add(&run, item) != 0) put_run(w, before);
            }
        }
        done += n;
    }
    put_run(w, run);
}

uint32_t tcbi_smallest(const uint64_t size[5], uint32_t from) {
    uint32_t best = from;
    for (uint32_t e = from + 1; e <= TCB_DELTA_RLE; e++) {
        if (size[e] < size[best]) best = e;
    }
    return best;
}

static tcbi_source bytes_source(const uint8_t *bytes, uint32_t count) {
    return (tcbi_source){.data = bytes, .count = count, .kind = TCBI_FROM_U8};
}

uint32_t tcbi_choose_bytes(const uint8_t *bytes, uint32_t count, uint64_t *size) {
    const tcbi_source source = bytes_source(bytes, count);
    uint64_t sizes[5];
    tcbi_stream_sizes(&source, sizes);
    sizes[TCB_RAW] = count;
    const uint32_t best = tcbi_smallest(sizes, TCB_RAW);
    *size = sizes[best];
    return best;
}

void tcbi_write_bytes(tcbi_writer *w, const uint8_t *bytes, uint32_t count, uint32_t encoding) {
    if (encoding == TCB_RAW) {
        tcbi_put(w, bytes, count);
        return;
    }
    const tcbi_source source = bytes_source(bytes, count);
    tcbi_write_stream(w, &source, encoding);
}
