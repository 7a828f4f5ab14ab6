// SPDX-License-Identifier: Apache-2.0
#include "analysis/referencerates.h"

#include <cmath>

namespace rs {

std::optional<double> ReferenceRates::of(const QString &transport) const
{
    for (const RateField &field : rateFields()) {
        if (transport.compare(QLatin1String(field.key), Qt::CaseInsensitive) == 0) {
            ReferenceRates own = *this;
            return field.of(own);
        }
    }
    return std::nullopt;
}

const std::vector<RateField> &rateFields()
{
    using R = ReferenceRates;
    static const std::vector<RateField> fields = {
        {"hccs", [](R &r) -> double & { return r.hccs; }},
        {"pcie", [](R &r) -> double & { return r.pcie; }},
        {"rdma", [](R &r) -> double & { return r.rdma; }},
        {"sdma", [](R &r) -> double & { return r.sdma; }},
    };
    return fields;
}

QMap<QString, double> changedRates(ReferenceRates rates)
{
    ReferenceRates usual;
    QMap<QString, double> out;
    for (const RateField &field : rateFields()) {
        if (field.of(rates) != field.of(usual))
            out.insert(QString::fromLatin1(field.key), field.of(rates));
    }
    return out;
}

ReferenceRates ratesOf(const QMap<QString, double> &changed)
{
    ReferenceRates out;
    for (const RateField &field : rateFields()) {
        const auto at = changed.constFind(QString::fromLatin1(field.key));
        if (at != changed.cend() && std::isfinite(*at) && *at > 0)
            field.of(out) = *at;
    }
    return out;
}

} // namespace rs
