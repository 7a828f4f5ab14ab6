// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlresult.h"

#include "core/base/saturate.h"
#include "core/base/savedfile.h"
#include "core/run/rundata.h"
#include "core/trace/trace.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace rs {

enum class SqlCellType : quint8 { None, Integer, Real, Text };

namespace {

using CellType = SqlCellType;

constexpr qint64 firstStamp1973 = 100'000'000'000'000'000;
constexpr quint32 rowsBetweenRoom = 1024;

// "sum(duration_ns)" -> "sum(", "duration", ")"; empty where the name is no time.
struct TimeName
{
    QString base; ///< without its unit
    bool isTime = false;
};

TimeName timeNameOf(const QString &name)
{
    static const QRegularExpression pattern(QStringLiteral(
        "^((?i:sum|total|avg|min|max)\\s*\\(\\s*(?i:distinct\\s+)?)?([^()]*?)(?:_ns|(?<=[a-z])Ns|^ns)(\\s*\\))?$"));
    const QRegularExpressionMatch m = pattern.match(name);
    if (!m.hasMatch() || m.captured(1).isEmpty() != m.captured(3).isEmpty())
        return {name, false};
    const QString base = m.captured(1) + m.captured(2) + m.captured(3);
    return {base.isEmpty() ? name : base, true};
}

bool isShownAsTime(ValueKind k)
{
    return k == ValueKind::Time || k == ValueKind::Difference || k == ValueKind::Stamp || k == ValueKind::MeanTime;
}

bool isLabelled(const SqlAnswerColumn &c)
{
    if (c.column)
        return c.column->source == SqlSource::Rank || c.column->kind == ValueKind::Label;
    return c.database.isEmpty() && (c.name == u"rank" || c.name == u"step");
}

RowKey rowKeyOf(const SqlAnswerColumn &c, ValueKind kind)
{
    const QString name = c.column ? c.column->name : c.name;
    if (name == u"step" && kind == ValueKind::Label)
        return RowKey::Step;
    if (!c.column || kind != ValueKind::Text)
        return RowKey::None;
    return c.column->id == u"domain" ? RowKey::Domain : c.column->id == u"operator" ? RowKey::Operator : RowKey::None;
}

// Titles have places for a unit and for names: a sign of the user's must not be taken for one.
QString literal(const QString &name)
{
    return QString(name).replace(u'%', u'\uFF05');
}

} // namespace

struct SqlChunk
{
    std::vector<std::vector<quint64>> values;    ///< by column: a number's bits, or the id of a text
    std::vector<std::vector<SqlCellType>> types; ///< by column
    StringPool texts;
    MemoryReservation memory;

    [[nodiscard]] qint64 bytes() const
    {
        qint64 out = texts.bytes();
        for (const std::vector<quint64> &column : values)
            out += static_cast<qint64>(column.capacity() * (sizeof(quint64) + sizeof(SqlCellType)));
        return out;
    }
};

struct SqlPlaces
{
    std::vector<std::weak_ptr<const RankData>> ranks; // weak: an answer keeps no rank of those that give way
    std::map<QString, int> ofLabel;
    int rank = -1;     ///< column of labels
    int onlyRank = -1; ///< rank of all rows, if no column names one
    int start = -1;    ///< columns; -1: there is none
    int duration = -1;
    int end = -1;
    int name = -1;
    int slice = -1;              ///< the first that numbers slices
    std::vector<bool> areSlices; ///< by column
};

