/* Keys made to collide must not cost more than linear time: this test looks inside the interner. */
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "internal.h"
#include "support.h"
#include "test.h"

enum { KEYS = 20000, KEY_SIZE = 8 };

static uint8_t keys[KEYS * KEY_SIZE];

/* The inverse of an odd number, modulo 2^64: each step doubles the bits that are right. */
static uint64_t inverse(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 5; i++) x *= 2 - odd * x;
    return x;
}

/* Keys of 8 ASCII bytes whose hash is 0: the hash of intern.c run backwards. From a sum whose upper half
 * is 0, back through the last product, the fold of the upper half, and the first product. */
static void make_colliding_keys(void) {
    const uint64_t back = inverse(UINT64_C(0x9e3779b97f4a7c15));
    uint32_t made = 0;
    for (uint64_t low = 0; made < KEYS; low++) {
        uint64_t h = low * back;
        h ^= h >> 32;
        const uint64_t key = (h * back) ^ KEY_SIZE;
        if (key & UINT64_C(0x8080808080808080)) continue;
        memcpy(keys + (size_t)made++ * KEY_SIZE, &key, KEY_SIZE);
    }
}

/* Interns all keys, twice each; tells how many numbers were given and how many probes that took. */
static uint32_t intern_all(uint64_t *probes) {
    const size_t slots = tcbi_table_slots(KEYS);
    uint32_t *table = exact_memory(slots * sizeof *table), *first = exact_memory(2 * KEYS * sizeof *first);
    tcbi_interner in;
    tcbi_interner_init(&in, (tcbi_keys){.base = keys, .width = KEY_SIZE}, table, slots, first);
    const uint64_t budget = in.probes_left;
    unsigned wrong = 0;
    for (uint32_t i = 0; i < 2 * KEYS; i++) {
        const uint32_t key = i % KEYS, number = tcbi_intern(&in, key);
        wrong += number >= in.count || memcmp(keys + (size_t)in.first[number] * KEY_SIZE,
                                              keys + (size_t)key * KEY_SIZE, KEY_SIZE) != 0;
    }
    CHECK_EQUAL(wrong, 0);
    CHECK(budget <= (uint64_t)KEYS * 256); /* linear in the keys */
    *probes = budget - in.probes_left;
    const uint32_t count = in.count;
    free(table);
    free(first);
    return count;
}

static void usual_keys(void) {
    for (uint32_t i = 0; i < KEYS; i++) {
        char text[KEY_SIZE + 1];
        snprintf(text, sizeof text, "key%05u", (unsigned)i);
        memcpy(keys + (size_t)i * KEY_SIZE, text, KEY_SIZE);
    }
    uint64_t probes;
    CHECK_EQUAL(intern_all(&probes), KEYS);
    CHECK(probes <= 2 * KEYS * 2); /* one for each key found again, few more */
}

static void colliding_keys(void) {
    make_colliding_keys();
    const size_t slots = tcbi_table_slots(KEYS);
    uint64_t probes;
    const uint32_t count = intern_all(&probes);
    /* All of the budget: else these keys do not collide, and the hash was changed under this test. */
    CHECK_EQUAL(probes, (uint64_t)slots * 32);
    CHECK(count > KEYS && count <= 2 * KEYS);
}

static void colliding_strings(void) {
    make_colliding_keys();
    bytes file = {0};
    put_header(&file);
    put_counter32(&file, KEYS);
    put_hex(&file, "02  02 06 00");
    put_u32(&file, KEYS * (KEY_SIZE + 1));
    for (size_t i = 0; i < KEYS; i++) {
        put_counter32(&file, KEY_SIZE);
        put_bytes(&file, keys + i * KEY_SIZE, KEY_SIZE);
    }
    decoded d;
    if (CHECK_EQUAL(decode_all(&d, file.data, file.size, NULL, 0), TCB_OK)) {
        const tcb_column *c = d.columns;
        const uint32_t *offsets = (const void *)((const uint8_t *)d.block + c->dictionary);
        const uint8_t *text = (const uint8_t *)d.block + c->text;
        unsigned wrong = 0;
        for (uint32_t i = 0; i < KEYS; i++) {
            const uint32_t entry = tcbi_index_at((const uint8_t *)d.block + c->values, c->index_width, i);
            wrong += memcmp(text + offsets[entry], keys + (size_t)i * KEY_SIZE, KEY_SIZE) != 0;
        }
        CHECK_EQUAL(wrong, 0);

        const tcb_table table = table_of(&d);
        uint8_t *again;
        size_t size;
        tcb_error error;
        CHECK_EQUAL(encode_file(&table, &again, &size, &error), TCB_OK);
        free(again);
    }
    decoded_free(&d);
    bytes_free(&file);
}

int main(void) {
    static const test_case tests[] = {
        {"numbers usual keys once each, in about one probe", usual_keys},
        {"stops looking for colliding keys after 32 probes a slot", colliding_keys},
        {"decodes and encodes 20,000 strings that all collide", colliding_strings},
    };
    return RUN_TESTS(tests);
}
