// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/overallmetrics.h"

#include "analysis/operators/operatorstats.h"
#include "analysis/ranks/domains.h"
#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/table/memorycolumns.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>

namespace rs {

namespace {

constexpr const char *wholeName = "E2E Time";

// In the order of the sheet. Cube and vector parts follow each other.
enum class KernelClass : quint8 {
    AttentionForwardCube,
    AttentionForwardVector,
    AttentionBackwardCube,
    AttentionBackwardVector,
    ConvForwardCube,
    ConvForwardVector,
    ConvBackwardCube,
    ConvBackwardVector,
    MatmulCube,
    MatmulVector,
    PagedAttention,
    VectorTransfer,
    VectorOther,
    OtherCube,
    Mc2,
    TensorMove,
    Other,
    Count
};

struct ClassSum
{
    qint64 ns = 0;
    qint64 kernels = 0;
    void add(qint64 more)
    {
        ns = saturatedSum(ns, more);
        ++kernels;
    }
    void add(const ClassSum &more)
    {
        ns = saturatedSum(ns, more.ns);
        kernels += more.kernels;
    }
};
using ClassSums = std::array<ClassSum, static_cast<size_t>(KernelClass::Count)>;

std::string lowered(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

bool containsAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::ranges::any_of(parts,
                               [text](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

// Parts of names that say that an operator is of the backward pass, lower case.
bool namesBackward(std::string_view name)
{
    return containsAny(name, {"bwd", "back", "grad"});
}

// A cube operator of the framework, by the masks of the official comparison.
enum class CubeOperator : quint8 { None, Attention, Convolution, Matmul };

CubeOperator cubeOperatorOf(std::string_view name)
{
    if (containsAny(name, {"flash_attention", "fusion_attention", "flashattn", "xformers_flash", "efficient_attention",
                           "flash2attn"}))
        return CubeOperator::Attention;
    if (name.find("aten::conv") != std::string_view::npos)
        return CubeOperator::Convolution;
    if (containsAny(name, {"aten::addmm", "aten::bmm", "aten::mm", "aten::matmul"}))
        return CubeOperator::Matmul;
    return CubeOperator::None;
}

class Classifier
{
public:
    explicit Classifier(const RankData &rank)
        : m_rank(rank), m_table(*rank.kernels), m_columns(*rank.kernels),
          m_mac(m_table.columnOf({u"aic_mac_time(us)", u"mac_time(us)"})),
          m_core(m_table.columnOf({u"aicore_time(us)", u"aic_time(us)"}))
    {
        // The masks know no operator names of MindSpore: its kernels go by their types.
        if (!rank.trace || rank.info.framework == Framework::MindSpore)
            return;
        if (const std::optional<StrId> launch = rank.trace->strings().find("async_npu"))
            m_launch = rank.trace->flows().categoryOf(*launch);
        if (m_launch >= 0)
            findOperators(*rank.trace);
    }

    [[nodiscard]] KernelClass classOf(int row) const
    {
        const bool cube = isCube(row);
        const std::string_view core = m_table.textView(row, m_columns.core);
        if (!cube && !core.empty() && !core.starts_with("AI_CORE") && !core.starts_with("AI_VECTOR") &&
            !core.starts_with("MIX"))
            return KernelClass::Other;
        const std::string name = lowered(m_table.textView(row, m_columns.name));
        const std::string type = lowered(m_table.textView(row, m_columns.type));
        if (type.find("pagedattention") != std::string::npos)
            return KernelClass::PagedAttention;
        if (name.starts_with("aclnninplacecopy") && name.find("tensormove") != std::string::npos)
            return KernelClass::TensorMove;
        if (containsAny(name, {"allgathermatmul", "matmulreducescatter", "matmulallreduce"}))
            return KernelClass::Mc2;
        if (const Operator *const op = operatorOf(row))
            return classOf(op->kind, op->backward, cube);
        // The official sheet counts what it knows by its type as running on the cube.
        if (type.find("flashattention") != std::string::npos)
            return classOf(CubeOperator::Attention, containsAny(type, {"bwd", "grad"}), true);
        if (type.starts_with("conv"))
            return classOf(CubeOperator::Convolution, namesBackward(type), true);
        if (type.find("matmul") != std::string::npos)
            return KernelClass::MatmulCube;
        if (cube)
            return KernelClass::OtherCube;
        return containsAny(name, {"cast", "transdata", "transpose"}) ? KernelClass::VectorTransfer
                                                                     : KernelClass::VectorOther;
    }

private:
    struct Operator
    {
        qint64 start = 0;
        qint64 end = 0;
        CubeOperator kind = CubeOperator::None;
        bool backward = false;
    };

    static KernelClass classOf(CubeOperator kind, bool backward, bool cube)
    {
        using K = KernelClass;
        if (kind == CubeOperator::Matmul)
            return cube ? K::MatmulCube : K::MatmulVector;
        if (kind == CubeOperator::Attention)
            return backward ? (cube ? K::AttentionBackwardCube : K::AttentionBackwardVector)
                            : (cube ? K::AttentionForwardCube : K::AttentionForwardVector);
        return backward ? (cube ? K::ConvBackwardCube : K::ConvBackwardVector)
                        : (cube ? K::ConvForwardCube : K::ConvForwardVector);
    }
    void findOperators(const Trace &trace)
    {
        const SliceStore &slices = trace.slices();
        std::vector<std::optional<CubeOperator>> known(trace.strings().size());
        for (quint32 i = 0; i < slices.size(); ++i) {
            const SliceId slice{i};
            if (slices.kind(slice) != SliceKind::Framework)
                continue;
            const StrId name = slices.name(slice);
            std::optional<CubeOperator> &kind = known[raw(name)];
            if (!kind)
                kind = cubeOperatorOf(lowered(trace.strings().view(name)));
            if (*kind != CubeOperator::None)
                m_operators.push_back({slices.start(slice), slices.end(slice), *kind,
                                       namesBackward(lowered(trace.strings().view(name)))});
        }
        // The operator that holds the others that begin with it.
        std::ranges::stable_sort(m_operators, [](const Operator &a, const Operator &b) {
            return a.start != b.start ? a.start < b.start : a.end > b.end;
        });
        for (const Operator &op : m_operators)
            m_lastEnds.push_back(m_lastEnds.empty() ? op.end : std::max(m_lastEnds.back(), op.end));
    }
    // The first cube operator that is not over when the kernel is launched, on whichever thread, as the official
    // comparison finds it: the outermost one.
    [[nodiscard]] const Operator *operatorOf(int row) const
    {
        const SliceId launcher = launcherOf(row);
        if (launcher == NoSlice)
            return nullptr;
        const qint64 at = m_rank.trace->slices().start(launcher);
        const auto end = std::ranges::lower_bound(m_lastEnds, at);
        if (end == m_lastEnds.end())
            return nullptr;
        const Operator &op = m_operators[static_cast<size_t>(end - m_lastEnds.begin())];
        return op.start <= at ? &op : nullptr;
    }
    // By what the cores counted; without counters by the core itself.
    [[nodiscard]] bool isCube(int row) const
    {
        if (m_mac < 0 && m_core < 0) {
            const std::string_view core = m_table.textView(row, m_columns.core);
            return core == "AI_CORE" || core == "MIX_AIC";
        }
        return (m_mac >= 0 && m_table.real(row, m_mac) > 0) || (m_core >= 0 && m_table.real(row, m_core) > 0);
    }
    [[nodiscard]] SliceId launcherOf(int row) const
    {
        const auto r = static_cast<size_t>(row);
        if (m_launch < 0 || r >= m_rank.sliceOfKernel.size() || m_rank.sliceOfKernel[r] == NoSlice)
            return NoSlice;
        for (const FlowIndex f : m_rank.trace->flows().incoming(m_rank.sliceOfKernel[r])) {
            const Flow &flow = m_rank.trace->flows().at(f);
            if (static_cast<int>(flow.category) == m_launch)
                return flow.from;
        }
        return NoSlice;
    }

    const RankData &m_rank;
    const Table &m_table;
    KernelColumns m_columns;
    int m_mac;
    int m_core;
    int m_launch = -1;
    std::vector<Operator> m_operators; ///< cube operators of the framework, by their begin
    std::vector<qint64> m_lastEnds;    ///< beside them, the latest end so far
};

ClassSums kernelSums(const RankData &rank, const JobContext &job)
{
    ClassSums out;
    if (!rank.kernels)
        return out;
    const KernelColumns c(*rank.kernels);
    const Classifier classifier(rank);
    for (int row = 0; row < rank.kernels->rows(); ++row) {
        if ((row & 0xfff) == 0 && job.isCanceled())
            return {};
        if (rank.kernels->has(row, c.duration) && !isCommunicationKernel(rank, c, row))
            out[static_cast<size_t>(classifier.classOf(row))].add(rank.kernels->integer(row, c.duration));
    }
    return out;
}

class Sheet
{
public:
    explicit Sheet(const ClassSums &sums) : m_sums(sums) {}
    void line(int level, const QString &name, qint64 ns, std::optional<qint64> kernels = std::nullopt)
    {
        lines.push_back({level, name, ns, kernels, OverallMeasure::Time, std::nullopt});
    }
    // Only where it is known.
    void measured(const char *name, OverallMeasure measure, std::optional<double> value)
    {
        if (value)
            lines.push_back({0, QLatin1String(name), std::nullopt, std::nullopt, measure, value});
    }
    // Only where there is something in it.
    void part(int level, const QString &name, std::initializer_list<KernelClass> classes)
    {
        const ClassSum sum = sumOf(classes);
        if (sum.kernels > 0)
            line(level, name, sum.ns, sum.kernels);
    }
    void cubeAndVector(const QString &name, KernelClass cube, KernelClass vector)
    {
        part(1, name, {cube, vector});
        part(2, name + QLatin1String(" (Cube)"), {cube});
        part(2, name + QLatin1String(" (Vector)"), {vector});
    }
    [[nodiscard]] ClassSum sumOf(std::initializer_list<KernelClass> classes) const
    {
        ClassSum sum;
        for (const KernelClass c : classes)
            sum.add(m_sums[static_cast<size_t>(c)]);
        return sum;
    }
    std::vector<OverallLine> lines;

private:
    const ClassSums &m_sums;
};

// Waits of a plane that are not part of a send through RDMA, which the official sheet calls transmission.
std::vector<Interval> waitsOf(const Trace &trace, LaneId plane)
{
    const SliceStore &s = trace.slices();
    const SliceStore::Span span = trace.slicesOf(plane);
    std::vector<SliceId> tasks;
    for (const SliceId slice : span)
        tasks.push_back(slice);
    std::ranges::sort(tasks, [&s](SliceId a, SliceId b) { return s.start(a) < s.start(b); });
    const auto is = [&](size_t i, std::string_view name) { return trace.strings().view(s.name(tasks[i])) == name; };
    std::vector<Interval> out;
    for (size_t i = 0; i < tasks.size(); ++i) {
        if (!is(i, "Notify_Wait"))
            continue;
        const bool afterTwo = i >= 2 && is(i - 1, "RDMASend") && is(i - 2, "RDMASend");
        const bool afterFour = i >= 4 && is(i - 1, "RDMASend") && is(i - 2, "Notify_Wait") && is(i - 3, "RDMASend") &&
                               is(i - 4, "RDMASend");
        if (!afterTwo && !afterFour)
            out.push_back({s.start(tasks[i]), s.end(tasks[i])});
    }
    return out;
}

// The waits of the plane that waits least.
IntervalSet leastWaits(const Trace &trace, LaneId group)
{
    qint64 least = std::numeric_limits<qint64>::max();
    IntervalSet out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        if (lane.kind != LaneKind::CommPlane || lane.group != group)
            continue;
        const std::vector<Interval> waits = waitsOf(trace, LaneId{l});
        qint64 sum = 0;
        for (const Interval &w : waits)
            sum = saturatedSum(sum, w.length());
        if (sum < least) {
            least = sum;
            out = mergeIntervals(waits);
        }
    }
    return out;
}

IntervalSet setOf(const Trace &trace, LaneId lane)
{
    std::vector<Interval> ranges;
    for (const SliceId slice : trace.slicesOf(lane))
        ranges.push_back({trace.slices().start(slice), trace.slices().end(slice)});
    return mergeIntervals(std::move(ranges));
}

void addGroups(const RankData &rank, const Run &run, const IntervalSet &uncovered, Sheet &sheet)
{
    const Trace &trace = *rank.trace;
    IntervalSet all;
    qint64 sum = 0;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].kind != LaneKind::CommGroup)
            continue;
        const IntervalSet own = intersectSets(setOf(trace, LaneId{l}), uncovered);
        const qint64 ns = totalLength(own);
        if (ns == 0)
            continue;
        sum = saturatedSum(sum, ns);
        all = uniteSets(all, own);
        const qint64 waited = totalLength(intersectSets(own, leastWaits(trace, LaneId{l})));
        const QString lane = trace.laneLabel(LaneId{l});
        const std::optional<Domain> group = describedDomain(run, rank, lane);
        sheet.line(1, group ? group->label() : lane, ns);
        OverallLine &line = sheet.lines.back();
        line.isGroup = true;
        if (group) {
            line.groupKind = group->pgName;
            line.groupRanks = group->ranks.size();
        }
        if (waited > 0)
            sheet.line(2, QStringLiteral("Wait"), waited);
        sheet.line(2, QStringLiteral("Transmit"), ns - waited);
    }
    if (const qint64 twice = saturatedDifference(sum, totalLength(all)); twice > 0)
        sheet.line(1, QStringLiteral("Uncovered Communication Overlapped"), twice);
}

// Copies on the streams that compute; of these, where any stream waits for events, on those that do.
qint64 copiesOfComputeStreams(const Trace &trace)
{
    struct StreamWork
    {
        bool waits = false;
        bool computes = false;
        qint64 copiesNs = 0;
    };
    std::vector<StreamWork> streams;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].kind != LaneKind::Stream)
            continue;
        StreamWork work;
        for (const SliceId slice : trace.slicesOf(LaneId{l})) {
            const TaskDetail *const task = trace.slices().detail(slice);
            const SliceKind kind = trace.slices().kind(slice);
            if (kind == SliceKind::EventWait)
                work.waits = work.waits || (task && trace.strings().view(task->taskType).starts_with("EVENT"));
            else if (kind == SliceKind::MemoryCopy)
                work.copiesNs = saturatedSum(work.copiesNs, trace.slices().duration(slice));
            else
                work.computes = work.computes || isComputing(kind);
        }
        streams.push_back(work);
    }
    const bool waits = std::ranges::any_of(streams, &StreamWork::waits);
    qint64 sum = 0;
    for (const StreamWork &w : streams)
        sum = w.computes && (w.waits || !waits) ? saturatedSum(sum, w.copiesNs) : sum;
    return sum;
}

