// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/operatorstats.h"

#include "analysis/operators/operatorscan.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"

#include <algorithm>
#include <functional>
#include <array>
#include <limits>
#include <set>
#include <tuple>
#include <unordered_map>

namespace rs {

namespace {

struct Group
{
    StrId name{};
    StrId shapes{};
    StrId type{}; ///< type of the last row
    StrId core{};
    std::set<StrId> cores;
    std::set<StrId> types;
    qint64 calls = 0;
    qint64 total = 0;
    qint64 minimum = 0;
    qint64 maximum = 0;
    SliceId longest = NoSlice;
};

class Collector
{
public:
    Collector(OperatorGrouping grouping, bool acrossCores, const StringPool &strings)
        : m_grouping(grouping), m_acrossCores(acrossCores), m_strings(strings)
    {
    }

    void operator()(const OperatorCall &call)
    {
        const auto [type, name, shapes, core] = std::tuple(call.type, call.name, call.shapes, call.core);
        const qint64 duration = call.durationNs;
        // Versions of CANN call the core of communication differently.
        const quint32 place = m_acrossCores ? 0
                              : core != NoText && isCommunicationCore(m_strings.view(core))
                                  ? std::numeric_limits<quint32>::max()
                                  : raw(core);
        GroupIds key{};
        switch (m_grouping) {
        case OperatorGrouping::Type:
            key = {raw(type), 0, 0, place};
            break;
        case OperatorGrouping::Name:
            key = {0, raw(name), 0, 0};
            break;
        case OperatorGrouping::Shape:
            key = {raw(type), 0, raw(shapes), 0};
            break;
        case OperatorGrouping::NameShape:
            key = {0, raw(name), raw(shapes), 0};
            break;
        case OperatorGrouping::Kernel:
            key = {raw(type), raw(name), raw(shapes), place};
            break;
        }
        const auto [it, isNew] = m_index.try_emplace(key, m_groups.size());
        if (isNew)
            m_groups.emplace_back();
        Group &g = m_groups[it->second];
        g.name = name;
        g.shapes = shapes;
        // Rows of a group nearly always have the type and the core of the one before.
        if (type != NoText && type != g.type) {
            g.types.insert(type);
            g.type = type;
        }
        if (core != NoText && core != g.core) {
            g.cores.insert(core);
            g.core = core;
        }
        g.minimum = g.calls == 0 ? duration : std::min(g.minimum, duration);
        if (g.calls == 0 || duration > g.maximum) {
            g.maximum = duration;
            g.longest = call.slice;
        }
        ++g.calls;
        g.total = saturatedSum(g.total, duration);
    }

    void finish(OperatorTable &out) const
    {
        const bool names = m_grouping != OperatorGrouping::Type && m_grouping != OperatorGrouping::Shape;
        const bool shapes = m_grouping != OperatorGrouping::Type && m_grouping != OperatorGrouping::Name;
        for (const Group &g : m_groups)
            out.totalNs = saturatedSum(out.totalNs, g.total);
        for (const Group &g : m_groups) {
            OperatorRow row;
            row.type = joined(g.types);
            if (names)
                row.name = m_strings.text(g.name);
            if (shapes)
                row.shapes = m_strings.text(g.shapes);
            row.coreType = joined(g.cores);
            row.calls = g.calls;
            row.totalNs = g.total;
            row.minNs = g.minimum;
            row.maxNs = g.maximum;
            row.share = out.totalNs > 0 ? 100.0 * static_cast<double>(g.total) / static_cast<double>(out.totalNs) : 0;
            row.longest = g.longest;
            out.rows.push_back(std::move(row));
        }
        std::ranges::sort(out.rows, [](const OperatorRow &a, const OperatorRow &b) {
            if (a.totalNs != b.totalNs)
                return a.totalNs > b.totalNs;
            return std::tie(a.type, a.name, a.shapes, a.coreType) < std::tie(b.type, b.name, b.shapes, b.coreType);
        });
    }

private:
    QString joined(const std::set<StrId> &ids) const
    {
        QStringList texts;
        for (const StrId id : ids)
            texts << m_strings.text(id);
        texts.sort();
        return texts.join(u';');
    }

