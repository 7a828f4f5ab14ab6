// SPDX-License-Identifier: Apache-2.0
// bench_heatmap [RANKS [STEPS]]: the heat map of ranks and steps over that many (4,096 × 50): how long its numbers
// take, and from a choice in its selectors to the frame that shows it. Made in memory; the slowest of ten choices.
#include "bench/frames.h"
#include "bench/stepranks.h"
#include "support/fixtures.h"
#include "views/overview/heatmappage.h"
#include "views/overview/stepheatmap.h"
#include "views/state/viewcontext.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QImage>

#include <algorithm>
#include <cstdio>

using namespace rs;
using namespace rs::bench;
using namespace rs::test;

namespace {

void wait(const HeatMapPage &page)
{
    do
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    while (!page.isComplete() || !page.layer());
}

// As the screen would be filled.
double painted(HeatMapPage &page, QImage &screen, const QElapsedTimer &since)
{
    wait(page);
    page.render(&screen);
    return msOf(since);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 4096;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 50;
    RunStore runs;
    ViewState state;
    Theme theme;
    const Catalogue tables = Catalogue::ofProgram();
    ThreadPool pool{2};
    ViewContext context{&runs, &state, &theme, &pool, &pool, {}, {}};
    context.tables = &tables;
    std::vector<std::shared_ptr<const RankData>> data;
    for (int rank = 0; rank < ranks; ++rank)
        data.push_back(bench::rankOfSteps(rank, steps));
    state.setCurrentRank({runs.addRun(makeRun(std::move(data))), 0});

    HeatMapPage page(context);
    page.retranslate();
    page.resize(1200, 800);
    QImage screen(page.size(), QImage::Format_ARGB32_Premultiplied);
    QElapsedTimer clock;
    clock.start();
    page.show();
    std::printf("%d ranks x %d steps: first frame after %.1f ms\n", ranks, steps, painted(page, screen, clock));
    double slowest = 0;
    for (int i = 1; i <= 10; ++i) {
        Picker *const picker = i % 2 ? page.metricPicker() : page.showPicker();
        QComboBox *const box = picker->box();
        const int next = (box->currentIndex() + 1) % std::min(7, box->count());
        clock.restart();
        box->setCurrentIndex(next);
        emit box->activated(next);
        slowest = std::max(slowest, painted(page, screen, clock));
    }
    std::printf("a choice in a selector: %.1f ms at most\n", slowest);
    slowest = 0;
    for (int i = 0; i < 20; ++i) {
        clock.restart();
        page.map()->setSelected(i * ranks / 20, i * steps / 20);
        page.map()->repaint();
        slowest = std::max(slowest, msOf(clock));
    }
    std::printf("a frame: %.1f ms at most\n", slowest);
    return 0;
}
