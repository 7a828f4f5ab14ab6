// SPDX-License-Identifier: Apache-2.0
#include "core/job/outofmemory.h"

#include "core/text/findingcodes.h"

#include <new>

namespace rs {

namespace {

QString messageOf(NoRoom what)
{
    switch (what) {
    case NoRoom::BudgetForRank:
        return RS_MESSAGE("Loading stopped because the memory budget is used up: this rank is not shown.");
    case NoRoom::BudgetForFile:
        return RS_MESSAGE("Loading stopped because the memory budget is used up: this file is not shown.");
    case NoRoom::BudgetForRest:
        return RS_MESSAGE("Loading stopped because the memory budget is used up: only a part of this file is shown.");
    case NoRoom::MachineForRank:
        return RS_MESSAGE("The machine has no memory left for this rank; a part of its files is not shown.");
    case NoRoom::MachineForFile:
        return RS_MESSAGE("The machine has no memory left for this file; it is not shown.");
    case NoRoom::MachineForRest:
        return RS_MESSAGE("The machine has no memory left for this file; only a part of it is shown.");
    case NoRoom::MachineForSearch:
        return RS_MESSAGE("The machine has no memory left to look for runs; some may be missing.");
    case NoRoom::MachineForChecks:
        return RS_MESSAGE("The machine has no memory left to hold the ranks of this run against each other: what they "
                          "lack or contradict is not listed.");
    }
    return {};
}

} // namespace

void noteNoRoom(NoRoom what, const JobContext &job, ImportReport &report, const QString &file) noexcept
{
    job.setOverBudget();
    const bool budget = what == NoRoom::BudgetForRank || what == NoRoom::BudgetForFile || what == NoRoom::BudgetForRest;
    try {
        report.add({Severity::Error,
                    file,
                    {},
                    budget ? findingcodes::memoryBudget : findingcodes::memoryExhausted,
                    messageOf(what),
                    {}});
    } catch (const std::bad_alloc &) {
        // The mark says enough for the exit status and the message at the end.
    }
}

} // namespace rs
