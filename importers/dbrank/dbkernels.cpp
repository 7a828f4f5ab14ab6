// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dbkernels.h"

#include "core/base/largepages.h"
#include "core/base/saturate.h"
#include "core/base/stamprange.h"
#include "core/table/databasekinds.h"
#include "core/text/findingcodes.h"
#include "importers/csv/csvvalues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace rs {

namespace {

// Rows of kernels, or of what stands between them, are missing.
bool losesKernels(const Finding &f)
{
    const QString cut = QLatin1String(cutLanesCode);
    return f.code == findingcodes::databaseReadTime || f.code == QLatin1String(damagedCode) ||
           f.code == cut + QLatin1String("-TASK") || f.code == cut + QLatin1String("-COMPUTE_TASK_INFO") ||
           f.code == cut + QLatin1String("-COMMUNICATION_OP");
}

/// A row of the table that is to be: a kernel, or an operator of communication.
struct KernelRow
{
    qint64 startNs = 0;
    qint64 device = -1;
    quint32 index = 0;
    bool isCommunication = false;
};

/// "aic_mac_time" -> "aic_mac_time(us)", and what the text export calls otherwise.
DbMeasured::Column measuredColumn(std::string_view name)
{
    DbMeasured::Column out;
    out.name = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    if (name == "aic_total_time")
        out.name = QStringLiteral("aicore_time");
    else if (name == "aiv_total_time")
        out.name = QStringLiteral("aiv_time");
    if (out.name.endsWith(QLatin1String("_time"))) {
        out.name += QLatin1String("(us)");
        out.unit = 1000;
    }
    out.most = mostOfColumn(out.name) * out.unit;
    return out;
}

/// A column of a table that grows row by row, as Table's own do.
template <typename T>
class Cells
{
public:
    void reserve(size_t rows) { m_rows = rows; }
    void add(T value)
    {
        if (m_values.empty()) {
            m_first = m_row;
            m_values.reserve(m_rows);
            preferLargePages(m_values.data(), m_rows * sizeof(T));
            m_present.reserve(m_rows);
        }
        m_values.push_back(value);
        m_present.push_back(true);
        ++m_row;
    }
    void addMissing()
    {
        if (!m_values.empty()) {
            m_values.emplace_back();
            m_present.push_back(false);
        }
        ++m_row;
    }
    [[nodiscard]] bool isEmpty() const { return m_values.empty(); }
    [[nodiscard]] Column::Piece take() { return {m_first, std::move(m_values), std::move(m_present)}; }

private:
    std::vector<T> m_values;
    std::vector<bool> m_present;
    size_t m_rows = 0;
    int m_first = 0;
    int m_row = 0;
};

} // namespace

DbMeasured::Column &DbMeasured::columnOf(qint64 name)
{
    if (m_next >= m_names.size() || m_names[m_next].first != name) {
        const auto known = std::ranges::find_if(m_names, [=](const auto &n) { return n.first == name; });
        m_next = static_cast<size_t>(known - m_names.begin());
    }
    if (m_next == m_names.size()) {
        m_names.emplace_back(name, m_columns.size());
        m_columns.push_back(measuredColumn(m_source.names.text(name)));
    }
    Column &out = m_columns[m_names[m_next].second];
    m_next = m_next + 1 < m_names.size() ? m_next + 1 : 0;
    return out;
}

void DbMeasured::read()
{
    DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
    DbScan row(file, "TASK_PMU_INFO", {"globalTaskId", "name", "value"});
    constexpr size_t mostColumns = 512;
    constexpr size_t taskBytes = 40;
    size_t cells = 0;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const size_t mostTasks = file.mostRows("COMPUTE_TASK_INFO");
    std::optional<qint64> last;
    quint32 place = 0;
    while (row.next()) {
        const auto task = row.integer(0);
        const auto name = row.integer(1);
        if (!task || !name)
            continue;
        if (task != last) {
            last = task;
            place = m_places.try_emplace(*task, static_cast<quint32>(m_places.size())).first->second;
            m_next = 0;
        }
        if (m_columns.size() == mostColumns &&
            std::ranges::none_of(m_names, [&](const auto &n) { return n.first == *name; }))
            continue;
        DbMeasured::Column &to = columnOf(*name);
        const auto value = row.measure(2, to.most);
        if (!value)
            continue;
        if (to.values.size() <= place) {
            cells += place + size_t{1} - to.values.size();
            m_memory.hold(static_cast<qint64>(2 * cells * sizeof(double) + m_places.size() * taskBytes));
            if (to.values.empty())
                expectMore(to.values, mostTasks);
            to.values.resize(place + size_t{1}, none);
        }
        to.values[place] = *value / to.unit;
    }
    m_isRead = true;
}

std::optional<quint32> DbMeasured::placeOf(qint64 globalTaskId) const
{
    const auto at = m_places.find(globalTaskId);
    return at == m_places.end() ? std::nullopt : std::optional(at->second);
}

