// SPDX-License-Identifier: Apache-2.0
#include "analysis/advice/advice.h"
#include "analysis/diagnosis/diagnosis.h"
#include "core/text/ranklist.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"
#include "tables/base/userlists.h"

#include <QFile>
#include <QStandardPaths>
#include <QStringList>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace rs {

namespace {

constexpr const char *areaWords[] = {RS_TABLE("compute"), RS_TABLE("scheduling"), RS_TABLE("communication")};

const char *areaOf(const Advice &a)
{
    return areaWords[static_cast<size_t>(a.rule->area)];
}

const char *savingWord(SavingKind kind)
{
    static constexpr const char *words[] = {"", RS_TABLE("at most"), RS_TABLE("replayed")};
    return words[static_cast<size_t>(kind)];
}

// Advice that nobody can weigh is no more than worth a look, and what saves no more than some time may save none.
const char *priorityOf(const Advice &a)
{
    const double share = a.savesNs ? a.share.value_or(0) : 0;
    return share >= highAdviceShare && a.known != SavingKind::AtMost ? RS_TABLE("high")
           : share >= mediumAdviceShare                              ? RS_TABLE("medium")
                                                                     : RS_TABLE("low");
}

std::vector<ColumnSpec> changeColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"area", "Area", RS_TABLE("Area"), K::Word, RS_TABLE("Of the diagnosis.")},
        {"priority", "Priority", RS_TABLE("Priority"), K::Word,
         RS_TABLE(
             "high: replayed, it saves 5 % of the steps or more; medium: at least 3 %. What saves less than 1 % is "
             "not listed.")},
        {"saves", "Saves(ms)", RS_TABLE("Saves (%1)"), K::Milliseconds,
         RS_TABLE("Of all steps together, on the rank that it costs most; of a row below: how long that one takes. "
                  "Empty: not known.")},
        {"share", "Saves(%)", RS_TABLE("Saves (% of steps)"), K::Percent,
         RS_TABLE("Of the steps of the run; where it is not known what is saved, the time that was seen.")},
        {"known", "How Known", RS_TABLE("How known"), K::Word,
         RS_TABLE("replayed: the run was replayed without it. at most: no more than that can be saved.")},
        {"subject", "Subject", RS_TABLE("Subject"), K::Text, RS_TABLE("The operator, call, link or variable.")},
        {"seen", "Seen", RS_TABLE("What was seen"), K::Sentence},
        {"change", "What To Change", RS_TABLE("What to change"), K::Sentence},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label, RS_TABLE("The one that it costs most; empty: all of the run.")},
        {"ranks", "Ranks", RS_TABLE("Ranks"), K::Text, RS_TABLE("All on which it was seen.")},
        {"count", "Count", RS_TABLE("Count"), K::Integer, RS_TABLE("Over these ranks.")},
        {"time", "Time(ms)", RS_TABLE("Time (%1)"), K::Milliseconds, RS_TABLE("What was seen takes on that rank.")},
        {"rule", "Rule", RS_TABLE("Rule"), K::Text, RS_TABLE("docs/advice.md has its threshold and what it needs.")},
        {"source", "Source", RS_TABLE("Source"), K::Sentence, RS_TABLE("Whose rule it is.")},
    };
    setUnitGroup(out, 1, {u"saves", u"time"});
    leadWith(out, {u"area", u"saves", u"share", u"seen", u"change", u"known", u"priority", u"subject"});
    return out;
}

std::vector<ColumnSpec> evidenceColumns()
{
    using K = ValueKind;
    return {
        {"rule", "Rule", RS_TABLE("Rule"), K::Text, RS_TABLE("The table of advice has it.")},
        {"subject", "Subject", RS_TABLE("Subject"), K::Text, RS_TABLE("The operator, call, link or variable.")},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"name", "Name", RS_TABLE("Name"), K::Text, RS_TABLE("Of the call, the kernel or the link.")},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp},
        {"time", "Time(ms)", RS_TABLE("Time (%1)"), K::Milliseconds,
         RS_TABLE("How long it takes, or, of what makes the device wait, how long that has nothing to do.")},
        {"more", "More", RS_TABLE("More"), K::Text, RS_TABLE("Shapes, data types, blocks or a size.")},
    };
}

double milliseconds(qint64 ns)
{
    return static_cast<double>(ns) / 1e6;
}

RowPlace placeOf(const Run &run, const AdviceEvidence &e)
{
    RowPlace out{e.rank < std::ssize(run.infos) ? e.rank : -1, e.slice, e.time};
    if (e.link)
        out.link = LinkPlace{e.link->first, e.link->second};
    return out;
}

