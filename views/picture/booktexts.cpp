// SPDX-License-Identifier: Apache-2.0
#include "views/picture/booktexts.h"

namespace rs {

QString BookTexts::heading(const TimeBreakdownTotals &book)
{
    return book.steps == 1 ? tr("Every nanosecond of the step")
                           : tr("Every nanosecond of all %1 steps").arg(format::integer(book.steps));
}

std::vector<std::pair<QString, QString>> BookTexts::lines(const TimeBreakdownTotals &book,
                                                          std::optional<format::TimeUnit> unit)
{
    const format::TimeUnit shown = unit.value_or(format::timeUnitFor(book.sumNs));
    std::vector<std::pair<QString, QString>> out;
    const auto text = [shown](qint64 ns) {
        return format::timeIn(ns, shown) + QChar(0x00A0) + format::unitName(shown);
    };
    const auto add = [&](const QString &name, qint64 ns) {
        const qint64 step = book.stepNs();
        const double share = step > 0 ? static_cast<double>(ns) / static_cast<double>(step) : 0;
        out.emplace_back(name, tr("%1 (%2)", "time (share)").arg(text(ns), format::percent(share)));
    };
    add(tr("Pure compute"), book.pureComputeNs);
    add(tr("Covered communication"), book.coveredNs);
    add(tr("Uncovered communication"), book.uncoveredNs);
    add(tr("Copy only"), book.copyNs);
    add(tr("Idle"), book.idleNs);
    add(tr("Preparing"), book.preparingNs);
    out.emplace_back(tr("Tail"), text(book.tailNs)); // no part of the step that the shares are of
    return out;
}

} // namespace rs
