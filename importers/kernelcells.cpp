// SPDX-License-Identifier: Apache-2.0
#include "importers/kernelcells.h"

#include "core/base/timens.h"
#include "importers/files/findingseverity.h"

namespace rs {

QString microsecondsText(qint64 ns)
{
    return QString::fromStdString(formatUs(ns)) + QStringLiteral(" µs");
}

void noteKernelRows(const RowCount &rows, qint64 of, const Table &kernels, int column, const CsvPlaces &places,
                    const char *code, const char *message, const QString &argument, ImportReport &report)
{
    if (rows.count == 0)
        return;
    const CsvPlaces::At at = places.at(rows.first, column >= 0 ? kernels.at(column).name : QStringLiteral("1"));
    report.add({severityOf(rows.count, of), at.file.isEmpty() ? kernels.source : at.file, at.place,
                QString::fromLatin1(code), QString::fromLatin1(message), argument, rows.count});
}

} // namespace rs
