// SPDX-License-Identifier: Apache-2.0
#include "app/session/settingsstore.h"

#include "core/base/abandonedfiles.h"
#include "core/base/savedfile.h"
#include "importers/files/osfile.h"

#include <QAbstractEventDispatcher>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThread>

#include <cerrno>
#include <utility>

namespace rs {

namespace {

using ValueChange = SettingsStore::Change;

ValueChange inTurn(const ValueChange &first, const ValueChange &then)
{
    return [first, then](const QVariant &now) { return then(first(now)); };
}

QString saveBytes(const QString &path, const QByteArray &bytes)
{
    SavedFile file(path);
    return file.open() && file.write(bytes) == bytes.size() && file.commit() ? QString() : file.errorString();
}

// Empty, or why the system does not let the file be read.
QString readBytes(const QString &path, QByteArray &bytes)
{
    QFile file;
    if (!openRegular(path, file))
        return qt_error_string(errno);
    bytes = file.readAll();
    return file.error() == QFileDevice::NoError ? QString() : file.errorString();
}

// A program that fills a folder without room gets the reason from the system.
QString whyNoSpace(const QString &folder)
{
    constexpr qsizetype much = qsizetype{1} << 20;
    SavedFile probe(folder + QStringLiteral("/probe"));
    (void)(probe.open() && probe.write(QByteArray(much, ' ')) == much && probe.commit());
    return probe.errorString();
}

// Applies the changes to the file. Empty, or why it stands as it was. `damaged` becomes the name of its copy where not
// all of it could be read. QSettings takes what found no room on the disk for written, and cuts the file; it replaces
// devices, too. So it works on a copy, which takes the place of the file when all of it is there.
QString changeFile(const QString &path, const QMap<QString, ValueChange> &changes, QString &damaged)
{
    constexpr int waitMs = 5'000;
    constexpr int pollMs = 5; // QLockFile would sleep for seconds
    constexpr int staleMs = 10'000;
    const QFileInfo own(path);
    if (const QString why = makeFolder(own.path()); !why.isEmpty())
        return why;
    if (const QString why = SavedFile::whyNot(path); !why.isEmpty())
        return why;
    // QSettings takes the same one. Where none can be made the file cannot be written either, and that says why.
    QLockFile lock(path + QStringLiteral(".lock"));
    lock.setStaleLockTime(staleMs);
    for (int waited = 0; waited < waitMs && !lock.tryLock(0) && lock.error() == QLockFile::LockFailedError;
         waited += pollMs)
        QThread::msleep(pollMs);
    QByteArray before;
    if (QFile::exists(path)) {
        if (const QString why = readBytes(path, before); !why.isEmpty())
            return why;
    }
    const QTemporaryDir scratch;
    if (!scratch.isValid())
        return scratch.errorString();
    const QString copy = scratch.filePath(QStringLiteral("copy.ini"));
    if (const QString why = saveBytes(copy, before); !why.isEmpty())
        return why;
    QStringList keys;
    bool isDamaged = false;
    {
        QSettings settings(copy, QSettings::IniFormat);
        // A group comes before its keys, so what was removed and set again stays.
        for (auto it = changes.begin(); it != changes.end(); ++it) {
            if (const QVariant value = it.value()(settings.value(it.key())); value.isValid())
                settings.setValue(it.key(), value);
            else
                settings.remove(it.key());
        }
        settings.sync();
        keys = settings.allKeys();
        isDamaged = settings.status() == QSettings::FormatError;
    }
    // QSettings remembers files by their names.
    const QString written = scratch.filePath(QStringLiteral("written.ini"));
    QByteArray after;
    const bool isRead = QFile::rename(copy, written) && readBytes(written, after).isEmpty();
    const bool isWhole = isRead && (keys.isEmpty() || after == before || after.endsWith('\n')) &&
                         QSettings(written, QSettings::IniFormat).allKeys() == keys;
    if (!isWhole)
        return whyNoSpace(scratch.path());
    if (isDamaged) {
        const QString kept = path + QStringLiteral(".damaged");
        if (const QString why = saveBytes(kept, before); !why.isEmpty())
            return why;
        damaged = kept;
    }
    const QString why = saveBytes(path, after);
    removeAbandoned(own.path(), own.fileName());
    return why;
}

} // namespace

SettingsStore::SettingsStore(const QString &iniFile)
    : m_file(iniFile.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                                     QStringLiteral("/RankScope/RankScope.ini")
                               : iniFile)
{
    const auto take = [this](const QSettings &file) {
        for (const QString &key : file.allKeys())
            m_values.insert(key, file.value(key));
    };
    // Settings of the machine for all its users come first.
    if (iniFile.isEmpty())
        take(QSettings(QSettings::IniFormat, QSettings::SystemScope, QStringLiteral("RankScope"),
                       QStringLiteral("RankScope")));
    // QSettings opens pipes, and remembers a file by its name, size and time, of which a quick change changes none.
    QByteArray text;
    const QTemporaryDir scratch;
    QFile copy(scratch.filePath(QStringLiteral("settings.ini")));
    if (readBytes(m_file, text).isEmpty() && !text.isEmpty()) {
        const bool isCopied = copy.open(QIODevice::WriteOnly) && copy.write(text) == text.size() && copy.flush();
        take(QSettings(isCopied ? copy.fileName() : m_file, QSettings::IniFormat));
    }
    constexpr int restMs = 300;
    m_timer.setSingleShot(true);
    m_timer.setInterval(restMs);
    connect(&m_timer, &QTimer::timeout, this, &SettingsStore::write);
}

SettingsStore::~SettingsStore()
{
    write();
    m_writer.waitForDone();
}

QVariant SettingsStore::value(const QString &key, const QVariant &fallback) const
{
    return m_values.value(key, fallback);
}

void SettingsStore::setValue(const QString &key, const QVariant &value)
{
    m_values.insert(key, value);
    m_changes.insert(key, [value](const QVariant &) { return value; });
    writeSoon();
}

void SettingsStore::change(const QString &key, const Change &change)
{
    m_values.insert(key, change(m_values.value(key)));
    const Change before = m_changes.value(key);
    m_changes.insert(key, before ? inTurn(before, change) : change);
    writeSoon();
}

void SettingsStore::remove(const QString &key)
{
    const auto removeFrom = [&key](auto &from) {
        from.removeIf([&](const auto &entry) {
            return entry.key() == key || (entry.key().startsWith(key) && entry.key().at(key.size()) == u'/');
        });
    };
    removeFrom(m_values);
    removeFrom(m_changes);
    m_changes.insert(key, [](const QVariant &) { return QVariant(); });
    writeSoon();
}

QStringList SettingsStore::keysOf(const QString &group) const
{
    const QString prefix = group + u'/';
    QStringList out;
    for (auto it = m_values.lowerBound(prefix); it != m_values.end() && it.key().startsWith(prefix); ++it)
        out.append(it.key().mid(prefix.size()));
    return out;
}

// Settings are there before the application is and after it: what changes then is written at the end.
void SettingsStore::writeSoon()
{
    if (QAbstractEventDispatcher::instance())
        m_timer.start();
}

void SettingsStore::write()
{
    m_timer.stop();
    if (m_changes.isEmpty())
        return;
    m_writer.start([this, changes = std::exchange(m_changes, {})] {
        QString damaged;
        const QString why = changeFile(m_file, changes, damaged);
        if (!damaged.isEmpty())
            QMetaObject::invokeMethod(
                this, [this, damaged] { emit damagedKept(damaged); }, Qt::QueuedConnection);
        if (!why.isEmpty())
            QMetaObject::invokeMethod(
                this, [this, changes, why] { writeAgainLater(changes, why); }, Qt::QueuedConnection);
    });
}

// With the next change: a disk that is full now is so in a moment.
void SettingsStore::writeAgainLater(const Changes &failed, const QString &why)
{
    Changes all = failed;
    for (auto it = m_changes.begin(); it != m_changes.end(); ++it) {
        if (const Change before = failed.value(it.key()); before)
            all.insert(it.key(), inTurn(before, it.value()));
        else
            all.insert(it.key(), it.value());
    }
    m_changes = all;
    if (!std::exchange(m_isTold, true))
        emit notWritten(m_file, why);
}

} // namespace rs

#include "moc_settingsstore.cpp"
