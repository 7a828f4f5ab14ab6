// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/literaltext.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTest>

namespace rs::test {

inline void write(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile f(path);
    QVERIFY(f.open(QIODevice::WriteOnly));
    QCOMPARE(f.write(content), content.size());
}

/// Output and status of a call of rankscope-cli.
struct Result
{
    int status = -1;
    QByteArray out;
    QString err;
    [[nodiscard]] QString header() const { return QString::fromUtf8(out.left(out.indexOf("\r\n"))); }
    [[nodiscard]] QList<QByteArray> lines() const
    {
        QList<QByteArray> all = out.split('\n');
        if (!all.isEmpty() && all.last().isEmpty())
            all.removeLast();
        return all;
    }
};

inline Result cli(const LiteralTexts &arguments)
{
    QProcess p;
    p.start(QStringLiteral(RANKSCOPE_CLI), arguments);
    Result r;
    if (!p.waitForFinished(60000)) {
        p.kill();
        p.waitForFinished();
        return r;
    }
    r.status = p.exitStatus() == QProcess::NormalExit ? p.exitCode() : -2;
    r.out = p.readAllStandardOutput();
    r.err = QString::fromUtf8(p.readAllStandardError());
    return r;
}

} // namespace rs::test
