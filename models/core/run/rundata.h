// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/strategy.h"
#include "core/table/commops.h"
#include "core/table/matrixlinks.h"
#include "core/table/table.h"
#include "core/text/importreport.h"
#include "core/text/phrase.h"
#include "core/trace/devicepart.h"
#include "core/trace/trace.h"

#include <QMap>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

enum class Framework : quint8 { Unknown, MindSpore, PyTorch, Msprof };
[[nodiscard]] QString frameworkName(Framework f); ///< "mindspore", "pytorch", "msprof", "unknown"

/// One file that was found, and what became of it.
struct FileEntry
{
    QString name; ///< path below the rank's folder (or the run's, for run-wide files)
    QString path; ///< absolute
    QString kind; ///< stable: "trace", "kernel_details", "step_trace_time", "db", "framework_raw", …
    qint64 bytes = 0;
    bool used = false;
    Phrase why; ///< when not used: what is missing because of it; or that it was read and gave nothing
};

/// Identity and origin of a rank.
struct RankInfo
{
    int rank = -1; ///< -1: no file says; see `label`
    QString label; ///< "0"; of a rank without a number "device 1" where its files hold several, else the folder's name
    int device = -1;
    std::optional<DevicePart> part; ///< which device of its files it is, where they hold several
    QString host;
    bool hostOfCluster = false; ///< only the cluster analysis says so: a file of the rank goes first
    Framework framework = Framework::Unknown;
    QString level;        ///< "Level0", "Level1", "Level2", or empty
    QString path;         ///< the rank's folder, absolute
    QStringList captures; ///< every folder that holds this rank, newest first; path is one of them
    std::vector<FileEntry> files;
    QMap<QString, QString> settings;       ///< options of the profiler, flat: "with_stack" -> "true"
    QMap<QString, qint64> distributedArgs; ///< tensor_model_parallel_size, …
};

/// A row of step_trace_time.csv or cluster_step_trace_time.csv; microseconds exactly as the file says.
/// A value that the file does not have is empty.
struct StepTraceRow
{
    QString step; ///< digits, or empty when the file leaves it blank
    int rank = -1;
    int device = -1;
    QString stageRanks; ///< "stage" row of a cluster file: "(0, 1)"; empty for rank rows
    std::optional<double> computingUs;
    std::optional<double> notOverlappedUs;
    std::optional<double> overlappedUs;
    std::optional<double> communicationUs;
    std::optional<double> freeUs;
    std::optional<double> stageUs;
    std::optional<double> bubbleUs;
    std::optional<double> notOverlappedExcludeReceiveUs;
    std::optional<double> preparingUs;
    bool preparingMissing = false; ///< the file has the column, which old ones lack, but this row has no value in it
};

/// An entry of parallel_group_info, or of communication_group.json.
struct GroupInfo
{
    QString commName; ///< HCCL communicator name; hashes to groupHash
    QString hash;     ///< decimal text
    QString pgName;   ///< "tp", "default_group", …; may be empty
    int groupRank = -1;
    std::vector<int> globalRanks;
    bool p2p = false; ///< communication_group.json calls it so
};

/// A communication domain of a run: the ranks that share a communicator.
struct Domain
{
    QString hash;
    QString groupName; ///< comm name, else the hash
    /// The name that lanes of traces give the communicator where no file describes the group. Not part of the label:
    /// traces come later than the files, and labels stay as they are.
    QString laneName;
    QString pgName;
    bool p2p = false;
    std::vector<int> ranks;  ///< global, ascending
    bool ranksKnown = false; ///< false: only the observed ranks, which may be incomplete
    /// Name of the communicator, by whatever tells it; else the hash.
    [[nodiscard]] const QString &communicator() const { return laneName.isEmpty() ? groupName : laneName; }
    [[nodiscard]] QString label() const; ///< "tp:(0,1)"; without a name that of the group, or
                                         ///< "(0,1)@777279", the ranks and the end of the hash
};

