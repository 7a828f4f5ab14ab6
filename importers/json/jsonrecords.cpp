// SPDX-License-Identifier: Apache-2.0
#include "importers/json/jsonrecords.h"

#include "core/job/outofmemory.h"
#include "core/text/findingcodes.h"
#include "importers/files/fasttext.h"
#include "importers/files/filebytes.h"
#include "importers/files/jsontext.h"

#include <QLocale>

#include <algorithm>
#include <new>

namespace rs {

namespace {

using nlohmann::json;

constexpr size_t MaxDepth = 64;

// About what the library and the general heap take for a value.
constexpr qint64 itemBytes = 2 * sizeof(json); // vectors grow by doubling
constexpr qint64 memberBytes = 112;            // a node of the map: key, value, links
constexpr qint64 containerBytes = 64;
constexpr size_t inlineText = 15; // kept inside of the string

class RecordSax final : public nlohmann::json_sax<json>
{
public:
    RecordSax(const JsonRecords::IsRecord &isRecord, const JsonRecords::Use &use,
              const std::vector<std::string> &textKeys, const JobContext &job)
        : m_isRecord(isRecord), m_use(use), m_textKeys(textKeys), m_job(job), m_memory(job.sharedBudget())
    {
        m_stack.reserve(MaxDepth);
    }

    bool null() override { return scalar(json()); }
    bool boolean(bool v) override { return scalar(json(v)); }
    bool number_integer(number_integer_t v) override { return scalar(json(v)); }
    bool number_unsigned(number_unsigned_t v) override { return scalar(json(v)); }
    bool number_float(number_float_t v, const string_t &text) override
    {
        const bool asText = !m_stack.empty() && std::ranges::find(m_textKeys, m_stack.back().key) != m_textKeys.end();
        return asText ? scalar(json(text), sizeof(string_t) + (text.size() > inlineText ? text.size() : 0))
                      : scalar(json(v));
    }
    bool string(string_t &v) override
    {
        const size_t length = v.size();
        return scalar(json(std::move(v)), sizeof(string_t) + (length > inlineText ? length : 0));
    }
    bool binary(binary_t &) override { return false; }
    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool key(string_t &k) override
    {
        m_stack.back().key = k;
        return true;
    }
    bool end_object() override { return close(true); }
    bool end_array() override { return close(true); }
    bool parse_error(std::size_t position, const std::string &, const nlohmann::detail::exception &) override
    {
        errorAt = static_cast<qint64>(position);
        return false;
    }

    /// Objects that are still open become part of their parents; what they hold is complete in itself.
    JsonTree finish()
    {
        m_ended = true;
        while (!m_stack.empty())
            close(false);
        return std::move(m_root);
    }

    qint64 errorAt = -1;
    bool tooDeep = false;

private:
    struct Frame
    {
        JsonTree node;
        std::string key;  ///< member in work
        qint64 bytes = 0; ///< counted for the node and what is in it
        bool hasRecords = false;
    };

    // Counts bytes for what will stand in the innermost open container.
    void count(qint64 bytes)
    {
        m_counted += bytes;
        if (!m_stack.empty())
            m_stack.back().bytes += bytes;
        if (!m_ended)
            m_memory.hold(m_counted);
    }

    [[nodiscard]] bool isList() const { return m_stack.back().node.root().is_array(); }

    bool open(json &&node)
    {
        if (m_stack.size() >= MaxDepth) {
            tooDeep = true;
            return false;
        }
        if (m_job.isCanceled())
            return false;
        m_stack.push_back({JsonTree(std::move(node)), {}});
        count(containerBytes);
        return true;
    }

    bool scalar(json &&v, size_t more = 0)
    {
        // No record has a long list. A list of millions of numbers would take many times its text.
        constexpr size_t longest = 64;
        if (m_isRecord && !m_stack.empty() && isList() && m_stack.back().node.root().size() >= longest)
            return true;
        JsonTree tree(std::move(v));
        value(tree, static_cast<qint64>(more));
        return true;
    }

    // Moves a value to the container that is open; `bytes` are its own.
    void value(JsonTree &v, qint64 bytes)
    {
        if (m_stack.empty()) {
            count(bytes);
            m_root.root().swap(v.root());
            return;
        }
        Frame &top = m_stack.back();
        const bool list = isList();
        count(bytes + (list ? itemBytes : memberBytes + static_cast<qint64>(top.key.size())));
        if (!list) {
            // A key that stands twice has its last value.
            top.node.root()[top.key].swap(v.root());
        } else {
            top.node.root().push_back(nullptr);
            top.node.root().back().swap(v.root());
        }
    }

    bool close(bool complete)
    {
        Frame frame = std::move(m_stack.back());
        m_stack.pop_back();
        m_counted -= frame.bytes;
        json &node = frame.node.root();
        if (node.is_object() && m_isRecord && m_isRecord(node)) {
            if (!m_stack.empty())
                m_stack.back().hasRecords = true;
            if (complete) {
                m_counted += JsonRecords::keptOf(frame.bytes);
                JsonRecords::Path path;
                for (const Frame &f : m_stack)
                    path.push_back(f.key);
                m_use(path, node);
            }
            return true;
        }
        if (m_isRecord && !m_stack.empty() && isList())
            return true;
        // Beside records an empty object is one that lost its values, and not a part without records.
        for (auto member = node.begin(); frame.hasRecords && node.is_object() && member != node.end(); ++member) {
            if (member->is_object() && member->empty())
                *member = nullptr;
        }
        value(frame.node, frame.bytes);
        return true;
    }

