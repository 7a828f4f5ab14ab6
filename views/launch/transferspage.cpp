// SPDX-License-Identifier: Apache-2.0
#include "views/launch/transferspage.h"

#include "analysis/domains.h"
#include "views/widgets/datatable.h"
#include "views/widgets/icons.h"
#include "views/widgets/nomemory.h"

#include <QMenu>
#include <QSplitter>

namespace rs {

TransfersPage::TransfersPage(const ViewContext &context, QWidget *parent)
    : LaunchPage(QStringLiteral("transfers"), context, parent), m_pairs(makeTransferModel(this)),
      m_unmatched(makeUnmatchedModel(this)), m_pairTable(new DataTable(QStringLiteral("transfers"), context.theme)),
      m_unmatchedTable(new DataTable(QStringLiteral("transfers-unmatched"), context.theme))
{
    m_job.onNoMemory(noMemoryCover(this));
    m_pairTable->setModel(m_pairs);
    m_unmatchedTable->setModel(m_unmatched);
    auto *tables = new QSplitter(Qt::Horizontal);
    tables->addWidget(m_pairTable);
    tables->addWidget(m_unmatchedTable);
    tables->setStretchFactor(0, 3);
    tables->setStretchFactor(1, 1);
    tables->setChildrenCollapsible(false);
    setContent(tables);
    const auto showSend = [this](int row) {
        if (row >= 0 && row < m_pairs->rowCount())
            reveal(m_pairs->row(row).transfer.send);
    };
    const auto showUnmatched = [this](int row) {
        if (row >= 0 && row < m_unmatched->rowCount())
            reveal(m_unmatched->row(row).transfer.end);
    };
    connect(m_pairTable, &DataTable::activated, this, [showSend](const QModelIndex &at) { showSend(at.row()); });
    connect(m_pairTable, &DataTable::currentRowChanged, this, showSend);
    connect(m_pairTable, &DataTable::menuRequested, this,
            [this](QMenu *menu, const QModelIndex &at) { addActions(menu, at.row()); });
    connect(m_unmatchedTable, &DataTable::activated, this,
            [showUnmatched](const QModelIndex &at) { showUnmatched(at.row()); });
    connect(m_unmatchedTable, &DataTable::currentRowChanged, this, showUnmatched);
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
    m_pairs->setTitlesOf(launchcolumns::transfers());
    m_unmatched->setTitlesOf(launchcolumns::unmatched());
    m_pairTable->setTableName(tr("Sends with their receives"));
    m_unmatchedTable->setTableName(tr("Sends and receives without a partner"));
    m_pairTable->setEmptyText(tr("No send has its receive among the loaded ranks."));
    m_unmatchedTable->setEmptyText(tr("Every send and receive has its partner."));
    invalidate();
}

TransfersPage::Result TransfersPage::compute(const Run &run, qint64 originNs, const JobContext &job)
{
    Result out;
    const TransferPairs transfers = pairTransfers(run, job);
    const DomainIndex domains(run);
    const auto domain = [&domains](const QString &hash) { return domains.label(hash); };
    const auto label = [&run](const TransferEnd &e) { return run.infos[static_cast<size_t>(e.rankIndex)].label; };
    const auto name = [&run](const TransferEnd &e) {
        const Trace &trace = *run.ranks[static_cast<size_t>(e.rankIndex)]->trace;
        return trace.strings().text(trace.slices().name(e.slice));
    };
    for (const Transfer &t : transfers.pairs)
        out.pairs.push_back(
            {domain(t.domain), label(t.send), label(t.receive), name(t.send), name(t.receive), t, originNs});
    for (const UnmatchedTransfer &t : transfers.unmatched)
        out.unmatched.push_back({domain(t.domain), label(t.end), name(t.end), t, originNs});
    return out;
}

void TransfersPage::refresh()
{
    const auto now = run();
    m_run = state().currentRank().run;
    const QString why = whyNoRanks();
    if (!why.isEmpty() || !now) {
        m_job.cancel();
        m_pairs->setRows({});
        m_unmatched->setRows({});
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
        *context().pool, [now, origin = originNs()](const JobContext &job) { return compute(*now, origin, job); },
        [this](Result result) { show(std::move(result)); });
}

void TransfersPage::show(Result result)
{
    m_pairs->setRows(std::move(result.pairs));
    m_unmatched->setRows(std::move(result.unmatched));
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
    setSummary(
        tr("%n send(s) have their receive.", nullptr, pairs) + QLatin1Char(' ') +
        (unmatched == 0
             ? tr("None lacks its partner.")
             : tr("%n side(s) lack their partner: its rank is not loaded, or its capture began or ended in between.",
                  nullptr, unmatched)));
    showContent();
}

void TransfersPage::addActions(QMenu *menu, int row)
{
    if (row < 0 || row >= m_pairs->rowCount())
        return;
    const Transfer t = m_pairs->row(row).transfer;
    menu->addAction(symbol(QStringLiteral("jump")), tr("Show the send in the timeline"), this,
                    [this, t] { reveal(t.send); });
    menu->addAction(symbol(QStringLiteral("jump")), tr("Show the receive in the timeline"), this,
                    [this, t] { reveal(t.receive); });
}

void TransfersPage::reveal(const TransferEnd &end)
{
    state().revealSlice({m_run, end.rankIndex}, end.slice);
}

} // namespace rs
