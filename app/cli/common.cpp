// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/domains.h"
#include "analysis/knownranks.h"

#include <algorithm>
#include <cstdio>

namespace rs::cli {

StandardOutput::StandardOutput()
{
    // A failure shows in ok(): every write to a file that is not open is refused.
    (void)m_file.open(stdout, QIODevice::WriteOnly);
}

std::unique_ptr<TableSink> StandardOutput::sink(Format format, bool emptyToo)
{
    auto out = makeSink(format, m_file, stdoutIsTerminal());
    out->setEmptyToo(emptyToo);
    return out;
}

bool StandardOutput::ok(const TableSink &sink)
{
    return sink.ok() && m_file.flush() && std::fflush(stdout) == 0;
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
        lines << QStringLiteral("  %1  %2").arg(i + 1).arg(runs[i].path);
    return lines.join(u'\n');
}

// One message of several lines; line ends are ours, the rest is escaped by say().
void sayLines(const QString &text)
{
    for (const QString &line : text.split(u'\n'))
        say(line);
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

std::optional<Run> pickRun(std::vector<Run> runs, Arguments &a, const TableSources &sources)
{
    auto n = static_cast<size_t>(a.number(QStringLiteral("run"), 1, 1));
    if (n > runs.size()) {
        sayLines(QStringLiteral("rankscope-cli: there is no run %1; there are:\n").arg(n) + runList(runs));
        return std::nullopt;
    }
    if (runs.size() > 1 && !a.isSet(QStringLiteral("run"))) {
        const auto able = std::find_if(runs.begin(), runs.end(), [&](const Run &run) { return sources.areIn(run); });
        n = able == runs.end() ? 1 : static_cast<size_t>(able - runs.begin()) + 1;
        sayLines(QStringLiteral("The path holds %1 runs, this is run %2%3; --run N chooses:\n")
                     .arg(runs.size())
                     .arg(n)
                     .arg(n > 1 ? QStringLiteral(", the first that can answer") : QString()) +
                 runList(runs));
    }
    return std::move(runs[n - 1]);
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
        if (run.infos[i].label == rank)
            return static_cast<int>(i);
    }
    return -1;
}

QString rankList(const Run &run)
{
    QStringList labels;
    for (const RankInfo &info : run.infos)
        labels << info.label;
    return labels.join(QStringLiteral(", "));
}

namespace {

// "0, 1" for one run; with several, each by its number and path.
QString ranksOf(const std::vector<Run> &runs, size_t firstNumber)
{
    QStringList out;
    for (size_t i = 0; i < runs.size(); ++i) {
        const QString ranks =
            runs[i].infos.empty() ? QStringLiteral("only those that the cluster analysis names") : rankList(runs[i]);
        out << (runs.size() == 1 && firstNumber == 1
                    ? ranks
                    : QStringLiteral("run %1 (%2): %3").arg(firstNumber + i).arg(runs[i].path, ranks));
    }
    return out.join(QStringLiteral("; "));
}

} // namespace

std::optional<Picked> pickRank(std::vector<Run> runs, Arguments &a, const QString &option, const TableSources &sources,
                               int &status, const QString &besides)
{
    status = statusOf(Exit::Usage);
    const size_t all = runs.size();
    size_t first = 1;
    if (a.isSet(QStringLiteral("run"))) {
        first = static_cast<size_t>(a.number(QStringLiteral("run"), 1, 1));
        if (first > runs.size()) {
            sayLines(QStringLiteral("rankscope-cli: there is no run %1; there are:\n").arg(first) + runList(runs));
            return std::nullopt;
        }
        Run chosen = std::move(runs[first - 1]);
        runs.clear();
        runs.push_back(std::move(chosen));
    }
    if (std::all_of(runs.begin(), runs.end(), [](const Run &run) { return run.infos.empty(); })) {
        say(QStringLiteral("rankscope-cli: the ranks of %1 are known only from the results of the cluster analysis, "
                           "which overview, communication and matrix print. Their own folders (*_ascend_ms, "
                           "*_ascend_pt, PROF_*), which all else is read from, are not there.")
                .arg(runs.front().path));
        status = statusOf(Exit::Nothing);
        return std::nullopt;
    }
    const QString rank = a.text(option);
    std::vector<std::pair<size_t, int>> having; // run, rank
    for (size_t i = 0; i < runs.size(); ++i) {
        // Without the option one rank speaks for itself; a comparison takes the first of two.
        const size_t ranks = runs[i].infos.size();
        const bool obvious = ranks == 1 || (option == u"base" && ranks == 2);
        const int index = a.isSet(option) ? rankIndexOf(runs[i], rank) : obvious ? 0 : -1;
        if (index >= 0)
            having.emplace_back(i, index);
    }
    if (having.empty()) {
        const QString ranks = ranksOf(runs, first);
        say(a.isSet(option)
                ? QStringLiteral("rankscope-cli: no rank %1; there are: %2").arg(rank, ranks)
                : QStringLiteral("rankscope-cli: --%1 is missing; there are the ranks %2").arg(option, ranks));
        return std::nullopt;
    }
    const auto able = std::find_if(having.begin(), having.end(), [&](const auto &h) {
        const int also = besides.isEmpty() ? h.second : rankIndexOf(runs[h.first], besides);
        return also >= 0 && sources.areIn(runs[h.first], h.second) && sources.areIn(runs[h.first], also);
    });
    const auto [run, index] = able == having.end() ? having.front() : *able;
    if (all > 1)
        say(QStringLiteral("The path holds %1 runs, rank %2 is that of run %3, %4; --run N chooses.")
                .arg(all)
                .arg(runs[run].infos[static_cast<size_t>(index)].label)
                .arg(first + run)
                .arg(runs[run].path));
    status = 0;
    return Picked{std::move(runs[run]), index};
}

void addFormat(Arguments &a)
{
    a.option(QStringLiteral("format"), QStringLiteral("FORMAT"),
             QStringLiteral("csv, json or table; default: a table on a terminal, CSV on a pipe."));
}

std::optional<CommonOptions> parseCommon(Arguments &a, const QStringList &arguments)
{
    if (!a.parse(arguments, 1, 1))
        return std::nullopt;
    const CommonOptions out{a.format(), a.memoryLimit()};
    (void)a.number(QStringLiteral("run"), 1, 1);
    return a.isWrong() ? std::nullopt : std::optional(out);
}

LoadedRun loadPickedRun(Session &session, Arguments &a, const TableSources &sources, bool oneRank)
{
    std::vector<Run> found = session.find(a.paths());
    if (found.empty())
        return {nullptr, statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing)};
    std::vector<int> only;
    Run chosen;
    if (oneRank) {
        int status = 0;
        std::optional<Picked> picked = pickRank(std::move(found), a, QStringLiteral("rank"), sources, status);
        if (!picked)
            return {nullptr, status};
        only = {picked->rankIndex};
        chosen = std::move(picked->run);
    } else {
        std::optional<Run> picked = pickRun(std::move(found), a, sources);
        if (!picked)
            return {nullptr, statusOf(Exit::Usage)};
        chosen = std::move(*picked);
    }
    LoadedRun out;
    out.run = session.load(std::move(chosen), only);
    if (!out.run)
        return {nullptr, statusOf(session.finish(true))};
    // The findings say what to do, and no other reason is the true one. What needs no file can be told nevertheless.
    const bool needsFiles = !sources.ofRank.isEmpty() || !sources.ofRun.isEmpty();
    if (needsFiles && hasOnlyDatabases(*out.run, only))
        return {nullptr, statusOf(session.finishEmpty())};
    return out;
}

