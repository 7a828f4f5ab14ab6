// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "importers/files/bytesource.h"
#include "importers/trace/eventdecoder.h"
#include "importers/trace/structuralindex.h"

#include <functional>
#include <memory>

namespace rs {

/// Sizes that shape the reading of a trace; tests make them tiny to cut at every place.
struct TraceReadLimits
{
    qint64 windowBytes = 256 * 1024;        ///< read and indexed at once: fits the second-level cache
    qint64 sectionBytes = qint64{16} << 20; ///< at most; read by one thread, and one chunk of the result
    qint64 minSectionBytes = qint64{1} << 20;
    qint64 maxEventBytes = qint64{64} << 20; ///< larger events count as broken
    GzipStream::Limits gzip{.checkpointBytes = qint64{4} << 20};
};

/// `}` blanks `,` blanks `{` blanks `"`: where an event may begin. Position of the `{` or -1. Inside of a valid string
/// this stands only at its very end ("…},{"), inside of args only in a list of objects, so a find is a guess to prove.
[[nodiscard]] qint64 findBoundary(const char *text, qint64 from, qint64 to);
[[nodiscard]] qint64 findLastBoundary(const char *text, qint64 from, qint64 to);

/// Reads the events that begin in [from, to) of a source. The first begin must be a true one. Then every cut that it
/// makes on the way is proven before the text behind it is trusted: a window that parses to its end with nothing but
/// whole events ends where an event ends. A window that does not is walked event by event from its last true begin.
/// Windows and the walk take the same text for an event, and the walk goes on behind a broken one by what stands there,
/// not by what is in memory: so what is read of a broken text does not depend on where it is cut either.
class SectionReader
{
public:
    enum class Stop {
        Boundary, ///< the next event begins at `end`
        ArrayEnd, ///< the list of events ends; `end` is behind its `]`
        DataEnd,  ///< the source ended without a `]`; `end` is the begin of the event it cut, or its size
        Canceled,
        ReadError,
    };
    struct Section
    {
        qint64 from = 0;
        qint64 to = 0;
        bool afterComma = true; ///< false: an event ends at `from`
    };
    struct Result
    {
        qint64 from = 0;
        qint64 end = 0;
        Stop stop = Stop::Canceled;
        bool afterComma = true;  ///< DataEnd: false when the last thing was a whole event
        bool passedOver = false; ///< DataEnd: nothing behind the last broken text looks like an event
        TraceChunk chunk;
        TraceIssues issues;
        bool hasEvents = false;
        qint64 wasted = 0; ///< bytes matched for events that turned out broken
        qint64 spare = 0;  ///< bytes that may have been wasted before the section without changing its result
    };

    explicit SectionReader(const TraceReadLimits &limits) : m_limits(limits) {}

    /// `isFinal`: the source holds the text to its end, so that what is cut off at its end stays so.
    /// `progress` is told the bytes of each window. `wastedBefore`: see Result::wasted, of all sections before this
    /// one.
    [[nodiscard]] Result read(const ByteSource &source, Section section, bool isFinal, quint8 file,
                              const JobContext &job, const std::function<void(qint64)> &progress,
                              qint64 wastedBefore = 0);

private:
    enum class Step { Next, ArrayEnd, DataEnd };

    bool load(qint64 at, qint64 bytes);
    bool extend();
    [[nodiscard]] Step walk(qint64 until);
    [[nodiscard]] bool decodeAlone(qint64 from, qint64 to);
    [[nodiscard]] qint64 skipToPlausibleEvent(qint64 from);
    [[nodiscard]] qint64 boundaryBehind(qint64 at);
    [[nodiscard]] qint64 bytesToMatch(qint64 at) const;
    [[nodiscard]] qint64 sureBytes() const;
    [[nodiscard]] bool isOneEvent(qint64 from, qint64 to);
    void noteMatch(qint64 at, qint64 bytes);
    [[nodiscard]] bool endsWith(qint64 wanted, qint64 got) const;

    TraceReadLimits m_limits;
    EventDecoder m_decoder;
    StructuralIndex m_index;
    StructuralIndex m_aloneIndex;
    std::string m_alone;

    const ByteSource *m_source = nullptr;
    // Text [m_base, m_base + m_size) of the source; followed by padding. m_atEnd: nothing follows in the source.
    std::unique_ptr<char[]> m_buffer;
    qint64 m_capacity = 0;
    qint64 m_base = 0;
    qint64 m_size = 0;
    bool m_atEnd = false;
    bool m_failed = false;
    bool m_isFinal = true;

    qint64 m_pos = 0; ///< in the source: everything before it is read
    bool m_comma = true;
    bool m_passedOver = false;
    qint64 m_wasted = 0; ///< bytes matched for events that turned out broken
    qint64 m_wastedBefore = 0;
    qint64 m_spare = 0;
    qint64 m_boundary = -1;   ///< in the source: the last one that boundaryBehind() gave
    qint64 m_searchedTo = -1; ///< in the source: no other boundary stands before
};

} // namespace rs
