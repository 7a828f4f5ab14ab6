// SPDX-License-Identifier: Apache-2.0
// Filters of a table: its field, single columns, ranges, and restrictions from outside.
#include "views/tables/tableview.h"

#include "items/format.h"
#include "views/tables/columnfilters.h"
#include "views/tables/incrementalrows.h"
#include "views/widgets/theme.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QLineEdit>
#include <QMenu>
#include <QPalette>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace rs {

std::vector<ColumnFilters::Column> TableView::filterColumns() const
{
    std::vector<ColumnFilters::Column> out;
    for (int c = 0; c < m_rows->columnCount(); ++c)
        out.push_back({m_rows->shown()[static_cast<size_t>(c)].column.id,
                       m_rows->headerData(c, Qt::Horizontal).toString(),
                       m_view->horizontalHeader()->isSectionHidden(c)});
    return out;
}

int TableView::filterColumn(const QString &id) const
{
    for (size_t c = 0; !id.isEmpty() && c < m_query.columns.size(); ++c) {
        if (m_query.columns[c].column.id == id)
            return static_cast<int>(c);
    }
    return -1;
}

void TableView::setUpFilters()
{
    connect(m_filter, &QLineEdit::textChanged, this, &TableView::filterChanged);
    connect(m_filter, &QLineEdit::returnPressed, this, &TableView::keepFilter);
    connect(m_expression, &QToolButton::toggled, this, &TableView::filterChanged);
    connect(m_columnFilters, &ColumnFilters::keptChanged, this, &TableView::filterChanged);
    connect(m_columnFilters, &ColumnFilters::chosenChanged, this, [this] {
        filterChanged();
        m_filter->setFocus();
    });
}

bool TableView::isFiltered() const
{
    return !m_query.text.isEmpty() || !m_query.ranges.empty() || !m_query.conditions.empty() || m_query.only;
}

// Which column an id stands for depends on what is shown.
void TableView::takeFilters()
{
    std::vector<ColumnFilter> conditions;
    for (const ColumnFilters::Kept &kept : m_columnFilters->kept()) {
        if (const int column = filterColumn(kept.column); column >= 0)
            conditions.push_back({column, kept.text, kept.regularExpression});
    }
    const int chosen = filterColumn(m_columnFilters->chosen());
    const bool isExpression = m_expression->isChecked();
    if (chosen >= 0 && !m_filter->text().isEmpty())
        conditions.push_back({chosen, m_filter->text(), isExpression});
    m_query.text = chosen >= 0 ? QString() : m_filter->text();
    m_query.regularExpression = isExpression;
    m_query.conditions = std::move(conditions);
}

void TableView::filterChanged()
{
    showFilterHint();
    arrange();
    emit filtersChanged();
}

void TableView::showFilterHint()
{
    const int column = filterColumn(m_columnFilters->chosen());
    if (column < 0 || column >= m_rows->columnCount())
        m_filter->setPlaceholderText(tr("Filter rows"));
    else if (tableparts::isNumeric(*m_rows, column))
        m_filter->setPlaceholderText(tr("> 100, 10..20, = 5"));
    else
        m_filter->setPlaceholderText(tr("part, = whole, ! without"));
    // Beside it stand the frame and a place for the button that clears the field.
    const int besides = 3 * fontMetrics().height();
    m_filter->setMinimumWidth(std::max(fontMetrics().averageCharWidth() * 14,
                                       fontMetrics().horizontalAdvance(m_filter->placeholderText()) + besides));
}

void TableView::keepFilter()
{
    const QString id = m_columnFilters->chosen();
    const int column = filterColumn(id);
    QString text = m_filter->text();
    if (column < 0 || text.trimmed().isEmpty())
        return;
    const bool isExpression = m_expression->isChecked();
    if (column < m_rows->columnCount()) {
        const TableColumn &of = m_rows->shown()[static_cast<size_t>(column)].column;
        const format::TimeUnit unit = m_rows->unitOf(column);
        if (!ColumnCondition(text, isExpression, of, unit).error().isEmpty())
            return; // which the field tells already
        if (!isExpression)
            text = ColumnCondition::withUnit(text, of, unit);
    }
    {
        const QSignalBlocker once(m_filter);
        m_filter->clear();
    }
    m_columnFilters->choose({});
    m_columnFilters->keep({id, text, isExpression});
}

void TableView::showFilterError(const QString &error)
{
    // Conditions of columns say it in a sentence.
    const bool isOfText = !error.isEmpty() && m_expression->isChecked() &&
                          filterColumn(m_columnFilters->chosen()) < 0 &&
                          !QRegularExpression(m_filter->text()).isValid();
    m_filter->setToolTip(format::tooltipText(isOfText ? tr("Not a valid regular expression: %1.").arg(error) : error));
    QPalette p = palette();
    if (!error.isEmpty())
        p.setColor(QPalette::Text, m_theme->error());
    m_filter->setPalette(p);
}

void TableView::setFilter(const QString &text, bool regularExpression)
{
    const QSignalBlocker quiet(m_expression);
    m_expression->setChecked(regularExpression);
    const QSignalBlocker once(m_filter);
    m_filter->setText(text);
    filterChanged();
}

void TableView::setColumnFilter(const QString &column, const QString &text)
{
    m_columnFilters->choose(column);
    setFilter(text, false);
}

