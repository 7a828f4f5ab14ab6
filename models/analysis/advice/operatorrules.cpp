// SPDX-License-Identifier: Apache-2.0
#include "analysis/advice/ruleinput.h"
#include "analysis/operators/frequency.h"
#include "analysis/operators/kernelflops.h"
#include "analysis/operators/operatorgroups.h"
#include "analysis/operators/operatorstats.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <utility>

namespace rs {

namespace {

QString shortNameOf(std::string_view name)
{
    const std::string_view text = kernelShortName(name);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The kernels of a rank's table that have a duration, with the fields that rules look at.
class KernelRows
{
public:
    explicit KernelRows(const RankFacts &facts)
        : m_facts(facts), m_table(*facts.rank.kernels), m_columns(*facts.rank.kernels)
    {
    }
    [[nodiscard]] const KernelColumns &columns() const { return m_columns; }
    [[nodiscard]] std::string_view text(int row, int column) const
    {
        return column >= 0 ? m_table.textView(row, column) : std::string_view();
    }
    [[nodiscard]] qint64 durationNs(int row) const { return m_table.integer(row, m_columns.duration); }
    [[nodiscard]] QString typeOf(int row) const
    {
        const QString type = m_table.textOf(row, m_columns.type);
        if (!type.isEmpty() && type != u"N/A")
            return type;
        return shortNameOf(text(row, m_columns.name));
    }
    [[nodiscard]] AdviceEvidence evidenceOf(int row, const QString &more) const
    {
        AdviceEvidence out{m_facts.index, NoSlice, {}, m_table.textOf(row, m_columns.name), durationNs(row), more};
        const auto r = static_cast<size_t>(row);
        if (r < m_facts.rank.sliceOfKernel.size())
            out.slice = m_facts.rank.sliceOfKernel[r];
        if (const auto start = m_table.integerAt(row, m_columns.start))
            out.time = Interval{*start, saturatedSum(*start, out.durationNs)};
        return out;
    }
    /// "DT_BF16 -> FLOAT"
    [[nodiscard]] QString typesOf(int row) const
    {
        return QStringLiteral("%1 -> %2")
            .arg(m_table.textOf(row, m_columns.inputTypes), m_table.textOf(row, m_columns.outputTypes));
    }
    template <typename Visit>
    void each(const Visit &visit) const
    {
        for (int row = 0; row < m_table.rows(); ++row) {
            if (m_table.has(row, m_columns.duration) && !isCommunicationKernel(m_facts.rank, m_columns, row))
                visit(row);
        }
    }

private:
    const RankFacts &m_facts;
    const Table &m_table;
    KernelColumns m_columns;
};

// Types of which the advisor has a guide to what stands in for them, and data types that few operators take on the AI
// cores.
const char *changeOf(const QString &type, const QString &dataTypes)
{
    for (const QLatin1String slow : {QLatin1String("DOUBLE"), QLatin1String("FLOAT64"), QLatin1String("COMPLEX"),
                                     QLatin1String("UINT16"), QLatin1String("UINT32"), QLatin1String("UINT64")}) {
        if (dataTypes.contains(slow, Qt::CaseInsensitive))
            return RS_NOOP("Convert its data type (%1) to float32, float16, bfloat16 or int32.");
    }
    static constexpr std::array replaced{"index", "indexput", "indexputv2", "nonzero"};
    if (std::ranges::any_of(
            replaced, [&](const char *name) { return type.compare(QLatin1String(name), Qt::CaseInsensitive) == 0; }))
        return RS_NOOP(
            "Write it with other operators: a mask (where, masked_fill, multiplication) in place of indices, "
            "gather or index_select.");
    if (dataTypes.contains(QLatin1String("INT64"), Qt::CaseInsensitive))
        return RS_NOOP("Convert its data type (%1) to int32 or float32 if the values allow it.");
    return nullptr;
}

struct Sum
{
    qint64 count = 0;
    qint64 ns = 0;
    double lostNs = 0;
    QString more{};
    std::vector<AdviceEvidence> evidence{};
};

// Calls of a type, which save no more than they lose.
AdviceSink::Found boundOf(const QString &type, Sum &sum)
{
    AdviceSink::Found out;
    out.subject = type;
    out.count = sum.count;
    out.timeNs = sum.ns;
    out.savesNs = saturatedRound(sum.lostNs);
    out.known = SavingKind::AtMost;
    out.evidence = std::move(sum.evidence);
    return out;
}

void lookAtCpuKernels(const RankFacts &facts, const KernelRows *rows, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("aicpu");
    const double leastNs = rule.threshold * 1e3;
    std::map<QString, Sum> sums;
    const auto add = [&](const QString &type, const QString &more, AdviceEvidence evidence) {
        Sum &sum = sums[type];
        ++sum.count;
        sum.ns = saturatedSum(sum.ns, evidence.durationNs);
        sum.more = more;
        sum.evidence.push_back(std::move(evidence));
    };
    if (rows && rows->columns().core >= 0) {
        rows->each([&](int row) {
            if (rows->text(row, rows->columns().core) == "AI_CPU" &&
                static_cast<double>(rows->durationNs(row)) > leastNs) {
                const QString types = rows->typesOf(row);
                add(rows->typeOf(row), types, rows->evidenceOf(row, types));
            }
        });
    } else if (facts.trace()) {
        const SliceStore &s = facts.trace()->slices();
        for (quint32 i = 0; i < s.size(); ++i) {
            if (const SliceId id{i};
                s.kind(id) == SliceKind::KernelAiCpu && static_cast<double>(s.duration(id)) > leastNs)
                add(shortNameOf(facts.trace()->strings().view(s.name(id))), {}, facts.evidenceOf(id));
        }
    } else {
        out.lacks(rule, facts.index, Phrase(RS_MESSAGE("Not checked without a table of kernels or a trace: %1.")));
    }
    for (auto &[type, sum] : sums) {
        AdviceSink::Found found;
        found.subject = type;
        found.count = sum.count;
        found.timeNs = sum.ns;
        found.savesNs = sum.ns;
        found.known = SavingKind::AtMost;
        found.evidence = std::move(sum.evidence);
        found.seen = {RS_MESSAGE("On the AI CPU: %2, calls: %1, %3 ms together."),
                      {QString::number(sum.count), type, millisecondsOf(sum.ns)}};
        if (const char *const change = changeOf(type, sum.more))
            found.change = Phrase(QString::fromUtf8(change), {sum.more});
        out.add(rule, facts.index, facts.spanNs, std::move(found));
    }
}

void lookAtBlocks(const RankFacts &facts, const KernelRows &rows, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("block-dim");
    const AdviceLists &lists = facts.input.lists;
    if (rows.columns().blocks < 0 || lists.cubeCores <= 0 || lists.vectorCores <= 0) {
        out.lacks(
            rule, facts.index,
            rows.columns().blocks < 0
                ? Phrase(RS_MESSAGE("Not checked without Block Dim, which Level1 and Level2 write: %1."))
                : Phrase(RS_MESSAGE("Not checked, as no file says how many cores the chip has (advice.json may, by "
                                    "cubeCores and vectorCores): %1.")));
        return;
    }
    std::map<QString, Sum> sums;
    rows.each([&](int row) {
        const std::string_view core = rows.text(row, rows.columns().core);
        const bool isCube = core == "AI_CORE" || core == "MIX_AIC";
        if ((!isCube && core != "AI_VECTOR_CORE" && core != "MIX_AIV") ||
            static_cast<double>(rows.durationNs(row)) <= rule.threshold * 1e3)
            return;
        const qint64 cores = isCube ? lists.cubeCores : lists.vectorCores;
        const qint64 blocks = facts.rank.kernels->integer(row, rows.columns().blocks);
        if (blocks <= 0 || blocks % cores == 0)
            return;
        // Blocks run in rounds: all but the last fill the cores.
        const double used = static_cast<double>(blocks) / static_cast<double>((blocks + cores - 1) / cores * cores);
        Sum &sum = sums[rows.typeOf(row)];
        ++sum.count;
        sum.ns = saturatedSum(sum.ns, rows.durationNs(row));
        sum.lostNs += static_cast<double>(rows.durationNs(row)) * (1 - used);
        sum.more = QStringLiteral("%1 / %2").arg(blocks).arg(cores);
        sum.evidence.push_back(rows.evidenceOf(row, sum.more));
    });
    for (auto &[type, sum] : sums) {
        AdviceSink::Found found = boundOf(type, sum);
        found.seen = {
            RS_MESSAGE("Calls of %2: %1, %3 ms together; their blocks leave cores without work (blocks / cores: %4)."),
            {QString::number(sum.count), type, millisecondsOf(sum.ns), sum.more}};
        out.add(rule, facts.index, facts.spanNs, std::move(found));
    }
}

// Against the roof of chip, data type and shapes. FLOAT is left out: its peak is that of FP16 by convention alone.
void lookAtPeak(const RankFacts &facts, const KernelRows &rows, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("below-peak");
    const DevicePeak peak = peakOf(facts.rank.info, facts.input.peaks, facts.input.rates.device);
    if (!peak.teraflops) {
        out.lacks(rule, facts.index,
                  Phrase(RS_MESSAGE("Not checked, as the peak of the chip is unknown (the table mfu says what gives "
                                    "it): %1.")));
        return;
    }
    constexpr qint64 leastNs = 20'000;
    constexpr double teraOfGiga = 1e-3;
    const KernelOperations work(facts.rank, facts.job);
    std::map<QString, Sum> sums;
    std::map<QString, double> reached; // of the roof, times the time
    rows.each([&](int row) {
        const auto ns = rows.durationNs(row);
        const auto flops = ns > leastNs && work.dataType(row) != "FLOAT" ? work.flops(row) : std::nullopt;
        const auto most = flops && flops->isCube ? peak.teraflopsOf(work.dataType(row)) : std::nullopt;
        if (!most)
            return;
        const auto bytes = work.bytes(row);
        const double ofMemory =
            bytes && peak.memoryGbs ? flops->operations / *bytes * *peak.memoryGbs * teraOfGiga : *most;
        const double share = flops->operations * teraOfGiga / static_cast<double>(ns) / std::min(*most, ofMemory);
        if (100 * share >= rule.threshold)
            return;
        const QString type = rows.typeOf(row);
        Sum &sum = sums[type];
        ++sum.count;
        sum.ns = saturatedSum(sum.ns, ns);
        sum.lostNs += static_cast<double>(ns) * (1 - share);
        reached[type] += static_cast<double>(ns) * share;
        sum.evidence.push_back(rows.evidenceOf(row, QString::number(100 * share, 'f', 0) + QLatin1String(" %")));
    });
    for (auto &[type, sum] : sums) {
        AdviceSink::Found found = boundOf(type, sum);
        found.seen = {RS_MESSAGE("Calls of %2: %1, %3 ms together; they reach %4 % of what the chip allows for their "
                                 "shapes and data types."),
                      {QString::number(sum.count), type, millisecondsOf(sum.ns),
                       QString::number(100 * reached[type] / static_cast<double>(sum.ns), 'f', 0)}};
        out.add(rule, facts.index, facts.spanNs, std::move(found));
    }
}

constexpr double farFromBinding = 0.75;

void lookAtPipes(const RankFacts &facts, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("unbound");
    const int ranks[] = {facts.index};
    OperatorGroupQuery query;
    const OperatorGroups groups = operatorGroups(facts.run, ranks, query, facts.job);
    query.by = groups.by;
    if (!groups.pipes) {
        out.lacks(rule, facts.index,
                  Phrase(RS_MESSAGE("Not checked without counters of pipes (aic_metrics=PipeUtilization): %1.")));
        return;
    }
    for (const OperatorGroup &g : groups.rows) {
        // Waiting for the launch is no matter of the kernel.
        if ((g.bound.bound != OperatorBound::None && g.bound.bound != OperatorBound::Serial) || !g.bound.busiest ||
            static_cast<double>(g.medianNs) < rule.threshold * 1e3)
            continue;
        const double binding = bindingRatio(g.bound.busiest->pipe, g.bound.busiest->side);
        // A pipe at work for most of the time that it would need to bind the operator leaves little to tune.
        if (g.bound.busiest->ratio > farFromBinding * binding)
            continue;
        AdviceSink::Found found;
        found.subject = g.key.type;
        found.count = g.calls;
        found.timeNs = g.totalNs;
        // With that pipe at work for as long as it is in an operator that it binds.
        found.savesNs = saturatedRound(static_cast<double>(g.totalNs) * (1 - g.bound.busiest->ratio / binding));
        if (static_cast<double>(*found.savesNs) < rule.leastShare * static_cast<double>(facts.spanNs))
            continue;
        found.known = SavingKind::AtMost;
        found.seen = boundSentence(g.bound, 0);
        for (const GroupCall &call : groupCalls(facts.run, facts.index, query, g.key, facts.job).calls) {
            if (found.evidence.size() == mostEvidence)
                break;
            if (call.row >= 0)
                found.evidence.push_back(KernelRows(facts).evidenceOf(
                    call.row, facts.rank.kernels->textOf(call.row, KernelColumns(*facts.rank.kernels).inputShapes)));
        }
        out.add(rule, facts.index, facts.spanNs, std::move(found));
    }
}

void lookAtFrequency(const RankFacts &facts, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("frequency");
    if (!facts.trace())
        return; // said with the rules on the host
    const Trace &trace = *facts.trace();
    const std::vector<CounterId> counters = frequencyCounters(trace);
    if (counters.empty()) {
        out.lacks(rule, facts.index, Phrase(RS_MESSAGE("Not checked without the AI core frequency in the trace: %1.")));
        return;
    }
    AdviceSink::Found found;
    double lostNs = 0;
    double lowest = 0;
    double nominal = 0;
    for (const CounterId counter : counters) {
        const FrequencyStats stats = frequencyStats(trace, counter, facts.job);
        for (const FrequencyDrop &drop : stats.drops) {
            if (!drop.underLoad || (stats.nominalMHz - drop.lowestMHz) * 100 < rule.threshold * stats.nominalMHz)
                continue;
            ++found.count;
            found.timeNs = saturatedSum(found.timeNs, drop.busyNs);
            lostNs = std::max(lostNs, lostNs + drop.lostNs);
            lowest = lowest > 0 ? std::min(lowest, drop.lowestMHz) : drop.lowestMHz;
            nominal = stats.nominalMHz;
            AdviceEvidence evidence{facts.index,
                                    NoSlice,
                                    Interval{drop.fromNs, drop.toNs},
                                    trace.strings().text(trace.counters()[raw(counter)].name),
                                    drop.busyNs,
                                    QStringLiteral("%1 MHz").arg(drop.lowestMHz)};
            found.evidence.push_back(std::move(evidence));
        }
    }
    if (found.count == 0)
        return;
    // Dies compute side by side.
    found.savesNs = saturatedRound(lostNs / static_cast<double>(counters.size()));
    found.known = SavingKind::AtMost;
    found.seen = {
        RS_MESSAGE("Drops of the frequency while the AI cores have work: %1, from %2 MHz down to %3 MHz, for %4 ms "
                   "together."),
        {QString::number(found.count), QString::number(nominal), QString::number(lowest),
         millisecondsOf(found.timeNs)}};
    out.add(rule, facts.index, facts.spanNs, std::move(found));
}

/// A name, where it stands, and what it is of.
struct Named
{
    std::string_view name;
    qint64 startNs = 0;
    qint64 endNs = 0;
    AdviceEvidence (*evidence)(const RankFacts &facts, const Named &named);
    quint32 id = 0;
};

/// Counts where patterns begin in names that follow each other; no name belongs to two of one pattern.
void findPatterns(const RankFacts &facts, const std::vector<AdvicePattern> &patterns, const std::vector<Named> &names,
                  std::map<const AdvicePattern *, Sum> &out)
{
    std::vector<std::string_view> texts;
    texts.reserve(names.size());
    for (const Named &n : names)
        texts.push_back(n.name);
    for (const AdvicePattern &pattern : patterns) {
        for (size_t at = 0; at < texts.size();) {
            const size_t length = pattern.matched(std::span(texts).subspan(at));
            if (length == 0) {
                ++at;
                continue;
            }
            Sum &sum = out[&pattern];
            ++sum.count;
            qint64 ns = 0;
            for (size_t i = at; i < at + length; ++i)
                ns = saturatedSum(ns, saturatedDifference(names[i].endNs, names[i].startNs));
            sum.ns = saturatedSum(sum.ns, ns);
            AdviceEvidence evidence = names[at].evidence(facts, names[at]);
            evidence.durationNs = ns;
            sum.evidence.push_back(std::move(evidence));
            at += length;
        }
    }
}

void addPatterns(const RankFacts &facts, const AdviceRule &rule, std::map<const AdvicePattern *, Sum> &found,
                 const char *seen, AdviceSink &out)
{
    for (auto &[pattern, sum] : found) {
        if (static_cast<double>(sum.count) <= rule.threshold)
            continue;
        AdviceSink::Found f;
        f.subject = pattern->sequence();
        f.count = sum.count;
        f.timeNs = sum.ns;
        f.evidence = std::move(sum.evidence);
        f.seen =
            Phrase(QString::fromUtf8(seen), {QString::number(sum.count), pattern->sequence(), millisecondsOf(sum.ns)});
        f.change = {RS_MESSAGE("Use %1, and check the accuracy once."), {pattern->use()}};
        out.add(rule, facts.index, facts.spanNs, std::move(f));
    }
}

void lookAtKernelSequences(const RankFacts &facts, const KernelRows &rows, AdviceSink &out)
{
    const AdviceRule &rule = adviceRule("fusible");
    const Table &table = *facts.rank.kernels;
    const KernelColumns &c = rows.columns();
    std::map<qint64, std::vector<Named>> streams;
    bool hasTypes = false;
    rows.each([&](int row) {
        const std::string_view type = rows.text(row, c.type);
        hasTypes = hasTypes || (!type.empty() && type != "N/A");
        const qint64 start = table.integer(row, c.start);
        streams[table.integer(row, c.stream)].push_back(
            {type, start, saturatedSum(start, rows.durationNs(row)),
             [](const RankFacts &f, const Named &n) { return KernelRows(f).evidenceOf(static_cast<int>(n.id), {}); },
             static_cast<quint32>(row)});
    });
    if (!hasTypes || !c.isTimed()) {
        out.lacks(rule, facts.index,
                  Phrase(RS_MESSAGE("Not checked without types of kernels, which Level0 does not write: %1.")));
        return;
    }
    std::map<const AdvicePattern *, Sum> found;
    for (auto &[stream, names] : streams) {
        std::ranges::stable_sort(names, {}, &Named::startNs);
        findPatterns(facts, facts.input.lists.kernels, names, found);
    }
    addPatterns(facts, rule, found, RS_NOOP("%2 follow each other on a stream %1 times and take %3 ms."), out);
}

// Operators of PyTorch that no other one calls, in their order on a thread.
void lookAtCalls(const RankFacts &facts, AdviceSink &out)
{
    const Trace &trace = *facts.trace();
    const SliceStore &s = trace.slices();
    constexpr std::string_view prefix = "aten::";
    std::map<const AdvicePattern *, Sum> found;
    for (const LaneId lane : facts.frameworkLanes) {
        std::vector<Named> names;
        for (const SliceId id : trace.slicesOf(lane)) {
            const std::string_view name = trace.strings().view(s.name(id));
            if (!name.starts_with(prefix) && !name.starts_with("npu::"))
                continue;
            names.push_back({name.starts_with(prefix) ? name.substr(prefix.size()) : name, s.start(id), s.end(id),
                             [](const RankFacts &f, const Named &n) { return f.evidenceOf(SliceId{n.id}); }, raw(id)});
        }
        std::ranges::sort(names, [](const Named &a, const Named &b) {
            return std::pair(a.startNs, b.endNs) < std::pair(b.startNs, a.endNs);
        });
        qint64 end = std::numeric_limits<qint64>::min();
        std::erase_if(names, [&end](const Named &n) {
            const bool isCalled = n.endNs <= end;
            end = std::max(end, n.endNs);
            return isCalled;
        });
        findPatterns(facts, facts.input.lists.apis, names, found);
    }
    addPatterns(facts, adviceRule("affinity-api"), found,
                RS_NOOP("%2 follow each other %1 times and take %3 ms of the host."), out);
}

} // namespace

void lookAtOperators(const RankFacts &facts, AdviceSink &out)
{
    lookAtFrequency(facts, out);
    if (!facts.rank.kernels) {
        lookAtCpuKernels(facts, nullptr, out);
        for (const char *const id : {"block-dim", "unbound"})
            out.lacks(adviceRule(id), facts.index, Phrase(RS_MESSAGE("Not checked without a table of kernels: %1.")));
        return;
    }
    const KernelRows rows(facts);
    lookAtCpuKernels(facts, &rows, out);
    lookAtBlocks(facts, rows, out);
    lookAtPeak(facts, rows, out);
    lookAtPipes(facts, out);
}

void lookAtSequences(const RankFacts &facts, AdviceSink &out)
{
    if (facts.rank.kernels)
        lookAtKernelSequences(facts, KernelRows(facts), out);
    else
        out.lacks(adviceRule("fusible"), facts.index,
                  Phrase(RS_MESSAGE("Not checked without a table of kernels: %1.")));
    if (facts.trace() && !facts.frameworkLanes.empty())
        lookAtCalls(facts, out);
}

} // namespace rs
