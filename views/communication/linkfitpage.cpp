// SPDX-License-Identifier: Apache-2.0
#include "views/communication/linkfitpage.h"

#include "items/format.h"
#include "views/picture/chartframe.h"
#include "views/picture/scatterchart.h"

#include <cmath>
#include <utility>

namespace rs {

LinkFitPage::LinkFitPage(const ViewContext &context, QWidget *parent)
    : LinkFitPage(new ScatterChart(context.theme), context, parent)
{
}

LinkFitPage::LinkFitPage(ScatterChart *chart, const ViewContext &context, QWidget *parent)
    : ChartTablePage(QStringLiteral("links.fit"), new ChartFrame(chart, QStringLiteral("link-fits"), context.theme),
                     context, parent),
      m_chart(chart)
{
    addWork(m_job);
    frame()->setScope([this] { return scopeWith({}); });
}

bool LinkFitPage::hasChart() const
{
    return !m_chart->series().empty();
}

void LinkFitPage::refresh()
{
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        return m_chart->setSeries({});
    }
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(objectName()), query = *query](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            auto judgement = std::make_shared<const LinkJudgement>(
                judgeLinks(*query.run, query.thresholds.linkDeviation, query.thresholds.outliers, job));
            return std::pair(judgement, judgement->fits.empty() ? spec.whyEmpty(query) : Phrase());
        },
        [this](const auto &answer) { take(answer.first, answer.second); });
}

void LinkFitPage::take(std::shared_ptr<const LinkJudgement> judgement, const Phrase &whyEmpty)
{
    std::vector<ScatterChart::Series> all;
    for (const LinkCostModel &fit : judgement->fits) {
        ScatterChart::Series &series = all.emplace_back();
        series.name = format::displayText(fit.transport);
        series.line = [fit](double mb) { return fit.expectedMs(mb); };
        for (const JudgedLink &j : judgement->judged) {
            const LinkRow &row = judgement->rows[j.row];
            const MatrixCell &cell = row.cell;
            const double mb = row.messageMb.value_or(0);
            if (cell.transport != fit.transport || mb <= 0 || cell.timeMs.value_or(0) <= 0 ||
                cell.sizeMb.value_or(0) <= 0)
                continue;
            const double ms = *cell.timeMs * mb / *cell.sizeMb;
            series.points.push_back({mb,
                                     ms,
                                     j.slow,
                                     {{tr("%1 to %2", "ranks of a link").arg(cell.source).arg(cell.destination), {}},
                                      {tr("Operator"), format::displayText(cell.op)},
                                      {tr("Step"), format::displayText(cell.step)},
                                      {tr("Message"), format::bytes(std::llround(mb * 1e6))},
                                      {tr("Time of a message"), format::duration(std::llround(ms * 1e6))},
                                      {tr("Expected"), format::duration(std::llround(fit.expectedMs(mb) * 1e6))}}});
        }
    }
    m_chart->setSeries(std::move(all));
    if (!hasChart())
        return showNothing(tr("There is no fit to show"), whyEmpty);
    frame()->setNote(tr("a point is a link in a step and kind of operator; the line is latency + size / bandwidth"));
    body()->showContent();
}

void LinkFitPage::retranslate()
{
    m_chart->setAccessibleName(title());
    m_chart->setTexts({tr("Size of a message"), tr("Time of a message"), tr("slow link"),
                       [](double mb) { return format::bytes(std::llround(mb * 1e6)); },
                       [](double ms) {
                           const qint64 ns = std::llround(ms * 1e6);
                           const format::TimeUnit unit = format::timeUnitFor(10 * ns);
                           return format::timeIn(ns, unit, 0) + QChar(0x00A0) + format::unitName(unit);
                       }});
    ChartTablePage::retranslate();
    frame()->setHeading(title());
    invalidate();
}

} // namespace rs

#include "moc_linkfitpage.cpp"
