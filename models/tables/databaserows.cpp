// SPDX-License-Identifier: Apache-2.0
// Rows of a table of a database as it stands there, and where they lead by the names of its columns.
#include "core/table/table.h"
#include "tables/tables.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace rs {

namespace {

/// "rank_id", "rankID" and "Rank Id" are one name.
QString plainName(QString name)
{
    name.remove(u'_').remove(u' ');
    return name.toLower();
}

int columnCalled(const Table &table, std::initializer_list<const char *> names)
{
    for (const char *const name : names) {
        for (int c = 0; c < table.columnCount(); ++c) {
            if (plainName(table.at(c).name) == QLatin1String(name))
                return c;
        }
    }
    return -1;
}

class DatabaseRows final : public RowSource
{
public:
    DatabaseRows(std::shared_ptr<const Table> table, std::shared_ptr<const Run> run, int index)
        : m_rows(fileRows(nullptr, table, -1)), m_table(std::move(table)), m_run(std::move(run)), m_index(index),
          m_rank(columnCalled(*m_table, {"rank", "rankid", "slowrank", "srcrank"})),
          m_type(columnCalled(*m_table, {"type"})), m_ofType(columnCalled(*m_table, {"index"})),
          m_start(columnCalled(*m_table, {"startns", "timestampns"})), m_end(columnCalled(*m_table, {"endns"}))
    {
        std::vector<ColumnSpec> columns = m_rows->columns();
        if (const int step = columnCalled(*m_table, {"step", "stepid"}); step >= 0 && m_run)
            columns[static_cast<size_t>(step)].key = RowKey::Step;
        setColumns(std::move(columns));
    }

    [[nodiscard]] quint32 rows() const override { return m_rows->rows(); }
    [[nodiscard]] quint32 textCount() const override { return m_rows->textCount(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_rows->textView(id); }
    [[nodiscard]] QString shownText(StrId id) const override { return m_rows->shownText(id); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override { return m_rows->textId(row, column); }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override
    {
        return m_rows->integer(row, column);
    }
    [[nodiscard]] std::optional<double> real(quint32 row, int column) const override
    {
        return m_rows->real(row, column);
    }
    [[nodiscard]] RowPlace place(quint32 row) const override
    {
        RowPlace out;
        if (!m_run)
            return out;
        if (m_rank >= 0)
            out.rank = rankIn(row, m_rank);
        else if (m_type >= 0 && m_ofType >= 0 && word(row, m_type) == u"rank")
            out.rank = rankIn(row, m_ofType);
        // Stamps are those of the rank whose file it is.
        const std::optional<qint64> start = m_index >= 0 && m_start >= 0 ? number(row, m_start) : std::nullopt;
        if (start && out.rank < 0) {
            out.rank = m_index;
            out.time = Interval{*start, std::max(*start, m_end < 0 ? *start : number(row, m_end).value_or(*start))};
        }
        return out;
    }

private:
    [[nodiscard]] QString word(quint32 row, int column) const
    {
        const int r = static_cast<int>(row);
        if (!m_table->has(r, column))
            return {};
        switch (m_table->at(column).type) {
        case ColumnType::Text: {
            const std::string_view text = m_table->textView(r, column);
            return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        }
        case ColumnType::Real:
            return {};
        default:
            return QString::number(m_table->integer(r, column));
        }
    }
    [[nodiscard]] std::optional<qint64> number(quint32 row, int column) const
    {
        bool is = false;
        const qint64 value = word(row, column).toLongLong(&is); // PyTorch writes stamps as text
        return is ? std::optional(value) : std::nullopt;
    }
    [[nodiscard]] int rankIn(quint32 row, int column) const
    {
        const QString label = word(row, column);
        const auto at = std::find_if(m_run->infos.begin(), m_run->infos.end(),
                                     [&label](const RankInfo &i) { return !label.isEmpty() && i.label == label; });
        return at == m_run->infos.end() ? -1 : static_cast<int>(at - m_run->infos.begin());
    }

    std::shared_ptr<const RowSource> m_rows;
    std::shared_ptr<const Table> m_table;
    std::shared_ptr<const Run> m_run;
    int m_index;
    int m_rank; ///< columns; -1: there is none
    int m_type;
    int m_ofType;
    int m_start;
    int m_end;
};

} // namespace

std::shared_ptr<const RowSource> databaseRows(std::shared_ptr<const Table> table, std::shared_ptr<const Run> run,
                                              int index)
{
    return std::make_shared<const DatabaseRows>(std::move(table), std::move(run), index);
}

} // namespace rs
