// SPDX-License-Identifier: Apache-2.0
#include "importers/run/rankpacker.h"

#include "core/base/savedfile.h"
#include "core/run/tracecodec.h"
#include "importers/cache/rankcache.h"
#include "importers/trace/eventblocks.h"
#include "importers/trace/eventtext.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace rs {

namespace {

// Gives the number of texts that could not be read.
qint64 addTexts(const Trace &trace, PackedTexts &texts, ThreadPool &pool, const JobContext &job)
{
    constexpr size_t atOnce = 200'000; // slices whose texts are in memory
    const SliceStore &slices = trace.slices();
    std::vector<SliceId> order;
    for (quint32 i = 0; i < slices.size(); ++i) {
        if (slices.source(SliceId{i}).length > 0)
            order.push_back(SliceId{i});
    }
    // As they stand in the files: each is read once, and neighbours are alike. Slices of one event stay together.
    std::ranges::sort(order, {}, [&slices](SliceId s) {
        const SourceRange r = slices.source(s);
        return std::tuple(r.file, r.offset, raw(s));
    });
    std::vector<quint32> place(slices.size());
    qint64 unread = 0;
    for (size_t first = 0; first < order.size() && !job.isCanceled(); first += atOnce) {
        const std::vector<SliceId> part(order.begin() + static_cast<std::ptrdiff_t>(first),
                                        order.begin() +
                                            static_cast<std::ptrdiff_t>(std::min(order.size(), first + atOnce)));
        for (size_t i = 0; i < part.size(); ++i)
            place[raw(part[i])] = static_cast<quint32>(i);
        std::vector<QByteArray> shown(part.size());
        unread += readEventBlocks(trace, part, pool, job.child(), [&](const EventBlock &block) {
            for (const EventBlock::Event &e : block.events)
                shown[place[raw(e.slice)]] = shownMembers(block.textOf(e));
        });
        for (size_t i = 0; i < part.size(); ++i)
            texts.add(part[i], std::string_view(shown[i].constData(), static_cast<size_t>(shown[i].size())));
    }
    texts.seal();
    return unread;
}

} // namespace

QByteArray keyOfPack(const QString &runPath, const RankInfo &info, const QByteArray &build)
{
    RankInfo read = info;
    if (packOf(info))
        read.files.resize(1); // the others are in it
    return RankCache({{}, build, 1, 0}).keyOf(runPath, read);
}

QString writeRankPack(const RankData &rank, const QString &runPath, const QByteArray &key, const QString &path,
                      ThreadPool &pool, const JobContext &job)
{
    if (rank.overBudget)
        return QStringLiteral("the memory does not hold the rank.");
    std::optional<PackedTexts> texts;
    if (rank.trace) {
        texts.emplace(rank.trace->slices().size(), pool);
        const qint64 unread = addTexts(*rank.trace, *texts, pool, job);
        if (unread > 0 && !job.isCanceled())
            return QStringLiteral("the texts of %1 events cannot be read again: files of the rank were changed or "
                                  "removed.")
                .arg(unread);
    }
    if (job.isCanceled())
        return {};
    const FileEntry *const pack = packOf(rank.info);
    SavedFile file(path);
    const bool good = file.open() &&
                      TraceCodec::writePack(rank, key, pack ? pack->path : runPath, texts ? &*texts : nullptr, file) &&
                      file.commit();
    return good ? QString() : file.errorString();
}

} // namespace rs
