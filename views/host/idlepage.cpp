// SPDX-License-Identifier: Apache-2.0
#include "views/host/idlepage.h"

#include "items/format.h"
#include "items/sentencetext.h"
#include "tables/base/tables.h"
#include "views/host/slicejumps.h"
#include "views/page/rankmenu.h"
#include "views/tables/tableview.h"
#include "views/widgets/icons.h"
#include "views/widgets/outofmemory.h"
#include "words/launchwords.h"

#include <QMenu>
#include <QSplitter>

#include <algorithm>

namespace rs {

IdlePage::IdlePage(const ViewContext &context, QWidget *parent)
    : LaunchPage(QStringLiteral("idle"), context, parent),
      m_totalsTable(new TableView(QStringLiteral("idle-causes"), context.theme, context.pool)),
      m_gapTable(new TableView(QStringLiteral("idle-gaps"), context.theme, context.pool))
{
    m_job.onOutOfMemory(outOfMemoryCover(m_gapTable));
    m_results.onOutOfMemory(outOfMemoryCover(m_totalsTable));
    m_totalsTable->setSource(std::make_shared<const RowSource>(context.tables->find(u"idle")->columns(TableQuery())));
    m_totalsTable->sortBy(u"free", Qt::DescendingOrder);
    auto *tables = new QSplitter(Qt::Horizontal);
    tables->addWidget(m_totalsTable);
    tables->addWidget(m_gapTable);
    tables->setStretchFactor(0, 1);
    tables->setStretchFactor(1, 1);
    tables->setChildrenCollapsible(false);
    setContent(tables);
    connect(&state(), &ViewState::stepChanged, this, [this] {
        invalidate();
        emit scopeChanged();
    });
    const auto rankOf = [this](int at) {
        return RankRef{this->state().currentRank().run, m_totalsTable->source()->place(static_cast<quint32>(at)).rank};
    };
    connect(m_totalsTable, &TableView::activated, this,
            [this, rankOf](int at) { this->state().showInTimeline(rankOf(at)); });
    connect(m_totalsTable, &TableView::menuRequested, this, [this, rankOf](QMenu *menu, int at) {
        if (at >= 0)
            addShowInTimeline(menu, this->state(), rankOf(at));
    });
    // The gap with the task that ended it.
    const auto placeOf = [this](int row) {
        return m_gaps && m_gapTable->rows()->source() == m_gaps ? m_gaps->place(static_cast<quint32>(row)) : RowPlace();
    };
    connect(m_gapTable, &TableView::activated, this, [this, placeOf](int row) {
        if (const RowPlace at = placeOf(row); at.slice != NoSlice && at.time)
            this->state().revealSlice(m_rank, at.slice, {at.time->from, at.time->to});
    });
    connect(m_gapTable, &TableView::currentRowChanged, this, [this, placeOf](int row) {
        if (const RowPlace at = placeOf(row); at.slice != NoSlice && at.time)
            this->state().followSlice(m_rank, at.slice, {at.time->from, at.time->to});
    });
    connect(m_gapTable, &TableView::menuRequested, this,
            [this](QMenu *menu, int row) { addSliceJumps(menu, *m_gapTable->rows(), row, this->state(), m_rank.run); });
}

QString IdlePage::hint() const
{
    return tr("Every gap in which the device runs neither compute nor communication has one cause; the causes add up "
              "to the idle time.");
}

QString IdlePage::whyWhole() const
{
    if (!state().step().isEmpty())
        return tr(
            "Causes of every loaded rank in the chosen step, whatever time is selected; the gaps are those of the "
            "chosen rank.");
    return tr("Causes of every loaded rank over the whole capture; the gaps are those of the chosen rank.");
}

bool IdlePage::isComplete() const
{
    return !m_results.isRunning() && !m_job.isRunning() && m_gapTable->isComplete();
}

void IdlePage::retranslate()
{
    m_totalsTable->setTableName(tr("Causes of idle time by rank and step"));
    m_gapTable->setTableName(tr("Gaps of the chosen rank"));
    m_gapTable->setEmptyText(tr("The device of this rank never stood still in the selected time."));
    invalidate();
}

void IdlePage::refresh()
{
    const QString why = whyNoRanks();
    if (!why.isEmpty()) {
        m_results.clear();
        m_job.cancel();
        m_totalsTable->clearRows();
        m_gaps = nullptr;
        m_gapTable->setSource(nullptr);
        showEmpty(tr("There is no idle time to explain"), why);
        return;
    }
    showContent();
    m_results.update(
        *context().pool, loadedRanks(),
        [pool = context().pool](const LoadedRank &rank, const JobContext &job) {
            const MemoryReservation room = roomFor(u"idle", {rank.data.get()}, job);
            Result out;
            out.steps = idleCauses(*rank.data, dispatchOf(*rank.data->trace, job, pool), job, pool).steps;
            out.rows = idleRows(rank.ref.index, *rank.data, out.steps);
            return out;
        },
        [this] { showTotals(); });
    loadGaps();
}

void IdlePage::showTotals()
{
    std::vector<std::shared_ptr<const RowSource>> rows;
    CauseTotals sum{};
    qint64 free = 0;
    for (const auto &e : m_results.entries()) {
        std::vector<IdleStep> steps = e.result->steps;
        std::erase_if(steps, [&](const IdleStep &s) { return !state().step().isEmpty() && s.step != state().step(); });
        rows.push_back(steps.size() == e.result->steps.size() ? e.result->rows
                                                              : idleRows(e.rank.ref.index, *e.rank.data, steps));
        for (const IdleStep &s : steps) {
            free += s.freeNs;
            for (size_t i = 0; i < sum.size(); ++i)
                sum[i] += s.ns[i];
        }
    }
    if (rows.empty())
        m_totalsTable->clearRows();
    else
        m_totalsTable->setSource(std::make_shared<const JoinedRows>(std::move(rows)));
    setSummary(sentenceText(idleVerdict(sum, free)));
}

void IdlePage::loadGaps()
{
    const RankRef ref = state().currentRank();
    const auto loaded = rank();
    m_gapTable->setWindow(window());
    if (!loaded || !loaded->trace) {
        m_job.cancel();
        m_gaps = nullptr;
        m_gapTable->setSource(nullptr);
        return;
    }
    if (m_gaps && m_rank == ref && m_gapData == loaded && m_step == state().step())
        return;
    m_rank = ref;
    m_step = state().step();
    m_gapData = loaded;
    TableQuery query;
    query.run = runOfRank();
    query.rank = ref.index;
    query.step = m_step;
    query.pool = context().pool;
    m_job.start(
        *context().pool,
        [query, &spec = *context().tables->find(u"idle.gaps")](const JobContext &job) { return spec.rows(query, job); },
        [this](std::shared_ptr<const RowSource> rows) {
            const bool first = !m_gaps;
            m_gaps = std::move(rows);
            m_gapTable->setSource(m_gaps, originNs());
            if (first)
                m_gapTable->sortBy(u"duration", Qt::DescendingOrder);
        });
}

} // namespace rs

#include "moc_idlepage.cpp"