    const JsonRecords::IsRecord &m_isRecord;
    const JsonRecords::Use &m_use;
    const std::vector<std::string> &m_textKeys;
    const JobContext &m_job;
    MemoryReservation m_memory;
    qint64 m_counted = 0;
    bool m_ended = false;
    std::vector<Frame> m_stack;
    JsonTree m_root;
};

} // namespace

JsonRecords::JsonRecords(QString path, QString reportName, const JobContext &job, ImportReport &report)
    : m_path(std::move(path)), m_name(std::move(reportName)), m_job(job), m_report(report)
{
}

// As deep as the text is nested, which is not deep.
void JsonTree::dismantle(json &value) noexcept
{
    if (value.is_object()) {
        auto &members = value.get_ref<json::object_t &>();
        for (auto &member : members)
            dismantle(member.second);
        members.clear();
    } else if (value.is_array()) {
        auto &items = value.get_ref<json::array_t &>();
        for (json &item : items)
            dismantle(item);
        items.clear();
    }
}

namespace {

qint64 strangersIn(const json &rest)
{
    if (!rest.is_object())
        return 1;
    qint64 count = 0;
    for (const json &below : rest)
        count += strangersIn(below);
    return count;
}

// A number that the text ends in may go on behind the cut.
void dropCutNumber(std::string &text)
{
    const size_t last = text.find_last_not_of("0123456789+-.eE");
    const size_t first = last == std::string::npos ? 0 : last + 1;
    if (first > 0 && first < text.size() && std::string_view(",:[ \t\r\n").find(text[last]) != std::string_view::npos)
        text.resize(first);
}

} // namespace

JsonTree JsonRecords::read()
{
    return readSafely({}, {});
}

qint64 JsonRecords::read(const IsRecord &isRecord, const Use &use)
{
    const JsonTree rest = readSafely(isRecord, use);
    return strangersIn(rest.root());
}

JsonTree JsonRecords::readSafely(const IsRecord &isRecord, const Use &use)
{
    return readOrNoteOutOfMemory(m_job, m_report, m_name, [&] { return readText(isRecord, use); });
}

JsonTree JsonRecords::readText(const IsRecord &isRecord, const Use &use)
{
    m_complete = false;
    std::string text;
    MemoryReservation memory(m_job.sharedBudget());
    if (!readFileText(m_path, m_name, maxBytes, m_job, m_report, memory, text) || text.empty())
        return {};
    memory.hold(memory.bytes() + static_cast<qint64>(mostOfRepairedJson(text)));
    JsonRepairs r;
    text = repairedJson(text, JsonRepair::Document, r);
    dropCutNumber(text);
    memory.resize(static_cast<qint64>(text.capacity()));
    const auto note = [this](Severity s, const JsonRepairs::Of &of, const char *code, const char *message) {
        if (of.count > 0)
            m_report.add(s, m_name, code, QString::fromLatin1(message), Place::byte(of.first), {}, of.count);
    };
    note(Severity::Notice, r.controls, "json.control",
         RS_NOOP("The text has raw control characters; they are kept as escapes."));
    note(Severity::Notice, r.utf8, "json.utf8",
         RS_NOOP("Bytes that are not UTF-8 are shown as replacement characters."));
    note(Severity::Loss, r.numbers, "json.number", RS_NOOP("Numbers that are not finite are taken as missing."));

    RecordSax sax(isRecord, use, m_textKeys, m_job);
    bool complete = false;
    bool overBudget = false;
    try {
        complete = json::sax_parse(text, &sax);
    } catch (const OverBudget &) {
        overBudget = true;
        noteOutOfMemory(OutOfMemory::BudgetForRest, m_job, m_report, m_name);
    } catch (const std::bad_alloc &) {
        noteOutOfMemory(isRecord ? OutOfMemory::MachineForRest : OutOfMemory::MachineForFile, m_job, m_report, m_name);
        return {};
    }
    if (m_job.isCanceled())
        return {};
    m_complete = complete;
    if (overBudget) {
        // Said above.
    } else if (sax.tooDeep) {
        m_report.add(Severity::Loss, m_name, "json.depth",
                     RS_MESSAGE("Nested more than 64 levels deep; the rest is not read."));
    } else if (!complete) {
        m_report.add(
            Severity::Loss, m_name, findingcodes::jsonBroken,
            RS_MESSAGE("The text is cut or broken here; the complete entries before are kept, the rest is not read."),
            Place::byte(std::max<qint64>(sax.errorAt, 0)));
    }
    return sax.finish();
}

const json &jsonAt(const json &object, const char *key)
{
    static const json none;
    if (!object.is_object())
        return none;
    const auto it = object.find(key);
    return it == object.end() ? none : *it;
}

std::optional<double> jsonNumberOf(const json &v)
{
    if (v.is_number())
        return v.get<double>();
    if (!v.is_string())
        return std::nullopt;
    return parseNumber<double>(v.get_ref<const std::string &>());
}

double jsonNumber(const json &object, const char *key, double missing)
{
    return jsonNumberOf(jsonAt(object, key)).value_or(missing);
}

bool jsonHasNumber(const json &object, const char *key)
{
    return jsonNumberOf(jsonAt(object, key)).has_value();
}

QString jsonText(const json &value)
{
    if (value.is_string())
        return QString::fromStdString(value.get_ref<const std::string &>());
    if (value.is_boolean())
        return value.get<bool>() ? QStringLiteral("true") : QStringLiteral("false");
    if (value.is_number_unsigned())
        return QString::number(value.get<quint64>());
    if (value.is_number_integer())
        return QString::number(value.get<qint64>());
    if (value.is_number_float())
        return QString::number(value.get<double>(), 'g', QLocale::FloatingPointShortest);
    return {};
}

} // namespace rs
