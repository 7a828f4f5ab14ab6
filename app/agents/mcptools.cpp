// SPDX-License-Identifier: Apache-2.0
#include "app/agents/mcptools.h"

#include "app/cli/verbs.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace rs::cli {

namespace {

using Json = nlohmann::ordered_json;
using Kind = ToolProperty::Kind;

// What every tool takes that answers with a table.
constexpr ToolProperty pageProperties[] = {
    {"path", Kind::Path},   {"run", Kind::Integer}, {"limit", Kind::Integer},
    {"cursor", Kind::Text}, {"fields", Kind::List},
};

std::vector<ToolProperty> with(std::vector<ToolProperty> own)
{
    own.insert(own.end(), std::begin(pageProperties), std::end(pageProperties));
    return own;
}

Json schemaOf(const ToolProperty &p)
{
    Json out;
    switch (p.kind) {
    case Kind::Text:
    case Kind::Path:
    case Kind::Second:
    case Kind::Sql:
        out["type"] = "string";
        break;
    case Kind::Integer:
        out["type"] = "integer";
        break;
    case Kind::Rank:
    case Kind::Stamp:
        out["type"] = {"integer", "string"};
        break;
    case Kind::Flag:
        out["type"] = "boolean";
        break;
    case Kind::List:
        out["type"] = "array";
        out["items"] = {{"type", "string"}};
        break;
    case Kind::Choice:
        for (const QString &value : QString::fromLatin1(p.says).split(u'|'))
            out["enum"].push_back(value.toStdString());
        return out;
    }
    if (*p.says != '\0')
        out["description"] = p.says;
    return out;
}

QString wantedOf(const ToolProperty &p)
{
    switch (p.kind) {
    case Kind::Text:
    case Kind::Path:
    case Kind::Second:
    case Kind::Sql:
        return QStringLiteral("a text");
    case Kind::Integer:
        return QStringLiteral("a whole number");
    case Kind::Rank:
        return QStringLiteral("a whole number or a text");
    case Kind::Stamp:
        return QStringLiteral("a whole number, or a text with one");
    case Kind::Flag:
        return QStringLiteral("true or false");
    case Kind::List:
        return QStringLiteral("a list of texts");
    case Kind::Choice:
        break;
    }
    return QStringLiteral("one of ") + QString::fromLatin1(p.says).replace(u'|', QStringLiteral(", "));
}

QString optionOf(const ToolProperty &p)
{
    return QStringLiteral("--") + QString::fromLatin1(p.name).replace(u'_', u'-');
}

bool isWhole(const QString &text)
{
    bool ok = false;
    (void)text.toLongLong(&ok);
    return ok;
}

// The value of an option; false where its type does not fit.
bool valueOf(const ToolProperty &p, const Json &given, QString &value)
{
    const auto text = [](const Json &j) { return QString::fromStdString(j.get<std::string>()); };
    switch (p.kind) {
    case Kind::Text:
    case Kind::Path:
    case Kind::Second:
    case Kind::Sql:
        if (given.is_string())
            value = text(given);
        else if (p.kind == Kind::Text && given.is_number_integer()) // a step, or a cursor
            value = QString::number(given.get<qint64>());
        else
            return false;
        return true;
    case Kind::Choice:
        if (given.is_string())
            value = text(given);
        return given.is_string() && QString::fromLatin1(p.says).split(u'|').contains(value);
    case Kind::Rank:
    case Kind::Stamp:
        if (given.is_string()) {
            value = text(given);
            return p.kind == Kind::Rank || isWhole(value);
        }
        [[fallthrough]];
    case Kind::Integer: {
        constexpr double exact = 9007199254740992.0; // 2^53
        if (given.is_number_unsigned()) {
            value = QString::number(given.get<quint64>());
        } else if (given.is_number_integer()) {
            value = QString::number(given.get<qint64>());
        } else if (given.is_number_float()) {
            const double d = given.get<double>();
            if (!(std::abs(d) < exact) || d != std::floor(d))
                return false;
            value = QString::number(static_cast<qint64>(d));
        }
        return given.is_number();
    }
    case Kind::Flag:
        return given.is_boolean();
    case Kind::List: {
        if (!given.is_array() || !std::all_of(given.begin(), given.end(), [](const Json &j) { return j.is_string(); }))
            return false;
        QStringList all;
        for (const Json &j : given)
            all << text(j);
        value = all.join(u',');
        return true;
    }
    }
    return false;
}

} // namespace

