// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/domainchoice.h"
#include "app/cli/verbs.h"

#include "importers/files/osfile.h"

#include "core/text/ranklist.h"
#include "sql/sqlresult.h"

#include "analysis/ranks/lanedomains.h"
#include "analysis/ranks/knownranks.h"

#include "tables/tables.h"

#include <QFileInfo>

#include <algorithm>

namespace rs::cli {

QString resolvedPath(const QString &path)
{
    QString rest;
    QString there = osAbsolutePath(path);
    while (there.size() > 1 && !osInfo(there).exists) {
        const qsizetype slash = there.lastIndexOf(u'/');
        rest = there.mid(slash) + rest;
        there = slash > 0 ? there.left(slash) : QStringLiteral("/");
    }
    const QString known = osCanonicalPath(there);
    return known == u"/" && !rest.isEmpty() ? rest : known + rest;
}

QString inputAround(const QString &given, const QStringList &inputs)
{
    const QString folder = resolvedPath(given);
    for (const QString &input : inputs) {
        const bool isFolder = osInfo(input).isFolder;
        const QString around = resolvedPath(isFolder ? input : input + QStringLiteral("/.."));
        const QString inside = around.endsWith(u'/') ? around : around + u'/';
        if (folder == around || (isFolder && folder.startsWith(inside)))
            return input;
    }
    return {};
}

void addRunOption(Arguments &a)
{
    a.option(QStringLiteral("run"), QStringLiteral("N"),
             QStringLiteral("When the path holds several runs: which one, from 1, as info numbers them; default: the "
                            "first that fits."));
}

namespace {

QString runList(const std::vector<Run> &runs)
{
    QStringList lines;
    for (size_t i = 0; i < runs.size(); ++i)
        lines << QStringLiteral("  %1  %2").arg(i + 1).arg(runs[i].title());
    return lines.join(u'\n');
}

// One message of several lines; line ends are ours, the rest is escaped by say().
void sayLines(Call &call, const QString &text)
{
    for (const QString &line : text.split(u'\n'))
        call.say(line);
}

} // namespace

bool hasOnlyDatabases(const Run &run, const std::vector<int> &only)
{
    const auto used = [](const FileEntry &f) { return f.used; };
    if (only.empty() && std::any_of(run.cluster.files.begin(), run.cluster.files.end(), used))
        return false;
    for (int i = 0; i < static_cast<int>(run.infos.size()); ++i) {
        const bool asked = only.empty() || std::find(only.begin(), only.end(), i) != only.end();
        if (asked && !hasOnlyDatabases(run.infos[static_cast<size_t>(i)]))
            return false;
    }
    return !run.infos.empty();
}

int rankIndexOf(const Run &run, const QString &rank)
{
    bool ok = false;
    const int number = rank.toInt(&ok);
    if (ok && number >= 0) {
        if (const int i = run.indexOf(number); i >= 0)
            return i;
    }
    for (size_t i = 0; i < run.infos.size(); ++i) {
        if (run.infos[i].label == rank || QFileInfo(run.infos[i].path).fileName() == rank)
            return static_cast<int>(i);
    }
    // A rank without a number is found by its device as well.
    const auto isDevice = [&](const RankInfo &info) { return ok && info.part && info.device == number; };
    const auto at = std::find_if(run.infos.begin(), run.infos.end(), isDevice);
    return at == run.infos.end() ? -1 : static_cast<int>(at - run.infos.begin());
}

QString rankList(const Run &run)
{
    QStringList labels;
    for (const RankInfo &info : run.infos)
        labels << info.label;
    return labels.join(QStringLiteral(", "));
}

namespace {

// "0, 1" for the only run; with several, each by its number and path.
QString ranksOf(const std::vector<Run> &runs, const std::vector<size_t> &asked)
{
    QStringList out;
    for (const size_t i : asked) {
        const QString ranks =
            runs[i].infos.empty() ? QStringLiteral("only those that the cluster analysis names") : rankList(runs[i]);
        out << (asked.size() == 1 && i == 0 ? ranks
                                            : QStringLiteral("run %1 (%2): %3").arg(i + 1).arg(runs[i].title(), ranks));
    }
    return out.join(QStringLiteral("; "));
}

} // namespace

namespace {

// A run in which a verb may find its answer, and the rank that was asked for in it; -1 for all of them.
struct Choice
{
    size_t run = 0;
    int rank = -1;
};

// The runs that the option leaves, all without it; none when its number is too large, which is said.
std::vector<size_t> askedRuns(const std::vector<Run> &runs, Arguments &a, const QString &option = QStringLiteral("run"))
{
    std::vector<size_t> out;
    if (!a.isSet(option)) {
        for (size_t i = 0; i < runs.size(); ++i)
            out.push_back(i);
        return out;
    }
    const auto n = static_cast<size_t>(a.number(option, 1, 1));
    if (n <= runs.size())
        out.push_back(n - 1);
    else
        sayLines(a.call(), QStringLiteral("rankscope-cli: there is no run %1; there are:\n").arg(n) + runList(runs));
    return out;
}

// Where the rank of the option is, in the order of the runs. None is said, with the status to end with.
std::vector<Choice> choicesOfRank(const std::vector<Run> &runs, Arguments &a, const QString &option,
                                  const TableSources &sources, int &status)
{
    status = statusOf(Exit::Usage);
    const bool isOther = option == u"other" && a.isSet(QStringLiteral("other-run"));
    const std::vector<size_t> asked = askedRuns(runs, a, isOther ? QStringLiteral("other-run") : QStringLiteral("run"));
    if (asked.empty())
        return {};
    if (std::all_of(asked.begin(), asked.end(), [&](size_t i) { return runs[i].infos.empty(); })) {
        a.call().say(
            QStringLiteral("rankscope-cli: the ranks of %1 are known only from the results of the cluster analysis, "
                           "which overview, communication and matrix print. Their own folders (*_ascend_ms, "
                           "*_ascend_pt, PROF_*), which all else is read from, are not there.")
                .arg(runs[asked.front()].path));
        status = statusOf(Exit::Nothing);
        return {};
    }
    const QString rank = a.text(option);
    std::vector<Choice> out;
    for (const size_t i : asked) {
        // Without the option one rank speaks for itself; a comparison takes the first of two.
        const size_t ranks = runs[i].infos.size();
        const bool obvious = ranks == 1 || (option == u"base" && ranks == 2);
        const int index = a.isSet(option) ? rankIndexOf(runs[i], rank) : obvious ? 0 : -1;
        if (index >= 0)
            out.push_back({i, index});
    }
    // Where no rank could answer, there is no choice to ask for: the first one says why.
    const bool anyAble = std::any_of(asked.begin(), asked.end(), [&](size_t i) {
        for (int index = 0; index < static_cast<int>(runs[i].infos.size()); ++index) {
            if (sources.areIn(runs[i], index))
                return true;
        }
        return false;
    });
    if (out.empty() && !a.isSet(option) && !anyAble)
        out.push_back({asked.front(), 0});
    if (out.empty()) {
        const QString ranks = ranksOf(runs, asked);
        a.call().say(a.isSet(option)
                         ? QStringLiteral("rankscope-cli: no rank %1; there are: %2").arg(rank, ranks)
                         : QStringLiteral("rankscope-cli: --%1 is missing; there are the ranks %2").arg(option, ranks));
        return {};
    }
    status = 0;
    return out;
}

// Which one of several runs is taken, unless the user chose it. `answers`: runs before it were passed over because they
// cannot answer.
void sayTaken(const std::vector<Run> &runs, const Choice &taken, bool answers, Arguments &a,
              const QString &option = QStringLiteral("run"))
{
    if (runs.size() == 1 || a.isSet(option))
        return;
    if (taken.rank >= 0) {
        a.call().say(QStringLiteral("The path holds %1 runs, rank %2 is that of run %3, %4; --run N chooses.")
                         .arg(runs.size())
                         .arg(runs[taken.run].infos[static_cast<size_t>(taken.rank)].label)
                         .arg(taken.run + 1)
                         .arg(runs[taken.run].title()));
    } else {
        sayLines(a.call(), QStringLiteral("The path holds %1 runs, this is run %2%3; --run N chooses:\n")
                                   .arg(runs.size())
                                   .arg(taken.run + 1)
                                   .arg(answers ? QStringLiteral(", the first that can answer") : QString()) +
                               runList(runs));
    }
}

// A table of one rank is made for each of those that were read when none was chosen.
std::vector<int> ranksAsked(const TableSpec &table, const TableQuery &query)
{
    if (table.scope != TableScope::Rank || query.rank >= 0)
        return {query.rank};
    std::vector<int> out;
    for (size_t i = 0; i < query.run->ranks.size(); ++i) {
        if (query.run->ranks[i])
            out.push_back(static_cast<int>(i));
    }
    return out;
}

// Whether a table without rows has answered the query with that.
bool noneIsAnswer(const TableSpec &table, const TableQuery &query)
{
    return !table.whyEmpty || table.whyEmpty(query).isEmpty() || (table.noneIsAnswer && table.noneIsAnswer(query));
}

// Whether the table has rows for the query, or none is its answer; nothing when cancelled.
std::optional<bool> canAnswer(Session &session, const TableSpec &table, TableQuery query)
{
    query.pool = &session.pool();
    for (const int rank : ranksAsked(table, query)) {
        query.rank = rank;
        const std::shared_ptr<const RowSource> rows = table.rows(query, session.job());
        if (!rows)
            return std::nullopt;
        if (rows->rows() > 0 || noneIsAnswer(table, query))
            return true;
    }
    return false;
}

} // namespace

std::optional<Picked> pickRank(std::vector<Run> runs, Arguments &a, const QString &option, const TableSources &sources,
                               int &status, const QString &besides)
{
    const std::vector<Choice> having = choicesOfRank(runs, a, option, sources, status);
    if (having.empty())
        return std::nullopt;
    const auto able = std::find_if(having.begin(), having.end(), [&](const Choice &c) {
        const int also = besides.isEmpty() ? c.rank : rankIndexOf(runs[c.run], besides);
        return also >= 0 && sources.areIn(runs[c.run], c.rank) && sources.areIn(runs[c.run], also);
    });
    const Choice taken = able == having.end() ? having.front() : *able;
    const bool isOther = option == u"other" && a.isSet(QStringLiteral("other-run"));
    sayTaken(runs, taken, taken.run > 0, a, isOther ? QStringLiteral("other-run") : QStringLiteral("run"));
    return Picked{std::move(runs[taken.run]), taken.rank};
}

void addRanksOption(Arguments &a)
{
    a.option(QStringLiteral("ranks"), QStringLiteral("LIST"),
             QStringLiteral("Only these ranks: 0-7,16. Default: all of them."));
}

std::vector<int> ranksOption(Arguments &a)
{
    const QString text = a.text(QStringLiteral("ranks"));
    if (!a.isSet(QStringLiteral("ranks")))
        return {};
    const std::optional<std::vector<int>> out = ranksOfText(text);
    if (!out || out->empty())
        a.mistake(QStringLiteral("--ranks: \"%1\" is no list of ranks such as 0-7,16.").arg(text));
    return out.value_or(std::vector<int>());
}

void addRateOption(Arguments &a)
{
    a.repeatedOption(
        QStringLiteral("rate"), QStringLiteral("NAME=GBPS"),
        QStringLiteral("Reference rate of a transport in GB/s, for example HCCS=28; may be given for several."));
}

ReferenceRates ratesOption(Arguments &a)
{
    ReferenceRates out;
    QStringList set;
    for (const QString &text : a.texts(QStringLiteral("rate"))) {
        const QString name = text.section(u'=', 0, 0).trimmed();
        bool isNumber = false;
        const double rate = text.section(u'=', 1).trimmed().toDouble(&isNumber);
        const auto field = std::find_if(rateFields().begin(), rateFields().end(), [&name](const RateField &f) {
            return name.compare(QLatin1String(f.transport), Qt::CaseInsensitive) == 0;
        });
        if (field == rateFields().end()) {
            QStringList names;
            for (const RateField &f : rateFields())
                names << QLatin1String(f.transport);
            a.mistake(QStringLiteral("--rate: \"%1\" names no transport; write one such as HCCS=28, of %2.")
                          .arg(text, names.join(QStringLiteral(", "))));
        } else if (!isNumber || !(rate >= field->least && rate <= field->most)) {
            a.mistake(QStringLiteral("--rate: \"%1\" is no rate of %2: that is a number from %3 to %4, in GB/s.")
                          .arg(text, QLatin1String(field->transport), QString::number(field->least),
                               QString::number(field->most)));
        } else if (const QString key = QString::fromLatin1(field->key); set.contains(key)) {
            a.mistake(QStringLiteral("--rate is given more than once for %1.").arg(QLatin1String(field->transport)));
        } else {
            set << key;
            field->of(out) = rate;
        }
    }
    return out;
}

bool checkRanks(Call &call, const Run &run, const std::vector<int> &ranks)
{
    for (const int rank : ranks) {
        if (run.indexOf(rank) < 0) {
            call.say(QStringLiteral("rankscope-cli: no rank %1 in %2; there are: %3")
                         .arg(QString::number(rank), run.path, rankList(run)));
            return false;
        }
    }
    return true;
}

void addStateOption(Arguments &a)
{
    a.option(QStringLiteral("state"), QStringLiteral("LIST"),
             QStringLiteral("Only operators of these states: grown, shrunk, within-noise, too-few-steps, unchanged, "
                            "only-base (or gone), only-other (or new); several joined by commas."));
}

std::vector<CompareState> statesOption(Arguments &a)
{
    constexpr std::pair<const char *, CompareState> names[] = {{"grown", CompareState::Grown},
                                                               {"shrunk", CompareState::Shrunk},
                                                               {"within-noise", CompareState::WithinNoise},
                                                               {"too-few-steps", CompareState::TooFewSteps},
                                                               {"unchanged", CompareState::Unchanged},
                                                               {"only-base", CompareState::OnlyBase},
                                                               {"gone", CompareState::OnlyBase},
                                                               {"only-other", CompareState::OnlyOther},
                                                               {"new", CompareState::OnlyOther}};
    std::vector<CompareState> out;
    if (!a.isSet(QStringLiteral("state")))
        return out;
    for (const QString &word : a.text(QStringLiteral("state")).split(u',')) {
        const auto *const at = std::find_if(std::begin(names), std::end(names), [&word](const auto &name) {
            return word.trimmed() == QLatin1String(name.first);
        });
        if (at != std::end(names)) {
            out.push_back(at->second);
            continue;
        }
        a.mistake(QStringLiteral("--state: \"%1\" is none of grown, shrunk, within-noise, too-few-steps, unchanged, "
                                 "only-base, gone, only-other, new.")
                      .arg(word));
    }
    return out;
}

std::optional<CommonOptions> parseCommon(Arguments &a, const QStringList &arguments,
                                         const std::function<void()> &readMore, int paths)
{
    if (!a.parse(arguments, 1, paths))
        return std::nullopt;
    const CommonOptions out{a.output(), a.memoryLimit()};
    (void)a.number(QStringLiteral("run"), 1, 1);
    if (readMore)
        readMore();
    return a.isWrong() ? std::nullopt : std::optional(out);
}

int statusOfNone(Session &session, const Arguments &a)
{
    if (a.status() != 0)
        return a.status();
    return statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing);
}

