// SPDX-License-Identifier: Apache-2.0
#include "items/sentencetext.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"

#include <QCoreApplication>

namespace rs {

namespace {

QString argumentText(const WordArgument &a)
{
    switch (a.kind) {
    case WordArgument::Kind::Word:
        return tableText(a.text);
    case WordArgument::Kind::Duration:
        return format::duration(a.integer);
    case WordArgument::Kind::Share:
        return format::percent(a.real);
    case WordArgument::Kind::Count:
        return format::integer(a.integer);
    case WordArgument::Kind::Name:
        break;
    }
    return a.text;
}

} // namespace

QString sentenceText(const Sentence &sentence)
{
    QString out = QCoreApplication::translate("Words", sentence.english, nullptr, sentence.number);
    // All at once: an argument may hold what looks like the place of another.
    QStringList texts;
    for (const WordArgument &a : sentence.arguments)
        texts.append(argumentText(a));
    switch (texts.size()) {
    case 0:
        return out;
    case 1:
        return out.arg(texts[0]);
    case 2:
        return out.arg(texts[0], texts[1]);
    case 3:
        return out.arg(texts[0], texts[1], texts[2]);
    default:
        return out.arg(texts[0], texts[1], texts[2], texts[3]);
    }
}

QString sentenceText(const Sentences &sentences)
{
    QStringList out;
    for (const Sentence &s : sentences)
        out.append(sentenceText(s));
    return joinedSentences(out);
}

} // namespace rs
