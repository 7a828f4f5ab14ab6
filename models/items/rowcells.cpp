// SPDX-License-Identifier: Apache-2.0
#include "items/rowcells.h"

#include "core/base/saturate.h"
#include "items/findingtexts.h"
#include "items/sentencetext.h"
#include "tables/base/tablesink.h"
#include "tables/base/words.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace rs::rowcells {

namespace {

std::optional<qint64> rounded(std::optional<double> value, double scale)
{
    // Beyond 292 years the file is nonsense, and the conversion would be undefined.
    if (!value || !(std::abs(*value * scale) < 9e18))
        return std::nullopt;
    return std::llround(*value * scale);
}

} // namespace

CellKind cellKind(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Text:
    case ValueKind::Word:
    case ValueKind::Sentence:
    case ValueKind::Label:
    case ValueKind::Written:
    case ValueKind::NumberText:
        return CellKind::Text;
    case ValueKind::Integer:
    case ValueKind::Identifier:
        return CellKind::Integer;
    case ValueKind::Bytes:
        return CellKind::Bytes;
    case ValueKind::Difference:
        return CellKind::Difference;
    case ValueKind::Time:
    case ValueKind::Stamp:
    case ValueKind::MeanTime:
    case ValueKind::Microseconds:
    case ValueKind::Milliseconds:
        return CellKind::Duration;
    case ValueKind::Real:
        return CellKind::Real;
    case ValueKind::Percent:
        return CellKind::Percent;
    case ValueKind::Ratio:
    case ValueKind::Factor:
        return CellKind::Ratio;
    }
    return CellKind::Text;
}

QString withNames(const RowSource &source, QString text)
{
    static constexpr const char *places[] = {"%2", "%3"};
    static constexpr const char *otherwise[] = {QT_TRANSLATE_NOOP("Tables", "Base"),
                                                QT_TRANSLATE_NOOP("Tables", "Other")};
    for (int i = 0; i < 2; ++i) {
        if (!text.contains(QLatin1String(places[i])))
            continue;
        const QString name = i < source.names().size() ? source.names()[i] : tableText(QLatin1String(otherwise[i]));
        // A percent sign of a name must not be taken for the place of the unit.
        text.replace(QLatin1String(places[i]), format::displayText(QString(name).replace(u'%', u'\uFF05')));
    }
    return text;
}

QString shownText(const RowSource &source, ValueKind kind, StrId id)
{
    if (kind == ValueKind::Sentence) {
        const Wording wording = source.wording(id);
        QStringList texts{wording.sentence.isEmpty() ? placeText(wording.place) : phraseText(wording.sentence)};
        for (const Phrase &more : wording.more)
            texts << phraseText(more);
        return joinedSentences(texts);
    }
    if (kind != ValueKind::Word)
        return source.shownText(id);
    const std::string_view word = source.textView(id);
    const char *title = wordTitle(word);
    return withNames(source, tableText(title ? QString::fromUtf8(title)
                                             : QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()))));
}

std::optional<qint64> integerOf(const RowSource &source, const ShownColumn &column, qint64 originNs, quint32 row)
{
    switch (source.kind(column.source)) {
    case ValueKind::MeanTime:
        return rounded(source.real(row, column.source), 1);
    case ValueKind::Microseconds:
        return rounded(source.real(row, column.source), 1e3);
    case ValueKind::Milliseconds:
        return rounded(source.real(row, column.source), 1e6);
    case ValueKind::Stamp: {
        const std::optional<qint64> stamp = source.integer(row, column.source);
        const qint64 from = source.columns()[static_cast<size_t>(column.source)].originNs.value_or(originNs);
        return stamp && !column.stamp ? std::optional(saturatedDifference(*stamp, from)) : stamp;
    }
    default:
        return source.integer(row, column.source);
    }
}

std::optional<double> realOf(const RowSource &source, const ShownColumn &column, quint32 row)
{
    const std::optional<double> value = source.real(row, column.source);
    // The source has per cent, people's columns a share.
    return value && column.column.kind == CellKind::Percent ? std::optional(*value / 100) : value;
}

