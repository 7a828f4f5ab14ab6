// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/importreport.h"

#include <QString>

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rs {

/// Owns a JSON value and gives its memory back without asking for any. The library's own destructor moves children to a
/// vector first, and a destructor that finds no memory ends the program.
class JsonTree
{
public:
    JsonTree() = default;
    explicit JsonTree(nlohmann::json &&root) : m_root(std::move(root)) {}
    ~JsonTree() { dismantle(m_root); }
    JsonTree(JsonTree &&other) noexcept { m_root.swap(other.m_root); }
    JsonTree &operator=(JsonTree &&other) noexcept
    {
        m_root.swap(other.m_root);
        return *this;
    }
    JsonTree(const JsonTree &) = delete;
    JsonTree &operator=(const JsonTree &) = delete;

    [[nodiscard]] nlohmann::json &root() { return m_root; }
    [[nodiscard]] const nlohmann::json &root() const { return m_root; }

private:
    static void dismantle(nlohmann::json &value) noexcept;

    nlohmann::json m_root;
};

/// Reads a JSON document of moderate size and keeps what is complete when the text breaks off: an object counts as soon
/// as it closes. Raw control characters, invalid UTF-8, NaN, Infinity and numbers outside double are repaired and
/// counted. Of a key that stands twice in an object the last value counts. Text and values count against the memory
/// budget; what does not fit is a finding, and what was read before is kept. Nothing is thrown; what `use` finds no
/// memory for ends the reading.
class JsonRecords
{
public:
    /// Keys from the top to the object: {"step2", "collective", "hcom_allReduce__1_0_1@17"}; array elements have empty
    /// keys.
    using Path = std::vector<std::string>;
    /// True for an object that is handed out whole and then forgotten; asked when the object closes. A record may hold
    /// short lists of scalars; with such a filter, anything else in a list is not kept.
    using IsRecord = std::function<bool(const nlohmann::json &object)>;
    using Use = std::function<void(const Path &path, const nlohmann::json &object)>;

    JsonRecords(QString path, QString reportName, const JobContext &job, ImportReport &report);

    /// The document; null when nothing could be read. Objects that were still open when the text broke off hold what
    /// stood before the break.
    JsonTree read();
    /// Hands out the records. What is left of the document after they were taken out is counted: the values of the
    /// objects around them that are no objects, and empty objects beside records.
    qint64 read(const IsRecord &isRecord, const Use &use);
    /// Whether the last read() came to the end of a whole document. If not, a finding says why.
    [[nodiscard]] bool isComplete() const { return m_complete; }

    /// The numbers of these keys are handed out as text, digit by digit as the file has them: a double would alter
    /// them.
    void keepTextOf(std::vector<std::string> keys) { m_textKeys = std::move(keys); }

    static constexpr qint64 maxBytes = qint64{1} << 30;
    /// A caller keeps less of a record than its values here, but never nothing.
    [[nodiscard]] static qint64 keptOf(qint64 recordBytes)
    {
        constexpr qint64 least = 512;
        return least + recordBytes / 4;
    }

private:
    JsonTree readSafely(const IsRecord &isRecord, const Use &use);
    JsonTree readText(const IsRecord &isRecord, const Use &use);

    QString m_path;
    QString m_name;
    const JobContext &m_job;
    ImportReport &m_report;
    std::vector<std::string> m_textKeys;
    bool m_complete = false;
};

/// The largest number that is taken for a rank or device; what lies above is a broken value.
inline constexpr int MaxRank = 999999;

/// Number of a JSON value that may also be a text; nothing, or `missing`, for anything else.
[[nodiscard]] std::optional<double> jsonNumberOf(const nlohmann::json &value);
[[nodiscard]] double jsonNumber(const nlohmann::json &object, const char *key, double missing = 0);
/// True when the value is a number, or a text that is one.
[[nodiscard]] bool jsonHasNumber(const nlohmann::json &object, const char *key);
/// Text of a scalar as JSON writes it, strings without quotes; empty for objects, arrays and null.
[[nodiscard]] QString jsonText(const nlohmann::json &value);
/// Value of a key of an object, null when there is none.
[[nodiscard]] const nlohmann::json &jsonAt(const nlohmann::json &object, const char *key);

} // namespace rs
