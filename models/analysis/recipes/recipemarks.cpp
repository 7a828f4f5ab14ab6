// SPDX-License-Identifier: Apache-2.0
#include "analysis/recipes/recipemarks.h"

#include "analysis/host/hostclock.h"
#include "analysis/host/kernelchain.h"
#include "analysis/operators/flopsrecord.h"
#include "analysis/operators/operatorscan.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/trace.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr std::string_view startSuffix = "_start";
constexpr std::string_view stopSuffix = "_stop";
constexpr std::string_view pythonModule = "nn.Module: ";

/// The other ends of a mark: a call of the framework, and its mark on the device.
struct MarkEnds
{
    SliceId framework = NoSlice;
    SliceId device = NoSlice;
};

MarkEnds endsOfMark(const Trace &trace, SliceId mark)
{
    MarkEnds out;
    for (const FlowIndex f : trace.flows().incoming(mark)) {
        const SliceId from = trace.flows().at(f).from;
        if (trace.slices().kind(from) == SliceKind::Framework)
            out.framework = from;
    }
    for (const FlowIndex f : trace.flows().outgoing(mark)) {
        const SliceId to = trace.flows().at(f).to;
        if (trace.processOf(trace.laneOf(to)).kind == ProcessKind::AscendHardware)
            out.device = to;
    }
    return out;
}

QString stepOfMark(const Trace &trace, qint64 ns)
{
    for (const StepMark &mark : trace.steps()) {
        if (mark.startNs <= ns && ns <= mark.endNs)
            return QString::number(mark.step);
    }
    return QStringLiteral("0");
}

class MarksOfRank
{
public:
    MarksOfRank(const Trace &trace, int rankIndex) : m_trace(trace), m_rankIndex(rankIndex) {}

    std::vector<MarkedTime> out;

    void lane(const SliceStore::Span in, JobPoll &poll)
    {
        std::vector<SliceId> byStart;
        for (const SliceId slice : in)
            byStart.push_back(slice);
        const SliceStore &s = m_trace.slices();
        std::ranges::stable_sort(byStart, [&s](SliceId a, SliceId b) { return s.start(a) < s.start(b); });
        std::map<std::string_view, std::vector<SliceId>> open; // starts of pairs by name
        for (const SliceId mark : byStart) {
            if (poll.isCanceled())
                return;
            const std::string_view name = m_trace.strings().view(s.name(mark));
            if (s.duration(mark) > 0) {
                range(mark, name);
            } else if (name.ends_with(startSuffix)) {
                open[name.substr(0, name.size() - startSuffix.size())].push_back(mark);
            } else if (name.ends_with(stopSuffix)) {
                const auto started = open.find(name.substr(0, name.size() - stopSuffix.size()));
                if (started == open.end() || started->second.empty())
                    continue;
                pair(started->second.back(), mark, started->first);
                started->second.pop_back();
            }
        }
    }

    /// Several of a name in a step are numbered; shares are those of the rank.
    void finish()
    {
        std::ranges::stable_sort(out, [this](const MarkedTime &a, const MarkedTime &b) {
            return m_trace.slices().start(a.slice) < m_trace.slices().start(b.slice);
        });
        std::map<std::pair<QString, QString>, std::vector<MarkedTime *>> alike;
        std::array<double, MarkSides> sums{};
        for (MarkedTime &m : out) {
            alike[{m.step, m.name}].push_back(&m);
            for (size_t side = 0; side < MarkSides; ++side)
                sums[side] += static_cast<double>(m.ns[side]);
        }
        for (const auto &[name, marks] : alike) {
            for (size_t i = 0; marks.size() > 1 && i < marks.size(); ++i)
                marks[i]->name += u'_' + QString::number(i);
        }
        for (MarkedTime &m : out) {
            for (size_t side = 0; side < MarkSides; ++side)
                m.percent[side] = sums[side] != 0 ? static_cast<double>(m.ns[side]) / sums[side] * 100 : 0;
        }
    }

private:
    MarkedTime &add(SliceId slice, std::string_view name)
    {
        MarkedTime &m = out.emplace_back();
        m.rankIndex = m_rankIndex;
        m.name = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        m.slice = slice;
        m.step = stepOfMark(m_trace, m_trace.slices().start(slice));
        return m;
    }

