// SPDX-License-Identifier: Apache-2.0
#include "core/trace/devicepart.h"

#include "core/trace/tracebuilder.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {

using HostProcess = std::pair<QString, qint64>; // prefix and process

struct Owner
{
    DevicePart part;
    bool isDevice = false;
    bool hasStreams = false;
    HostProcess host;
};

Owner ownerOf(const NamedProcess &process)
{
    const ProcessKind kind = processKindOf(process.name.toStdString());
    Owner out;
    out.hasStreams = kind == ProcessKind::AscendHardware;
    out.isDevice = process.label.startsWith(QLatin1String("NPU")) || out.hasStreams ||
                   kind == ProcessKind::Communication || kind == ProcessKind::OverlapAnalysis ||
                   kind == ProcessKind::DeviceMetric;
    qsizetype digits = process.pid.size();
    while (digits > 0 && process.pid[digits - 1] >= u'0' && process.pid[digits - 1] <= u'9')
        --digits;
    out.part.prefix = process.pid.left(digits);
    bool isNumber = false;
    const qint64 pid = process.pid.mid(digits).toLongLong(&isNumber);
    // CANN: process of the host, ten bits further up, place among the lanes, five bits, device.
    constexpr int hostShift = 10;
    constexpr int sortShift = 5;
    constexpr qint64 mask = 31;
    const bool mayBeOfCann = out.isDevice || kind == ProcessKind::Cann || kind == ProcessKind::HostMetric;
    const bool isOfCann =
        mayBeOfCann && isNumber && (pid >> hostShift) > 0 && ((pid >> sortShift) & mask) == process.sortIndex;
    out.host = {out.part.prefix, isOfCann ? pid >> hostShift : pid};
    if (isOfCann)
        out.part.hostPid = pid >> hostShift;
    bool isLabelled = false;
    const int labelled = process.label.mid(4).toInt(&isLabelled);
    if (out.isDevice && isLabelled && process.label.startsWith(QLatin1String("NPU ")))
        out.part.device = labelled;
    else if (out.isDevice && isOfCann)
        out.part.device = static_cast<int>(pid & mask);
    return out;
}

std::vector<Owner> ownersOf(const std::vector<NamedProcess> &processes)
{
    std::vector<Owner> out;
    for (const NamedProcess &p : processes)
        out.push_back(ownerOf(p));
    return out;
}

void addPart(std::vector<DevicePart> &parts, const DevicePart &part)
{
    if (std::ranges::none_of(parts, [&part](const DevicePart &p) { return p.isSame(part); }))
        parts.push_back(part);
}

std::vector<DevicePart> partsOf(const std::vector<Owner> &owners)
{
    std::vector<DevicePart> out;
    for (const Owner &o : owners) {
        if (o.hasStreams)
            addPart(out, o.part);
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

std::vector<DevicePart> devicePartsOf(const std::vector<NamedProcess> &processes)
{
    return partsOf(ownersOf(processes));
}

std::vector<bool> processesOfPart(const std::vector<NamedProcess> &processes, const DevicePart &part)
{
    const std::vector<Owner> owners = ownersOf(processes);
    const std::vector<DevicePart> parts = partsOf(owners);
    // A device that has counters only belongs to nobody in particular.
    const auto isOfOther = [&](const DevicePart &p) {
        return !p.isSame(part) && std::ranges::any_of(parts, [&p](const DevicePart &other) { return other.isSame(p); });
    };
    const auto drives = [](const DevicePart &device, const HostProcess &host) {
        return device.prefix == host.first && (device.hostPid < 0 || device.hostPid == host.second);
    };
    const auto isHostOf = [&](const Owner &o, bool own) {
        return !o.isDevice && std::ranges::any_of(parts, [&](const DevicePart &p) {
            return p.isSame(part) == own && drives(p, o.host);
        });
    };
    const bool hasOwnHost = std::ranges::any_of(owners, [&](const Owner &o) { return isHostOf(o, true); });
    std::vector<bool> out;
    for (const Owner &o : owners)
        out.push_back(o.isDevice ? !isOfOther(o.part) : !hasOwnHost || isHostOf(o, true) || !isHostOf(o, false));
    return out;
}

} // namespace rs
