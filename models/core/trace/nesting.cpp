// SPDX-License-Identifier: Apache-2.0
#include "core/trace/nesting.h"

#include "core/base/saturate.h"
#include "core/trace/rowallocator.h"

#include <algorithm>
#include <limits>

namespace rs {

namespace {

struct Entry
{
    qint64 start;
    qint64 duration;
    quint32 row;
    quint32 position;
};

} // namespace

std::vector<quint32> parentsIn(const SliceStore &slices, const std::vector<SliceStore::Span> &rows,
                               const JobContext &job)
{
    std::vector<Entry> entries;
    RowAllocator ends;
    for (size_t r = 0; r < rows.size(); ++r) {
        for (quint32 i = rows[r].first; i < rows[r].last; ++i)
            entries.push_back({slices.starts()[i], slices.durations()[i], static_cast<quint32>(r),
                               static_cast<quint32>(entries.size())});
        ends.set(r, std::numeric_limits<qint64>::min());
    }
    // In the order in which rows were given to them: what contains others comes before them.
    std::ranges::sort(entries, [](const Entry &a, const Entry &b) {
        if (a.start != b.start)
            return a.start < b.start;
        return a.duration != b.duration ? a.duration > b.duration : a.row < b.row;
    });
    std::vector<quint32> parents(entries.size(), NoParent);
    std::vector<quint32> current(rows.size(), NoParent); // by row: the slice that began last
    for (size_t i = 0; i < entries.size(); ++i) {
        if (i % 65536 == 0 && job.isCanceled())
            return {};
        const Entry &e = entries[i];
        const qint64 end = saturatedSum(e.start, e.duration);
        const size_t behind = ends.lastReaching(std::max(end, saturatedSum(e.start, 1)));
        if (behind > 0 && behind <= e.row)
            parents[e.position] = current[behind - 1];
        ends.set(e.row, end);
        current[e.row] = e.position;
    }
    return parents;
}

} // namespace rs
