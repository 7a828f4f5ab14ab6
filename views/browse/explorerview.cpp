// SPDX-License-Identifier: Apache-2.0
#include "views/browse/explorerview.h"

#include "items/format.h"
#include "views/browse/explorermodel.h"
#include "views/page/rankmenu.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/focusframe.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStyle>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace rs {

namespace {
constexpr int statesMeasured = 100;
constexpr int leastForNames = 45; // percent of the width
constexpr int mostForNames = 62;
} // namespace

ExplorerView::ExplorerView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("explorer"), context, parent), m_model(new ExplorerModel(runs(), theme(), this)),
      m_tree(new QTreeView(this)), m_empty(new EmptyState(this))
{
    m_tree->setModel(m_model);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setIndentation(16);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionsMovable(false);
    m_tree->header()->setMinimumSectionSize(40);
    // The states of thousands of ranks are a few words, and each rank that arrives measures them again.
    m_tree->header()->setResizeContentsPrecision(statesMeasured);
    m_tree->header()->setSectionResizeMode(ExplorerModel::State, QHeaderView::ResizeToContents);
    setFocusProxy(m_tree);
    new FocusFrame(m_tree, this, &theme());
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tree);
    column->addWidget(m_empty);

    connect(m_tree, &QTreeView::clicked, this, &ExplorerView::clicked);
    connect(m_tree, &QTreeView::activated, this, &ExplorerView::clicked);
    // Keys choose what they go to, as a click does.
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &now) {
        if (!m_follows && m_tree->hasFocus() && QGuiApplication::mouseButtons() == Qt::NoButton &&
            m_model->kind(now) == ExplorerModel::Kind::Rank && m_model->rankOf(now) != state().currentRank())
            clicked(now);
    });
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex &index) {
        if (m_model->kind(index) == ExplorerModel::Kind::Rank)
            state().showInTimeline(m_model->rankOf(index));
        else
            m_tree->setExpanded(index.siblingAtColumn(0), !m_tree->isExpanded(index.siblingAtColumn(0)));
    });
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &ExplorerView::showMenu);
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &parentIndex, int first, int last) {
                if (!parentIndex.isValid()) {
                    for (int r = first; r <= last; ++r)
                        m_tree->expand(m_model->index(r, 0));
                    fitColumns();
                } else if (m_model->kind(m_model->index(first, 0, parentIndex)) == ExplorerModel::Kind::Base) {
                    m_tree->setFirstColumnSpanned(first, parentIndex, true); // it has a name alone
                }
                m_tree->show();
                m_empty->hide();
            });
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, [this] {
        m_tree->setVisible(m_model->rowCount() > 0);
        m_empty->setVisible(m_model->rowCount() == 0);
    });
    connect(&state(), &ViewState::currentRankChanged, this, &ExplorerView::followState);
    connect(&state(), &ViewState::sidesChanged, this, &ExplorerView::followState);
    connect(&theme(), &Theme::changed, m_model, &ExplorerModel::refresh);
    for (const auto signal : {&RunStore::runAdded, &RunStore::runChanged})
        connect(&runs(), signal, this, &ExplorerView::findBases);
    connect(&runs(), &RunStore::loadingFinished, this, &ExplorerView::findBases);
    connect(&runs(), &RunStore::runClosed, this, [this](int run) {
        m_bases.erase(run);
        m_lastRanks.erase(run);
        findBases(); // it may have been the one that was read
    });
    const bool open = m_model->rowCount() > 0;
    m_tree->setVisible(open);
    m_empty->setVisible(!open);
    m_tree->expandToDepth(0);
    followState();
    retranslate();
    findBases();
}

// Ranks come one by one: before the last one the facts would change all the time.
void ExplorerView::findBases()
{
    const TableSpec *const spec = context().tables ? context().tables->find(u"base") : nullptr;
    if (!spec || runs().isLoading())
        return;
    for (int r = 0; r < runs().count(); ++r) {
        const auto run = runs().run(r);
        if (!run || m_bases[r].run.lock() == run)
            continue;
        m_bases[r].run = run;
        m_bases[r].job.start(
            *context().pool,
            [run, spec](const JobContext &job) {
                TableQuery query;
                query.run = run;
                return Base{baseInformation(*run, job), spec->rows(query, job)};
            },
            [this, r](Base base) { m_model->setBase(r, std::move(base.facts), base.rows); });
    }
}

