// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/ranks/knownranks.h"
#include "core/text/findingcodes.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>

namespace rs {

namespace {

// Who waits for one problem: more of them say the same, and the table of who waited for whom has all.
constexpr size_t mostVictims = 8;

struct DiagnosisRow
{
    Verdict verdict;
    int rank = -1;
    QString rankText; ///< both ends of a link; a rank or host with slow links: its own
    QString role;
    std::optional<qint64> costNs;
    QString lookAt{};
    int run = -1; ///< position of its run, where those of several are listed
    QString runName{};
    /// The cost is that of the verdict, not the wait of a victim.
    [[nodiscard]] bool hasOwnCost() const { return role != u"victim" && verdict.costNs.has_value(); }
};

// Who waits for a problem is not one more of them.
QString stateWord(const DiagnosisRow &row)
{
    if (row.role == u"victim")
        return QStringLiteral("waits");
    switch (row.verdict.state) {
    case DiagnosisState::Problem:
        return QStringLiteral("problem");
    case DiagnosisState::Notice:
        return QStringLiteral("notice");
    case DiagnosisState::Difference:
        return QStringLiteral("difference");
    case DiagnosisState::Unknown:
        return QStringLiteral("missing");
    case DiagnosisState::Fine:
        break;
    }
    return QStringLiteral("fine");
}

QString certaintyWord(Certainty certainty)
{
    return certainty == Certainty::High  ? QStringLiteral("high")
           : certainty == Certainty::Low ? QStringLiteral("low")
                                         : QStringLiteral("medium");
}

// The rows of a table as a call of the command line: the verb, and the options that choose them.
QString callOf(const Run &run, const EvidenceRows &rows)
{
    const bool gaps = rows.table == u"idle.gaps";
    QStringList out{gaps ? QStringLiteral("idle --gaps") : rows.table};
    const auto add = [&out](const QString &option, const QString &value) {
        if (!value.isEmpty())
            out << option << (value.contains(u' ') || value.contains(u'(') ? u'"' + value + u'"' : value);
    };
    const bool pair = rows.table == u"compare";
    if (rows.rank >= 0)
        add(pair ? QStringLiteral("--base") : QStringLiteral("--rank"), rankLabel(run, rows.rank));
    if (rows.other >= 0)
        add(QStringLiteral("--other"), rankLabel(run, rows.other));
    add(QStringLiteral("--step"), rows.step);
    add(QStringLiteral("--domain"), rows.domain);
    return out.join(u' ');
}

// Ranks of a cluster analysis alone have nothing that could be compared.
QString lookAt(const Run &run, const Verdict &v, bool clusterAlone)
{
    QStringList out;
    for (const EvidenceRows &rows : v.evidence) {
        if (!clusterAlone || rows.table != u"compare")
            out << callOf(run, rows);
    }
    return out.join(QStringLiteral("; "));
}

// Waits that the area of communication counts follow from a problem that has its own row, and have no cost.
bool isAccused(const Verdict &v)
{
    return v.rank >= 0 && (v.state == DiagnosisState::Problem ||
                           (v.state == DiagnosisState::Notice && v.costNs.has_value() && !v.victims.empty()));
}

// Ranks of a stage or host: more than a few are told by the first and the last.
QString ranksText(const Run &run, const std::vector<int> &ranks)
{
    QStringList out;
    for (const int rank : ranks)
        out << rankLabel(run, rank);
    return out.size() > 4 ? out.front() + QStringLiteral(" … ") + out.back() : out.join(QStringLiteral(", "));
}

std::vector<DiagnosisRow> rowsOf(const std::shared_ptr<const Run> &of, const Diagnosis &diagnosis)
{
    const std::shared_ptr<const Run> known = withClusterRanks(of);
    const Run &run = *known;
    std::vector<DiagnosisRow> out;
    const auto add = [&](const Verdict &v) {
        // Nobody is at fault where stages are uneven.
        const int named = v.kind == DiagnosisKind::Stage && v.allOf.empty() ? -1 : v.rank;
        DiagnosisRow row{v, named, {}, {}, v.costNs, lookAt(run, v, of->infos.empty())};
        if (!v.allOf.empty())
            row.rankText = ranksText(run, v.allOf);
        else if (named >= 0)
            row.rankText = rankLabel(run, named);
        if (v.target == LookTarget::Matrix && v.allOf.empty())
            row.rankText += u'-' + rankLabel(run, v.peer);
        if (isAccused(v))
            row.role = QStringLiteral("culprit");
        out.push_back(row);
        for (size_t i = 0; isAccused(v) && i < std::min(mostVictims, v.victims.size()); ++i) {
            DiagnosisRow victim = row;
            victim.rank = v.victims[i].rank;
            victim.rankText = rankLabel(run, victim.rank);
            victim.role = QStringLiteral("victim");
            victim.costNs = v.victims[i].waitNs;
            victim.verdict.kind = DiagnosisKind::Communication;
            victim.verdict.sentence =
                v.kind == DiagnosisKind::Stage
                    ? Phrase{RS_MESSAGE("It waits in communication for pipeline stage %1, in part as it would for one "
                                        "that is not slow."),
                             {QString::number(v.stage)}}
                    : Phrase{RS_MESSAGE("It waits in communication for rank %1."), {row.rankText}};
            victim.verdict.details.clear();
            victim.verdict.victims = {v.victims[i]}; // whose row there is looked for
            victim.lookAt = QStringLiteral("ledger.pairs");
            victim.verdict.target = LookTarget::Communication;
            out.push_back(std::move(victim));
        }
    };
    std::vector<Verdict> all = diagnosis.problems;
    all.insert(all.end(), diagnosis.observations.begin(), diagnosis.observations.end());
    for (const Verdict &v : diagnosis.areas) {
        // Problems stand among those.
        if (v.state != DiagnosisState::Problem || v.kind == DiagnosisKind::Communication)
            all.push_back(v);
    }
    std::ranges::stable_sort(
        all, [](const Verdict &a, const Verdict &b) { return a.costNs.value_or(-1) > b.costNs.value_or(-1); });
    for (const Verdict &v : all)
        add(v);
    return out;
}

// Finding of the analysis of launches, as a row beside the verdicts.
DiagnosisRow rowOf(const Run &run, const Finding &finding)
{
    DiagnosisRow row;
    const QString label = finding.place.value(Place::Kind::Rank);
    const auto at = std::ranges::find(run.infos, label, &RankInfo::label);
    if (!label.isEmpty() && at != run.infos.end())
        row.rank = static_cast<int>(at - run.infos.begin());
    row.rankText = label;
    Verdict &v = row.verdict;
    v.kind = DiagnosisKind::Scheduling;
    v.state = DiagnosisState::Notice;
    v.rank = row.rank;
    if (const QString step = finding.place.value(Place::Kind::Step); !step.isEmpty())
        v.steps << step;
    v.sentence = {finding.message, {finding.argument}};
    v.target = row.rank >= 0 ? LookTarget::Timeline : LookTarget::None;
    return row;
}

std::vector<ColumnSpec> columnsOfRuns(bool ofRuns)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"kind", "Kind", RS_TABLE("Kind"), K::Word},
        {"step", "Step", RS_TABLE("Step"), K::Label, RS_TABLE("Empty: all steps.")},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label, RS_TABLE("For a slow link, the ranks at both ends.")},
        {"role", "Role", RS_TABLE("Role"), K::Word,
         RS_TABLE("Cause: it delays the others. Affected: it waits for one that does. Empty: no rank is the cause.")},
        {"evidence", "Evidence", RS_TABLE("Evidence"), K::Sentence,
         RS_TABLE("What was found, compared with the ranks of the same pipeline stage.")},
        {"cost", "Cost(ms)", RS_TABLE("Cost (ms)"), K::Real,
         RS_TABLE("How much shorter the steps would be together if the rank were like the median of its peers, or "
                  "the link like others; for a notice: without its subject; for an affected rank: how long it waits.")},
        {"look", "Look At", RS_TABLE("Look at"), K::Text,
         RS_TABLE("Rows that this rests on, as verbs of rankscope-cli, the next look first."), false},
        {"state", "", RS_TABLE("State"), K::Word},
        {"hidden", "", RS_TABLE("Hidden (ms)"), K::Real,
         RS_TABLE("How much it saves beyond its cost once the other problems, which hide it, are fixed as well."),
         false},
        {"share", "", RS_TABLE("Share of the step (%)"), K::Percent,
         RS_TABLE("The cost as a share of the steps in "
                  "which it is."),
         false},
        {"certainty", "", RS_TABLE("Certainty"), K::Word,
         RS_TABLE("High: in every step, against seven ranks or more of the same stage, the cost worked out on the "
                  "collectives. Low: the cost is an estimate without them."),
         false},
    };
    if (ofRuns) {
        out.push_back({"run", "", RS_TABLE("Run"), K::Text});
        leadWith(out, {u"state", u"kind", u"run", u"rank", u"step", u"cost", u"evidence", u"domain"});
        columnNamed(out, u"role").shown = false;
        return out;
    }
    leadWith(out, {u"state", u"kind", u"rank", u"cost", u"evidence", u"role", u"step", u"domain"});
    return out;
}

