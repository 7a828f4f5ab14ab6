// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/referencerates.h"

#include <algorithm>
#include <cmath>

namespace rs {

std::optional<double> ReferenceRates::of(const QString &transport) const
{
    for (const RateField &field : rateFields()) {
        if (transport.compare(QLatin1String(field.name), Qt::CaseInsensitive) == 0) {
            ReferenceRates own = *this;
            const double rate = field.of(own);
            return rate > 0 ? std::optional(rate) : std::nullopt;
        }
    }
    return std::nullopt;
}

bool ReferenceRates::isUsual(const QString &transport) const
{
    const QMap<QString, double> changed = changedRates(*this);
    return std::ranges::none_of(rateFields(), [&](const RateField &f) {
        return transport.compare(QLatin1String(f.name), Qt::CaseInsensitive) == 0 &&
               changed.contains(QLatin1String(f.key));
    });
}

const std::vector<RateField> &rateFields()
{
    using R = ReferenceRates;
    static const std::vector<RateField> fields = {
        {"hccs", "HCCS", "GB/s", 0.1, 1000, [](R &r) -> double & { return r.hccs; }},
        {"pcie", "PCIE", "GB/s", 0.1, 1000, [](R &r) -> double & { return r.pcie; }},
        {"rdma", "RDMA", "GB/s", 0.1, 1000, [](R &r) -> double & { return r.rdma; }},
        {"sdma", "SDMA", "GB/s", 0.1, 1000, [](R &r) -> double & { return r.sdma; }},
        {"sio", "SIO", "GB/s", 0, 1000, [](R &r) -> double & { return r.sio; }},
        {"memory", "MEMORY", "GiB", 0, 10'000, [](R &r) -> double & { return r.device.memoryGib; }},
        {"bandwidth", "BANDWIDTH", "GB/s", 0, 100'000, [](R &r) -> double & { return r.device.memoryGbs; }},
        {"peak", "PEAK", "TFLOPS", 0, 100'000, [](R &r) -> double & { return r.device.teraflopsPerSecond; }},
    };
    return fields;
}

QMap<QString, double> changedRates(ReferenceRates rates)
{
    ReferenceRates usual;
    QMap<QString, double> out;
    for (const RateField &field : rateFields()) {
        if (std::abs(field.of(rates) - field.of(usual)) > 1e-9)
            out.insert(QString::fromLatin1(field.key), field.of(rates));
    }
    return out;
}

ReferenceRates ratesOf(const QMap<QString, double> &changed)
{
    ReferenceRates out;
    for (const RateField &field : rateFields()) {
        const auto at = changed.constFind(QString::fromLatin1(field.key));
        if (at != changed.cend() && *at >= field.least && *at <= field.most)
            field.of(out) = *at;
    }
    return out;
}

} // namespace rs
