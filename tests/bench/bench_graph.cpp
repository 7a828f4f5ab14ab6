// SPDX-License-Identifier: Apache-2.0
// bench_graph [OPERATORS [STAGES]]: the strategy graph with that many operators (20,000) in so many stages (4), every
// namespace open: how long the graph and its layout take, and frames of the page's picture while it is zoomed from the
// whole to a few layers and moved through, with an operator selected. Made in memory.
#include "analysis/parallel/graphlayout.h"
#include "bench/frames.h"
#include "support/fixtures.h"
#include "support/graphfixture.h"
#include "views/parallel/graphcanvas.h"
#include "views/widgets/theme.h"

#include <QImage>

#include <cstdio>
#include <vector>

using namespace rs;
using namespace rs::bench;
using namespace rs::test;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const int operators = argc > 1 ? std::atoi(argv[1]) : 20000;
    const int stages = argc > 2 ? std::atoi(argv[2]) : 4;
    constexpr int microBatches = 4;
    constexpr int perLayer =
        microBatches * 14 + 2; // eight forward and six backward for each microbatch, two at the end
    const int layers = std::max(1, operators / stages / perLayer);
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int s = 0; s < stages; ++s)
        ranks.push_back(pipelineGraph(s, s, stages, layers, microBatches));
    const Run run = makeRun(std::move(ranks));

    QElapsedTimer timer;
    timer.start();
    const auto graph = std::make_shared<const StrategyGraph>(strategyGraph(run));
    const double graphMs = msOf(timer);
    timer.restart();
    const auto layout = std::make_shared<const GraphLayout>(graphLayout(*graph, GraphFolds(*graph, 1000)));
    const double layoutMs = msOf(timer);
    timer.restart();
    const auto halo = graphHalo(*graph, {static_cast<quint32>(graph->nodes.size() / 3)});
    const double haloMs = msOf(timer);
    timer.restart();
    const auto found = searchGraph(*graph, QStringLiteral("matmul"));
    const double searchMs = msOf(timer);
    std::printf("%lld operators, %zu stages, %zu lines, %d layers: graph %.1f ms, layout %.1f ms, halo %.1f ms, "
                "search %.1f ms\n",
                static_cast<long long>(graph->counts.operators), graph->stages.size(), layout->links.size(),
                layout->layers, graphMs, layoutMs, haloMs, searchMs);

    Theme theme;
    GraphCanvas canvas(&theme);
    canvas.resize(1600, 900);
    GraphCanvas::Content content{graph, layout, {}};
    for (int s = 0; s < stages; ++s)
        content.titles.push_back(QStringLiteral("Stage %1").arg(s));
    canvas.setContent(std::move(content));
    QImage screen(canvas.size(), QImage::Format_RGB32);
    const auto frame = [&](std::vector<double> &to) {
        QElapsedTimer one;
        one.start();
        canvas.render(&screen);
        to.push_back(msOf(one));
    };
    const TimeWindow whole = canvas.window();
    for (const bool selected : {false, true}) {
        if (selected) {
            canvas.setSelected(static_cast<quint32>(graph->nodes.size() / 3));
            canvas.setHalo(halo);
        }
        std::vector<double> zoom;
        std::vector<double> move;
        for (double share = 1; share > 0.0005; share *= 0.9) {
            const auto length = static_cast<qint64>(static_cast<double>(whole.lengthNs()) * share);
            const qint64 middle = whole.fromNs + whole.lengthNs() / 3;
            canvas.setWindow({middle - length / 2, middle - length / 2 + length});
            frame(zoom);
        }
        for (const double share : {0.3, 0.05, 0.01, 0.003}) {
            const auto length = static_cast<qint64>(static_cast<double>(whole.lengthNs()) * share);
            for (int i = 0; i < 50; ++i) {
                const qint64 from = whole.fromNs + (whole.lengthNs() - length) * i / 50;
                canvas.setWindow({from, from + length});
                frame(move);
            }
        }
        printFrames(selected ? "zoom, one selected" : "zoom", zoom);
        printFrames(selected ? "move, one selected" : "move", move);
    }
    return 0;
}
