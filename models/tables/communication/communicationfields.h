// SPDX-License-Identifier: Apache-2.0
// Fields that the tables of communication share; of no use elsewhere.
#pragma once

#include "analysis/communication/commmatrix.h"
#include "analysis/communication/commrecord.h"
#include "analysis/links/stepmerge.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "tables/base/catalogue.h"
#include "tables/base/cellrows.h"

#include <QtGlobal>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// An operator that a file has with its start; nothing without one.
[[nodiscard]] std::optional<RecordPlace> recordOf(const QString &op, std::optional<qint64> startNs,
                                                  std::optional<double> elapseMs);

/// Targets of rows by the ranks that they name. Rows outlive the run, which would keep every trace in memory.
class RankIndex
{
public:
    explicit RankIndex(const Run &run) : m_places(run) {}
    [[nodiscard]] RowPlace placeOf(int rank, const QString &label = {}) const
    {
        return {m_places.of(rank, label), NoSlice, {}};
    }
    [[nodiscard]] RowPlace placeOf(const CommRow &op) const
    {
        RowPlace out = placeOf(op.rank, op.rankLabel);
        out.record = recordOf(op.op, startOf(op), op.elapseMs);
        return out;
    }
    /// Ends of a link as the matrix shows them: a rank, or the index inside the group if the rank is unknown.
    [[nodiscard]] RowPlace placeOf(const MatrixCell &link, int source, int destination) const
    {
        RowPlace out = placeOf(source);
        out.link = LinkPlace{source < 0 ? link.source : source, destination < 0 ? link.destination : destination};
        return out;
    }

private:
    RankPlaces m_places;
};

/// Adds `more` behind the columns.
inline void append(std::vector<ColumnSpec> &columns, const std::vector<ColumnSpec> &more)
{
    columns.insert(columns.end(), more.begin(), more.end());
}
/// Step, domain, operator and rank, and `more` behind them.
[[nodiscard]] std::vector<ColumnSpec> withOperator(const std::vector<ColumnSpec> &more);
/// Times of an operator in milliseconds, and two ratios of them: from "elapse" to "wait-ratio".
[[nodiscard]] std::vector<ColumnSpec> commTimeColumns(const char *elapseHint);
/// A rank at an end of a link: which rank, or which index inside the group, as rankKindColumn() says.
[[nodiscard]] ColumnSpec rankEndColumn(const char *id, const char *header, const char *title);
[[nodiscard]] ColumnSpec rankKindColumn();
[[nodiscard]] const char *rankKindWord(bool isGlobal);
/// The number of steps, in place of the step of a link that is over several.
[[nodiscard]] ColumnSpec stepsColumn();

/// The rank's number, or what it is called without one.
[[nodiscard]] inline QString labelOf(const CommRow &op)
{
    return op.rank >= 0 ? QString::number(op.rank) : op.rankLabel;
}

[[nodiscard]] CommQuery commQuery(const TableQuery &query);
[[nodiscard]] DomainChoice domainChoice(const TableQuery &query, const JobContext &job = JobContext());

/// Names of the ends of links in the window: ranks where these are known, also of a link whose other end is
/// not, as the matrix does.
class EndNames
{
public:
    /// Knows the ranks of links with global ones alone.
    EndNames() = default;
    EndNames(const Run &run, const JobContext &job) : m_mapping(std::make_shared<const RankMapping>(run, job)) {}
    /// -1 where it is not known.
    [[nodiscard]] int source(const MatrixCell &c) const { return rankOf(c, c.source, c.localSource); }
    [[nodiscard]] int destination(const MatrixCell &c) const { return rankOf(c, c.destination, c.localDestination); }

private:
    [[nodiscard]] int rankOf(const MatrixCell &c, int end, int index) const
    {
        if (c.global)
            return end;
        return m_mapping ? m_mapping->global(c.domainHash, index).value_or(-1) : -1;
    }
    std::shared_ptr<const RankMapping> m_mapping;
};

/// A link with what it carried.
[[nodiscard]] std::vector<ColumnSpec> matrixColumns();
/// Says in the row that was added last, which has the columns of matrixColumns(), which ranks the ends are.
void nameEnds(CellRows &rows, const MatrixCell &link, const EndNames &names);

/// Nothing says that there are more ranks than the one that is here.
[[nodiscard]] bool isOfOneCard(const Run &run);
/// Reason for an empty table of links where TableQuery::ranks leave none.
[[nodiscard]] Phrase noneBetween();

/// Reason for no communication in a run of databases alone: they are damaged, or hold none. Empty for others.
[[nodiscard]] Phrase whyNoTextFiles(const Run &run);
/// Reason for no packets.
[[nodiscard]] Phrase whyNoPackets(const TableQuery &query);

/// Reason for no row of communication.json or communication_matrix.json (`kind`), by what is known of it. `others`:
/// there are rows of something else than what was asked for.
[[nodiscard]] Phrase whyNoCommunication(const TableQuery &query, const QString &kind, bool others);

} // namespace rs
