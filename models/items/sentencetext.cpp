// SPDX-License-Identifier: Apache-2.0
#include "items/sentencetext.h"

#include "core/text/phrase.h"
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
    QStringList texts;
    for (const WordArgument &a : sentence.arguments)
        texts.append(argumentText(a));
    return Phrase(QString(), std::move(texts))
        .filled(QCoreApplication::translate("Words", sentence.english, nullptr, sentence.number));
}

QString sentenceText(const Sentences &sentences)
{
    QStringList out;
    for (const Sentence &s : sentences)
        out.append(sentenceText(s));
    return joinedSentences(out);
}

} // namespace rs
