// SPDX-License-Identifier: Apache-2.0
#include "importers/matrixchecks.h"

#include "core/text/findingcodes.h"
#include "core/text/idmemo.h"
#include "core/text/texthash.h"
#include "importers/differences.h"
#include "importers/files/findingseverity.h"
#include "importers/json/commjson.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
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
        found.add(
            [&l] { return Place::name(l.key()).with(QStringLiteral("%1-%2").arg(l.source()).arg(l.destination())); });
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

/// By the id of the domain.
std::map<WordId, OwnPlaces> ownPlaces(const MatrixLinks &links)
{
    IdMemo<std::pair<Places, Places>> counts;
    std::set<WordId> domains;
    WordId last{};
    for (const MatrixLinkRef l : links) {
        const WordId domain = l.textId(LinkColumns::GroupHash);
        if (domains.empty() || domain != last)
            domains.insert(domain);
        last = domain;
        auto &[touched, sources] = counts[domain];
        ++touched.all;
        ++touched.links[l.source()];
        if (l.destination() != l.source())
            ++touched.links[l.destination()];
        ++sources.all;
        ++sources.links[l.source()];
    }
    std::map<WordId, OwnPlaces> out;
    for (const WordId domain : domains)
        out[domain] = {counts[domain].first.most(), counts[domain].second.most()};
    return out;
}

// What such a file does not list may have stood behind the cut.
bool isCut(const RankData &rank, QStringView file)
{
    const std::vector<Finding> found = rank.report.findings();
    return std::any_of(found.begin(), found.end(), [file](const Finding &f) {
        return f.code == findingcodes::jsonBroken && QStringView(f.file).mid(f.file.lastIndexOf(u'/') + 1) == file;
    });
}

/// What the other files of a rank say about the links of its matrix.
class KnownOfLinks
{
public:
    KnownOfLinks(const RankData &rank, const std::map<WordId, OwnPlaces> &own)
        : m_operators(rank.commOps),
          m_listsOperators(!std::all_of(m_operators.begin(), m_operators.end(), [](const CommOpRef &op) {
              return op.isTotal();
          }) && !isCut(rank, u"communication.json"))
    {
        for (const GroupInfo &g : rank.groups) {
            if (!g.globalRanks.empty())
                m_members[g.hash] = &g.globalRanks;
        }
        for (const auto &[domain, places] : own)
            m_domains[domain].place = places.touched;
    }

    [[nodiscard]] bool isOfOtherRanks(const MatrixLinkRef &l)
    {
        DomainOfLinks &domain = m_domains[l.textId(LinkColumns::GroupHash)];
        if (!domain.isLookedUp) {
            const auto group = m_members.find(l.groupHash());
            domain.members = group == m_members.end() ? nullptr : group->second;
            domain.isLookedUp = true;
        }
        return domain.members &&
               !(isPlaceOf(*domain.members, l.source()) && isPlaceOf(*domain.members, l.destination()));
    }
    [[nodiscard]] bool isNotOwn(const MatrixLinkRef &l)
    {
        const int place = m_domains[l.textId(LinkColumns::GroupHash)].place;
        return place >= 0 && l.source() != place && l.destination() != place;
    }
    [[nodiscard]] bool isOfUnknownOperator(const MatrixLinkRef &l)
    {
        if (!m_listsOperators || l.opName().isEmpty())
            return false;
        std::optional<bool> &isUnknown = m_isUnknown[l.textId(LinkColumns::OpName)];
        if (!isUnknown)
            isUnknown = l.opName() == QLatin1String("Total Op Info") || !m_operators.nameId(l.opName().toStdString());
        return *isUnknown;
    }

private:
    struct DomainOfLinks
    {
        int place = -1; ///< of the rank
        bool isLookedUp = false;
        const std::vector<int> *members = nullptr;
    };

    std::map<QString, const std::vector<int> *> m_members; ///< of groups, where they are known
    const CommOps &m_operators;
    bool m_listsOperators;
    IdMemo<DomainOfLinks> m_domains;
    IdMemo<std::optional<bool>> m_isUnknown; ///< by the operator's name
};

bool namesNoOperator(const MatrixLinkRef &l)
{
    return l.opName().isEmpty() && !l.statistic().isEmpty() && l.statistic() != QLatin1String("total");
}

