// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/intervals.h"
#include "core/text/phrase.h"
#include "core/text/place.h"
#include "core/text/stringpool.h"
#include "tables/base/tableschema.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rs {

struct RankData;

/// An operator of communication as its file has it: the slice of it is one to look for.
struct RecordPlace
{
    QString op;
    Interval time; ///< in the rank's own stamps
};

/// Ends of a link as the matrix shows them: numbers of ranks, or places inside the group.
struct LinkPlace
{
    int source = -1;
    int destination = -1;
};

/// Target of a row: the slices of the rank it speaks of. Empty parts are unknown.
struct RowPlace
{
    int rank = -1; ///< into Run::ranks
    SliceId slice = NoSlice;
    std::optional<Interval> time; ///< in the rank's own stamps
    std::optional<RecordPlace> record{};
    std::optional<LinkPlace> link{};
    /// Slices of the base and of the other side of a comparison; NoSlice where a side has none.
    std::optional<std::pair<SliceId, SliceId>> pair{};
};

/// Subject of a row, by the keys of its columns. Empty parts are unknown.
struct RowKeys
{
    RowPlace place;
    QString otherRank; ///< label
    QString step;
    QString domain; ///< label
    QString op;
};

/// Text in a cell whose value alone would mislead people.
struct CellPhrase
{
    const char *english = nullptr; ///< marked for translation; null: the value speaks for itself
    QString argument;              ///< for its "%1"
    int indent = 0;                ///< depth below other rows
};

/// Parts of a text of a Sentence column, so that it can be said in the language of its reader: a sentence of the
/// engine, or a place in a file.
struct Wording
{
    Phrase sentence;
    Place place;
    std::vector<Phrase> more{}; ///< sentences that follow the first
};

/// Note for people on the making of rows: of all of them, or of a rank among them.
struct RowNote
{
    Phrase text;    ///< a sentence of the engine
    QString rank{}; ///< label; empty: of all
    QString side{}; ///< "base" or "other" where two are compared

    RowNote(Phrase said, QString ofRank = {}, QString ofSide = {})
        : text(std::move(said)), rank(std::move(ofRank)), side(std::move(ofSide))
    {
    }
    /// "base, rank 3: …", as the command line says it.
    [[nodiscard]] QString english() const;
};

/// Whether rows of details stand below a row, or would.
enum class RowFold : quint8 { None, Folded, Unfolded };

/// The texts of a rank's trace, which live as long as the rank; null without a trace.
[[nodiscard]] std::shared_ptr<const StringPool> traceTexts(const std::shared_ptr<const RankData> &rank);

/// The texts of a trace, and words that rows add to them, under ids of one kind.
class RowTexts
{
public:
    /// `shared` outlives the rows and does not grow; null: words alone.
    explicit RowTexts(std::shared_ptr<const StringPool> shared = {})
        : m_shared(std::move(shared)), m_first(m_shared ? m_shared->size() : 0)
    {
    }
    /// NoText for an empty text.
    [[nodiscard]] StrId add(const QString &text);
    [[nodiscard]] quint32 count() const { return m_first + m_words.size(); }
    /// Bytes of the added words.
    [[nodiscard]] qint64 bytes() const { return m_words.bytes(); }
    [[nodiscard]] std::string_view view(StrId id) const
    {
        return raw(id) < m_first ? m_shared->view(id) : m_words.view(StrId{raw(id) - m_first});
    }

private:
    std::shared_ptr<const StringPool> m_shared;
    StringPool m_words;
    quint32 m_first;
};

/// Rows of sealed data behind getters, looked up when they are asked for: what tables with millions of rows stand on.
/// Immutable, so that jobs sort, filter and export it while the GUI thread shows it. Every call is O(1). The base has
/// columns and no row.
class RowSource
{
public:
    explicit RowSource(std::vector<ColumnSpec> columns = {}) : m_columns(std::move(columns)) {}
    virtual ~RowSource() = default;
    Q_DISABLE_COPY_MOVE(RowSource)

