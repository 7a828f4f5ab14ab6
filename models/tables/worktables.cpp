// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/devicework.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/trace.h"
#include "tables/communicationfields.h"
#include "tables/cellrows.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <array>
#include <cmath>
#include <utility>

namespace rs {

namespace {

constexpr double mostShare = 100'000; // shares have three decimals as per cent

WorkQuery workQuery(const TableQuery &query)
{
    return {query.step, query.core};
}

std::vector<ColumnSpec> coreColumns()
{
    using K = ValueKind;
    return {
        {"core", "Core Type", RS_TABLE("Accelerator core"), K::Text,
         RS_TABLE("As kernel_details.csv calls it; empty where nothing tells.")},
        {"kernels", "Kernels", RS_TABLE("Kernels"), K::Integer},
        {"total", "Total(us)", RS_TABLE("Total (%1)"), K::Time,
         RS_TABLE("Durations of its kernels; those of several streams may run at the same time, so this may be more "
                  "than the compute time.")},
        {"longest", "Longest(us)", RS_TABLE("Longest kernel (%1)"), K::Time},
        {"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent, RS_TABLE("Of the total of all rows.")},
    };
}

std::shared_ptr<const RowSource> makeCores(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    const std::vector<CoreWork> works = rank ? coreWorks(*rank, workQuery(query), job) : std::vector<CoreWork>();
    qint64 total = 0;
    for (const CoreWork &w : works)
        total = saturatedSum(total, w.totalNs);
    auto rows = std::make_shared<CellRows>(coreColumns());
    for (const CoreWork &w : works) {
        const double share = partOf(w.totalNs, total);
        rows->add({query.rank, w.longest, {}},
                  {w.core, w.kernels, w.totalNs, w.longestNs, std::round(share * mostShare) / (mostShare / 100)});
        rows->setShare(u"total", share);
    }
    return job.isCanceled() ? nullptr : rows;
}

enum KernelField : size_t {
    KernelName,
    KernelType,
    KernelCore,
    KernelDuration,
    KernelWait,
    KernelStart,
    KernelBlocks,
    KernelInputShapes,
    KernelOutputShapes,
    KernelInputTypes,
    KernelInputFormats,
    KernelOutputTypes,
    KernelOutputFormats,
    KernelFieldCount
};

std::vector<ColumnSpec> kernelColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"name", "Name", RS_TABLE("Name"), K::Text},
        ColumnSpec("type", "Type", RS_TABLE("Type"), K::Text),
        ColumnSpec("core", "Core Type", RS_TABLE("Accelerator core"), K::Text),
        ColumnSpec("duration", "Duration(us)", RS_TABLE("Duration (%1)"), K::Time),
        ColumnSpec("wait", "Wait Time(us)", RS_TABLE("Wait (%1)"), K::Time,
                   RS_TABLE("From the end of the task before to its start, as the file says.")),
        ColumnSpec("start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
                   RS_TABLE("Start as an offset from the start of the run.")),
        ColumnSpec("blocks", "Block Dim", RS_TABLE("Block dim"), K::Integer, RS_TABLE("On how many cores it ran.")),
        ColumnSpec("input-shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text),
        ColumnSpec("output-shapes", "Output Shapes", RS_TABLE("Output shapes"), K::Text),
        ColumnSpec("input-types", "Input Data Types", RS_TABLE("Input data types"), K::Text, "", false),
        ColumnSpec("input-formats", "Input Formats", RS_TABLE("Input formats"), K::Text, "", false),
        ColumnSpec("output-types", "Output Data Types", RS_TABLE("Output data types"), K::Text, "", false),
        ColumnSpec("output-formats", "Output Formats", RS_TABLE("Output formats"), K::Text, "", false),
    };
    int place = 0;
    for (const KernelField field : {KernelDuration, KernelName, KernelType, KernelCore})
        out[field].place = ++place;
    return out;
}

/// Kernels of a rank, longest first: looked up in its kernel table, or in its trace where there is none.
class KernelRows final : public RowSource
{
public:
    KernelRows(std::shared_ptr<const RankData> rank, KernelWorks works, int index)
        : RowSource(kernelColumns()), m_rank(std::move(rank)), m_works(std::move(works)), m_index(index),
          m_words(m_works.fromTrace ? traceTexts(m_rank) : nullptr)
    {
        m_columns.fill(-1);
        if (m_works.fromTrace) {
            for (size_t kind = 0; kind < m_cores.size(); ++kind)
                m_cores[kind] = m_words.add(QLatin1String(coreOfKind(static_cast<SliceKind>(kind))));
        } else if (m_rank && m_rank->kernels) {
            findColumns(KernelColumns(*m_rank->kernels));
        }
    }