/// Each link by itself, and against what is known of the rank.
void noteSingleLinks(const RankData &rank, const std::map<WordId, OwnPlaces> &own, const QString &file,
                     const JobContext &job, ImportReport &report)
{
    KnownOfLinks known(rank, own);
    // Links in files of several devices are of all of these.
    const bool areOwn = !rank.info.part;
    LinkFault bandwidth{"matrix.bandwidth",
                        RS_NOOP("Links whose bandwidth is not their size over their time: one of the three is wrong.")};
    LinkFault ranks{"matrix.other-ranks",
                    RS_NOOP("Links between places that the communication domain, by profiler_metadata.json, does not "
                            "have: they belong to another domain, or to none.")};
    LinkFault strange{"matrix.not-own",
                      RS_NOOP("Links that neither begin nor end at the place of this rank in their communication "
                              "domain, though a rank measures its own links only: they are of another rank.")};
    LinkFault unknown{
        "matrix.unmatched",
        RS_NOOP("Links of operators that communication.json does not list: the two files are not of one capture.")};
    LinkFault unnamed{"matrix.no-operator", RS_NOOP("Links that name no operator, though each but those of a total is "
                                                    "of one: which operator was fast or slow is not shown.")};
    qint64 polled = 0;
    for (const MatrixLinkRef l : rank.links) {
        if (polled++ % PollLinks == 0 && job.isCanceled())
            return;
        if (isOtherBandwidth(l))
            bandwidth.add(l);
        if (known.isOfOtherRanks(l))
            ranks.add(l);
        if (areOwn && known.isNotOwn(l))
            strange.add(l);
        if (areOwn && known.isOfUnknownOperator(l))
            unknown.add(l);
        if (namesNoOperator(l))
            unnamed.add(l);
    }
    for (const LinkFault &fault : {bandwidth, ranks, strange, unknown, unnamed})
        fault.tell(severityOf(fault.found.count, polled), file, report);
}

