// SPDX-License-Identifier: Apache-2.0
#include "app/session/rankupdates.h"

#include <algorithm>
#include <utility>

namespace rs {

RankUpdates::RankUpdates(Deliver deliver, int pauseMs, QObject *parent)
    : QObject(parent), m_deliver(std::move(deliver)), m_paced([this] { deliverAll(); }, pauseMs)
{
}

template <typename Change>
void RankUpdates::change(const Source &source, int index, Change change)
{
    const std::lock_guard lock(m_mutex);
    auto batch = std::find_if(m_batches.begin(), m_batches.end(), [&](const Batch &b) { return b.source == source; });
    if (batch == m_batches.end())
        batch = m_batches.insert(batch, Batch{source, {}});
    RankUpdate &update = batch->ranks[index];
    update.index = index;
    change(update);
    if (!m_woken) {
        QMetaObject::invokeMethod(this, &RankUpdates::wake, Qt::QueuedConnection);
        m_woken = true;
    }
}

void RankUpdates::begun(const Source &source, int index)
{
    change(source, index, [](RankUpdate &a) { a.begun = true; });
}

void RankUpdates::part(const Source &source, int index, std::shared_ptr<const RankData> data)
{
    // The older one goes after the lock does.
    change(source, index, [&data](RankUpdate &a) { std::swap(a.data, data); });
}

void RankUpdates::lanes(const Source &source, int index, std::shared_ptr<const Trace> trace)
{
    change(source, index, [&trace](RankUpdate &a) { std::swap(a.lanes, trace); });
}

void RankUpdates::ended(const Source &source, int index, std::shared_ptr<const RankData> data, qint64 bytes)
{
    std::shared_ptr<const Trace> lanes;
    change(source, index, [&data, &lanes, bytes](RankUpdate &a) {
        std::swap(a.data, data);
        std::swap(a.lanes, lanes);
        a.bytes = bytes;
        a.ended = true;
    });
}

RankUpdates::Batch RankUpdates::take(const Source &source)
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

void RankUpdates::hand(const Batch &batch) const
{
    std::vector<RankUpdate> ranks;
    for (const auto &[index, update] : batch.ranks)
        ranks.push_back(update);
    if (!ranks.empty())
        m_deliver(batch.source, ranks);
}

void RankUpdates::deliver(const Source &source)
{
    hand(take(source));
}

void RankUpdates::forget(const Source &source)
{
    (void)take(source);
}

void RankUpdates::wake()
{
    {
        const std::lock_guard lock(m_mutex);
        m_woken = false;
        if (m_batches.empty())
            return;
    }
    m_paced.request();
}

void RankUpdates::deliverAll()
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

#include "moc_rankupdates.cpp"
