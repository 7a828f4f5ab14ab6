// SPDX-License-Identifier: Apache-2.0
#include "app/agents/mcptools.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace rs::cli {

namespace {

using Json = nlohmann::ordered_json;
using At = ToolArgument::Place;
using T = OptionType;

// Arguments that are no options of the verb.
const ToolArgument places[] = {{"path", {"path", T::Text, "", ""}, At::Path},
                               {"other_path", {"other_path", T::Text, "", "", "", "run of other"}, At::Behind},
                               {"sql", {"sql", T::Text, "", ""}, At::Sql}};

struct ToolSpec
{
    const char *name;
    const char *verb;
    const char *says;
    const char *arguments; ///< beside path, run, limit, cursor and fields
    const char *required = "";
};
constexpr ToolSpec specs[] = {
    {"open", "info", "Reads a profiling run anew and makes it the default path: its runs, ranks and findings.", "",
     "path"},
    {"overview", "overview", "Where the time of each rank and step went: computing, communication, free.",
     "step domain source"},
    {"diagnose", "diagnose",
     "What slows the run: the rank that causes it, evidence, cost in ms, what to look at. "
     "Begin here.",
     ""},
    {"whatif", "whatif", "How long the steps would take with one change: predicted gain, assumptions, error.",
     "what about times step"},
    {"operators", "operators", "Operators of one rank, or of several as one: calls, total, average.",
     "rank ranks by kind core"},
    {"compare", "compare", "Operators of two ranks side by side.",
     "base other other_path by kind core step other_step from to other_from other_to state sheet"},
    {"compare_runs", "compare.runs",
     "A run (other_path) against another (path): change of the step by part, 95 % interval.", "other_path by state",
     "other_path"},
    {"gate", "gate", "Whether a run (other_path) is slower than another (path) by more than limits (step=3%,idle=2ms).",
     "other_path fail fail_unknown", "fail"},
    {"communication", "communication", "Communication operators of every rank: transit, synchronization, wait.",
     "step domain op total"},
    {"slices", "slices", "Slices of one rank's timeline, or stats of them by name.", "rank lane name from to stats"},
    {"flows", "flows", "Which host call led to which device task, with delays.", "rank category stats"},
    {"query", "query", "One SQL SELECT (SQLite) over every table; see schema.", "sql", "sql"},
    {"schema", "schema", "Tables of query, or the columns of one.", "table"},
};

Tool toolOf(const ToolSpec &spec, const Catalogue &tables)
{
    Tool out{spec.name, *findVerb(QLatin1String(spec.verb), tables), spec.says, {}, spec.required};
    const std::vector<OptionSpec> options = optionsOf(out.verb);
    const bool opens = QLatin1String(spec.name) == QLatin1String("open");
    const QString names = QLatin1String(spec.arguments) +
                          (opens ? QStringLiteral(" path") : QStringLiteral(" path run limit cursor fields"));
    for (const QString &name : names.split(u' ', Qt::SkipEmptyParts)) {
        const auto *const place = std::ranges::find_if(
            places, [&name](const ToolArgument &p) { return name == QString::fromStdString(p.name); });
        const auto option = std::ranges::find_if(
            options, [&name](const OptionSpec &o) { return name == QString::fromLatin1(o.name).replace(u'-', u'_'); });
        out.arguments.push_back(place != std::end(places) ? *place : ToolArgument{name.toStdString(), *option});
        if (opens)
            out.arguments.back().option.brief = "folder or file";
    }
    return out;
}

QStringList wordsOf(const OptionSpec &o)
{
    return QString::fromLatin1(o.words).split(u'|');
}

// Types of JSON and what a message calls them, by type of the option.
struct TypeNames
{
    std::vector<const char *> json;
    const char *wanted;
    const char *brief = "";
};

TypeNames typeNames(T type)
{
    switch (type) {
    case T::Number:
        return {{"integer"}, "a whole number"};
    case T::Rank:
        return {{"integer", "string"}, "a whole number or a text"};
    case T::Stamp:
        return {{"integer", "string"}, "a whole number, or a text with one", "ns"};
    case T::Flag:
        return {{"boolean"}, "true or false"};
    case T::Fields:
        return {{"array"}, "a list of texts"};
    case T::Word:
        return {{}, "one of "};
    case T::Pattern:
        return {{"string"}, "a text", "regex"};
    default:
        return {{"string"}, "a text"};
    }
}

Json schemaOf(const OptionSpec &o)
{
    Json out;
    const TypeNames names = typeNames(o.type);
    if (names.json.empty()) {
        for (const QString &word : wordsOf(o))
            out["enum"].push_back(word.toStdString());
    } else if (names.json.size() == 1) {
        out["type"] = names.json.front();
    } else {
        out["type"] = names.json;
    }
    if (o.type == T::Fields)
        out["items"] = {{"type", "string"}};
    if (const char *brief = *o.brief == '\0' ? names.brief : o.brief; *brief != '\0')
        out["description"] = brief;
    return out;
}

QString wantedOf(const OptionSpec &o)
{
    const QString name = QLatin1String(typeNames(o.type).wanted);
    return o.type == T::Word ? name + wordsOf(o).join(QStringLiteral(", ")) : name;
}

QString optionOf(const ToolArgument &a)
{
    return QStringLiteral("--") + QString::fromStdString(a.name).replace(u'_', u'-');
}

// The text of a whole number; nothing for other values. Programs that keep numbers as doubles write 1.0.
std::optional<QString> wholeOf(const Json &given)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    if (given.is_number_unsigned())
        return QString::number(given.get<quint64>());
    if (given.is_number_integer())
        return QString::number(given.get<qint64>());
    if (!given.is_number_float())
        return std::nullopt;
    const double d = given.get<double>();
    return std::abs(d) < exact && d == std::floor(d) ? std::optional(QString::number(static_cast<qint64>(d)))
                                                     : std::nullopt;
}

