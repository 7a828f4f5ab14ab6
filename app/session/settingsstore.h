// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/threadpool.h"

#include <QMap>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QVariant>

#include <functional>

namespace rs {

/// Keys and values of one settings file, held in memory: written by a thread of its own a moment after a change,
/// because writing waits for the disk. What is left when the store is destroyed is written then. Windows share the
/// file: each applies its changes to what the file says then, under a lock.
class SettingsStore : public QObject
{
    Q_OBJECT
public:
    /// New value for a stored one; a missing one comes as an invalid variant.
    using Change = std::function<QVariant(const QVariant &now)>;

    /// An empty name means the user's own settings file.
    explicit SettingsStore(const QString &iniFile);
    ~SettingsStore() override;

    [[nodiscard]] QVariant value(const QString &key, const QVariant &fallback = {}) const;
    void setValue(const QString &key, const QVariant &value);
    /// Changes a value to which another window may add as well: called for what this one knows, and again, in a thread,
    /// for what the file says.
    void change(const QString &key, const Change &change);
    /// The key, and all those of the group of that name.
    void remove(const QString &key);
    /// Names inside of the group.
    [[nodiscard]] QStringList keysOf(const QString &group) const;

signals:
    /// Told once; the changes are kept for the next attempt.
    void notWritten(const QString &file, const QString &why);
    /// The file could not be read whole, and was kept as this one before it was written anew.
    void damagedKept(const QString &copy);

private:
    using Changes = QMap<QString, Change>; ///< one that gives an invalid value: the key and its group are gone

    void writeSoon();
    void write();
    void writeAgainLater(const Changes &failed, const QString &why);

    QString m_file;
    QMap<QString, QVariant> m_values;
    Changes m_changes; ///< not handed to the writer yet
    QTimer m_timer{this};
    bool m_isTold = false;
    ThreadPool m_writer{1, ThreadPool::Priority::Yielding};
};

} // namespace rs
