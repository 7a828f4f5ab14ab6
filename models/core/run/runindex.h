// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "core/run/tracecodec.h"

#include <QByteArray>
#include <QIODevice>
#include <QString>

#include <map>
#include <vector>

namespace rs {

/// A run whose ranks are packs in one folder, and the file there that holds what is small of it: what the run has
/// beside its ranks, and of each rank what RankData::withoutTrace() keeps.
class RunIndex
{
public:
    static constexpr std::array<char, 8> magic = {'R', 'S', 'I', 'N', 'D', 'X', '0', '1'};
    static inline const QLatin1String FileName{"run.rsindex"};
    /// Kind of that file among those of the run.
    static inline const QLatin1String Kind{"index"};

    struct Rank
    {
        QString pack; ///< name of its file in the folder
        QByteArray summary;
    };
    /// The pack of what withoutTrace() keeps of a rank; `base` and `key` as in TraceCodec::writePack(). Empty when it
    /// cannot be made.
    static QByteArray summaryOf(const RankData &rank, const QByteArray &key, const QString &base);
    /// Ranks in the order of the run. `home`: address of the folder with the packs, as homeAt() gives it. False when it
    /// cannot be written.
    static bool write(const Run &run, const std::vector<Rank> &ranks, const QString &home, QIODevice &to);
    /// Address of a folder of this machine (RemotePath), by which others find the packs in it.
    [[nodiscard]] static QString homeAt(const QString &folder);
    /// The address that the index of that path states; empty without one.
    [[nodiscard]] static QString homeOf(const QString &path);

    struct Result
    {
        TraceCodec::Result::Why why = TraceCodec::Result::Why::NotThere;
        Run run; ///< no rank is loaded
        std::vector<PackPlace> summaries;
    };
    /// Reads only the beginnings of the ranks; the rest of their summaries may be damaged.
    static Result read(const QString &path, ThreadPool &pool, const JobContext &job);
    /// The index that a run was read from; null where it was found by its files.
    [[nodiscard]] static const FileEntry *of(const Run &run);
    /// Places of the summaries in an index, by the name of the rank's pack; none without one.
    [[nodiscard]] static std::map<QString, PackPlace> summariesIn(const QString &path);
    /// The same of the index of the run.
    [[nodiscard]] static std::map<QString, PackPlace> summariesOf(const Run &run);

private:
    struct Parts;
    static Parts parts(const QString &path);
};

} // namespace rs
