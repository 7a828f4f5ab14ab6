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
    : LaunchPage(QStringLiteral("transfers"), context, parent), m_pairs(new RowSourceModel(this)),
      m_unmatched(new RowSourceModel(this)), m_pairTable(new TableView(QStringLiteral("transfers"), context.theme)),
      m_unmatchedTable(new TableView(QStringLiteral("transfers-unmatched"), context.theme))
{
    m_job.onOutOfMemory(outOfMemoryCover(this));
    const auto columns = [&context](QStringView id) {
        return std::make_shared<const RowSource>(context.tables->find(id)->columns(TableQuery()));
    };
    m_pairs->setWhole(columns(u"transfers"));
    m_unmatched->setWhole(columns(u"transfers.unmatched"));
    m_pairTable->setModel(m_pairs);
    m_unmatchedTable->setModel(m_unmatched);
    auto *tables = new QSplitter(Qt::Horizontal);
    tables->addWidget(m_pairTable);
    tables->addWidget(m_unmatchedTable);
    tables->setStretchFactor(0, 3);
    tables->setStretchFactor(1, 1);
    tables->setChildrenCollapsible(false);
    setContent(tables);
    connect(m_pairTable, &TableView::activated, this, [this](int at) { reveal(*m_pairs, at); });
    connect(m_pairTable, &TableView::currentRowChanged, this, [this](int at) { follow(*m_pairs, at); });
    connect(m_pairTable, &TableView::menuRequested, this, [this](QMenu *menu, int at) { addActions(menu, at); });
    connect(m_unmatchedTable, &TableView::activated, this, [this](int at) { reveal(*m_unmatched, at); });
    connect(m_unmatchedTable, &TableView::currentRowChanged, this, [this](int at) { follow(*m_unmatched, at); });
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
    m_pairs->retranslate();
    m_unmatched->retranslate();
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
        m_pairs->setWhole(nullptr);
        m_unmatched->setWhole(nullptr);
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
    m_pairs->setWhole(result.pairs, originNs());
    m_unmatched->setWhole(result.unmatched, originNs());
    showSummary();
}

void TransfersPage::showSummary()
{
    const int pairs = m_pairs->rowCount();
    const int unmatched = m_unmatched->rowCount();
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
    addSliceJumps(menu, *m_pairs, row, state(), m_run);
}

void TransfersPage::reveal(const RowSourceModel &model, int row)
{
    if (row < 0 || row >= model.rowCount())
        return;
    const RowPlace at = model.source()->place(model.sourceRow(row));
    state().revealSlice({m_run, at.rank}, at.slice);
}

void TransfersPage::follow(const RowSourceModel &model, int row)
{
    if (row < 0 || row >= model.rowCount())
        return;
    const RowPlace at = model.source()->place(model.sourceRow(row));
    state().followSlice({m_run, at.rank}, at.slice);
}

} // namespace rs

#include "moc_transferspage.cpp"
