// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/call.h"

#include <QCommandLineParser>
#include <QRegularExpression>
#include <QStringList>

#include <optional>
#include <vector>

namespace rs::cli {

[[nodiscard]] bool stdoutIsTerminal();

/// What a verb is told, checked. A mistake is kept as the first error message; the verb then does nothing.
class Arguments
{
public:
    /// `usage` is what follows the verb ("PATH --rank R"), `example` a whole command line.
    /// `call` outlives it.
    Arguments(Call &call, QString verb, QString usage, QString description, QString example);

    void option(const QString &name, const QString &value, const QString &description);
    /// One that may be given several times.
    void repeatedOption(const QString &name, const QString &value, const QString &description);
    void flag(const QString &name, const QString &description);

    /// False when the call ends here: with help on stdout (status 0), or with a mistake on stderr (status 1).
    /// `maxPaths` 0: any number; 1: paths of one run, such as its ranks.
    [[nodiscard]] bool parse(const QStringList &arguments, int minPaths, int maxPaths);
    [[nodiscard]] int status() const { return m_error.isEmpty() ? 0 : 1; }

    [[nodiscard]] QStringList paths() const { return m_parser.positionalArguments(); }
    [[nodiscard]] bool isSet(const QString &name) const { return m_parser.isSet(name); }
    [[nodiscard]] QString text(const QString &name) const { return m_parser.value(name); }
    /// All of a repeated option.
    [[nodiscard]] QStringList texts(const QString &name) const { return m_parser.values(name); }
    /// Whole number of at least `least`; `missing` when the option is not given.
    [[nodiscard]] qint64 number(const QString &name, qint64 missing, qint64 least);
    [[nodiscard]] std::optional<QRegularExpression> pattern(const QString &name);
    /// Index into `allowed`, 0 when the option is not given.
    [[nodiscard]] int choice(const QString &name, const QStringList &allowed);
    /// --format csv|json|table, --limit, --cursor and --fields.
    void addOutput();
    /// What they say. Without a format: a table on a terminal, CSV on a pipe.
    [[nodiscard]] Output output();
    [[nodiscard]] Call &call() { return m_call; }
    /// Megabytes, 0 for the default.
    [[nodiscard]] qint64 memoryLimit() { return number(QStringLiteral("memory-limit"), 0, 1); }

    /// True when an argument was wrong; says so on stderr, with a hint at --help.
    [[nodiscard]] bool isWrong();
    void mistake(const QString &message);
    /// The paths of the run that the verb is about.
    [[nodiscard]] QStringList pathsOfRun() const { return m_areOfOneRun ? paths() : paths().mid(0, 1); }
    /// A mistake: the verb takes no more than the first `taken` paths.
    void refusePaths(int taken);

private:
    [[nodiscard]] QString help() const;
    [[nodiscard]] Format format();

    Call &m_call;
    QString m_verb;
    QString m_usage;
    QString m_description;
    QString m_example;
    QString m_error;
    QStringList m_repeated;
    bool m_areOfOneRun = false;
    QCommandLineParser m_parser;
};

} // namespace rs::cli
