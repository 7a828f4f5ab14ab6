// SPDX-License-Identifier: Apache-2.0
// bench_operators [RANKS [OPERATORS]]: the chart of communication operators of that many ranks (1,024) with that many
// operators each (20,000): how long its content takes, from opening to the first frame, and how long the GUI thread
// takes for a frame while one zooms, moves, scrolls and selects; the last lines say the longest 95 of 100 frames, of
// pointing and of all. Made in memory.
#include "bench/frames.h"
#include "views/communication/operatorbars.h"
#include "views/communication/operatorchart.h"
#include "views/widgets/theme.h"

#include <QHelpEvent>

#include <algorithm>
#include <memory>

using namespace rs;
using namespace rs::bench;

namespace {

constexpr qint64 us = 1000;

/// Every rank takes part in every operator; who comes last goes round.
CommOperators operatorsOf(int ranks, int count)
{
    CommOperators out;
    out.kinds = {QStringLiteral("allreduce"), QStringLiteral("allgather"), QStringLiteral("reducescatter")};
    out.names = {QStringLiteral("hcom_allReduce__271_0_1")};
    out.rows.resize(static_cast<size_t>(ranks));
    MatchedCollectives &collectives = out.attribution.collectives;
    const auto startOf = [ranks](int r, int i) { return i * 100 * us + (r + i) % ranks * 20; };
    for (int i = 0; i < count; ++i) {
        MatchedCollective m;
        m.first = static_cast<quint32>(collectives.ends.size());
        for (int r = 0; r < ranks; ++r)
            collectives.ends.push_back(
                {r, NoSlice, startOf(r, i), (i * 100 + 60) * us, startOf(r, i), (i * 100 + 60) * us});
        m.last = static_cast<quint32>(collectives.ends.size());
        collectives.all.push_back(m);
        AttributedCollective e;
        e.collective = static_cast<quint32>(i);
        out.attribution.entries.push_back(e);
    }
    out.attribution.waits.resize(collectives.ends.size());
    for (int r = 0; r < ranks; ++r) {
        RankOperators &row = out.rows[static_cast<size_t>(r)];
        row.rankIndex = r;
        row.source = OperatorSource::Trace;
        for (int i = 0; i < count; ++i) {
            RankOperator op;
            op.time = {startOf(r, i), (i * 100 + 60) * us};
            op.entry = static_cast<quint32>(i);
            op.end = static_cast<quint32>(i * ranks + r);
            op.kind = static_cast<quint16>(i % 3);
            out.attribution.waits[op.end].ns = ranks * 20 - (r + i) % ranks * 20;
            row.operators.push_back(op);
        }
    }
    return out;
}

// Above all rows in turn, with what is said of the bar there.
void point(OperatorChart &chart, int i)
{
    const QPointF at(chart.width() * 0.2 + i * 10, chart.height() * 0.2 + i * 5);
    mouse(chart, QEvent::MouseMove, at);
    QHelpEvent ask(QEvent::ToolTip, at.toPoint(), chart.mapToGlobal(at.toPoint()));
    QCoreApplication::sendEvent(&chart, &ask);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 1024;
    const int count = argc > 2 ? std::atoi(argv[2]) : 20'000;
    Run run;
    run.ranks.resize(static_cast<size_t>(ranks));
    run.infos.resize(static_cast<size_t>(ranks));
    const auto operators = std::make_shared<const CommOperators>(operatorsOf(ranks, count));
    QElapsedTimer clock;
    clock.start();
    const auto bars = std::make_shared<const OperatorBars>(operatorBars(run, *operators, BarChoice()));
    std::printf("%d ranks, %d operators each: bars (in a job) after %.0f ms\n", ranks, count, msOf(clock));
    OperatorChart::Content content;
    content.operators = operators;
    content.bars = bars;
    for (int r = 0; r < ranks; ++r)
        content.labels.push_back(QString::number(r));
    content.notes.resize(static_cast<size_t>(ranks));
    Theme theme;
    OperatorChart chart(&theme);
    chart.resize(1600, 900);
    chart.show();
    QCoreApplication::processEvents();
    clock.restart();
    chart.setContent(std::move(content));
    chart.repaint();
    std::printf("first frame after %.1f ms\n", msOf(clock));
    double worst = 0;
    const auto frames = [&](const char *what, const std::function<void(int)> &event) {
        const double p95 = interact(what, chart, event);
        worst = std::max(worst, p95);
        return p95;
    };
    double hover = frames("point, all in sight", [&](int i) { point(chart, i); });
    frames("zoom", [&](int i) { walk(chart, i, Qt::ControlModifier); });
    for (int i = 0; i < 20; ++i)
        walk(chart, i, Qt::ControlModifier);
    frames("move", [&](int i) { walk(chart, i, Qt::ShiftModifier); });
    frames("scroll", [&](int i) { walk(chart, i + 40, Qt::NoModifier); });
    hover = std::max(hover, frames("point", [&](int i) { point(chart, i); }));
    chart.setSelected({0, 0});
    frames("select the next", [&](int) { press(chart, Qt::Key_Right); });
    std::printf("p95 of frames of pointing %.1f ms\n", hover);
    std::printf("longest p95 of frames %.1f ms (bar: 16)\n", worst);
    return 0;
}
