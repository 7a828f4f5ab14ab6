// SPDX-License-Identifier: Apache-2.0
#include "views/system/tablepage.h"

#include "analysis/stepwindows.h"
#include "views/databasetexts.h"
#include "views/system/systemtexts.h"
#include "views/tables/tableview.h"

#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

TablePage::TablePage(const QString &id, const ViewContext &context, QWidget *parent)
    : SystemPage(id, context, parent), m_spec(*context.tables->find(id)), m_jump(context),
      m_table(new TableView(m_spec.fileName(), context.theme, context.pool))
{
    body()->guard(m_job);
    body()->setContent(m_table);
    if (m_spec.needsAllRanks || takesStep() || isOfKernels())
        connect(&state(), &ViewState::stepChanged, this, &TablePage::invalidate);
    if (m_spec.needsAllRanks) {
        connect(&state(), &ViewState::domainChanged, this, &TablePage::invalidate);
        connect(&state(), &ViewState::currentRankChanged, this, [this] {
            if (const RankRef now = this->state().currentRank(); now.run == m_rank.run)
                m_rank = now;
        });
    }
    if (id == u"diagnosis" || id == u"steps.deviation")
        connect(&state(), &ViewState::thresholdsChanged, this, &TablePage::invalidate);
    connect(m_table, &TableView::activated, this, &TablePage::reveal);
    connect(m_table, &TableView::currentRowChanged, this, [this](int row) {
        if (const auto [rank, slice] = placeOf(row); slice != NoSlice)
            this->state().followSlice(rank, slice);
    });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int row) {
        if (row >= 0 && m_rows && m_table->rows()->source() == m_rows && leads(row))
            m_jump.addTo(menu, m_rows, static_cast<quint32>(row), m_rank);
    });
}

QString TablePage::title() const
{
    return tableText(m_spec.title);
}

QString TablePage::hint() const
{
    return tableText(m_spec.hint);
}

bool TablePage::takesStep() const
{
    const std::vector<Parameter> &takes = m_spec.parameters;
    return std::find(takes.begin(), takes.end(), Parameter::Step) != takes.end();
}

// The rows of the file, whose times are those of the device.
bool TablePage::isOfKernels() const
{
    return m_spec.id == u"kernels";
}

QString TablePage::whyWhole() const
{
    if (!m_rows || m_timed)
        return {};
    if (takesStep() && !m_spec.needsAllRanks && !state().step().isEmpty())
        return tr("It speaks of the chosen step, whatever time is selected.");
    if (m_spec.needsAllRanks && m_spec.parameters.empty())
        return tr("All ranks of the run, whatever is selected.");
    if (m_spec.needsAllRanks)
        return tr("All ranks, whatever rank or time is selected; the chosen step and domain count.");
    return tr("This file has no times: it speaks of the whole capture, whatever time is selected.");
}

bool TablePage::isComplete() const
{
    return !m_job.isRunning() && !m_jump.isRunning() && m_table->isComplete();
}

// Its rows stay while other ranks are chosen, as the first press of a double click on a row does; but the chosen time
// is another one in the stamps of another rank.
bool TablePage::isOfRun() const
{
    return m_spec.needsAllRanks && !(m_timed && window());
}

bool TablePage::hasStamps() const
{
    if (!m_rows)
        return false;
    const std::vector<ShownColumn> columns = shownColumns(*m_rows);
    return std::any_of(columns.begin(), columns.end(), [](const ShownColumn &c) { return c.stamp; });
}

void TablePage::retranslate()
{
    m_table->setTableName(title());
    m_table->setEmptyText(tr("No row of the table touches the selected time."));
    invalidate();
    // A page that nobody sees is computed when it is looked at; its reason is not to stand in another language first.
    if (body()->isEmpty() && !m_whyEmpty.isEmpty())
        body()->showEmpty(tr("There is no table to show"), tableText(m_whyEmpty));
}

void TablePage::refresh()
{
    m_rank = state().currentRank();
    if (m_spec.needsAllRanks) {
        // It speaks of the run: a rank that is not loaded, or not chosen, is no reason to show nothing.
        m_rank.run = runs().openRun(m_rank.run);
        if (m_rank.run < 0)
            return showEmpty(tr("No run is open: open a folder with File > Import Data, or drop it on the window."));
    } else if (const QString why = systemtexts::whyNoRank(runs(), m_rank); !why.isEmpty()) {
        return showEmpty(why);
    }
    if (const QStringList &kinds = m_spec.sources.ofRank;
        !kinds.isEmpty() && m_rank.index >= 0 && DatabaseTexts::isAllOf(runs(), m_rank)) {
        showEmpty(DatabaseTexts::ofRank(kinds.front() + QLatin1String(".csv")));
        return;
    }
    TableQuery query;
    query.run = m_spec.needsAllRanks ? runs().run(m_rank.run) : runOfRank();
    query.rank = m_rank.index;
    query.thresholds = state().thresholds();
    if (m_spec.needsAllRanks || takesStep())
        query.step = state().step();
    if (m_spec.needsAllRanks)
        query.domain = state().domain();
    const QString spanned = isOfKernels() && !window() ? state().step() : QString();
    m_job.start(
        *context().pool,
        [&spec = m_spec, query, spanned, origin = originNs()](const JobContext &job) {
            Answer out;
            out.rows = spec.rows(query, job);
            if (!out.rows)
                return out;
            if (out.rows->rows() == 0)
                out.whyEmpty = spec.whyEmpty(query);
            else
                out.timed = out.rows->place(0).time.has_value();
            const std::shared_ptr<const RankData> rank = query.rankData();
            if (const Interval span =
                    rank && rank->trace && !spanned.isEmpty() ? deviceSpanOf(*rank, spanned, job) : Interval();
                span.length() > 0)
                out.step = span;
            out.originNs = origin != 0 ? origin : firstStamp(*out.rows);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void TablePage::take(Answer answer)
{
    if (!answer.rows || !answer.whyEmpty.isEmpty()) {
        showEmpty(tableText(answer.whyEmpty));
        m_whyEmpty = answer.whyEmpty;
        return;
    }
    body()->showContent();
    m_rows = std::move(answer.rows);
    m_timed = answer.timed;
    const std::optional<Interval> chosen = window();
    m_table->setWindow(!m_timed ? std::nullopt : chosen ? chosen : answer.step);
    m_table->setSource(m_rows, answer.originNs);
    emit scopeChanged();
}

void TablePage::showEmpty(const QString &why)
{
    m_job.cancel();
    m_whyEmpty.clear();
    m_rows = nullptr;
    m_table->setSource(nullptr);
    body()->showEmpty(tr("There is no table to show"), why);
    emit scopeChanged();
}

std::pair<RankRef, SliceId> TablePage::placeOf(int row) const
{
    if (!m_rows || row < 0 || m_table->rows()->source() != m_rows)
        return {{}, NoSlice};
    const RowPlace place = m_rows->place(static_cast<quint32>(row));
    RankRef rank = m_rank;
    if (place.rank >= 0)
        rank.index = place.rank; // a table of the run speaks of all its ranks
    return {rank, place.slice};
}

// Rows of a file about one rank that name no slice say nothing about where to look.
bool TablePage::leads(int row) const
{
    return m_spec.scope == TableScope::Run || m_rows->place(static_cast<quint32>(row)).slice != NoSlice;
}

void TablePage::reveal(int row)
{
    if (row >= 0 && m_rows && m_table->rows()->source() == m_rows && leads(row))
        m_jump.go(*m_rows, static_cast<quint32>(row), m_rank);
}

} // namespace rs
