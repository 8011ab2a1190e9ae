/* Bytes that grow, annotated hex, and files made by hand. */
#ifndef TCB_TEST_HEX_H
#define TCB_TEST_HEX_H

#include <stddef.h>
#include <stdint.h>

typedef struct bytes {
    uint8_t *data;
    size_t size;
    size_t capacity;
} bytes;

void bytes_free(bytes *b);
void put_bytes(bytes *b, const void *data, size_t size);
void put_u8(bytes *b, uint32_t v);
void put_u32(bytes *b, uint32_t v);
void put_zeros(bytes *b, size_t count);
void put_counter32(bytes *b, int32_t v);

/* Annotated hex: pairs of digits, x12 for "the byte before, 12 times in all", and notes from # to the
 * end of the line. Ends the program where the text is anything else: tests write it. */
void put_hex(bytes *b, const char *text);

/* The 42 bytes of a plain file's header. */
void put_header(bytes *b);

/* A column of a file made by hand, its block as annotated hex. */
typedef struct hand_column {
    int32_t tag;
    uint32_t wire;
    uint32_t encoding;
    const char *block;
} hand_column;

bytes hand_file(int32_t row_count, const hand_column *columns, size_t count);

/* The whole content of a file, in `size` bytes exactly. Ends the program where it cannot be read. */
bytes read_whole_file(const char *path);

#endif