    OperatorGrouping m_grouping;
    bool m_acrossCores;
    const StringPool &m_strings;
    std::unordered_map<GroupIds, size_t, GroupIdsHash> m_index;
    std::vector<Group> m_groups;
};

// Grouping that the kernel table can give: Level0 writes N/A for every type and has no shapes at all.
OperatorGrouping possibleGrouping(OperatorGrouping asked, bool types, bool shapes)
{
    switch (asked) {
    case OperatorGrouping::Type:
        return types ? asked : OperatorGrouping::Name;
    case OperatorGrouping::Shape:
        if (types)
            return shapes ? asked : OperatorGrouping::Type;
        return shapes ? OperatorGrouping::NameShape : OperatorGrouping::Name;
    case OperatorGrouping::NameShape:
        return shapes ? asked : OperatorGrouping::Name;
    case OperatorGrouping::Name:
    case OperatorGrouping::Kernel:
        break;
    }
    return asked;
}

OperatorTable fromKernels(const RankData &rank, const OperatorQuery &query, const JobContext &job)
{
    const Table &t = *rank.kernels;
    const KernelColumns c(t);
    OperatorTable out;
    // Databases of Level0 have types of communication alone.
    bool computes = false;
    bool ofCommunication = false;
    for (int row = 0; row < t.rows() && !(out.types && out.shapes && out.cores); ++row) {
        const bool isTyped = t.textId(row, c.type) != NoText;
        if (c.isCommunication(t, row))
            ofCommunication = ofCommunication || isTyped;
        else
            computes = true;
        out.types = out.types || (isTyped && !c.isCommunication(t, row));
        out.shapes = out.shapes || t.textId(row, c.inputShapes) != NoText;
        out.cores = out.cores || t.textId(row, c.core) != NoText;
    }
    out.types = out.types || (!computes && ofCommunication);
    out.grouping = possibleGrouping(query.grouping, out.types, out.shapes);
    if (out.grouping != query.grouping)
        out.note =
            out.types || query.grouping == OperatorGrouping::NameShape ? OperatorNote::NoShapes : OperatorNote::NoTypes;
    StringPool texts;
    Collector groups(out.grouping, query.acrossCores, texts);
    if (!scanKernels(rank, query, texts, job, std::ref(groups)))
        return {};
    groups.finish(out);
    return out;
}

OperatorTable fromTrace(const RankData &rank, const OperatorQuery &query, const JobContext &job)
{
    OperatorTable out;
    out.grouping = possibleGrouping(query.grouping, false, false);
    StringPool texts;
    Collector groups(out.grouping, query.acrossCores, texts);
    const TraceScan scan = scanTrace(rank, query, texts, job, std::ref(groups));
    if (scan == TraceScan::Canceled)
        return {};
    out.note = scan == TraceScan::NoKernel ? OperatorNote::NoData : OperatorNote::FromTrace;
    groups.finish(out);
    return out;
}

} // namespace

QString operatorNoteText(OperatorNote note)
{
    static constexpr const char *texts[] = {
        "",
        RS_NOOP("The kernel table has no operator types, as Level0 writes it: operators are grouped by name. "
                "Profile with Level1 or Level2 to get types and shapes."),
        RS_NOOP("The kernel table has no input shapes: operators are grouped without them. Profile with "
                "Level1 or Level2 to get shapes."),
        RS_NOOP("There is no kernel table with usable rows (kernel_details.csv or op_summary): operators are counted "
                "by name from the slices of the trace, which have neither types nor shapes. Their cores are unknown: "
                "the Task Type of the trace does not distinguish cube and vector cores."),
        RS_NOOP("There is neither a kernel table with usable rows (kernel_details.csv or op_summary) nor a trace with "
                "kernels: no operator is known. The profiler writes both when NPU activity is collected."),
        RS_NOOP("The kernel table does not name the accelerator cores, and the other side does: "
                "operators are compared without distinguishing cores."),
        RS_NOOP("The kernel table does not name the accelerator cores, and the other side does: operators of "
                "one core cannot be compared."),
        RS_NOOP("Operators are counted by name from the slices of the trace, because the other side has "
                "no kernel table with usable rows (kernel_details.csv or op_summary), and the two name "
                "the same operator differently."),
        RS_NOOP("There is a kernel table, but no trace with kernels; the other side has a trace, but no "
                "kernel table with usable rows (kernel_details.csv or op_summary). The two name the same "
                "operator differently, so they are not compared.")};
    return QString::fromUtf8(texts[static_cast<size_t>(note)]);
}

// A table of which every row lacks its duration counts nothing; the trace may.
bool hasKernelTimes(const RankData &rank)
{
    if (!rank.kernels)
        return false;
    const int duration = KernelColumns(*rank.kernels).duration;
    for (int row = 0; duration >= 0 && row < rank.kernels->rows(); ++row) {
        if (rank.kernels->has(row, duration))
            return true;
    }
    return false;
}

OperatorTable operatorStats(const RankData &rank, const OperatorQuery &query, const JobContext &job)
{
    if (!query.fromTrace && hasKernelTimes(rank))
        return fromKernels(rank, query, job);
    if (rank.trace)
        return fromTrace(rank, query, job);
    OperatorTable none;
    none.note = OperatorNote::NoData;
    none.grouping = query.grouping;
    return none;
}

QStringList coreTypes(const RankData &rank)
{
    OperatorQuery all;
    all.grouping = OperatorGrouping::Kernel;
    all.kind = OperatorKind::All;
    std::set<QString> out;
    for (const OperatorRow &row : operatorStats(rank, all).rows) {
        if (!row.coreType.isEmpty())
            out.insert(row.coreType);
    }
    return QStringList(out.begin(), out.end());
}

bool isCommunicationKernel(const RankData &rank, const KernelColumns &columns, int kernelRow)
{
    if (columns.isCommunication(*rank.kernels, kernelRow))
        return true;
    const auto r = static_cast<size_t>(kernelRow);
    return rank.trace && r < rank.sliceOfKernel.size() && rank.sliceOfKernel[r] != NoSlice &&
           rank.trace->slices().kind(rank.sliceOfKernel[r]) == SliceKind::CommOperator;
}

} // namespace rs
