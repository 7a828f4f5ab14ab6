// SPDX-License-Identifier: Apache-2.0
// bench_matrix [RANKS [classes]]: the communication matrix of a domain of that many ranks (1,024), each of which sends
// to each other: its cells and the slow link verdict, each alone; from opening the page to the first frame, from a
// choice in its selectors to the frame that shows it, and how long the GUI thread takes for a frame while one zooms,
// scrolls, points and selects; the same of the graph of these links, with a lasso, and of their table. The last lines
// say the longest 95 of 100 frames of pointing and of a lasso, how long it took to open the matrix, and the longest 95
// of 100 frames of all. Made in memory; "classes": each link six
// times, as the profiler writes it for a type of operators, and the operators of communication.json.
#include "analysis/communication/commmatrix.h"
#include "analysis/links/linkcostmodel.h"
#include "bench/frames.h"
#include "bench/peakmemory.h"
#include "support/fixtures.h"
#include "views/picture/colorscale.h"
#include "views/links/graphpage.h"
#include "views/links/heatmap.h"
#include "views/links/linkgraphview.h"
#include "views/links/linkspage.h"
#include "views/links/matrixpage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/state/viewcontext.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QImage>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

using namespace rs;
using namespace rs::bench;
using namespace rs::test;

namespace {

constexpr int ranksOfHost = 8;
bool hasClasses = false;

// Operators of an allreduce over both transports, as communication.json has them.
CommOps operatorsOf(int rank)
{
    constexpr int count = 500;
    CommOpsBuilder out;
    CommOp op;
    op.step = QStringLiteral("1");
    op.groupHash = QStringLiteral("1234567890");
    op.rank = rank;
    for (const char *const name : {"HCCS", "RDMA"}) {
        TransportInfo transport;
        transport.transport = QLatin1String(name);
        transport.sizeMb = 8;
        transport.timeMs = 0.5;
        transport.largePacketRatio = 0.5;
        transport.packets = {{4, 1, 0.25}, {2, 2, 0.25}};
        op.transports.push_back(transport);
    }
    for (int i = 0; i < count; ++i) {
        op.name = QStringLiteral("hcom_allReduce__890_%1_1").arg(i);
        op.startUs = 1000.0 * i;
        op.elapseMs = op.transitMs = 0.9;
        out.add(op);
    }
    return out.seal();
}

// The link, or each class of a type of operators.
void add(MatrixLink &link, MatrixLinksBuilder &links)
{
    if (!hasClasses)
        return links.add(link);
    for (const char *const statistic : {"top1", "middle", "bottom3", "bottom2", "bottom1", "total"}) {
        link.kind = QStringLiteral("allreduce");
        link.statistic = QLatin1String(statistic);
        link.key = link.kind + u'-' + link.statistic;
        link.opName = link.statistic == u"total" ? QString() : QStringLiteral("hcom_allReduce__890_0_1");
        links.add(link);
    }
}

Run runOf(int ranks, quint32 seed = 7)
{
    std::vector<std::shared_ptr<const RankData>> data;
    for (int rank = 0; rank < ranks; ++rank) {
        auto one = std::make_shared<RankData>();
        one->info.rank = rank;
        one->info.label = QString::number(rank);
        one->info.host = QStringLiteral("node%1").arg(rank / ranksOfHost);
        if (hasClasses)
            one->commOps = operatorsOf(rank);
        data.push_back(one);
    }
    Run run = makeRun(std::move(data));
    MatrixLinksBuilder links;
    MatrixLink link;
    link.step = QStringLiteral("1");
    link.key = QString(TotalOp);
    link.groupHash = QStringLiteral("1234567890");
    link.globalRanks = true;
    QRandomGenerator random(seed);
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
            add(link, links);
        }
    }
    run.cluster.links = links.seal();
    return run;
}

/// Parts of pages, and a screen for them.
class Bench
{
public:
    explicit Bench(int ranks)
    {
        m_state.setCurrentRank({m_runs.addRun(runOf(ranks)), 0});
        m_context.tables = &m_tables;
    }
    template <typename Page>
    std::unique_ptr<Page> open()
    {
        auto page = std::make_unique<Page>(m_context);
        page->resize(m_screen.size());
        page->show();
        return page;
    }
    [[nodiscard]] const ViewContext &context() const { return m_context; }
    [[nodiscard]] ViewState &state() { return m_state; }
    [[nodiscard]] RunStore &runs() { return m_runs; }