    void range(SliceId mark, std::string_view name)
    {
        const MarkEnds ends = endsOfMark(m_trace, mark);
        if (ends.device == NoSlice)
            return;
        MarkedTime &m = add(mark, name);
        m.ns[static_cast<size_t>(MarkSide::Cann)] = m_trace.slices().duration(mark);
        m.ns[static_cast<size_t>(MarkSide::Device)] = m_trace.slices().duration(ends.device);
    }

    void pair(SliceId start, SliceId stop, std::string_view name)
    {
        const SliceStore &s = m_trace.slices();
        const MarkEnds first = endsOfMark(m_trace, start);
        const MarkEnds last = endsOfMark(m_trace, stop);
        const auto between = [&s](SliceId a, SliceId b) {
            return a == NoSlice || b == NoSlice ? 0 : saturatedDifference(s.start(b), s.start(a));
        };
        MarkedTime &m = add(start, name);
        m.ns = {between(first.framework, last.framework), between(start, stop), between(first.device, last.device)};
    }

    const Trace &m_trace;
    int m_rankIndex;
};

/// A module around operators of the framework.
struct Module
{
    qint64 startNs = 0;
    qint64 endNs = 0;
    SliceId slice = NoSlice; ///< a backward module has none
    QString backwardOf{};    ///< the module that it goes back through, or the modules around that one
    bool isInnermost = true; ///< false for a backward one: it is no stand-in for the modules around it
};

/// Modules of one thread, by start, the outer ones first.
using ModulesByThread = std::map<QString, std::vector<Module>>;

void sortModules(ModulesByThread &all)
{
    for (auto &[thread, modules] : all) {
        std::ranges::stable_sort(modules, [](const Module &a, const Module &b) {
            return std::tuple(a.startNs, -a.endNs) < std::tuple(b.startNs, -b.endNs);
        });
    }
}

ModulesByThread modulesOf(const Trace &trace, bool ofPython, JobPoll &poll)
{
    ModulesByThread out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const bool isMarks = trace.processOf(LaneId{l}).kind == ProcessKind::MsTx;
        if (isMarks == ofPython)
            continue;
        for (const SliceId s : trace.slicesOf(LaneId{l})) {
            if (poll.isCanceled())
                return {};
            const std::string_view name = trace.strings().view(trace.slices().name(s));
            if (trace.slices().duration(s) == 0 || (ofPython && !name.starts_with(pythonModule)) ||
                recordedOperations(name))
                continue;
            out[trace.strings().text(trace.lane(LaneId{l}).tid)].push_back(
                {trace.slices().start(s), trace.slices().end(s), s});
        }
    }
    sortModules(out);
    return out;
}

/// The modules of a thread that are open at moments which only grow, the outer ones first.
class ModuleCursor
{
public:
    const std::vector<const Module *> &around(const std::vector<Module> &modules, qint64 ns)
    {
        while (m_next < modules.size() && modules[m_next].startNs <= ns)
            m_open.push_back(&modules[m_next++]);
        std::erase_if(m_open, [ns](const Module *m) { return m->endNs < ns; });
        return m_open;
    }

private:
    size_t m_next = 0;
    std::vector<const Module *> m_open;
};

QString nameOfModule(const Trace &trace, const Module &module)
{
    if (module.slice == NoSlice)
        return module.isInnermost ? QStringLiteral("[Backward]") + module.backwardOf : module.backwardOf;
    const QString name = trace.strings().text(trace.slices().name(module.slice));
    const QLatin1String prefix(pythonModule.data(), static_cast<qsizetype>(pythonModule.size()));
    return name.startsWith(prefix) ? name.mid(prefix.size()) : name;
}

/// The modules that hold a moment's operator wholly: names of the outer ones, and the innermost.
struct ModulesAround
{
    QString parent;
    const Module *innermost = nullptr; ///< null: none does
};

ModulesAround modulesAround(const Trace &trace, const std::vector<const Module *> &open, SliceId op)
{
    ModulesAround out;
    QStringList around;
    for (const Module *const m : open) {
        if (m->endNs < trace.slices().end(op))
            continue;
        if (out.innermost)
            around << nameOfModule(trace, *out.innermost);
        out.innermost = m;
    }
    out.parent = around.join(u'/');
    return out;
}

