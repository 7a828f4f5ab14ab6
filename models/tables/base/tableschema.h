// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"

#include <QString>

#include <optional>

/// Marks an English literal of the tables for translation: titles, hints, words and sentences.
#define RS_TABLE(text) text

namespace rs {

/// Kind of the cells of a column, which tells the getter of RowSource that reads them.
enum class ValueKind : quint8 {
    Text,         ///< text: from a file
    Word,         ///< text: one of a few English words of ours ("vertical"), translated where people read it
    Sentence,     ///< text: what the engine says in English, translated where people read it (RowSource::wording())
    Label,        ///< text: names a rank or step; a number of JSON where it is one
    Written,      ///< written: text of the row alone, such as an id
    NumberText,   ///< written: a number with the digits of its file, which no type holds exactly
    Integer,      ///< integer
    Identifier,   ///< integer that only names something: no thousands are parted in it
    Bytes,        ///< integer
    Time,         ///< integer: nanoseconds, not negative
    Difference,   ///< integer: nanoseconds with a sign
    Stamp,        ///< integer: nanoseconds since the epoch; people read it as an offset from the start of the run
    MeanTime,     ///< real: nanoseconds
    Microseconds, ///< real: as the file says
    Milliseconds, ///< real: as the file says
    Real,         ///< real, in the unit that the header names
    Percent,      ///< real: 0 to 100
    Ratio,        ///< real; may be infinite
    Factor,       ///< real: how many times as much as something else; may be infinite
};

[[nodiscard]] constexpr bool isTextKind(ValueKind k)
{
    return k <= ValueKind::Label;
}
[[nodiscard]] constexpr bool isWrittenKind(ValueKind k)
{
    return k == ValueKind::Written || k == ValueKind::NumberText;
}
[[nodiscard]] constexpr bool isIntegerKind(ValueKind k)
{
    return k >= ValueKind::Integer && k <= ValueKind::Stamp;
}
[[nodiscard]] constexpr bool isRealKind(ValueKind k)
{
    return k >= ValueKind::MeanTime;
}

/// Things that the texts of a column name, so that a row leads there. The rank of a row is its place.
enum class RowKey : quint8 {
    None,
    Step,
    Domain,    ///< label of a communication domain
    Operator,  ///< communication operator
    OtherRank, ///< label of a rank that the row holds against its own
};

/// One column of a table, the same for every consumer.
struct ColumnSpec
{
    ColumnSpec() = default;
    /// `title` and `hint` are marked by RS_TABLE. What the texts name follows from a well-known id.
    ColumnSpec(const char *columnId, const char *csvHeader, const char *columnTitle, ValueKind valueKind,
               const char *columnHint = "", bool isShown = true);

    QString id;     ///< stable: settings, sort orders and tests use it
    QString header; ///< frozen: CSV, and the keys of JSON; times stand in the unit at its end, "(us)" or "(ns)".
                    ///< Empty: only the window has the column
    QString title;  ///< English, marked for translation; "%1" stands for the unit in which a time is shown, "%2" and
                    ///< "%3" for RowSource::names()
    QString hint;   ///< English, marked for translation: how the number comes about
    ValueKind kind = ValueKind::Text;
    bool shown = true; ///< false: in the window only when the user chooses it
    int place = 0;     ///< in the window: 1 stands first; 0: behind those, as they are declared
    int unitGroup = 0; ///< times of one group are shown in one unit, to be compared by eye; 0: of no group
    RowKey key = RowKey::None;
    /// Origin of stamps in the window, if it is not that of all others.
    std::optional<qint64> originNs{};
};

/// The translation context of everything in the catalogue: titles, hints, words and sentences.
inline constexpr const char *TablesContext = "Tables";

/// Reason for an empty table: an English literal marked for translation, and what stands in its places.
[[nodiscard]] inline Phrase tableReason(const char *english, QStringList arguments = {})
{
    return {QString::fromLatin1(english), std::move(arguments)};
}

/// A parameter of a table beside the run and the rank. parameters.h has its options.
enum class Parameter : quint8 {
    Step,       ///< --step
    Domain,     ///< --domain: label, group name or hash of a communication domain
    Operator,   ///< --op
    Total,      ///< --total: only the sums
    By,         ///< --by: grouping of operators
    Kind,       ///< --kind: compute or communication
    Core,       ///< --core: an accelerator core
    Source,     ///< --source: file or derived
    Category,   ///< --category: of flows
    Lane,       ///< --lane: a regular expression for "process/thread"
    Name,       ///< --name: a regular expression for names of slices
    Window,     ///< --from, --to
    Component,  ///< --component: of memory: PTA, GE, …
    Unreleased, ///< --unreleased: only blocks of memory that were never released
    Streams,    ///< --streams: of each stream by itself
    At,         ///< --at: a moment
    HeldBy,     ///< --by: grouping of blocks of memory
    Steps,      ///< --steps: each step, or the sum or the mean over the steps
    StepRange,  ///< --from-step, --to-step: numbers of steps, both counted
    Stage,      ///< --stage: of the pipeline, from 0
    State,      ///< --state: of a comparison, what became of an operator
    WhatIf,     ///< --what: the question
    About,      ///< --about: the rank, link or type of kernels of the question
    Times,      ///< --times: how many times faster
    Area,       ///< --area: of the diagnosis
};

} // namespace rs
