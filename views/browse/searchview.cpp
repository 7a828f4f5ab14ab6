// SPDX-License-Identifier: Apache-2.0
#include "views/browse/searchview.h"

#include "core/run/kerneltrace.h"
#include "items/format.h"
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/outofmemory.h"
#include "views/widgets/plaintext.h"
#include "views/tables/tableparts.h"
#include "views/tables/tableview.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace rs {

namespace {

constexpr int debounceMs = 250;
constexpr int rankRole = Qt::UserRole + 1;
enum RankChoice { AllRanks = -1, CurrentRank = -2, InBox = -3, InTime = -4 };

QToolButton *toggle(QWidget *parent, const QString &text, const QString &name)
{
    auto *const b = new QToolButton(parent);
    b->setText(text);
    b->setCheckable(true);
    b->setAutoRaise(true);
    b->setObjectName(name);
    return b;
}

QToolButton *button(QWidget *parent, const QString &icon, const QString &name)
{
    auto *const b = new QToolButton(parent);
    b->setIcon(symbol(icon));
    b->setAutoRaise(true);
    b->setObjectName(name);
    return b;
}

// Lanes of a kernel trace that ranks share are searched once, with the first of them.
void searchSharedOnce(std::vector<SearchRank> &ranks)
{
    std::set<std::pair<int, QString>> files; // by run
    std::erase_if(ranks, [&files](SearchRank &r) {
        const RankInfo &info = r.data->info;
        const QString path = kernelTraceOf(info);
        if (path.isEmpty() || files.emplace(r.ref.run, path).second)
            return false;
        const Trace &trace = *r.data->trace;
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            if (!isOfKernelTrace(info, trace, LaneId{l}))
                r.lanes.push_back(LaneId{l});
        }
        return r.lanes.empty(); // which would stand for all
    });
}

qint64 originOf(const std::vector<SearchRank> &ranks)
{
    qint64 origin = std::numeric_limits<qint64>::max();
    for (const SearchRank &r : ranks) {
        if (r.data->trace && r.data->trace->slices().size() > 0)
            origin = std::min(origin, r.data->trace->startNs());
    }
    return origin == std::numeric_limits<qint64>::max() ? 0 : origin;
}

} // namespace