    [[nodiscard]] const std::vector<ColumnSpec> &columns() const { return m_columns; }
    [[nodiscard]] ValueKind kind(int column) const { return m_columns[static_cast<size_t>(column)].kind; }
    /// Index of the column of that id, or -1.
    [[nodiscard]] int columnOf(QStringView id) const;

    [[nodiscard]] virtual quint32 rows() const { return 0; }
    /// Texts are told apart by ids below textCount(), so that each is filtered, ordered and translated once.
    [[nodiscard]] virtual quint32 textCount() const { return 0; }
    [[nodiscard]] virtual std::string_view textView(StrId) const { return {}; }
    /// Columns of a text kind; NoText where the cell is missing.
    [[nodiscard]] virtual StrId textId(quint32, int) const { return NoText; }
    /// Columns of a written kind, made for the call; empty where the cell is missing.
    [[nodiscard]] virtual std::string written(quint32, int) const { return {}; }
    /// Columns of an integer kind.
    [[nodiscard]] virtual std::optional<qint64> integer(quint32, int) const { return std::nullopt; }
    /// Columns of a real kind.
    [[nodiscard]] virtual std::optional<double> real(quint32, int) const { return std::nullopt; }
    /// The slice that a cell names, where it names one.
    [[nodiscard]] virtual RowPlace cellPlace(quint32, int) const { return {}; }
    /// Target of the row.
    [[nodiscard]] virtual RowPlace place(quint32) const { return {}; }
    /// A text of a file as people read it; words are translated elsewhere.
    [[nodiscard]] virtual QString shownText(StrId id) const;
    /// Parts of a text of a Sentence column; empty for others.
    [[nodiscard]] virtual Wording wording(StrId) const { return {}; }

    /// The part of a whole that a cell is, 0 to 1, drawn as a bar in it; nothing for most.
    [[nodiscard]] virtual std::optional<double> share(quint32, int) const { return std::nullopt; }
    /// Text that people read instead of the value; files and the command line have the value.
    [[nodiscard]] virtual CellPhrase phrase(quint32, int) const { return {}; }
    /// Whether phrase() may say something in a column: who looks at millions of rows asks once.
    [[nodiscard]] virtual bool hasPhrases(int) const { return false; }
    /// Whether a value belongs there: people are told where it is missing.
    [[nodiscard]] virtual bool isExpected(quint32, int) const { return false; }
    /// Whether some row has a fold, or stands below one: who looks at millions of rows asks once.
    [[nodiscard]] virtual bool hasFolds() const { return false; }
    [[nodiscard]] virtual RowFold fold(quint32) const { return RowFold::None; }
    /// The row below which a row of details stands, in whatever order the others do; itself for all others.
    [[nodiscard]] virtual quint32 unfoldedFrom(quint32 row) const { return row; }
    /// Names and stamps of the row, by which it is found again among other rows.
    [[nodiscard]] QString key(quint32 row) const;
    /// Titles of the sides of a comparison; empty: base and other.
    [[nodiscard]] const QStringList &names() const { return m_names; }
    /// Notes for people on the making of the rows.
    [[nodiscard]] const std::vector<RowNote> &notes() const { return m_notes; }
    /// The cell's text; empty where it is missing.
    [[nodiscard]] std::string_view text(quint32 row, int column) const { return textView(textId(row, column)); }
    /// Bytes of the rows beside the run, about; 0 if they only look values up.
    [[nodiscard]] virtual qint64 bytes() const { return 0; }

protected:
    void setColumns(std::vector<ColumnSpec> columns) { m_columns = std::move(columns); }
    void setNotes(std::vector<RowNote> notes) { m_notes = std::move(notes); }
    void setNames(QStringList names) { m_names = std::move(names); }

private:
    std::vector<ColumnSpec> m_columns;
    QStringList m_names;
    std::vector<RowNote> m_notes;
};

