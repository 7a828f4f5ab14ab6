// SPDX-License-Identifier: Apache-2.0
#include "analysis/linkfit.h"

#include "core/saturate.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr size_t fewestPairs = 3;
constexpr size_t fewestOfHosts = 2; ///< pairs of ranks on two hosts

using RankPair = std::pair<int, int>;

// Whether a size or a time says something; its square must be a number, too.
bool isMeasured(const std::optional<double> &value)
{
    return value && *value > 1e-12 && *value < 1e12;
}

RankPair rankPairOf(const MatrixCell &c)
{
    return std::minmax(c.source, c.destination);
}

size_t distinct(std::vector<RankPair> pairs)
{
    std::sort(pairs.begin(), pairs.end());
    return static_cast<size_t>(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
}

// One round of reweighted least squares: relative deviations weigh as their reciprocals, which makes the sum of squares
// the sum of deviations.
std::pair<double, double> refit(const std::vector<LinkPoint> &points, double latency, double msPerMb, bool first)
{
    constexpr double leastDeviation = 1e-4;
    double uu = 0;
    double uv = 0;
    double vv = 0;
    double u1 = 0;
    double v1 = 0;
    for (const LinkPoint &p : points) {
        const double u = 1 / p.ms;
        const double v = p.messageMb / p.ms;
        const double off = std::abs(1 - latency * u - msPerMb * v);
        const double w = first ? 1 : 1 / std::max(off, leastDeviation);
        uu += w * u * u;
        uv += w * u * v;
        vv += w * v * v;
        u1 += w * u;
        v1 += w * v;
    }
    const double det = uu * vv - uv * uv;
    const double a = det > 0 ? (u1 * vv - v1 * uv) / det : 0;
    const double b = det > 0 ? (v1 * uu - u1 * uv) / det : 0;
    if (b <= 0)
        return {u1 / uu, 0};
    return a < 0 || det <= 0 ? std::pair(0.0, v1 / vv) : std::pair(a, b);
}

double medianOf(const std::vector<LinkPoint> &points, double (*value)(const LinkPoint &))
{
    std::vector<double> values;
    values.reserve(points.size());
    for (const LinkPoint &p : points)
        values.push_back(value(p));
    return lowerMedian(std::move(values));
}

class LinkJudge
{
public:
    LinkJudge(const Run &run, double deviation, const OutlierLimits &limits, const JobContext &job)
        : m_run(run), m_deviation(deviation), m_limits(limits), m_job(job)
    {
    }

    LinkJudgement take()
    {
        readRows();
        fitTypes();
        compare();
        nameFaults();
        return std::move(m_out);
    }

private:
    // With whom a link is compared: step, transport, kind of operator, octave of its message (where the kind is not
    // told, and of single operators).
    using Like = std::tuple<QString, QString, QString, int>;
    using Links = std::vector<size_t>; // into m_out.judged

    [[nodiscard]] const LinkRow &rowOf(const JudgedLink &j) const { return m_out.rows[j.row]; }
    [[nodiscard]] const MatrixCell &cellOf(size_t judged) const { return rowOf(m_out.judged[judged]).cell; }

    void readRows()
    {
        for (LinkRow &r : linkSums(m_run, m_job)) {
            const MatrixCell &c = r.cell;
            if (c.inner || !c.global || !isMeasured(c.sizeMb) || !isMeasured(c.timeMs))
                continue;
            m_out.judged.push_back({m_out.rows.size()});
            m_out.rows.push_back(std::move(r));
        }
    }
    [[nodiscard]] static LinkPoint pointOf(const LinkRow &r)
    {
        const double calls = static_cast<double>(std::max<qint64>(r.calls.value_or(1), 1));
        return {*r.cell.sizeMb / calls, *r.cell.timeMs / calls};
    }
    void fitTypes()
    {
        std::map<QString, std::vector<LinkPoint>> points;
        std::map<QString, std::vector<RankPair>> pairs;
        for (const LinkRow &r : m_out.rows) {
            points[r.cell.transport].push_back(pointOf(r));
            pairs[r.cell.transport].push_back(rankPairOf(r.cell));
        }
        std::map<QString, const LinkFit *> fits;
        m_out.fits.reserve(points.size());
        for (const auto &[transport, of] : points) {
            LinkFit &fit = m_out.fits.emplace_back(fitLinks(of));
            fit.transport = transport;
            fit.pairs = distinct(std::move(pairs.at(transport)));
            fits[transport] = &fit;
        }
        for (JudgedLink &j : m_out.judged) {
            const LinkRow &r = rowOf(j);
            const double calls = static_cast<double>(std::max<qint64>(r.calls.value_or(1), 1));
            j.expectedMs = calls * fits.at(r.cell.transport)->expectedMs(pointOf(r).messageMb);
            j.ratio = *r.cell.timeMs / j.expectedMs;
        }
    }
    [[nodiscard]] bool hasPairs(const Links &links) const
    {
        std::set<RankPair> pairs;
        for (const size_t i : links) {
            pairs.insert(rankPairOf(cellOf(i)));
            if (pairs.size() >= fewestPairs)
                return true;
        }
        return false;
    }
    void compare()
    {
        std::map<Like, Links> byKind;
        for (size_t i = 0; i < m_out.judged.size(); ++i) {
            const MatrixCell &c = cellOf(i);
            // Single operators of a kind may have any size; the sums of a kind have what their domain sends.
            const bool single = c.statistic.isEmpty() && c.op != TotalOp;
            byKind[{c.step, c.transport, c.kind, single ? octaveOf(i) : 0}].push_back(i);
        }
        // Before any of them is judged, which scales their ratios.
        std::map<Like, std::vector<double>> besideHalved;
        for (const auto &[like, links] : byKind) {
            if (const Links peers = hasPairs(links) && isHalved(links) ? peersOfSize(like, byKind) : Links();
                hasPairs(peers))
                besideHalved[like] = ratiosOf(peers);
        }
        std::map<Like, Links> bySize;
        for (const auto &[like, links] : byKind) {
            if (const auto peers = besideHalved.find(like); peers != besideHalved.end()) {
                judge(links, peers->second);
                continue;
            }
            if (const std::vector<double> sound = hasPairs(links) ? ratiosOfSoundHosts(links) : std::vector<double>();
                !sound.empty()) {
                judgeBeside(links, sound);
                continue;
            }
            if (hasPairs(links)) {
                judge(links);
                continue;
            }
            for (const size_t i : links)
                bySize[{std::get<0>(like), std::get<1>(like), {}, octaveOf(i)}].push_back(i);
        }
        for (const auto &[like, links] : bySize) {
            if (hasPairs(links))
                judge(links);
        }
    }
    [[nodiscard]] int octaveOf(size_t judged) const
    {
        return static_cast<int>(std::lround(std::log2(pointOf(rowOf(m_out.judged[judged])).messageMb)));
    }
    // Slower than the fast ones of its kind, from which on `ratios` are worth a word.
    [[nodiscard]] double slowRatio(std::vector<double> ratios) const
    {
        const auto fast = ratios.begin() + (std::ssize(ratios) - 1) / 4;
        std::nth_element(ratios.begin(), fast, ratios.end());
        return *fast / (1 - m_deviation);
    }
    // Some are slower than the fast ones of their kind, though none stands out: so many of so few that nobody can tell
    // from the kind alone which half is the odd one.
    [[nodiscard]] bool isHalved(const Links &links) const
    {
        const std::vector<double> ratios = ratiosOf(links);
        return m_deviation < 1 && slowLinks(ratios, m_deviation, m_limits).empty() &&
               *std::max_element(ratios.begin(), ratios.end()) >= slowRatio(ratios);
    }
    // The quick half of links of which each that connects two hosts is of one half with all others between them: what
    // connects those of the other half is slow. Empty where the halves are less than `leastFactor` apart, which is what
    // networks of several tiers differ by, or mix between hosts.
    [[nodiscard]] std::vector<double> ratiosOfSoundHosts(const Links &links) const
    {
        constexpr double leastFactor = 2;
        if (m_deviation >= 1 || !slowLinks(ratiosOf(links), m_deviation, m_limits).empty())
            return {};
        std::vector<double> ratios = ratiosOf(links);
        std::sort(ratios.begin(), ratios.end());
        const auto quick =
            std::adjacent_find(ratios.begin(), ratios.end(), [](double a, double b) { return b >= leastFactor * a; });
        if (quick == ratios.end() ||
            ratios.back() > ratios[static_cast<size_t>(quick - ratios.begin()) + 1] * leastFactor ||
            *quick > ratios.front() * leastFactor)
            return {};
        std::map<std::pair<QString, QString>, std::pair<std::set<RankPair>, std::set<RankPair>>> ofHosts; // quick, slow
        for (const size_t i : links) {
            const MatrixCell &c = cellOf(i);
            const std::pair<QString, QString> hosts = std::minmax({hostOf(c.source), hostOf(c.destination)});
            if (hosts.first.isEmpty() || hosts.first == hosts.second)
                return {};
            auto &halves = ofHosts[hosts];
            (m_out.judged[i].ratio <= *quick ? halves.first : halves.second).insert(rankPairOf(c));
        }
        const bool isClear = std::all_of(ofHosts.begin(), ofHosts.end(), [](const auto &h) {
            const auto &[sound, slow] = h.second;
            return (sound.empty() || slow.empty()) && sound.size() + slow.size() >= fewestOfHosts;
        });
        return isClear ? std::vector<double>(ratios.begin(), quick + 1) : std::vector<double>();
    }
    // Of other kinds, whose messages are of the size of those of `own`.
    [[nodiscard]] Links peersOfSize(const Like &own, const std::map<Like, Links> &byKind) const
    {
        std::set<int> octaves;
        for (const size_t i : byKind.at(own))
            octaves.insert(octaveOf(i));
        Links out;
        for (const auto &[like, links] : byKind) {
            if (like == own || std::get<0>(like) != std::get<0>(own) || std::get<1>(like) != std::get<1>(own))
                continue;
            std::copy_if(links.begin(), links.end(), std::back_inserter(out),
                         [&](size_t i) { return octaves.contains(octaveOf(i)); });
        }
        return out;
    }
    // Links whose domain takes as long as they do are no slow links.
    [[nodiscard]] std::map<QString, double> domainMedians(const Links &links) const
    {
        std::map<QString, Links> domains;
        for (const size_t i : links)
            domains[cellOf(i).domainHash].push_back(i);
        std::map<QString, double> out;
        for (const auto &[hash, of] : domains) {
            if (hasPairs(of))
                out[hash] = lowerMedian(ratiosOf(of));
        }
        return out;
    }
    [[nodiscard]] std::vector<double> ratiosOf(const Links &links) const
    {
        std::vector<double> out;
        out.reserve(links.size());
        for (const size_t i : links)
            out.push_back(m_out.judged[i].ratio);
        return out;
    }
    // `peers`: ratios of links beside which they are held; who stands out of all must be slow among its own kind, too.
    void judge(const Links &links, const std::vector<double> &peers = {})
    {
        std::vector<double> ratios = ratiosOf(links);
        const double slowest = peers.empty() ? 0 : slowRatio(ratios);
        ratios.insert(ratios.end(), peers.begin(), peers.end());
        const double median = lowerMedian(ratios);
        const std::map<QString, double> ofDomain = domainMedians(links);
        for (const size_t i : links) {
            JudgedLink &j = m_out.judged[i];
            j.alike = ratios.size() - 1;
            j.expectedMs *= median;
            j.ratio /= median;
        }
        for (const size_t at : slowLinks(ratios, m_deviation, m_limits)) {
            if (at >= links.size() || ratios[at] < slowest)
                continue;
            JudgedLink &j = m_out.judged[links[at]];
            const MatrixCell &c = rowOf(j).cell;
            const auto domain = ofDomain.find(c.domainHash);
            j.slow = domain == ofDomain.end() || domain->second <= ratios[at] * (1 - m_deviation);
            if (j.slow)
                j.lostNs = saturatedRound((*c.timeMs - j.expectedMs) * 1e6);
        }
    }

    // The same beside links that are sound.
    void judgeBeside(const Links &links, const std::vector<double> &sound)
    {
        const double slowest = slowRatio(sound);
        const double median = lowerMedian(sound);
        for (const size_t i : links) {
            JudgedLink &j = m_out.judged[i];
            j.alike = sound.size();
            j.slow = j.ratio >= slowest;
            j.expectedMs *= median;
            j.ratio /= median;
            if (j.slow)
                j.lostNs = saturatedRound((*rowOf(j).cell.timeMs - j.expectedMs) * 1e6);
        }
    }

    struct PairLinks
    {
        Links slow;
        qint64 lostNs = 0;
        bool named = false;
    };
    using Pairs = std::map<RankPair, PairLinks>;

    [[nodiscard]] QString hostOf(int rank) const
    {
        const int i = m_run.indexOf(rank);
        return i < 0 ? QString() : m_run.infos[static_cast<size_t>(i)].host;
    }
    void nameFaults()
    {
        std::map<QString, Pairs> types;
        for (size_t i = 0; i < m_out.judged.size(); ++i) {
            const JudgedLink &j = m_out.judged[i];
            if (j.alike == 0)
                continue;
            PairLinks &pair = types[cellOf(i).transport][rankPairOf(cellOf(i))];
            if (j.slow) {
                pair.slow.push_back(i);
                pair.lostNs = saturatedSum(pair.lostNs, j.lostNs);
            }
        }
        for (auto &[transport, pairs] : types) {
            nameGroups(transport, pairs);
            for (auto &[ends, pair] : pairs) {
                if (!pair.slow.empty() && !pair.named)
                    addFault({LinkFaultKind::Link, transport}, {{ends, &pair}}, 1);
            }
        }
        std::stable_sort(m_out.faults.begin(), m_out.faults.end(),
                         [](const LinkFault &a, const LinkFault &b) { return a.lostNs > b.lostNs; });
    }
    using Members = std::vector<std::pair<RankPair, PairLinks *>>;

    // What several pairs have in common: one of their ranks, or both of their hosts.
    struct Common
    {
        Members slow;
        size_t judged = 0;
    };
    using CommonKey = std::tuple<LinkFaultKind, int, QString, QString>;

    [[nodiscard]] std::map<CommonKey, Common> commonOf(Pairs &pairs) const
    {
        std::map<CommonKey, Common> out;
        const auto add = [&](CommonKey key, const RankPair &ends, PairLinks &pair) {
            Common &c = out[std::move(key)];
            ++c.judged;
            if (!pair.slow.empty() && !pair.named)
                c.slow.emplace_back(ends, &pair);
        };
        for (auto &[ends, pair] : pairs) {
            add({LinkFaultKind::Rank, ends.first, {}, {}}, ends, pair);
            add({LinkFaultKind::Rank, ends.second, {}, {}}, ends, pair);
            const auto hosts = std::minmax({hostOf(ends.first), hostOf(ends.second)});
            if (!hosts.first.isEmpty() && hosts.first != hosts.second)
                add({LinkFaultKind::Hosts, -1, hosts.first, hosts.second}, ends, pair);
        }
        return out;
    }
    // Two pairs at least, and three of four that are judged; who has most of them first, of as many a rank before
    // hosts.
    void nameGroups(const QString &transport, Pairs &pairs)
    {
        for (;;) {
            const std::map<CommonKey, Common> groups = commonOf(pairs);
            const auto worth = [](const Common &c) {
                return c.slow.size() >= 2 && 4 * c.slow.size() >= 3 * c.judged ? c.slow.size() : 0;
            };
            const auto most = std::max_element(groups.begin(), groups.end(), [&](const auto &g, const auto &h) {
                return worth(g.second) < worth(h.second);
            });
            if (most == groups.end() || worth(most->second) == 0)
                return;
            const auto &[kind, rank, host, otherHost] = most->first;
            LinkFault fault{kind, transport, rank};
            fault.host = host;
            fault.otherHost = otherHost;
            addFault(std::move(fault), most->second.slow, most->second.judged);
        }
    }
    void addFault(LinkFault fault, const Members &members, size_t judgedPairs)
    {
        const RankPair *worst = nullptr;
        for (const auto &[ends, pair] : members) {
            pair->named = true;
            fault.links.insert(fault.links.end(), pair->slow.begin(), pair->slow.end());
            if (worst && pair->lostNs <= fault.lostNs)
                continue;
            worst = &ends;
            fault.lostNs = pair->lostNs;
        }
        if (fault.kind != LinkFaultKind::Rank)
            fault.source = worst->first;
        fault.destination = fault.source == worst->second ? worst->first : worst->second;
        fault.slowPairs = members.size();
        fault.judgedPairs = judgedPairs;
        m_out.faults.push_back(std::move(fault));
    }

    const Run &m_run;
    double m_deviation;
    const OutlierLimits &m_limits;
    const JobContext &m_job;
    LinkJudgement m_out;
};

} // namespace

