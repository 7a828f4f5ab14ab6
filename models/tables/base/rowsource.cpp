// SPDX-License-Identifier: Apache-2.0
#include "tables/base/rowsource.h"

#include "core/run/rundata.h"

#include <algorithm>
#include <utility>

namespace rs {

std::shared_ptr<const StringPool> traceTexts(const std::shared_ptr<const RankData> &rank)
{
    return rank && rank->trace ? std::shared_ptr<const StringPool>(rank, &rank->trace->strings()) : nullptr;
}

StrId RowTexts::add(const QString &text)
{
    return text.isEmpty() ? NoText : StrId{raw(m_words.internText(text)) + m_first};
}

int RowSource::columnOf(QStringView id) const
{
    for (size_t i = 0; i < m_columns.size(); ++i) {
        if (m_columns[i].id == id)
            return static_cast<int>(i);
    }
    return -1;
}

QString RowSource::key(quint32 row) const
{
    QString out;
    for (int c = 0; c < static_cast<int>(m_columns.size()); ++c) {
        const ValueKind k = kind(c);
        if (k == ValueKind::Label || k == ValueKind::Text || k == ValueKind::Sentence) {
            const std::string_view name = text(row, c);
            out += QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) + u'/';
        } else if (k == ValueKind::Stamp || k == ValueKind::Identifier) {
            out += QString::number(integer(row, c).value_or(-1)) + u'/';
        }
    }
    return out;
}

QString RowSource::shownText(StrId id) const
{
    const std::string_view text = textView(id);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString RowNote::english() const
{
    if (rank.isEmpty())
        return text.english();
    const QString who = side.isEmpty() ? QStringLiteral("rank ") : side + QStringLiteral(", rank ");
    return who + rank + QStringLiteral(": ") + text.english();
}

RowKeys keysOf(const RowSource &rows, quint32 row)
{
    RowKeys out;
    out.place = rows.place(row);
    for (int c = 0; c < static_cast<int>(rows.columns().size()); ++c) {
        const RowKey key = rows.columns()[static_cast<size_t>(c)].key;
        if (key == RowKey::None)
            continue;
        const bool isNumber = isIntegerKind(rows.kind(c));
        const std::string_view text = isNumber ? std::string_view() : rows.text(row, c);
        const std::optional<qint64> number = isNumber ? rows.integer(row, c) : std::nullopt;
        QString &part = key == RowKey::Step       ? out.step
                        : key == RowKey::Domain   ? out.domain
                        : key == RowKey::Operator ? out.op
                                                  : out.otherRank;
        part = number ? QString::number(*number) : QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        // As databases and communication.json spell it.
        if (const QLatin1String prefix("step"); key == RowKey::Step && part.startsWith(prefix))
            part.remove(0, prefix.size());
    }
    return out;
}

JoinedRows::JoinedRows(std::vector<std::shared_ptr<const RowSource>> parts) : RowSource(parts.front()->columns())
{
    Part next;
    for (std::shared_ptr<const RowSource> &part : parts) {
        next.rows = std::move(part);
        m_parts.push_back(next);
        next.row += next.rows->rows();
        next.text += next.rows->textCount();
    }
}

const JoinedRows::Part &JoinedRows::partOf(quint32 row) const
{
    // The last part that begins at or before the row: empty ones begin where the next one does.
    return *(std::ranges::upper_bound(m_parts, row, {}, &Part::row) - 1);
}

const JoinedRows::Part &JoinedRows::partOf(StrId text) const
{
    return *(std::ranges::upper_bound(m_parts, raw(text), {}, &Part::text) - 1);
}

std::string_view JoinedRows::textView(StrId id) const
{
    const Part &part = partOf(id);
    return part.rows->textView(StrId{raw(id) - part.text});
}

Wording JoinedRows::wording(StrId id) const
{
    const Part &part = partOf(id);
    return part.rows->wording(StrId{raw(id) - part.text});
}

StrId JoinedRows::textId(quint32 row, int column) const
{
    const Part &part = partOf(row);
    const StrId own = part.rows->textId(row - part.row, column);
    return own == NoText ? NoText : StrId{raw(own) + part.text};
}

bool JoinedRows::hasPhrases(int column) const
{
    return std::ranges::any_of(m_parts, [column](const Part &part) { return part.rows->hasPhrases(column); });
}

namespace {

std::vector<std::shared_ptr<const RowSource>> partsOf(const std::shared_ptr<const RowSource> &rows,
                                                      const std::vector<RowDetails> &details)
{
    std::vector<std::shared_ptr<const RowSource>> out{rows};
    for (const RowDetails &d : details)
        out.push_back(d.rows);
    return out;
}

} // namespace

UnfoldedRows::UnfoldedRows(std::shared_ptr<const RowSource> rows, std::vector<RowDetails> details)
    : JoinedRows(partsOf(rows, details)), m_own(rows->rows()), m_isUnfolded(rows->rows(), false), m_bytes(rows->bytes())
{
    setNames(rows->names());
    setNotes(rows->notes());
    quint32 next = m_own;
    for (const RowDetails &d : details) {
        const quint32 first = std::exchange(next, next + d.rows->rows());
        m_below.push_back({first, d.row, d.more, next});
        m_isUnfolded[d.row] = true;
        m_bytes += d.rows->bytes();
    }
}

const UnfoldedRows::Below *UnfoldedRows::detailsAt(quint32 row) const
{
    if (row < m_own)
        return nullptr;
    return &*(std::ranges::upper_bound(m_below, row, {}, &Below::last));
}

RowFold UnfoldedRows::fold(quint32 row) const
{
    if (const Below *const below = detailsAt(row))
        return below->more && row + 1 == below->last ? RowFold::Folded : RowFold::None;
    return m_isUnfolded[row] ? RowFold::Unfolded : RowFold::Folded;
}

quint32 UnfoldedRows::unfoldedFrom(quint32 row) const
{
    const Below *const below = detailsAt(row);
    return below ? below->row : row;
}

} // namespace rs
