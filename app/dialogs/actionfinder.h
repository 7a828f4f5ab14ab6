// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QDialog>
#include <QPointer>

#include <vector>

class QLineEdit;
class QListWidget;
class QMenu;

namespace rs {

/// Finds every action of the menus by a part of its name and runs it (Ctrl+Shift+P).
class ActionFinder : public QDialog
{
    Q_OBJECT
public:
    ActionFinder(const QList<QAction *> &actions, QWidget *parent = nullptr);

    [[nodiscard]] QLineEdit *field() const { return m_field; }
    [[nodiscard]] QListWidget *list() const { return m_list; }
    /// Every action of a menu and of its submenus, without separators.
    [[nodiscard]] static QList<QAction *> actionsOf(const QWidget *menuOrBar);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void filter();
    void run();

    struct Entry
    {
        QString name;
        QPointer<QAction> action;
    };
    std::vector<Entry> m_entries;
    QLineEdit *m_field;
    QListWidget *m_list;
};

/// Name of an action without its mnemonic mark and dots.
[[nodiscard]] QString plainActionText(const QAction *action);
/// The same behind that of its menu, for lists in which actions of all menus stand.
[[nodiscard]] QString actionPath(const QAction *action);
/// The menu that an action needs for its name to be understood: the one that it belongs to, else the menu of a tool
/// bar, if no other menu holds it; null: none.
[[nodiscard]] const QMenu *menuOf(const QAction *action);

} // namespace rs
