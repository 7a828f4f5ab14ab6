// SPDX-License-Identifier: Apache-2.0
#include "app/session/runreader.h"

#include "importers/run/remoteruns.h"
#include "core/run/runindex.h"
#include "importers/discovery/discovery.h"
#include "importers/trace/eventtext.h"
#include "importers/run/runloader.h"
#include "items/findingtexts.h"

#include <atomic>

namespace rs {

namespace {

DiscoveryLimits limitsOf(const WantedExport &wanted)
{
    DiscoveryLimits out;
    if (wanted)
        out.exported = *wanted;
    return out;
}

} // namespace

RunReader fileRunReader(std::shared_ptr<const RankCache> cache, WantedExport wanted, std::shared_ptr<RemoteRuns> remote)
{
    RunReader out;
    out.discover = [wanted, remote](const QStringList &paths, const JobContext &job, ImportReport &report) {
        return remote ? remote->discover(paths, job, report, limitsOf(wanted))
                      : discover(paths, job, report, limitsOf(wanted));
    };
    out.load = [cache = std::move(cache), remote](Run skeleton, const std::vector<int> &only, ThreadPool &pool,
                                                  const JobContext &job, const LoadEvents &events) {
        LoadOptions options;
        options.onStart = events.onStart;
        options.onPart = events.onPart;
        options.onLanes = events.onLanes;
        options.onRank = events.onRank;
        options.only = only;
        // A pack takes some times its bytes in memory.
        constexpr qint64 grows = 8;
        if (const auto budget = job.sharedBudget(); budget && budget->limit() > 0)
            options.packBytes = budget->limit() / grows;
        options.cache = cache;
        options.progress = std::make_shared<RankProgress>(skeleton.infos.size());
        ImportReport missing;
        const auto fetched = std::make_shared<std::atomic<double>>(1);
        if (remote)
            remote->bringPacks(options, skeleton, job, missing, [fetched](double part) { *fetched = part; });
        if (options.fetch)
            options.packBytes = -1; // only what somebody looks at comes over the network
        events.progress->answerWith([progress = options.progress, fetched](int index) {
            const double part = *fetched;
            return part < 1 && progress->state(index) == RankProgress::State::Loading ? part
                                                                                      : progress->fraction(index);
        });
        const auto loaded = loadRun(skeleton, pool, job, options);
        Run run = loaded ? *loaded : skeleton;
        // A host that answers now has its troubles behind it.
        ImportReport lasting;
        for (Finding &f : run.report.findings()) {
            if (!f.code.startsWith(RemoteRuns::Codes))
                lasting.add(std::move(f));
        }
        run.report = lasting;
        run.report.merge(missing);
        return run;
    };
    out.useCapture = [wanted](Run &run, int index, const QString &folder, const JobContext &job) {
        return useCapture(run, index, folder, job, limitsOf(wanted));
    };
    return out;
}

namespace {

ArgLines linesOf(EventArgs args)
{
    ArgLines out;
    out.error = phraseText(args.error);
    for (EventArg &a : args.lines)
        out.lines.push_back({std::move(a.key), std::move(a.value), a.level});
    return out;
}

} // namespace

ArgLines readArgLines(const Trace &trace, SliceId slice)
{
    const EventText text = readEventText(trace, slice);
    return linesOf(text.error.isEmpty() ? parseEventArgs(text.json) : EventArgs{{}, text.error});
}

ArgLines parseArgLines(std::string_view event)
{
    return linesOf(parseEventArgs(QByteArray::fromRawData(event.data(), static_cast<qsizetype>(event.size()))));
}

} // namespace rs
