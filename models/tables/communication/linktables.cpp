// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/links/linkcostmodel.h"
#include "analysis/links/linkrows.h"
#include "analysis/links/linksteps.h"
#include "analysis/links/linkutilisation.h"
#include "analysis/ranks/knownranks.h"
#include "analysis/recipes/linkrecipe.h"
#include "core/base/largepages.h"
#include "core/job/cancelsort.h"
#include "tables/communication/communicationfields.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>
#include <utility>

namespace rs {

namespace {

std::vector<ColumnSpec> linkColumns(StepAggregation steps)
{
    using K = ValueKind;
    const bool isMean = steps == StepAggregation::Mean;
    const K count = isMean ? K::Real : K::Integer;
    std::vector<ColumnSpec> out = matrixColumns();
    const std::vector<ColumnSpec> more = {
        {"calls", isMean ? "Calls per Step" : "Calls", isMean ? RS_TABLE("Calls per step") : RS_TABLE("Calls"), count,
         RS_TABLE("Operators behind the link, as communication.json of its source counts them.")},
        {"message", "Message Size(MB)", RS_TABLE("Message size (MB)"), K::Real,
         RS_TABLE("Size that one operator carried over the link; of all operators if calls are unknown.")},
        {"packets", isMean ? "Packets per Step" : "Packets",
         isMean ? RS_TABLE("Packets per step") : RS_TABLE("Packets"), count},
        {"large-packets", "Large Packet Ratio", RS_TABLE("Large packet ratio"), K::Ratio,
         RS_TABLE("Share of packets that the profiler calls large.")},
        {"packets-of", "Packets Of", RS_TABLE("Packets of"), K::Word,
         RS_TABLE("The files count packets by rank: where the source has several links of this type in the domain, "
                  "they are those of all of them."),
         false},
        {"best-share", "Of Best Tenth", RS_TABLE("vs. best 10 %"), K::Ratio,
         RS_TABLE("Bandwidth / what the fastest tenth of the links of this type reach with messages of this size "
                  "in this run; the fastest are above 1.")},
    };
    out.insert(out.end() - 1, more.begin(), more.end());
    if (steps != StepAggregation::Each)
        columnNamed(out, u"step") = stepsColumn();
    leadWith(out, {u"source", u"destination", u"rank-kind", u"bandwidth", u"best-share", u"size", u"time", u"transport",
                   steps == StepAggregation::Each ? u"step" : u"steps", u"operator", u"domain", u"calls", u"message",
                   u"packets", u"large-packets", u"packets-of", u"op-name"});
    return out;
}

// Links between cards that carry much are what one looks for; those of a kilobyte are many, and what a card moves
// inside itself is often the most: it comes last, as in the matrix. Empty when cancelled.
std::vector<const SteppedLink *> largestFirst(const std::vector<SteppedLink> &links, const std::vector<int> &ranks,
                                              const JobContext &job)
{
    struct Key
    {
        bool inner;
        double sizeMb;
        const SteppedLink *link;
    };
    std::vector<Key> order;
    reserveLarge(order, links.size());
    for (const SteppedLink &l : links) {
        const MatrixCell &cell = l.row.cell;
        if (isBetween(cell, ranks))
            order.push_back({cell.inner, cell.sizeMb.value_or(0), &l});
    }
    std::vector<const SteppedLink *> out;
    if (!sortCancellably(order, job,
                         [](const Key &a, const Key &b) { return a.inner != b.inner ? b.inner : a.sizeMb > b.sizeMb; }))
        return out;
    reserveLarge(out, order.size());
    for (const Key &key : order)
        out.push_back(key.link);
    return out;
}

std::shared_ptr<const RowSource> makeLinks(const TableQuery &query, const JobContext &job)
{
    const std::vector<SteppedLink> all = steppedLinks(*query.run, commQuery(query), query.steps, job);
    const std::vector<const SteppedLink *> links = largestFirst(all, query.ranks, job);
    if (job.isCanceled())
        return nullptr;
    const bool isLocal = std::ranges::any_of(links, [](const auto *l) { return !l->row.cell.global; });
    const EndNames names = isLocal ? EndNames(*query.run, job) : EndNames();
    const RankIndex index(*query.run);
    auto rows = std::make_shared<CellRows>(linkColumns(query.steps));
    for (const SteppedLink *const link : links) {
        const LinkRow &l = link->row;
        const MatrixCell &c = l.cell;
        const auto countOf = [&query, link](std::optional<qint64> count) {
            return count && query.steps == StepAggregation::Mean ? Cell(static_cast<double>(*count) / link->ofSteps)
                                                                 : Cell(count);
        };
        rows->add(index.placeOf(c, names.source(c), names.destination(c)),
                  {query.steps == StepAggregation::Each ? Cell(c.step) : Cell(link->steps), c.domain, c.op, c.source,
                   c.destination, rankKindWord(c.global), c.transport, c.sizeMb, c.timeMs, c.bandwidthGbs,
                   countOf(l.calls), l.messageMb, countOf(l.packets), l.largePacketRatio,
                   cellIf(l.packets.has_value(),
                          l.packetsOfRank ? RS_TABLE("all links of the source") : RS_TABLE("this link")),
                   l.bestShare, c.opName});
        nameEnds(*rows, c, names);
        rows->setShare(u"best-share", l.bestShare);
    }
    return rows;
}

const char *judgedWord(const LinkUtilisation &r)
{
    return !r.compared ? RS_TABLE("no, too few") : r.isBelow() ? RS_TABLE("only with each other") : RS_TABLE("yes");
}

std::vector<ColumnSpec> fitColumns()
{
    using K = ValueKind;
    return {
        {"transport", "Link Type", RS_TABLE("Link type"), K::Text},
        {"latency", "Latency(us)", RS_TABLE("Latency (%1)"), K::MeanTime,
         RS_TABLE("Time that even the smallest message takes; 0 if all messages have the same size.")},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real,
         RS_TABLE("Rate at which the rest of a message is carried.")},
        {"reached", "Reached(GB/s)", RS_TABLE("Reached (GB/s)"), K::Real,
         RS_TABLE("By the fastest link, or by the fit if that is more. Empty if all messages are smaller than 64 KB.")},
        {"reference", "Reference(GB/s)", RS_TABLE("Reference (GB/s)"), K::Real,
         RS_TABLE("What links of the type reach on common hardware, unless another rate is set.")},
        {"reference-of", "Reference Of", RS_TABLE("Reference of"), K::Word,
         RS_TABLE("Usual: no rate was set for this hardware."), false},
        {"judged", "Judged", RS_TABLE("Judged"), K::Word,
         RS_TABLE("Whether slow links can be found by comparing links of the type with each other. If all of them "
                  "reach less than 0.8 of the reference, a cause that slows all of them is not found that way.")},
        {"remark", "Remark", RS_TABLE("Remark"), K::Sentence},
        {"spread", "Typical Deviation(%)", RS_TABLE("Typical deviation (%)"), K::Percent,
         RS_TABLE("Half of the links deviate from the fit by at most this.")},
        {"least", "Smallest Message(MB)", RS_TABLE("Smallest message (MB)"), K::Real},
        {"most", "Largest Message(MB)", RS_TABLE("Largest message (MB)"), K::Real},
        {"pairs", "Pairs", RS_TABLE("Pairs of ranks"), K::Integer},
        {"links", "Links", RS_TABLE("Links"), K::Integer,
         RS_TABLE("A direction between two ranks in a step, a domain and a kind of operator; without those of hosts "
                  "that are slow as a whole.")},
    };
}

/// With what it costs.
struct SlowLinkRow
{
    SlowLink link;
    std::optional<double> costMs; ///< cost of the fault in a step; only in its row that lost most
};

// Rows of one fault stand together. A cost in each of them would look like many, and add up to a multiple: it stands in
// the one that lost most, which leads them. The dearest fault comes first, those that cost nothing come last.
void leadWithCosts(std::vector<SlowLinkRow> &rows)
{
    std::vector<std::vector<SlowLinkRow>> faults;
    const auto isSame = [](const SlowLinkRow &a, const SlowLinkRow &b) {
        const LinkFault &f = a.link.fault;
        const LinkFault &g = b.link.fault;
        return f.kind == g.kind && f.transport == g.transport && f.source == g.source &&
               f.destination == g.destination && f.host == g.host && f.otherHost == g.otherHost;
    };
    for (auto first = rows.begin(); first != rows.end();) {
        const auto last = std::find_if(first, rows.end(), [&](const SlowLinkRow &r) { return !isSame(*first, r); });
        const auto worst = std::max_element(first, last, [](const SlowLinkRow &a, const SlowLinkRow &b) {
            return a.link.judged.lostNs < b.link.judged.lostNs;
        });
        for (auto row = first; row != last; ++row) {
            if (row != worst)
                row->costMs.reset();
        }
        std::rotate(first, worst, worst + 1);
        faults.emplace_back(std::make_move_iterator(first), std::make_move_iterator(last));
        first = last;
    }
    std::ranges::stable_sort(faults, [](const auto &a, const auto &b) {
        return a.front().costMs.value_or(-1) > b.front().costMs.value_or(-1);
    });
    rows.clear();
    for (std::vector<SlowLinkRow> &fault : faults)
        std::move(fault.begin(), fault.end(), std::back_inserter(rows));
}

QString faultPlace(const LinkFault &f)
{
    switch (f.kind) {
    case LinkFaultKind::Rank:
        return QString::number(f.source);
    case LinkFaultKind::Hosts:
        return f.host + u'-' + f.otherHost;
    case LinkFaultKind::Host:
        return f.host;
    case LinkFaultKind::Link:
        break;
    }
    return QString::number(f.source) + u'-' + QString::number(f.destination);
}

const char *faultWord(LinkFaultKind kind)
{
    static constexpr const char *words[] = {RS_TABLE("link"), RS_TABLE("rank"), RS_TABLE("hosts"), RS_TABLE("host")};
    return words[static_cast<size_t>(kind)];
}

std::vector<ColumnSpec> slowLinkColumns()
{
    using K = ValueKind;
    return {
        {"fault", "Fault", RS_TABLE("At fault"), K::Word,
         RS_TABLE("A link; or a rank, a host or the connection of two hosts, if three of four of its links are slow.")},
        {"place", "Place", RS_TABLE("Place"), K::Text,
         RS_TABLE("The two ranks, the rank, the host, or the two hosts.")},
        {"cost", "Cost per Step(ms)", RS_TABLE("Cost of a step (%1)"), K::Milliseconds,
         RS_TABLE("How much shorter a step would be without this fault: "
                  "once for each fault, in the row that lost most. Empty if it is too small to be a problem.")},
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"operator", "Operator", RS_TABLE("Operator"), K::Text},
        {"source", "Source Rank", RS_TABLE("From rank"), K::Identifier},
        {"destination", "Destination Rank", RS_TABLE("To rank"), K::Identifier},
        {"transport", "Link Type", RS_TABLE("Link type"), K::Text},
        {"message", "Message Size(MB)", RS_TABLE("Message size (MB)"), K::Real},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real},
        {"expected", "Expected Bandwidth(GB/s)", RS_TABLE("Expected bandwidth (GB/s)"), K::Real,
         RS_TABLE("Of links of its type with messages of this size and operators of this kind, in this step. The "
                  "diagnosis quotes the row that lost most, the matrix the sum of its rows.")},
        {"ratio", "Times As Long", RS_TABLE("Times as long"), K::Factor, RS_TABLE("Compared with the expected time.")},
        {"lost", "Longer By(ns)", RS_TABLE("Longer by (%1)"), K::Time,
         RS_TABLE("By how much its transfers take longer than expected.")},
        {"alike", "Compared Links", RS_TABLE("Compared links"), K::Integer,
         RS_TABLE("Others with which it is compared."), false},
    };
}