std::optional<LoadedRank> loadOneRank(Session &session, Arguments &a, const TableSources &sources, int &status)
{
    const LoadedRun loaded = loadPickedRun(session, a, sources, true);
    status = loaded.status;
    if (!loaded.run)
        return std::nullopt;
    for (size_t i = 0; i < loaded.run->ranks.size(); ++i) {
        if (loaded.run->ranks[i])
            return LoadedRank{loaded.run, static_cast<int>(i)};
    }
    return std::nullopt;
}

int printTable(Session &session, Format format, const TableSpec &table, TableQuery query, qint64 limit)
{
    query.pool = &session.pool();
    std::vector<int> ranks{query.rank};
    if (table.scope == TableScope::Rank && query.rank < 0) {
        ranks.clear();
        for (size_t i = 0; i < query.run->ranks.size(); ++i) {
            if (query.run->ranks[i])
                ranks.push_back(static_cast<int>(i));
        }
    }
    StandardOutput out;
    const auto sink = out.sink(format, false);
    QStringList why;
    for (const int rank : ranks) {
        query.rank = rank;
        const std::shared_ptr<const RowSource> rows = table.make(query, session.job());
        if (!rows)
            return statusOf(session.finish(false));
        if (rows->rows() == 0 && table.whyEmpty) {
            why << table.whyEmpty(query);
            continue;
        }
        for (const QString &note : rows->notes())
            say(note);
        if (!sink->hasBegun())
            sink->begin(printedHeaders(rows->columns()));
        if (!writeRows(*sink, *rows, session.job(), limit))
            return statusOf(session.finish(false));
    }
    why.removeAll(QString());
    if (sink->rows() > 0 || why.isEmpty()) {
        // Without rows, none is the answer: the header alone says so.
        sink->setEmptyToo(true);
        if (!sink->hasBegun())
            sink->begin(printedHeaders(table.columns(query)));
        sink->end();
        for (const QString &sentence : why)
            say(sentence);
        return statusOf(session.finish(out.ok(*sink)));
    }
    for (const QString &sentence : why)
        say(sentence);
    return statusOf(session.finishEmpty());
}

bool checkDomain(const Run &run, const QString &domain)
{
    if (domain.isEmpty())
        return true;
    const std::vector<Domain> all = domains(run);
    if (findDomain(all, domain))
        return true;
    QStringList labels;
    for (const Domain &d : all)
        labels << d.label();
    say(QStringLiteral("rankscope-cli: no communication domain \"%1\"; there are: %2")
            .arg(domain, labels.isEmpty() ? QStringLiteral("none") : labels.join(QStringLiteral(", "))));
    return false;
}

bool checkStep(const QStringList &known, const QString &step)
{
    if (step.isEmpty() || known.contains(step))
        return true;
    say(QStringLiteral("rankscope-cli: no step %1; there are: %2")
            .arg(step,
                 known.isEmpty() ? QStringLiteral("none with a number or name") : known.join(QStringLiteral(", "))));
    return false;
}

bool checkCore(const QStringList &known, const QString &core)
{
    if (core.isEmpty() || known.contains(core))
        return true;
    say(QStringLiteral("rankscope-cli: no accelerator core \"%1\"; there are: %2")
            .arg(core, known.isEmpty() ? QStringLiteral("none") : known.join(QStringLiteral(", "))));
    return false;
}

} // namespace rs::cli
