// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/linkcostmodel.h"

#include "core/base/largepages.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"
#include "core/text/textpool.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

constexpr size_t fewestPairs = 3;

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
    std::ranges::sort(pairs);
    return static_cast<size_t>(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
}

// One round of reweighted least squares: relative deviations weigh as their reciprocals, which makes the sum of squares
// the sum of deviations; those of slow messages by `quicker`, which makes it the line that so many are quicker than.
std::pair<double, double> refit(const std::vector<LinkPoint> &points, const LinkCostModel &last, double quicker,
                                bool first)
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
        const double off = 1 - last.latencyMs * u - last.msPerMb * v;
        const double w = first ? 1 : (off > 0 ? quicker : 1 - quicker) / std::max(std::abs(off), leastDeviation);
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

double rateThatAreQuicker(const std::vector<LinkPoint> &points, double quicker)
{
    std::vector<double> rates;
    rates.reserve(points.size());
    for (const LinkPoint &p : points)
        rates.push_back(p.ms / p.messageMb);
    const auto at = rates.begin() + static_cast<std::ptrdiff_t>(quicker * static_cast<double>(rates.size() - 1));
    std::nth_element(rates.begin(), at, rates.end());
    return *at;
}

/// A link between two hosts, or inside one, as it is held against links between others.
struct HostedLink
{
    std::pair<int, int> hosts; ///< the smaller number first; the same twice: inside of one
    std::pair<int, int> ranks; ///< likewise
    double messageMb = 0;
    double ratio = 1; ///< measured / expected of its type
};

/// Places in what was given.
struct SlowHosts
{
    std::vector<size_t> slow;
    std::vector<size_t> sound; ///< beside which they are slow
};

constexpr double leastFactor = 2;
constexpr double mostGap = 2; ///< between messages that are compared, by size

using LinkPlaces = std::vector<size_t>;
using HostPair = std::pair<int, int>;

// Links between two hosts, or between the ranks of one.
struct Connection
{
    HostPair hosts;
    LinkPlaces links;
    double least = 0;
    double median = 0;
};

std::vector<Connection> connectionsOf(const std::vector<HostedLink> &alike, const LinkPlaces &of)
{
    std::map<HostPair, LinkPlaces> byHosts;
    for (const size_t i : of)
        byHosts[alike[i].hosts].push_back(i);
    std::vector<Connection> out;
    for (auto &[hosts, links] : byHosts) {
        if (std::ranges::all_of(
                links, [&alike, first = links.front()](size_t i) { return alike[i].ranks == alike[first].ranks; }))
            continue;
        std::vector<double> ratios;
        ratios.reserve(links.size());
        for (const size_t i : links)
            ratios.push_back(alike[i].ratio);
        const double least = *std::ranges::min_element(ratios);
        out.push_back({hosts, std::move(links), least, lowerMedian(std::move(ratios))});
    }
    return out;
}

bool shareAHost(const std::vector<const Connection *> &connections)
{
    const auto isEverywhere = [&](int host) {
        return std::ranges::all_of(
            connections, [host](const Connection *c) { return c->hosts.first == host || c->hosts.second == host; });
    };
    return isEverywhere(connections.front()->hosts.first) || isEverywhere(connections.front()->hosts.second);
}

SlowHosts slowOf(const std::vector<HostedLink> &alike, const LinkPlaces &ofASize)
{
    const std::vector<Connection> all = connectionsOf(alike, ofASize);
    if (all.size() < 2)
        return {};
    const auto byMedian = [](const Connection &a, const Connection &b) { return a.median < b.median; };
    const double quickest = std::ranges::min_element(all, byMedian)->median;
    std::vector<const Connection *> sound;
    std::vector<const Connection *> slow;
    double mostOfSound = 0;
    for (const Connection &c : all) {
        if (c.median < leastFactor * quickest) {
            sound.push_back(&c);
            mostOfSound = std::max(mostOfSound, c.median);
        }
    }
    for (const Connection &c : all) {
        if (c.least >= leastFactor * mostOfSound)
            slow.push_back(&c);
    }
    if (slow.empty() || (2 * sound.size() < all.size() && !shareAHost(slow)))
        return {};
    SlowHosts out;
    for (const Connection *c : slow)
        out.slow.insert(out.slow.end(), c->links.begin(), c->links.end());
    for (const Connection *c : sound)
        out.sound.insert(out.sound.end(), c->links.begin(), c->links.end());
    return out;
}

