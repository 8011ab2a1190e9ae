/* Shared between the source files; nothing here is public. */
#ifndef TCB_INTERNAL_H
#define TCB_INTERNAL_H

#include <string.h>

#include "tcb.h"

#define TCBI_MAX_ELEMENTS INT32_MAX
#define TCBI_CHUNK 512 /* integers decoded at a time: 2 KiB of stack, well inside the first cache */

#define TCBI_SIGNATURE 0x00424354u /* "TCB\0" as a little-endian number */

_Static_assert(sizeof(tcb_descriptor) == 24, "crosses into JavaScript");
_Static_assert(sizeof(tcb_column) == 48, "crosses into JavaScript");
_Static_assert(offsetof(tcb_column, validity) == 24, "crosses into JavaScript");
_Static_assert(sizeof(tcb_error) == 32, "crosses into JavaScript");
_Static_assert(sizeof(tcb_weights) == 112, "crosses into JavaScript");
_Static_assert(sizeof(tcb_limits) == 16, "crosses into JavaScript");
_Static_assert(sizeof(float) == 4 && sizeof(double) == 8, "IEEE-754 values are copied as they are");

enum { /* offsets in the header (§2) */
       TCBI_AT_VERSION = 4,
       TCBI_AT_FLAGS = 8,
       TCBI_AT_CIPHER = 9,
       TCBI_AT_KEY_CHECK = 38
};

enum { /* bits of the wire byte (§2) */
       TCBI_WIRE_ELEMENT = 0x0f,
       TCBI_WIRE_KIND = 0x30,
       TCBI_WIRE_ARRAY = 0x10,
       TCBI_WIRE_OPTIONAL = 0x40,
       TCBI_WIRE_OPTIONAL_ELEMENTS = 0x80
};

/* Bytes of one value of a fixed-width element in memory; 0 for strings. */
static inline uint32_t tcbi_value_size(uint32_t element) {
    static const uint8_t sizes[8] = {4, 1, 4, 8, 4, 8, 0, 16};
    return sizes[element];
}

/* The narrowest of 1, 2 and 4 bytes that holds every index below `count`. */
static inline uint32_t tcbi_index_width(uint32_t count) {
    return count <= 0x100u ? 1u : count <= 0x10000u ? 2u : 4u;
}

static inline uint32_t tcbi_index_at(const void *indices, uint32_t width, size_t i) {
    if (width == 1) return ((const uint8_t *)indices)[i];
    if (width == 2) return ((const uint16_t *)indices)[i];
    return ((const uint32_t *)indices)[i];
}

static inline size_t tcbi_bitmap_size(uint32_t bits) {
    return ((size_t)bits + 7) / 8;
}

/* The numbers of this format are little endian; so is every machine that this is built for. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "big-endian hosts are not supported: fixed-width values are copied as they stand"
#endif

static inline uint32_t tcbi_load32(const void *p) {
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline uint64_t tcbi_load64(const void *p) {
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline int32_t tcbi_unfold32(uint32_t v) {
    return (int32_t)((v >> 1) ^ (0u - (v & 1u)));
}
static inline int64_t tcbi_unfold64(uint64_t v) {
    return (int64_t)((v >> 1) ^ (UINT64_C(0) - (v & 1u)));
}
static inline uint32_t tcbi_fold32(int32_t v) {
    return ((uint32_t)v << 1) ^ (v < 0 ? UINT32_MAX : 0u);
}
static inline uint64_t tcbi_fold64(int64_t v) {
    return ((uint64_t)v << 1) ^ (v < 0 ? UINT64_MAX : 0u);
}

/* Differences and sums wrap at 32 bits (§4). */
static inline int32_t tcbi_add32(int32_t a, int32_t b) {
    return (int32_t)((uint32_t)a + (uint32_t)b);
}
static inline int32_t tcbi_sub32(int32_t a, int32_t b) {
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

/* ---- Interning (intern.c): numbering distinct keys in order of first appearance ------------- */

/* A piece of text: `size` bytes from `offset` of some base. */
typedef struct tcbi_span {
    uint32_t offset;
    uint32_t size;
} tcbi_span;

/* Keys by number: either spans of `base`, or (spans NULL) `width` bytes each, one after another. */
typedef struct tcbi_keys {
    const uint8_t *base;
    const tcbi_span *spans;
    uint32_t width;
} tcbi_keys;

static inline tcbi_span tcbi_key(const tcbi_keys *keys, uint32_t i) {
    if (keys->spans != NULL) return keys->spans[i];
    return (tcbi_span){i * keys->width, keys->width};
}

typedef struct tcbi_interner {
    tcbi_keys keys;
    uint32_t *table; /* numbers of distinct keys, TCBI_EMPTY where free */
    uint32_t mask;
    uint32_t *first; /* of each distinct key, the number of the key that came first */
    uint32_t count;
    uint64_t probes_left; /* ends the search in tables that were made to collide */
} tcbi_interner;

#define TCBI_EMPTY UINT32_MAX

/* Slots of a table for `count` keys: a power of two, at most half full. */
static inline size_t tcbi_table_slots(size_t count) {
    size_t slots = 8;
    while (slots < count * 2) slots *= 2;
    return slots;
}

void tcbi_interner_init(tcbi_interner *in, tcbi_keys keys, uint32_t *table, size_t slots, uint32_t *first);
/* The number of key `i` among the distinct ones. Keys made to collide may be numbered twice, so that
 * no input costs more than linear time. */
uint32_t tcbi_intern(tcbi_interner *in, uint32_t i);

/* ---- Text (text.c) --------------------------------------------------------------------------- */

bool tcbi_is_ascii(const uint8_t *p, size_t size);
/* Strict UTF-8: no overlong forms, no surrogates, nothing past U+10FFFF. */
bool tcbi_is_utf8(const uint8_t *p, size_t size);
/* How many of `size` bytes are the same in both, from the first on. */
size_t tcbi_common(const uint8_t *a, const uint8_t *b, size_t size);

/* ---- Scratch and block memory ---------------------------------------------------------------- */

/* A bump allocator over caller memory. Without a base it only counts. Sizes are 64-bit so that no sum
 * of 32-bit counts can wrap; the limit keeps places within 32 bits. */
typedef struct tcbi_arena {
    uint8_t *base;
    uint64_t used;
    uint64_t limit;
} tcbi_arena;

static inline uint64_t tcbi_round8(uint64_t n) {
    return (n + 7) & ~UINT64_C(7);
}

/* Takes `size` bytes at a multiple of 8 and tells their place; false when they do not fit. */
static inline bool tcbi_take(tcbi_arena *arena, uint64_t size, uint32_t *place) {
    const uint64_t start = tcbi_round8(arena->used);
    if (start > arena->limit || size > arena->limit - start) return false;
    if (arena->base != NULL) {
        while (arena->used < start) arena->base[arena->used++] = 0; /* same input, same bytes */
    }
    arena->used = start + size;
    *place = (uint32_t)start;
    return true;
}

/* The same as a pointer, for arenas that have a base; NULL when they do not fit. */
static inline void *tcbi_take_memory(tcbi_arena *arena, uint64_t size) {
    uint32_t place;
    return tcbi_take(arena, size, &place) ? arena->base + place : NULL;
}

static inline bool tcbi_is_aligned(const void *p) {
    return ((uintptr_t)p & 7) == 0;
}

#endif
