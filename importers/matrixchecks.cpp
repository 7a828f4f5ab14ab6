// SPDX-License-Identifier: Apache-2.0
#include "importers/matrixchecks.h"

#include "importers/differences.h"
#include "importers/findingseverity.h"
#include "importers/json/commjson.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

namespace {

constexpr qint64 PollLinks = 4096;

/// A contradiction of links: how often, and where first.
struct LinkFault
{
    const char *code;
    const char *message;
    Differences found = {};

    void add(const Place &at, const QString &what = {}) { found.add(at, what); }
    void add(const MatrixLinkRef &l)
    {
        add(Place::name(l.key()).with(QStringLiteral("%1-%2").arg(l.source()).arg(l.destination())));
    }
    void tell(Severity severity, const QString &file, ImportReport &report) const
    {
        if (found.count > 0)
            report.add({severity, file, found.place, QString::fromLatin1(code), QString::fromLatin1(message),
                        found.argument, found.count});
    }
};

/// Places in the domain; a writer that gives ranks instead gives ranks that it has.
bool isPlaceOf(const std::vector<int> &group, int place)
{
    return (place >= 0 && static_cast<size_t>(place) < group.size()) ||
           std::find(group.begin(), group.end(), place) != group.end();
}

/// Counts by place; the one that stands for more than half of all.
struct Places
{
    std::map<int, qint64> links;
    qint64 all = 0;
    [[nodiscard]] int most() const
    {
        const auto at = std::max_element(links.begin(), links.end(),
                                         [](const auto &a, const auto &b) { return a.second < b.second; });
        return at != links.end() && at->second > all / 2 ? at->first : -1;
    }
};

/// Where a rank stands in its domains, as the links of its file have it.
struct OwnPlaces
{
    int touched = -1; ///< where most links begin or end
    int source = -1;  ///< where most of them begin
};

std::map<QString, OwnPlaces> ownPlaces(const MatrixLinks &links)
{
    std::map<QString, std::pair<Places, Places>> counts;
    for (const MatrixLinkRef l : links) {
        auto &[touched, sources] = counts[l.groupHash()];
        ++touched.all;
        ++touched.links[l.source()];
        if (l.destination() != l.source())
            ++touched.links[l.destination()];
        ++sources.all;
        ++sources.links[l.source()];
    }
    std::map<QString, OwnPlaces> out;
    for (const auto &[hash, count] : counts)
        out[hash] = {count.first.most(), count.second.most()};
    return out;
}

/// What the other files of a rank say about the links of its matrix.
struct KnownOfLinks
{
    std::map<QString, const std::vector<int> *> members; ///< of groups, where they are known
    std::map<QString, OwnPlaces> own;
    const CommOps &operators;
    bool listsOperators;

    explicit KnownOfLinks(const RankData &rank)
        : own(ownPlaces(rank.links)), operators(rank.commOps),
          listsOperators(
              !std::all_of(operators.begin(), operators.end(), [](const CommOpRef &op) { return op.isTotal(); }))
    {
        for (const GroupInfo &g : rank.groups) {
            if (!g.globalRanks.empty())
                members[g.hash] = &g.globalRanks;
        }
    }

