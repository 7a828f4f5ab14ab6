// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/runindex.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <map>
#include <vector>

namespace rs {

/// Packs the ranks of a run into a folder and writes the index over them (RunIndex). Files appear there when they are
/// whole, so it may be killed, and several may work on one folder: packs of ranks that did not change stay, and whoever
/// writes one again writes the same.
class RunIndexer
{
public:
    /// `build`: the version of the program, whose packs differ from those of others.
    RunIndexer(Run run, const QString &folder, const QByteArray &build, ThreadPool &pool, const JobContext &job);

    struct Done
    {
        QString label;
        RunIndex::Rank rank{};
        bool isNew = false;              ///< it was packed now, not before
        std::vector<Finding> findings{}; ///< of the rank's files
        QString error{};                 ///< why there is no pack
    };
    /// Names of the packs of ranks with these labels.
    [[nodiscard]] static QStringList namesOf(const QStringList &labels);
    /// Packs a rank of the run, by its index, unless its pack is there. May be called from several threads.
    [[nodiscard]] Done pack(int rankIndex, const QString &name) const;
    /// Names of the packs of the run's ranks.
    [[nodiscard]] QStringList packNames() const;
    /// Packs all ranks of the run.
    [[nodiscard]] std::vector<Done> packAll() const;
    /// The same without the packs, which pack() then makes one by one.
    [[nodiscard]] std::vector<Done> summariseAll() const;
    /// Writes the index: of all ranks of the run, in their order. `home`: RunIndex::homeAt(), where the packs stay.
    /// Empty, or why it cannot.
    [[nodiscard]] QString finish(const std::vector<Done> &ranks, const QString &home = {}) const;

    /// Sentence on packs in the folder that are not those of these ranks; empty without any.
    [[nodiscard]] QString otherPacks(const std::vector<Done> &ranks) const;

    [[nodiscard]] const Run &run() const { return m_run; }
    /// Bytes of the files of a rank.
    [[nodiscard]] qint64 bytesOf(int rankIndex) const;

private:
    [[nodiscard]] Done packAnew(const QByteArray &key, int rankIndex, Done out) const;
    [[nodiscard]] Done summarise(int rankIndex, const QString &name) const;
    [[nodiscard]] std::vector<Done> eachRank(Done (RunIndexer::*make)(int, const QString &) const) const;

    Run m_run;
    QString m_folder;
    QByteArray m_build;
    ThreadPool &m_pool;
    JobContext m_job;
    ImportReport m_report;                 ///< of what the run has beside its ranks
    std::map<QString, PackPlace> m_before; ///< summaries of an index that is there
};

} // namespace rs
