// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/deviceload.h"

#include <QMap>
#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Usual rates of transports, GB/s, each way, as in MindStudio Insight; the user may change them. Beside them memory,
/// its bandwidth and peak of a device, which have no usual value.
struct ReferenceRates
{
    double hccs = 18;
    double pcie = 20;
    double rdma = 12.5;
    double sdma = 18; ///< whatever it goes over
    double sio = 0;   ///< 0: it differs too much between machines for a usual one
    DeviceLimits device;

    /// By the name that files have for a transport; unknown for others (LOCAL), and where it is 0.
    [[nodiscard]] std::optional<double> of(const QString &transport) const;
    /// Whether it is the program's, and nobody has set another.
    [[nodiscard]] bool isUsual(const QString &transport) const;
};

/// One of them, as settings keep it.
struct RateField
{
    const char *key;  ///< stable
    const char *name; ///< transport, as files call it
    const char *unit;
    double least; ///< no less makes sense; 0: there may be none
    double most;
    double &(*of)(ReferenceRates &);
};
[[nodiscard]] const std::vector<RateField> &rateFields();

/// Those that are not as the program has them, by key.
[[nodiscard]] QMap<QString, double> changedRates(ReferenceRates rates);
/// The inverse. Keys that nobody knows and rates that cannot be are left out.
[[nodiscard]] ReferenceRates ratesOf(const QMap<QString, double> &changed);

} // namespace rs
