// SPDX-License-Identifier: Apache-2.0
#include "views/launch/idlepage.h"

#include "items/format.h"
#include "views/rankmenu.h"
#include "views/widgets/datatable.h"
#include "views/widgets/icons.h"
#include "views/widgets/nomemory.h"
#include "views/widgets/rowtable.h"

#include <QMenu>
#include <QSplitter>

#include <algorithm>

namespace rs {

IdlePage::IdlePage(const ViewContext &context, QWidget *parent)
    : LaunchPage(QStringLiteral("idle"), context, parent), m_totals(makeIdleModel(this)),
      m_totalsTable(new DataTable(QStringLiteral("idle-causes"), context.theme)),
      m_gapTable(new RowTable(QStringLiteral("idle-gaps"), context.theme, context.pool))
{
    m_job.onNoMemory(noMemoryCover(m_gapTable));
    m_results.onNoMemory(noMemoryCover(m_totalsTable));
    m_totalsTable->setModel(m_totals);
    m_totalsTable->sortBy(m_totals->columnOf(u"free"), Qt::DescendingOrder);
    auto *tables = new QSplitter(Qt::Horizontal);
    tables->addWidget(m_totalsTable);
    tables->addWidget(m_gapTable);
    tables->setStretchFactor(0, 1);
    tables->setStretchFactor(1, 1);
    tables->setChildrenCollapsible(false);
    setContent(tables);
    const auto rankOf = [this](const QModelIndex &at) {
        return RankRef{this->state().currentRank().run, m_totals->row(at.row()).rankIndex};
    };
    connect(m_totalsTable, &DataTable::activated, this,
            [this, rankOf](const QModelIndex &at) { this->state().showInTimeline(rankOf(at)); });
    connect(m_totalsTable, &DataTable::menuRequested, this, [this, rankOf](QMenu *menu, const QModelIndex &at) {
        if (at.isValid())
            addShowInTimeline(menu, this->state(), rankOf(at));
    });
    // The gap with the task that ended it.
    const auto jump = [this](quint32 row) {
        if (!m_gaps || m_gapTable->model()->source() != m_gaps)
            return;
        const IdleGap gap = m_gaps->gap(row);
        if (gap.next != NoSlice)
            this->state().revealSlice(m_rank, gap.next, {gap.range.from, gap.range.to});
    };
    connect(m_gapTable, &RowTable::activated, this, jump);
    connect(m_gapTable, &RowTable::currentRowChanged, this, jump);
    connect(m_gapTable, &RowTable::menuRequested, this, &IdlePage::addActions);
}

QString IdlePage::hint() const
{
    return tr("Every gap in which the device runs neither compute nor communication has one cause; the causes add up "
              "to the idle time.");
}

QString IdlePage::whyWhole() const
{
    return tr("Causes of every loaded rank over the whole capture; the gaps are those of the chosen rank.");
}

bool IdlePage::isComplete() const
{
    return !m_results.isRunning() && !m_job.isRunning() && m_gapTable->isComplete();
}

std::vector<TableExport> IdlePage::tables() const
{
    if (m_totals->rowCount() == 0)
        return {};
    return {{m_totalsTable->fileName(), m_totals}};
}

void IdlePage::retranslate()
{
    m_totals->setTitlesOf(launchcolumns::idle());
    m_totalsTable->setTableName(tr("Causes of idle time by rank and step"));
    m_gapTable->setTableName(tr("Gaps of the chosen rank"));
    m_gapTable->setEmptyText(tr("The device of this rank never stood still in the selected time."));
    m_gaps = nullptr; // its words are those of the last language
    invalidate();
}

void IdlePage::refresh()
{
    const QString why = whyNoRanks();
    if (!why.isEmpty()) {
        m_results.clear();
        m_job.cancel();
        m_totals->setRows({});
        m_gaps = nullptr;
        m_gapTable->setSource(nullptr, {});
        showEmpty(tr("There is no idle time to explain"), why);
        return;
    }
    showContent();
    m_results.update(
        *context().pool, loadedRanks(),
        [pool = context().pool](const RankData &rank, const JobContext &job) {
            return idleCauses(rank, dispatchOf(*rank.trace, job, pool), job, pool).steps;
        },
        [this] { showTotals(); });
    loadGaps();
}

void IdlePage::showTotals()
{
    std::vector<IdleRow> rows;
    CauseTotals sum{};
    qint64 free = 0;
    for (const auto &e : m_results.entries()) {
        for (const IdleStep &s : *e.result) {
            rows.push_back({e.rank.ref.index, label(e.rank.ref), s});
            free += s.freeNs;
            for (size_t i = 0; i < sum.size(); ++i)
                sum[i] += s.ns[i];
        }
    }
    m_totals->setRows(std::move(rows));
    if (free == 0) {
        setSummary(tr("No rank has idle time between compute and communication."));
        return;
    }
    const auto greatest = static_cast<size_t>(std::max_element(sum.begin(), sum.end()) - sum.begin());
    const auto share = [free](qint64 ns) {
        return format::percent(static_cast<double>(ns) / static_cast<double>(free));
    };
    const auto cause = static_cast<IdleCause>(greatest);
    const QString unknown = share(sum[static_cast<size_t>(IdleCause::Unknown)]);
    setSummary(cause == IdleCause::Unknown
                   ? tr("Idle time of all ranks and steps: %1, of which nothing in the traces explains %2.")
                         .arg(format::duration(free), unknown)
                   : tr("Idle time of all ranks and steps: %1. Most of it, %2, has the cause \"%3\"; nothing in the "
                        "traces explains %4.")
                         .arg(format::duration(free), share(sum[greatest]), LaunchTexts::cause(cause), unknown));
}

void IdlePage::loadGaps()
{
    const RankRef ref = state().currentRank();
    const auto loaded = rank();
    m_gapTable->setWindow(window());
    if (!loaded || !loaded->trace) {
        m_job.cancel();
        m_gaps = nullptr;
        m_gapTable->setSource(nullptr, {});
        return;
    }
    if (m_gaps && m_rank == ref && &m_gaps->rank() == loaded.get())
        return;
    m_rank = ref;
    m_job.start(
        *context().pool,
        [loaded, origin = originNs(), pool = context().pool](const JobContext &job) {
            return std::make_shared<const IdleGapRows>(
                loaded, idleCauses(*loaded, dispatchOf(*loaded->trace, job, pool), job, pool), origin);
        },
        [this](std::shared_ptr<const IdleGapRows> rows) {
            const bool first = !m_gaps;
            m_gaps = std::move(rows);
            m_gapTable->setSource(m_gaps, IdleGapRows::titles());
            if (first)
                m_gapTable->sortBy(IdleGapRows::Duration, Qt::DescendingOrder);
        });
}

void IdlePage::reveal(SliceId slice)
{
    if (slice != NoSlice)
        state().revealSlice(m_rank, slice);
}

void IdlePage::addActions(QMenu *menu, int row)
{
    if (row < 0 || m_gapTable->model()->source() != m_gaps)
        return;
    const IdleGap gap = m_gaps->gap(m_gapTable->model()->sourceRow(row));
    const auto add = [&](const QString &text, SliceId slice) {
        if (slice != NoSlice)
            menu->addAction(symbol(QStringLiteral("jump")), text, this, [this, slice] { reveal(slice); });
    };
    add(tr("Show the next task in the timeline"), gap.next);
    add(tr("Show its launch in the timeline"), gap.launch);
    if (gap.evidence != gap.launch)
        add(tr("Show the evidence in the timeline"), gap.evidence);
}

} // namespace rs
