// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commrecord.h"

#include "analysis/ranks/domains.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/base/timens.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rs {

namespace {
constexpr double toleranceUs = 0.3;
constexpr qint64 toleranceNs = 300;
constexpr double mostUs = 9e15; // in nanoseconds it still is an integer
} // namespace

std::optional<CommOpRef> commRecordOf(const RankData &rank, SliceId slice)
{
    if (!rank.trace)
        return std::nullopt;
    const SliceStore &s = rank.trace->slices();
    const std::optional<StrId> name = rank.commOps.nameId(rank.trace->strings().view(s.name(slice)));
    if (!name)
        return std::nullopt;
    const qint64 start = s.start(slice);
    std::optional<CommOpRef> nearest;
    double least = toleranceUs;
    for (const CommOpRef op : rank.commOps) {
        if (op.nameId() != *name || op.isTotal())
            continue;
        const std::optional<double> startUs = op.startUs();
        // No slice begins so far away.
        if (!startUs || !(std::abs(*startUs) < mostUs))
            continue;
        // The difference is taken from whole microseconds first: a stamp of today loses the last digits as a double.
        const auto wholeUs = static_cast<qint64>(std::floor(*startUs));
        const double apart = std::abs(static_cast<double>(saturatedDifference(start, wholeUs * 1000)) / 1000.0 -
                                      (*startUs - static_cast<double>(wholeUs)));
        if (apart <= least) {
            least = apart;
            nearest = op;
        }
    }
    return nearest;
}

std::optional<qint64> startOf(const CommRow &row)
{
    return row.total ? std::nullopt : parseDecimalUs(row.startText.toStdString());
}

RecordSlices::RecordSlices(const RankData &rank, const JobContext &job) : m_rank(rank)
{
    if (!rank.trace)
        return;
    const Trace &trace = *rank.trace;
    const SliceStore &slices = trace.slices();
    JobPoll poll(job);
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].kind != LaneKind::CommGroup)
            continue;
        for (const SliceId slice : trace.slicesOf(LaneId{l})) {
            if (poll.isCanceled()) {
                m_byName.clear();
                return;
            }
            if (slices.kind(slice) == SliceKind::CommOperator)
                m_byName[slices.name(slice)].push_back(slice);
        }
    }
    for (auto &[name, all] : m_byName)
        std::ranges::sort(all, [&slices](SliceId a, SliceId b) {
            return std::pair(slices.start(a), raw(a)) < std::pair(slices.start(b), raw(b));
        });
}

SliceId RecordSlices::of(const QString &op, qint64 startNs) const
{
    const std::optional<StrId> name = m_byName.empty() ? std::nullopt : m_rank.trace->strings().find(op.toStdString());
    const auto found = name ? m_byName.find(*name) : m_byName.end();
    if (found == m_byName.end())
        return NoSlice;
    const SliceStore &slices = m_rank.trace->slices();
    const auto apart = [&](SliceId s) {
        return saturatedDifference(std::max(slices.start(s), startNs), std::min(slices.start(s), startNs));
    };
    const auto after =
        std::ranges::partition_point(found->second, [&](SliceId s) { return slices.start(s) < startNs; });
    SliceId nearest = NoSlice;
    if (after != found->second.begin())
        nearest = *(after - 1);
    if (after != found->second.end() && (nearest == NoSlice || apart(*after) < apart(nearest)))
        nearest = *after;
    return apart(nearest) <= toleranceNs ? nearest : NoSlice;
}

SliceId sliceOfCell(const RankData &rank, const MatrixCell &cell)
{
    if (!rank.trace || cell.opName.isEmpty())
        return NoSlice;
    // "hcom_allReduce__295_0_1@group": the lanes leave the group out.
    const QString name = cell.opName.section(QLatin1Char('@'), 0, 0);
    const std::optional<StrId> id = rank.trace->strings().find(name.toStdString());
    if (!id)
        return NoSlice;
    Interval window{std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max()};
    for (const StepWindow &w : stepWindows(rank)) {
        if (!cell.step.isEmpty() && w.step == cell.step)
            window = w.device;
    }
    const SliceStore &slices = rank.trace->slices();
    SliceId best = NoSlice;
    for (quint32 i = 0; i < slices.size(); ++i) {
        const auto s = SliceId{i};
        if (slices.names()[i] == *id && slices.start(s) >= window.from && slices.start(s) < window.to &&
            (best == NoSlice || slices.start(s) < slices.start(best)))
            best = s;
    }
    return best;
}

std::pair<int, SliceId> sliceOfCell(const Run &run, const std::vector<int> &ranks, const MatrixCell &cell)
{
    for (const int rank : ranks) {
        const RankData *const data = rank < 0 ? nullptr : run.ranks[static_cast<size_t>(rank)].get();
        if (const SliceId slice = data ? sliceOfCell(*data, cell) : NoSlice; slice != NoSlice)
            return {rank, slice};
    }
    return {-1, NoSlice};
}

std::pair<int, SliceId> sliceOfLink(const Run &run, const NamedLink &link, const JobContext &job)
{
    const std::vector<MatrixCell> cells = matrixCells(run, {link.step, {}, {}, false}, job);
    const RankMapping mapping(run, job);
    const auto rankOf = [&mapping](const MatrixCell &c, int end, int index) {
        return c.global ? std::optional(end) : mapping.global(c.domainHash, index);
    };
    const QStringList domains = link.domain.split(QLatin1String("; "), Qt::SkipEmptyParts);
    std::vector<const MatrixCell *> named;
    QString kind;
    JobPoll poll(job);
    for (const MatrixCell &c : cells) {
        if (poll.isCanceled())
            return {-1, NoSlice};
        if (rankOf(c, c.source, c.localSource).value_or(c.source) != link.source ||
            rankOf(c, c.destination, c.localDestination).value_or(c.destination) != link.destination ||
            (!domains.isEmpty() && !domains.contains(c.domain)))
            continue;
        if (c.op == link.op)
            kind = c.kind;
        if (!c.opName.isEmpty())
            named.push_back(&c);
    }
    const auto isAsked = [&link](const MatrixCell *c) { return c->op == link.op || c->opName == link.op; };
    // A total over operators has no kind: any of them may be the longest.
    std::erase_if(named, [&](const MatrixCell *c) { return !isAsked(c) && !kind.isEmpty() && c->kind != kind; });
    std::ranges::stable_sort(named, [&](const MatrixCell *a, const MatrixCell *b) {
        return std::pair(isAsked(a), a->timeMs.value_or(0)) > std::pair(isAsked(b), b->timeMs.value_or(0));
    });
    for (const MatrixCell *const c : named) {
        if (job.isCanceled())
            break;
        std::vector<int> ranks;
        for (const std::optional<int> rank :
             {rankOf(*c, c->source, c->localSource), rankOf(*c, c->destination, c->localDestination)})
            ranks.push_back(rank ? run.indexOf(*rank) : -1);
        if (const auto found = sliceOfCell(run, ranks, *c); found.second != NoSlice)
            return found;
    }
    return {-1, NoSlice};
}

} // namespace rs
