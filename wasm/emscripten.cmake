# Finds the toolchain file of the Emscripten SDK beside its compiler.
find_program(TCB_EMCC NAMES emcc REQUIRED)
file(REAL_PATH ${TCB_EMCC} tcb_emcc)
cmake_path(GET tcb_emcc PARENT_PATH tcb_emscripten_root)
find_file(TCB_EMSCRIPTEN_TOOLCHAIN NAMES Emscripten.cmake REQUIRED NO_CMAKE_FIND_ROOT_PATH
    PATHS ${tcb_emscripten_root}/cmake/Modules/Platform /usr/share/emscripten/cmake/Modules/Platform NO_DEFAULT_PATH)
include(${TCB_EMSCRIPTEN_TOOLCHAIN})
