// SPDX-License-Identifier: Apache-2.0
#include "items/rowsourcemodel.h"

#include "core/base/saturate.h"
#include "core/job/cancelsort.h"
#include "core/text/patternmatch.h"
#include "items/format.h"
#include "items/modelroles.h"
#include "items/rowcells.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace rs {

using namespace rowcells;

namespace {

constexpr size_t pollEvery = size_t{1} << 16;
constexpr qint64 textWork = 8; // of looking for a text in a row, beside a look at it

/// Answers for texts, each asked once: they are few beside rows.
class TextAnswers
{
public:
    template <typename Ask>
    bool of(const RowSource &source, StrId id, const Ask &ask)
    {
        if (m_answers.empty())
            m_answers.assign(source.textCount(), Unknown);
        char &answer = m_answers[raw(id)];
        if (answer == Unknown)
            answer = ask() ? Yes : No;
        return answer == Yes;
    }

private:
    enum Answer : char { Unknown, No, Yes };
    std::vector<char> m_answers; ///< by text
};

/// Asks the cells of single columns.
class ConditionFilter
{
public:
    ConditionFilter(const RowSource &source, const RowQuery &query, const std::vector<qint64> &largest)
        : m_source(source), m_query(query), m_units(unitsOf(source, query.columns, largest))
    {
        for (const ColumnFilter &filter : query.conditions) {
            const auto at = static_cast<size_t>(filter.column);
            if (filter.column < 0 || at >= query.columns.size())
                continue;
            ColumnCondition condition(filter.text, filter.regularExpression, query.columns[at].column, m_units[at]);
            if (condition.error().isEmpty())
                m_parts.push_back({at, std::move(condition)});
            else
                m_error = condition.error();
        }
    }
    /// Error of a condition that is left out.
    [[nodiscard]] const QString &error() const { return m_error; }
    [[nodiscard]] bool accepts(quint32 row)
    {
        return std::ranges::all_of(m_parts, [&](Part &part) { return matches(row, part); });
    }

private:
    struct Part
    {
        size_t column;
        ColumnCondition condition;
        TextAnswers answers{};
    };
    bool matches(quint32 row, Part &part)
    {
        const ShownColumn &column = m_query.columns[part.column];
        const ValueKind kind = m_source.kind(column.source);
        if (isTextKind(kind) && !m_source.hasPhrases(column.source)) {
            const StrId id = m_source.textId(row, column.source);
            return part.answers.of(m_source, id,
                                   [&] { return part.condition.acceptsShown(shownText(m_source, kind, id)); });
        }
        if (part.condition.isOfNumbers() && column.column.kind != CellKind::Text) {
            const std::optional<double> value = numberAt(m_source, m_query, column, row);
            return value && part.condition.acceptsNumber(*value);
        }
        return part.condition.acceptsShown(shownCell(m_source, m_query, column, m_units[part.column], row));
    }

