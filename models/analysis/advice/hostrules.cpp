// SPDX-License-Identifier: Apache-2.0
#include "analysis/advice/ruleinput.h"
#include "analysis/host/dispatch.h"
#include "core/base/saturate.h"

#include <QMap>

#include <algorithm>
#include <map>
#include <set>

namespace rs {

namespace {

std::vector<SliceId> longerThan(const RankFacts &facts, HostCallKind kind, double ms)
{
    std::vector<SliceId> out;
    for (const SliceId id : facts.callsOf(kind)) {
        if (static_cast<double>(facts.trace()->slices().duration(id)) > ms * 1e6)
            out.push_back(id);
    }
    return out;
}

/// Calls during which the device had nothing to do: no more than that can be saved.
void addExposed(RankFacts &facts, AdviceSink &out, const AdviceRule &rule, const std::vector<SliceId> &calls,
                const char *seen, AdviceSink::Found found = {})
{
    if (calls.empty())
        return;
    // A checkpoint behind the last work of the run makes its last step longer; other calls there may be of no step.
    IntervalSet idle = facts.idleDuring(calls);
    if (&rule == &adviceRule("checkpoint"))
        idle = uniteSets(idle, facts.tailDuring(calls));
    for (const SliceId id : calls) {
        found.timeNs = saturatedSum(found.timeNs, facts.trace()->slices().duration(id));
        found.evidence.push_back(facts.evidenceOf(id));
    }
    found.count = std::ssize(calls);
    found.savesNs = totalLength(idle);
    found.known = SavingKind::AtMost;
    found.seen = Phrase(QString::fromUtf8(seen), {QString::number(found.count), millisecondsOf(found.timeNs),
                                                  millisecondsOf(*found.savesNs), found.subject});
    facts.explained = uniteSets(facts.explained, idle);
    out.add(rule, facts.index, facts.spanNs, std::move(found));
}

// A call that waits for the device returns when it is done: the gap that begins there lasts until the next launch has
// arrived. Between two steps there is one anyway.
void lookAtSynchronisation(RankFacts &facts, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("synchronise");
    const std::vector<SliceId> &calls = facts.callsOf(HostCallKind::Synchronize);
    if (calls.empty())
        return;
    const SliceStore &s = facts.trace()->slices();
    std::vector<SliceId> byEnd = calls;
    std::ranges::sort(byEnd, {}, [&s](SliceId id) { return s.end(id); });
    // Operators that need the value: who sits around the call.
    std::vector<SliceId> items = facts.callsOf(HostCallKind::Item);
    std::ranges::sort(items, {}, [&s](SliceId id) { return s.start(id); });
    const auto nameOf = [&](SliceId call) {
        const auto behind =
            std::ranges::upper_bound(items, s.start(call), {}, [&s](SliceId id) { return s.start(id); });
        for (auto at = behind; at != items.begin() && behind - at < 8;) {
            if (s.end(*--at) >= s.end(call))
                return facts.nameOf(*at);
        }
        return facts.nameOf(call);
    };
    const IdleReport idle = idleCauses(facts.rank, facts.dispatch, facts.idle, facts.job, facts.input.pool);
    struct Subject
    {
        std::set<SliceId> calls;
        IntervalSet gaps;
        qint64 ns = 0;
        std::vector<AdviceEvidence> evidence;
    };
    std::map<QString, Subject> subjects;
    const qint64 offset = facts.dispatch.clock.offsetNs;
    const qint64 slack = std::max<qint64>(facts.dispatch.clock.samplingNs, facts.dispatch.launchCostNs);
    for (const IdleGap &gap : idle.gaps) {
        if (gap.cause != IdleCause::Synchronizing && gap.cause != IdleCause::HostLate &&
            gap.cause != IdleCause::Unknown)
            continue;
        const Interval host{saturatedDifference(gap.range.from, offset), saturatedDifference(gap.range.to, offset)};
        // The first call that returns at the begin of the gap or later, if the host was in it when the device ran dry.
        const auto call = std::ranges::lower_bound(byEnd, saturatedDifference(host.from, slack), {},
                                                   [&s](SliceId id) { return s.end(id); });
        if (call == byEnd.end() || s.start(*call) > host.from || s.end(*call) >= host.to)
            continue;
        Subject &subject = subjects[nameOf(*call)];
        subject.calls.insert(*call);
        subject.gaps.push_back(host);
        subject.ns = saturatedSum(subject.ns, gap.range.length());
        AdviceEvidence evidence = facts.evidenceOf(*call);
        evidence.durationNs = gap.range.length();
        subject.evidence.push_back(std::move(evidence));
    }
    for (auto &[name, subject] : subjects) {
        const auto count = static_cast<qint64>(subject.calls.size());
        if (static_cast<double>(count) <= rule.threshold * facts.steps)
            continue;
        AdviceSink::Found found;
        found.subject = name;
        found.count = count;
        found.timeNs = subject.ns;
        found.savesNs = subject.ns;
        found.known = SavingKind::AtMost;
        found.evidence = std::move(subject.evidence);
        found.seen = {RS_MESSAGE("The host waits in %2 until the device has finished, and %1 times the device then has "
                                 "nothing to do until the next launch arrives, %3 ms together."),
                      {QString::number(count), name, millisecondsOf(subject.ns)}};
        facts.explained = uniteSets(facts.explained, mergeIntervals(std::move(subject.gaps)));
        out.add(rule, facts.index, facts.spanNs, std::move(found));
    }
}

void lookAtLaunches(RankFacts &facts, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("launch-bound");
    if (!facts.dispatch.clock.known) {
        out.lacks(rule, facts.index,
                  Phrase(RS_MESSAGE("Not checked without flows from launches to kernels (HostToDevice): %1.")));
        return;
    }
    const DispatchReport report = dispatchReport(facts.idle, facts.dispatch, facts.job, facts.input.pool);
    std::vector<Interval> windows;
    AdviceSink::Found found;
    for (const HostBoundWindow &w : report.windows) {
        windows.push_back({saturatedDifference(w.range.from, facts.dispatch.clock.offsetNs),
                           saturatedDifference(w.range.to, facts.dispatch.clock.offsetNs)});
        found.count += w.tasks;
        AdviceEvidence evidence = facts.evidenceOf(w.first);
        evidence.time = w.range;
        evidence.durationNs = w.idleNs;
        found.evidence.push_back(std::move(evidence));
    }
    const IntervalSet idle =
        subtractSets(intersectSets(mergeIntervals(std::move(windows)), facts.idleOnHost), facts.explained);
    found.timeNs = totalLength(idle);
    if (static_cast<double>(found.timeNs) * 100 < rule.threshold * static_cast<double>(facts.spanNs))
        return;
    found.savesNs = found.timeNs;
    found.known = SavingKind::AtMost;
    found.seen = {RS_MESSAGE("%1 kernels start right after their launch, and in between the device has nothing to do "
                             "for %2 ms: the host launches too slowly."),
                  {QString::number(found.count), millisecondsOf(found.timeNs)}};
    out.add(rule, facts.index, facts.spanNs, std::move(found));
}

void lookAtOptimizers(RankFacts &facts, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("optimizer");
    std::map<QString, std::vector<SliceId>> byName;
    for (const SliceId id : facts.callsOf(HostCallKind::Optimizer))
        byName[facts.nameOf(id).section(u'#', 1)].push_back(id);
    for (const auto &[name, calls] : byName) {
        const QByteArray text = name.toUtf8();
        const std::string_view view(text.constData(), static_cast<size_t>(text.size()));
        for (const AdvicePattern &pattern : facts.input.lists.optimizers) {
            if (pattern.matched({&view, 1}) == 0)
                continue;
            AdviceSink::Found found;
            found.subject = name;
            found.change = {RS_MESSAGE("Use %1; the parameters stay the same."), {pattern.use()}};
            addExposed(
                facts, out, rule, calls,
                RS_NOOP("Calls of %4: %1, %2 ms of the host together; the device has nothing to do for %3 ms of it."),
                std::move(found));
            break;
        }
    }
}

} // namespace

void lookAtHost(RankFacts &facts, AdviceSink &out)
{
    if (!facts.trace()) {
        for (const char *const id : {"compile", "synchronise", "gc", "dataloader", "checkpoint", "memory-api",
                                     "sync-batchnorm", "optimizer", "launch-bound", "frequency", "affinity-api"})
            out.lacks(adviceRule(id), facts.index, Phrase(RS_MESSAGE("Not checked without a trace: %1.")));
        return;
    }
    using K = HostCallKind;
    const auto &rule = adviceRule;
    if (static_cast<double>(facts.callsOf(K::Compile).size()) > rule("compile").threshold)
        addExposed(facts, out, rule("compile"), facts.callsOf(K::Compile),
                   RS_NOOP("%1 operators are compiled while the steps run, for %2 ms; the device has nothing to do "
                           "for %3 ms of it."));
    addExposed(
        facts, out, rule("gc"), longerThan(facts, K::Garbage, rule("gc").threshold),
        RS_NOOP("Garbage collections of Python: %1, %2 ms together; the device has nothing to do for %3 ms of it."));
    addExposed(facts, out, rule("dataloader"), longerThan(facts, K::DataLoader, rule("dataloader").threshold),
               RS_NOOP("Batches that come late: %1, %2 ms together; the device has nothing to do for %3 ms of it."));
    addExposed(facts, out, rule("checkpoint"), longerThan(facts, K::Save, rule("checkpoint").threshold),
               RS_NOOP("Checkpoints: %1, %2 ms together; the device has nothing to do for %3 ms of it."));
    qint64 memoryNs = 0;
    for (const SliceId id : facts.callsOf(K::MemoryApi))
        memoryNs = saturatedSum(memoryNs, facts.trace()->slices().duration(id));
    if (static_cast<double>(memoryNs) > rule("memory-api").threshold * 1e6)
        addExposed(facts, out, rule("memory-api"), facts.callsOf(K::MemoryApi),
                   RS_NOOP("Calls that take memory from the driver or give it back: %1, %2 ms together; the device has "
                           "nothing to do for %3 ms of it."));
    if (static_cast<double>(facts.callsOf(K::BatchNorm).size()) >= rule("sync-batchnorm").threshold)
        addExposed(facts, out, rule("sync-batchnorm"), facts.callsOf(K::BatchNorm),
                   RS_NOOP("%1 SyncBatchNorm take %2 ms of the host; the device has nothing to do for %3 ms of it."));
    lookAtSynchronisation(facts, out);
    lookAtOptimizers(facts, out);
    lookAtLaunches(facts, out);
}

void lookAtEnvironment(const RankFacts &facts, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("environment");
    const QMap<QString, QString> &settings = facts.rank.info.settings;
    const QString prefix = QStringLiteral("env.");
    const auto first = settings.lowerBound(prefix);
    if (first == settings.end() || !first.key().startsWith(prefix)) {
        out.lacks(rule, facts.index,
                  Phrase(RS_MESSAGE("Not checked without the environment variables of profiler_metadata.json: %1.")));
        return;
    }
    const auto add = [&](const char *name, const char *change, const char *seen) {
        AdviceSink::Found found;
        found.subject = QLatin1String(name);
        found.count = 1;
        found.isCertain = true;
        const QString value = settings.value(prefix + QLatin1String(name));
        found.seen = Phrase(QString::fromUtf8(seen), {QLatin1String(name), value});
        found.change = Phrase(QString::fromUtf8(change));
        out.add(rule, facts.index, facts.spanNs, std::move(found));
    };
    const auto valueOf = [&](const char *name) { return settings.value(prefix + QLatin1String(name)).trimmed(); };
    if (valueOf("ASCEND_LAUNCH_BLOCKING") == u"1")
        add("ASCEND_LAUNCH_BLOCKING", "export ASCEND_LAUNCH_BLOCKING=0",
            RS_NOOP("%1 is %2: every launch waits for its kernel."));
    const QString level = valueOf("ASCEND_GLOBAL_LOG_LEVEL");
    if (level == u"0" || level == u"1")
        add("ASCEND_GLOBAL_LOG_LEVEL", "export ASCEND_GLOBAL_LOG_LEVEL=3",
            RS_NOOP("%1 is %2: CANN writes much into its logs, which slows every call down."));
    // These help a run that has the trouble that they are against; to any other they say nothing.
    const bool isHostBound = out.found("launch-bound", facts.index) != nullptr;
    const bool isTorch = facts.rank.info.framework == Framework::PyTorch;
    const auto isTold = [&](const char *name) { return settings.contains(prefix + QLatin1String(name)); };
    if (isHostBound && isTorch && isTold("ACLNN_CACHE_LIMIT") && valueOf("ACLNN_CACHE_LIMIT").toLongLong() < 10'000)
        add("ACLNN_CACHE_LIMIT", "export ACLNN_CACHE_LIMIT=100000",
            RS_NOOP("The host launches too slowly, and %1 is \"%2\": few operators of aclnn are kept for their next "
                    "call."));
    if (isHostBound && isTorch && isTold("HOST_CACHE_CAPACITY") && valueOf("HOST_CACHE_CAPACITY").toLongLong() == 0)
        add("HOST_CACHE_CAPACITY", "export HOST_CACHE_CAPACITY=20",
            RS_NOOP("The host launches too slowly, and %1 is \"%2\": nothing is kept of shapes that come again."));
    if (out.found("memory-api", facts.index) && isTold("PYTORCH_NPU_ALLOC_CONF") &&
        !valueOf("PYTORCH_NPU_ALLOC_CONF").contains(QLatin1String("expandable_segments:True")))
        add("PYTORCH_NPU_ALLOC_CONF", "export PYTORCH_NPU_ALLOC_CONF=expandable_segments:True",
            RS_NOOP("Much time goes into calls for memory, and %1 is \"%2\": segments do not grow."));
}

} // namespace rs
