// SPDX-License-Identifier: Apache-2.0
#include "app/sessionstate.h"

#include "views/rankname.h"

#include <QJsonArray>

#include <cmath>
#include <optional>

namespace rs {

namespace {

QJsonObject toJson(TimeWindow w)
{
    return {{QStringLiteral("from"), QString::number(w.fromNs)}, {QStringLiteral("to"), QString::number(w.toNs)}};
}

std::optional<TimeWindow> windowOf(const QJsonValue &value)
{
    const QJsonObject o = value.toObject();
    bool fromOk = false;
    bool toOk = false;
    const TimeWindow w{o[QStringLiteral("from")].toString().toLongLong(&fromOk), o[QStringLiteral("to")].toString().toLongLong(&toOk)};
    return fromOk && toOk && w.toNs >= w.fromNs ? std::optional(w) : std::nullopt;
}

// Offsets of ranks, and of single lanes by their number in the rank's trace, which the same files always give them.
QJsonArray toJson(const TimeOffsets &offsets, const RunStore &runs)
{
    QJsonArray out;
    const auto add = [&](RankRef rank, qint64 ns) {
        QJsonObject o{{QStringLiteral("rank"), rankToJson(runs, rank)}, {QStringLiteral("ns"), QString::number(ns)}};
        return o;
    };
    for (const auto &[rank, ns] : offsets.ranks) {
        if (!offsets.alignments.contains(rank))
            out.append(add(rank, ns));
    }
    for (const auto &[rank, drift] : offsets.alignments) {
        QJsonObject o = add(rank, offsets.ofRank(rank));
        o[QStringLiteral("driftPpm")] = drift.ppm;
        o[QStringLiteral("driftFrom")] = QString::number(drift.originNs);
        out.append(o);
    }
    for (const auto &[rank, ns] : offsets.devices) {
        QJsonObject o = add(rank, ns);
        o[QStringLiteral("device")] = true;
        out.append(o);
    }
    for (const auto &[at, ns] : offsets.lanes) {
        QJsonObject o = add(at.first, ns);
        o[QStringLiteral("lane")] = static_cast<qint64>(raw(at.second));
        out.append(o);
    }
    return out;
}

TimeOffsets offsetsOf(const QJsonValue &value, const RunStore &runs)
{
    TimeOffsets out;
    for (const QJsonValue &v : value.toArray()) {
        const QJsonObject o = v.toObject();
        const RankRef rank = rankFromJson(runs, o[QStringLiteral("rank")].toObject());
        bool ok = false;
        const qint64 ns = o[QStringLiteral("ns")].toString().toLongLong(&ok);
        if (!rank.isValid() || !ok)
            continue;
        if (o[QStringLiteral("device")].toBool())
            out.setDevice(rank, ns);
        else if (const double ppm = o[QStringLiteral("driftPpm")].toDouble(); o.contains(QStringLiteral("driftPpm")) && std::abs(ppm) < 1e5)
            out.setAligned(rank, ns, {ppm, o[QStringLiteral("driftFrom")].toString().toLongLong()});
        else if (!o.contains(QStringLiteral("lane")))
            out.setRank(rank, ns);
        else if (const qint64 lane = o[QStringLiteral("lane")].toInteger(-1); lane >= 0 && lane < raw(NoLane))
            out.setLane(rank, LaneId{static_cast<quint32>(lane)}, ns);
    }
    return out;
}

} // namespace

QJsonObject stateToJson(const ViewState &state, const RunStore &runs)
{
    QJsonArray marks;
    for (const TimeMark &m : state.marks()) {
        QJsonObject o = toJson({m.fromNs, m.toNs});
        o[QStringLiteral("name")] = m.name;
        o[QStringLiteral("color")] = m.color;
        marks.append(o);
    }
    QJsonObject bookmarks;
    for (const auto &[number, window] : state.bookmarks())
        bookmarks[QString::number(number)] = toJson(window);
    QJsonObject out{{QStringLiteral("rank"), rankToJson(runs, state.currentRank())},
                    {QStringLiteral("otherRank"), rankToJson(runs, state.otherRank())},
                    {QStringLiteral("step"), state.step()},
                    {QStringLiteral("domain"), state.domain()},
                    {QStringLiteral("flows"), QJsonArray::fromStringList(state.shownFlows())},
                    {QStringLiteral("marks"), marks},
                    {QStringLiteral("bookmarks"), bookmarks}};
    if (!state.window().isEmpty())
        out[QStringLiteral("window")] = toJson(state.window());
    if (!state.offsets().isEmpty())
        out[QStringLiteral("offsets")] = toJson(state.offsets(), runs);
    out[QStringLiteral("timeFormat")] = static_cast<int>(state.timeFormat());
    out[QStringLiteral("derivedLanes")] = state.showsDerivedLanes();
    if (!state.timeSelection().isEmpty())
        out[QStringLiteral("timeSelection")] = toJson(state.timeSelection());
    return out;
}

void stateFromJson(const QJsonObject &json, ViewState &state, const RunStore &runs)
{
    if (const RankRef rank = rankFromJson(runs, json[QStringLiteral("rank")].toObject()); rank.isValid())
        state.setCurrentRank(rank);
    if (const RankRef rank = rankFromJson(runs, json[QStringLiteral("otherRank")].toObject()); rank.isValid())
        state.setOtherRank(rank);
    if (json[QStringLiteral("step")].isString())
        state.setStep(json[QStringLiteral("step")].toString());
    if (json[QStringLiteral("domain")].isString())
        state.setDomain(json[QStringLiteral("domain")].toString());
    if (const auto w = windowOf(json[QStringLiteral("window")]); w && !w->isEmpty())
        state.setWindow(*w);
    state.setTimeSelection(windowOf(json[QStringLiteral("timeSelection")]).value_or(TimeWindow()));
    state.setOffsets(offsetsOf(json[QStringLiteral("offsets")], runs));
    if (const int format = json[QStringLiteral("timeFormat")].toInt(-1); format >= 0 && format <= static_cast<int>(TimeFormat::Absolute))
        state.setTimeFormat(static_cast<TimeFormat>(format));
    state.setDerivedLanes(json[QStringLiteral("derivedLanes")].toBool(state.showsDerivedLanes()));
    QStringList flows;
    for (const QJsonValue &v : json[QStringLiteral("flows")].toArray()) {
        if (v.isString())
            flows.append(v.toString());
    }
    state.setShownFlows(flows);
    std::vector<TimeMark> marks;
    for (const QJsonValue &v : json[QStringLiteral("marks")].toArray()) {
        const QJsonObject o = v.toObject();
        if (const auto w = windowOf(v))
            marks.push_back({w->fromNs, w->toNs, o[QStringLiteral("name")].toString(), o[QStringLiteral("color")].toInt()});
    }
    state.setMarks(std::move(marks));
    const QJsonObject bookmarks = json[QStringLiteral("bookmarks")].toObject();
    for (auto it = bookmarks.begin(); it != bookmarks.end(); ++it) {
        const int number = it.key().toInt();
        const auto w = windowOf(it.value());
        if (number >= 1 && number <= 9 && w && !w->isEmpty())
            state.setBookmark(number, *w);
    }
}

} // namespace rs