std::vector<ColumnSpec> diagnosisColumns()
{
    return columnsOfRuns(false);
}

// With what a row leads to.
struct DiagnosisRows final : public CellRows
{
    // `hasRanks`: they are places of the run, which ranks of a cluster analysis alone are not.
    DiagnosisRows(std::vector<ColumnSpec> columns, std::vector<DiagnosisRow> rows, bool hasRanks);
    std::vector<DiagnosisRow> all;
};

DiagnosisRows::DiagnosisRows(std::vector<ColumnSpec> columns, std::vector<DiagnosisRow> rows, bool hasRanks)
    : CellRows(std::move(columns)), all(std::move(rows))
{
    const auto ms = [](const std::optional<qint64> &ns) { return ns ? Cell(static_cast<double>(*ns) / 1e6) : Cell(); };
    const bool isOfRuns = columnOf(u"run") >= 0;
    for (const DiagnosisRow &r : all) {
        const Verdict &v = r.verdict;
        QStringList evidence{v.sentence.english()};
        for (const Phrase &more : v.details)
            evidence << more.english();
        const bool costs = r.hasOwnCost();
        std::vector<Cell> cells{diagnosisKindKey(v.kind),
                                v.steps.join(QStringLiteral(", ")),
                                v.domain,
                                r.rankText,
                                r.role,
                                Cell(evidence.join(u' '), Wording{v.sentence, {}, v.details}),
                                ms(r.costNs),
                                r.lookAt,
                                stateWord(r),
                                costs ? ms(v.hiddenNs) : Cell(),
                                cellIf(costs, v.share * 100),
                                r.role == u"culprit" || costs ? certaintyWord(v.certainty) : QString()};
        if (isOfRuns)
            cells.push_back(r.runName);
        add({hasRanks ? r.rank : -1, NoSlice, {}}, cells);
    }
}

