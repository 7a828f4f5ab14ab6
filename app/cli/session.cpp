// SPDX-License-Identifier: Apache-2.0
#include "app/cli/session.h"

#include "analysis/ranks/domains.h"
#include "core/text/findingcodes.h"
#include "core/text/importreport.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"

#include <QElapsedTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace rs::cli {

namespace {

bool stderrIsTerminal()
{
#ifdef Q_OS_UNIX
    return isatty(STDERR_FILENO) == 1;
#else
    return false;
#endif
}

#ifdef Q_OS_UNIX
sigset_t watchedSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}
#endif

} // namespace

Watcher::Watcher(JobContext job) : m_job(std::move(job))
{
#ifdef Q_OS_UNIX
    const sigset_t set = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
#endif
    m_thread = std::thread([this] { watch(); });
}

Watcher::~Watcher()
{
    m_stop = true;
    m_thread.join();
}

void Watcher::watch()
{
    const bool terminal = stderrIsTerminal();
    bool drawn = false;
    int ticks = 0;
    while (!m_stop) {
#ifdef Q_OS_UNIX
        const sigset_t set = watchedSignals();
        const timespec wait{0, 20'000'000};
        const int signal = sigtimedwait(&set, nullptr, &wait);
        if (signal == SIGINT || signal == SIGTERM) {
            if (m_job.isCanceled())
                std::_Exit(static_cast<int>(Exit::Interrupted));
            m_job.cancel();
        }
#else
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
#endif
        const bool draw = terminal && m_progress && !m_job.isCanceled();
        if (draw && ++ticks % 10 == 0) {
            std::fprintf(stderr, "\rReading %3d %%", static_cast<int>(m_job.progress() * 100));
            std::fflush(stderr);
            drawn = true;
        } else if (!draw && drawn) {
            std::fputs("\r\033[K", stderr);
            drawn = false;
        }
    }
    if (drawn)
        std::fputs("\r\033[K", stderr);
}

Session::Session(Call &call, qint64 limitMb)
    : m_call(call), m_job(call.keeper() ? call.job()
                                        : JobContext(std::make_shared<MemoryBudget>(
                                              limitMb > 0 ? limitMb * 1'000'000 : MemoryBudget::defaultLimit())))
{
    if (call.keeper())
        return;
    m_watcher = std::make_unique<Watcher>(m_job);
    m_pool = std::make_unique<ThreadPool>();
}

std::vector<Run> Session::find(const QStringList &paths)
{
    DiscoveryLimits limits;
    limits.exported = m_call.exported();
    std::vector<Run> runs = m_call.keeper() ? m_call.keeper()->find(paths, m_job, m_report)
                                            : m_remote.discover(paths, m_job, m_report, limits);
    if (m_call.keeper() && std::ranges::any_of(paths, &RemotePath::isOne))
        m_call.refuse(
            QStringLiteral("runs on other hosts are not fetched here: start the server on the host of the run, "
                           "by ssh HOST rankscope-cli mcp PATH."));
    if (runs.empty() && !m_job.isCanceled()) {
        for (const Finding &f : m_report.findings())
            m_call.say(QStringLiteral("%1: %2").arg(f.file.isEmpty() ? severityName(f.severity) : f.file, f.text()));
        if (!std::ranges::all_of(paths, &RemotePath::isOne))
            m_call.say(
                QStringLiteral(
                    "rankscope-cli: nothing usable found in %1. A folder of rank folders (*_ascend_ms, *_ascend_pt), "
                    "one "
                    "rank folder, a PROF_* folder, a trace_view.json or a database of the profiler (.db) is expected.")
                    .arg(paths.join(QStringLiteral(", "))));
    }
    if (runs.empty())
        throw Ended{m_job.isCanceled() ? finish(true) : Exit::Nothing};
    return runs;
}

std::shared_ptr<const Run> Session::load(Run skeleton, const std::vector<int> &only)
{
    std::shared_ptr<const Run> run = read(std::move(skeleton), only);
    keep(*run, only.empty());
    return run;
}

