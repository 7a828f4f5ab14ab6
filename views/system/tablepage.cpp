// SPDX-License-Identifier: Apache-2.0
#include "views/system/tablepage.h"

#include "views/system/systemtexts.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/icons.h"
#include "views/widgets/nomemory.h"
#include "views/widgets/rowtable.h"

#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <array>

namespace rs {

namespace {
constexpr std::array tableNames = {"kernels", "op-statistic", "api-statistic"};
} // namespace

TablePage::TablePage(Subject subject, const ViewContext &context, QWidget *parent)
    : SystemPage(QLatin1String(tableNames[subject]), context, parent), m_subject(subject),
      m_table(new RowTable(QLatin1String(tableNames[subject]), context.theme, context.pool)),
      m_pages(new QStackedWidget(this)), m_empty(new EmptyState(this))
{
    m_job.onNoMemory(noMemoryCover(m_pages));
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_table);
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 0, 0, 0);
    rows->addWidget(m_pages);
    connect(m_table, &RowTable::activated, this, &TablePage::reveal);
    connect(m_table, &RowTable::currentRowChanged, this, &TablePage::reveal);
    connect(m_table, &RowTable::menuRequested, this, [this](QMenu *menu, int row) {
        if (row < 0 || m_table->model()->source() != m_rows)
            return;
        const quint32 at = m_table->model()->sourceRow(row);
        if (m_rows->slice(at) != NoSlice)
            menu->addAction(symbol(QStringLiteral("jump")), tr("Show in the timeline"), this,
                            [this, at] { reveal(at); });
    });
}

QString TablePage::title() const
{
    switch (m_subject) {
    case Kernels:
        return tr("Kernel details");
    case OperatorStatistic:
        return tr("Operator statistic (file)");
    case ApiStatistic:
        break;
    }
    return tr("API statistic (file)");
}

QString TablePage::hint() const
{
    switch (m_subject) {
    case Kernels:
        return tr("Every kernel with all columns of kernel_details.csv (op_summary*.csv of msprof). Choosing a row "
                  "shows its slice.");
    case OperatorStatistic:
        return tr("Counts and times by operator type as op_statistic.csv gives them.");
    case ApiStatistic:
        break;
    }
    return tr("Counts and times of host API calls as api_statistic.csv gives them.");
}

QString TablePage::whyWhole() const
{
    if (!m_rows || m_rows->isTimed())
        return {};
    return tr("This file has no times: it speaks of the whole capture, whatever time is selected.");
}

QString TablePage::whyNoTable() const
{
    switch (m_subject) {
    case Kernels:
        return tr("The rank has no kernel_details.csv (op_summary*.csv of msprof). The profiler writes it when NPU "
                  "activity is "
                  "collected (ProfilerActivity.NPU).");
    case OperatorStatistic:
        return tr("The rank has no op_statistic.csv. The profiler writes it at profiler level Level1 or higher; the "
                  "device task summary "
                  "counts the slices of the trace instead.");
    case ApiStatistic:
        break;
    }
    return tr("The rank has no api_statistic.csv. The profiler writes it at profiler level Level1 or higher; the CANN "
              "API summary "
              "counts the slices of the trace instead.");
}

bool TablePage::isComplete() const
{
    return !m_job.isRunning() && m_table->isComplete();
}

std::shared_ptr<const Table> TablePage::tableOf(const RankData &rank) const
{
    return m_subject == Kernels ? rank.kernels : m_subject == OperatorStatistic ? rank.opStatistic : rank.apiStatistic;
}

void TablePage::retranslate()
{
    m_table->setTableName(title());
    m_table->setEmptyText(tr("No row of the file touches the selected time."));
    invalidate();
}

void TablePage::refresh()
{
    m_rank = state().currentRank();
    const auto loaded = rank();
    QString why = systemtexts::whyNoRank(runs(), m_rank);
    const auto table = loaded ? tableOf(*loaded) : nullptr;
    if (why.isEmpty() && (!table || table->rows() == 0))
        why = whyNoTable();
    if (!why.isEmpty()) {
        m_job.cancel();
        m_rows = nullptr;
        m_table->setSource(nullptr, {});
        m_empty->setText(tr("There is no table to show"), why);
        m_pages->setCurrentWidget(m_empty);
        emit scopeChanged();
        return;
    }
    m_pages->setCurrentWidget(m_table);
    m_job.start(
        *context().pool,
        [loaded, table, origin = originNs()](const JobContext &) {
            return std::make_shared<const TableRows>(loaded, table, origin);
        },
        [this](std::shared_ptr<const TableRows> rows) {
            m_rows = std::move(rows);
            m_table->setWindow(m_rows->isTimed() ? window() : std::nullopt);
            m_table->setSource(m_rows, m_rows->columns());
            emit scopeChanged();
        });
}

void TablePage::reveal(quint32 row)
{
    if (!m_rows || m_table->model()->source() != m_rows)
        return;
    const SliceId slice = m_rows->slice(row);
    if (slice != NoSlice)
        state().revealSlice(m_rank, slice);
}

} // namespace rs