// GB/s over the totals of the collectives of all steps, or over all operators where nothing holds totals (databases);
// MB over ms is GB/s. Nothing where nothing was moved.
std::optional<double> totalBandwidth(const RankData &rank, QStringView transport)
{
    const bool hasTotals = std::ranges::any_of(rank.commOps, &CommOpRef::isTotal);
    double megabytes = 0;
    double ms = 0;
    for (const CommOpRef op : rank.commOps) {
        if (op.isTotal() != hasTotals || op.p2p())
            continue;
        for (const TransportRef part : op.transports()) {
            const auto size = part.sizeMb();
            const auto time = part.timeMs();
            // The half of a rate is none.
            if (part.transport() != transport || !size || !time)
                continue;
            megabytes += *size;
            ms += *time;
        }
    }
    return ms > 0 ? std::optional(megabytes / ms) : std::nullopt;
}

// GB, whichever component or stream it was.
std::optional<double> mostReserved(const RankData &rank)
{
    const std::shared_ptr<const Table> table = rank.table(QStringLiteral("memory_record"));
    if (!table)
        return std::nullopt;
    const ScaledColumn reserved = MemoryRecordColumns(*table).measures[static_cast<size_t>(MemoryMeasure::Reserved)];
    std::optional<double> most;
    for (int row = 0; row < table->rows(); ++row) {
        if (const std::optional<double> mb = reserved.at(*table, row))
            most = std::max(most.value_or(*mb), *mb);
    }
    constexpr double mbPerGb = 1024;
    return most ? std::optional(*most / mbPerGb) : std::nullopt;
}

} // namespace

