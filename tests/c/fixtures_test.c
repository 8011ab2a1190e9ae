/* Every fixture: decoded, cut at each byte, lengthened, changed at each byte, encoded again. All buffers
 * are of exactly the size asked for, so that a sanitizer sees a single byte too many. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "support.h"
#include "test.h"

/* Changed files may claim much: these keep a test of millions of them short. */
static const tcb_limits tight = {
    .rows = 20000, .columns = 4096, .decoded_bytes = 1 << 18, .string_bytes = 1 << 18};

typedef struct fixture {
    char name[256];
    bytes file;
} fixture;

static fixture fixtures[512];
static size_t fixture_count;

static int by_name(const void *a, const void *b) {
    return strcmp(((const fixture *)a)->name, ((const fixture *)b)->name);
}

static void load_fixtures(const char *folder) {
    DIR *entries = opendir(folder);
    if (entries == NULL) return;
    const struct dirent *entry;
    while ((entry = readdir(entries)) != NULL && fixture_count < sizeof fixtures / sizeof *fixtures) {
        const size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".tcb") != 0) continue;
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        fixture *f = &fixtures[fixture_count++];
        snprintf(f->name, sizeof f->name, "%s", entry->d_name);
        f->file = read_whole_file(path);
    }
    closedir(entries);
    qsort(fixtures, fixture_count, sizeof *fixtures, by_name);
}

/* A check that names the fixture where it fails. */
static bool holds(bool condition, const fixture *f, const char *what) {
    if (!condition) {
        test_failures++;
        printf("# %s: %s\n", f->name, what);
    }
    return condition;
}

static tcb_status status_of(const uint8_t *data, size_t size, uint32_t flags) {
    decoded d;
    const tcb_status status = decode_all(&d, data, size, &tight, flags);
    decoded_free(&d);
    return status;
}

static void all_decode(void) {
    CHECK(fixture_count > 100);
    for (size_t i = 0; i < fixture_count; i++) {
        const fixture *f = &fixtures[i];
        uint8_t *copy = exact_copy(f->file.data, f->file.size);
        decoded expanded, kept;
        const bool ok = decode_all(&expanded, copy, f->file.size, &tight, 0) == TCB_OK &&
                        decode_all(&kept, copy, f->file.size, &tight, TCB_KEEP_DICTIONARIES) == TCB_OK;
        if (holds(ok, f, "decodes with dictionaries kept and expanded")) {
            const tcb_table a = table_of(&expanded), b = table_of(&kept);
            uint32_t column;
            holds(same_tables(&a, &b, &column), f, "has the same values both ways");
            decoded_free(&kept);
        }
        decoded_free(&expanded);
        free(copy);
    }
}

static void truncated(void) {
    for (size_t i = 0; i < fixture_count; i++) {
        const fixture *f = &fixtures[i];
        for (size_t size = 0; size < f->file.size; size++) {
            uint8_t *copy = exact_copy(f->file.data, size);
            holds(status_of(copy, size, 0) != TCB_OK, f, "is refused when cut");
            free(copy);
        }
    }
}

static void lengthened(void) {
    for (size_t i = 0; i < fixture_count; i++) {
        const fixture *f = &fixtures[i];
        uint8_t *longer = exact_memory(f->file.size + 1);
        memcpy(longer, f->file.data, f->file.size);
        for (unsigned value = 0; value < 256; value++) {
            longer[f->file.size] = (uint8_t)value;
            holds(status_of(longer, f->file.size + 1, 0) == TCB_E_BLOCK_SUM, f,
                  "is refused with a byte behind it");
        }
        free(longer);
    }
}

/* Puts each other value at byte `at` in turn. */
static void change_byte(const fixture *f, uint8_t *copy, size_t at, size_t *tables) {
    const uint8_t was = copy[at];
    for (unsigned change = 1; change < 256; change++) {
        copy[at] = was ^ (uint8_t)change;
        if (status_of(copy, f->file.size, at % 2 == 0 ? 0 : TCB_KEEP_DICTIONARIES) == TCB_OK) (*tables)++;
    }
    copy[at] = was;
}

static size_t first_changed; /* 0 or 1: the even or the odd half */

static void changed(void) {
    size_t tables = 0;
    for (size_t i = first_changed; i < fixture_count; i += 2) {
        const fixture *f = &fixtures[i];
        uint8_t *copy = exact_copy(f->file.data, f->file.size);
        for (size_t at = 0; at < f->file.size; at++) change_byte(f, copy, at, &tables);
        free(copy);
    }
    CHECK(tables != 0); /* nonce and MAC are nobody's concern here, values may be others */
}

static void encoded_again(void) {
    for (size_t i = 0; i < fixture_count; i++) {
        const fixture *f = &fixtures[i];
        for (uint32_t flags = 0; flags <= TCB_KEEP_DICTIONARIES; flags++) {
            decoded first, second;
            decode_all(&first, f->file.data, f->file.size, &tight, flags);
            const tcb_table table = table_of(&first);
            uint8_t *file = NULL, *again = NULL;
            size_t size = 0, again_size = 0;
            tcb_error error;
            if (holds(encode_file(&table, &file, &size, &error) == TCB_OK, f, "encodes") &&
                holds(decode_all(&second, file, size, &tight, flags) == TCB_OK, f, "decodes again")) {
                const tcb_table second_table = table_of(&second);
                uint32_t column;
                holds(same_tables(&table, &second_table, &column), f, "holds the same values");
                holds(encode_file(&second_table, &again, &again_size, &error) == TCB_OK, f, "encodes twice");
                holds(again_size == size && memcmp(again, file, size) == 0, f, "encodes to the same bytes");
                decoded_free(&second);
            }
            free(again);
            free(file);
            decoded_free(&first);
        }
    }
}

/* Without an argument, all but the changes: those take longest and are a test of their own, in two halves
 * (argument "even" or "odd": every second fixture) that run side by side. */
int main(int argc, char **argv) {
    static const test_case changes[] = {
        {"every fixture with one byte changed ends in a table or in an error", changed},
    };
    static const test_case tests[] = {
        {"every fixture decodes, to the same values with dictionaries kept and expanded", all_decode},
        {"every fixture cut short is refused", truncated},
        {"every fixture with a byte behind it is refused", lengthened},
        {"every fixture encodes to a file of the same values, and that one to itself", encoded_again},
    };
    load_fixtures(TCB_FIXTURES);
    first_changed = argc > 1 && strcmp(argv[1], "odd") == 0;
    const int result = argc > 1 ? RUN_TESTS(changes) : RUN_TESTS(tests);
    for (size_t i = 0; i < fixture_count; i++) bytes_free(&fixtures[i].file);
    return result;
}