/// The rank's place by profiler_metadata.json against the place at which the links of its file begin.
void noteOtherPlaces(const RankData &rank, const std::map<WordId, OwnPlaces> &own, const QString &file,
                     ImportReport &report)
{
    if (rank.info.rank < 0 || rank.info.part)
        return;
    std::map<QString, int> sources;
    for (const MatrixLinkRef l : rank.links) {
        if (sources.size() == own.size())
            break;
        sources.try_emplace(l.groupHash(), own.at(l.textId(LinkColumns::GroupHash)).source);
    }
    LinkFault other{"matrix.other-place",
                    RS_NOOP("Communication domains in which the links of this file begin at another place than the one "
                            "of this rank by profiler_metadata.json (the first one: %1): the file is of another rank, "
                            "and its sizes and times are shown under this one.")};
    for (const GroupInfo &g : rank.groups) {
        const auto found = sources.find(g.hash);
        if (found == sources.end() || found->second < 0)
            continue;
        std::vector<int> ranks = g.globalRanks;
        std::sort(ranks.begin(), ranks.end());
        const auto at = std::lower_bound(ranks.begin(), ranks.end(), rank.info.rank);
        if (at == ranks.end() || *at != rank.info.rank)
            continue;
        const auto place = static_cast<int>(at - ranks.begin());
        // Old writers give ranks.
        if (found->second != place && found->second != rank.info.rank)
            other.add(Place::name(g.pgName.isEmpty() ? g.commName : g.pgName),
                      QStringLiteral("%1 ≠ %2").arg(found->second).arg(place));
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
    // Of one store, texts are the same where their ids are.
    using Ids = std::array<WordId, 3>;
    qint64 polled = 0;
    std::unordered_map<Ids, Carried *, KeyedHash> ofLinks;
    for (const MatrixLinkRef l : rank.links) {
        if (polled++ % PollLinks == 0 && job.isCanceled())
            return {};
        if (l.transport() == sdma)
            coarse.emplace(l.step(), l.groupHash());
        if (!isSummed(l) || l.transport() == local)
            continue;
        Carried *&carried =
            ofLinks[{l.textId(LinkColumns::Step), l.textId(LinkColumns::GroupHash), l.textId(LinkColumns::Transport)}];
        if (!carried)
            carried = &out[{l.step(), l.groupHash(), l.transport()}].second;
        carried->add(l.sizeMb(), l.timeMs());
    }
    std::unordered_map<Ids, Carried *, KeyedHash> ofOperators;
    for (const CommOpRef op : rank.commOps) {
        if (polled++ % PollLinks == 0 && job.isCanceled())
            return {};
        if (op.isTotal())
            continue;
        for (const TransportRef t : op.transports()) {
            // SDMA repeats the others.
            if (t.transport() == sdma)
                continue;
            Carried *&carried = ofOperators[{op.stepId(), op.groupId(), t.transportId()}];
            if (!carried)
                carried = &out[{op.step(), op.groupHash(), t.transport()}].first;
            carried->add(t.sizeMb(), t.timeMs());
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
    if (rank.info.part || std::all_of(rank.commOps.begin(), rank.commOps.end(),
                                      [](const CommOpRef &op) { return op.isTotal() || op.transports().empty(); }))
        return;
    LinkFault sums{"matrix.other-sums",
                   RS_NOOP("Steps, domains and transports in which all links carried more or less, or took another "
                           "time, than the operators of communication.json (the first one: %1): links or operators are "
                           "missing, or the two files are not of one rank and capture.")};
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
    IdMemo<std::optional<bool>> isKnown; // by the domain
    std::optional<WordId> last;
    for (const CommOpRef op : rank.commOps) {
        any = any || !op.isTotal();
        if (op.isTotal() || op.p2p() || op.stepId() == last)
            continue;
        std::optional<bool> &known = isKnown[op.groupId()];
        if (!known)
            known = domains.contains(op.groupHash());
        if (*known) {
            out.insert(op.step());
            last = op.stepId();
        }
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
    std::optional<MatrixLinkRef> last;
    for (const MatrixLinkRef l : rank.links) {
        if (!last || last->textId(LinkColumns::GroupHash) != l.textId(LinkColumns::GroupHash))
            domains.insert(l.groupHash());
        if (!last || last->textId(LinkColumns::Step) != l.textId(LinkColumns::Step))
            steps.insert(l.step());
        last = l;
    }
    // One that knows no step calls all of it 0.
    if (steps.empty() || (steps.size() == 1 && *steps.begin() == QLatin1String("0")))
        return;
    LinkFault none{"matrix.no-step", RS_NOOP("Steps with communication of which the file has no link (the first one: "
                                             "%1): the matrix shows nothing of them.")};
    for (const QString &step : stepsWithCollectives(rank, domains)) {
        if (!steps.contains(step))
            none.add(Place::step(step), step);
    }
    none.tell(Severity::Notice, file, report);
}

/// A link stands under each of top1, middle, bottom1 and total of its kind, or under none. Where it has one or two
/// operators, there is no second or third of the slowest.
void noteStatisticsOfLinks(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    struct LinkId
    {
        WordId step;
        WordId domain;
        quint32 kind;
        int source;
        int destination;
        [[nodiscard]] bool operator==(const LinkId &) const = default;
    };
    struct Statistics
    {
        unsigned found = 0; ///< a bit each
        std::optional<MatrixLinkRef> link;
    };
    std::unordered_map<LinkId, Statistics, KeyedHash> links;
    std::map<QString, unsigned> bits;
    std::map<QString, quint32> kinds;
    // Links of one key stand together.
    std::optional<MatrixLinkRef> last;
    unsigned bit = 0;
    quint32 kind = 0;
    qint64 polled = 0;
    const auto kindOf = [](const MatrixLinkRef &l) { return l.key().left(l.key().size() - l.statistic().size()); };
    for (const MatrixLinkRef l : rank.links) {
        if (polled++ % PollLinks == 0 && job.isCanceled())
            return;
        if (l.statistic().isEmpty() || l.statistic() == u"bottom2" || l.statistic() == u"bottom3")
            continue;
        if (!last || last->textId(LinkColumns::Key) != l.textId(LinkColumns::Key) ||
            last->textId(LinkColumns::Statistic) != l.textId(LinkColumns::Statistic)) {
            bit = bits.try_emplace(l.statistic(), 1U << bits.size()).first->second;
            kind = kinds.try_emplace(kindOf(l), static_cast<quint32>(kinds.size())).first->second;
        }
        last = l;
        Statistics &of =
            links[{l.textId(LinkColumns::Step), l.textId(LinkColumns::GroupHash), kind, l.source(), l.destination()}];
        of.found |= bit;
        of.link = l;
    }
    LinkFault partial{"matrix.no-statistic",
                      RS_NOOP("Links that stand under some of the statistics of their kind only (top1, middle, "
                              "bottom1, total): the others of them do not show the link, or not all of its sizes.")};
    const unsigned all = (1U << bits.size()) - 1;
    // The first one is told, in the order of the texts.
    using Order = std::tuple<QString, QString, QString, int, int>;
    std::optional<Order> first;
    for (const auto &[id, of] : links) {
        if (of.found == all)
            continue;
        const MatrixLinkRef &l = *of.link;
        const Order at(l.step(), l.groupHash(), kindOf(l), l.source(), l.destination());
        if (partial.found.count++ == 0 || at < *first)
            first = at;
    }
    if (first)
        partial.found.place = Place::step(std::get<0>(*first))
                                  .with(std::get<2>(*first).chopped(1))
                                  .with(QStringLiteral("%1-%2").arg(std::get<3>(*first)).arg(std::get<4>(*first)));
    partial.tell(severityOf(partial.found.count, static_cast<qint64>(links.size())), file, report);
}

} // namespace

void noteLinks(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    const std::map<WordId, OwnPlaces> own = ownPlaces(rank.links);
    noteSingleLinks(rank, own, file, job, report);
    noteOtherPlaces(rank, own, file, report);
    noteStatisticsOfLinks(rank, file, job, report);
    noteStepsWithoutLinks(rank, file, report);
    noteOtherSums(rank, file, job, report);
}

} // namespace rs
