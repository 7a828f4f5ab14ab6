// SPDX-License-Identifier: Apache-2.0
#include "views/browse/selectionview.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/outofmemory.h"
#include "views/widgets/plaintext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace rs {

SelectionView::SelectionView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("selection"), context, parent), m_pages(new QStackedWidget(this)),
      m_empty(new EmptyState(m_pages)), m_summary(plainLabel()), m_occurrenceTitle(plainLabel()), m_total(plainLabel()),
      m_keep(new QToolButton), m_restrict(new QToolButton), m_clear(new QToolButton), m_tables(new QStackedWidget),
      m_nameTable(new TableView(QStringLiteral("selection"), context.theme, context.pool)),
      m_comparisonTable(new TableView(QStringLiteral("selection-compared"), context.theme, context.pool)),
      m_occurrenceTable(new TableView(QStringLiteral("selection-slices"), context.theme, context.pool))
{
    m_statisticsJob.onOutOfMemory(outOfMemoryCover(m_pages));
    m_occurrencesJob.onOutOfMemory(outOfMemoryCover(m_occurrenceTable));
    auto *page = new QWidget(m_pages);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QToolButton *b : {m_keep, m_restrict, m_clear})
        b->setAutoRaise(true);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 4, 4);
    head->addWidget(m_summary, 1);
    head->addWidget(m_keep);
    head->addWidget(m_restrict);
    head->addWidget(m_clear);
    auto *right = new QWidget(page);
    auto *rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(0, 0, 0, 0);
    rightLayout->setSpacing(2);
    m_occurrenceTitle->setContentsMargins(8, 4, 4, 0);
    // A long name must not widen the dock.
    m_occurrenceTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    rightLayout->addWidget(m_occurrenceTitle);
    rightLayout->addWidget(m_occurrenceTable, 1);
    // A few rows are enough on a low screen; the tables scroll.
    for (TableView *const table : {m_nameTable, m_comparisonTable, m_occurrenceTable})
        table->setMinimumHeight(fontMetrics().height() * 4);
    auto *splitter = new QSplitter(Qt::Horizontal, page);
    m_tables->addWidget(m_nameTable);
    m_tables->addWidget(m_comparisonTable);
    m_total->setObjectName(QStringLiteral("totals"));
    m_total->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_total->setWordWrap(true);
    m_total->setContentsMargins(8, 3, 8, 3);
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    m_total->setFont(bold);
    auto *left = new QWidget(page);
    auto *leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(0);
    leftLayout->addWidget(m_tables, 1);
    leftLayout->addWidget(m_total);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(splitter, 1);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(page);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_pages);

    m_nameTable->setSource(boxStatRows({}, 0));
    m_comparisonTable->setSource(boxPairRows({}));
    m_nameTable->sortBy(u"total", Qt::DescendingOrder);

    connect(&state(), &ViewState::boxChanged, this, &SelectionView::refresh);
    // Statistics of the box change when a rank is loaded or unloaded.
    for (const auto signal : {&RunStore::rankLoaded, &RunStore::rankUnloaded})
        connect(&runs(), signal, this, [this](RankRef ref) {
            const auto &parts = state().box().parts;
            if (std::any_of(parts.begin(), parts.end(), [ref](const auto &part) { return part.rank == ref; }))
                refresh();
        });
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed})
        connect(&runs(), signal, this, [this] {
            nameRanks();
            updateTexts();
        });
    connect(m_nameTable, &TableView::currentRowChanged, this, &SelectionView::chooseName);
    connect(m_nameTable, &TableView::activated, this, [this](int at) { chooseName(at); });
    const auto chooseCompared = [this](int row) {
        if (row >= 0 && row < static_cast<int>(m_pairs.size()))
            chooseNamed(QString(m_pairs[static_cast<size_t>(row)].name));
    };
    connect(m_comparisonTable, &TableView::currentRowChanged, this, chooseCompared);
    connect(m_comparisonTable, &TableView::activated, this, [chooseCompared](int at) { chooseCompared(at); });
    connect(m_keep, &QToolButton::clicked, this, [this] {
        if (isComparing())
            forgetKept();
        else
            keepBox();
    });
    // A closed run takes the kept box with it.
    connect(&state(), &ViewState::keptBoxChanged, this, [this] {
        if (m_kept && state().keptBox() != m_kept->box)
            forgetKept();
    });
    connect(m_occurrenceTable, &TableView::activated, this, [this](int at) { jumpTo(at); });
    connect(m_occurrenceTable, &TableView::currentRowChanged, this, [this](int row) {
        if (!m_occurrences || row < 0 || row >= static_cast<int>(m_occurrences->rows()))
            return;
        const Occurrence &o = m_occurrences->at(static_cast<quint32>(row));
        this->state().followSlice({o.run, o.rankIndex}, o.slice);
    });
    connect(m_occurrenceTable, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (at >= 0)
            menu->addAction(tr("Show in Timeline"), this, [this, row = at] { jumpTo(row); });
    });
    connect(m_restrict, &QToolButton::clicked, this, [this] { state().setTimeSelection(state().box().window); });
    connect(m_clear, &QToolButton::clicked, this, [this] { state().setBox({}); });
    retranslate();
    refresh();
}

