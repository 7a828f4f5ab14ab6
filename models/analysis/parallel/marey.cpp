// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/marey.h"

#include "analysis/operators/operatorscan.h"
#include "analysis/operators/stepfinder.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/stepgrid.h"
#include "analysis/parallel/legacytimeline.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "analysis/time/devicetasks.h"
#include "analysis/time/sequencematch.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/job/cancelsort.h"
#include "core/trace/taskkind.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace rs {

namespace {

constexpr quint32 noEntry = MareyOperator::none;

/// Operator of a device, before its partners are known.
struct RawOperator
{
    Interval time; ///< on the clock of the rank
    SliceId slice = NoSlice;
    quint32 name = 0;
    int step = -1;
    MareyKind kind = MareyKind::Compute;
    quint32 entry = noEntry;
};

MareyKind kindOfCommunication(std::string_view name)
{
    const QString kind = collectiveKind(name);
    if (kind.contains(QLatin1String("sendrecv")))
        return MareyKind::SendReceive;
    if (kind.contains(QLatin1String("send")))
        return MareyKind::Send;
    if (kind.contains(QLatin1String("receive")) || kind.contains(QLatin1String("recv")))
        return MareyKind::Receive;
    return MareyKind::Collective;
}

/// "hcom_allReduce__865_0_1" -> "hcom_allReduce": group and counter differ between ranks.
std::string_view withoutCounters(std::string_view name)
{
    return name.substr(0, name.find("__"));
}

class Maker
{
public:
    Maker(const Run &run, const MareyQuery &query, const JobContext &job)
        : m_run(run), m_query(query), m_job(job), m_domains(run, job)
    {
    }
    MareyChart take();

private:
    struct Device
    {
        MareyRow row;
        std::vector<RawOperator> operators; ///< by start
        std::vector<StepWindow> windows;
        bool isOld = false;
    };

    void findDevices();
    void read(Device &device);
    void readTrace(const RankData &rank, Device &device);
    void readOld(const RankData &rank, Device &device);
    void readTable(const RankData &rank, Device &device);
    void placeInSteps(const RankData &rank, Device &device);
    [[nodiscard]] quint32 nameOf(std::string_view text) { return raw(m_out.names.intern(text)); }
    void findClocks();
    void match(size_t first, size_t last);
    void matchStep(const std::vector<std::pair<size_t, std::vector<quint32>>> &rows);
    [[nodiscard]] quint32 newEntry(const RawOperator &op, int stage, quint32 occurrence);
    void measure();
    void placeOperators();
    void joinRows();
    void addStages();
    void findSpans();

