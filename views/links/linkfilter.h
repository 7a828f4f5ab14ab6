// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/rowsource.h"

#include <QString>

#include <compare>
#include <functional>
#include <optional>

namespace rs {

/// An end of a link as rows of the catalogue name it: a rank of the run, or an index inside its group where no file
/// says which rank that is.
struct LinkEnd
{
    bool local = false;
    qint64 number = -1;
    auto operator<=>(const LinkEnd &) const = default;

    /// "3", and "#3" of an index inside a group: what people read.
    [[nodiscard]] QString text() const;
};

/// The columns that say which link a row is of, of the table "links" and of others, which may name ranks alone.
class LinkRowNames
{
public:
    explicit LinkRowNames(const RowSource &rows);

    [[nodiscard]] LinkEnd source(const RowSource &rows, quint32 row) const { return end(rows, row, m_source); }
    [[nodiscard]] LinkEnd destination(const RowSource &rows, quint32 row) const
    {
        return end(rows, row, m_destination);
    }
    [[nodiscard]] std::string_view transport(const RowSource &rows, quint32 row) const
    {
        return rows.text(row, m_transport);
    }
    [[nodiscard]] std::string_view domain(const RowSource &rows, quint32 row) const { return rows.text(row, m_domain); }

private:
    [[nodiscard]] LinkEnd end(const RowSource &rows, quint32 row, int column) const;

    int m_source;
    int m_destination;
    int m_rankKind;
    int m_transport;
    int m_domain;
};

/// The rows of one link.
struct LinkFilter
{
    LinkEnd source{};
    LinkEnd destination{};
    std::optional<QString> domain{}; ///< label; nothing: of whatever domain
    /// For TableView::setOnly() over rows of these columns.
    [[nodiscard]] std::function<bool(const RowSource &, quint32 row)> only(const RowSource &rows) const;
};

} // namespace rs
