// SPDX-License-Identifier: Apache-2.0
// Targets that read traces: plain and compressed.
#include "core/trace/tracebuilder.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "fuzz/use.h"
#include "importers/files/bytesource.h"
#include "importers/trace/eventblocks.h"
#include "importers/trace/eventtext.h"
#include "importers/trace/tracejson.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <zlib.h>

namespace rs::fuzz {

namespace {

struct Reading
{
    std::unique_ptr<Trace> trace;
    qint64 broken = 0; ///< events
    QString brokenAt;  ///< the first one
};

Reading readTrace(const QString &path, const TraceReadLimits &limits)
{
    const JobContext job;
    ImportReport report;
    TraceBuilder builder(QStringLiteral("trace"));
    Reading out;
    if (readTraceFile(path, builder, {pool(), job, report, QStringLiteral("trace")}, limits))
        out.trace = builder.seal(pool(), job, report);
    for (const Finding &f : report.findings()) {
        if (f.code == QLatin1String("trace.broken-event")) {
            out.broken = f.count;
            out.brokenAt = f.place.text();
        }
    }
    return out;
}

// Texts of events, one by one and in blocks.
void readTexts(const Trace &trace)
{
    std::vector<SliceId> some;
    for (quint32 i = 0; i < std::min<quint32>(trace.slices().size(), 50); ++i)
        some.push_back(SliceId{i});
    for (const SliceId s : some)
        (void)parseEventArgs(readEventText(trace, s).json);
    const JobContext job;
    (void)readEventBlocks(trace, some, pool(), job, [](const EventBlock &) {});
}

// Small enough that even short inputs are cut into windows and sections.
TraceReadLimits tinyLimits(unsigned char choice)
{
    TraceReadLimits limits;
    limits.windowBytes = 64 + choice * 8;
    limits.sectionBytes = 256 + choice * 16;
    limits.minSectionBytes = 128;
    limits.maxEventBytes = 64 * 1024;
    limits.gzip.checkpointBytes = 512;
    return limits;
}

std::string packed(std::string_view text, unsigned char choice)
{
    z_stream z{};
    require(deflateInit2(&z, choice % 10, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) == Z_OK, "zlib packs");
    std::string out(deflateBound(&z, text.size()) + 64, '\0');
    // zlib does not write through next_in; its type is older than const.
    z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef *>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(out.size() - z.avail_out);
    deflateEnd(&z);
    return out;
}

std::string inflated(GzipStream &stream, size_t mostBytes)
{
    std::string text;
    std::vector<char> piece(997);
    GzipStream::Status status = GzipStream::Status::More;
    while (status == GzipStream::Status::More && text.size() < mostBytes) {
        qint64 got = 0;
        status = stream.read(piece.data(), static_cast<qint64>(piece.size()), got);
        text.append(piece.data(), static_cast<size_t>(got));
    }
    return text;
}

} // namespace

void fuzzTrace(std::string_view input)
{
    const Scratch scratch;
    const unsigned char choice = takeChoice(input);
    const QString path = scratch.write(QStringLiteral("trace_view.json"), input);
    const TraceReadLimits tiny = tinyLimits(choice);
    TraceReadLimits large;
    large.maxEventBytes = tiny.maxEventBytes;
    const Reading whole = readTrace(path, large);
    const Reading cut = readTrace(path, tiny);
    require((whole.trace == nullptr) == (cut.trace == nullptr),
            "whether a trace is read does not depend on where it is cut");
    require(whole.broken == cut.broken && whole.brokenAt == cut.brokenAt,
            "what is lost of a trace does not depend on where it is cut");
    if (!whole.trace)
        return;
    require(whole.trace->slices().size() == cut.trace->slices().size() &&
                whole.trace->startNs() == cut.trace->startNs() && whole.trace->endNs() == cut.trace->endNs() &&
                whole.trace->flows().size() == cut.trace->flows().size(),
            "what is read of a trace does not depend on where it is cut");
    for (const Reading &reading : {std::cref(whole), std::cref(cut)}) {
        if (reading.trace) {
            useTrace(*reading.trace);
            readTexts(*reading.trace);
        }
    }
}

void fuzzGzip(std::string_view input)
{
    const Scratch scratch;
    const unsigned char choice = takeChoice(input);
    const bool asItIs = choice % 2 == 0;
    std::string bytes(input);
    if (!asItIs) {
        // Two members, so that checkpoints lie on both sides of a join.
        const size_t half = input.size() / 2;
        bytes = packed(input.substr(0, half), choice) + packed(input.substr(half), choice);
    }
    const QString path = scratch.write(QStringLiteral("trace_view.json.gz"), bytes);
    OpenFailure failure;
    const auto file = FileSource::open(path, failure);
    if (!file)
        return;
    GzipStream::Limits limits;
    limits.checkpointBytes = 512;
    GzipStream first(*file, limits);
    const std::string text = inflated(first, size_t{8} << 20);
    if (!asItIs)
        require(text == input, "a packed text comes back as it was");
    const SourceCheckpoints points = first.takeCheckpoints();
    for (size_t i = 0; i < points.size(); i += 1 + points.size() / 8) {
        const SourceCheckpoint &point = points[i];
        GzipStream again(*file, point);
        require(again.textAt() == point.textAt && point.textAt <= static_cast<qint64>(text.size()),
                "a checkpoint lies in the text");
        const std::string rest = inflated(again, 4096);
        require(text.compare(static_cast<size_t>(point.textAt), rest.size(), rest) == 0,
                "from a checkpoint the text goes on as it did");
    }
    if (const Reading reading = readTrace(path, tinyLimits(choice)); reading.trace) {
        useTrace(*reading.trace);
        readTexts(*reading.trace);
    }
}

} // namespace rs::fuzz