bool SelectionView::isComplete() const
{
    return !m_statisticsJob.isRunning() && !m_occurrencesJob.isRunning() && m_occurrenceTable->isComplete();
}

QString SelectionView::title() const
{
    return tr("Selection");
}

void SelectionView::retranslate()
{
    nameRanks();
    setEmptyText();
    m_restrict->setText(tr("Use as time selection"));
    m_restrict->setToolTip(tr("Views that follow the time selection show only this span"));
    m_clear->setText(tr("Clear"));
    m_clear->setToolTip(tr("Remove the box (Esc in the timeline)"));
    m_nameTable->setTableName(tr("Statistics by name"));
    m_comparisonTable->setTableName(tr("Two boxes compared by name"));
    m_comparisonTable->setEmptyText(tr("No slice lies in either box."));
    m_occurrenceTable->setTableName(tr("Slices of the chosen name"));
    m_nameTable->setEmptyText(tr("No slice lies in the box."));
    m_occurrenceTable->setEmptyText(tr("Choose a name to list its slices."));
    updateTexts();
}

void SelectionView::setEmptyText()
{
    if (m_kept)
        m_empty->setText(
            tr("A box is kept for a comparison"),
            tr("Drag another box over the lanes of the timeline to compare the two. Esc in the timeline ends "
               "the comparison."));
    else
        m_empty->setText(tr("Nothing is selected"),
                         tr("Drag a box over the lanes of the timeline to see statistics of the slices inside it."));
}

void SelectionView::refresh()
{
    const BoxSelection &box = state().box();
    m_occurrencesJob.cancel();
    if (box.isEmpty()) {
        m_statisticsJob.cancel();
        m_parts.clear();
        m_statistics = {};
        m_name.clear();
        m_nameTable->setSource(boxStatRows({}, 0));
        showOccurrences({});
        m_pages->setCurrentIndex(0);
        return;
    }
    m_parts = boxParts(box, runs());
    m_pages->setCurrentIndex(1);
    m_statisticsJob.start(
        *context().pool,
        [parts = m_parts, length = box.window.lengthNs(), pool = context().pool](const JobContext &job) {
            return boxStatistics(parts, length, *pool, job);
        },
        [this](BoxStatistics s) { showStatistics(std::move(s)); });
    updateTexts();
}

void SelectionView::showStatistics(BoxStatistics statistics)
{
    if (!statistics.complete)
        return;
    m_statistics = std::move(statistics);
    const auto &names = m_statistics.names;
    m_nameTable->setSource(boxStatRows(names, m_statistics.clippedNs));
    const auto chosen =
        std::find_if(names.begin(), names.end(), [this](const NameStatistics &s) { return s.name == m_name; });
    int row = chosen == names.end() ? -1 : static_cast<int>(chosen - names.begin());
    // A name that the last box showed stays chosen; otherwise the longest one is.
    if (row < 0 && !names.empty())
        row = 0;
    m_nameTable->setCurrentRow(row);
    showComparison();
    chooseName(row);
    updateTexts();
}

void SelectionView::keepBox()
{
    if (!m_statistics.complete || state().box().isEmpty())
        return;
    m_kept = Kept{state().box(), m_statistics, ranksOf(state().box())};
    state().setKeptBox(m_kept->box);
    setEmptyText();
    showComparison();
    updateTexts();
}

QString SelectionView::ranksOf(const BoxSelection &box) const
{
    std::set<RankRef> ranks;
    for (const BoxSelection::Part &part : box.parts)
        ranks.insert(part.rank);
    QStringList names;
    for (const RankRef ref : ranks)
        names.append(runs().rankLabel(ref));
    return format::clipText(names.join(QStringLiteral(", ")), 60);
}

// Ranks are called otherwise in another language, and when another run is opened beside theirs.
void SelectionView::nameRanks()
{
    for (BoxPart &part : m_parts)
        part.rankLabel = runs().rankLabel(part.rank);
    if (m_kept)
        m_kept->where = ranksOf(m_kept->box);
    if (!m_name.isEmpty())
        chooseNamed(QString(m_name));
}

void SelectionView::forgetKept()
{
    m_kept.reset();
    state().setKeptBox({});
    setEmptyText();
    showComparison();
    updateTexts();
}

void SelectionView::showComparison()
{
    m_pairs = m_kept ? pairNames(m_kept->statistics.names, m_statistics.names) : std::vector<NamePair>();
    m_comparisonTable->setSource(boxPairRows(m_pairs));
    m_tables->setCurrentWidget(m_kept ? m_comparisonTable : m_nameTable);
}

void SelectionView::chooseName(int row)
{
    if (row < 0 || row >= static_cast<int>(m_statistics.names.size())) {
        m_occurrencesJob.cancel();
        m_name.clear();
        showOccurrences({});
        updateTexts();
        return;
    }
    chooseNamed(QString(m_statistics.names[static_cast<size_t>(row)].name));
}

