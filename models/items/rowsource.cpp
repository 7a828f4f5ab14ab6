// SPDX-License-Identifier: Apache-2.0
#include "items/rowsource.h"

#include "items/modelroles.h"

#include <QRegularExpression>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace rs {

namespace {

constexpr size_t pollEvery = size_t{1} << 16;

bool isText(CellKind kind)
{
    return kind == CellKind::Text;
}

bool isReal(CellKind kind)
{
    return kind == CellKind::Real || kind == CellKind::Percent || kind == CellKind::Ratio;
}

/// Answers for each text of the pool once: names are few beside rows.
class TextFilter
{
public:
    TextFilter(const RowSource &source, const RowQuery &query)
        : m_source(source), m_answers(source.strings().size(), Unknown),
          m_expression(query.regularExpression ? query.text : QRegularExpression::escape(query.text),
                       QRegularExpression::CaseInsensitiveOption)
    {
        for (size_t c = 0; c < source.columns().size(); ++c) {
            if (isText(source.columns()[c].kind))
                m_columns.push_back(static_cast<int>(c));
        }
    }
    [[nodiscard]] QString error() const { return m_expression.isValid() ? QString() : m_expression.errorString(); }
    [[nodiscard]] bool accepts(quint32 row)
    {
        return std::any_of(m_columns.begin(), m_columns.end(), [&](int c) { return matches(m_source.textId(row, c)); });
    }

private:
    enum Answer : char { Unknown, No, Yes };
    bool matches(StrId id)
    {
        char &answer = m_answers[raw(id)];
        if (answer == Unknown)
            answer = m_expression.match(m_source.strings().text(id)).hasMatch() ? Yes : No;
        return answer == Yes;
    }

    const RowSource &m_source;
    std::vector<char> m_answers;
    QRegularExpression m_expression;
    std::vector<int> m_columns;
};

bool inRange(const RowSource &source, quint32 row, int column, const RowQuery::Range &range)
{
    std::optional<double> value;
    if (isReal(source.columns()[static_cast<size_t>(column)].kind)) {
        value = source.real(row, column);
    } else if (const auto whole = source.integer(row, column)) {
        value = static_cast<double>(*whole);
    }
    return value && (!range.min || *value >= *range.min) && (!range.max || *value <= *range.max);
}

bool touches(const std::optional<Interval> &time, Interval window)
{
    if (!time)
        return true;
    const bool instant = time->from == time->to;
    return time->from < window.to && (time->to > window.from || (instant && time->from >= window.from));
}

/// A double as an integer with the same order.
qint64 orderedBits(double value)
{
    qint64 bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits < 0 ? std::numeric_limits<qint64>::min() - bits : bits;
}

/// Rank of each text of the pool in alphabetic order, in either case.
std::vector<quint32> alphabetic(const StringPool &pool)
{
    std::vector<QString> texts;
    texts.reserve(pool.size());
    for (quint32 i = 0; i < pool.size(); ++i)
        texts.push_back(pool.text(StrId{i}).toCaseFolded());
    std::vector<quint32> order(pool.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](quint32 a, quint32 b) { return texts[a] < texts[b]; });
    std::vector<quint32> rank(pool.size());
    quint32 next = 0;
    for (size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && texts[order[i]] != texts[order[i - 1]])
            ++next;
        rank[order[i]] = next;
    }
    return rank;
}

struct Keyed
{
    qint64 key = 0;
    quint32 row = 0;
};

// Blocks that sort in milliseconds, merged pairwise: cancelling takes effect between them.
template <typename Less>
bool sortInBlocks(std::vector<Keyed> &rows, Less less, const JobContext &job)
{
    const auto at = [&](size_t i) { return rows.begin() + static_cast<std::ptrdiff_t>(std::min(i, rows.size())); };
    for (size_t i = 0; i < rows.size(); i += pollEvery) {
        if (job.isCanceled())
            return false;
        std::stable_sort(at(i), at(i + pollEvery), less);
    }
    for (size_t width = pollEvery; width < rows.size(); width *= 2) {
        for (size_t i = 0; i + width < rows.size(); i += 2 * width) {
            if (job.isCanceled())
                return false;
            std::inplace_merge(at(i), at(i + width), at(i + 2 * width), less);
        }
    }
    return true;
}

