// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"

#include <QByteArray>
#include <QString>

#include <array>
#include <memory>

namespace rs {

/// Writes everything of a loaded rank into a file and reads it again, equal in every value and id. The file is columns
/// as they lie in memory, so it belongs to one build of the program on one kind of machine; `key` says to which input.
/// Every byte of the file is covered by checksums: one that was changed is refused, never shown. So is one whose sums
/// are right but whose ids or orders no reader makes.
class TraceCodec
{
public:
    /// What a file of the cache begins with; another number for another layout.
    static constexpr std::array<char, 8> magic = {'R', 'S', 'R', 'A', 'N', 'K', '0', '7'};

    /// False when the file cannot be written; what stood there before is then unchanged. Others may read the rank.
    static bool write(const RankData &rank, const QByteArray &key, const QString &path);

    struct Result
    {
        enum class Why { Read, NotThere, Refused, OverBudget, Canceled };
        Why why = Why::NotThere;
        std::shared_ptr<RankData> rank; ///< set when read; nobody else holds it
        MemoryReservation reservation;  ///< of what the trace does not count itself
    };
    /// Refused: not a file of this format, of another key, or damaged. `info` is what discovery knows of the rank; what
    /// the readers learnt of it is added.
    static Result read(const QString &path, const QByteArray &key, const RankInfo &info, ThreadPool &pool,
                       const JobContext &job);

private:
    // One walk over the members for both directions, so that they cannot differ; the writer's is over const ones.
    template <bool reads>
    struct Parts;
    template <typename Io, typename Rank>
    static void meta(Io &io, Rank &rank, Parts<Io::reads> &parts);
    template <typename Io, typename T>
    static void traceMeta(Io &io, T &trace);
    template <typename Io, typename T>
    static void tableMeta(Io &io, std::shared_ptr<T> &table);
    template <typename Io, typename Rank>
    static void columns(Io &io, Rank &rank, Parts<Io::reads> &parts);
    template <typename Io, typename T>
    static void traceColumns(Io &io, T &trace);
    template <typename Io, typename T>
    static void tableColumns(Io &io, T &table);
    template <typename Io, typename T>
    static void operatorColumns(Io &io, T &operators);
    template <typename Io, typename T>
    static void linkColumns(Io &io, T &links);
    template <typename Io, typename T>
    static void words(Io &io, std::shared_ptr<T> &store);

    // Sums find damage; these find ids, sizes and orders that no reader of this program makes.
    static bool isSound(const RankData &rank, ThreadPool &pool);
    static bool isSoundFrame(const Trace &trace);
    static bool areSoundRows(const Trace &trace);
    static bool areSoundColumns(const Trace &trace);
    static bool areSoundFlows(const Trace &trace);
};

} // namespace rs
