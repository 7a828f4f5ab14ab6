// SPDX-License-Identifier: Apache-2.0
#include "app/sessionstate.h"

#include "views/rankname.h"

#include <QJsonArray>

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