QString labelOfRank(const Run &run, int rank)
{
    return rank >= 0 && rank < std::ssize(run.infos) ? rankLabel(run, rank) : QString();
}

/// With what a row rests on.
class AdviceRows final : public CellRows
{
public:
    AdviceRows(AdviceReport report, const Run &run, const QString &area);
    [[nodiscard]] const Advice &at(quint32 row) const { return m_all[row]; }

private:
    std::vector<Advice> m_all;
};

QString rankList(const Run &run, const std::vector<int> &ranks)
{
    QStringList out;
    for (const int rank : ranks)
        out << labelOfRank(run, rank);
    return out.join(QStringLiteral(", "));
}

AdviceRows::AdviceRows(AdviceReport report, const Run &run, const QString &area)
    : CellRows(changeColumns()), m_all(std::move(report.advice))
{
    std::erase_if(m_all, [&](const Advice &a) { return !area.isEmpty() && area != QLatin1String(areaOf(a)); });
    for (const Advice &a : m_all) {
        const RowPlace place = a.evidence.empty() ? RowPlace{a.rank, NoSlice, {}} : placeOf(run, a.evidence.front());
        add(place,
            {areaOf(a), priorityOf(a), a.savesNs ? Cell(milliseconds(*a.savesNs)) : Cell(),
             a.share ? Cell(100 * *a.share) : Cell(), savingWord(a.known), a.subject, a.seen, a.change,
             labelOfRank(run, a.rank), rankList(run, a.ranks), a.count, cellIf(a.timeNs > 0, milliseconds(a.timeNs)),
             QString::fromLatin1(a.rule->id), Phrase(QString::fromUtf8(a.rule->source))});
        setShare(u"share", a.share ? std::optional(std::clamp(*a.share, 0.0, 1.0)) : std::nullopt);
    }
}

// Rules that could not be checked, those of one reason together; of all ranks once.
std::vector<RowNote> notesOf(const AdviceReport &report, const Run &run, const AdviceLists &lists)
{
    std::vector<std::pair<Phrase, std::vector<int>>> reasons; // with the ranks
    std::map<QString, QStringList> rules;                     // by reason and ranks
    const auto keyOf = [](const Phrase &why, const std::vector<int> &ranks) {
        QString out = why.literal;
        for (const int rank : ranks)
            out += QStringLiteral("\n%1").arg(rank);
        return out;
    };
    for (const UncheckedRule &u : report.unchecked) {
        QStringList &ids = rules[keyOf(u.why, u.ranks)];
        if (ids.isEmpty())
            reasons.emplace_back(u.why, u.ranks);
        ids << QLatin1String(u.rule->id);
    }
    std::vector<RowNote> out;
    for (auto &[why, ranks] : reasons) {
        const QString ids = rules[keyOf(why, ranks)].join(QStringLiteral(", "));
        const Phrase text = why.arguments.isEmpty() ? Phrase(why.literal, {ids}) : why;
        if (ranks.size() == run.ranks.size() || ranks.empty())
            out.emplace_back(text);
        else
            out.emplace_back(text, rankList(run, ranks));
    }
    if (lists.fault)
        out.emplace_back(Phrase(*lists.fault));
    return out;
}

AdviceReport reportOf(const TableQuery &query, const JobContext &job, const AdviceLists &lists)
{
    const std::shared_ptr<const Diagnosis> known =
        query.diagnosis ? query.diagnosis
                        : std::make_shared<const Diagnosis>(diagnose(*query.run, query.thresholds, job, query.rates));
    return advise(*query.run, {lists, query.rates, known.get(), query.pool, userChipPeaks()}, job);
}

std::shared_ptr<const RowSource> makeChanges(const TableQuery &query, const JobContext &job)
{
    const AdviceLists lists = userAdviceLists();
    AdviceReport report = reportOf(query, job, lists);
    if (job.isCanceled())
        return nullptr;
    std::vector<RowNote> notes = notesOf(report, *query.run, lists);
    auto rows = std::make_shared<AdviceRows>(std::move(report), *query.run, query.area);
    rows->setNotes(std::move(notes));
    return rows;
}

