// SPDX-License-Identifier: Apache-2.0
// Frame times of the timeline, whole window included, with software rendering at 1920 x 1080.
// bench_timeline [millions of slices = 5] [lanes = 100] [frames per scene = 60]
// Beside the time on the clock stand the CPU time of the thread that paints and of all threads together: on a machine
// that does other things the clock says little, and a frame on an idle one takes between the two divided by the cores
// and the former.
#include "core/trace/tracebuilder.h"
#include "views/timeline/timelineview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QRandomGenerator>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace rs;

namespace {

std::shared_ptr<const RankData> synthetic(qint64 slices, int lanes)
{
    TraceChunk c;
    c.metas.push_back(
        {TraceChunk::MetaKind::ProcessName, c.strings.intern("3"), {}, c.strings.intern("Ascend Hardware"), 0});
    std::vector<StrId> names;
    for (int i = 0; i < 300; ++i)
        names.push_back(c.strings.intern("OperatorNumber" + std::to_string(i)));
    std::vector<quint32> keys;
    for (int l = 0; l < lanes; ++l) {
        const std::string tid = std::to_string(l);
        c.metas.push_back({TraceChunk::MetaKind::ThreadName, c.strings.intern("3"), c.strings.intern(tid),
                           c.strings.intern("Stream " + tid), 0});
        keys.push_back(c.lane("3", tid));
    }
    c.slices.reserve(static_cast<size_t>(slices));
    QRandomGenerator random(1);
    const qint64 perLane = slices / lanes;
    std::vector<std::pair<qint64, qint64>> ends; // of the flows: on the first lane and on others
    for (int l = 0; l < lanes; ++l) {
        qint64 t = 1'736'412'474'000'000'000 + random.bounded(100'000);
        for (qint64 i = 0; i < perLane; ++i) {
            TraceChunk::Slice s;
            s.lane = keys[static_cast<size_t>(l)];
            // Bursts of short tasks between long ones, and pauses now and then, as streams have them.
            const quint32 dice = random.bounded(1000U);
            s.start = t;
            s.duration = dice < 700   ? 500 + random.bounded(3000)
                         : dice < 990 ? 5000 + random.bounded(40'000)
                                      : 200'000 + random.bounded(800'000);
            s.name = names[random.bounded(300U)];
            s.kind = static_cast<SliceKind>(random.bounded(static_cast<quint32>(SliceKind::Count)));
            c.slices.push_back(s);
            t += s.duration + (dice % 50 == 0 ? random.bounded(400'000) : random.bounded(1000));
        }
    }
    for (int i = 0; i < 10'000; ++i) {
        const FlowId id = FlowId::fromText(std::to_string(i), c.strings);
        const auto &from = c.slices[random.bounded(static_cast<quint32>(perLane))];
        const auto lane = static_cast<size_t>(random.bounded(lanes));
        const auto &to = c.slices[lane * static_cast<size_t>(perLane) + static_cast<size_t>(&from - c.slices.data())];
        c.addFlowEnd(id, from.start, c.strings.intern("HostToDevice"), from.lane, TraceChunk::FlowPhase::Start);
        c.addFlowEnd(id, to.start, c.strings.intern("HostToDevice"), to.lane, TraceChunk::FlowPhase::End);
    }
    auto data = std::make_shared<RankData>();
    data->info.rank = 0;
    data->info.label = QStringLiteral("0");
    TraceBuilder builder;
    builder.addChunk(std::move(c));
    ThreadPool pool(2);
    data->trace = builder.seal(pool, JobContext(), data->report);
    return data;
}

// Milliseconds of CPU time; 0 where the system does not tell.
double cpuMs(bool allThreads)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec t{};
    clock_gettime(allThreads ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
#else
    Q_UNUSED(allThreads)
    return 0;
#endif
}

struct Times
{
    std::vector<double> wall;
    std::vector<double> thread;
    std::vector<double> process;
};

double at(std::vector<double> &times, int percent)
{
    std::sort(times.begin(), times.end());
    return times[std::min(times.size() - 1, times.size() * static_cast<size_t>(percent) / 100)];
}

struct Scene
{
    const char *name;
    double length; // of the whole
    double step;   // of the window, between frames; 0: anywhere
};

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    const QStringList args = QApplication::arguments();
    const qint64 millions = args.size() > 1 ? args[1].toLongLong() : 5;
    const int lanes = args.size() > 2 ? args[2].toInt() : 100;
    const int frames = args.size() > 3 ? args[3].toInt() : 60;
    QElapsedTimer timer;

    timer.start();
    const auto rank = synthetic(millions * 1'000'000, lanes);
    std::printf("%lld M slices in %d lanes, made in %.1f s, %.1f bytes per slice\n", static_cast<long long>(millions),
                lanes, static_cast<double>(timer.elapsed()) / 1000,
                static_cast<double>(rank->trace->bytes()) / static_cast<double>(rank->trace->slices().size()));
    std::fflush(stdout);

    RunStore runs;
    ViewState state;
    Theme theme;
    ThreadPool pool;
    ViewContext context;
    context.runs = &runs;
    context.state = &state;
    context.theme = &theme;
    context.pool = &pool;
    context.paintPool = &pool;
    TimelineView view(context);
    // All lanes are visible: their height follows from their number.
    view.lanes()->setRowHeight(std::max(3, 1000 / lanes - 1));
    view.resize(1920, 1080);
    view.show();
    Run run;
    run.infos.push_back(rank->info);
    const int index = runs.addRun(run);
    timer.start();
    runs.setRank({index, 0}, rank);
    qint64 shownMs = -1;
    while (!view.isComplete()) {
        QApplication::processEvents(QEventLoop::AllEvents, 5);
        if (shownMs < 0 && !view.data()->ranks().empty())
            shownMs = timer.elapsed();
    }
    const TimelineRank *shown = view.data()->rank({index, 0});
    std::printf("first picture after %lld ms, indexed after %lld ms, %.2f bytes of index per slice\n\n",
                static_cast<long long>(shownMs), static_cast<long long>(timer.elapsed()),
                static_cast<double>(shown->lod->bytes()) / static_cast<double>(rank->trace->slices().size()));

    const Scene scenes[] = {
        {"out", 1, 0}, {"middle", 0.03, 0}, {"deep", 0.0002, 0}, {"pan", 0.2, 0.01}, {"pan deep", 0.002, 0.01}};
    std::printf("%-10s %-7s %9s %9s %9s | %9s %9s | %9s %9s\n", "scene", "lines", "median ms", "p95 ms", "max ms",
                "painting", "CPU p95", "threads", "CPU p95");
    const TimeWindow all = view.navigator()->limits();
    QRandomGenerator random(2);
    bool good = true;
    const double bar = millions == 10 ? 8 : 16;
    for (const bool lines : {false, true}) {
        view.showFlowKinds(lines ? std::set<std::string>{"HostToDevice"} : std::set<std::string>{});
        for (const Scene &scene : scenes) {
            Times times;
            const auto length = static_cast<qint64>(static_cast<double>(all.lengthNs()) * scene.length);
            qint64 from = all.fromNs + (all.lengthNs() - length) / 3;
            for (int f = 0; f < frames + 3; ++f) {
                if (scene.step == 0)
                    from = all.fromNs +
                           static_cast<qint64>(random.generateDouble() * static_cast<double>(all.lengthNs() - length));
                else
                    from += static_cast<qint64>(static_cast<double>(length) * scene.step);
                // The whole run has one place only: vary its length a little, or nothing would be painted.
                const qint64 trim = scene.length == 1 ? (f + 1) * all.lengthNs() / 5000 : 0;
                QApplication::processEvents();
                const double threadBefore = cpuMs(false);
                const double processBefore = cpuMs(true);
                timer.start();
                state.setWindow({from + trim, from + length - trim});
                QApplication::processEvents();
                if (f < 3)
                    continue;
                times.wall.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
                times.thread.push_back(cpuMs(false) - threadBefore);
                times.process.push_back(cpuMs(true) - processBefore);
            }
            const double p95 = at(times.wall, 95);
            std::printf("%-10s %-7s %9.1f %9.1f %9.1f | %9.1f %9.1f | %9.1f %9.1f\n", scene.name,
                        lines ? "10000" : "none", at(times.wall, 50), p95, at(times.wall, 100), at(times.thread, 50),
                        at(times.thread, 95), at(times.process, 50), at(times.process, 95));
            std::fflush(stdout);
            good = good && p95 <= (lines ? 33 : bar);
        }
    }
    std::printf("\nbars: p95 %.0f ms without lines, 33 ms with: %s\n", bar, good ? "kept" : "missed");
    return 0;
}