    const Run &m_run;
    const MareyQuery &m_query;
    const JobContext &m_job;
    const DomainIndex m_domains;
    std::vector<Device> m_devices; ///< beside m_out.rows
    MareyChart m_out;
};

void Maker::findDevices()
{
    const std::map<int, int> stages = pipelineStages(m_run, m_domains.all());
    for (size_t i = 0; i < m_run.infos.size(); ++i) {
        Device d;
        d.row.rankIndex = static_cast<int>(i);
        d.row.rank = m_run.infos[i].rank;
        d.row.label = m_run.infos[i].label;
        const auto stage = stages.find(d.row.rank);
        d.row.stage = stage == stages.end() ? -1 : stage->second;
        m_devices.push_back(std::move(d));
    }
    std::ranges::stable_sort(m_devices, [](const Device &a, const Device &b) { return a.row.stage < b.row.stage; });
}

void Maker::readTrace(const RankData &rank, Device &device)
{
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    std::vector<quint32> names(trace.strings().size(), 0);
    JobPoll poll(m_job);
    const bool isWhole = visitDeviceTasks(trace, m_job, [&](SliceId slice) {
        if (!isComputing(s.kind(slice)) || !trace.isInside(slice))
            return;
        quint32 &name = names[raw(s.name(slice))];
        if (name == 0)
            name = nameOf(trace.strings().view(s.name(slice)));
        device.operators.push_back({{s.start(slice), s.end(slice)}, slice, name});
    });
    if (!isWhole)
        return;
    for (const CollectiveSequence &sequence : collectiveSequences(rank, m_job)) {
        const Domain *const domain = m_domains.find(sequence.domain);
        const std::string group = domain ? domain->pgName.toStdString() : std::string();
        std::unordered_map<quint32, std::pair<quint32, MareyKind>> known; // by name
        for (const CollectiveOp &op : sequence.ops) {
            if (poll.isCanceled())
                return;
            const StrId id = s.name(op.slice);
            const auto [at, isNew] = known.try_emplace(raw(id));
            if (isNew) {
                const std::string_view full = trace.strings().view(id);
                std::string name(withoutCounters(full));
                if (!group.empty())
                    name += ' ' + group;
                at->second = {nameOf(name), kindOfCommunication(full)};
            }
            device.operators.push_back({{op.startNs, op.endNs}, op.slice, at->second.first, -1, at->second.second});
        }
    }
}

void Maker::readOld(const RankData &rank, Device &device)
{
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    device.isOld = true;
    const auto &lanes = trace.lanes();
    bool hasLanes = false; // of communication
    for (quint32 l = 0; l < lanes.size(); ++l)
        hasLanes = hasLanes || legacyLane(trace, LaneId{l}).isCommunication;
    JobPoll poll(m_job);
    for (quint32 l = 0; l < lanes.size(); ++l) {
        const LegacyLane lane = legacyLane(trace, LaneId{l});
        if (!lane.isSteps && !lane.isDevice)
            continue;
        for (const SliceId slice : trace.slicesOf(LaneId{l})) {
            if (poll.isCanceled())
                return;
            const std::string_view name = trace.strings().view(s.name(slice));
            const Interval time{s.start(slice), s.end(slice)};
            if (lane.isSteps) {
                StepWindow w;
                w.step = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
                bool isNumber = false;
                (void)w.step.toLongLong(&isNumber);
                w.marked = true;
                w.device = time;
                if (isNumber)
                    device.windows.push_back(w);
                continue;
            }
            const bool isCommunication = isLegacyCommunication(name);
            if (isLegacyNoise(name) || (isCommunication && hasLanes && !lane.isCommunication))
                continue;
            device.operators.push_back(
                {time, slice, nameOf(name), -1, isCommunication ? kindOfCommunication(name) : MareyKind::Compute});
        }
    }
    std::ranges::sort(device.windows, {}, &StepWindow::device);
}

void Maker::readTable(const RankData &rank, Device &device)
{
    const Table &t = *rank.kernels;
    const KernelColumns c(t);
    if (!c.isTimed())
        return;
    JobPoll poll(m_job);
    for (int row = 0; row < t.rows() && !poll.isCanceled(); ++row) {
        if (!t.has(row, c.start) || !t.has(row, c.duration))
            continue;
        const std::string_view full = t.textView(row, c.name);
        const qint64 start = t.integer(row, c.start);
        RawOperator op;
        op.time = {start, saturatedSum(start, t.integer(row, c.duration))};
        if (isCommunicationKernel(rank, c, row)) {
            op.kind = kindOfCommunication(full);
            op.name = nameOf(withoutCounters(full));
        } else {
            op.name = nameOf(kernelShortName(full));
        }
        device.operators.push_back(op);
    }
}

// Work belongs to the step in which it starts.
void Maker::placeInSteps(const RankData &rank, Device &device)
{
    if (!device.isOld && rank.trace)
        device.windows = stepWindows(rank, m_job);
    const std::vector<Interval> claims =
        stepClaims(device.windows, rank.info.framework == Framework::MindSpore && !device.isOld);
    std::vector<int> stepAt;
    for (const StepWindow &w : device.windows) {
        if (!m_out.steps.contains(w.step))
            m_out.steps << w.step;
        stepAt.push_back(static_cast<int>(m_out.steps.indexOf(w.step)));
    }
    StepFinder steps(claims);
    for (RawOperator &op : device.operators) {
        const quint32 at = steps.stepOf(op.time.from);
        op.step = at == StepFinder::noStep ? -1 : stepAt[at];
    }
    if (m_query.step.isEmpty())
        return;
    const auto wanted = static_cast<int>(m_out.steps.indexOf(m_query.step));
    std::erase_if(device.operators, [wanted](const RawOperator &op) { return wanted < 0 || op.step != wanted; });
}

void Maker::read(Device &device)
{
    const auto rank = m_run.rank(device.row.rankIndex);
    if (!rank) {
        device.row.lack = MareyLack::NotLoaded;
        return;
    }
    if (rank->trace && isLegacyTimeline(*rank))
        readOld(*rank, device);
    else if (rank->trace)
        readTrace(*rank, device);
    if (device.operators.empty() && rank->kernels)
        readTable(*rank, device);
    if (device.operators.empty()) {
        device.row.lack = MareyLack::NoTrace;
        return;
    }
    const auto before = [](const RawOperator &a, const RawOperator &b) {
        return std::tuple(a.time, a.name, raw(a.slice)) < std::tuple(b.time, b.name, raw(b.slice));
    };
    if (!sortCancellably(device.operators, m_job, before))
        return;
    placeInSteps(*rank, device);
    if (device.operators.empty())
        device.row.lack = MareyLack::NoStep;
}

// Old timelines have no lanes of groups: collectives of one name are those of the ranks of a stage.
void Maker::findClocks()
{
    const bool anyOld = std::ranges::any_of(m_devices, &Device::isOld);
    if (!anyOld) {
        m_out.clocks = alignRanks(m_run, m_job);
        return;
    }
    std::vector<RankSequences> sequences(m_run.ranks.size());
    std::map<int, std::vector<const Device *>> stages;
    for (const Device &d : m_devices) {
        if (d.operators.empty())
            continue;
        CollectiveSequence own;
        own.domain = QString::number(d.row.stage);
        for (const RawOperator &op : d.operators) {
            if (op.kind == MareyKind::Collective) {
                CollectiveOp made;
                made.slice = op.slice;
                made.startNs = op.time.from;
                made.endNs = op.time.to;
                made.kind = m_out.names.text(StrId{op.name});
                own.ops.push_back(made);
            }
        }
        sequences[static_cast<size_t>(d.row.rankIndex)] = {{own}};
        stages[d.row.stage].push_back(&d);
    }
    m_out.clocks = alignSequences(
        sequences,
        [&stages] {
            TransferEndsByRanks ends;
            // With more stages the target stage of a transfer is unknown.
            if (stages.size() != 2 || stages.begin()->first < 0)
                return ends;
            const std::vector<const Device *> &a = stages.begin()->second;
            const std::vector<const Device *> &b = std::next(stages.begin())->second;
            const auto endsOf = [](const Device &d, MareyKind kind) {
                std::vector<qint64> out;
                for (const RawOperator &op : d.operators) {
                    if (op.kind == kind)
                        out.push_back(op.time.to);
                }
                return out;
            };
            const auto add = [&](const Device &sender, const Device &receiver) {
                const std::vector<qint64> sent = endsOf(sender, MareyKind::Send);
                const std::vector<qint64> received = endsOf(receiver, MareyKind::Receive);
                for (size_t i = 0; i < sent.size() && sent.size() == received.size(); ++i) {
                    const int x = sender.row.rankIndex;
                    const int y = receiver.row.rankIndex;
                    ends[{std::min(x, y), std::max(x, y)}].emplace_back(x < y ? sent[i] : received[i],
                                                                        x < y ? received[i] : sent[i]);
                }
            };
            for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
                add(*a[i], *b[i]);
                add(*b[i], *a[i]);
            }
            return ends;
        },
        m_job);
}

