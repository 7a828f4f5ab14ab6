// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/columnmodel.h"

#include <functional>
#include <utility>
#include <vector>

namespace rs {

/// A ColumnModel over a vector of structs: each column brings a function from the row to the raw value.
template <typename Row>
class RowModel : public ColumnModel
{
public:
    using ColumnModel::ColumnModel;

    struct Field
    {
        TableColumn column;
        std::function<QVariant(const Row &)> value;
    };

    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    [[nodiscard]] const Row &row(int r) const { return m_rows[static_cast<size_t>(r)]; }

protected:
    void resetFields(std::vector<Field> fields, std::vector<Row> rows)
    {
        std::vector<TableColumn> columns;
        columns.reserve(fields.size());
        for (const Field &f : fields)
            columns.push_back(f.column);
        const int count = static_cast<int>(rows.size());
        reset(std::move(columns), count, [&] {
            m_fields = std::move(fields);
            m_rows = std::move(rows);
        });
    }
    void resetRows(std::vector<Row> rows)
    {
        const int count = static_cast<int>(rows.size());
        reset(count, [&] { m_rows = std::move(rows); });
    }
    /// Same fields in another language.
    void retitle(const std::vector<Field> &fields)
    {
        std::vector<TableColumn> columns;
        for (const Field &f : fields)
            columns.push_back(f.column);
        setTitles(std::move(columns));
    }
    [[nodiscard]] QVariant raw(int r, int column) const override
    {
        return m_fields[static_cast<size_t>(column)].value(m_rows[static_cast<size_t>(r)]);
    }

private:
    std::vector<Field> m_fields;
    std::vector<Row> m_rows;
};

} // namespace rs