LinkJudgement judgementOf(const TableQuery &query, const JobContext &job)
{
    return judgeLinks(*query.run, query.thresholds.linkDeviation, query.thresholds.outliers, job);
}

std::shared_ptr<const RowSource> makeSlowLinks(const TableQuery &query, const JobContext &job)
{
    const LinkJudgement judgement = judgementOf(query, job);
    std::vector<SlowLinkRow> found;
    Diagnosis diagnosis;
    if (!judgement.faults.empty()) {
        const MemoryReservation room = roomFor(u"diagnosis", *query.run, job);
        diagnosis = diagnose(*query.run, query.thresholds, job);
    }
    const std::shared_ptr<const Run> known = withClusterRanks(query.run);
    const DomainChoice chosen = domainChoice(query, job);
    for (SlowLink &l : slowLinksOf(judgement)) {
        const std::optional<double> cost =
            slowLinkCostMs(diagnosis, known->indexOf(l.fault.source), known->indexOf(l.fault.destination));
        const MatrixCell &cell = l.link.cell;
        if ((query.step.isEmpty() || cell.step == query.step) && chosen.has(cell.domainHash) &&
            isBetween(cell, query.ranks))
            found.push_back({std::move(l), cost});
    }
    if (job.isCanceled())
        return nullptr;
    leadWithCosts(found);
    const RankIndex index(*query.run);
    auto rows = std::make_shared<CellRows>(slowLinkColumns());
    for (const SlowLinkRow &r : found) {
        const LinkRow &link = r.link.link;
        const MatrixCell &c = link.cell;
        const auto &judged = r.link.judged;
        rows->add(index.placeOf(c, c.source, c.destination),
                  {faultWord(r.link.fault.kind), faultPlace(r.link.fault), r.costMs, c.step, c.domain, c.op, c.source,
                   c.destination, c.transport, link.messageMb, *c.sizeMb / *c.timeMs, *c.sizeMb / judged.expectedMs,
                   judged.ratio, judged.lostNs, judged.alike});
    }
    return rows;
}

