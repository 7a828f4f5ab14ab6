// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/catalogue.h"

#include <QRegularExpression>
#include <QString>

#include <vector>

namespace rs {

/// Meaning of the text of an option.
enum class OptionType : quint8 {
    Text,
    Flag,    ///< no text: the option is there or not
    Word,    ///< one of `words`
    Words,   ///< some of `words`, joined by commas
    Number,  ///< whole, of at least `least`
    Stamp,   ///< whole nanoseconds since the epoch
    Pattern, ///< regular expression
    Rank,    ///< number of a rank, or its label where it has none
    Ranks,   ///< numbers of ranks: 0-7,16
    Rate,    ///< NAME=GBPS, as often as there are transports
    Cursor,  ///< a number to who types it, a text to agents, who have it from an answer
    Fields,  ///< headers of columns, joined by commas
};

/// An option of a verb and an argument of an agent's tool. Texts are English, for programs' users alone.
struct OptionSpec
{
    const char *name; ///< without "--"
    OptionType type;
    const char *value; ///< stands for the text in the help; empty: a flag
    const char *help;
    const char *words = ""; ///< joined by '|'
    const char *brief = ""; ///< for agents; empty: the type or the name says it
    qint64 least = 0;
};

/// The checked text of an option.
struct OptionValue
{
    QString text{};
    qint64 number = 0;
    QRegularExpression pattern{};
};

/// A parameter of tables: its option and how its value becomes part of a query. Verbs, agents' tools and SQL read it.
struct ParameterSpec
{
    Parameter parameter;
    OptionSpec option;
    void (*set)(TableQuery &, const OptionValue &); ///< Words: once for each
    const char *column = "";                        ///< hint of the hidden column in SQL; empty: there is none
};

/// Every option in the order in which a help lists them; a window has two.
[[nodiscard]] const std::vector<ParameterSpec> &parameterSpecs();
/// The only option of a parameter, and none of those of a window.
void setParameter(TableQuery &query, Parameter parameter, const OptionValue &value);
/// "step"; "from, to" of a window.
[[nodiscard]] QString parameterName(Parameter parameter);

} // namespace rs
