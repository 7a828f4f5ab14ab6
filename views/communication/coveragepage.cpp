// SPDX-License-Identifier: Apache-2.0
#include "views/communication/coveragepage.h"

#include "items/format.h"
#include "views/page/rankmenu.h"
#include "views/page/tablepage.h"
#include "views/widgets/theme.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"

#include <QMenu>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

enum class CoverageBy { Domain, Rank };
enum class CoverageValue { Share, Time };

constexpr qsizetype longestName = 13; // characters below a bar

} // namespace

CoveragePage::CoveragePage(const ViewContext &context, QWidget *parent)
    : CoveragePage(new StackedBars(context.theme, series()), context, parent)
{
}

CoveragePage::CoveragePage(StackedBars *bars, const ViewContext &context, QWidget *parent)
    : ChartTablePage(QStringLiteral("communication.coverage"),
                     new ChartFrame(bars, QStringLiteral("communication-coverage"), context.theme), context, parent),
      m_bars(bars)
{
    addWork(m_job);
    frame()->wrapHead();
    m_by = addChartChoice(PageChoice::among(
        "by", [] { return tr("A bar for each"); },
        [] {
            return QStringList{tr("Domain"), tr("Rank")};
        }));
    m_value = addChartChoice(PageChoice::among(
        "value", [] { return tr("Value"); },
        [] {
            return QStringList{tr("Share"), tr("Time")};
        }));
    for (Picker *const picker : {m_by, m_value})
        connect(picker, &Picker::chosen, this, &CoveragePage::showBars);
    frame()->setScope([this] { return scopeWith({}); });
    m_bars->setDetails([this](int bar) {
        const CoverageSum &sum = m_shown[static_cast<size_t>(bar)];
        return StackedBars::Details{nameOf(sum), {{tr("Operators"), format::integer(sum.operators)}}};
    });
    addBars(m_bars);
    connect(m_bars, &StackedBars::clicked, this, [this](int bar) {
        if (const RankRef rank = refOf(bar); rank.isValid())
            this->state().setCurrentRank(rank);
    });
    connect(m_bars, &StackedBars::activated, this, [this](int bar) {
        if (const RankRef rank = refOf(bar); rank.isValid())
            this->state().showInTimeline(rank);
    });
    connect(frame(), &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        if (const int bar = m_bars->barAt(at); bar >= 0 && refOf(bar).isValid())
            addShowInTimeline(menu, this->state(), refOf(bar), runs());
    });
    connect(&state(), &ViewState::currentRankChanged, this, &CoveragePage::followState);
}

BarSeries CoveragePage::series()
{
    BarSeries out;
    out.parts = 2;
    out.lines = 0;
    out.partName = [](size_t part) { return part == 0 ? tr("Overlapped") : tr("Non-overlapped"); };
    out.partColor = [](const Theme &theme, size_t part) {
        return theme.category(part == 0 ? TimeCategory::Covered : TimeCategory::Uncovered);
    };
    out.sums = [](const StackedBar &bar) {
        return std::vector<std::pair<QString, std::optional<qint64>>>{{tr("Communication"), bar.totalNs}};
    };
    return out;
}

bool CoveragePage::isByRank() const
{
    return m_by->value().toInt() == static_cast<int>(CoverageBy::Rank);
}

RankRef CoveragePage::refOf(int bar) const
{
    const int index = m_shown[static_cast<size_t>(bar)].rankIndex;
    return index < 0 ? RankRef() : RankRef{run(), index};
}

QString CoveragePage::nameOf(const CoverageSum &sum) const
{
    if (sum.rankIndex < 0)
        return format::displayText(sum.domain);
    const RankInfo *const info = runs().info({run(), sum.rankIndex});
    return info ? format::displayText(info->label) : QString::number(sum.rankIndex);
}

void CoveragePage::refresh()
{
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_answer = {};
        return m_shown.clear();
    }
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(objectName()), query = *query](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            const std::vector<DomainCoverage> rows =
                domainCoverage(*query.run, {query.step, query.domain, {}, false}, job);
            return Answer{coverageByDomain(rows), coverageByRank(rows), rows.empty() ? spec.whyEmpty(query) : Phrase()};
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void CoveragePage::take(Answer answer)
{
    m_answer = std::move(answer);
    showBars();
    if (m_shown.empty())
        return showNothing(tr("There is no coverage to show"), m_answer.whyEmpty);
    body()->showContent();
}

void CoveragePage::showBars()
{
    m_shown = isByRank() ? m_answer.ranks : m_answer.domains;
    std::vector<StackedBar> bars;
    bars.reserve(m_shown.size());
    for (const CoverageSum &sum : m_shown) {
        StackedBar &bar = bars.emplace_back();
        bar.key = nameOf(sum);
        bar.label = bar.key.size() > longestName ? bar.key.left(longestName - 1) + QChar(0x2026) : bar.key;
        bar.partsNs[0] = sum.coveredNs;
        bar.partsNs[1] = sum.uncoveredNs;
        bar.totalNs = sum.durationNs;
        bar.computingNs = sum.uncoveredNs;
    }
    m_bars->setPercent(m_value->value().toInt() == static_cast<int>(CoverageValue::Share));
    m_bars->setAxisTitle(isByRank() ? tr("Rank") : tr("Communication domain"));
    m_bars->setBars(std::move(bars), true);
    frame()->setHeading(isByRank() ? tr("Overlapped communication by rank") : tr("Overlapped communication by domain"));
    frame()->setNote(isByRank() ? tr("mean of a step; operators of several domains add up, also where they run at once")
                                : tr("mean of a rank and step; the domain with the longest non-overlapped time first"));
    followState();
}

void CoveragePage::followState()
{
    const RankRef rank = state().currentRank();
    const auto at = std::find_if(m_shown.begin(), m_shown.end(), [&](const CoverageSum &sum) {
        return sum.rankIndex >= 0 && RankRef{run(), sum.rankIndex} == rank;
    });
    m_bars->setSelected(at == m_shown.end() ? QString() : nameOf(*at));
}

void CoveragePage::retranslate()
{
    m_bars->setAccessibleName(tr("Overlapped communication"));
    m_bars->retranslate();
    ChartTablePage::retranslate();
    invalidate();
}

} // namespace rs

#include "moc_coveragepage.cpp"
