// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/devicework.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/trace.h"
#include "tables/communicationfields.h"
#include "tables/structsource.h"
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

std::vector<Field<CoreWork>> coreFields(qint64 totalNs)
{
    using R = CoreWork;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {tableColumn("core", "Core Type", QT_TRANSLATE_NOOP("Tables", "Accelerator core"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "As kernel_details.csv calls it; empty where nothing tells.")),
         [](const R &r) { return r.core; }},
        {tableColumn("kernels", "Kernels", QT_TRANSLATE_NOOP("Tables", "Kernels"), K::Integer),
         [](const R &r) { return r.kernels; }},
        {tableColumn("total", "Total(us)", QT_TRANSLATE_NOOP("Tables", "Total (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Durations of its kernels; those of several streams may run at the "
                                                 "same time, so this may be more than the compute time.")),
         [](const R &r) { return r.totalNs; }},
        {tableColumn("longest", "Longest(us)", QT_TRANSLATE_NOOP("Tables", "Longest kernel (%1)"), K::Time),
         [](const R &r) { return fieldOf(r.longestNs); }},
        {tableColumn("share", "Share(%)", QT_TRANSLATE_NOOP("Tables", "Share (%)"), K::Percent,
                     QT_TRANSLATE_NOOP("Tables", "Of the total of all rows.")),
         [totalNs](const R &r) { return std::round(partOf(r.totalNs, totalNs) * mostShare) / (mostShare / 100); }},
    };
    fieldNamed(out, u"total").share = [totalNs](const R &r) { return partOf(r.totalNs, totalNs); };
    return out;
}

std::shared_ptr<const RowSource> makeCores(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    std::vector<CoreWork> rows = rank ? coreWorks(*rank, workQuery(query), job) : std::vector<CoreWork>();
    if (job.isCanceled())
        return nullptr;
    qint64 total = 0;
    for (const CoreWork &r : rows)
        total = saturatedSum(total, r.totalNs);
    return std::make_shared<StructSource<CoreWork>>(
        coreFields(total), std::move(rows),
        [index = query.rank](const CoreWork &r) {
            return RowPlace{index, r.longest, {}};
        },
        rank);
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

std::vector<ColumnSpec> kernelFields()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        tableColumn("name", "Name", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text),
        tableColumn("type", "Type", QT_TRANSLATE_NOOP("Tables", "Type"), K::Text),
        tableColumn("core", "Core Type", QT_TRANSLATE_NOOP("Tables", "Accelerator core"), K::Text),
        tableColumn("duration", "Duration(us)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Time),
        tableColumn("wait", "Wait Time(us)", QT_TRANSLATE_NOOP("Tables", "Wait (%1)"), K::Time,
                    QT_TRANSLATE_NOOP("Tables", "From the end of the task before to its start, as the file says.")),
        tableColumn("start", "Start(ns)", QT_TRANSLATE_NOOP("Tables", "Start (%1)"), K::Stamp,
                    QT_TRANSLATE_NOOP("Tables", "Start as an offset from the start of the run.")),
        tableColumn("blocks", "Block Dim", QT_TRANSLATE_NOOP("Tables", "Block dim"), K::Integer,
                    QT_TRANSLATE_NOOP("Tables", "On how many cores it ran.")),
        tableColumn("input-shapes", "Input Shapes", QT_TRANSLATE_NOOP("Tables", "Input shapes"), K::Text),
        tableColumn("output-shapes", "Output Shapes", QT_TRANSLATE_NOOP("Tables", "Output shapes"), K::Text),
        tableColumn("input-types", "Input Data Types", QT_TRANSLATE_NOOP("Tables", "Input data types"), K::Text, "",
                    false),
        tableColumn("input-formats", "Input Formats", QT_TRANSLATE_NOOP("Tables", "Input formats"), K::Text, "", false),
        tableColumn("output-types", "Output Data Types", QT_TRANSLATE_NOOP("Tables", "Output data types"), K::Text, "",
                    false),
        tableColumn("output-formats", "Output Formats", QT_TRANSLATE_NOOP("Tables", "Output formats"), K::Text, "",
                    false),
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
        : RowSource(kernelFields()), m_rank(std::move(rank)), m_works(std::move(works)), m_index(index),
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

std::vector<Field<CommWork>> overlapFields()
{
    using R = CommWork;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {tableColumn("operator", "Operator", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return r.name; }, [](const R &r) { return r.slice; }},
        {tableColumn("uncovered", "Uncovered(us)", QT_TRANSLATE_NOOP("Tables", "Uncovered (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "While no kernel runs. Operators of several domains may run at the "
                                                 "same time, so their sum may be more than the step's uncovered "
                                                 "communication. Without a trace nobody knows.")),
         [](const R &r) { return fieldOf(r.uncoveredNs); }},
        {tableColumn("covered", "Covered(us)", QT_TRANSLATE_NOOP("Tables", "Covered (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "While kernels run at the same time.")),
         [](const R &r) { return fieldOf(r.coveredNs); }},
        {tableColumn("duration", "Duration(us)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Time),
         [](const R &r) { return fieldOf(r.durationNs); }},
        {tableColumn("start", "Start(ns)", QT_TRANSLATE_NOOP("Tables", "Start (%1)"), K::Stamp,
                     QT_TRANSLATE_NOOP("Tables", "Start as an offset from the start of the run.")),
         [](const R &r) { return fieldOf(r.startNs); }},
        {tableColumn("domain", "Domain", QT_TRANSLATE_NOOP("Tables", "Communication domain"), K::Text),
         [](const R &r) { return r.domain; }},
        {tableColumn("step", "Step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label), [](const R &r) { return r.step; }},
    };
    leadWith(out, {u"uncovered", u"covered", u"operator"});
    for (const QStringView id : {u"uncovered", u"covered"}) {
        const bool covered = id == u"covered";
        Field<R> &field = fieldNamed(out, id);
        field.expected = [](const R &) { return true; };
        field.share = [covered](const R &r) {
            const std::optional<qint64> part = covered ? r.coveredNs : r.uncoveredNs;
            return part ? std::optional(partOf(*part, r.durationNs.value_or(0))) : std::nullopt;
        };
    }
    for (Field<R> &f : out)
        f.column.unitGroup = f.column.kind == K::Time ? 1 : 0;
    return out;
}

std::shared_ptr<const RowSource> makeOverlap(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    std::vector<CommWork> rows =
        rank ? commWorks(*query.run, query.rank, workQuery(query), job) : std::vector<CommWork>();
    const DomainChoice chosen = domainChoice(query, job);
    std::erase_if(rows, [&chosen](const CommWork &w) { return !chosen.hasLabel(w.domain); });
    if (job.isCanceled())
        return nullptr;
    std::vector<Field<CommWork>> fields = overlapFields();
    if (rows.empty() || rows.front().slice == NoSlice)
        fieldNamed(fields, u"operator").slice = {};
    return std::make_shared<StructSource<CommWork>>(
        std::move(fields), std::move(rows),
        [index = query.rank](const CommWork &r) {
            RowPlace out{index, r.slice, {}};
            if (r.startNs && r.durationNs)
                out.time = Interval{*r.startNs, saturatedSum(*r.startNs, *r.durationNs)};
            return out;
        },
        rank);
}

Phrase whyNoKernels(const TableQuery &query)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (rank && !(query.step.isEmpty() && query.core.isEmpty()) && !kernelWorks(*rank, {}).kernels.empty())
        return tableReason(
            QT_TRANSLATE_NOOP("Tables", "No kernel of the rank belongs to that step and ran on that core."));
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables", "No kernel of the rank is known: it has neither kernel_details.csv (op_summary*.csv of msprof) nor a "
                  "trace with kernels. The profiler writes both when NPU activity is collected "
                  "(ProfilerActivity.NPU)."));
}

Phrase whyNoOverlap(const TableQuery &query)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (rank && !query.domain.isEmpty() && !commWorks(*query.run, query.rank, {}).empty())
        return tableReason(QT_TRANSLATE_NOOP(
            "Tables", "No communication operator of the rank belongs to what was chosen of steps and domains."));
    if (rank && !query.step.isEmpty() && !commWorks(*query.run, query.rank, {}).empty())
        return tableReason(QT_TRANSLATE_NOOP("Tables", "No communication operator of the rank belongs to that step."));
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables", "No communication operator of the rank is known: its trace has no lanes of communication groups, and "
                  "there is no communication.json. The profiler writes the lanes when NPU activity is collected "
                  "(ProfilerActivity.NPU), the file at profiler level Level1 or higher; runs on one card have none."));
}

} // namespace

void addWorkTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources kernels{
        {QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}};
    TableSpec &cores = catalogue.add(
        "cores", TableScope::Rank, QT_TRANSLATE_NOOP("Tables", "Compute by accelerator core"),
        QT_TRANSLATE_NOOP("Tables", "How many kernels of a rank ran on each kind of core, and how long: cube, vector, "
                                    "mixed, AI CPU."));
    cores.parameters = {P::Step};
    cores.sources = kernels;
    cores.columns = [](const TableQuery &) { return columnsOf(coreFields(0)); };
    cores.make = makeCores;
    cores.whyEmpty = whyNoKernels;
    cores.ownPage = true;

    TableSpec &ofCore = catalogue.add(
        "cores.kernels", TableScope::Rank, QT_TRANSLATE_NOOP("Tables", "Longest kernels"),
        QT_TRANSLATE_NOOP("Tables",
                          "The kernels of a rank, the longest first, with wait, blocks and shapes: which ones "
                          "took the compute time of a step?"));
    ofCore.parameters = {P::Step, P::Core};
    ofCore.sources = kernels;
    ofCore.columns = [](const TableQuery &) { return kernelFields(); };
    ofCore.make = makeKernels;
    ofCore.whyEmpty = whyNoKernels;
    ofCore.ownPage = true;

    TableSpec &overlap = catalogue.add(
        "communication.overlap", TableScope::Rank, QT_TRANSLATE_NOOP("Tables", "Covered communication"),
        QT_TRANSLATE_NOOP("Tables", "Every communication operator of a rank with what of it ran under kernels and what "
                                    "did not, the least covered first: which ones held the device up?"));
    overlap.parameters = {P::Step, P::Domain};
    overlap.sources = {{QStringLiteral("trace"), QStringLiteral("communication"), QStringLiteral("kernel_details"),
                        QStringLiteral("op_summary")},
                       {}};
    overlap.columns = [](const TableQuery &) { return columnsOf(overlapFields()); };
    overlap.make = makeOverlap;
    overlap.whyEmpty = whyNoOverlap;
    overlap.ownPage = true;
}

} // namespace rs
