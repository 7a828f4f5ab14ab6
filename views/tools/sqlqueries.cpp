// SPDX-License-Identifier: Apache-2.0
// History, saved statements and examples of the console.
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/tools/sqleditor.h"
#include "views/tools/sqlview.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/plaintext.h"

#include <QAbstractButton>
#include <QInputDialog>
#include <QMenu>

#include <utility>

namespace rs {

namespace {

struct Example
{
    const char *title;
    const char *sql;
};
constexpr Example examples[] = {
    {QT_TRANSLATE_NOOP("rs::SqlView", "The longest names of every rank"),
     "SELECT rank, name, count(*) AS calls, sum(duration_ns) AS total_ns, max(duration_ns) AS longest_ns\n"
     "FROM slices\nGROUP BY rank, name\nORDER BY total_ns DESC\nLIMIT 100;"},
    {QT_TRANSLATE_NOOP("rs::SqlView", "The longest slices, each with its step"),
     "SELECT rank, ns_to_step(rank, start_ns) AS step, name, start_ns, duration_ns\nFROM slices\n"
     "ORDER BY duration_ns DESC\nLIMIT 100;"},
    {QT_TRANSLATE_NOOP("rs::SqlView", "How long each rank communicates, overlaps counted once"),
     "SELECT rank, span_union(start_ns, start_ns + duration_ns) AS busy_ns, count(*) AS calls\nFROM slices\n"
     "WHERE name LIKE 'hcom%'\nGROUP BY rank\nORDER BY busy_ns DESC;"},
    {QT_TRANSLATE_NOOP("rs::SqlView", "The parts of each step"), "SELECT *\nFROM overview\nORDER BY step, rank;"},
    {QT_TRANSLATE_NOOP("rs::SqlView", "What was found in the files"), "SELECT *\nFROM findings;"},
};

} // namespace

void SqlView::setHistory(const QStringList &statements)
{
    m_history = statements.mid(0, mostHistory);
    m_inHistory = -1;
}

void SqlView::remember(const QString &sql)
{
    m_history.removeAll(sql);
    m_history.prepend(sql);
    m_history = m_history.mid(0, mostHistory);
    m_inHistory = -1;
    emit historyChanged();
}

void SqlView::goThroughHistory(int direction)
{
    if (m_inHistory < 0)
        m_draft = m_editor->toPlainText();
    const int next = m_inHistory - direction;
    if (next < -1 || next >= m_history.size())
        return;
    m_inHistory = next;
    m_editor->replaceText(next < 0 ? m_draft : m_history[next]);
}

void SqlView::fillHistory()
{
    constexpr qsizetype mostShown = 20;
    constexpr qsizetype longest = 80;
    clearMenu(m_historyMenu);
    for (const QString &sql : m_history.mid(0, mostShown)) {
        QString shown = format::clipText(format::displayText(sql.simplified()), longest);
        QAction *const action = m_historyMenu->addAction(shown.replace(u'&', QLatin1String("&&")), this,
                                                         [this, sql] { m_editor->replaceText(sql); });
        action->setToolTip(format::tooltipText(sql));
    }
    if (m_history.isEmpty()) {
        setAvailable(m_historyMenu->addAction(tr("No statement was run yet")), tr("Ctrl+Return runs one."));
        return;
    }
    m_historyMenu->addSeparator();
    m_historyMenu->addAction(tr("Clear History"), this, [this] {
        m_history.clear();
        m_inHistory = -1;
        emit historyChanged();
    });
}

void SqlView::fillQueries()
{
    clearMenu(m_queriesMenu);
    const auto put = [this](const QString &text) {
        m_editor->replaceText(text);
        m_editor->setFocus(Qt::OtherFocusReason);
    };
    const std::vector<SavedQuery> saved = savedQueries(m_folder);
    const auto nameOf = [](const SavedQuery &q) {
        return format::displayText(q.title).replace(u'&', QLatin1String("&&"));
    };
    for (const SavedQuery &q : saved) {
        QAction *const action = m_queriesMenu->addAction(
            nameOf(q), this, [put, q] { put(QStringLiteral("-- %1\n%2").arg(q.title, q.sql)); });
        if (q.error.isEmpty())
            action->setToolTip(format::tooltipText(q.path));
        else
            setAvailable(action, format::displayText(tableText(q.error)));
    }
    m_queriesMenu->addSeparator();
    m_queriesMenu->addAction(symbol(QStringLiteral("save")), tr("Save Statement…"), this, &SqlView::askTitle);
    QMenu *const removal = m_queriesMenu->addMenu(tr("Delete"));
    for (const SavedQuery &q : saved)
        removal->addAction(nameOf(q), this, [this, q] { askRemove(q); });
    setAvailable(removal->menuAction(), saved.empty() ? tr("No statement has been saved.") : QString());
    QMenu *const more = m_queriesMenu->addMenu(tr("Examples"));
    for (const Example &e : examples)
        more->addAction(tr(e.title), this, [put, sql = QString::fromLatin1(e.sql)] { put(sql); });
}

void SqlView::askTitle()
{
    if (m_editor->statement().isEmpty()) {
        emit notice(tr("There is no statement to save."));
        return;
    }
    // An opened statement is saved under its title again.
    QString title;
    if (const QString first = m_editor->toPlainText().section(u'\n', 0, 0); first.startsWith(QLatin1String("--")))
        title = first.mid(2).trimmed();
    auto *const dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save Statement"));
    dialog->setLabelText(tr("Title; a statement of the same title is replaced"));
    dialog->setTextValue(title);
    connect(dialog, &QInputDialog::textValueSelected, this, &SqlView::saveStatement);
    dialog->open();
}

void SqlView::saveStatement(const QString &title)
{
    const QString sql = m_editor->statement();
    if (sql.isEmpty() || savedQueryName(title).isEmpty()) {
        emit notice(tr("Nothing was saved: a statement and a title with letters are needed."));
        return;
    }
    if (const QString error = saveQuery(m_folder, title, sql); !error.isEmpty())
        MessageBox::show(QMessageBox::Warning, tr("Save Statement"), tr("The statement could not be saved."), error,
                         this);
    else
        emit notice(tr("Saved. From the next start on it is the table %1: a page of the system view, a verb of the "
                       "command line, and part of exports.")
                        .arg(SavedQueryPrefix.toString() + savedQueryName(title)));
}

void SqlView::askRemove(const SavedQuery &query)
{
    auto *const box =
        MessageBox::show(QMessageBox::Question, tr("Delete"), tr("Delete the statement %1?").arg(query.title),
                         query.path, this, QMessageBox::Yes | QMessageBox::Cancel);
    connect(box, &QMessageBox::buttonClicked, this, [this, box, query](QAbstractButton *button) {
        if (box->standardButton(button) != QMessageBox::Yes)
            return;
        if (const QString error = removeQuery(query); !error.isEmpty())
            emit notice(tr("%1 could not be deleted: %2").arg(query.path, error));
    });
}

} // namespace rs