std::shared_ptr<const Diagnosis> diagnosisOf(const TableQuery &query, const JobContext &job = JobContext())
{
    return query.diagnosis
               ? query.diagnosis
               : std::make_shared<const Diagnosis>(diagnose(*query.run, query.thresholds, job, query.rates));
}

std::shared_ptr<const RowSource> makeDiagnosis(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Diagnosis> known = diagnosisOf(query, job);
    if (job.isCanceled())
        return nullptr;
    const Diagnosis &diagnosis = *known;
    // Nothing known of all three is no answer.
    const bool answered = !diagnosis.problems.empty() || std::ranges::any_of(diagnosis.areas, [](const Verdict &v) {
        return v.state != DiagnosisState::Unknown;
    });
    std::vector<DiagnosisRow> rows = answered ? rowsOf(query.run, diagnosis) : std::vector<DiagnosisRow>();
    std::vector<ColumnSpec> columns = diagnosisColumns();
    // In the window its room is that of the evidence.
    columnNamed(columns, u"domain").shown =
        std::ranges::any_of(rows, [](const DiagnosisRow &r) { return !r.verdict.domain.isEmpty(); });
    return std::make_shared<DiagnosisRows>(std::move(columns), std::move(rows), !query.run->infos.empty());
}

Phrase whyNoDiagnosis(const TableQuery &query)
{
    const char *const alone = RS_TABLE("One rank alone cannot be compared with peers.");
    if (query.run->infos.size() == 1 && !query.run->steps().isEmpty())
        return tableReason(alone);
    const char *const noStages = RS_TABLE("Which ranks do the same work is not known: what files say on pipeline "
                                          "stages does not fit together.");
    const std::shared_ptr<const Diagnosis> known = diagnosisOf(query);
    for (const char *const reason : {noStages, alone}) {
        if (std::ranges::any_of(known->areas,
                                [&](const Verdict &area) { return area.sentence.literal == QLatin1String(reason); }))
            return tableReason(reason);
    }
    return tableReason(
        RS_TABLE("There is neither a trace with device lanes nor step_trace_time.csv of any rank. The profiler writes "
                 "both when NPU activity is collected (at any level but none) and its data is analysed."));
}

} // namespace

