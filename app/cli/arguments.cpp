// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments.h"

#include "app/cli/verbs.h"
#include "core/text/ranklist.h"

#include <algorithm>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace rs::cli {

namespace {

constexpr OptionSpec everyVerb[] = {
    {"memory-limit", OptionType::Number, "MB",
     "Memory that loaded data may take; default: 60 % of the machine's, or of what its control group or ulimit allows. "
     "When it is reached the status is 4.",
     "", "", 1},
    {"databases", OptionType::Flag, "",
     "For ranks exported as text and as databases, reads the databases. Default: the text files, unless the "
     "databases have more."},
    {"text", OptionType::Flag, "", "For ranks exported as text and as databases, reads the text files."},
};

} // namespace

bool stdoutIsTerminal()
{
#ifdef Q_OS_UNIX
    return isatty(STDOUT_FILENO) == 1;
#else
    return false;
#endif
}

Arguments::Arguments(Call &call, const Verb &verb)
    : m_call(call), m_verb(verb), m_options(std::begin(everyVerb), std::end(everyVerb))
{
    const std::vector<OptionSpec> own = optionsOf(verb);
    m_options.insert(m_options.end(), own.begin(), own.end());
    m_parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    m_parser.addOption({{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Shows this text.")});
    for (const OptionSpec &o : m_options)
        m_parser.addOption({QLatin1String(o.name), QString::fromUtf8(o.help), QLatin1String(o.value)});
}

void Arguments::parse(const QStringList &arguments)
{
    // The parser takes the first entry for the program's name.
    const bool ok =
        m_parser.parse(QStringList{QStringLiteral("rankscope-cli ") + QString::fromStdString(m_verb.name)} + arguments);
    if (isSet("help")) {
        m_call.print(help());
        throw Ended{Exit::Done};
    }
    if (has("format") && text("format") == u"json")
        m_call.answerJson();
    if (isSet("databases") || isSet("text"))
        m_call.setExport(isSet("text") ? ExportChoice::Text : ExportChoice::Databases);
    if (!ok)
        mistake(m_parser.errorText());
    else if (isSet("databases") && isSet("text"))
        mistake(QStringLiteral("--databases and --text exclude each other"));
    for (const OptionSpec &o : m_options) {
        const QStringList values = m_parser.values(QLatin1String(o.name));
        // Limits of a gate add up, as rates do.
        if (values.size() > 1 && o.type != OptionType::Rate && QLatin1String(o.name) != QLatin1String("fail"))
            mistake(QStringLiteral("--%1 is given more than once.").arg(QLatin1String(o.name)));
        // An unset variable of a script is no wish for everything.
        else if (values.contains(QString()))
            mistake(QStringLiteral("--%1 has an empty value.").arg(QLatin1String(o.name)));
    }
    if (paths().size() < m_verb.minPaths)
        mistake(QStringLiteral("PATH is missing."));
    else if (paths().contains(QString()))
        mistake(QStringLiteral("A PATH is empty."));
    else if (m_verb.maxPaths > 1 && paths().size() > m_verb.maxPaths)
        noteTooMany(m_verb.maxPaths);
    for (const OptionSpec &o : m_options) {
        if (isSet(o.name))
            read(o);
    }
    endIfWrong();
}

QStringList Arguments::pathsOfRun() const
{
    return m_verb.maxPaths == 1 ? paths() : paths().mid(0, 1);
}

void Arguments::noteTooMany(int taken)
{
    // Two runs are meant side by side, not one of them.
    mistake(QStringLiteral("Too many paths: %1. %2 takes %3; runs are compared by compare.runs and compare (two), "
                           "trend.runs (several), compare.many (up to 64) and matrix (two, link by link).")
                .arg(paths().mid(taken).join(QStringLiteral(", ")), QString::fromStdString(m_verb.name),
                     taken == 1 ? QStringLiteral("one run") : QStringLiteral("no more than %1").arg(taken)));
}

void Arguments::refusePaths(int taken)
{
    noteTooMany(taken);
    endIfWrong();
}

bool Arguments::has(const char *option) const
{
    return std::ranges::any_of(
        m_options, [option](const OptionSpec &o) { return QLatin1String(o.name) == QLatin1String(option); });
}

void Arguments::read(const OptionSpec &option)
{
    const QString name = QLatin1String(option.name);
    OptionValue &value = m_values[name];
    value.text = text(option.name);
    switch (option.type) {
    case OptionType::Number:
    case OptionType::Cursor:
    case OptionType::Stamp: {
        bool ok = false;
        const bool any = option.type == OptionType::Stamp;
        value.number = value.text.toLongLong(&ok);
        if (!ok || (!any && value.number < option.least))
            mistake(QStringLiteral("--%1 needs a whole number%2, not \"%3\".")
                        .arg(name, any ? QString() : QStringLiteral(" of at least %1").arg(option.least), value.text));
        break;
    }
    case OptionType::Pattern:
        value.pattern.setPattern(value.text);
        if (!value.pattern.isValid())
            mistake(QStringLiteral("--%1 is not a regular expression: %2 at character %3.")
                        .arg(name, value.pattern.errorString())
                        .arg(value.pattern.patternErrorOffset()));
        break;
    case OptionType::Word:
    case OptionType::Words:
        readWords(option);
        break;
    case OptionType::Ranks: {
        const auto ranks = ranksOfText(value.text);
        if (!ranks || ranks->empty())
            mistake(QStringLiteral("--%1: \"%2\" is not a list of ranks such as 0-7,16.").arg(name, value.text));
        m_ranks = ranks.value_or(std::vector<int>());
        break;
    }
    case OptionType::Rate:
        readRates();
        break;
    case OptionType::Fields:
        for (const QString &field : value.text.split(u',')) {
            if (field.trimmed().isEmpty())
                mistake(QStringLiteral("--%1: \"%2\" is not a list of columns such as rank,total_us.")
                            .arg(name, value.text));
        }
        break;
    case OptionType::Text:
    case OptionType::Flag:
    case OptionType::Rank:
        break;
    }
}

void Arguments::readWords(const OptionSpec &option)
{
    const QString name = QLatin1String(option.name);
    const QStringList allowed = QString::fromLatin1(option.words).split(u'|');
    const QString all = allowed.join(QStringLiteral(", "));
    if (option.type == OptionType::Word) {
        if (!allowed.contains(text(option.name)))
            mistake(QStringLiteral("--%1 is one of %2, not \"%3\".").arg(name, all, text(option.name)));
        return;
    }
    for (const QString &word : text(option.name).split(u',')) {
        if (!allowed.contains(word.trimmed()))
            mistake(QStringLiteral("--%1: \"%2\" is none of %3.").arg(name, word, all));
    }
}

void Arguments::readRates()
{
    QStringList set;
    for (const QString &text : m_parser.values(QStringLiteral("rate"))) {
        const QString name = text.section(u'=', 0, 0).trimmed();
        bool isNumber = false;
        const double rate = text.section(u'=', 1).trimmed().toDouble(&isNumber);
        const auto field = std::ranges::find_if(rateFields(), [&name](const RateField &f) {
            return name.compare(QLatin1String(f.name), Qt::CaseInsensitive) == 0;
        });
        if (field == rateFields().end()) {
            QStringList names;
            for (const RateField &f : rateFields())
                names << QLatin1String(f.name);
            mistake(QStringLiteral("--rate: \"%1\" names no rate; write one such as HCCS=28, of %2.")
                        .arg(text, names.join(QStringLiteral(", "))));
            continue;
        }
        const QString known = QLatin1String(field->name);
        if (!isNumber || !(rate >= field->least && rate <= field->most))
            mistake(QStringLiteral("--rate: \"%1\" is not a rate of %2: that is a number from %3 to %4, in %5.")
                        .arg(text, known, QString::number(field->least), QString::number(field->most),
                             QLatin1String(field->unit)));
        else if (set.contains(known))
            mistake(QStringLiteral("--rate is given more than once for %1.").arg(known));
        set << known;
        field->of(m_rates) = rate;
    }
}

const OptionValue &Arguments::value(const char *option) const
{
    static const OptionValue none;
    const auto at = m_values.find(QLatin1String(option));
    return at == m_values.end() ? none : at->second;
}

qint64 Arguments::number(const char *option, qint64 missing) const
{
    return isSet(option) ? value(option).number : missing;
}

void Arguments::fill(TableQuery &query, const TableSpec *table)
{
    for (const ParameterSpec &p : parameterSpecs()) {
        if (!table || !table->takes(p.parameter) || !has(p.option.name) || !isSet(p.option.name))
            continue;
        const OptionValue &given = value(p.option.name);
        if (p.option.type != OptionType::Words) {
            p.set(query, given);
            continue;
        }
        for (const QString &word : given.text.split(u','))
            p.set(query, {word.trimmed()});
    }
    query.ranks = m_ranks;
    query.rates = m_rates;
    if (query.fromStep && query.toStep && *query.toStep < *query.fromStep)
        mistake(QStringLiteral("--to-step lies before --from-step."));
    if (query.window.to < query.window.from)
        mistake(QStringLiteral("--to lies before --from."));
}

Output Arguments::output() const
{
    Output out;
    const QString format = has("format") ? text("format") : QString();
    if (format == u"json")
        out.format = Format::Json;
    else if (format == u"table" || (format.isEmpty() && stdoutIsTerminal()))
        out.format = Format::Table;
    if (!has("limit"))
        return out;
    out.page.limit = number("limit", out.page.limit);
    out.page.skip = number("cursor", 0);
    for (const QString &field : isSet("fields") ? text("fields").split(u',') : QStringList())
        out.page.fields << field.trimmed();
    return out;
}

void Arguments::mistake(const QString &message)
{
    if (m_error.isEmpty())
        m_error = message;
}

void Arguments::endIfWrong()
{
    if (m_error.isEmpty())
        return;
    const QString verb = QString::fromStdString(m_verb.name);
    m_call.say(QStringLiteral("rankscope-cli %1: %2").arg(verb, m_error));
    if (!m_call.keeper()) // a tool has a schema
        m_call.say(QStringLiteral("Usage: rankscope-cli %1 %2   (rankscope-cli %1 --help says more)")
                       .arg(verb, QString::fromStdString(m_verb.usage)));
    throw Ended{Exit::Usage};
}

QString Arguments::help() const
{
    // The parser's own text, below a usage line that names the verb.
    const QString options = m_parser.helpText();
    const qsizetype from = options.indexOf(QStringLiteral("Options:"));
    return QStringLiteral("Usage: rankscope-cli %1 %2\n\n%3\n\n%4\nExample:\n  %5\n")
        .arg(QString::fromStdString(m_verb.name), QString::fromStdString(m_verb.usage),
             QString::fromStdString(m_verb.hint), from < 0 ? options : options.mid(from),
             QString::fromStdString(m_verb.example));
}

} // namespace rs::cli
