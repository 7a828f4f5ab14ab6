// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/timesweep.h"

#include "core/job/cancelsort.h"

#include <algorithm>
#include <functional>

namespace rs {

namespace {

constexpr qint64 sweepEnd = std::numeric_limits<qint64>::max();

/// Boundaries of a set one by one: it is on from the first to the second, from the third to the fourth, ...
class Boundaries
{
public:
    explicit Boundaries(const IntervalSet &set) : m_set(set) {}
    [[nodiscard]] bool isAtEnd() const { return m_next == 2 * m_set.size(); }
    [[nodiscard]] qint64 next() const
    {
        const Interval &range = m_set[m_next / 2];
        return m_next % 2 == 0 ? range.from : range.to;
    }
    void passUntil(qint64 t)
    {
        while (!isAtEnd() && next() <= t)
            ++m_next;
    }
    [[nodiscard]] bool isOn() const { return m_next % 2 == 1; }

private:
    const IntervalSet &m_set;
    size_t m_next = 0;
};

quint64 nsBetween(qint64 from, qint64 to)
{
    return static_cast<quint64>(to) - static_cast<quint64>(from);
}

class Sweeper
{
public:
    Sweeper(const DeviceSets &sets, std::vector<SweepPoint> &points)
        : m_compute(sets.compute), m_communication(sets.communication), m_copy(sets.copy), m_points(points)
    {
        for (const IntervalSet *set : {&sets.compute, &sets.communication}) {
            if (!set->empty())
                m_extent = {std::min(m_extent.from, set->front().from), std::max(m_extent.to, set->back().to)};
        }
    }

    [[nodiscard]] bool run(const std::vector<qint64> &moments, const JobContext &job)
    {
        JobPoll poll(job);
        size_t moment = 0;
        while (moment < moments.size() || !m_compute.isAtEnd() || !m_communication.isAtEnd() || !m_copy.isAtEnd()) {
            if (poll.isCanceled())
                return false;
            qint64 t = moment < moments.size() ? moments[moment] : sweepEnd;
            for (const Boundaries *b : {&m_compute, &m_communication, &m_copy})
                t = b->isAtEnd() ? t : std::min(t, b->next());
            passTo(t);
            m_compute.passUntil(t);
            m_communication.passUntil(t);
            m_copy.passUntil(t);
            const std::array<bool, DeviceRunCount> on = runsAt(t);
            endRuns(t, on);
            for (; moment < moments.size() && moments[moment] == t; ++moment)
                answer(t);
            startRuns(t, on);
        }
        return true;
    }

private:
    struct Track
    {
        bool on = false;
        qint64 from = 0;
        quint64 endedNs = 0;
        qint64 lastEnd = std::numeric_limits<qint64>::min();
        size_t insideFrom = 0;   // points from here on lie in the run that goes on
        size_t startUnknown = 0; // points from here on wait for the next run
    };

    [[nodiscard]] bool works() const { return m_compute.isOn() || m_communication.isOn(); }

    [[nodiscard]] DeviceState state() const
    {
        if (m_compute.isOn())
            return m_communication.isOn() ? DeviceState::Both : DeviceState::Computes;
        if (m_communication.isOn())
            return DeviceState::Communicates;
        return m_copy.isOn() ? DeviceState::Copies : DeviceState::Nothing;
    }

    // Every nanosecond is added here, to one state.
    void passTo(qint64 t)
    {
        if (m_begun)
            m_spent[static_cast<size_t>(state())] += nsBetween(m_now, t);
        m_begun = true;
        m_now = t;
        if (works())
            m_lastWork = {t, m_spent};
    }

    [[nodiscard]] std::array<bool, DeviceRunCount> runsAt(qint64 t) const
    {
        return {m_compute.isOn(), m_communication.isOn(), m_communication.isOn() && !m_compute.isOn(),
                !works() && m_extent.from <= t && t < m_extent.to};
    }

    void endRuns(qint64 t, const std::array<bool, DeviceRunCount> &on)
    {
        for (size_t r = 0; r < DeviceRunCount; ++r) {
            Track &track = m_tracks[r];
            if (!track.on || on[r])
                continue;
            track.on = false;
            track.endedNs += nsBetween(track.from, t);
            track.lastEnd = t;
            for (size_t p = track.insideFrom; p < m_points.size(); ++p) {
                m_points[p].runs[r].startedNs = track.endedNs;
                m_points[p].runs[r].lastEnd = t;
            }
        }
    }

    void answer(qint64 t)
    {
        SweepPoint &point = m_points.emplace_back();
        point.at = t;
        point.spent = m_spent;
        point.lastWork = m_lastWork;
        for (size_t r = 0; r < DeviceRunCount; ++r) {
            const Track &track = m_tracks[r];
            SweepPoint::Runs &runs = point.runs[r];
            runs.passedNs = track.endedNs + (track.on ? nsBetween(track.from, t) : 0);
            runs.startedNs = track.endedNs;
            runs.lastEnd = track.lastEnd;
        }
    }

    void startRuns(qint64 t, const std::array<bool, DeviceRunCount> &on)
    {
        for (size_t r = 0; r < DeviceRunCount; ++r) {
            Track &track = m_tracks[r];
            if (track.on || !on[r])
                continue;
            track.on = true;
            track.from = t;
            track.insideFrom = m_points.size();
            for (; track.startUnknown < m_points.size(); ++track.startUnknown)
                m_points[track.startUnknown].runs[r].nextStart = t;
        }
        for (; works() && m_workUnknown < m_points.size(); ++m_workUnknown)
            m_points[m_workUnknown].nextWork = {t, m_spent};
    }

    Boundaries m_compute;
    Boundaries m_communication;
    Boundaries m_copy;
    Interval m_extent{sweepEnd, std::numeric_limits<qint64>::min()}; // of all work
    std::vector<SweepPoint> &m_points;
    std::array<Track, DeviceRunCount> m_tracks;
    SweepPoint::Spent m_spent{};
    SweepPoint::Work m_lastWork{std::numeric_limits<qint64>::min()};
    qint64 m_now = 0;
    size_t m_workUnknown = 0; // points from here on wait for work
    bool m_begun = false;
};

} // namespace

TimeSweep::TimeSweep(const DeviceSets &sets, std::vector<qint64> moments, const JobContext &job)
{
    if (!sortCancellably(moments, job, std::less<>()))
        return;
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    m_points.reserve(moments.size());
    m_complete = Sweeper(sets, m_points).run(moments, job);
}

const SweepPoint &TimeSweep::at(qint64 moment) const
{
    return *std::ranges::lower_bound(m_points, moment, {}, &SweepPoint::at);
}

} // namespace rs
