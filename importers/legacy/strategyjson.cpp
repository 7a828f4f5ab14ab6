// SPDX-License-Identifier: Apache-2.0
#include "importers/legacy/strategyjson.h"

#include "core/job/outofmemory.h"
#include "core/table/strategycolumns.h"
#include "importers/files/fasttext.h"
#include "importers/files/filebytes.h"
#include "importers/json/jsonrecords.h"

#include <QLocale>

#include <simdjson.h>

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

namespace {

constexpr int DeepestValue = 16;      // of attributes, which are tuples of tuples
constexpr size_t LongestValue = 1024; // of an attribute that is kept, in bytes
constexpr qint64 ParsedShare = 6;     // bytes of the parsed document for each of the file, at most about

/// A value of a document; empty where there is none.
class JsonRef
{
public:
    JsonRef() = default;
    explicit JsonRef(simdjson::dom::element element) : m_element(element) {}

    [[nodiscard]] bool isObject() const { return m_element && m_element->is_object(); }
    [[nodiscard]] bool isArray() const { return m_element && m_element->is_array(); }
    [[nodiscard]] bool isNothing() const { return !m_element; }
    /// The value of a key of an object; empty when there is none.
    [[nodiscard]] JsonRef at(std::string_view key) const
    {
        simdjson::dom::element found;
        return isObject() && m_element->at_key(key).get(found) == simdjson::SUCCESS ? JsonRef(found) : JsonRef();
    }
    /// The values of an array, in order; nothing for what is none.
    template <typename Use>
    void eachElement(Use use) const
    {
        simdjson::dom::array array;
        if (!m_element || m_element->get(array) != simdjson::SUCCESS)
            return;
        for (const auto value : array)
            use(JsonRef(value));
    }
    /// Text of a scalar as JSON writes it, strings without quotes; empty for objects, arrays and null.
    [[nodiscard]] std::string text() const
    {
        if (!m_element || isObject() || isArray() || m_element->is_null())
            return {};
        if (m_element->is_string())
            return std::string(m_element->get_string().value_unsafe());
        if (m_element->type() != simdjson::dom::element_type::DOUBLE)
            return simdjson::minify(*m_element);
        return QByteArray::number(m_element->get_double().value_unsafe(), 'g', QLocale::FloatingPointShortest)
            .toStdString();
    }
    /// A number, or a text that is one.
    [[nodiscard]] std::optional<double> number() const
    {
        double out = 0;
        if (m_element && m_element->get(out) == simdjson::SUCCESS)
            return out;
        return m_element && m_element->is_string() ? parseNumber<double>(text()) : std::nullopt;
    }

private:
    std::optional<simdjson::dom::element> m_element;
};

std::optional<qint64> wholeNumber(const JsonRef &value, double most)
{
    const std::optional<double> number = value.number();
    if (!number || *number < 0 || *number > most || *number != std::floor(*number))
        return std::nullopt;
    return static_cast<qint64>(*number);
}

std::optional<qint64> wholeText(const std::string &text)
{
    bool isNumber = false;
    const qint64 out = QString::fromStdString(text).toLongLong(&isNumber);
    return isNumber && out >= 0 ? std::optional(out) : std::nullopt;
}

/// A value as the writer spells types: {"dtype": "DT_INT64", "intVal": "2"}, {"dtype": "DT_TUPLE", "values": […]}.
std::string valueText(const JsonRef &value, int depth = 0)
{
    if (!value.isObject())
        return value.isArray() ? std::string() : value.text();
    if (const JsonRef list = value.at("values"); list.isArray()) {
        if (depth == DeepestValue)
            return "[…]";
        std::string out = "[";
        list.eachElement([&](const JsonRef &v) { out += (out.size() > 1 ? ", " : "") + valueText(v, depth + 1); });
        return out + ']';
    }
    for (const char *const key : {"intVal", "uintVal", "strVal", "boolVal", "floatVal", "doubleVal"}) {
        if (const JsonRef v = value.at(key); !v.isNothing())
            return v.text();
    }
    if (const JsonRef type = value.at("typeVal"); type.isObject())
        return type.at("dataType").text();
    // Fields that hold what is their default are absent.
    const std::string dtype = value.at("dtype").text();
    if (dtype == "DT_TUPLE" || dtype == "DT_LIST")
        return "[]";
    if (dtype == "DT_BOOL")
        return "false";
    return dtype.starts_with("DT_INT") || dtype.starts_with("DT_UINT") ? "0" : std::string();
}

std::string outputText(const JsonRef &type, int depth = 0)
{
    if (const JsonRef sequence = type.at("sequenceType").at("elemTypes"); sequence.isArray() && depth < DeepestValue) {
        std::string out = "(";
        sequence.eachElement([&](const JsonRef &t) { out += (out.size() > 1 ? ", " : "") + outputText(t, depth + 1); });
        return out + ')';
    }
    const JsonRef tensor = type.at("tensorType");
    std::string out = (tensor.isObject() ? tensor.at("elemType") : type.at("dataType")).text();
    if (out.starts_with("DT_"))
        out.erase(0, 3);
    if (const JsonRef dims = tensor.at("shape").at("dim"); dims.isArray()) {
        std::string shape;
        dims.eachElement([&](const JsonRef &d) { shape += (shape.empty() ? "" : ", ") + d.at("size").text(); });
        out += '[' + shape + ']';
    }
    return out;
}

bool isSummary(const std::string &type)
{
    return type == "TensorSummary" || type == "ScalarSummary" || type == "ImageSummary" || type == "HistogramSummary";
}

class StrategyReader
{
public:
    StrategyReader(const QString &name, int rank, const JobContext &job, ImportReport &report)
        : m_name(name), m_rank(rank), m_job(job), m_report(report), m_memory(job.sharedBudget()),
          m_table(std::make_shared<Table>()), m_columns(StrategyColumns::addTo(*m_table))
    {
        m_table->source = name;
    }

