// SPDX-License-Identifier: Apache-2.0
// Reads a large kernel_details.csv and looks pages of its table up as a window does: bench_kernels MEGABYTES
#include "importers/csv/kernelcsv.h"
#include "items/rowsourcemodel.h"
#include "tables/tables.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
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

} // namespace

int main(int argc, char **argv)
{
    const QGuiApplication app(argc, argv);
    const qint64 megabytes = argc > 1 ? std::atoll(argv[1]) : 300;
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("kernel_details.csv"));
    const qint64 rows = writeKernels(path, megabytes * 1'000'000);
    const double mb = static_cast<double>(QFileInfo(path).size()) / 1e6;
    std::printf("%.0f MB, %lld rows\n", mb, static_cast<long long>(rows));
    std::shared_ptr<const Table> table;
    for (int round = 0; round < 2; ++round) {
        table.reset();
        ImportReport report;
        const double before = processorSeconds();
        QElapsedTimer clock;
        clock.start();
        table = readKernels({{path, QStringLiteral("f")}}, JobContext(), report);
        const double s = processorSeconds() - before;
        std::printf("read on one thread: %.2f s of processor, %.0f MB/s; by the clock %.2f s; %lld findings, table of "
                    "%.0f MB\n",
                    s, mb / s, static_cast<double>(clock.nsecsElapsed()) / 1e9,
                    static_cast<long long>(report.findings().size()), static_cast<double>(table->bytes()) / 1e6);
    }
    RowSourceModel model;
    model.setWhole(fileRows(nullptr, table, -1));
    QRandomGenerator random(5);
    constexpr int turns = 200;
    constexpr int page = 60; // rows of a maximised window
    std::vector<double> frames;
    for (int turn = 0; turn < turns; ++turn) {
        const int first = random.bounded(std::max(1, model.rowCount() - page));
        const double before = processorSeconds();
        qsizetype read = 0;
        for (int row = first; row < std::min(first + page, model.rowCount()); ++row) {
            for (int column = 0; column < model.columnCount(); ++column)
                read += model.index(row, column).data().toString().size();
        }
        frames.push_back((processorSeconds() - before) * 1e3);
        if (read == 0)
            std::printf("nothing is shown\n");
    }
    std::sort(frames.begin(), frames.end());
    std::printf("cells of a page of %d rows, %d columns: median %.2f ms, p95 %.2f ms, longest %.2f ms of processor\n",
                page, model.columnCount(), frames[turns / 2], frames[turns * 95 / 100], frames.back());
    return 0;
}