QString threadOf(const Trace &trace, SliceId slice)
{
    return trace.strings().text(trace.lane(trace.laneOf(slice)).tid);
}

/// Backward operators that follow each other and whose forward ones ran in the same module are a module of their own,
/// on their thread: the rule of module_statistic.
void addBackwardModules(const Trace &trace, ModulesByThread &modules, JobPoll &poll)
{
    struct Pass
    {
        SliceId forward = NoSlice;
        SliceId backward = NoSlice;
        ModulesAround around;
    };
    std::vector<Pass> passes;
    for (const Flow &f : trace.flows().flows()) {
        if (trace.strings().view(trace.flows().categories()[f.category].name) == "fwdbwd")
            passes.push_back({f.from, f.to, {}});
    }
    const SliceStore &s = trace.slices();
    const auto byStart = [&s](SliceId Pass::*of) {
        return [&s, of](const Pass &a, const Pass &b) {
            return std::pair(s.start(a.*of), raw(a.*of)) < std::pair(s.start(b.*of), raw(b.*of));
        };
    };
    std::ranges::sort(passes, byStart(&Pass::forward));
    std::map<QString, ModuleCursor> cursors;
    for (Pass &pass : passes) {
        if (poll.isCanceled())
            return;
        const QString thread = threadOf(trace, pass.forward);
        if (const auto ofThread = modules.find(thread); ofThread != modules.end())
            pass.around =
                modulesAround(trace, cursors[thread].around(ofThread->second, s.start(pass.forward)), pass.forward);
    }
    std::erase_if(passes, [](const Pass &pass) { return !pass.around.innermost; });
    std::ranges::sort(passes, byStart(&Pass::backward));
    ModulesByThread made;
    for (size_t first = 0; first < passes.size();) {
        const Pass &of = passes[first];
        const QString thread = threadOf(trace, of.backward);
        Module module{s.start(of.backward), s.end(of.backward), NoSlice, nameOfModule(trace, *of.around.innermost)};
        size_t last = first + 1;
        for (; last < passes.size() && passes[last].around.innermost == of.around.innermost &&
               threadOf(trace, passes[last].backward) == thread;
             ++last)
            module.endNs = std::max(module.endNs, s.end(passes[last].backward));
        if (!of.around.parent.isEmpty())
            made[thread].push_back({module.startNs, module.endNs, NoSlice, of.around.parent, false});
        made[thread].push_back(std::move(module));
        first = last;
    }
    for (auto &[thread, some] : made) {
        std::vector<Module> &all = modules[thread];
        all.insert(all.end(), std::move_iterator(some.begin()), std::move_iterator(some.end()));
    }
    sortModules(modules);
}

/// An operator with the kernels that it launched.
struct LaunchingOp
{
    SliceId op = NoSlice;
    QStringList kernels;
    std::vector<SliceId> tasks;
    qint64 kernelNs = 0;
};

std::vector<LaunchingOp> launchingOps(const Trace &trace, const JobContext &job)
{
    std::map<std::pair<qint64, quint32>, LaunchingOp> byStart;
    const SliceStore &s = trace.slices();
    for (const KernelChain &chain : kernelChains(trace, estimateHostClock(trace), job).rows) {
        if (chain.op == NoSlice)
            continue;
        LaunchingOp &op = byStart[{s.start(chain.op), raw(chain.op)}];
        op.op = chain.op;
        op.kernels << trace.strings().text(s.name(chain.task));
        op.tasks.push_back(chain.task);
        op.kernelNs = saturatedSum(op.kernelNs, s.duration(chain.task));
    }
    std::vector<LaunchingOp> out;
    for (auto &[start, op] : byStart)
        out.push_back(std::move(op));
    return out;
}

