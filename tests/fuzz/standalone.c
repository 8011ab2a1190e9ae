/* Runs a fuzz target over files and folders, with any compiler. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"
#include "support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned replayed;

static void replay_file(const char *path) {
    bytes file = read_whole_file(path);
    uint8_t *exact = exact_copy(file.data, file.size);
    LLVMFuzzerTestOneInput(exact, file.size);
    free(exact);
    bytes_free(&file);
    replayed++;
}

static bool replay_folder(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL) return false;
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        replay_file(inner);
    }
    closedir(folder);
    return true;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!replay_folder(argv[i])) replay_file(argv[i]);
    }
    printf("replayed %u inputs\n", replayed);
    return replayed == 0;
}