std::vector<OverallLine> overallMetrics(const RankData &rank, const Run &run, const JobContext &job)
{
    using K = KernelClass;
    if (!rank.trace)
        return {};
    const Trace &trace = *rank.trace;
    qint64 computing = 0;
    qint64 first = std::numeric_limits<qint64>::max();
    qint64 last = std::numeric_limits<qint64>::min();
    IntervalSet uncovered;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        const bool compute = lane.kind == LaneKind::OverlapComputing;
        if (lane.kind < LaneKind::OverlapComputing || lane.kind > LaneKind::OverlapFree)
            continue;
        for (const SliceId slice : trace.slicesOf(LaneId{l})) {
            first = std::min(first, trace.slices().start(slice));
            last = std::max(last, trace.slices().end(slice));
            computing = compute ? saturatedSum(computing, trace.slices().duration(slice)) : computing;
        }
        if (lane.kind == LaneKind::OverlapNotOverlapped)
            uncovered = uniteSets(uncovered, setOf(trace, LaneId{l}));
    }
    if (first > last)
        return {};
    const ClassSums sums = kernelSums(rank, job);
    if (job.isCanceled())
        return {};
    Sheet sheet(sums);
    ClassSum named;
    for (size_t i = 0; i < sums.size(); ++i) {
        if (static_cast<K>(i) != K::Other)
            named.add(sums[i]);
    }
    sheet.line(0, QStringLiteral("Computing Time"), computing,
               rank.kernels ? std::optional(named.kernels) : std::nullopt);
    sheet.cubeAndVector(QStringLiteral("Flash Attention (Forward)"), K::AttentionForwardCube,
                        K::AttentionForwardVector);
    sheet.cubeAndVector(QStringLiteral("Flash Attention (Backward)"), K::AttentionBackwardCube,
                        K::AttentionBackwardVector);
    sheet.cubeAndVector(QStringLiteral("Conv (Forward)"), K::ConvForwardCube, K::ConvForwardVector);
    sheet.cubeAndVector(QStringLiteral("Conv (Backward)"), K::ConvBackwardCube, K::ConvBackwardVector);
    sheet.cubeAndVector(QStringLiteral("Matmul"), K::MatmulCube, K::MatmulVector);
    sheet.part(1, QStringLiteral("Paged Attention"), {K::PagedAttention});
    sheet.part(1, QStringLiteral("Vector"), {K::VectorTransfer, K::VectorOther});
    sheet.part(2, QStringLiteral("Vector (Trans)"), {K::VectorTransfer});
    sheet.part(2, QStringLiteral("Vector (No Trans)"), {K::VectorOther});
    sheet.part(1, QStringLiteral("Cube"), {K::OtherCube});
    sheet.part(1, QStringLiteral("MC2"), {K::Mc2});
    sheet.part(1, QStringLiteral("SDMA (Tensor Move)"), {K::TensorMove});
    if (rank.kernels)
        sheet.line(1, QStringLiteral("Other"), std::max<qint64>(0, saturatedDifference(computing, named.ns)));
    const qint64 communication = totalLength(uncovered);
    sheet.line(0, QStringLiteral("Uncovered Communication Time"), communication);
    addGroups(rank, run, uncovered, sheet);
    const qint64 whole = saturatedDifference(last, first);
    const qint64 free = saturatedDifference(saturatedDifference(whole, computing), communication);
    const qint64 copies = copiesOfComputeStreams(trace);
    sheet.line(0, QStringLiteral("Free Time"), free);
    sheet.line(1, QStringLiteral("Free"), free);
    if (copies > 0)
        sheet.line(2, QStringLiteral("SDMA"), copies);
    sheet.line(0, QLatin1String(wholeName), whole);
    sheet.measured("RDMA Bandwidth", OverallMeasure::Bandwidth, totalBandwidth(rank, u"RDMA"));
    sheet.measured("SDMA Bandwidth", OverallMeasure::Bandwidth, totalBandwidth(rank, u"SDMA"));
    sheet.measured("Memory Used", OverallMeasure::Memory, mostReserved(rank));
    return std::move(sheet.lines);
}