bool ExplorerView::isComplete() const
{
    return std::none_of(m_bases.begin(), m_bases.end(), [](const auto &base) { return base.second.job.isRunning(); });
}

// Runs that are opened beside each other often have names that differ in the middle alone.
int ExplorerView::widestRun() const
{
    int out = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QString name = m_model->index(row, ExplorerModel::Name).data().toString();
        out = std::max(out, fontMetrics().horizontalAdvance(name));
    }
    const int before = m_tree->indentation() + m_tree->style()->pixelMetric(QStyle::PM_SmallIconSize);
    return out + before + 2 * fontMetrics().averageCharWidth();
}

void ExplorerView::fitColumns()
{
    // The note is in the tool tip as well; names and states have to be read.
    const int width = this->width(); // the tree gets it only after the event
    const bool wide = width >= 24 * fontMetrics().averageCharWidth() * 2;
    QHeaderView *const header = m_tree->header();
    // Half of a narrow dock belongs to the names; setting the mode again measures the states by the new limit.
    header->setMaximumSectionSize(wide ? -1 : std::max(header->minimumSectionSize(), width * leastForNames / 100));
    header->setSectionResizeMode(ExplorerModel::State, QHeaderView::ResizeToContents);
    m_tree->setColumnHidden(ExplorerModel::Note, !wide);
    // Narrower still, nothing would be left of the names; the icon and the tool tip tell the state.
    m_tree->setColumnHidden(ExplorerModel::State, width < 23 * fontMetrics().averageCharWidth());
    if (wide) {
        header->setSectionResizeMode(ExplorerModel::Name, QHeaderView::Interactive);
        header->resizeSection(ExplorerModel::Name,
                              std::clamp(widestRun(), width * leastForNames / 100, width * mostForNames / 100));
        header->setSectionResizeMode(ExplorerModel::Note, QHeaderView::Stretch);
    } else {
        header->setSectionResizeMode(ExplorerModel::Name, QHeaderView::Stretch);
    }
}

void ExplorerView::resizeEvent(QResizeEvent *event)
{
    DockView::resizeEvent(event);
    fitColumns();
}

void ExplorerView::retranslate()
{
    m_empty->setText(tr("No run is open"), tr("Drop a folder here, or choose File > Import Data."));
    m_tree->setAccessibleName(tr("Open runs, ranks and files"));
    m_model->refresh();
}

void ExplorerView::followState()
{
    // Sides that nobody chose are others once the comparison has looked for a rank like the current one.
    const bool areChosen = state().sidesAreChosen();
    m_model->setMarked(state().currentRank(), areChosen ? state().baseRank() : RankRef(),
                       areChosen ? state().otherRank() : RankRef());
    if (const RankRef current = state().currentRank(); current.isValid())
        m_lastRanks[current.run] = current;
    if (m_choosesRun)
        return; // what was clicked stays selected
    const QModelIndex at = m_model->indexOf(state().currentRank());
    const QModelIndex now = m_tree->currentIndex();
    // A file of the rank that is current stays selected.
    if (at.isValid() && m_model->rankOf(now) != state().currentRank()) {
        const QScopedValueRollback following(m_follows, true);
        m_tree->setCurrentIndex(at);
    }
}

RankRef ExplorerView::rankToShow(int run) const
{
    if (const auto last = m_lastRanks.find(run); last != m_lastRanks.end() && runs().info(last->second))
        return last->second;
    const auto held = runs().run(run);
    const int ranks = held ? static_cast<int>(held->infos.size()) : 0;
    for (int i = 0; i < ranks; ++i) {
        if (runs().state({run, i}) == RankState::Loaded)
            return {run, i};
    }
    return ranks > 0 ? RankRef{run, 0} : RankRef();
}

