// SPDX-License-Identifier: Apache-2.0
#include "views/dataset/dataview.h"

#include "views/dataset/pipelinepage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"

namespace rs {

DataView::DataView(const ViewContext &context, QWidget *parent)
    : PageHost(QStringLiteral("data"), context, parent), m_pipeline(new PipelinePage(context))
{
    constexpr int leastLines = 42; // advice, a graph, a curve, and a table of six rows with its tabs and filters
    setHead(m_pipeline, leastLines);
    for (const char *const id :
         {"pipeline", "pipeline.advice", "pipeline.times", "pipeline.queues", "dataset", "datapreprocess"})
        addPage(new TablePage(QLatin1String(id), context));
    showTabs();

    // Rows of the table are the operators of the graph, in their order.
    TableView *const operators = table(u"pipeline")->table();
    connect(operators, &TableView::currentRowChanged, m_pipeline, &PipelinePage::setChosen);
    connect(m_pipeline, &PipelinePage::chosenChanged, this, [this, operators](int op) {
        operators->setCurrentRow(op);
        if (op >= 0 && shownPage())
            bringToFront(table(u"pipeline"));
    });
}

} // namespace rs

#include "moc_dataview.cpp"