    // From `change` until the page shows what it brings, as the screen would be filled; also the longest time that the
    // GUI thread did not answer.
    template <typename Page>
    void until(const char *what, Page &page, const std::function<void()> &change)
    {
        QElapsedTimer clock;
        clock.start();
        change();
        double longest = msOf(clock);
        do {
            QElapsedTimer turn;
            turn.start();
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
            longest = std::max(longest, msOf(turn));
        } while (!page.isComplete());
        page.render(&m_screen);
        std::printf("%s: %.0f ms (the GUI thread was busy for %.0f ms at most)\n", what, msOf(clock), longest);
        std::fflush(stdout);
    }
    template <typename Page>
    void choose(const char *what, Page &page, QComboBox *box, int index)
    {
        until(what, page, [&] {
            box->setCurrentIndex(index);
            emit box->activated(index);
        });
    }
    void paint(QWidget &page) { page.render(&m_screen); }

private:
    RunStore m_runs;
    ViewState m_state;
    Theme m_theme;
    Catalogue m_tables = Catalogue::ofProgram();
    ThreadPool m_pool{2};
    QImage m_screen{1600, 900, QImage::Format_ARGB32_Premultiplied};
    ViewContext m_context{&m_runs, &m_state, &m_theme, &m_pool, &m_pool, {}, {}};
};

double openedMs = 0;
// The longest 95 of 100 frames: of all, of those of pointing, and of those of a lasso that is drawn.
double worstP95 = 0;
double hoverP95 = 0;
double lassoP95 = 0;

double frames(const char *what, QWidget &seen, const std::function<void(int)> &event)
{
    const double p95 = interact(what, seen, event);
    worstP95 = std::max(worstP95, p95);
    return p95;
}

void hover(const char *what, QWidget &seen, const std::function<void(int)> &event)
{
    hoverP95 = std::max(hoverP95, frames(what, seen, event));
}

void point(QWidget &map, int i)
{
    mouse(map, QEvent::MouseMove, {map.width() * 0.2 + i * 5, map.height() * 0.3 + i * 3});
}

