// SPDX-License-Identifier: Apache-2.0
#include "views/launch/alignpage.h"

#include "items/format.h"
#include "views/widgets/datatable.h"

#include <QPushButton>

#include <algorithm>

namespace rs {

namespace {

// Pictures move a rank as a whole: a drift is taken off as it stands in the middle of the capture.
qint64 offsetOf(const RankAlignment &a, const RankData *rank)
{
    if (!a.applies() || !rank || !rank->trace)
        return 0;
    const qint64 middle = rank->trace->startNs() + (rank->trace->endNs() - rank->trace->startNs()) / 2;
    return middle - a.aligned(middle);
}

} // namespace

AlignPage::AlignPage(const ViewContext &context, QWidget *parent)
    : LaunchPage(QStringLiteral("alignment"), context, parent), m_model(makeClockModel(this)),
      m_table(new DataTable(QStringLiteral("clock-alignment"), context.theme)), m_align(new QPushButton(this)),
      m_files(new QPushButton(this))
{
    m_table->setModel(m_model);
    addControl(m_align);
    addControl(m_files);
    setContent(m_table);
    connect(m_align, &QPushButton::clicked, this, [this] { apply(true); });
    connect(m_files, &QPushButton::clicked, this, [this] { apply(false); });
    connect(m_table, &DataTable::activated, this,
            [this](const QModelIndex &at) { this->state().setCurrentRank(refOf(m_model->row(at.row()).alignment)); });
    connect(&state(), &ViewState::offsetsChanged, this, [this] {
        if (!m_clocks.empty())
            show();
    });
}

QString AlignPage::hint() const
{
    return tr("By how much the clocks of the ranks differ, from the collectives that they share, and which clock the "
              "pictures use.");
}

QString AlignPage::whyWhole() const
{
    return tr("Every loaded rank of the run over the whole capture.");
}

std::vector<TableExport> AlignPage::tables() const
{
    if (m_model->rowCount() == 0)
        return {};
    return {{m_table->fileName(), m_model}};
}

void AlignPage::retranslate()
{
    m_model->setTitlesOf(launchcolumns::clocks());
    m_table->setTableName(tr("Clocks of the ranks"));
    m_align->setText(tr("Use Aligned Clocks"));
    m_align->setToolTip(
        tr("Moves every rank that can be aligned to the clock of the reference, wherever ranks are drawn together"));
    m_files->setText(tr("Use Clocks of the Files"));
    m_files->setToolTip(tr("Draws every rank with the stamps of its own files again"));
    invalidate();
}

void AlignPage::refresh()
{
    const auto now = run();
    m_run = state().currentRank().run;
    QString why = whyNoRanks();
    if (why.isEmpty() && loadedRanks().size() < 2)
        why = tr("Clocks are compared between ranks, and fewer than two ranks of this run are loaded with a trace.");
    if (!why.isEmpty() || !now) {
        m_job.cancel();
        m_clocks.clear();
        m_model->setRows({});
        (void)takeRanks();
        showEmpty(tr("There are no clocks to compare"), why);
        return;
    }
    if (!takeRanks()) {
        if (!m_clocks.empty())
            show();
        return;
    }
    m_clocks.clear(); // they may be those of another run
    m_job.start(
        *context().pool,
        [now](const JobContext &job) {
            return job.isCanceled() ? std::vector<RankAlignment>() : alignRanks(*now, job);
        },
        [this, now](std::vector<RankAlignment> clocks) {
            m_clocks = std::move(clocks);
            m_offsets.clear();
            for (const RankAlignment &a : m_clocks)
                m_offsets.push_back(offsetOf(a, now->ranks[static_cast<size_t>(a.rankIndex)].get()));
            show();
        });
}

AlignPage::Clock AlignPage::clock() const
{
    bool files = true;
    bool aligned = true;
    for (size_t i = 0; i < m_clocks.size(); ++i) {
        const qint64 used = state().offsets().ofRank(refOf(m_clocks[i]));
        files = files && used == 0;
        aligned = aligned && used == m_offsets[i];
    }
    return files ? Clock::Files : aligned ? Clock::Aligned : Clock::Moved;
}

void AlignPage::show()
{
    std::vector<ClockRow> rows;
    int possible = 0;
    int refused = 0;
    qint64 worst = 0;
    for (const RankAlignment &a : m_clocks) {
        rows.push_back({label(refOf(a)), a, state().offsets().ofRank(refOf(a))});
        possible += a.applies() ? 1 : 0;
        refused += a.applies() || a.refusal == AlignRefusal::Reference ? 0 : 1;
        if (a.applies())
            worst = std::max(worst, a.residualP95Ns);
    }
    m_model->setRows(std::move(rows));
    const Clock now = clock();
    QStringList words;
    words << (now == Clock::Files     ? tr("Pictures use the clocks of the files.")
              : now == Clock::Aligned ? tr("Pictures use aligned clocks.")
                                      : tr("Pictures use clocks that were moved by hand."));
    words << (possible > 0
                  ? tr("%n rank(s) can be brought to the clock of the reference, to within %1.", nullptr, possible)
                        .arg(format::duration(worst))
                  : tr("No rank can be brought to the clock of another one."));
    if (refused > 0)
        words << tr("%n rank(s) keep their own clock; the reason stands in the table.", nullptr, refused);
    setSummary(words.join(QLatin1Char(' ')));
    m_align->setEnabled(possible > 0 && now != Clock::Aligned);
    m_files->setEnabled(now != Clock::Files);
    showContent();
}

void AlignPage::apply(bool aligned)
{
    TimeOffsets offsets = state().offsets();
    for (size_t i = 0; i < m_clocks.size(); ++i)
        offsets.setRank(refOf(m_clocks[i]), aligned ? m_offsets[i] : 0, OffsetReason::Clocks);
    state().setOffsets(offsets);
}

} // namespace rs