/// part / whole; 0 where there is no whole.
[[nodiscard]] inline double partOf(qint64 part, qint64 whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

[[nodiscard]] RowKeys keysOf(const RowSource &rows, quint32 row);

/// Rows of several sources of the same columns, one behind the other.
class JoinedRows : public RowSource
{
public:
    /// At least one part.
    explicit JoinedRows(std::vector<std::shared_ptr<const RowSource>> parts);

    [[nodiscard]] quint32 rows() const override { return m_parts.back().row + m_parts.back().rows->rows(); }
    [[nodiscard]] quint32 textCount() const override { return m_parts.back().text + m_parts.back().rows->textCount(); }
    [[nodiscard]] std::string_view textView(StrId id) const override;
    [[nodiscard]] StrId textId(quint32 row, int column) const override;
    [[nodiscard]] Wording wording(StrId id) const override;
    [[nodiscard]] std::string written(quint32 row, int c) const override { return ofPart(&RowSource::written, row, c); }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int c) const override
    {
        return ofPart(&RowSource::integer, row, c);
    }
    [[nodiscard]] std::optional<double> real(quint32 row, int c) const override
    {
        return ofPart(&RowSource::real, row, c);
    }
    [[nodiscard]] RowPlace cellPlace(quint32 row, int c) const override
    {
        return ofPart(&RowSource::cellPlace, row, c);
    }
    [[nodiscard]] std::optional<double> share(quint32 row, int c) const override
    {
        return ofPart(&RowSource::share, row, c);
    }
    [[nodiscard]] CellPhrase phrase(quint32 row, int c) const override { return ofPart(&RowSource::phrase, row, c); }
    [[nodiscard]] bool isExpected(quint32 row, int c) const override { return ofPart(&RowSource::isExpected, row, c); }
    [[nodiscard]] RowPlace place(quint32 row) const override { return ofPart(&RowSource::place, row); }
    [[nodiscard]] bool hasPhrases(int column) const override;

private:
    struct Part
    {
        std::shared_ptr<const RowSource> rows;
        quint32 row = 0;  ///< its first
        quint32 text = 0; ///< added to its ids
    };
    [[nodiscard]] const Part &partOf(quint32 row) const;
    [[nodiscard]] const Part &partOf(StrId text) const;
    /// A part's answer about its own row.
    template <typename Answer, typename... Column>
    [[nodiscard]] Answer ofPart(Answer (RowSource::*get)(quint32, Column...) const, quint32 row, Column... column) const
    {
        const Part &part = partOf(row);
        return ((*part.rows).*get)(row - part.row, column...);
    }

    std::vector<Part> m_parts;
};

/// Details of a row: rows of the same columns.
struct RowDetails
{
    quint32 row = 0; ///< that unfolds
    std::shared_ptr<const RowSource> rows;
    bool more = false; ///< the last of them stands for others, which it unfolds to in its turn
};

/// Rows that all unfold to details, with the details of those that are: behind them, each below its row whatever the
/// order.
class UnfoldedRows final : public JoinedRows
{
public:
    UnfoldedRows(std::shared_ptr<const RowSource> rows, std::vector<RowDetails> details);

    [[nodiscard]] bool hasFolds() const override { return true; }
    [[nodiscard]] RowFold fold(quint32 row) const override;
    [[nodiscard]] quint32 unfoldedFrom(quint32 row) const override;
    [[nodiscard]] qint64 bytes() const override { return m_bytes; }

private:
    struct Below
    {
        quint32 first = 0; ///< first row of the details
        quint32 row = 0;   ///< that unfolded to them
        bool more = false;
        quint32 last = 0; ///< behind them
    };
    [[nodiscard]] const Below *detailsAt(quint32 row) const;

    quint32 m_own; ///< rows that are no details
    std::vector<Below> m_below;
    std::vector<bool> m_isUnfolded; ///< by row
    qint64 m_bytes = 0;
};

} // namespace rs
