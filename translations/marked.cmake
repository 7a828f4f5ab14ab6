# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCES=<list> -DCOPIES=<folder> -DMARKED=<list to write> -P marked.cmake
# Sources for lupdate, which knows no marker without a context: those with RS_MESSAGE or RS_NOOP (core/text/phrase.h) or RS_TABLE
# (tables/base/tableschema.h) as copies that have QT_TRANSLATE_NOOP instead.
file(STRINGS ${SOURCES} sources)
set(marked "")
foreach(source IN LISTS sources)
    file(READ ${source} text)
    string(REGEX REPLACE "RS_(MESSAGE|NOOP)\\(" "QT_TRANSLATE_NOOP(\"Finding\", " copy "${text}")
    string(REPLACE "RS_TABLE(" "QT_TRANSLATE_NOOP(\"Tables\", " copy "${copy}")
    if(NOT copy STREQUAL text)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/..)
        set(source ${COPIES}/${source})
        file(WRITE ${source} "${copy}")
    endif()
    string(APPEND marked "${source}\n")
endforeach()
file(WRITE ${MARKED} "${marked}")