void ExplorerView::clicked(const QModelIndex &index)
{
    const ExplorerModel::Kind kind = m_model->kind(index);
    const int run = m_model->runOf(index);
    const bool otherRun = kind == ExplorerModel::Kind::Run && run != state().currentRank().run;
    const RankRef ref = otherRun ? rankToShow(run) : m_model->rankOf(index);
    if ((kind != ExplorerModel::Kind::Rank && !otherRun) || !ref.isValid())
        return;
    Selection s;
    s.kind = Selection::Kind::Rank;
    s.rank = ref;
    // One that was shown before and had to go says nothing new when it is selected again.
    if (runs().state(ref) == RankState::Displaced && state().currentRank() == ref)
        emit loadRankRequested(ref);
    m_choosesRun = otherRun;
    state().select(s);
    m_choosesRun = false;
}

QMenu *ExplorerView::menuFor(const QModelIndex &index)
{
    auto *const menu = new QMenu(this);
    if (!index.isValid())
        return menu;
    const ExplorerModel::Kind kind = m_model->kind(index);
    const RankRef ref = m_model->rankOf(index);
    const int run = m_model->runOf(index);
    const auto add = [menu, this](const QString &name, const QString &text, const QString &icon, auto &&handler) {
        QAction *const a = menu->addAction(icon.isEmpty() ? QIcon() : symbol(icon), text);
        a->setObjectName(name);
        connect(a, &QAction::triggered, this, handler);
        return a;
    };
    if (kind == ExplorerModel::Kind::Rank) {
        add(QStringLiteral("overview"), tr("Show in Overview"), {}, [this, ref] {
            state().inOneStep([&] {
                state().setCurrentRank(ref);
                state().showView(QStringLiteral("overview"));
            });
        });
        addShowInTimeline(menu, state(), ref);
        menu->addSeparator();
        add(QStringLiteral("base"), tr("Set as Comparison Base"), {}, [this, ref] {
            state().inOneStep([&] {
                state().setBaseRank(ref);
                state().showView(QStringLiteral("compare"));
            });
        });
        add(QStringLiteral("other"), tr("Compare with the Base"), {}, [this, ref] {
            state().inOneStep([&] {
                state().setOtherRank(ref);
                state().showView(QStringLiteral("compare"));
            });
        });
        menu->addSeparator();
        const RankState s = runs().state(ref);
        const bool loaded = s == RankState::Loaded;
        const bool canLoad = s == RankState::Unloaded || s == RankState::Failed || s == RankState::Displaced;
        setAvailable(add(QStringLiteral("load"), tr("Load Rank"), {}, [this, ref] { emit loadRankRequested(ref); }),
                     canLoad  ? QString()
                     : loaded ? tr("The rank is loaded.")
                              : tr("The rank is being loaded."));
        setAvailable(
            add(QStringLiteral("unload"), tr("Unload Rank"), {}, [this, ref] { emit unloadRankRequested(ref); }),
            loaded ? QString() : tr("The rank is not loaded."));
        if (const RankInfo *const info = runs().info(ref); info && info->captures.size() > 1) {
            QMenu *const captures = menu->addMenu(tr("Captures of This Rank"));
            for (const QString &folder : info->captures) {
                // Text of a menu would read & as a mark for its key.
                QString label = format::displayText(QFileInfo(folder).fileName());
                QAction *const a = captures->addAction(label.replace(QLatin1Char('&'), QLatin1String("&&")));
                a->setCheckable(true);
                a->setChecked(folder == info->path);
                connect(a, &QAction::triggered, this, [this, ref, folder] { emit captureRequested(ref, folder); });
            }
        }
        menu->addSeparator();
    }
    const QString path = index.data(ExplorerModel::PathRole).toString();
    setAvailable(add(QStringLiteral("copyPath"), tr("Copy Path"), QStringLiteral("copy"),
                     [path] { QGuiApplication::clipboard()->setText(path); }),
                 path.isEmpty() ? tr("This line has no path.") : QString());
    add(QStringLiteral("closeRun"), tr("Close Run"), QStringLiteral("close"),
        [this, run] { emit closeRunRequested(run); });
    return menu;
}

void ExplorerView::showMenu(const QPoint &at)
{
    const std::unique_ptr<QMenu> menu(menuFor(m_tree->indexAt(at)));
    if (!menu->isEmpty())
        menu->exec(m_tree->viewport()->mapToGlobal(at));
    followState(); // the row under the menu was no choice
}

} // namespace rs

#include "moc_explorerview.cpp"
