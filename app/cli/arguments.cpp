// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments.h"

#include "app/cli/session.h"

#include <cstdio>
#include <limits>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace rs::cli {

bool stdoutIsTerminal()
{
#ifdef Q_OS_UNIX
    return isatty(STDOUT_FILENO) == 1;
#else
    return false;
#endif
}

Arguments::Arguments(Call &call, QString verb, QString usage, QString description, QString example)
    : m_call(call), m_verb(std::move(verb)), m_usage(std::move(usage)), m_description(std::move(description)),
      m_example(std::move(example))
{
    m_parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    m_parser.addOption({{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Shows this text.")});
    option(
        QStringLiteral("memory-limit"), QStringLiteral("MB"),
        QStringLiteral(
            "Memory that loaded data may take; default: 60 % of the machine's, or of what its control group or ulimit "
            "allows. When it is reached the status is 4."));
    flag(QStringLiteral("databases"),
         QStringLiteral("Of ranks that were exported as text and as databases, reads the databases; without this "
                        "and --text the text files, unless the databases have what no text file does."));
    flag(QStringLiteral("text"),
         QStringLiteral("Of ranks that were exported as text and as databases, reads the text files."));
}

void Arguments::option(const QString &name, const QString &value, const QString &description)
{
    m_parser.addOption({name, description, value});
}

void Arguments::repeatedOption(const QString &name, const QString &value, const QString &description)
{
    option(name, value, description);
    m_repeated << name;
}

void Arguments::flag(const QString &name, const QString &description)
{
    m_parser.addOption({name, description});
}

bool Arguments::parse(const QStringList &arguments, int minPaths, int maxPaths)
{
    // The parser takes the first entry for the program's name.
    const bool ok = m_parser.parse(QStringList{QStringLiteral("rankscope-cli ") + m_verb} + arguments);
    if (m_parser.isSet(QStringLiteral("help"))) {
        m_call.print(help());
        return false;
    }
    if (m_parser.optionNames().contains(QStringLiteral("format")) && text(QStringLiteral("format")) == u"json")
        m_call.answerJson();
    const bool wantsDatabases = m_parser.isSet(QStringLiteral("databases"));
    const bool wantsText = m_parser.isSet(QStringLiteral("text"));
    if (wantsDatabases || wantsText)
        m_call.setExport(wantsText ? ExportChoice::Text : ExportChoice::Databases);
    if (!ok)
        mistake(m_parser.errorText());
    else if (wantsDatabases && wantsText)
        mistake(QStringLiteral("--databases and --text exclude each other"));
    for (const QString &name : m_parser.optionNames()) {
        const QStringList values = m_parser.values(name);
        if (values.size() > 1 && !m_repeated.contains(name))
            mistake(QStringLiteral("--%1 is given more than once.").arg(name));
        // An unset variable of a script is no wish for everything.
        else if (values.contains(QString()))
            mistake(QStringLiteral("--%1 has an empty value.").arg(name));
    }
    if (paths().size() < minPaths)
        mistake(QStringLiteral("PATH is missing."));
    else if (paths().contains(QString()))
        mistake(QStringLiteral("A PATH is empty."));
    else if (maxPaths > 1 && paths().size() > maxPaths)
        refusePaths(maxPaths);
    m_areOfOneRun = maxPaths == 1;
    return !isWrong();
}

void Arguments::refusePaths(int taken)
{
    // Who names two runs wants them side by side, not one of them.
    mistake(QStringLiteral("Too many paths: %1. %2 takes %3; runs are held against each other by compare (two), "
                           "compare.many (up to 64) and matrix (two links by link).")
                .arg(paths().mid(taken).join(QStringLiteral(", ")), m_verb,
                     taken == 1 ? QStringLiteral("one run") : QStringLiteral("no more than %1").arg(taken)));
}

qint64 Arguments::number(const QString &name, qint64 missing, qint64 least)
{
    if (!isSet(name))
        return missing;
    bool ok = false;
    const qlonglong value = text(name).toLongLong(&ok);
    if (!ok || value < least) {
        const bool any = least == std::numeric_limits<qint64>::min();
        mistake(QStringLiteral("--%1 needs a whole number%2, not \"%3\".")
                    .arg(name, any ? QString() : QStringLiteral(" of at least %1").arg(least), text(name)));
        return missing;
    }
    return value;
}

std::optional<QRegularExpression> Arguments::pattern(const QString &name)
{
    if (!isSet(name))
        return std::nullopt;
    QRegularExpression expression(text(name));
    if (!expression.isValid()) {
        mistake(QStringLiteral("--%1 is no regular expression: %2 at character %3.")
                    .arg(name, expression.errorString())
                    .arg(expression.patternErrorOffset()));
        return std::nullopt;
    }
    return expression;
}

int Arguments::choice(const QString &name, const QStringList &allowed)
{
    if (!isSet(name))
        return 0;
    const auto i = allowed.indexOf(text(name));
    if (i < 0)
        mistake(
            QStringLiteral("--%1 is one of %2, not \"%3\".").arg(name, allowed.join(QStringLiteral(", ")), text(name)));
    return i < 0 ? 0 : static_cast<int>(i);
}

void Arguments::addOutput()
{
    option(QStringLiteral("format"), QStringLiteral("FORMAT"),
           QStringLiteral("csv, json or table; default: a table on a terminal, CSV on a pipe. JSON says most."));
    option(QStringLiteral("limit"), QStringLiteral("N"), QStringLiteral("At most so many rows; default: all."));
    option(QStringLiteral("cursor"), QStringLiteral("C"),
           QStringLiteral("Goes on where an answer with --limit ended: the \"next\" of its JSON."));
    option(QStringLiteral("fields"), QStringLiteral("LIST"),
           QStringLiteral("Only these columns, in this order, parted by commas: headers, or keys of the JSON."));
}

Output Arguments::output()
{
    Output out;
    out.format = format();
    out.page.limit = number(QStringLiteral("limit"), out.page.limit, 1);
    out.page.skip = number(QStringLiteral("cursor"), 0, 0);
    if (isSet(QStringLiteral("fields"))) {
        for (const QString &field : text(QStringLiteral("fields")).split(u',')) {
            if (field.trimmed().isEmpty())
                mistake(QStringLiteral("--fields: \"%1\" is no list of columns such as rank,total_us.")
                            .arg(text(QStringLiteral("fields"))));
            out.page.fields << field.trimmed();
        }
    }
    return out;
}

Format Arguments::format()
{
    if (!isSet(QStringLiteral("format")))
        return stdoutIsTerminal() ? Format::Table : Format::Csv;
    const auto f = formatFromName(text(QStringLiteral("format")));
    if (!f)
        mistake(QStringLiteral("--format is csv, json or table, not \"%1\".").arg(text(QStringLiteral("format"))));
    return f.value_or(Format::Csv);
}

bool Arguments::isWrong()
{
    if (m_error.isEmpty())
        return false;
    m_call.say(QStringLiteral("rankscope-cli %1: %2").arg(m_verb, m_error));
    if (m_call.keeper())
        return true; // a tool has a schema
    m_call.say(QStringLiteral("Usage: rankscope-cli %1 %2   (rankscope-cli %1 --help says more)").arg(m_verb, m_usage));
    return true;
}

void Arguments::mistake(const QString &message)
{
    if (m_error.isEmpty())
        m_error = message;
}

QString Arguments::help() const
{
    // The parser's own text, below a usage line that names the verb.
    const QString options = m_parser.helpText();
    const qsizetype from = options.indexOf(QStringLiteral("Options:"));
    return QStringLiteral("Usage: rankscope-cli %1 %2\n\n%3\n\n%4\nExample:\n  %5\n")
        .arg(m_verb, m_usage, m_description, from < 0 ? options : options.mid(from), m_example);
}

} // namespace rs::cli
