// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"
#include "core/job/jobcontext.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

struct StepMergeChoice
{
    bool mean = false;    ///< divided by the steps in which any link has the operator
    bool domains = false; ///< links of several domains are one, as far as their ranks are known
    bool named = false;   ///< cells are told apart by the single operator, not by the statistic
    /// Others only count for the number of steps that a mean is over; empty: all are kept.
    std::function<bool(const MatrixCell &)> keep = {};
};

/// Data that a link carried; nothing if no file has it.
struct LinkAmounts
{
    std::optional<double> sizeMb;
    std::optional<double> timeMs;
    std::optional<double> bandwidthGbs;
    QString transport;
};

/// A link over steps.
struct MergedLink
{
    MatrixCell cell;                       ///< without a step, where it is of several; domains are joined by "; "
    int steps = 1;                         ///< in which it has the operator
    size_t longest = 0;                    ///< the cell it was made of that took longest
    std::optional<LinkAmounts> other = {}; ///< amounts of the same link in another run; see pairLinks()
};

/// Sizes and times of `cells`, which come by step, over these, one for each link, operator and domain, in the order in
/// which these are met; the bandwidth of several is size / time, of a single one what its file says. What differs
/// between the steps is joined (link types, by " + ") or left out (names of single operators). Of no use when
/// cancelled.
[[nodiscard]] std::vector<MergedLink> mergeSteps(const std::vector<const MatrixCell *> &cells,
                                                 const StepMergeChoice &choice, const JobContext &job = JobContext());
[[nodiscard]] std::vector<MergedLink> mergeSteps(const std::vector<MatrixCell> &cells, const StepMergeChoice &choice,
                                                 const JobContext &job = JobContext());

/// Link types of two cells as one text: "HCCS + RDMA".
[[nodiscard]] QString joinedTransports(const QString &transports, const QString &other);

/// Rows of mergeSteps() and those they were made of.
struct MergeParts
{
    std::vector<size_t> linkOf; ///< for each cell the link that it is part of; of no use for one that was not kept
    std::vector<int> ofSteps;   ///< for each link by how many steps it is divided; 1 in a sum
};
[[nodiscard]] std::vector<MergedLink> mergeSteps(const std::vector<const MatrixCell *> &cells,
                                                 const StepMergeChoice &choice, const JobContext &job,
                                                 MergeParts &parts);

/// Chooses the cells of an operator, one after the other.
class CellsOfOperator
{
public:
    /// `named`: `op` is the name of a single operator, not that of a statistic.
    CellsOfOperator(QString op, bool named) : m_op(std::move(op)), m_named(named) {}
    /// Several statistics may name one operator on a link, which it crossed once: the first of them counts.
    [[nodiscard]] bool takes(const MatrixCell &cell);

private:
    QString m_op;
    bool m_named;
    std::set<std::tuple<QString, QString, int, int>> m_seen; // step, domain, ends
};

/// The share of the best that several parts of a link reach together: weighed by the time that each took.
class ShareSum
{
public:
    void add(double share, double timeMs);
    /// Nothing without parts.
    [[nodiscard]] const std::optional<double> &share() const { return m_share; }

private:
    std::optional<double> m_share;
    double m_timeMs = 0;
};

/// The link types that joinedTransports() joined, one by one.
[[nodiscard]] QStringList transportsOf(const QString &joined);

/// By what links of two runs are the same, beside their ranks.
struct LinkPairing
{
    bool steps = false;   ///< by the step; else each run has a link once
    bool domains = false; ///< by the label of the domain, since hashes differ between runs
    bool operators = true;
};

/// Gives each of `links` what the same link carries in another run (MergedLink::other). `others` that are of no such
/// link count nowhere. Of no use when cancelled.
void pairLinks(std::vector<MergedLink> &links, const std::vector<MergedLink> &others, const LinkPairing &by,
               const JobContext &job = JobContext());

/// Excess of such a link over the other run, to the byte and the nanosecond; nothing if one of them does not have it.
[[nodiscard]] LinkAmounts differenceOf(const MergedLink &link);

} // namespace rs
