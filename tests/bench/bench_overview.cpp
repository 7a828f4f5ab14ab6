// SPDX-License-Identifier: Apache-2.0
// bench_overview [RANKS [STEPS]]: the bars of the overview over that many (4,096 × 10): from a choice of the step or in
// a selector to the frame that shows it, and what zooming, scrolling and pointing take. Made in memory; the slowest of
// several each and the one in the middle, beside the processor time of all threads, which other programs do not
// stretch.
#include "bench/frames.h"
#include "bench/stepranks.h"
#include "support/fixtures.h"
#include "views/overview/overviewview.h"
#include "views/picture/stackedbars.h"
#include "views/state/viewcontext.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QEventLoop>
#include <QImage>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <vector>

using namespace rs;
using namespace rs::bench;
using namespace rs::test;

namespace {

std::shared_ptr<const RankData> rankOf(int rank, int ranks, int steps)
{
    std::shared_ptr<RankData> out = bench::rankOfSteps(rank, steps);
    out->info.distributedArgs = {{QStringLiteral("tensor_model_parallel_size"), 8},
                                 {QStringLiteral("pipeline_model_parallel_size"), 4},
                                 {QStringLiteral("world_size"), ranks}};
    return out;
}

double processorTimeMs()
{
    timespec t = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

class Bench
{
public:
    Bench(int ranks, int steps)
    {
        std::vector<std::shared_ptr<const RankData>> data;
        for (int rank = 0; rank < ranks; ++rank)
            data.push_back(rankOf(rank, ranks, steps));
        m_state.setCurrentRank({m_runs.addRun(makeRun(std::move(data))), 0});
        ViewContext context{&m_runs, &m_state, &m_theme, &m_pool, &m_pool, {}, {}};
        context.tables = &m_tables;
        context.diagnoses = &m_diagnoses;
        m_view = std::make_unique<OverviewView>(context);
        m_view->resize(1200, 800);
        m_screen = QImage(m_view->size(), QImage::Format_ARGB32_Premultiplied);
    }

    OverviewView &view() { return *m_view; }
    ViewState &state() { return m_state; }
    StackedBars &bars() { return *m_view->bars(); }
    QPointF middle() { return {bars().width() / 2.0, bars().height() / 2.0}; }

    // Until it is as the screen would be filled.
    void measure(const char *what, int times, const std::function<void(int)> &choose)
    {
        std::vector<double> clockMs;
        std::vector<double> processorMs;
        for (int i = 0; i < times; ++i) {
            settle();
            const double before = processorTimeMs();
            QElapsedTimer clock;
            clock.start();
            choose(i);
            while (!m_view->barsAreComplete())
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            m_view->render(&m_screen);
            clockMs.push_back(msOf(clock));
            processorMs.push_back(processorTimeMs() - before);
        }
        std::printf("%-34s", what);
        for (std::vector<double> *const ms : {&clockMs, &processorMs}) {
            std::sort(ms->begin(), ms->end());
            std::printf(" %6.1f ms at most, %6.1f in the middle%s", ms->back(), (*ms)[ms->size() / 2],
                        ms == &clockMs ? ";  processor" : "\n");
        }
    }

    void choose(const char *name, int index)
    {
        for (Picker *const p : m_view->findChildren<Picker *>()) {
            if (p->box()->accessibleName() != QLatin1String(name))
                continue;
            p->box()->setCurrentIndex(index % p->box()->count());
            emit p->box()->activated(index % p->box()->count());
            return;
        }
        std::printf("no selector %s\n", name);
    }

private:
    // Work that follows a choice, such as the buckets of tooltips, is no part of the next one.
    void settle()
    {
        constexpr int quietMs = 300;
        do {
            QEventLoop loop;
            QTimer::singleShot(quietMs, &loop, &QEventLoop::quit);
            loop.exec();
        } while (!m_view->isComplete());
    }

    RunStore m_runs;
    ViewState m_state;
    Theme m_theme;
    const Catalogue m_tables = Catalogue::ofProgram();
    ThreadPool m_pool{2};
    RunDiagnoses m_diagnoses{m_runs, m_state, m_pool};
    std::unique_ptr<OverviewView> m_view;
    QImage m_screen;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 4096;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 10;
    Bench bench(ranks, steps);
    std::printf("%d ranks x %d steps\n", ranks, steps);
    bench.measure("first frame", 1, [&](int) { bench.view().show(); });
    bench.measure("a step at the top", 10, [&](int i) { bench.state().setStep(QString::number(i % steps + 1)); });
    bench.measure("sum, mean, each of the rank", 8, [&](int i) { bench.choose("Steps", i + 1); });
    bench.state().setStep({});
    bench.measure("against peers", 9, [&](int i) { bench.choose("vs. peer median", i); });
    bench.choose("vs. peer median", 1);
    bench.measure("folded", 8, [&](int i) { bench.choose("What a bar is", i + 1); });
    bench.choose("What a bar is", 0);
    bench.measure("order", 11, [&](int i) { bench.choose("Order by", i + 1); });
    bench.choose("Order by", 0);
    QToolButton *percent = nullptr;
    for (QToolButton *const b : bench.view().findChildren<QToolButton *>())
        percent = b->text() == QLatin1String("%") ? b : percent;
    bench.measure("per cent", 4, [&](int) { percent->click(); });
    bench.measure("top", 4, [&](int i) { bench.view().findChild<QSpinBox *>()->setValue(i % 2 ? 0 : ranks / 2); });
    bench.measure("another rank", 10, [&](int i) { bench.state().setCurrentRank({0, (i + 1) * ranks / 11}); });
    bench.measure("zoom", 20, [&](int) { wheel(bench.bars(), bench.middle(), 120, Qt::ControlModifier); });
    bench.measure("scroll", 20, [&](int) { wheel(bench.bars(), bench.middle(), -120); });
    bench.measure("pointing at a bar", 20, [&](int i) {
        mouse(bench.bars(), QEvent::MouseMove, {100.0 + i * 20, bench.bars().height() / 2.0});
    });
    return 0;
}
