// SPDX-License-Identifier: Apache-2.0
#include "core/text/ranklist.h"

#include <QChar>
#include <QList>
#include <QStringView>

#include <algorithm>
#include <limits>

namespace rs {

namespace {

constexpr int mostRanks = 1'000'000;

std::optional<int> rankNumber(QStringView text)
{
    const QStringView digits = text.trimmed();
    // toInt() takes signs, which no rank has.
    if (digits.isEmpty() || !std::ranges::all_of(digits, [](QChar c) { return c >= u'0' && c <= u'9'; }))
        return std::nullopt;
    bool ok = false;
    const int out = digits.toInt(&ok);
    return ok ? std::optional(out) : std::nullopt;
}

} // namespace

std::optional<std::vector<int>> ranksOfText(QStringView text)
{
    std::vector<int> out;
    if (text.trimmed().isEmpty())
        return out;
    for (const QStringView part : text.split(u',')) {
        const qsizetype dash = part.indexOf(u'-');
        const std::optional<int> from = rankNumber(dash < 0 ? part : part.first(dash));
        const std::optional<int> to = dash < 0 ? from : rankNumber(part.sliced(dash + 1));
        if (!from || !to || *to < *from || *to == std::numeric_limits<int>::max() ||
            *to - *from >= mostRanks - static_cast<int>(out.size()))
            return std::nullopt;
        for (int rank = *from; rank <= *to; ++rank)
            out.push_back(rank);
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

QString rangeText(qint64 first, qint64 last)
{
    return first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last);
}

QStringList withRanges(const QStringList &names)
{
    QStringList out;
    for (qsizetype i = 0; i < names.size();) {
        const std::optional<int> first = rankNumber(names[i]);
        qsizetype end = i + 1;
        while (first && end < names.size() && rankNumber(names[end]) == *first + qint64{end - i})
            ++end;
        out << (end == i + 1 ? names[i] : rangeText(*first, *first + (end - i - 1)));
        i = end;
    }
    return out;
}

} // namespace rs
