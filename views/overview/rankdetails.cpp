// SPDX-License-Identifier: Apache-2.0
#include "views/overview/rankdetails.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "views/state/databasetexts.h"
#include "analysis/time/runorigin.h"
#include "views/page/systemtexts.h"
#include "views/tables/tableview.h"
#include "views/widgets/icons.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QMenu>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

namespace rs {

namespace {

constexpr QStringView detailTables[] = {u"cores.kernels", u"communication.overlap", u"idle.gaps"};

} // namespace

RankDetails::RankDetails(const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_tabs(new QTabBar(this)), m_body(new PageBody(this)), m_tables{},
      m_core(new Picker)
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    auto *const stack = new QStackedWidget;
    for (size_t i = 0; i < m_tables.size(); ++i) {
        m_tabs->addTab(QString());
        TableView *const table =
            new TableView(m_context.tables->find(detailTables[i])->fileName(), context.theme, context.pool);
        m_tables[i] = table;
        stack->addWidget(table);
        connect(table, &TableView::activated, this, [this](int row) { reveal(row, false); });
        connect(table, &TableView::currentRowChanged, this, [this](int row) { reveal(row, true); });
        connect(table, &TableView::menuRequested, this, [this, table](QMenu *menu, int row) {
            if (row >= 0 && m_rows && table->rows()->source() == m_rows &&
                m_rows->place(static_cast<quint32>(row)).slice != NoSlice)
                menu->addAction(symbol(QStringLiteral("jump")), tr("Show in Timeline"), this,
                                [this, row] { reveal(row, false); });
        });
    }
    m_tables[static_cast<size_t>(Part::Compute)]->addControl(m_core);
    m_body->guard(m_job);
    m_body->onDue(refreshDelayMs, [this] { refresh(); });
    m_body->setContent(stack);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_tabs);
    rows->addWidget(m_body, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, [this, stack](int tab) {
        stack->setCurrentIndex(tab);
        invalidate();
    });
    connect(m_core, &Picker::chosen, this, &RankDetails::invalidate);
    connect(context.runs, &RunStore::rankUnloaded, this, &RankDetails::invalidate);
    connect(context.runs, &RunStore::runClosed, this, &RankDetails::invalidate);
    connect(context.state, &ViewState::domainChanged, this, &RankDetails::invalidate);
    retranslate();
}

void RankDetails::setRank(RankRef rank, const QString &step, const QString &why)
{
    if (rank == m_rank && step == m_step && why == m_why)
        return;
    m_rank = rank;
    m_step = step;
    m_why = why;
    invalidate();
}

RankDetails::Part RankDetails::part() const
{
    return static_cast<Part>(m_tabs->currentIndex());
}

void RankDetails::showPart(Part part)
{
    m_tabs->setCurrentIndex(static_cast<int>(part));
}

TableView *RankDetails::table() const
{
    return m_tables[static_cast<size_t>(part())];
}

const TableSpec &RankDetails::spec() const
{
    return *m_context.tables->find(detailTables[static_cast<size_t>(part())]);
}

bool RankDetails::isComplete() const
{
    return !isVisible() || (!m_body->isWaiting() && !m_job.isRunning() && table()->isComplete());
}

// Ranks are chosen with keys held down: only where one stays is computed.
void RankDetails::invalidate()
{
    m_stale = true;
    m_job.cancel();
    // Rows hold their rank: where it is gone there is nothing to compute, only to forget.
    if (!m_context.runs->rank(m_rank))
        forget();
    if (isVisible())
        m_body->postpone();
}

void RankDetails::forget()
{
    m_rows = nullptr;
    for (TableView *const rows : m_tables)
        rows->setSource(nullptr);
}

void RankDetails::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale)
        m_body->schedule();
}

TableQuery RankDetails::query() const
{
    TableQuery out;
    const auto whole = m_context.runs->run(m_rank.run);
    // It holds no other rank: these may give way while this one is worked on.
    auto run = std::make_shared<Run>(*whole);
    for (size_t i = 0; i < run->ranks.size(); ++i) {
        if (static_cast<int>(i) != m_rank.index)
            run->ranks[i] = nullptr;
    }
    out.run = std::move(run);
    out.rank = m_rank.index;
    out.step = m_step;
    out.domain = m_context.state->domain();
    return out;
}