SearchView::SearchView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("search"), context, parent), m_field(new QLineEdit(this)),
      m_case(toggle(this, QStringLiteral("Aa"), QStringLiteral("case"))),
      m_word(toggle(this, QStringLiteral("\"w\""), QStringLiteral("word"))),
      m_regex(toggle(this, QStringLiteral(".*"), QStringLiteral("regex"))),
      m_args(toggle(this, QStringLiteral("{ }"), QStringLiteral("args"))), m_ranks(new QComboBox(this)),
      m_previous(button(this, QStringLiteral("up"), QStringLiteral("previous"))),
      m_next(button(this, QStringLiteral("down"), QStringLiteral("next"))),
      m_export(button(this, QStringLiteral("export"), QStringLiteral("export"))), m_ordinal(new QSpinBox(this)),
      m_count(plainLabel(this)), m_progress(new QProgressBar(this)),
      m_cancel(button(this, QStringLiteral("close"), QStringLiteral("cancel"))), m_pages(new QStackedWidget(this)),
      m_table(new TableView(QStringLiteral("search"), context.theme, context.pool)), m_hint(new EmptyState)
{
    m_search.onOutOfMemory(outOfMemoryCover(m_pages));
    m_field->setObjectName(QStringLiteral("searchField"));
    m_field->setClearButtonEnabled(true);
    m_field->setMinimumWidth(160);
    m_field->setMaximumWidth(420);
    m_field->installEventFilter(this);
    m_ordinal->setKeyboardTracking(false);
    m_ordinal->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_progress->setTextVisible(false);
    m_progress->setMaximumSize(120, 12);
    m_ranks->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_ranks->setMaximumWidth(260);

    auto *const bar = new QWidget(this);
    auto *const line = new FlowLayout(bar, 4);
    line->setContentsMargins(8, 4, 8, 4);
    for (QWidget *const w :
         std::initializer_list<QWidget *>{m_field, m_case, m_word, m_regex, m_args, m_ranks, m_previous, m_next,
                                          m_ordinal, m_count, m_progress, m_cancel, m_export})
        line->addWidget(w);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    m_pages->addWidget(m_hint);
    m_pages->addWidget(m_table);
    column->addWidget(m_pages, 1);

    const auto clock = [this] {
        if (const bool moved = !state().offsets().isEmpty(); std::exchange(m_moved, moved) != moved)
            showHits();
    };
    connect(&state(), &ViewState::offsetsChanged, this, clock);
    clock();
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(debounceMs);
    m_progressTimer.setInterval(100);
    connect(&m_debounce, &QTimer::timeout, this, &SearchView::startSearch);
    connect(&m_progressTimer, &QTimer::timeout, this, &SearchView::updateCount);
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        m_marks = true;
        m_debounce.start();
    });
    const auto ask = [this] {
        m_marks = true;
        startSearch();
    };
    for (QToolButton *const b : {m_case, m_word, m_regex, m_args})
        connect(b, &QToolButton::toggled, this, ask);
    connect(m_ranks, &QComboBox::activated, this, ask);
    connect(&state(), &ViewState::highlightChanged, this, [this] {
        if (!state().highlight() && m_found.hits && m_found.hits->highlight)
            m_marks = false;
    });
    connect(m_previous, &QToolButton::clicked, this, &SearchView::previous);
    connect(m_next, &QToolButton::clicked, this, &SearchView::next);
    connect(m_ordinal, &QSpinBox::valueChanged, this, [this](int number) { goTo(number - 1); });
    connect(&state(), &ViewState::boxChanged, this, [this] { regionChanged(InBox); });
    connect(&state(), &ViewState::timeSelectionChanged, this, [this] { regionChanged(InTime); });
    connect(m_cancel, &QToolButton::clicked, this, &SearchView::cancel);
    connect(m_export, &QToolButton::clicked, this, &SearchView::exportCsv);
    connect(m_table, &TableView::menuRequested, this, &SearchView::addActions);
    connect(m_table, &TableView::activated, this, &SearchView::reveal);
    // Also on the row where the cursor is: the timeline may have gone elsewhere meanwhile.
    connect(m_table->view(), &QTableView::clicked, this, [this](const QModelIndex &at) { goTo(at.row()); });
    connect(m_table, &TableView::currentRowChanged, this, [this](int hit) {
        m_current = hit;
        updateCount();
    });
    connect(m_table, &TableView::arranged, this, &SearchView::arranged);
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed})
        connect(&runs(), signal, this, &SearchView::runsChanged);
    connect(&runs(), &RunStore::ranksLoaded, this, &SearchView::runsChanged);
    connect(&runs(), &RunStore::rankUnloaded, this, &SearchView::runsChanged);
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        if (m_ranks->currentData(rankRole).toInt() == CurrentRank && !m_jumping)
            startSearch();
    });
    setFocusProxy(m_field);
    fillRanks();
    retranslate();
}

RowSourceModel *SearchView::model() const
{
    return m_table->rows();
}

bool SearchView::isComplete() const
{
    return !m_search.isRunning() && !m_debounce.isActive() && m_table->isComplete();
}

void SearchView::retranslate()
{
    m_field->setPlaceholderText(tr("Name of a slice"));
    m_case->setToolTip(tr("Match upper and lower case"));
    m_word->setToolTip(tr("Match whole words only"));
    m_regex->setToolTip(tr("Read the text as a regular expression"));
    m_args->setToolTip(tr("Search the args too: they are read from the files, which takes longer"));
    m_ordinal->setToolTip(tr("Number of the hit: type one to go there"));
    m_ordinal->setAccessibleName(m_ordinal->toolTip());
    m_previous->setToolTip(tr("Previous hit (Shift+F3)"));
    m_next->setToolTip(tr("Next hit (F3)"));
    m_cancel->setToolTip(tr("Stop searching"));
    m_export->setToolTip(tr("Export the hits as CSV"));
    m_ranks->setToolTip(tr("Where to search"));
    m_ranks->setAccessibleDescription(m_ranks->toolTip());
    m_table->setTableName(tr("Slices that were found"));
    m_hint->setText(
        tr("Find slices by name"),
        tr("Type a part of the name above. Enter and F3 go from hit to hit; in the timeline all hits stand out and the "
           "rest is "
           "dimmed.\nThe buttons beside the field ask for upper and lower case, whole words or a regular expression, "
           "or search "
           "the args too; the list next to them limits the search to a rank, the box or the selected time."));
    for (QToolButton *const b : {m_case, m_word, m_regex, m_args, m_previous, m_next, m_cancel, m_export})
        b->setAccessibleName(b->toolTip());
    fillRanks();
    updateCount();
}

