// SPDX-License-Identifier: Apache-2.0
// What the tables of communication share; of no use elsewhere.
#pragma once

#include "analysis/communication/commmatrix.h"
#include "analysis/communication/commrecord.h"
#include "analysis/links/stepmerge.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/rankplaces.h"
#include "tables/catalogue.h"
#include "tables/structsource.h"

#include <QtGlobal>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// An operator that a file has with its start; nothing without one.
[[nodiscard]] std::optional<RecordPlace> recordOf(const QString &op, std::optional<qint64> startNs,
                                                  std::optional<double> elapseMs);

/// Where rows lead by the ranks that they name. Rows outlive the run, which would keep every trace in memory.
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
    /// Of a link: its ends as the matrix shows them, a rank or where that is not known the index inside the group.
    [[nodiscard]] RowPlace placeOf(const MatrixCell &link, int source, int destination) const
    {
        RowPlace out = placeOf(source);
        out.link = LinkPlace{source < 0 ? link.source : source, destination < 0 ? link.destination : destination};
        return out;
    }

private:
    RankPlaces m_places;
};

/// A rank at an end of a link: which rank, or which index inside the group, as rankKindField() says.
template <typename R>
[[nodiscard]] Field<R> rankEndField(const char *id, const char *header, const char *title, int R::*rank)
{
    return {{id, header, title, ValueKind::Identifier,
             RS_TABLE("Where the rank kind is local: an index inside the group, which the window shows with a #.")},
            [rank](const R &r) { return static_cast<qint64>(r.*rank); }};
}

/// What the ranks of a row are; `isGlobal` of the row.
template <typename R, typename IsGlobal>
[[nodiscard]] Field<R> rankKindField(IsGlobal isGlobal)
{
    return {{"rank-kind", "Rank Kind", RS_TABLE("Rank kind"), ValueKind::Word,
             RS_TABLE("Local: the file names indices inside the group, and nothing says which ranks they are."), false},
            [isGlobal](const R &r) {
                return QString(QLatin1String(isGlobal(r) ? RS_TABLE("global") : RS_TABLE("local")));
            }};
}

[[nodiscard]] CommQuery commQuery(const TableQuery &query);
[[nodiscard]] DomainChoice domainChoice(const TableQuery &query, const JobContext &job = JobContext());

/// Step, domain, operator and rank.
[[nodiscard]] std::vector<Field<CommRow>> operatorFields();

/// What the window calls the ends of links: by their ranks where these are known, also of a link whose other end is
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

/// `largestMs`: to which the bars of the times refer.
[[nodiscard]] std::vector<Field<MatrixCell>> matrixFields(const EndNames &names = {}, double largestMs = 0);
/// Of links that mergeSteps() made, in place of the step with the number of steps. `compared`: with what they carry in
/// another run, and the difference.
[[nodiscard]] std::vector<Field<MergedLink>> mergedFields(StepAggregation steps, bool compared = false,
                                                          const EndNames &names = {}, double largestMs = 0);

/// Nothing says that there are more ranks than the one that is here.
[[nodiscard]] bool isOfOneCard(const Run &run);
/// Why a table of links is empty where TableQuery::ranks leave none.
[[nodiscard]] Phrase noneBetween();

/// Why a run that has nothing but databases has no communication: they are damaged, or hold none. Empty for others.
[[nodiscard]] Phrase whyNoTextFiles(const Run &run);
/// Why no packets are counted.
[[nodiscard]] Phrase whyNoPackets(const TableQuery &query);

/// Why a run has no row of communication.json or communication_matrix.json (`kind`), by what is known of it. `others`:
/// there are rows of something else than what was asked for.
[[nodiscard]] Phrase whyNoCommunication(const TableQuery &query, const QString &kind, bool others);

} // namespace rs