void TableView::clearFilters()
{
    m_query.ranges.clear();
    m_query.only = nullptr;
    {
        const QSignalBlocker once(m_filter);
        m_filter->clear();
        const QSignalBlocker quiet(m_columnFilters);
        m_columnFilters->clear();
    }
    filterChanged();
    emit filtersCleared();
}

void TableView::setRange(int column, std::optional<double> min, std::optional<double> max)
{
    if (min || max)
        m_query.ranges[column] = {min, max};
    else
        m_query.ranges.erase(column);
    arrange();
}

void TableView::askRange(int column)
{
    const auto at = m_query.ranges.find(column);
    if (const auto chosen =
            tableparts::askRange(this, *m_rows, column, at == m_query.ranges.end() ? RowQuery::Range() : at->second))
        setRange(column, chosen->min, chosen->max);
}

// Word of the filter among the rows that pass it now. A part of a word stands for the whole one, if all rows that show
// it have that word.
std::optional<TableView::FilterWord> TableView::wordOf(const QString &filter, int column) const
{
    static const QRegularExpression form(QStringLiteral("^(\\s*(?:!=|=|!|\u2260)?\\s*)(.+?)\\s*$"));
    const QRegularExpressionMatch match = form.match(filter);
    if (!match.hasMatch())
        return std::nullopt;
    const QString asked = match.captured(2);
    constexpr int mostRows = 2'000;
    std::optional<FilterWord> out;
    std::vector<QString> all;
    for (int c = column < 0 ? 0 : column; c < (column < 0 ? m_rows->columnCount() : column + 1); ++c) {
        if (tableparts::isNumeric(*m_rows, c))
            continue;
        for (int r = 0; r < std::min(mostRows, m_rows->rowCount()); ++r) {
            const quint32 row = m_rows->sourceRow(r);
            QString text = m_rows->shownAt(row, c);
            if (!text.contains(asked, Qt::CaseInsensitive))
                continue;
            if (!out || text.size() < out->shown.size())
                out = FilterWord{-1, match.captured(1), text, row, c};
            all.push_back(std::move(text));
        }
    }
    const bool isOne = out && std::all_of(all.begin(), all.end(), [&out](const QString &text) {
                           return text.contains(out->shown, Qt::CaseInsensitive);
                       });
    return isOne ? out : std::nullopt;
}

void TableView::rememberWords()
{
    m_words.clear();
    if (!m_filter->text().isEmpty() && !m_expression->isChecked()) {
        const QString &chosen = m_columnFilters->chosen();
        if (auto word = wordOf(m_filter->text(), chosen.isEmpty() ? -1 : filterColumn(chosen)))
            m_words.push_back(std::move(*word));
    }
    const std::vector<ColumnFilters::Kept> &kept = m_columnFilters->kept();
    for (size_t i = 0; i < kept.size(); ++i) {
        const int column = kept[i].regularExpression ? -1 : filterColumn(kept[i].column);
        if (auto word = column < 0 ? std::nullopt : wordOf(kept[i].text, column)) {
            word->filter = static_cast<int>(i);
            m_words.push_back(std::move(*word));
        }
    }
}

void TableView::translateWords()
{
    for (const FilterWord &word : std::exchange(m_words, {})) {
        const bool isThere = m_rows->source() && word.row < m_rows->source()->rows();
        const QString now = isThere ? m_rows->shownAt(word.row, word.column) : QString();
        // Names are the same in every language, and a part of one stays a part.
        if (now.isEmpty() || now == word.shown)
            continue;
        if (word.filter >= 0) {
            m_columnFilters->rewrite(static_cast<size_t>(word.filter), word.sign + now);
            continue;
        }
        const QSignalBlocker once(m_filter);
        m_filter->setText(word.sign + now);
    }
}

QJsonObject TableView::saveFilters() const
{
    QJsonObject out;
    if (!m_filter->text().isEmpty()) {
        out[QStringLiteral("text")] = m_filter->text();
        if (m_expression->isChecked())
            out[QStringLiteral("expression")] = true;
        if (!m_columnFilters->chosen().isEmpty())
            out[QStringLiteral("column")] = m_columnFilters->chosen();
    }
    if (!m_columnFilters->kept().empty())
        out[QStringLiteral("columns")] = m_columnFilters->toJson();
    return out;
}

void TableView::restoreFilters(const QJsonObject &state)
{
    {
        const QSignalBlocker quiet(m_columnFilters);
        m_columnFilters->choose(state[QStringLiteral("column")].toString());
        m_columnFilters->fromJson(state[QStringLiteral("columns")].toArray());
    }
    setFilter(state[QStringLiteral("text")].toString(), state[QStringLiteral("expression")].toBool());
}

void TableView::showHeaderMenu(const QPoint &at)
{
    QMenu menu(this);
    const int column = m_view->horizontalHeader()->logicalIndexAt(at);
    if (column >= 0) {
        menu.addAction(tr("Hide this column"), this, [this, column] { setColumnShown(column, false); });
        menu.addAction(tr("Filter this column…"), this, [this, column] {
            m_columnFilters->choose(filterColumns()[static_cast<size_t>(column)].id);
            filterChanged();
            m_filter->setFocus();
        });
        if (tableparts::isNumeric(*m_rows, column))
            menu.addAction(tr("Filter by range…"), this, [this, column] { askRange(column); });
        menu.addAction(m_clearFilters);
        menu.setToolTipsVisible(true);
        menu.addSeparator();
    }
    tableparts::fillColumnMenu(&menu, m_view);
    menu.exec(m_view->horizontalHeader()->mapToGlobal(at));
}

} // namespace rs
