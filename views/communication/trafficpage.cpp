// SPDX-License-Identifier: Apache-2.0
#include "views/communication/trafficpage.h"

#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "items/domaintext.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "views/communication/trafficchart.h"
#include "views/page/picturescope.h"
#include "views/page/systemtexts.h"
#include "views/picture/chartframe.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/picker.h"

#include <QAction>
#include <QMenu>
#include <QVariant>

#include <algorithm>

namespace rs {

TrafficPage::TrafficPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("traffic.curves"), context, parent), m_chart(new TrafficChart(context.theme)),
      m_frame(new ChartFrame(m_chart, QStringLiteral("traffic"), context.theme))
{
    addWork(m_job);
    addPicture(m_frame, [this] { return !m_chart->series().empty(); });
    m_value = addChoice(PageChoice::among(
        "value", [] { return tr("Value"); },
        [] {
            return QStringList{tr("Bandwidth"), tr("Bytes in flight")};
        }));
    body()->setContent(m_frame);
    m_frame->wrapHead();
    m_frame->addControl(m_value);
    m_frame->setScope([this] {
        const QString domain = domainText();
        return pictureScope(runs(), m_of.run, {}, domain.isEmpty() ? QStringList() : QStringList{domain});
    });
    for (const auto signal : {&ViewState::stepChanged, &ViewState::domainChanged})
        connect(&state(), signal, this, &TrafficPage::invalidate);
    connect(m_value, &Picker::chosen, this, &TrafficPage::showValue);
    connect(m_chart, &TrafficChart::activated, this, &TrafficPage::showInTimeline);
    connect(m_frame, &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        if (m_chart->series().empty() || !m_chart->plot().contains(at))
            return;
        QAction *const show = menu->addAction(symbol(QStringLiteral("jump")), tr("Show This Moment in Timeline"), this,
                                              [this, ns = m_chart->timeAt(at.x())] { showInTimeline(ns); });
        setAvailable(show, systemtexts::whyNoTrace(runs(), m_of));
    });
    setFocusProxy(m_chart);
    retranslate();
}

QString TrafficPage::title() const
{
    return tr("Curves of bandwidth");
}

QString TrafficPage::hint() const
{
    return tr("Bandwidth and bytes in flight of the current rank over time, by type of link: when does it communicate, "
              "and how fast?");
}

QString TrafficPage::whyWhole() const
{
    return tr("The whole capture of the rank in the chosen domain; the chosen step is shaded.");
}

QString TrafficPage::domainText() const
{
    const auto run = runs().run(m_of.run);
    const QString domain = run ? domainLabel(*run, state().domain()) : QString();
    return domain.isEmpty() ? QString() : tr("domain: %1").arg(rs::domainText(domain));
}

void TrafficPage::showValue()
{
    m_chart->setValue(static_cast<TrafficChart::Value>(m_value->value().toInt()));
}

void TrafficPage::showInTimeline(qint64 ns)
{
    if (const QString why = systemtexts::whyNoTrace(runs(), m_of); !why.isEmpty())
        return state().notice(why);
    const qint64 half = std::max<qint64>(1, m_chart->window().length() / 40);
    state().showInTimeline(m_of, {saturatedDifference(ns, half), saturatedSum(ns, half)});
}

void TrafficPage::retranslate()
{
    m_chart->setAccessibleName(title());
    Page::retranslate();
    invalidate();
}

void TrafficPage::refresh()
{
    m_of = state().currentRank();
    if (const QString why = systemtexts::whyNoRank(runs(), m_of); !why.isEmpty()) {
        m_job.cancel();
        return body()->showEmpty(tr("There are no curves to show"), why);
    }
    TableQuery query;
    query.run = runOfRank();
    query.rank = m_of.index;
    query.domain = state().domain();
    m_job.start(
        *context().pool,
        [query, step = state().step(), &spec = *context().tables->find(u"traffic")](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            Result out;
            const auto rank = query.rankData();
            if (!rank)
                return out;
            Traffic traffic = trafficOf(*rank, DomainChoice(domains(*query.run, job), query.domain), job);
            out.series = std::move(traffic.series);
            out.ofFile = traffic.ofFile;
            if (rank->trace && !step.isEmpty())
                out.step = deviceSpanOf(*rank, step, job);
            if (out.series.empty())
                out.whyEmpty = spec.whyEmpty(query);
            return out;
        },
        [this](const Result &result) { take(result); });
}

void TrafficPage::take(const Result &result)
{
    if (result.series.empty())
        return body()->showEmpty(tr("There are no curves to show"), tableText(result.whyEmpty));
    const RankInfo *const info = runs().info(m_of);
    m_frame->setHeading(tr("Rank %1").arg(info ? info->label : QString()));
    QStringList said{result.ofFile ? tr("communication.json: each operator is one transfer for as long as it takes")
                                   : tr("Transfers of the trace, each at its mean bandwidth")};
    if (const QString domain = domainText(); !domain.isEmpty())
        said.prepend(domain);
    m_frame->setNote(said.join(tr("; ", "between notes")));
    m_chart->setTraffic(result.series, originNs(), result.step);
    body()->showContent();
}

} // namespace rs

#include "moc_trafficpage.cpp"
