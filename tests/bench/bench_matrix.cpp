// SPDX-License-Identifier: Apache-2.0
// bench_matrix [RANKS]: the communication matrix of a domain of that many ranks (1,024), each of which sends to each
// other: its cells and the slow link verdict, each alone; from opening the page to the first frame, from a choice in
// its selectors to the frame that shows it, and how long the GUI thread takes for a frame while one zooms, scrolls and
// points. Made in memory.
#include "analysis/commmatrix.h"
#include "analysis/linkfit.h"
#include "bench/peakmemory.h"
#include "support/fixtures.h"
#include "views/communication/heatmap.h"
#include "views/communication/matrixpage.h"
#include "views/viewcontext.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QImage>
#include <QMouseEvent>
#include <QRandomGenerator>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

Run runOf(int ranks)
{
    std::vector<std::shared_ptr<const RankData>> data;
    for (int rank = 0; rank < ranks; ++rank) {
        auto one = std::make_shared<RankData>();
        one->info.rank = rank;
        one->info.label = QString::number(rank);
        data.push_back(one);
    }
    Run run = makeRun(std::move(data));
    MatrixLinksBuilder links;
    MatrixLink link;
    link.step = QStringLiteral("1");
    link.key = QString(TotalOp);
    link.groupHash = QStringLiteral("1234567890");
    link.globalRanks = true;
    QRandomGenerator random(7);
    constexpr int ranksOfHost = 8;
    for (int from = 0; from < ranks; ++from) {
        for (int to = 0; to < ranks; ++to) {
            const bool near = from / ranksOfHost == to / ranksOfHost;
            link.source = from;
            link.destination = to;
            link.transport = from == to ? QStringLiteral("LOCAL")
                             : near     ? QStringLiteral("HCCS")
                                        : QStringLiteral("RDMA");
            link.sizeMb = 16 + random.bounded(4.0);
            link.bandwidthGbs = (near ? 18 : 11) * (0.95 + random.bounded(0.1)) / (from == ranks / 3 ? 4 : 1);
            link.timeMs = *link.sizeMb / *link.bandwidthGbs;
            links.add(link);
        }
    }
    run.cluster.links = links.seal();
    return run;
}

double msOf(const QElapsedTimer &clock)
{
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

class Bench
{
public:
    explicit Bench(int ranks)
    {
        m_state.setCurrentRank({m_runs.addRun(runOf(ranks)), 0});
        ViewContext context{&m_runs, &m_state, &m_theme, &m_pool, &m_pool, {}, {}};
        context.tables = &m_tables;
        QElapsedTimer clock;
        clock.start();
        m_page = std::make_unique<MatrixPage>(context);
        m_page->resize(1600, 900);
        m_page->show();
        while (m_page->grid()->count() == 0)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        m_page->render(&m_screen);
        std::printf("%d ranks: first frame after %.0f ms\n", ranks, msOf(clock));
        std::printf("with the table of links: %.0f ms\n", painted(clock));
    }

    void choose(const char *what, QComboBox *box, int index)
    {
        QElapsedTimer clock;
        clock.start();
        box->setCurrentIndex(index);
        emit box->activated(index);
        std::printf("%s: %.0f ms\n", what, painted(clock));
    }

    // What the GUI thread takes from an event to its frame.
    void interact(const char *what, int times, const std::function<void(HeatMap &, int)> &event)
    {
        std::vector<double> took;
        for (int i = 0; i < times; ++i) {
            QElapsedTimer clock;
            clock.start();
            event(*m_page->heatMap(), i);
            m_page->heatMap()->repaint();
            took.push_back(msOf(clock));
        }
        std::sort(took.begin(), took.end());
        std::printf("%s: median %.1f ms, p95 %.1f ms, most %.1f ms\n", what, took[took.size() / 2],
                    took[took.size() * 95 / 100], took.back());
    }

    MatrixPage &page() { return *m_page; }

private:
    // As the screen would be filled; also the longest time that the GUI thread did not answer.
    double painted(const QElapsedTimer &since)
    {
        double longest = 0;
        do {
            QElapsedTimer turn;
            turn.start();
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
            longest = std::max(longest, msOf(turn));
        } while (!m_page->isComplete());
        m_page->render(&m_screen);
        std::printf("  (the GUI thread was busy for %.0f ms at most) ", longest);
        return msOf(since);
    }

    RunStore m_runs;
    ViewState m_state;
    Theme m_theme;
    ThreadPool m_pool{2};
    Catalogue m_tables = Catalogue::ofProgram();
    QImage m_screen{1600, 900, QImage::Format_ARGB32_Premultiplied};
    std::unique_ptr<MatrixPage> m_page;
};

void wheel(HeatMap &map, int i)
{
    const QPointF at(map.width() * (0.3 + 0.02 * (i % 20)), map.height() * 0.4);
    QWheelEvent event(at, map.mapToGlobal(at), {}, {0, i % 40 < 20 ? 120 : -120}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&map, &event);
}

void scroll(HeatMap &map, int i)
{
    const QPointF at(map.width() * 0.5, map.height() * 0.5);
    QWheelEvent event(at, map.mapToGlobal(at), {}, {0, i % 40 < 20 ? -120 : 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&map, &event);
}

void point(HeatMap &map, int i)
{
    const QPointF at(map.width() * 0.2 + i * 5, map.height() * 0.3 + i * 3);
    QMouseEvent event(QEvent::MouseMove, at, map.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&map, &event);
}

// By the clock and the processor time of the process.
void alone(const char *what, const std::function<size_t()> &work)
{
    QElapsedTimer clock;
    clock.start();
    const std::clock_t cpu = std::clock();
    const qint64 before = bench::anonymousKb();
    bench::PeakMemory memory;
    const size_t count = work();
    const double ms = msOf(clock);
    std::printf("%s: %.0f ms, processor %.0f ms, %lld MB more; %zu\n", what, ms,
                1000.0 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC,
                static_cast<long long>((memory.stop() - before) / 1024), count);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 1024;
    const Run run = runOf(ranks);
    for (int round = 0; round < 3; ++round) {
        alone("cells", [&run] { return matrixCells(run).size(); });
        alone("slow link verdict, faults", [&run] { return judgeLinks(run).faults.size(); });
    }
    Bench bench(ranks);
    QComboBox *const values = bench.page().valuePicker()->box();
    for (int i = 1; i < values->count(); ++i)
        bench.choose(values->itemText(i).toUtf8().constData(), values, i);
    bench.choose("bandwidth again", values, 0);
    bench.interact("zoom", 80, wheel);
    for (int i = 0; i < 10; ++i)
        wheel(*bench.page().heatMap(), i);
    bench.interact("scroll", 80, scroll);
    bench.interact("point", 80, point);
    return 0;
}