quint32 Maker::newEntry(const RawOperator &op, int stage, quint32 occurrence)
{
    MareyEntry e;
    e.name = op.name;
    e.kind = op.kind;
    e.step = op.step;
    e.stage = stage;
    e.occurrence = occurrence;
    m_out.entries.push_back(e);
    return static_cast<quint32>(m_out.entries.size()) - 1;
}

// `rows`: a device and which of its operators are of the step, by start.
void Maker::matchStep(const std::vector<std::pair<size_t, std::vector<quint32>>> &rows)
{
    const auto longest =
        std::ranges::max_element(rows, [](const auto &a, const auto &b) { return a.second.size() < b.second.size(); });
    Device &reference = m_devices[longest->first];
    const int stage = reference.row.stage;
    const auto keyOf = [](const RawOperator &op) { return op.name * quint32(MareyKind::Count) + quint32(op.kind); };
    std::unordered_map<quint32, std::vector<quint32>> entriesOf; // by key, in order
    std::vector<quint32> referenceKeys;
    for (const quint32 i : longest->second) {
        RawOperator &op = reference.operators[i];
        std::vector<quint32> &known = entriesOf[keyOf(op)];
        op.entry = newEntry(op, stage, static_cast<quint32>(known.size()));
        known.push_back(op.entry);
        referenceKeys.push_back(keyOf(op));
    }
    std::map<std::pair<quint32, quint32>, quint32> others; // entries of what the reference lacks
    for (const auto &[at, chosen] : rows) {
        if (at == longest->first || m_job.isCanceled())
            continue;
        std::vector<RawOperator> &operators = m_devices[at].operators;
        std::unordered_map<quint32, quint32> count;
        std::vector<quint32> keys;
        for (const quint32 i : chosen) {
            keys.push_back(keyOf(operators[i]));
            ++count[keys.back()];
        }
        bool differs = false;
        std::unordered_map<quint32, quint32> seen;
        for (size_t k = 0; k < chosen.size(); ++k) {
            RawOperator &op = operators[chosen[k]];
            const quint32 n = seen[keys[k]]++;
            const auto same = entriesOf.find(keys[k]);
            if (same == entriesOf.end()) {
                const auto [entry, isNew] = others.try_emplace({keys[k], n}, 0);
                if (isNew)
                    entry->second = newEntry(op, stage, n);
                op.entry = entry->second;
            } else if (same->second.size() == count[keys[k]]) {
                op.entry = same->second[n];
            } else {
                differs = true;
            }
        }
        if (!differs)
            continue;
        for (const auto &[a, b] : commonSubsequence(referenceKeys, keys, m_job)) {
            RawOperator &op = operators[chosen[b]];
            if (op.entry == noEntry)
                op.entry = reference.operators[longest->second[a]].entry;
        }
        seen.clear();
        for (size_t k = 0; k < chosen.size(); ++k) {
            RawOperator &op = operators[chosen[k]];
            const quint32 n = seen[keys[k]]++;
            if (op.entry == noEntry)
                op.entry = newEntry(op, stage, n);
        }
    }
}