// The text of an option; nothing where its type does not fit.
std::optional<QString> valueOf(const ToolArgument &a, const Json &given)
{
    const OptionSpec &o = a.option;
    std::optional<QString> text;
    if (given.is_string())
        text = QString::fromStdString(given.get<std::string>());
    bool isWhole = false;
    switch (o.type) {
    case T::Flag:
        return given.is_boolean() ? std::optional(QString()) : std::nullopt;
    case T::Word:
        return text && wordsOf(o).contains(*text) ? text : std::nullopt;
    case T::Fields: {
        if (!given.is_array() || !std::ranges::all_of(given, &Json::is_string))
            return std::nullopt;
        QStringList all;
        for (const Json &j : given)
            all << QString::fromStdString(j.get<std::string>());
        return all.join(u',');
    }
    case T::Stamp:
        if (text)
            (void)text->toLongLong(&isWhole);
        return !text ? wholeOf(given) : isWhole ? text : std::nullopt;
    case T::Rank:
        return text ? text : wholeOf(given);
    case T::Number:
        return wholeOf(given);
    default:
        // A step, or a cursor.
        return text || a.place != At::Option || !given.is_number_integer() ? text : wholeOf(given);
    }
}

} // namespace

const std::vector<Tool> &mcpTools()
{
    static const std::vector<Tool> tools = [] {
        std::vector<Tool> out;
        const Catalogue tables = Catalogue::ofProgram();
        for (const ToolSpec &spec : specs)
            out.push_back(toolOf(spec, tables));
        return out;
    }();
    return tools;
}

const Tool *findTool(QStringView name)
{
    const std::vector<Tool> &all = mcpTools();
    const auto found = std::ranges::find_if(all, [name](const Tool &t) { return name == QLatin1String(t.name); });
    return found == all.end() ? nullptr : &*found;
}

Json listOfTools()
{
    Json out;
    out["tools"] = Json::array();
    for (const Tool &tool : mcpTools()) {
        Json schema{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
        for (const ToolArgument &a : tool.arguments)
            schema["properties"][a.name] = schemaOf(a.option);
        if (*tool.required != '\0')
            schema["required"].push_back(tool.required);
        out["tools"].push_back({{"name", tool.name},
                                {"description", tool.says},
                                {"inputSchema", std::move(schema)},
                                {"annotations", {{"readOnlyHint", true}}}});
    }
    return out;
}

QString toolLine(const QString &line)
{
    static const QRegularExpression program(QStringLiteral("^rankscope-cli( [a-z][a-z0-9._-]*)?: "));
    static const std::vector<std::pair<QRegularExpression, QString>> options = [] {
        std::vector<std::pair<QRegularExpression, QString>> out;
        QStringList known;
        for (const Tool &tool : mcpTools()) {
            for (const ToolArgument &a : tool.arguments) {
                if (const QString name = QString::fromStdString(a.name); !known.contains(name)) {
                    known << name;
                    out.emplace_back(QRegularExpression(optionOf(a) + QStringLiteral("(?![A-Za-z0-9-])")),
                                     u'"' + name + u'"');
                }
            }
        }
        return out;
    }();
    QString text = line;
    text.remove(program);
    for (const auto &[option, argument] : options)
        text.replace(option, argument);
    return text;
}

ToolArguments toolArguments(const Tool &tool, const Json &given, const QString &path)
{
    ToolArguments out;
    out.path = path;
    QStringList behind;
    const auto fail = [&](const QString &why) {
        out.error = why;
        return out;
    };
    if (!given.is_object())
        return fail(QStringLiteral("The arguments of %1 are not an object.").arg(QLatin1String(tool.name)));
    const QString own = QLatin1String(tool.name);
    for (const auto &[key, value] : given.items()) {
        const QString name = QString::fromStdString(key);
        const auto a = std::ranges::find_if(
            tool.arguments, [&name](const ToolArgument &q) { return name == QString::fromStdString(q.name); });
        if (a == tool.arguments.end())
            return fail(QStringLiteral("%1 takes no \"%2\".").arg(own, name));
        const std::optional<QString> text = valueOf(*a, value);
        if (!text)
            return fail(
                QStringLiteral("\"%1\" of %2 does not fit its schema: it is %3.").arg(name, own, wantedOf(a->option)));
        if (text->isEmpty() && (a->place == At::Path || a->place == At::Behind))
            return fail(QStringLiteral("\"%1\" of %2 is empty: it is the path of a folder or file.").arg(name, own));
        if (text->trimmed().isEmpty() && a->place == At::Sql)
            return fail(QStringLiteral("\"%1\" of %2 is empty: it is one SELECT.").arg(name, own));
        if (a->place == At::Path)
            out.path = *text;
        else if (a->place != At::Option)
            behind << *text;
        else if (a->option.type != T::Flag)
            out.arguments << optionOf(*a) + u'=' + *text;
        else if (value.get<bool>())
            out.arguments << optionOf(*a);
    }
    if (*tool.required != '\0' && !given.contains(tool.required))
        return fail(QStringLiteral("%1 needs \"%2\".").arg(own, QLatin1String(tool.required)));
    if (out.path.isEmpty())
        return fail(QStringLiteral("No run is open: call open with its path, or name it as \"path\"."));
    // Without a table, which ones there are is told in a few kilobytes.
    if (tool.verb.answer == answerSchema && !given.contains("table"))
        out.arguments << QStringLiteral("--tables");
    out.arguments << QStringLiteral("--format=json") << QStringLiteral("--") << out.path << behind;
    return out;
}

} // namespace rs::cli
