// SPDX-License-Identifier: Apache-2.0
#include "importers/legacy/legacysizes.h"

#include "importers/csv/csvtable.h"
#include "importers/csv/csvvalues.h"
#include "importers/csv/growingtable.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/jsonrecords.h"

#include <algorithm>

namespace rs {

namespace {

constexpr double MaxGib = MaxMemoryMegabytes / 1024;
constexpr double MaxPercent = 100 * MaxShare;

/// A number of a document; what is none, or cannot be, is missing and said.
class SizesOf
{
public:
    SizesOf(const nlohmann::json &object, const QString &file, ImportReport &report)
        : m_object(object), m_file(file), m_report(report)
    {
    }

    std::optional<double> get(const char *key, double most)
    {
        if (!m_object.is_object() || !m_object.contains(key))
            return std::nullopt;
        if (jsonHasNumber(m_object, key)) {
            const double value = jsonNumber(m_object, key);
            if (isMeasurable(value, most))
                return value;
        }
        m_report.add(Severity::Loss, m_file, "legacy.number",
                     RS_MESSAGE("Values that are not numbers or impossible are treated as missing, never as 0."),
                     Place::key(QString::fromLatin1(key)));
        return std::nullopt;
    }

private:
    const nlohmann::json &m_object;
    const QString &m_file;
    ImportReport &m_report;
};

std::optional<double> sumOf(const std::optional<double> &a, const std::optional<double> &b)
{
    return a && b ? std::optional(*a + *b) : std::nullopt;
}

/// Rates of both units are of the time of the whole operator; the one that did more tells it with less rounding.
std::optional<double> rateOf(const std::optional<double> &cube, const std::optional<double> &vector,
                             const std::optional<double> &cubeGflops, const std::optional<double> &vectorGflops)
{
    const bool ofCube = cube.value_or(0) >= vector.value_or(0);
    const double part = (ofCube ? cube : vector).value_or(0);
    const double rate = (ofCube ? cubeGflops : vectorGflops).value_or(0);
    return cube && vector && part > 0 && rate > 0 ? std::optional((*cube + *vector) / (part / rate)) : std::nullopt;
}

void noteOtherForm(const QString &file, ImportReport &report)
{
    report.add(Severity::Loss, file, "legacy.form",
               RS_MESSAGE("The file has none of the expected values: nothing is shown from it."));
}

constexpr ColumnType text = ColumnType::Text;
constexpr ColumnType number = ColumnType::Real;

/// Ends a table with a row of numbers; null, and said of a whole file, where all of them are missing.
std::shared_ptr<const Table> rowOf(GrowingTable &table, const std::vector<std::optional<double>> &numbers,
                                   const JsonRecords &reader, const QString &file, ImportReport &report)
{
    if (std::ranges::any_of(numbers, &std::optional<double>::has_value)) {
        for (const std::optional<double> &n : numbers)
            table.real(n);
        table.finishRow();
        return table.done();
    }
    if (reader.isComplete())
        noteOtherForm(file, report);
    return nullptr;
}

} // namespace

std::shared_ptr<const Table> readLegacyFlops(const QString &path, const QString &reportName, const JobContext &job,
                                             ImportReport &report)
{
    JsonRecords reader(path, reportName, job, report);
    const JsonTree tree = reader.read();
    SizesOf values(tree.root(), reportName, report);
    const std::optional<double> mflops = values.get("FLOPs", MaxOfAnything);
    const std::optional<double> rate = values.get("FLOPS", MaxOfAnything);
    const std::optional<double> utilization = values.get("FLOPS_Utilization", MaxPercent);
    const std::optional<double> cube = values.get("cube_FLOPs", MaxOfAnything);
    const std::optional<double> vector = values.get("vec_FLOPs", MaxOfAnything);
    // Rates of the newer version are a sum of rates divided by a sum of times, which is none: not read.
    GrowingTable out({}, job, {{"", text}, {"", number}, {"", number}, {"", number}});
    return rowOf(out.missing(), {mflops ? mflops : sumOf(cube, vector), rate, utilization}, reader, reportName, report);
}

std::shared_ptr<const Table> readLegacyOperatorFlops(const QString &path, const QString &reportName,
                                                     const JobContext &job, ImportReport &report)
{
    GrowingTable out({}, job, {{"", text}, {"", number}, {"", number}, {"", number}});
    CsvHeader header;
    int name = -1;
    int mflops = -1;
    int gflops = -1;
    int cubeGflops = -1;
    int vectorMflops = -1;
    int vectorGflops = -1;
    int utilization = -1;
    const auto isKnown = [&](const CsvHeader &, const QString &, ImportReport &) {
        name = header.column({u"op_full_name", u"full_kernel_name"});
        mflops = header.column({u"MFLOPs(10^6)", u"MFLOPs(10^6 cube)", u"FLOPs"});
        gflops = header.column({u"GFLOPS(10^9)", u"FLOPS"});
        cubeGflops = header.column({u"GFLOPS(10^9 cube)"});
        vectorMflops = header.column({u"MFLOPs(10^6 vector)"});
        vectorGflops = header.column({u"GFLOPS(10^9 vector)"});
        utilization = header.column({u"FLOPS utilization(%)", u"FLOPS utilization"});
        if (name >= 0 && mflops >= 0)
            return true;
        noteOtherForm(reportName, report);
        return false;
    };
    const auto take = [&](const CsvRow &row) {
        const auto cell = [&](int column) -> std::optional<double> {
            if (isMissingCell(row.cell(column)))
                return std::nullopt;
            const CellValue value = numberCell(row.cell(column), ColumnType::Real, MaxOfAnything);
            if (value.state == CellValue::State::Number)
                return value.real;
            report.add(cellFinding(reportName, header.placeOf(row, column), value.state));
            return std::nullopt;
        };
        out.text(row.cell(name));
        if (vectorMflops >= 0) {
            const std::optional<double> cube = cell(mflops);
            const std::optional<double> vector = cell(vectorMflops);
            out.real(sumOf(cube, vector)).real(rateOf(cube, vector, cell(cubeGflops), cell(vectorGflops)));
        } else {
            out.real(cell(mflops)).real(cell(gflops)).real(cell(utilization));
        }
        out.finishRow();
    };
    readCsvRows(path, reportName, job, report, header, take, isKnown);
    return out.done();
}

std::shared_ptr<const Table> readLegacyMemory(const QString &path, const QString &reportName, const JobContext &job,
                                              ImportReport &report)
{
    JsonRecords reader(path, reportName, job, report);
    const JsonTree tree = reader.read();
    SizesOf values(tree.root(), reportName, report);
    GrowingTable out({}, job, {{"", number}, {"", number}, {"", number}});
    return rowOf(out,
                 {values.get("capacity", MaxGib), values.get("peak_mem", MaxGib), values.get("static_mem", MaxGib)},
                 reader, reportName, report);
}

std::shared_ptr<const Table> readLegacyNodes(const QString &path, const QString &reportName, const JobContext &job,
                                             ImportReport &report)
{
    GrowingTable out({}, job, {{"", text}, {"", text}, {"", number}});
    JsonRecords reader(path, reportName, job, report);
    const JsonTree tree = reader.read();
    const nlohmann::json &graphs = tree.root();
    for (const auto &[graph, value] : graphs.items()) {
        const nlohmann::json &nodes = jsonAt(value, "nodes");
        const nlohmann::json &lines = jsonAt(value, "lines");
        const size_t count = nodes.is_array() && lines.is_array() ? std::min(nodes.size(), lines.size()) : 0;
        bool isSound = count > 0 && nodes.size() == lines.size();
        for (size_t i = 0; i < count; ++i) {
            const double gib = lines[i].is_number() ? lines[i].get<double>() : -1;
            if (!isMeasurable(gib, MaxGib)) {
                isSound = false;
                continue;
            }
            out.text(graph).text(jsonText(jsonAt(nodes[i], "name")).toStdString()).real(gib).finishRow();
        }
        if (!isSound)
            report.add(Severity::Loss, reportName, "legacy.memory-line",
                       RS_MESSAGE("Graphs with unequal numbers of nodes and memory values, or impossible values, "
                                  "are shown as far as both exist."),
                       Place::name(QString::fromStdString(graph)));
    }
    if (out.rows() > 0)
        return out.done();
    if (reader.isComplete())
        noteOtherForm(reportName, report);
    return nullptr;
}

} // namespace rs
