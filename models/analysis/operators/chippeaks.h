// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/deviceload.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"

#include <QByteArray>
#include <QMap>
#include <QString>

#include <optional>
#include <string_view>
#include <vector>

namespace rs {

/// Peaks of chips, as data: those of the program, and what a file of the user adds.
struct ChipPeaks
{
    struct Chip
    {
        QString name;
        std::optional<double> teraflops; ///< FP16
        std::optional<double> memoryGbs;
    };
    std::vector<Chip> chips;     ///< the last of a name counts; "*": of runs that do not name their chip
    QMap<QString, double> types; ///< by data type: how many times the peak of FP16
    std::optional<Phrase> fault; ///< of a file: why a part of it does not count

    /// Adds what a JSON text has: {"types": {"BF16": 1}, "chips": [{"name": …, "tflops": …, "gbps": …}]}. The rest of a
    /// text with a fault counts.
    void add(const QByteArray &json);
};

/// Origin of the peak of a device.
enum class PeakSource : quint8 {
    Unknown,
    Entered, ///< reference value of the user
    Cores,   ///< AI cores times frequency times 16·16·16·2, from info.json, as msprof-analyze's operator_mfu has it
    Chip,    ///< by the name of the chip
};

/// Peak rates of a device.
struct DevicePeak
{
    std::optional<double> teraflops; ///< FP16
    std::optional<double> memoryGbs;
    PeakSource source = PeakSource::Unknown; ///< of `teraflops`
    QString chip;                            ///< as a file names it; empty: none does
    int cores = 0;
    double megahertz = 0;
    QMap<QString, double> types;

    /// Nothing for a type without a peak.
    [[nodiscard]] std::optional<double> teraflopsOf(std::string_view dataType) const;
    /// Sentence on the origin of the peak, or on what would give it.
    [[nodiscard]] Phrase sentence() const;
};

[[nodiscard]] DevicePeak peakOf(const RankInfo &rank, const ChipPeaks &peaks, const DeviceLimits &limits);

} // namespace rs
