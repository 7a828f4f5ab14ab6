// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/files/bytesource.h"

#include <QtGlobal>

#include <optional>
#include <string>

namespace rs {

/// Reads what stands around the events of a trace in JSON. A trace is a list of events, or an object with such lists
/// under "traceEvents" and other keys before and behind them; a file may hold several, one behind the other. Reads the
/// text once, in as many pieces as there are: whoever reads the events says where a list ends.
class TraceFrame
{
public:
    enum class Stop {
        More,   ///< that is all that the source has
        List,   ///< events begin at place()
        Closed, ///< an object with lists ends before place(): facts() are those of its events
        Empty,  ///< the object that ends at place() has no list
        Odd,    ///< text at place() is no trace
    };
    /// Statements of a trace about all its events.
    struct Facts
    {
        qint64 baseNs = 0;   ///< "baseTimeNanoseconds" of torch.profiler: added to each stamp
        std::string oddBase; ///< text there instead of a time; empty: none
        int rank = -1;       ///< "distributedInfo": whose trace it is; -1: not said
    };

    TraceFrame() = default;
    /// Begins at `at`, among the keys behind a list.
    static TraceFrame behindEvents(qint64 at);

    /// Goes on from place(). All that it gives but More, List and Closed is final.
    [[nodiscard]] Stop read(const ByteSource &source);
    /// The list that began at place() ends before `at`.
    void listEndsAt(qint64 at);

    [[nodiscard]] qint64 place() const { return m_at; }
    /// Begin of the list or object in work.
    [[nodiscard]] qint64 begin() const { return m_begin; }
    /// Behind the end of a list or object, or before the first.
    [[nodiscard]] bool isOutside() const { return m_state == State::Outside; }
    [[nodiscard]] bool isInObject() const { return m_inObject; }
    /// Whether the list or object in work has had a list.
    [[nodiscard]] bool hasList() const { return m_hasList; }
    /// As far as they were read.
    [[nodiscard]] const Facts &facts() const { return m_facts; }
    /// The text ends here: a base whose digits are cut is none.
    void end();

private:
    enum class State { Outside, Keys, Key, Colon, Value, InValue };

    [[nodiscard]] std::optional<Stop> take(char c);
    [[nodiscard]] bool isBlankHere(char c) const;
    void open(bool object);
    void takeValue();

    State m_state = State::Outside;
    qint64 m_at = 0;
    qint64 m_begin = 0;
    bool m_inObject = false;
    bool m_hasList = false;
    bool m_hasKey = false;
    bool m_any = false; ///< a list or object was closed before
    bool m_inString = false;
    bool m_escaped = false;
    qint64 m_depth = 0;  ///< brackets that are open in the value
    std::string m_key;   ///< as the file has it
    std::string m_value; ///< value of a key that matters
    Facts m_facts;
};

/// Compressed traces of more bytes are not unpacked to see whose they are before they are read.
inline constexpr qint64 mostGzipToLookThrough = qint64{8} << 20;

/// The last character of [from, source.size()) that is no blank; `other` where there is none.
[[nodiscard]] char lastCharacter(const ByteSource &source, qint64 from, char other);

} // namespace rs
