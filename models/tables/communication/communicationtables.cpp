// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/stepmerge.h"
#include "analysis/operators/deviceload.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "analysis/ranks/parallelstrategy.h"
#include "core/base/saturate.h"
#include "core/table/databasekinds.h"
#include "tables/communication/communicationfields.h"
#include "tables/base/tables.h"

#include <QFileInfo>
#include <QLocale>
#include <QSet>
#include <QtGlobal>

#include <algorithm>

namespace rs {

namespace {

// The text of the file; where that is no number, the one that was read from it, never with an exponent.
QString startText(const CommRow &r)
{
    if (!r.startUs)
        return {};
    return r.startText.isEmpty() ? QString::number(*r.startUs, 'f', QLocale::FloatingPointShortest) : r.startText;
}

std::vector<ColumnSpec> commColumns()
{
    std::vector<ColumnSpec> times = commTimeColumns(RS_TABLE("Whole time of the operator."));
    times.insert(times.begin(), {"start", "Start(us)", RS_TABLE("Start (us)"), ValueKind::NumberText,
                                 RS_TABLE("Start as the file writes it; sums have none."), false});
    return withOperator(times);
}

bool hasUsed(const std::vector<FileEntry> &files, const QString &kind)
{
    for (const FileEntry &f : files) {
        if (f.used && f.kind == kind)
            return true;
    }
    return false;
}

} // namespace

std::vector<ColumnSpec> withOperator(const std::vector<ColumnSpec> &more)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"operator", "Operator", RS_TABLE("Operator"), K::Text},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
    };
    append(out, more);
    return out;
}

std::vector<ColumnSpec> commTimeColumns(const char *elapseHint)
{
    using K = ValueKind;
    return {
        {"elapse", "Elapse(ms)", RS_TABLE("Elapse (%1)"), K::Milliseconds, elapseHint},
        {"transit", "Transit(ms)", RS_TABLE("Transit (%1)"), K::Milliseconds, RS_TABLE("Time in which data moved.")},
        {"synchronization", "Synchronization(ms)", RS_TABLE("Synchronisation (%1)"), K::Milliseconds,
         RS_TABLE("Waiting for the other ranks before the first data moved.")},
        {"wait", "Wait(ms)", RS_TABLE("Wait (%1)"), K::Milliseconds, RS_TABLE("All waiting for the other ranks.")},
        {"idle", "Idle(ms)", RS_TABLE("Idle (%1)"), K::Milliseconds, RS_TABLE("Neither moving data nor waiting.")},
        {"synchronization-ratio", "Synchronization Ratio", RS_TABLE("Synchronisation ratio"), K::Ratio,
         RS_TABLE("Synchronisation / (synchronisation + transit).")},
        {"wait-ratio", "Wait Ratio", RS_TABLE("Wait ratio"), K::Ratio, RS_TABLE("Wait / (wait + transit).")},
    };
}

ColumnSpec rankEndColumn(const char *id, const char *header, const char *title)
{
    return {id, header, title, ValueKind::Identifier,
            RS_TABLE("If the rank kind is local: an index inside the domain, which the window shows with a #.")};
}

ColumnSpec rankKindColumn()
{
    return {"rank-kind",
            "Rank Kind",
            RS_TABLE("Rank kind"),
            ValueKind::Word,
            RS_TABLE("Local: the file names indices inside the domain, and no file says which ranks they are."),
            false};
}

const char *rankKindWord(bool isGlobal)
{
    return isGlobal ? RS_TABLE("global") : RS_TABLE("local");
}

ColumnSpec stepsColumn()
{
    return {"steps", "Steps", RS_TABLE("Steps"), ValueKind::Integer,
            RS_TABLE("Steps in which the link has the operator. A mean is over all steps in which any link has it.")};
}

std::optional<RecordPlace> recordOf(const QString &op, std::optional<qint64> startNs, std::optional<double> elapseMs)
{
    if (!startNs)
        return std::nullopt;
    return RecordPlace{op, {*startNs, saturatedSum(*startNs, saturatedRound(elapseMs.value_or(0) * 1e6))}};
}

CommQuery commQuery(const TableQuery &query)
{
    return {query.step, query.domain, query.op, query.total, {}, query.pool};
}

DomainChoice domainChoice(const TableQuery &query, const JobContext &job)
{
    return query.domain.isEmpty() ? DomainChoice() : DomainChoice(domains(*query.run, job), query.domain);
}

