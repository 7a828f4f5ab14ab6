// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/exportparts.h"

#include "importers/files/osfile.h"

#include <QByteArray>
#include <QFile>
#include <QList>
#include <QStringList>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <set>

namespace rs {

namespace {

/// The first part of a table may be called as a whole one is.
int partOf(const RankItem &i)
{
    return std::max(0, i.named.slice);
}

qint64 writtenAt(const RankItem &i)
{
    return i.named.stamp.leftJustified(17, u'0').toLongLong();
}

bool mayBelong(const RankItem &a, const RankItem &b)
{
    return a.place == b.place && a.prof == b.prof && a.entry.kind == b.entry.kind && a.named.stem == b.named.stem;
}

/// From which time to which a file reaches, in microseconds.
struct Reach
{
    double first = std::numeric_limits<double>::infinity();
    double last = -std::numeric_limits<double>::infinity();

    void add(double us)
    {
        if (us <= 0) // no time
            return;
        first = std::min(first, us);
        last = std::max(last, us);
    }
    /// Parts of an export touch each other; a file that says the same again lies within the other one.
    [[nodiscard]] bool isAgain(const Reach &other) const
    {
        const double common = std::min(last, other.last) - std::max(first, other.first);
        return common > 0 && 2 * common > std::min(last - first, other.last - other.first);
    }
};

void addTimesOfEvents(const QByteArray &text, Reach &out)
{
    constexpr qsizetype keyBytes = 4;
    for (qsizetype at = text.indexOf("\"ts\""); at >= 0; at = text.indexOf("\"ts\"", at + keyBytes)) {
        qsizetype value = at + keyBytes;
        while (value < text.size() && std::strchr(" :\"\t\r\n", text[value]))
            ++value;
        out.add(std::strtod(text.constData() + value, nullptr));
    }
}

/// Quotes may hold commas.
QList<QByteArray> cellsIn(const QByteArray &line)
{
    QList<QByteArray> out;
    qsizetype begin = 0;
    bool isQuoted = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        isQuoted = isQuoted != (line[i] == '"');
        if (line[i] != ',' || isQuoted)
            continue;
        out << line.mid(begin, i - begin).trimmed();
        begin = i + 1;
    }
    return out << line.mid(begin).trimmed();
}

void addTimesOfRows(const QList<QByteArray> &lines, qsizetype column, Reach &out)
{
    for (const QByteArray &line : lines)
        out.add(cellsIn(line).value(column).toDouble());
}

/// -1: none.
qsizetype columnOfTimes(const QByteArray &header)
{
    const QList<QByteArray> names = cellsIn(header.toLower());
    const auto at = std::ranges::find_if(names, [](const QByteArray &name) {
        return name.contains("start") || name.contains("timestamp") || name.contains("allocation time");
    });
    return at == names.end() ? -1 : at - names.begin();
}

/// The first and the last bytes say it: a writer gives the times about in order.
Reach reachOf(const QString &path)
{
    constexpr qint64 pieceBytes = 64 * 1024;
    Reach out;
    QFile file;
    if (!openRegular(path, file))
        return out;
    const QByteArray head = file.read(pieceBytes);
    QByteArray tail;
    if (file.seek(std::max(pieceBytes, file.size() - pieceBytes)))
        tail = file.read(pieceBytes);
    const QByteArray text = head.trimmed();
    if (text.startsWith('[') || text.startsWith('{')) {
        addTimesOfEvents(head, out);
        addTimesOfEvents(tail, out);
        return out;
    }
    QList<QByteArray> first = head.split('\n');
    QList<QByteArray> last = tail.split('\n');
    const qsizetype column = columnOfTimes(first.takeFirst());
    if (column < 0)
        return out;
    // A piece begins and ends inside of a row.
    if (!tail.isEmpty() && !first.isEmpty())
        first.removeLast();
    last.removeFirst();
    addTimesOfRows(first, column, out);
    addTimesOfRows(last, column, out);
    return out;
}

} // namespace

std::vector<RankItem *> exportOf(RankItem &seed, const std::vector<RankItem *> &alike)
{
    std::vector<RankItem *> others;
    std::ranges::copy_if(alike, std::back_inserter(others),
                         [&seed](const RankItem *i) { return i != &seed && mayBelong(seed, *i); });
    const auto apart = [&seed](const RankItem *i) { return std::abs(writtenAt(*i) - writtenAt(seed)); };
    std::ranges::stable_sort(others, [&](const RankItem *a, const RankItem *b) { return apart(a) < apart(b); });
    // Names tell all where each part is there once. Else there is another export, or a whole one, and times tell.
    std::set<int> numbers{partOf(seed)};
    bool isContested = seed.named.slice < 0;
    for (const RankItem *const i : others)
        isContested = isContested || i->named.slice < 0 || !numbers.insert(i->named.slice).second;
    std::vector<RankItem *> parts{&seed};
    std::vector<Reach> reaches;
    numbers = {partOf(seed)};
    for (RankItem *const i : others) {
        if (numbers.contains(partOf(*i)))
            continue;
        if (isContested) {
            if (reaches.empty())
                reaches.push_back(reachOf(seed.entry.path));
            const Reach reach = reachOf(i->entry.path);
            if (std::ranges::any_of(reaches, [&](const Reach &r) { return r.isAgain(reach); }))
                continue;
            reaches.push_back(reach);
        }
        numbers.insert(partOf(*i));
        parts.push_back(i);
    }
    std::ranges::sort(parts, [](const RankItem *a, const RankItem *b) { return partOf(*a) < partOf(*b); });
    return parts;
}

MissingParts missingParts(const std::vector<RankItem *> &parts)
{
    constexpr qsizetype shown = 8;
    MissingParts out;
    QStringList numbers;
    qint64 next = 0;
    for (const RankItem *const i : parts) {
        out.count += partOf(*i) - next;
        for (; next < partOf(*i) && numbers.size() < shown; ++next)
            numbers << QString::number(next);
        next = partOf(*i) + qint64{1};
    }
    if (out.count > numbers.size())
        numbers << QStringLiteral("…");
    out.numbers = numbers.join(QStringLiteral(", "));
    return out;
}

} // namespace rs