/// Hosts, or pairs of hosts, all of whose links take at least twice as long as those of the others, with messages of
/// about their size. `alike`: links that do the same, in domains of one shape. A host is known by two pairs of ranks at
/// least. Those that are slow are fewer than the sound ones, or as many, or they have a host in common: of others
/// nobody could tell which of them are the odd ones. Factors below two are what networks of several tiers differ by.
std::vector<SlowHosts> slowHosts(const std::vector<HostedLink> &alike)
{
    LinkPlaces bySize(alike.size());
    std::iota(bySize.begin(), bySize.end(), size_t{0});
    std::ranges::sort(bySize, [&](size_t a, size_t b) { return alike[a].messageMb < alike[b].messageMb; });
    std::vector<SlowHosts> out;
    for (auto first = bySize.begin(); first != bySize.end();) {
        auto last = first + 1;
        while (last != bySize.end() && alike[*last].messageMb <= mostGap * alike[*(last - 1)].messageMb)
            ++last;
        if (SlowHosts found = slowOf(alike, LinkPlaces(first, last)); !found.slow.empty())
            out.push_back(std::move(found));
        first = last;
    }
    return out;
}

struct Transfers
{
    double expectedMs = 0;
    double measuredMs = 0;

    void add(const JudgedLink &judged, const MatrixCell &cell)
    {
        expectedMs += judged.expectedMs;
        measuredMs += cell.timeMs.value_or(0);
    }
    [[nodiscard]] bool takes(double times) const { return measuredMs >= times * expectedMs; }
};

// Transfers of two ranks over one type.
struct Exchange
{
    Transfers all;
    std::map<std::pair<QString, int>, Transfers> parts; ///< by step and source
};

