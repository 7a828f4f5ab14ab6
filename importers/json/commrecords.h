// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"
#include "core/text/texthash.h"
#include "importers/json/jsonrecords.h"

#include <QString>

#include <initializer_list>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace rs {

// What the readers of operators and of links have in common, of one rank or of a cluster.

/// The name of what stands for all operators of a step and class.
[[nodiscard]] const QString &totalName();

/// Where an operator or link stands, read off the keys above it.
struct CommPlace
{
    QString step = QStringLiteral("0");
    bool hasStepNumber = true;
    bool p2pClass = false;
    bool hasClass = false; ///< p2p or collective stands above
    QString above;         ///< what else stands above: in cluster files the ranks of the domain
    QString key;           ///< with its '@' suffix
    QString name;          ///< of the key, without it
    QString hash;
    QString inner; ///< the key below: a rank or "0-1"
};

/// Reads them off for one record after the other, most of which stand under the same keys as the one before.
class CommPlaces
{
public:
    /// `levelsBelow`: how many keys stand between the operator's key and the record: 0 in communication.json, 1 for
    /// links.
    explicit CommPlaces(size_t levelsBelow) : m_levelsBelow(levelsBelow) {}

    std::optional<CommPlace> of(const JsonRecords::Path &path);

private:
    [[nodiscard]] CommPlace above() const;
    [[nodiscard]] const QString &hash(QStringView text);

    const size_t m_levelsBelow;
    std::vector<QString> m_hashes; ///< records of a domain share its text
    bool m_known = false;
    std::vector<std::string> m_path; ///< above the operator's key
    CommPlace m_above;
};

/// What a file says once: an operator of a rank, or a link. Each counts where it stands first, whatever the spelling
/// of its step and ranks, and whatever class it is filed under.
class KnownRecords
{
public:
    enum class Kind : quint8 {
        Operator,
        Link,
    };

    KnownRecords(Kind kind, QString file, bool cluster, ImportReport &report);

    /// False, with a finding, for what was there before. `a` and `b`: the rank, or the ends of the link.
    bool isFirst(const CommPlace &where, int a, int b);

private:
    [[nodiscard]] std::string keyOf(const CommPlace &where, bool p2pTotal, int a, int b) const;

    Kind m_kind;
    QString m_file;
    bool m_cluster;
    ImportReport &m_report;
    std::unordered_set<std::string, TextHash> m_known;
};

/// A value that is not there, is none, or cannot be.
void noteNoValue(const QString &file, const QString &place, const QString &part, const QString &key,
                 ImportReport &report);

/// Reads numbers of one object by several spellings and reports what is none, or none that was measured.
class CommNumbers
{
public:
    /// `part`: of the place, where it is one of several.
    CommNumbers(JsonCursor &object, const QString &file, const QString &place, const QString &part,
                ImportReport &report)
        : m_object(object), m_file(file), m_place(place), m_part(part), m_report(report)
    {
    }

    /// `always`: every version of the writers gives it.
    std::optional<double> get(std::initializer_list<const char *> keys, double most, bool always = true);

private:
    void note(const char *key) { noteNoValue(m_file, m_place, m_part, QString::fromUtf8(key), m_report); }

    JsonCursor &m_object;
    const QString &m_file;
    const QString &m_place;
    const QString &m_part;
    ImportReport &m_report;
};

/// The rank that a text is, or -1.
[[nodiscard]] int rankOfText(const QString &text);

/// A class of the writer that differs from what the name says.
void noteOtherClass(bool writer, bool mine, const QString &file, const QString &name, ImportReport &report);

/// What is said of a file without operators, and of one that is none of its kind.
struct NothingRead
{
    const char *empty;
    const char *otherForm;
};

/// A file that is called used has given rows, or says why not. A cut file has said so already.
void noteRestOfRecords(qint64 strangers, const JsonRecords &reader, bool nothing, const QString &file,
                       const NothingRead &words, ImportReport &report);

} // namespace rs