namespace {

class KernelTableMaker
{
public:
    KernelTableMaker(ThreadPool &pool, const DbSource &source, const DbDevice &device, const DbMeasured &measured,
                     const std::vector<DbStep> &steps, const std::vector<DbLink> &launches)
        : m_pool(pool), m_source(source), m_device(device), m_measured(measured), m_steps(steps), m_launches(launches),
          m_memory(source.job.sharedBudget())
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
        std::ranges::stable_sort(m_rows, [](const KernelRow &a, const KernelRow &b) {
            return std::pair(a.device, a.startNs) < std::pair(b.device, b.startNs);
        });
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

    /// The first launch of a connection, or of a later one. Kernels mostly run in the order of their launches, so it is
    /// looked for behind the last one first.
    [[nodiscard]] size_t launchOf(qint64 connection)
    {
        constexpr size_t mostSteps = 16;
        const auto isBefore = [&](size_t i) { return m_launches[i].connection < connection; };
        for (size_t step = 0; step < mostSteps && m_launch < m_launches.size() && isBefore(m_launch); ++step)
            ++m_launch;
        const bool isFound =
            (m_launch == m_launches.size() || !isBefore(m_launch)) && (m_launch == 0 || isBefore(m_launch - 1));
        if (!isFound)
            m_launch = static_cast<size_t>(std::ranges::lower_bound(m_launches, connection, {}, &DbLink::connection) -
                                           m_launches.begin());
        return m_launch;
    }
    [[nodiscard]] qint64 stepOf(qint64 connection, qint64 startNs)
    {
        const size_t launch = isNoDbId(connection) ? m_launches.size() : launchOf(connection);
        const bool isLaunched = launch < m_launches.size() && m_launches[launch].connection == connection;
        const qint64 step = isLaunched ? stepAt(m_steps, m_launches[launch].ts) : -1;
        return step >= 0 ? step : stepAt(m_steps, startNs);
    }

    void integer(int column, qint64 value)
    {
        if (value < 0)
            m_numbers[static_cast<size_t>(column)].addMissing();
        else
            m_numbers[static_cast<size_t>(column)].add(value);
    }
    void text(int column, qint64 id) { word(column, id < 0 ? NoText : wordOf(id)); }
    void name(int column, qint64 id)
    {
        const StrId known = id < 0 ? NoText : wordOf(id);
        const bool isLost = known == NoText && id >= 0 && !m_source.names.has(id);
        word(column, isLost ? m_strings->intern(m_source.names.name(id)) : known);
    }
    StrId wordOf(qint64 id)
    {
        constexpr StrId unknown{std::numeric_limits<quint32>::max()};
        StrId &word = id < std::ssize(m_lowWords) ? m_lowWords[static_cast<size_t>(id)]
                                                  : m_words.try_emplace(id, unknown).first->second;
        if (word == unknown) {
            const std::string_view value = m_source.names.text(id);
            word = isMissingCell(value) ? NoText : m_strings->intern(value);
        }
        return word;
    }
    void word(int column, StrId value)
    {
        if (value == NoText)
            m_texts[static_cast<size_t>(column)].addMissing();
        else
            m_texts[static_cast<size_t>(column)].add(value);
    }

    std::shared_ptr<const Table> build()
    {
        std::vector<Column> measured;
        m_pool.parallelFor(2, [&](qsizetype part) {
            if (part == 0)
                addRows();
            else
                measured = measuredColumns();
        });
        // Columns in which no row has a cell stay away, as in the text export.
        const auto table = std::make_shared<Table>(m_strings);
        table->source = m_source.reportName;
        for (size_t c = 0; c < FixedColumns; ++c) {
            const QString name = QLatin1String(names[c]);
            const ColumnType type = columnTypeOf(name).value_or(ColumnType::Integer);
            if (!m_numbers[c].isEmpty())
                table->addColumn(columnOf(name, type, m_numbers[c].take()));
            else if (!m_texts[c].isEmpty())
                table->addColumn(columnOf(name, type, m_texts[c].take()));
        }
        for (Column &c : measured)
            table->addColumn(std::move(c));
        table->setRows(static_cast<int>(m_rows.size()));
        MemoryReservation held(m_source.job.sharedBudget());
        held.resize(table->bytes());
        table->hold(std::move(held));
        return table;
    }

    void addRows()
    {
        for (size_t c = 0; c < FixedColumns; ++c) {
            m_numbers[c].reserve(m_rows.size());
            m_texts[c].reserve(m_rows.size());
        }
        const std::vector<Finding> findings = m_source.report.findings();
        const bool isWhole = std::ranges::none_of(
            findings, [this](const Finding &f) { return f.file == m_source.reportName && losesKernels(f); });
        const StampRange credible = credibleStarts();
        const KernelRow *before = nullptr;
        qint64 endBefore = 0;
        for (const KernelRow &row : m_rows) {
            const bool follows = before && before->device == row.device;
            const bool isStray = !credible.contains(row.startNs);
            // As the text export counts it: since the row before has ended, on whichever stream. Where rows were lost,
            // nobody knows which was the one before.
            if (isWhole && !isStray)
                m_numbers[Wait].add(follows ? std::max<qint64>(0, row.startNs - endBefore) : 0);
            else
                m_numbers[Wait].addMissing();
            const qint64 end = row.isCommunication ? addOperator(m_device.operators[row.index])
                                                   : addKernel(m_device.kernels[row.index]);
            if (isStray)
                continue;
            endBefore = end;
            before = &row;
        }
    }