qint64 overallWholeNs(const std::vector<OverallLine> &lines)
{
    const auto whole = std::find_if(lines.rbegin(), lines.rend(), [](const OverallLine &l) {
        return l.level == 0 && l.name == QLatin1String(wholeName);
    });
    return whole == lines.rend() ? 0 : whole->ns.value_or(0);
}

namespace {

using Keys = std::vector<QString>;

// Key of a line among those of its level: its name, and of groups the same on both sides for counterparts.
std::pair<Keys, Keys> keysOf(const std::vector<OverallLine> &base, const std::vector<OverallLine> &other)
{
    const auto keys = [](const std::vector<OverallLine> &lines, const QString &side) {
        Keys out;
        for (const OverallLine &l : lines)
            out.push_back(l.isGroup ? side + QString::number(out.size()) : l.name);
        return out;
    };
    Keys ofBase = keys(base, QStringLiteral("base "));
    Keys ofOther = keys(other, QStringLiteral("other "));
    std::vector<bool> isTaken(base.size());
    std::vector<bool> isMatched(other.size());
    using IsSame = bool (*)(const OverallLine &, const OverallLine &);
    for (const IsSame isSame : std::initializer_list<IsSame>{
             [](const OverallLine &a, const OverallLine &b) { return a.name == b.name; },
             [](const OverallLine &a, const OverallLine &b) {
                 return a.groupKind == b.groupKind && a.groupRanks == b.groupRanks;
             },
             [](const OverallLine &a, const OverallLine &b) { return a.groupKind == b.groupKind; }}) {
        for (size_t i = 0; i < base.size(); ++i) {
            for (size_t j = 0; j < other.size() && base[i].isGroup && !isTaken[i]; ++j) {
                if (!other[j].isGroup || isMatched[j] || !isSame(base[i], other[j]))
                    continue;
                ofOther[j] = ofBase[i];
                isTaken[i] = true;
                isMatched[j] = true;
            }
        }
    }
    return {std::move(ofBase), std::move(ofOther)};
}

} // namespace