    [[nodiscard]] quint32 rows() const override { return static_cast<quint32>(m_works.kernels.size()); }
    [[nodiscard]] quint32 textCount() const override
    {
        return m_works.fromTrace || !table() ? m_words.count() : table()->strings().size();
    }
    [[nodiscard]] std::string_view textView(StrId id) const override
    {
        return m_works.fromTrace || !table() ? m_words.view(id) : table()->strings().view(id);
    }
    [[nodiscard]] QString shownText(StrId id) const override
    {
        const std::string_view shown = displayShape(textView(id));
        return QString::fromUtf8(shown.data(), static_cast<qsizetype>(shown.size()));
    }
    [[nodiscard]] StrId textId(quint32 row, int column) const override
    {
        const KernelWork &k = m_works.kernels[row];
        if (!m_works.fromTrace)
            return table()->textId(k.row, columnAt(column));
        const SliceStore &s = m_rank->trace->slices();
        if (column != KernelCore)
            return column == KernelName ? s.name(k.slice) : NoText;
        const SliceKind kind = s.kind(k.slice);
        const TaskDetail *const detail = kind == SliceKind::KernelOther ? s.detail(k.slice) : nullptr;
        return detail ? detail->taskType : m_cores[static_cast<size_t>(kind)];
    }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override
    {
        const KernelWork &k = m_works.kernels[row];
        if (column == KernelDuration)
            return k.durationNs;
        if (m_works.fromTrace)
            return column == KernelStart ? std::optional(m_rank->trace->slices().start(k.slice)) : std::nullopt;
        const int c = columnAt(column);
        if (!table()->has(k.row, c))
            return std::nullopt;
        const ColumnType type = table()->at(c).type;
        return type == ColumnType::Text || type == ColumnType::Real ? std::nullopt
                                                                    : std::optional(table()->integer(k.row, c));
    }
    [[nodiscard]] std::optional<double> real(quint32, int) const override { return std::nullopt; }
    [[nodiscard]] RowPlace place(quint32 row) const override
    {
        RowPlace out{m_index, m_works.kernels[row].slice, {}};
        const std::optional<qint64> start = integer(row, KernelStart);
        if (const std::optional<qint64> length = integer(row, KernelDuration); start && length)
            out.time = Interval{*start, saturatedSum(*start, *length)};
        return out;
    }
    [[nodiscard]] qint64 bytes() const override
    {
        return std::ssize(m_works.kernels) * static_cast<qint64>(sizeof(KernelWork));
    }

private:
    [[nodiscard]] const Table *table() const { return m_rank ? m_rank->kernels.get() : nullptr; }
    [[nodiscard]] int columnAt(int column) const { return m_columns[static_cast<size_t>(column)]; }
    void findColumns(const KernelColumns &c)
    {
        m_columns[KernelName] = c.name;
        m_columns[KernelType] = c.type;
        m_columns[KernelCore] = c.core;
        m_columns[KernelDuration] = c.duration;
        m_columns[KernelWait] = c.wait;
        m_columns[KernelStart] = c.start;
        m_columns[KernelBlocks] = c.blocks;
        m_columns[KernelInputShapes] = c.inputShapes;
        m_columns[KernelOutputShapes] = c.outputShapes;
        m_columns[KernelInputTypes] = c.inputTypes;
        m_columns[KernelInputFormats] = c.inputFormats;
        m_columns[KernelOutputTypes] = c.outputTypes;
        m_columns[KernelOutputFormats] = c.outputFormats;
    }

    std::shared_ptr<const RankData> m_rank;
    KernelWorks m_works;
    int m_index;
    RowTexts m_words;
    std::array<StrId, static_cast<size_t>(SliceKind::Count)> m_cores{};
    std::array<int, KernelFieldCount> m_columns{};
};

std::shared_ptr<const RowSource> makeKernels(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    KernelWorks works = rank ? kernelWorks(*rank, workQuery(query), job) : KernelWorks();
    return job.isCanceled() ? nullptr : std::make_shared<KernelRows>(rank, std::move(works), query.rank);
}

std::vector<ColumnSpec> overlapColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"operator", "Operator", RS_TABLE("Operator"), K::Text},
        {"uncovered", "Uncovered(us)", RS_TABLE("Uncovered (%1)"), K::Time,
         RS_TABLE("While no kernel runs. Operators of several domains may run at the same time, so their sum may be "
                  "more than the step's uncovered communication. Without a trace nobody knows.")},
        {"covered", "Covered(us)", RS_TABLE("Covered (%1)"), K::Time, RS_TABLE("While kernels run at the same time.")},
        {"duration", "Duration(us)", RS_TABLE("Duration (%1)"), K::Time},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
         RS_TABLE("Start as an offset from the start of the run.")},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"step", "Step", RS_TABLE("Step"), K::Label},
    };
    leadWith(out, {u"uncovered", u"covered", u"operator"});
    for (ColumnSpec &c : out)
        c.unitGroup = c.kind == K::Time ? 1 : 0;
    return out;
}