std::vector<ColumnSpec> matrixColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"operator", "Operator", RS_TABLE("Operator"), K::Text,
         RS_TABLE("The kind of operator and the statistic over its calls.")},
        rankEndColumn("source", "Source Rank", RS_TABLE("From rank")),
        rankEndColumn("destination", "Destination Rank", RS_TABLE("To rank")),
        rankKindColumn(),
        {"transport", "Link Type", RS_TABLE("Link type"), K::Text},
        {"size", "Transit Size(MB)", RS_TABLE("Size (MB)"), K::Real, RS_TABLE("Megabytes of 10^6 bytes.")},
        {"time", "Transit Time(ms)", RS_TABLE("Time (%1)"), K::Milliseconds},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real, RS_TABLE("Size / time.")},
        {"op-name", "", RS_TABLE("Operator name"), K::Text, RS_TABLE("The operator behind the statistic.")},
    };
    leadWith(out, {u"source", u"destination", u"rank-kind", u"bandwidth", u"size", u"time", u"transport", u"operator",
                   u"step", u"domain", u"op-name"});
    return out;
}

void nameEnds(CellRows &rows, const MatrixCell &link, const EndNames &names)
{
    // An index inside the group is no rank.
    const auto name = [&rows](QStringView id, int index, int rank) {
        rows.setPhrase(id,
                       rank < 0 ? CellPhrase{"#%1", QString::number(index)} : CellPhrase{"%1", QString::number(rank)});
    };
    if (link.global)
        return;
    name(u"source", link.source, names.source(link));
    name(u"destination", link.destination, names.destination(link));
}

namespace {

// Behind each amount of a link that of the other run, and the difference.
void addOtherAmounts(std::vector<ColumnSpec> &columns)
{
    using K = ValueKind;
    const auto insert = [&columns](QStringView behind, const std::vector<ColumnSpec> &added) {
        const auto at = columns.begin() + (&columnNamed(columns, behind) - columns.data());
        columns.insert(at + 1, added.begin(), added.end());
    };
    insert(u"size", {{"other-size", "Other Transit Size(MB)", RS_TABLE("Other size (MB)"), K::Real,
                      RS_TABLE("Of the same link in the run that is compared with.")},
                     {"size-difference", "Size Difference(MB)", RS_TABLE("Size difference (MB)"), K::Real,
                      RS_TABLE("This run less the one that is compared with.")}});
    insert(u"time", {{"other-time", "Other Transit Time(ms)", RS_TABLE("Other time (%1)"), K::Milliseconds,
                      RS_TABLE("Of the same link in the run that is compared with.")},
                     {"time-difference", "Time Difference(ms)", RS_TABLE("Time difference (%1)"), K::Milliseconds,
                      RS_TABLE("This run less the one that is compared with.")}});
    insert(u"bandwidth",
           {{"other-bandwidth", "Other Bandwidth(GB/s)", RS_TABLE("Other bandwidth (GB/s)"), K::Real,
             RS_TABLE("Of the same link in the run that is compared with.")},
            {"bandwidth-difference", "Bandwidth Difference(GB/s)", RS_TABLE("Bandwidth difference (GB/s)"), K::Real,
             RS_TABLE("This run less the one that is compared with.")}});
    insert(u"transport", {{"other-transport", "Other Link Type", RS_TABLE("Other link type"), K::Text,
                           RS_TABLE("Of the same link in the run that is compared with.")}});
    leadWith(columns,
             {u"source", u"destination", u"rank-kind", u"bandwidth", u"other-bandwidth", u"bandwidth-difference",
              u"size", u"other-size", u"size-difference", u"time", u"other-time", u"time-difference", u"transport",
              u"other-transport", u"operator", u"step", u"domain", u"op-name"});
}

// `compared`: with what the links carry in another run, and the difference.
std::vector<ColumnSpec> mergedColumns(StepAggregation steps, bool compared)
{
    std::vector<ColumnSpec> out = matrixColumns();
    if (compared)
        addOtherAmounts(out);
    if (steps == StepAggregation::Each)
        return out;
    const int place = out.front().place;
    out.front() = stepsColumn();
    out.front().place = place;
    return out;
}

// Operators that --op may name, in the order of the file; those that contain `like` first.
class KnownOperators
{
public:
    KnownOperators(const Run &run, bool ofMatrix, const QString &like)
    {
        if (ofMatrix) {
            for (const MatrixCell &c : matrixCells(run)) {
                add(c.op, like);
                m_known.insert(c.opName);
            }
        } else {
            for (const CommRow &r : communicationRows(run)) {
                add(r.op, like);
                m_known.insert(collectiveKind(r.op.toStdString()));
            }
        }
    }
    [[nodiscard]] bool has(const QString &op) const { return m_known.contains(op); }
    [[nodiscard]] QString list() const
    {
        constexpr qsizetype most = 20;
        QStringList out = m_alike + m_others;
        if (out.size() > most)
            out = out.mid(0, most) << QStringLiteral("…");
        return out.join(QStringLiteral(", "));
    }

private:
    void add(const QString &op, const QString &like)
    {
        if (m_known.contains(op))
            return;
        m_known.insert(op);
        (op.contains(like, Qt::CaseInsensitive) ? m_alike : m_others) << op;
    }
    QSet<QString> m_known;
    QStringList m_alike;
    QStringList m_others;
};

// Whether they could be read or not.
bool isOfDatabases(const Run &run)
{
    const auto isDatabase = [](const FileEntry &f) { return f.kind == QLatin1String("db"); };
    // These two say who the rank is, not what it did.
    const auto isText = [&isDatabase](const FileEntry &f) {
        return f.used && !isDatabase(f) && f.kind != QLatin1String("profiler_info") &&
               f.kind != QLatin1String("profiler_metadata");
    };
    return !run.infos.empty() && std::ranges::all_of(run.infos, [&](const RankInfo &info) {
        return std::ranges::any_of(info.files, isDatabase) && std::ranges::none_of(info.files, isText);
    });
}

// By the name that it has in such a run.
QString communicationFile(const Run &run, const QString &kind)
{
    if (isOfMindSpore1(run))
        return QStringLiteral("hccl_raw_*.csv");
    if (!isOfDatabases(run))
        return kind + QStringLiteral(".json");
    for (const RankInfo &info : run.infos) {
        for (const FileEntry &f : info.files) {
            if (isAnalysisDatabase(f.name))
                return QFileInfo(f.name).fileName();
        }
    }
    return QStringLiteral("analysis.db");
}

// The file has rows, and none of them is what was asked for.
Phrase whyNoneOfThese(const TableQuery &query, const QString &kind, const QString &file)
{
    if (!query.op.isEmpty()) {
        const KnownOperators known(*query.run, kind == u"communication_matrix", query.op);
        if (!known.has(query.op))
            return tableReason(RS_TABLE("%1 of this run has no row for --op %2; there are: %3."),
                               {file, query.op, known.list()});
    }
    QStringList asked;
    const auto add = [&asked](const char *option, bool given) {
        if (given)
            asked << QLatin1String(option);
    };
    add("--step", !query.step.isEmpty());
    add("--domain", !query.domain.isEmpty());
    add("--op", !query.op.isEmpty());
    add("--total", query.total);
    if (asked.isEmpty())
        return tableReason(RS_TABLE("%1 of this run has no data for this table."), {file});
    if (asked.size() == 1)
        return tableReason(RS_TABLE("%1 of this run has no row for %2."), {file, asked.front()});
    return tableReason(RS_TABLE("%1 of this run has no row for all conditions at once (%2); use fewer."),
                       {file, asked.join(QStringLiteral(", "))});
}

} // namespace

