// SPDX-License-Identifier: Apache-2.0
// Reads a large kernel_details.csv, and scrolls, sorts and filters its table in a real widget:
// bench_kernels MEGABYTES [ROUNDS]
#include "bench/bigfiles.h"
#include "bench/filebounds.h"
#include "importers/csv/kernelcsv.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "views/tables/tableview.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QPixmap>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

using namespace rs;

namespace {

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

/// Longest turn of the event loop while the table does the work asked for, by the processor time of its thread: beside
/// other work the clock tells of that work.
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
