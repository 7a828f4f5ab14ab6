// SPDX-License-Identifier: Apache-2.0
#include "core/trace/tracechunk.h"

#include "core/base/saturate.h"
#include "core/base/timens.h"

#include <algorithm>

namespace rs {

quint32 TraceChunk::lane(std::string_view pid, std::string_view tid)
{
    const StrId p = strings.intern(pid);
    const StrId t = strings.intern(tid);
    const auto [it, isNew] =
        m_laneIndex.try_emplace(quint64{raw(p)} << 32 | raw(t), static_cast<quint32>(lanes.size()));
    if (isNew)
        lanes.push_back({p, t});
    return it->second;
}

quint32 TraceChunk::seriesOf(std::string_view pid, std::string_view name, std::string_view seriesName)
{
    const SeriesKey key{strings.intern(pid), strings.intern(name), strings.intern(seriesName)};
    const auto [it, isNew] = m_seriesIndex.try_emplace(key, static_cast<quint32>(series.size()));
    if (isNew)
        series.push_back(key);
    return it->second;
}

void TraceChunk::reserve(qint64 textBytes)
{
    constexpr qint64 shortEvent = 64;
    const auto events = static_cast<size_t>(textBytes / shortEvent);
    slices.reserve(events);
    details.reserve(events);
    flowEnds.reserve(events);
    samples.reserve(events);
}

qint64 TraceChunk::shift(qint64 ns)
{
    qint64 dropped = 0;
    const auto move = [&](auto &rows, auto stamp) {
        size_t kept = 0;
        for (size_t i = 0; i < rows.size(); ++i) {
            qint64 &ts = rows[i].*stamp;
            ts = saturatedSum(ts, ns);
            if (ts >= LatestStampNs)
                continue;
            if (kept != i)
                rows[kept] = rows[i];
            ++kept;
        }
        dropped += static_cast<qint64>(rows.size() - kept);
        rows.resize(kept);
    };
    move(slices, &Slice::start);
    move(flowEnds, &FlowEnd::ts);
    move(samples, &Sample::ts);
    move(edges, &Edge::ts);
    return dropped;
}

void TraceChunk::dropSamplesAtZero()
{
    samples.erase(std::remove_if(samples.begin(), samples.end(), [](const Sample &s) { return s.ts == 0; }),
                  samples.end());
}

std::optional<StampRange> TraceChunk::span() const
{
    std::optional<StampRange> out;
    for (const Slice &s : slices) {
        const StampRange own{s.start, s.start + s.duration};
        out = out ? StampRange{std::min(out->from, own.from), std::max(out->to, own.to)} : own;
    }
    return out;
}

qint64 TraceChunk::bytes() const
{
    const auto of = [](const auto &v) { return static_cast<qint64>(v.size() * sizeof(v[0])); };
    // Nodes of the indexes by lane and series, with what the heap adds.
    constexpr qint64 nodeBytes = 56;
    const auto nodes = static_cast<qint64>(lanes.size() + series.size());
    return nodes * nodeBytes + strings.bytes() + of(lanes) + of(slices) + of(details) + of(flowEnds) + of(series) +
           of(samples) + of(metas) + of(edges);
}

} // namespace rs
