// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/peeroutliers.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace rs {

class DomainIndex;
class ThreadPool;

/// Filters of communication tables; empty: all. Operators and domains as the rows name them.
struct CommQuery
{
    QString step;
    QString domain;
    QString op;         ///< name or kind of operators ("allreduce", isAskedOperator()); name of links as cells have it
    bool total = false; ///< only the "Total Op Info" rows
    QString rank = {};  ///< number of the rank whose operators are asked for, or its label where it has none
    ThreadPool *pool = nullptr; ///< threads that take part; null: the calling thread alone
};

/// An operator of that name is asked for: by its name, or by its kind; `asked` empty: every one is.
[[nodiscard]] bool isAskedOperator(const QString &asked, const QString &name);

/// Data that one link carried for one operator statistic, or in total.
struct MatrixCell
{
    QString step;
    QString domain; ///< label
    QString domainHash;
    bool p2p = false;
    QString op;        ///< "allreduce-top1", "Total Op Info", …
    QString kind;      ///< "allreduce"; empty in old files and in a total over operators
    QString statistic; ///< "top1", "total", …; likewise
    int source = -1;
    int destination = -1;
    bool global = false;  ///< false: ranks are indices inside the group
    int localSource = -1; ///< index inside the group; -1 where the file names global ranks
    int localDestination = -1;
    bool inner = false; ///< inside one card: left out of a colour scale of links between cards
    QString transport;
    std::optional<double> sizeMb; ///< 10^6 bytes; sums leave out what no file says
    std::optional<double> timeMs;
    std::optional<double> bandwidthGbs; ///< a sum has it only where every part has its size and its time
    QString opName;                     ///< the operator behind a statistic, where the file says
};

/// Both ends are among `ranks` (ascending; empty: all). True also where they are not known as ranks of the run.
[[nodiscard]] bool isBetween(const MatrixCell &cell, const std::vector<int> &ranks);

/// Cells by step, domain, operator (totals last), source, destination. Links that several files hold are summed.
/// Empty when cancelled.
[[nodiscard]] std::vector<MatrixCell> matrixCells(const Run &run, const CommQuery &query = {},
                                                  const JobContext &job = JobContext());
/// The same where the domains of the run are known already.
[[nodiscard]] std::vector<MatrixCell> matrixCells(const Run &run, const DomainIndex &index, const CommQuery &query,
                                                  const JobContext &job);

/// Links that carry far less than others of their kind, of which each says how long a megabyte takes; the slowest
/// first. `deviation`: how far their bandwidth is below that of the median at least, as a share of it.
[[nodiscard]] std::vector<size_t> slowLinks(const std::vector<double> &msPerMb, double deviation = 0.3,
                                            const OutlierLimits &limits = {});

/// One operator on one rank, or the sums over a domain's operators on one rank.
struct CommRow : CommTimes
{
    QString step;
    QString domain;
    QString domainHash;
    bool p2p = false;
    QString op;
    int rank = -1;
    QString rankLabel; ///< name of a rank without a number
    bool total = false;
    std::optional<double> startUs;              ///< not in totals
    QString startText;                          ///< the same as the file writes it
    std::optional<double> synchronizationRatio; ///< a total has it only where every operator has both of its times
    std::optional<double> waitRatio;
    std::vector<TransportInfo> transports;
};

/// Rows by step, domain, start of the operator, rank; the total of each domain follows its operators. Empty when
/// cancelled.
[[nodiscard]] std::vector<CommRow> communicationRows(const Run &run, const CommQuery &query = {},
                                                     const JobContext &job = JobContext());

/// Adds the times of an operator to a sum, which the first one begins. What one of them lacks, the sum lacks.
void addTimes(CommTimes &sum, const CommTimes &part, bool isFirst);

/// part / (part + transit) with four decimals, as the official tools have it; 0 of nothing.
[[nodiscard]] std::optional<double> communicationShare(std::optional<double> part, std::optional<double> transit);

/// The total operator name in communication files.
inline constexpr QLatin1StringView TotalOp("Total Op Info");

/// Steps as numbers where they are numbers, so that 9 comes before 10.
using StepKey = std::pair<qlonglong, QString>;

[[nodiscard]] inline StepKey stepKey(const QString &step)
{
    bool ok = false;
    const qlonglong n = step.toLongLong(&ok);
    return {ok ? n : -1, step};
}

/// matrixCells() of what single operators did only as far as `query` names it, a class or an operator, but always with
/// the sums over a kind of operators and over all of them: on these it rests what a link can do, and classes are five
/// of six links. Empty when cancelled.
[[nodiscard]] std::vector<MatrixCell> linkCells(const Run &run, const CommQuery &query, const JobContext &job);

} // namespace rs
