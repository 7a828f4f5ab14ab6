// SPDX-License-Identifier: Apache-2.0
#include "app/session/sessionstate.h"

#include "app/session/sessionfile.h"
#include "app/session/workspaces.h"
#include "views/state/rankname.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace rs {

namespace {

struct StateText
{
    Q_DECLARE_TR_FUNCTIONS(rs::StateText)
};

// Stable words; the numbers may change.
constexpr std::array reasonWords = {std::pair(OffsetReason::Hand, "hand"), std::pair(OffsetReason::Slices, "slices"),
                                    std::pair(OffsetReason::Clocks, "clocks")};

// The window, the time selection and the box are told in words of their own.
constexpr std::array partKinds = {
    std::pair("rank", QJsonValue::Object),       std::pair("baseRank", QJsonValue::Object),
    std::pair("otherRank", QJsonValue::Object),  std::pair("step", QJsonValue::String),
    std::pair("domain", QJsonValue::String),     std::pair("workspace", QJsonValue::String),
    std::pair("flows", QJsonValue::Array),       std::pair("marks", QJsonValue::Array),
    std::pair("bookmarks", QJsonValue::Object),  std::pair("offsets", QJsonValue::Array),
    std::pair("timeFormat", QJsonValue::Double), std::pair("derivedLanes", QJsonValue::Bool)};

OffsetReason reasonOf(const QString &word)
{
    for (const auto &[reason, known] : reasonWords) {
        if (word == QLatin1String(known))
            return reason;
    }
    return OffsetReason::Hand;
}

QJsonObject toJson(TimeWindow w)
{
    return {{QStringLiteral("from"), QString::number(w.fromNs)}, {QStringLiteral("to"), QString::number(w.toNs)}};
}

std::optional<TimeWindow> windowOf(const QJsonValue &value)
{
    const QJsonObject o = value.toObject();
    bool fromOk = false;
    bool toOk = false;
    const TimeWindow w{o[QStringLiteral("from")].toString().toLongLong(&fromOk),
                       o[QStringLiteral("to")].toString().toLongLong(&toOk)};
    return fromOk && toOk && w.toNs >= w.fromNs ? std::optional(w) : std::nullopt;
}

// Offsets of ranks, and of single lanes by their number in the rank's trace, which the same files always give them.
QJsonArray toJson(const TimeOffsets &offsets, const RunStore &runs)
{
    QJsonArray out;
    const auto add = [&](RankRef rank, LaneId lane, qint64 ns) {
        QJsonObject o{{QStringLiteral("rank"), rankToJson(runs, rank)}, {QStringLiteral("ns"), QString::number(ns)}};
        for (const auto &[reason, word] : reasonWords) {
            if (reason == offsets.reasonOf(rank, lane) && reason != OffsetReason::Hand)
                o[QStringLiteral("reason")] = QLatin1String(word);
        }
        return o;
    };
    for (const auto &[rank, ns] : offsets.ranks) {
        if (!offsets.alignments.contains(rank))
            out.append(add(rank, NoLane, ns));
    }
    for (const auto &[rank, drift] : offsets.alignments) {
        QJsonObject o = add(rank, NoLane, offsets.ofRank(rank));
        o[QStringLiteral("driftPpm")] = drift.ppm;
        o[QStringLiteral("driftFrom")] = QString::number(drift.originNs);
        out.append(o);
    }
    for (const auto &[rank, ns] : offsets.devices)
        out.append(QJsonObject{{QStringLiteral("rank"), rankToJson(runs, rank)},
                               {QStringLiteral("ns"), QString::number(ns)},
                               {QStringLiteral("device"), true}});
    for (const auto &[at, ns] : offsets.lanes) {
        QJsonObject o = add(at.first, at.second, ns);
        o[QStringLiteral("lane")] = static_cast<qint64>(raw(at.second));
        out.append(o);
    }
    return out;
}

TimeOffsets offsetsOf(const QJsonValue &value, const RunStore &runs, int &broken)
{
    TimeOffsets out;
    for (const QJsonValue &v : value.toArray()) {
        const QJsonObject o = v.toObject();
        const RankRef rank = rankFromJson(runs, o[QStringLiteral("rank")].toObject());
        bool ok = false;
        const qint64 ns = o[QStringLiteral("ns")].toString().toLongLong(&ok);
        const qint64 lane = o[QStringLiteral("lane")].toInteger(o.contains(QStringLiteral("lane")) ? -1 : raw(NoLane));
        if (!ok || !o[QStringLiteral("rank")].isObject() || lane < 0 || lane > raw(NoLane)) {
            ++broken;
            continue;
        }
        if (!rank.isValid())
            continue;
        const OffsetReason reason = reasonOf(o[QStringLiteral("reason")].toString());
        const double ppm = o[QStringLiteral("driftPpm")].toDouble();
        if (o[QStringLiteral("device")].toBool())
            out.setDevice(rank, ns);
        else if (lane != raw(NoLane))
            out.setLane(rank, LaneId{static_cast<quint32>(lane)}, ns, reason);
        else if (reason == OffsetReason::Clocks && std::abs(ppm) < 1e5)
            out.setAligned(rank, ns, {ppm, o[QStringLiteral("driftFrom")].toString().toLongLong()});
        else
            out.setRank(rank, ns, reason);
    }
    return out;
}

// Lanes by their number, as offsets name them; those of a rank that lie alike in the box stand together.
QJsonObject toJson(const BoxSelection &box, const RunStore &runs)
{
    std::map<std::pair<RankRef, qint64>, QJsonArray> lanes;
    for (const BoxSelection::Part &part : box.parts)
        lanes[{part.rank, part.shiftNs}].append(static_cast<qint64>(raw(part.lane)));
    QJsonArray parts;
    for (const auto &[where, numbers] : lanes)
        parts.append(QJsonObject{{QStringLiteral("rank"), rankToJson(runs, where.first)},
                                 {QStringLiteral("shift"), QString::number(where.second)},
                                 {QStringLiteral("lanes"), numbers}});
    QJsonObject out = toJson(box.window);
    out[QStringLiteral("origin")] = QString::number(box.originNs);
    out[QStringLiteral("parts")] = parts;
    return out;
}

// Which of the lanes are hidden follows from their arrangement, and whether they are there at all from the trace.
BoxSelection boxOf(const QJsonValue &value, const RunStore &runs, int &broken)
{
    const QJsonObject o = value.toObject();
    BoxSelection out;
    bool originOk = false;
    out.originNs = o[QStringLiteral("origin")].toString().toLongLong(&originOk);
    const auto window = windowOf(value);
    if (!window || window->isEmpty() || !originOk) {
        ++broken;
        return {};
    }
    out.window = *window;
    std::set<std::pair<RankRef, LaneId>> taken;
    for (const QJsonValue &v : o[QStringLiteral("parts")].toArray()) {
        const QJsonObject part = v.toObject();
        bool ok = false;
        const qint64 shift = part[QStringLiteral("shift")].toString().toLongLong(&ok);
        const RankRef rank = rankFromJson(runs, part[QStringLiteral("rank")].toObject());
        if (!ok || !part[QStringLiteral("rank")].isObject() || !part[QStringLiteral("lanes")].isArray()) {
            ++broken;
            continue;
        }
        for (const QJsonValue &lane : part[QStringLiteral("lanes")].toArray()) {
            const qint64 number = lane.toInteger(-1);
            if (number < 0 || number >= raw(NoLane))
                ++broken;
            else if (const LaneId id{static_cast<quint32>(number)}; rank.isValid() && taken.insert({rank, id}).second)
                out.parts.push_back({rank, id, shift});
        }
    }
    return out.isEmpty() ? BoxSelection() : out;
}

} // namespace