namespace {

// The one slice that begins then and is as long, or bears that name.
SliceId sliceAt(const Trace &trace, qint64 start, std::optional<qint64> duration, std::optional<std::string_view> name)
{
    const SliceStore &slices = trace.slices();
    SliceId found = NoSlice;
    for (quint32 r = 0; r < slices.rowCount(); ++r) {
        const SliceStore::Span row = slices.row(RowId{r});
        for (quint32 i = slices.firstStartingAtOrAfter(start, row); i < row.last; ++i) {
            const SliceId id{i};
            if (slices.start(id) != start)
                break;
            if ((duration && slices.duration(id) != *duration) ||
                (name && trace.strings().view(slices.name(id)) != *name))
                continue;
            if (found != NoSlice)
                return NoSlice;
            found = id;
        }
    }
    return found;
}

SqlPlaces placesOf(const std::vector<ColumnSpec> &specs, const std::vector<SqlAnswerColumn> &columns)
{
    SqlPlaces out;
    const auto named = [&columns](size_t i) { return columns[i].column ? columns[i].column->name : columns[i].name; };
    for (size_t i = 0; i < specs.size(); ++i) {
        const int at = static_cast<int>(i);
        const QString name = named(i);
        out.areSlices.push_back(columns[i].column && columns[i].column->source == SqlSource::Slice);
        if (out.slice < 0 && out.areSlices.back())
            out.slice = at;
        const ValueKind kind = specs[i].kind;
        if (out.rank < 0 && kind == ValueKind::Label &&
            (columns[i].column ? columns[i].column->source == SqlSource::Rank || name == u"rank" : name == u"rank"))
            out.rank = at;
        if (kind == ValueKind::Stamp && name.contains(u"end", Qt::CaseInsensitive)) {
            out.end = out.end < 0 ? at : out.end;
        } else if (kind == ValueKind::Stamp) {
            const bool starts = name.contains(u"start", Qt::CaseInsensitive);
            if (out.start < 0 ||
                (starts && !named(static_cast<size_t>(out.start)).contains(u"start", Qt::CaseInsensitive)))
                out.start = at;
        }
        if (out.duration < 0 && kind == ValueKind::Time && name.startsWith(u"dur", Qt::CaseInsensitive))
            out.duration = at;
        if (out.name < 0 && kind == ValueKind::Text && name == u"name")
            out.name = at;
    }
    if (out.start < 0)
        out.start = std::exchange(out.end, -1);
    return out;
}

} // namespace

SqlResult::SqlResult(std::vector<ColumnSpec> columns, std::vector<Part> parts, std::shared_ptr<const SqlPlaces> places)
    : RowSource(std::move(columns)), m_parts(std::move(parts)), m_places(std::move(places))
{
    for (Part &part : m_parts) {
        part.row = m_rows;
        part.text = m_texts;
        m_rows += part.chunk->types.empty() ? 0 : static_cast<quint32>(part.chunk->types.front().size());
        m_texts += part.chunk->texts.size();
        m_bytes += part.chunk->bytes();
    }
}

SqlResult::~SqlResult() = default;

const SqlResult::Part &SqlResult::partOf(quint32 row) const
{
    return *(std::ranges::upper_bound(m_parts, row, {}, &Part::row) - 1);
}

std::string_view SqlResult::textView(StrId id) const
{
    const Part &part = *(std::ranges::upper_bound(m_parts, raw(id), {}, &Part::text) - 1);
    return part.chunk->texts.view(StrId{raw(id) - part.text});
}

StrId SqlResult::textId(quint32 row, int column) const
{
    const Part &part = partOf(row);
    const auto c = static_cast<size_t>(column);
    const quint32 at = row - part.row;
    if (part.chunk->types[c][at] != CellType::Text || part.chunk->values[c][at] == 0)
        return NoText;
    return StrId{static_cast<quint32>(part.chunk->values[c][at]) + part.text};
}

PrintedCell SqlResult::cell(quint32 row, int column) const
{
    const Part &part = partOf(row);
    const auto c = static_cast<size_t>(column);
    const quint64 value = part.chunk->values[c][row - part.row];
    switch (part.chunk->types[c][row - part.row]) {
    case CellType::None:
        break;
    case CellType::Integer:
        return static_cast<qint64>(value);
    case CellType::Real:
        return std::bit_cast<double>(value);
    case CellType::Text:
        return part.chunk->texts.view(StrId{static_cast<quint32>(value)});
    }
    return {};
}

std::string SqlResult::written(quint32 row, int column) const
{
    const PrintedCell value = cell(row, column);
    if (const auto *whole = std::get_if<qint64>(&value))
        return std::to_string(*whole);
    if (const auto *number = std::get_if<double>(&value))
        return QByteArray::number(*number, 'g', QLocale::FloatingPointShortest).toStdString();
    const auto *text = std::get_if<std::string_view>(&value);
    return text ? std::string(*text) : std::string();
}

std::optional<qint64> SqlResult::integer(quint32 row, int column) const
{
    const PrintedCell value = cell(row, column);
    const auto *const whole = std::get_if<qint64>(&value);
    return whole ? std::optional(*whole) : std::nullopt;
}

