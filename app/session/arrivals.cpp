// SPDX-License-Identifier: Apache-2.0
#include "app/session/arrivals.h"

#include <algorithm>
#include <utility>

namespace rs {

Arrivals::Arrivals(Deliver deliver, int pauseMs, QObject *parent)
    : QObject(parent), m_deliver(std::move(deliver)), m_paced([this] { deliverAll(); }, pauseMs)
{
}

template <typename Change>
void Arrivals::change(const Source &source, int index, Change change)
{
    const std::lock_guard lock(m_mutex);
    auto batch = std::find_if(m_batches.begin(), m_batches.end(), [&](const Batch &b) { return b.source == source; });
    if (batch == m_batches.end())
        batch = m_batches.insert(batch, Batch{source, {}});
    Arrival &arrival = batch->ranks[index];
    arrival.index = index;
    change(arrival);
    if (!m_woken) {
        QMetaObject::invokeMethod(this, &Arrivals::wake, Qt::QueuedConnection);
        m_woken = true;
    }
}

void Arrivals::begun(const Source &source, int index)
{
    change(source, index, [](Arrival &a) { a.begun = true; });
}

void Arrivals::part(const Source &source, int index, std::shared_ptr<const RankData> data)
{
    // The older one goes after the lock does.
    change(source, index, [&data](Arrival &a) { std::swap(a.data, data); });
}

void Arrivals::lanes(const Source &source, int index, std::shared_ptr<const Trace> trace)
{
    change(source, index, [&trace](Arrival &a) { std::swap(a.lanes, trace); });
}

void Arrivals::ended(const Source &source, int index, std::shared_ptr<const RankData> data, qint64 bytes)
{
    std::shared_ptr<const Trace> lanes;
    change(source, index, [&data, &lanes, bytes](Arrival &a) {
        std::swap(a.data, data);
        std::swap(a.lanes, lanes);
        a.bytes = bytes;
        a.ended = true;
    });
}

Arrivals::Batch Arrivals::take(const Source &source)
{
    const std::lock_guard lock(m_mutex);
    const auto at =
        std::find_if(m_batches.begin(), m_batches.end(), [&](const Batch &b) { return b.source == source; });
    if (at == m_batches.end())
        return {};
    Batch out = std::move(*at);
    m_batches.erase(at);
    return out;
}

void Arrivals::hand(const Batch &batch) const
{
    std::vector<Arrival> ranks;
    for (const auto &[index, arrival] : batch.ranks)
        ranks.push_back(arrival);
    if (!ranks.empty())
        m_deliver(batch.source, ranks);
}

void Arrivals::deliver(const Source &source)
{
    hand(take(source));
}

void Arrivals::forget(const Source &source)
{
    (void)take(source);
}

void Arrivals::wake()
{
    {
        const std::lock_guard lock(m_mutex);
        m_woken = false;
        if (m_batches.empty())
            return;
    }
    m_paced.request();
}

void Arrivals::deliverAll()
{
    std::vector<Batch> batches;
    {
        const std::lock_guard lock(m_mutex);
        batches.swap(m_batches);
    }
    for (const Batch &batch : batches)
        hand(batch);
}

} // namespace rs

#include "moc_arrivals.cpp"
