// Prints a column of strings, one row a line: texts FILE TAG
#include <tcb.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

static void need(tcb_status status) {
    if (status != TCB_OK) throw std::runtime_error(tcb_status_string(status));
}

static void print_texts(const std::vector<char> &data, uint32_t tag) {
    tcb_file file;
    need(tcb_open(data.data(), data.size(), nullptr, &file, nullptr));
    std::vector<tcb_descriptor> wanted(file.column_count);
    need(tcb_describe(&file, wanted.data(), wanted.size(), nullptr));
    std::erase_if(wanted, [=](const tcb_descriptor &descriptor) { return descriptor.tag != tag; });

    const tcb_request request = {wanted.data(), static_cast<uint32_t>(wanted.size()), 0};
    size_t scratch_size, block_size, used;
    need(tcb_scratch_size(&file, &request, &scratch_size, nullptr));
    std::vector<uint64_t> scratch(scratch_size / 8 + 1);  // of uint64_t, since the library wants them aligned
    need(tcb_measure(&file, &request, scratch.data(), scratch_size, &block_size, nullptr));
    std::vector<uint64_t> block(block_size / 8 + 1);
    tcb_column column = {};
    need(tcb_decode(&file, &request, scratch.data(), scratch_size, block.data(), block_size, &column, &used,
                    nullptr));
    if (column.element != TCB_STRING || (column.flags & TCB_IS_ARRAY))
        throw std::runtime_error("not a column of strings");

    // Each row has the number of an entry, of 1, 2 or 4 bytes; entry i is text[starts[i] .. starts[i + 1]).
    const char *base = reinterpret_cast<const char *>(block.data());
    const uint32_t *starts = reinterpret_cast<const uint32_t *>(base + column.dictionary);
    for (uint32_t row = 0; row < file.row_count; row++) {
        uint32_t entry = 0;
        std::copy_n(base + column.values + row * column.index_width, column.index_width,
                    reinterpret_cast<char *>(&entry));
        std::cout << std::string(base + column.text + starts[entry], starts[entry + 1] - starts[entry])
                  << '\n';
    }
}

int main(int argc, char **argv) try {
    if (argc != 3) throw std::runtime_error("usage: texts FILE TAG");
    std::ifstream in(argv[1], std::ios::binary);
    print_texts({std::istreambuf_iterator<char>(in), {}}, static_cast<uint32_t>(std::stoul(argv[2])));
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
