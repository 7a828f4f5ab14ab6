// SPDX-License-Identifier: Apache-2.0
#include "app/session/demorun.h"

#include "core/base/savedfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <filesystem>
#include <system_error>

namespace rs {

namespace {
// The name changes with what the generator is asked for, so that an older demo run is not taken for this one.
constexpr auto folderName = "demo1/demo_run";
} // namespace

DemoRun::DemoRun(const QString &cacheFolder, QObject *parent)
    : QObject(parent),
      m_cache(cacheFolder.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::CacheLocation) : cacheFolder)
{
    connect(&m_process, &QProcess::finished, this, &DemoRun::finished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError e) {
        if (e == QProcess::FailedToStart)
            emit failed(tr("The demo run could not be written: %1").arg(m_process.errorString()));
    });
}

DemoRun::~DemoRun()
{
    m_process.disconnect(this);
    if (isRunning()) {
        m_process.kill();
        m_process.waitForFinished(2000);
        QDir(m_partial).removeRecursively();
    }
}

QString DemoRun::generator()
{
    const QString here = QCoreApplication::applicationDirPath();
    for (const QString &below :
         {QString(), QStringLiteral("/../tests/generator"), QStringLiteral("/../../tests/generator")}) {
        const QFileInfo file(here + below + QStringLiteral("/rankscope-gen"));
        if (file.isExecutable())
            return file.canonicalFilePath();
    }
    return QStandardPaths::findExecutable(QStringLiteral("rankscope-gen"));
}

void DemoRun::make()
{
    if (isRunning())
        return;
    m_cancelled = false;
    const QString folder = m_cache + QLatin1Char('/') + QLatin1String(folderName);
    if (QDir(folder).exists()) {
        emit ready(folder);
        return;
    }
    const QString program = generator();
    if (program.isEmpty()) {
        emit failed(tr("The demo run could not be written: rankscope-gen is not installed."));
        return;
    }
    // Written beside its place and renamed, so that a run that was cut off is never taken for a whole one.
    m_partial = folder + QStringLiteral(".part");
    QDir(m_partial).removeRecursively();
    const QString parent = QFileInfo(folder).absolutePath();
    if (const QString why = makeFolder(parent); !why.isEmpty()) {
        emit failed(tr("The demo run could not be written: the folder %1 cannot be made: %2").arg(parent, why));
        return;
    }
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    const QString arguments = QStringLiteral(
        "--ranks 8 --steps 3 --mb-per-rank 4 --seed 7 --tp 2 --pp 2 --slow-rank 5:1.3 --slow-link 2-6:4");
    m_process.start(program, arguments.split(QLatin1Char(' ')) << m_partial);
}

void DemoRun::cancel()
{
    if (!isRunning())
        return;
    m_cancelled = true;
    m_process.kill();
}

void DemoRun::finished(int exitCode, QProcess::ExitStatus status)
{
    if (m_cancelled) {
        QDir(m_partial).removeRecursively();
        emit failed({});
        return;
    }
    if (status != QProcess::NormalExit || exitCode != 0) {
        const QString said = QString::fromUtf8(m_process.readAll()).trimmed();
        QDir(m_partial).removeRecursively();
        emit failed(tr("The demo run could not be written: %1").arg(said.right(400)));
        return;
    }
    const QString folder = m_cache + QLatin1Char('/') + QLatin1String(folderName);
    std::error_code error;
    std::filesystem::rename(m_partial.toStdU16String(), folder.toStdU16String(), error);
    if (error) {
        emit failed(tr("The demo run could not be written: the folder %1 cannot be made: %2")
                        .arg(folder, qt_error_string(error.value())));
        return;
    }
    emit ready(folder);
}

} // namespace rs

#include "moc_demorun.cpp"
