// SPDX-License-Identifier: Apache-2.0
#include "views/browse/systemview.h"

#include "items/format.h"
#include "views/state/clocktexts.h"
#include "views/browse/systempages.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace rs {

namespace {

constexpr int pageRole = Qt::UserRole; ///< position in pages(); -1: a heading

struct Subject
{
    const char *title;
    std::vector<const char *> pages; ///< names, in their order
};

/// Order of the list. A page that no subject names stands at its end, with the files.
const std::vector<Subject> &subjects()
{
    static const std::vector<Subject> all = {
        {QT_TRANSLATE_NOOP("rs::SystemView", "Steps"),
         {"books", "path.sums", "path", "whatif", "advice", "steps.deviation", "compare.steps", "compare.runs",
          "trend.runs"}},
        {QT_TRANSLATE_NOOP("rs::SystemView", "Launch and idle"),
         {"idle", "dispatch", "kernel-dispatch", "transfers", "alignment"}},
        {QT_TRANSLATE_NOOP("rs::SystemView", "Waiting"),
         {"ledger", "ledger.pairs", "ledger.stages", "ledger.collectives"}},
        {QT_TRANSLATE_NOOP("rs::SystemView", "Operators"),
         {"kernels", "cores", "copies", "communication.overlap", "framework-summary", "cann-summary", "task-summary",
          "communication-summary", "overlap-summary", "events"}},
        {QT_TRANSLATE_NOOP("rs::SystemView", "Files"), {"base", "schedule"}},
    };
    return all;
}

/// Pages whose picture or table another dock has.
bool isElsewhere(const QString &page)
{
    static const QStringList names = {QStringLiteral("heatmap"),       QStringLiteral("strategy"),
                                      QStringLiteral("diagnosis"),     QStringLiteral("compare.many"),
                                      QStringLiteral("cores.kernels"), QStringLiteral("moe.load")};
    return names.contains(page);
}

} // namespace

SystemView::SystemView(const ViewContext &context, QWidget *parent)
    : PageHost(QStringLiteral("system"), context, parent), m_filter(new QLineEdit(this)), m_list(new QListWidget(this)),
      m_stack(new QStackedWidget(this)), m_splitter(new QSplitter(Qt::Horizontal, this)),
      m_rankPicker(new Picker(this)), m_scope(plainLabel(this)), m_whole(new QToolButton(this))
{
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumWidth(fontMetrics().averageCharWidth() * 10);
    for (Page *const page : createSystemPages(context, m_stack)) {
        addPage(page);
        m_stack->addWidget(page);
        connect(page, &Page::scopeChanged, this, &SystemView::updateScope);
    }
    m_filter->setClearButtonEnabled(true);
    fillList();
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
    auto *const left = new QWidget(this);
    auto *const lines = new QVBoxLayout(left);
    lines->setContentsMargins(0, 4, 0, 0);
    lines->setSpacing(4);
    lines->addWidget(m_filter);
    lines->addWidget(m_list, 1);
    m_splitter->addWidget(left);
    m_splitter->addWidget(right);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_divided = true; });
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_splitter);

    connect(m_list, &QListWidget::currentItemChanged, this, &SystemView::chooseItem);
    connect(m_filter, &QLineEdit::textChanged, this, &SystemView::filterList);
    // A page that is chosen while the list has no height yet, or another one, stays in sight.
    connect(m_list->verticalScrollBar(), &QScrollBar::rangeChanged, this,
            [this] { m_list->scrollToItem(m_list->currentItem()); });
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
    showPage(QLatin1String(subjects().front().pages.front()));
    startPages();
}

void SystemView::fillList()
{
    std::vector<int> left(pages().size());
    std::iota(left.begin(), left.end(), 0);
    const auto add = [this](int page) {
        auto *const item = new QListWidgetItem(m_list);
        item->setData(pageRole, page);
        if (page < 0)
            item->setFlags(Qt::NoItemFlags);
    };
    for (const Subject &subject : subjects()) {
        add(-1);
        for (const char *const name : subject.pages) {
            const auto at = std::find_if(left.begin(), left.end(), [&](int page) {
                return pages()[static_cast<size_t>(page)]->objectName() == QLatin1String(name);
            });
            if (at == left.end())
                continue;
            add(*at);
            left.erase(at);
        }
    }
    for (const int page : left)
        add(page);
}

// A heading stays with what is left below it.
void SystemView::filterList()
{
    const QString text = m_filter->text().trimmed();
    QListWidgetItem *heading = nullptr;
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem *const item = m_list->item(i);
        const int page = item->data(pageRole).toInt();
        if (page < 0) {
            heading = item;
            heading->setHidden(true);
            continue;
        }
        const Page &of = *pages()[static_cast<size_t>(page)];
        const bool has =
            of.title().contains(text, Qt::CaseInsensitive) || of.hint().contains(text, Qt::CaseInsensitive);
        const bool isShown = has && !isElsewhere(of.objectName());
        item->setHidden(!isShown);
        if (isShown && heading)
            heading->setHidden(false);
    }
}

