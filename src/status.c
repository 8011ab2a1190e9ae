/* Sentences for statuses. */
#include "tcb.h"

const char *tcb_status_string(tcb_status status) {
    switch (status) {
        case TCB_OK:
            return "no error";
        case TCB_E_ARGUMENT:
            return "an argument of the call is wrong";
        case TCB_E_BUFFER:
            return "a buffer is too small";
        case TCB_E_TRUNCATED:
            return "the bytes end inside an item";
        case TCB_E_SIGNATURE:
            return "not a TCB file: it does not begin with \"TCB\\0\"";
        case TCB_E_VERSION:
            return "another format version";
        case TCB_E_ENCRYPTED:
            return "the file is encrypted: open it with its key first";
        case TCB_E_FLAGS:
            return "unknown header flags";
        case TCB_E_CIPHER:
            return "unknown cipher";
        case TCB_E_KEY_CHECK:
            return "the key check does not read \"TCB\\0\"";
        case TCB_E_VARINT:
            return "a varint is too long";
        case TCB_E_COUNT:
            return "a count is negative or too large";
        case TCB_E_TAG:
            return "a tag is below 1";
        case TCB_E_DUPLICATE_TAG:
            return "two columns have the same tag";
        case TCB_E_BLOCK_LENGTH:
            return "a block is longer than the rest of the file";
        case TCB_E_BLOCK_SUM:
            return "bytes follow the last block";
        case TCB_E_RAW_LENGTH:
            return "a raw block has fewer bytes than rows";
        case TCB_E_ELEMENT:
            return "unknown element type";
        case TCB_E_KIND:
            return "impossible kind of column";
        case TCB_E_ENCODING:
            return "this element type does not have this encoding";
        case TCB_E_INNER_ENCODING:
            return "unknown inner encoding";
        case TCB_E_RUN:
            return "a run is empty or too long";
        case TCB_E_INDEX:
            return "an index is outside its dictionary";
        case TCB_E_SHARED:
            return "an entry shares more bytes than the one before has";
        case TCB_E_WIDTH:
            return "impossible width";
        case TCB_E_BYTE_RANGE:
            return "a byte is outside 0 to 255";
        case TCB_E_STRING_LENGTH:
            return "a string is longer than the rest of its block";
        case TCB_E_ELEMENT_COUNT:
            return "the element bitmap counts other elements than the column holds";
        case TCB_E_BLOCK_END:
            return "bytes are left at the end of a block";
        case TCB_E_UTF8:
            return "a string is not UTF-8";
        case TCB_E_LIMIT_ROWS:
            return "more rows than the limit allows";
        case TCB_E_LIMIT_COLUMNS:
            return "more columns than the limit allows";
        case TCB_E_LIMIT_BYTES:
            return "more decoded bytes than the limit allows";
        case TCB_E_LIMIT_STRINGS:
            return "more bytes of strings than the limit allows";
        case TCB_E_VALUE_COUNT:
            return "a column has another length than its table";
        case TCB_E_OFFSETS:
            return "offsets do not start at 0, fall, or leave their values";
        case TCB_E_BOOL:
            return "a bool is neither 0 nor 1";
        case TCB_E_FILE_SIZE:
            return "a file, block or buffer of 4 GiB or more";
        case TCB_E_MEMORY:
            return "out of memory";
        case TCB_E_INTERNAL:
            return "a fault of this library";
    }
    return "unknown status";
}
