// SPDX-License-Identifier: Apache-2.0
#include "views/host/launchpage.h"

#include "items/format.h"
#include "views/page/systemtexts.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/scrollpage.h"

#include <QHBoxLayout>
#include <QLabel>

namespace rs {

namespace {
constexpr int gatherMs = 150;
} // namespace

LaunchPage::LaunchPage(const QString &name, const ViewContext &context, QWidget *parent)
    : SystemPage(name, context, parent), m_summary(plainLabel(this)), m_head(new QHBoxLayout),
      m_body(new QWidget(this)), m_scroll(new ScrollPage(m_body, 0))
{
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_head->setContentsMargins(0, 0, 8, 4);
    m_head->setSpacing(8);
    m_head->addWidget(m_summary, 1);
    auto *rows = new QVBoxLayout(m_scroll->page());
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addLayout(m_head);
    body()->setContent(m_body);
    // Ranks that come one after the other are one change.
    body()->onDue(gatherMs, [this] { invalidate(); });
    const auto rankChanged = [this](RankRef ref) {
        if (ref.run == this->state().currentRank().run)
            body()->postpone();
    };
    connect(&runs(), &RunStore::rankLoaded, this, rankChanged);
    connect(&runs(), &RunStore::rankUnloaded, this, rankChanged);
}

void LaunchPage::setContent(QWidget *content, int leastLines)
{
    m_scroll->setLines(leastLines);
    // The words take the height that they need, the tables the rest.
    static_cast<QVBoxLayout *>(m_scroll->page()->layout())->addWidget(content, 1);
}

void LaunchPage::addControl(QWidget *control)
{
    m_head->addWidget(control);
}

QString LaunchPage::summary() const
{
    return m_summary->text();
}

bool LaunchPage::isEmpty() const
{
    return body()->isEmpty();
}

void LaunchPage::setSummary(const QString &text)
{
    m_summary->setText(text);
}

void LaunchPage::showContent()
{
    body()->showContent();
}

void LaunchPage::showEmpty(const QString &heading, const QString &why)
{
    body()->showEmpty(heading, why);
}

bool LaunchPage::serves(const RankData &rank) const
{
    return rank.trace != nullptr;
}

std::vector<LoadedRank> LaunchPage::loadedRanks() const
{
    std::vector<LoadedRank> out;
    for (const RankRef ref : runs().loadedRanks()) {
        const auto loaded = runs().rank(ref);
        if (ref.run == state().currentRank().run && loaded && serves(*loaded))
            out.push_back({ref, loaded});
    }
    return out;
}

bool LaunchPage::takeRanks()
{
    std::vector<std::shared_ptr<const RankData>> now;
    for (const LoadedRank &r : loadedRanks())
        now.push_back(r.data);
    if (now == m_taken)
        return false;
    m_taken = std::move(now);
    return true;
}

QString LaunchPage::label(RankRef ref) const
{
    const RankInfo *const info = runs().info(ref);
    return info ? info->label : QString();
}

QString LaunchPage::whyNoRanks() const
{
    return loadedRanks().empty() ? systemtexts::whyNoTrace(runs(), state().currentRank()) : QString();
}

} // namespace rs

#include "moc_launchpage.cpp"
