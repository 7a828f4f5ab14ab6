// SPDX-License-Identifier: Apache-2.0
#include "views/dataset/dataview.h"

#include "views/dataset/pipelinegraph.h"
#include "views/dataset/pipelinepage.h"
#include "views/page/pageupdates.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"

#include <QJsonObject>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

DataView::DataView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("data"), context, parent), m_pipeline(new PipelinePage(context)),
      m_halves(new QSplitter(Qt::Vertical)), m_tabs(new QTabWidget)
{
    m_tabs->setDocumentMode(true);
    for (const char *const id :
         {"pipeline", "pipeline.advice", "pipeline.times", "pipeline.queues", "dataset", "datapreprocess"}) {
        m_tables.push_back(new TablePage(QLatin1String(id), context));
        m_tabs->addTab(m_tables.back(), {});
    }
    std::vector<SystemPage *> pages(m_tables.begin(), m_tables.end());
    pages.push_back(m_pipeline);
    new PageUpdates(context, std::move(pages), this);

    // Rows of the table are the operators of the graph, in their order.
    TableView *const operators = table(u"pipeline")->table();
    connect(operators, &TableView::currentRowChanged, m_pipeline, &PipelinePage::setChosen);
    connect(m_pipeline, &PipelinePage::chosenChanged, this, [this, operators](int op) {
        operators->setCurrentRow(op);
        if (op >= 0 && m_tabs->currentWidget() != m_pipeline)
            m_tabs->setCurrentWidget(table(u"pipeline"));
    });
    connect(m_pipeline, &SystemPage::arrangementChanged, this, &DataView::arrangementChanged);
    connect(m_tabs, &QTabWidget::currentChanged, this, &DataView::arrangementChanged);

    m_halves->addWidget(m_pipeline);
    m_halves->addWidget(m_tabs);
    m_halves->setChildrenCollapsible(false);
    m_halves->setStretchFactor(0, 3);
    m_halves->setStretchFactor(1, 2);
    m_halves->setSizes({600, 450});
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 8, 8, 8);
    rows->addWidget(m_halves);
    setFocusProxy(m_pipeline->graph());
    retranslate();
}

QString DataView::title() const
{
    return tr("Data");
}

TablePage *DataView::table(QStringView id) const
{
    const auto at = std::find_if(m_tables.begin(), m_tables.end(),
                                 [id](const TablePage *page) { return page->objectName() == id; });
    return at == m_tables.end() ? nullptr : *at;
}

TablePage *DataView::shownTable() const
{
    const auto at = std::find(m_tables.begin(), m_tables.end(), m_tabs->currentWidget());
    return at == m_tables.end() ? nullptr : *at;
}

void DataView::arrange()
{
    constexpr int leastLines =
        42; // advice, a graph, a curve below it, and a table of six rows with its tabs and filters
    const bool low = height() < leastLines * fontMetrics().height();
    const int tab = m_tabs->indexOf(m_pipeline);
    if (low == (tab >= 0))
        return;
    if (low) {
        m_tabs->insertTab(0, m_pipeline, m_pipeline->title());
        m_tabs->setCurrentIndex(0);
    } else {
        m_tabs->removeTab(tab);
        m_halves->insertWidget(0, m_pipeline);
        m_pipeline->show();
    }
}

void DataView::resizeEvent(QResizeEvent *event)
{
    DockView::resizeEvent(event);
    arrange();
}

void DataView::showPage(const QString &name)
{
    if (TablePage *const page = table(name))
        m_tabs->setCurrentWidget(page);
}

QStringList DataView::pageNames() const
{
    QStringList out;
    for (const TablePage *const page : m_tables)
        out << page->objectName();
    return out;
}

QJsonObject DataView::saveState() const
{
    QJsonObject out = m_pipeline->saveState();
    if (const TablePage *const shown = shownTable(); shown && shown != m_tables.front())
        out[QStringLiteral("page")] = shown->objectName();
    return out;
}

void DataView::restoreState(const QJsonObject &state)
{
    m_pipeline->restoreState(state);
    const QString page = state[QStringLiteral("page")].toString();
    showPage(page.isEmpty() ? m_tables.front()->objectName() : page);
}

bool DataView::isComplete() const
{
    const TablePage *const shown = shownTable();
    return m_pipeline->isComplete() && (!shown || shown->isComplete());
}

std::vector<PictureExport> DataView::pictures() const
{
    return m_pipeline->pictures();
}

bool DataView::preparePictures()
{
    return m_pipeline->preparePictures();
}

void DataView::forget()
{
    DockView::forget();
    m_pipeline->setChosen(-1);
}

void DataView::retranslate()
{
    m_pipeline->retranslate();
    if (const int tab = m_tabs->indexOf(m_pipeline); tab >= 0)
        m_tabs->setTabText(tab, m_pipeline->title());
    for (TablePage *const page : m_tables) {
        page->retranslate();
        const int tab = m_tabs->indexOf(page);
        m_tabs->setTabText(tab, page->title());
        m_tabs->setTabToolTip(tab, page->hint());
    }
}

} // namespace rs

#include "moc_dataview.cpp"