// The devices of a stage, which are [first, last).
void Maker::match(size_t first, size_t last)
{
    std::map<int, std::vector<std::pair<size_t, std::vector<quint32>>>> steps;
    for (size_t d = first; d < last; ++d) {
        std::map<int, std::vector<quint32>> own;
        for (quint32 i = 0; i < m_devices[d].operators.size(); ++i)
            own[m_devices[d].operators[i].step].push_back(i);
        for (auto &[step, list] : own)
            steps[step].emplace_back(d, std::move(list));
    }
    for (const auto &[step, rows] : steps) {
        if (!m_job.isCanceled())
            matchStep(rows);
    }
}

void Maker::placeOperators()
{
    for (Device &d : m_devices) {
        if (m_job.isCanceled())
            return;
        const bool hasClock = static_cast<size_t>(d.row.rankIndex) < m_out.clocks.size();
        for (const RawOperator &op : d.operators) {
            Interval time = op.time;
            if (hasClock) {
                const RankAlignment &clock = m_out.clocks[static_cast<size_t>(d.row.rankIndex)];
                time = {clock.aligned(time.from), clock.aligned(time.to)};
            }
            (op.kind == MareyKind::Compute ? d.row.work : d.row.communication)
                .push_back({time, op.entry, op.slice, noEntry});
        }
        d.operators = {};
        m_out.rows.push_back(std::move(d.row));
    }
}

void Maker::measure()
{
    std::vector<std::vector<qint64>> durations; // of the entries of a stage: they follow each other
    durations.resize(m_out.entries.size());
    for (size_t r = 0; r < m_out.rows.size(); ++r) {
        for (const MareyLane *const lane : {&m_out.rows[r].work, &m_out.rows[r].communication}) {
            for (const MareyOperator &op : *lane) {
                MareyEntry &e = m_out.entries[op.entry];
                const qint64 length = op.time.length();
                durations[op.entry].push_back(length);
                const bool isFirst = e.devices++ == 0;
                e.span =
                    isFirst ? op.time : Interval{std::min(e.span.from, op.time.from), std::max(e.span.to, op.time.to)};
                e.lastStartNs = isFirst ? op.time.from : std::max(e.lastStartNs, op.time.from);
                if (isFirst || length < e.shortestNs) {
                    e.shortestNs = length;
                    e.shortestRow = static_cast<int>(r);
                }
                if (isFirst || length > e.longestNs) {
                    e.longestNs = length;
                    e.longestRow = static_cast<int>(r);
                    e.longestSlice = op.slice;
                }
            }
        }
        // Rows of a stage are neighbours, so what is done with need not be kept.
        if (r + 1 < m_out.rows.size() && m_out.rows[r + 1].stage == m_out.rows[r].stage)
            continue;
        for (size_t i = 0; i < durations.size(); ++i) {
            std::vector<qint64> &all = durations[i];
            if (all.empty())
                continue;
            const auto middle = all.begin() + static_cast<qsizetype>(all.size() / 2);
            std::nth_element(all.begin(), middle, all.end());
            qint64 median = *middle;
            if (all.size() % 2 == 0) {
                const qint64 lower = *std::max_element(all.begin(), middle);
                median = lower + (median - lower) / 2;
            }
            m_out.entries[i].medianNs = median;
            all = {};
        }
    }
}