/// Everything of one rank. Shared read-only once loaded.
struct RankData
{
    RankInfo info;
    std::shared_ptr<const Trace> trace;   ///< null when the rank has no trace file
    std::shared_ptr<const Table> kernels; ///< kernel_details.csv or op_summary*.csv
    /// Files that are shown as they are, by FileEntry::kind: op_statistic, api_statistic, l2_cache, …
    std::map<QString, std::shared_ptr<const Table>> tables;
    /// slice of Ascend Hardware or Communication -> row of `kernels`, ordered by slice.
    std::vector<std::pair<SliceId, int>> kernelOfSlice;
    /// row of `kernels` -> slice, NoSlice where the trace has none.
    std::vector<SliceId> sliceOfKernel;
    std::vector<StepTraceRow> stepTrace;
    CommOps commOps;
    MatrixLinks links;
    std::vector<GroupInfo> groups;
    bool legacy = false; ///< MindSpore 1.x, whose files mean something else by some of the times
    ImportReport report;
    /// The memory budget did not hold the rank: what is here is a part of it.
    bool overBudget = false;

    /// Memory that goes when the rank is given up, in bytes.
    [[nodiscard]] qint64 bytesUsed() const;
    /// The small part that the overview and the communication views live on: everything but the trace, the tables of
    /// kernels and calls, and what joins them. Tables of MindSpore 1.x stay.
    [[nodiscard]] std::shared_ptr<const RankData> withoutTrace() const;
    /// One of `tables`; null where the rank has none of that kind.
    [[nodiscard]] std::shared_ptr<const Table> table(const QString &kind) const;
    /// `kernels` and `tables`, as far as they are there.
    [[nodiscard]] std::vector<std::shared_ptr<const Table>> allTables() const;
    /// Row of `kernels` for a slice, or -1.
    [[nodiscard]] int kernelRow(SliceId s) const;
};

/// Files that speak of the whole run: cluster_analysis_output.
struct ClusterData
{
    std::vector<StepTraceRow> stepTrace;
    CommOps commOps;
    MatrixLinks links;
    std::vector<GroupInfo> groups;
    std::vector<FileEntry> files;
};

/// A run: its ranks in rank order. `ranks[i]` is null until that rank is loaded.
struct Run
{
    QString path; ///< the folder that the user named, or the common parent
    QString name; ///< last component of path
    /// Difference from another run of the same path, also part of `name`: "pytorch"; empty if none has its path.
    QString apart;
    Framework framework = Framework::Unknown;
    std::vector<RankInfo> infos; ///< known from the start
    std::vector<std::shared_ptr<const RankData>> ranks;
    ClusterData cluster;
    ImportReport report; ///< findings of the run as a whole; ranks keep their own
    double importSeconds = 0;
    std::optional<Strategy> enteredStrategy; ///< by the user, who knows better than the files

    /// Path, with what tells it from another run of the same path: "/data/mix (pytorch)".
    [[nodiscard]] QString title() const;
    /// Index of the rank with that number, or -1.
    [[nodiscard]] int indexOf(int rank) const;
    /// Null until that rank is loaded, and for an index of none, such as -1.
    [[nodiscard]] std::shared_ptr<const RankData> rank(int index) const
    {
        return index >= 0 && index < std::ssize(ranks) ? ranks[static_cast<size_t>(index)] : nullptr;
    }
    /// Facts of a rank that exists: those of its data once loaded, else those found in its folder.
    [[nodiscard]] const RankInfo &infoOf(size_t index) const
    {
        return index < ranks.size() && ranks[index] ? ranks[index]->info : infos[index];
    }
    /// Steps that any file names, ascending, as text; empty when none does.
    [[nodiscard]] QStringList steps() const;
};

/// The 64-bit double hash of a communicator name, as decimal text: what stands after '@' in communication files.
/// Source: formats of the official writers; two 32-bit rolling hashes with factors 29 (high word) and 131 (low word).
[[nodiscard]] QString groupHash(QStringView commName);
/// "(0,1)": stands in for the hash of a domain that no file gives, which is called by its ranks, ascending.
[[nodiscard]] QString rankSetName(const std::vector<int> &ranks);
[[nodiscard]] bool isRankSetName(QStringView hash);

/// Findings of the run and of its ranks; of a kernel trace that ranks share once.
[[nodiscard]] ImportReport wholeReport(const Run &run);

} // namespace rs