    const RowSource &m_source;
    const RowQuery &m_query;
    std::vector<format::TimeUnit> m_units;
    std::vector<Part> m_parts;
    QString m_error;
};

/// Looks for a text in what the cells of a row show.
class TextFilter
{
public:
    TextFilter(const RowSource &source, const RowQuery &query, const std::vector<qint64> &largest)
        : m_source(source), m_query(query), m_units(unitsOf(source, query.columns, largest)),
          m_expression(query.regularExpression ? query.text : QRegularExpression::escape(query.text),
                       QRegularExpression::CaseInsensitiveOption)
    {
        const bool numbers = mayMatchNumbers(query.text, query.regularExpression);
        for (size_t c = 0; c < query.columns.size(); ++c) {
            const CellKind kind = query.columns[c].column.kind;
            const bool hidden = c < query.hidden.size() && query.hidden[c];
            // Sizes show a unit; a cell without a number may have words.
            m_phrased.push_back(source.hasPhrases(query.columns[c].source));
            if (!hidden && (kind == CellKind::Text || kind == CellKind::Bytes || numbers || m_phrased.back()))
                m_columns.push_back(c);
        }
    }
    [[nodiscard]] QString error() const { return m_expression.isValid() ? QString() : m_expression.errorString(); }
    [[nodiscard]] bool accepts(quint32 row)
    {
        return std::ranges::any_of(m_columns, [&](size_t c) { return matches(row, c); });
    }

private:
    bool matches(quint32 row, size_t index)
    {
        const ShownColumn &column = m_query.columns[index];
        const ValueKind kind = m_source.kind(column.source);
        if (isTextKind(kind) && !m_phrased[index]) {
            const StrId id = m_source.textId(row, column.source);
            // A word, a sentence and a text of a file may be one text, and are shown differently.
            return m_answers[kind].of(m_source, id,
                                      [&] { return matchesPattern(m_expression, shownText(m_source, kind, id)); });
        }
        const QString shown = shownCell(m_source, m_query, column, m_units[index], row);
        const CellKind cell = column.column.kind;
        return cell == CellKind::Text ? matchesPattern(m_expression, shown)
                                      : !shown.isNull() && matchesShown(m_expression, shown, cell);
    }

