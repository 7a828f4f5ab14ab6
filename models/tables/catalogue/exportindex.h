// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/catalogue/catalogueexport.h"

#include <QByteArray>

namespace rs {

/// One run of an export.
struct ExportedRun
{
    QString path;
    QStringList verdicts; ///< English
    std::vector<ExportedTable> tables;
};

/// A page for the folder `root` of an export: for each run its verdicts, and a line for each table with a link to its
/// file, or to one for each rank. English, plain HTML without a script.
[[nodiscard]] QByteArray exportIndex(const QString &root, const std::vector<ExportedRun> &runs);

} // namespace rs
