// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

namespace rs {

/// A number or a name inside a sentence, as a value: who shows the sentence writes it in the unit and the language of
/// its reader.
struct WordArgument
{
    enum class Kind : quint8 {
        Name,     ///< of a file or a trace: stays as it is
        Word,     ///< English, marked for translation in the context "Tables"
        Duration, ///< ns
        Share,    ///< 0..1, shown in percent
        Count,
    };
    Kind kind = Kind::Name;
    QString text;
    qint64 integer = 0;
    double real = 0;

    static WordArgument word(const char *english) { return {Kind::Word, QString::fromUtf8(english), 0, 0}; }
    static WordArgument duration(qint64 ns) { return {Kind::Duration, {}, ns, 0}; }
    static WordArgument share(double part) { return {Kind::Share, {}, 0, part}; }
    static WordArgument count(qint64 n) { return {Kind::Count, {}, n, 0}; }
    bool operator==(const WordArgument &) const = default;
};

/// A sentence about numbers, said once for every place that says it: English, marked for translation in the context
/// "Words", its arguments beside it.
struct Sentence
{
    const char *english = "";
    std::vector<WordArgument> arguments{}; ///< for "%1", "%2" …
    int number = -1;                       ///< for "%n", which chooses between singular and plural; -1: there is none
};
using Sentences = std::vector<Sentence>;

} // namespace rs
