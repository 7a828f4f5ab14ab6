// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "views/widgets/throttle.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace rs {

/// News of one rank since the last delivery.
struct RankUpdate
{
    int index = -1;
    bool begun = false;                   ///< its reading began
    bool ended = false;                   ///< nothing more comes; without data it could not be read
    std::shared_ptr<const RankData> data; ///< the newest; null when nothing new came
    std::shared_ptr<const Trace> lanes;   ///< before the rank itself; null when none came, or both at once
    qint64 bytes = 0;                     ///< what an ended one takes
};

/// Gathers what loads tell of their ranks, from their threads, and hands it to the GUI thread together: at once when
/// nothing came for a while, else after a pause. A run of thousands of small ranks so changes a few times a second, not
/// several times for each of them.
class RankUpdates : public QObject
{
    Q_OBJECT
public:
    /// Owner of the ranks; compared by address.
    using Source = std::shared_ptr<const void>;
    using Deliver = std::function<void(const Source &source, const std::vector<RankUpdate> &ranks)>;

    explicit RankUpdates(Deliver deliver, int pauseMs = Throttle::usualPauseMs, QObject *parent = nullptr);

    // From any thread. Newer data of a rank replaces older one that was not delivered yet.
    void begun(const Source &source, int index);
    void part(const Source &source, int index, std::shared_ptr<const RankData> data);
    void lanes(const Source &source, int index, std::shared_ptr<const Trace> trace);
    void ended(const Source &source, int index, std::shared_ptr<const RankData> data, qint64 bytes);

    /// Delivers what there is of the source. On the GUI thread, as is all that follows.
    void deliver(const Source &source);
    /// Drops all news of the source.
    void forget(const Source &source);
    /// Least time between two deliveries, in milliseconds.
    void setPause(int pauseMs) { m_paced.setPause(pauseMs); }

private:
    struct Batch
    {
        Source source;
        std::map<int, RankUpdate> ranks;
    };
    template <typename Change>
    void change(const Source &source, int index, Change change);
    [[nodiscard]] Batch take(const Source &source);
    void hand(const Batch &batch) const;
    void wake();
    void deliverAll();

    Deliver m_deliver;
    Throttle m_paced;
    std::mutex m_mutex; ///< guards what follows
    std::vector<Batch> m_batches;
    bool m_woken = false;
};

} // namespace rs
