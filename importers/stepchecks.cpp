// SPDX-License-Identifier: Apache-2.0
#include "importers/stepchecks.h"

#include "core/kernelcolumns.h"

#include <QStringList>

#include <map>
#include <utility>

namespace rs {

void noteStepsOfKernels(const Table &kernels, const JobContext &job, ImportReport &report)
{
    const KernelColumns c(kernels);
    if (c.step < 0 || c.start < 0 || kernels.at(c.step).type != ColumnType::Integer)
        return;
    struct Starts
    {
        double sum = 0; // from the first row on
        qint64 count = 0;
    };
    constexpr int rowsPerPoll = 65536;
    constexpr qint64 fewest = 8;                       // of fewer, one stray row would speak for a step
    std::map<std::pair<qint64, qint64>, Starts> steps; // by device and number
    auto at = steps.end();
    qint64 origin = 0;
    for (int row = 0; row < kernels.rows(); ++row) {
        if (row % rowsPerPoll == 0 && job.isCanceled())
            return;
        if (!kernels.has(row, c.step) || !kernels.has(row, c.start))
            continue;
        const bool hasDevice = c.device >= 0 && kernels.at(c.device).type == ColumnType::Integer;
        const std::pair key(hasDevice ? kernels.integer(row, c.device, -1) : -1, kernels.integer(row, c.step));
        const qint64 start = kernels.integer(row, c.start);
        if (steps.empty())
            origin = start;
        if (at == steps.end() || at->first != key)
            at = steps.try_emplace(key).first;
        at->second.sum += static_cast<double>(start) - static_cast<double>(origin);
        ++at->second.count;
    }
    constexpr qsizetype mostListed = 5;
    qint64 count = 0;
    QStringList exchanged;
    const std::pair<const std::pair<qint64, qint64>, Starts> *last = nullptr;
    for (const auto &step : steps) {
        const Starts &own = step.second;
        if (own.count < fewest)
            continue;
        if (last && last->first.first == step.first.first &&
            own.sum / static_cast<double>(own.count) < last->second.sum / static_cast<double>(last->second.count)) {
            ++count;
            if (exchanged.size() <= mostListed)
                exchanged << (exchanged.size() < mostListed
                                  ? QStringLiteral("%1–%2").arg(last->first.second).arg(step.first.second)
                                  : QStringLiteral("…"));
        }
        last = &step;
    }
    if (count > 0)
        report.add({Severity::Notice,
                    kernels.source,
                    {},
                    QStringLiteral("kernels.step-order"),
                    QStringLiteral("Operators of a later step start before those of an earlier one (%1): numbers of "
                                   "steps may be exchanged."),
                    exchanged.join(QStringLiteral(", ")),
                    count});
}

} // namespace rs
