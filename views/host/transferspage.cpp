// SPDX-License-Identifier: Apache-2.0
#include "views/host/transferspage.h"

#include "tables/base/tables.h"
#include "items/sentencetext.h"
#include "views/host/slicejumps.h"
#include "views/tables/tableview.h"
#include "views/widgets/outofmemory.h"
#include "words/launchwords.h"

#include <QMenu>
#include <QSplitter>

namespace rs {

TransfersPage::TransfersPage(const ViewContext &context, QWidget *parent)
    : LaunchPage(QStringLiteral("transfers"), context, parent),
      m_pairTable(new TableView(QStringLiteral("transfers"), context.theme, context.pool)),
      m_unmatchedTable(new TableView(QStringLiteral("transfers-unmatched"), context.theme, context.pool))
{
    m_job.onOutOfMemory(outOfMemoryCover(this));
    const auto columns = [&context](QStringView id) {
        return std::make_shared<const RowSource>(context.tables->find(id)->columns(TableQuery()));
    };
    m_pairTable->setSource(columns(u"transfers"));
    m_unmatchedTable->setSource(columns(u"transfers.unmatched"));
    auto *tables = new QSplitter(Qt::Horizontal);
    tables->addWidget(m_pairTable);
    tables->addWidget(m_unmatchedTable);
    tables->setStretchFactor(0, 3);
    tables->setStretchFactor(1, 1);
    tables->setChildrenCollapsible(false);
    setContent(tables);
    connect(m_pairTable, &TableView::activated, this, [this](int at) { reveal(*m_pairTable, at); });
    connect(m_pairTable, &TableView::currentRowChanged, this, [this](int at) { follow(*m_pairTable, at); });
    connect(m_pairTable, &TableView::menuRequested, this, [this](QMenu *menu, int at) { addActions(menu, at); });
    connect(m_unmatchedTable, &TableView::activated, this, [this](int at) { reveal(*m_unmatchedTable, at); });
    connect(m_unmatchedTable, &TableView::currentRowChanged, this, [this](int at) { follow(*m_unmatchedTable, at); });
}

QString TransfersPage::hint() const
{
    return tr("Sends with their receives over all loaded ranks, with size and bandwidth, and those without a partner.");
}

QString TransfersPage::whyWhole() const
{
    return tr("Every loaded rank of the run over the whole capture.");
}

void TransfersPage::retranslate()
{
    m_pairTable->setTableName(tr("Sends with their receives"));
    m_unmatchedTable->setTableName(tr("Sends and receives without a partner"));
    m_pairTable->setEmptyText(tr("No send has its receive among the loaded ranks."));
    m_unmatchedTable->setEmptyText(tr("Every send and receive has its partner."));
    invalidate();
}

void TransfersPage::refresh()
{
    const auto now = run();
    m_run = state().currentRank().run;
    const QString why = whyNoRanks();
    if (!why.isEmpty() || !now) {
        m_job.cancel();
        m_pairTable->clearRows();
        m_unmatchedTable->clearRows();
        (void)takeRanks();
        showEmpty(tr("There are no sends and receives"), why);
        return;
    }
    if (!takeRanks()) {
        if (!m_job.isRunning())
            showSummary();
        return;
    }
    m_job.start(
        *context().pool,
        [now](const JobContext &job) {
            const MemoryReservation room = roomFor(u"transfers", *now, job);
            const TransferPairs transfers = pairTransfers(*now, job);
            return job.isCanceled() ? Result() : Result{transferRows(*now, transfers), unmatchedRows(*now, transfers)};
        },
        [this](Result result) { show(std::move(result)); });
}

void TransfersPage::show(Result result)
{
    if (!result.pairs)
        return;
    m_pairTable->setSource(result.pairs, originNs());
    m_unmatchedTable->setSource(result.unmatched, originNs());
    showSummary();
}

void TransfersPage::showSummary()
{
    const auto pairs = static_cast<int>(m_pairTable->source()->rows());
    const auto unmatched = static_cast<int>(m_unmatchedTable->source()->rows());
    if (pairs + unmatched == 0) {
        showEmpty(tr("There are no sends and receives"), tr("No loaded rank has an operator hcom_send, hcom_receive or "
                                                            "SendRecv. Runs without pipeline parallelism have none."));
        return;
    }
    setSummary(sentenceText(transferVerdict(pairs, unmatched)));
    showContent();
}

void TransfersPage::addActions(QMenu *menu, int row)
{
    addSliceJumps(menu, *m_pairTable->rows(), row, state(), m_run);
}

void TransfersPage::reveal(const TableView &table, int row)
{
    if (row < 0 || static_cast<quint32>(row) >= table.source()->rows())
        return;
    const RowPlace at = table.source()->place(static_cast<quint32>(row));
    state().revealSlice({m_run, at.rank}, at.slice);
}

void TransfersPage::follow(const TableView &table, int row)
{
    if (row < 0 || static_cast<quint32>(row) >= table.source()->rows())
        return;
    const RowPlace at = table.source()->place(static_cast<quint32>(row));
    state().followSlice({m_run, at.rank}, at.slice);
}

} // namespace rs

#include "moc_transferspage.cpp"
