// SPDX-License-Identifier: Apache-2.0
#include "views/communication/communicationview.h"

#include "analysis/time/truncatedfiles.h"
#include "items/sentencetext.h"
#include "views/state/clocktexts.h"
#include "views/communication/commpages.h"
#include "views/communication/coveragepage.h"
#include "views/communication/durationspage.h"
#include "views/links/graphpage.h"
#include "views/links/linkspage.h"
#include "views/links/matrixpage.h"
#include "views/communication/linkfitpage.h"
#include "views/communication/operatorspage.h"
#include "views/communication/trafficpage.h"
#include "views/communication/transportpage.h"
#include "views/page/rankgroupchip.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/plaintext.h"

#include <QApplication>
#include <QJsonObject>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTableView>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace rs {

namespace {

constexpr QLatin1StringView matrixId("matrix");

TableView *tableOf(const CommPages *pages)
{
    return pages ? pages->page()->findChild<TableView *>() : nullptr;
}

/// Key of the row as shown; "" beyond the last one.
QString keyAt(const TableView &table, int row)
{
    const auto order = table.rows()->order();
    const auto source = table.rows()->source();
    const bool isThere = source && order && row >= 0 && static_cast<size_t>(row) < order->rows.size();
    return isThere ? source->key(order->rows[static_cast<size_t>(row)]) : QString();
}

QString currentKey(const TableView *table)
{
    return table ? keyAt(*table, table->view()->currentIndex().row()) : QString();
}

} // namespace

CommunicationView::CommunicationView(const ViewContext &context, QWidget *parent)
    : PageHost(QStringLiteral("communication"), context, parent), m_tabs(new QTabWidget(this)), m_cut(plainLabel(this)),
      m_matrix(new MatrixPage(context)), m_links(new LinksPage(context)), m_chip(new RankGroupChip(context.state))
{
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_matrix, {});
    m_tabs->setCornerWidget(m_chip);
    connect(m_matrix, &MatrixPage::notice, this, &CommunicationView::notice);
    addPage(m_matrix);
    const auto tables = [&context](std::initializer_list<const char *> ids) {
        std::vector<Page *> out;
        for (const char *const id : ids)
            out.push_back(new TablePage(QLatin1String(id), context));
        return out;
    };
    addTab("operators", {new OperatorsPage(context)});
    auto *const graph = new GraphPage(context);
    connect(graph, &GraphPage::linkRequested, this, [this] {
        showPage(QString(matrixId));
        setFocus();
    });
    connect(graph, &GraphPage::matrixRequested, this, [this] {
        showPage(QString(matrixId));
        m_matrix->setOfPicked(true);
        setFocus();
    });
    connect(m_matrix, &MatrixPage::pickedLeft, this, [this, graph] {
        if (!m_matrix->isOfPicked())
            return;
        showPage(graph->objectName());
        graph->setFocus();
    });
    auto *const fitPage = new LinkFitPage(context);
    TablePage *const fits = fitPage->table();
    auto *const slow = new TablePage(QStringLiteral("links.slow"), context);
    m_links->addDialogTo(slow);
    std::vector<Page *> links = {m_links, graph, slow, fitPage};
    for (Page *const page : tables({"links.recipe", "links.idle", "domains"}))
        links.push_back(page);
    addTab("links", std::move(links));
    const auto showLinks = [this, fits](quint32 row) {
        const std::string_view type = fits->rows()->text(row, fits->rows()->columnOf(u"transport"));
        showLinksOf(QString::fromUtf8(type.data(), static_cast<qsizetype>(type.size())));
    };
    fits->setActivation(showLinks);
    connect(fits->table(), &TableView::menuRequested, this, [this, fits, showLinks](QMenu *menu, int row) {
        if (row >= 0 && fits->rows())
            menu->addAction(tr("Links of This Type"), this, [showLinks, row] { showLinks(static_cast<quint32>(row)); });
    });
    std::vector<Page *> durations = tables({"durations.slow-ranks", "communication"});
    // The page of the chart has the name of this table, as sessions and links to it keep it.
    durations.insert(
        durations.begin(),
        {new DurationsPage(context),
         new TablePage({.table = QStringLiteral("durations"), .name = QStringLiteral("durations.types")}, context)});
    addTab("durations", std::move(durations));
    std::vector<Page *> bandwidth = {new TransportPage(TransportPage::Subject::Bandwidth, context),
                                     new TransportPage(TransportPage::Subject::Packets, context)};
    for (Page *const page : tables({"bandwidth.summary", "bandwidth.advice"}))
        bandwidth.push_back(page);
    addTab("bandwidth", std::move(bandwidth));
    std::vector<Page *> overTime = tables({"traffic"});
    overTime.insert(overTime.begin(), {new TrafficPage(context), new CoveragePage(context)});
    addTab("time", std::move(overTime));
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        m_matrix->setOfPicked(false);
        followPage();
        emit arrangementChanged();
    });
    m_cut->setWordWrap(true);
    m_cut->hide();
    for (const auto signal : {&RunStore::runAdded, &RunStore::runChanged, &RunStore::runClosed})
        connect(context.runs, signal, this, &CommunicationView::showTruncatedFiles);
    connect(context.runs, &RunStore::loadingFinished, this, &CommunicationView::showTruncatedFiles);
    connect(context.state, &ViewState::currentRankChanged, this, &CommunicationView::showTruncatedFiles);
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 8, 8, 8);
    rows->addWidget(m_cut);
    rows->addWidget(m_tabs, 1);
    retranslate();
    connectHistory();
}

