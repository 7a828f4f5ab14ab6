// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/optionalnumbers.h"
#include "core/text/importreport.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/jsontokens.h"

#include <QString>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rs {

// Common parts of the readers of operators and of links, of one rank or of a cluster.

/// The name of what stands for all operators of a step and class.
[[nodiscard]] const QString &totalName();

/// Step and domain of operators or links, read off the keys above theirs.
struct CommPlace
{
    QString step = QStringLiteral("0");
    bool hasStepNumber = true;
    bool p2pClass = false;
    QString above; ///< keys above: in cluster files the ranks of the domain
};
[[nodiscard]] CommPlace commPlace(std::span<const std::string> path);

/// The key of an operator: "hcom_allReduce__271_0_1@17".
struct CommKey
{
    explicit CommKey(std::string_view key);

    std::string_view name;
    std::string_view hash; ///< behind the last '@'; empty where there is none
};

/// Hashes of the records that a file says once: operators of a rank, links. Each counts where it stands first, whatever
/// the spelling of its step and ranks, and whatever class it is filed under.
class SeenRecords
{
public:
    /// False for one that was there before. Throws std::bad_alloc, which no container of Qt does.
    [[nodiscard]] bool insert(quint64 hash)
    {
        if ((m_count + 1) * 4 > m_slots.size() * 3)
            grow();
        const quint64 kept = hash == 0 ? 1 : hash;
        quint64 &slot = slotOf(kept);
        const bool isNew = slot != kept;
        slot = kept;
        m_count += isNew ? 1 : 0;
        return isNew;
    }
    [[nodiscard]] qint64 bytes() const { return static_cast<qint64>(m_slots.capacity() * sizeof(quint64)); }

private:
    [[nodiscard]] quint64 &slotOf(quint64 hash)
    {
        const size_t mask = m_slots.size() - 1;
        size_t at = hash & mask;
        while (m_slots[at] != 0 && m_slots[at] != hash)
            at = (at + 1) & mask;
        return m_slots[at];
    }
    void grow();

    std::vector<quint64> m_slots; // a power of two; 0 is free
    size_t m_count = 0;
};

/// Drops a number that cannot be. False for that, and for one that is not there though it `always` is.
template <size_t N>
[[nodiscard]] bool keepMeasurable(OptionalNumbers<N> &numbers, size_t number, double most, bool always)
{
    const bool isThere = numbers.has(number);
    if (isThere && isMeasurable(numbers.values[number], most)) {
        numbers.values[number] += 0.0; // writers that round make -0 of what is a little below
        return true;
    }
    numbers.drop(number);
    return !isThere && !always;
}

/// Takes any value but a number as the number that its text is; as -1, which no measured number is, where it is none.
[[nodiscard]] bool takeNoNumber(JsonTokens &json, double &out, std::string_view &text);
/// Takes a number, or any value as above.
[[nodiscard]] inline bool takeQuantity(JsonTokens &json, double &out)
{
    std::string_view text;
    return json.isAtNumber() ? json.number(out) : takeNoNumber(json, out, text);
}

[[nodiscard]] inline QString textOfUtf8(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}
/// The rank that a text is, or -1.
[[nodiscard]] int rankOfText(const QString &text);

/// A value that is not there, is none, or cannot be.
void noteNoValue(const QString &file, const QString &place, const QString &part, const QString &key,
                 ImportReport &report);
/// A record whose step is no number.
void noteStep(const QString &file, const CommPlace &where, ImportReport &report);

/// Messages on a file without operators, and on one of another kind.
struct NothingRead
{
    const char *empty;
    const char *otherForm;
};

/// Parts of a file beside its records.
struct CommRest
{
    bool isWhole = false;
    qint64 strangers = 0; ///< entries that are no records
};

/// A file that is called used has given rows, or says why not. A cut file has said so already.
void noteRestOfRecords(const CommRest &rest, bool nothing, const QString &file, const NothingRead &words,
                       ImportReport &report);

} // namespace rs