void Maker::joinRows()
{
    std::vector<quint32> at(m_out.entries.size(), noEntry);
    for (size_t r = 0; r + 1 < m_out.rows.size() && !m_job.isCanceled(); ++r) {
        MareyRow &upper = m_out.rows[r];
        const MareyRow &lower = m_out.rows[r + 1];
        if (upper.stage != lower.stage)
            continue;
        const auto join = [&at](MareyLane &above, const MareyLane &below) {
            for (quint32 i = 0; i < below.size(); ++i)
                at[below[i].entry] = i;
            for (MareyOperator &op : above)
                op.below = at[op.entry];
            for (const MareyOperator &op : below)
                at[op.entry] = noEntry;
        };
        join(upper.work, lower.work);
        join(upper.communication, lower.communication);
    }
}

void Maker::addStages()
{
    std::map<int, size_t> rowOf;
    for (const MareyRow &row : m_out.rows) {
        if (row.stage < 0 || rowOf.contains(row.stage))
            continue;
        rowOf[row.stage] = m_out.stages.size();
        MareyRow stage;
        stage.stage = row.stage;
        m_out.stages.push_back(std::move(stage));
    }
    if (m_out.stages.size() < 2) {
        m_out.stages.clear();
        return;
    }
    // Each operator where one of the devices runs it: of those that run it far apart the time between stays free.
    for (const auto &[number, index] : rowOf) {
        MareyRow &stage = m_out.stages[index];
        for (const bool isCommunication : {false, true}) {
            MareyLane all;
            for (const MareyRow &row : m_out.rows) {
                const MareyLane &lane = isCommunication ? row.communication : row.work;
                if (row.stage == number)
                    all.insert(all.end(), lane.begin(), lane.end());
            }
            const auto before = [](const MareyOperator &x, const MareyOperator &y) {
                return std::tuple(x.entry, x.time) < std::tuple(y.entry, y.time);
            };
            if (!sortCancellably(all, m_job, before))
                return;
            MareyLane &out = isCommunication ? stage.communication : stage.work;
            for (const MareyOperator &op : all) {
                if (!out.empty() && out.back().entry == op.entry && op.time.from <= out.back().time.to)
                    out.back().time.to = std::max(out.back().time.to, op.time.to);
                else
                    out.push_back({op.time, op.entry, NoSlice, noEntry});
            }
        }
    }
    for (MareyRow &stage : m_out.stages) {
        for (MareyLane *const lane : {&stage.work, &stage.communication})
            (void)sortCancellably(*lane, m_job,
                                  [](const MareyOperator &a, const MareyOperator &b) { return a.time < b.time; });
    }
}

void Maker::findSpans()
{
    constexpr size_t mostSamples = 2000; // of a lane
    constexpr size_t outside = 200;      // one in so many lies before the middle, and as many behind it
    std::vector<qint64> starts;
    std::vector<qint64> ends;
    for (const MareyRow &row : m_out.rows) {
        for (const MareyLane *const lane : {&row.work, &row.communication}) {
            const size_t every = lane->size() / mostSamples + 1;
            for (size_t i = 0; i < lane->size(); ++i) {
                const Interval t = (*lane)[i].time;
                m_out.whole =
                    m_out.isEmpty() ? t : Interval{std::min(m_out.whole.from, t.from), std::max(m_out.whole.to, t.to)};
                if (i % every == 0) {
                    starts.push_back(t.from);
                    ends.push_back(t.to);
                }
            }
        }
    }
    if (starts.empty())
        return;
    std::ranges::sort(starts);
    std::ranges::sort(ends);
    m_out.middle = {starts[starts.size() / outside], ends[ends.size() - 1 - ends.size() / outside]};
    if (m_out.middle.length() <= 0)
        m_out.middle = m_out.whole;
}