    /// `whole`: the document did not break off, which would be said already.
    std::shared_ptr<const Table> read(const JsonRef &root, bool whole)
    {
        const JsonRef graph = root.at("graph");
        const JsonRef nodes = graph.at("node");
        if (!nodes.isArray()) {
            if (whole)
                add(Severity::Error, "strategy.form",
                    RS_NOOP("Not the format of a parallel strategy: the graph of this rank cannot be shown."));
            return nullptr;
        }
        m_stage = stageOf(root.at("config"));
        const auto know = [this](const JsonRef &list, const char *key) {
            list.eachElement([&](const JsonRef &v) {
                if (std::string name = v.at(key).text(); !name.empty())
                    m_named.insert(std::move(name));
            });
        };
        know(graph.at("parameters"), "name");
        know(graph.at("constVals"), "key");
        nodes.eachElement([this](const JsonRef &node) {
            const std::string id = node.at("name").text();
            if (id.empty() || !m_rowOf.emplace(id, -1).second) {
                add(Severity::Loss, "strategy.node",
                    RS_NOOP("Operators with a missing or repeated name are left out: the first one counts."));
                m_known.push_back(false);
            } else {
                m_known.push_back(true);
            }
        });
        size_t at = 0;
        nodes.eachElement([&](const JsonRef &node) {
            if (m_known[at++] && !m_job.isCanceled())
                addNode(node);
        });
        if (m_job.isCanceled())
            return nullptr;
        if (m_table->rows() == 0) {
            if (whole)
                add(Severity::Loss, "strategy.empty",
                    RS_NOOP("The file has no operator: there is no graph of this rank."));
            return nullptr;
        }
        m_memory.resize(m_table->bytes());
        m_table->hold(std::move(m_memory));
        return m_table;
    }

private:
    void add(Severity severity, const char *code, const char *message, const QString &node = {})
    {
        m_report.add(severity, m_name, code, QString::fromLatin1(message), node.isEmpty() ? Place() : Place::key(node));
    }

    std::optional<qint64> stageOf(const JsonRef &config)
    {
        if (const JsonRef id = config.at("rankId");
            !id.isNothing() && m_rank >= 0 && wholeNumber(id, MaxRank) != m_rank)
            add(Severity::Notice, "strategy.rank",
                RS_NOOP("The file states another rank than its name: the name counts, but may be wrong."));
        if (const JsonRef id = config.at("stageId"); !id.isNothing()) {
            const std::optional<qint64> stage = wholeNumber(id, MaxRank);
            if (!stage)
                add(Severity::Loss, "strategy.stage",
                    RS_NOOP("The stage of the rank is not a number in this file: its stage is unknown."));
            return stage;
        }
        std::optional<qint64> out;
        qint64 stage = 0;
        config.at("stageDevices").eachElement([&](const JsonRef &devices) {
            devices.at("dim").eachElement([&](const JsonRef &d) {
                if (m_rank >= 0 && wholeNumber(d.at("size"), MaxRank) == m_rank && !out)
                    out = stage;
            });
            ++stage;
        });
        return out;
    }

    void text(int column, std::string_view value)
    {
        if (value.empty())
            m_table->appendMissing(column);
        else
            m_table->appendText(column, value);
    }

    void whole(int column, const std::optional<qint64> &value)
    {
        if (value)
            m_table->appendInteger(column, *value);
        else
            m_table->appendMissing(column);
    }

    std::string inputsOf(const JsonRef &node, const std::string &id)
    {
        std::string out;
        node.at("input").eachElement([&](const JsonRef &input) {
            std::string name = input.at("name").text();
            const auto at = m_rowOf.find(name);
            if (at == m_rowOf.end() && !m_named.contains(name)) {
                add(Severity::Notice, "strategy.input",
                    RS_NOOP("Inputs that are not an operator, parameter or constant of the file are left out."),
                    QString::fromStdString(id));
                return;
            }
            // Rows are given in order: what has none yet stands behind.
            if (at != m_rowOf.end() && at->second < 0)
                add(Severity::Loss, "strategy.order",
                    RS_NOOP("Operators have inputs from themselves or from later operators: there the order of the "
                            "file is not the order of execution."),
                    QString::fromStdString(id));
            for (char &c : name)
                c = c == StrategyColumns::separator ? ',' : c;
            out += (out.empty() ? std::string() : std::string(1, StrategyColumns::separator)) + name;
        });
        return out;
    }