bool isOfOneCard(const Run &run)
{
    const std::vector<Domain> all = domains(run);
    return run.infos.size() == 1 && strategyOf(run, all).worldSize <= 1 &&
           std::ranges::none_of(all, [](const Domain &d) { return d.ranks.size() > 1; });
}

Phrase noneBetween()
{
    return tableReason(RS_TABLE("No link lies between the shown ranks."));
}

Phrase whyNoTextFiles(const Run &run)
{
    QStringList damages;
    for (const RankInfo &info : run.infos)
        damages << unreadDatabases(info);
    if (isOfDatabases(run) && !damages.isEmpty()) {
        damages.removeDuplicates();
        return tableReason(RS_TABLE("Databases of this run are damaged (%1): its communication may have been in them. "
                                    "info names the files."),
                           {damages.join(QStringLiteral("; "))});
    }
    return isOfDatabases(run) ? tableReason(RS_TABLE("The databases of this run hold no communication for this table."))
                              : Phrase();
}

Phrase whyNoPackets(const TableQuery &query)
{
    const bool others = !communicationRows(*query.run).empty();
    if (others && isOfMindSpore1(*query.run))
        return tableReason(RS_TABLE("hccl_raw_*.csv of MindSpore 1.x counts no packets."));
    return whyNoCommunication(query, QStringLiteral("communication"), others);
}