/// Values by text, where texts that follow each other mostly are one.
template <typename T>
class ByText
{
public:
    T &of(const QString &text)
    {
        if (!m_value || !isOneWord(text, m_last)) {
            m_value = &m_all[text];
            m_last = text;
        }
        return *m_value;
    }
    /// As the last.
    [[nodiscard]] std::map<QString, T> take() { return std::move(m_all); }

private:
    std::map<QString, T> m_all;
    QString m_last;
    T *m_value = nullptr;
};

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
        findSlowHosts();
        fitTypes();
        compare();
        keepConfirmedPairs();
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

    // A thousand ranks have a million of them, which stay where they are.
    void readRows()
    {
        m_out.rows = linkSums(m_run, m_job);
        std::erase_if(m_out.rows, [this](const LinkRow &r) {
            const MatrixCell &c = r.cell;
            if (c.inner || !isMeasured(c.sizeMb) || !isMeasured(c.timeMs))
                return true;
            if (!c.global && !m_out.unmapped.contains(c.domain))
                m_out.unmapped << c.domain;
            return !c.global;
        });
        reserveLarge(m_out.judged, m_out.rows.size());
        for (size_t i = 0; i < m_out.rows.size(); ++i)
            m_out.judged.push_back({i});
        m_ofSlowHosts.assign(m_out.judged.size(), false);
        for (size_t i = 0; i < m_run.infos.size(); ++i) {
            const RankInfo &info = m_run.infos[i];
            if (info.host.isEmpty())
                continue;
            const auto host = std::ranges::find(m_hosts, info.host);
            m_hostOf.try_emplace(info.rank, static_cast<int>(host - m_hosts.begin()));
            if (host == m_hosts.end())
                m_hosts.push_back(info.host);
        }
    }
    [[nodiscard]] static LinkPoint pointOf(const LinkRow &r)
    {
        const double calls = static_cast<double>(std::max<qint64>(r.calls.value_or(1), 1));
        return {*r.cell.sizeMb / calls, *r.cell.timeMs / calls};
    }
    // With whom links are compared first, but for those of slow hosts.
    [[nodiscard]] std::map<Like, Links> linksByKind() const
    {
        std::map<Like, Links> out;
        const MatrixCell *last = nullptr;
        Links *ofLast = nullptr; // links that follow each other mostly are alike
        for (size_t i = 0; i < m_out.judged.size(); ++i) {
            if (m_ofSlowHosts[i])
                continue;
            const MatrixCell &c = cellOf(i);
            // Single operators of a kind may have any size; the sums of a kind have what their domain sends.
            const bool single = c.statistic.isEmpty() && c.op != TotalOp;
            if (single || !last || !isOneWord(c.step, last->step) || !isOneWord(c.transport, last->transport) ||
                !isOneWord(c.kind, last->kind))
                ofLast = &out[{c.step, c.transport, c.kind, single ? octaveOf(i) : 0}];
            ofLast->push_back(i);
            last = single ? nullptr : &c;
        }
        return out;
    }
    [[nodiscard]] std::map<QString, Links> byDomain(const Links &links) const
    {
        ByText<Links> out;
        for (const size_t i : links)
            out.of(cellOf(i).domainHash).push_back(i);
        return out.take();
    }
    // Those whose domains are of one shape: as many pairs of ranks have a link in them.
    [[nodiscard]] std::map<size_t, Links> byShape(const Links &links) const
    {
        const std::map<QString, Links> domains = byDomain(links);
        std::map<size_t, Links> out;
        for (const auto &[hash, of] : domains) {
            std::vector<RankPair> pairs;
            pairs.reserve(of.size());
            for (const size_t i : of)
                pairs.push_back(rankPairOf(cellOf(i)));
            Links &alike = out[distinct(std::move(pairs))];
            alike.insert(alike.end(), of.begin(), of.end());
        }
        return out;
    }
    // Before anything is fitted: the fit of a type of which half is slow is that of neither half. The line that a
    // quarter of the messages are quicker than is that of sound ones as long as more than that are.
    void findSlowHosts()
    {
        constexpr double sound = 0.25;
        if (m_hosts.size() < 2 || m_deviation >= 1)
            return;
        std::map<QString, LinkCostModel> lines;
        for (const auto &[transport, points] : pointsOfTypes())
            lines[transport] = fitLinkCost(points, sound);
        for (const auto &[like, links] : linksByKind()) {
            // A mixture of kinds proves nothing: hosts may have run different ones.
            if (const MatrixCell &c = cellOf(links.front()); c.kind.isEmpty() && !c.p2p)
                continue;
            for (const auto &[pairs, alike] : byShape(links))
                addSlowHosts(alike, lines.at(std::get<1>(like)));
        }
    }
    void addSlowHosts(const Links &alike, const LinkCostModel &line)
    {
        Links known;
        std::vector<HostedLink> hosted;
        reserveLarge(known, alike.size());
        reserveLarge(hosted, alike.size());
        for (const size_t i : alike) {
            const MatrixCell &c = cellOf(i);
            const auto source = m_hostOf.find(c.source);
            const auto destination = m_hostOf.find(c.destination);
            if (source == m_hostOf.end() || destination == m_hostOf.end())
                continue;
            const LinkPoint p = pointOf(rowOf(m_out.judged[i]));
            known.push_back(i);
            hosted.push_back({std::minmax({source->second, destination->second}), rankPairOf(c), p.messageMb,
                              p.ms / line.expectedMs(p.messageMb)});
        }
        const auto placesOf = [&known](const std::vector<size_t> &places) {
            Links out;
            for (const size_t place : places)
                out.push_back(known[place]);
            return out;
        };
        for (const SlowHosts &found : slowHosts(hosted)) {
            m_slowHosts.push_back({placesOf(found.slow), placesOf(found.sound)});
            for (const size_t i : m_slowHosts.back().slow)
                m_ofSlowHosts[i] = true;
        }
    }
    // By transport; those of slow hosts do not count.
    [[nodiscard]] std::map<QString, std::vector<LinkPoint>> pointsOfTypes() const
    {
        ByText<std::vector<LinkPoint>> points;
        for (const JudgedLink &j : m_out.judged) {
            if (!m_ofSlowHosts[j.row])
                points.of(rowOf(j).cell.transport).push_back(pointOf(rowOf(j)));
        }
        return points.take();
    }
    void fitTypes()
    {
        ByText<std::vector<RankPair>> pairsOfTypes;
        for (const LinkRow &r : m_out.rows)
            pairsOfTypes.of(r.cell.transport).push_back(rankPairOf(r.cell));
        auto pairs = pairsOfTypes.take();
        const auto points = pointsOfTypes();
        ByText<const LinkCostModel *> fits;
        m_out.fits.reserve(points.size());
        for (const auto &[transport, of] : points) {
            LinkCostModel &fit = m_out.fits.emplace_back(fitLinkCost(of));
            fit.transport = transport;
            fit.pairs = distinct(std::move(pairs.at(transport)));
            fits.of(transport) = &fit;
        }
        for (JudgedLink &j : m_out.judged) {
            const LinkRow &r = rowOf(j);
            const double calls = static_cast<double>(std::max<qint64>(r.calls.value_or(1), 1));
            j.expectedMs = calls * fits.of(r.cell.transport)->expectedMs(pointOf(r).messageMb);
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
        const std::map<Like, Links> byKind = linksByKind();
        std::vector<std::vector<double>> sound;
        sound.reserve(m_slowHosts.size());
        // Before any of them is judged, which scales their ratios.
        for (const SlowHosts &hosts : m_slowHosts)
            sound.push_back(ratiosOf(hosts.sound));
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
            if (hasPairs(links)) {
                judge(links);
                continue;
            }
            for (const size_t i : links)
                bySize[{std::get<0>(like), std::get<1>(like), {}, octaveOf(i)}].push_back(i);
        }
        std::map<QString, std::vector<Links>> few; // by transport
        for (const auto &[like, links] : bySize) {
            if (hasPairs(links))
                judge(links);
            else
                few[std::get<1>(like)].push_back(links);
        }
        for (const auto &[transport, groups] : few)
            judgeTwoPairs(groups);
        for (size_t i = 0; i < m_slowHosts.size(); ++i)
            judgeHosts(m_slowHosts[i], sound[i]);
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
               *std::ranges::max_element(ratios) >= slowRatio(ratios);
    }
    // Links of other kinds, whose messages are of the size of those of `own`.
    [[nodiscard]] Links peersOfSize(const Like &own, const std::map<Like, Links> &byKind) const
    {
        std::set<int> octaves;
        for (const size_t i : byKind.at(own))
            octaves.insert(octaveOf(i));
        Links out;
        for (const auto &[like, links] : byKind) {
            if (like == own || std::get<0>(like) != std::get<0>(own) || std::get<1>(like) != std::get<1>(own))
                continue;
            std::ranges::copy_if(links, std::back_inserter(out),
                                 [&](size_t i) { return octaves.contains(octaveOf(i)); });
        }
        return out;
    }
    // Links whose domain takes as long as they do are no slow links.
    [[nodiscard]] std::map<QString, double> domainMedians(const Links &links) const
    {
        std::map<QString, double> out;
        for (const auto &[hash, of] : byDomain(links)) {
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

    // Median ratio of each pair of ranks in a group.
    [[nodiscard]] std::map<RankPair, double> ratioByPair(const Links &links) const
    {
        std::map<RankPair, Links> byPair;
        for (const size_t i : links)
            byPair[rankPairOf(cellOf(i))].push_back(i);
        std::map<RankPair, double> out;
        for (const auto &[ends, of] : byPair)
            out[ends] = lowerMedian(ratiosOf(of));
        return out;
    }
    // Two links of a type have no peers but each other, as the hops of a ring over two hosts. One of them is slow if it
    // takes at least twice as long in groups that hold nearly all of their time: small messages take as long on both.
    void judgeTwoPairs(const std::vector<Links> &groups)
    {
        constexpr double muchSlower = 2;
        constexpr double nearlyAll = 0.9;
        std::set<RankPair> pairs;
        std::vector<std::map<RankPair, double>> ratios;
        for (const Links &links : groups) {
            ratios.push_back(ratioByPair(links));
            for (const auto &[ends, ratio] : ratios.back())
                pairs.insert(ends);
        }
        if (pairs.size() != 2 || m_deviation >= 1)
            return;
        std::map<RankPair, double> slowerMs;
        double comparedMs = 0;
        for (size_t g = 0; g < groups.size(); ++g) {
            if (ratios[g].size() != 2)
                continue;
            double ms = 0;
            for (const size_t i : groups[g])
                ms += *cellOf(i).timeMs;
            comparedMs += ms;
            const auto &[first, second] = std::pair(*ratios[g].begin(), *ratios[g].rbegin());
            if (second.second >= muchSlower * first.second)
                slowerMs[second.first] += ms;
            else if (first.second >= muchSlower * second.second)
                slowerMs[first.first] += ms;
        }
        for (const auto &[slow, ms] : slowerMs) {
            if (ms >= nearlyAll * comparedMs)
                holdAgainstOther(groups, ratios, slow);
        }
    }
    void holdAgainstOther(const std::vector<Links> &groups, const std::vector<std::map<RankPair, double>> &ratios,
                          const RankPair &slow)
    {
        for (size_t g = 0; g < groups.size(); ++g) {
            if (ratios[g].size() != 2)
                continue;
            const double sound =
                ratios[g].begin()->first == slow ? ratios[g].rbegin()->second : ratios[g].begin()->second;
            for (const size_t i : groups[g]) {
                JudgedLink &j = m_out.judged[i];
                j.alike = 1;
                j.expectedMs *= sound;
                j.ratio /= sound;
                j.slow = rankPairOf(cellOf(i)) == slow && j.ratio >= 1 / (1 - m_deviation);
                if (j.slow)
                    j.lostNs = saturatedRound((*rowOf(j).cell.timeMs - j.expectedMs) * 1e6);
            }
        }
    }

    // `sound`: ratios of the sound ones to the fit.
    void judgeHosts(const SlowHosts &hosts, const std::vector<double> &sound)
    {
        const double slowest = slowRatio(sound);
        const double median = lowerMedian(sound);
        const auto hold = [&](size_t i, size_t alike) -> JudgedLink & {
            JudgedLink &j = m_out.judged[i];
            j.alike = alike;
            j.slow = alike == sound.size() && j.ratio >= slowest;
            j.expectedMs *= median;
            j.ratio /= median;
            return j;
        };
        for (const size_t i : hosts.slow) {
            if (const JudgedLink &j = hold(i, sound.size()); j.slow)
                m_out.judged[i].lostNs = saturatedRound((*rowOf(j).cell.timeMs - j.expectedMs) * 1e6);
        }
        // Too few to be compared with each other, they have at least been held against the slow ones.
        for (const size_t i : hosts.sound) {
            if (m_out.judged[i].alike == 0)
                hold(i, sound.size() - 1);
        }
    }

    // Takes the mark of a slow link from operators that were slow over a link that is not: traffic that shares it for
    // a moment makes single ones longer. Of what two ranks exchange over one type, the judged transfers together must
    // be slow, or those in one direction and step twice as long as expected: a fault that came or went between steps.
    void keepConfirmedPairs()
    {
        constexpr double byItself = 2;
        JobPoll poll(m_job);
        std::set<RankPair> slow; // of a million pairs few have a slow operator
        for (const JudgedLink &j : m_out.judged) {
            if (j.slow)
                slow.insert(rankPairOf(rowOf(j).cell));
        }
        std::map<std::pair<RankPair, QString>, Exchange> exchanges; // by pair and type
        for (const JudgedLink &j : m_out.judged) {
            if (poll.isCanceled())
                return;
            const MatrixCell &c = rowOf(j).cell;
            if (j.alike == 0 || !slow.contains(rankPairOf(c)))
                continue;
            Exchange &exchange = exchanges[{rankPairOf(c), c.transport}];
            exchange.all.add(j, c);
            exchange.parts[{c.step, c.source}].add(j, c);
        }
        const double times = m_deviation < 1 ? 1 / (1 - m_deviation) : byItself;
        for (JudgedLink &j : m_out.judged) {
            if (!j.slow || poll.isCanceled())
                continue;
            const MatrixCell &c = rowOf(j).cell;
            const Exchange &exchange = exchanges.at({rankPairOf(c), c.transport});
            if (exchange.all.takes(times) || exchange.parts.at({c.step, c.source}).takes(std::max(times, byItself)))
                continue;
            j.slow = false;
            j.lostNs = 0;
        }
    }

    struct PairLinks
    {
        Links slow;
        qint64 lostNs = 0;
        bool named = false;
    };
    /// Pairs of ranks with slow links.
    using Pairs = std::map<RankPair, PairLinks>;

    /// Numbers of judged pairs of a type: of each rank, between each two hosts and of each host, by their places in
    /// m_hosts.
    struct JudgedPairs
    {
        std::unordered_map<int, size_t> ofRank;
        std::map<std::pair<int, int>, size_t> ofHosts;
        std::map<int, size_t> ofHost;
    };

    /// -1: not known.
    [[nodiscard]] int hostOf(int rank) const
    {
        const auto at = m_hostOf.find(rank);
        return at == m_hostOf.end() ? -1 : at->second;
    }
    [[nodiscard]] std::pair<int, int> hostsOf(const RankPair &ends) const
    {
        return std::minmax({hostOf(ends.first), hostOf(ends.second)});
    }
    void countPair(const RankPair &ends, JudgedPairs &counts) const
    {
        ++counts.ofRank[ends.first];
        ++counts.ofRank[ends.second];
        const auto [host, other] = hostsOf(ends);
        if (m_hosts.size() < 2)
            return;
        if (host >= 0)
            ++counts.ofHost[host];
        if (other >= 0 && other != host)
            ++counts.ofHost[other];
        if (host >= 0 && other != host)
            ++counts.ofHosts[{host, other}];
    }
    void nameFaults()
    {
        ByText<std::vector<std::pair<RankPair, size_t>>> types;
        for (size_t i = 0; i < m_out.judged.size(); ++i) {
            if (m_out.judged[i].alike > 0)
                types.of(cellOf(i).transport).emplace_back(rankPairOf(cellOf(i)), i);
        }
        for (auto &[transport, links] : types.take()) {
            std::ranges::sort(links);
            Pairs slow;
            JudgedPairs counts;
            for (size_t at = 0; at < links.size(); ++at) {
                const auto &[ends, i] = links[at];
                if (at == 0 || links[at - 1].first != ends)
                    countPair(ends, counts);
                const JudgedLink &j = m_out.judged[i];
                if (!j.slow)
                    continue;
                PairLinks &pair = slow[ends];
                pair.slow.push_back(i);
                pair.lostNs = saturatedSum(pair.lostNs, j.lostNs);
            }
            nameGroups(transport, slow, counts);
            for (auto &[ends, pair] : slow) {
                if (!pair.named)
                    addFault({LinkFaultKind::Link, transport}, {{ends, &pair}}, 1);
            }
        }
        std::ranges::stable_sort(m_out.faults, std::greater<>(), &LinkFault::lostNs);
    }
    using Members = std::vector<std::pair<RankPair, PairLinks *>>;

    // Common ends of several pairs: one of their ranks, both of their hosts, or one of them.
    struct Common
    {
        Members slow;
        size_t judged = 0;
    };
    using CommonKey = std::tuple<LinkFaultKind, int, QString, QString>;

    [[nodiscard]] std::map<CommonKey, Common> commonOf(Pairs &pairs, const JudgedPairs &counts) const
    {
        std::map<CommonKey, Common> out;
        for (auto &[ends, pair] : pairs) {
            if (pair.named)
                continue;
            const auto add = [&, &at = ends, &of = pair](CommonKey key, size_t judged) {
                Common &c = out[std::move(key)];
                c.judged = judged;
                c.slow.emplace_back(at, &of);
            };
            for (const int rank : {ends.first, ends.second})
                add({LinkFaultKind::Rank, rank, {}, {}}, counts.ofRank.at(rank));
            const auto [host, other] = hostsOf(ends);
            if (m_hosts.size() < 2)
                continue;
            const auto name = [this](int place) { return m_hosts[static_cast<size_t>(place)]; };
            if (host >= 0 && other != host) {
                const auto [first, second] = std::minmax({name(host), name(other)});
                add({LinkFaultKind::Hosts, -1, first, second}, counts.ofHosts.at({host, other}));
            }
            for (const int place : std::set<int>{host, other}) {
                if (place >= 0)
                    add({LinkFaultKind::Host, -1, name(place), {}}, counts.ofHost.at(place));
            }
        }
        return out;
    }
    // Two pairs at least, and three of four that are judged; who has most of them first, of as many a rank before
    // what connects hosts, and that before a host.
    void nameGroups(const QString &transport, Pairs &pairs, const JudgedPairs &counts)
    {
        for (;;) {
            const std::map<CommonKey, Common> groups = commonOf(pairs, counts);
            const auto worth = [](const Common &c) {
                return c.slow.size() >= 2 && 4 * c.slow.size() >= 3 * c.judged ? c.slow.size() : 0;
            };
            const auto most = std::ranges::max_element(
                groups, [&](const auto &g, const auto &h) { return worth(g.second) < worth(h.second); });
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
    std::vector<QString> m_hosts;
    std::map<int, int> m_hostOf; ///< by the number of a rank; of those whose host is known
    std::vector<SlowHosts> m_slowHosts;
    std::vector<bool> m_ofSlowHosts; ///< by link: is slow with all of its hosts
};

} // namespace

LinkCostModel fitLinkCost(const std::vector<LinkPoint> &points, double quicker)
{
    LinkCostModel out;
    out.links = points.size();
    if (points.empty())
        return out;
    const auto sizes = std::minmax_element(
        points.begin(), points.end(), [](const LinkPoint &a, const LinkPoint &b) { return a.messageMb < b.messageMb; });
    out.leastMb = sizes.first->messageMb;
    out.mostMb = sizes.second->messageMb;
    constexpr double oneSize = 1.1;
    if (out.mostMb <= oneSize * out.leastMb) {
        out.msPerMb = rateThatAreQuicker(points, quicker);
    } else {
        constexpr int rounds = 40;
        for (int i = 0; i < rounds; ++i)
            std::tie(out.latencyMs, out.msPerMb) = refit(points, out, quicker, i == 0);
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