bool sortRows(const RowSource &source, const RowQuery &query, std::vector<quint32> &rows, const JobContext &job)
{
    const int column = query.sortColumn;
    const CellKind kind = source.columns()[static_cast<size_t>(column)].kind;
    const std::vector<quint32> names = isText(kind) ? alphabetic(source.strings()) : std::vector<quint32>();
    std::vector<Keyed> keyed;
    std::vector<quint32> missing;
    keyed.reserve(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        if (i % pollEvery == 0 && job.isCanceled())
            return false;
        const quint32 row = rows[i];
        if (isText(kind)) {
            const StrId id = source.textId(row, column);
            if (id == NoText)
                missing.push_back(row);
            else
                keyed.push_back({names[raw(id)], row});
        } else if (isReal(kind)) {
            if (const auto v = source.real(row, column))
                keyed.push_back({orderedBits(*v), row});
            else
                missing.push_back(row);
        } else if (const auto v = source.integer(row, column)) {
            keyed.push_back({*v, row});
        } else {
            missing.push_back(row);
        }
    }
    const bool done = query.descending ? sortInBlocks(
                                             keyed, [](const Keyed &a, const Keyed &b) { return a.key > b.key; }, job)
                                       : sortInBlocks(
                                             keyed, [](const Keyed &a, const Keyed &b) { return a.key < b.key; }, job);
    if (!done)
        return false;
    rows.clear();
    for (const Keyed &k : keyed)
        rows.push_back(k.row);
    rows.insert(rows.end(), missing.begin(), missing.end());
    return true;
}

} // namespace

QVariant RowSource::value(quint32 row, int column) const
{
    const CellKind kind = m_columns[static_cast<size_t>(column)].kind;
    if (isText(kind)) {
        const StrId id = textId(row, column);
        return id == NoText ? QVariant() : QVariant(text(id));
    }
    if (isReal(kind)) {
        const auto v = real(row, column);
        return v ? QVariant(*v) : QVariant();
    }
    const auto v = integer(row, column);
    return v ? QVariant(*v) : QVariant();
}

RowOrder orderedRows(const RowSource &source, const RowQuery &query, const JobContext &job)
{
    RowOrder out;
    TextFilter filter(source, query);
    out.error = query.text.isEmpty() ? QString() : filter.error();
    const bool byText = !query.text.isEmpty() && out.error.isEmpty();
    job.addTotal(source.rows());
    for (quint32 row = 0; row < source.rows(); ++row) {
        if (row % pollEvery == 0) {
            if (job.isCanceled())
                return out;
            job.addDone(std::min<qint64>(pollEvery, source.rows() - row));
        }
        if (query.window && !touches(source.time(row), *query.window))
            continue;
        if (byText && !filter.accepts(row))
            continue;
        const bool inside = std::all_of(query.ranges.begin(), query.ranges.end(),
                                        [&](const auto &r) { return inRange(source, row, r.first, r.second); });
        if (inside)
            out.rows.push_back(row);
    }
    if (query.sortColumn >= 0 && query.sortColumn < static_cast<int>(source.columns().size()) &&
        !sortRows(source, query, out.rows, job))
        return out;
    out.largest.assign(source.columns().size(), 0);
    for (size_t c = 0; c < source.columns().size(); ++c) {
        if (!isTime(source.columns()[c].kind))
            continue;
        for (const quint32 row : out.rows)
            out.largest[c] = std::max(out.largest[c], std::abs(source.integer(row, static_cast<int>(c)).value_or(0)));
    }
    const auto kept = std::find(out.rows.begin(), out.rows.end(), query.keep);
    out.kept = kept == out.rows.end() ? -1 : static_cast<int>(kept - out.rows.begin());
    out.complete = !job.isCanceled();
    return out;
}

void RowSourceModel::setSource(std::shared_ptr<const RowSource> source, std::vector<TableColumn> columns,
                               std::shared_ptr<const RowOrder> order)
{
    const int rows = order ? static_cast<int>(order->rows.size()) : 0;
    reset(std::move(columns), rows, [&] {
        m_source = std::move(source);
        m_order = std::move(order);
    });
}

void RowSourceModel::setOrder(std::shared_ptr<const RowOrder> order)
{
    const int rows = order ? static_cast<int>(order->rows.size()) : 0;
    reset(rows, [&] { m_order = std::move(order); });
}

QVariant RowSourceModel::raw(int row, int column) const
{
    return m_source->value(sourceRow(row), column);
}

QString RowSourceModel::text(int row, int column) const
{
    return m_source->isIdentifier(column) ? raw(row, column).toString() : QString();
}

QVariant RowSourceModel::extra(int row, int, int role) const
{
    const quint32 at = sourceRow(row);
    switch (role) {
    case RowKeyRole:
        return at;
    case SliceRole: {
        const SliceId slice = m_source->slice(at);
        return slice == NoSlice ? QVariant() : QVariant(::rs::raw(slice));
    }
    case StartNsRole: {
        const auto time = m_source->time(at);
        return time ? QVariant(time->from) : QVariant();
    }
    case EndNsRole: {
        const auto time = m_source->time(at);
        return time ? QVariant(time->to) : QVariant();
    }
    default:
        return {};
    }
}

qint64 RowSourceModel::largest(int column) const
{
    return m_order && static_cast<size_t>(column) < m_order->largest.size()
               ? m_order->largest[static_cast<size_t>(column)]
               : 0;
}

} // namespace rs