bool isReal(CellKind kind)
{
    return kind == CellKind::Real || kind == CellKind::Percent || kind == CellKind::Ratio;
}

QVariant rawValue(const RowSource &source, const ShownColumn &c, qint64 originNs, quint32 at)
{
    const ValueKind kind = source.kind(c.source);
    if (isTextKind(kind)) {
        const StrId id = source.textId(at, c.source);
        if (id == NoText)
            return {};
        const auto number = kind == ValueKind::Label ? numberOfLabel(source.textView(id)) : std::nullopt;
        return number ? QVariant(*number) : QVariant(shownText(source, kind, id));
    }
    if (isWrittenKind(kind)) {
        const std::string text = source.written(at, c.source);
        return text.empty() ? QVariant() : QVariant(QString::fromStdString(text));
    }
    if (isReal(c.column.kind)) {
        const auto v = realOf(source, c, at);
        return v ? QVariant(*v) : QVariant();
    }
    const auto v = integerOf(source, c, originNs, at);
    return v ? QVariant(*v) : QVariant();
}

QString cellPhraseText(const CellPhrase &phrase)
{
    const QString text = QString(2 * phrase.indent, QChar(0x2003)) + tableText(QString::fromUtf8(phrase.english));
    if (text.contains(QLatin1String("%1")))
        return text.arg(phrase.argument);
    return text.isNull() ? QStringLiteral("") : text;
}

QString ownText(const RowSource &source, const ShownColumn &c, qint64 originNs, quint32 at)
{
    if (const CellPhrase phrase = source.phrase(at, c.source); phrase.english)
        return cellPhraseText(phrase);
    const ValueKind kind = source.kind(c.source);
    const bool expected = source.isExpected(at, c.source);
    if (kind != ValueKind::Identifier && kind != ValueKind::Factor && !expected)
        return {};
    const QVariant value = rawValue(source, c, originNs, at);
    if (!value.isValid())
        return expected ? missingText() : QString();
    if (kind == ValueKind::Factor)
        return format::ratio(value.toDouble());
    return kind == ValueKind::Identifier ? value.toString() : QString();
}

std::vector<format::TimeUnit> unitsOf(const RowSource &source, const std::vector<ShownColumn> &columns,
                                      const std::vector<qint64> &largest)
{
    std::map<int, qint64> ofGroup;
    const auto groupOf = [&](const ShownColumn &c) {
        return c.stamp ? 0 : source.columns()[static_cast<size_t>(c.source)].unitGroup;
    };
    for (size_t i = 0; i < columns.size(); ++i) {
        qint64 &most = ofGroup[groupOf(columns[i])];
        most = std::max(most, largest[i]);
    }
    std::vector<format::TimeUnit> out;
    for (size_t i = 0; i < columns.size(); ++i) {
        const int group = groupOf(columns[i]);
        out.push_back(format::timeUnitFor(group == 0 ? largest[i] : ofGroup[group]));
    }
    return out;
}

QString shownCell(const RowSource &source, const RowQuery &query, const ShownColumn &column, format::TimeUnit unit,
                  quint32 row)
{
    const int c = column.source;
    if (source.hasPhrases(c)) {
        if (const CellPhrase phrase = source.phrase(row, c); phrase.english)
            return cellPhraseText(phrase);
    }
    const ValueKind kind = source.kind(c);
    if (isWrittenKind(kind))
        return QString::fromStdString(source.written(row, c));
    if (isTextKind(kind))
        return shownText(source, kind, source.textId(row, c));
    const QString own = ownText(source, column, query.originNs, row);
    if (!own.isNull())
        return own;
    const QVariant value = rawValue(source, column, query.originNs, row);
    return value.isValid() ? shownValue(column.column, unit, value) : QString();
}

std::optional<double> numberAt(const RowSource &source, const RowQuery &query, const ShownColumn &column, quint32 row)
{
    if (isReal(column.column.kind))
        return realOf(source, column, row);
    const auto whole = integerOf(source, column, query.originNs, row);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

} // namespace rs::rowcells
