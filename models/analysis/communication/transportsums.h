// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/commops.h"

#include <QString>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// With four decimals, as the writers keep ratios and bandwidths.
[[nodiscard]] double rounded4(double v);
/// GB/s; 0 of what took no time.
[[nodiscard]] std::optional<double> bandwidthOver(std::optional<double> sizeMb, std::optional<double> timeMs);

/// Index of each packet size in a list, by its bits.
class SizePlaces
{
public:
    /// Its place; `next` where it is new.
    size_t placeOf(double size, size_t next);

private:
    static constexpr quint32 Free = 0xffffffff;
    struct Slot
    {
        quint64 size = 0;
        quint32 place = Free;
    };

    [[nodiscard]] Slot &slotOf(quint64 size);
    void grow();

    std::vector<Slot> m_slots; // a power of two
    size_t m_count = 0;
};

/// Sums over transports of operators, in the order in which these are first met.
class TransportSums
{
public:
    void add(const CommOpRef &op);
    /// Once, as the last.
    [[nodiscard]] std::vector<TransportInfo> take();

private:
    struct Sum
    {
        TransportInfo info;
        double packets = 0; ///< number of packets
        SizePlaces places;
    };

    [[nodiscard]] std::pair<Sum *, bool> sumOf(const QString &transport);
    static void addRatio(const TransportRef &part, Sum &sum);

    std::vector<Sum> m_sums;
    std::map<QString, size_t> m_at; ///< by name
};

} // namespace rs
