// SPDX-License-Identifier: Apache-2.0
#include "core/table/commops.h"

#include <algorithm>

namespace rs {

namespace {

// Lists one behind the other: where each ends, the last at `all`.
template <typename Row, typename End>
bool areEnds(const std::vector<Row> &rows, End end, size_t all)
{
    return std::ranges::is_sorted(rows, {}, end) && (rows.empty() ? 0 : rows.back().*end) == all;
}

} // namespace

bool CommColumns::isSound() const
{
    const auto isWord = [this](WordId id) { return raw(id) < words.size(); };
    return areEnds(operators, &CommOpRow::startTextEnd, startTexts.size()) &&
           areEnds(operators, &CommOpRow::transportEnd, transports.size()) &&
           areEnds(transports, &CommTransportRow::packetEnd, packets.size()) &&
           std::ranges::all_of(operators,
                               [&](const CommOpRow &op) {
                                   return raw(op.name) < names.size() && isWord(op.step) && isWord(op.groupHash);
                               }) &&
           std::ranges::all_of(transports, isWord, &CommTransportRow::transport);
}

qint64 CommColumns::bytes() const
{
    size_t sum = sizeof *this;
    each(*this, [&sum](const auto &column) { sum += column.capacity() * sizeof(column.front()); });
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
    static_cast<CommTimes &>(out) = times();
    out.step = step();
    out.p2p = p2p();
    out.name = name();
    out.groupHash = groupHash();
    out.rank = rank();
    out.startUs = startUs();
    out.startText = startText();
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
    for (const TransportInfo &t : op.transports)
        m_transports.push_back(
            {{{{{t.sizeMb, t.timeMs, t.bandwidthGbs, t.largePacketRatio}}}, wordId(t.transport)}, t.packets});
    const std::string name = op.name.toStdString();
    const std::string start = op.startText.toStdString();
    add({{{op.startUs, op.elapseMs, op.transitMs, op.waitMs, op.synchronizationMs, op.idleMs, op.waitRatio,
           op.synchronizationRatio}},
         op.p2p,
         nameId(name),
         wordId(op.step),
         wordId(op.groupHash),
         op.rank},
        start, m_transports);
}

void CommOpsBuilder::add(CommOpRow op, std::string_view startText, std::span<const CommTransport> transports)
{
    CommColumns &c = *m_columns;
    const std::array<size_t, 3> before{c.startTexts.size(), c.transports.size(), c.packets.size()};
    try {
        c.startTexts.insert(c.startTexts.end(), startText.begin(), startText.end());
        for (const CommTransport &t : transports) {
            c.packets.insert(c.packets.end(), t.packets.begin(), t.packets.end());
            c.transports.push_back(t.row);
            c.transports.back().packetEnd = static_cast<quint32>(c.packets.size());
        }
        op.startTextEnd = static_cast<quint32>(c.startTexts.size());
        op.transportEnd = static_cast<quint32>(c.transports.size());
        c.operators.push_back(op);
    } catch (...) {
        c.startTexts.resize(before[0]);
        c.transports.resize(before[1]);
        c.packets.resize(before[2]);
        throw;
    }
    if (c.total == NoText && c.names.view(op.name) == CommColumns::TotalName)
        c.total = op.name;
}

void CommOpsBuilder::reserve(double times)
{
    CommColumns::each(*m_columns, [times](auto &column) {
        column.reserve(static_cast<size_t>(static_cast<double>(column.size()) * times));
    });
}

void CommOpsBuilder::dropStart(size_t i)
{
    m_dropped.push_back(i);
    m_columns->operators[i].drop(CommColumns::Start);
}

CommOps CommOpsBuilder::seal()
{
    CommColumns &c = *m_columns;
    if (c.rows() == 0)
        return {};
    size_t to = 0;
    size_t from = 0;
    auto dropped = m_dropped.begin();
    for (size_t i = 0; !m_dropped.empty() && i < c.rows(); ++i) {
        const size_t end = c.operators[i].startTextEnd;
        if (dropped != m_dropped.end() && *dropped == i) {
            ++dropped;
        } else {
            std::copy(c.startTexts.begin() + static_cast<std::ptrdiff_t>(from),
                      c.startTexts.begin() + static_cast<std::ptrdiff_t>(end),
                      c.startTexts.begin() + static_cast<std::ptrdiff_t>(to));
            to += end - from;
        }
        c.operators[i].startTextEnd = static_cast<quint32>(to);
        from = end;
    }
    if (!m_dropped.empty())
        c.startTexts.resize(to);
    m_words.finish();
    c.names.shrink();
    CommColumns::each(c, [](auto &column) { shrinkColumn(column); });
    return CommOps(std::move(m_columns));
}

} // namespace rs