QJsonObject stateToJson(const ViewState &state, const RunStore &runs)
{
    QJsonArray marks;
    for (const TimeMark &m : state.marks()) {
        QJsonObject o = toJson({m.fromNs, m.toNs});
        o[QStringLiteral("name")] = m.name;
        o[QStringLiteral("color")] = m.color;
        if (!m.note.isEmpty())
            o[QStringLiteral("note")] = m.note;
        marks.append(o);
    }
    QJsonObject bookmarks;
    for (const auto &[number, window] : state.bookmarks())
        bookmarks[QString::number(number)] = toJson(window);
    QJsonObject out{{QStringLiteral("rank"), rankToJson(runs, state.currentRank())},
                    {QStringLiteral("baseRank"), rankToJson(runs, state.baseRank())},
                    {QStringLiteral("otherRank"), rankToJson(runs, state.otherRank())},
                    {QStringLiteral("step"), state.step()},
                    {QStringLiteral("domain"), state.domain()},
                    {QStringLiteral("workspace"), state.workspace()},
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
    if (!state.box().isEmpty())
        out[QStringLiteral("box")] = toJson(state.box(), runs);
    return out;
}

QStringList stateFromJson(const QJsonObject &json, ViewState &state, const RunStore &runs)
{
    QStringList leftOut;
    for (const auto &[key, kind] : partKinds) {
        if (const QJsonValue value = json[QLatin1String(key)]; !value.isUndefined() && value.type() != kind)
            leftOut.append(SessionFile::unreadable(QLatin1String("state.") + QLatin1String(key)));
    }
    if (const RankRef rank = rankFromJson(runs, json[QStringLiteral("rank")].toObject()); rank.isValid())
        state.setCurrentRank(rank);
    // Files of older versions know no base: there it was the current rank.
    const char *const base = json.contains(QStringLiteral("baseRank")) ? "baseRank" : "rank";
    if (const RankRef rank = rankFromJson(runs, json[QLatin1String(base)].toObject()); rank.isValid())
        state.setBaseRank(rank);
    if (const RankRef rank = rankFromJson(runs, json[QStringLiteral("otherRank")].toObject()); rank.isValid())
        state.setOtherRank(rank);
    if (const QString id = json[QStringLiteral("workspace")].toString(); Workspaces::find(id))
        state.setWorkspace(id);
    if (json[QStringLiteral("step")].isString())
        state.setStep(json[QStringLiteral("step")].toString());
    if (json[QStringLiteral("domain")].isString())
        state.setDomain(json[QStringLiteral("domain")].toString());
    // A span that is there and cannot be read is told; one that is missing was never set.
    const auto span = [&](const char *key, const QString &complaint) {
        const QJsonValue value = json[QLatin1String(key)];
        const auto w = windowOf(value);
        if (!value.isUndefined() && (!w || w->isEmpty()))
            leftOut.append(complaint);
        return w.value_or(TimeWindow());
    };
    if (const TimeWindow w = span("window", StateText::tr("The shown time span cannot be read.")); !w.isEmpty())
        state.setWindow(w);
    state.setTimeSelection(span("timeSelection", StateText::tr("The time selection cannot be read.")));
    int broken = 0;
    state.setOffsets(offsetsOf(json[QStringLiteral("offsets")], runs, broken));
    if (broken > 0)
        leftOut.append(StateText::tr("%n time offset(s) cannot be read.", nullptr, broken));
    if (json.contains(QStringLiteral("box"))) {
        broken = 0;
        state.setBox(boxOf(json[QStringLiteral("box")], runs, broken));
        if (broken > 0)
            leftOut.append(StateText::tr("The box, or some of its lanes, cannot be read."));
    }
    if (const int format = json[QStringLiteral("timeFormat")].toInt(-1);
        format >= 0 && format <= static_cast<int>(TimeFormat::Absolute))
        state.setTimeFormat(static_cast<TimeFormat>(format));
    state.setDerivedLanes(json[QStringLiteral("derivedLanes")].toBool(state.showsDerivedLanes()));
    QStringList flows;
    for (const QJsonValue &v : json[QStringLiteral("flows")].toArray()) {
        if (v.isString())
            flows.append(v.toString());
    }
    state.setShownFlows(flows);
    broken = 0;
    std::vector<TimeMark> marks;
    for (const QJsonValue &v : json[QStringLiteral("marks")].toArray()) {
        const QJsonObject o = v.toObject();
        if (const auto w = windowOf(v))
            marks.push_back({w->fromNs, w->toNs, o[QStringLiteral("name")].toString(),
                             o[QStringLiteral("color")].toInt(), o[QStringLiteral("note")].toString()});
        else
            ++broken;
    }
    state.setMarks(std::move(marks));
    const QJsonObject bookmarks = json[QStringLiteral("bookmarks")].toObject();
    for (auto it = bookmarks.begin(); it != bookmarks.end(); ++it) {
        const int number = it.key().toInt();
        const auto w = windowOf(it.value());
        if (number >= 1 && number <= 9 && w && !w->isEmpty())
            state.setBookmark(number, *w);
        else
            ++broken;
    }
    if (broken > 0)
        leftOut.append(StateText::tr("%n mark(s) or bookmark(s) cannot be read.", nullptr, broken));
    return leftOut;
}

} // namespace rs
