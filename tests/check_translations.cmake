# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=<project> -DSOURCES=<list of sources> -DLUPDATE=<program> -DWORK=<folder> -P check_translations.cmake
# Fails when a text of the program has no translation, or a translation no text: lupdate takes the sources over into copies.
cmake_minimum_required(VERSION 3.23)

set(marked ${WORK}/marked.lst)
execute_process(COMMAND ${CMAKE_COMMAND} -DSOURCES=${SOURCES} -DCOPIES=${WORK}/marked -DMARKED=${marked}
    -P ${ROOT}/translations/marked.cmake COMMAND_ERROR_IS_FATAL ANY)
set(offences "")
foreach(name rankscope_zh_CN rankscope_en)
    set(plural "")
    if(name STREQUAL "rankscope_en")
        set(plural -pluralonly)
    endif()
    file(COPY ${ROOT}/translations/${name}.ts DESTINATION ${WORK})
    execute_process(COMMAND ${LUPDATE} -silent -no-obsolete -locations none ${plural} @${marked} -I ${ROOT} -I ${ROOT}/models
        -ts ${WORK}/${name}.ts ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
    foreach(folder ${ROOT}/translations ${WORK})
        file(READ ${folder}/${name}.ts text)
        string(REGEX REPLACE "[][;]" "." text "${text}")
        string(REPLACE "</message>" ";" text "${text}")
        list(TRANSFORM text REPLACE "^.*<name>([^<]*)</name>" "\\1 ")
        set(before ${after})
        set(after ${text})
    endforeach()
    list(REMOVE_ITEM before ${after}) # translations of texts that are gone
    list(FILTER after INCLUDE REGEX "type=\"unfinished\"")
    list(APPEND offences ${before} ${after})
endforeach()
if(offences)
    list(TRANSFORM offences REPLACE "[ \n]+" " ")
    list(JOIN offences "\n" offences)
    message(FATAL_ERROR "not translated, or no longer in the sources:\n${offences}")
endif()