void SearchView::focusField()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

SearchQuery SearchView::query() const
{
    return {m_field->text(), m_case->isChecked(), m_word->isChecked(), m_regex->isChecked(), m_args->isChecked()};
}

void SearchView::fillRanks()
{
    const QVariant before = m_ranks->count() > 0 ? m_ranks->currentData() : QVariant();
    const int choice = m_ranks->count() > 0 ? m_ranks->currentData(rankRole).toInt() : AllRanks;
    m_ranks->clear();
    const auto add = [this](const QString &text, int kind, RankRef ref = {}) {
        m_ranks->addItem(text, QVariant::fromValue(ref));
        m_ranks->setItemData(m_ranks->count() - 1, kind, rankRole);
    };
    add(tr("All loaded ranks"), AllRanks);
    add(tr("Current rank"), CurrentRank);
    if (!state().box().isEmpty())
        add(tr("Only in the box"), InBox);
    if (!state().timeSelection().isEmpty())
        add(tr("Only in the selected time"), InTime);
    const std::vector<RankRef> loaded = runs().loadedRanks();
    for (const RankRef ref : loaded)
        add(format::displayText(runs().rankLabel(ref)), 0, ref);
    int at = 0;
    for (int i = 1; i < m_ranks->count(); ++i) {
        if (m_ranks->itemData(i, rankRole).toInt() == choice &&
            m_ranks->itemData(i).value<RankRef>() == before.value<RankRef>())
            at = i;
    }
    m_ranks->setCurrentIndex(at);
}

std::vector<SearchRank> SearchView::chosenRanks() const
{
    std::vector<SearchRank> out;
    int open = 0;
    for (int r = 0; r < runs().count(); ++r)
        open += runs().run(r) ? 1 : 0;
    const auto add = [&](RankRef ref) {
        if (auto rank = runs().rank(ref); rank && rank->trace)
            out.push_back({ref, open > 1 ? runs().run(ref.run)->name : QString(), std::move(rank), {}, {}});
    };
    switch (m_ranks->currentData(rankRole).toInt()) {
    case InBox:
        for (const BoxSelection::Part &part : state().box().parts) {
            if (part.hidden)
                continue;
            const auto isRank = [&part](const SearchRank &r) { return r.ref == part.rank; };
            auto at = std::find_if(out.begin(), out.end(), isRank);
            if (at == out.end()) {
                add(part.rank);
                at = std::find_if(out.begin(), out.end(), isRank);
            }
            if (at == out.end() || raw(part.lane) >= at->data->trace->lanes().size())
                continue;
            at->window = Interval{state().box().window.fromNs + part.shiftNs, state().box().window.toNs + part.shiftNs};
            at->lanes.push_back(part.lane);
        }
        break;
    case InTime:
        for (const RankRef ref : runs().loadedRanks())
            add(ref);
        searchSharedOnce(out);
        for (SearchRank &r : out) {
            const TimeWindow chosen = state().timeSelectionOf(r.ref);
            r.window = Interval{chosen.fromNs, chosen.toNs};
        }
        break;
    case AllRanks:
        for (const RankRef ref : runs().loadedRanks())
            add(ref);
        searchSharedOnce(out);
        break;
    case CurrentRank:
        add(state().currentRank());
        break;
    default:
        add(m_ranks->currentData().value<RankRef>());
    }
    return out;
}

void SearchView::regionChanged(int choice)
{
    const bool chosen = m_ranks->currentData(rankRole).toInt() == choice;
    fillRanks();
    if (chosen && !m_field->text().isEmpty())
        startSearch();
}