std::shared_ptr<const RowSource> makeFits(const TableQuery &query, const JobContext &job)
{
    const LinkJudgement judgement = judgementOf(query, job);
    if (job.isCanceled())
        return nullptr;
    const std::vector<LinkUtilisation> reached = linkUtilisation(judgement, query.rates);
    auto rows = std::make_shared<CellRows>(fitColumns());
    for (size_t i = 0; i < judgement.fits.size(); ++i) {
        const LinkCostModel &fit = judgement.fits[i];
        const LinkUtilisation &reach = reached[i];
        rows->add({}, {fit.transport, fit.latencyMs * 1e6, cellIf(fit.msPerMb > 0, 1 / fit.msPerMb), reach.reachedGbs,
                       reach.referenceGbs,
                       cellIf(reach.referenceGbs.has_value(), reach.usual ? RS_TABLE("usual") : RS_TABLE("set")),
                       judgedWord(reach), utilisationSentence(reach), 100 * fit.spread, fit.leastMb, fit.mostMb,
                       fit.pairs, fit.links});
    }
    return rows;
}

Phrase whyNoLinks(const TableQuery &query)
{
    if (!query.ranks.empty() && !steppedLinks(*query.run, commQuery(query), StepAggregation::Each).empty())
        return noneBetween();
    return whyNoCommunication(query, QStringLiteral("communication_matrix"), !matrixCells(*query.run).empty());
}

