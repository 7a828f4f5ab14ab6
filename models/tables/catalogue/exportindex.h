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

/// Sentences of the diagnosis without those about who waits, each with its cost; English.
[[nodiscard]] QStringList exportVerdicts(const Catalogue &tables, const TableQuery &query, const JobContext &job);

/// A page for the folder `root` of an export: for each run its verdicts, and a line for each table with a link to its
/// file, or to one for each rank; then links to pictures, files of that folder. English, plain HTML without a script.
[[nodiscard]] QByteArray exportIndex(const QString &root, const std::vector<ExportedRun> &runs,
                                     const QStringList &pictures = {});

} // namespace rs
