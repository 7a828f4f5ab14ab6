// SPDX-License-Identifier: Apache-2.0
#include "views/launch/chainpage.h"

#include "items/format.h"
#include "views/system/systemtexts.h"
#include "views/widgets/icons.h"
#include "views/widgets/nomemory.h"
#include "views/widgets/rowtable.h"

#include <QMenu>

namespace rs {

ChainPage::ChainPage(const ViewContext &context, QWidget *parent)
    : LaunchPage(QStringLiteral("kernel-dispatch"), context, parent),
      m_table(new RowTable(QStringLiteral("kernel-dispatch"), context.theme, context.pool))
{
    m_job.onNoMemory(noMemoryCover(m_table));
    setContent(m_table);
    const auto jump = [this](quint32 row) {
        if (m_rows && m_table->model()->source() == m_rows)
            reveal(m_rows->slice(row));
    };
    connect(m_table, &RowTable::activated, this, jump);
    connect(m_table, &RowTable::currentRowChanged, this, jump);
    connect(m_table, &RowTable::menuRequested, this, &ChainPage::addActions);
}

QString ChainPage::hint() const
{
    return tr("The way of every kernel from the framework to the device, with the time of each part.");
}

bool ChainPage::isComplete() const
{
    return !m_job.isRunning() && m_table->isComplete();
}

void ChainPage::retranslate()
{
    m_table->setTableName(tr("Kernels and their way to the device"));
    m_table->setEmptyText(tr("No kernel of this rank touches the selected time."));
    m_rows = nullptr; // its words are those of the last language
    invalidate();
}

void ChainPage::refresh()
{
    const RankRef ref = state().currentRank();
    const auto loaded = rank();
    m_table->setWindow(window());
    if (const QString why = systemtexts::whyNoTrace(runs(), ref); !why.isEmpty()) {
        m_job.cancel();
        m_rows = nullptr;
        m_table->setSource(nullptr, {});
        showEmpty(tr("There are no kernels to follow"), why);
        return;
    }
    if (m_rows && m_rank == ref && &m_rows->rank() == loaded.get())
        return;
    m_rank = ref;
    m_job.start(
        *context().pool,
        [loaded, origin = originNs()](const JobContext &job) {
            return std::make_shared<const KernelChainRows>(
                loaded, kernelChains(*loaded->trace, estimateHostClock(*loaded->trace), job), origin);
        },
        [this](std::shared_ptr<const KernelChainRows> rows) { show(std::move(rows)); });
}

void ChainPage::show(std::shared_ptr<const KernelChainRows> rows)
{
    const bool first = !m_rows;
    m_rows = std::move(rows);
    m_table->setSource(m_rows, KernelChainRows::titles());
    if (first)
        m_table->sortBy(KernelChainRows::EndToEnd, Qt::DescendingOrder);
    const KernelChains &c = m_rows->chains();
    if (c.rows.empty()) {
        showEmpty(
            tr("There are no kernels to follow"),
            tr("The trace has no kernels of the compute cores. The profiler writes them when NPU activity is collected "
               "(ProfilerActivity.NPU)."));
        return;
    }
    const auto count = [&c](ChainStatus s) { return format::integer(c.count[static_cast<size_t>(s)]); };
    setSummary(
        tr("Match rate %1. Kernels: %2 normal, %3 traced to the queue only, %4 incomplete.")
            .arg(format::percent(c.matchRate()), count(ChainStatus::Normal), count(ChainStatus::Fallback),
                 count(ChainStatus::Incomplete)) +
        (c.hasQueue ? QString() : QLatin1Char(' ') + tr("The trace shows no queue between framework and launch.")));
    showContent();
}

void ChainPage::reveal(SliceId slice)
{
    if (slice != NoSlice)
        state().revealSlice(m_rank, slice);
}

void ChainPage::addActions(QMenu *menu, int row)
{
    if (row < 0 || !m_rows || m_table->model()->source() != m_rows)
        return;
    const KernelChain c = m_rows->chain(m_table->model()->sourceRow(row));
    const auto add = [&](const QString &text, SliceId slice) {
        if (slice != NoSlice)
            menu->addAction(symbol(QStringLiteral("jump")), text, this, [this, slice] { reveal(slice); });
    };
    add(tr("Show the kernel in the timeline"), c.task);
    add(tr("Show the framework operator"), c.op);
    add(tr("Show the enqueueing"), c.enqueue);
    add(tr("Show the dequeued call"), c.dequeue);
    if (c.api != c.launch)
        add(tr("Show the CANN call"), c.api);
    add(tr("Show the launch"), c.launch);
}

} // namespace rs