/// Calls take(op, modules around it) for each operator inside of one. Stops when cancelled.
template <typename Take>
void forOpsOfModules(const Trace &trace, bool ofPython, const std::vector<LaunchingOp> &ops, const JobContext &job,
                     const Take &take)
{
    JobPoll poll(job);
    ModulesByThread modules = modulesOf(trace, ofPython, poll);
    addBackwardModules(trace, modules, poll);
    std::map<const std::vector<Module> *, ModuleCursor> cursors;
    for (const LaunchingOp &op : ops) {
        if (poll.isCanceled())
            return;
        const auto ofThread = modules.find(threadOf(trace, op.op));
        if (ofThread == modules.end())
            continue;
        const auto [at, isFirst] = cursors.try_emplace(&ofThread->second);
        const ModulesAround around =
            modulesAround(trace, at->second.around(ofThread->second, trace.slices().start(op.op)), op.op);
        if (around.innermost)
            take(op, around);
    }
}

std::vector<ModuleSum> modulesOfRank(const Trace &trace, int rankIndex, bool ofPython,
                                     const std::vector<LaunchingOp> &ops, const JobContext &job)
{
    // By parent, module, operator, place in the module and kernels.
    using Key = std::tuple<QString, QString, QString, int, QString>;
    std::map<Key, ModuleSum> sums;
    std::map<const Module *, int> opsInModule; // so far
    forOpsOfModules(trace, ofPython, ops, job, [&](const LaunchingOp &op, const ModulesAround &around) {
        const QString &parent = around.parent;
        const QString module = nameOfModule(trace, *around.innermost);
        const QString name = trace.strings().text(trace.slices().name(op.op));
        const QString kernels = op.kernels.join(QStringLiteral(", "));
        const int place = opsInModule[around.innermost]++;
        const auto [known, isNew] = sums.try_emplace(Key{parent, module, name, place, kernels});
        ModuleSum &sum = known->second;
        if (isNew)
            sum = {rankIndex, parent, module, name, kernels, 0, 0, op.op};
        sum.totalNs = saturatedSum(sum.totalNs, op.kernelNs);
        ++sum.count;
    });
    std::vector<ModuleSum> out;
    for (auto &[key, sum] : sums)
        out.push_back(std::move(sum));
    std::ranges::stable_sort(out, [&trace](const ModuleSum &a, const ModuleSum &b) {
        return trace.slices().start(a.slice) < trace.slices().start(b.slice);
    });
    return out;
}

} // namespace

std::vector<MarkedTime> markedTimes(const Run &run, const JobContext &job)
{
    std::vector<MarkedTime> out;
    JobPoll poll(job);
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i] || !run.ranks[i]->trace)
            continue;
        const Trace &trace = *run.ranks[i]->trace;
        MarksOfRank marks(trace, static_cast<int>(i));
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            if (trace.processOf(LaneId{l}).kind == ProcessKind::MsTx)
                marks.lane(trace.slicesOf(LaneId{l}), poll);
        }
        marks.finish();
        std::move(marks.out.begin(), marks.out.end(), std::back_inserter(out));
    }
    constexpr auto cann = static_cast<size_t>(MarkSide::Cann);
    std::ranges::stable_sort(
        out, [](const MarkedTime &a, const MarkedTime &b) { return a.percent[cann] > b.percent[cann]; });
    return job.isCanceled() ? std::vector<MarkedTime>() : out;
}

std::vector<MarkSum> markSums(const std::vector<MarkedTime> &marks, MarkSide side)
{
    const auto at = static_cast<size_t>(side);
    std::map<std::pair<qlonglong, QString>, std::vector<const MarkedTime *>> alike;
    for (const MarkedTime &m : marks)
        alike[{m.step.toLongLong(), m.name}].push_back(&m);
    std::vector<MarkSum> out;
    for (const auto &[key, of] : alike) {
        MarkSum sum;
        sum.name = key.second;
        sum.step = QString::number(key.first);
        std::vector<qint64> ns;
        const MarkedTime *least = of.front();
        const MarkedTime *most = of.front();
        for (const MarkedTime *const m : of) {
            ns.push_back(m->ns[at]);
            least = m->ns[at] < least->ns[at] ? m : least;
            most = m->ns[at] > most->ns[at] ? m : most;
        }
        sum.time = describe(std::move(ns));
        sum.leastRank = least->rankIndex;
        sum.mostRank = most->rankIndex;
        sum.longest = most->slice;
        if (sum.time.sumNs != 0)
            sum.dispersionPercent =
                (static_cast<double>(sum.time.mostNs) - sum.time.q3Ns) / static_cast<double>(sum.time.sumNs) * 100;
        out.push_back(std::move(sum));
    }
    std::ranges::stable_sort(out, [](const MarkSum &a, const MarkSum &b) {
        const qlonglong first = a.step.toLongLong();
        const qlonglong second = b.step.toLongLong();
        return first != second ? first < second : a.dispersionPercent > b.dispersionPercent;
    });
    return out;
}