bool wasCompared(const LinkJudgement &judgement)
{
    return std::ranges::any_of(judgement.judged, [](const JudgedLink &j) { return j.alike > 0; });
}

Phrase whyNoSlowLinks(const TableQuery &query)
{
    const LinkJudgement judgement = judgementOf(query, JobContext());
    if (judgement.judged.empty())
        return whyNoLinks(query);
    if (!query.ranks.empty() && !judgement.faults.empty())
        return noneBetween();
    if (!wasCompared(judgement))
        return tableReason(RS_TABLE("No link of this run can be compared: that takes three pairs of ranks with a kind "
                                    "of operator or a message size in common."));
    if (!judgement.faults.empty())
        return tableReason(RS_TABLE("This run has slow links, but none in what was asked for: choose another step or "
                                    "communication domain, or all."));
    QStringList unjudged;
    for (const LinkUtilisation &reach : linkUtilisation(judgement, query.rates)) {
        if (utilisationSentence(reach))
            unjudged << reach.transport;
    }
    if (!unjudged.isEmpty())
        return tableReason(
            RS_TABLE("No link of this run takes noticeably longer than links of its type with messages of its "
                     "size. That does not cover links of type %1: they could not be compared with each other, or "
                     "all of them reach less than 0.8 of the reference rate (see links.fit)."),
            {unjudged.join(QStringLiteral(", "))});
    return tableReason(
        RS_TABLE("No link of this run takes noticeably longer than links of its type with messages of its size."));
}

std::vector<ColumnSpec> linkRecipeColumns()
{
    using K = ValueKind;
    return {
        {"kind", "Operator Type", RS_TABLE("Operator type"), K::Text},
        {"size", "Size(B)", RS_TABLE("Size"), K::Bytes, RS_TABLE("What communication.json says a rank moved.")},
        {"ranks", "Ranks", RS_TABLE("Ranks"), K::Integer},
        {"count", "Operators", RS_TABLE("Operators"), K::Integer},
        {"mean", "Mean(us)", RS_TABLE("Mean (%1)"), K::MeanTime,
         RS_TABLE("Of the shortest duration over the ranks, which the recipe takes for the transmission.")},
        {"deviation", "Standard Deviation(us)", RS_TABLE("Standard deviation (%1)"), K::MeanTime},
        {"least", "Min(ns)", RS_TABLE("Min (%1)"), K::Time},
        {"most", "Max(ns)", RS_TABLE("Max (%1)"), K::Time},
        {"offset", "Offset Ratio", RS_TABLE("Offset ratio"), K::Factor,
         RS_TABLE("The largest difference from the mean in standard deviations.")},
        {"reported", "Reported", RS_TABLE("Reported"), K::Word,
         RS_TABLE("The recipe reports offsets of more than 3, the first 15 of them.")},
        {"operator", "Operator", RS_TABLE("Operator"), K::Text, RS_TABLE("The one that is farthest from the mean.")},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
    };
}

