// SPDX-License-Identifier: Apache-2.0
// The rank of a trace, as far as it shows before the trace is read.
#include "importers/discovery/filekinds.h"
#include "importers/files/traceframe.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace rs {

namespace {

// The part of the end of a trace that is looked at.
constexpr qint64 endBytes = qint64{1} << 20;

// The rank that the end of a trace states. A key is one of the trace where nothing but keys and the closing bracket
// follow it.
int rankBehindEvents(std::string_view end)
{
    constexpr std::string_view key = "\"distributedInfo\"";
    constexpr int mostTries = 8;
    const MemorySource source(end.data(), 0, static_cast<qint64>(end.size()));
    size_t at = end.rfind(key);
    for (int tries = 0; at != std::string_view::npos && tries < mostTries; ++tries) {
        TraceFrame frame = TraceFrame::behindEvents(static_cast<qint64>(at));
        if (frame.read(source) == TraceFrame::Stop::Closed && frame.read(source) == TraceFrame::Stop::More &&
            frame.isOutside())
            return frame.facts().rank;
        at = at == 0 ? std::string_view::npos : end.rfind(key, at - 1);
    }
    return -1;
}

} // namespace

int rankOfTrace(const QString &path)
{
    OpenFailure failure;
    const auto file = FileSource::open(path, failure);
    if (!file)
        return -1;
    TraceFrame frame;
    // Whether the rank can only stand behind the events.
    const auto isOpen = [&frame](TraceFrame::Stop stop) {
        return stop == TraceFrame::Stop::List && frame.isInObject() && frame.facts().rank < 0;
    };
    std::string text;
    if (!file->isGzip()) {
        if (!isOpen(frame.read(*file)))
            return frame.facts().rank;
        const qint64 from = std::max(frame.place(), file->size() - endBytes);
        text.resize(static_cast<size_t>(std::max<qint64>(0, file->size() - from)));
        text.resize(
            static_cast<size_t>(std::max<qint64>(0, file->read(from, text.data(), static_cast<qint64>(text.size())))));
        return rankBehindEvents(text);
    }
    GzipStream stream(*file);
    GzipStream::Status status = GzipStream::Status::More;
    for (bool inEvents = false; status == GzipStream::Status::More;) {
        const size_t before = text.size();
        text.resize(before + static_cast<size_t>(endBytes));
        qint64 got = 0;
        status = stream.read(text.data() + before, endBytes, got);
        text.resize(before + static_cast<size_t>(got));
        if (!inEvents) {
            const auto size = static_cast<qint64>(text.size());
            const TraceFrame::Stop stop = frame.read(MemorySource(text.data(), stream.textAt() - size, size));
            inEvents = stop != TraceFrame::Stop::More;
            if (inEvents && (!isOpen(stop) || file->size() > mostGzipToLookThrough))
                return frame.facts().rank;
        }
        if (text.size() > static_cast<size_t>(endBytes))
            text.erase(0, text.size() - static_cast<size_t>(endBytes));
    }
    return rankBehindEvents(text);
}

} // namespace rs
