// SPDX-License-Identifier: Apache-2.0
#include "importers/json/soundrecords.h"

#include "importers/files/bytecounts.h"

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

namespace rs {

namespace {

using Element = simdjson::dom::element;
using simdjson::dom::element_type;

constexpr int DeepestSound = 32;
constexpr size_t LongestSound = 64; // list in a record

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Numbers so small that a double may not hold them: they are missing, which the parser does not tell.
bool mayHoldTinyNumbers(std::string_view text)
{
    const char *const end = text.data() + text.size();
    for (const char *p = text.data(); p < end; ++p) {
        p = static_cast<const char *>(std::memchr(p, '-', static_cast<size_t>(end - p)));
        if (!p)
            break;
        const bool exponent = p - text.data() >= 2 && (p[-1] == 'e' || p[-1] == 'E') && isDigit(p[-2]);
        if (exponent && end - p > 3 && isDigit(p[1]) && isDigit(p[2]) && isDigit(p[3]))
            return true;
    }
    // "0.000…1": so many zeros in a row cannot hide between two looks.
    constexpr size_t stride = 128;
    constexpr size_t many = 2 * stride;
    for (size_t i = 0; i < text.size(); i += stride) {
        size_t zeros = 0;
        for (size_t k = i; k < text.size() && text[k] == '0' && zeros < many; ++k)
            ++zeros;
        for (size_t k = i; k > 0 && text[k - 1] == '0' && zeros > 0 && zeros < many; --k)
            ++zeros;
        if (zeros >= many)
            return true;
    }
    return false;
}

/// Leaves them in `keys`.
bool hasKeyTwice(const simdjson::dom::object &object, std::vector<std::string_view> &keys)
{
    keys.clear();
    for (const auto field : object)
        keys.push_back(field.key);
    constexpr size_t few = 12;
    if (keys.size() > few) {
        std::sort(keys.begin(), keys.end());
        return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
    }
    for (size_t i = 1; i < keys.size(); ++i) {
        for (size_t k = 0; k < i; ++k) {
            if (keys[i] == keys[k])
                return true;
        }
    }
    return false;
}

// About what JsonRecords counts for the same.
constexpr qint64 ItemBytes = 32;
constexpr qint64 MemberBytes = 112;
constexpr qint64 ContainerBytes = 64;

/// What the parser takes beside the text, and the text: places of what is not text, at most two words a value, and the
/// texts once more. It asks for more addresses than that, which take no memory.
struct ParserRoom
{
    explicit ParserRoom(const std::string &text)
    {
        const auto [itsCommas, itsObjects, itsLists] = countBytes<',', '{', '['>(text.data(), text.size());
        commas = itsCommas;
        containers = itsObjects + itsLists;
        constexpr qint64 valueBytes = 48;
        constexpr qint64 openBytes = 96;
        bytes = static_cast<qint64>(text.size()) + commas * valueBytes + containers * openBytes;
    }

    qint64 commas = 0;
    qint64 containers = 0;
    qint64 bytes = 0;
};

// Whether it is an object, with the room behind it that the parser needs, and numbers as it reads them.
bool mayBeSound(const std::string &text)
{
    const size_t first = text.find_first_not_of(" \t\n\r");
    return text.capacity() - text.size() >= simdjson::SIMDJSON_PADDING && first != std::string::npos &&
           text[first] == '{' && !mayHoldTinyNumbers(text);
}

/// Makes a tree of a document.
class TreeMaker
{
public:
    /// False for a key that stands twice, and for what is nested too deep.
    [[nodiscard]] bool make(const Element &from, int depth, nlohmann::json &out)
    {
        switch (from.type()) {
        case element_type::OBJECT:
            return members(from.get_object().value_unsafe(), depth, out);
        case element_type::ARRAY: {
            const simdjson::dom::array array = from.get_array().value_unsafe();
            out = nlohmann::json::array();
            out.get_ref<nlohmann::json::array_t &>().reserve(array.size());
            for (const Element item : array) {
                out.push_back(nullptr);
                if (depth >= DeepestSound || !make(item, depth + 1, out.back()))
                    return false;
            }
            return true;
        }
        case element_type::INT64: {
            // As the library tells them apart.
            const int64_t number = from.get_int64().value_unsafe();
            out = number < 0 ? nlohmann::json(number) : nlohmann::json(static_cast<uint64_t>(number));
            return true;
        }
        case element_type::UINT64:
            out = from.get_uint64().value_unsafe();
            return true;
        case element_type::DOUBLE:
            out = from.get_double().value_unsafe();
            return true;
        case element_type::STRING:
            out = std::string(from.get_string().value_unsafe());
            return true;
        case element_type::BOOL:
            out = from.get_bool().value_unsafe();
            return true;
        case element_type::NULL_VALUE:
            out = nullptr;
            return true;
        }
        return false;
    }

private:
    [[nodiscard]] bool members(const simdjson::dom::object &object, int depth, nlohmann::json &out)
    {
        if (depth >= DeepestSound || hasKeyTwice(object, m_keys))
            return false;
        out = nlohmann::json::object();
        for (const auto field : object) {
            if (!make(field.value, depth + 1, out[std::string(field.key)]))
                return false;
        }
        return true;
    }

