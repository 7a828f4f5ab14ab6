// SPDX-License-Identifier: Apache-2.0
#include "importers/trace/eventblocks.h"

#include "importers/db/dbevents.h"
#include "importers/files/bytesource.h"
#include "importers/files/osfile.h"

#include <algorithm>
#include <atomic>
#include <optional>

namespace rs {

namespace {

// Bytes that one task reads of a plain file: enough for sequential reading, few enough to keep all threads busy.
constexpr qint64 pieceBytes = qint64{4} << 20;
// A gap between two wanted events that is worth a new read.
constexpr qint64 gapBytes = qint64{256} << 10;

struct Wanted
{
    qint64 at;
    quint32 length;
    SliceId slice;
};

/// The pieces of a text, and which events begin in each.
struct Pieces
{
    std::vector<Wanted> events; ///< by piece; inside a piece in any order
    std::vector<size_t> first;  ///< begin of each piece, and the end
};

template <typename PieceOf>
Pieces sortedIn(const Trace &trace, const std::vector<SliceId> &slices, size_t file, size_t pieces, PieceOf pieceOf)
{
    Pieces out;
    out.first.assign(pieces + 1, 0);
    const auto each = [&](auto use) {
        for (const SliceId s : slices) {
            const SourceRange r = trace.slices().source(s);
            if (r.file == file && r.length > 0)
                use(Wanted{static_cast<qint64>(r.offset), r.length, s});
        }
    };
    each([&](const Wanted &w) { ++out.first[pieceOf(w.at) + 1]; });
    for (size_t i = 1; i <= pieces; ++i)
        out.first[i] += out.first[i - 1];
    out.events.resize(out.first.back());
    std::vector<size_t> next(out.first.begin(), out.first.end() - 1);
    each([&](const Wanted &w) { out.events[next[pieceOf(w.at)]++] = w; });
    return out;
}

/// Reads one after the other what lies in `[from, to)` of `events`, in as few reads as make sense; `readAt` gives false
/// when the bytes are not there. Gives the number of events that were not visited.
template <typename ReadAt>
qint64 visitPiece(Wanted *from, Wanted *to, const JobContext &job, const std::function<void(const EventBlock &)> &visit,
                  ReadAt readAt)
{
    std::sort(from, to, [](const Wanted &a, const Wanted &b) { return a.at < b.at; });
    qint64 unread = 0;
    std::vector<char> bytes;
    qint64 readTo = 0;
    while (from != to && !job.isCanceled()) {
        const qint64 begin = from->at;
        qint64 end = begin;
        const Wanted *last = from;
        for (; last != to && last->at - end < gapBytes &&
               last->at + last->length - begin <= std::max<qint64>(pieceBytes, from->length);
             ++last)
            end = std::max(end, last->at + last->length);
        bytes.resize(static_cast<size_t>(end - begin));
        if (begin >= readTo && readAt(begin, bytes)) {
            readTo = end;
            EventBlock block{{bytes.data(), bytes.size()}, {}};
            block.events.reserve(static_cast<size_t>(last - from));
            for (const Wanted *w = from; w != last; ++w)
                block.events.push_back({w->slice, static_cast<size_t>(w->at - begin), w->length});
            visit(block);
        } else {
            unread += last - from;
        }
        job.addDone(last - from);
        from += last - from;
    }
    return unread;
}

/// Rows of a database, each an event of its own; one thread, as each connection is.
qint64 visitRows(const SourceFile &source, const std::vector<Wanted> &events, quint8 file, const JobContext &job,
                 const std::function<void(const EventBlock &)> &visit)
{
    DbEvents rows(source.path, job);
    qint64 unread = 0;
    for (const Wanted &w : events) {
        if (job.isCanceled())
            break;
        const QByteArray text = rows.textOf({file, static_cast<quint64>(w.at), w.length});
        job.addDone(1);
        if (text.isEmpty()) {
            ++unread;
            continue;
        }
        const auto length = static_cast<size_t>(text.size());
        visit({std::string_view(text.constData(), length), {{w.slice, 0, length}}});
    }
    return unread;
}

} // namespace

qint64 readEventBlocks(const Trace &trace, const std::vector<SliceId> &slices, ThreadPool &pool, const JobContext &job,
                       const std::function<void(const EventBlock &)> &visit)
{
    std::atomic<qint64> unread{0};
    for (size_t f = 0; f < trace.sources().size() && !job.isCanceled(); ++f) {
        const SourceFile &source = trace.sources()[f];
        const SourceCheckpoints *const marks = source.gzip && source.checkpoints ? source.checkpoints.get() : nullptr;
        // The part before the first checkpoint is a piece too.
        const size_t count =
            source.gzip ? (marks ? marks->size() : 0) + 1 : static_cast<size_t>(source.bytes / pieceBytes) + 1;
        const auto pieceOf = [&](qint64 at) {
            if (!source.gzip)
                return static_cast<size_t>(std::min<qint64>(at / pieceBytes, static_cast<qint64>(count) - 1));
            if (!marks)
                return size_t{0};
            return static_cast<size_t>(std::ranges::upper_bound(*marks, at, {}, &SourceCheckpoint::textAt) -
                                       marks->begin());
        };
        Pieces pieces = sortedIn(trace, slices, f, count, pieceOf);
        OpenFailure failure;
        const auto file = FileSource::open(osFileAround(source.path), failure);
        if (!file || file->size() != source.bytes || file->modifiedMs() != source.modifiedMs) {
            unread += static_cast<qint64>(pieces.events.size());
            job.addDone(static_cast<qint64>(pieces.events.size()));
            continue;
        }
        if (isDatabaseSource(source)) {
            unread += visitRows(source, pieces.events, static_cast<quint8>(f), job, visit);
            continue;
        }
        pool.parallelFor(static_cast<qsizetype>(count), [&](qsizetype n) {
            const auto i = static_cast<size_t>(n);
            Wanted *const from = pieces.events.data() + pieces.first[i];
            Wanted *const to = pieces.events.data() + pieces.first[i + 1];
            if (from == to || job.isCanceled())
                return;
            if (!source.gzip) {
                unread += visitPiece(from, to, job, visit, [&](qint64 at, std::vector<char> &bytes) {
                    return file->read(at, bytes.data(), static_cast<qint64>(bytes.size())) ==
                           static_cast<qint64>(bytes.size());
                });
                return;
            }
            std::optional<GzipStream> stream;
            if (i > 0)
                stream.emplace(*file, (*marks)[i - 1]);
            else
                stream.emplace(*file);
            std::vector<char> skipped;
            unread += visitPiece(from, to, job, visit, [&](qint64 at, std::vector<char> &bytes) {
                const auto take = [&](char *out, qint64 wanted) {
                    for (qint64 filled = 0; filled < wanted;) {
                        qint64 got = 0;
                        const GzipStream::Status status = stream->read(out + filled, wanted - filled, got);
                        filled += got;
                        if (filled < wanted && status != GzipStream::Status::More)
                            return false;
                    }
                    return true;
                };
                while (stream->textAt() < at) {
                    skipped.resize(static_cast<size_t>(std::min<qint64>(at - stream->textAt(), qint64{1} << 20)));
                    if (job.isCanceled() || !take(skipped.data(), static_cast<qint64>(skipped.size())))
                        return false;
                }
                return take(bytes.data(), static_cast<qint64>(bytes.size()));
            });
        });
    }
    return unread;
}

} // namespace rs
