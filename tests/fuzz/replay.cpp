// SPDX-License-Identifier: Apache-2.0
// replay CRASHES: feeds every file of CRASHES/TARGET/ to that target, as a test of what fuzzing has found once.
// replay TARGET FILE…: the files to one target.
#include "fuzz/targets.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <cstdio>

namespace {

bool feed(const rs::fuzz::NamedTarget &target, const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "%s cannot be read\n", qPrintable(path));
        return false;
    }
    // Said before, so that the last line names the input that ends the process.
    std::printf("%s: %s\n", target.name.data(), qPrintable(path));
    std::fflush(stdout);
    const QByteArray bytes = file.readAll();
    target.run({bytes.constData(), static_cast<size_t>(bytes.size())});
    return true;
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    bool good = !arguments.isEmpty();
    int fed = 0;
    for (const rs::fuzz::NamedTarget &target : rs::fuzz::targets()) {
        const QString name = QString::fromLatin1(target.name.data(), static_cast<qsizetype>(target.name.size()));
        QStringList files;
        if (arguments.size() > 1 && arguments.front() == name) {
            files = arguments.mid(1);
        } else if (arguments.size() == 1) {
            const QDir folder(arguments.front() + u'/' + name);
            for (const QString &file : folder.entryList(QDir::Files, QDir::Name))
                files.append(folder.filePath(file));
        }
        for (const QString &file : files) {
            good = feed(target, file) && good;
            ++fed;
        }
    }
    std::printf("%d inputs were fed to their targets\n", fed);
    return good ? 0 : 1;
}
