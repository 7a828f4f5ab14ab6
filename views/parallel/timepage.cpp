// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/timepage.h"

#include "items/format.h"
#include "views/page/tablepage.h"
#include "views/picture/chartframe.h"

#include <QJsonObject>

#include <algorithm>
#include <utility>

namespace rs {

TimePage::TimePage(const ViewContext &context, QWidget *parent)
    : TimePage(new StepCurves(context.theme), context, parent)
{
}

TimePage::TimePage(StepCurves *curves, const ViewContext &context, QWidget *parent)
    : ChartTablePage(QStringLiteral("steps.overview"), QStringLiteral("times"),
                     new ChartFrame(curves, QStringLiteral("time-overview"), context.theme), context, parent),
      m_curves(curves)
{
    addWork(m_job);
    frame()->setScope([this] { return scopeWith({}); });
    setFocusProxy(m_curves);
    connect(m_curves, &StepCurves::rangeChosen, this, &TimePage::choose);
    connect(&this->state(), &ViewState::stepChanged, this, &TimePage::followStep);
    connect(&this->state(), &ViewState::currentRankChanged, this, &TimePage::followRank);
}

void TimePage::saveMore(QJsonObject &out) const
{
    ChartTablePage::saveMore(out);
    if (!m_range.first.isEmpty()) {
        out[QStringLiteral("from")] = m_range.first;
        out[QStringLiteral("to")] = m_range.second;
    }
}

void TimePage::restoreMore(const QJsonObject &state)
{
    ChartTablePage::restoreMore(state);
    m_range = {state[QStringLiteral("from")].toString(), state[QStringLiteral("to")].toString()};
    m_rangeRun = -1;
    invalidate();
}

void TimePage::refresh()
{
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_answer = {};
        return m_curves->setOverview({}, {});
    }
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(u"steps.overview"), query = *query, of = run()](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            Answer out;
            out.run = of;
            out.overview = std::make_shared<const TimeOverview>(timeOverview(*query.run, job));
            if (out.overview->steps.empty())
                out.whyEmpty = spec.whyEmpty(query);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void TimePage::take(Answer answer)
{
    m_answer = std::move(answer);
    if (!hasChart()) {
        m_curves->setOverview({}, {});
        return showNothing(tr("There are no steps to show"), m_answer.whyEmpty);
    }
    if (m_rangeRun >= 0 && m_rangeRun != m_answer.run)
        m_range = {};
    m_rangeRun = m_answer.run;
    body()->showContent();
    std::vector<QString> labels;
    for (const OverviewDevice &d : m_answer.overview->devices)
        labels.push_back(d.rankIndex >= 0 ? runs().rankLabel({m_answer.run, d.rankIndex}) : tr("rank %1").arg(d.label));
    m_curves->setChosen({-1, -1});
    m_curves->setOverview(m_answer.overview, std::move(labels));
    frame()->setHeading(tr("Times of the steps"));
    showRange();
    followStep();
    followRank();
}

// One step becomes that of all views; of several the timeline shows the time, and pages that can take the range.
void TimePage::choose(int first, int last)
{
    if (!hasChart())
        return;
    const auto &steps = m_answer.overview->steps;
    const auto nameOf = [&steps](int at) { return at < 0 ? QString() : steps[static_cast<size_t>(at)].step; };
    m_range = first == last ? std::pair<QString, QString>() : std::pair(nameOf(first), nameOf(last));
    emit arrangementChanged();
    if (first == last) {
        m_span.cancel();
        emit stepsChosen(nameOf(first), nameOf(last));
        return state().setStep(nameOf(first));
    }
    state().setStep(QString());
    m_curves->setChosen({first, last});
    emit stepsChosen(nameOf(first), nameOf(last));
    showChosenTime(first, last);
}

void TimePage::showRange()
{
    const auto &steps = m_answer.overview->steps;
    const auto placeOf = [&steps](const QString &name) {
        const auto at = std::find_if(steps.begin(), steps.end(), [&](const OverviewStep &s) { return s.step == name; });
        return at == steps.end() ? -1 : static_cast<int>(at - steps.begin());
    };
    const StepCurves::Range places{placeOf(m_range.first), placeOf(m_range.second)};
    if (!m_range.first.isEmpty() && places.first >= 0 && places.second >= 0)
        m_curves->setChosen(places);
}

void TimePage::showChosenTime(int first, int last)
{
    const RankRef rank = state().currentRank();
    const auto loaded = runs().rank(rank);
    if (!loaded || !loaded->trace || rank.run != m_answer.run)
        return;
    const auto &steps = m_answer.overview->steps;
    m_span.start(
        *context().pool,
        [loaded, from = steps[static_cast<size_t>(first)].step,
         to = steps[static_cast<size_t>(last)].step](const JobContext &job) {
            const Interval a = deviceSpanOf(*loaded, from, job);
            const Interval b = deviceSpanOf(*loaded, to, job);
            return a.length() > 0 && b.length() > 0 ? Interval{std::min(a.from, b.from), std::max(a.to, b.to)}
                                                    : Interval();
        },
        [this](Interval span) {
            if (span.length() > 0)
                state().setWindow({span.from, span.to});
        });
}

void TimePage::followStep()
{
    const QString &step = state().step();
    if (!hasChart())
        return;
    const auto &steps = m_answer.overview->steps;
    const auto at = std::find_if(steps.begin(), steps.end(), [&](const OverviewStep &s) { return s.step == step; });
    if (at != steps.end() && !step.isEmpty()) {
        const auto place = static_cast<int>(at - steps.begin());
        m_curves->setChosen({place, place});
    } else if (m_curves->chosen().first == m_curves->chosen().second) {
        m_curves->setChosen({-1, -1}); // a range is no step of the state
    }
}

void TimePage::followRank()
{
    if (!hasChart())
        return;
    const RankRef rank = state().currentRank();
    const auto &devices = m_answer.overview->devices;
    const auto at = std::find_if(devices.begin(), devices.end(), [&](const OverviewDevice &d) {
        return rank.run == m_answer.run && d.rankIndex == rank.index;
    });
    m_curves->setCurrentDevice(at == devices.end() ? -1 : static_cast<int>(at - devices.begin()));
}

void TimePage::retranslate()
{
    m_curves->retranslate();
    ChartTablePage::retranslate();
    invalidate();
}

} // namespace rs

#include "moc_timepage.cpp"
