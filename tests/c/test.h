/* Tests as a table of claims. A check that fails says where, and the test goes on: later checks often
 * tell why. */
#ifndef TCB_TEST_H
#define TCB_TEST_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct test_case {
    const char *claim;
    void (*run)(void);
} test_case;

static unsigned test_failures; /* checks of the test under way that failed */

static inline bool test_check(bool holds, const char *what, const char *file, int line) {
    if (!holds) {
        test_failures++;
        printf("# %s:%d: %s does not hold\n", file, line, what);
    }
    return holds;
}

static inline bool test_check_equal(int64_t found, int64_t expected, const char *what, const char *file,
                                    int line) {
    if (found != expected) {
        test_failures++;
        printf("# %s:%d: %s: expected %" PRId64 ", found %" PRId64 "\n", file, line, what, expected, found);
    }
    return found == expected;
}

/* Both tell whether they held. */
#define CHECK(condition) test_check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(found, expected) \
    test_check_equal((int64_t)(found), (int64_t)(expected), #found, __FILE__, __LINE__)

/* Runs all and returns the exit status. */
static inline int run_tests(const test_case *tests, size_t count) {
    size_t failed = 0;
    for (size_t i = 0; i < count; i++) {
        test_failures = 0;
        tests[i].run();
        printf("%s - %s\n", test_failures == 0 ? "ok" : "not ok", tests[i].claim);
        if (test_failures != 0) failed++;
    }
    printf("%zu passed, %zu failed\n", count - failed, failed);
    return failed == 0 ? 0 : 1;
}

#define RUN_TESTS(tests) run_tests((tests), sizeof(tests) / sizeof *(tests))

#endif