void RankDetails::refresh()
{
    if (!isVisible())
        return;
    m_stale = false;
    m_rows = nullptr;
    if (!m_rank.isValid())
        return showEmpty(m_why);
    if (const QString why = systemtexts::whyNoRank(*m_context.runs, m_rank); !why.isEmpty())
        return showEmpty(why);
    if (DatabaseTexts::isAllOf(*m_context.runs, m_rank))
        return showEmpty(DatabaseTexts::ofRank(*m_context.runs, m_rank,
                                               spec().sources.ofRank.isEmpty() ? QStringLiteral("trace_view.json")
                                                                               : spec().sources.ofRank.front()));
    TableQuery wanted = query();
    const TableSpec *const cores = part() == Part::Compute ? m_context.tables->find(u"cores") : nullptr;
    m_job.start(
        *m_context.pool,
        [&spec = spec(), cores, wanted, core = m_core->value().toString(),
         origin = runOriginNs(*m_context.runs->run(m_rank.run))](const JobContext &job) {
            Answer out;
            TableQuery query = wanted;
            if (cores) {
                out.cores = cores->rows(query, job);
                // A core that this rank has nothing on is no choice any more.
                for (quint32 row = 0; out.cores && row < out.cores->rows(); ++row) {
                    if (out.cores->text(row, 0) == core.toStdString())
                        query.core = core;
                }
            }
            out.rows = spec.rows(query, job);
            if (out.rows && out.rows->rows() == 0)
                out.whyEmpty = spec.whyEmpty(query);
            out.originNs = out.rows && origin == 0 ? firstStamp(*out.rows) : origin;
            return out;
        },
        [this](const Answer &answer) { take(answer); });
}

void RankDetails::take(const Answer &answer)
{
    if (!answer.rows)
        return;
    fillCores(answer.cores.get());
    if (!answer.whyEmpty.isEmpty())
        return showEmpty(tableText(answer.whyEmpty));
    m_body->showContent();
    m_rows = answer.rows;
    const bool isNew = !table()->rows()->source();
    table()->setSource(m_rows, answer.originNs);
    if (isNew && part() == Part::Idle)
        table()->sortBy(u"duration", Qt::DescendingOrder);
}

void RankDetails::fillCores(const RowSource *cores)
{
    if (!cores)
        return;
    std::vector<PickerItem> items{{tr("All cores"), QString()}};
    qint64 longest = 0;
    for (quint32 row = 0; row < cores->rows(); ++row)
        longest = std::max(longest, cores->integer(row, cores->columnOf(u"total")).value_or(0));
    const format::TimeUnit unit = format::timeUnitFor(longest);
    bool has = false;
    for (quint32 row = 0; row < cores->rows(); ++row) {
        const std::string_view text = cores->text(row, 0);
        const QString core = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        if (core.isEmpty())
            continue;
        has = has || core == m_core->value().toString();
        const qint64 total = cores->integer(row, cores->columnOf(u"total")).value_or(0);
        items.push_back({tr("%1: %2").arg(format::displayText(core),
                                          format::timeIn(total, unit) + QChar(0x00A0) + format::unitName(unit)),
                         core});
    }
    if (!has)
        m_core->setValue(QString());
    m_core->setItems(items);
}

void RankDetails::showEmpty(const QString &why)
{
    m_job.cancel();
    forget();
    m_body->showEmpty(tr("There is no table to show"), why);
}

void RankDetails::reveal(int row, bool follow)
{
    if (row < 0 || !m_rows || table()->rows()->source() != m_rows)
        return;
    const RowPlace place = m_rows->place(static_cast<quint32>(row));
    if (place.slice == NoSlice)
        return;
    // An idle gap is more than the kernel behind it.
    const TimeWindow span = place.time ? TimeWindow{place.time->from, place.time->to} : TimeWindow();
    if (follow)
        m_context.state->followSlice(m_rank, place.slice, span);
    else
        m_context.state->revealSlice(m_rank, place.slice, span);
}

void RankDetails::retranslate()
{
    const std::array names = {tr("Kernels"), tr("Communication"), tr("Idle")};
    for (size_t i = 0; i < m_tables.size(); ++i) {
        m_tabs->setTabText(static_cast<int>(i), names[i]);
        const TableSpec &table = *m_context.tables->find(detailTables[i]);
        m_tabs->setTabToolTip(static_cast<int>(i), format::tooltipText(tableText(table.hint)));
        m_tables[i]->setTableName(tableText(table.title));
    }
    m_core->setLabel(tr("Core type"));
    invalidate();
}

} // namespace rs

#include "moc_rankdetails.cpp"
