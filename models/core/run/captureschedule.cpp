// SPDX-License-Identifier: Apache-2.0
#include "core/run/captureschedule.h"

#include "core/run/rundata.h"

#include <algorithm>

namespace rs {

namespace {

const QString prefix = QStringLiteral("schedule.");

} // namespace

std::optional<CaptureSchedule> CaptureSchedule::of(const QMap<QString, QString> &settings)
{
    constexpr qint64 most = 1'000'000'000;
    CaptureSchedule out;
    struct Number
    {
        const char *key;
        qint64 &value;
    };
    for (const Number n : {Number{"skip_first", out.skipFirst}, Number{"wait", out.wait}, Number{"warmup", out.warmup},
                           Number{"active", out.active}, Number{"repeat", out.repeat}}) {
        const QString text = settings.value(prefix + QLatin1String(n.key));
        if (text.isEmpty())
            continue;
        bool isNumber = false;
        n.value = text.toLongLong(&isNumber);
        if (!isNumber || n.value < 0 || n.value > most)
            return std::nullopt;
    }
    return out.active > 0 ? std::optional(out) : std::nullopt;
}

bool CaptureSchedule::isKey(const QString &key)
{
    return key.startsWith(prefix);
}

std::optional<qint64> CaptureSchedule::captureOf(qint64 step) const
{
    const qint64 since = step - skipFirst;
    if (since < 0 || since % cycle() < wait + warmup)
        return std::nullopt;
    const qint64 capture = since / cycle() + 1;
    return repeat == 0 || capture <= repeat ? std::optional(capture) : std::nullopt;
}

QString CaptureSchedule::text() const
{
    return QStringLiteral("skip_first %1, wait %2, warmup %3, active %4, repeat %5")
        .arg(skipFirst)
        .arg(wait)
        .arg(warmup)
        .arg(active)
        .arg(repeat);
}

std::vector<qint64> recordedSteps(const RankData &rank)
{
    std::vector<qint64> out;
    for (const StepTraceRow &row : rank.stepTrace) {
        bool isNumber = false;
        const qint64 step = row.step.toLongLong(&isNumber);
        if (isNumber)
            out.push_back(step);
    }
    for (const StepMark &mark : rank.trace ? rank.trace->steps() : std::vector<StepMark>())
        out.push_back(mark.step);
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

CaptureEnd endOfCapture(const CaptureSchedule &schedule, const std::vector<qint64> &recorded)
{
    const bool isUnmarked = recorded.size() == 1 && recorded.front() == 0 && schedule.firstStep(1) != 0;
    if (recorded.empty() || isUnmarked)
        return CaptureEnd::Unknown;
    return static_cast<qint64>(recorded.size()) < schedule.active ? CaptureEnd::Stopped : CaptureEnd::Complete;
}

} // namespace rs
