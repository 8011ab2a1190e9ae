/* Numbers distinct keys in order of first appearance: an open-addressing table in caller memory. */
#include "internal.h"

#define PROBES_PER_SLOT 32 /* about one in two is usual */

static uint32_t hash_bytes(const uint8_t *p, size_t size) {
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 over the golden ratio */
    uint64_t h = size;
    for (; size >= 8; p += 8, size -= 8) {
        h = (h ^ tcbi_load64(p)) * odd;
        h ^= h >> 32;
    }
    uint64_t tail = 0;
    for (size_t i = 0; i < size; i++) tail |= (uint64_t)p[i] << (8 * i);
    h = (h ^ tail) * odd;
    return (uint32_t)(h >> 32);
}

void tcbi_interner_init(
    tcbi_interner *in, tcbi_keys keys, uint32_t *table, size_t slots,
    uint32_t *first) { /* NOLINT(readability-non-const-parameter): tcbi_intern writes it */
    memset(table, 0xff, slots * sizeof *table); /* TCBI_EMPTY */
    *in = (tcbi_interner){.keys = keys,
                          .table = table,
                          .mask = (uint32_t)(slots - 1),
                          .first = first,
                          .probes_left = (uint64_t)slots * PROBES_PER_SLOT};
}

uint32_t tcbi_intern(tcbi_interner *in, uint32_t i) {
    const tcbi_span key = tcbi_key(&in->keys, i);
    const uint8_t *bytes = in->keys.base + key.offset;
    uint32_t slot = hash_bytes(bytes, key.size) & in->mask;
    for (;; slot = (slot + 1) & in->mask) {
        const uint32_t number = in->table[slot];
        if (number == TCBI_EMPTY || in->probes_left == 0) {
            if (number == TCBI_EMPTY) in->table[slot] = in->count;
            in->first[in->count] = i;
            return in->count++;
        }
        in->probes_left--;
        const tcbi_span other = tcbi_key(&in->keys, in->first[number]);
        if (other.size == key.size && tcbi_common(in->keys.base + other.offset, bytes, key.size) == key.size)
            return number;
    }
}
