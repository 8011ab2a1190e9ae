#include "hex.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *what, const char *detail) {
    fprintf(stderr, "%s: %s\n", what, detail);
    exit(2);
}

void bytes_free(bytes *b) {
    free(b->data);
    *b = (bytes){0};
}

void put_bytes(bytes *b, const void *data, size_t size) {
    if (size > b->capacity - b->size) {
        b->capacity = 2 * b->capacity + size;
        b->data = realloc(b->data, b->capacity);
        if (b->data == NULL) give_up("out of memory", "bytes");
    }
    if (size != 0) memcpy(b->data + b->size, data, size);
    b->size += size;
}

void put_u8(bytes *b, uint32_t v) {
    const uint8_t byte = (uint8_t)v;
    put_bytes(b, &byte, 1);
}

void put_u32(bytes *b, uint32_t v) {
    for (unsigned i = 0; i < 4; i++) put_u8(b, v >> (8 * i));
}

void put_zeros(bytes *b, size_t count) {
    while (count-- != 0) put_u8(b, 0);
}

void put_counter32(bytes *b, int32_t v) {
    uint32_t folded = ((uint32_t)v << 1) ^ (v < 0 ? UINT32_MAX : 0u);
    for (; folded >= 0x80; folded >>= 7) put_u8(b, (folded & 0x7f) | 0x80);
    put_u8(b, folded);
}

void put_hex(bytes *b, const char *text) {
    for (const char *p = text; *p != '\0';) {
        if (isspace((unsigned char)*p)) {
            p++;
        } else if (*p == '#') {
            while (*p != '\0' && *p != '\n') p++;
        } else if (*p == 'x' && b->size != 0) {
            char *end;
            const unsigned long times = strtoul(p + 1, &end, 10);
            if (end == p + 1 || times == 0) give_up("expected a count after x", p);
            for (unsigned long i = 1; i < times; i++) put_u8(b, b->data[b->size - 1]);
            p = end;
        } else if (isxdigit((unsigned char)p[0]) && isxdigit((unsigned char)p[1])) {
            const char digits[3] = {p[0], p[1], '\0'};
            put_u8(b, (uint32_t)strtoul(digits, NULL, 16));
            p += 2;
        } else {
            give_up("expected a byte in hex", p);
        }
    }
}

void put_header(bytes *b) {
    put_hex(b, "54 43 42 00  6b 00 00 00  00  00  00 x12  00 x16  54 43 42 00");
}

bytes hand_file(int32_t row_count, const hand_column *columns, size_t count) {
    bytes file = {0}, blocks = {0};
    put_header(&file);
    put_counter32(&file, row_count);
    put_counter32(&file, (int32_t)count);
    for (size_t i = 0; i < count; i++) {
        const size_t before = blocks.size;
        put_hex(&blocks, columns[i].block);
        put_counter32(&file, columns[i].tag);
        put_u8(&file, columns[i].wire);
        put_u8(&file, columns[i].encoding);
        put_u32(&file, (uint32_t)(blocks.size - before));
    }
    put_bytes(&file, blocks.data, blocks.size);
    bytes_free(&blocks);
    return file;
}

bytes read_whole_file(const char *path) {
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) give_up("cannot read", path);
    bytes all = {0};
    uint8_t buffer[4096];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, stream)) != 0) put_bytes(&all, buffer, n);
    if (ferror(stream)) give_up("cannot read", path);
    fclose(stream);
    return all;
}
