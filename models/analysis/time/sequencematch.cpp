// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/sequencematch.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace rs {

namespace {

// A part of both sequences, half-open.
struct Stretch
{
    qint64 fromA = 0;
    qint64 toA = 0;
    qint64 fromB = 0;
    qint64 toB = 0;
};

struct Cut
{
    qint64 a = 0;
    qint64 b = 0;
};

constexpr qint64 longStretch = 16'384;
constexpr qint64 sureRun = 128;

// Treatment of a stretch whose ends do not meet within the allowed edits.
enum class BeyondEdits : quint8 {
    Cut,    // it is cut where the ways got furthest, and before that wherever many in a row agree
    GiveUp, // nothing is matched
};

template <typename Value>
class Matcher
{
public:
    Matcher(const std::vector<Value> &a, const std::vector<Value> &b, const JobContext &job, qint64 mostEdits,
            BeyondEdits beyond)
        : m_a(a), m_b(b), m_job(job), m_most(std::max<qint64>(mostEdits, 4)), m_beyond(beyond),
          m_offset(static_cast<qint64>(b.size()) + 1), m_forward(a.size() + b.size() + 3),
          m_backward(a.size() + b.size() + 3), m_partner(a.size(), alone)
    {
    }

    SequencePairs run()
    {
        std::vector<Stretch> open{{0, std::ssize(m_a), 0, std::ssize(m_b)}};
        while (!open.empty() && !m_job.isCanceled()) {
            Stretch s = open.back();
            open.pop_back();
            while (s.fromA < s.toA && s.fromB < s.toB && same(s.fromA, s.fromB))
                add(s.fromA++, s.fromB++);
            while (s.fromA < s.toA && s.fromB < s.toB && same(s.toA - 1, s.toB - 1))
                add(--s.toA, --s.toB);
            if (s.fromA == s.toA || s.fromB == s.toB)
                continue;
            const Cut cut = middle(s);
            if (m_gaveUp)
                return {};
            open.push_back({s.fromA, cut.a, s.fromB, cut.b});
            open.push_back({cut.a, s.toA, cut.b, s.toB});
        }
        if (m_job.isCanceled())
            return {};
        SequencePairs out;
        out.reserve(std::min(m_a.size(), m_b.size()));
        for (quint32 i = 0; i < m_partner.size(); ++i) {
            if (m_partner[i] != alone)
                out.emplace_back(i, m_partner[i]);
        }
        return out;
    }

private:
    static constexpr quint32 alone = std::numeric_limits<quint32>::max();

    [[nodiscard]] bool same(qint64 a, qint64 b) const
    {
        return m_a[static_cast<size_t>(a)] == m_b[static_cast<size_t>(b)];
    }
    void add(qint64 a, qint64 b) { m_partner[static_cast<size_t>(a)] = static_cast<quint32>(b); }
    [[nodiscard]] qint64 &forward(qint64 diagonal) { return m_forward[static_cast<size_t>(diagonal + m_offset)]; }
    [[nodiscard]] qint64 &backward(qint64 diagonal) { return m_backward[static_cast<size_t>(diagonal + m_offset)]; }

    // A place on a shortest way through the stretch, whose ends differ on both sides: from both ends, the furthest
    // place on each diagonal (a - b) with one more edit each turn, until the two ways meet.
    Cut middle(const Stretch &s)
    {
        constexpr qint64 unreached = std::numeric_limits<qint64>::min() / 2;
        const qint64 least = s.fromA - s.toB;
        const qint64 most = s.toA - s.fromB;
        const qint64 start = s.fromA - s.fromB;
        const qint64 end = s.toA - s.toB;
        const bool odd = ((start - end) & 1) != 0;
        qint64 firstF = start;
        qint64 lastF = start;
        qint64 firstB = end;
        qint64 lastB = end;
        forward(start) = s.fromA;
        backward(end) = s.toA;
        const bool isLong = m_beyond == BeyondEdits::Cut && s.toA - s.fromA + s.toB - s.fromB > longStretch;
        for (qint64 edits = 1;; ++edits) {
            Cut sure;
            qint64 longest = 0;
            widen(firstF, lastF, least, most, [this](qint64 d) { forward(d) = unreached; });
            for (qint64 d = lastF; d >= firstF; d -= 2) {
                const qint64 below = d > least ? forward(d - 1) : unreached;
                const qint64 above = d < most ? forward(d + 1) : unreached;
                qint64 x = std::max(below + 1, above);
                const qint64 before = x;
                while (x < s.toA && x - d < s.toB && x >= s.fromA && x - d >= s.fromB && same(x, x - d))
                    ++x;
                forward(d) = x;
                if (x - before > longest) {
                    longest = x - before;
                    sure = {x, x - d};
                }
                if (odd && d >= firstB && d <= lastB && backward(d) <= x)
                    return {x, x - d};
            }
            // Few edits that lead to so many in a row that agree are those of the shortest way, nearly always.
            if (isLong && longest >= sureRun)
                return sure;
            widen(firstB, lastB, least, most, [this](qint64 d) { backward(d) = -unreached; });
            for (qint64 d = lastB; d >= firstB; d -= 2) {
                const qint64 below = d > least ? backward(d - 1) : -unreached;
                const qint64 above = d < most ? backward(d + 1) : -unreached;
                qint64 x = std::min(below, above - 1);
                while (x > s.fromA && x - d > s.fromB && x <= s.toA && x - d <= s.toB && same(x - 1, x - d - 1))
                    --x;
                backward(d) = x;
                if (!odd && d >= firstF && d <= lastF && x <= forward(d))
                    return {x, x - d};
            }
            if (edits >= m_most || ((edits & 0xff) == 0 && m_job.isCanceled())) {
                m_gaveUp = m_beyond == BeyondEdits::GiveUp;
                return furthest(s, firstF, lastF, firstB, lastB);
            }
        }
    }

