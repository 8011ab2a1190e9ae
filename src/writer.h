/* Bounded writing. */
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

#endif
