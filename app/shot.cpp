// SPDX-License-Identifier: Apache-2.0
#include "app/shot.h"

#include "app/docklayout.h"
#include "app/mainwindow.h"
#include "app/workbench.h"
#include "core/plaintext.h"

#include <QCoreApplication>
#include <QCursor>
#include <QEventLoop>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPixmap>
#include <QSaveFile>
#include <QScreen>
#include <QTextStream>
#include <QTimer>

#include <algorithm>
#include <memory>

namespace rs {

namespace {

constexpr int settleMs = 60; // a view may answer a change with another job: it must be complete several times in a row
constexpr int settleTimes = 5;

void say(const QString &text)
{
    QTextStream(stderr) << "rankscope: " << harmless(text) << '\n';
}

// A picture replaces the file that has its name, which must not happen to a device or a pipe.
bool mayBeWritten(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists() || info.isFile())
        return true;
    say(QStringLiteral("%1 is no regular file: no picture is written there").arg(path));
    return false;
}

} // namespace

bool lookWhereTold(Workbench &bench, const Options &o)
{
    const auto ref = [&](int number) {
        for (const RankRef r : bench.runs().allRanks()) {
            if (bench.runs().info(r)->rank == number)
                return r;
        }
        return RankRef();
    };
    for (size_t i = 0; i < o.ranks.size(); ++i) {
        const RankRef r = ref(o.ranks[i]);
        if (!r.isValid()) {
            say(QStringLiteral("there is no rank %1").arg(o.ranks[i]));
            return false;
        }
        if (i == 0) {
            bench.state().setCurrentRank(r);
            bench.state().setBaseRank(r);
        } else if (i == 1) {
            bench.state().setOtherRank(r);
        }
    }
    if (o.fromNs || o.toNs) {
        TimeWindow w = bench.state().window();
        const auto rank = bench.runs().rank(bench.state().currentRank());
        if (w.isEmpty() && rank && rank->trace)
            w = {rank->trace->startNs(), rank->trace->endNs()};
        w.fromNs = o.fromNs.value_or(w.fromNs);
        w.toNs = o.toNs.value_or(w.toNs);
        if (!w.isEmpty())
            bench.state().setWindow(w);
    }
    if (!o.flows.isEmpty())
        bench.state().setShownFlows(o.flows);
    return true;
}

ExitCode takeShot(Workbench &bench, const Options &o)
{
    if (!mayBeWritten(o.shotFile))
        return ExitCode::Usage;
    std::unique_ptr<MainWindow> window;
    std::unique_ptr<DockView> view;
    QWidget *shown = nullptr;
    std::vector<DockView *> views;
    if (o.view == wholeWindow) {
        window = std::make_unique<MainWindow>(bench);
        views = window->docks().views();
        shown = window.get();
    } else {
        view.reset(createView(o.view, bench.context()));
        views = {view.get()};
        shown = view.get();
        shown->setAutoFillBackground(true);
    }
    shown->resize(o.size);
    // A pointer that rests on a button would draw it as hovered.
    if (QGuiApplication::platformName() == QLatin1String("offscreen"))
        QCursor::setPos(QGuiApplication::primaryScreen()->geometry().bottomRight());
    shown->show();

    QEventLoop loop;
    bool found = true;
    QObject::connect(&bench.session(), &TraceSession::nothingFound, &loop,
                     [&](const QStringList &, const std::vector<Finding> &findings) {
                         found = false;
                         for (const Finding &f : findings)
                             say(f.file.isEmpty() ? f.text() : f.file + QStringLiteral(": ") + f.text());
                         loop.quit();
                     });
    QObject::connect(&bench.session(), &TraceSession::idle, &loop, &QEventLoop::quit);
    bench.session().open(o.paths);
    if (bench.session().isBusy())
        loop.exec();
    if (!found || bench.runs().isEmpty()) {
        say(QStringLiteral("nothing usable was found"));
        return ExitCode::NothingFound;
    }
    if (bench.session().wasOverBudget()) {
        say(QStringLiteral("the memory budget was reached"));
        return ExitCode::MemoryBudget;
    }
    // Views answer the end of the load first; what they choose by themselves is then overruled.
    QCoreApplication::processEvents();
    if (!lookWhereTold(bench, o))
        return ExitCode::Usage;

    int quiet = 0;
    QTimer poll;
    poll.setInterval(settleMs);
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        const bool complete =
            std::all_of(views.begin(), views.end(), [](const DockView *v) { return v->isComplete(); });
        quiet = complete ? quiet + 1 : 0;
        if (quiet >= settleTimes)
            loop.quit();
    });
    poll.start();
    loop.exec();

    const QPixmap picture = shown->grab();
    QSaveFile file(o.shotFile);
    if (!mayBeWritten(o.shotFile))
        return ExitCode::Usage;
    if (!file.open(QIODevice::WriteOnly) || !picture.save(&file, "PNG") || !file.commit()) {
        say(QStringLiteral("%1 could not be written: %2").arg(o.shotFile, file.errorString()));
        return ExitCode::Usage;
    }
    bool lost = false;
    for (int run = 0; run < bench.runs().count(); ++run) {
        for (const Finding &f : bench.runs().findings(run)) {
            if (f.severity < Severity::Loss)
                continue;
            lost = true;
            say(QStringLiteral("%1: %2: %3").arg(severityName(f.severity), f.file, f.text()));
        }
    }
    return lost ? ExitCode::DataLost : ExitCode::Done;
}

} // namespace rs
