// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threadpool.h"

#include <QMap>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QVariant>

namespace rs {

/// Keys and values of one settings file, held in memory: written by a thread of its own a moment after a change,
/// because writing waits for the disk. What is left when the store is destroyed is written then.
class SettingsStore : public QObject
{
    Q_OBJECT
public:
    /// An empty name means the user's own settings file.
    explicit SettingsStore(const QString &iniFile);
    ~SettingsStore() override;

    [[nodiscard]] QVariant value(const QString &key, const QVariant &fallback = {}) const;
    void setValue(const QString &key, const QVariant &value);
    /// The key, and all those of the group of that name.
    void remove(const QString &key);
    /// Names inside of the group.
    [[nodiscard]] QStringList keysOf(const QString &group) const;

private:
    using Changes = QMap<QString, QVariant>; ///< an invalid value: the key and its group are gone

    void writeSoon();
    void write();

    QString m_file;
    QMap<QString, QVariant> m_values;
    Changes m_changes; ///< not handed to the writer yet
    QTimer m_timer{this};
    ThreadPool m_writer{1, ThreadPool::Priority::Yielding};
};

} // namespace rs
