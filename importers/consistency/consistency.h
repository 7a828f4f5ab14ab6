// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"
#include "core/job/jobcontext.h"
#include "core/text/texthash.h"

#include <QString>

#include <array>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rs {

/// Severity of a contradiction. ByShare: data is lost where more than a tenth contradicts; less is a notice.
enum class Gravity : quint8 { Notice, ByShare, Loss };

/// A finding that a rule may raise.
struct Contradiction
{
    const char *code = nullptr; ///< null: nothing is told
    const char *message = nullptr;
    Gravity gravity = Gravity::Notice;
};

/// A value that both sources give, and how far rounding may take the two apart.
struct ComparedColumn
{
    const char *name = "";
    const char *unit = "";
    double rounding = 0; ///< for each part of a sum
    double share = 1e-9; ///< part of the greater value
};

/// A rule: two sources of a run say the same of the same things. Values that are missing contradict nothing.
struct Consistency
{
    std::span<const ComparedColumn> columns = {};
    Contradiction values = {};
    Contradiction onlyLeft = {};
    Contradiction onlyRight = {};
};

/// Place of a fact; an empty file is that of the left side.
struct FactPlace
{
    QString file;
    Place place;
};

/// The words for a fact of one side, asked for only when it is told.
struct FactWords
{
    std::function<FactPlace(quint32 id)> place;
    std::function<QString(quint32 id)> name; ///< name of a fact that only one side has
};

/// Statements of one source: keys, each with a value for every column of the rule.
struct Facts
{
    struct Row
    {
        quint64 key = 0;
        quint32 id = 0; ///< names the fact for `words`; the lowest is told first
        quint32 at = 0; ///< place of its values
    };
    std::vector<Row> rows;
    std::vector<double> values; ///< those of a row stand together; NaN where nobody knows
    FactWords words;

    void add(quint64 key, quint32 id, std::span<const std::optional<double>> of);
    void add(quint64 key, quint32 id, std::initializer_list<std::optional<double>> of = {})
    {
        add(key, id, std::span(of.begin(), of.size()));
    }
};

/// Facts without values that are told apart by their names, all of them at one place.
[[nodiscard]] Facts namedFacts(std::vector<QString> names, const Place &place);

namespace factkey {

inline quint64 partOf(std::string_view text)
{
    return textHash(text);
}
inline quint64 partOf(const QString &text)
{
    return textHash({reinterpret_cast<const char *>(text.utf16()), static_cast<size_t>(text.size()) * sizeof(QChar)});
}
inline quint64 partOf(qint64 number)
{
    return static_cast<quint64>(number);
}

} // namespace factkey

/// One number for what tells a fact from all others.
template <typename... Parts>
[[nodiscard]] quint64 factKey(const Parts &...parts)
{
    return KeyedHash()(std::array<quint64, sizeof...(Parts)>{factkey::partOf(parts)...});
}

/// Counts what contradicts a rule, for who has found the pairs already.
class Comparison
{
public:
    explicit Comparison(const Consistency &rule) : m_rule(rule) {}

    /// Values of the same thing, one for each column; each is the sum of so many parts.
    void pair(quint32 leftId, std::span<const double> left, std::span<const double> right, quint32 parts = 1);
    void onlyLeft(quint32 id) { m_left.add(id); }
    void onlyRight(quint32 id) { m_right.add(id); }
    /// One finding of each kind at most, about `file`: how many contradict, and the first of them.
    void tell(const QString &file, const FactWords &left, const FactWords &right, ImportReport &report) const;

private:
    struct Found
    {
        qint64 count = 0;
        std::vector<quint32> first; ///< the lowest ids, ascending
        void add(quint32 id);
    };
    void tellMissing(const Contradiction &what, const Found &found, const QString &file, const FactWords &words,
                     ImportReport &report) const;
    [[nodiscard]] Severity severityOf(const Contradiction &what, qint64 count, qint64 of) const;

    const Consistency &m_rule;
    qint64 m_pairs = 0;
    qint64 m_unequal = 0;
    quint32 m_firstUnequal = 0;
    QString m_unequalValues;
    Found m_left;
    Found m_right;
};

/// Joins two sources by their keys and tells what contradicts the rule. Of a key that stands twice on one side, the
/// first belongs to the first on the other. The caller makes sure that both sources were read.
void compareFacts(const Consistency &rule, Facts left, Facts right, const QString &file, const JobContext &job,
                  ImportReport &report);

} // namespace rs
