// SPDX-License-Identifier: Apache-2.0
#include "views/tools/sqleditor.h"

#include "sql/sqltokens.h"
#include "views/tools/sqlhighlighter.h"
#include "views/widgets/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>

#include <algorithm>

namespace rs {

SqlEditor::SqlEditor(const Theme *theme, QWidget *parent)
    : QPlainTextEdit(parent), m_theme(theme), m_completer(new QCompleter(this)), m_words(new QStringListModel(this))
{
    new SqlHighlighter(this, theme);
    setTabChangesFocus(true);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    m_completer->setWidget(this);
    m_completer->setModel(m_words);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &SqlEditor::take);
    connect(this, &QPlainTextEdit::textChanged, this, [this] { setExtraSelections({}); });
    applyFont();
}

void SqlEditor::applyFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(parentWidget() ? parentWidget()->font().pointSizeF() : font.pointSizeF());
    setFont(font);
}

void SqlEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::ParentChange)
        applyFont();
}

QString SqlEditor::statement() const
{
    const QTextCursor cursor = textCursor();
    if (cursor.hasSelection())
        return cursor.selectedText().replace(QChar::ParagraphSeparator, u'\n').trimmed();
    const QString text = toPlainText();
    const SqlSpan span = sqlStatementAt(text, cursor.position());
    return text.mid(span.from, span.to - span.from);
}

int SqlEditor::statementStart() const
{
    const QTextCursor cursor = textCursor();
    const QString text = toPlainText();
    if (!cursor.hasSelection())
        return static_cast<int>(sqlStatementAt(text, cursor.position()).from);
    int at = cursor.selectionStart();
    while (at < cursor.selectionEnd() && text[at].isSpace())
        ++at;
    return at;
}

void SqlEditor::markError(int at)
{
    const QString text = toPlainText();
    if (at < 0 || at > text.size())
        return setExtraSelections({});
    int length = 1;
    for (const SqlToken &token : sqlTokens(text)) {
        if (token.from <= at && at < token.from + token.length)
            length = static_cast<int>(token.from + token.length) - at;
    }
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(document());
    mark.cursor.setPosition(at);
    mark.cursor.setPosition(std::min(at + length, static_cast<int>(text.size())), QTextCursor::KeepAnchor);
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(m_theme->error());
    setExtraSelections({mark});
}

void SqlEditor::insertName(const QString &name)
{
    QTextCursor cursor = textCursor();
    const int before = cursor.selectionStart() - 1;
    const QChar last = before >= 0 ? document()->characterAt(before) : QChar(u' ');
    const bool apart = last.isSpace() || last == u'(' || last == u'.' || last == u',';
    cursor.insertText(apart ? name : u' ' + name);
    setTextCursor(cursor);
}

void SqlEditor::replaceText(const QString &text)
{
    QTextCursor cursor(document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    setTextCursor(cursor);
}

// The window's keys do not take what is ours, nor does the way from field to field.
bool SqlEditor::event(QEvent *event)
{
    if (event->type() == QEvent::KeyPress && m_completer->popup()->isVisible()) {
        const auto *const key = static_cast<const QKeyEvent *>(event);
        if (key->key() == Qt::Key_Tab && key->modifiers() == Qt::NoModifier) {
            event->ignore(); // the list of proposals takes it
            return true;
        }
    }
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *const key = static_cast<const QKeyEvent *>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        const bool arrow = key->key() == Qt::Key_Up || key->key() == Qt::Key_Down;
        if ((key->modifiers() == Qt::ControlModifier && (enter || key->key() == Qt::Key_Space)) ||
            (key->modifiers() == Qt::AltModifier && arrow)) {
            event->accept();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void SqlEditor::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_completer->popup()->isVisible() && event->modifiers() == Qt::NoModifier) {
        // The list of proposals takes them; but where none is chosen in it Return ends the line.
        if (enter && !m_completer->popup()->currentIndex().isValid()) {
            m_completer->popup()->hide();
        } else if (enter || event->key() == Qt::Key_Escape || event->key() == Qt::Key_Tab) {
            event->ignore();
            return;
        }
    }
    if (enter && event->modifiers() == Qt::ControlModifier) {
        m_completer->popup()->hide();
        emit runRequested();
        return;
    }
    if (event->key() == Qt::Key_Escape) {
        emit stopRequested();
        return;
    }
    if (event->modifiers() == Qt::AltModifier && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        emit historyRequested(event->key() == Qt::Key_Up ? -1 : 1);
        return;
    }
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier)
        return propose(true);
    QPlainTextEdit::keyPressEvent(event);
    const bool typed = !event->text().isEmpty() && (event->text().front().isLetterOrNumber() ||
                                                    event->text().front() == u'_' || event->text().front() == u'.');
    if (typed || (event->key() == Qt::Key_Backspace && m_completer->popup()->isVisible()))
        propose(false);
    else if (!event->text().isEmpty())
        m_completer->popup()->hide();
}

void SqlEditor::propose(bool asked)
{
    constexpr qsizetype leastTyped = 2;
    constexpr qsizetype most = 200;
    const int cursor = textCursor().position();
    const SqlProposals found = sqlProposals(toPlainText(), cursor, m_tables);
    const bool behindPoint = cursor > 0 && document()->characterAt(cursor - 1) == u'.';
    const bool done = found.words.size() == 1 && found.words.front().compare(found.prefix, Qt::CaseInsensitive) == 0;
    if (found.words.isEmpty() || done || (!asked && !behindPoint && found.prefix.size() < leastTyped)) {
        m_completer->popup()->hide();
        return;
    }
    m_words->setStringList(found.words.mid(0, most));
    m_completer->setCompletionPrefix(found.prefix);
    QRect at = cursorRect();
    at.setWidth(m_completer->popup()->sizeHintForColumn(0) +
                m_completer->popup()->verticalScrollBar()->sizeHint().width());
    m_completer->complete(at);
    // A whole name that was typed is complete, although longer ones begin like it.
    const bool isWhole = found.words.front().compare(found.prefix, Qt::CaseInsensitive) == 0;
    m_completer->popup()->setCurrentIndex(isWhole ? QModelIndex() : m_words->index(0, 0));
}

void SqlEditor::proposeBehindPoint()
{
    const int cursor = textCursor().position();
    if (hasFocus() && !m_completer->popup()->isVisible() && cursor > 0 && document()->characterAt(cursor - 1) == u'.')
        propose(false);
}

void SqlEditor::take(const QString &word)
{
    const QString text = toPlainText();
    QTextCursor cursor = textCursor();
    const SqlProposals found = sqlProposals(text, cursor.position(), m_tables);
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(found.prefix.size()));
    cursor.insertText(word);
    setTextCursor(cursor);
}

} // namespace rs

#include "moc_sqleditor.cpp"
