// SPDX-License-Identifier: Apache-2.0
#include "views/booktexts.h"

namespace rs {

QString BookTexts::heading(const BookTotals &book)
{
    return book.steps == 1 ? tr("Every nanosecond of the step")
                           : tr("Every nanosecond of all %1 steps").arg(format::integer(book.steps));
}

std::vector<std::pair<QString, QString>> BookTexts::lines(const BookTotals &book, std::optional<format::TimeUnit> unit)
{
    const format::TimeUnit shown = unit.value_or(format::timeUnitFor(book.sumNs));
    std::vector<std::pair<QString, QString>> out;
    const auto add = [&](const QString &name, qint64 ns) {
        const double share = book.sumNs > 0 ? static_cast<double>(ns) / static_cast<double>(book.sumNs) : 0;
        out.emplace_back(name, tr("%1 (%2)", "time (share)")
                                   .arg(format::timeIn(ns, shown) + QChar(0x00A0) + format::unitName(shown),
                                        format::percent(share)));
    };
    add(tr("Pure compute"), book.pureComputeNs);
    add(tr("Covered communication"), book.coveredNs);
    add(tr("Uncovered communication"), book.uncoveredNs);
    add(tr("Copy only"), book.copyNs);
    add(tr("Idle"), book.idleNs);
    add(tr("Preparing"), book.preparingNs);
    add(tr("Tail"), book.tailNs);
    return out;
}

} // namespace rs
