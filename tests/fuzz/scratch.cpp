// SPDX-License-Identifier: Apache-2.0
#include "fuzz/scratch.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cstdio>
#include <cstdlib>

namespace rs::fuzz {

void require(bool kept, const char *promise)
{
    if (kept)
        return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

Scratch::Scratch()
{
    require(m_folder.isValid(), "the folder for temporary files can be written");
}

QString Scratch::path(const QString &name) const
{
    return m_folder.filePath(name);
}

QString Scratch::write(const QString &name, std::string_view bytes) const
{
    QFile file(path(name));
    require(file.open(QIODevice::WriteOnly), "a new file of the scratch folder can be written");
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    return file.fileName();
}

int Scratch::unpack(std::string_view archive) const
{
    constexpr std::string_view mark = "== ";
    constexpr int most = 200;
    int made = 0;
    while (!archive.empty() && made < most) {
        size_t next = archive.find("\n== ", 1);
        next = next == std::string_view::npos ? archive.size() : next + 1;
        std::string_view entry = archive.substr(0, next);
        archive.remove_prefix(next);
        if (!entry.starts_with(mark))
            continue;
        entry.remove_prefix(mark.size());
        const size_t line = std::min(entry.find('\n'), entry.size());
        const QString name = QDir::cleanPath(QString::fromUtf8(entry.data(), static_cast<qsizetype>(line)));
        entry.remove_prefix(std::min(line + 1, entry.size()));
        // Never out of the folder, and only names that a file system takes; Qt takes a colon for its resources.
        if (name.isEmpty() || name.startsWith(u'/') || name.startsWith(u':') || name.startsWith(QLatin1String("..")) ||
            name.contains(QChar(0)) || name.size() > 200 || !QDir(path()).mkpath(QFileInfo(name).path()))
            continue;
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(entry.data(), static_cast<qint64>(entry.size()));
            ++made;
        }
    }
    return made;
}

ThreadPool &pool()
{
    static ThreadPool one(1);
    return one;
}

unsigned char takeChoice(std::string_view &input)
{
    if (input.empty())
        return 0;
    const auto choice = static_cast<unsigned char>(input.front());
    input.remove_prefix(1);
    return choice;
}

} // namespace rs::fuzz
