/* Bounded reading. Every read tests what is left, returns false on the first failure and records it. */
#ifndef TCB_READER_H
#define TCB_READER_H

#include "internal.h"

typedef struct tcbi_reader {
    const uint8_t *p;
    const uint8_t *end;
    const uint8_t *start; /* of the file: error offsets count from here */
    tcb_error *error;     /* never NULL; status, offset, expected and found are set here */
} tcbi_reader;

/* Records an error that is of the call, not of a place in the file. */
static inline tcb_status tcbi_fail_call(tcb_error *error, tcb_status status, int64_t expected,
                                        int64_t found) {
    *error = (tcb_error){.status = (int32_t)status, .column = -1, .expected = expected, .found = found};
    return status;
}

static inline size_t tcbi_left(const tcbi_reader *r) {
    return (size_t)(r->end - r->p);
}

void tcbi_record(tcbi_reader *r, const uint8_t *at, tcb_status status, int64_t expected, int64_t found);

/* Records a failure at `at`, or at the reader's position; false, so that callers can return it. */
static inline bool tcbi_fail_at(tcbi_reader *r, const uint8_t *at, tcb_status status, int64_t expected,
                                int64_t found) {
    tcbi_record(r, at, status, expected, found);
    return false;
}

static inline bool tcbi_fail(tcbi_reader *r, tcb_status status, int64_t expected, int64_t found) {
    tcbi_record(r, r->p, status, expected, found);
    return false;
}

/* TCB_E_TRUNCATED unless `size` bytes are left. */
bool tcbi_need(tcbi_reader *r, uint64_t size);

/* None of these is inline: they are called a few times a column, and once an entry at most; the loops
 * over values in stream.c have a fast path of their own. */
bool tcbi_read8(tcbi_reader *r, uint32_t *out);
bool tcbi_read32(tcbi_reader *r, uint32_t *out);
bool tcbi_read_counter32(tcbi_reader *r, int32_t *out);
bool tcbi_read_counter64(tcbi_reader *r, int64_t *out);

/* A counter32 that may not be negative. */
bool tcbi_read_count(tcbi_reader *r, uint32_t *out);

#endif
