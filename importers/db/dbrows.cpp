// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbrows.h"

#include "core/base/timens.h"

namespace rs {

const char *dbSliceTableName(DbSliceTable table)
{
    static constexpr const char *words[] = {
        "", "TASK", "CANN_API", "PYTORCH_API", "COMMUNICATION_OP", "COMMUNICATION_TASK_INFO", "MSTX_EVENTS", "slice"};
    return words[static_cast<size_t>(table)];
}

std::string cannPid(qint64 hostPid, qint64 sortIndex, qint64 device)
{
    return std::to_string((static_cast<quint64>(hostPid) << 10) | (static_cast<quint64>(sortIndex) << 5) |
                          (static_cast<quint64>(device) & 31));
}

std::string npuLabel(qint64 device)
{
    return device < 0 ? std::string("NPU") : "NPU " + std::to_string(device);
}

void DbChunk::expect(size_t slices, size_t details)
{
    expectMore(chunk.slices, slices);
    expectMore(chunk.details, details);
}

void DbChunk::process(const std::string &pid, std::string_view name, std::string_view label, qint64 sortIndex)
{
    using Kind = TraceChunk::MetaKind;
    const StrId id = text(pid);
    for (const auto &[kind, value] : {std::pair(Kind::ProcessName, name), std::pair(Kind::ProcessLabels, label)}) {
        TraceChunk::Meta m;
        m.kind = kind;
        m.pid = id;
        m.text = text(value);
        if (!value.empty())
            chunk.metas.push_back(m);
    }
    TraceChunk::Meta m;
    m.kind = Kind::ProcessSortIndex;
    m.pid = id;
    m.number = sortIndex;
    chunk.metas.push_back(m);
}

quint32 DbChunk::thread(const std::string &pid, const std::string &tid, std::string_view name, qint64 sortIndex)
{
    TraceChunk::Meta m;
    m.kind = TraceChunk::MetaKind::ThreadName;
    m.pid = text(pid);
    m.tid = text(tid);
    m.text = text(name);
    chunk.metas.push_back(m);
    m.kind = TraceChunk::MetaKind::ThreadSortIndex;
    m.text = NoText;
    m.number = sortIndex;
    chunk.metas.push_back(m);
    return chunk.lane(pid, tid);
}

TraceChunk::Slice *DbChunk::slice(DbScan &row, int startColumn, int endColumn, DbSliceTable table)
{
    const auto times = row.times(startColumn, endColumn);
    return times ? slice(times->first, times->second, dbRowAddress(table, row.rowId())) : nullptr;
}

TraceChunk::Slice *DbChunk::slice(qint64 start, qint64 end, quint64 address)
{
    if (end < start || end - start > MaxDurationNs)
        return nullptr;
    TraceChunk::Slice s;
    s.start = start;
    s.duration = end - start;
    s.argsAt = TraceChunk::packSource(m_source.file, address);
    s.argsLength = address == 0 ? 0 : 1;
    chunk.slices.push_back(s);
    return &chunk.slices.back();
}

void DbChunk::setDetail(TraceChunk::Slice &slice, const TaskDetail &detail)
{
    chunk.details.push_back(detail);
    slice.detail = static_cast<quint32>(chunk.details.size());
}

void DbChunk::sample(const std::string &pid, std::string_view name, std::string_view series, qint64 ts, double value)
{
    TraceChunk::Sample s;
    s.ts = ts;
    s.value = value;
    s.series = chunk.seriesOf(pid, name, series);
    chunk.samples.push_back(s);
}

bool isListOfShapes(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789,;\"-[] \r\n") == std::string_view::npos;
}

} // namespace rs
