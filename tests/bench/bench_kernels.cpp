// SPDX-License-Identifier: Apache-2.0
// Reads a large kernel_details.csv, and scrolls, sorts and filters its table in a real widget:
// bench_kernels MEGABYTES [ROUNDS]
#include "bench/filebounds.h"
#include "importers/csv/kernelcsv.h"
#include "items/rowsourcemodel.h"
#include "tables/tables.h"
#include "views/tables/tableview.h"
#include "views/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QPixmap>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

using namespace rs;

namespace {

/// As torch writes it at Level1 with PipeUtilization: 40 columns, shapes in quotes within quotes.
qint64 writeKernels(const QString &path, qint64 bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return 0;
    QByteArray text =
        "Step Id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait "
        "Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output "
        "Shapes,Output Data Types,Output Formats,Context ID,aicore_time(us),aic_total_cycles,aic_mac_time(us),"
        "aic_mac_ratio,aic_scalar_time(us),aic_scalar_ratio,aic_mte1_time(us),aic_mte1_ratio,aic_mte2_time(us),"
        "aic_mte2_ratio,aic_fixpipe_time(us),aic_fixpipe_ratio,aic_icache_miss_rate,aiv_time(us),aiv_total_cycles,"
        "aiv_vec_time(us),aiv_vec_ratio,aiv_scalar_time(us),cube_utilization(%)\n";
    QRandomGenerator random(7);
    qint64 ns = 1'736'412'474'720'601'000;
    qint64 rows = 0;
    while (file.size() + text.size() < bytes) {
        const qint64 duration = 1000 + random.bounded(200'000);
        const bool cube = random.bounded(2) == 0;
        const QByteArray name = cube ? "aclnnMatmul_MatMulCommon_MatMulV2_" : "aclnnAdd_AddAiCore_Add_";
        const QByteArray us = QByteArray::number(static_cast<double>(duration) / 1000, 'f', 3);
        text += QByteArray::number(rows / 200'000) + ",4294967295," + QByteArray::number(rows % 65536) + ",2," + name +
                QByteArray::number(random.bounded(400)) + (cube ? ",MatMulV2" : ",Add") + ",dynamic," +
                (cube ? "AI_CORE" : "AI_VECTOR_CORE") + "," + QByteArray::number(ns / 1000) + "." +
                QByteArray::number(1000 + ns % 1000).mid(1) + "\t," + us + ",0.52,24,0,NO,\"\"\"4096,5120;5120," +
                QByteArray::number(128 * (1 + random.bounded(64))) +
                "\"\"\",DT_BF16;DT_BF16,ND;ND,\"\"\"4096,5120\"\"\",DT_BF16,ND,N/A," + us + "," +
                QByteArray::number(duration * 2) + ",12.5,0.425,3.1,0.105,4.2,0.14,9.9,0.33,1.1,0.04,0.002,0,0,0,0,0," +
                QByteArray::number(static_cast<double>(random.bounded(10'000)) / 100, 'f', 2) + "\n";
        ns += duration + 520;
        ++rows;
        if (text.size() > (1 << 22)) {
            file.write(text);
            text.clear();
        }
    }
    file.write(text);
    return rows;
}

double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double at(std::vector<double> values, int percent)
{
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, values.size() * static_cast<size_t>(percent) / 100)];
}

void printTimes(const char *what, const std::vector<double> &ms)
{
    std::printf("%s: median %.2f ms, p95 %.2f ms, longest %.2f ms of processor\n", what, at(ms, 50), at(ms, 95),
                at(ms, 100));
}

/// How long the window stands still while the table does what was asked for: the longest turn of the event loop, by the
/// processor time of its thread, since beside other work the clock tells of that work.
void measureStall(const char *what, TableView &table, const std::function<void()> &ask)
{
    const auto threadMs = [] {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
    };
    QElapsedTimer clock;
    clock.start();
    double before = threadMs();
    ask();
    double longest = threadMs() - before;
    while (!table.isComplete()) {
        before = threadMs();
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
        longest = std::max(longest, threadMs() - before);
    }
    before = threadMs();
    QCoreApplication::processEvents();
    longest = std::max(longest, threadMs() - before);
    std::printf("%s: %.0f ms by the clock, the window stands still for %.1f ms at most\n", what,
                static_cast<double>(clock.nsecsElapsed()) / 1e6, longest);
}

std::vector<double> frames(TableView &table, const std::function<int(int turn)> &place)
{
    std::vector<double> out;
    constexpr int turns = 200;
    for (int turn = 0; turn < turns; ++turn) {
        const double before = processorSeconds();
        table.view()->verticalScrollBar()->setValue(place(turn));
        const QPixmap picture = table.view()->viewport()->grab();
        out.push_back((processorSeconds() - before) * 1e3);
        if (picture.isNull())
            std::printf("nothing is shown\n");
    }
    return out;
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication app(argc, argv);
    const qint64 megabytes = argc > 1 ? std::atoll(argv[1]) : 300;
    const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 3;
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("kernel_details.csv"));
    const qint64 rows = writeKernels(path, megabytes * 1'000'000);
    const double mb = static_cast<double>(QFileInfo(path).size()) / 1e6;
    std::printf("%.0f MB, %lld rows\n", mb, static_cast<long long>(rows));
    std::shared_ptr<const Table> table;
    std::vector<double> read;
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round) {
        table.reset();
        double before = processorSeconds();
        (void)splitBound(path, 1);
        const double bound = processorSeconds() - before;
        ImportReport report;
        before = processorSeconds();
        table = readKernels({{path, QStringLiteral("f")}}, JobContext(), report);
        read.push_back(processorSeconds() - before);
        ratios.push_back(read.back() / bound);
    }
    std::printf(
        "read: %.2f s of processor (median of %d), %.0f MB/s on a core; %.2f of splitting the text at commas; table of "
        "%.0f MB\n",
        at(read, 50), rounds, mb / at(read, 50), at(ratios, 50), static_cast<double>(table->bytes()) / 1e6);

    ThreadPool pool(2);
    Theme theme;
    TableView view(QStringLiteral("kernels"), &theme, &pool);
    view.resize(1600, 900);
    view.show();
    const std::shared_ptr<const RowSource> source = fileRows(nullptr, table, -1);
    measureStall("show for the first time", view, [&] { view.setSource(source); });
    view.setSource(nullptr);
    measureStall("show again", view, [&] { view.setSource(source); });
    QRandomGenerator random(5);
    const int most = view.view()->verticalScrollBar()->maximum();
    printTimes("frames at random places", frames(view, [&](int) { return random.bounded(std::max(1, most)); }));
    printTimes("frames of scrolling by the wheel", frames(view, [&](int turn) { return most / 2 + 3 * turn; }));
    const std::vector<ColumnSpec> &columns = view.rows()->source()->columns();
    for (const auto &[what, header] : {std::pair("sort by duration", u"Duration(us)"), {"sort by name", u"Name"}}) {
        const auto at =
            std::find_if(columns.begin(), columns.end(),
                         [wanted = QStringView(header)](const ColumnSpec &c) { return c.header == wanted; });
        if (at == columns.end()) {
            std::printf("%s: no such column\n", what);
            continue;
        }
        measureStall(what, view, [&] { view.sortBy(QStringView(at->id), Qt::DescendingOrder); });
    }
    measureStall("filter by a text", view, [&] { view.setFilter(QStringLiteral("MatMul_39"), false); });
    measureStall("all rows again", view, [&] { view.clearFilters(); });
    printTimes("frames at random places, sorted", frames(view, [&](int) { return random.bounded(std::max(1, most)); }));
    return 0;
}