std::vector<OverallPair> pairOverallMetrics(const std::vector<OverallLine> &base, const std::vector<OverallLine> &other)
{
    const auto [baseKeys, otherKeys] = keysOf(base, other);
    // A line is known by its key and those of the lines that it is a part of.
    const auto paths = [](const std::vector<OverallLine> &lines, const Keys &keys) {
        Keys out;
        Keys above;
        for (size_t i = 0; i < lines.size(); ++i) {
            above.resize(static_cast<size_t>(lines[i].level));
            above.push_back(keys[i]);
            QString path;
            for (const QString &name : above)
                path += name + u'\n';
            out.push_back(path);
        }
        return out;
    };
    const Keys ofBase = paths(base, baseKeys);
    const Keys ofOther = paths(other, otherKeys);
    std::vector<OverallPair> out;
    Keys placed;
    for (size_t i = 0; i < base.size(); ++i) {
        out.push_back({base[i].level, base[i].name, base[i].measure, base[i], std::nullopt});
        placed.push_back(ofBase[i]);
    }
    for (size_t j = 0; j < other.size(); ++j) {
        const auto at = std::ranges::find(placed, ofOther[j]);
        if (at != placed.end()) {
            OverallPair &pair = out[static_cast<size_t>(at - placed.begin())];
            pair.other = other[j];
            if (pair.name != other[j].name)
                pair.name += QStringLiteral(" / ") + other[j].name;
            continue;
        }
        // Behind the line that it follows on its own side, with what belongs to that one alone.
        const auto before = j == 0 ? placed.end() : std::ranges::find(placed, ofOther[j - 1]);
        auto place = before == placed.end() ? 0 : before - placed.begin() + 1;
        while (place < std::ssize(out) && out[static_cast<size_t>(place)].level > other[j].level)
            ++place;
        out.insert(out.begin() + place, {other[j].level, other[j].name, other[j].measure, std::nullopt, other[j]});
        placed.insert(placed.begin() + place, ofOther[j]);
    }
    return out;
}

} // namespace rs
