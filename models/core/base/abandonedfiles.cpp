// SPDX-License-Identifier: Apache-2.0
#include "core/base/abandonedfiles.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace rs {

namespace {

constexpr int randomLetters = 6;

// People end names in words of one case (".backup", ".Backup"): one random name in thirty looks like that, and stays.
bool isRandom(QStringView letters)
{
    const auto isUpper = [](QChar c) { return c >= u'A' && c <= u'Z'; };
    const auto isLower = [](QChar c) { return c >= u'a' && c <= u'z'; };
    const QStringView rest = letters.mid(1);
    return std::ranges::all_of(letters, [&](QChar c) { return isUpper(c) || isLower(c); }) &&
           std::ranges::any_of(letters, isLower) && std::ranges::any_of(rest, isUpper);
}

} // namespace

void removeAbandoned(const QString &folder, const QString &written)
{
    const QDateTime yesterday = QDateTime::currentDateTimeUtc().addDays(-1);
    const QString pattern = written + u'.' + QString(randomLetters, u'?');
    for (const QFileInfo &f :
         QDir(folder).entryInfoList({pattern}, QDir::Files | QDir::NoSymLinks | QDir::CaseSensitive)) {
        if (isRandom(QStringView(f.fileName()).right(randomLetters)) && f.lastModified() < yesterday)
            QFile::remove(f.filePath());
    }
}

} // namespace rs
