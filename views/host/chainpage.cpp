// SPDX-License-Identifier: Apache-2.0
#include "views/host/chainpage.h"

#include "items/sentencetext.h"
#include "items/format.h"
#include "views/host/slicejumps.h"
#include "views/page/systemtexts.h"
#include "views/widgets/outofmemory.h"
#include "views/tables/tableview.h"

#include <QMenu>

namespace rs {

ChainPage::ChainPage(const ViewContext &context, QWidget *parent)
    : LaunchPage(QStringLiteral("kernel-dispatch"), context, parent),
      m_table(new TableView(QStringLiteral("kernel-dispatch"), context.theme, context.pool))
{
    m_job.onOutOfMemory(outOfMemoryCover(this)); // the table may not be shown yet
    m_timeJob.onOutOfMemory(outOfMemoryCover(this));
    setContent(m_table);
    const auto sliceOf = [this](quint32 row) {
        return m_answer.rows && m_table->rows()->source() == m_answer.rows ? m_answer.rows->place(row).slice : NoSlice;
    };
    connect(m_table, &TableView::activated, this, [this, sliceOf](int row) {
        if (const SliceId slice = sliceOf(static_cast<quint32>(row)); slice != NoSlice)
            this->state().revealSlice(m_rank, slice);
    });
    connect(m_table, &TableView::currentRowChanged, this, [this, sliceOf](int row) {
        if (const SliceId slice = sliceOf(static_cast<quint32>(row)); slice != NoSlice)
            this->state().followSlice(m_rank, slice);
    });
    connect(m_table, &TableView::menuRequested, this, &ChainPage::addActions);
}

QString ChainPage::hint() const
{
    return tr("The way of every kernel from the framework to the device, with the time of each part.");
}

bool ChainPage::isComplete() const
{
    return !m_job.isRunning() && !m_timeJob.isRunning() && m_table->isComplete();
}

void ChainPage::retranslate()
{
    m_table->setTableName(tr("Kernels and their way to the device"));
    m_table->setEmptyText(tr("No kernel of this rank touches the selected time or the chosen step."));
    if (m_answer.rows)
        say();
    invalidate();
}

void ChainPage::refresh()
{
    const RankRef ref = state().currentRank();
    const auto loaded = rank();
    if (const QString why = systemtexts::whyNoTrace(runs(), ref); !why.isEmpty()) {
        m_job.cancel();
        m_timeJob.cancel();
        m_answer = {};
        m_data = nullptr;
        m_table->setSource(nullptr);
        showEmpty(tr("There are no kernels to follow"), why);
        return;
    }
    m_timeJob.start(
        *context().pool,
        [loaded, asked = askedTime()](const JobContext &job) { return asked.of(*loaded, StepSide::Device, job); },
        [this](const std::optional<Interval> &time) { m_table->setWindow(time); });
    if (m_answer.rows && m_rank == ref && m_data == loaded)
        return;
    m_rank = ref;
    m_data = loaded;
    TableQuery query;
    query.run = runOfRank();
    query.rank = ref.index;
    query.pool = context().pool;
    m_job.start(
        *context().pool,
        [query, &spec = *context().tables->find(u"chains")](const JobContext &job) {
            return answerOf(spec.rows(query, job));
        },
        [this](const Answer &answer) { take(answer); });
}

ChainPage::Answer ChainPage::answerOf(std::shared_ptr<const RowSource> rows)
{
    Answer out;
    out.rows = std::move(rows);
    if (!out.rows)
        return out;
    const int status = out.rows->columnOf(u"status");
    const int queue = out.rows->columnOf(u"enqueue");
    for (quint32 row = 0; row < out.rows->rows(); ++row) {
        const std::string_view word = out.rows->text(row, status);
        ++(word == "normal" ? out.totals.normal : word == "fallback" ? out.totals.fallback : out.totals.incomplete);
        out.totals.hasQueue = out.totals.hasQueue || out.rows->integer(row, queue);
    }
    return out;
}

void ChainPage::take(const Answer &answer)
{
    const bool first = !m_answer.rows;
    m_answer = answer;
    m_table->setSource(m_answer.rows, originNs());
    if (first)
        m_table->sortBy(u"end-to-end", Qt::DescendingOrder);
    say();
}

void ChainPage::say()
{
    if (m_answer.totals.all() == 0) {
        showEmpty(
            tr("There are no kernels to follow"),
            tr("The trace has no kernels of the compute cores. The profiler writes them when NPU activity is collected "
               "(ProfilerActivity.NPU)."));
        return;
    }
    setSummary(sentenceText(chainVerdict(m_answer.totals)));
    showContent();
}

void ChainPage::addActions(QMenu *menu, int row)
{
    addSliceJumps(menu, *m_table->rows(), row, state(), m_rank.run);
}

} // namespace rs

#include "moc_chainpage.cpp"