RowDetails evidenceOfRow(const TableQuery &query, const RowSource &rows, quint32 row, size_t most, const JobContext &)
{
    auto below = std::make_shared<CellRows>(changeColumns());
    const auto *const source = dynamic_cast<const AdviceRows *>(&rows);
    RowDetails out{row, below, false};
    if (!source)
        return out;
    const Run &run = *query.run;
    const std::vector<AdviceEvidence> &all = source->at(row).evidence;
    const auto add = [&](const RowPlace &place, const QString &rank, const QString &name, qint64 count, qint64 ns) {
        below->add(place, {Cell(), Cell(), milliseconds(ns), Cell(), Cell(), name, Cell(), Cell(), rank, Cell(), count,
                           Cell(), Cell(), Cell()});
    };
    const size_t shown = all.size() > most ? most : all.size();
    for (size_t i = 0; i < shown; ++i)
        add(placeOf(run, all[i]), labelOfRank(run, all[i].rank), all[i].name, 1, all[i].durationNs);
    if (shown < all.size()) {
        qint64 ns = 0;
        for (size_t i = shown; i < all.size(); ++i)
            ns += all[i].durationNs;
        add({}, {}, {}, static_cast<qint64>(all.size() - shown), ns);
        out.more = true;
    }
    return out;
}

std::shared_ptr<const RowSource> makeEvidence(const TableQuery &query, const JobContext &job)
{
    const AdviceLists lists = userAdviceLists();
    const AdviceReport report = reportOf(query, job, lists);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(evidenceColumns());
    for (const Advice &a : report.advice) {
        if (!query.area.isEmpty() && query.area != QLatin1String(areaOf(a)))
            continue;
        for (const AdviceEvidence &e : a.evidence)
            rows->add(placeOf(*query.run, e),
                      {QString::fromLatin1(a.rule->id), a.subject, labelOfRank(*query.run, e.rank), e.name,
                       e.time ? Cell(e.time->from) : Cell(), cellIf(e.durationNs > 0, milliseconds(e.durationNs)),
                       e.more});
    }
    rows->setNotes(notesOf(report, *query.run, lists));
    return rows;
}

bool isAnyRead(const Run &run)
{
    return std::ranges::any_of(run.ranks, [](const auto &rank) { return rank && (rank->trace || rank->kernels); });
}

Phrase whyNoChanges(const TableQuery &query)
{
    if (!isAnyRead(*query.run))
        return tableReason(RS_TABLE("Rules look at the traces and the kernel tables of ranks, and none is loaded."));
    const AdviceReport report = reportOf(query, JobContext(), userAdviceLists());
    if (!query.area.isEmpty() && !report.advice.empty())
        return tableReason(
            RS_TABLE("Nothing to change in this area that would save 1 % of the steps; other areas have advice."));
    std::set<QString> unchecked;
    for (const UncheckedRule &u : report.unchecked)
        unchecked.insert(QLatin1String(u.rule->id));
    QStringList checked;
    for (const AdviceRule &rule : adviceRules()) {
        if (!unchecked.contains(QLatin1String(rule.id)))
            checked << QLatin1String(rule.id);
    }
    if (unchecked.empty())
        return tableReason(RS_TABLE("Nothing to change that would save 1 % of the steps. Checked: %1."),
                           {checked.join(QStringLiteral(", "))});
    return tableReason(
        RS_TABLE("Nothing to change that would save 1 % of the steps. Checked: %1. Not checked on every rank: %2."),
        {checked.join(QStringLiteral(", ")),
         QStringList(unchecked.begin(), unchecked.end()).join(QStringLiteral(", "))});
}

} // namespace

void addAdviceTables(Catalogue &catalogue)
{
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, auto columns,
                                  auto make) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint, columns, make, whyNoChanges);
        table.noneIsAnswer = [](const TableQuery &query) { return isAnyRead(*query.run); };
        table.parameters = {Parameter::Area};
        table.sources = {{QStringLiteral("trace"), QStringLiteral("kernel_details"), QStringLiteral("op_summary")}, {}};
        table.needsAllRanks = true;
        table.takesRates = true;
        table.takesDiagnosis = true;
        return table;
    };
    TableSpec &advice = add("advice", RS_TABLE("Advice"),
                            RS_TABLE("What to change, and what it would save: by the verdicts of the diagnosis and by "
                                     "rules on operators, the host, communication and data. No advice is an answer, "
                                     "too."),
                            changeColumns, makeChanges);
    advice.ownPage = true;
    advice.unfold = evidenceOfRow;
    add("advice.rows", RS_TABLE("Evidence of advice"),
        RS_TABLE("The calls, kernels, gaps and links on which each piece of advice rests, the longest first."),
        evidenceColumns, makeEvidence);
}

} // namespace rs