    // One more edit opens a diagonal on each side; at the edges of the stretch those inside are taken again.
    template <typename Clear>
    static void widen(qint64 &first, qint64 &last, qint64 least, qint64 most, Clear clear)
    {
        if (first > least) {
            --first;
            if (first > least)
                clear(first - 1);
        } else {
            ++first;
        }
        if (last < most) {
            ++last;
            if (last < most)
                clear(last + 1);
        } else {
            --last;
        }
    }

    // The place that is furthest from its end of the stretch, inside it and at neither corner.
    Cut furthest(const Stretch &s, qint64 firstF, qint64 lastF, qint64 firstB, qint64 lastB)
    {
        Cut best{s.fromA, s.fromB};
        qint64 most = 0;
        const auto take = [&](qint64 a, qint64 b, qint64 way) {
            const bool inside = a >= s.fromA && a <= s.toA && b >= s.fromB && b <= s.toB;
            const bool corner = (a == s.fromA && b == s.fromB) || (a == s.toA && b == s.toB);
            if (inside && !corner && way > most) {
                most = way;
                best = {a, b};
            }
        };
        for (qint64 d = lastF; d >= firstF; d -= 2)
            take(forward(d), forward(d) - d, forward(d) + forward(d) - d - s.fromA - s.fromB);
        for (qint64 d = lastB; d >= firstB; d -= 2)
            take(backward(d), backward(d) - d, s.toA + s.toB - backward(d) - backward(d) + d);
        // Neither way got anywhere: the first of one side is alone.
        return most > 0 ? best : Cut{s.fromA + 1, s.fromB};
    }

    const std::vector<Value> &m_a;
    const std::vector<Value> &m_b;
    const JobContext &m_job;
    qint64 m_most;
    BeyondEdits m_beyond;
    bool m_gaveUp = false;
    qint64 m_offset; ///< index of diagonal 0 in the two below
    std::vector<qint64> m_forward;
    std::vector<qint64> m_backward;
    std::vector<quint32> m_partner; ///< by place in a
};

} // namespace

SequencePairs commonSubsequence(const std::vector<quint32> &a, const std::vector<quint32> &b, const JobContext &job,
                                qint64 mostEdits)
{
    // Entries that the other side does not have at all are in no pair, and would only lengthen the ways.
    const auto shared = [](const std::vector<quint32> &of, const std::vector<quint32> &with) {
        const quint32 most = with.empty() ? 0 : *std::ranges::max_element(with);
        constexpr quint32 dense = 1U << 24;
        std::vector<quint32> places;
        places.reserve(of.size());
        const auto take = [&](const auto &has) {
            for (quint32 i = 0; i < of.size(); ++i) {
                if (has(of[i]))
                    places.push_back(i);
            }
        };
        if (most < dense) {
            std::vector<bool> seen(with.empty() ? 0 : most + 1);
            for (const quint32 v : with)
                seen[v] = true;
            take([&seen](quint32 v) { return v < seen.size() && seen[v]; });
        } else {
            const std::unordered_set<quint32> seen(with.begin(), with.end());
            take([&seen](quint32 v) { return seen.contains(v); });
        }
        return places;
    };
    const std::vector<quint32> ofA = shared(a, b);
    const std::vector<quint32> ofB = shared(b, a);
    const auto valuesAt = [](const std::vector<quint32> &places, const std::vector<quint32> &of) {
        std::vector<quint32> out;
        out.reserve(places.size());
        for (const quint32 i : places)
            out.push_back(of[i]);
        return out;
    };
    const std::vector<quint32> restA = valuesAt(ofA, a);
    const std::vector<quint32> restB = valuesAt(ofB, b);
    SequencePairs out = Matcher<quint32>(restA, restB, job, mostEdits, BeyondEdits::Cut).run();
    for (auto &[i, j] : out) {
        i = ofA[i];
        j = ofB[j];
    }
    return out;
}

SequencePairs closeSubsequence(const std::vector<quint64> &a, const std::vector<quint64> &b, qint64 mostDifferences)
{
    // The ways from both ends share the edits.
    const JobContext nobodyCancels;
    SequencePairs out = Matcher<quint64>(a, b, nobodyCancels, mostDifferences / 2 + 1, BeyondEdits::GiveUp).run();
    const qint64 differences = std::ssize(a) + std::ssize(b) - 2 * std::ssize(out);
    return differences > mostDifferences ? SequencePairs() : out;
}

} // namespace rs