Phrase whyNoCommunication(const TableQuery &query, const QString &kind, bool others)
{
    const Run &run = *query.run;
    const QString file = communicationFile(run, kind);
    if (others)
        return whyNoneOfThese(query, kind, file);
    if (const Phrase why = whyNoTextFiles(run); !why.isEmpty())
        return why;
    bool found = hasUsed(run.cluster.files, QStringLiteral("cluster_") + kind) ||
                 hasUsed(run.cluster.files, QStringLiteral("cluster_db"));
    QStringList levels;
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const RankInfo &info = run.infoOf(i);
        found = found || hasUsed(info.files, kind) || hasUsed(info.files, QStringLiteral("legacy_hccl"));
        if (!info.level.isEmpty() && !levels.contains(info.level))
            levels << info.level;
    }
    if (found)
        return tableReason(RS_TABLE("%1 of this run lists no operator that could be read: info says what is wrong with "
                                    "it, or the ranks did not communicate."),
                           {file});
    if (isOfMindSpore1(run))
        return tableReason(
            RS_TABLE("This run of MindSpore 1.x has no %1: its profiler wrote it for jobs of more than one rank."),
            {file});
    if (isOfOneCard(run))
        return tableReason(
            RS_TABLE("This run has one rank and no %1: the profiler writes it for jobs of more than one rank."),
            {file});
    if (levels.contains(QStringLiteral("Level1")) || levels.contains(QStringLiteral("Level2")))
        return tableReason(
            RS_TABLE("This run has no %1 although it was profiled at %2: the profiler writes it when the data of a "
                     "job with more than one rank is analysed; check whether it was left behind."),
            {file, levels.join(QStringLiteral(", "))});
    if (levels.isEmpty())
        return tableReason(RS_TABLE("This run has no %1: the profiler writes it for more than one rank, with "
                                    "profiler_level Level1 or Level2."),
                           {file});
    return tableReason(RS_TABLE("This run has no %1: the profiler writes it for more than one rank, with "
                                "profiler_level Level1 or Level2; this run was profiled at %2."),
                       {file, levels.join(QStringLiteral(", "))});
}

std::shared_ptr<const MatrixTable> matrixRows(std::vector<MergedLink> links, const MatrixShape &shape,
                                              const std::shared_ptr<const Run> &run, const JobContext &job)
{
    double largestMs = 0;
    for (const MergedLink &l : links)
        largestMs = std::max(largestMs, l.cell.timeMs.value_or(0));
    const bool isLocal = std::ranges::any_of(links, [](const MergedLink &l) { return !l.cell.global; });
    const EndNames names = run && isLocal ? EndNames(*run, job) : EndNames();
    std::vector<ColumnSpec> columns = mergedColumns(shape.steps, shape.compared);
    if (shape.operators && shape.compared) {
        const QStringView step = shape.steps == StepAggregation::Each ? u"step" : u"steps";
        leadWith(columns,
                 {u"operator", u"bandwidth", u"other-bandwidth", u"bandwidth-difference", u"size", u"other-size",
                  u"size-difference", u"time", u"other-time", u"time-difference", u"domain", step, u"transport",
                  u"other-transport", u"op-name", u"source", u"destination", u"rank-kind"});
    } else if (shape.operators) {
        const QStringView step = shape.steps == StepAggregation::Each ? u"step" : u"steps";
        // One class is in several domains, so the domain follows its numbers at once.
        leadWith(columns, {u"operator", u"bandwidth", u"size", u"time", u"domain", step, u"transport", u"op-name",
                           u"source", u"destination", u"rank-kind"});
    }
    auto out = std::make_shared<MatrixTable>(std::move(columns));
    for (const MergedLink &l : links) {
        const MatrixCell &c = l.cell;
        const Cell step = shape.steps == StepAggregation::Each ? Cell(c.step) : Cell(l.steps);
        const char *const kind = rankKindWord(c.global);
        if (shape.compared) {
            const LinkAmounts other = l.other.value_or(LinkAmounts());
            const LinkAmounts less = differenceOf(l);
            out->add({}, {step, c.domain, c.op, c.source, c.destination, kind, c.transport, other.transport, c.sizeMb,
                          other.sizeMb, less.sizeMb, c.timeMs, other.timeMs, less.timeMs, c.bandwidthGbs,
                          other.bandwidthGbs, less.bandwidthGbs, c.opName});
        } else {
            out->add({}, {step, c.domain, c.op, c.source, c.destination, kind, c.transport, c.sizeMb, c.timeMs,
                          c.bandwidthGbs, c.opName});
        }
        nameEnds(*out, c, names);
        if (largestMs > 0 && c.timeMs)
            out->setShare(u"time", *c.timeMs / largestMs);
    }
    out->setLinks(std::move(links), [names, index = RankIndex(run ? *run : Run())](const MatrixCell &c) {
        return index.placeOf(c, names.source(c), names.destination(c));
    });
    out->setNotes(shape.notes);
    return out;
}

