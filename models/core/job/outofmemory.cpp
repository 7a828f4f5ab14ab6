// SPDX-License-Identifier: Apache-2.0
#include "core/job/outofmemory.h"

#include "core/text/findingcodes.h"

namespace rs {

namespace {

QString messageOf(OutOfMemory what)
{
    static constexpr const char *texts[] = {
        RS_NOOP("Loading stopped because the memory budget is used up: this rank is not shown."),
        RS_NOOP("Loading stopped because the memory budget is used up: this file is not shown."),
        RS_NOOP("Loading stopped because the memory budget is used up: only a part of this file is shown."),
        RS_NOOP("Not enough memory for this rank; a part of its files is not shown."),
        RS_NOOP("Not enough memory for this file; it is not shown."),
        RS_NOOP("Not enough memory for this file; only a part of it is shown."),
        RS_NOOP("Not enough memory to look for runs; some may be missing."),
        RS_NOOP("Not enough memory to compare the ranks of this run with each other: missing data and "
                "contradictions are not listed.")};
    return QString::fromUtf8(texts[static_cast<size_t>(what)]);
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
