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
#include "views/browse/summarypage.h"
#include "views/page/tablepage.h"

namespace rs {

std::vector<Page *> createSystemPages(const ViewContext &context, QWidget *parent)
{
    const QString kernels = QStringLiteral("kernels");
    const QString strategy = QStringLiteral("strategy"); // its page has the table
    std::vector<Page *> out = {
        new EventsPage(context, parent),
        new DispatchPage(context, parent),
        createPage(idlePage(), context, parent),
        createPage(chainPage(), context, parent),
        new AlignPage(context, parent),
        createPage(transfersPage(), context, parent),
        new HeatMapPage(context, parent),
        new StrategyPage(context, parent),
        new TablePage(kernels, context, parent),
        new SummaryPage(LaneSubject::Framework, context, parent),
        new SummaryPage(LaneSubject::Cann, context, parent),
        new SummaryPage(LaneSubject::Tasks, context, parent),
        new SummaryPage(LaneSubject::Communication, context, parent),
        new SummaryPage(LaneSubject::Overlap, context, parent),
    };
    for (const TableSpec &table : context.tables->all()) {
        if (table.ownPage && table.id != kernels && table.id != strategy)
            out.push_back(new TablePage(table.id, context, parent));
    }
    out.push_back(new CsvPage(context, parent));
    out.push_back(new DatabasePage(context, parent));
    return out;
}

} // namespace rs
