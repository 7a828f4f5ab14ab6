// SPDX-License-Identifier: Apache-2.0
#include "views/memory/memoryview.h"

#include "analysis/memory/blockgrouping.h"
#include "analysis/memory/graphmemory.h"
#include "analysis/memory/memoryblocks.h"
#include "core/job/jobcontext.h"
#include "items/rowsourcemodel.h"
#include "views/memory/memorychart.h"
#include "views/memory/memorycurvespage.h"
#include "views/page/pageupdates.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/picker.h"

#include <QJsonObject>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

namespace {

// Each row is one block.
bool hasBlocks(QStringView table)
{
    return table == u"memory.allocations" || table == u"memory.leaks";
}

} // namespace

MemoryView::MemoryView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("memory"), context, parent), m_curves(new MemoryCurvesPage(context)),
      m_halves(new QSplitter(Qt::Vertical)), m_tabs(new QTabWidget), m_heldBy(new Picker), m_comparedBy(new Picker)
{
    m_tabs->setDocumentMode(true);
    for (const char *const id : {"memory.allocations", "memory.alive", "memory.leaks", "memory.peak",
                                 "memory.components", "memory.static", "memory.curves", "memory.compare"})
        addTable(id);
    std::vector<SystemPage *> pages(m_tables.begin(), m_tables.end());
    pages.push_back(m_curves);
    new PageUpdates(context, std::move(pages), this);

    TablePage *const alive = table(u"memory.alive");
    m_heldBy->setValue(static_cast<int>(BlockGrouping::Operator));
    alive->table()->addControl(m_heldBy);
    alive->setChoice([this](TableQuery &query) {
        query.at = m_curves->moment();
        query.component = m_curves->component();
        query.heldBy = static_cast<BlockGrouping>(m_heldBy->value().toInt());
    });
    TablePage *const compared = table(u"memory.compare");
    m_comparedBy->setValue(static_cast<int>(BlockGrouping::Operator));
    compared->table()->addControl(m_comparedBy);
    compared->setChoice([this](TableQuery &query) {
        const RankRef beside = m_curves->beside();
        query.otherRun = runs().run(beside.run);
        query.other = query.otherRun ? beside.index : -1;
        query.component = m_curves->component();
        query.heldBy = static_cast<BlockGrouping>(m_comparedBy->value().toInt());
        const TimeWindow chosen = state().timeSelectionOf(beside);
        if (!chosen.isEmpty())
            query.otherWindow = Interval{chosen.fromNs, chosen.toNs};
        else if (!state().step().isEmpty())
            query.otherWindow = m_curves->stepOf(beside); // by its own clock; nothing where it lacks the step
    });
    for (const auto signal : {&MemoryCurvesPage::componentChanged, &MemoryCurvesPage::besideChanged})
        connect(m_curves, signal, compared, &SystemPage::invalidate);
    connect(m_comparedBy, &Picker::chosen, compared, &SystemPage::invalidate);
    connect(&runs(), &RunStore::rankLoaded, compared, [this, compared](RankRef ref) {
        if (ref == m_curves->beside())
            compared->invalidate();
    });
    connect(m_heldBy, &Picker::chosen, alive, &SystemPage::invalidate);
    connect(m_curves, &MemoryCurvesPage::componentChanged, alive, &SystemPage::invalidate);
    connect(m_curves, &MemoryCurvesPage::momentChanged, this, [this, alive] {
        alive->invalidate();
        if (m_curves->moment())
            m_tabs->setCurrentWidget(alive);
    });
    connect(&state(), &ViewState::selectionChanged, this, &MemoryView::followSelection);
    TableView *const allocations = table(u"memory.allocations")->table();
    connect(allocations, &TableView::arranged, this, [this, allocations] {
        if (allocations->selectedRows().empty())
            followSelection();
    });
    connect(m_curves, &SystemPage::arrangementChanged, this, &MemoryView::arrangementChanged);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MemoryView::arrangementChanged);

    m_halves->addWidget(m_curves);
    m_halves->addWidget(m_tabs);
    m_halves->setChildrenCollapsible(false);
    m_halves->setStretchFactor(0, 3);
    m_halves->setStretchFactor(1, 2);
    m_halves->setSizes({600, 450});
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 8, 8, 8);
    rows->addWidget(m_halves);
    setFocusProxy(m_curves->chart());
    retranslate();
}

void MemoryView::addTable(const char *id)
{
    auto *const page = new TablePage(QLatin1String(id), context());
    m_tables.push_back(page);
    m_tabs->addTab(page, {});
    connect(page->table(), &TableView::currentRowChanged, this, [this, page](int row) {
        showRow(*page, row);
        if (hasBlocks(page->objectName()))
            selectBlock(*page, row);
    });
    if (hasBlocks(page->objectName())) {
        for (const auto signal : {&TableView::arranged, &TableView::filtersChanged})
            connect(page->table(), signal, this, &MemoryView::factsChanged);
    }
}