std::shared_ptr<const RowSource> makeLinkRecipe(const TableQuery &query, const JobContext &job)
{
    const LinkRecipe found = slowLinkRecipe(*query.run, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(linkRecipeColumns());
    for (const RecipeRow &r : found.rows)
        rows->add({r.rankIndex, r.slice, {}},
                  {r.kind, cellIf(r.sizeBytes >= 0, r.sizeBytes), r.ranks, r.count, r.meanNs, r.deviationNs, r.leastNs,
                   r.mostNs, r.offset, r.reported ? RS_TABLE("yes") : RS_TABLE("no"), r.op, r.domain});
    return rows;
}

Phrase whyNoRecipe(const TableQuery &query)
{
    const LinkRecipe recipe = slowLinkRecipe(*query.run);
    if (recipe.transfers > 0 && recipe.alone == 0)
        return tableReason(RS_TABLE("The ranks of this run only send and receive, which the official recipe cannot "
                                    "see: it takes their transmission for 0. links.slow judges such links, too."));
    if (recipe.alone > 0)
        return tableReason(RS_TABLE("No two ranks of this run have a collective in common, by domain and name."));
    return tableReason(
        RS_TABLE("No rank of this run has communication operators: the profiler writes trace_view.json with NPU "
                 "activity on, and communication.json for more than one rank with profiler_level Level1 or Level2."));
}

} // namespace

void addLinkTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources matrices{{QStringLiteral("communication_matrix")},
                                {QStringLiteral("cluster_communication_matrix")}};
    const auto add = [&](const char *id, const char *title, const char *hint) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint);
        table.needsAllRanks = true;
        table.sources = matrices;
        table.whyEmpty = whyNoLinks;
        return table;
    };
    TableSpec &links =
        add("links", RS_TABLE("Links"),
            RS_TABLE("Links between ranks with their messages and packets, and how near each comes to the best links "
                     "of its type: which one carries less than it could?"));
    links.takesRanks = true;
    links.parameters = {P::Step, P::Steps, P::Domain, P::Operator, P::Total};
    links.columns = [](const TableQuery &query) { return linkColumns(query.steps); };
    links.make = makeLinks;

    TableSpec &fit = add(
        "links.fit", RS_TABLE("Message times by link type"),
        RS_TABLE("Time of a message = latency + size / bandwidth, fitted for each type of link over the run so that a "
                 "few slow links do not distort it: what can be expected of a link, and do all of them reach it?"));
    fit.takesRates = true;
    fit.columns = [](const TableQuery &) { return fitColumns(); };
    fit.make = makeFits;
    fit.whyAllRanks =
        QLatin1String(RS_TABLE("The fit uses the links of all ranks, not only the shown ones: links are compared "
                               "with it, and a slow one among few would distort it."));

    TableSpec &slow =
        add("links.slow", RS_TABLE("Slow links"),
            RS_TABLE("Links that take noticeably longer than others of their type with messages of their size, sends "
                     "and receives among them, and what is at fault: a link, a rank, a host, or what connects two "
                     "hosts."));
    slow.parameters = {P::Step, P::Domain};
    slow.takesRates = true;
    slow.columns = [](const TableQuery &) { return slowLinkColumns(); };
    slow.make = makeSlowLinks;
    slow.whyEmpty = whyNoSlowLinks;
    slow.noneIsAnswer = [](const TableQuery &query) { return wasCompared(judgementOf(query, JobContext())); };
    slow.takesRanks = true;

    TableSpec &recipe =
        add("links.recipe", RS_TABLE("Slow links by the official recipe"),
            RS_TABLE("What slow_link of msprof-analyze computes: collectives of one type, size and number of ranks "
                     "whose shortest duration is far from the mean. It takes the transmission of sends and receives "
                     "for 0, so it never sees a slow link between two of them; Slow links does."));
    recipe.sources = {{QStringLiteral("trace"), QStringLiteral("communication")}, {}};
    recipe.columns = [](const TableQuery &) { return linkRecipeColumns(); };
    recipe.make = makeLinkRecipe;
    recipe.whyEmpty = whyNoRecipe;
    recipe.whyAllRanks =
        QLatin1String(RS_TABLE("The recipe uses all ranks, not only the shown ones: it takes the shortest duration "
                               "over the ranks of a collective."));
}

} // namespace rs