std::optional<double> SqlResult::real(quint32 row, int column) const
{
    const PrintedCell value = cell(row, column);
    if (const auto *const whole = std::get_if<qint64>(&value))
        return static_cast<double>(*whole);
    const auto *const number = std::get_if<double>(&value);
    return number ? std::optional(*number) : std::nullopt;
}

QString SqlResult::columnName(int column) const
{
    const QString &id = columns()[static_cast<size_t>(column)].id; // behind the number that makes it unique
    return id.mid(id.indexOf(u':') + 1);
}

int SqlResult::rankOf(quint32 row) const
{
    if (m_places->rank < 0)
        return m_places->onlyRank;
    const StrId label = textId(row, m_places->rank);
    if (label == NoText)
        return -1;
    const std::string_view text = textView(label);
    const auto at = m_places->ofLabel.find(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    return at == m_places->ofLabel.end() ? -1 : at->second;
}

RowPlace SqlResult::placeOfSlice(quint32 row, int column) const
{
    RowPlace out{rankOf(row), NoSlice, {}};
    const std::optional<qint64> number = integer(row, column);
    const auto rank = out.rank < 0 ? nullptr : m_places->ranks[static_cast<size_t>(out.rank)].lock();
    if (!number || *number < 0 || !rank || !rank->trace || *number >= rank->trace->slices().size())
        return out;
    out.slice = SliceId{static_cast<quint32>(*number)};
    out.time = Interval{rank->trace->slices().start(out.slice), rank->trace->slices().end(out.slice)};
    return out;
}

RowPlace SqlResult::place(quint32 row) const
{
    if (m_places->slice >= 0) {
        if (const RowPlace out = placeOfSlice(row, m_places->slice); out.slice != NoSlice)
            return out;
    }
    RowPlace out{rankOf(row), NoSlice, {}};
    if (out.rank < 0 || m_places->start < 0)
        return out;
    const std::optional<qint64> start = integer(row, m_places->start);
    if (!start)
        return out;
    std::optional<qint64> duration = m_places->duration < 0 ? std::nullopt : integer(row, m_places->duration);
    if (!duration && m_places->end >= 0) {
        if (const std::optional<qint64> end = integer(row, m_places->end); end && *end >= *start)
            duration = saturatedDifference(*end, *start);
    }
    if (duration && *duration < 0)
        duration.reset();
    out.time = Interval{*start, saturatedSum(*start, duration.value_or(0))};
    const StrId name = m_places->name < 0 ? NoText : textId(row, m_places->name);
    const std::shared_ptr<const RankData> rank = m_places->ranks[static_cast<size_t>(out.rank)].lock();
    if (rank && rank->trace && (duration || name != NoText))
        out.slice =
            sliceAt(*rank->trace, *start, duration, name == NoText ? std::nullopt : std::optional(textView(name)));
    return out;
}

RowPlace SqlResult::cellPlace(quint32 row, int column) const
{
    if (m_places->areSlices[static_cast<size_t>(column)])
        return placeOfSlice(row, column);
    if (kind(column) != ValueKind::Stamp)
        return {};
    const int rank = rankOf(row);
    if (column == m_places->start && rank >= 0)
        return place(row);
    const std::optional<qint64> at = integer(row, column);
    return at ? RowPlace{rank, NoSlice, Interval{*at, *at}} : RowPlace();
}

struct SqlCollector::Seen
{
    qint64 integers = 0;
    qint64 reals = 0;
    qint64 texts = 0;
    qint64 least = std::numeric_limits<qint64>::max(); ///< smallest integer
    bool isLabel = false;                              ///< numbers in it only name something
};

SqlCollector::SqlCollector(const std::shared_ptr<const Run> &run, SqlResultLimits limits, const JobContext &job,
                           Publish publish)
    : m_limits(limits), m_job(job), m_publish(std::move(publish))
{
    for (size_t i = 0; i < run->ranks.size(); ++i) {
        m_ranks.emplace_back(run->ranks[i]);
        const RankInfo *const info = i < run->infos.size() ? &run->infos[i]
                                     : run->ranks[i]       ? &run->ranks[i]->info
                                                           : nullptr;
        if (info)
            m_rankOfLabel.emplace(info->label, static_cast<int>(i));
    }
    m_clock.start();
}

SqlCollector::~SqlCollector() = default;

QString SqlCollector::begin(const std::vector<SqlAnswerColumn> &columns)
{
    m_columns = columns;
    m_seen.resize(columns.size());
    for (size_t i = 0; i < columns.size(); ++i)
        m_seen[i].isLabel = isLabelled(columns[i]);
    seal();
    return {};
}

bool SqlCollector::row(const CellRow &cells)
{
    for (size_t i = 0; i < cells.size(); ++i) {
        Seen &seen = m_seen[i];
        CellType type = CellType::None;
        quint64 value = 0;
        if (const auto *whole = std::get_if<qint64>(&cells[i]); whole && seen.isLabel) {
            value = raw(m_open->texts.intern(std::to_string(*whole)));
            type = CellType::Text;
            ++seen.texts;
        } else if (whole) {
            value = static_cast<quint64>(*whole);
            type = CellType::Integer;
            ++seen.integers;
            seen.least = std::min(seen.least, *whole);
        } else if (const auto *number = std::get_if<double>(&cells[i])) {
            value = std::bit_cast<quint64>(*number);
            type = CellType::Real;
            ++seen.reals;
        } else if (!std::holds_alternative<std::monostate>(cells[i])) {
            std::string holder;
            value = raw(m_open->texts.intern(cellText(cells[i], holder)));
            type = CellType::Text;
            ++seen.texts;
        }
        m_open->values[i].push_back(value);
        m_open->types[i].push_back(type);
    }
    ++m_openRows;
    if (m_openRows % rowsBetweenRoom == 0) {
        const qint64 bytes = m_open->bytes();
        // Columns that grow are there twice for a moment.
        m_outOfRoom =
            m_sealedBytes + bytes > m_limits.bytes ||
            (2 * bytes > m_open->memory.bytes() && !m_open->memory.tryGrow(2 * bytes - m_open->memory.bytes()));
    }
    if (m_publish) {
        constexpr qint64 firstMs = 200;
        const qint64 now = m_clock.elapsed();
        // By rows and by time, both in geometric steps.
        if (now - m_publishedMs >= std::max(firstMs, now / 4)) {
            m_publishedMs = now;
            seal();
            m_publish(result());
        }
    }
    return !m_outOfRoom;
}

void SqlCollector::seal()
{
    if (m_open) {
        for (size_t i = 0; i < m_columns.size(); ++i) {
            m_open->values[i].shrink_to_fit();
            m_open->types[i].shrink_to_fit();
        }
        m_open->texts.shrink();
        m_open->memory.resize(m_open->bytes());
        m_sealedBytes += m_open->bytes();
        m_sealedRows += std::exchange(m_openRows, 0U);
        m_sealed.push_back(std::move(m_open));
    }
    m_open = std::make_shared<SqlChunk>();
    m_open->values.resize(m_columns.size());
    m_open->types.resize(m_columns.size());
    m_open->memory = MemoryReservation(m_job.sharedBudget());
}

ValueKind SqlCollector::kindOf(size_t column) const
{
    const SqlAnswerColumn &c = m_columns[column];
    const Seen &seen = m_seen[column];
    const bool whole = seen.reals == 0 && seen.texts == 0;
    const bool text = seen.integers == 0 && seen.reals == 0;
    if (seen.isLabel && text)
        return ValueKind::Label;
    if (c.column && c.column->kind) {
        const ValueKind k = *c.column->kind;
        // Sentences are told from parts that a statement does not have.
        if (text && (k == ValueKind::Sentence || k == ValueKind::Written))
            return ValueKind::Text;
        if ((isTextKind(k) || isWrittenKind(k)) ? text : isIntegerKind(k) ? whole : seen.texts == 0)
            return k;
    }
    if (seen.texts > 0)
        return text ? ValueKind::Text : ValueKind::Written;
    const bool isTime = timeNameOf(c.name).isTime;
    if (seen.reals > 0)
        return isTime ? ValueKind::MeanTime : c.name.endsWith(u"_percent") ? ValueKind::Percent : ValueKind::Real;
    if (seen.integers == 0)
        return ValueKind::Text;
    if (isTime)
        return seen.least >= firstStamp1973 ? ValueKind::Stamp
               : seen.least < 0             ? ValueKind::Difference
                                            : ValueKind::Time;
    return c.name.endsWith(u"id", Qt::CaseInsensitive) ? ValueKind::Identifier : ValueKind::Integer;
}

std::shared_ptr<const SqlResult> SqlCollector::result(bool hasMore) const
{
    std::vector<ColumnSpec> specs;
    for (size_t i = 0; i < m_columns.size(); ++i) {
        const SqlAnswerColumn &c = m_columns[i];
        ColumnSpec spec;
        spec.id = QStringLiteral("%1:%2").arg(i).arg(c.name);
        spec.kind = kindOf(i);
        const QString base = isShownAsTime(spec.kind) ? timeNameOf(c.name).base : c.name;
        spec.header = isShownAsTime(spec.kind) ? base + QLatin1String("(ns)") : c.name;
        spec.title = isShownAsTime(spec.kind) ? literal(base) + QLatin1String(" (%1)") : literal(c.name);
        spec.hint = c.column ? c.column->description : QString();
        spec.key = rowKeyOf(c, spec.kind);
        specs.push_back(std::move(spec));
    }
    auto places = std::make_shared<SqlPlaces>(placesOf(specs, m_columns));
    places->ranks = m_ranks;
    places->ofLabel = m_rankOfLabel;
    places->onlyRank = m_ranks.size() == 1 ? 0 : -1;
    for (const SqlAnswerColumn &c : m_columns) {
        // "rank0_2" and "rank0_analysis" are databases of rank 0 as well.
        const QString label = c.database.mid(4).section(u'_', 0, 0);
        if (const auto at = m_rankOfLabel.find(label);
            places->onlyRank < 0 && !label.isEmpty() && at != m_rankOfLabel.end())
            places->onlyRank = at->second;
    }
    std::vector<SqlResult::Part> parts;
    for (const std::shared_ptr<const SqlChunk> &chunk : m_sealed)
        parts.push_back({chunk, 0, 0});
    auto *const out = new SqlResult(std::move(specs), std::move(parts), std::move(places));
    std::shared_ptr<const SqlResult> shared(out);
    out->m_isCut = hasMore || m_outOfRoom;
    if (m_outOfRoom)
        out->setNotes(
            {Phrase{RS_MESSAGE("Not enough memory for more rows of the statement: these are the first ones.")}});
    else if (hasMore)
        out->setNotes({Phrase{RS_MESSAGE("The statement has more rows than are kept: these are the first ones.")}});
    return shared;
}

std::shared_ptr<const SqlResult> SqlCollector::finish(bool hasMore)
{
    if (!m_open)
        return nullptr;
    seal();
    return result(hasMore);
}

QString writeSqlCsvFile(const QString &path, const SqlResult &result, const std::vector<quint32> &rows,
                        const std::vector<int> &columns, const JobContext &job)
{
    constexpr size_t reportEvery = 4'000;
    SavedFile file(path);
    if (!file.open())
        return file.errorString();
    job.addTotal(std::ssize(rows));
    const std::unique_ptr<TableSink> sink = makeCsvSink(file, CsvReader::Spreadsheet);
    QStringList names;
    for (const int c : columns)
        names << result.columnName(c);
    sink->begin(names);
    CellRow cells(columns.size());
    for (size_t i = 0; i < rows.size() && sink->ok(); ++i) {
        if (i % reportEvery == 0) {
            if (job.isCanceled())
                return {};
            job.addDone(static_cast<qint64>(std::min(reportEvery, rows.size() - i)));
        }
        for (size_t c = 0; c < columns.size(); ++c)
            cells[c] = result.cell(rows[i], columns[c]);
        sink->row(cells);
    }
    sink->end();
    return sink->ok() && file.commit() ? QString() : file.errorString();
}

SqlAnswer answerOf(SqlEngine &engine, const std::shared_ptr<const Run> &run, const QString &sql, SqlResultLimits limits,
                   const JobContext &job, SqlCollector::Publish publish)
{
    SqlAnswer out;
    QElapsedTimer clock;
    clock.start();
    SqlCollector rows(run, limits, job, std::move(publish));
    out.outcome = engine.query(sql, rows, limits.rows);
    out.rows = rows.finish(out.outcome.isTruncated);
    out.isOutOfRoom = rows.isOutOfRoom();
    out.durationNs = clock.nsecsElapsed();
    return out;
}

} // namespace rs