void SearchView::search(const QString &text)
{
    m_marks = true;
    m_field->setText(text);
    m_debounce.stop();
    startSearch();
    m_stepWhenDone = true;
}

void SearchView::startSearch()
{
    m_debounce.stop();
    m_stepWhenDone = false;
    if (m_field->text().isEmpty()) {
        m_search.cancel();
        clear();
        return;
    }
    m_progressTimer.start();
    m_search.start(
        *context().pool,
        [ranks = chosenRanks(), q = query(), events = context().events, read = context().readArgs,
         pool = context().pool](const JobContext &job) {
            Found found;
            found.hits = std::make_shared<const SearchHits>(events.read ? searchSlices(ranks, q, job, events, *pool)
                                                                        : searchSlices(ranks, q, job, read));
            if (!found.hits->complete)
                return found;
            std::vector<SearchedRank> in;
            for (const SearchRank &r : found.hits->ranks)
                in.push_back({r.data, r.ref.index, r.run});
            found.slices = foundSlices(std::move(in), {found.hits, &found.hits->hits});
            return found;
        },
        [this](Found found) { searched(std::move(found)); });
    updateCount();
}

void SearchView::searched(Found found)
{
    m_progressTimer.stop();
    if (!found.hits->complete) {
        updateCount();
        return;
    }
    m_current = -1;
    m_found = std::move(found);
    m_originNs = originOf(m_found.hits->ranks);
    showHits();
    m_table->sortBy(u"start", Qt::AscendingOrder);
    if (m_marks)
        state().setHighlight(m_found.hits->highlight);
    updateCount();
}

void SearchView::showHits()
{
    m_table->setSource(m_found.slices ? foundRows(m_found.slices, m_moved) : nullptr, m_originNs);
}

void SearchView::arranged()
{
    if (m_stepWhenDone && !m_search.isRunning()) {
        m_stepWhenDone = false;
        step(1);
    }
    updateCount();
}

void SearchView::clear()
{
    m_progressTimer.stop();
    m_current = -1;
    m_found = {};
    showHits();
    state().setHighlight(nullptr);
    updateCount();
}

void SearchView::forget()
{
    DockView::forget();
    m_field->clear();
    m_search.cancel();
    m_debounce.stop();
    m_ranks->setCurrentIndex(0);
    clear();
}

void SearchView::cancel()
{
    m_search.cancel();
    m_debounce.stop();
    m_progressTimer.stop();
    updateCount();
}

void SearchView::runsChanged()
{
    fillRanks();
    // Hits hold their ranks: of a rank that was closed they must go at once, and a rank that came is searched too.
    if (!m_field->text().isEmpty())
        m_debounce.start();
    const auto &hits = m_found.hits;
    if (!hits)
        return;
    const bool gone = std::any_of(hits->ranks.begin(), hits->ranks.end(),
                                  [this](const SearchRank &r) { return runs().rank(r.ref) != r.data; });
    if (gone)
        clear();
}

int SearchView::shownRow() const
{
    if (m_current < 0 || !model()->order())
        return -1;
    const auto hit = static_cast<quint32>(m_current);
    const std::vector<quint32> &rows = model()->order()->rows;
    // Most often where the cursor is; else millions of hits may have to be looked at.
    const int cursor = m_table->view()->currentIndex().row();
    if (cursor >= 0 && cursor < static_cast<int>(rows.size()) && rows[static_cast<size_t>(cursor)] == hit)
        return cursor;
    const auto at = std::find(rows.begin(), rows.end(), hit);
    return at == rows.end() ? -1 : static_cast<int>(at - rows.begin());
}

bool SearchView::step(int by)
{
    const int rows = model()->rowCount();
    if (rows == 0)
        return false;
    const int from = shownRow();
    int to = from < 0 ? (by > 0 ? 0 : rows - 1) : (from + by) % rows;
    if (to < 0)
        to += rows;
    goTo(to);
    return true;
}

void SearchView::goTo(int shown)
{
    if (shown >= 0 && shown < model()->rowCount())
        reveal(static_cast<int>(model()->sourceRow(shown)));
}

