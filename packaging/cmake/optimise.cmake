# SPDX-License-Identifier: Apache-2.0
# Two thirds of the time that a source takes to compile go into optimising it. Most of the program waits for files or for the user, so
# a release build optimises in full only what reads files and paints lanes.
set(RANKSCOPE_COLD -O1)
set(RANKSCOPE_WARM -O1)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Inlines what is small only: four fifths of the time.
    list(APPEND RANKSCOPE_COLD "SHELL:-mllvm -inline-threshold=25")
endif()

# rankscope_optimise(<target> cold|warm): nothing is said of a hot target.
function(rankscope_optimise target kind)
    string(TOUPPER ${kind} kind)
    foreach(option IN LISTS RANKSCOPE_${kind})
        target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:${option}>")
    endforeach()
endfunction()

# rankscope_hot_part(<target> <source>…): sources of a library that is not hot, which are. Call it last.
function(rankscope_hot_part target)
    set(part ${target}_hot)
    add_library(${part} OBJECT ${ARGN})
    get_target_property(libraries ${target} LINK_LIBRARIES)
    get_target_property(directories ${target} INCLUDE_DIRECTORIES)
    target_link_libraries(${part} PRIVATE ${libraries})
    target_include_directories(${part} PRIVATE ${directories})
    # As a library is compiled by itself: precompiled headers that both share have to agree. On x86-64 Qt asks for -fPIC everywhere.
    set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE "${BUILD_SHARED_LIBS}")
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${part}>)
endfunction()
