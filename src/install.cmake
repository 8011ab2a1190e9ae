# What `cmake --install` puts where: the library, its header, and the files by which CMake and pkg-config find it.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tcb)
install(TARGETS tcb EXPORT tcb FILE_SET HEADERS)
install(EXPORT tcb NAMESPACE tcb:: FILE tcb-config.cmake DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tcb-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tcb-config-version.cmake DESTINATION ${package_dir})

# The folders below the prefix, or as they are where they are absolute; the prefix is told from where the file
# lies, so that the installed tree can be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(APPEND TCB_PC_LIBDIR "\${prefix}" ${CMAKE_INSTALL_LIBDIR})
cmake_path(APPEND TCB_PC_INCLUDEDIR "\${prefix}" ${CMAKE_INSTALL_INCLUDEDIR})
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    set(TCB_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
else()
    file(RELATIVE_PATH up /${pkgconfig_dir} /)
    string(REGEX REPLACE "/$" "" up "${up}")
    set(TCB_PC_PREFIX "\${pcfiledir}/${up}")
endif()
configure_file(src/tcb.pc.in tcb.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tcb.pc DESTINATION ${pkgconfig_dir})
