// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/table.h"
#include "core/text/importreport.h"
#include "importers/files/findingseverity.h"

#include <QString>

#include <QtGlobal>

namespace rs {

/// Between two looks at whether the job is cancelled.
inline constexpr int PollTableRows = 4096;

/// What contradicts, as a kind: its words, and how grave it is at most.
struct RowFault
{
    const char *code;
    const char *message;
    bool mayBeLoss = true; ///< false: a writer that nobody has met may do so
};

/// Rows of a table of which one thing is said.
struct FaultyRows
{
    qint64 count = 0;
    int first = 0;
    QString argument = {};

    void add(int row, const QString &what = {})
    {
        if (count++ == 0) {
            first = row;
            argument = what;
        }
    }
    void tell(const RowFault &fault, const Table &table, ImportReport &report) const
    {
        if (count > 0)
            report.add({fault.mayBeLoss ? severityOf(count, table.rows()) : Severity::Notice, table.source,
                        Place::row(first + 1), QString::fromLatin1(fault.code), QString::fromLatin1(fault.message),
                        argument, count});
    }
};

/// Says once of all rows for which `isWrong` holds.
template <typename IsWrong>
void tellRows(const Table &table, const RowFault &fault, const JobContext &job, ImportReport &report, IsWrong isWrong)
{
    FaultyRows wrong;
    for (int row = 0; row < table.rows(); ++row) {
        if (row % PollTableRows == 0 && job.isCanceled())
            return;
        if (isWrong(row))
            wrong.add(row);
    }
    wrong.tell(fault, table, report);
}

inline QString nameAt(const Table &table, int row, int column)
{
    return table.strings().text(table.textId(row, column));
}

} // namespace rs
