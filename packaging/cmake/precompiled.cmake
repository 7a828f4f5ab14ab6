# SPDX-License-Identifier: Apache-2.0
# Half of the time of a translation unit goes into the same standard and Qt headers, so each target reads them precompiled.
# Sources still include what they use: RANKSCOPE_PCH=OFF has to build too.
option(RANKSCOPE_PCH "Precompile the headers of the standard library and Qt" ON)

set(rankscope_core_headers
    <algorithm> <array> <atomic> <cmath> <cstring> <functional> <limits> <map> <memory> <mutex> <optional> <set> <string>
    <string_view> <unordered_map> <utility> <vector>
    <QByteArray> <QDir> <QFile> <QFileInfo> <QHash> <QList> <QObject> <QRegularExpression> <QString> <QStringList> <QVariant>)
set(rankscope_widgets_headers ${rankscope_core_headers}
    <QAbstractItemModel> <QAction> <QApplication> <QComboBox> <QLabel> <QLineEdit> <QMenu> <QMouseEvent> <QPainter> <QPointer>
    <QTableView> <QTimer> <QToolButton> <QVBoxLayout> <QWidget>)

# rankscope_precompile(<target> core|widgets [header…])
function(rankscope_precompile target kind)
    # Each shared library would be compiled with a definition of its own, which nothing reads, and share no headers.
    set_target_properties(${target} PROPERTIES DEFINE_SYMBOL "")
    if(RANKSCOPE_PCH)
        target_precompile_headers(${target} PRIVATE ${rankscope_${kind}_headers} ${ARGN})
    endif()
endfunction()

# rankscope_reuse_precompiled(<target> <owner>): for targets that compile with the owner's flags. Under AddressSanitizer libraries are
# optimised or not (projectflags.cmake), and clang shares no headers between these.
function(rankscope_reuse_precompiled target owner)
    set_target_properties(${target} PROPERTIES DEFINE_SYMBOL "")
    if(RANKSCOPE_PCH AND RANKSCOPE_SANITIZE MATCHES "address")
        get_target_property(headers ${owner} PRECOMPILE_HEADERS)
        target_precompile_headers(${target} PRIVATE ${headers})
    elseif(RANKSCOPE_PCH)
        target_precompile_headers(${target} REUSE_FROM ${owner})
    endif()
endfunction()