LinkFit fitLinks(const std::vector<LinkPoint> &points)
{
    LinkFit out;
    out.links = points.size();
    if (points.empty())
        return out;
    const auto sizes = std::minmax_element(
        points.begin(), points.end(), [](const LinkPoint &a, const LinkPoint &b) { return a.messageMb < b.messageMb; });
    out.leastMb = sizes.first->messageMb;
    out.mostMb = sizes.second->messageMb;
    constexpr double oneSize = 1.1;
    if (out.mostMb <= oneSize * out.leastMb) {
        out.msPerMb = medianOf(points, [](const LinkPoint &p) { return p.ms / p.messageMb; });
    } else {
        constexpr int rounds = 40;
        for (int i = 0; i < rounds; ++i)
            std::tie(out.latencyMs, out.msPerMb) = refit(points, out.latencyMs, out.msPerMb, i == 0);
    }
    std::vector<double> off;
    off.reserve(points.size());
    for (const LinkPoint &p : points)
        off.push_back(std::abs(1 - out.expectedMs(p.messageMb) / p.ms));
    out.spread = lowerMedian(std::move(off));
    return out;
}

std::vector<SlowLink> slowLinksOf(const LinkJudgement &judgement)
{
    std::vector<SlowLink> out;
    for (const LinkFault &fault : judgement.faults) {
        for (const size_t i : fault.links) {
            const JudgedLink &judged = judgement.judged[i];
            out.push_back({judgement.rows[judged.row], judged, fault});
        }
    }
    return out;
}

LinkJudgement judgeLinks(const Run &run, double deviation, const OutlierLimits &limits, const JobContext &job)
{
    return LinkJudge(run, deviation, limits, job).take();
}

} // namespace rs
