/* Prints a column of int32, one row a line: numbers FILE TAG */
#include <stdio.h>
#include <stdlib.h>
#include <tcb.h>

static void need(tcb_status status, const tcb_error *error) {
    if (status == TCB_OK) return;
    fprintf(stderr, "%s (tag %u, at byte %u)\n", tcb_status_string(status), error->tag, error->offset);
    exit(1);
}

static void *memory(size_t size) {
    void *p = malloc(size + 1); /* some sizes are 0 */
    if (p == NULL) exit(3);
    return p;
}

int main(int argc, char **argv) {
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (in == NULL) return fprintf(stderr, "usage: numbers FILE TAG\n"), 2;
    fseek(in, 0, SEEK_END);
    const size_t size = (size_t)ftell(in);
    rewind(in);
    void *data = memory(size);
    if (fread(data, 1, size, in) != size) return 3;
    fclose(in);

    tcb_file file;
    tcb_error error;
    need(tcb_open(data, size, NULL, &file, &error), &error);
    tcb_descriptor *descriptors = memory(file.column_count * sizeof *descriptors);
    need(tcb_describe(&file, descriptors, file.column_count, &error), &error);
    const uint32_t tag = (uint32_t)atoi(argv[2]);
    uint32_t position = 0;
    while (position < file.column_count && descriptors[position].tag != tag) position++;

    /* Any number of columns may be asked for at once: here one, or none where no column has the tag. */
    const tcb_request request = {descriptors + position, position < file.column_count, 0};
    size_t scratch_size, block_size, used;
    need(tcb_scratch_size(&file, &request, &scratch_size, &error), &error);
    void *scratch = memory(scratch_size);
    need(tcb_measure(&file, &request, scratch, scratch_size, &block_size, &error), &error);
    uint8_t *block = memory(block_size);
    tcb_column column = {0};
    tcb_status status;
    status = tcb_decode(&file, &request, scratch, scratch_size, block, block_size, &column, &used, &error);
    need(status, &error);
    if (column.tag != tag || column.element != TCB_I32 || (column.flags & TCB_IS_ARRAY)) {
        return fprintf(stderr, "column %u is not of int32\n", tag), 1;
    }
    const int32_t *values = (const int32_t *)(block + column.values);
    for (uint32_t row = 0; row < file.row_count; row++) printf("%d\n", values[row]);
    free(block), free(scratch), free(descriptors), free(data);
    return 0;
}
