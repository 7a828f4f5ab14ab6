// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/actionfinder.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

QString plainActionText(const QAction *action)
{
    QString text = action->text();
    // In Chinese the mark stands in brackets behind the text: "文件(&F)".
    static const QRegularExpression bracketed(QStringLiteral("\\(&\\w\\)"));
    text.remove(bracketed);
    text.replace(QLatin1String("&&"), QString(QChar(0x1)));
    text.remove(QLatin1Char('&'));
    text.replace(QChar(0x1), QLatin1Char('&'));
    return text.remove(QChar(0x2026)).trimmed();
}

const QMenu *menuOf(const QAction *action)
{
    if (const auto *const menu = qobject_cast<const QMenu *>(action->parent()))
        return menu;
    const QMenu *only = nullptr;
    for (const QObject *const holder : action->associatedObjects()) {
        const auto *const menu = qobject_cast<const QMenu *>(holder);
        if (menu && std::exchange(only, menu))
            return nullptr;
    }
    return only && qobject_cast<const QToolButton *>(only->parentWidget()) ? only : nullptr;
}

QString actionPath(const QAction *action)
{
    const QMenu *const menu = menuOf(action);
    const QString name = plainActionText(action);
    return menu && !menu->title().isEmpty() ? plainActionText(menu->menuAction()) + QStringLiteral(" › ") + name : name;
}

QList<QAction *> ActionFinder::actionsOf(const QWidget *menuOrBar)
{
    QList<QAction *> out;
    for (QAction *const a : menuOrBar->actions()) {
        if (a->isSeparator())
            continue;
        if (a->menu())
            out += actionsOf(a->menu());
        else
            out.append(a);
    }
    return out;
}

ActionFinder::ActionFinder(const QList<QAction *> &actions, QWidget *parent)
    : QDialog(parent, Qt::Popup), m_field(new QLineEdit(this)), m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("actionFinder"));
    for (QAction *const a : actions)
        m_entries.push_back({actionPath(a), a});
    m_field->setPlaceholderText(tr("Name of a command"));
    m_field->installEventFilter(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_field);
    column->addWidget(m_list);
    resize(480, 360);
    connect(m_field, &QLineEdit::textChanged, this, &ActionFinder::filter);
    connect(m_list, &QListWidget::itemClicked, this, &ActionFinder::run);
    connect(m_list, &QListWidget::itemActivated, this, &ActionFinder::run);
    filter();
    m_field->setFocus();
}

void ActionFinder::filter()
{
    m_list->clear();
    const QStringList words = m_field->text().split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
    // In any order and with others between them: the menu of a command is a part of its name.
    const auto hasAll = [&words](const QString &name) {
        return std::all_of(words.begin(), words.end(),
                           [&name](const QString &word) { return name.contains(word, Qt::CaseInsensitive); });
    };
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const Entry &e = m_entries[i];
        // The name of the object is in English, for who has read of a command there.
        if (!e.action || !hasAll(e.name + u' ' + e.action->objectName()))
            continue;
        const QString key = e.action->shortcut().toString(QKeySequence::NativeText);
        auto *const item =
            new QListWidgetItem(key.isEmpty() ? e.name : tr("%1    %2", "command, key").arg(e.name, key), m_list);
        item->setData(Qt::UserRole, static_cast<int>(i));
        if (!e.action->isEnabled())
            item->setFlags(Qt::NoItemFlags);
    }
    if (m_list->count() == 0)
        (new QListWidgetItem(tr("No command has these words in its name"), m_list))->setFlags(Qt::NoItemFlags);
    m_list->setCurrentRow(0);
}

void ActionFinder::run()
{
    const QListWidgetItem *const item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled))
        return;
    const QPointer<QAction> action = m_entries[static_cast<size_t>(item->data(Qt::UserRole).toInt())].action;
    accept();
    if (action)
        QTimer::singleShot(0, action, &QAction::trigger);
}

bool ActionFinder::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *const key = static_cast<QKeyEvent *>(event);
        const int row = m_list->currentRow();
        switch (key->key()) {
        case Qt::Key_Down:
            m_list->setCurrentRow(std::min(row + 1, m_list->count() - 1));
            return true;
        case Qt::Key_Up:
            m_list->setCurrentRow(std::max(row - 1, 0));
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            run();
            return true;
        default:
            break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace rs

#include "moc_actionfinder.cpp"
