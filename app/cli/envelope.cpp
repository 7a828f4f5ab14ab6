// SPDX-License-Identifier: Apache-2.0
#include "app/cli/envelope.h"

#include "app/cli/mcplimits.h"
#include "core/table/table.h"
#include "tables/base/tables.h"

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace rs::cli {

namespace {

constexpr quint8 seenInteger = 1;
constexpr quint8 seenNumber = 2;
constexpr quint8 seenText = 4;

std::string jsonOf(std::string_view text)
{
    std::string holder;
    return std::string(harmlessText(nlohmann::json(std::string(text)).dump(), holder));
}

std::string jsonOf(const QString &text)
{
    return jsonOf(std::string_view(text.toStdString()));
}

std::string jsonOrNull(const QString &text)
{
    return text.isEmpty() ? std::string("null") : jsonOf(text);
}

const char *typeOf(ValueKind kind, const QString &header)
{
    switch (kind) {
    case ValueKind::Text:
    case ValueKind::Word:
    case ValueKind::Sentence:
    case ValueKind::Written:
        return "text";
    case ValueKind::Label:
        return "label";
    case ValueKind::Integer:
    case ValueKind::Identifier:
    case ValueKind::Bytes:
        return "integer";
    case ValueKind::Time:
    case ValueKind::Difference:
    case ValueKind::Stamp:
        return header.endsWith(QLatin1String("(ns)")) ? "integer" : "number";
    default:
        return "number";
    }
}

// Texts of files, and sentences that quote them.
bool isData(ValueKind kind)
{
    return kind == ValueKind::Text || kind == ValueKind::Sentence || kind == ValueKind::Written ||
           kind == ValueKind::Label;
}

const char *typeOfSeen(quint8 seen)
{
    if ((seen & seenText) != 0)
        return seen == seenText ? "text" : "label";
    return seen == 0 ? "text" : (seen & seenNumber) != 0 ? "number" : "integer";
}

// The unit at the end of a name of SQL.
QString unitOfKey(const QString &key)
{
    for (const char *unit : {"ns", "us", "ms", "mb", "gb_s", "percent"}) {
        if (key.endsWith(u'_' + QLatin1String(unit)))
            return QString::fromLatin1(unit);
    }
    return {};
}

CellRow owned(const CellRow &cells)
{
    CellRow out = cells;
    for (PrintedCell &c : out) {
        if (const auto *view = std::get_if<std::string_view>(&c))
            c = std::string(*view);
    }
    return out;
}

} // namespace

void removeOldAnswers(const QString &folder, int days, qint64 bytes)
{
    const QDateTime oldest = QDateTime::currentDateTime().addDays(-days);
    qint64 kept = 0;
    for (const QFileInfo &file :
         QDir(folder).entryInfoList({QStringLiteral("rows-*.csv")}, QDir::Files, QDir::Time)) { // the newest first
        kept += file.size();
        if (kept > bytes || file.lastModified() < oldest)
            QFile::remove(file.filePath());
    }
}

EnvelopeSink::EnvelopeSink(QIODevice &out, EnvelopeLimits limits, const JobContext &job)
    : TableSink(out), m_limits(std::move(limits)), m_memory(job.sharedBudget())
{
}

EnvelopeSink::~EnvelopeSink() = default;

void EnvelopeSink::rowsFrom(std::shared_ptr<const RowSource> rows, std::shared_ptr<const Run> run)
{
    const qint64 skip = std::clamp<qint64>(page().skip - known(), 0, rows->rows());
    m_sources.push_back({std::move(rows), std::move(run), TableSink::rows(), skip});
}

std::string EnvelopeSink::columnsText() const
{
    std::string out = "\"columns\":[";
    for (size_t i = 0; i < m_keys.size(); ++i) {
        out += i == 0 ? "\n" : ",\n";
        const QString &header = headers()[static_cast<qsizetype>(i)];
        const ColumnSpec *spec = columns().empty() ? nullptr : &columns()[i];
        const QString unit = spec ? unitOfColumn(header) : unitOfKey(columnKey(header));
        const bool data = spec ? isData(spec->kind) : (m_seen[i] & seenText) != 0;
        out += "{\"name\":" + m_keys[i] + ",\"type\":\"" + (spec ? typeOf(spec->kind, header) : typeOfSeen(m_seen[i])) +
               "\",\"unit\":" + jsonOrNull(unit) + ",\"data\":" + (data ? "true}" : "false}");
    }
    return out + (m_keys.empty() ? "]" : "\n]");
}

void EnvelopeSink::writeHeader()
{
    for (const QString &key : keys())
        m_keys.push_back(jsonOf(key));
    m_seen.assign(m_keys.size(), 0);
    put("{\"schema\":" + std::to_string(schema) + ",\n");
    if (!columns().empty() || headers().isEmpty())
        put(columnsText() + ",\n");
    put("\"rows\":[");
}

void EnvelopeSink::appendValue(std::string &to, const PrintedCell &c)
{
    const auto *d = std::get_if<double>(&c);
    if (std::holds_alternative<std::monostate>(c))
        to += "null";
    else if (isNumber(c) && (!d || std::isfinite(*d)))
        to += cellText(c, m_holder);
    else // JSON has no infinity: it stands there as text
        to += harmlessText(nlohmann::json(std::string(cellText(c, m_holder))).dump(), m_harmless);
}

void EnvelopeSink::makeRow(const CellRow &cells)
{
    m_row = "{";
    for (size_t i = 0; i < cells.size(); ++i) {
        m_row += (i == 0 ? "" : ",") + m_keys[i] + ":";
        appendValue(m_row, cells[i]);
        if (std::holds_alternative<qint64>(cells[i]))
            m_seen[i] |= seenInteger;
        else if (isNumber(cells[i]))
            m_seen[i] |= seenNumber;
        else if (!std::holds_alternative<std::monostate>(cells[i]))
            m_seen[i] |= seenText;
    }
    m_row += "}";
}

void EnvelopeSink::shorten(const CellRow &cells)
{
    for (qsizetype most = 4096; most >= 16; most /= 4) {
        CellRow shorter = cells;
        for (PrintedCell &c : shorter) {
            if (isNumber(c) || std::holds_alternative<std::monostate>(c))
                continue;
            const QString text = QString::fromStdString(std::string(cellText(c, m_holder)));
            if (text.size() > most)
                c = text.left(most).toStdString() + " …";
        }
        makeRow(shorter);
        m_isShortened = true;
        if (static_cast<qint64>(columnsText().size() + m_row.size()) <= m_limits.mostBytes)
            return;
    }
}

void EnvelopeSink::writeRow(const CellRow &cells)
{
    makeRow(cells);
    if (m_limits.mostBytes > 0) {
        const bool isFirst = !m_csv && m_kept.empty();
        overflow(cells);
        if (m_csv && !isFirst)
            return;
        // A reader that continued after the answer would never reach a row that is in no answer.
        if (m_csv)
            shorten(cells);
    }
    put(m_shown == 0 ? "\n" : ",\n");
    put(m_row);
    ++m_shown;
}

// Once the rows are too many for the answer, all of them go into a CSV.
void EnvelopeSink::overflow(const CellRow &cells)
{
    // Rows are kept as such, and as a text that grows.
    constexpr qint64 copies = 3;
    if (!m_csv) {
        const auto evidence = m_sources.empty() ? std::string() : evidenceText(m_sources.back(), TableSink::rows());
        if (m_kept.empty())
            m_bytes = static_cast<qint64>(columnsText().size());
        m_bytes += static_cast<qint64>(m_row.size() + evidence.size()) + 4; // commas and line ends
        m_memory.hold(copies * m_bytes);
        if (m_bytes <= m_limits.mostBytes) {
            m_kept.push_back(owned(cells));
            return;
        }
        QDir().mkpath(m_limits.overflowFolder);
        removeOldAnswers(m_limits.overflowFolder, mcplimits::daysKept, mcplimits::folderBytes - m_limits.mostFileBytes);
        m_csvFile = std::make_unique<QTemporaryFile>(m_limits.overflowFolder + QStringLiteral("/rows-XXXXXX.csv"));
        m_csvFile->setAutoRemove(false);
        (void)m_csvFile->open(); // a failure shows in ok(): every write to a file that is not open is refused
        m_csv = makeCsvSink(*m_csvFile);
        m_csv->begin(headers());
        for (const CellRow &row : m_kept)
            m_csv->row(row);
        m_kept.clear();
    }
    m_csv->row(cells);
    m_isFileFull = m_csvFile->pos() > m_limits.mostFileBytes;
}

void EnvelopeSink::writeEnd()
{
    put(m_shown == 0 ? "],\n" : "\n],\n");
    if (columns().empty() && !headers().isEmpty())
        put(columnsText() + ",\n");
    put("\"evidence\":[");
    bool any = false;
    for (size_t i = 0; i < m_sources.size(); ++i) {
        const qint64 end = i + 1 < m_sources.size() ? m_sources[i + 1].first : TableSink::rows();
        for (qint64 row = m_sources[i].first; row < std::min(end, m_shown); ++row) {
            const std::string text = evidenceText(m_sources[i], row);
            if (text.empty())
                continue;
            put(any ? ",\n" : "\n");
            put(text);
            any = true;
        }
    }
    put(any ? "\n]" : "]");
    m_isEnded = true;
}

std::string EnvelopeSink::evidenceText(Source &source, qint64 row) const
{
    const auto own = static_cast<quint32>(row - source.first + source.skip);
    RowPlace place = source.rows->place(own);
    for (int c = 0; place.slice == NoSlice && c < static_cast<int>(source.rows->columns().size()); ++c) {
        if (const RowPlace cell = source.rows->cellPlace(own, c); cell.slice != NoSlice)
            place = cell;
    }
    if (place.rank < 0 || place.rank >= static_cast<int>(source.run->infos.size()))
        return {};
    const RankInfo &info = source.run->infos[static_cast<size_t>(place.rank)];
    const auto &data = source.run->ranks[static_cast<size_t>(place.rank)];
    const Trace *trace = data ? data->trace.get() : nullptr;
    std::string out = "{\"row\":" + std::to_string(row) +
                      ",\"rank\":" + (info.rank >= 0 ? std::to_string(info.rank) : jsonOf(info.label));
    if (place.slice != NoSlice && trace) {
        std::shared_ptr<PrintedLanes> &lanes = source.lanes[place.rank];
        if (!lanes)
            lanes = std::make_shared<PrintedLanes>(*trace);
        out += ",\"lane\":" + jsonOf(lanes->both(trace->laneOf(place.slice))) +
               ",\"slice\":" + std::to_string(raw(place.slice));
        if (!place.time)
            place.time = Interval{trace->slices().start(place.slice), trace->slices().end(place.slice)};
    }
    if (place.time)
        out += ",\"from_ns\":" + std::to_string(place.time->from) + ",\"to_ns\":" + std::to_string(place.time->to);
    return out + "}";
}

void EnvelopeSink::finish(const Ending &ending)
{
    if (!m_isEnded) {
        setEmptyToo(true);
        end();
    }
    const bool truncated = m_isTotalUnknown || known() > page().skip + m_shown;
    const bool hasNext = known() > page().skip + m_shown || (m_isTotalUnknown && !m_isEndOfKept);
    put(",\n\"total\":" + (m_isTotalUnknown ? std::string("null") : std::to_string(known())));
    put(std::string(",\"truncated\":") + (truncated ? "true" : "false"));
    put(",\"next\":" + (hasNext ? "\"" + std::to_string(page().skip + m_shown) + "\"" : std::string("null")));
    if (m_csv) {
        m_csv->end();
        QString error = m_csv->ok() && m_csvFile->flush() ? QString()
                        : m_csv->why().isEmpty()          ? m_csvFile->errorString()
                                                          : m_csv->why();
        if (error.isEmpty() && m_isFileFull)
            error = QStringLiteral("The file ends after its first %1 rows: it may have %2 MB.")
                        .arg(m_csv->rows())
                        .arg(m_limits.mostFileBytes >> 20);
        // The number of whole rows in a file that could not be written is unknown, so the file is removed.
        const bool isWritten = m_csv->ok() && m_csvFile->error() == QFileDevice::NoError;
        if (!isWritten)
            m_csvFile->remove();
        put(",\n\"overflow\":{\"path\":" + jsonOf(isWritten ? m_csvFile->fileName() : QString()) +
            ",\"rows\":" + std::to_string(isWritten ? m_csv->rows() : 0) + ",\"error\":" + jsonOrNull(error) + "}");
    }
    put(",\n\"status\":" + std::to_string(ending.status) + ",\"code\":" + jsonOf(ending.code) +
        ",\n\"message\":" + jsonOrNull(ending.message) + ",\n\"suggestion\":" + jsonOrNull(ending.suggestion));
    for (const auto &[key, json] : ending.members) {
        std::string holder;
        put(",\n" + jsonOf(key) + ":" + std::string(harmlessText(json, holder)));
    }
    put("}\n");
    flush();
}

} // namespace rs::cli
