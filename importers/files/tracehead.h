// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/files/bytesource.h"

#include <QtGlobal>

#include <string>

namespace rs {

/// Where the events of a trace in JSON begin: a list, or the list "traceEvents" of an object.
struct TraceHead
{
    enum class Kind { List, InObject, NoEvents, NotJson, Incomplete };
    Kind kind = Kind::NotJson;
    qint64 body = 0; ///< where the first event may stand, or where the trouble is
    /// "baseTimeNanoseconds" of torch.profiler before the events: added to each of their stamps, ns.
    qint64 baseNs = 0;
    std::string oddBase; ///< what stands there instead of a time; empty: nothing
    int rank = -1;       ///< "distributedInfo" before the events: whose trace it is; -1: not said
};

/// Reads no further than the first event.
[[nodiscard]] TraceHead readTraceHead(const ByteSource &source);

/// What stands behind the list of events.
enum class TraceTail { Complete, Unclosed, OtherText };

class TraceTailReader
{
public:
    /// Reads from there, or from where it stopped, to the end of what the source has.
    void feed(const ByteSource &source, qint64 from);
    [[nodiscard]] TraceTail result(bool inObject) const;
    /// Where the trouble is, or where the file ends.
    [[nodiscard]] qint64 place(TraceTail tail) const { return tail == TraceTail::OtherText ? m_firstAt : m_end; }

private:
    qint64 m_end = 0;
    qint64 m_firstAt = 0;
    char m_first = 0;
    char m_last = 0;
};

/// The last character of [from, source.size()) that is no blank; `other` where there is none.
[[nodiscard]] char lastCharacter(const ByteSource &source, qint64 from, char other);

} // namespace rs
