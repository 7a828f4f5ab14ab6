// SPDX-License-Identifier: Apache-2.0
// bench_merge [RANKS [MB [ROUNDS]]]: communication.json and communication_matrix.json of that many ranks (64), together
// so many megabytes a rank (50), read and merged to the domains, links and totals of the run: stage by stage, medians
// of 3 rounds, beside the document trees of simdjson of the same files on as many threads, of the same run. The files
// are made in a temporary folder, which needs RANKS x MB of disk, and deleted afterwards.
#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domains.h"
#include "bench/commrun.h"
#include "bench/filebounds.h"
#include "bench/peakmemory.h"
#include "core/job/threadpool.h"
#include "importers/discovery/discovery.h"
#include "importers/json/commjson.h"
#include "importers/run/runloader.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string_view>
#include <sys/resource.h>
#include <thread>
#include <utility>
#include <vector>

using namespace rs;

namespace {

double cpuSeconds()
{
    rusage use = {};
    getrusage(RUSAGE_SELF, &use);
    return static_cast<double>(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           static_cast<double>(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

class Stages
{
public:
    template <typename Work>
    void time(const char *stage, Work &&work)
    {
        const double cpu = cpuSeconds();
        const auto began = std::chrono::steady_clock::now();
        work();
        Spent &spent = of(stage);
        spent.clock.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        spent.cpu.push_back(cpuSeconds() - cpu);
    }
    void print() const
    {
        for (const Spent &s : m_stages)
            std::printf("%-44s %7.3f s, processor %7.3f s\n", s.stage, median(s.clock), median(s.cpu));
    }
    /// Sum over the rounds.
    [[nodiscard]] std::pair<double, double> sumOf(const std::vector<const char *> &stages)
    {
        Spent sum{nullptr, {}, {}};
        for (const char *stage : stages) {
            const Spent &s = of(stage);
            sum.clock.resize(s.clock.size());
            sum.cpu.resize(s.cpu.size());
            for (size_t i = 0; i < s.clock.size(); ++i) {
                sum.clock[i] += s.clock[i];
                sum.cpu[i] += s.cpu[i];
            }
        }
        return {median(sum.clock), median(sum.cpu)};
    }

private:
    struct Spent
    {
        const char *stage;
        std::vector<double> clock;
        std::vector<double> cpu;
    };
    Spent &of(const char *stage)
    {
        const auto at = std::find_if(m_stages.begin(), m_stages.end(),
                                     [stage](const Spent &s) { return std::string_view(s.stage) == stage; });
        return at == m_stages.end() ? m_stages.emplace_back(Spent{stage, {}, {}}) : *at;
    }

    std::vector<Spent> m_stages;
};

std::vector<FileEntry> filesOf(const Run &run)
{
    std::vector<FileEntry> out;
    for (const RankInfo &info : run.infos) {
        std::copy_if(info.files.begin(), info.files.end(), std::back_inserter(out), [](const FileEntry &f) {
            return f.kind == QLatin1String("communication") || f.kind == QLatin1String("communication_matrix");
        });
    }
    return out;
}

constexpr const char *tree = "document trees alone";
constexpr const char *found = "files found";
constexpr const char *ranksRead = "ranks read and held against each other";
constexpr const char *domainsMade = "domains";
constexpr const char *matrixMade = "matrix of all steps, domains and operators";
constexpr const char *totalsMade = "totals of the operators by rank";

void round(const QString &folder, ThreadPool &pool, Stages &stages, bool last)
{
    const JobContext job;
    ImportReport report;
    std::vector<Run> runs;
    stages.time(found, [&] { runs = discover({folder}, job, report); });
    const std::vector<FileEntry> files = filesOf(runs.front());
    stages.time(tree, [&] {
        pool.parallelFor(static_cast<qsizetype>(files.size()),
                         [&](qsizetype i) { (void)domBound(files[static_cast<size_t>(i)].path); });
    });
    std::shared_ptr<const Run> run;
    stages.time(ranksRead, [&] { run = loadRun(std::move(runs.front()), pool, job); });
    std::vector<Domain> all;
    stages.time(domainsMade, [&] { all = domains(*run); });
    std::vector<MatrixCell> cells;
    CommQuery everything;
    everything.pool = &pool;
    stages.time(matrixMade, [&] { cells = matrixCells(*run, everything); });
    CommQuery totals = everything;
    totals.total = true;
    std::vector<CommRow> rows;
    stages.time(totalsMade, [&] { rows = communicationRows(*run, totals); });
    if (!last)
        return;
    qint64 bytes = 0;
    for (const FileEntry &f : files)
        bytes += f.bytes;
    size_t operators = 0;
    size_t links = 0;
    for (const auto &rank : run->ranks) {
        operators += rank->commOps.size();
        links += rank->links.size();
    }
    std::printf("%zu ranks, %zu files, %.0f MB: %zu operators, %zu links; %zu domains, %zu cells, %zu totals\n",
                run->ranks.size(), files.size(), static_cast<double>(bytes) / 1e6, operators, links, all.size(),
                cells.size(), rows.size());
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 64;
    const int megabytes = argc > 2 ? std::atoi(argv[2]) : 50;
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 3;
    const QTemporaryDir folder;
    if (ranks < 1 || megabytes < 1 || rounds < 1 || !bench::writeCommunicationRun(folder.path(), ranks, megabytes)) {
        std::fprintf(stderr, "bench_merge [RANKS [MB [ROUNDS]]]: needs RANKS x MB of disk\n");
        return 2;
    }
    const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    ThreadPool pool(std::max(1, threads - 1)); // the caller is one of the threads
    Stages stages;
    bench::PeakMemory memory;
    for (int i = 0; i < rounds; ++i)
        round(folder.path(), pool, stages, i + 1 == rounds);
    stages.print();
    const auto [clock, cpu] = stages.sumOf({found, ranksRead, domainsMade, matrixMade, totalsMade});
    const auto [treeClock, treeCpu] = stages.sumOf({tree});
    std::printf(
        "together, median of %d rounds on %d threads: %.3f s, processor %.3f s: %.2f and %.2f of the trees; peak "
        "private memory %lld MB\n",
        rounds, threads, clock, cpu, clock / treeClock, cpu / treeCpu, static_cast<long long>(memory.stop() / 1024));
    return 0;
}
