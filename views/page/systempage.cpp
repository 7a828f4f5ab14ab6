// SPDX-License-Identifier: Apache-2.0
#include "views/page/systempage.h"

#include "analysis/time/runorigin.h"

#include <QVBoxLayout>

#include <utility>

namespace rs {

std::optional<Interval> AskedTime::of(const RankData &rank, StepSide side, const JobContext &job) const
{
    if (selected || step.isEmpty())
        return selected;
    const Interval span = stepSpanOf(rank, step, side, job);
    return span.length() > 0 ? std::optional(span) : std::nullopt;
}

SystemPage::SystemPage(const QString &name, const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_body(new PageBody(this))
{
    setObjectName(name);
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 0, 0, 0);
    rows->addWidget(m_body);
}

EmptyState *SystemPage::emptyState() const
{
    return m_body->emptyState();
}

void SystemPage::invalidate()
{
    m_stale = true;
    // Without a run there is nothing to compute, only to forget; a rank that gives way is not held by what nobody
    // sees. A cluster analysis alone has no rank that could be the current one, and is a run.
    const RankRef rank = state().currentRank();
    const auto open = runs().run(runs().openRun(rank.run));
    const bool isOfClusterAlone = open && open->infos.empty();
    if (isVisible() || (!runs().run(rank.run) && !isOfClusterAlone) ||
        (!isOfRun() && runs().state(rank) == RankState::Displaced))
        bringUpToDate();
}

void SystemPage::bringUpToDate()
{
    if (std::exchange(m_stale, false))
        refresh();
}

void SystemPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    bringUpToDate();
}

std::shared_ptr<const Run> SystemPage::runOfRank() const
{
    const RankRef ref = state().currentRank();
    const auto whole = runs().run(ref.run);
    if (!whole)
        return nullptr;
    auto out = std::make_shared<Run>(*whole);
    for (size_t i = 0; i < out->ranks.size(); ++i) {
        if (static_cast<int>(i) != ref.index)
            out->ranks[i] = nullptr;
    }
    return out;
}

std::optional<Interval> SystemPage::window() const
{
    const TimeWindow chosen = state().timeSelectionOf(state().currentRank());
    return chosen.isEmpty() ? std::nullopt : std::optional(Interval{chosen.fromNs, chosen.toNs});
}

qint64 SystemPage::originNs() const
{
    const auto run = runs().run(runs().openRun(state().currentRank().run));
    return run ? runOriginNs(*run) : 0;
}

QJsonObject savedPages(const std::vector<SystemPage *> &pages)
{
    QJsonObject out;
    for (const SystemPage *const page : pages) {
        if (const QJsonObject state = page->saveState(); !state.isEmpty())
            out[page->objectName()] = state;
    }
    return out;
}

void restorePages(const std::vector<SystemPage *> &pages, const QJsonObject &states)
{
    for (SystemPage *const page : pages)
        page->restoreState(states[page->objectName()].toObject());
}

} // namespace rs

#include "moc_systempage.cpp"