// As wide as the longest title, within reason.
void SystemView::giveListRoom()
{
    constexpr int mostLetters = 36;
    if (m_divided)
        return;
    int widest = 0;
    for (int i = 0; i < m_list->count(); ++i) {
        if (!m_list->item(i)->isHidden())
            widest = std::max(widest, fontMetrics().horizontalAdvance(m_list->item(i)->text()));
    }
    const int wide = std::min(widest, fontMetrics().averageCharWidth() * mostLetters) + fontMetrics().height() +
                     m_list->verticalScrollBar()->sizeHint().width();
    m_splitter->setSizes({wide, std::max(1000, m_splitter->width()) - wide});
}

void SystemView::chooseItem(const QListWidgetItem *item)
{
    if (!item)
        return;
    m_stack->setCurrentIndex(item->data(pageRole).toInt());
    updateScope();
    if (!m_restoring)
        state().setPage(id(), shownPage()->objectName());
    emit arrangementChanged();
}

void SystemView::bringToFront(Page *page)
{
    for (int i = 0; i < m_list->count(); ++i) {
        const int at = m_list->item(i)->data(pageRole).toInt();
        if (at >= 0 && pages()[static_cast<size_t>(at)] == page)
            m_list->setCurrentRow(i);
    }
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
    return pages()[static_cast<size_t>(m_stack->currentIndex())];
}

QString SystemView::scopeText() const
{
    return m_scope->text();
}

// Thousands of ranks take long to list, for nobody while the view is hidden.
void SystemView::fillRanks()
{
    if (!isVisible())
        return;
    std::vector<PickerItem> items;
    for (const RankRef ref : runs().allRanks()) {
        const QString label = format::displayText(runs().rankLabel(ref));
        items.push_back({runs().state(ref) == RankState::Loaded ? label : tr("%1 (not loaded)").arg(label),
                         QVariant::fromValue(ref)});
    }
    m_rankPicker->setItems(items);
    m_rankPicker->setValue(QVariant::fromValue(state().currentRank()));
}

void SystemView::showEvent(QShowEvent *event)
{
    fillRanks();
    PageHost::showEvent(event);
}

QString SystemView::stepScope() const
{
    const QString step = state().step();
    if (step.isEmpty())
        return {}; // nothing narrows the page
    const auto rank = runs().rank(state().currentRank());
    const QString name = format::displayText(step);
    if (!shownPage()->followsStep() && !shownPage()->takesStep())
        return tr("The whole capture, not only step %1: this page has no numbers by step.").arg(name);
    if (shownPage()->isOfRun())
        return tr("Only step %1, of all ranks.").arg(name);
    if (!shownPage()->followsStep())
        return tr("Only step %1.").arg(name);
    if (!rank || !rank->trace || hostSpanOf(*rank->trace, step).length() <= 0)
        return tr("The whole capture: the trace of this rank does not mark step %1.").arg(name);
    return tr("Only what touches step %1.").arg(name);
}

void SystemView::updateScope()
{
    const TimeWindow chosen = state().timeSelection();
    const QString whole = shownPage()->whyWhole();
    // A picker without effect is hidden.
    m_rankPicker->setVisible(!shownPage()->isOfRun());
    QString text = !whole.isEmpty() ? whole
                   : chosen.isEmpty()
                       ? stepScope()
                       : tr("Only what touches the selected time, %1 long.").arg(format::duration(chosen.lengthNs()));
    if (shownPage()->hasStamps()) {
        if (const QString note = ClockTexts::tableNote(state().offsets(), state().currentRank()); !note.isEmpty())
            text = text.isEmpty() ? note : tr("%1 %2", "what the page shows, whose clock").arg(text, note);
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
    m_filter->setPlaceholderText(tr("Filter pages"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    auto subject = subjects().begin();
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem *const item = m_list->item(i);
        item->setSizeHint({0, qRound(fontMetrics().height() * 1.6)});
        const int at = item->data(pageRole).toInt();
        if (at < 0) {
            item->setText(tr((subject++)->title));
            item->setFont(bold);
            continue;
        }
        const Page *const page = pages()[static_cast<size_t>(at)];
        item->setText(QStringLiteral("  ") + page->title());
        item->setToolTip(format::tooltipText(page->title() + u'\n' + page->hint()));
    }
    filterList();
    giveListRoom();
    fillRanks();
    updateScope();
}

} // namespace rs

#include "moc_systemview.cpp"