    std::vector<std::string_view> m_keys;
};

} // namespace

struct SoundRecords::Walk
{
    Walk(const std::string &t, const JsonRecords::IsRecord &i, const std::vector<std::string> &k, const JobContext &j)
        : text(t), isRecord(i), textKeys(k), job(j), memory(j.sharedBudget())
    {
    }

    struct Record
    {
        std::string_view written; ///< of its number that is kept as text
        qint64 bytes = 0;         ///< as JsonRecords counts them
    };

    const std::string &text;
    const JsonRecords::IsRecord &isRecord;
    const std::vector<std::string> &textKeys;
    const JobContext &job;
    MemoryReservation memory;
    simdjson::dom::parser parser;
    Element root;
    qint64 strangers = 0;
    std::vector<std::string_view> keys; ///< of the object that is looked at
    std::vector<bool> outer;            ///< of each object in no record: whether it is one
    std::vector<Record> records;        ///< in their order
    size_t textAt = 0;                  ///< behind the last number that is kept as text

    /// Finds the text of a number whose key asks for it. Each such key stands in the text as often as in the document,
    /// and in the same order.
    [[nodiscard]] bool findText(std::string_view key, const Element &value, Record *record)
    {
        if (std::find(textKeys.begin(), textKeys.end(), key) == textKeys.end())
            return true;
        const auto isBlank = [this](size_t at) {
            return at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r');
        };
        while (true) {
            const void *const found = memmem(text.data() + textAt, text.size() - textAt, key.data(), key.size());
            if (!found)
                return false;
            const auto at = static_cast<size_t>(static_cast<const char *>(found) - text.data());
            textAt = at + key.size();
            if (at == 0 || text[at - 1] != '"' || textAt >= text.size() || text[textAt] != '"')
                continue;
            ++textAt;
            while (isBlank(textAt))
                ++textAt;
            if (textAt < text.size() && text[textAt] == ':')
                break;
        }
        ++textAt;
        while (isBlank(textAt))
            ++textAt;
        if (!value.is_double())
            return true;
        const size_t end = std::min(text.find_first_not_of("0123456789+-.eE", textAt), text.size());
        double same = 0;
        const auto [rest, ec] = std::from_chars(text.data() + textAt, text.data() + end, same);
        if (ec != std::errc() || rest != text.data() + end || same != value.get_double().value_unsafe())
            return false;
        // A record with two of them says not which is which.
        if (record && !record->written.empty())
            return false;
        if (record)
            record->written = std::string_view(text).substr(textAt, end - textAt);
        return true;
    }

    /// Of what stands in a record.
    [[nodiscard]] bool isSoundPart(const Element &element, int depth, Record &record)
    {
        switch (element.type()) {
        case element_type::OBJECT: {
            const simdjson::dom::object object = element.get_object().value_unsafe();
            if (depth > DeepestSound || hasKeyTwice(object, keys) || isRecord(JsonKeys(keys)))
                return false;
            return areSoundMembers(object, depth, record);
        }
        case element_type::ARRAY: {
            size_t size = 0;
            const simdjson::dom::array array = element.get_array().value_unsafe();
            for (const Element item : array) {
                if (item.is_object() || item.is_array() || ++size > LongestSound)
                    return false;
            }
            record.bytes += ContainerBytes + static_cast<qint64>(size) * ItemBytes;
            return true;
        }
        default:
            return true;
        }
    }

