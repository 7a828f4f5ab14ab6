// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"

#include <QByteArray>
#include <QIODevice>
#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace rs {

/// Place of a pack: a file, or a part of an index (RunIndex).
struct PackPlace
{
    QString path;      ///< path of the pack, below which the rank's files are
    QString file{};    ///< that has its bytes; empty: `path` does
    qint64 at = 0;     ///< in that file
    qint64 bytes = -1; ///< -1: all of them
};

/// Kind of the file that a rank is read from where it is a pack.
inline const QLatin1String PackKind("pack");
/// The pack of a rank that is read from one; null where it is read from its files.
[[nodiscard]] const FileEntry *packOf(const RankInfo &info);

/// The texts of the events of a trace as a pack keeps them: deflated in pieces of 64 KiB, so that the text of one event
/// is read from one piece.
class PackedTexts
{
public:
    PackedTexts(size_t slices, ThreadPool &pool) : m_pool(pool), m_at(slices), m_length(slices) {}

    /// The text of a slice, each once and in an order that is always the same.
    void add(SliceId slice, std::string_view text);
    /// Once, as the last.
    void seal();

private:
    friend class TraceCodec;
    void deflate();

    ThreadPool &m_pool;
    std::vector<quint64> m_at; ///< by slice, in all texts one behind the other
    std::vector<quint32> m_length;
    quint64 m_textAt = 0;
    std::vector<QByteArray> m_open; ///< the pieces that are not yet deflated
    std::vector<QByteArray> m_pieces;
};

/// Writes everything of a loaded rank into a file and reads it again, equal in every value and id. The file is columns
/// as they lie in memory, so it belongs to one build of the program on one kind of machine; `key` says to which input.
/// Every byte of the file is covered by checksums: one that was changed is refused, never shown. So is one whose sums
/// are right but whose ids or orders no reader makes.
///
/// A pack is the same made to travel: deflated, with all that discovery found out about the rank and with the texts of
/// its events, and the same bytes for the same rank on every machine that stores the low byte of a number first.
class TraceCodec
{
public:
    /// First bytes of a file of the cache; another number for another layout.
    static constexpr std::array<char, 8> magic = {'R', 'S', 'R', 'A', 'N', 'K', '0', '8'};
    /// First bytes of a pack; the last two are the number of its layout.
    static constexpr std::array<char, 8> packMagic = {'R', 'S', 'P', 'A', 'C', 'K', '0', '1'};

    /// False when the file cannot be written; what stood there before is then unchanged. Others may read the rank.
    static bool write(const RankData &rank, const QByteArray &key, const QString &path);
    /// Writes a pack to the start of `to`, with `texts` where the rank has a trace. Paths below `base`, the folder of
    /// the run, are kept as paths below it. False when it cannot be written.
    static bool writePack(const RankData &rank, const QByteArray &key, const QString &base, const PackedTexts *texts,
                          QIODevice &to);

    struct Result
    {
        /// Newer: a pack of a layout that only a later version of the program reads.
        enum class Why { Read, NotThere, Refused, Newer, OverBudget, Canceled };
        Why why = Why::NotThere;
        std::shared_ptr<RankData> rank; ///< set when read; nobody else holds it
        MemoryReservation reservation;  ///< memory that the trace does not count itself
    };
    /// Refused: not a file of this format, of another key, or damaged. `info` is what discovery knows of the rank; what
    /// the readers learnt of it is added.
    static Result read(const QString &path, const QByteArray &key, const RankInfo &info, ThreadPool &pool,
                       const JobContext &job);
    /// Reads the rank of a pack. The first of its files is the pack itself.
    static Result readPack(const PackPlace &place, ThreadPool &pool, const JobContext &job);

    /// The beginning of a pack, which is quickly read.
    struct PackHead
    {
        Result::Why why = Result::Why::NotThere;
        RankInfo info;
        QByteArray key;
    };
    /// The rest may be damaged, but is there.
    static PackHead packHead(const PackPlace &place);

private:
    struct Origin;
    template <bool reads>
    struct Parts;
    static bool writeTo(const RankData &rank, const QByteArray &key, Parts<false> parts, QIODevice &to);
    static Result readFile(const Origin &from, const QByteArray &key, const RankInfo &info, ThreadPool &pool,
                           const JobContext &job);

    // One walk over the members for both directions, so that they cannot differ; the writer's is over const ones.
    template <typename Io, typename Rank>
    static void meta(Io &io, Rank &rank, Parts<Io::reads> &parts);
    template <typename Io, typename T>
    static void traceMeta(Io &io, T &trace, const Parts<Io::reads> &parts);
    template <typename Io, typename T>
    static void tableMeta(Io &io, std::shared_ptr<T> &table);
    template <typename Io, typename Rank>
    static void columns(Io &io, Rank &rank, Parts<Io::reads> &parts);
    template <typename Io, typename T>
    static void traceColumns(Io &io, T &trace, const Parts<Io::reads> &parts);
    template <typename Io, typename T>
    static void tableColumns(Io &io, T &table);
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
