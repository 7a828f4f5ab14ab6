// SPDX-License-Identifier: Apache-2.0
#include "views/communication/transportpage.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/page/rankmenu.h"
#include "views/page/tablepage.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"
#include "views/picture/valuebars.h"
#include "views/tables/tableview.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

enum class Ranks { All, Current };
enum class PacketValue { Count, Bytes };

QString idOf(TransportPage::Subject subject)
{
    return subject == TransportPage::Subject::Bandwidth ? QStringLiteral("bandwidth")
                                                        : QStringLiteral("bandwidth.packets");
}

qint64 wholeBytes(double bytes)
{
    return std::llround(std::clamp(bytes, 0.0, 9e18));
}

// Values of an axis are multiples of a round step: without decimals that say nothing.
QString roundText(double value)
{
    constexpr int mostDecimals = 3;
    int decimals = 0;
    for (double rest = value; decimals < mostDecimals && std::abs(rest - std::round(rest)) > 1e-6; rest *= 10)
        ++decimals;
    return format::real(value, decimals);
}

QString axisText(double gbs)
{
    return roundText(gbs) + QStringLiteral("\u00A0GB/s");
}

constexpr double megabyte = 1e6; // the unit of the table

} // namespace

TransportPage::TransportPage(Subject subject, const ViewContext &context, QWidget *parent)
    : TransportPage(subject, new ValueBars(context.theme), context, parent)
{
}

TransportPage::TransportPage(Subject subject, ValueBars *bars, const ViewContext &context, QWidget *parent)
    : ChartTablePage(idOf(subject),
                     new ChartFrame(bars,
                                    subject == Subject::Bandwidth ? QStringLiteral("communication-bandwidth")
                                                                  : QStringLiteral("communication-packets"),
                                    context.theme),
                     context, parent),
      m_subject(subject), m_bars(bars)
{
    addWork(m_job);
    frame()->wrapHead();
    m_ranks = addChartChoice(PageChoice::among(
        "ranks", [] { return tr("Ranks"); },
        [] {
            return QStringList{tr("All"), tr("Current")};
        }));
    m_value = addChartChoice(PageChoice::among(
        "value", [] { return tr("Value"); },
        [] {
            return QStringList{tr("Packets"), tr("Bytes")};
        }));
    m_value->setVisible(subject == Subject::Packets);
    frame()->setScope([this] { return scopeWith({ranksText()}); });
    connect(m_ranks, &Picker::chosen, this, &TransportPage::invalidate);
    connect(m_value, &Picker::chosen, this, &TransportPage::showBars);
    connect(frame(), &ChartFrame::menuRequested, this, &TransportPage::addRanks);
    connect(m_bars, &ValueBars::legendChanged, this, &Page::arrangementChanged);
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        if (isOfOneRank() && state().currentRank() != m_of)
            invalidate();
    });
    table()->table()->sortBy(u"time", Qt::DescendingOrder);
    if (subject == Subject::Bandwidth)
        connect(&state(), &ViewState::ratesChanged, this, &TransportPage::invalidate);
}

bool TransportPage::isOfOneRank() const
{
    return m_ranks->value().toInt() == static_cast<int>(Ranks::Current) && runs().info(state().currentRank());
}

bool TransportPage::countsBytes() const
{
    return m_value->value().toInt() == static_cast<int>(PacketValue::Bytes);
}

bool TransportPage::hasChart() const
{
    return !m_bars->places().empty();
}

void TransportPage::saveMore(QJsonObject &out) const
{
    ChartTablePage::saveMore(out);
    out[QStringLiteral("hidden")] = QJsonArray::fromStringList(m_bars->hidden());
}

void TransportPage::restoreMore(const QJsonObject &state)
{
    ChartTablePage::restoreMore(state);
    QStringList hidden;
    for (const auto &name : state[QStringLiteral("hidden")].toArray())
        hidden << name.toString();
    m_bars->setHidden(hidden);
}