    [[nodiscard]] bool isOfOtherRanks(const MatrixLinkRef &l) const
    {
        const auto group = members.find(l.groupHash());
        return group != members.end() &&
               !(isPlaceOf(*group->second, l.source()) && isPlaceOf(*group->second, l.destination()));
    }
    [[nodiscard]] bool isNotOwn(const MatrixLinkRef &l) const
    {
        const int place = own.at(l.groupHash()).touched;
        return place >= 0 && l.source() != place && l.destination() != place;
    }
    [[nodiscard]] bool isOfUnknownOperator(const MatrixLinkRef &l) const
    {
        return listsOperators && !l.opName().isEmpty() &&
               (l.opName() == QLatin1String("Total Op Info") || !operators.nameId(l.opName().toStdString()));
    }
};

bool namesNoOperator(const MatrixLinkRef &l)
{
    return l.opName().isEmpty() && !l.statistic().isEmpty() && l.statistic() != QLatin1String("total");
}

/// Each link by itself, and against what is known of the rank.
void noteSingleLinks(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    const KnownOfLinks known(rank);
    LinkFault bandwidth{"matrix.bandwidth",
                        "Links whose bandwidth is not their size over their time: one of the three is wrong."};
    LinkFault ranks{"matrix.other-ranks",
                    "Links between places that the communication domain, by profiler_metadata.json, does not have: "
                    "they belong to another domain, or to none."};
    LinkFault strange{"matrix.not-own",
                      "Links that neither begin nor end at the place of this rank in their communication domain, "
                      "though a rank measures its own links only: they are of another rank."};
    LinkFault unknown{"matrix.unmatched",
                      "Links of operators that communication.json does not list: the two files are not of one "
                      "capture."};
    LinkFault unnamed{"matrix.no-operator",
                      "Links that name no operator, though each but those of a total is of one: which operator was "
                      "fast or slow is not shown."};
    qint64 polled = 0;
    for (const MatrixLinkRef l : rank.links) {
        if (polled++ % PollLinks == 0 && job.isCanceled())
            return;
        if (isOtherBandwidth(l))
            bandwidth.add(l);
        if (known.isOfOtherRanks(l))
            ranks.add(l);
        if (known.isNotOwn(l))
            strange.add(l);
        if (known.isOfUnknownOperator(l))
            unknown.add(l);
        if (namesNoOperator(l))
            unnamed.add(l);
    }
    for (const LinkFault &fault : {bandwidth, ranks, strange, unknown, unnamed})
        fault.tell(severityOf(fault.found.count, polled), file, report);
}

/// The rank's place by profiler_metadata.json against the place at which the links of its file begin.
void noteOtherPlaces(const RankData &rank, const QString &file, ImportReport &report)
{
    if (rank.info.rank < 0)
        return;
    const std::map<QString, OwnPlaces> own = ownPlaces(rank.links);
    LinkFault other{"matrix.other-place",
                    "Communication domains in which the links of this file begin at another place than the one of "
                    "this rank by profiler_metadata.json (the first one: %1): the file is of another rank, and its "
                    "sizes and times are shown under this one."};
    for (const GroupInfo &g : rank.groups) {
        const auto found = own.find(g.hash);
        if (found == own.end() || found->second.source < 0)
            continue;
        std::vector<int> ranks = g.globalRanks;
        std::sort(ranks.begin(), ranks.end());
        const auto at = std::lower_bound(ranks.begin(), ranks.end(), rank.info.rank);
        if (at == ranks.end() || *at != rank.info.rank)
            continue;
        const auto place = static_cast<int>(at - ranks.begin());
        // Old writers give ranks.
        if (found->second.source != place && found->second.source != rank.info.rank)
            other.add(Place::name(g.pgName.isEmpty() ? g.commName : g.pgName),
                      QStringLiteral("%1 ≠ %2").arg(found->second.source).arg(place));
    }
    other.tell(Severity::Loss, file, report);
}

/// What was carried in a step by a domain over a transport.
using CarriedKey = std::tuple<QString, QString, QString>;

struct Carried
{
    double sizeMb = 0;
    double timeMs = 0;
    bool sizeKnown = true; ///< of each part
    bool timeKnown = true;
    qint64 parts = 0;

    void add(const std::optional<double> &size, const std::optional<double> &time)
    {
        sizeMb += size.value_or(0);
        timeMs += time.value_or(0);
        sizeKnown = sizeKnown && size;
        timeKnown = timeKnown && time;
        ++parts;
    }
};

/// Total keys hold what the links of single operators say once more; old files have single operators only.
bool isSummed(const MatrixLinkRef &l)
{
    return l.key() != QLatin1String("Total Op Info") &&
           (l.statistic().isEmpty() || l.statistic() == QLatin1String("total"));
}

std::map<CarriedKey, std::pair<Carried, Carried>> carriedOf(const RankData &rank, const JobContext &job)
{
    std::map<CarriedKey, std::pair<Carried, Carried>> out; // by operators, by links
    std::set<std::pair<QString, QString>> coarse;          // links there do not tell HCCS from PCIE and SIO
    const QString sdma = QStringLiteral("SDMA");
    const QString local = QStringLiteral("LOCAL");
    qint64 polled = 0;
    for (const MatrixLinkRef l : rank.links) {
        if (polled++ % PollLinks == 0 && job.isCanceled())
            return {};
        if (l.transport() == sdma)
            coarse.emplace(l.step(), l.groupHash());
        if (isSummed(l) && l.transport() != local)
            out[{l.step(), l.groupHash(), l.transport()}].second.add(l.sizeMb(), l.timeMs());
    }
    for (const CommOpRef op : rank.commOps) {
        if (polled++ % PollLinks == 0 && job.isCanceled())
            return {};
        if (op.isTotal())
            continue;
        // SDMA repeats the others.
        for (const TransportRef t : op.transports()) {
            if (t.transport() != sdma)
                out[{op.step(), op.groupHash(), t.transport()}].first.add(t.sizeMb(), t.timeMs());
        }
    }
    std::erase_if(out, [&](const auto &entry) {
        return coarse.contains({std::get<0>(entry.first), std::get<1>(entry.first)});
    });
    return out;
}

/// Each part is rounded by itself.
bool isOtherSum(double a, double b, qint64 parts)
{
    return std::abs(a - b) > 1e-4 * static_cast<double>(parts) + 1e-3 * std::max(a, b);
}

QString unequalSums(double a, double b, const char *unit)
{
    const auto text = [unit](double v) { return QString::number(v, 'g', 6) + u' ' + QString::fromLatin1(unit); };
    return text(a) + QStringLiteral(" ≠ ") + text(b);
}

/// Operators of communication.json carried over the links of the matrix.
void noteOtherSums(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    if (std::all_of(rank.commOps.begin(), rank.commOps.end(),
                    [](const CommOpRef &op) { return op.isTotal() || op.transports().empty(); }))
        return;
    LinkFault sums{"matrix.other-sums",
                   "Steps, domains and transports in which all links carried more or less, or took another time, than "
                   "the operators of communication.json (the first one: %1): links or operators are missing, or the "
                   "two files are not of one rank and capture."};
    for (const auto &[key, both] : carriedOf(rank, job)) {
        const auto &[operators, links] = both;
        const auto &[step, hash, transport] = key;
        const Place place = Place::step(step).with(hash).with(transport);
        const qint64 parts = operators.parts + links.parts;
        if (operators.sizeKnown && links.sizeKnown && isOtherSum(links.sizeMb, operators.sizeMb, parts))
            sums.add(place, unequalSums(links.sizeMb, operators.sizeMb, "MB"));
        else if (operators.timeKnown && links.timeKnown && isOtherSum(links.timeMs, operators.timeMs, parts))
            sums.add(place, unequalSums(links.timeMs, operators.timeMs, "ms"));
    }
    sums.tell(Severity::Notice, file, report);
}

/// Steps in which domains that the matrix knows had collective operators, by communication.json or else the trace.
std::set<QString> stepsWithCollectives(const RankData &rank, const std::set<QString> &domains)
{
    std::set<QString> out;
    bool any = false;
    for (const CommOpRef op : rank.commOps) {
        any = any || !op.isTotal();
        if (!op.isTotal() && !op.p2p() && domains.contains(op.groupHash()))
            out.insert(op.step());
    }
    if (any || !rank.trace)
        return out;
    const Trace &trace = *rank.trace;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].kind != LaneKind::CommGroup)
            continue;
        const SliceStore::Span span = trace.slicesOf(LaneId{l});
        auto mark = trace.steps().begin();
        for (quint32 i = span.first; i < span.last && mark != trace.steps().end(); ++i) {
            const SliceId slice{i};
            const qint64 start = trace.slices().start(slice);
            mark = std::find_if(mark, trace.steps().end(), [&](const StepMark &m) { return start < m.endNs; });
            if (mark != trace.steps().end() && start >= mark->startNs &&
                trace.slices().kind(slice) == SliceKind::CommOperator &&
                !isPointToPoint(trace.strings().text(trace.slices().name(slice))))
                out.insert(QString::number(mark->step));
        }
    }
    return out;
}

