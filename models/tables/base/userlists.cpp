// SPDX-License-Identifier: Apache-2.0
#include "tables/base/userlists.h"

#include <QFile>
#include <QStandardPaths>

namespace rs {

namespace {

template <typename Lists>
Lists listsOf(const QString &ofProgram, const QString &ofUser)
{
    Lists out;
    QFile own(ofProgram);
    if (own.open(QIODevice::ReadOnly))
        out.add(own.readAll());
    constexpr qint64 mostBytes = 1'000'000;
    QFile users(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                QStringLiteral("/RankScope/") + ofUser);
    if (users.open(QIODevice::ReadOnly))
        out.add(users.read(mostBytes));
    return out;
}

} // namespace

AdviceLists userAdviceLists()
{
    return listsOf<AdviceLists>(QStringLiteral(":/advice/lists.json"), QStringLiteral("advice.json"));
}

ChipPeaks userChipPeaks()
{
    return listsOf<ChipPeaks>(QStringLiteral(":/chips/peaks.json"), QStringLiteral("peaks.json"));
}

} // namespace rs
