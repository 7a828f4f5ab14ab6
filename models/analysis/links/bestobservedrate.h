// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace rs {

/// What a link of a type reached with messages of a size.
struct LinkSample
{
    QString transport;
    double messageMb = 0; ///< 10^6 bytes; samples without a size are left out
    double gbs = 0;
};

/// What the best tenth of the links of a type reach, by the size of their messages: small messages reach less over any
/// link, so a link is held against those whose messages are of its size, up to half an octave smaller or larger.
class BestObservedRate
{
public:
    /// No fewer links of a size say what a link can reach.
    static constexpr size_t fewestSamples = 3;

    explicit BestObservedRate(const std::vector<LinkSample> &samples);
    /// Bandwidth that each of the best tenth reaches, of at least one link, GB/s; unknown where too few are alike.
    [[nodiscard]] std::optional<double> best(const QString &transport, double messageMb) const;
    /// `gbs` as a fraction of that; above 1 for the very best.
    [[nodiscard]] std::optional<double> shareOf(const LinkSample &sample) const;

private:
    std::map<QString, std::map<int, double>> m_best; // by transport and eighth of an octave
};

} // namespace rs
