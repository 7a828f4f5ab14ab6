// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dbkernels.h"

#include "importers/csv/csvvalues.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

/// A row of the table that is to be: a kernel, or an operator of communication.
struct KernelRow
{
    qint64 startNs = 0;
    qint64 device = -1;
    quint32 index = 0;
    bool isCommunication = false;
};

/// A column of TASK_PMU_INFO by rows of the table; what no kernel has is NaN.
struct PmuColumn
{
    QString name;
    double unit = 1;
    std::vector<double> values;
};

/// "aic_mac_time" -> "aic_mac_time(us)", and what the text export calls otherwise.
PmuColumn pmuColumn(std::string_view name)
{
    PmuColumn out;
    out.name = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    if (name == "aic_total_time")
        out.name = QStringLiteral("aicore_time");
    else if (name == "aiv_total_time")
        out.name = QStringLiteral("aiv_time");
    if (out.name.endsWith(QLatin1String("_time"))) {
        out.name += QLatin1String("(us)");
        out.unit = 1000;
    }
    return out;
}

} // namespace

std::shared_ptr<const Table> withoutEmptyColumns(const Table &table, std::shared_ptr<StringPool> strings,
                                                 const JobContext &job)
{
    const auto out = std::make_shared<Table>(std::move(strings));
    out->source = table.source;
    for (int i = 0; i < table.columnCount(); ++i) {
        if (!table.at(i).pieces.empty())
            out->addColumn(table.at(i));
    }
    out->setRows(table.rows());
    MemoryReservation held(job.sharedBudget());
    held.resize(out->bytes());
    out->hold(std::move(held));
    return out;
}

namespace {

class KernelTableMaker
{
public:
    KernelTableMaker(const DbSource &source, const DbDevice &device, const std::vector<DbStep> &steps,
                     const std::vector<DbLink> &launches)
        : m_source(source), m_device(device), m_steps(steps), m_launches(launches), m_memory(source.job.sharedBudget())
    {
    }

    std::shared_ptr<const Table> make()
    {
        for (quint32 i = 0; i < m_device.kernels.size(); ++i)
            m_rows.push_back({m_device.kernels[i].startNs, m_device.kernels[i].device, i, false});
        for (quint32 i = 0; i < m_device.operators.size(); ++i)
            m_rows.push_back({m_device.operators[i].startNs, m_device.operators[i].device, i, true});
        if (m_rows.empty() || m_source.job.isCanceled())
            return nullptr;
        constexpr qint64 rowBytes = 256;
        m_memory.hold(static_cast<qint64>(m_rows.size()) * rowBytes);
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const KernelRow &a, const KernelRow &b) {
            return std::pair(a.device, a.startNs) < std::pair(b.device, b.startNs);
        });
        readPmu();
        return build();
    }

