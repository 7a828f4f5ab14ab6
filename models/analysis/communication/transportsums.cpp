// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/transportsums.h"

#include "analysis/time/optionalsum.h"
#include "core/text/texthash.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace rs {

double rounded4(double v)
{
    return std::round(v * 1e4) / 1e4;
}

std::optional<double> bandwidthOver(std::optional<double> sizeMb, std::optional<double> timeMs)
{
    if (!sizeMb || !timeMs)
        return std::nullopt;
    return *timeMs > 0 ? rounded4(*sizeMb / *timeMs) : 0; // MB per ms are GB per s
}

size_t SizePlaces::placeOf(double size, size_t next)
{
    if ((m_count + 1) * 2 > m_slots.size())
        grow();
    Slot &slot = slotOf(std::bit_cast<quint64>(size));
    if (slot.place == Free) {
        slot = {std::bit_cast<quint64>(size), static_cast<quint32>(next)};
        ++m_count;
    }
    return slot.place;
}

SizePlaces::Slot &SizePlaces::slotOf(quint64 size)
{
    const size_t mask = m_slots.size() - 1;
    size_t at = KeyedHash()(size) & mask;
    while (m_slots[at].place != Free && m_slots[at].size != size)
        at = (at + 1) & mask;
    return m_slots[at];
}

void SizePlaces::grow()
{
    std::vector<Slot> before(std::max<size_t>(16, m_slots.size() * 2));
    before.swap(m_slots);
    for (const Slot &slot : before) {
        if (slot.place != Free)
            slotOf(slot.size) = slot;
    }
}

void TransportSums::add(const CommOpRef &op)
{
    for (const TransportRef t : op.transports()) {
        const auto [sum, isNew] = sumOf(t.transport());
        addPart(sum->info.sizeMb, t.sizeMb(), isNew);
        addPart(sum->info.timeMs, t.timeMs(), isNew);
        const auto packets = t.packets();
        if (packets.empty())
            continue;
        addRatio(t, *sum);
        for (const TransportInfo::Packet &p : packets) {
            std::vector<TransportInfo::Packet> &all = sum->info.packets;
            const size_t place = sum->places.placeOf(p.sizeMb, all.size());
            if (place == all.size()) {
                all.push_back(p);
            } else {
                all[place].count += p.count;
                all[place].timeMs += p.timeMs;
            }
        }
    }
}

std::vector<TransportInfo> TransportSums::take()
{
    std::vector<TransportInfo> out;
    out.reserve(m_sums.size());
    for (Sum &sum : m_sums) {
        sum.info.bandwidthGbs = bandwidthOver(sum.info.sizeMb, sum.info.timeMs);
        out.push_back(std::move(sum.info));
    }
    return out;
}

std::pair<TransportSums::Sum *, bool> TransportSums::sumOf(const QString &transport)
{
    // Operators of one file share the texts of the few transports that there are.
    constexpr size_t few = 8;
    const auto end = m_sums.begin() + static_cast<std::ptrdiff_t>(std::min(few, m_sums.size()));
    const auto at =
        std::find_if(m_sums.begin(), end, [&](const Sum &sum) { return isOneWord(sum.info.transport, transport); });
    if (at != end)
        return {&*at, false};
    const auto [place, isNew] = m_at.try_emplace(transport, m_sums.size());
    if (isNew)
        m_sums.emplace_back().info.transport = transport;
    return {&m_sums[place->second], isNew};
}

// A ratio of packets weighs as many as there are.
void TransportSums::addRatio(const TransportRef &part, Sum &sum)
{
    double own = 0;
    for (const TransportInfo::Packet &p : part.packets())
        own += static_cast<double>(p.count);
    if (own <= 0)
        return;
    std::optional<double> &ratio = sum.info.largePacketRatio;
    const std::optional<double> of = part.largePacketRatio();
    const bool known = of && (sum.packets == 0 || ratio);
    ratio = known ? std::optional((ratio.value_or(0) * sum.packets + *of * own) / (sum.packets + own)) : std::nullopt;
    sum.packets += own;
}

} // namespace rs