std::vector<Run> findRuns(Session &session, Arguments &a, const QStringList &paths)
{
    std::vector<Run> found = session.find(paths);
    if (paths.size() < 2 || found.size() < 2 || a.isSet(QStringLiteral("run")))
        return found;
    a.refusePaths(1);
    (void)a.isWrong();
    return {};
}

LoadedRun loadPickedRun(Session &session, Arguments &a, const TableSpec &table, TableQuery &query, bool oneRank,
                        const TableSources *sources)
{
    const TableSources &from = sources ? *sources : table.sources;
    const std::vector<Run> found = findRuns(session, a, a.pathsOfRun());
    if (found.empty())
        return {nullptr, statusOfNone(session, a)};
    std::vector<Choice> choices;
    int status = statusOf(Exit::Usage);
    if (oneRank) {
        choices = choicesOfRank(found, a, QStringLiteral("rank"), from, status);
    } else {
        for (const size_t i : askedRuns(found, a))
            choices.push_back({i, -1});
    }
    if (choices.empty())
        return {nullptr, status};
    // What is said of a rank may follow from all of them.
    const auto only = [&table](const Choice &c) {
        return c.rank < 0 || table.needsAllRanks ? std::vector<int>{} : std::vector<int>{c.rank};
    };
    const Choice first = choices.front();
    // Files of the right kind are the least; whether they hold what is asked for is seen when they are read.
    std::erase_if(choices, [&](const Choice &c) { return !from.areIn(found[c.run], c.rank); });
    Choice taken = choices.empty() ? first : choices.front();
    LoadedRun out;
    for (size_t i = 0; i < choices.size() && choices.size() > 1 && !out.run; ++i) {
        taken = choices[i];
        query.run = session.read(found[taken.run], only(taken));
        if (table.scope == TableScope::Rank)
            query.rank = taken.rank;
        const std::optional<bool> able = query.run ? canAnswer(session, table, query) : std::nullopt;
        if (!able)
            return {nullptr, statusOf(session.finish(true))};
        if (*able)
            out.run = query.run;
        query.run.reset(); // before the next one needs the room
    }
    const bool answers = out.run || choices.size() == 1;
    if (!answers && !choices.empty())
        taken = choices.front();
    sayTaken(found, taken, answers && taken.run > first.run, a);
    if (!out.run)
        out.run = session.read(found[taken.run], only(taken));
    if (!out.run)
        return {nullptr, statusOf(session.finish(true))};
    session.keep(*out.run, only(taken).empty());
    // The findings say what to do, and no other reason is the true one. What needs no file can be told nevertheless.
    const bool needsFiles = !from.ofRank.isEmpty() || !from.ofRun.isEmpty();
    if (needsFiles && hasOnlyDatabases(*out.run, only(taken)))
        return {nullptr, statusOf(session.finishEmpty())};
    query.run = out.run;
    if (table.scope == TableScope::Rank)
        query.rank = taken.rank;
    // What verbs look up before they print the table takes no more than the table.
    (void)table.room(query, session.job());
    return out;
}

