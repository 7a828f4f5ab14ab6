// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sql/sqlcompletion.h"

#include <QPlainTextEdit>

#include <utility>
#include <vector>

class QCompleter;
class QStringListModel;

namespace rs {

class Theme;

/// Editor of statements: coloured, with proposals (Ctrl+Space). Ctrl+Return runs the selection, or the statement under
/// the cursor; Escape stops it; Alt+Up and Alt+Down go through earlier ones.
class SqlEditor final : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit SqlEditor(const Theme *theme, QWidget *parent = nullptr);

    void setTables(std::vector<SqlTableNames> tables) { m_tables = std::move(tables); }
    /// Statement that Ctrl+Return runs; empty if there is none.
    [[nodiscard]] QString statement() const;
    /// Start of that statement in the text.
    [[nodiscard]] int statementStart() const;
    /// Underlines the part of the text at a place, until something is typed; -1: nothing.
    void markError(int at);
    /// Puts a name where the cursor is, apart from what stands before it.
    void insertName(const QString &name);
    /// In place of all text; can be undone.
    void replaceText(const QString &text);
    /// For names that arrive after "rank12." was typed.
    void proposeBehindPoint();
    [[nodiscard]] QCompleter *completer() const { return m_completer; }

signals:
    void runRequested();
    void stopRequested();
    /// -1: one further back, 1: one further on.
    void historyRequested(int direction);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyFont();
    void propose(bool asked);
    void take(const QString &word);

    const Theme *m_theme;
    std::vector<SqlTableNames> m_tables;
    QCompleter *m_completer;
    QStringListModel *m_words;
};

} // namespace rs
