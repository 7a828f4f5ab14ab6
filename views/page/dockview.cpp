// SPDX-License-Identifier: Apache-2.0
#include "views/page/dockview.h"

#include "views/tables/tableview.h"

#include <QEvent>
#include <QJsonObject>

namespace rs {

DockView::DockView(QString id, const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_id(std::move(id)), m_context(context)
{
    setObjectName(m_id);
    connect(context.state, &ViewState::wasReset, this, [this] { forget(); });
}

void DockView::forget()
{
    for (TableView *const table : findChildren<TableView *>())
        table->forget();
}

QJsonObject DockView::saveFilters() const
{
    QJsonObject out;
    for (const TableView *const table : findChildren<TableView *>()) {
        if (const QJsonObject filters = table->saveFilters(); !filters.isEmpty())
            out[table->fileName()] = filters;
    }
    return out;
}

void DockView::restoreFilters(const QJsonObject &state)
{
    for (TableView *const table : findChildren<TableView *>()) {
        if (const QJsonValue filters = state[table->fileName()]; filters.isObject())
            table->restoreFilters(filters.toObject());
    }
}

QSize DockView::minimumSizeHint() const
{
    constexpr int letters = 16;
    constexpr int lines = 4;
    return QWidget::minimumSizeHint().boundedTo(
        {fontMetrics().averageCharWidth() * letters, fontMetrics().height() * lines});
}

void DockView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        emit titleChanged();
    }
}

} // namespace rs

#include "moc_dockview.cpp"