LoadedRun loadOtherRun(Session &session, Arguments &a)
{
    const QString path = a.paths().last();
    std::vector<Run> found = session.find({path});
    if (found.empty())
        return {nullptr, statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing)};
    const std::vector<size_t> asked = askedRuns(found, a, QStringLiteral("other-run"));
    if (asked.empty())
        return {nullptr, statusOf(Exit::Usage)};
    if (asked.size() > 1)
        sayLines(
            a.call(),
            QStringLiteral("%1 holds several runs; the first one is compared with (--other-run chooses):\n").arg(path) +
                runList(found));
    const std::shared_ptr<const Run> run = session.load(std::move(found[asked.front()]));
    return {run, run ? 0 : statusOf(session.finish(true))};
}

int printTable(Session &session, const Output &output, const TableSpec &table, TableQuery query)
{
    query.pool = &session.pool();
    Call &call = session.call();
    TableSink &sink = call.table(output, false);
    QStringList why;
    bool answered = false;
    for (const int rank : ranksAsked(table, query)) {
        query.rank = rank;
        const std::shared_ptr<const RowSource> rows = table.rows(query, session.job());
        if (!rows)
            return statusOf(session.finish(false));
        if (rows->rows() == 0 && table.whyEmpty) {
            why << table.whyEmpty(query).english();
            answered = answered || noneIsAnswer(table, query);
            continue;
        }
        for (const RowNote &note : rows->notes())
            call.say(note.english());
        if (!sink.hasBegun() && !call.begin(sink, rows->columns()))
            return statusOf(Exit::Usage);
        if (const auto *const statement = dynamic_cast<const SqlResult *>(rows.get()); statement && statement->isCut())
            call.setTotalUnknown(true);
        call.rowsFrom(rows, query.run);
        if (!writeRows(sink, *rows, session.job()))
            return statusOf(session.finish(call.isWritten(sink)));
    }
    // A step that nobody has is a mistake of who asks, whatever the table would say.
    if (const QStringList steps = sink.known() == 0 ? query.run->steps() : QStringList();
        !steps.isEmpty() && !checkStep(call, steps, query.step))
        return statusOf(Exit::Usage);
    if (const std::optional<Phrase> stage = sink.known() == 0 ? whyNotThatStage(query) : std::nullopt) {
        call.say(QStringLiteral("rankscope-cli: ") + stage->english());
        return statusOf(Exit::Usage);
    }
    why.removeAll(QString());
    if (sink.known() > 0 || why.isEmpty() || answered) {
        // Without rows, none is the answer: an empty list, or the header alone, and a sentence for who reads it.
        if (sink.known() == 0 && why.isEmpty())
            call.say(QStringLiteral("%1: there are none.").arg(table.title));
        sink.setEmptyToo(output.format != Format::Table);
        if (!sink.hasBegun() && !call.begin(sink, table.columns(query)))
            return statusOf(Exit::Usage);
        sink.end();
        call.sayMore(sink);
        for (const QString &sentence : why)
            call.say(sentence);
        return statusOf(session.finish(call.isWritten(sink)));
    }
    for (const QString &sentence : why)
        call.say(sentence);
    return statusOf(session.finishEmpty());
}