    const RowSource &m_source;
    const RowQuery &m_query;
    std::vector<format::TimeUnit> m_units;
    std::map<ValueKind, TextAnswers> m_answers;
    QRegularExpression m_expression;
    std::vector<size_t> m_columns; ///< into RowQuery::columns
    std::vector<bool> m_phrased;   ///< by column
};

bool inRange(const RowSource &source, const RowQuery &query, quint32 row, int column, const RowQuery::Range &range)
{
    const std::optional<double> value = numberAt(source, query, query.columns[static_cast<size_t>(column)], row);
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

// Digits as one number: "2" stands before "10".
std::optional<quint64> numberOf(const QString &text)
{
    bool ok = false;
    const quint64 number = text.toULongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

/// The place of each text among all in alphabetic order, in either case; of names of ranks and steps, numbers first. Of
/// no use when cancelled.
template <typename Text>
std::vector<quint32> alphabetic(size_t count, bool numbers, const JobContext &job, const Text &text)
{
    struct Entry
    {
        QString folded;
        std::optional<quint64> number;
        [[nodiscard]] bool isBefore(const Entry &other) const
        {
            if (number && other.number)
                return *number < *other.number;
            if (number || other.number)
                return number.has_value();
            return folded < other.folded;
        }
    };
    std::vector<Entry> texts;
    texts.reserve(count);
    JobPoll poll(job);
    for (size_t i = 0; i < count && !poll.isCanceled(); ++i) {
        QString shown = text(i);
        std::optional<quint64> number = numbers ? numberOf(shown) : std::nullopt;
        texts.push_back({std::move(shown).toCaseFolded(), number});
    }
    std::vector<quint32> rank(count);
    if (texts.size() < count)
        return rank;
    std::vector<quint32> order(count);
    std::iota(order.begin(), order.end(), 0U);
    if (!sortCancellably(order, job, [&](quint32 a, quint32 b) { return texts[a].isBefore(texts[b]); }))
        return rank;
    quint32 next = 0;
    for (size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && texts[order[i - 1]].isBefore(texts[order[i]]))
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

constexpr qint64 keyWork = 2;   // for each row, beside a look at it
constexpr qint64 blockWork = 2; // likewise, until its block is sorted

// In the unit of progress, in which a turn of merging is 1 for each row.
qint64 sortWork(size_t rows)
{
    qint64 turns = 0;
    for (size_t width = pollEvery; width < rows; width *= 2)
        ++turns;
    return static_cast<qint64>(rows) * (keyWork + blockWork + turns);
}

// Blocks that sort in milliseconds, merged pairwise: cancelling takes effect between them.
template <typename Less>
bool sortInBlocks(std::vector<Keyed> &rows, Less less, const JobContext &job)
{
    const auto at = [&](size_t i) { return rows.begin() + static_cast<std::ptrdiff_t>(std::min(i, rows.size())); };
    for (size_t i = 0; i < rows.size(); i += pollEvery) {
        if (job.isCanceled())
            return false;
        std::stable_sort(at(i), at(i + pollEvery), less);
        job.addDone(blockWork * (at(i + pollEvery) - at(i)));
    }
    for (size_t width = pollEvery; width < rows.size(); width *= 2) {
        for (size_t i = 0; i < rows.size(); i += 2 * width) {
            if (job.isCanceled())
                return false;
            std::inplace_merge(at(i), at(i + width), at(i + 2 * width), less);
            job.addDone(at(i + 2 * width) - at(i));
        }
    }
    return true;
}

bool sortRows(const RowSource &source, const RowQuery &query, std::vector<quint32> &rows, const JobContext &job)
{
    const ShownColumn &column = query.columns[static_cast<size_t>(query.sortColumn)];
    const ValueKind kind = source.kind(column.source);
    // By id where rows share texts; else by row.
    const bool byId = isTextKind(kind) && source.textCount() <= rows.size();
    const auto textOf = [&](size_t i) {
        if (isWrittenKind(kind))
            return QString::fromStdString(source.written(rows[i], column.source));
        return shownText(source, kind, byId ? StrId{static_cast<quint32>(i)} : source.textId(rows[i], column.source));
    };
    std::vector<quint32> names;
    if (isTextKind(kind) || isWrittenKind(kind))
        names = alphabetic(byId ? source.textCount() : rows.size(), kind == ValueKind::Label || isWrittenKind(kind),
                           job, textOf);
    if (job.isCanceled())
        return false;
    std::vector<Keyed> keyed;
    std::vector<quint32> missing;
    keyed.reserve(rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
        if (i % pollEvery == 0) {
            if (job.isCanceled())
                return false;
            job.addDone(keyWork * static_cast<qint64>(std::min(pollEvery, rows.size() - i)));
        }
        const quint32 row = rows[i];
        if (isTextKind(kind)) {
            const StrId id = source.textId(row, column.source);
            if (id == NoText)
                missing.push_back(row);
            else
                keyed.push_back({names[byId ? raw(id) : i], row});
        } else if (isWrittenKind(kind)) {
            if (source.written(row, column.source).empty())
                missing.push_back(row);
            else
                keyed.push_back({names[i], row});
        } else if (isReal(column.column.kind)) {
            if (const auto v = realOf(source, column, row))
                keyed.push_back({orderedBits(*v), row});
            else
                missing.push_back(row);
        } else if (const auto v = integerOf(source, column, query.originNs, row)) {
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

// Drops the rows that do not show the text or pass the conditions; a broken one, or one that gives up, drops none.
// False when cancelled.
bool keepMatching(const RowSource &source, const RowQuery &query, RowOrder &out, const JobContext &job)
{
    constexpr size_t pollNumbers = size_t{1} << 12;
    TextFilter text(source, query, out.largest);
    ConditionFilter conditions(source, query, out.largest);
    const bool looks = !query.text.isEmpty() && text.error().isEmpty();
    out.error = text.error().isEmpty() ? conditions.error() : text.error();
    job.addDone(textWork * (source.rows() - static_cast<qint64>(out.rows.size())));
    std::vector<quint32> kept;
    try {
        for (size_t i = 0; i < out.rows.size(); ++i) {
            if (i % pollNumbers == 0)
                job.addDone(textWork * static_cast<qint64>(std::min(pollNumbers, out.rows.size() - i)));
            // An expression may take long on each of them.
            if (job.isCanceled())
                return false;
            if (conditions.accepts(out.rows[i]) && (!looks || text.accepts(out.rows[i])))
                kept.push_back(out.rows[i]);
        }
    } catch (const PatternGaveUp &e) {
        out.error = tableText(e.phrase());
        return true;
    }
    out.rows = std::move(kept);
    return true;
}

/// Details apart from the rows that they stand below, which are sorted without them.
class FoldedApart
{
public:
    FoldedApart(const RowSource &source, std::vector<quint32> &rows)
    {
        if (!source.hasFolds())
            return;
        std::vector<quint32> heads;
        for (const quint32 row : rows) {
            const quint32 head = source.unfoldedFrom(row);
            if (head != row)
                m_below[head].push_back(row);
            // Details that pass a filter show whose they are.
            if (head == row || !std::ranges::binary_search(heads, head))
                heads.insert(std::ranges::lower_bound(heads, head), head);
        }
        rows = std::move(heads);
    }
    [[nodiscard]] size_t count() const
    {
        size_t out = 0;
        for (const auto &[head, rows] : m_below)
            out += rows.size();
        return out;
    }
    /// Below each row as the rows themselves are sorted; what stands for further ones stays last. False when cancelled.
    bool sort(const RowSource &source, const RowQuery &query, const JobContext &job)
    {
        if (m_below.empty())
            return true;
        std::vector<quint32> all;
        std::vector<quint32> last;
        for (auto &[head, rows] : m_below) {
            for (const quint32 row : rows)
                (source.fold(row) == RowFold::Folded ? last : all).push_back(row);
            rows.clear();
        }
        if (!sortRows(source, query, all, job))
            return false;
        all.insert(all.end(), last.begin(), last.end());
        for (const quint32 row : all)
            m_below[source.unfoldedFrom(row)].push_back(row);
        return true;
    }
    void putBack(std::vector<quint32> &rows) const
    {
        if (m_below.empty())
            return;
        std::vector<quint32> out;
        for (const quint32 row : rows) {
            out.push_back(row);
            if (const auto at = m_below.find(row); at != m_below.end())
                out.insert(out.end(), at->second.begin(), at->second.end());
        }
        rows = std::move(out);
    }

private:
    std::map<quint32, std::vector<quint32>> m_below; ///< by row
};

} // namespace

QString tableText(const QString &english)
{
    return english.isEmpty() ? QString() : QCoreApplication::translate(TablesContext, english.toUtf8().constData());
}

QString tableText(const Phrase &english)
{
    return english.filled(tableText(english.literal));
}

std::vector<ShownColumn> shownColumns(const RowSource &source)
{
    std::vector<ShownColumn> out;
    std::vector<ShownColumn> stamps;
    for (size_t i = 0; i < source.columns().size(); ++i) {
        const ColumnSpec &spec = source.columns()[i];
        ShownColumn c;
        c.source = static_cast<int>(i);
        c.column.id = spec.id;
        c.column.title = withNames(source, tableText(spec.title));
        c.column.description = tableText(spec.hint);
        c.column.kind = cellKind(spec.kind);
        c.column.shown = spec.shown;
        if (spec.kind == ValueKind::Stamp) {
            ShownColumn stamp = c;
            stamp.stamp = true;
            stamp.column.id += QLatin1String(":ns");
            stamp.column.title = c.column.title.contains(QLatin1String("%1")) ? c.column.title.arg(QStringLiteral("ns"))
                                                                              : c.column.title;
            stamp.column.description =
                QCoreApplication::translate(TablesContext, "The stamp exactly as the file holds it.");
            stamp.column.kind = CellKind::Integer;
            stamp.column.shown = false;
            stamps.push_back(std::move(stamp));
        }
        out.push_back(std::move(c));
    }
    const auto placeOf = [&source](const ShownColumn &c) {
        const int place = source.columns()[static_cast<size_t>(c.source)].place;
        return place > 0 ? place : std::numeric_limits<int>::max();
    };
    std::ranges::stable_sort(out, [&](const ShownColumn &a, const ShownColumn &b) { return placeOf(a) < placeOf(b); });
    std::move(stamps.begin(), stamps.end(), std::back_inserter(out));
    return out;
}

qint64 firstStamp(const RowSource &source)
{
    for (size_t c = 0; c < source.columns().size(); ++c) {
        if (source.columns()[c].kind != ValueKind::Stamp)
            continue;
        std::optional<qint64> first;
        for (quint32 row = 0; row < source.rows(); ++row) {
            if (const auto stamp = source.integer(row, static_cast<int>(c)))
                first = first ? std::min(*first, *stamp) : *stamp;
        }
        return first.value_or(0);
    }
    return 0;
}

RowOrder orderedRows(const RowSource &source, const RowQuery &query, const JobContext &job)
{
    RowOrder out;
    const bool looks = !query.text.isEmpty() || !query.conditions.empty();
    const bool sorts = query.sortColumn >= 0 && query.sortColumn < static_cast<int>(query.columns.size());
    const qint64 times =
        std::ranges::count_if(query.columns, [](const ShownColumn &c) { return isTime(c.column.kind); });
    const qint64 allSorted = sorts ? sortWork(source.rows()) : 0;
    job.addTotal(source.rows() * (1 + times + (looks ? textWork : 0)) + allSorted);
    for (quint32 row = 0; row < source.rows(); ++row) {
        if (row % pollEvery == 0) {
            if (job.isCanceled())
                return out;
            job.addDone(std::min<qint64>(pollEvery, source.rows() - row));
        }
        if (query.window && !touches(source.place(row).time, *query.window))
            continue;
        if (query.only && !query.only(source, row))
            continue;
        const bool inside = std::ranges::all_of(
            query.ranges, [&](const auto &r) { return inRange(source, query, row, r.first, r.second); });
        if (inside)
            out.rows.push_back(row);
    }
    out.largest.assign(query.columns.size(), 0);
    for (size_t c = 0; c < query.columns.size(); ++c) {
        if (!isTime(query.columns[c].column.kind))
            continue;
        JobPoll poll(job);
        for (const quint32 row : out.rows) {
            if (poll.isCanceled())
                return out;
            out.largest[c] =
                std::max(out.largest[c],
                         saturatedMagnitude(integerOf(source, query.columns[c], query.originNs, row).value_or(0)));
        }
        job.addDone(source.rows());
    }
    if (looks && !keepMatching(source, query, out, job))
        return out;
    FoldedApart details(source, out.rows);
    if (sorts) {
        job.addDone(allSorted - sortWork(out.rows.size()) - sortWork(details.count()));
        if (!sortRows(source, query, out.rows, job) || !details.sort(source, query, job))
            return out;
    }
    details.putBack(out.rows);
    const auto kept = std::ranges::find(out.rows, query.keep);
    out.kept = kept == out.rows.end() ? -1 : static_cast<int>(kept - out.rows.begin());
    out.complete = !job.isCanceled();
    return out;
}

void RowSourceModel::setSource(std::shared_ptr<const RowSource> source, std::shared_ptr<const RowOrder> order,
                               qint64 originNs)
{
    beginResetModel();
    m_source = std::move(source);
    m_order = m_source ? std::move(order) : nullptr;
    m_shown = m_source ? shownColumns(*m_source) : std::vector<ShownColumn>();
    m_units = m_order ? unitsOf(*m_source, m_shown, m_order->largest)
                      : std::vector<format::TimeUnit>(m_shown.size(), format::TimeUnit::Us);
    m_originNs = originNs;
    endResetModel();
}

void RowSourceModel::setWhole(const std::shared_ptr<const RowSource> &source, qint64 originNs)
{
    RowQuery query;
    query.columns = shownColumns(*source);
    query.originNs = originNs;
    setSource(source, std::make_shared<const RowOrder>(orderedRows(*source, query)), originNs);
}

void RowSourceModel::retranslate()
{
    if (!m_source)
        return;
    m_shown = shownColumns(*m_source);
    if (columnCount() == 0)
        return;
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int RowSourceModel::columnOf(QStringView id) const
{
    const auto at = std::ranges::find_if(m_shown, [id](const ShownColumn &c) { return c.column.id == id; });
    return at == m_shown.end() ? -1 : static_cast<int>(at - m_shown.begin());
}

int RowSourceModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ordered();
}

int RowSourceModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QString RowSourceModel::shownAt(quint32 row, int at) const
{
    const ShownColumn &column = m_shown[static_cast<size_t>(at)];
    const QString own = ownText(*m_source, column, m_originNs, row);
    if (!own.isNull())
        return own;
    const QVariant value = rawValue(*m_source, column, m_originNs, row);
    return value.isValid() ? shownValue(column.column, unitOf(at), value) : QString();
}

QVariant RowSourceModel::toolTip(const ShownColumn &column, quint32 row) const
{
    const QString own = ownText(*m_source, column, m_originNs, row);
    if (own == missingText())
        return format::tooltipText(QCoreApplication::translate(
            TablesContext, "Not known: the source has no value for it, or for a step or part that it is made of."));
    // Columns are seldom as wide as what they say.
    if (m_source->kind(column.source) == ValueKind::Sentence && !own.isEmpty())
        return format::tooltipText(own);
    // Rich text is recognised by its look, so text from a file is escaped.
    return column.column.kind == CellKind::Text ? QVariant(format::tooltipText(format::clipText(
                                                      rawValue(*m_source, column, m_originNs, row).toString(), 4000)))
                                                : QVariant();
}

QVariant RowSourceModel::exported(quint32 row, int at) const
{
    const ShownColumn &column = m_shown[static_cast<size_t>(at)];
    const QVariant value = rawValue(*m_source, column, m_originNs, row);
    if (!value.isValid())
        return ownText(*m_source, column, m_originNs, row) == missingText() ? QVariant(QString()) : QVariant();
    return exportedValue(column.column, unitOf(at), value);
}

QVariant RowSourceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= ordered() || index.column() >= columnCount())
        return {};
    const ShownColumn &column = m_shown[static_cast<size_t>(index.column())];
    const quint32 row = sourceRow(index.row());
    const bool isFirst = index.column() == 0;
    switch (role) {
    case Qt::DisplayRole:
        return shownAt(row, index.column());
    case Qt::ToolTipRole:
        return toolTip(column, row);
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case SortRole:
        return rawValue(*m_source, column, m_originNs, row);
    case ExportRole:
        return exported(row, index.column());
    case FoldRole:
        return isFirst && m_source->hasFolds() ? QVariant(static_cast<int>(m_source->fold(row))) : QVariant();
    case DepthRole:
        return isFirst && m_source->unfoldedFrom(row) != row ? QVariant(1) : QVariant();
    case DivergingRole:
        return m_source->kind(column.source) == ValueKind::Difference;
    case ShareRole: {
        const auto share = m_source->share(row, column.source);
        return share ? QVariant(*share) : QVariant();
    }
    default:
        return {};
    }
}

QVariant RowSourceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TableColumn &c = m_shown[static_cast<size_t>(section)].column;
    const auto titled = [&c](const QString &unit) {
        return isTime(c.kind) && c.title.contains(QLatin1String("%1")) ? c.title.arg(unit) : c.title;
    };
    switch (role) {
    case Qt::DisplayRole:
        return titled(format::unitName(unitOf(section)));
    case Qt::ToolTipRole:
        return c.description.isEmpty() ? QVariant() : QVariant(format::tooltipText(c.description));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(c.kind == CellKind::Text ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
    case ColumnIdRole:
        return c.id;
    default:
        return {};
    }
}

} // namespace rs

#include "moc_rowsourcemodel.cpp"
