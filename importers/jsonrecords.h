// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importreport.h"
#include "core/jobcontext.h"

#include <QString>

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace rs {

/// Reads a JSON document of moderate size and keeps what is complete when the text breaks off: an object counts as soon
/// as it closes. Raw control characters, invalid UTF-8, NaN, Infinity and numbers outside double are repaired and
/// counted. Nothing is thrown.
class JsonRecords
{
public:
    /// Keys from the top to the object: {"step2", "collective", "hcom_allReduce__1_0_1@17"}; array elements have empty
    /// keys.
    using Path = std::vector<std::string>;
    /// True for an object that is handed out whole and then forgotten; asked when the object closes.
    using IsRecord = std::function<bool(const nlohmann::json &object)>;
    using Use = std::function<void(const Path &path, const nlohmann::json &object)>;

    JsonRecords(QString path, QString reportName, const JobContext &job, ImportReport &report);

    /// What is left of the document after the records were taken out; null when nothing could be read.
    /// Objects that were still open when the text broke off hold what stood before the break.
    nlohmann::json read(const IsRecord &isRecord = {}, const Use &use = {});

    static constexpr qint64 maxBytes = qint64{1} << 30;

private:
    QString m_path;
    QString m_name;
    const JobContext &m_job;
    ImportReport &m_report;
};

/// The largest number that is taken for a rank or device; what lies above is a broken value.
inline constexpr int MaxRank = 999999;

/// Number of a JSON value that may also be a text; `missing` for anything else.
[[nodiscard]] double jsonNumber(const nlohmann::json &object, const char *key, double missing = 0);
/// True when the value is a number, or a text that is one.
[[nodiscard]] bool jsonHasNumber(const nlohmann::json &object, const char *key);
/// Text of a scalar as JSON writes it, strings without quotes; empty for objects, arrays and null.
[[nodiscard]] QString jsonText(const nlohmann::json &value);
/// Value of a key of an object, null when there is none.
[[nodiscard]] const nlohmann::json &jsonAt(const nlohmann::json &object, const char *key);

} // namespace rs
