// SPDX-License-Identifier: Apache-2.0
#include "views/browse/systempages.h"

#include "views/host/alignpage.h"
#include "views/host/dispatchpage.h"
#include "views/host/launchpages.h"
#include "views/parallel/strategypage.h"
#include "views/browse/csvpage.h"
#include "views/browse/databasepage.h"
#include "views/browse/eventspage.h"
#include "views/overview/heatmappage.h"
#include "views/overview/verdictstrip.h"
#include "views/browse/waitmatrix.h"
#include "views/browse/summarypage.h"
#include "views/browse/systemview.h"
#include "views/page/columnbars.h"
#include "views/page/tablepage.h"
#include "views/widgets/theme.h"

#include <algorithm>

namespace rs {

namespace {

PageSpec pathSums()
{
    return {.table = QStringLiteral("path.sums"),
            .choices = {{.key = QStringLiteral("steps"),
                         .first = static_cast<int>(StepAggregation::Sum),
                         .label = [] { return SystemView::tr("Steps"); },
                         .items =
                             [] {
                                 return std::vector<PickerItem>{
                                     {SystemView::tr("Sum over steps"), static_cast<int>(StepAggregation::Sum)},
                                     {SystemView::tr("Mean per step"), static_cast<int>(StepAggregation::Mean)},
                                     {SystemView::tr("Each step"), static_cast<int>(StepAggregation::Each)}};
                             }}},
            .ask = [](TableQuery &query, const Page &page) {
                query.steps = static_cast<StepAggregation>(page.choice(u"steps")->value().toInt());
            }};
}

PageSpec whereStepsWent()
{
    const auto of = [](TimeCategory category) {
        return [category](const Theme &theme) { return theme.category(category); };
    };
    return {.table = QStringLiteral("books"),
            .picture = columnBars({.name = QStringLiteral("time-breakdown"),
                                   .labels = {QStringLiteral("step")},
                                   .parts = {{QStringLiteral("pure"), of(TimeCategory::PureCompute)},
                                             {QStringLiteral("covered"), of(TimeCategory::Covered)},
                                             {QStringLiteral("uncovered"), of(TimeCategory::Uncovered)},
                                             {QStringLiteral("copy"), of(TimeCategory::Copy)},
                                             {QStringLiteral("idle"), of(TimeCategory::Idle)},
                                             {QStringLiteral("preparing"), of(TimeCategory::Preparing)},
                                             {QStringLiteral("tail"), &Theme::secondaryText}}}),
            .isPictureAbove = true};
}

PageSpec stragglers()
{
    return {.table = QStringLiteral("ledger"),
            .picture = columnBars({.name = QStringLiteral("stragglers"),
                                   .labels = {QStringLiteral("rank")},
                                   .parts = {{QStringLiteral("caused"), &Theme::warning}}}),
            .isPictureAbove = true};
}

// All runs that are open, in their order.
PageSpec trendOfRuns(RunStore *runs)
{
    return {.table = QStringLiteral("trend.runs"), .ask = [runs](TableQuery &query, const Page &) {
                query.run = nullptr;
                for (int i = 0; i < runs->count(); ++i) {
                    const auto run = runs->run(i);
                    if (run && query.run)
                        query.moreRuns.push_back(run);
                    else if (run)
                        query.run = run;
                }
            }};
}

// A run beside another one: which, the user may choose.
PageSpec comparedRuns(RunStore *runs)
{
    constexpr int before = -1;
    return {.table = QStringLiteral("compare.runs"),
            .choices = {{.key = QStringLiteral("base"),
                         .first = before,
                         .label = [] { return SystemView::tr("Against"); },
                         .items =
                             [runs] {
                                 std::vector<PickerItem> out{{SystemView::tr("Run before, else the next"), before}};
                                 for (int i = 0; i < runs->count(); ++i) {
                                     if (const auto run = runs->run(i))
                                         out.push_back({run->title(), i});
                                 }
                                 return out;
                             },
                         .isOfData = true}},
            .ask = [runs](TableQuery &query, const Page &page) {
                int base = page.choice(u"base")->value().toInt();
                for (int i = 0; i < runs->count() && base == before; ++i) {
                    if (runs->run(i) == query.run)
                        base = baselineOf(*runs, i);
                }
                query.otherRun = runs->run(base);
            }};
}

} // namespace

std::vector<Page *> createSystemPages(const ViewContext &context, QWidget *parent)
{
    std::vector<Page *> out = {
        new EventsPage(context, parent),
        new DispatchPage(context, parent),
        createPage(idlePage(), context, parent),
        createPage(chainPage(), context, parent),
        new AlignPage(context, parent),
        createPage(transfersPage(), context, parent),
        createPage(whereStepsWent(), context, parent),
        createPage(pathSums(), context, parent),
        createPage(comparedRuns(context.runs), context, parent),
        createPage(trendOfRuns(context.runs), context, parent),
        new HeatMapPage(context, parent),
        new StrategyPage(context, parent),
        new TablePage(QStringLiteral("kernels"), context, parent),
        createPage(stragglers(), context, parent),
        createPage({.table = QStringLiteral("ledger.pairs"), .picture = createWaitMatrix}, context, parent),
        new SummaryPage(LaneSubject::Framework, context, parent),
        new SummaryPage(LaneSubject::Cann, context, parent),
        new SummaryPage(LaneSubject::Tasks, context, parent),
        new SummaryPage(LaneSubject::Communication, context, parent),
        new SummaryPage(LaneSubject::Overlap, context, parent),
    };
    for (const TableSpec &table : context.tables->all()) {
        const bool hasPage =
            std::any_of(out.begin(), out.end(), [&table](const Page *p) { return p->objectName() == table.id; });
        if (table.ownPage && !hasPage)
            out.push_back(new TablePage(table.id, context, parent));
    }
    out.push_back(new CsvPage(context, parent));
    out.push_back(new DatabasePage(context, parent));
    return out;
}

} // namespace rs
