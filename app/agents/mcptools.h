// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/call.h"

#include <QString>
#include <QStringList>

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace rs::cli {

/// What a tool takes: an option of its verb, or the path.
struct ToolProperty
{
    enum class Kind : quint8 {
        Text,
        Integer,
        Stamp,  ///< ns since the epoch: also a text, since programs that keep numbers as doubles lose its digits
        Rank,   ///< number, or label where it has none
        Flag,   ///< an option without a value
        List,   ///< texts; parted by commas in the option
        Choice, ///< one of `says`, parted by '|'
        Path,
        Second, ///< a second path
        Sql,    ///< the statement, which stands behind the path
    };
    const char *name; ///< the option with '_' for '-'
    Kind kind;
    const char *says = ""; ///< for who calls; empty: the name says it
};

/// A tool of the Model Context Protocol: a verb of the command line, whose JSON is its answer.
struct Tool
{
    const char *name;
    int (*run)(Call &, const QStringList &);
    const char *says;
    std::vector<ToolProperty> properties;
    std::vector<const char *> required;
};

/// Every tool, ten of them.
[[nodiscard]] const std::vector<Tool> &mcpTools();
/// Null for an unknown name.
[[nodiscard]] const Tool *findTool(QStringView name);
/// The answer to tools/list.
[[nodiscard]] nlohmann::ordered_json listOfTools();

/// A line of a verb in the words of who calls tools: without the program's name, and arguments in place of options.
[[nodiscard]] QString toolLine(const QString &line);

/// What the verb of a tool is called with.
struct ToolArguments
{
    QStringList arguments;
    QString path;
    QString error; ///< English; not empty: the arguments do not fit the tool
};
/// `path`: what is meant where the arguments name none.
[[nodiscard]] ToolArguments toolArguments(const Tool &tool, const nlohmann::ordered_json &given, const QString &path);

} // namespace rs::cli
