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
#include "tables/communicationfields.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>
#include <utility>

namespace rs {

namespace {

// Calls or packets, and of a mean those of a step.
Field<SteppedLink> countField(StepAggregation steps, std::optional<qint64> LinkRow::*count, ColumnSpec sum,
                              ColumnSpec mean)
{
    if (steps != StepAggregation::Mean)
        return {std::move(sum), [count](const SteppedLink &r) { return fieldOf(r.row.*count); }};
    return {std::move(mean), [count](const SteppedLink &r) {
                const std::optional<qint64> &of = r.row.*count;
                return fieldOf(of ? std::optional(static_cast<double>(*of) / r.ofSteps) : std::nullopt);
            }};
}

std::vector<Field<SteppedLink>> linkFields(StepAggregation steps, const EndNames &names = {})
{
    using R = SteppedLink;
    using K = ValueKind;
    std::vector<Field<R>> out = fieldsOfPart(fieldsOfPart(matrixFields(names), &LinkRow::cell), &R::row);
    std::vector<Field<R>> more = {
        countField(steps, &LinkRow::calls,
                   ColumnSpec("calls", "Calls", RS_TABLE("Calls"), K::Integer,
                              RS_TABLE("Operators behind the link, as communication.json of its source counts them.")),
                   ColumnSpec("calls", "Calls per Step", RS_TABLE("Calls per step"), K::Real,
                              RS_TABLE("Operators behind the link, as communication.json of its source counts them."))),
        {{"message", "Message Size(MB)", RS_TABLE("Message size (MB)"), K::Real,
          RS_TABLE("What one operator carried over the link; where calls are not known, what all of them did.")},
         [](const R &r) { return fieldOf(r.row.messageMb); }},
        countField(steps, &LinkRow::packets, ColumnSpec("packets", "Packets", RS_TABLE("Packets"), K::Integer),
                   ColumnSpec("packets", "Packets per Step", RS_TABLE("Packets per step"), K::Real)),
        {{"large-packets", "Large Packet Ratio", RS_TABLE("Large packet ratio"), K::Ratio,
          RS_TABLE("Share of packets that the profiler calls large.")},
         [](const R &r) { return fieldOf(r.row.largePacketRatio); }},
        {{"packets-of", "Packets Of", RS_TABLE("Packets of"), K::Word,
          RS_TABLE("The files count packets by rank: where the source has several links of this type in the domain, "
                   "they are those of all of them."),
          false},
         [](const R &r) {
             return known(r.row.packets.has_value(),
                          QString(QLatin1String(r.row.packetsOfRank ? RS_TABLE("all links of the source")
                                                                    : RS_TABLE("this link"))));
         }},
        {{"best-share", "Of Best Tenth", RS_TABLE("Of the best tenth"), K::Ratio,
          RS_TABLE("Bandwidth in parts of what each of the best tenth of the links of this type reaches with messages "
                   "of this size in this run; the very best stand above 1.")},
         [](const R &r) { return fieldOf(r.row.bestShare); }},
    };
    out.insert(out.end() - 1, std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    fieldNamed(out, u"best-share").share = [](const R &r) { return r.row.bestShare; };
    if (steps != StepAggregation::Each) {
        Field<R> &step = fieldNamed(out, u"step");
        step.column = ColumnSpec(
            "steps", "Steps", RS_TABLE("Steps"), K::Integer,
            RS_TABLE("In which the link has the operator. A mean is over all steps in which any link has it."));
        step.value = [](const R &r) { return static_cast<qint64>(r.steps); };
    }
    leadWith(out, {u"source", u"destination", u"rank-kind", u"bandwidth", u"best-share", u"size", u"time", u"transport",
                   steps == StepAggregation::Each ? u"step" : u"steps", u"operator", u"domain", u"calls", u"message",
                   u"packets", u"large-packets", u"packets-of", u"op-name"});
    return out;
}

// Links between cards that carry much are what one looks for; those of a kilobyte are many, and what a card moves
// inside itself is often the most: it comes last, as in the matrix. A thousand ranks have a million rows of many texts
// each: they are moved once.
std::vector<SteppedLink> largestFirst(std::vector<SteppedLink> rows, const JobContext &job)
{
    struct Key
    {
        bool inner;
        double sizeMb;
        size_t row;
    };
    std::vector<Key> order;
    reserveLarge(order, rows.size());
    for (size_t i = 0; i < rows.size(); ++i)
        order.push_back({rows[i].row.cell.inner, rows[i].row.cell.sizeMb.value_or(0), i});
    if (!sortCancellably(order, job,
                         [](const Key &a, const Key &b) { return a.inner != b.inner ? b.inner : a.sizeMb > b.sizeMb; }))
        return {};
    std::vector<SteppedLink> out;
    reserveLarge(out, rows.size());
    for (const Key &key : order)
        out.push_back(std::move(rows[key.row]));
    return out;
}

/// With what they reach together.
struct LinkTypeRow
{
    LinkCostModel fit;
    LinkUtilisation reach;
};

QString judgedWord(const LinkUtilisation &r)
{
    return QString(QLatin1String(!r.compared   ? RS_TABLE("no, too few")
                                 : r.isBelow() ? RS_TABLE("beside each other only")
                                               : RS_TABLE("yes")));
}

std::vector<Field<LinkTypeRow>> fitFields()
{
    using R = LinkTypeRow;
    using K = ValueKind;
    const auto remark = [](const R &r) { return utilisationSentence(r.reach).value_or(Phrase()); };
    std::vector<Field<R>> out = {
        {{"transport", "Link Type", RS_TABLE("Link type"), K::Text}, [](const R &r) { return r.fit.transport; }},
        {{"latency", "Latency(us)", RS_TABLE("Latency (%1)"), K::MeanTime,
          RS_TABLE("What a message takes however small it is; 0 where all messages are of a size.")},
         [](const R &r) { return r.fit.latencyMs * 1e6; }},
        {{"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real,
          RS_TABLE("At which the rest of a message is carried.")},
         [](const R &r) { return known(r.fit.msPerMb > 0, 1 / r.fit.msPerMb); }},
        {{"reached", "Reached(GB/s)", RS_TABLE("Reached (GB/s)"), K::Real,
          RS_TABLE("By the quickest link, or by the fit where that is more. Empty where all messages are smaller than "
                   "64 KB.")},
         [](const R &r) { return fieldOf(r.reach.reachedGbs); }},
        {{"reference", "Reference(GB/s)", RS_TABLE("Reference (GB/s)"), K::Real,
          RS_TABLE("What links of the type reach on common hardware, unless another rate is set.")},
         [](const R &r) { return fieldOf(r.reach.referenceGbs); }},
        {{"reference-of", "Reference Of", RS_TABLE("Reference of"), K::Word,
          RS_TABLE("Usual: nobody has set one for this hardware."), false},
         [](const R &r) {
             return known(r.reach.referenceGbs.has_value(),
                          QString(QLatin1String(r.reach.usual ? RS_TABLE("usual") : RS_TABLE("set"))));
         }},
        {{"judged", "Judged", RS_TABLE("Judged"), K::Word,
          RS_TABLE("Whether slow ones could be told by holding links of the type against each other. Where all of them "
                   "reach less than 0.8 of the reference, that tells nothing of what slows all of them alike.")},
         [](const R &r) { return judgedWord(r.reach); }},
        {{"remark", "Remark", RS_TABLE("Remark"), K::Sentence}, [remark](const R &r) { return remark(r).english(); }},
        {{"spread", "Typical Deviation(%)", RS_TABLE("Typical deviation (%)"), K::Percent,
          RS_TABLE("By how much half of the links are off the fit at most.")},
         [](const R &r) { return 100 * r.fit.spread; }},
        {{"least", "Smallest Message(MB)", RS_TABLE("Smallest message (MB)"), K::Real},
         [](const R &r) { return r.fit.leastMb; }},
        {{"most", "Largest Message(MB)", RS_TABLE("Largest message (MB)"), K::Real},
         [](const R &r) { return r.fit.mostMb; }},
        {{"pairs", "Pairs", RS_TABLE("Pairs of ranks"), K::Integer},
         [](const R &r) { return static_cast<qint64>(r.fit.pairs); }},
        {{"links", "Links", RS_TABLE("Links"), K::Integer,
          RS_TABLE("A direction between two ranks in a step, a domain and a kind of operator; without those of hosts "
                   "that are slow as a whole.")},
         [](const R &r) { return static_cast<qint64>(r.fit.links); }},
    };
    fieldNamed(out, u"remark").wording = [remark](const R &r) { return Wording{remark(r), {}}; };
    return out;
}

/// With what it costs.
struct SlowLinkRow
{
    SlowLink link;
    std::optional<double> costMs; ///< of the fault, a step; only in the row of it that lost most
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
    std::stable_sort(faults.begin(), faults.end(), [](const auto &a, const auto &b) {
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
    switch (kind) {
    case LinkFaultKind::Rank:
        return RS_TABLE("rank");
    case LinkFaultKind::Hosts:
        return RS_TABLE("hosts");
    case LinkFaultKind::Host:
        return RS_TABLE("host");
    case LinkFaultKind::Link:
        break;
    }
    return RS_TABLE("link");
}

std::vector<Field<SlowLinkRow>> slowLinkFields()
{
    using R = SlowLinkRow;
    using K = ValueKind;
    return {
        {{"fault", "Fault", RS_TABLE("At fault"), K::Word,
          RS_TABLE("One link; a rank of whose links three of four are slow; or what connects two hosts, or a host, "
                   "likewise.")},
         [](const R &r) { return QString(QLatin1String(faultWord(r.link.fault.kind))); }},
        {{"place", "Place", RS_TABLE("Place"), K::Text,
          RS_TABLE("The two ranks, the rank, the host, or the two hosts.")},
         [](const R &r) { return faultPlace(r.link.fault); }},
        {{"cost", "Cost per Step(ms)", RS_TABLE("Cost of a step (%1)"), K::Milliseconds,
          RS_TABLE("What a step would gain without this fault, once the other problems that the diagnosis names are "
                   "mended as well: once for each fault, in the row that lost most. Empty where it is too little to be "
                   "a problem.")},
         [](const R &r) { return fieldOf(r.costMs); }},
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.link.link.cell.step; }},
        {{"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
         [](const R &r) { return r.link.link.cell.domain; }},
        {{"operator", "Operator", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.link.link.cell.op; }},
        {{"source", "Source Rank", RS_TABLE("From rank"), K::Identifier},
         [](const R &r) { return static_cast<qint64>(r.link.link.cell.source); }},
        {{"destination", "Destination Rank", RS_TABLE("To rank"), K::Identifier},
         [](const R &r) { return static_cast<qint64>(r.link.link.cell.destination); }},
        {{"transport", "Link Type", RS_TABLE("Link type"), K::Text},
         [](const R &r) { return r.link.link.cell.transport; }},
        {{"message", "Message Size(MB)", RS_TABLE("Message size (MB)"), K::Real},
         [](const R &r) { return fieldOf(r.link.link.messageMb); }},
        {{"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real},
         [](const R &r) { return *r.link.link.cell.sizeMb / *r.link.link.cell.timeMs; }},
        {{"expected", "Expected Bandwidth(GB/s)", RS_TABLE("Expected bandwidth (GB/s)"), K::Real,
          RS_TABLE("Of links of its type with messages of this size and operators of this kind, in this step. The "
                   "diagnosis quotes the row that lost most, the matrix the sum of its rows.")},
         [](const R &r) { return *r.link.link.cell.sizeMb / r.link.judged.expectedMs; }},
        {{"ratio", "Times As Long", RS_TABLE("Times as long"), K::Factor, RS_TABLE("As expected.")},
         [](const R &r) { return r.link.judged.ratio; }},
        {{"lost", "Longer By(ns)", RS_TABLE("Longer by (%1)"), K::Time, RS_TABLE("Its transfers, than expected.")},
         [](const R &r) { return r.link.judged.lostNs; }},
        {{"alike", "Compared Links", RS_TABLE("Compared links"), K::Integer,
          RS_TABLE("Others with which it is compared."), false},
         [](const R &r) { return static_cast<qint64>(r.link.judged.alike); }},
    };
}

LinkJudgement judgementOf(const TableQuery &query, const JobContext &job)
{
    return judgeLinks(*query.run, query.thresholds.linkDeviation, query.thresholds.outliers, job);
}

std::shared_ptr<const RowSource> makeSlowLinks(const TableQuery &query, const JobContext &job)
{
    const LinkJudgement judgement = judgementOf(query, job);
    std::vector<SlowLinkRow> rows;
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
            rows.push_back({std::move(l), cost});
    }
    if (job.isCanceled())
        return nullptr;
    leadWithCosts(rows);
    return std::make_shared<StructSource<SlowLinkRow>>(slowLinkFields(), std::move(rows),
                                                       [index = RankIndex(*query.run)](const SlowLinkRow &r) {
                                                           const MatrixCell &link = r.link.link.cell;
                                                           return index.placeOf(link, link.source, link.destination);
                                                       });
}

Phrase whyNoLinks(const TableQuery &query)
{
    if (!query.ranks.empty() && !steppedLinks(*query.run, commQuery(query), StepAggregation::Each).empty())
        return noneBetween();
    return whyNoCommunication(query, QStringLiteral("communication_matrix"), !matrixCells(*query.run).empty());
}

bool wasCompared(const LinkJudgement &judgement)
{
    return std::any_of(judgement.judged.begin(), judgement.judged.end(),
                       [](const JudgedLink &j) { return j.alike > 0; });
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
            RS_TABLE("No link of this run takes noticeably longer than links of its type with messages of its size. "
                     "That says nothing of links of type %1: they could not be held against their like, or all of them "
                     "reach less than 0.8 of the reference rate, as links.fit tells."),
            {unjudged.join(QStringLiteral(", "))});
    return tableReason(
        RS_TABLE("No link of this run takes noticeably longer than links of its type with messages of its size."));
}

std::vector<Field<RecipeRow>> recipeFields()
{
    using R = RecipeRow;
    using K = ValueKind;
    return {
        {{"kind", "Operator Type", RS_TABLE("Operator type"), K::Text}, [](const R &r) { return r.kind; }},
        {{"size", "Size(B)", RS_TABLE("Size"), K::Bytes, RS_TABLE("What communication.json says a rank moved.")},
         [](const R &r) { return known(r.sizeBytes >= 0, r.sizeBytes); }},
        {{"ranks", "Ranks", RS_TABLE("Ranks"), K::Integer}, [](const R &r) { return static_cast<qint64>(r.ranks); }},
        {{"count", "Operators", RS_TABLE("Operators"), K::Integer}, [](const R &r) { return r.count; }},
        {{"mean", "Mean(us)", RS_TABLE("Mean (%1)"), K::MeanTime,
          RS_TABLE("Of the shortest duration over the ranks, which the recipe takes for the transmission.")},
         [](const R &r) { return r.meanNs; }},
        {{"deviation", "Standard Deviation(us)", RS_TABLE("Standard deviation (%1)"), K::MeanTime},
         [](const R &r) { return r.deviationNs; }},
        {{"least", "Min(ns)", RS_TABLE("Min (%1)"), K::Time}, [](const R &r) { return r.leastNs; }},
        {{"most", "Max(ns)", RS_TABLE("Max (%1)"), K::Time}, [](const R &r) { return r.mostNs; }},
        {{"offset", "Offset Ratio", RS_TABLE("Offset ratio"), K::Factor,
          RS_TABLE("The largest difference from the mean in standard deviations.")},
         [](const R &r) { return r.offset; }},
        {{"reported", "Reported", RS_TABLE("Reported"), K::Word,
          RS_TABLE("The recipe reports offsets of more than 3, the first 15 of them.")},
         [](const R &r) { return QString(QLatin1String(r.reported ? RS_TABLE("yes") : RS_TABLE("no"))); }},
        {{"operator", "Operator", RS_TABLE("Operator"), K::Text, RS_TABLE("The one that is farthest from the mean.")},
         [](const R &r) { return r.op; }},
        {{"domain", "Domain", RS_TABLE("Communication domain"), K::Text}, [](const R &r) { return r.domain; }},
    };
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
                 "activity on, and communication.json for more than one card with profiler_level Level1 or Level2."));
}

} // namespace

void addLinkTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources matrices{{QStringLiteral("communication_matrix")},
                                {QStringLiteral("cluster_communication_matrix")}};
    TableSpec &links =
        catalogue.add("links", TableScope::Run, RS_TABLE("Links"),
                      RS_TABLE("Links between ranks with their messages and packets, and how near each comes to the "
                               "best links of its type: which one carries less than it could?"));
    links.needsAllRanks = true;
    links.takesRanks = true;
    links.parameters = {P::Step, P::Steps, P::Domain, P::Operator, P::Total};
    links.sources = matrices;
    links.columns = [](const TableQuery &query) { return columnsOf(linkFields(query.steps)); };
    links.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<SteppedLink> rows = steppedLinks(*query.run, commQuery(query), query.steps, job);
        if (job.isCanceled())
            return nullptr;
        std::erase_if(rows, [&query](const SteppedLink &r) { return !isBetween(r.row.cell, query.ranks); });
        rows = largestFirst(std::move(rows), job);
        if (job.isCanceled())
            return nullptr;
        const bool isLocal =
            std::any_of(rows.begin(), rows.end(), [](const SteppedLink &r) { return !r.row.cell.global; });
        const EndNames names = isLocal ? EndNames(*query.run, job) : EndNames();
        return std::make_shared<StructSource<SteppedLink>>(
            linkFields(query.steps, names), std::move(rows),
            [names, index = RankIndex(*query.run)](const SteppedLink &r) {
                const MatrixCell &link = r.row.cell;
                return index.placeOf(link, names.source(link), names.destination(link));
            });
    };
    links.whyEmpty = whyNoLinks;

    TableSpec &fit = catalogue.add(
        "links.fit", TableScope::Run, RS_TABLE("What links of a type take"),
        RS_TABLE(
            "Time of a message = latency + size / bandwidth, fitted for each type of link over the run so that a few "
            "slow links do not move it: what can be expected of a link, and do all of them reach what they should?"));
    fit.needsAllRanks = true;
    fit.takesRates = true;
    fit.sources = matrices;
    fit.columns = [](const TableQuery &) { return columnsOf(fitFields()); };
    fit.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        const LinkJudgement judgement = judgementOf(query, job);
        if (job.isCanceled())
            return nullptr;
        const std::vector<LinkUtilisation> reach = linkUtilisation(judgement, query.rates);
        std::vector<LinkTypeRow> rows;
        for (size_t i = 0; i < judgement.fits.size(); ++i)
            rows.push_back({judgement.fits[i], reach[i]});
        return std::make_shared<StructSource<LinkTypeRow>>(fitFields(), std::move(rows));
    };
    fit.whyEmpty = whyNoLinks;
    fit.whyAllRanks =
        QLatin1String(RS_TABLE("The fit rests on the links of all ranks, whatever the views are restricted to: it is "
                               "what links are held against, and a slow one among few would move it."));

    TableSpec &slow = catalogue.add(
        "links.slow", TableScope::Run, RS_TABLE("Slow links"),
        RS_TABLE("Links that take noticeably longer than others of their type with messages of their size, sends and "
                 "receives among them, and what is at fault: a link, a rank, a host, or what connects two hosts."));
    slow.parameters = {P::Step, P::Domain};
    slow.takesRates = true;
    slow.sources = matrices;
    slow.columns = [](const TableQuery &) { return columnsOf(slowLinkFields()); };
    slow.make = makeSlowLinks;
    slow.whyEmpty = whyNoSlowLinks;
    slow.noneIsAnswer = [](const TableQuery &query) { return wasCompared(judgementOf(query, JobContext())); };
    slow.needsAllRanks = true;
    slow.takesRanks = true;

    TableSpec &recipe = catalogue.add(
        "links.recipe", TableScope::Run, RS_TABLE("Slow links by the official recipe"),
        RS_TABLE("What slow_link of msprof-analyze computes: collectives of one type, size and number of ranks whose "
                 "shortest duration is far from the mean. It takes the transmission of sends and receives for 0, so it "
                 "never sees a slow link between two of them; Slow links does."));
    recipe.sources = {{QStringLiteral("trace"), QStringLiteral("communication")}, {}};
    recipe.columns = [](const TableQuery &) { return columnsOf(recipeFields()); };
    recipe.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        LinkRecipe found = slowLinkRecipe(*query.run, job);
        if (job.isCanceled())
            return nullptr;
        return std::make_shared<StructSource<RecipeRow>>(recipeFields(), std::move(found.rows), [](const RecipeRow &r) {
            return RowPlace{r.rankIndex, r.slice, {}};
        });
    };
    recipe.whyEmpty = whyNoRecipe;
    recipe.whyAllRanks =
        QLatin1String(RS_TABLE("The recipe looks at all ranks, whatever the views are restricted to: it takes the "
                               "shortest duration over the ranks of a collective, which some of them do not tell."));
    recipe.needsAllRanks = true;
}

} // namespace rs
