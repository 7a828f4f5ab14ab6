// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <array>
#include <string>

namespace rs {

/// Possible faults of an event of a trace file. Messages and severities are in tracejson.cpp.
enum class TraceIssue : quint8 {
    BrokenEvent,
    Separator,
    ControlCharacters,
    InvalidUtf8,
    MissingKey,
    BadTime,
    MissingDuration,
    NegativeDuration,
    LongDuration,
    UnknownPhase,
    CounterAtZero,
    CounterNotNumber,
    CounterTooLarge,
    LongText,
    UnnamedSlice,
    OddLane,
    Count
};

/// Counts of one stretch of a file, each with the place where it happened first.
class TraceIssues
{
public:
    struct Entry
    {
        qint64 count = 0;
        qint64 firstByte = 0;
        std::string argument; ///< argument of the first one
    };

    void note(TraceIssue kind, qint64 byte, std::string_view argument = {}, qint64 count = 1)
    {
        Entry &e = m_entries[static_cast<size_t>(kind)];
        if (e.count == 0) {
            e.firstByte = byte;
            e.argument = argument;
        }
        e.count += count;
    }
    void forget(TraceIssue kind) { m_entries[static_cast<size_t>(kind)] = {}; }
    /// `later` stands behind this stretch in the file.
    void append(const TraceIssues &later)
    {
        for (size_t i = 0; i < m_entries.size(); ++i) {
            const Entry &from = later.m_entries[i];
            Entry &to = m_entries[i];
            if (to.count == 0)
                to = from;
            else
                to.count += from.count;
        }
    }
    [[nodiscard]] const Entry &at(TraceIssue kind) const { return m_entries[static_cast<size_t>(kind)]; }

private:
    std::array<Entry, static_cast<size_t>(TraceIssue::Count)> m_entries;
};

} // namespace rs
