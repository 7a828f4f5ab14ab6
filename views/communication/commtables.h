// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/viewcontext.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;
class QStackedWidget;

namespace rs {

class Picker;
class TablePage;

/// Tables of the catalogue about one question of communication, of which one is shown.
class CommTables final : public QWidget
{
    Q_OBJECT
public:
    /// `name`: as which the view shows it; `ids` of the tables, the first one is shown first.
    CommTables(const QString &name, const QStringList &ids, const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] bool isComplete() const;
    void retranslate();
    /// False when it has no table of that id.
    bool showTable(const QString &id);

    [[nodiscard]] TablePage *page() const;
    [[nodiscard]] Picker *picker() const { return m_picker; }

signals:
    /// Of what the user chose.
    void tableChosen();

private:
    void showChosen();

    Picker *m_picker;
    QLabel *m_hint; ///< which question the table answers
    QStackedWidget *m_stack;
    std::vector<TablePage *> m_pages;
};

} // namespace rs
