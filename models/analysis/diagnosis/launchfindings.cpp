// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/launchfindings.h"

#include "analysis/communication/p2ppairs.h"
#include "analysis/communication/rankalign.h"
#include "analysis/host/dispatch.h"
#include "core/base/saturate.h"
#include "core/text/findingcodes.h"

#include <cmath>

namespace rs {

namespace {

// An offset must stand this far above what the alignment leaves.
constexpr qint64 surety = 10;

QString milliseconds(qint64 ns)
{
    return QStringLiteral("%1 ms").arg(static_cast<double>(ns) / 1e6, 0, 'f', 3);
}

void addHostClock(const RankData &rank, const HostClock &clock, std::vector<Finding> &out)
{
    const int category = launchCategory(*rank.trace);
    if (category < 0 || !clock.known || clock.offsetNs >= 0 || saturatedMagnitude(clock.offsetNs) <= clock.samplingNs)
        return;
    const quint32 negative = rank.trace->flows().categories()[static_cast<size_t>(category)].negative;
    if (negative == 0)
        return;
    Finding f;
    f.severity = Severity::Info;
    f.place = Place::rank(rank.info.label);
    f.code = QStringLiteral("clock.host-device");
    f.message = RS_MESSAGE("The device clock is at least %1 behind the host clock, so some tasks seem to start "
                           "before their launch: delays are corrected by that.");
    f.argument = milliseconds(saturatedMagnitude(clock.offsetNs));
    f.count = negative;
    out.push_back(std::move(f));
}

void addHostBound(const RankData &rank, const DispatchReport &report, std::vector<Finding> &out)
{
    for (const DispatchStep &step : report.steps) {
        if (!step.hostBound)
            continue;
        Finding f;
        f.severity = Severity::Notice;
        f.place = Place::step(step.step).with(Place::Kind::Rank, rank.info.label);
        f.code = findingcodes::hostBound;
        f.message = RS_MESSAGE("The device waits for the host, which launches too late: earlier launches would "
                               "fill %1 of idle time.");
        f.argument = milliseconds(step.hostIdleNs);
        out.push_back(std::move(f));
    }
}

} // namespace

std::vector<Finding> launchFindings(const Run &run, const JobContext &job)
{
    std::vector<Finding> out;
    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace)
            continue;
        const Dispatch dispatch = dispatchOf(*rank->trace, job);
        const DispatchReport report = dispatchReport(*rank, dispatch, job);
        if (job.isCanceled())
            return {};
        addHostBound(*rank, report, out);
        addHostClock(*rank, dispatch.clock, out);
    }
    const std::vector<Finding> ofTransfers = transferFindings(pairTransfers(run, job));
    if (job.isCanceled())
        return {};
    out.insert(out.end(), ofTransfers.begin(), ofTransfers.end());
    if (run.ranks.size() < 2)
        return out;
    for (const RankAlignment &a : alignRanks(run, job)) {
        const qint64 offset = saturatedMagnitude(a.offsetNs);
        if (job.isCanceled())
            return {};
        if (!a.applies() || offset <= clockOffsetWorthTellingNs || offset <= saturatedProduct(surety, a.residualP95Ns))
            continue;
        Finding f;
        f.severity = Severity::Notice;
        f.place = Place::rank(run.ranks[static_cast<size_t>(a.rankIndex)]->info.label);
        f.code = QStringLiteral("clock.ranks");
        f.message = RS_MESSAGE("The clock of this rank differs from that of the first one by %1: align the clocks "
                               "before comparing their timestamps.");
        f.argument = milliseconds(a.offsetNs);
        f.count = a.matches;
        out.push_back(std::move(f));
    }
    return out;
}

} // namespace rs
