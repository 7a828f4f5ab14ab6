// SPDX-License-Identifier: Apache-2.0
#include "core/table/commops.h"

#include <algorithm>

namespace rs {

namespace {

template <typename T>
qint64 columnBytes(const std::vector<T> &column)
{
    return static_cast<qint64>(column.capacity() * sizeof(T));
}

template <typename T>
void truncateColumn(std::vector<T> &column, size_t rows)
{
    column.resize(std::min(rows, column.size()));
}

// Of `rows` lists one behind the other: where each ends, the last at `all`.
bool areEnds(const std::vector<quint32> &ends, size_t rows, size_t all)
{
    return ends.size() == rows && std::ranges::is_sorted(ends) && (rows == 0 ? 0 : ends.back()) == all;
}

template <typename Id>
bool allBelow(const std::vector<Id> &ids, size_t bound)
{
    return std::ranges::all_of(ids, [bound](Id id) { return raw(id) < bound; });
}

} // namespace

bool CommColumns::isSound() const
{
    const size_t rows = name.size();
    const size_t transports = transport.size();
    return step.size() == rows && groupHash.size() == rows && rank.size() == rows && p2p.size() == rows &&
           numbers.isSound(rows) && transportNumbers.isSound(transports) &&
           areEnds(startTextEnd, rows, startTexts.size()) && areEnds(transportEnd, rows, transports) &&
           areEnds(packetEnd, transports, packets.size()) && allBelow(name, names.size()) &&
           allBelow(step, words.size()) && allBelow(groupHash, words.size()) && allBelow(transport, words.size());
}

qint64 CommColumns::bytes() const
{
    return static_cast<qint64>(sizeof *this) + words.bytes() + names.bytes() + columnBytes(name) + columnBytes(step) +
           columnBytes(groupHash) + columnBytes(rank) + columnBytes(p2p) + numbers.bytes() + columnBytes(startTexts) +
           columnBytes(startTextEnd) + columnBytes(transportEnd) + columnBytes(transport) + transportNumbers.bytes() +
           columnBytes(packetEnd) + columnBytes(packets);
}

TransportInfo TransportRef::record() const
{
    const auto all = packets();
    return {transport(), sizeMb(), timeMs(), bandwidthGbs(), largePacketRatio(), {all.begin(), all.end()}};
}

CommOp CommOpRef::record() const
{
    CommOp out;
    out.step = step();
    out.p2p = p2p();
    out.name = name();
    out.groupHash = groupHash();
    out.rank = rank();
    out.startUs = startUs();
    out.startText = startText();
    out.elapseMs = elapseMs();
    out.transitMs = transitMs();
    out.waitMs = waitMs();
    out.synchronizationMs = synchronizationMs();
    out.idleMs = idleMs();
    out.waitRatio = waitRatio();
    out.synchronizationRatio = synchronizationRatio();
    out.transports.reserve(transports().size());
    for (const TransportRef t : transports())
        out.transports.push_back(t.record());
    return out;
}

CommOps::CommOps(const std::vector<CommOp> &records)
{
    CommOpsBuilder builder;
    for (const CommOp &op : records)
        builder.add(op);
    *this = builder.seal();
}

std::vector<CommOp> CommOps::records() const
{
    std::vector<CommOp> out;
    out.reserve(size());
    for (const CommOpRef op : *this)
        out.push_back(op.record());
    return out;
}

std::optional<StrId> CommOps::nameId(std::string_view name) const
{
    return m_columns ? m_columns->names.find(name) : std::nullopt;
}

void CommOpsBuilder::add(const CommOp &op)
{
    m_transports.clear();
    for (const TransportInfo &t : op.transports) {
        const auto [numbers, present] =
            OptionalNumbers<4>::split({t.sizeMb, t.timeMs, t.bandwidthGbs, t.largePacketRatio});
        m_transports.push_back({wordId(t.transport), numbers, present, t.packets});
    }
    const QByteArray name = op.name.toUtf8();
    const QByteArray start = op.startText.toUtf8();
    const auto viewOf = [](const QByteArray &utf8) {
        return std::string_view(utf8.constData(), static_cast<size_t>(utf8.size()));
    };
    const auto [numbers, present] =
        OptionalNumbers<8>::split({op.startUs, op.elapseMs, op.transitMs, op.waitMs, op.synchronizationMs, op.idleMs,
                                   op.waitRatio, op.synchronizationRatio});
    add({nameId(viewOf(name)), wordId(op.step), wordId(op.groupHash), op.p2p, op.rank, numbers, present, viewOf(start)},
        m_transports);
}

void CommOpsBuilder::add(const CommOpRow &op, std::span<const CommTransportRow> transports)
{
    CommColumns &c = *m_columns;
    try {
        c.name.push_back(op.name);
        c.step.push_back(op.step);
        c.groupHash.push_back(op.groupHash);
        c.rank.push_back(op.rank);
        c.p2p.push_back(op.p2p ? 1 : 0);
        c.numbers.add(op.numbers, op.present);
        c.startTexts.insert(c.startTexts.end(), op.startText.begin(), op.startText.end());
        c.startTextEnd.push_back(static_cast<quint32>(c.startTexts.size()));
        for (const CommTransportRow &t : transports) {
            c.transport.push_back(t.transport);
            c.transportNumbers.add(t.numbers, t.present);
            c.packets.insert(c.packets.end(), t.packets.begin(), t.packets.end());
            c.packetEnd.push_back(static_cast<quint32>(c.packets.size()));
        }
        c.transportEnd.push_back(static_cast<quint32>(c.transport.size()));
    } catch (...) {
        truncate(m_rows);
        throw;
    }
    if (c.total == NoText && c.names.view(op.name) == CommColumns::TotalName)
        c.total = op.name;
    ++m_rows;
}

void CommOpsBuilder::reserve(double times)
{
    CommColumns &c = *m_columns;
    const auto more = [times](size_t rows) { return static_cast<size_t>(static_cast<double>(rows) * times); };
    const size_t rows = more(m_rows);
    c.name.reserve(rows);
    c.step.reserve(rows);
    c.groupHash.reserve(rows);
    c.rank.reserve(rows);
    c.p2p.reserve(rows);
    c.numbers.reserve(rows);
    c.startTexts.reserve(more(c.startTexts.size()));
    c.startTextEnd.reserve(rows);
    c.transportEnd.reserve(rows);
    const size_t transports = more(c.transport.size());
    c.transport.reserve(transports);
    c.transportNumbers.reserve(transports);
    c.packetEnd.reserve(transports);
    c.packets.reserve(more(c.packets.size()));
}

// Of an operator that was not added whole.
void CommOpsBuilder::truncate(size_t rows)
{
    CommColumns &c = *m_columns;
    truncateColumn(c.name, rows);
    truncateColumn(c.step, rows);
    truncateColumn(c.groupHash, rows);
    truncateColumn(c.rank, rows);
    truncateColumn(c.p2p, rows);
    c.numbers.truncate(rows);
    truncateColumn(c.startTextEnd, rows);
    truncateColumn(c.startTexts, CommColumns::firstOf(c.startTextEnd, rows));
    truncateColumn(c.transportEnd, rows);
    const size_t transports = CommColumns::firstOf(c.transportEnd, rows);
    truncateColumn(c.transport, transports);
    c.transportNumbers.truncate(transports);
    truncateColumn(c.packetEnd, transports);
    truncateColumn(c.packets, CommColumns::firstOf(c.packetEnd, transports));
}

void CommOpsBuilder::dropStart(size_t i)
{
    m_dropped.push_back(i);
    m_columns->numbers.drop(CommColumns::Start, i);
}

CommOps CommOpsBuilder::seal()
{
    if (m_rows == 0)
        return {};
    CommColumns &c = *m_columns;
    size_t to = 0;
    size_t from = 0;
    auto dropped = m_dropped.begin();
    for (size_t i = 0; !m_dropped.empty() && i < m_rows; ++i) {
        const size_t end = c.startTextEnd[i];
        if (dropped != m_dropped.end() && *dropped == i) {
            ++dropped;
        } else {
            std::copy(c.startTexts.begin() + static_cast<std::ptrdiff_t>(from),
                      c.startTexts.begin() + static_cast<std::ptrdiff_t>(end),
                      c.startTexts.begin() + static_cast<std::ptrdiff_t>(to));
            to += end - from;
        }
        c.startTextEnd[i] = static_cast<quint32>(to);
        from = end;
    }
    if (!m_dropped.empty())
        c.startTexts.resize(to);
    m_words.finish();
    c.names.shrink();
    c.numbers.shrink();
    c.transportNumbers.shrink();
    shrinkColumn(c.name);
    shrinkColumn(c.step);
    shrinkColumn(c.groupHash);
    shrinkColumn(c.rank);
    shrinkColumn(c.p2p);
    shrinkColumn(c.startTexts);
    shrinkColumn(c.startTextEnd);
    shrinkColumn(c.transportEnd);
    shrinkColumn(c.transport);
    shrinkColumn(c.packetEnd);
    shrinkColumn(c.packets);
    return CommOps(std::move(m_columns));
}

} // namespace rs