void click(QWidget &on, const QPointF &at)
{
    mouse(on, QEvent::MouseButtonPress, at, Qt::LeftButton);
    mouse(on, QEvent::MouseButtonRelease, at, Qt::LeftButton);
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

void benchMatrix(Bench &bench, int ranks)
{
    QElapsedTimer clock;
    clock.start();
    std::unique_ptr<MatrixPage> page = bench.open<MatrixPage>();
    while (page->grid()->count() == 0)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    bench.paint(*page);
    openedMs = msOf(clock);
    std::printf("matrix, first frame: %.0f ms\n", openedMs);
    bench.until("then its table and the slow links", *page, [] {});
    HeatMap &map = *page->heatMap();
    QComboBox *const values = page->valuePicker()->box();
    for (int i = 1; i < values->count(); ++i)
        bench.choose(values->itemText(i).toUtf8().constData(), *page, values, i);
    bench.choose("bandwidth again", *page, values, 0);
    QComboBox *const orders = page->orderPicker()->box();
    for (int i = 0; i < orders->count(); ++i)
        bench.choose((QStringLiteral("order by ") + orders->itemText(i)).toUtf8().constData(), *page, orders, i);
    frames("zoom", map, [&map](int i) { walk(map, i, Qt::ControlModifier); });
    for (int i = 0; i < 10; ++i)
        walk(map, i, Qt::ControlModifier);
    frames("scroll", map, [&map](int i) { walk(map, i + 40, Qt::NoModifier); });
    hover("point", map, [&map](int i) { point(map, i); });
    frames("narrow the scale", map,
           [&](int i) { map.setRange(page->scale()->low() + i * 0.05, page->scale()->high()); });
    map.resetZoom();
    hover("point, all links in sight", map, [&map](int i) { point(map, i); });
    const QPointF cell(map.width() * 0.4, map.height() * 0.4);
    bench.until("select a link", *page, [&] { click(map, cell); });
    bench.until("every link again", *page, [&] { click(map, cell); });
    bench.until("sort its table", *page, [&] { page->table()->sortBy(u"bandwidth", Qt::AscendingOrder); });
    bench.until("type into the filter of its table", *page,
                [&] { page->table()->setFilter(QStringLiteral("RDMA"), false); });
    // Not the window's work.
    Run other = runOf(ranks, 8);
    bench.until("less another run", *page, [&] {
        bench.runs().addRun(std::move(other));
        page->basePicker()->setValue(1);
        emit page->basePicker()->chosen(1);
    });
}

void benchGraph(Bench &bench)
{
    std::unique_ptr<GraphPage> page;
    bench.until("making the page of the graph", *(page = bench.open<GraphPage>()), [] {});
    bench.until("graph", *page, [&] { page->retranslate(); });
    LinkGraphView &view = *page->view();
    hover("point at the graph", view, [&view](int i) { point(view, i); });
    QComboBox *const most = page->mostPicker()->box();
    for (int i = most->count() - 1; i >= 0; --i)
        bench.choose((most->itemText(i) + QStringLiteral(" links")).toUtf8().constData(), *page, most, i);
    hover("point at it then", view, [&view](int i) { point(view, i); });
    bench.choose("again", *page, most, 2);
    const QPointF top = view.centerOf(0);
    mouse(view, QEvent::MouseButtonPress, top + QPointF(-40, -40), Qt::LeftButton);
    lassoP95 = frames("draw a lasso", view, [&](int i) {
        mouse(view, QEvent::MouseMove, top + QPointF(-40 + 5 * i, i < 40 ? -40 + 5 * i : 160 - 5 * (i - 40)),
              Qt::LeftButton);
    });
    bench.until("its ranks alone", *page,
                [&] { mouse(view, QEvent::MouseButtonRelease, top + QPointF(360, -40), Qt::LeftButton); });
    std::printf("  (%zu of them)\n", view.graph().places.size());
    bench.until("all ranks again", *page, [&] { bench.state().leaveRankGroup(); });
    // Around the whole ring.
    const QPointF middle(view.width() / 2.0, view.height() / 2.0);
    const double reach = 0.49 * std::min(view.width(), view.height());
    const auto around = [&](int i) {
        return middle + reach * QPointF(std::cos(i * 0.0785), std::sin(i * 0.0785)); // 80 of them once around
    };
    mouse(view, QEvent::MouseButtonPress, around(0), Qt::LeftButton);
    lassoP95 = std::max(lassoP95, frames("draw a lasso around all", view,
                                         [&](int i) { mouse(view, QEvent::MouseMove, around(i), Qt::LeftButton); }));
    bench.until("all of them picked", *page,
                [&] { mouse(view, QEvent::MouseButtonRelease, around(79), Qt::LeftButton); });
    bench.state().leaveRankGroup();
}

void benchLinks(Bench &bench)
{
    std::unique_ptr<LinksPage> page;
    bench.until("making the page of the links", *(page = bench.open<LinksPage>()), [] {});
    bench.until("table of the links", *page, [&] { page->retranslate(); });
    QTableView &table = *page->table()->table()->view();
    frames("scroll the table", table,
           [&table](int i) { table.verticalScrollBar()->setValue(table.verticalScrollBar()->maximum() / 80 * i); });
    hover("point at the table", *table.viewport(), [&table](int i) {
        mouse(*table.viewport(), QEvent::MouseMove, {table.width() * 0.2 + i * 5, table.height() * 0.1 + i * 5});
    });
    bench.until("links from one rank", *page,
                [&] { page->table()->table()->setColumnFilter(QStringLiteral("source"), QStringLiteral("= 5")); });
    bench.until("links of all again", *page,
                [&] { page->table()->table()->setColumnFilter(QStringLiteral("source"), {}); });
    bench.until("sort by bandwidth", *page, [&] { page->table()->table()->sortBy(u"bandwidth", Qt::AscendingOrder); });
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 1024;
    hasClasses = argc > 2 && std::string_view(argv[2]) == "classes";
    const Run run = runOf(ranks);
    for (int round = 0; round < 3; ++round) {
        alone("cells", [&run] { return matrixCells(run).size(); });
        alone("slow link verdict, faults", [&run] { return judgeLinks(run).faults.size(); });
    }
    Bench bench(ranks);
    std::printf("%d ranks\n", ranks);
    benchMatrix(bench, ranks);
    benchGraph(bench);
    benchLinks(bench);
    std::printf("p95 of frames: pointing %.1f ms, lasso %.1f ms\n", hoverP95, lassoP95);
    std::printf("opened after %.0f ms (bar: 1000), longest p95 of frames %.1f ms (bar: 16)\n", openedMs, worstP95);
    return 0;
}
