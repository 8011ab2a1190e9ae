/* What an item is made of: fixed-width numbers and varints (§1). */
#include "reader.h"

void tcbi_record(tcbi_reader *r, const uint8_t *at, tcb_status status, int64_t expected, int64_t found) {
    r->error->status = (int32_t)status;
    r->error->offset = (uint32_t)(at - r->start);
    r->error->expected = expected;
    r->error->found = found;
}

bool tcbi_need(tcbi_reader *r, uint64_t size) {
    if (size <= tcbi_left(r)) return true;
    return tcbi_fail(r, TCB_E_TRUNCATED, size > INT64_MAX ? INT64_MAX : (int64_t)size, (int64_t)tcbi_left(r));
}

bool tcbi_read8(tcbi_reader *r, uint32_t *out) {
    if (!tcbi_need(r, 1)) return false;
    *out = *r->p++;
    return true;
}

bool tcbi_read32(tcbi_reader *r, uint32_t *out) {
    if (!tcbi_need(r, 4)) return false;
    *out = tcbi_load32(r->p);
    r->p += 4;
    return true;
}

/* A varint of at most `max_bytes`, whose last byte may hold `last_bits` of value. */
static bool read_varint(tcbi_reader *r, uint32_t max_bytes, uint32_t last_bits, uint64_t *out) {
    const uint8_t *p = r->p;
    uint64_t v = 0;
    for (uint32_t i = 0; i < max_bytes; i++) {
        if (p == r->end) return tcbi_fail(r, TCB_E_TRUNCATED, i + 1, i);
        const uint32_t byte = *p++;
        if (i + 1 == max_bytes && byte >> last_bits != 0) break;
        v |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            *out = v;
            r->p = p;
            return true;
        }
    }
    return tcbi_fail(r, TCB_E_VARINT, max_bytes, r->p[max_bytes - 1]);
}

bool tcbi_read_counter32(tcbi_reader *r, int32_t *out) {
    uint64_t v;
    if (r->p < r->end && *r->p < 0x80) { /* most counters of real tables are one byte */
        *out = tcbi_unfold32(*r->p++);
        return true;
    }
    if (!read_varint(r, 5, 4, &v)) return false;
    *out = tcbi_unfold32((uint32_t)v);
    return true;
}

bool tcbi_read_counter64(tcbi_reader *r, int64_t *out) {
    uint64_t v;
    if (!read_varint(r, 10, 1, &v)) return false;
    *out = tcbi_unfold64(v);
    return true;
}

bool tcbi_read_count(tcbi_reader *r, uint32_t *out) {
    const uint8_t *at = r->p;
    int32_t v;
    if (!tcbi_read_counter32(r, &v)) return false;
    if (v < 0) return tcbi_fail_at(r, at, TCB_E_COUNT, INT32_MAX, v);
    *out = (uint32_t)v;
    return true;
}