const std::vector<Tool> &mcpTools()
{
    static const std::vector<Tool> tools{
        {"open",
         infoVerb,
         "Reads a profiling run anew and makes it the default path: its runs, ranks and findings.",
         {{"path", Kind::Path, "folder or file"}},
         {"path"}},
        {"overview",
         overviewVerb,
         "Where the time of each rank and step went: computing, communication, free.",
         with({{"step", Kind::Text}, {"domain", Kind::Text}, {"source", Kind::Choice, "file|derived"}}),
         {}},
        {"diagnose",
         diagnoseVerb,
         "What holds the run up: culprit rank, evidence, cost in ms, what to look at. Begin here.",
         with({}),
         {}},
        {"operators",
         operatorsVerb,
         "Operators of one rank, or of several as one: calls, total, average.",
         with({{"rank", Kind::Rank},
               {"ranks", Kind::Text, "0-7,16"},
               {"by", Kind::Choice, "type|name|shape|name-shape|kernel"},
               {"kind", Kind::Choice, "compute|communication"},
               {"core", Kind::Text}}),
         {}},
        {"compare",
         compareVerb,
         "Operators of two ranks side by side.",
         with({{"base", Kind::Rank},
               {"other", Kind::Rank},
               {"other_path", Kind::Second, "run of other"},
               {"by", Kind::Choice, "type|name|shape|name-shape|order"},
               {"kind", Kind::Choice, "all|compute|communication"},
               {"core", Kind::Text},
               {"step", Kind::Text},
               {"other_step", Kind::Text, "step of other"},
               {"from", Kind::Stamp, "ns"},
               {"to", Kind::Stamp, "ns"},
               {"other_from", Kind::Stamp, "ns"},
               {"other_to", Kind::Stamp, "ns"},
               {"state", Kind::Text, "grown,shrunk,within-noise,too-few-steps,unchanged,new,gone"},
               {"sheet", Kind::Choice, "overall|kernels|communication|api|memory|peaks"}}),
         {}},
        {"communication",
         communicationVerb,
         "Communication operators of every rank: transit, synchronization, wait.",
         with({{"step", Kind::Text},
               {"domain", Kind::Text},
               {"op", Kind::Text},
               {"total", Kind::Flag, "only the sums"}}),
         {}},
        {"slices",
         slicesVerb,
         "Slices of one rank's timeline, or stats of them by name.",
         with({{"rank", Kind::Rank},
               {"lane", Kind::Text, "regex for process/thread"},
               {"name", Kind::Text, "regex"},
               {"from", Kind::Stamp, "ns"},
               {"to", Kind::Stamp, "ns"},
               {"stats", Kind::Flag}}),
         {}},
        {"flows",
         flowsVerb,
         "Which host call led to which device task, with delays.",
         with({{"rank", Kind::Rank}, {"category", Kind::Text}, {"stats", Kind::Flag}}),
         {}},
        {"query",
         queryVerb,
         "One SQL SELECT (SQLite) over every table; see schema.",
         with({{"sql", Kind::Sql}}),
         {"sql"}},
        {"schema", schemaVerb, "Tables of query, or the columns of one.", with({{"table", Kind::Text}}), {}},
    };
    return tools;
}

const Tool *findTool(QStringView name)
{
    const std::vector<Tool> &all = mcpTools();
    const auto found =
        std::find_if(all.begin(), all.end(), [name](const Tool &t) { return name == QLatin1String(t.name); });
    return found == all.end() ? nullptr : &*found;
}

Json listOfTools()
{
    Json out;
    out["tools"] = Json::array();
    for (const Tool &tool : mcpTools()) {
        Json schema{{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
        for (const ToolProperty &p : tool.properties)
            schema["properties"][p.name] = schemaOf(p);
        for (const char *name : tool.required)
            schema["required"].push_back(name);
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
            for (const ToolProperty &p : tool.properties) {
                if (const QString name = QString::fromLatin1(p.name); !known.contains(name)) {
                    known << name;
                    out.emplace_back(QRegularExpression(optionOf(p) + QStringLiteral("(?![A-Za-z0-9-])")),
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
        return fail(QStringLiteral("The arguments of %1 are no object.").arg(QLatin1String(tool.name)));
    for (const auto &[key, value] : given.items()) {
        const std::string &name = key;
        const auto p = std::find_if(tool.properties.begin(), tool.properties.end(),
                                    [&name](const ToolProperty &q) { return name == q.name; });
        if (p == tool.properties.end())
            return fail(
                QStringLiteral("%1 takes no \"%2\".").arg(QLatin1String(tool.name), QString::fromStdString(name)));
        QString text;
        if (!valueOf(*p, value, text))
            return fail(QStringLiteral("\"%1\" of %2 does not fit its schema: it is %3.")
                            .arg(QString::fromStdString(name), QLatin1String(tool.name), wantedOf(*p)));
        if (text.isEmpty() && (p->kind == Kind::Path || p->kind == Kind::Second))
            return fail(QStringLiteral("\"%1\" of %2 is empty: it is the path of a folder or file.")
                            .arg(QString::fromStdString(name), QLatin1String(tool.name)));
        if (text.trimmed().isEmpty() && p->kind == Kind::Sql)
            return fail(QStringLiteral("\"%1\" of %2 is empty: it is one SELECT.")
                            .arg(QString::fromStdString(name), QLatin1String(tool.name)));
        const QString option = optionOf(*p);
        if (p->kind == Kind::Path)
            out.path = text;
        else if (p->kind == Kind::Second || p->kind == Kind::Sql)
            behind << text;
        else if (p->kind == Kind::Flag && value.get<bool>())
            out.arguments << option;
        else if (p->kind != Kind::Flag)
            out.arguments << option + u'=' + text;
    }
    for (const char *name : tool.required) {
        if (!given.contains(name))
            return fail(QStringLiteral("%1 needs \"%2\".").arg(QLatin1String(tool.name), QLatin1String(name)));
    }
    if (out.path.isEmpty())
        return fail(QStringLiteral("No run is open: call open with its path, or name it as \"path\"."));
    // Without a table, which ones there are is told in a few kilobytes.
    if (tool.run == schemaVerb && !given.contains("table"))
        out.arguments << QStringLiteral("--tables");
    out.arguments << QStringLiteral("--format=json") << QStringLiteral("--") << out.path << behind;
    return out;
}

} // namespace rs::cli
