// SPDX-License-Identifier: Apache-2.0
#include "app/settingsstore.h"

#include "core/abandonedfiles.h"

#include <QAbstractEventDispatcher>
#include <QFileInfo>
#include <QSettings>

#include <utility>

namespace rs {

SettingsStore::SettingsStore(const QString &iniFile)
{
    const auto read = [this](const QSettings &file) {
        m_file = file.fileName();
        for (const QString &key : file.allKeys())
            m_values.insert(key, file.value(key));
    };
    if (iniFile.isEmpty())
        read(QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("RankScope"),
                       QStringLiteral("RankScope")));
    else
        read(QSettings(iniFile, QSettings::IniFormat));
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
    m_changes.insert(key, value);
    writeSoon();
}

void SettingsStore::remove(const QString &key)
{
    const auto removeFrom = [&key](QMap<QString, QVariant> &from) {
        from.removeIf([&](const auto &entry) {
            return entry.key() == key || (entry.key().startsWith(key) && entry.key().at(key.size()) == u'/');
        });
    };
    removeFrom(m_values);
    removeFrom(m_changes);
    m_changes.insert(key, QVariant());
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
    m_writer.start([file = m_file, changes = std::exchange(m_changes, {})] {
        // A group comes before its keys, so what was removed and set again stays. Other keys of the file keep what
        // another window wrote.
        QSettings out(file, QSettings::IniFormat);
        for (auto it = changes.begin(); it != changes.end(); ++it) {
            if (it.value().isValid())
                out.setValue(it.key(), it.value());
            else
                out.remove(it.key());
        }
        out.sync();
        const QFileInfo own(file);
        removeAbandoned(own.path(), own.fileName());
    });
}

} // namespace rs

#include "moc_settingsstore.cpp"
