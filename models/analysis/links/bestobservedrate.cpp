// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/bestobservedrate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace rs {

namespace {

constexpr int binsPerOctave = 8;
constexpr int reach = binsPerOctave / 2;

int binOf(double messageMb)
{
    return static_cast<int>(std::lround(binsPerOctave * std::log2(messageMb)));
}

bool isSound(const LinkSample &s)
{
    const auto &[transport, messageMb, gbs] = s;
    return !transport.isEmpty() && messageMb > 0 && gbs > 0 && std::isfinite(messageMb) && std::isfinite(gbs);
}

double ofBestTenth(std::vector<double> &values)
{
    const auto last = values.begin() + (std::ssize(values) + 9) / 10 - 1;
    std::nth_element(values.begin(), last, values.end(), std::greater<>());
    return *last;
}

} // namespace

BestObservedRate::BestObservedRate(const std::vector<LinkSample> &samples)
{
    std::map<QString, std::map<int, std::vector<double>>> bins;
    for (const LinkSample &s : samples) {
        if (isSound(s))
            bins[s.transport][binOf(s.messageMb)].push_back(s.gbs);
    }
    std::vector<double> alike;
    for (const auto &[transport, ofTransport] : bins) {
        std::set<int> reached;
        for (const auto &[bin, values] : ofTransport) {
            for (int b = bin - reach; b <= bin + reach; ++b)
                reached.insert(b);
        }
        for (const int bin : reached) {
            alike.clear();
            const auto end = ofTransport.upper_bound(bin + reach);
            for (auto at = ofTransport.lower_bound(bin - reach); at != end; ++at)
                alike.insert(alike.end(), at->second.begin(), at->second.end());
            if (alike.size() >= fewestSamples)
                m_best[transport][bin] = ofBestTenth(alike);
        }
    }
}

std::optional<double> BestObservedRate::best(const QString &transport, double messageMb) const
{
    const auto of = m_best.find(transport);
    if (of == m_best.end() || !(messageMb > 0) || !std::isfinite(messageMb))
        return std::nullopt;
    const auto at = of->second.find(binOf(messageMb));
    return at == of->second.end() ? std::nullopt : std::optional(at->second);
}

std::optional<double> BestObservedRate::shareOf(const LinkSample &sample) const
{
    const std::optional<double> reached = isSound(sample) ? best(sample.transport, sample.messageMb) : std::nullopt;
    return reached ? std::optional(sample.gbs / *reached) : std::nullopt;
}

} // namespace rs