    [[nodiscard]] bool areSoundMembers(const simdjson::dom::object &object, int depth, Record &record)
    {
        record.bytes += ContainerBytes;
        for (const auto field : object) {
            record.bytes += MemberBytes + static_cast<qint64>(field.key.size());
            if (!findText(field.key, field.value, &record) || !isSoundPart(field.value, depth + 1, record))
                return false;
        }
        return true;
    }

    [[nodiscard]] bool isSound(const Element &element, int depth)
    {
        if (element.is_array())
            return false;
        if (!element.is_object()) {
            ++strangers;
            return depth > 0;
        }
        const simdjson::dom::object object = element.get_object().value_unsafe();
        if (depth > DeepestSound || hasKeyTwice(object, keys))
            return false;
        outer.push_back(isRecord(JsonKeys(keys)));
        if (outer.back()) {
            Record record;
            if (depth == 0 || !areSoundMembers(object, depth, record))
                return false;
            records.push_back(record);
            return true;
        }
        bool hasRecords = false;
        qint64 empty = 0;
        for (const auto field : object) {
            const size_t at = outer.size();
            if (!findText(field.key, field.value, nullptr) || !isSound(field.value, depth + 1))
                return false;
            if (field.value.is_object()) {
                hasRecords = hasRecords || outer[at];
                empty += field.value.get_object().value_unsafe().size() == 0 ? 1 : 0;
            }
        }
        // Beside records it is one that lost its values, and not a part without records.
        strangers += hasRecords ? empty : 0;
        return true;
    }

    size_t nextOuter = 0;
    size_t next = 0; ///< of `records`
    qint64 kept = 0;
    JsonRecords::Path path;

    [[nodiscard]] bool visit(const Element &element, const JsonRecords::Use &use)
    {
        if (!element.is_object())
            return true;
        if (outer[nextOuter++]) {
            if (job.isCanceled())
                return false;
            const Record &record = records[next++];
            kept += JsonRecords::keptOf(record.bytes);
            memory.hold(memoryOfDocument + kept);
            use(path, JsonRef(element, record.written));
            return true;
        }
        const simdjson::dom::object object = element.get_object().value_unsafe();
        for (const auto field : object) {
            path.emplace_back(field.key);
            const bool more = visit(field.value, use);
            path.pop_back();
            if (!more)
                return false;
        }
        return true;
    }

    qint64 memoryOfDocument = 0;
};

SoundRecords::SoundRecords(const std::string &text, const JsonRecords::IsRecord &isRecord,
                           const std::vector<std::string> &textKeys, const JobContext &job)
    : m_walk(std::make_unique<Walk>(text, isRecord, textKeys, job))
{
}

SoundRecords::~SoundRecords() = default;

bool SoundRecords::parse()
{
    Walk &w = *m_walk;
    // No record stands in a document of another form, for which the parser would take many times its text.
    if (!mayBeSound(w.text))
        return false;
    try {
        const ParserRoom room(w.text);
        w.memoryOfDocument = room.bytes;
        // Values of records have names, which take more than this.
        constexpr qint64 leastText = 8;
        if (room.commas * leastText > static_cast<qint64>(w.text.size()))
            return false;
        w.memory.hold(w.memoryOfDocument);
        if (w.parser.parse(w.text.data(), w.text.size(), false).get(w.root) != simdjson::SUCCESS)
            return false;
        if (!w.isSound(w.root, 0))
            return false;
    } catch (const std::bad_alloc &) {
        return false;
    }
    m_strangers = w.strangers;
    return true;
}

bool SoundRecords::visit(const JsonRecords::Use &use)
{
    return m_walk->visit(m_walk->root, use);
}

std::optional<JsonTree> soundTree(const std::string &text, const JobContext &job)
{
    if (!mayBeSound(text))
        return std::nullopt;
    try {
        const ParserRoom room(text);
        MemoryReservation memory(job.sharedBudget());
        memory.hold(room.bytes + room.commas * MemberBytes + room.containers * ContainerBytes);
        simdjson::dom::parser parser;
        Element root;
        JsonTree out;
        if (parser.parse(text.data(), text.size(), false).get(root) == simdjson::SUCCESS &&
            TreeMaker().make(root, 0, out.root()))
            return out;
    } catch (const std::bad_alloc &) {
        // The other way needs less.
    }
    return std::nullopt;
}

} // namespace rs
