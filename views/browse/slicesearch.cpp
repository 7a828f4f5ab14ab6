// SPDX-License-Identifier: Apache-2.0
#include "views/browse/slicesearch.h"

#include "core/job/cancelsort.h"
#include "core/text/patternmatch.h"

#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <mutex>
#include <string>

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

/// Slices of a rank that are searched, as ranges of slice numbers.
std::vector<SliceStore::Span> spansOf(const SearchRank &rank)
{
    const SliceStore &slices = rank.data->trace->slices();
    if (rank.lanes.empty() && !rank.window)
        return {{0, slices.size()}};
    std::vector<SliceStore::Span> out;
    const auto add = [&](const Lane &lane) {
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const auto span =
                rank.window ? slices.visible(RowId{r}, rank.window->from, rank.window->to) : slices.row(RowId{r});
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
std::shared_ptr<std::vector<bool>> matchedNames(const Trace &trace, const QRegularExpression &expression,
                                                const JobContext &job)
{
    const StringPool &pool = trace.strings();
    std::vector<bool> used(pool.size());
    for (const StrId n : trace.slices().names())
        used[raw(n)] = true;
    auto matched = std::make_shared<std::vector<bool>>(pool.size());
    for (quint32 i = 0; i < pool.size(); ++i) {
        if (job.isCanceled())
            return nullptr;
        if (used[i])
            (*matched)[i] = matchesPattern(expression, pool.text(StrId{i}));
    }
    job.addDone(pool.size());
    return matched;
}

bool argsMatch(const ArgLines &args, const QRegularExpression &expression)
{
    return std::any_of(args.lines.begin(), args.lines.end(), [&](const ArgLine &line) {
        return matchesPattern(expression, line.key) || matchesPattern(expression, line.value);
    });
}

} // namespace

namespace {

/// Slices of one rank whose args match, out of `wanted`.
struct ArgHits
{
    std::vector<SliceId> slices;
    qint64 unreadable = 0;
};
using ArgSearch = std::function<ArgHits(const Trace &, const std::vector<SliceId> &wanted)>;

// Throws PatternGaveUp.
void search(SearchHits &out, const SearchQuery &query, const JobContext &job, const ArgSearch &searchArgs)
{
    if (query.text.isEmpty()) {
        out.complete = true;
        return;
    }
    const QRegularExpression expression = expressionOf(query);
    if (!expression.isValid()) {
        out.error = expression.errorString();
        out.complete = true;
        return;
    }
    expression.optimize();
    const bool args = query.args && searchArgs;
    std::vector<std::vector<SliceStore::Span>> spans;
    for (const SearchRank &r : out.ranks) {
        spans.push_back(r.data->trace ? spansOf(r) : std::vector<SliceStore::Span>());
        for (const auto &span : spans.back())
            job.addTotal(span.size());
        job.addTotal(r.data->trace ? r.data->trace->strings().size() : 0);
    }
    auto highlight = std::make_shared<SearchHighlight>();
    for (quint32 rank = 0; rank < out.ranks.size(); ++rank) {
        const SearchRank &searched = out.ranks[rank];
        const auto &trace = searched.data->trace;
        if (!trace)
            continue;
        const auto matched = matchedNames(*trace, expression, job);
        if (!matched)
            return;
        const SharedColumn<StrId> &names = trace->slices().names();
        const size_t before = out.hits.size();
        std::vector<SliceId> others; // whose args decide
        for (const SliceStore::Span &span : spans[rank]) {
            qint64 done = 0;
            for (quint32 i = span.first; i < span.last; ++i) {
                if (((i - span.first) % pollEvery) == 0 && job.isCanceled())
                    return;
                if ((*matched)[raw(names[i])])
                    out.hits.push_back({rank, SliceId{i}});
                else if (args)
                    others.push_back(SliceId{i});
                done += (*matched)[raw(names[i])] || !args ? 1 : 0;
            }
            job.addDone(done);
        }
        if (args) {
            const ArgHits found = searchArgs(*trace, others);
            if (job.isCanceled())
                return;
            out.unreadable += found.unreadable;
            for (const SliceId s : found.slices)
                out.hits.push_back({rank, s});
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
    if (!out.hits.empty())
        out.highlight = std::move(highlight); // without a hit nothing would be left to see
    (void)sortCancellably(out.hits, job, [&out](const SearchHit &a, const SearchHit &b) {
        const qint64 x = startOf(out, a);
        const qint64 y = startOf(out, b);
        return x != y ? x < y : a.rank != b.rank ? a.rank < b.rank : a.slice < b.slice;
    });
    out.complete = !job.isCanceled();
}

SearchHits search(std::vector<SearchRank> ranks, const SearchQuery &query, const JobContext &job,
                  const ArgSearch &searchArgs)
{
    SearchHits out;
    out.ranks = std::move(ranks);
    try {
        search(out, query, job, searchArgs);
    } catch (const PatternGaveUp &e) {
        out.hits.clear();
        out.highlight.reset();
        out.gaveUp = e.phrase();
        out.complete = true;
    }
    return out;
}

// Bytes of a JSON text in which a plain ASCII text is looked for without taking the JSON apart. Where the text occurs,
// or where bytes may mean other characters (escapes by number, letters beyond ASCII), the event is looked at closely.
class ByteFilter
{
public:
    explicit ByteFilter(const SearchQuery &query)
    {
        m_text = query.text.toStdString();
        const auto plain = [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '/'; };
        m_usable = !query.regularExpression && std::all_of(m_text.begin(), m_text.end(), plain);
        // Both letters of a pair are looked for where case does not matter.
        m_fold = !query.caseSensitive;
        if (m_fold)
            std::transform(m_text.begin(), m_text.end(), m_text.begin(), folded);
    }

    /// Calls `maybe` for every event that may match, each once.
    template <typename Maybe>
    void filter(const EventBlock &block, std::string &scratch, Maybe maybe) const
    {
        if (!m_usable) {
            for (const EventBlock::Event &e : block.events)
                maybe(e);
            return;
        }
        scratch.assign(block.text);
        if (m_fold)
            std::transform(scratch.begin(), scratch.end(), scratch.begin(), folded);
        const std::boyer_moore_horspool_searcher searcher(m_text.begin(), m_text.end());
        const auto findText = [&](size_t from) {
            const auto at = std::search(scratch.cbegin() + static_cast<qsizetype>(from), scratch.cend(), searcher);
            return at == scratch.cend() ? std::string::npos : static_cast<size_t>(at - scratch.cbegin());
        };
        unsigned char bits = 0;
        for (const char c : scratch)
            bits |= static_cast<unsigned char>(c);
        const bool anyForeign = m_fold && bits >= 0x80;
        size_t text = findText(0);
        size_t escape = scratch.find("\\u");
        for (const EventBlock::Event &e : block.events) {
            const size_t end = e.at + e.length;
            if (text != std::string::npos && text < e.at)
                text = findText(e.at);
            if (escape != std::string::npos && escape < e.at)
                escape = scratch.find("\\u", e.at);
            const bool foreign = anyForeign && std::any_of(scratch.cbegin() + static_cast<qsizetype>(e.at),
                                                           scratch.cbegin() + static_cast<qsizetype>(end), [](char c) {
                                                               return static_cast<unsigned char>(c) >= 0x80;
                                                           });
            if (text < end || escape < end || foreign)
                maybe(e);
        }
    }

private:
    static char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

    std::string m_text;
    bool m_usable = false;
    bool m_fold = false;
};

} // namespace

SearchHits searchSlices(std::vector<SearchRank> ranks, const SearchQuery &query, const JobContext &job,
                        const ArgReader &readArgs)
{
    if (!readArgs)
        return search(std::move(ranks), query, job, {});
    const QRegularExpression expression = expressionOf(query);
    return search(std::move(ranks), query, job, [&](const Trace &trace, const std::vector<SliceId> &wanted) {
        ArgHits out;
        for (const SliceId s : wanted) {
            if (job.isCanceled())
                break;
            const ArgLines lines = readArgs(trace, s);
            out.unreadable += lines.error.isEmpty() ? 0 : 1;
            if (argsMatch(lines, expression))
                out.slices.push_back(s);
            job.addDone(1);
        }
        return out;
    });
}

SearchHits searchSlices(std::vector<SearchRank> ranks, const SearchQuery &query, const JobContext &job,
                        const EventAccess &events, ThreadPool &pool)
{
    if (!events.read || !events.parse)
        return search(std::move(ranks), query, job, {});
    const ByteFilter filter(query);
    return search(std::move(ranks), query, job, [&](const Trace &trace, const std::vector<SliceId> &wanted) {
        ArgHits out;
        std::mutex mutex;
        const qint64 unread = events.read(trace, wanted, pool, job, [&](const EventBlock &block) {
            // One of its own for each block: threads would wait for each other at a shared one.
            const QRegularExpression expression = expressionOf(query);
            std::vector<SliceId> found;
            qint64 damaged = 0;
            std::string scratch;
            filter.filter(block, scratch, [&](const EventBlock::Event &e) {
                if (job.isCanceled())
                    return;
                const ArgLines lines = events.parse(block.textOf(e));
                damaged += lines.error.isEmpty() ? 0 : 1;
                if (argsMatch(lines, expression))
                    found.push_back(e.slice);
            });
            const std::lock_guard lock(mutex);
            out.slices.insert(out.slices.end(), found.begin(), found.end());
            out.unreadable += damaged;
        });
        out.unreadable += unread;
        return out;
    });
}

} // namespace rs
