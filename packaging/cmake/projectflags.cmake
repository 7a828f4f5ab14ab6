# SPDX-License-Identifier: Apache-2.0
# One INTERFACE target carries the warnings of every target of the project, another adds the sanitizers.
add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual
    $<$<BOOL:${RANKSCOPE_WERROR}>:-Werror>)
# To clang, a local name shadows that of another source in the same unity build.
target_compile_options(project_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wshadow>)
# GCC 12 sees overlaps in string concatenations that are none (its bug 105651); later ones do not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(project_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
target_compile_definitions(project_warnings INTERFACE QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING
    QT_NO_FOREACH QT_STRICT_ITERATORS)
target_link_libraries(project_warnings INTERFACE Threads::Threads)

add_library(project_flags INTERFACE)
target_link_libraries(project_flags INTERFACE project_warnings)
# x86-64 rounds a product before it is added. arm64 can do both at once, and the last bit of a sum in a pack would be another.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    target_compile_options(project_flags INTERFACE -ffp-contract=off)
endif()
if(RANKSCOPE_SANITIZE)
    target_compile_options(project_flags INTERFACE -fsanitize=${RANKSCOPE_SANITIZE} -fno-omit-frame-pointer
        -fno-sanitize-recover=all)
    # Null pointers and objects that are too small are AddressSanitizer's already; checked twice, they take a fifth of the compile time.
    if(RANKSCOPE_SANITIZE MATCHES "address,undefined")
        # Alignment takes another quarter, and matters where bytes of files become values.
        set(reads_bytes $<IN_LIST:$<TARGET_PROPERTY:NAME>,trace_core$<SEMICOLON>trace_importers_hot>)
        target_compile_options(project_flags INTERFACE -fno-sanitize=null,object-size
            $<$<NOT:${reads_bytes}>:-fno-sanitize=alignment>)
        # The code of these checks takes twice as long to optimise as to compile. Files are read optimised, for the tests with many ranks.
        target_compile_options(project_flags INTERFACE $<$<NOT:${reads_bytes}>:-O0>)
    endif()
    target_link_options(project_flags INTERFACE -fsanitize=${RANKSCOPE_SANITIZE})
    # A test without sanitizers in its own code must not lend its copies of inline functions to the libraries that it tests.
    target_link_options(project_flags INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,SHARED_LIBRARY>:-Wl,-Bsymbolic-functions>)
endif()
