// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <functional>
#include <vector>

class QColor;

namespace rs {

class ChartFrame;
class TablePage;
class Theme;
struct ViewContext;

/// Picture of a page of rows: a bar for each, stacked of columns of times.
struct ColumnBars
{
    struct Part
    {
        QString column;
        std::function<QColor(const Theme &)> color;
    };
    QString name;                ///< of its exports
    std::vector<QString> labels; ///< columns that name a bar
    std::vector<Part> parts;     ///< from bottom to top
};

/// A bar and its row are chosen together. The page outlives the picture.
[[nodiscard]] std::function<ChartFrame *(const ViewContext &, TablePage &)> columnBars(ColumnBars bars);

} // namespace rs
