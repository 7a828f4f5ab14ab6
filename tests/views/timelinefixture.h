// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/tracebuilder.h"
#include "views/state/runstore.h"
#include "views/widgets/theme.h"
#include "views/timeline/timelineview.h"
#include "views/state/viewcontext.h"

#include <QMouseEvent>
#include <QRandomGenerator>
#include <QTest>
#include <QWheelEvent>

namespace rs::test {

/// A rank that holds the trace of one chunk and nothing else.
inline std::shared_ptr<RankData> sealed(TraceChunk chunk)
{
    auto data = std::make_shared<RankData>();
    TraceBuilder builder;
    builder.addChunk(std::move(chunk));
    ThreadPool pool(1);
    data->trace = builder.seal(pool, JobContext(), data->report);
    return data;
}

/// A trace of one lane whose slices are given as start and duration.
inline std::unique_ptr<Trace> oneLane(const std::vector<std::pair<qint64, qint64>> &slices)
{
    TraceChunk chunk;
    quint32 lane = chunk.lane("1", "1");
    const StrId name = chunk.strings.intern("s");
    for (const auto &[start, duration] : slices) {
        TraceChunk::Slice s;
        s.lane = lane;
        s.start = start;
        s.duration = duration;
        s.name = name;
        chunk.slices.push_back(s);
    }
    TraceBuilder builder;
    builder.addChunk(std::move(chunk));
    ThreadPool pool(1);
    ImportReport report;
    return builder.seal(pool, JobContext(), report);
}

/// A rank as a torch run has it: host, CANN, two streams, a group with planes, overlap lanes, a counter, flows.
inline std::shared_ptr<const RankData> sampleRank(int rank, int steps = 4, qint64 originNs = 1'736'412'474'000'000'000)
{
    TraceChunk c;
    const auto process = [&c](std::string_view pid, std::string_view name, std::string_view label, int sort) {
        c.metas.push_back({TraceChunk::MetaKind::ProcessName, c.strings.intern(pid), {}, c.strings.intern(name), 0});
        c.metas.push_back({TraceChunk::MetaKind::ProcessLabels, c.strings.intern(pid), {}, c.strings.intern(label), 0});
        c.metas.push_back({TraceChunk::MetaKind::ProcessSortIndex, c.strings.intern(pid), {}, {}, sort});
    };
    const auto thread = [&c](std::string_view pid, std::string_view tid, std::string_view name, int sort) {
        c.metas.push_back({TraceChunk::MetaKind::ThreadName, c.strings.intern(pid), c.strings.intern(tid),
                           c.strings.intern(name), 0});
        c.metas.push_back(
            {TraceChunk::MetaKind::ThreadSortIndex, c.strings.intern(pid), c.strings.intern(tid), {}, sort});
    };
    const auto slice = [&c](std::string_view pid, std::string_view tid, std::string_view name, qint64 start,
                            qint64 duration, SliceKind kind) {
        TraceChunk::Slice s;
        s.lane = c.lane(pid, tid);
        s.start = start;
        s.duration = duration;
        s.name = c.strings.intern(name);
        s.kind = kind;
        c.slices.push_back(s);
    };
    process("1", "Python", "CPU", 0);
    thread("1", "11", "Thread 11", 0);
    process("2", "CANN", "CPU", 1);
    thread("2", "11", "Thread 11", 0);
    process("3", "Ascend Hardware", "NPU 0", 2);
    thread("3", "2", "Stream 2", 0);
    thread("3", "3", "Stream 3", 1);
    process("4", "Communication", "NPU 0", 3);
    thread("4", "0", "Group 0 Communication", 0);
    thread("4", "1", "Plane 0", 1);
    process("5", "Overlap Analysis", "NPU 0", 4);
    thread("5", "0", "Computing", 0);
    thread("5", "1", "Free", 1);
    process("6", "HBM", "NPU 0", 5);
    QRandomGenerator random(static_cast<quint32>(rank) + 1);
    static const char *names[] = {"MatMul", "LayerNorm", "Softmax", "Add", "Transpose", "Cast", "Gelu", "ReduceSum"};
    qint64 t = originNs;
    int flow = 0;
    for (int step = 0; step < steps; ++step) {
        const qint64 stepStart = t;
        for (int op = 0; op < 60; ++op) {
            const char *name = names[random.bounded(8)];
            const qint64 host = 20'000 + random.bounded(60'000);
            slice("1", "11", std::string("aten::") + name, t, host, SliceKind::Framework);
            slice("2", "11", "Node@launch", t + host / 4, host / 2, SliceKind::CannApi);
            const qint64 kernel = 5'000 + random.bounded(op % 7 == 0 ? 300'000 : 70'000);
            const qint64 start = t + 90'000;
            slice("3", op % 5 == 0 ? "3" : "2", name, start, kernel, SliceKind::Other);
            slice("5", "0", "Computing", start, kernel, SliceKind::Other);
            const std::string id = std::to_string(++flow);
            c.addFlowEnd(FlowId::fromText(id, c.strings), t + host / 4, c.strings.intern("HostToDevice"),
                         c.lane("2", "11"), TraceChunk::FlowPhase::Start);
            c.addFlowEnd(FlowId::fromText(id, c.strings), start, c.strings.intern("HostToDevice"),
                         c.lane("3", op % 5 == 0 ? "3" : "2"), TraceChunk::FlowPhase::End);
            c.samples.push_back({t, 100.0 * random.bounded(40), c.seriesOf("6", "HBM 0/Read", "Read(MB/s)")});
            t += std::max<qint64>(host, kernel) + random.bounded(20'000);
        }
        slice("4", "0", "hcom_allReduce__615_0_1", t, 900'000, SliceKind::Other);
        slice("4", "1", "Notify_Wait", t, 200'000, SliceKind::Other);
        slice("4", "1", "Reduce_Inline", t + 210'000, 600'000, SliceKind::Other);
        slice("5", "1", "Free", t, 950'000, SliceKind::Other);
        t += 1'000'000;
        slice("1", "11", "ProfilerStep#" + std::to_string(step), stepStart, t - stepStart, SliceKind::Step);
        t += 300'000;
    }
    auto data = sealed(std::move(c));
    data->info.rank = rank;
    data->info.label = QString::number(rank);
    return data;
}

/// A timeline view with everything that it needs.
struct TimelineFixture
{
    RunStore runs;
    ViewState state;
    Theme theme;
    ThreadPool pool{1};
    std::unique_ptr<TimelineView> view;

    explicit TimelineFixture(QSize size = {1200, 700})
    {
        theme.setMode(Theme::Mode::Light);
        ViewContext context;
        context.runs = &runs;
        context.state = &state;
        context.theme = &theme;
        context.pool = &pool;
        context.paintPool = &pool;
        view = std::make_unique<TimelineView>(context);
        view->resize(size);
        view->show();
        view->canvas()->setPatient(true);
    }
    ~TimelineFixture() { view.reset(); }

    int addRun(int ranks)
    {
        Run run;
        run.name = QStringLiteral("run");
        for (int i = 0; i < ranks; ++i) {
            RankInfo info;
            info.rank = i;
            info.label = QString::number(i);
            run.infos.push_back(info);
        }
        return runs.addRun(std::move(run));
    }
    /// Waits until everything that was loaded is shown.
    bool settle()
    {
        return QTest::qWaitFor([this] { return view->isComplete(); }, 20000);
    }
};

/// A whole drag with a mouse, in steps.
inline void drag(QWidget *w, QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButton b, Qt::MouseButtons held) {
        QMouseEvent e(type, at, w->mapToGlobal(at), b, held, modifiers);
        QCoreApplication::sendEvent(w, &e);
    };
    send(QEvent::MouseButtonPress, from, button, button);
    for (int i = 1; i <= 5; ++i)
        send(QEvent::MouseMove, from + (to - from) * i / 5, Qt::NoButton, button);
    send(QEvent::MouseButtonRelease, to, button, Qt::NoButton);
}

/// Some slice of a lane that is wide on the screen, and where.
inline TimelineCanvas::Hit someSlice(TimelineFixture &f, const QString &lane = QStringLiteral("Stream 2"),
                                     RankRef rank = {})
{
    const auto &rows = f.view->lanes()->rows();
    for (const LaneRow &row : rows) {
        if (row.type != LaneRow::Type::Lane || row.label != lane || (rank.isValid() && row.rank != rank))
            continue;
        for (int x = 20; x < f.view->canvas()->width() - 20; ++x) {
            const QPoint at(x, row.y - f.view->canvas()->scrollY() + row.height / 2);
            const auto hit = f.view->canvas()->hitAt(at);
            if (hit.slice != NoSlice && hit.rect.width() > 2)
                return hit;
        }
    }
    return {};
}

/// Notches of the wheel; positive ones are away from the user.
inline void wheel(QWidget *w, QPoint at, int notches, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent e(at, w->mapToGlobal(at), {}, QPoint(0, notches * 120), Qt::NoButton, modifiers, Qt::NoScrollPhase,
                  false);
    QCoreApplication::sendEvent(w, &e);
}

/// Without the spaces and signs of print.
inline QString plain(QString s)
{
    return s.replace(QChar(0x2009), u' ').replace(QChar(0x00A0), u' ').replace(QChar(0x2212), u'-');
}

/// Index of a row, or -1.
inline int rowNamed(const LaneModel &lanes, const QString &label, RankRef rank = {})
{
    for (size_t i = 0; i < lanes.rows().size(); ++i) {
        if (lanes.rows()[i].label == label && (!rank.isValid() || lanes.rows()[i].rank == rank))
            return static_cast<int>(i);
    }
    return -1;
}

inline LaneKey keyNamed(const LaneModel &lanes, const QString &label, RankRef rank = {})
{
    const int row = rowNamed(lanes, label, rank);
    return row < 0 ? LaneKey() : LaneModel::keyOf(lanes.rows()[static_cast<size_t>(row)]);
}

inline void select(TimelineFixture &f, RankRef rank, SliceId slice)
{
    Selection s;
    s.kind = Selection::Kind::Slice;
    s.rank = rank;
    s.slice = slice;
    f.state.select(s);
}

} // namespace rs::test