void SelectionView::showOccurrences(Occurrences found)
{
    m_allOccurrences = found.all;
    m_occurrences = std::move(found.rows);
    m_occurrenceTable->setSource(m_occurrences);
}

void SelectionView::chooseNamed(const QString &name)
{
    m_name = name;
    qint64 origin = state().box().originNs;
    m_occurrencesJob.start(
        *context().pool,
        [parts = m_parts, name, origin](const JobContext &job) { return boxOccurrences(parts, name, origin, job); },
        [this](Occurrences found) {
            if (!found.rows)
                return;
            showOccurrences(std::move(found));
            updateTexts();
        });
    updateTexts();
}

void SelectionView::jumpTo(int row)
{
    if (!m_occurrences || row < 0 || row >= static_cast<int>(m_occurrences->rows()))
        return;
    const Occurrence &o = m_occurrences->at(static_cast<quint32>(row));
    state().revealSlice({o.run, o.rankIndex}, o.slice);
}

QString SelectionView::summary() const
{
    return m_summary->text();
}

QString SelectionView::totalsText(const BoxStatistics &s) const
{
    const QStringList parts{tr("Box %1").arg(format::duration(s.windowNs)), tr("%n lane(s)", nullptr, s.lanes),
                            tr("%1 slice(s)", nullptr, format::plural(s.count)).arg(format::integer(s.count))};
    return parts.join(QStringLiteral("  ·  "));
}

// Lanes inside the drawn box that do not count.
QString SelectionView::leftOutText() const
{
    int hidden = 0;
    int unloaded = 0;
    for (const BoxSelection::Part &part : state().box().parts) {
        const auto rank = runs().rank(part.rank);
        hidden += part.hidden ? 1 : 0;
        unloaded += !part.hidden && !(rank && rank->trace) ? 1 : 0;
    }
    QString out;
    if (hidden > 0)
        out += QStringLiteral("  ·  ") + tr("%n hidden lane(s) not counted", nullptr, hidden);
    if (unloaded > 0)
        out += QStringLiteral("  ·  ") + tr("%n lane(s) of ranks that are not loaded, not counted", nullptr, unloaded);
    return out;
}

QString SelectionView::totals() const
{
    return m_total->text();
}

QString SelectionView::totalRow(const BoxStatistics &s) const
{
    QStringList parts{tr("Sum of whole slices: %1").arg(format::duration(s.totalNs)),
                      tr("Sum in the box: %1").arg(format::duration(s.clippedNs)),
                      tr("Union (wall clock): %1").arg(format::duration(s.wallNs))};
    if (s.ranks > 1)
        parts.append(tr("Union of each rank, added up: %1").arg(format::duration(s.unionNs)));
    return parts.join(QStringLiteral("  ·  "));
}

void SelectionView::updateTexts()
{
    if (m_statisticsJob.isRunning()) {
        m_summary->setText(tr("Computing the statistics of the box…"));
    } else {
        m_summary->setText(m_kept ? tr("Kept (%1): %2\nNow: %3")
                                        .arg(format::displayText(m_kept->where), totalsText(m_kept->statistics),
                                             totalsText(m_statistics) + leftOutText())
                                  : totalsText(m_statistics) + leftOutText());
    }
    if (m_statisticsJob.isRunning())
        m_total->setText(QString());
    else
        m_total->setText(m_kept ? tr("Kept – %1\nNow – %2").arg(totalRow(m_kept->statistics), totalRow(m_statistics))
                                : tr("All names – %1").arg(totalRow(m_statistics)));
    m_keep->setText(m_kept ? tr("End the comparison") : tr("Keep to compare"));
    m_keep->setToolTip(
        m_kept ? tr("Show the statistics of the drawn box alone again")
               : tr("Keep these statistics and show the next box beside them, for example a slow and a fast rank"));
    m_keep->setEnabled(m_kept || m_statistics.complete);
    m_total->setToolTip(format::tooltipText(
        tr("The sums count nested and parallel slices each: with their whole durations, or with the part inside the "
           "box. The union "
           "counts every moment of the box once in which at least one slice runs, on whatever lane.")));
    if (m_name.isEmpty()) {
        m_occurrenceTitle->setText(QString());
    } else {
        const QString name = format::displayText(format::clipText(m_name, 120));
        const qint64 listed = m_occurrences ? m_occurrences->rows() : 0;
        m_occurrenceTitle->setText(m_allOccurrences > listed
                                       ? tr("%1: the first %2 of %3 slices")
                                             .arg(name, format::integer(listed), format::integer(m_allOccurrences))
                                       : name);
        m_occurrenceTitle->setToolTip(format::tooltipText(m_name));
    }
}

RowSourceModel *SelectionView::names() const
{
    return m_nameTable->rows();
}

RowSourceModel *SelectionView::comparison() const
{
    return m_comparisonTable->rows();
}

} // namespace rs

#include "moc_selectionview.cpp"