    /// Without the stamps that the timeline sets aside, too: nothing waited for what began in another century.
    [[nodiscard]] StampRange credibleStarts() const
    {
        constexpr qint64 minute = 60'000'000'000;
        const auto isFar = [](const KernelRow &a, const KernelRow &b) {
            return a.device == b.device && saturatedDifference(b.startNs, a.startNs) > minute;
        };
        if (std::ranges::adjacent_find(m_rows, isFar) == m_rows.end())
            return {};
        std::vector<qint64> starts;
        for (const KernelRow &row : m_rows)
            starts.push_back(row.startNs);
        return credibleStamps(starts);
    }

    static Column columnOf(const QString &name, ColumnType type, Column::Piece piece)
    {
        Column column;
        column.name = name;
        column.unit = unitOfColumn(name);
        column.type = type;
        column.pieces.push_back(std::move(piece));
        return column;
    }

    std::vector<Column> measuredColumns()
    {
        std::vector<Column> out;
        // Among several rows of a task the first has its measurements.
        constexpr quint32 noPlace = std::numeric_limits<quint32>::max();
        std::vector<quint32> places(m_rows.size(), noPlace);
        std::unordered_set<quint32> taken;
        for (size_t r = 0; r < m_rows.size() && !m_measured.columns().empty(); ++r) {
            if (m_rows[r].isCommunication)
                continue;
            const auto place = m_measured.placeOf(m_device.kernels[m_rows[r].index].globalTaskId);
            if (place && taken.insert(*place).second)
                places[r] = *place;
        }
        for (const DbMeasured::Column &column : m_measured.columns()) {
            m_memory.hold(m_memory.bytes() + static_cast<qint64>(m_rows.size() * sizeof(double)));
            Cells<double> cells;
            cells.reserve(m_rows.size());
            for (const quint32 place : places) {
                if (place < column.values.size() && !std::isnan(column.values[place]))
                    cells.add(column.values[place]);
                else
                    cells.addMissing();
            }
            if (!cells.isEmpty())
                out.push_back(columnOf(column.name, ColumnType::Real, cells.take()));
        }
        return out;
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
        static constexpr std::pair<int, DbComputeInfo::Text> texts[] = {{State, DbComputeInfo::State},
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
        name(Name, info.texts[DbComputeInfo::Name]);
        name(Type, info.texts[DbComputeInfo::OpType]);
        m_numbers[Start].add(k.startNs);
        m_numbers[Duration].add(k.durationNs);
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
        name(Name, op.name);
        name(Type, op.type);
        word(Core, m_strings->intern("COMMUNICATION"));
        m_numbers[Start].add(op.startNs);
        m_numbers[Duration].add(op.endNs - op.startNs);
        m_numbers[Blocks].add(0);
        for (const auto column : {TaskId, Stream, MixBlocks, Context})
            m_numbers[column].addMissing();
        for (const auto column :
             {State, Hf32, InputShapes, InputTypes, InputFormats, OutputShapes, OutputTypes, OutputFormats})
            m_texts[column].addMissing();
        return op.endNs;
    }

    ThreadPool &m_pool;
    const DbSource &m_source;
    const DbDevice &m_device;
    const DbMeasured &m_measured;
    const std::vector<DbStep> &m_steps;
    const std::vector<DbLink> &m_launches;
    size_t m_launch = 0;
    MemoryReservation m_memory;
    std::vector<KernelRow> m_rows;
    std::shared_ptr<StringPool> m_strings = std::make_shared<StringPool>();
    // By number of the text: writers count from 0, so most are low.
    std::vector<StrId> m_lowWords = std::vector<StrId>(size_t{1} << 16, StrId{std::numeric_limits<quint32>::max()});
    std::unordered_map<qint64, StrId> m_words;
    // Each column is one of numbers or of texts.
    std::array<Cells<qint64>, FixedColumns> m_numbers;
    std::array<Cells<StrId>, FixedColumns> m_texts;
};

} // namespace

qint64 stepAt(const std::vector<DbStep> &steps, qint64 ns)
{
    auto at = std::ranges::upper_bound(steps, ns, {}, &DbStep::startNs);
    if (at == steps.begin())
        return -1;
    --at;
    return ns < at->endNs ? at->number : -1;
}

std::shared_ptr<const Table> kernelTableOf(ThreadPool &pool, const DbSource &source, const DbDevice &device,
                                           const DbMeasured &measured, const std::vector<DbStep> &steps,
                                           const std::vector<DbLink> &launches)
{
    return KernelTableMaker(pool, source, device, measured, steps, launches).make();
}

} // namespace rs
