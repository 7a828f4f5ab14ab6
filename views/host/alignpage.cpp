// SPDX-License-Identifier: Apache-2.0
#include "views/host/alignpage.h"

#include "items/sentencetext.h"
#include "items/format.h"
#include "tables/base/tables.h"
#include "views/page/rankmenu.h"
#include "views/page/systemtexts.h"
#include "views/tables/tableview.h"
#include "views/widgets/plaintext.h"
#include "words/launchwords.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace rs {

AlignPage::AlignPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("alignment"), context, parent),
      m_table(new TableView(QStringLiteral("clock-alignment"), context.theme, context.pool)),
      m_align(new QPushButton(this)), m_files(new QPushButton(this)), m_note(plainLabel(this))
{
    addWork(m_job);
    m_table->setSource(std::make_shared<const RowSource>(context.tables->find(u"alignment")->columns(TableQuery())));
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *const page = new QWidget;
    auto *const head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 8, 4);
    head->setSpacing(8);
    head->addWidget(m_note, 1);
    head->addWidget(m_align);
    head->addWidget(m_files);
    auto *const rows = new QVBoxLayout(page);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addLayout(head);
    rows->addWidget(m_table, 1);
    body()->setContent(page);
    // Ranks that come one after the other are one change.
    constexpr int gatherMs = 150;
    body()->onDue(gatherMs, [this] { invalidate(); });
    const auto rankChanged = [this](RankRef ref) {
        if (ref.run == this->state().currentRank().run)
            body()->postpone();
    };
    connect(&runs(), &RunStore::rankLoaded, this, rankChanged);
    connect(&runs(), &RunStore::rankUnloaded, this, rankChanged);
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

QString AlignPage::note() const
{
    return m_note->text();
}

void AlignPage::refresh()
{
    m_run = state().currentRank().run;
    const auto now = runs().run(m_run);
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (const RankRef ref : runs().loadedRanks()) {
        // communication.json has the ends of collectives too.
        if (auto loaded = runs().rank(ref); ref.run == m_run && loaded && (loaded->trace || !loaded->commOps.empty()))
            ranks.push_back(std::move(loaded));
    }
    QString why = ranks.empty() ? systemtexts::whyNoTrace(runs(), state().currentRank()) : QString();
    if (why.isEmpty() && ranks.size() < 2)
        why = tr("Clocks are compared between ranks, and fewer than two ranks of this run are loaded with a trace or "
                 "a communication.json.");
    const bool isSame = std::exchange(m_ranks, ranks) == ranks;
    if (!why.isEmpty() || !now) {
        m_job.cancel();
        m_clocks.clear();
        m_table->clearRows();
        return body()->showEmpty(tr("There are no clocks to compare"), why);
    }
    if (isSame && (m_job.isRunning() || !m_clocks.empty())) {
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
    const auto now = runs().run(m_run);
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
    m_note->setText(tr("%1 %2", "two sentences").arg(drawn, sentenceText(alignmentVerdict(m_clocks))));
    const bool possible =
        std::any_of(m_clocks.begin(), m_clocks.end(), [](const RankAlignment &a) { return a.applies(); });
    m_align->setEnabled(possible && use != ClockUse::Aligned);
    m_files->setEnabled(use != ClockUse::Files);
    body()->showContent();
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