void CommunicationView::connectHistory()
{
    context().state->keepPage(id(), shownName());
    followPage();
    connect(context().state, &ViewState::pageChanged, this, [this](const QString &view) {
        const QString page = context().state->page(id());
        if (view != id() || page == shownName())
            return;
        const QWidget *const focus = QApplication::focusWidget();
        const bool ours = focus && isAncestorOf(focus);
        const QScopedValueRollback following(m_following, true);
        showPage(page);
        // Keys go on with what is seen.
        if (ours)
            setFocus();
    });
    connect(context().state, &ViewState::aboutToStep, this, [this] {
        m_left = shownName();
        context().state->setPlace(id(), place());
    });
    connect(context().state, &ViewState::placeReturned, this,
            [this](const QJsonObject &places) { returnTo(places[id()].toObject()); });
}

QJsonObject CommunicationView::place() const
{
    return {{QStringLiteral("page"), shownName()},
            {QStringLiteral("row"), currentKey(tableOf(shownPages()))},
            {QStringLiteral("operator"), m_matrix->saveState().value(QStringLiteral("operator"))},
            {QStringLiteral("links"), m_links->saveState()},
            {QStringLiteral("filters"), m_links->table()->table()->saveFilters()}};
}

// A choice made by hand since then stays where one remains on the page.
void CommunicationView::returnTo(const QJsonObject &place)
{
    if (context().state->selection().kind != Selection::Kind::Link)
        m_matrix->forgetLink();
    if (TableView *const table = tableOf(shownPages()))
        keepRow(table, place.value(QStringLiteral("row")).toString());
    const bool isSamePage = place[QStringLiteral("page")].toString() == m_left;
    if (!isSamePage || m_matrix->isOperatorOfJump()) {
        QJsonObject matrix = m_matrix->saveState();
        const QString name = QStringLiteral("operator");
        if (const QJsonValue op = place.value(name); matrix.value(name) != op) {
            matrix.insert(name, op);
            m_matrix->restoreState(matrix);
        }
    }
    if (isSamePage)
        return;
    if (const QJsonObject links = place[QStringLiteral("links")].toObject(); links != m_links->saveState())
        m_links->restoreState(links);
    TableView &rows = *m_links->table()->table();
    if (const QJsonObject filters = place[QStringLiteral("filters")].toObject(); filters != rows.saveFilters())
        rows.restoreFilters(filters);
}

// Rows of another step or domain are made again, maybe more than once: the one that was current is so again whenever
// they are there, until the user chooses another one or goes elsewhere.
void CommunicationView::keepRow(TableView *table, const QString &key)
{
    leaveRow();
    if (key.isEmpty())
        return;
    m_keptIn = table;
    connect(table, &TableView::currentRowChanged, &m_rowKeeper, [this, table, key](int row) {
        if (row >= 0 && keyAt(*table, row) != key)
            leaveRow();
    });
    connect(table, &TableView::arranged, &m_rowKeeper, [table, key] {
        constexpr quint32 most = 20'000; // keys are made of texts: more would hold up the window
        const auto rows = table->rows()->source();
        if (!rows || table->view()->currentIndex().isValid())
            return;
        for (quint32 row = 0; row < std::min(rows->rows(), most); ++row) {
            if (rows->key(row) == key)
                return table->setCurrentRow(static_cast<int>(row));
        }
    });
}

