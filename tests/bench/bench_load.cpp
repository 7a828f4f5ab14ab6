// SPDX-License-Identifier: Apache-2.0
// bench_load FOLDER: opens a run in the real window (offscreen, 1920 x 1080, timeline and overview visible) and prints how long
// it takes until something can be used, how long the event loop stood still at most, and the memory that was needed.
#include "app/mainwindow.h"
#include "app/settings.h"
#include "app/stallwatch.h"
#include "app/workbench.h"
#include "views/dockview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace rs;

namespace {

double statusMb(const char *key)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf(key);
    return at < 0 ? 0 : text.mid(at + qsizetype(qstrlen(key)), text.indexOf("kB", at) - at - qsizetype(qstrlen(key))).trimmed().toDouble() / 1024;
}

bool hasRows(const DockView *view)
{
    for (const TableExport &t : view->tables()) {
        if (t.model && t.model->rowCount() > 0)
            return true;
    }
    return false;
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    const QStringList args = QApplication::arguments();
    if (args.size() < 2) {
        std::fprintf(stderr, "usage: bench_load FOLDER...\n");
        return 2;
    }
    QTemporaryDir scratch;
    Settings settings(scratch.filePath(QStringLiteral("settings.ini")));
    Workbench bench(settings);
    bench.applyTheme();
    auto window = std::make_unique<MainWindow>(bench);
    window->resize(1920, 1080);
    window->show();
    QApplication::processEvents();

    StallWatch watch;
    watch.start();
    QElapsedTimer clock;
    double discovered = -1;
    double overview = -1;
    double firstRank = -1;
    double peakAnonMb = 0;
    bool loading = true;
    const auto seconds = [&clock] { return static_cast<double>(clock.nsecsElapsed()) / 1e9; };
    QObject::connect(&bench.runs(), &RunStore::runAdded, &app, [&] {
        if (discovered < 0)
            discovered = seconds();
    });
    QObject::connect(&bench.runs(), &RunStore::rankLoaded, &app, [&] {
        if (firstRank < 0)
            firstRank = seconds();
    });
    QObject::connect(&bench.session(), &TraceSession::idle, &app, [&loading] { loading = false; });
    const DockView *const first = window->docks().view(QStringLiteral("overview"));
    clock.start();
    window->open(args.mid(1));
    const auto complete = [&window] {
        const auto views = window->docks().views();
        return std::all_of(views.begin(), views.end(), [](const DockView *v) { return !v->isVisible() || v->isComplete(); });
    };
    double loaded = -1;
    while (loading || !complete()) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        if (overview < 0 && hasRows(first))
            overview = seconds();
        if (!loading && loaded < 0)
            loaded = seconds();
        peakAnonMb = std::max(peakAnonMb, statusMb("RssAnon:"));
    }
    const double all = seconds();
    qint64 slices = 0;
    qint64 bytes = 0;
    for (const RankRef ref : bench.runs().loadedRanks()) {
        const auto rank = bench.runs().rank(ref);
        if (!rank->trace)
            continue;
        slices += rank->trace->slices().size();
        bytes += rank->trace->bytes();
    }
    std::printf("ranks listed             %8.2f s\n", discovered);
    std::printf("overview with numbers    %8.2f s\n", overview);
    std::printf("first rank on the axis   %8.2f s\n", firstRank);
    std::printf("all ranks loaded         %8.2f s\n", loaded);
    std::printf("all views complete       %8.2f s\n", all);
    std::printf("longest stall            %8lld ms\n", static_cast<long long>(watch.longestMs()));
    std::printf("peak private memory      %8.0f MB\n", peakAnonMb);
    std::printf("slices                   %8.2f million, %.1f bytes each\n", static_cast<double>(slices) / 1e6,
                slices == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(slices));
    window.reset();
    return 0;
}
