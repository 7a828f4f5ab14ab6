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

namespace {

/// Slices of a rank that are searched, as ranges of slice numbers.
std::vector<SliceStore::Span> spansOf(const SearchRank &rank)
{
    const SliceStore &slices = rank.data->trace->slices();
    if (rank.lanes.empty() && !rank.window)
        return {{0, slices.size()}};
    std::vector<SliceStore::Span> out;
    const auto add = [&](const Lane &lane) {
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const auto span = rank.window ? slices.visible(RowId{r}, rank.window->from, rank.window->to) : slices.row(RowId{r});
            if (!span.isEmpty())
                out.push_back(span);
        }
    };
    if (rank.lanes.empty()) {
        for (const Lane &lane : rank.data->trace->lanes())
            add(lane);
    } else {
        for (const LaneId lane : rank.lanes)
            add(rank.data->trace->lane(lane));
    }
    return out;
}

/// One flag per text of the pool; only texts that name a slice are matched, the pool holds ids and types too.
std::shared_ptr<std::vector<bool>> matchedNames(const Trace &trace, const QRegularExpression &expression, const JobContext &job)
{
    const StringPool &pool = trace.strings();
    std::vector<bool> used(pool.size());
    for (const StrId n : trace.slices().names())
        used[raw(n)] = true;
    auto matched = std::make_shared<std::vector<bool>>(pool.size());
    for (quint32 i = 0; i < pool.size(); ++i) {
        if ((i % 4096) == 0 && job.isCanceled())
            return nullptr;
        if (used[i])
            (*matched)[i] = expression.match(pool.text(StrId{i})).hasMatch();
    }
    job.addDone(pool.size());
    return matched;
}

bool argsMatch(const ArgLines &args, const QRegularExpression &expression)
{
    return std::any_of(args.lines.begin(), args.lines.end(), [&](const ArgLine &line) {
        return expression.match(line.key).hasMatch() || expression.match(line.value).hasMatch();
    });
}

} // namespace

SearchHits searchSlices(std::vector<SearchRank> ranks, const SearchQuery &query, const JobContext &job, const ArgReader &readArgs)
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
    const bool args = query.args && readArgs;
    std::vector<std::vector<SliceStore::Span>> spans;
    for (const SearchRank &r : out.ranks) {
        spans.push_back(r.data->trace ? spansOf(r) : std::vector<SliceStore::Span>());
        for (const auto &span : spans.back())
            job.addTotal(span.size());
        job.addTotal(r.data->trace ? r.data->trace->strings().size() : 0);
    }
    auto highlight = std::make_shared<SearchHighlight>();
    // Args are read from a file: a thousand of them take as long as a million names.
    const quint32 every = args ? 256 : pollEvery;
    for (quint32 rank = 0; rank < out.ranks.size(); ++rank) {
        const SearchRank &searched = out.ranks[rank];
        const auto &trace = searched.data->trace;
        if (!trace)
            continue;
        const auto matched = matchedNames(*trace, expression, job);
        if (!matched)
            return out;
        const std::vector<StrId> &names = trace->slices().names();
        const size_t before = out.hits.size();
        for (const SliceStore::Span &span : spans[rank]) {
            for (quint32 i = span.first; i < span.last; ++i) {
                if (((i - span.first) % every) == 0) {
                    if (job.isCanceled())
                        return out;
                    job.addDone(std::min<qint64>(every, static_cast<qint64>(span.last) - i));
                }
                bool hit = (*matched)[raw(names[i])];
                if (!hit && args) {
                    const ArgLines lines = readArgs(*trace, SliceId{i});
                    out.unreadable += lines.error.isEmpty() ? 0 : 1;
                    hit = argsMatch(lines, expression);
                }
                if (hit)
                    out.hits.push_back({rank, SliceId{i}});
            }
        }
        highlight->names[searched.ref] = matched;
        if (args || searched.window || !searched.lanes.empty()) {
            auto exact = std::make_shared<std::vector<quint32>>();
            for (size_t h = before; h < out.hits.size(); ++h)
                exact->push_back(raw(out.hits[h].slice));
            std::sort(exact->begin(), exact->end());
            highlight->slices[searched.ref] = std::move(exact);
        }
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