std::shared_ptr<const RowSource> makeOverlap(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    std::vector<CommWork> works =
        rank ? commWorks(*query.run, query.rank, workQuery(query), job) : std::vector<CommWork>();
    const DomainChoice chosen = domainChoice(query, job);
    std::erase_if(works, [&chosen](const CommWork &w) { return !chosen.hasLabel(w.domain); });
    const bool namesSlices = !works.empty() && works.front().slice != NoSlice;
    auto rows = std::make_shared<CellRows>(overlapColumns(), rank);
    for (const CommWork &w : works) {
        RowPlace place{query.rank, w.slice, {}};
        if (w.startNs && w.durationNs)
            place.time = Interval{*w.startNs, saturatedSum(*w.startNs, *w.durationNs)};
        rows->add(place, {namesSlices ? Cell(w.slice) : Cell(w.name), w.uncoveredNs, w.coveredNs, w.durationNs,
                          w.startNs, w.domain, w.step});
        for (const auto &[id, part] : {std::pair(u"uncovered", w.uncoveredNs), std::pair(u"covered", w.coveredNs)}) {
            rows->setExpected(id);
            if (part)
                rows->setShare(id, partOf(*part, w.durationNs.value_or(0)));
        }
    }
    return job.isCanceled() ? nullptr : rows;
}

Phrase whyNoKernels(const TableQuery &query)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (rank && !(query.step.isEmpty() && query.core.isEmpty()) && !kernelWorks(*rank, {}).kernels.empty())
        return tableReason(RS_TABLE("No kernel of the rank belongs to that step and ran on that core."));
    return tableReason(RS_TABLE(
        "No kernel of the rank is known: it has neither kernel_details.csv (op_summary*.csv of msprof) nor a trace "
        "with kernels. The profiler writes both when NPU activity is collected (ProfilerActivity.NPU)."));
}

Phrase whyNoOverlap(const TableQuery &query)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (rank && !query.domain.isEmpty() && !commWorks(*query.run, query.rank, {}).empty())
        return tableReason(
            RS_TABLE("No communication operator of the rank belongs to what was chosen of steps and domains."));
    if (rank && !query.step.isEmpty() && !commWorks(*query.run, query.rank, {}).empty())
        return tableReason(RS_TABLE("No communication operator of the rank belongs to that step."));
    return tableReason(
        RS_TABLE("No communication operator of the rank is known: its trace has no lanes of communication groups, and "
                 "there is no communication.json. The profiler writes the lanes when NPU activity is collected "
                 "(ProfilerActivity.NPU), the file at profiler level Level1 or higher; runs on one card have none."));
}

} // namespace

void addWorkTables(Catalogue &catalogue)
{
    using P = Parameter;
    const QStringList kernels{QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")};
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, std::vector<P> parameters,
                                  const QStringList &sources, auto columns, auto make, auto whyEmpty) {
        TableSpec &table = catalogue.add(id, TableScope::Rank, title, hint);
        table.parameters = std::move(parameters);
        table.sources = {sources, {}};
        table.columns = [columns](const TableQuery &) { return columns(); };
        table.make = make;
        table.whyEmpty = whyEmpty;
        table.ownPage = true;
    };
    add("cores", RS_TABLE("Compute by accelerator core"),
        RS_TABLE("How many kernels of a rank ran on each kind of core, and how long: cube, vector, mixed, AI CPU."),
        {P::Step}, kernels, coreColumns, makeCores, whyNoKernels);
    add("cores.kernels", RS_TABLE("Longest kernels"),
        RS_TABLE("The kernels of a rank, the longest first, with wait, blocks and shapes: which ones took the compute "
                 "time of a step?"),
        {P::Step, P::Core}, kernels, kernelColumns, makeKernels, whyNoKernels);
    add("communication.overlap", RS_TABLE("Covered communication"),
        RS_TABLE("Every communication operator of a rank with what of it ran under kernels and what did not, the least "
                 "covered first: which ones held the device up?"),
        {P::Step, P::Domain},
        {QStringLiteral("trace"), QStringLiteral("communication"), QStringLiteral("kernel_details"),
         QStringLiteral("op_summary")},
        overlapColumns, makeOverlap, whyNoOverlap);
}

} // namespace rs
