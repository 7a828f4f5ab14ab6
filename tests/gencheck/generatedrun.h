// SPDX-License-Identifier: Apache-2.0
// Reads files of a generated run by means of its own.
#pragma once

#include "generator/generator.h"

#include <nlohmann/json.hpp>

#include <QCryptographicHash>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

#include <string>
#include <vector>

namespace rs::gen {

using Json = nlohmann::json;

using Csv = std::vector<std::vector<std::string>>;

/// RFC 4180, with the writers' TABs taken off the cells. Written for these tests alone.
inline Csv parseCsv(const QByteArray &text)
{
    Csv rows;
    std::vector<std::string> row;
    std::string cell;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text.at(i);
        if (quoted) {
            if (c != '"')
                cell += c;
            else if (i + 1 < text.size() && text.at(i + 1) == '"')
                cell += text.at(++i);
            else
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',' || c == '\n') {
            row.push_back(cell);
            cell.clear();
            if (c == '\n')
                rows.push_back(std::move(row)), row.clear();
        } else if (c != '\r' && c != '\t') {
            cell += c;
        }
    }
    return rows;
}

inline int column(const Csv &csv, const char *name)
{
    const auto it = std::find(csv.front().begin(), csv.front().end(), name);
    return it == csv.front().end() ? -1 : static_cast<int>(it - csv.front().begin());
}

inline QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline GeneratorOptions smallRun(const QString &dir)
{
    GeneratorOptions o;
    o.outDir = dir;
    o.ranks = 4;
    o.steps = 2;
    o.mbPerRank = 1;
    return o;
}

inline QByteArray treeHash(const QString &dir)
{
    QStringList files;
    QDirIterator it(dir, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext())
        files.push_back(it.next());
    files.sort();
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const QString &f : files) {
        hash.addData(QDir(dir).relativeFilePath(f).toUtf8());
        hash.addData(contents(f));
    }
    return hash.result();
}

inline Json planted(const QString &dir)
{
    const QByteArray text = contents(dir + QLatin1String("/planted.json"));
    return Json::parse(text.begin(), text.end());
}

} // namespace rs::gen
