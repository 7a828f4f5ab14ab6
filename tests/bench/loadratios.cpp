// SPDX-License-Identifier: Apache-2.0
#include "bench/loadratios.h"

#include "bench/bound.h"
#include "bench/filebounds.h"
#include "core/trace/tracebuilder.h"
#include "importers/json/commjson.h"
#include "importers/discovery/discovery.h"
#include "importers/trace/importer.h"
#include "importers/csv/kernelcsv.h"
#include "importers/discovery/deliverables.h"
#include "importers/run/runloader.h"
#include "importers/trace/tracejson.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <sys/resource.h>
#include <utility>
#include <vector>

namespace rs::bench {

namespace {

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v.empty() ? 0 : v[v.size() / 2];
}

// By the clock, and the processor time of all threads: what a busy machine cannot stretch.
struct Spent
{
    double seconds = 0;
    double cpu = 0;
    void add(const Spent &other)
    {
        seconds += other.seconds;
        cpu += other.cpu;
    }
};

double cpuSeconds()
{
    rusage use = {};
    getrusage(RUSAGE_SELF, &use);
    return static_cast<double>(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           static_cast<double>(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

double secondsSince(std::chrono::steady_clock::time_point began)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

template <typename Work>
Spent spentBy(Work &&work)
{
    const double cpu = cpuSeconds();
    const auto began = std::chrono::steady_clock::now();
    (void)work();
    return {secondsSince(began), cpuSeconds() - cpu};
}

enum class Reading { Trace, Csv, Json };

bool isTable(const QString &kind)
{
    const Deliverable *const known = deliverable(kind);
    return kind == QLatin1String("kernel_details") || kind == QLatin1String("op_summary") ||
           (known && isPlainTable(*known));
}

std::map<Reading, std::vector<FileEntry>> readFiles(const RankInfo &info)
{
    std::map<Reading, std::vector<FileEntry>> out;
    for (const FileEntry &f : info.files) {
        if (!f.used)
            continue;
        if (f.kind == QLatin1String("trace"))
            out[Reading::Trace].push_back(f);
        else if (isTable(f.kind))
            out[Reading::Csv].push_back(f);
        else if (f.kind == QLatin1String("communication") || f.kind == QLatin1String("communication_matrix"))
            out[Reading::Json].push_back(f);
    }
    return out;
}

// Seconds that the files of a rank take by their bounds.
struct Bounds
{
    Spent trace;
    Spent csv;
    Spent csvAllThreads;
    Spent json;
    Spent floor;
    [[nodiscard]] Spent sum() const
    {
        return {trace.seconds + csv.seconds + json.seconds, trace.cpu + csv.cpu + json.cpu};
    }
};

Bounds boundsOf(const RankInfo &info, int threads)
{
    Bounds out;
    for (const auto &[reading, files] : readFiles(info)) {
        for (const FileEntry &f : files) {
            if (reading == Reading::Trace) {
                out.trace.add(spentBy([&] { return runBound(f.path, threads); }));
                out.floor.add(spentBy([&] { return runFloor(f.path, threads); }));
            } else if (reading == Reading::Csv) {
                out.csv.add(spentBy([&] { return splitBound(f.path, 1); }));
                out.csvAllThreads.add(spentBy([&] { return splitBound(f.path, threads); }));
            } else {
                out.json.add(spentBy([&] { return domBound(f.path); }));
            }
        }
    }
    return out;
}

void readTrace(const std::vector<FileEntry> &files, ThreadPool &pool)
{
    const JobContext job;
    ImportReport report;
    TraceBuilder builder;
    for (const FileEntry &f : files)
        (void)readTraceFile(f.path, builder, ReadContext{pool, job, report, f.name});
    (void)builder.seal(pool, job, report);
}

void readTables(const std::vector<FileEntry> &files, ThreadPool &pool)
{
    const JobContext job;
    ImportReport report;
    std::map<QString, std::vector<CsvFile>> byKind;
    for (const FileEntry &f : files)
        byKind[f.kind].push_back({f.path, f.name});
    for (const auto &[kind, csv] : byKind) {
        const Deliverable *const known = deliverable(kind);
        (void)(known && isPlainTable(*known)
                   ? readPlainTable(csv, wordsOf(known->columns), wordsOf(known->partial), job, report, &pool)
                   : readKernels(csv, job, report, nullptr, &pool));
    }
}

void readCommunicationFiles(const std::vector<FileEntry> &files, int rank)
{
    const JobContext job;
    ImportReport report;
    for (const FileEntry &f : files) {
        if (f.kind == QLatin1String("communication"))
            (void)readCommunication(f.path, f.name, rank, job, report);
        else
            (void)readCommunicationMatrix(f.path, f.name, rank, job, report);
    }
}

qint64 bytesOf(const std::vector<FileEntry> &files)
{
    qint64 sum = 0;
    for (const FileEntry &f : files)
        sum += f.bytes;
    return sum;
}

Spent medianOf(const std::vector<Spent> &all)
{
    std::vector<double> seconds;
    std::vector<double> cpu;
    for (const Spent &s : all) {
        seconds.push_back(s.seconds);
        cpu.push_back(s.cpu);
    }
    return {median(std::move(seconds)), median(std::move(cpu))};
}

void printRow(const char *what, const Spent &spent, const Spent &bound, double bar)
{
    const auto ratio = [](double a, double b) { return b > 0 ? a / b : 0; };
    std::printf("%-46s %7.3f / %7.3f s = %5.2f", what, spent.seconds, bound.seconds,
                ratio(spent.seconds, bound.seconds));
    if (spent.cpu > 0)
        std::printf("   cpu %7.3f / %7.3f s = %5.2f", spent.cpu, bound.cpu, ratio(spent.cpu, bound.cpu));
    if (bar > 0)
        std::printf("   bar %.1f", bar);
    std::printf("\n");
}

} // namespace

bool printLoadRatios(const QString &folder, int rounds, int threads)
{
    const JobContext job;
    ImportReport report;
    std::vector<Run> runs = discover({folder}, job, report);
    if (runs.empty() || runs.front().infos.empty())
        return false;
    const Run &run = runs.front();
    ThreadPool pool(std::max(1, threads - 1)); // the caller is one of the threads
    auto files = readFiles(run.infos.front());

    std::map<QString, std::vector<Spent>> times;
    const auto note = [&times](const char *what, const Spent &spent) {
        times[QString::fromLatin1(what)].push_back(spent);
    };
    for (int i = 0; i < rounds; ++i) {
        const Bounds bounds = boundsOf(run.infos.front(), threads);
        note("trace bound", bounds.trace);
        note("csv bound", bounds.csv);
        note("csv bound, all threads", bounds.csvAllThreads);
        note("json bound", bounds.json);
        note("floor", bounds.floor);
        note("sum", bounds.sum());
        note("trace", spentBy([&] { readTrace(files[Reading::Trace], pool); }));
        note("csv", spentBy([&] { readTables(files[Reading::Csv], pool); }));
        note("json", spentBy([&] { readCommunicationFiles(files[Reading::Json], run.infos.front().rank); }));
        LoadOptions options;
        options.only = {0};
        double lanes = 0; // of one rank, so one thread tells of it
        const auto began = std::chrono::steady_clock::now();
        options.onLanes = [&](int, const std::shared_ptr<const Trace> &) { lanes = secondsSince(began); };
        note("rank", spentBy([&] { return loadRun(run, pool, job, options); }));
        note("lanes", {lanes, 0});
    }
    // All ranks take so much longer that fewer rounds tell as much.
    for (int i = 0; i < (rounds + 1) / 2; ++i) {
        Spent all;
        for (const RankInfo &info : run.infos)
            all.add(boundsOf(info, threads).sum());
        note("all bounds", all);
        note("all", spentBy([&] { return loadRun(run, pool, job); }));
    }
    const auto of = [&times](const char *what) { return medianOf(times[QString::fromLatin1(what)]); };
    std::printf(
        "medians of %d rounds (all ranks: %d), %d threads; first rank: trace %.1f MB, csv %.1f MB, json %.1f MB\n",
        rounds, (rounds + 1) / 2, threads, static_cast<double>(bytesOf(files[Reading::Trace])) / 1e6,
        static_cast<double>(bytesOf(files[Reading::Csv])) / 1e6,
        static_cast<double>(bytesOf(files[Reading::Json])) / 1e6);
    printRow("trace import / bound", of("trace"), of("trace bound"), 1.5);
    printRow("trace import / simdjson's first stage", of("trace"), of("floor"), 3);
    printRow("csv / split on one thread", of("csv"), of("csv bound"), 3);
    printRow("csv / split on all threads", of("csv"), of("csv bound, all threads"), 0);
    printRow("communication files / simdjson's DOM", of("json"), of("json bound"), 3);
    printRow("lanes of the first rank / import of its trace", of("lanes"), of("trace"), 1.3);
    printRow("first rank / sum of bounds", of("rank"), of("sum"), 2);
    printRow("all ranks / sum of bounds", of("all"), of("all bounds"), 2);
    return true;
}

} // namespace rs::bench
