// SPDX-License-Identifier: Apache-2.0
#include "views/host/alignpage.h"

#include "items/sentencetext.h"
#include "items/format.h"
#include "tables/base/tables.h"
#include "views/page/rankmenu.h"
#include "views/tables/tableview.h"
#include "views/widgets/outofmemory.h"
#include "words/launchwords.h"

#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace rs {

AlignPage::AlignPage(const ViewContext &context, QWidget *parent)
    : LaunchPage(QStringLiteral("alignment"), context, parent),
      m_table(new TableView(QStringLiteral("clock-alignment"), context.theme, context.pool)),
      m_align(new QPushButton(this)), m_files(new QPushButton(this))
{
    m_job.onOutOfMemory(outOfMemoryCover(this));
    m_table->setSource(std::make_shared<const RowSource>(context.tables->find(u"alignment")->columns(TableQuery())));
    addControl(m_align);
    addControl(m_files);
    setContent(m_table);
    connect(m_align, &QPushButton::clicked, this, [this] { apply(true); });
    connect(m_files, &QPushButton::clicked, this, [this] { apply(false); });
    const auto rankOf = [this](int at) { return refOf(m_clocks[static_cast<size_t>(at)]); };
    connect(m_table, &TableView::activated, this, [this, rankOf](int at) { this->state().showInTimeline(rankOf(at)); });
    connect(m_table, &TableView::menuRequested, this, [this, rankOf](QMenu *menu, int at) {
        if (at >= 0)
            addShowInTimeline(menu, this->state(), rankOf(at));
    });
    connect(&state(), &ViewState::offsetsChanged, this, [this] {
        if (!m_clocks.empty())
            show();
    });
}

bool AlignPage::serves(const RankData &rank) const
{
    return rank.trace || !rank.commOps.empty();
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

void AlignPage::retranslate()
{
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
        why = tr("Clocks are compared between ranks, and fewer than two ranks of this run are loaded with a trace or "
                 "a communication.json.");
    if (!why.isEmpty() || !now) {
        m_job.cancel();
        m_clocks.clear();
        m_table->clearRows();
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
            const MemoryReservation room = roomFor(u"alignment", *now, job);
            return job.isCanceled() ? std::vector<RankAlignment>() : alignRanks(*now, job);
        },
        [this](std::vector<RankAlignment> clocks) {
            m_clocks = std::move(clocks);
            show();
        });
}

ClockUse AlignPage::clock() const
{
    const TimeOffsets &offsets = state().offsets();
    bool files = true;
    bool aligned = true;
    for (const RankAlignment &a : m_clocks) {
        const RankRef ref = refOf(a);
        files = files && offsets.ofRank(ref) == 0 && !offsets.alignments.contains(ref);
        aligned = aligned && (a.applies() ? isApplied(a) : offsets.ofRank(ref) == 0);
    }
    return files ? ClockUse::Files : aligned ? ClockUse::Aligned : ClockUse::Moved;
}

bool AlignPage::isApplied(const RankAlignment &alignment) const
{
    const TimeOffsets &offsets = state().offsets();
    const RankRef ref = refOf(alignment);
    return alignment.applies() && offsets.alignments.contains(ref) && offsets.ofRank(ref) == alignment.offsetNs &&
           offsets.driftOf(ref) == ClockDrift{alignment.driftPpm, alignment.originNs};
}

void AlignPage::show()
{
    const auto now = run();
    if (!now)
        return;
    std::vector<UsedClock> used;
    for (const RankAlignment &a : m_clocks)
        used.push_back({state().offsets().ofRank(refOf(a)), isApplied(a)});
    m_table->setSource(clockRows(*now, m_clocks, used));
    const ClockUse use = clock();
    const QString drawn = use == ClockUse::Files     ? tr("Pictures use the clocks of the files.")
                          : use == ClockUse::Aligned ? tr("Pictures use aligned clocks.")
                                                     : tr("Pictures use clocks that were moved by hand.");
    setSummary(tr("%1 %2", "two sentences").arg(drawn, sentenceText(alignmentVerdict(m_clocks))));
    const bool possible =
        std::any_of(m_clocks.begin(), m_clocks.end(), [](const RankAlignment &a) { return a.applies(); });
    m_align->setEnabled(possible && use != ClockUse::Aligned);
    m_files->setEnabled(use != ClockUse::Files);
    showContent();
}

void AlignPage::apply(bool aligned)
{
    TimeOffsets offsets = state().offsets();
    for (const RankAlignment &a : m_clocks) {
        if (aligned && a.applies())
            offsets.setAligned(refOf(a), a.offsetNs, {a.driftPpm, a.originNs});
        else
            offsets.setRank(refOf(a), 0);
    }
    state().setOffsets(offsets);
}

} // namespace rs

#include "moc_alignpage.cpp"
