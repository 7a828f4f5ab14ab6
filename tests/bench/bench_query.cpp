// SPDX-License-Identifier: Apache-2.0
// bench_query [MILLIONS [MILLIONS]]: how long SQL over slices takes: those of a short time out of so many (default 50
// million), and counts and sums by name of so many (default 10 million). Both traces are made in memory, one after the
// other. Ends with 1 when the medians are above 300 ms and 1.5 s.
#include "core/trace/trace.h"
#include "core/trace/tracebuilder.h"
#include "sql/sqlengine.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace rs;

namespace {

constexpr int rounds = 7;
constexpr int lanes = 16;
constexpr int names = 500;
constexpr qint64 apartNs = 2000;

class CountedRows final : public SqlReceiver
{
public:
    qint64 rows = 0;

private:
    QString begin(const std::vector<SqlAnswerColumn> & /*columns*/) override { return {}; }
    bool row(const CellRow & /*cells*/) override
    {
        ++rows;
        return true;
    }
};

/// Slices of 1.5 us every 2 us on 16 streams.
std::shared_ptr<const Run> runOf(qint64 slices, ThreadPool &pool)
{
    TraceBuilder builder(QStringLiteral("bench"));
    for (int l = 0; l < lanes; ++l) {
        TraceChunk chunk;
        const StrId process = chunk.strings.intern("3");
        chunk.metas.push_back(
            {TraceChunk::MetaKind::ProcessName, process, {}, chunk.strings.intern("Ascend Hardware"), 0});
        std::vector<StrId> texts;
        for (int n = 0; n < names; ++n)
            texts.push_back(chunk.strings.intern("kernel_" + std::to_string(n)));
        const quint32 lane = chunk.lane("3", std::to_string(l));
        for (qint64 i = 0; i < slices / lanes; ++i) {
            TraceChunk::Slice s;
            s.start = i * apartNs + l;
            s.duration = apartNs * 3 / 4;
            s.name = texts[static_cast<size_t>((i * 7919 + l) % names)];
            s.lane = lane & 0xffffffU;
            chunk.slices.push_back(s);
        }
        builder.addChunk(std::move(chunk));
    }
    ImportReport report;
    auto rank = std::make_shared<RankData>();
    rank->info.rank = 0;
    rank->info.label = QStringLiteral("0");
    rank->trace = builder.seal(pool, JobContext(), report);
    auto run = std::make_shared<Run>();
    run->infos.push_back(rank->info);
    run->ranks.push_back(rank);
    return run;
}

/// Median milliseconds of a statement; negative: it failed. Each time a new engine, which has made no rows yet.
double timeOf(const std::shared_ptr<const Run> &run, const Catalogue &catalogue, ThreadPool &pool, const QString &sql,
              qint64 expectedRows)
{
    std::vector<double> ms;
    for (int i = 0; i < rounds; ++i) {
        SqlEngine engine(run, catalogue, &pool, JobContext());
        CountedRows rows;
        QElapsedTimer timer;
        timer.start();
        const SqlOutcome outcome = engine.query(sql, rows, std::numeric_limits<qint64>::max());
        ms.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        if (!outcome.error.isEmpty() || rows.rows != expectedRows) {
            std::fprintf(stderr, "%s: %lld rows, %s\n", qPrintable(sql), static_cast<long long>(rows.rows),
                         qPrintable(outcome.error));
            return -1;
        }
    }
    std::sort(ms.begin(), ms.end());
    return ms[ms.size() / 2];
}

/// Whether it kept the bar.
bool print(const char *what, double ms, double bar)
{
    std::printf("%s: %.1f ms (bar %.0f ms)\n", what, ms, bar);
    return ms >= 0 && ms <= bar;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    constexpr qint64 million = 1'000'000;
    const qint64 many = (argc > 1 ? std::atoll(argv[1]) : 50) * million;
    const qint64 some = (argc > 2 ? std::atoll(argv[2]) : 10) * million;
    ThreadPool pool;
    const Catalogue catalogue = Catalogue::ofProgram();
    bool kept = true;
    {
        const std::shared_ptr<const Run> run = runOf(many, pool);
        // In the middle, 100 starts on each of the lanes.
        const qint64 from = many / lanes / 2 * apartNs;
        const QString sql = QStringLiteral("SELECT name, start_ns, duration_ns FROM slices WHERE start_ns >= %1 AND "
                                           "start_ns < %2")
                                .arg(from)
                                .arg(from + 100 * apartNs);
        kept = print("slices of a time", timeOf(run, catalogue, pool, sql, qint64{100} * lanes), 300) && kept;
    }
    {
        const std::shared_ptr<const Run> run = runOf(some, pool);
        const QString sql = QStringLiteral("SELECT name, count(*), sum(duration_ns) FROM slices GROUP BY name");
        kept = print("sums by name", timeOf(run, catalogue, pool, sql, names), 1500) && kept;
    }
    return kept ? 0 : 1;
}
