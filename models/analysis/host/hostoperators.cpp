// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostoperators.h"

#include "analysis/host/lanesubject.h"

#include <algorithm>
#include <unordered_map>

namespace rs {

namespace {

void addCall(HostOperator &to, const Table &table, const HostColumns &columns, int row)
{
    ++to.calls;
    for (size_t i = 0; i < HostTimes; ++i) {
        if (table.has(row, columns.times[i]))
            to.sums.add(static_cast<HostTime>(i), table.real(row, columns.times[i]));
    }
    const int self = columns.times[static_cast<size_t>(HostTime::HostSelf)];
    if (self >= 0)
        to.longestUs = std::max(to.longestUs, table.real(row, self));
}

void sortBySelf(std::vector<HostOperator> &operators)
{
    std::ranges::stable_sort(operators, [](const HostOperator &a, const HostOperator &b) {
        const double x = a.sums.us(HostTime::HostSelf);
        const double y = b.sums.us(HostTime::HostSelf);
        return x != y ? x > y : a.calls > b.calls;
    });
}

} // namespace

std::vector<HostOperator> hostOperators(const Table &table, const JobContext &job)
{
    const HostColumns columns(table);
    std::vector<HostOperator> out;
    if (columns.name < 0)
        return out;
    constexpr quint32 none = 0xffffffffU;
    std::vector<quint32> placeOf(table.strings().size(), none);
    std::unordered_map<quint64, qint64> shapesOf;
    JobPoll poll(job);
    for (int row = 0; row < table.rows(); ++row) {
        if (poll.isCanceled())
            return {};
        const StrId name = table.textId(row, columns.name);
        quint32 &place = placeOf[raw(name)];
        if (place == none) {
            place = static_cast<quint32>(out.size());
            out.emplace_back().name = name;
        }
        addCall(out[place], table, columns, row);
        if (columns.shapes >= 0) {
            const quint64 key = quint64{raw(name)} << 32 | raw(table.textId(row, columns.shapes));
            if (++shapesOf[key] == 1)
                ++out[place].variants;
        }
    }
    sortBySelf(out);
    return out;
}

std::vector<HostOperator> hostOperatorShapes(const Table &table, StrId name, const JobContext &job)
{
    const HostColumns columns(table);
    std::vector<HostOperator> out;
    if (columns.name < 0 || columns.shapes < 0)
        return out;
    std::unordered_map<quint32, size_t> placeOf;
    JobPoll poll(job);
    for (int row = 0; row < table.rows(); ++row) {
        if (poll.isCanceled())
            return {};
        if (table.textId(row, columns.name) != name)
            continue;
        const StrId shapes = table.textId(row, columns.shapes);
        const auto [at, isNew] = placeOf.try_emplace(raw(shapes), out.size());
        if (isNew) {
            HostOperator &op = out.emplace_back();
            op.name = name;
            op.shapes = shapes;
            op.anyShapes = false;
        }
        addCall(out[at->second], table, columns, row);
    }
    sortBySelf(out);
    return out;
}

std::vector<SliceId> longestHostSlices(const Trace &trace, const JobContext &job)
{
    std::vector<SliceId> out(trace.strings().size(), NoSlice);
    const SliceStore &slices = trace.slices();
    JobPoll poll(job);
    for (const LaneSubject subject : {LaneSubject::Framework, LaneSubject::Cann}) {
        for (const LaneId lane : lanesOf(trace, subject)) {
            for (const SliceId slice : trace.slicesOf(lane)) {
                if (poll.isCanceled())
                    return {};
                SliceId &longest = out[raw(slices.name(slice))];
                if (longest == NoSlice || slices.duration(slice) > slices.duration(longest))
                    longest = slice;
            }
        }
    }
    return out;
}

} // namespace rs
