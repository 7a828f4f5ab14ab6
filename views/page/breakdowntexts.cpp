// SPDX-License-Identifier: Apache-2.0
#include "views/page/breakdowntexts.h"

namespace rs {

QString BreakdownTexts::heading(const TimeBreakdownTotals &breakdown)
{
    return breakdown.steps == 1 ? tr("Every nanosecond of the step")
                                : tr("Every nanosecond of all %1 steps").arg(format::integer(breakdown.steps));
}

std::vector<std::pair<QString, QString>> BreakdownTexts::lines(const TimeBreakdownTotals &breakdown,
                                                               std::optional<format::TimeUnit> unit)
{
    const format::TimeUnit shown = unit.value_or(format::timeUnitFor(breakdown.sumNs));
    std::vector<std::pair<QString, QString>> out;
    const auto text = [shown](qint64 ns) {
        return format::timeIn(ns, shown) + QChar(0x00A0) + format::unitName(shown);
    };
    const auto add = [&](const QString &name, qint64 ns) {
        const qint64 step = breakdown.stepNs();
        const double share = step > 0 ? static_cast<double>(ns) / static_cast<double>(step) : 0;
        out.emplace_back(name, tr("%1 (%2)", "time (share)").arg(text(ns), format::percent(share)));
    };
    add(tr("Pure compute"), breakdown.pureComputeNs);
    add(tr("Overlapped communication"), breakdown.coveredNs);
    add(tr("Non-overlapped communication"), breakdown.uncoveredNs);
    add(tr("Copy only"), breakdown.copyNs);
    add(tr("Idle"), breakdown.idleNs);
    add(tr("Preparing"), breakdown.preparingNs);
    out.emplace_back(tr("Tail"), text(breakdown.tailNs)); // no part of the step that the shares are of
    return out;
}

} // namespace rs