void TransportPage::refresh()
{
    m_of = state().currentRank();
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_sums.clear();
        return m_bars->setBars({}, {}, false);
    }
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(objectName()), query = *query,
         only = isOfOneRank() ? m_of.index : -1](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            const CommQuery asked{query.step, query.domain, {}, false};
            const std::vector<RankInfo> &infos = query.run->infos;
            const bool isKnown = only >= 0 && static_cast<size_t>(only) < infos.size();
            Answer out;
            out.sums = transportSums(*query.run, asked, isKnown ? &infos[static_cast<size_t>(only)] : nullptr,
                                     query.rates, job);
            const bool isBare =
                out.sums.empty() && (!isKnown || transportSums(*query.run, asked, nullptr, {}, job).empty());
            if (isBare)
                out.whyEmpty = spec.whyEmpty(query);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void TransportPage::take(Answer answer)
{
    m_sums = std::move(answer.sums);
    // The sum of a single part would say the same again.
    const auto isPart = [](const TransportSum &sum) {
        return sum.transport == u"HCCS" || sum.transport == u"PCIE" || sum.transport == u"SIO";
    };
    const bool isTwice = std::count_if(m_sums.begin(), m_sums.end(), isPart) == 1;
    if (isTwice)
        std::erase_if(m_sums, [](const TransportSum &sum) { return sum.transport == u"SDMA"; });
    table()->table()->setOnly(
        isTwice ? [](const RowSource &rows,
                     quint32 row) { return rows.textView(rows.textId(row, rows.columnOf(u"transport"))) != "SDMA"; }
                : std::function<bool(const RowSource &, quint32)>());
    showBars();
    if (answer.whyEmpty.isEmpty()) // a rank that moved nothing leaves the choice of the ranks
        return body()->showContent();
    body()->showEmpty(m_subject == Subject::Packets ? tr("There are no packets to show")
                                                    : tr("There is no bandwidth to show"),
                      tableText(answer.whyEmpty));
}

void TransportPage::showBars()
{
    if (m_subject == Subject::Bandwidth)
        showBandwidths();
    else
        showPackets();
}

void TransportPage::addRanks(QMenu *menu, const QPoint &at)
{
    const int place = m_bars->barAt(at).first;
    const auto ofRun = runs().run(run());
    if (m_subject != Subject::Bandwidth || place < 0 || !ofRun || isOfOneRank())
        return;
    const auto add = [&](const std::optional<TransportSum::RankBandwidth> &of) {
        const auto info = std::find_if(ofRun->infos.begin(), ofRun->infos.end(),
                                       [&of](const RankInfo &i) { return of && i.label == of->rank; });
        if (info != ofRun->infos.end())
            addShowInTimeline(menu, state(), {run(), static_cast<int>(info - ofRun->infos.begin())}, runs());
    };
    const TransportSum &sum = m_sums[static_cast<size_t>(place)];
    add(sum.slowest);
    if (sum.fastest && sum.slowest && sum.fastest->rank != sum.slowest->rank)
        add(sum.fastest);
}

QString TransportPage::ranksText() const
{
    if (!isOfOneRank())
        return tr("all ranks");
    const RankInfo *const info = runs().info(m_of);
    const QString label = info ? format::displayText(info->label) : QString();
    return m_sums.empty() ? tr("the files of rank %1 have no transfers").arg(label) : tr("rank %1").arg(label);
}

void TransportPage::showBandwidths()
{
    std::vector<ValuePlace> places;
    bool ranged = false;
    bool marked = false;
    for (const TransportSum &sum : m_sums) {
        ValueBar bar;
        bar.value = sum.bandwidthGbs;
        bar.mark = sum.referenceGbs;
        bar.tipLines = {{format::displayText(sum.transport), {}}};
        if (bar.value) {
            bar.tipLines.emplace_back(tr("Bandwidth"), format::bandwidth(*bar.value));
            bar.caption = format::bandwidth(*bar.value);
            bar.tipLines.emplace_back(tr("Transit size"), format::bytes(wholeBytes(sum.sizeMb * 1e6)));
            bar.tipLines.emplace_back(tr("Transit time"), format::duration(std::llround(sum.timeMs * 1e6)));
        }
        if (bar.mark) {
            bar.tipLines.emplace_back(tr("Reference rate"), format::bandwidth(*bar.mark));
            if (bar.value) {
                const QString share = format::percent(*bar.value / *bar.mark);
                bar.caption = tr("%1 (%2)", "bandwidth (share of the reference rate)").arg(bar.caption, share);
                bar.tipLines.emplace_back(tr("vs. reference rate"), share);
            }
            marked = true;
        }
        if (!isOfOneRank() && sum.slowest && sum.slowest->rank != sum.fastest->rank) {
            bar.range = {sum.slowest->gbs, sum.fastest->gbs};
            const QString pattern = tr("rank %1: %2", "bandwidth of a rank");
            bar.tipLines.emplace_back(tr("Slowest"), pattern.arg(format::displayText(sum.slowest->rank),
                                                                 format::bandwidth(sum.slowest->gbs)));
            bar.tipLines.emplace_back(tr("Fastest"), pattern.arg(format::displayText(sum.fastest->rank),
                                                                 format::bandwidth(sum.fastest->gbs)));
            ranged = true;
        }
        places.push_back({format::displayText(sum.transport), {std::move(bar)}});
    }
    m_bars->setTexts({tr("Transport"),
                      marked ? tr("Reference rate") : QString(),
                      ranged ? tr("Slowest and fastest rank") : QString(),
                      {},
                      tr("Bandwidth")});
    m_bars->setFormat(axisText);
    m_bars->setBars({tr("Bandwidth")}, std::move(places), false);
    frame()->setNote(
        m_sums.empty()
            ? ranksText()
            : tr("%1; size of all operators / their time; SDMA is the sum of HCCS, PCIE and SIO").arg(ranksText()));
}

void TransportPage::showPackets()
{
    std::vector<const TransportSum *> shown;
    for (const TransportSum &sum : m_sums) {
        if (sum.hasPackets())
            shown.push_back(&sum);
    }
    QStringList series;
    std::vector<ValuePlace> places;
    for (const TransportSum *const sum : shown) {
        series << sum->transport;
        places.resize(sum->packets.size());
        for (size_t i = 0; i < places.size(); ++i) {
            const PacketBin &bin = sum->packets[i];
            places[i].label = roundText(static_cast<double>(bin.fromBytes) / megabyte);
            ValueBar &bar = places[i].bars.emplace_back();
            if (bin.count <= 0)
                continue;
            bar.value = countsBytes() ? bin.bytes / megabyte : static_cast<double>(bin.count);
            bar.tipLines = {{tr("%1, packets of %2 to below %3")
                                 .arg(format::displayText(sum->transport), format::bytes(bin.fromBytes),
                                      format::bytes(bin.toBytes)),
                             {}},
                            {tr("Packets"), format::integer(bin.count)},
                            {tr("Bytes"), format::bytes(wholeBytes(bin.bytes))},
                            {tr("Time"), format::duration(std::llround(bin.timeMs * 1e6))}};
            if (bin.timeMs > 0)
                bar.tipLines.emplace_back(tr("Bandwidth"), format::bandwidth(bin.bytes / bin.timeMs / 1e6));
        }
    }
    m_bars->setTexts({tr("Packet size (MB), from the size at the left of each group"),
                      {},
                      {},
                      {},
                      countsBytes() ? tr("Moved (MB)") : tr("Packets")});
    if (countsBytes())
        m_bars->setFormat(roundText);
    else
        m_bars->setFormat([](double value) { return format::integer(std::llround(value)); }, 1);
    m_bars->setBars(series, std::move(places), true);
    frame()->setHeading(countsBytes() ? tr("Bytes by packet size") : tr("Packets by size"));
    if (m_sums.empty())
        return frame()->setNote(ranksText());
    frame()->setNote(shown.empty() ? tr("%1; the files list no packets").arg(ranksText())
                                   : tr("%1; SDMA is the sum of HCCS, PCIE and SIO").arg(ranksText()));
}

void TransportPage::retranslate()
{
    if (m_subject == Subject::Bandwidth)
        frame()->setHeading(tr("Bandwidth by transport"));
    m_bars->setAccessibleName(m_subject == Subject::Bandwidth ? tr("Bandwidth by transport") : tr("Packets by size"));
    ChartTablePage::retranslate();
    invalidate();
}

} // namespace rs

#include "moc_transportpage.cpp"
