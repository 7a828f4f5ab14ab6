// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/importreport.h"

#include <new>

namespace rs {

/// Kind of lack of memory: the budget is used up, or the machine gives no more.
enum class OutOfMemory : quint8 {
    BudgetForRank,
    BudgetForFile,
    BudgetForRest, ///< a part of the file is shown
    MachineForRank,
    MachineForFile,
    MachineForRest,
    MachineForSearch,
    MachineForChecks, ///< checks of the files of a run against each other
};

/// Adds the finding that says so and marks the job as over budget. Where there is no memory even for the finding, the
/// mark alone remains.
void noteOutOfMemory(OutOfMemory what, const JobContext &job, ImportReport &report, const QString &file) noexcept;

/// Result of `read` for a file; without memory for it, that is noted and an empty value given.
template <typename Read>
[[nodiscard]] auto readOrNoteOutOfMemory(const JobContext &job, ImportReport &report, const QString &file, Read read)
    -> decltype(read())
{
    try {
        return read();
    } catch (const OverBudget &) {
        noteOutOfMemory(OutOfMemory::BudgetForFile, job, report, file);
    } catch (const std::bad_alloc &) {
        noteOutOfMemory(OutOfMemory::MachineForFile, job, report, file);
    }
    return {};
}

} // namespace rs
