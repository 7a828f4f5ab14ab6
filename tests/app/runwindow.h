// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/shell/mainwindow.h"
#include "heldreader.h"
#include "support/fixtures.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace rs::test {

/// A rank without files: per step a host operator, a kernel and a collective, `scale` times as long as those of others.
inline std::shared_ptr<const RankData> scaledRank(int rank, const QString &folder, qint64 fromNs, qint64 scale)
{
    TinyRank r(rank);
    const std::string n = std::to_string(rank);
    for (int step = 1; step <= 2; ++step) {
        const qint64 at = fromNs + (step - 1) * 10'000 * scale;
        r.step(step, at, 9'000 * scale);
        r.host("aten::add", at + 100 * scale, 400 * scale);
        r.kernel("MatMul_" + n, at + 2'000 * scale, 2'500 * scale);
        r.communication("hcom_allReduce__1_0_1", at + 5'000 * scale, 1'500 * scale);
        r.launch(at + 100 * scale, at + 2'000 * scale);
        r.kernelRow("MatMul_" + n, "MatMul", "AI_CORE", "\"2,2;2,2\"", at + 2'000 * scale, 2'500 * scale);
    }
    r.data.info.path = folder;
    r.data.info.label = QString::number(rank);
    return r.finish();
}

/// Every path is a run; one whose name holds "long" is a thousand times as long as the others.
inline RunReader scaledReader(int ranks)
{
    RunReader out;
    out.discover = [ranks](const QStringList &paths, const JobContext &, ImportReport &) {
        std::vector<Run> runs;
        for (const QString &path : paths)
            runs.push_back(unreadRun(path, ranks));
        return runs;
    };
    out.load = [](Run skeleton, const std::vector<int> &only, ThreadPool &, const JobContext &,
                  const LoadEvents &events) {
        const qint64 scale = skeleton.name.contains(QLatin1String("long")) ? 1'000 : 1;
        for (const int i : only) {
            events.onStart(i);
            events.onRank(i, scaledRank(i, skeleton.infos[static_cast<size_t>(i)].path, 1'000'000, scale));
        }
        return skeleton;
    };
    return out;
}

/// The whole program but its files: a window over runs of that reader, in English.
struct RunWindow
{
    explicit RunWindow(int ranks = 4, const QSize &size = {1600, 900}, std::optional<RunReader> reader = {})
        : settings(dir.filePath(QStringLiteral("rankscope.ini"))),
          bench(settings, reader ? std::move(*reader) : scaledReader(ranks)),
          window(std::make_unique<MainWindow>(bench))
    {
        bench.theme().setMode(Theme::Mode::Light);
        bench.applyTheme();
        bench.language().use(QStringLiteral("en"));
        window->resize(size);
        window->show();
    }
    /// Opens the run and waits until every view shows it.
    void open(const QString &path)
    {
        QSignalSpy idle(&bench.session(), &TraceSession::idle);
        window->open({path});
        QVERIFY(idle.wait(60'000));
        settle();
    }
    void settle()
    {
        complete();
        QTest::qWait(250); // the context bar gathers what it shows
        complete();
    }
    /// Waits until nothing is computed, though not for what is gathered.
    void complete()
    {
        QCoreApplication::processEvents();
        QTRY_VERIFY_WITH_TIMEOUT(isComplete(), 60'000);
    }
    [[nodiscard]] bool isComplete()
    {
        const auto views = window->docks().views();
        return std::all_of(views.begin(), views.end(), [](const DockView *v) { return v->isComplete(); });
    }
    template <typename View>
    [[nodiscard]] View *view(const char *id)
    {
        return qobject_cast<View *>(window->docks().view(QLatin1String(id)));
    }
    /// Brings a dock to the front, as its tab would.
    template <typename View>
    [[nodiscard]] View *show(const char *id)
    {
        window->docks().showView(QLatin1String(id));
        QCoreApplication::processEvents();
        return view<View>(id);
    }
    [[nodiscard]] ViewState &state() { return bench.state(); }

    QTemporaryDir dir;
    Settings settings;
    Workbench bench;
    std::unique_ptr<MainWindow> window;
};

} // namespace rs::test
