/* BITPACK (§4, encoding 13): base + packed, `width` bits a value, low bit first. */
#include "bitpack.h"

#include "stream.h"

#define UNIT 64          /* values that fill whole bytes at any width: 8 * width bytes */
#define BUFFER_BYTES 512 /* one unit at the greatest width */

/* `width` bits, 32 at most, from the buffer's bit `bit`; the buffer has 8 readable bytes behind its end. */
static inline uint64_t bits_at(const uint8_t *bytes, uint32_t bit, uint32_t width) {
    return tcbi_load64(bytes + bit / 8) >> (bit % 8) & ((UINT64_C(1) << width) - 1);
}

static void unpack(const uint8_t *bytes, uint32_t width, uint64_t base, uint32_t element, uint32_t n,
                   void *out) {
    const uint32_t low = width < 32 ? width : 32, high = width - low;
    for (uint32_t i = 0, bit = 0; i < n; i++, bit += width) {
        uint64_t v = base + bits_at(bytes, bit, low);
        if (high != 0) v += bits_at(bytes, bit + 32, high) << 32;
        if (element == TCB_I64) {
            ((int64_t *)out)[i] = (int64_t)v;
        } else if (element == TCB_BOOL) {
            ((uint8_t *)out)[i] = (uint32_t)v != 0;
        } else {
            ((int32_t *)out)[i] = (int32_t)(uint32_t)v; /* narrowed to 32 bits (§4) */
        }
    }
}

bool tcbi_read_bitpack(tcbi_reader *r, uint32_t element, uint32_t count, void *out, tcb_column *column) {
    const uint8_t *at = r->p;
    uint32_t width, inner;
    int64_t base;
    if (!tcbi_read8(r, &width)) return false;
    if (width < 1 || width > 64) return tcbi_fail_at(r, at, TCB_E_WIDTH, 64, width);
    if (!tcbi_read_counter64(r, &base) || !tcbi_read8(r, &inner)) return false;
    column->bit_width = (uint8_t)width;
    column->inner_encoding = (uint8_t)inner;

    tcbi_bytes bytes;
    if (!tcbi_bytes_open(&bytes, r, inner, ((uint64_t)count * width + 7) / 8)) return false;
    const uint32_t value_size = tcbi_value_size(element);
    const uint32_t per_buffer = UNIT * (BUFFER_BYTES / (8 * width));
    uint8_t buffer[BUFFER_BYTES + 16];
    memset(buffer + BUFFER_BYTES, 0, 16);
    for (uint32_t done = 0; done < count;) {
        const uint32_t n = count - done < per_buffer ? count - done : per_buffer;
        if (!tcbi_bytes_read(&bytes, buffer, (n * width + 7) / 8)) return false;
        unpack(buffer, width, (uint64_t)base, element, n, (uint8_t *)out + (size_t)done * value_size);
        done += n;
    }
    return true;
}

/* ---- Writing ---------------------------------------------------------------------------------- */

static int64_t integer_at(const tcbi_integers *in, uint32_t i) {
    const size_t at = in->indices == NULL ? i : tcbi_index_at(in->indices, in->index_width, i);
    if (in->value_size == 8) return ((const int64_t *)in->values)[at];
    if (in->value_size == 4) return ((const int32_t *)in->values)[at];
    return ((const uint8_t *)in->values)[at];
}

static uint32_t bits_of(uint64_t v) {
    uint32_t bits = 1; /* width is at least 1 (§6) */
    while (bits < 64 && v >> bits != 0) bits++;
    return bits;
}

uint64_t tcbi_pack(const tcbi_integers *values, uint8_t *scratch, tcbi_packing *packing) {
    int64_t least = integer_at(values, 0), greatest = least;
    for (uint32_t i = 1; i < values->count; i++) {
        const int64_t v = integer_at(values, i);
        if (v < least) least = v;
        if (v > greatest) greatest = v;
    }
    const uint32_t width = bits_of((uint64_t)greatest - (uint64_t)least);

    uint8_t *to = scratch;
    uint64_t pending = 0; /* bits not yet written, fewer than 8 between values */
    uint32_t pending_bits = 0;
    for (uint32_t i = 0; i < values->count; i++) {
        uint64_t v = (uint64_t)integer_at(values, i) - (uint64_t)least;
        uint32_t left = width;
        if (left > 32) { /* in two steps, so that `pending` holds them */
            pending |= (v & UINT32_MAX) << pending_bits;
            for (pending_bits += 32; pending_bits >= 8; pending_bits -= 8, pending >>= 8)
                *to++ = (uint8_t)pending;
            v >>= 32;
            left -= 32;
        }
        pending |= v << pending_bits;
        for (pending_bits += left; pending_bits >= 8; pending_bits -= 8, pending >>= 8)
            *to++ = (uint8_t)pending;
    }
    if (pending_bits != 0) *to++ = (uint8_t)pending;

    uint64_t size;
    *packing = (tcbi_packing){
        .base = least, .width = width, .bytes = scratch, .byte_count = (uint32_t)(to - scratch)};
    packing->inner = tcbi_choose_bytes(scratch, packing->byte_count, &size);
    return 2 + tcbi_counter64_size(least) + size;
}

void tcbi_write_packing(tcbi_writer *w, const tcbi_packing *packing) {
    tcbi_put8(w, packing->width);
    tcbi_put_counter64(w, packing->base);
    tcbi_put8(w, packing->inner);
    tcbi_write_bytes(w, packing->bytes, packing->byte_count, packing->inner);
}
