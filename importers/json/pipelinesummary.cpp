// SPDX-License-Identifier: Apache-2.0
#include "importers/json/pipelinesummary.h"

#include "core/job/outofmemory.h"
#include "importers/csv/csvtable.h"
#include "importers/csv/csvvalues.h"
#include "importers/files/filebytes.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/jsonrecords.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

namespace {

using nlohmann::json;

constexpr qint64 MostSummaryBytes = qint64{64} << 20; // of some dozens of operators

struct SummaryKey
{
    const char *name;
    ColumnType type;
    double most; ///< upper limit of numbers
};

constexpr SummaryKey summaryKeys[] = {
    {"op_ids", ColumnType::Integer, MaxOfAnything},
    {"op_names", ColumnType::Text, 0},
    {"pipeline_ops", ColumnType::Text, 0},
    {"num_workers", ColumnType::Integer, MaxOfAnything},
    {"queue_average_size", ColumnType::Real, MaxOfAnything},
    {"queue_utilization_pct", ColumnType::Real, 100 * MaxPart},
    {"queue_empty_freq_pct", ColumnType::Real, 100 * MaxPart},
    {"children_ids", ColumnType::Text, 0},
    {"parent_id", ColumnType::Integer, MaxOfAnything},
    {"avg_cpu_pct", ColumnType::Real, 100 * MaxOfAnything},
    {"avg_cpu_pct_per_worker", ColumnType::Real, 100 * MaxOfAnything},
    {"per_pipeline_time", ColumnType::Real, MaxDurationMs},
    {"per_push_queue_time", ColumnType::Real, MaxDurationMs},
    {"per_batch_time", ColumnType::Real, MaxDurationMs},
    {"cpu_analysis_details", ColumnType::Text, 0},
    {"queue_analysis_details", ColumnType::Text, 0},
    {"bottleneck_warning", ColumnType::Text, 0},
    {"bottleneck_suggestion", ColumnType::Text, 0},
};

const SummaryKey *summaryKey(std::string_view name)
{
    const auto *const at = std::ranges::find_if(summaryKeys, [name](const SummaryKey &k) { return name == k.name; });
    return at == std::end(summaryKeys) ? nullptr : at;
}

/// A key with its values as the file spells them.
struct SummaryList
{
    std::string key;
    std::vector<std::string> values;
    qint64 line = 0; ///< line of the CSV file
};

std::string textOfValue(const json &value)
{
    if (!value.is_array())
        return value.is_null() ? std::string() : jsonText(value).toStdString();
    std::string out = "[";
    for (const json &v : value)
        out += (out.size() > 1 ? ", " : "") + jsonText(v).toStdString();
    return out + ']';
}

std::vector<SummaryList> listsOfJson(const QString &path, const QString &name, const JobContext &job,
                                     ImportReport &report, bool &whole)
{
    std::vector<SummaryList> out;
    JsonRecords reader(path, name, job, report);
    const JsonTree tree = reader.read();
    whole = reader.isComplete();
    if (!tree.root().is_object())
        return out;
    for (const auto &[key, value] : tree.root().items()) {
        SummaryList list{key, {}, 0};
        if (value.is_array()) {
            for (const json &v : value)
                list.values.push_back(textOfValue(v));
        } else {
            list.values.push_back(textOfValue(value));
        }
        out.push_back(std::move(list));
    }
    return out;
}

std::vector<SummaryList> listsOfCsv(const QString &path, const QString &name, const JobContext &job,
                                    ImportReport &report, bool &whole)
{
    std::vector<SummaryList> out;
    bool lastIsOpen = false;
    const auto file = openForReading(path, name, MostSummaryBytes, report);
    whole = file != nullptr;
    if (!file)
        return out;
    CsvRecords records(*file, job);
    for (CsvRow row; records.next(row);) {
        if (row.isBlank())
            continue;
        SummaryList list{std::string(row.cells.front()), {}, row.line};
        for (size_t i = 1; i < row.cells.size(); ++i)
            list.values.emplace_back(row.cells[i]);
        lastIsOpen = row.isOpen;
        out.push_back(std::move(list));
    }
    if (records.earlyEnd() >= 0)
        noteEarlyEnd(*file, records.earlyEnd(), name, report);
    for (const qint64 line : records.unclosedQuotes())
        report.add(Severity::Loss, name, "csv.unclosed-quote",
                   RS_MESSAGE("A quote that opens here never closes; the row is skipped."), Place::line(line));
    if (lastIsOpen)
        report.add(Severity::Notice, name, "csv.cut", lastRowIsOpen(), Place::line(out.back().line));
    return out;
}

bool isUnknownValue(std::string_view cell)
{
    const auto number = realCell(cell);
    return number && *number == -1;
}

void appendCell(Table &table, int column, const SummaryKey *key, const SummaryList &list, size_t row,
                ImportReport &report)
{
    const std::string_view cell = row < list.values.size() ? std::string_view(list.values[row]) : std::string_view();
    if (!key || key->type == ColumnType::Text) {
        if (cell.empty())
            table.appendMissing(column);
        else
            table.appendText(column, cell);
        return;
    }
    if (isMissingCell(cell) || cell == "None" || isUnknownValue(cell)) {
        table.appendMissing(column);
        return;
    }
    const CellValue value = numberCell(cell, key->type, key->most);
    if (value.state != CellValue::State::Number) {
        table.appendMissing(column);
        Place place = list.line > 0 ? Place::line(list.line) : Place();
        place = place.with(Place::Kind::Row, QString::number(row + 1))
                    .with(Place::Kind::Column, QString::fromStdString(list.key));
        report.add(cellFinding(table.source, place, value.state));
    } else if (key->type == ColumnType::Integer) {
        table.appendInteger(column, value.integer);
    } else {
        table.appendReal(column, value.real);
    }
}

std::shared_ptr<const Table> tableOfLists(const std::vector<SummaryList> &lists, const QString &name,
                                          const JobContext &job, ImportReport &report)
{
    size_t rows = 0;
    qint64 bytes = 0;
    for (const SummaryList &list : lists) {
        rows = std::max(rows, list.values.size());
        for (const std::string &value : list.values)
            bytes += static_cast<qint64>(value.size());
    }
    constexpr qint64 cellBytes = 2 * sizeof(double);
    MemoryReservation memory(job.sharedBudget());
    memory.hold(2 * bytes + static_cast<qint64>(rows * lists.size()) * cellBytes);
    auto table = std::make_shared<Table>();
    table->source = name;
    std::vector<const SummaryKey *> keys;
    for (const SummaryList &list : lists) {
        keys.push_back(summaryKey(list.key));
        table->addColumn(QString::fromStdString(list.key), keys.back() ? keys.back()->type : ColumnType::Text);
    }
    for (size_t row = 0; row < rows; ++row) {
        for (size_t i = 0; i < lists.size(); ++i)
            appendCell(*table, static_cast<int>(i), keys[i], lists[i], row, report);
        table->finishRow();
    }
    memory.resize(table->bytes());
    table->hold(std::move(memory));
    return table;
}

} // namespace

std::shared_ptr<const Table> readPipelineSummary(const QString &path, const QString &reportName, const JobContext &job,
                                                 ImportReport &report)
{
    return readOrNoteOutOfMemory(job, report, reportName, [&]() -> std::shared_ptr<const Table> {
        bool whole = false;
        const bool isJson = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
        std::vector<SummaryList> lists = isJson ? listsOfJson(path, reportName, job, report, whole)
                                                : listsOfCsv(path, reportName, job, report, whole);
        if (job.isCanceled())
            return nullptr;
        // A key that stands twice has its first value.
        std::map<std::string, int, std::less<>> seen;
        std::erase_if(lists, [&](const SummaryList &l) { return l.key.empty() || seen[l.key]++ > 0; });
        if (std::ranges::none_of(lists, [](const SummaryList &l) { return summaryKey(l.key); })) {
            if (whole)
                report.add(Severity::Error, reportName, "minddata.form",
                           RS_MESSAGE("Not the format of a data pipeline summary: its operators, times and advice "
                                      "cannot be shown for this rank."));
            return nullptr;
        }
        return tableOfLists(lists, reportName, job, report);
    });
}

} // namespace rs
