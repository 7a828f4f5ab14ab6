// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/page.h"

namespace rs {

class ChartFrame;
class RowSource;
class TablePage;
struct TableQuery;

/// A page that is nothing but tables of the catalogue, as data: which tables, what can be chosen of them, and what is
/// said of their rows. See createPage().
struct PageSpec
{
    QString table;                ///< id in the catalogue
    QString name = table;         ///< of the page, frozen
    QString file = {};            ///< of exports and of filters in sessions; empty: that of the table
    const char *title = nullptr;  ///< marked by RS_TABLE; null: that of the table
    const char *hint = nullptr;   ///< likewise
    QString sort = {};            ///< column by which rows stand at first, the largest on top
    const char *noRows = nullptr; ///< marked likewise: said where the table has no rows and nothing is missing
    bool isOfRun = false;         ///< rows of every loaded rank, although each rank has its own
    std::vector<PageChoice> choices = {};
    /// Sets the query by the choices of the page and of the view around it.
    std::function<void(TableQuery &, const Page &)> ask = {};
    /// Verdict on the rows of the table and of those beside it, above them.
    std::function<QString(const std::vector<std::shared_ptr<const RowSource>> &)> note = {};
    /// Makes a picture of the rows, which stands beside the table, or above it.
    std::function<ChartFrame *(const ViewContext &, TablePage &)> picture = {};
    bool isPictureAbove = false;
    /// A table beside this one, on the same question. Its title is that of the table.
    std::vector<PageSpec> beside = {};
};

/// A TablePage, or a TablesPage of several.
[[nodiscard]] Page *createPage(const PageSpec &spec, const ViewContext &context, QWidget *parent = nullptr);

} // namespace rs