void CommunicationView::leaveRow()
{
    if (m_keptIn)
        disconnect(m_keptIn, nullptr, &m_rowKeeper, nullptr);
    m_keptIn = nullptr;
}

void CommunicationView::followPage()
{
    CommPages *const shown = shownPages();
    setFocusProxy(shown ? static_cast<QWidget *>(shown) : m_matrix);
    showChip();
    showTruncatedFiles();
    if (m_following)
        return;
    leaveRow();
    context().state->setPage(id(), shownName());
}

void CommunicationView::showLinksOf(const QString &transport)
{
    context().state->inOneStep([&] {
        m_links->showType(transport);
        showPage(m_links->objectName());
    });
    setFocus();
    emit arrangementChanged();
}

void CommunicationView::addTab(const char *name, std::vector<Page *> pages)
{
    m_pages.push_back(new CommPages(QLatin1String(name), std::move(pages), context()));
    m_tabs->addTab(m_pages.back(), {});
    connect(m_pages.back(), &CommPages::pageChosen, this, [this] {
        followPage();
        emit arrangementChanged();
    });
    for (Page *const page : m_pages.back()->pages())
        addPage(page);
}

QString CommunicationView::title() const
{
    return tr("Communication");
}

CommPages *CommunicationView::shownPages() const
{
    const int tab = m_tabs->currentIndex();
    return tab < 1 ? nullptr : m_pages[static_cast<size_t>(tab - 1)];
}

Page *CommunicationView::shownPage() const
{
    const CommPages *const shown = shownPages();
    return shown ? shown->page() : m_matrix;
}

void CommunicationView::showChip()
{
    m_chip->setAllowed(shownPage()->takesRankGroup());
}

QString CommunicationView::cutNote() const
{
    return m_cut->isHidden() ? QString() : m_cut->text();
}

void CommunicationView::showTruncatedFiles()
{
    constexpr size_t mostNamed = 3;
    const CommPages *const shown = shownPages();
    const bool shows = !shown || shown->objectName() == u"links" || shown->objectName() == u"durations";
    const int at = context().runs->openRun(context().state->currentRank().run);
    const auto run = context().runs->run(at);
    QStringList sentences;
    const std::vector<TruncatedFile> cut =
        run && shows ? truncatedCommunicationFiles(*run) : std::vector<TruncatedFile>();
    for (size_t i = 0; i < std::min(cut.size(), mostNamed); ++i)
        sentences << tr("%1: %2 is cut; only what could be read counts.")
                         .arg(context().runs->rankLabel({at, cut[i].rankIndex}), cut[i].file);
    if (cut.size() > mostNamed)
        sentences << tr("%n more file(s) are cut.", nullptr, static_cast<int>(cut.size() - mostNamed));
    m_cut->setText(joinedSentences(sentences));
    m_cut->setVisible(!sentences.isEmpty());
}

void CommunicationView::showPage(const QString &name)
{
    if (name == matrixId) {
        m_matrix->setOfPicked(false);
        m_tabs->setCurrentWidget(m_matrix);
    }
    for (CommPages *const pages : m_pages) {
        if (pages->showPage(name) || pages->objectName() == name) {
            m_tabs->setCurrentWidget(pages);
            break;
        }
    }
    followPage();
}

QStringList CommunicationView::pageNames() const
{
    QStringList out = {QString(matrixId)};
    for (const CommPages *const tab : m_pages) {
        out << tab->objectName();
        for (const Page *const page : tab->pages()) {
            if (!out.contains(page->objectName()))
                out << page->objectName();
        }
    }
    return out;
}

void CommunicationView::restoreState(const QJsonObject &state)
{
    {
        const QScopedValueRollback following(m_following, true);
        PageHost::restoreState(state);
    }
    context().state->keepPage(id(), shownName());
}

void CommunicationView::retranslate()
{
    m_tabs->setTabText(0, tr("Matrix"));
    m_tabs->setTabToolTip(0, ClockTexts::lengthsOnly());
    const std::array names = {tr("Operators"), tr("Links"), tr("Durations"), tr("Bandwidth"), tr("Over Time")};
    for (size_t i = 0; i < m_pages.size(); ++i) {
        m_tabs->setTabText(static_cast<int>(i) + 1, names[i]);
        m_pages[i]->retranslate();
    }
    m_matrix->retranslate();
    showTruncatedFiles();
}

} // namespace rs

#include "moc_communicationview.cpp"
