// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/structsource.h"

#include <algorithm>
#include <initializer_list>
#include <variant>
#include <vector>

namespace rs {

/// To people a column without any value says nothing: of these columns the window hides those. Files have them.
template <typename R>
void hideEmpty(std::vector<Field<R>> &fields, const std::vector<R> &rows, std::initializer_list<QStringView> ids)
{
    for (const QStringView id : ids) {
        Field<R> &field = fieldNamed(fields, id);
        field.column.shown = rows.empty() || std::any_of(rows.begin(), rows.end(), [&field](const R &r) {
                                 const FieldValue value = field.value(r);
                                 const QString *const text = std::get_if<QString>(&value);
                                 return text ? !text->isEmpty() : !std::holds_alternative<std::monostate>(value);
                             });
    }
}

} // namespace rs
