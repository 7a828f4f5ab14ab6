// SPDX-License-Identifier: Apache-2.0
#include "importers/consistency/rules.h"

#include "core/job/cancelsort.h"
#include "importers/consistency/consistency.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <unordered_map>

namespace rs {

namespace {

constexpr qint64 OperatorsPerPoll = 4096;
constexpr double Unknown = std::numeric_limits<double>::quiet_NaN();

// communication.json has one decimal of a start, and four of an elapse time in ms.
constexpr ComparedColumn operatorTimes[]{{"Start in the trace", " µs", 0.3}, {"Elapse Time", " µs", 1}};
constexpr Consistency operatorsOfTrace{
    .columns = operatorTimes,
    .values = {"communication.other-elapse",
               RS_NOOP(
                   "Operators of this file begin at another time, or take another time, than their slice in the trace "
                   "(first: %1). Tables of communication and the timeline disagree; one of the two is wrong."),
               Gravity::ByShare},
    .onlyLeft = {"communication.unmatched",
                 RS_NOOP(
                     "The trace has no slice of these operators (first: %1). They cannot be found in the timeline.")},
    .onlyRight = {
        "communication.no-record",
        RS_NOOP("Communication operators of the trace are not in this file (first: %1). Their transit and wait are "
                "in no total."),
        Gravity::ByShare}};

constexpr ComparedColumn carriedColumns[]{{"Transit Size", " MB", 2e-4, 1e-3}, {"Transit Time", " ms", 2e-4, 1e-3}};
constexpr Consistency linksOfOperators{
    .columns = carriedColumns,
    .values = {
        "matrix.other-sums",
        RS_NOOP("The links of a step, domain and transport carried more or less, or took another time, than the "
                "operators of communication.json (first: %1). Links or operators are missing, or the files are of two "
                "ranks or captures.")}};

/// Slices of communication groups by name and start.
class GroupSlices
{
public:
    struct Entry
    {
        StrId name{};
        qint64 startNs = 0;
        SliceId slice = NoSlice;
        bool isNamed = false; ///< by an operator of the file
    };

    GroupSlices(const Trace &trace, const JobContext &job)
    {
        const SliceStore &slices = trace.slices();
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            if (trace.lanes()[l].kind != LaneKind::CommGroup)
                continue;
            const SliceStore::Span span = trace.slicesOf(LaneId{l});
            for (quint32 i = span.first; i < span.last; ++i) {
                const SliceId slice{i};
                if (slices.kind(slice) == SliceKind::CommOperator)
                    m_entries.push_back({slices.name(slice), slices.start(slice), slice});
            }
        }
        m_isReady = sortCancellably(m_entries, job, isBefore) && !m_entries.empty();
    }
    [[nodiscard]] bool isReady() const { return m_isReady; }
    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }

    /// The one that begins nearest; of an operator without a start the only one.
    [[nodiscard]] Entry *nearest(StrId name, std::optional<qint64> startNs)
    {
        const auto from = std::partition_point(m_entries.begin(), m_entries.end(),
                                               [&](const Entry &e) { return raw(e.name) < raw(name); });
        const auto to = std::partition_point(from, m_entries.end(), [&](const Entry &e) { return e.name == name; });
        if (from == to || (!startNs && to - from > 1))
            return nullptr;
        if (!startNs)
            return &*from;
        const auto after = std::partition_point(from, to, [&](const Entry &e) { return e.startNs < *startNs; });
        if (after == to || (after != from && *startNs - std::prev(after)->startNs < after->startNs - *startNs))
            return &*std::prev(after);
        return &*after;
    }

private:
    static bool isBefore(const Entry &a, const Entry &b)
    {
        return std::pair(raw(a.name), a.startNs) < std::pair(raw(b.name), b.startNs);
    }
    std::vector<Entry> m_entries;
    bool m_isReady = false;
};

/// True for a slice that the writer lists: where the trace marks steps, operators of steps only.
bool isInAStep(const Trace &trace, qint64 startNs)
{
    const auto after = std::partition_point(trace.steps().begin(), trace.steps().end(),
                                            [&](const StepMark &m) { return m.startNs <= startNs; });
    return trace.steps().empty() || (after != trace.steps().begin() && startNs < std::prev(after)->endNs);
}

/// From whole microseconds: a stamp of today loses its last digits as a double.
qint64 stampOf(double us)
{
    const auto whole = static_cast<qint64>(std::floor(us));
    return whole * 1000 + std::llround((us - static_cast<double>(whole)) * 1000);
}

/// Size and time that links, or operators, carried.
struct Amount
{
    double sizeMb = 0;
    double timeMs = 0;
    quint32 parts = 0;

    /// An unknown part makes the sum unknown.
    void add(const std::optional<double> &size, const std::optional<double> &time)
    {
        sizeMb += size.value_or(Unknown);
        timeMs += time.value_or(Unknown);
        ++parts;
    }
    [[nodiscard]] std::array<double, 2> values() const { return {sizeMb, timeMs}; }
};