std::vector<ModuleSum> moduleSums(const Run &run, const JobContext &job)
{
    std::vector<ModuleSum> out;
    for (size_t i = 0; i < run.ranks.size() && !job.isCanceled(); ++i) {
        if (!run.ranks[i] || !run.ranks[i]->trace)
            continue;
        const Trace &trace = *run.ranks[i]->trace;
        const std::vector<LaunchingOp> ops = launchingOps(trace, job);
        std::vector<ModuleSum> sums = modulesOfRank(trace, static_cast<int>(i), false, ops, job);
        if (sums.empty())
            sums = modulesOfRank(trace, static_cast<int>(i), true, ops, job);
        std::move(sums.begin(), sums.end(), std::back_inserter(out));
    }
    return job.isCanceled() ? std::vector<ModuleSum>() : out;
}

std::vector<ModuleMfu> moduleMfu(const Run &run, int rankIndex, const ChipPeaks &peaks, const DeviceLimits &limits,
                                 const JobContext &job)
{
    const auto rank = run.rank(rankIndex);
    if (!rank || !rank->kernels || !hasKernelTimes(*rank))
        return {};
    const Table &table = *rank->kernels;
    const KernelColumns columns(table);
    const KernelOperations work(*rank, job);
    const DevicePeak peak = peakOf(rank->info, peaks, limits);
    std::map<std::pair<QString, QString>, ModuleMfu> sums;
    const auto add = [&](const QString &parent, const QString &module, int row, SliceId slice) {
        if (row < 0 || columns.isCommunication(table, row) || !table.has(row, columns.duration))
            return;
        const qint64 ns = table.integer(row, columns.duration);
        ModuleMfu &sum = sums[{parent, module}];
        sum.add(work, row, ns, peak);
        ++sum.kernels;
        if (ns > sum.longestNs) {
            sum.longestNs = ns;
            sum.longest = slice;
        }
    };
    if (rank->trace) {
        const Trace &trace = *rank->trace;
        const std::vector<LaunchingOp> ops = launchingOps(trace, job);
        for (const bool ofPython : {false, true}) {
            if (sums.empty())
                forOpsOfModules(trace, ofPython, ops, job, [&](const LaunchingOp &op, const ModulesAround &around) {
                    const QString module = nameOfModule(trace, *around.innermost);
                    for (const SliceId task : op.tasks)
                        add(around.parent, module, rank->kernelRow(task), task);
                });
        }
    }
    if (sums.empty()) {
        std::map<int, SliceId> sliceOfRow;
        for (const auto &[slice, row] : rank->kernelOfSlice)
            sliceOfRow.try_emplace(row, slice);
        JobPoll poll(job);
        for (int row = 0; row < table.rows() && columns.name >= 0 && !poll.isCanceled(); ++row) {
            const std::string_view name = table.textView(row, columns.name);
            QStringList scopes = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).split(u'/');
            // The operator that launched a kernel ("MatMul-op12"), too.
            scopes.removeLast();
            if (scopes.size() > 1 && scopes.back().contains(QLatin1String("-op")))
                scopes.removeLast();
            if (scopes.isEmpty())
                continue;
            const QString module = scopes.takeLast();
            const auto slice = sliceOfRow.find(row);
            add(scopes.join(u'/'), module, row, slice == sliceOfRow.end() ? NoSlice : slice->second);
        }
    }
    std::vector<ModuleMfu> out;
    for (auto &[names, sum] : sums) {
        sum.parent = names.first;
        sum.module = names.second;
        out.push_back(std::move(sum));
    }
    std::ranges::stable_sort(out, std::greater<>(), &ModuleMfu::kernelNs);
    return job.isCanceled() ? std::vector<ModuleMfu>() : out;
}

} // namespace rs
