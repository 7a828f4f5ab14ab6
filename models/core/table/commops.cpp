// SPDX-License-Identifier: Apache-2.0
#include "core/table/commops.h"

#include <algorithm>

namespace rs {

namespace {

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
    const Counts counts{rows(), startTexts.size(), transport.size(), packets.size()};
    bool fits = true;
    each(*this, [&](const auto &column, Per per) { fits = fits && column.size() == counts[per]; });
    return fits && areEnds(startTextEnd, rows(), startTexts.size()) &&
           areEnds(transportEnd, rows(), transport.size()) && areEnds(packetEnd, transport.size(), packets.size()) &&
           allBelow(name, names.size()) && allBelow(step, words.size()) && allBelow(groupHash, words.size()) &&
           allBelow(transport, words.size());
}

qint64 CommColumns::bytes() const
{
    size_t sum = sizeof *this;
    each(*this, [&sum](const auto &column, Per) { sum += column.capacity() * sizeof(column.front()); });
    return static_cast<qint64>(sum) + words.bytes() + names.bytes();
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
    const CommColumns::Counts counts{more(m_rows), more(c.startTexts.size()), more(c.transport.size()),
                                     more(c.packets.size())};
    CommColumns::each(c, [&counts](auto &column, CommColumns::Per per) { column.reserve(counts[per]); });
}

// Of an operator that was not added whole.
void CommOpsBuilder::truncate(size_t rows)
{
    CommColumns &c = *m_columns;
    const size_t transports = CommColumns::firstOf(c.transportEnd, rows);
    const CommColumns::Counts counts{rows, CommColumns::firstOf(c.startTextEnd, rows), transports,
                                     CommColumns::firstOf(c.packetEnd, transports)};
    CommColumns::each(
        c, [&counts](auto &column, CommColumns::Per per) { column.resize(std::min(counts[per], column.size())); });
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
    CommColumns::each(c, [](auto &column, CommColumns::Per) { shrinkColumn(column); });
    return CommOps(std::move(m_columns));
}

} // namespace rs
