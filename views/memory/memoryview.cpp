// SPDX-License-Identifier: Apache-2.0
#include "views/memory/memoryview.h"

#include "analysis/memory/blockgrouping.h"
#include "analysis/memory/graphmemory.h"
#include "analysis/memory/memoryblocks.h"
#include "core/job/jobcontext.h"
#include "items/rowsourcemodel.h"
#include "views/memory/memorychart.h"
#include "views/memory/memorycurvespage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"

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
    : PageHost(QStringLiteral("memory"), context, parent), m_curves(new MemoryCurvesPage(context))
{
    constexpr int leastLines = 31; // 14 of a chart, and a table of six rows with its tabs and filters
    setHead(m_curves, leastLines);
    const PageChoice by{.key = QStringLiteral("by"),
                        .first = static_cast<int>(BlockGrouping::Operator),
                        .label = [] { return tr("By"); },
                        .items =
                            [] {
                                return std::vector<PickerItem>{
                                    {tr("Operator"), static_cast<int>(BlockGrouping::Operator)},
                                    {tr("Component"), static_cast<int>(BlockGrouping::Component)},
                                    {tr("Size"), static_cast<int>(BlockGrouping::Size)}};
                            }};
    const auto ask = [this](TableQuery &query, const Page &page) {
        query.component = m_curves->component();
        query.heldBy = static_cast<BlockGrouping>(page.choice(u"by")->value().toInt());
    };
    const auto askAlive = [this, ask](TableQuery &query, const Page &page) {
        ask(query, page);
        query.at = m_curves->moment();
    };
    const auto askCompared = [this, ask](TableQuery &query, const Page &page) {
        ask(query, page);
        const RankRef beside = m_curves->beside();
        query.otherRun = runs().run(beside.run);
        query.other = query.otherRun ? beside.index : -1;
        const TimeWindow chosen = state().timeSelectionOf(beside);
        if (!chosen.isEmpty())
            query.otherWindow = Interval{chosen.fromNs, chosen.toNs};
        else if (!state().step().isEmpty())
            query.otherWindow = m_curves->stepOf(beside); // by its own clock; nothing where it lacks the step
    };
    // All of them are of memory, and stand in one line of a small window.
    addTable({.table = QStringLiteral("memory.allocations")}, [] { return tr("Allocations"); });
    addTable({.table = QStringLiteral("memory.alive"), .choices = {by}, .ask = askAlive},
             [] { return tr("Live at the cursor"); });
    addTable({.table = QStringLiteral("memory.leaks")}, [] { return tr("Leak suspects"); });
    addTable({.table = QStringLiteral("memory.peak")}, [] { return tr("Peaks"); });
    addTable({.table = QStringLiteral("memory.components")}, [] { return tr("Components"); });
    addTable({.table = QStringLiteral("memory.static")}, [] { return tr("Compiled graphs"); });
    addTable({.table = QStringLiteral("memory.curves")}, [] { return tr("Samples"); });
    addTable({.table = QStringLiteral("memory.compare"), .choices = {by}, .ask = askCompared},
             [] { return tr("Two ranks"); });
    showTabs();

    TablePage *const alive = table(u"memory.alive");
    TablePage *const compared = table(u"memory.compare");
    for (const auto signal : {&MemoryCurvesPage::componentChanged, &MemoryCurvesPage::besideChanged})
        connect(m_curves, signal, compared, &Page::invalidate);
    connect(&runs(), &RunStore::rankLoaded, compared, [this, compared](RankRef ref) {
        if (ref == m_curves->beside())
            compared->invalidate();
    });
    connect(m_curves, &MemoryCurvesPage::componentChanged, alive, &Page::invalidate);
    connect(m_curves, &MemoryCurvesPage::momentChanged, this, [this, alive] {
        alive->invalidate();
        if (m_curves->moment())
            bringToFront(alive);
    });
    connect(&state(), &ViewState::selectionChanged, this, &MemoryView::followSelection);
    TableView *const allocations = table(u"memory.allocations")->table();
    connect(allocations, &TableView::arranged, this, [this, allocations] {
        if (allocations->selectedRows().empty())
            followSelection();
    });
}

void MemoryView::addTable(PageSpec spec, std::function<QString()> tabText)
{
    auto *const page = new TablePage(std::move(spec), context());
    addPage(page, std::move(tabText));
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

bool MemoryView::hasRoom() const
{
    constexpr int leastReadLines = 24;
    const auto *const read = qobject_cast<TablePage *>(shownPage());
    const bool isMarked = read && hasBlocks(read->objectName()) && read->table()->currentRow() >= 0;
    return isMarked ? height() >= leastReadLines * fontMetrics().height() : PageHost::hasRoom();
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
    const TablePage *const page = isBlock ? table(selection.text) : qobject_cast<TablePage *>(shownPage());
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

} // namespace rs

#include "moc_memoryview.cpp"