MareyChart Maker::take()
{
    findDevices();
    m_job.addTotal(std::ssize(m_devices) * 2);
    for (size_t i = 0; i < m_devices.size() && !m_job.isCanceled(); ++i) {
        read(m_devices[i]);
        m_job.addDone(1);
    }
    findClocks();
    for (size_t first = 0; first < m_devices.size() && !m_job.isCanceled();) {
        size_t last = first + 1;
        while (last < m_devices.size() && m_devices[last].row.stage == m_devices[first].row.stage)
            ++last;
        match(first, last);
        m_job.addDone(static_cast<qint64>(last - first));
        first = last;
    }
    placeOperators();
    if (m_job.isCanceled())
        return std::move(m_out);
    measure();
    joinRows();
    addStages();
    findSpans();
    return std::move(m_out);
}

} // namespace

std::optional<double> MareyEntry::ratio() const
{
    if (shortestNs <= 0)
        return std::nullopt;
    return static_cast<double>(longestNs) / static_cast<double>(shortestNs);
}

bool MareyChart::isAligned(int rankIndex) const
{
    if (rankIndex < 0 || static_cast<size_t>(rankIndex) >= clocks.size())
        return false;
    const AlignRefusal refusal = clocks[static_cast<size_t>(rankIndex)].refusal;
    return refusal == AlignRefusal::None || refusal == AlignRefusal::Reference;
}

std::vector<quint32> MareyChart::exceptions() const
{
    std::vector<quint32> out;
    for (quint32 i = 0; i < entries.size(); ++i) {
        if (entries[i].devices > 1)
            out.push_back(i);
    }
    std::ranges::stable_sort(out, [this](quint32 a, quint32 b) {
        const MareyEntry &x = entries[a];
        const MareyEntry &y = entries[b];
        return std::tuple(-x.spreadNs(), x.span.from) < std::tuple(-y.spreadNs(), y.span.from);
    });
    return out;
}

MareyChart mareyChart(const Run &run, const MareyQuery &query, const JobContext &job)
{
    return Maker(run, query, job).take();
}

namespace {

constexpr quint32 anyOccurrence = ~quint32{0};

// Common to all executions of an operator, whatever the step.
using OperatorKey = std::tuple<int, MareyKind, quint32, quint32>;

OperatorKey operatorKey(const MareyEntry &e, MareySameness sameness)
{
    const bool isAny = sameness == MareySameness::Operator && e.kind == MareyKind::Compute;
    return {e.stage, e.kind, e.name, isAny ? anyOccurrence : e.occurrence};
}

} // namespace

std::vector<bool> sameOperators(const MareyChart &chart, int rankIndex, const std::vector<SliceId> &executions,
                                MareySameness sameness, const JobContext &job)
{
    const std::unordered_set<SliceId> wanted(executions.begin(), executions.end());
    std::set<OperatorKey> keys;
    JobPoll poll(job);
    for (const MareyRow &row : chart.rows) {
        if (row.rankIndex != rankIndex)
            continue;
        for (const MareyLane *const lane : {&row.work, &row.communication}) {
            for (const MareyOperator &op : *lane) {
                if (poll.isCanceled())
                    return {};
                if (op.slice != NoSlice && wanted.contains(op.slice))
                    keys.insert(operatorKey(chart.entries[op.entry], sameness));
            }
        }
    }
    std::vector<bool> out(chart.entries.size());
    for (size_t i = 0; i < out.size() && !poll.isCanceled(); ++i)
        out[i] = keys.contains(operatorKey(chart.entries[i], sameness));
    return out;
}

std::vector<MareyExecution> executionsOf(const MareyChart &chart, quint32 entry, const std::vector<int> &rankIndexes,
                                         MareySameness sameness)
{
    const MareyEntry &asked = chart.entries[entry];
    const OperatorKey key = operatorKey(asked, sameness);
    std::vector<MareyExecution> out;
    std::vector<MareyExecution> others; // of other occurrences
    for (const MareyRow &row : chart.rows) {
        if (std::ranges::find(rankIndexes, row.rankIndex) == rankIndexes.end())
            continue;
        for (const MareyLane *const lane : {&row.work, &row.communication}) {
            for (const MareyOperator &op : *lane) {
                const MareyEntry &e = chart.entries[op.entry];
                if (op.slice != NoSlice && operatorKey(e, sameness) == key)
                    (e.occurrence == asked.occurrence ? out : others).push_back({row.rankIndex, op.slice});
            }
        }
    }
    out.insert(out.end(), others.begin(), others.end());
    return out;
}

} // namespace rs
