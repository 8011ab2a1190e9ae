/* Text: validation of UTF-8 (§1, string), and comparison. */
#include "internal.h"

bool tcbi_is_ascii(const uint8_t *p, size_t size) {
    uint64_t any = 0;
    for (; size >= 8; p += 8, size -= 8) any |= tcbi_load64(p);
    for (; size != 0; p++, size--) any |= *p;
    return (any & UINT64_C(0x8080808080808080)) == 0;
}

static bool is_continuation(uint8_t byte) {
    return (byte & 0xc0) == 0x80;
}

bool tcbi_is_utf8(const uint8_t *p, size_t size) {
    const uint8_t *const end = p + size;
    while (p != end) {
        const uint8_t lead = *p;
        if (lead < 0x80) {
            p++;
            continue;
        }
        const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        if (lead < 0xc2 || lead > 0xf4 || (size_t)(end - p) < length) return false;
        for (size_t i = 1; i < length; i++) {
            if (!is_continuation(p[i])) return false;
        }
        const uint8_t second = p[1];
        if (lead == 0xe0 && second < 0xa0) return false; /* overlong */
        if (lead == 0xed && second > 0x9f) return false; /* surrogate */
        if (lead == 0xf0 && second < 0x90) return false; /* overlong */
        if (lead == 0xf4 && second > 0x8f) return false; /* past U+10FFFF */
        p += length;
    }
    return true;
}

size_t tcbi_common(const uint8_t *a, const uint8_t *b, size_t size) {
    size_t n = 0;
    while (n + 8 <= size && tcbi_load64(a + n) == tcbi_load64(b + n)) n += 8;
    while (n < size && a[n] == b[n]) n++;
    return n;
}
