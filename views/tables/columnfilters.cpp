// SPDX-License-Identifier: Apache-2.0
#include "views/tables/columnfilters.h"

#include "items/format.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

constexpr size_t mostKept = 64; // a file that anybody may have written says how many

QString buttonText(QString text)
{
    return text.replace(u'&', QLatin1String("&&"));
}

} // namespace

ColumnFilters::ColumnFilters(std::function<std::vector<Column>()> columns, QWidget *parent)
    : QWidget(parent), m_columns(std::move(columns)), m_button(new QToolButton(parent))
{
    m_button->setAutoRaise(true);
    m_button->setIcon(symbol(QStringLiteral("filter")));
    auto *const menu = new QMenu(m_button);
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, &ColumnFilters::fillMenu);
    attachMenu(m_button, menu);
    new FlowLayout(this, 4);
    hide();
}

void ColumnFilters::fillMenu()
{
    QMenu *const menu = m_button->menu();
    clearMenu(menu);
    const auto add = [this, menu](const QString &title, const QString &id) {
        QAction *const action = menu->addAction(buttonText(title));
        action->setCheckable(true);
        action->setChecked(m_chosen == id);
        connect(action, &QAction::triggered, this, [this, id] {
            choose(id);
            emit chosenChanged();
        });
    };
    add(tr("All columns"), {});
    menu->addSeparator();
    for (const Column &column : m_columns()) {
        if (!column.hidden || column.id == m_chosen)
            add(column.title, column.id);
    }
}

void ColumnFilters::choose(const QString &column)
{
    m_chosen = column;
    refresh();
}

void ColumnFilters::keep(Kept filter)
{
    if (m_kept.size() >= mostKept || std::find(m_kept.begin(), m_kept.end(), filter) != m_kept.end())
        return;
    m_kept.push_back(std::move(filter));
    refresh();
    emit keptChanged();
}

void ColumnFilters::rewrite(size_t filter, const QString &text)
{
    m_kept[filter].text = text;
    refresh();
}

void ColumnFilters::clear()
{
    m_kept.clear();
    m_chosen.clear();
    refresh();
    emit keptChanged();
}

QString ColumnFilters::titleOf(const QString &column) const
{
    const std::vector<Column> columns = m_columns();
    const auto at = std::find_if(columns.begin(), columns.end(), [&](const Column &c) { return c.id == column; });
    return at == columns.end() ? QString() : at->title;
}

void ColumnFilters::refresh()
{
    const QString chosen = m_chosen.isEmpty() ? QString() : titleOf(m_chosen);
    const QString shown = chosen.isEmpty() ? tr("All columns") : chosen;
    // As long as nothing is chosen, an icon is enough.
    m_button->setText(
        buttonText(fontMetrics().elidedText(chosen, Qt::ElideRight, fontMetrics().averageCharWidth() * 20)));
    m_button->setToolButtonStyle(chosen.isEmpty() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_button->setToolTip(format::tooltipText(
        tr("The column that the filter looks at: %1. Return keeps the filter of a column beside the others.")
            .arg(shown)));
    m_button->setAccessibleName(tr("Filter in: %1").arg(shown));

    std::vector<std::pair<QString, Kept>> shownFilters;
    for (const Kept &filter : m_kept) {
        if (const QString title = titleOf(filter.column); !title.isEmpty())
            shownFilters.emplace_back(tr("%1: %2", "column, filter").arg(title, format::displayText(filter.text)),
                                      filter);
    }
    if (shownFilters != m_shown) {
        m_shown = std::move(shownFilters);
        makeMarks();
    }
    for (QToolButton *const mark : m_marks) {
        mark->setToolTip(format::tooltipText(tr("Take this filter away: %1").arg(mark->accessibleName())));
    }
}

void ColumnFilters::makeMarks()
{
    for (QToolButton *const mark : std::exchange(m_marks, {})) {
        layout()->removeWidget(mark);
        mark->hide();
        mark->deleteLater(); // which may be the one that was clicked
    }
    for (const auto &[text, filter] : m_shown) {
        auto *const mark = new QToolButton(this);
        mark->setText(
            buttonText(fontMetrics().elidedText(text, Qt::ElideRight, fontMetrics().averageCharWidth() * 48)));
        mark->setIcon(symbol(QStringLiteral("close")));
        mark->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        mark->setAccessibleName(text);
        connect(mark, &QToolButton::clicked, this, [this, filter = filter] {
            m_kept.erase(std::remove(m_kept.begin(), m_kept.end(), filter), m_kept.end());
            refresh();
            emit keptChanged();
        });
        layout()->addWidget(mark);
        m_marks.push_back(mark);
    }
    setVisible(!m_marks.empty());
}

QJsonArray ColumnFilters::toJson() const
{
    QJsonArray out;
    for (const Kept &filter : m_kept) {
        QJsonObject o{{QStringLiteral("column"), filter.column}, {QStringLiteral("text"), filter.text}};
        if (filter.regularExpression)
            o[QStringLiteral("expression")] = true;
        out.append(o);
    }
    return out;
}

void ColumnFilters::fromJson(const QJsonArray &filters)
{
    m_kept.clear();
    for (const QJsonValue &value : filters) {
        const QJsonObject o = value.toObject();
        Kept filter{o[QStringLiteral("column")].toString(), o[QStringLiteral("text")].toString(),
                    o[QStringLiteral("expression")].toBool()};
        if (!filter.column.isEmpty() && !filter.text.isEmpty() && m_kept.size() < mostKept)
            m_kept.push_back(std::move(filter));
    }
    refresh();
    emit keptChanged();
}

} // namespace rs

#include "moc_columnfilters.cpp"