void SearchView::reveal(int hit)
{
    if (!m_found.hits || hit < 0 || hit >= static_cast<int>(m_found.hits->hits.size()))
        return;
    m_current = hit;
    m_table->setCurrentRow(hit);
    updateCount();
    const SearchHit &found = m_found.hits->hits[static_cast<size_t>(hit)];
    m_jumping = true;
    state().revealSlice(m_found.hits->ranks[found.rank].ref, found.slice);
    m_jumping = false;
    m_marks = true;
    state().setHighlight(m_found.hits->highlight);
}

QString SearchView::countText() const
{
    return m_count->text();
}

void SearchView::updateCount()
{
    const bool running = m_search.isRunning();
    m_progress->setVisible(running);
    m_cancel->setVisible(running);
    m_progress->setRange(0, 1000);
    m_progress->setValue(static_cast<int>(m_search.progress() * 1000));
    const int rows = model()->rowCount();
    const int current = shownRow();
    const auto &hits = m_found.hits;
    m_pages->setCurrentIndex(m_field->text().isEmpty() ? 0 : 1);
    m_previous->setEnabled(rows > 0);
    m_next->setEnabled(rows > 0);
    m_export->setEnabled(rows > 0);
    m_ordinal->setVisible(rows > 0 && !running);
    {
        const QSignalBlocker quiet(m_ordinal);
        m_ordinal->setRange(rows > 0 ? 1 : 0, rows);
        m_ordinal->setValue(std::max(1, current + 1));
    }
    if (running)
        m_count->setText(tr("Searching…"));
    else if (m_field->text().isEmpty())
        m_count->setText({});
    else if (hits && !hits->error.isEmpty())
        m_count->setText(tr("The expression is not valid: %1").arg(hits->error));
    else if (hits && !hits->gaveUp.isEmpty())
        m_count->setText(tableText(hits->gaveUp));
    else if (!hits)
        m_count->setText(runs().loadedRanks().empty() ? tr("No rank is loaded") : QString());
    else if (hits->hits.empty())
        m_count->setText(tr("No slice found"));
    else if (current < 0)
        m_count->setText(tr("%1 found").arg(format::integer(static_cast<qint64>(hits->hits.size()))));
    else
        m_count->setText(tr("%1 of %2").arg(format::integer(current + 1), format::integer(rows)));
    const qint64 unread = !running && hits ? hits->unreadable : 0;
    if (unread > 0)
        m_count->setText(tr("%1; the args of %2 slice(s) could not be read", "count of hits", format::plural(unread))
                             .arg(m_count->text(), format::integer(unread)));
}

bool SearchView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto *const key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (!isComplete()) {
                if (m_debounce.isActive())
                    startSearch();
                m_stepWhenDone = true;
            } else {
                step(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
            }
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            // Gives the keys back to the timeline; the search stays, without dimming what it did not find.
            state().setHighlight({});
            if (m_search.isRunning())
                cancel();
            else if (m_table->isVisible())
                m_table->setFocus(Qt::OtherFocusReason);
            else
                m_field->clearFocus();
            return true;
        }
        if (key->key() == Qt::Key_Down && model()->rowCount() > 0) {
            m_table->setFocus(Qt::TabFocusReason);
            return true;
        }
    }
    return DockView::eventFilter(watched, event);
}

void SearchView::addActions(QMenu *menu, int hit)
{
    if (!m_found.hits || hit < 0)
        return;
    menu->addAction(symbol(QStringLiteral("jump")), tr("Go to This Slice"), this, [this, hit] { reveal(hit); });
    const SearchHit &found = m_found.hits->hits[static_cast<size_t>(hit)];
    const Trace &trace = *m_found.hits->ranks[found.rank].data->trace;
    menu->addAction(symbol(QStringLiteral("copy")), tr("Copy Name"), this,
                    [name = trace.strings().text(trace.slices().name(found.slice))] {
                        QGuiApplication::clipboard()->setText(name);
                    });
}

void SearchView::exportCsv()
{
    const QString path = tableparts::askCsvPath(this, m_table->fileName());
    if (!path.isEmpty())
        m_table->exportCsvTo(path);
}

} // namespace rs

#include "moc_searchview.cpp"
