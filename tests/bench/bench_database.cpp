// SPDX-License-Identifier: Apache-2.0
// bench_database [MB [ROUNDS [THREADS]]]: how long the database of a rank takes until its trace is sealed and its
// tables are there, against stepping through the same rows with the C API of SQLite on as many connections. The run is
// generated; MB is the size that its trace would have as text (default 3250, of which the databases take 1 GB), ROUNDS
// the number of readings of each, one after the other (default 5). Ends with 1 when the median of the ratios is above
// 1.6.
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace rs;

namespace {

constexpr double bar = 1.6;

struct OpenDatabase
{
    explicit OpenDatabase(const std::string &path)
    {
        const std::string uri = "file:" + path + "?mode=ro&immutable=1";
        if (sqlite3_open_v2(uri.c_str(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) != SQLITE_OK)
            std::fprintf(stderr, "%s\n", sqlite3_errmsg(handle));
    }
    ~OpenDatabase() { sqlite3_close(handle); }
    OpenDatabase(const OpenDatabase &) = delete;
    OpenDatabase &operator=(const OpenDatabase &) = delete;

    sqlite3 *handle = nullptr;
};

/// Steps through the rows of a statement and looks at every cell; returns their number.
long long stepThrough(sqlite3 *handle, const std::string &sql)
{
    sqlite3_stmt *statement = nullptr;
    long long rows = 0;
    long long seen = 0; // so that no cell is left out
    if (sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK) {
        const int columns = sqlite3_column_count(statement);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            ++rows;
            for (int c = 0; c < columns; ++c) {
                switch (sqlite3_column_type(statement, c)) {
                case SQLITE_INTEGER:
                    seen += sqlite3_column_int64(statement, c);
                    break;
                case SQLITE_FLOAT:
                    seen += static_cast<long long>(sqlite3_column_double(statement, c));
                    break;
                case SQLITE_TEXT:
                    seen += *sqlite3_column_text(statement, c);
                    break;
                default:
                    break;
                }
            }
        }
    }
    sqlite3_finalize(statement);
    return seen == 1 ? rows + 1 : rows;
}

struct CountedTable
{
    std::string name;
    long long rows = 0;
};

/// The tables of a file, the one with most rows first.
std::vector<CountedTable> tablesOf(const std::string &path)
{
    const OpenDatabase database(path);
    std::vector<CountedTable> out;
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_prepare_v2(database.handle, "SELECT name FROM sqlite_master WHERE type = 'table'", -1, &statement,
                           nullptr) == SQLITE_OK) {
        while (sqlite3_step(statement) == SQLITE_ROW)
            out.push_back({reinterpret_cast<const char *>(sqlite3_column_text(statement, 0)), 0});
    }
    sqlite3_finalize(statement);
    for (CountedTable &t : out)
        t.rows = stepThrough(database.handle, "SELECT rowid FROM \"" + t.name + '"');
    std::sort(out.begin(), out.end(), [](const auto &a, const auto &b) { return a.rows > b.rows; });
    return out;
}

/// Seconds for all rows of all tables, each table on the connection that is free.
double bareSeconds(const std::vector<std::pair<std::string, std::vector<CountedTable>>> &files, int threads)
{
    std::vector<std::pair<std::string, std::string>> todo; // path and table
    for (const auto &[path, tables] : files) {
        for (const CountedTable &t : tables)
            todo.emplace_back(path, t.name);
    }
    QElapsedTimer timer;
    timer.start();
    std::atomic<size_t> next{0};
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; ++t)
        workers.emplace_back([&] {
            for (size_t i = next++; i < todo.size(); i = next++) {
                const OpenDatabase database(todo[i].first);
                (void)stepThrough(database.handle, "SELECT * FROM \"" + todo[i].second + '"');
            }
        });
    for (std::thread &w : workers)
        w.join();
    return static_cast<double>(timer.nsecsElapsed()) / 1e9;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QTemporaryDir dir;
    gen::GeneratorOptions options;
    options.outDir = dir.filePath(QStringLiteral("run"));
    options.ranks = 1;
    options.steps = 3;
    options.pytorch = true;
    options.format = gen::OutputFormat::Db;
    options.mbPerRank = argc > 1 ? std::atof(argv[1]) : 3250;
    const int rounds = std::max(1, argc > 2 ? std::atoi(argv[2]) : 5);
    const int threads =
        argc > 3 ? std::max(1, std::atoi(argv[3])) : static_cast<int>(std::thread::hardware_concurrency());
    if (const auto made = gen::generate(options); !made.ok) {
        std::fprintf(stderr, "%s\n", qPrintable(made.error));
        return 2;
    }
    ImportReport report;
    const std::vector<Run> runs = discover({options.outDir}, JobContext(), report);
    if (runs.size() != 1)
        return 2;
    std::vector<std::pair<std::string, std::vector<CountedTable>>> files;
    qint64 bytes = 0;
    long long rows = 0;
    for (const FileEntry &f : runs.front().infos.front().files) {
        if (f.kind != QLatin1String("db"))
            continue;
        files.emplace_back(f.path.toStdString(), tablesOf(f.path.toStdString()));
        bytes += f.bytes;
        for (const CountedTable &t : files.back().second)
            rows += t.rows;
    }
    ThreadPool pool(threads);
    std::vector<double> ours;
    std::vector<double> bare;
    std::vector<double> ratios;
    for (int i = 0; i < rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        const auto run = loadRun(runs.front(), pool, JobContext());
        ours.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e9);
        if (!run || !run->ranks[0] || !run->ranks[0]->trace)
            return 2;
        if (i == 0)
            std::printf("%.0f MB of databases, %lld rows, %u slices, %d threads\n", static_cast<double>(bytes) / 1e6,
                        rows, run->ranks[0]->trace->slices().size(), threads);
        bare.push_back(bareSeconds(files, threads));
        ratios.push_back(ours.back() / bare.back());
    }
    std::printf("import: %.2f s\nrows alone: %.2f s\nratio: %.2f (least %.2f)\n", median(ours), median(bare),
                median(ratios), *std::min_element(ratios.begin(), ratios.end()));
    return median(ratios) <= bar ? 0 : 1;
}
