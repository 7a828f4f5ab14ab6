// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/csvexport.h"
#include "items/rowsourcemodel.h"

#include <QHeaderView>

#include <optional>
#include <utility>
#include <vector>

class QMenu;
class QTableView;

namespace rs {

class Theme;

/// Common parts of the program's tables: header, looks, column menu, range dialog.
namespace tableparts {

/// A header that answers the same questions as the cells: the sorted column is marked by the arrow alone, not in bold.
class Header : public QHeaderView
{
public:
    explicit Header(QWidget *parent);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int section) const override;
};

/// Header, delegate and behaviour of a table of whole rows.
void setUp(QTableView *view, const Theme *theme);
/// Heights and least widths by the font of `view`.
void applyRowHeight(QTableView *view);
/// Widths by the titles and the first rows, none wider than a paragraph.
class ColumnWidths
{
public:
    void fit(QTableView *view);
    /// Columns that wrap: they share the room that is left in the first screen by the columns before the last of them.
    void setSentences(std::vector<int> columns) { m_sentences = std::move(columns); }
    [[nodiscard]] bool isSentence(int column) const;
    /// Titles that have become longer are shown whole, and columns whose text is cut take the room that no column
    /// takes. Widths that the user gave stay.
    void widen(QTableView *view);
    /// Rows with longer texts came among the others: columns whose width the user did not give show them.
    void grow(QTableView *view);
    /// After the texts changed: columns that the user made wider or narrower keep their width, as long as it shows the
    /// title.
    void fitAgain(QTableView *view);

private:
    [[nodiscard]] static int widest(const QTableView *view);
    [[nodiscard]] int sentenceWidth(const QTableView *view) const;
    std::vector<int> m_sentences;
    std::vector<int> m_fitted; ///< as they were set here last; -1: by the user
    std::vector<int> m_least;  ///< of them, without the room that was left
};
/// Never hides the last shown column: a table without columns has no header to bring them back with.
void setColumnShown(QTableView *view, int column, bool shown);
/// A checkable entry for each column; a list that scrolls and is searched where there are many.
void fillColumnMenu(QMenu *menu, QTableView *view);
/// The shown columns in their order on screen.
[[nodiscard]] CsvOptions shownColumns(const QTableView *view);
/// shownColumns() and the selected rows of the view's model; all rows where none is selected.
[[nodiscard]] CsvOptions selection(const QTableView *view);
/// Puts the chosen rows on the clipboard, as lines with tabs or as a Markdown table.
void copySelection(const QTableView *view);
void copyMarkdown(const QTableView *view);

/// True for a column of numbers.
[[nodiscard]] bool isNumeric(const RowSourceModel &rows, int column);
/// Asks for a range of a column, in the unit that it shows. Empty when the user cancelled.
[[nodiscard]] std::optional<RowQuery::Range> askRange(QWidget *parent, const RowSourceModel &rows, int column,
                                                      const RowQuery::Range &now);
/// Asks for the name of a CSV file; empty when the user cancelled.
[[nodiscard]] QString askCsvPath(QWidget *parent, const QString &fileName);
void warnNotExported(QWidget *parent, const QString &path, const QString &why);

} // namespace tableparts

} // namespace rs
