// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/domains.h"

#include <cstdio>

namespace rs::cli {

StandardOutput::StandardOutput()
{
    // A failure shows in ok(): every write to a file that is not open is refused.
    (void)m_file.open(stdout, QIODevice::WriteOnly);
}

std::unique_ptr<TableSink> StandardOutput::sink(Format format)
{
    return makeSink(format, m_file);
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

std::optional<Run> pickRun(std::vector<Run> runs, Arguments &a)
{
    const auto n = static_cast<size_t>(a.number(QStringLiteral("run"), 1, 1));
    if (n > runs.size()) {
        sayLines(QStringLiteral("rankscope-cli: there is no run %1; there are:\n").arg(n) + runList(runs));
        return std::nullopt;
    }
    if (runs.size() > 1 && !a.isSet(QStringLiteral("run"))) {
        sayLines(QStringLiteral("The path holds %1 runs, this is the first; --run N chooses:\n").arg(runs.size()) +
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

std::optional<Picked> pickRank(std::vector<Run> runs, Arguments &a, const QString &option, int &status)
{
    status = statusOf(Exit::Usage);
    if (a.isSet(QStringLiteral("run"))) {
        const auto n = static_cast<size_t>(a.number(QStringLiteral("run"), 1, 1));
        if (n > runs.size()) {
            sayLines(QStringLiteral("rankscope-cli: there is no run %1; there are:\n").arg(n) + runList(runs));
            return std::nullopt;
        }
        runs = {std::move(runs[n - 1])};
    }
    const QString rank = a.text(option);
    QStringList known;
    size_t having = 0;
    std::optional<Picked> out;
    for (Run &run : runs) {
        known << rankList(run);
        // Without the option one rank speaks for itself; a comparison takes the first of two.
        const bool obvious = run.infos.size() == 1 || (option == u"base" && run.infos.size() == 2);
        const int index = a.isSet(option) ? rankIndexOf(run, rank) : obvious ? 0 : -1;
        if (index < 0)
            continue;
        ++having;
        if (!out)
            out = Picked{std::move(run), index};
    }
    if (!out) {
        const QString ranks = known.join(QStringLiteral("; "));
        say(a.isSet(option)
                ? QStringLiteral("rankscope-cli: no rank %1; there are: %2").arg(rank, ranks)
                : QStringLiteral("rankscope-cli: --%1 is missing; there are the ranks %2").arg(option, ranks));
        return std::nullopt;
    }
    if (having > 1)
        say(QStringLiteral("%1 runs have this rank, this is the one of %2; --run N chooses.")
                .arg(having)
                .arg(out->run.path));
    status = 0;
    return out;
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

LoadedRun loadPickedRun(Session &session, Arguments &a, bool oneRank)
{
    std::vector<Run> found = session.find(a.paths());
    if (found.empty())
        return {nullptr, statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing)};
    std::vector<int> only;
    Run chosen;
    if (oneRank) {
        int status = 0;
        std::optional<Picked> picked = pickRank(std::move(found), a, QStringLiteral("rank"), status);
        if (!picked)
            return {nullptr, status};
        only = {picked->rankIndex};
        chosen = std::move(picked->run);
    } else {
        std::optional<Run> picked = pickRun(std::move(found), a);
        if (!picked)
            return {nullptr, statusOf(Exit::Usage)};
        chosen = std::move(*picked);
    }
    LoadedRun out;
    out.run = session.load(std::move(chosen), only);
    if (!out.run)
        out.status = statusOf(session.finish(true));
    return out;
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
    say(QStringLiteral("rankscope-cli: no step %1; there are: %2").arg(step, known.join(QStringLiteral(", "))));
    return false;
}

} // namespace rs::cli
