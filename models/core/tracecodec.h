// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "core/rundata.h"
#include "core/threadpool.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace rs {

/// Writes everything of a loaded rank into a file and reads it again, equal in every value and id. The file is columns
/// as they lie in memory, so it belongs to one build of the program on one kind of machine; `key` says to which input.
/// Every byte of the file is covered by checksums: one that was changed is refused, never shown.
class TraceCodec
{
public:
    /// False when the file cannot be written; what stood there before is then unchanged.
    static bool write(const RankData &rank, const QByteArray &key, const QString &path);

    struct Result
    {
        enum class Why { Read, NotThere, Refused, OverBudget, Canceled };
        Why why = Why::NotThere;
        std::shared_ptr<RankData> rank;   ///< set when read; nobody else holds it
        MemoryReservation reservation;    ///< of what the trace does not count itself
    };
    /// Refused: not a file of this format, of another key, or damaged. `info` is what discovery knows of the rank; what
    /// the readers learnt of it is added.
    static Result read(const QString &path, const QByteArray &key, const RankInfo &info, ThreadPool &pool,
                       const JobContext &job);

private:
    // One walk over the members for both directions, so that they cannot differ.
    template <typename Io>
    static void meta(Io &io, RankData &rank);
    template <typename Io>
    static void traceMeta(Io &io, Trace &trace);
    template <typename Io>
    static void tableMeta(Io &io, std::shared_ptr<const Table> &table);
    template <typename Io>
    static void columns(Io &io, RankData &rank);
    template <typename Io>
    static void traceColumns(Io &io, Trace &trace);
    template <typename Io>
    static void tableColumns(Io &io, Table &table);
};

} // namespace rs
