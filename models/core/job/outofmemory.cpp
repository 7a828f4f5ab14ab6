// SPDX-License-Identifier: Apache-2.0
#include "core/job/outofmemory.h"

#include "core/text/findingcodes.h"

#include <new>

namespace rs {

namespace {

QString messageOf(OutOfMemory what)
{
    switch (what) {
    case OutOfMemory::BudgetForRank:
        return RS_MESSAGE("Loading stopped because the memory budget is used up: this rank is not shown.");
    case OutOfMemory::BudgetForFile:
        return RS_MESSAGE("Loading stopped because the memory budget is used up: this file is not shown.");
    case OutOfMemory::BudgetForRest:
        return RS_MESSAGE("Loading stopped because the memory budget is used up: only a part of this file is shown.");
    case OutOfMemory::MachineForRank:
        return RS_MESSAGE("The machine has no memory left for this rank; a part of its files is not shown.");
    case OutOfMemory::MachineForFile:
        return RS_MESSAGE("The machine has no memory left for this file; it is not shown.");
    case OutOfMemory::MachineForRest:
        return RS_MESSAGE("The machine has no memory left for this file; only a part of it is shown.");
    case OutOfMemory::MachineForSearch:
        return RS_MESSAGE("The machine has no memory left to look for runs; some may be missing.");
    case OutOfMemory::MachineForChecks:
        return RS_MESSAGE("The machine has no memory left to hold the ranks of this run against each other: what they "
                          "lack or contradict is not listed.");
    }
    return {};
}

} // namespace

void noteOutOfMemory(OutOfMemory what, const JobContext &job, ImportReport &report, const QString &file) noexcept
{
    job.setOverBudget();
    const bool budget =
        what == OutOfMemory::BudgetForRank || what == OutOfMemory::BudgetForFile || what == OutOfMemory::BudgetForRest;
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
