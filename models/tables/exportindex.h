// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/catalogueexport.h"

#include <QByteArray>

namespace rs {

/// A page for the folder `root` of an export: a line for each table, with a link to its file, or to one for each rank.
/// English, plain HTML without a script.
[[nodiscard]] QByteArray exportIndex(const QString &root, const QStringList &runs,
                                     const std::vector<ExportedTable> &tables);

} // namespace rs