std::shared_ptr<const Run> Session::read(Run skeleton, const std::vector<int> &only)
{
    QElapsedTimer timer;
    timer.start();
    LoadOptions options;
    options.only = only;
    ImportReport missing; // packs that a host did not give
    m_remote.bringPacks(options, skeleton, m_job, missing);
    std::shared_ptr<const Run> run =
        m_call.keeper() ? m_call.keeper()->read(skeleton, m_job) : loadRun(skeleton, *m_pool, m_job, options);
    m_seconds += static_cast<double>(timer.nsecsElapsed()) / 1e9;
    if (!run)
        throw Ended{finish(true)};
    m_report.merge(missing);
    if (!missing.isEmpty())
        throw Ended{finishEmpty()};
    return run;
}

void Session::keep(const Run &run, bool whole)
{
    RunReport &own = m_runs.emplace_back(RunReport{run.path, run.title(), wholeReport(run)});
    // A missing rank changes the answer of a verb that looks at every rank.
    for (const Finding &f : own.report.findings()) {
        if (whole && f.code.startsWith(QLatin1String("absence.")))
            m_call.say(lineOf(f));
    }
}

std::shared_ptr<const Run> Session::withNamedDomains(std::shared_ptr<const Run> run)
{
    const std::vector<Domain> all = domains(*run, m_job);
    const bool areKnown = std::ranges::all_of(all, &Domain::ranksKnown);
    if (!areKnown)
        run = withCommunicationOfOthers(*run, pool(), m_job);
    if (!run)
        throw Ended{finish(true)};
    return run;
}

void Session::addFindings(const std::vector<Finding> &findings)
{
    for (const Finding &f : findings)
        (m_runs.empty() ? m_report : m_runs.back().report).add(f);
}

void Session::endIfInterrupted()
{
    if (m_job.isCanceled())
        throw Ended{finish(true)};
}

Exit Session::finish(bool outputOk)
{
    if (m_watcher)
        m_watcher->endProgress();
    if (m_job.isCanceled()) {
        m_call.say(QStringLiteral("rankscope-cli: interrupted."));
        return Exit::Interrupted;
    }
    Severity worst = Severity::Info;
    bool budget = false;
    const auto repeat = [&](const ImportReport &report, const QString &run) {
        for (const Finding &f : report.findings()) {
            worst = std::max(worst, f.severity);
            budget = budget || f.code == findingcodes::memoryBudget;
            if (f.severity >= Severity::Loss)
                m_call.say(run + lineOf(f));
        }
    };
    repeat(m_report, {});
    for (const RunReport &run : m_runs)
        repeat(run.report, m_runs.size() > 1 ? run.title + QStringLiteral(": ") : QString());
    if (!outputOk) {
        m_call.say(m_call.unwritten());
        return Exit::Loss;
    }
    if (m_job.isOverBudget()) {
        m_call.say(budget
                       ? QStringLiteral("rankscope-cli: the memory budget is reached, not everything was read. Raise "
                                        "--memory-limit or name fewer ranks.")
                       : QStringLiteral("rankscope-cli: out of memory, not everything was read. Name fewer ranks."));
        return Exit::OverBudget;
    }
    return worst >= Severity::Loss ? Exit::Loss : Exit::Done;
}

Exit Session::finishEmpty()
{
    const Exit e = finish(true);
    return e == Exit::Interrupted || e == Exit::OverBudget ? e : Exit::Nothing;
}

double peakMegabytes()
{
#ifdef Q_OS_LINUX
    // getrusage() begins with the memory that the parent held when it started this program.
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        constexpr std::string_view key = "VmHWM:";
        if (line.starts_with(key))
            return std::strtod(line.c_str() + key.size(), nullptr) * 1024.0 / 1e6; // in kB of 1024 bytes
    }
#elif defined(Q_OS_MACOS)
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        return static_cast<double>(usage.ru_maxrss) / 1e6;
#elif defined(Q_OS_UNIX)
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        return static_cast<double>(usage.ru_maxrss) * 1024.0 / 1e6;
#endif
    return 0;
}

} // namespace rs::cli
