// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/chippeaks.h"

#include "core/run/chipkeys.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace rs {

namespace {

std::optional<double> positiveNumber(const QJsonValue &value)
{
    const double number = value.toDouble();
    return number > 0 ? std::optional(number) : std::nullopt;
}

} // namespace

void ChipPeaks::add(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument doc = QJsonDocument::fromJson(json, &error);
    if (!doc.isObject()) {
        fault = Phrase(RS_MESSAGE("peaks.json is no JSON object: %1."), {error.errorString()});
        return;
    }
    const QJsonObject factors = doc.object().value(QLatin1String("types")).toObject();
    for (auto it = factors.begin(); it != factors.end(); ++it) {
        if (const auto factor = positiveNumber(it.value()))
            types.insert(it.key().toUpper(), *factor);
        else
            fault =
                Phrase(RS_MESSAGE("The factor of the data type %1 in peaks.json is no number above 0."), {it.key()});
    }
    const QJsonArray rows = doc.object().value(QLatin1String("chips")).toArray();
    for (const QJsonValue &row : rows) {
        const QJsonObject of = row.toObject();
        Chip chip{of.value(QLatin1String("name")).toString(), positiveNumber(of.value(QLatin1String("tflops"))),
                  positiveNumber(of.value(QLatin1String("gbps")))};
        if (chip.name.isEmpty() || (!chip.teraflops && !chip.memoryGbs))
            fault = Phrase(RS_MESSAGE("An entry of chips in peaks.json is not of the form {\"name\": …, \"tflops\": …, "
                                      "\"gbps\": …}: \"%1\"."),
                           {chip.name});
        else
            chips.push_back(std::move(chip));
    }
}

std::optional<double> DevicePeak::teraflopsOf(std::string_view dataType) const
{
    const auto factor =
        types.constFind(QString::fromUtf8(dataType.data(), static_cast<qsizetype>(dataType.size())).toUpper());
    return teraflops && factor != types.cend() ? std::optional(*teraflops * *factor) : std::nullopt;
}

Phrase DevicePeak::sentence() const
{
    const QString peak = teraflops ? QString::number(*teraflops, 'f', 1) : QString();
    switch (source) {
    case PeakSource::Entered:
        return {RS_MESSAGE("Peak: %1 TFLOP/s of FP16, the reference value that was entered."), {peak}};
    case PeakSource::Cores:
        return {RS_MESSAGE("Peak: %1 TFLOP/s of FP16, as info.json has it: %2 AI cores · %3 MHz · 16·16·16·2."),
                {peak, QString::number(cores), QString::number(megahertz)}};
    case PeakSource::Chip:
        return {RS_MESSAGE("Peak: %1 TFLOP/s of FP16, of the chip %2 in peaks.json."),
                {peak, chip.isEmpty() ? QStringLiteral("*") : chip}};
    case PeakSource::Unknown:
        break;
    }
    if (chip.isEmpty())
        return RS_MESSAGE(
            "The peak of the chip is unknown, so there is no MFU: no file names the chip, and there is no "
            "info.json of the raw data (PROF_*/device_*). Enter it under Analyse > Reference Values of "
            "the Hardware, or by --rate PEAK=….");
    return {
        RS_MESSAGE("The peak of the chip is unknown, so there is no MFU: %1 stands for chips of several speeds, and "
                   "there is no info.json of the raw data (PROF_*/device_*). Enter it under Analyse > Reference Values "
                   "of the Hardware, by --rate PEAK=… or in peaks.json."),
        {chip}};
}

DevicePeak peakOf(const RankInfo &rank, const ChipPeaks &peaks, const DeviceLimits &limits)
{
    DevicePeak out;
    out.types = peaks.types;
    out.chip = rank.settings.value(chipNameKey);
    out.cores = rank.settings.value(chipCoresKey).toInt();
    out.megahertz = rank.settings.value(chipFrequencyKey).toDouble();
    const QString wanted = out.chip.isEmpty() ? QStringLiteral("*") : out.chip;
    const auto named = std::find_if(peaks.chips.rbegin(), peaks.chips.rend(), [&wanted](const ChipPeaks::Chip &c) {
        return c.name.compare(wanted, Qt::CaseInsensitive) == 0;
    });
    if (named != peaks.chips.rend()) {
        out.memoryGbs = named->memoryGbs;
        out.teraflops = named->teraflops;
        out.source = out.teraflops ? PeakSource::Chip : PeakSource::Unknown;
    }
    constexpr double operationsOfCycle = 16 * 16 * 16 * 2;
    if (out.cores > 0 && out.megahertz > 0) {
        out.teraflops = out.cores * out.megahertz * operationsOfCycle / 1e6;
        out.source = PeakSource::Cores;
    }
    if (limits.teraflopsPerSecond > 0) {
        out.teraflops = limits.teraflopsPerSecond;
        out.source = PeakSource::Entered;
    }
    if (limits.memoryGbs > 0)
        out.memoryGbs = limits.memoryGbs;
    return out;
}

} // namespace rs
