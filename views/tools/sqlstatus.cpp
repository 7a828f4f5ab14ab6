// SPDX-License-Identifier: Apache-2.0
// Status of a statement; the texts follow the language.
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/tools/sqlview.h"
#include "views/widgets/theme.h"
#include "views/widgets/emptystate.h"

#include <QLabel>
#include <QStackedWidget>

#include <utility>

namespace rs {

void SqlView::say(Said said)
{
    m_said = std::move(said);
    tell();
}

void SqlView::tell()
{
    m_status->setText(statusTexts().join(u'\n'));
    QPalette colours = palette();
    if (m_said.stage == Said::Stage::NoMemory || !m_said.outcome.error.isEmpty())
        colours.setColor(QPalette::WindowText, theme().error());
    m_status->setPalette(colours);
    if (m_answer->currentWidget() != m_hint)
        return;
    // Said every moment of a statement that runs.
    if (const auto [heading, text] = hintTexts();
        heading.isEmpty() || heading != m_hint->heading() || text != m_hint->body())
        showHint(heading, text);
}

QString SqlView::status() const
{
    return m_status->text();
}

QStringList SqlView::reasonTexts() const
{
    QStringList out;
    for (const Phrase &reason : m_said.outcome.reasons)
        out << format::displayText(tableText(reason));
    return out;
}

QStringList SqlView::statusTexts() const
{
    switch (m_said.stage) {
    case Said::Stage::Nothing:
        return {};
    case Said::Stage::NoMemory:
        return {tr("Not enough memory for this statement: close other runs, or query fewer ranks.")};
    case Said::Stage::Starts:
        return {tr("Running…")};
    case Said::Stage::Runs:
        return {tr("Running for %1. Rows so far: %2.").arg(format::duration(m_said.ns), format::integer(m_said.rows))};
    case Said::Stage::Stopped: {
        QStringList out{tr("Stopped after %1.").arg(format::duration(m_said.ns))};
        if (m_said.rows > 0)
            out << tr("Rows so far: %1.").arg(format::integer(m_said.rows));
        return out;
    }
    case Said::Stage::Ended:
        break;
    }
    return m_said.outcome.error.isEmpty() ? answerTexts() : mistakeTexts();
}

// A database that is not attached has no known tables: its reason follows the mistake.
QStringList SqlView::mistakeTexts() const
{
    const SqlOutcome &outcome = m_said.outcome;
    const QString why = outcome.mistake.isEmpty() ? format::displayText(outcome.error) : tableText(outcome.mistake);
    const QString said =
        m_said.line > 0 ? tr("Line %1, character %2: %3").arg(m_said.line).arg(m_said.character).arg(why) : why;
    return QStringList{said} + reasonTexts();
}

QStringList SqlView::answerTexts() const
{
    QStringList out{tr("Rows: %1, time: %2.").arg(format::integer(m_said.rows), format::duration(m_said.ns))};
    if (m_said.outcome.isTruncated)
        out << tr("These are the first ones; reduce the rows with a condition or GROUP BY.");
    if (m_said.isOutOfRoom)
        out << tr("Not enough memory for more: these are the first ones.");
    if (m_said.loaded < m_said.ranks)
        out << tr("%2 of %1 ranks are loaded: rows of the others may be missing.")
                   .arg(format::integer(m_said.ranks), format::integer(m_said.loaded));
    return out + reasonTexts();
}

std::pair<QString, QString> SqlView::hintTexts() const
{
    switch (m_said.stage) {
    case Said::Stage::Nothing:
        return {};
    case Said::Stage::NoMemory:
        return {tr("The statement cannot run"), statusTexts().join(u'\n')};
    case Said::Stage::Starts:
    case Said::Stage::Runs:
        return {tr("Running…"), tr("Rows appear here as they come.")};
    case Said::Stage::Stopped:
        return {tr("The statement was stopped"), tr("No rows so far.")};
    case Said::Stage::Ended:
        break;
    }
    if (!m_said.outcome.error.isEmpty())
        return {tr("The statement cannot run"),
                tr("See the error above. Tables and columns are listed beside the statement.")};
    const QStringList reasons = reasonTexts();
    return {tr("The statement has no rows"),
            reasons.isEmpty() ? tr("Nothing in the run meets its conditions.") : reasons.join(u'\n')};
}

} // namespace rs
