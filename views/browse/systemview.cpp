// SPDX-License-Identifier: Apache-2.0
#include "views/browse/systemview.h"

#include "items/format.h"
#include "views/state/clocktexts.h"
#include "views/browse/systempages.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

SystemView::SystemView(const ViewContext &context, QWidget *parent)
    : PageHost(QStringLiteral("system"), context, parent), m_list(new QListWidget(this)),
      m_stack(new QStackedWidget(this)), m_rankPicker(new Picker(this)), m_scope(plainLabel(this)),
      m_whole(new QToolButton(this))
{
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumWidth(fontMetrics().averageCharWidth() * 10);
    for (Page *const page : createSystemPages(context, m_stack)) {
        addPage(page);
        m_list->addItem(QString());
        m_stack->addWidget(page);
        connect(page, &Page::scopeChanged, this, &SystemView::updateScope);
    }
    m_scope->setForegroundRole(QPalette::PlaceholderText);
    // A long sentence must not widen the dock.
    m_scope->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_whole->setAutoRaise(true);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 4);
    head->setSpacing(12);
    head->addWidget(m_rankPicker);
    head->addWidget(m_scope, 1);
    head->addWidget(m_whole);
    auto *right = new QWidget(this);
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_stack, 1);
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_list);
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({fontMetrics().averageCharWidth() * 30, 1000});
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(splitter);

    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        m_stack->setCurrentIndex(row);
        updateScope();
        if (!m_restoring)
            state().setPage(id(), shownPage()->objectName());
        emit arrangementChanged();
    });
    connect(&state(), &ViewState::pageChanged, this, [this](const QString &view) {
        if (view == id())
            showPage(state().page(view));
    });
    connect(m_rankPicker, &Picker::chosen, this,
            [this](const QVariant &value) { this->state().setCurrentRank(value.value<RankRef>()); });
    connect(m_whole, &QToolButton::clicked, this, [this] { state().setTimeSelection({}); });
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        fillRanks();
        updateScope();
    });
    for (const auto signal : {&ViewState::timeSelectionChanged, &ViewState::offsetsChanged, &ViewState::stepChanged})
        connect(&state(), signal, this, &SystemView::updateScope);
    connect(&runs(), &RunStore::ranksLoaded, this, [this] { m_ranksArrived.request(); });
    connect(&runs(), &RunStore::rankUnloaded, this, &SystemView::fillRanks);
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed, &RunStore::runChanged})
        connect(&runs(), signal, this, &SystemView::fillRanks);
    setFocusProxy(m_list);
    m_list->setCurrentRow(0);
    startPages();
}

void SystemView::restoreState(const QJsonObject &state)
{
    m_restoring = true;
    PageHost::restoreState(state);
    m_restoring = false;
    this->state().keepPage(id(), shownPage()->objectName());
}

Page *SystemView::shownPage() const
{
    return pages()[static_cast<size_t>(std::max(0, m_list->currentRow()))];
}

void SystemView::bringToFront(Page *page)
{
    m_list->setCurrentRow(static_cast<int>(std::find(pages().begin(), pages().end(), page) - pages().begin()));
}

QString SystemView::scopeText() const
{
    return m_scope->text();
}

void SystemView::fillRanks()
{
    std::vector<PickerItem> items;
    for (const RankRef ref : runs().allRanks()) {
        const QString label = format::displayText(runs().rankLabel(ref));
        items.push_back({runs().state(ref) == RankState::Loaded ? label : tr("%1 (not loaded)").arg(label),
                         QVariant::fromValue(ref)});
    }
    m_rankPicker->setItems(items);
    m_rankPicker->setValue(QVariant::fromValue(state().currentRank()));
}

QString SystemView::stepScope() const
{
    const QString step = state().step();
    if (step.isEmpty() || !shownPage()->followsStep())
        return tr("The whole capture.");
    const auto rank = runs().rank(state().currentRank());
    const QString name = format::displayText(step);
    if (!rank || !rank->trace || hostSpanOf(*rank->trace, step).length() <= 0)
        return tr("The whole capture: the trace of this rank does not mark step %1.").arg(name);
    return tr("Only what touches step %1.").arg(name);
}

void SystemView::updateScope()
{
    const TimeWindow chosen = state().timeSelection();
    const QString whole = shownPage()->whyWhole();
    // Who turns it would wait for something to change.
    m_rankPicker->setVisible(!shownPage()->isOfRun());
    QString text = !whole.isEmpty() ? whole
                   : chosen.isEmpty()
                       ? stepScope()
                       : tr("Only what touches the selected time, %1 long.").arg(format::duration(chosen.lengthNs()));
    if (shownPage()->hasStamps()) {
        if (const QString note = ClockTexts::tableNote(state().offsets(), state().currentRank()); !note.isEmpty())
            text = tr("%1 %2", "what the page shows, whose clock").arg(text, note);
    }
    m_scope->setText(text);
    m_scope->setToolTip(format::tooltipText(m_scope->text()));
    m_whole->setVisible(!chosen.isEmpty());
}

void SystemView::retranslate()
{
    m_rankPicker->setLabel(tr("Rank"));
    m_whole->setText(tr("Show the Whole Capture"));
    m_whole->setToolTip(tr("Clears the time selection for every view"));
    m_list->setAccessibleName(tr("Pages of the system view"));
    PageHost::retranslate();
    for (size_t i = 0; i < pages().size(); ++i) {
        QListWidgetItem *const item = m_list->item(static_cast<int>(i));
        item->setText(pages()[i]->title());
        item->setToolTip(format::tooltipText(pages()[i]->hint()));
        item->setSizeHint({0, qRound(fontMetrics().height() * 1.6)});
    }
    fillRanks();
    updateScope();
}

} // namespace rs

#include "moc_systemview.cpp"