QString MemoryView::title() const
{
    return tr("Memory");
}

TablePage *MemoryView::table(QStringView id) const
{
    const auto at = std::find_if(m_tables.begin(), m_tables.end(),
                                 [id](const TablePage *page) { return page->objectName() == id; });
    return at == m_tables.end() ? nullptr : *at;
}

TablePage *MemoryView::shownTable() const
{
    const auto at = std::find(m_tables.begin(), m_tables.end(), m_tabs->currentWidget());
    return at == m_tables.end() ? nullptr : *at;
}

void MemoryView::arrange()
{
    constexpr int leastLines = 31; // 14 of a chart, and a table of six rows with its tabs and filters
    // The block that was clicked is marked in the curves: they may be lower then, with three rows below them.
    constexpr int leastReadLines = 24;
    const TablePage *const read = shownTable();
    const bool isMarked = read && hasBlocks(read->objectName()) && read->table()->currentRow() >= 0;
    const bool low = height() < (isMarked ? leastReadLines : leastLines) * fontMetrics().height();
    const int tab = m_tabs->indexOf(m_curves);
    if (low == (tab >= 0))
        return;
    if (low) {
        // Who clicks a row of a table reads on there, though what tells of the row takes the room of the curves.
        const QWidget *const focus = m_tabs->currentWidget() ? m_tabs->currentWidget()->focusWidget() : nullptr;
        m_tabs->insertTab(0, m_curves, m_curves->title());
        const TablePage *const page = shownTable();
        // The same when he comes back from where the row led.
        const bool reads = page && page->table()->currentRow() >= 0;
        if (!reads && (!focus || !focus->hasFocus()))
            m_tabs->setCurrentIndex(0);
    } else {
        m_tabs->removeTab(tab);
        m_halves->insertWidget(0, m_curves);
        m_curves->show();
    }
}

void MemoryView::resizeEvent(QResizeEvent *event)
{
    DockView::resizeEvent(event);
    arrange();
}

void MemoryView::showRow(const TablePage &page, int row)
{
    const std::shared_ptr<const RowSource> rows = page.table()->rows()->source();
    const bool isRow = rows && row >= 0 && static_cast<quint32>(row) < rows->rows();
    const auto at = static_cast<quint32>(std::max(row, 0));
    if (page.objectName() == u"memory.static")
        return isRow ? showNodes(*rows, at) : m_curves->setHeldNodes({}, std::nullopt);
    if (m_curves->chart()->axis() == MemoryAxis::Time)
        m_curves->chart()->setHeld(isRow ? rows->place(at).time : std::nullopt);
}

// Rows with an operator select that, as those of every table do.
void MemoryView::selectBlock(const TablePage &page, int row)
{
    const std::shared_ptr<const RowSource> &rows = page.rows();
    if (!rows || row < 0 || static_cast<quint32>(row) >= rows->rows())
        return;
    if (rows->place(static_cast<quint32>(row)).slice != NoSlice)
        return emit factsChanged();
    Selection block;
    block.kind = Selection::Kind::Block;
    block.rank = state().currentRank();
    block.text = page.objectName();
    block.row = row;
    state().select(block);
}

std::vector<std::pair<QString, QString>> MemoryView::factsOf(const Selection &selection) const
{
    const bool isBlock = selection.kind == Selection::Kind::Block;
    const TablePage *const page = isBlock ? table(selection.text) : shownTable();
    if (!page || !hasBlocks(page->objectName()) || selection.rank != state().currentRank() || !page->rows() ||
        page->table()->rows()->source() != page->rows())
        return {};
    const RowSourceModel &model = *page->table()->rows();
    const int row = isBlock ? selection.row : page->table()->currentRow();
    const bool isOfSlice = row >= 0 && static_cast<quint32>(row) < page->rows()->rows() &&
                           page->rows()->place(static_cast<quint32>(row)).slice == selection.slice;
    if (!isOfSlice || !model.order())
        return {};
    const std::vector<quint32> &order = model.order()->rows;
    const auto at = std::find(order.begin(), order.end(), static_cast<quint32>(row));
    std::vector<std::pair<QString, QString>> out;
    for (int c = 0; at != order.end() && c < model.columnCount(); ++c) {
        const QString text = model.index(static_cast<int>(at - order.begin()), c).data().toString();
        // Offsets stand for the stamps, which stand behind all others.
        if (!text.isEmpty() && !model.shown()[static_cast<size_t>(c)].stamp)
            out.emplace_back(model.headerData(c, Qt::Horizontal).toString(), text);
    }
    return out;
}

