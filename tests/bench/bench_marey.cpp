// SPDX-License-Identifier: Apache-2.0
// bench_marey [RANKS [OPERATORS [STAGES]]]: the Marey picture of that many devices (1,000) with that many operators
// each (10,000) in so many pipeline stages (1): how long its folds take, how large they are, and how long the GUI
// thread takes for a frame while one zooms, moves, scrolls, changes the height of the lines and selects. Made in
// memory.
#include "bench/frames.h"
#include "core/job/threadpool.h"
#include "views/parallel/mareypicture.h"
#include "views/widgets/theme.h"

#include <cstdio>
#include <memory>

using namespace rs;
using namespace rs::bench;

namespace {

constexpr qint64 us = 1000;

/// Every device runs every operator of its stage, four in five of them kernels; who is late goes round.
MareyChart chartOf(int ranks, int count, int stages)
{
    MareyChart out;
    const quint32 compute = static_cast<quint32>(out.names.intern("MatMulV3"));
    const quint32 reduce = static_cast<quint32>(out.names.intern("hcom_allReduce tp"));
    for (int s = 0; s < stages; ++s) {
        for (int i = 0; i < count; ++i) {
            MareyEntry e;
            e.kind = i % 5 == 4 ? MareyKind::Collective : MareyKind::Compute;
            e.name = i % 5 == 4 ? reduce : compute;
            e.stage = stages > 1 ? s : -1;
            e.devices = static_cast<quint32>(ranks / stages);
            e.span = {i * 20 * us, i * 20 * us + 30 * us};
            e.lastStartNs = i * 20 * us + 10 * us;
            out.entries.push_back(e);
        }
        MareyRow stage;
        stage.stage = s;
        if (stages > 1)
            out.stages.push_back(stage);
    }
    for (int r = 0; r < ranks; ++r) {
        const int s = r * stages / ranks;
        MareyRow row;
        row.rankIndex = row.rank = r;
        row.label = QString::number(r);
        row.stage = stages > 1 ? s : -1;
        const bool isLast = r + 1 == ranks || (r + 1) * stages / ranks != s;
        for (int i = 0; i < count; ++i) {
            const qint64 start = i * 20 * us + (r * 7 + i) % 40 * us / 4;
            MareyLane &lane = i % 5 == 4 ? row.communication : row.work;
            const auto below = isLast ? MareyOperator::none : static_cast<quint32>(lane.size());
            lane.push_back({{start, start + (8 + (r + i) % 7) * us},
                            static_cast<quint32>(s * count + i),
                            SliceId{static_cast<quint32>(i)},
                            below});
        }
        out.rows.push_back(std::move(row));
    }
    for (const MareyEntry &e : out.entries) {
        if (!out.stages.empty())
            (e.kind == MareyKind::Compute ? out.stages[static_cast<size_t>(e.stage)].work
                                          : out.stages[static_cast<size_t>(e.stage)].communication)
                .push_back({e.span, static_cast<quint32>(&e - out.entries.data()), NoSlice, MareyOperator::none});
    }
    out.whole = {0, count * 20 * us};
    out.middle = {count / 10 * us, count * 20 * us - count / 10 * us};
    return out;
}

void tour(MareyPicture &picture)
{
    picture.reset();
    interact("  zoom", picture, [&](int i) { walk(picture, i, Qt::ControlModifier); });
    interact("  move", picture, [&](int i) { walk(picture, i, Qt::ShiftModifier); });
    interact("  scroll", picture, [&](int i) { walk(picture, i + 40, Qt::NoModifier); });
    picture.setSelected({0, false, 0});
    interact("  select the next", picture, [&](int) { press(picture, Qt::Key_Right); });
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 1'000;
    const int count = argc > 2 ? std::atoi(argv[2]) : 10'000;
    const int stages = argc > 3 ? std::atoi(argv[3]) : 1;
    const auto chart = std::make_shared<const MareyChart>(chartOf(ranks, count, stages));
    QElapsedTimer clock;
    clock.start();
    const auto folds = MareyFolds::of(*chart, JobContext());
    std::printf("%d devices, %d operators each, %d stages: folds (in a job) after %.0f ms, %.0f MB\n", ranks, count,
                stages, msOf(clock), static_cast<double>(folds->bytes()) / 1e6);
    MareyPicture::Content content;
    content.chart = chart;
    content.folds = folds;
    for (int r = 0; r < ranks; ++r)
        content.labels.push_back(QString::number(r));
    content.notes.resize(static_cast<size_t>(ranks));
    for (int s = 0; s < stages && stages > 1; ++s)
        content.stageLabels.push_back(QString::number(s));
    Theme theme;
    ThreadPool painters;
    MareyPicture picture(&theme, &painters);
    picture.resize(1600, 900);
    picture.show();
    QCoreApplication::processEvents();
    clock.restart();
    picture.setContent(std::move(content), true);
    picture.repaint();
    std::printf("first frame after %.1f ms\n", msOf(clock));
    std::printf("lines of 20 pixels, time across\n");
    tour(picture);
    std::printf("lines of 4 pixels\n");
    picture.setPitch(4);
    tour(picture);
    std::printf("lines of 20 pixels, time downwards\n");
    picture.setPitch(0);
    picture.setDownwards(true);
    tour(picture);
    return 0;
}
