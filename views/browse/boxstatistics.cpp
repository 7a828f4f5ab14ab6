// SPDX-License-Identifier: Apache-2.0
#include "views/browse/boxstatistics.h"

#include <QHash>

#include <algorithm>
#include <map>
#include <set>

namespace rs {

std::vector<BoxPart> boxParts(const BoxSelection &box, const RunStore &runs)
{
    // Lanes that the user moved see another part of their own time than the rest of their rank.
    std::map<std::pair<RankRef, qint64>, BoxPart> byRank;
    for (const BoxSelection::Part &p : box.parts) {
        if (p.hidden)
            continue;
        const auto data = runs.rank(p.rank);
        if (!data || !data->trace || raw(p.lane) >= data->trace->lanes().size())
            continue;
        BoxPart &part = byRank[{p.rank, p.shiftNs}];
        part.rank = p.rank;
        part.trace = data->trace;
        part.rankLabel = runs.rankLabel(p.rank);
        part.shiftNs = p.shiftNs;
        part.window = {box.window.fromNs + p.shiftNs, box.window.toNs + p.shiftNs};
        part.lanes.push_back(p.lane);
    }
    std::vector<BoxPart> out;
    for (auto &[key, part] : byRank)
        out.push_back(std::move(part));
    return out;
}

BoxStatistics boxStatistics(const std::vector<BoxPart> &parts, qint64 windowNs, ThreadPool &pool, const JobContext &job)
{
    BoxStatistics out;
    out.windowNs = windowNs;
    QHash<QString, size_t> index;
    std::set<RankRef> ranks;
    IntervalSet wall;
    for (const BoxPart &part : parts) {
        IntervalSet covered;
        const SliceStats stats = sliceStats(*part.trace, part.lanes, part.window, pool, job, &covered);
        if (!stats.complete)
            return out;
        for (Interval &i : covered)
            i = {i.from - part.shiftNs, i.to - part.shiftNs};
        wall = wall.empty() ? std::move(covered) : uniteSets(wall, covered);
        ranks.insert(part.rank);
        out.lanes += static_cast<int>(part.lanes.size());
        out.count += stats.count;
        out.totalNs += stats.totalNs;
        out.clippedNs += stats.clippedNs;
        out.unionNs += stats.unionNs;
        for (const SliceStat &s : stats.rows) {
            const QString name = part.trace->strings().text(s.name);
            const auto it = index.constFind(name);
            if (it == index.constEnd()) {
                index.insert(name, out.names.size());
                out.names.push_back({name, s.count, s.totalNs, s.clippedNs, s.selfNs, s.minNs, s.maxNs});
                continue;
            }
            NameStatistics &n = out.names[*it];
            n.count += s.count;
            n.totalNs += s.totalNs;
            n.clippedNs += s.clippedNs;
            n.selfNs += s.selfNs;
            n.minNs = std::min(n.minNs, s.minNs);
            n.maxNs = std::max(n.maxNs, s.maxNs);
        }
    }
    out.ranks = static_cast<int>(ranks.size());
    out.wallNs = totalLength(wall);
    std::stable_sort(out.names.begin(), out.names.end(),
                     [](const NameStatistics &a, const NameStatistics &b) { return a.totalNs > b.totalNs; });
    out.complete = true;
    return out;
}

Occurrences boxOccurrences(const std::vector<BoxPart> &parts, const QString &name, qint64 originNs,
                           const JobContext &job)
{
    Occurrences out;
    std::vector<Occurrence> rows;
    for (const BoxPart &part : parts) {
        const Trace &trace = *part.trace;
        const auto id = trace.strings().find(name.toUtf8().toStdString());
        if (!id)
            continue;
        const auto &names = trace.slices().names();
        std::vector<Occurrence> found;
        for (const LaneId lane : part.lanes) {
            const Lane &l = trace.lane(lane);
            const QString label = trace.laneLabel(lane);
            for (quint32 r = l.firstRow; r < l.firstRow + l.rowCount; ++r) {
                const auto span = trace.slices().visible(RowId{r}, part.window.from, part.window.to);
                for (quint32 i = span.first; i < span.last; ++i) {
                    if ((i & 0xffffU) == 0 && job.isCanceled())
                        return out;
                    if (names[i] != *id)
                        continue;
                    ++out.all;
                    if (out.all > Occurrences::most)
                        continue;
                    const SliceId s{i};
                    const qint64 start = trace.slices().start(s);
                    found.push_back({part.rank.run, part.rank.index, s, part.rankLabel, label,
                                     start - part.shiftNs - originNs, trace.slices().duration(s), start});
                }
            }
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const Occurrence &a, const Occurrence &b) { return a.absoluteNs < b.absoluteNs; });
        rows.insert(rows.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    }
    out.rows = std::make_shared<OccurrenceRows>(std::move(rows));
    return out;
}

} // namespace rs