    void addNode(const JsonRef &node)
    {
        const std::string id = node.at("name").text();
        const std::string type = node.at("opType").text();
        const std::string scope = node.at("scope").text();
        std::string name = node.at("fullName").text();
        if (name.empty() || type == "Load" || isSummary(type))
            name = (scope.empty() ? std::string() : scope + '/') + type + "-op" + id;
        std::string inStrategy;
        std::string genStrategy;
        std::string group;
        std::string groupRanks;
        std::string others;
        std::optional<qint64> peer;
        std::optional<qint64> tag;
        node.at("attribute").eachElement([&](const JsonRef &a) {
            const std::string key = a.at("name").text();
            const JsonRef value = a.at("value");
            std::string said = valueText(value);
            if (key == "in_strategy")
                inStrategy = std::move(said);
            else if (key == "gen_strategy")
                genStrategy = std::move(said);
            else if (key == "group")
                group = std::move(said);
            else if (key == "group_ranks")
                groupRanks = std::move(said);
            else if (key == "dest_rank" || key == "src_rank")
                peer = wholeText(said);
            else if (key == "sr_tag")
                tag = wholeText(said);
            else if (!key.empty() && said.size() <= LongestValue)
                others += (others.empty() ? "" : "\n") + key + '=' + said;
        });
        // Convolutions have a group that is a number.
        if (group.find_first_not_of("0123456789") == std::string::npos && groupRanks.empty())
            group.clear();
        const std::string strategy = inStrategy.empty() ? genStrategy : inStrategy;
        const std::string inputs = inputsOf(node, id);
        const std::string output = outputText(node.at("outputType"));
        m_bytes += static_cast<qint64>(id.size() + name.size() + inputs.size() + others.size() + 14 * sizeof(qint64));
        m_memory.hold(m_bytes);
        const std::string instance = node.at("instanceName").text();
        const std::pair<int, std::string_view> texts[] = {
            {m_columns.node, id},           {m_columns.name, name},        {m_columns.type, type},
            {m_columns.scope, scope},       {m_columns.inputs, inputs},    {m_columns.strategy, strategy},
            {m_columns.instance, instance}, {m_columns.group, group},      {m_columns.groupRanks, groupRanks},
            {m_columns.output, output},     {m_columns.attributes, others}};
        for (const auto &[column, value] : texts)
            text(column, value);
        const std::pair<int, std::optional<qint64>> numbers[] = {
            {m_columns.stage, m_stage}, {m_columns.peerStage, peer}, {m_columns.tag, tag}};
        for (const auto &[column, value] : numbers)
            whole(column, value);
        m_rowOf[id] = m_table->rows();
        m_table->finishRow();
    }

    const QString &m_name;
    int m_rank;
    const JobContext &m_job;
    ImportReport &m_report;
    MemoryReservation m_memory;
    std::shared_ptr<Table> m_table;
    StrategyColumns m_columns;
    std::optional<qint64> m_stage;
    std::set<std::string> m_named;      ///< parameters and constants
    std::map<std::string, int> m_rowOf; ///< -1: not read yet
    std::vector<bool> m_known;
    qint64 m_bytes = 0;
};

std::shared_ptr<const Table> readTable(const QString &path, const QString &name, int rank, const JobContext &job,
                                       ImportReport &report)
{
    std::string text;
    MemoryReservation memory(job.sharedBudget());
    ImportReport ofBytes;
    if (!readFileText(path, name, JsonRecords::maxBytes, job.child(), ofBytes, memory, text)) {
        report.merge(ofBytes);
        return nullptr;
    }
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    memory.hold(memory.bytes() * (1 + ParsedShare));
    if (parser.parse(text.data(), text.size()).get(root) == simdjson::SUCCESS) {
        report.merge(ofBytes);
        return StrategyReader(name, rank, job, report).read(JsonRef(root), true);
    }
    // It is broken somewhere: what can be read of it is.
    text = {};
    memory.resize(0);
    JsonRecords records(path, name, job, report);
    text = records.read().root().dump();
    memory.hold(static_cast<qint64>(text.size()) * (1 + ParsedShare));
    const bool isSound = parser.parse(text).get(root) == simdjson::SUCCESS;
    return StrategyReader(name, rank, job, report).read(isSound ? JsonRef(root) : JsonRef(), records.isComplete());
}

} // namespace

std::shared_ptr<const Table> readParallelStrategy(const QString &path, const QString &reportName, int rank,
                                                  const JobContext &job, ImportReport &report)
{
    return readOrNoteOutOfMemory(job, report, reportName,
                                 [&] { return readTable(path, reportName, rank, job, report); });
}

} // namespace rs
