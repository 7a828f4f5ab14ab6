// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/verbs.h"

#include <QString>
#include <QStringList>

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace rs::cli {

/// An argument of a tool.
struct ToolArgument
{
    enum class Place : quint8 {
        Option, ///< of its verb
        Path,   ///< of the run
        Behind, ///< the path: a second one
        Sql,    ///< the same: the statement
    };
    std::string name; ///< of an option: '_' for '-'
    OptionSpec option;
    Place place = Place::Option;
};

/// A tool of the Model Context Protocol: a verb of the command line, whose JSON is its answer.
struct Tool
{
    const char *name;
    Verb verb;
    const char *says;
    std::vector<ToolArgument> arguments;
    const char *required; ///< the argument that no call is without; empty: none
};

/// Every tool, ten of them.
[[nodiscard]] const std::vector<Tool> &mcpTools();
/// Null for an unknown name.
[[nodiscard]] const Tool *findTool(QStringView name);
/// The answer to tools/list.
[[nodiscard]] nlohmann::ordered_json listOfTools();

/// A line of a verb in the words of who calls tools: without the program's name, and arguments in place of options.
[[nodiscard]] QString toolLine(const QString &line);

/// Arguments of the verb of a tool.
struct ToolArguments
{
    QStringList arguments;
    QString path;
    QString error; ///< English; not empty: the arguments do not fit the tool
};
/// `path`: what is meant where the arguments name none.
[[nodiscard]] ToolArguments toolArguments(const Tool &tool, const nlohmann::ordered_json &given, const QString &path);

} // namespace rs::cli
