// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/streammemory.h"

#include "core/job/cancelsort.h"
#include "core/table/memorycolumns.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

namespace rs {

namespace {

struct HeldChange
{
    QString device;
    QString stream;
    qint64 ns = 0;
    double kb = 0;
    [[nodiscard]] bool isOfSame(const HeldChange &other) const
    {
        return stream == other.stream && device == other.device;
    }
};

/// False when cancelled.
bool collect(const Table &blocks, std::vector<HeldChange> &out, const JobContext &job)
{
    const AllocationColumns c(blocks);
    const StampRange range = c.allocated >= 0 ? credibleStampsOf(blocks, c.allocated) : StampRange();
    std::vector<size_t> before; // places of blocks without an allocation
    std::optional<qint64> first;
    JobPoll poll(job);
    for (int row = 0; row < blocks.rows(); ++row) {
        if (poll.isCanceled())
            return false;
        const auto from = c.allocatedAt(blocks, row);
        const auto to = c.releasedAt(blocks, row);
        if ((!from && !to) || (from && to && *to < *from))
            continue;
        const qint64 start = from.value_or(to.value_or(0));
        if (!range.contains(start))
            continue;
        first = std::min(first.value_or(start), start);
        const QString stream = blocks.textOf(row, c.stream);
        if (stream.isEmpty() || !blocks.has(row, c.sizeKb))
            continue;
        const double kb = blocks.real(row, c.sizeKb);
        const QString device = blocks.textOf(row, c.device);
        if (!from)
            before.push_back(out.size());
        out.push_back({device, stream, start, kb});
        if (to && range.contains(*to))
            out.push_back({device, stream, *to, -kb});
    }
    for (const size_t i : before)
        out[i].ns = *first;
    return true;
}

} // namespace

bool canHaveStreams(const Table &blocks)
{
    return AllocationColumns(blocks).stream >= 0;
}

std::shared_ptr<const Table> streamMemory(const Table &blocks, const JobContext &job)
{
    std::vector<HeldChange> changes;
    const auto isBefore = [](const HeldChange &a, const HeldChange &b) {
        return std::tie(a.device, a.stream, a.ns) < std::tie(b.device, b.stream, b.ns);
    };
    if (!collect(blocks, changes, job) || !sortCancellably(changes, job, isBefore))
        return nullptr;
    auto out = std::make_shared<Table>();
    out->addColumn(QStringLiteral("Component"), ColumnType::Text);
    out->addColumn(QStringLiteral("Time"), ColumnType::TimeStamp);
    out->addColumn(QStringLiteral("Held(KB)"), ColumnType::Real);
    out->addColumn(QStringLiteral("Stream"), ColumnType::Text);
    out->addColumn(QStringLiteral("Device"), ColumnType::Text);
    const auto at = [](StreamMemoryColumn c) { return static_cast<int>(c); };
    JobPoll poll(job);
    double held = 0;
    for (size_t i = 0; i < changes.size(); ++i) {
        if (poll.isCanceled())
            return nullptr;
        const HeldChange &c = changes[i];
        held = i > 0 && c.isOfSame(changes[i - 1]) ? held + c.kb : c.kb;
        if (i + 1 < changes.size() && c.isOfSame(changes[i + 1]) && c.ns == changes[i + 1].ns)
            continue;
        out->appendMissing(at(StreamMemoryColumn::Component));
        out->appendInteger(at(StreamMemoryColumn::Time), c.ns);
        // Sums of what was added and taken away end beside 0.
        out->appendReal(at(StreamMemoryColumn::Held), std::abs(held) < 1e-6 ? 0 : held);
        out->appendText(at(StreamMemoryColumn::Stream), c.stream.toStdString());
        if (c.device.isEmpty())
            out->appendMissing(at(StreamMemoryColumn::Device));
        else
            out->appendText(at(StreamMemoryColumn::Device), c.device.toStdString());
        out->finishRow();
    }
    return out;
}

} // namespace rs
