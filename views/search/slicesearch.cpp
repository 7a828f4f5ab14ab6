// SPDX-License-Identifier: Apache-2.0
#include "views/search/slicesearch.h"

#include <QRegularExpression>

#include <algorithm>

namespace rs {

namespace {

constexpr quint32 pollEvery = 1U << 16;

QRegularExpression expressionOf(const SearchQuery &q)
{
    QString pattern = q.regularExpression ? q.text : QRegularExpression::escape(q.text);
    // \b would fail beside the brackets and slashes that names end with.
    if (q.wholeWord)
        pattern = QStringLiteral("(?<!\\w)(?:%1)(?!\\w)").arg(pattern);
    QRegularExpression::PatternOptions options = QRegularExpression::UseUnicodePropertiesOption;
    if (!q.caseSensitive)
        options |= QRegularExpression::CaseInsensitiveOption;
    return QRegularExpression(pattern, options);
}

qint64 startOf(const SearchHits &h, const SearchHit &hit)
{
    return h.ranks[hit.rank].data->trace->slices().start(hit.slice);
}

// Sorts unless the job is cancelled, which std::sort alone could not be.
template <typename Less>
void cancellableSort(std::vector<SearchHit> &hits, const JobContext &job, Less less)
{
    constexpr size_t block = 1U << 16;
    // Blocks of a size that sorts in a few milliseconds, merged pairwise: cancelling takes effect between them.
    for (size_t i = 0; i < hits.size() && !job.isCanceled(); i += block)
        std::stable_sort(hits.begin() + static_cast<qsizetype>(i),
                         hits.begin() + static_cast<qsizetype>(std::min(hits.size(), i + block)), less);
    for (size_t width = block; width < hits.size(); width *= 2) {
        for (size_t i = 0; i + width < hits.size() && !job.isCanceled(); i += 2 * width)
            std::inplace_merge(hits.begin() + static_cast<qsizetype>(i), hits.begin() + static_cast<qsizetype>(i + width),
                               hits.begin() + static_cast<qsizetype>(std::min(hits.size(), i + 2 * width)), less);
    }
}

} // namespace

SearchHits searchSlices(std::vector<SearchRank> ranks, const SearchQuery &query, const JobContext &job)
{
    SearchHits out;
    out.ranks = std::move(ranks);
    if (query.text.isEmpty()) {
        out.complete = true;
        return out;
    }
    const QRegularExpression expression = expressionOf(query);
    if (!expression.isValid()) {
        out.error = expression.errorString();
        out.complete = true;
        return out;
    }
    expression.optimize();
    for (const SearchRank &r : out.ranks)
        job.addTotal(r.data->trace ? static_cast<qint64>(r.data->trace->slices().size()) + r.data->trace->strings().size() : 0);
    auto highlight = std::make_shared<SearchHighlight>();
    for (quint32 rank = 0; rank < out.ranks.size(); ++rank) {
        const auto &trace = out.ranks[rank].data->trace;
        if (!trace)
            continue;
        const StringPool &pool = trace->strings();
        const std::vector<StrId> &names = trace->slices().names();
        // Only texts that name a slice are matched: the pool holds ids and types too.
        std::vector<bool> used(pool.size());
        for (const StrId n : names)
            used[raw(n)] = true;
        auto matched = std::make_shared<std::vector<bool>>(pool.size());
        for (quint32 i = 0; i < pool.size(); ++i) {
            if ((i % 4096) == 0 && job.isCanceled())
                return out;
            if (used[i])
                (*matched)[i] = expression.match(pool.text(StrId{i})).hasMatch();
        }
        job.addDone(pool.size());
        for (quint32 i = 0; i < names.size(); ++i) {
            if ((i % pollEvery) == 0) {
                if (job.isCanceled())
                    return out;
                job.addDone(std::min<qint64>(pollEvery, static_cast<qint64>(names.size()) - i));
            }
            if ((*matched)[raw(names[i])])
                out.hits.push_back({rank, SliceId{i}});
        }
        highlight->names[out.ranks[rank].ref] = std::move(matched);
    }
    out.highlight = std::move(highlight);
    out.hits = sortedHits(out, SearchOrder::Start, false, job);
    out.complete = !job.isCanceled();
    return out;
}

std::vector<SearchHit> sortedHits(const SearchHits &h, SearchOrder order, bool descending, const JobContext &job)
{
    std::vector<SearchHit> out = h.hits;
    const auto byStart = [&](const SearchHit &a, const SearchHit &b) {
        const qint64 x = startOf(h, a);
        const qint64 y = startOf(h, b);
        return x != y ? x < y : a.rank != b.rank ? a.rank < b.rank : a.slice < b.slice;
    };
    const auto trace = [&](const SearchHit &a) -> const Trace & { return *h.ranks[a.rank].data->trace; };
    switch (order) {
    case SearchOrder::Start:
        cancellableSort(out, job, byStart);
        break;
    case SearchOrder::Rank:
        cancellableSort(out, job, [&](const SearchHit &a, const SearchHit &b) { return a.rank != b.rank ? a.rank < b.rank : byStart(a, b); });
        break;
    case SearchOrder::Duration:
        cancellableSort(out, job, [&](const SearchHit &a, const SearchHit &b) {
            const qint64 x = trace(a).slices().duration(a.slice);
            const qint64 y = trace(b).slices().duration(b.slice);
            return x != y ? x < y : byStart(a, b);
        });
        break;
    case SearchOrder::Lane:
        cancellableSort(out, job, [&](const SearchHit &a, const SearchHit &b) {
            if (a.rank != b.rank)
                return a.rank < b.rank;
            const quint32 x = raw(trace(a).laneOf(a.slice));
            const quint32 y = raw(trace(b).laneOf(b.slice));
            return x != y ? x < y : byStart(a, b);
        });
        break;
    case SearchOrder::Name:
        cancellableSort(out, job, [&](const SearchHit &a, const SearchHit &b) {
            const std::string_view x = trace(a).strings().view(trace(a).slices().name(a.slice));
            const std::string_view y = trace(b).strings().view(trace(b).slices().name(b.slice));
            return x != y ? x < y : byStart(a, b);
        });
        break;
    }
    if (descending)
        std::reverse(out.begin(), out.end());
    return out;
}

} // namespace rs
