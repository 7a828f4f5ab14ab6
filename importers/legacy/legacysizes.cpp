// SPDX-License-Identifier: Apache-2.0
#include "importers/legacy/legacysizes.h"

#include "core/job/outofmemory.h"
#include "importers/csv/csvtable.h"
#include "importers/csv/csvvalues.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/jsonrecords.h"

#include <algorithm>
#include <new>

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
        m_report.add({Severity::Loss,
                      m_file,
                      Place::key(QString::fromLatin1(key)),
                      QStringLiteral("legacy.number"),
                      RS_MESSAGE("Values that are no numbers, or cannot be, are taken as missing, never as 0."),
                      {}});
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
std::optional<double> rateOf(const LegacyFlops &f, const std::optional<double> &cubeGflops,
                             const std::optional<double> &vectorGflops)
{
    const bool ofCube = f.cubeMflops.value_or(0) >= f.vectorMflops.value_or(0);
    const std::optional<double> &part = ofCube ? f.cubeMflops : f.vectorMflops;
    const std::optional<double> &rate = ofCube ? cubeGflops : vectorGflops;
    if (!f.mflops || part.value_or(0) <= 0 || rate.value_or(0) <= 0)
        return std::nullopt;
    return *f.mflops / (*part / *rate);
}

void noteOtherForm(const QString &file, ImportReport &report)
{
    report.add({Severity::Loss,
                file,
                {},
                QStringLiteral("legacy.form"),
                RS_MESSAGE("None of the values that such a file has is here: nothing is shown from it."),
                {}});
}

} // namespace

std::optional<LegacyFlops> readLegacyFlops(const QString &path, const QString &reportName, const JobContext &job,
                                           ImportReport &report)
{
    JsonRecords reader(path, reportName, job, report);
    const JsonTree tree = reader.read();
    SizesOf values(tree.root(), reportName, report);
    LegacyFlops out;
    out.mflops = values.get("FLOPs", MaxOfAnything);
    out.gflopsPerSecond = values.get("FLOPS", MaxOfAnything);
    out.utilization = values.get("FLOPS_Utilization", MaxPercent);
    out.cubeMflops = values.get("cube_FLOPs", MaxOfAnything);
    out.vectorMflops = values.get("vec_FLOPs", MaxOfAnything);
    // Rates of the newer version are a sum of rates divided by a sum of times, which is none: not read.
    if (!out.mflops)
        out.mflops = sumOf(out.cubeMflops, out.vectorMflops);
    if (out.mflops || out.gflopsPerSecond || out.utilization)
        return out;
    if (reader.isComplete())
        noteOtherForm(reportName, report);
    return std::nullopt;
}

std::vector<LegacyFlops> readLegacyOperatorFlops(const QString &path, const QString &reportName, const JobContext &job,
                                                 ImportReport &report)
{
    std::vector<LegacyFlops> out;
    CsvHeader header;
    MemoryReservation memory(job.sharedBudget());
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
        const auto number = [&](int column) -> std::optional<double> {
            if (column < 0 || isMissingCell(row.cells[static_cast<size_t>(column)]))
                return std::nullopt;
            const CellValue value = numberCell(row.cells[static_cast<size_t>(column)], ColumnType::Real, MaxOfAnything);
            if (value.state == CellValue::State::Number)
                return value.real;
            report.add(cellFinding(
                reportName, Place::line(row.line).with(Place::Kind::Column, header.names[static_cast<size_t>(column)]),
                value.state));
            return std::nullopt;
        };
        LegacyFlops f;
        const std::string_view text = row.cells[static_cast<size_t>(name)];
        f.name = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        if (vectorMflops >= 0) {
            f.cubeMflops = number(mflops);
            f.vectorMflops = number(vectorMflops);
            f.mflops = sumOf(f.cubeMflops, f.vectorMflops);
            f.gflopsPerSecond = rateOf(f, number(cubeGflops), number(vectorGflops));
        } else {
            f.mflops = number(mflops);
            f.gflopsPerSecond = number(gflops);
            f.utilization = number(utilization);
        }
        memory.hold(static_cast<qint64>((out.size() + 1) * (2 * sizeof f + 128)));
        out.push_back(std::move(f));
    };
    try {
        readCsvRows(path, reportName, job, report, header, take, isKnown);
    } catch (const OverBudget &) {
        noteOutOfMemory(OutOfMemory::BudgetForRest, job, report, reportName);
    }
    return out;
}

std::optional<LegacyMemory> readLegacyMemory(const QString &path, const QString &reportName, const JobContext &job,
                                             ImportReport &report)
{
    JsonRecords reader(path, reportName, job, report);
    const JsonTree tree = reader.read();
    SizesOf values(tree.root(), reportName, report);
    LegacyMemory out;
    out.capacityGib = values.get("capacity", MaxGib);
    out.peakGib = values.get("peak_mem", MaxGib);
    out.staticGib = values.get("static_mem", MaxGib);
    if (out.capacityGib || out.peakGib || out.staticGib)
        return out;
    if (reader.isComplete())
        noteOtherForm(reportName, report);
    return std::nullopt;
}

std::vector<LegacyMemoryCurve> readLegacyMemoryCurves(const QString &path, const QString &reportName,
                                                      const JobContext &job, ImportReport &report)
{
    std::vector<LegacyMemoryCurve> out;
    JsonRecords reader(path, reportName, job, report);
    const JsonTree tree = reader.read();
    const nlohmann::json &graphs = tree.root();
    for (const auto &[graph, value] : graphs.items()) {
        const nlohmann::json &nodes = jsonAt(value, "nodes");
        const nlohmann::json &lines = jsonAt(value, "lines");
        LegacyMemoryCurve curve;
        curve.graph = QString::fromStdString(graph);
        const size_t count = nodes.is_array() && lines.is_array() ? std::min(nodes.size(), lines.size()) : 0;
        bool isSound = count > 0 && nodes.size() == lines.size();
        for (size_t i = 0; i < count; ++i) {
            const double gib = lines[i].is_number() ? lines[i].get<double>() : -1;
            if (!isMeasurable(gib, MaxGib)) {
                isSound = false;
                continue;
            }
            curve.nodes.push_back(jsonText(jsonAt(nodes[i], "name")));
            curve.gib.push_back(gib);
        }
        if (!isSound)
            report.add({Severity::Loss,
                        reportName,
                        Place::name(curve.graph),
                        QStringLiteral("legacy.memory-line"),
                        RS_MESSAGE("Graphs whose nodes and memory values are not as many, or no numbers that can be, "
                                   "are shown as far as both are there."),
                        {}});
        if (!curve.gib.empty())
            out.push_back(std::move(curve));
    }
    if (out.empty() && reader.isComplete())
        noteOtherForm(reportName, report);
    return out;
}

} // namespace rs