bool isOfDiagnosis(const Finding &finding)
{
    return finding.code == findingcodes::hostBound;
}

std::shared_ptr<const RowSource> diagnosisRows(const std::vector<DiagnosedRun> &runs)
{
    std::vector<DiagnosisRow> rows;
    for (const DiagnosedRun &d : runs) {
        std::vector<DiagnosisRow> ofRun = rowsOf(d.run, d.diagnosis);
        // Only rows to act on: neither that all is well nor who waits for it.
        std::erase_if(ofRun, [](const DiagnosisRow &r) {
            return r.role == u"victim" || r.verdict.state == DiagnosisState::Fine;
        });
        for (const Finding &f : d.findings) {
            if (isOfDiagnosis(f))
                ofRun.push_back(rowOf(*d.run, f));
        }
        for (DiagnosisRow &row : ofRun) {
            if (d.run->infos.empty())
                row.rank = -1; // of a cluster analysis alone: no place of the run
            row.run = d.position;
            row.runName = d.run->name;
            rows.push_back(std::move(row));
        }
    }
    std::ranges::stable_sort(rows, [](const DiagnosisRow &a, const DiagnosisRow &b) {
        return a.costNs.value_or(-1) > b.costNs.value_or(-1);
    });
    return std::make_shared<DiagnosisRows>(columnsOfRuns(true), std::move(rows), true);
}

int runOfDiagnosis(const RowSource &rows, quint32 row)
{
    const auto *const source = dynamic_cast<const DiagnosisRows *>(&rows);
    return source ? source->all[row].run : -1;
}

const Verdict *verdictOf(const RowSource &rows, quint32 row)
{
    const auto *const source = dynamic_cast<const DiagnosisRows *>(&rows);
    return source ? &source->all[row].verdict : nullptr;
}

void addDiagnosisTable(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add("diagnosis", TableScope::Run, RS_TABLE("Diagnosis"),
                                     RS_TABLE("What slows the run: which rank, in which steps, by how much beyond "
                                              "its peers, and at what cost. No problem is an answer, too."),
                                     diagnosisColumns, makeDiagnosis, whyNoDiagnosis);
    table.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    table.ownPage = true;
    table.needsAllRanks = true;
    table.takesRates = true;
    table.takesDiagnosis = true;
}

} // namespace rs
