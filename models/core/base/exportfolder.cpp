// SPDX-License-Identifier: Apache-2.0
#include "core/base/exportfolder.h"

#include "core/base/savedfile.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLockFile>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>

#ifdef Q_OS_LINUX
#include <fcntl.h>
#endif

namespace rs {

namespace {

const QString StagePattern = QStringLiteral(".rankscope-XXXXXX");
constexpr int staleAfter = 24 * 60 * 60 * 1000;
const QDir::Filters Everything = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;

QStringList filesBelow(const QString &folder)
{
    QStringList out;
    const QDir root(folder);
    QDirIterator it(folder, QDir::Files | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                    QDirIterator::Subdirectories);
    while (it.hasNext())
        out << root.relativeFilePath(it.next());
    out.sort();
    return out;
}

QString lockOf(const QString &stage)
{
    return stage + QStringLiteral(".lock");
}

// Removes what killed programs left in the folder; true where one writes still. `own`: the stage of the caller.
bool sweep(const QString &folder, const QString &own)
{
    bool busy = false;
    for (const QFileInfo &info : QDir(folder).entryInfoList({lockOf(QStringLiteral(".rankscope-??????"))},
                                                            QDir::Files | QDir::Hidden | QDir::NoSymLinks)) {
        const QString stage = info.filePath().chopped(lockOf({}).size());
        if (stage == own)
            continue;
        QLockFile lock(info.filePath());
        lock.setStaleLockTime(staleAfter);
        qint64 process = 0;
        QString host;
        QString program;
        // Without this it is no lock.
        if (!lock.getLockInfo(&process, &host, &program))
            continue;
        if (!lock.tryLock(0)) {
            busy = busy || lock.error() == QLockFile::LockFailedError;
            continue;
        }
        const QFileInfo left(stage);
        if (left.isDir() && !left.isSymLink())
            QDir(stage).removeRecursively();
    }
    return busy;
}

ExportFolder::State lookAt(const QString &folder, const QString &own, QString *more)
{
    using State = ExportFolder::State;
    const QFileInfo info(folder);
    if (!info.exists() && !info.isSymLink())
        return State::Free;
    if (!info.isDir())
        return State::NoFolder;
    if (sweep(folder, own))
        return State::Busy;
    QStringList entries = QDir(folder).entryList(Everything);
    if (!own.isEmpty()) {
        entries.removeOne(QFileInfo(own).fileName());
        entries.removeOne(QFileInfo(lockOf(own)).fileName());
    }
    if (entries.isEmpty())
        return State::Free;
    if (more)
        *more = entries.front();
    QFile mark(QDir(folder).filePath(exportMarkName));
    // Opening a pipe would wait for its writer.
    const QFileInfo named(mark.fileName());
    if (named.isSymLink() || !named.isFile() || !mark.open(QIODevice::ReadOnly))
        return State::Occupied;
    const QJsonValue listed = QJsonDocument::fromJson(mark.readAll()).object().value(QStringLiteral("files"));
    if (!listed.isArray())
        return State::Occupied;
    QSet<QString> known{exportMarkName};
    const QJsonArray list = listed.toArray();
    for (const QJsonValue &file : list)
        known.insert(file.toString());
    for (const QString &file : filesBelow(folder)) {
        if (known.contains(file))
            continue;
        if (more)
            *more = file;
        return State::ExportPlus;
    }
    if (more)
        more->clear();
    return State::Export;
}

std::error_code renamed(const QString &from, const QString &to)
{
    std::error_code error;
    std::filesystem::rename(from.toStdU16String(), to.toStdU16String(), error);
    return error;
}

} // namespace

bool isExport(const QStringList &fileNames)
{
    static const QStringList oldTables{QStringLiteral("ranks.csv"), QStringLiteral("files.csv"),
                                       QStringLiteral("findings.csv"), QStringLiteral("domains.csv"),
                                       QStringLiteral("overview_derived.csv")};
    return fileNames.contains(exportMarkName) ||
           std::ranges::all_of(oldTables, [&](const QString &t) { return fileNames.contains(t); });
}

ExportFolder::State ExportFolder::stateOf(const QString &folder, QString *more)
{
    return lookAt(folder, {}, more);
}

ExportFolder::State ExportFolder::state(QString *more) const
{
    return lookAt(m_folder, m_stage, more);
}

ExportFolder::ExportFolder(QString folder) : m_folder(std::move(folder)) {}

ExportFolder::~ExportFolder()
{
    if (!m_stage.isEmpty())
        removeStage();
    if (m_made)
        QDir().rmdir(m_folder);
}

// A temporary folder that stays until it is moved or removed, and the lock that tells it from what a killed program
// left.
bool ExportFolder::makeStage(const QString &parent)
{
    QTemporaryDir stage(QDir(parent).filePath(StagePattern));
    if (!stage.isValid())
        return fail(stage.errorString());
    m_lock = std::make_unique<QLockFile>(lockOf(stage.path()));
    m_lock->setStaleLockTime(staleAfter);
    // Without locks in the system, the folder is only not recognised later.
    (void)m_lock->tryLock(0);
    stage.setAutoRemove(false);
    m_stage = stage.path();
    return true;
}

void ExportFolder::removeStage()
{
    QDir(m_stage).removeRecursively();
    m_stage.clear();
    m_lock.reset();
}

bool ExportFolder::fail(const QString &reason)
{
    m_error = reason;
    return false;
}

bool ExportFolder::open(bool replace)
{
    const State found = state();
    if (found != State::Free && !(replace && found == State::Export))
        return fail({});
    m_replace = found == State::Export;
    m_made = !QFileInfo::exists(m_folder);
    if (const QString why = m_made ? makeFolder(m_folder) : QString(); !why.isEmpty()) {
        m_made = false;
        return fail(why);
    }
    // A free folder is filled from within: it may be a mount point, and keeps what the user set it to. An earlier
    // export changes places with its successor, which needs the folder around both.
    const QString parent = m_replace ? QFileInfo(m_folder).path() : m_folder;
    if (m_replace)
        sweep(parent, {});
    if (!makeStage(parent))
        return false;
    if (m_replace)
        QFile::setPermissions(m_stage, QFile::permissions(m_folder));
    return true;
}

bool ExportFolder::commit(QJsonObject about)
{
    about.insert(QStringLiteral("files"), QJsonArray::fromStringList(filesBelow(m_stage)));
    SavedFile mark(QDir(m_stage).filePath(exportMarkName));
    const QByteArray text = QJsonDocument(about).toJson();
    if (!mark.open() || mark.write(text) != text.size() || !mark.commit())
        return fail(mark.errorString());
    if (m_replace ? !exchange() : !moveInto())
        return false;
    removeStage();
    m_made = false;
    return true;
}

bool ExportFolder::moveInto()
{
    // Somebody may have put a file there meanwhile.
    if (state() != State::Free)
        return fail({});
    // The mark goes last: with it the export is whole.
    QStringList entries = QDir(m_stage).entryList(Everything);
    entries.removeOne(exportMarkName);
    entries << exportMarkName;
    QStringList moved;
    for (const QString &name : entries) {
        if (const auto error = renamed(QDir(m_stage).filePath(name), QDir(m_folder).filePath(name))) {
            for (const QString &back : moved)
                renamed(QDir(m_folder).filePath(back), QDir(m_stage).filePath(back));
            return fail(QString::fromStdString(error.message()));
        }
        moved << name;
    }
    return true;
}

bool ExportFolder::exchange()
{
    // Somebody may have put a file there meanwhile.
    if (state() != State::Export)
        return fail({});
#if defined(Q_OS_LINUX) && defined(RENAME_EXCHANGE)
    if (renameat2(AT_FDCWD, QFile::encodeName(m_stage).constData(), AT_FDCWD, QFile::encodeName(m_folder).constData(),
                  RENAME_EXCHANGE) == 0)
        return true;
#endif
    // If the system cannot do it in one step, the earlier export is moved away and comes back if the rest fails.
    const QString fresh = m_stage;
    const std::unique_ptr<QLockFile> lock = std::move(m_lock);
    const auto back = [&] { m_stage = fresh; };
    if (!makeStage(QFileInfo(m_folder).path())) {
        back();
        return false;
    }
    const QString old = QDir(m_stage).filePath(QStringLiteral("old"));
    std::error_code failed = renamed(m_folder, old);
    if (!failed) {
        failed = renamed(fresh, m_folder);
        if (failed)
            renamed(old, m_folder);
    }
    if (failed) {
        QDir().rmdir(m_stage);
        back();
        return fail(QString::fromStdString(failed.message()));
    }
    return true;
}

QString safeFileName(const QString &text)
{
    QString out;
    for (const QChar c : text)
        out += c.isLetterOrNumber() || c == u'-' || c == u'_' || c == u'.' ? c : QChar(u'_');
    while (out.startsWith(u'.'))
        out.remove(0, 1);
    return out.isEmpty() ? QStringLiteral("_") : out.left(100);
}

QString UniqueFileNames::next(const QString &name)
{
    QString out = name;
    for (int n = 2; m_taken.contains(out.toCaseFolded()); ++n)
        out = QStringLiteral("%1-%2").arg(name).arg(n);
    m_taken.insert(out.toCaseFolded());
    return out;
}

} // namespace rs