namespace {

std::vector<MergedLink> linksOf(const Run &run, const CommQuery &query, StepAggregation steps, const JobContext &job)
{
    std::vector<MatrixCell> cells = matrixCells(run, query, job);
    if (steps != StepAggregation::Each)
        return mergeSteps(cells, {steps == StepAggregation::Mean, false}, job);
    std::vector<MergedLink> out;
    out.reserve(cells.size());
    for (size_t i = 0; i < cells.size(); ++i)
        out.push_back({std::move(cells[i]), 1, i});
    return out;
}

} // namespace

void addCommunicationTables(Catalogue &catalogue)
{
    using P = Parameter;
    TableSpec &communication =
        catalogue.add("communication", TableScope::Run, RS_TABLE("Communication operators"),
                      RS_TABLE("Communication operators of every rank: how long they took, and how much of it was "
                               "transit, waiting for other ranks, and idle."));
    communication.needsAllRanks = true;
    communication.parameters = {P::Step, P::Domain, P::Operator, P::Total};
    communication.sources = {{QStringLiteral("communication")}, {QStringLiteral("cluster_communication")}};
    communication.columns = [](const TableQuery &) { return commColumns(); };
    communication.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        const std::vector<CommRow> ops = communicationRows(*query.run, commQuery(query), job);
        if (job.isCanceled())
            return nullptr;
        const RankIndex index(*query.run);
        auto rows = std::make_shared<CellRows>(commColumns());
        for (const CommRow &r : ops)
            rows->add(index.placeOf(r), {r.step, r.domain, r.op, labelOf(r), startText(r), r.elapseMs, r.transitMs,
                                         r.synchronizationMs, r.waitMs, r.idleMs, r.synchronizationRatio, r.waitRatio});
        return rows;
    };
    communication.whyEmpty = [](const TableQuery &query) -> Phrase {
        return whyNoCommunication(query, QStringLiteral("communication"), !communicationRows(*query.run).empty());
    };

    TableSpec &matrix =
        catalogue.add("matrix", TableScope::Run, RS_TABLE("Communication matrix"),
                      RS_TABLE("What each link between two ranks carried: size, time, bandwidth and kind of link; "
                               "beside a second run also what it carried there, and the difference."));
    matrix.parameters = {P::Step, P::Steps, P::Domain, P::Operator, P::Total};
    matrix.sources = {{QStringLiteral("communication_matrix")}, {QStringLiteral("cluster_communication_matrix")}};
    matrix.columns = [](const TableQuery &query) { return mergedColumns(query.steps, query.otherRun != nullptr); };
    matrix.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<MergedLink> links = linksOf(*query.run, commQuery(query), query.steps, job);
        std::vector<RowNote> notes;
        if (query.otherRun) {
            CommQuery same = commQuery(query);
            // The hash of a communicator is another in each run; its name and ranks may be the same.
            same.domain = domainChoice(query, job).label();
            std::vector<MergedLink> others = linksOf(*query.otherRun, same, query.steps, job);
            bool bySteps = query.steps == StepAggregation::Each;
            // Two captures rarely have steps of one number.
            if (others.empty() && !same.step.isEmpty()) {
                same.step.clear();
                others = linksOf(*query.otherRun, same, StepAggregation::Mean, job);
                bySteps = false;
                if (!others.empty())
                    notes.emplace_back(tableReason(
                        RS_TABLE("The other run has no step %1: the mean of its steps is used."), {query.step}));
            }
            const auto stepsOf = [](const std::vector<MergedLink> &of) {
                int most = 0;
                for (const MergedLink &l : of)
                    most = std::max(most, l.steps);
                return most;
            };
            if (query.steps == StepAggregation::Sum && !others.empty() && stepsOf(links) != stepsOf(others))
                notes.emplace_back(tableReason(RS_TABLE("Sums over %1 steps are compared with sums over %2 steps "
                                                        "of the other run: the mean per step says more."),
                                               {QString::number(stepsOf(links)), QString::number(stepsOf(others))}));
            pairLinks(links, others, {bySteps, true}, job);
        }
        if (job.isCanceled())
            return nullptr;
        return matrixRows(std::move(links), {query.steps, false, query.otherRun != nullptr, std::move(notes)},
                          query.run, job);
    };
    matrix.whyEmpty = [](const TableQuery &query) -> Phrase {
        return whyNoCommunication(query, QStringLiteral("communication_matrix"), !matrixCells(*query.run).empty());
    };
}

} // namespace rs
