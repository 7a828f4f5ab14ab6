// SPDX-License-Identifier: Apache-2.0
#include "importers/kernelcsv.h"

#include "core/kernelcolumns.h"

namespace rs {

std::shared_ptr<const Table> readKernels(const std::vector<CsvFile> &files, const JobContext &job, ImportReport &report)
{
    auto table = readCsvTable(files, job, report);
    if (!table)
        return nullptr;
    const KernelColumns c(*table);
    const auto missing = [&](const char *column, const QString &consequence) {
        report.add({Severity::Loss,
                    table->source,
                    QStringLiteral("line 1"),
                    QStringLiteral("kernels.no-%1").arg(QLatin1String(column)),
                    consequence,
                    {}});
    };
    if (c.name < 0)
        missing("name", QStringLiteral("No column Name or Op Name: operators cannot be told apart."));
    if (c.duration < 0)
        missing("duration", QStringLiteral("No column Duration(us) or Task Duration(us): operators have no times."));
    if (c.start < 0)
        missing(
            "start",
            QStringLiteral("No column Start Time(us) or Task Start Time(us): operators cannot be found in the trace."));
    return table;
}

} // namespace rs
