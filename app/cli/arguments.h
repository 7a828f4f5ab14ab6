// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/call.h"
#include "tables/base/parameters.h"

#include <QCommandLineParser>
#include <QStringList>

#include <map>
#include <vector>

namespace rs::cli {

struct Verb;

[[nodiscard]] bool stdoutIsTerminal();

/// The arguments of a verb, checked. The first mistake is kept; the verb then does nothing.
class Arguments
{
public:
    /// `call` and `verb` outlive it.
    Arguments(Call &call, const Verb &verb);

    /// Reads each argument by itself. Ends the verb where the help is asked for, and at the first mistake.
    void parse(const QStringList &arguments);
    /// Ends the verb where an argument was wrong; says so on stderr, with a hint at --help.
    void endIfWrong();
    void mistake(const QString &message);

    [[nodiscard]] QStringList paths() const { return m_parser.positionalArguments(); }
    /// The paths of the run that the verb is about.
    [[nodiscard]] QStringList pathsOfRun() const;
    /// Ends the verb: it takes no more than the first `taken` paths.
    void refusePaths(int taken);

    [[nodiscard]] bool has(const char *option) const;
    [[nodiscard]] bool isSet(const char *option) const { return m_parser.isSet(QLatin1String(option)); }
    [[nodiscard]] QString text(const char *option) const { return m_parser.value(QLatin1String(option)); }
    /// Values of an option that may be given several times.
    [[nodiscard]] QStringList texts(const char *option) const { return m_parser.values(QLatin1String(option)); }
    /// Values of an option that is given; empty for one that is not.
    [[nodiscard]] const OptionValue &value(const char *option) const;
    [[nodiscard]] qint64 number(const char *option, qint64 missing) const;
    /// Puts what is given and the table takes into the query; `table` may be null.
    void fill(TableQuery &query, const TableSpec *table);
    /// Output by --format, --limit, --cursor and --fields. Without a format: a table on a terminal, CSV on a pipe.
    [[nodiscard]] Output output() const;
    /// Megabytes, 0 for the default.
    [[nodiscard]] qint64 memoryLimit() const { return number("memory-limit", 0); }

private:
    [[nodiscard]] QString help() const;
    void read(const OptionSpec &option);
    void readWords(const OptionSpec &option);
    void readRates();
    void noteTooMany(int taken);

    Call &m_call;
    const Verb &m_verb;
    std::vector<OptionSpec> m_options;
    std::map<QString, OptionValue> m_values;
    std::vector<int> m_ranks;
    ReferenceRates m_rates;
    QString m_error;
    QCommandLineParser m_parser;
};

} // namespace rs::cli
