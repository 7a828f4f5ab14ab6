// SPDX-License-Identifier: Apache-2.0
#include "views/compare/overlaidhistogram.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <cmath>

namespace rs {

void OverlaidHistogram::setData(std::shared_ptr<const CompareDurations> data, const QString &baseName,
                                const QString &otherName)
{
    m_data = data && !data->isEmpty() ? std::move(data) : nullptr;
    m_baseName = baseName;
    m_otherName = otherName;
    Bins bins;
    if (m_data)
        bins = {{{baseName, theme().series(0), m_data->base}, {otherName, theme().series(1), m_data->other}},
                m_data->leastNs,
                m_data->mostNs,
                true};
    setBins(std::move(bins));
}

QString OverlaidHistogram::binText(int bin) const
{
    const auto b = static_cast<size_t>(bin);
    return tr("%1 to %2: %3 of %4, %5 of %6", "durations, then executions and rank of each side")
        .arg(format::duration(static_cast<qint64>(std::lround(m_data->edgeNs(b)))),
             format::duration(static_cast<qint64>(std::lround(m_data->edgeNs(b + 1)))),
             format::integer(m_data->base[b]), m_baseName, format::integer(m_data->other[b]), m_otherName);
}

} // namespace rs

#include "moc_overlaidhistogram.cpp"