/// Steps that the matrix leaves out.
void noteStepsWithoutLinks(const RankData &rank, const QString &file, ImportReport &report)
{
    std::set<QString> domains;
    std::set<QString> steps;
    for (const MatrixLinkRef l : rank.links) {
        domains.insert(l.groupHash());
        steps.insert(l.step());
    }
    // One that knows no step calls all of it 0.
    if (steps.empty() || (steps.size() == 1 && *steps.begin() == QLatin1String("0")))
        return;
    LinkFault none{"matrix.no-step",
                   "Steps with communication of which the file has no link (the first one: %1): the matrix shows "
                   "nothing of them."};
    for (const QString &step : stepsWithCollectives(rank, domains)) {
        if (!steps.contains(step))
            none.add(Place::step(step), step);
    }
    none.tell(Severity::Notice, file, report);
}

/// A link stands under each of top1, middle, bottom1 to bottom3 and total of its kind, or under none.
void noteStatisticsOfLinks(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    struct Statistics
    {
        unsigned found = 0; ///< a bit each
        std::optional<MatrixLinkRef> link;
    };
    std::map<std::tuple<QString, QString, QString, int, int>, Statistics> links;
    std::map<QString, unsigned> bits;
    qint64 polled = 0;
    for (const MatrixLinkRef l : rank.links) {
        if (polled++ % PollLinks == 0 && job.isCanceled())
            return;
        if (l.statistic().isEmpty())
            continue;
        const unsigned bit = bits.try_emplace(l.statistic(), 1U << bits.size()).first->second;
        const QString kind = l.key().left(l.key().size() - l.statistic().size());
        Statistics &of = links[{l.step(), l.groupHash(), kind, l.source(), l.destination()}];
        of.found |= bit;
        of.link = l;
    }
    LinkFault partial{"matrix.no-statistic",
                      "Links that stand under some of the statistics of their kind only (top1, middle, bottom1 to "
                      "bottom3, total): the others of them do not show the link, or not all of its sizes."};
    const unsigned all = (1U << bits.size()) - 1;
    for (const auto &[key, of] : links) {
        if (of.found != all)
            partial.add(Place::step(std::get<0>(key))
                            .with(std::get<2>(key).chopped(1))
                            .with(QStringLiteral("%1-%2").arg(of.link->source()).arg(of.link->destination())));
    }
    partial.tell(severityOf(partial.found.count, static_cast<qint64>(links.size())), file, report);
}

} // namespace

void noteLinks(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    noteSingleLinks(rank, file, job, report);
    noteOtherPlaces(rank, file, report);
    noteStatisticsOfLinks(rank, file, job, report);
    noteStepsWithoutLinks(rank, file, report);
    noteOtherSums(rank, file, job, report);
}

} // namespace rs