/// Sums of links and of operators for a step, domain and transport.
struct Carried
{
    QString step;
    QString domain;
    QString transport;
    Amount links = {};
    Amount operators = {};
};

class CarriedSums
{
public:
    Carried &of(const QString &step, const QString &domain, const QString &transport)
    {
        const auto [at, isNew] = m_at.try_emplace(factKey(step, domain, transport), m_all.size());
        if (isNew)
            m_all.push_back({step, domain, transport});
        return m_all[at->second];
    }
    [[nodiscard]] const std::vector<Carried> &all() const { return m_all; }

private:
    std::unordered_map<quint64, size_t> m_at;
    std::vector<Carried> m_all;
};

/// Keys of totals hold what the links of single operators say once more; old files have single operators only.
bool isSummed(const MatrixLinkRef &l)
{
    return l.key() != QLatin1String("Total Op Info") &&
           (l.statistic().isEmpty() || l.statistic() == QLatin1String("total")) &&
           l.transport() != QLatin1String("LOCAL");
}

} // namespace

void noteOperatorsOfTrace(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    if (!rank.trace || rank.commOps.empty())
        return;
    const Trace &trace = *rank.trace;
    GroupSlices slices(trace, job);
    if (!slices.isReady())
        return;
    Comparison found(operatorsOfTrace);
    bool isAny = false;
    for (quint32 i = 0; i < rank.commOps.size(); ++i) {
        if (i % OperatorsPerPoll == 0 && job.isCanceled())
            return;
        const CommOpRef op = rank.commOps[i];
        if (op.isTotal())
            continue;
        isAny = true;
        const std::optional<StrId> name = trace.strings().find(op.nameView());
        if (!name) {
            found.onlyLeft(i);
            continue;
        }
        const std::optional<double> startUs = op.startUs();
        const std::optional<qint64> startNs = startUs ? std::optional(stampOf(*startUs)) : std::nullopt;
        GroupSlices::Entry *const slice = slices.nearest(*name, startNs);
        if (!slice)
            continue;
        slice->isNamed = true;
        const auto us = [](qint64 ns) { return static_cast<double>(ns) / 1e3; };
        const double ofFile[]{startNs ? us(*startNs - trace.startNs()) : Unknown,
                              op.elapseMs().value_or(Unknown) * 1e3};
        const double ofTrace[]{us(slice->startNs - trace.startNs()), us(trace.slices().duration(slice->slice))};
        found.pair(i, ofFile, ofTrace);
    }
    for (const GroupSlices::Entry &e : slices.entries()) {
        if (isAny && !e.isNamed && isInAStep(trace, e.startNs))
            found.onlyRight(raw(e.slice));
    }
    const auto words = [](const auto &nameOf) {
        return FactWords{[nameOf](quint32 id) { return FactPlace{{}, Place::name(nameOf(id))}; }, nameOf};
    };
    found.tell(file, words([&rank](quint32 id) { return rank.commOps[id].name(); }),
               words([&trace](quint32 id) { return trace.strings().text(trace.slices().name(SliceId{id})); }), report);
}

void noteLinksOfOperators(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    if (rank.links.empty() ||
        std::ranges::all_of(rank.commOps, [](const CommOpRef &op) { return op.isTotal() || op.transports().empty(); }))
        return;
    const QString sdma = QStringLiteral("SDMA"); // repeats the others in operators; in links it stands for them
    CarriedSums sums;
    std::set<quint64> coarse;
    qint64 polled = 0;
    for (const MatrixLinkRef l : rank.links) {
        if (polled++ % OperatorsPerPoll == 0 && job.isCanceled())
            return;
        if (l.transport() == sdma)
            coarse.insert(factKey(l.step(), l.groupHash()));
        else if (isSummed(l))
            sums.of(l.step(), l.groupHash(), l.transport()).links.add(l.sizeMb(), l.timeMs());
    }
    for (const CommOpRef op : rank.commOps) {
        if (polled++ % OperatorsPerPoll == 0 && job.isCanceled())
            return;
        if (op.isTotal())
            continue;
        for (const TransportRef t : op.transports()) {
            if (t.transport() != sdma)
                sums.of(op.step(), op.groupHash(), t.transport()).operators.add(t.sizeMb(), t.timeMs());
        }
    }
    Comparison found(linksOfOperators);
    for (quint32 i = 0; i < sums.all().size(); ++i) {
        const Carried &c = sums.all()[i];
        if (!coarse.contains(factKey(c.step, c.domain)))
            found.pair(i, c.links.values(), c.operators.values(), std::max(c.links.parts, c.operators.parts));
    }
    const auto placeOf = [&sums](quint32 i) {
        const Carried &c = sums.all()[i];
        return FactPlace{{}, Place::step(c.step).with(c.domain).with(c.transport)};
    };
    found.tell(file, {placeOf, {}}, {}, report);
}

} // namespace rs