bool checkDomain(Call &call, const Run &run, const QString &domain)
{
    if (domain.isEmpty())
        return true;
    const std::vector<Domain> all = domains(run);
    if (DomainChoice(all, domain).isKnown())
        return true;
    const QStringList unknown = unknownDomains(run);
    if (unknown.contains(domain))
        return true;
    QStringList labels;
    for (const Domain &d : all)
        labels << d.label();
    labels << unknown;
    call.say(QStringLiteral("rankscope-cli: no communication domain \"%1\"; there are: %2")
                 .arg(domain, labels.isEmpty() ? QStringLiteral("none") : labels.join(QStringLiteral(", "))));
    return false;
}

bool checkStep(Call &call, const QStringList &known, const QString &step)
{
    if (step.isEmpty() || known.contains(step))
        return true;
    call.say(QStringLiteral("rankscope-cli: no step %1; there are: %2")
                 .arg(step, known.isEmpty() ? QStringLiteral("none with a number or name")
                                            : known.join(QStringLiteral(", "))));
    return false;
}

bool checkCore(Call &call, const QStringList &known, const QString &core)
{
    if (core.isEmpty() || known.contains(core))
        return true;
    call.say(QStringLiteral("rankscope-cli: no accelerator core \"%1\"; there are: %2")
                 .arg(core, known.isEmpty() ? QStringLiteral("none") : known.join(QStringLiteral(", "))));
    return false;
}

} // namespace rs::cli
