# SPDX-License-Identifier: Apache-2.0
# moc goes through each header that a source includes, those of Qt and of the standard library too, for half a second a class. What
# it writes of our classes does not depend on them, so it is not told where they are.
set(RANKSCOPE_QUICK_MOC OFF)
if(CMAKE_HOST_UNIX)
    get_target_property(RANKSCOPE_MOC Qt6::moc LOCATION)
    if(RANKSCOPE_MOC)
        set(RANKSCOPE_QUICK_MOC ${PROJECT_BINARY_DIR}/quickmoc)
        configure_file(${CMAKE_CURRENT_LIST_DIR}/quickmoc.sh.in ${RANKSCOPE_QUICK_MOC} @ONLY
            FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    endif()
endif()

# rankscope_moc(<target>): for a target with AUTOMOC.
function(rankscope_moc target)
    if(RANKSCOPE_QUICK_MOC)
        set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE ${RANKSCOPE_QUICK_MOC})
    endif()
endfunction()
