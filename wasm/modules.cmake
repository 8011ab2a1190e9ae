# The two modules: tcb.wasm (decoder and encoder) and tcb-decode.wasm. Neither imports anything.

set(TCB_MAX_MEMORY 2147483648 CACHE STRING "Cap of a module's memory in bytes, a multiple of 65536")
find_program(TCB_WASM_OPT NAMES wasm-opt REQUIRED)
find_program(TCB_WASM_METADCE NAMES wasm-metadce REQUIRED)

# Safari 15, Chrome 75 and Firefox 79 have both of these; nothing newer is used.
set(TCB_WASM_FLAGS -mbulk-memory -msign-ext -mnontrapping-fptoint)
set(TCB_WASM_OPT_FLAGS --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int)
# Small first: against -O2, -Oz takes a quarter off the compressed module and costs about a tenth of the
# decoding time, but for the bit unpacking, where -O2 is 1.7 times as fast for a few bytes.
target_compile_options(tcb_objects PRIVATE ${TCB_WASM_FLAGS} -Oz -fvisibility=hidden -ffunction-sections)
set_source_files_properties(src/bitpack.c PROPERTIES COMPILE_OPTIONS -O2)

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS wasm/exports.txt)
file(STRINGS wasm/exports.txt TCB_EXPORT_LINES REGEX "^[^#]")
set(TCB_EXPORTS_DECODE "")
set(TCB_EXPORTS_FULL "")
foreach(line IN LISTS TCB_EXPORT_LINES)
    string(REGEX REPLACE "^full: *" "" name "${line}")
    list(APPEND TCB_EXPORTS_FULL ${name})
    if(NOT line MATCHES "^full:")
        list(APPEND TCB_EXPORTS_DECODE ${name})
    endif()
endforeach()

# The graph that wasm-metadce keeps: the memory and the listed exports, so that both toolchains export the
# same names (Emscripten adds a few of its own).
function(tcb_export_graph file exports)
    set(roots "\"e:memory\"")
    set(nodes "")
    foreach(name IN ITEMS memory LISTS exports)
        string(APPEND roots ", \"e:${name}\"")
        string(APPEND nodes ",\n  { \"name\": \"e:${name}\", \"export\": \"${name}\" }")
    endforeach()
    file(WRITE ${file} "[\n  { \"name\": \"outside\", \"root\": true, \"reaches\": [${roots}] }${nodes}\n]\n")
endfunction()

function(tcb_module name exports)
    tcb_export_graph(${CMAKE_BINARY_DIR}/${name}.exports.json "${exports}")
    add_executable(${name} wasm/abi.c wasm/heap.c $<TARGET_OBJECTS:tcb_objects>)
    target_include_directories(${name} PRIVATE src wasm)
    target_compile_options(${name} PRIVATE -Wall -Wextra -Wshadow -Wconversion ${TCB_WASM_FLAGS} -Oz -fvisibility=hidden)
    if(EMSCRIPTEN)
        list(TRANSFORM exports PREPEND _)
        list(JOIN exports "," list)
        target_link_options(${name} PRIVATE
            -O3 -sSTANDALONE_WASM --no-entry -sFILESYSTEM=0 -sMALLOC=none -sERROR_ON_UNDEFINED_SYMBOLS=1
            -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=${TCB_MAX_MEMORY} -sINITIAL_MEMORY=131072
            -sTOTAL_STACK=32768 -sEXPORTED_FUNCTIONS=${list} ${TCB_WASM_FLAGS})
    else()
        list(TRANSFORM exports PREPEND "-Wl,--export=")
        target_link_options(${name} PRIVATE
            -nostartfiles -Wl,--no-entry -Wl,--gc-sections -Wl,--strip-all
            -Wl,--max-memory=${TCB_MAX_MEMORY} -Wl,-z,stack-size=32768 -Wl,--stack-first ${exports})
    endif()
    set_target_properties(${name} PROPERTIES SUFFIX .linked.wasm)
    # The same last pass for both toolchains: smaller code, no names, no producers section. Twice, since the
    # second finds more, and with constants folded into the offsets of loads, which is right as long as
    # no address below 1024 comes about by an addition that wraps: 2 % smaller when compressed.
    add_custom_command(TARGET ${name} POST_BUILD
        COMMAND ${TCB_WASM_METADCE} ${TCB_WASM_OPT_FLAGS} --graph-file ${CMAKE_BINARY_DIR}/${name}.exports.json
            $<TARGET_FILE:${name}> -o ${CMAKE_BINARY_DIR}/${name}.wasm > ${CMAKE_BINARY_DIR}/${name}.unused.txt
        COMMAND ${TCB_WASM_OPT} -Oz --low-memory-unused -Oz ${TCB_WASM_OPT_FLAGS}
            --strip-debug --strip-producers --strip-target-features
            ${CMAKE_BINARY_DIR}/${name}.wasm -o ${CMAKE_BINARY_DIR}/${name}.wasm
        VERBATIM)
endfunction()

tcb_module(tcb "${TCB_EXPORTS_FULL}")
tcb_module(tcb-decode "${TCB_EXPORTS_DECODE}")
