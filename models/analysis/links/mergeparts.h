// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/stepmerge.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

/// What mergeSteps() made of what.
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

} // namespace rs