private:
    enum : int {
        Step,
        DeviceId,
        Model,
        TaskId,
        Stream,
        Name,
        Type,
        State,
        Core,
        Start,
        Duration,
        Wait,
        Blocks,
        MixBlocks,
        Hf32,
        InputShapes,
        InputTypes,
        InputFormats,
        OutputShapes,
        OutputTypes,
        OutputFormats,
        Context,
        FixedColumns
    };
    static constexpr const char *names[FixedColumns] = {
        "Step Id",       "Device_id",         "Model ID",         "Task ID",        "Stream ID",        "Name",
        "Type",          "OP State",          "Accelerator Core", "Start Time(us)", "Duration(us)",     "Wait Time(us)",
        "Block Num",     "Mix Block Num",     "HF32 Eligible",    "Input Shapes",   "Input Data Types", "Input Formats",
        "Output Shapes", "Output Data Types", "Output Formats",   "Context ID"};

    void readPmu()
    {
        DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
        DbScan row(file, "TASK_PMU_INFO", {"globalTaskId", "name", "value"});
        std::unordered_map<qint64, quint32> rowOfTask;
        std::map<qint64, size_t> columnOf;
        while (row.next()) {
            if (rowOfTask.empty()) {
                for (quint32 r = 0; r < m_rows.size(); ++r) {
                    if (!m_rows[r].isCommunication)
                        rowOfTask.try_emplace(m_device.kernels[m_rows[r].index].globalTaskId, r);
                }
            }
            const auto task = row.integer(0);
            const auto name = row.integer(1);
            if (!task || !name)
                continue;
            const auto at = rowOfTask.find(*task);
            if (at == rowOfTask.end())
                continue;
            const auto [column, isNew] = columnOf.try_emplace(*name, m_pmu.size());
            constexpr size_t mostColumns = 512;
            if (isNew && m_pmu.size() < mostColumns) {
                m_pmu.push_back(pmuColumn(m_source.names.text(*name)));
                m_memory.hold(m_memory.bytes() + static_cast<qint64>(m_rows.size() * 2 * sizeof(double)));
                m_pmu.back().values.assign(m_rows.size(), std::numeric_limits<double>::quiet_NaN());
            }
            if (column->second >= m_pmu.size())
                continue;
            PmuColumn &to = m_pmu[column->second];
            if (const auto value = row.measure(2, mostOfColumn(to.name) * to.unit))
                to.values[at->second] = *value / to.unit;
        }
    }

    [[nodiscard]] qint64 stepOf(qint64 connection, qint64 startNs) const
    {
        const auto launch = std::lower_bound(m_launches.begin(), m_launches.end(), connection,
                                             [](const DbLink &l, qint64 c) { return l.connection < c; });
        const bool isLaunched = !isNoDbId(connection) && launch != m_launches.end() && launch->connection == connection;
        const qint64 step = isLaunched ? stepAt(m_steps, launch->ts) : -1;
        return step >= 0 ? step : stepAt(m_steps, startNs);
    }

    void integer(int column, qint64 value)
    {
        if (value < 0)
            m_table->appendMissing(column);
        else
            m_table->appendInteger(column, value);
    }
    void text(int column, qint64 id)
    {
        const std::string_view value = id < 0 ? std::string_view() : m_source.names.text(id);
        if (isMissingCell(value))
            m_table->appendMissing(column);
        else
            m_table->appendText(column, value);
    }

    std::shared_ptr<const Table> build()
    {
        auto strings = std::make_shared<StringPool>();
        m_table = std::make_shared<Table>(strings);
        m_table->source = m_source.reportName;
        for (const char *const name : names)
            m_table->addColumn(QLatin1String(name), columnTypeOf(QLatin1String(name)).value_or(ColumnType::Integer));
        for (const PmuColumn &c : m_pmu)
            m_table->addColumn(c.name, ColumnType::Real);
        const KernelRow *before = nullptr;
        qint64 endBefore = 0;
        for (size_t r = 0; r < m_rows.size(); ++r) {
            const KernelRow &row = m_rows[r];
            const bool follows = before && before->device == row.device;
            // As the text export counts it: since the row before has ended, on whichever stream.
            m_table->appendInteger(Wait, follows ? std::max<qint64>(0, row.startNs - endBefore) : 0);
            endBefore = row.isCommunication ? addOperator(m_device.operators[row.index])
                                            : addKernel(m_device.kernels[row.index]);
            for (size_t c = 0; c < m_pmu.size(); ++c) {
                const int column = FixedColumns + static_cast<int>(c);
                if (const double value = m_pmu[c].values[r]; std::isnan(value))
                    m_table->appendMissing(column);
                else
                    m_table->appendReal(column, value);
            }
            m_table->finishRow();
            before = &row;
        }
        return withoutEmptyColumns(*m_table, std::move(strings), m_source.job);
    }

    void step(qint64 connection, qint64 startNs) { integer(Step, stepOf(connection, startNs)); }

    qint64 addKernel(const DbKernel &k)
    {
        const DbComputeInfo &info = m_device.infos[k.info];
        step(k.connection, k.startNs);
        integer(DeviceId, k.device);
        integer(Model, k.model);
        integer(TaskId, k.task);
        integer(Stream, k.stream);
        static constexpr std::pair<int, DbComputeInfo::Text> texts[] = {{Name, DbComputeInfo::Name},
                                                                        {Type, DbComputeInfo::OpType},
                                                                        {State, DbComputeInfo::State},
                                                                        {Core, DbComputeInfo::TaskType},
                                                                        {Hf32, DbComputeInfo::Hf32},
                                                                        {InputShapes, DbComputeInfo::InputShapes},
                                                                        {InputTypes, DbComputeInfo::InputTypes},
                                                                        {InputFormats, DbComputeInfo::InputFormats},
                                                                        {OutputShapes, DbComputeInfo::OutputShapes},
                                                                        {OutputTypes, DbComputeInfo::OutputTypes},
                                                                        {OutputFormats, DbComputeInfo::OutputFormats}};
        for (const auto &[column, part] : texts)
            text(column, info.texts[part]);
        m_table->appendInteger(Start, k.startNs);
        m_table->appendInteger(Duration, k.durationNs);
        integer(Blocks, info.blocks);
        integer(MixBlocks, info.mixBlocks);
        integer(Context, isNoDbId(k.context) ? -1 : k.context);
        return k.startNs + k.durationNs;
    }

    qint64 addOperator(const DbCommunicationOp &op)
    {
        step(op.connection, op.startNs);
        integer(DeviceId, op.device);
        integer(Model, op.model);
        text(Name, op.name);
        text(Type, op.type);
        m_table->appendText(Core, "COMMUNICATION");
        m_table->appendInteger(Start, op.startNs);
        m_table->appendInteger(Duration, op.endNs - op.startNs);
        m_table->appendInteger(Blocks, 0);
        for (const int column : {TaskId, Stream, State, MixBlocks, Hf32, InputShapes, InputTypes, InputFormats,
                                 OutputShapes, OutputTypes, OutputFormats, Context})
            m_table->appendMissing(column);
        return op.endNs;
    }

    const DbSource &m_source;
    const DbDevice &m_device;
    const std::vector<DbStep> &m_steps;
    const std::vector<DbLink> &m_launches;
    MemoryReservation m_memory;
    std::vector<KernelRow> m_rows;
    std::vector<PmuColumn> m_pmu;
    std::shared_ptr<Table> m_table;
};

} // namespace

qint64 stepAt(const std::vector<DbStep> &steps, qint64 ns)
{
    auto at = std::upper_bound(steps.begin(), steps.end(), ns,
                               [](qint64 value, const DbStep &s) { return value < s.startNs; });
    if (at == steps.begin())
        return -1;
    --at;
    return ns < at->endNs ? at->number : -1;
}

std::shared_ptr<const Table> kernelTableOf(const DbSource &source, const DbDevice &device,
                                           const std::vector<DbStep> &steps, const std::vector<DbLink> &launches)
{
    return KernelTableMaker(source, device, steps, launches).make();
}

} // namespace rs