void MemoryView::followSelection()
{
    m_madeJob.cancel();
    const Selection &selected = state().selection();
    const auto rank = runs().rank(state().currentRank());
    TablePage *const page = table(u"memory.allocations");
    const std::shared_ptr<const RowSource> rows = page->rows();
    if (selected.kind != Selection::Kind::Slice || selected.slice == NoSlice ||
        selected.rank != state().currentRank() || !rank || !rank->trace || !rows || page->runAt() != selected.rank.run)
        return;
    m_madeJob.start(
        *context().pool,
        [rows, trace = rank->trace, slice = selected.slice](const JobContext &job) {
            std::vector<int> out;
            const int allocated = rows->columnOf(u"allocated");
            JobPoll poll(job);
            for (quint32 row = 0; row < rows->rows() && !poll.isCanceled(); ++row) {
                const auto ns = rows->integer(row, allocated);
                if (ns && isAllocatedIn(*trace, slice, *ns, rows->place(row).slice))
                    out.push_back(static_cast<int>(row));
            }
            return out;
        },
        [this, page, rows](const std::vector<int> &made) {
            TableView *const allocations = page->table();
            // A jump from one of the rows comes back here: it stays the current one.
            if (made.empty() || page->rows() != rows ||
                std::binary_search(made.begin(), made.end(), allocations->currentRow()))
                return;
            allocations->selectRows(made);
            showRow(*page, allocations->currentRow());
        });
}

void MemoryView::showNodes(const RowSource &rows, quint32 row)
{
    const auto textOf = [&](const char16_t *id) {
        const std::string_view text = rows.textView(rows.textId(row, rows.columnOf(id)));
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    const auto nodeOf = [&](const char16_t *id) { return rows.integer(row, rows.columnOf(id)); };
    const auto first = nodeOf(u"first");
    const auto graph = nodeOf(u"graph");
    if (!first || !graph || isGraphTotal(textOf(u"name").toStdString()))
        return m_curves->setHeldNodes({}, std::nullopt);
    // A moment stands for what is never released.
    const qint64 last = nodeOf(u"last").value_or(*first);
    m_curves->setHeldNodes(graphName(textOf(u"model"), QString::number(*graph)), Interval{*first, last});
}

void MemoryView::showPage(const QString &name)
{
    if (TablePage *const page = table(name))
        m_tabs->setCurrentWidget(page);
}

QStringList MemoryView::pageNames() const
{
    QStringList out;
    for (const TablePage *const page : m_tables)
        out << page->objectName();
    return out;
}

QJsonObject MemoryView::saveState() const
{
    QJsonObject out = m_curves->saveState();
    if (const TablePage *const shown = shownTable(); shown && shown != m_tables.front())
        out[QStringLiteral("page")] = shown->objectName();
    return out;
}

void MemoryView::restoreState(const QJsonObject &state)
{
    m_curves->restoreState(state);
    const QString page = state[QStringLiteral("page")].toString();
    showPage(page.isEmpty() ? m_tables.front()->objectName() : page);
}

bool MemoryView::isComplete() const
{
    const TablePage *const shown = shownTable();
    return m_curves->isComplete() && (!shown || shown->isComplete());
}

std::vector<PictureExport> MemoryView::pictures() const
{
    return m_curves->pictures();
}

bool MemoryView::preparePictures()
{
    return m_curves->preparePictures();
}

void MemoryView::forget()
{
    DockView::forget();
    m_curves->setMoment(std::nullopt);
    m_curves->chart()->setHeld(std::nullopt);
}

// All of them are of memory, and stand in one line of a small window.
QString MemoryView::tabText(QStringView table)
{
    return table == u"memory.allocations"  ? tr("Allocations")
           : table == u"memory.alive"      ? tr("Live at the cursor")
           : table == u"memory.leaks"      ? tr("Leak suspects")
           : table == u"memory.peak"       ? tr("Peaks")
           : table == u"memory.components" ? tr("Components")
           : table == u"memory.static"     ? tr("Compiled graphs")
           : table == u"memory.curves"     ? tr("Samples")
                                           : tr("Two ranks");
}

void MemoryView::retranslate()
{
    m_curves->retranslate();
    if (const int tab = m_tabs->indexOf(m_curves); tab >= 0)
        m_tabs->setTabText(tab, m_curves->title());
    for (TablePage *const page : m_tables) {
        page->retranslate();
        const int tab = m_tabs->indexOf(page);
        m_tabs->setTabText(tab, tabText(page->objectName()));
        m_tabs->setTabToolTip(tab, tr("%1: %2", "title of a table, what it says").arg(page->title(), page->hint()));
    }
    for (Picker *const by : {m_heldBy, m_comparedBy}) {
        by->setLabel(tr("By"));
        by->setItems({{tr("Operator"), static_cast<int>(BlockGrouping::Operator)},
                      {tr("Component"), static_cast<int>(BlockGrouping::Component)},
                      {tr("Size"), static_cast<int>(BlockGrouping::Size)}});
    }
}

} // namespace rs

#include "moc_memoryview.cpp"
