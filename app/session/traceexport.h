// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/mergedtrace.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace rs {

/// Writes ranks of a run on one clock as one Chrome trace, as the command line's `trace` does.
class TraceExport
{
    Q_DECLARE_TR_FUNCTIONS(rs::TraceExport)
public:
    struct Result
    {
        MergedTraceResult written;
        int ranks = 0;
        QStringList unaligned; ///< labels of ranks that keep their own clock though another was wanted
        QString error;         ///< translated; empty: the file is there, unless cancelled
        bool cancelled = false;
    };
    /// Called some thirty times a second; returns false to stop, and may process events.
    using Progress = std::function<bool()>;

    /// `ranks`: numbers; empty: all that have a trace. Until all is written, nothing stands at `file`.
    [[nodiscard]] static Result run(const Run &run, const std::vector<int> &ranks, const QString &file,
                                    ThreadPool &pool, const Progress &progress);
    /// Reason why nothing may be written there: it is a folder, or lies among the files of the runs at `inputs`. Empty:
    /// it may.
    [[nodiscard]] static QString whyNot(const QStringList &inputs, const QString &file);
};

} // namespace rs
