// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/run/remoteruns.h"
#include "core/run/exportchoice.h"
#include "views/widgets/keymap.h"
#include "views/widgets/theme.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>

namespace rs {

class SettingsStore;

/// Settings that the program keeps for a user, typed. One object, handed to those who need it.
class Settings : public QObject
{
    Q_OBJECT
public:
    static constexpr int recentLimit = 12;

    /// An empty name means the user's own settings file; tests give a file of theirs.
    explicit Settings(const QString &iniFile = {}, QObject *parent = nullptr);
    ~Settings() override;

    /// Paths opened together, newest first; paths that no longer exist stay in the list until they are pushed out.
    [[nodiscard]] QList<QStringList> recentPaths() const;
    /// Paths opened in parts before, as ranks that are dropped one after the other, are replaced by the whole. A set of
    /// a few such entries, as when all that is open is read again, stays these entries.
    void addRecentPaths(const QStringList &paths);
    void clearRecentPaths();

    [[nodiscard]] Theme::Mode themeMode() const;
    void setThemeMode(Theme::Mode mode);

    /// "en", "zh_CN", or "system".
    [[nodiscard]] QString language() const;
    void setLanguage(const QString &language);

    /// 100 to 200; applied when the program starts.
    [[nodiscard]] int scalePercent() const;
    void setScalePercent(int percent);

    /// Share of the machine's memory that loaded ranks may take, 10 to 95.
    [[nodiscard]] int memoryPercent() const;
    void setMemoryPercent(int percent);

    /// Disk space for ranks kept for a second opening, in units of 10^9 bytes; 0: none is kept.
    [[nodiscard]] int cacheGigabytes() const;
    void setCacheGigabytes(int gigabytes);

    /// Runs that are opened are kept in the library (RunLibrary).
    [[nodiscard]] bool keepsLibrary() const;
    void setKeepsLibrary(bool keeps);

    /// Export that is read of ranks that were exported as text and as databases.
    [[nodiscard]] ExportChoice exportChoice() const;
    void setExportChoice(ExportChoice choice);

    /// The timeline shows lanes of delays and idle causes.
    [[nodiscard]] bool derivedLanes() const;
    void setDerivedLanes(bool shown);

    /// Limits of the diagnosis that are not as the program has them, by key.
    [[nodiscard]] QMap<QString, double> thresholds() const;
    void setThresholds(const QMap<QString, double> &changed);

    /// Reference rates of transports that are not as the program has them, GB/s, by key.
    [[nodiscard]] QMap<QString, double> rates() const;
    void setRates(const QMap<QString, double> &changed);

    /// Programs that lead to runs on other hosts.
    [[nodiscard]] RemoteSettings remote() const;
    void setRemote(const RemoteSettings &remote);

    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString &folder);
    /// Folder in which something was saved last.
    [[nodiscard]] QString saveFolder() const;
    void setSaveFolder(const QString &folder);

    [[nodiscard]] KeyPreset keyPreset() const;
    void setKeyPreset(KeyPreset preset);
    /// Keys that the user changed, as portable text by the id of the command; an empty text: no key.
    [[nodiscard]] QMap<QString, QString> changedKeys() const;
    void setChangedKeys(const QMap<QString, QString> &keys);

    [[nodiscard]] QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray &geometry);
    /// Arrangements of docks by the workspace; none when nothing was saved, or by a program whose docks were others.
    [[nodiscard]] QMap<QString, QByteArray> workspaces(int version) const;
    void setWorkspaces(int version, const QMap<QString, QByteArray> &arrangements);

    /// Arrangements of lanes that the user gave a name, as the timeline writes them. Here and below, setting changes in
    /// the file what differs from what this object knew: other windows keep theirs.
    [[nodiscard]] QJsonArray laneArrangements() const;
    void setLaneArrangements(const QJsonArray &arrangements);

    /// Parallel strategies that the user entered, by the title of the run.
    [[nodiscard]] QJsonObject strategies() const;
    void setStrategies(const QJsonObject &strategies);

    /// Statements of the SQL console, newest first.
    [[nodiscard]] QStringList sqlHistory() const;
    /// `most`: statements that are kept.
    void addSqlStatement(const QString &statement, qsizetype most);
    void clearSqlHistory();

signals:
    void recentPathsChanged();
    /// As SettingsStore tells them.
    void notWritten(const QString &file, const QString &why);
    void damagedKept(const QString &copy);

private:
    /// Numbers of a group of keys, by the last part of the key.
    [[nodiscard]] QMap<QString, double> numbers(const char *group) const;
    template <typename T>
    void setGroup(const char *group, const QMap<QString, T> &before, const QMap<QString, T> &after);

    std::unique_ptr<SettingsStore> m_store;
};

} // namespace rs
