// SPDX-License-Identifier: Apache-2.0
// bench_follow FOLDER CAPTURES SECONDS: a window follows a run in FOLDER, which must not be there, while one rank is
// captured again and again: so many captures in so many seconds. Prints how long after its last file is closed a
// capture is loaded, and the memory of the program after each tenth of them.
#include "app/shell/mainwindow.h"
#include "app/session/runfollower.h"
#include "bench/peakmemory.h"
#include "generator/generator.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace rs;

namespace {

void copy(const QString &from, const QString &to)
{
    QDirIterator it(from, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        const QString target = to + path.mid(from.size());
        QDir().mkpath(QFileInfo(target).path());
        QFile::copy(path, target);
    }
}

void wait(int ms)
{
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments.size() != 3)
        return 1;
    const QString &folder = arguments[0];
    const int captures = arguments[1].toInt();
    const int everyMs = arguments[2].toInt() * 1000 / std::max(1, captures);
    const QTemporaryDir scratch;
    gen::GeneratorOptions options;
    options.outDir = scratch.filePath(QStringLiteral("run"));
    options.ranks = 1;
    options.steps = 3;
    options.mbPerRank = 1;
    if (const QString why = gen::generate(options).error; !why.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(why));
        return 1;
    }
    const QString rank = QDir(options.outDir).entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0);
    // host_pid_time_ascend_ms
    const auto place = [&](int n) {
        return folder + QStringLiteral("/host_7_%1_ascend_ms").arg(qint64{20'260'101'000'000'000} + n);
    };
    copy(options.outDir + u'/' + rank, place(0));
    Settings settings(scratch.filePath(QStringLiteral("settings.ini")));
    settings.setCacheGigabytes(0);
    Workbench bench(settings);
    MainWindow window(bench, {});
    window.resize(1600, 900);
    window.show();
    window.open({folder});
    wait(1500);
    bench.session().follower().follow(bench.session().openPaths(), true);
    wait(1500);
    std::vector<qint64> times;
    int lost = 0;
    for (int n = 1; n <= captures; ++n) {
        QElapsedTimer begun;
        begun.start();
        copy(options.outDir + u'/' + rank, place(n));
        QElapsedTimer clock;
        clock.start();
        const auto isThere = [&] {
            for (const RankRef ref : bench.runs().allRanks()) {
                if (bench.runs().info(ref)->path == place(n) && bench.runs().state(ref) == RankState::Loaded)
                    return true;
            }
            return false;
        };
        while (!isThere() && clock.elapsed() < 20'000)
            wait(10);
        lost += isThere() ? 0 : 1;
        times.push_back(clock.elapsed());
        if (n % std::max(1, captures / 10) == 0) {
            std::printf("%d captures: %.1f MB\n", n, static_cast<double>(bench::anonymousKb()) / 1e3);
            std::fflush(stdout);
        }
        if (const qint64 left = everyMs - begun.elapsed(); left > 0)
            wait(static_cast<int>(left));
    }
    std::sort(times.begin(), times.end());
    std::printf("loaded after its last file was closed: median %.2f s, last %.2f s; %d of %d not within 20 s\n",
                static_cast<double>(times[times.size() / 2]) / 1e3, static_cast<double>(times.back()) / 1e3, lost,
                captures);
    window.close();
    return 0;
}
