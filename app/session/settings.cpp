// SPDX-License-Identifier: Apache-2.0
#include "app/session/settings.h"

#include "app/session/settingsstore.h"
#include "core/base/pathprobe.h"

#include <QDir>
#include <QJsonDocument>

#include <algorithm>

namespace rs {

namespace {
constexpr auto recentKey = "recent/paths";
constexpr QChar betweenPaths = u'\n'; // of one entry; older settings have one path in each
constexpr auto themeKey = "view/theme";
constexpr auto languageKey = "view/language";
constexpr auto scaleKey = "view/scalePercent";
constexpr auto memoryKey = "load/memoryPercent";
constexpr auto cacheKey = "load/cacheGigabytes";
constexpr auto libraryKey = "recent/library";
constexpr auto folderKey = "recent/folder";
constexpr auto saveFolderKey = "recent/saveFolder";
constexpr auto databasesKey = "import/databasesFirst";
constexpr auto textKey = "import/textFirst";
constexpr auto derivedKey = "view/derivedLanes";
constexpr auto keyPresetKey = "keys/preset";
constexpr auto changedKeysKey = "keys/changed";
constexpr auto geometryKey = "window/geometry";
constexpr auto workspacesKey = "window/workspaces";
constexpr auto laneArrangementsKey = "timeline/arrangements";
constexpr auto thresholdsKey = "diagnosis/thresholds";
constexpr auto ratesKey = "communication/rates";
constexpr auto strategiesKey = "strategies";
constexpr auto sqlHistoryKey = "sql/history";
constexpr auto dockVersionKey = "window/docksVersion";

QString key(const char *name)
{
    return QString::fromLatin1(name);
}

QList<QStringList> entriesOf(const QVariant &kept)
{
    QList<QStringList> out;
    for (const QString &entry : kept.toStringList()) {
        if (const QStringList paths = entry.split(betweenPaths, Qt::SkipEmptyParts); !paths.isEmpty())
            out.append(paths);
    }
    return out;
}

// The entries after these clean paths were opened together.
QStringList withRecent(QList<QStringList> all, const QStringList &clean)
{
    const auto isPart = [&clean](const QStringList &entry) {
        return std::all_of(entry.begin(), entry.end(), [&clean](const QString &p) { return clean.contains(p); });
    };
    const auto others = std::stable_partition(all.begin(), all.end(), isPart);
    QStringList before;
    bool whole = false;
    for (auto part = all.begin(); part != others; ++part) {
        before += *part;
        whole = whole || part->size() == clean.size();
    }
    before.removeDuplicates();
    if (whole || before.size() < clean.size()) {
        all.erase(all.begin(), others);
        all.prepend(clean);
    }
    QStringList kept;
    for (const QStringList &entry : all.mid(0, Settings::recentLimit))
        kept.append(entry.join(betweenPaths));
    return kept;
}

// Applies the change from `before` to `after` to an object that another window may have changed as well.
QJsonObject withSameChanges(const QJsonObject &before, const QJsonObject &after, QJsonObject to)
{
    for (auto it = before.begin(); it != before.end(); ++it) {
        if (!after.contains(it.key()))
            to.remove(it.key());
    }
    for (auto it = after.begin(); it != after.end(); ++it) {
        if (const QJsonValue value = it.value(); before.value(it.key()) != value)
            to.insert(it.key(), value);
    }
    return to;
}

QJsonObject byName(const QJsonArray &arrangements)
{
    QJsonObject out;
    for (const QJsonValue &v : arrangements)
        out.insert(v[QStringLiteral("name")].toString(), v);
    return out;
}

QJsonArray namedOnes(const QJsonObject &named)
{
    QJsonArray out;
    for (auto it = named.begin(); it != named.end(); ++it)
        out.append(it.value());
    return out;
}

QByteArray compact(const QJsonDocument &document)
{
    return document.toJson(QJsonDocument::Compact);
}

QJsonDocument documentOf(const QVariant &kept)
{
    return QJsonDocument::fromJson(kept.toByteArray());
}
} // namespace

Settings::Settings(const QString &iniFile, QObject *parent)
    : QObject(parent), m_store(std::make_unique<SettingsStore>(iniFile))
{
    connect(m_store.get(), &SettingsStore::notWritten, this, &Settings::notWritten);
    connect(m_store.get(), &SettingsStore::damagedKept, this, &Settings::damagedKept);
}

Settings::~Settings() = default;

QList<QStringList> Settings::recentPaths() const
{
    return entriesOf(m_store->value(key(recentKey)));
}

void Settings::addRecentPaths(const QStringList &paths)
{
    QStringList clean;
    for (const QString &path : paths) {
        if (const QString p = RemotePath::isOne(path) ? path : QDir::cleanPath(path);
            !p.isEmpty() && !clean.contains(p))
            clean.append(p);
    }
    const bool mixed =
        std::any_of(clean.begin(), clean.end(), [](const QString &p) { return p.contains(betweenPaths); });
    if (clean.isEmpty() || mixed)
        return;
    m_store->change(key(recentKey), [clean](const QVariant &now) { return withRecent(entriesOf(now), clean); });
    emit recentPathsChanged();
}

void Settings::clearRecentPaths()
{
    m_store->remove(key(recentKey));
    emit recentPathsChanged();
}

Theme::Mode Settings::themeMode() const
{
    const QString text = m_store->value(key(themeKey)).toString();
    return text == u"light" ? Theme::Mode::Light : text == u"dark" ? Theme::Mode::Dark : Theme::Mode::System;
}

void Settings::setThemeMode(Theme::Mode mode)
{
    m_store->setValue(key(themeKey), mode == Theme::Mode::Light  ? QStringLiteral("light")
                                     : mode == Theme::Mode::Dark ? QStringLiteral("dark")
                                                                 : QStringLiteral("system"));
}

QString Settings::language() const
{
    const QString text = m_store->value(key(languageKey)).toString();
    return text == u"en" || text == u"zh_CN" ? text : QStringLiteral("system");
}

void Settings::setLanguage(const QString &language)
{
    m_store->setValue(key(languageKey), language);
}

int Settings::scalePercent() const
{
    return std::clamp(m_store->value(key(scaleKey), 100).toInt(), 100, 200);
}

void Settings::setScalePercent(int percent)
{
    m_store->setValue(key(scaleKey), percent);
}

int Settings::memoryPercent() const
{
    return std::clamp(m_store->value(key(memoryKey), 60).toInt(), 10, 95);
}

void Settings::setMemoryPercent(int percent)
{
    m_store->setValue(key(memoryKey), percent);
}

int Settings::cacheGigabytes() const
{
    return std::clamp(m_store->value(key(cacheKey), 10).toInt(), 0, 1000);
}

void Settings::setCacheGigabytes(int gigabytes)
{
    m_store->setValue(key(cacheKey), gigabytes);
}

bool Settings::keepsLibrary() const
{
    return m_store->value(key(libraryKey), true).toBool();
}

void Settings::setKeepsLibrary(bool keeps)
{
    m_store->setValue(key(libraryKey), keeps);
}

ExportChoice Settings::exportChoice() const
{
    if (m_store->value(key(databasesKey), false).toBool())
        return ExportChoice::Databases;
    return m_store->value(key(textKey), false).toBool() ? ExportChoice::Text : ExportChoice::Fuller;
}

void Settings::setExportChoice(ExportChoice choice)
{
    m_store->setValue(key(databasesKey), choice == ExportChoice::Databases);
    m_store->setValue(key(textKey), choice == ExportChoice::Text);
}

bool Settings::derivedLanes() const
{
    return m_store->value(key(derivedKey), false).toBool();
}

void Settings::setDerivedLanes(bool shown)
{
    m_store->setValue(key(derivedKey), shown);
}

QMap<QString, double> Settings::numbers(const char *group) const
{
    QMap<QString, double> out;
    for (const QString &name : m_store->keysOf(key(group))) {
        bool known = false;
        const double value = m_store->value(key(group) + u'/' + name).toDouble(&known);
        if (known)
            out[name] = value;
    }
    return out;
}

// Only what changes: another window may have set others of the group.
template <typename T>
void Settings::setGroup(const char *group, const QMap<QString, T> &before, const QMap<QString, T> &after)
{
    const QString prefix = key(group) + u'/';
    for (auto it = before.begin(); it != before.end(); ++it) {
        if (!after.contains(it.key()))
            m_store->remove(prefix + it.key());
    }
    for (auto it = after.begin(); it != after.end(); ++it) {
        if (!before.contains(it.key()) || before.value(it.key()) != it.value())
            m_store->setValue(prefix + it.key(), it.value());
    }
}

QMap<QString, double> Settings::thresholds() const
{
    return numbers(thresholdsKey);
}

void Settings::setThresholds(const QMap<QString, double> &changed)
{
    setGroup(thresholdsKey, thresholds(), changed);
}

QMap<QString, double> Settings::rates() const
{
    return numbers(ratesKey);
}

void Settings::setRates(const QMap<QString, double> &changed)
{
    setGroup(ratesKey, rates(), changed);
}

RemoteSettings Settings::remote() const
{
    return RemoteSettings::from(
        [this](const QString &key, const QVariant &fallback) { return m_store->value(key, fallback); });
}

void Settings::setRemote(const RemoteSettings &remote)
{
    remote.keep([this](const QString &key, const QVariant &value) { m_store->setValue(key, value); });
}

QString Settings::lastFolder() const
{
    const QString folder = m_store->value(key(folderKey)).toString();
    return isFolderInTime(folder) ? folder : QDir::homePath();
}

void Settings::setLastFolder(const QString &folder)
{
    m_store->setValue(key(folderKey), folder);
}

QString Settings::saveFolder() const
{
    return m_store->value(key(saveFolderKey)).toString();
}

void Settings::setSaveFolder(const QString &folder)
{
    m_store->setValue(key(saveFolderKey), folder);
}

KeyPreset Settings::keyPreset() const
{
    return m_store->value(key(keyPresetKey)).toString() == u"perfetto" ? KeyPreset::Perfetto : KeyPreset::MindStudio;
}

void Settings::setKeyPreset(KeyPreset preset)
{
    m_store->setValue(key(keyPresetKey),
                      preset == KeyPreset::Perfetto ? QStringLiteral("perfetto") : QStringLiteral("mindstudio"));
}

QMap<QString, QString> Settings::changedKeys() const
{
    QMap<QString, QString> out;
    const QString group = key(changedKeysKey);
    for (const QString &id : m_store->keysOf(group))
        out[id] = m_store->value(group + u'/' + id).toString();
    return out;
}

void Settings::setChangedKeys(const QMap<QString, QString> &keys)
{
    setGroup(changedKeysKey, changedKeys(), keys);
}

QByteArray Settings::windowGeometry() const
{
    return m_store->value(key(geometryKey)).toByteArray();
}

void Settings::setWindowGeometry(const QByteArray &geometry)
{
    m_store->setValue(key(geometryKey), geometry);
}

QMap<QString, QByteArray> Settings::workspaces(int version) const
{
    QMap<QString, QByteArray> out;
    if (m_store->value(key(dockVersionKey)).toInt() != version)
        return out;
    const QString group = key(workspacesKey);
    for (const QString &id : m_store->keysOf(group))
        out[id] = m_store->value(group + u'/' + id).toByteArray();
    return out;
}

void Settings::setWorkspaces(int version, const QMap<QString, QByteArray> &arrangements)
{
    const QString group = key(workspacesKey);
    m_store->remove(group);
    m_store->remove(QStringLiteral("window/docks")); // of programs without workspaces
    m_store->setValue(key(dockVersionKey), version);
    for (auto it = arrangements.begin(); it != arrangements.end(); ++it)
        m_store->setValue(group + u'/' + it.key(), it.value());
}

QStringList Settings::sqlHistory() const
{
    return m_store->value(key(sqlHistoryKey)).toStringList();
}

void Settings::addSqlStatement(const QString &statement, qsizetype most)
{
    m_store->change(key(sqlHistoryKey), [statement, most](const QVariant &now) {
        QStringList all = now.toStringList();
        all.removeAll(statement);
        all.prepend(statement);
        return all.mid(0, most);
    });
}

void Settings::clearSqlHistory()
{
    m_store->remove(key(sqlHistoryKey));
}

QJsonArray Settings::laneArrangements() const
{
    return documentOf(m_store->value(key(laneArrangementsKey))).array();
}

void Settings::setLaneArrangements(const QJsonArray &arrangements)
{
    const QJsonObject before = byName(laneArrangements());
    m_store->change(key(laneArrangementsKey), [before, after = byName(arrangements)](const QVariant &now) {
        return compact(QJsonDocument(namedOnes(withSameChanges(before, after, byName(documentOf(now).array())))));
    });
}

QJsonObject Settings::strategies() const
{
    return documentOf(m_store->value(key(strategiesKey))).object();
}

void Settings::setStrategies(const QJsonObject &strategies)
{
    m_store->change(key(strategiesKey), [before = this->strategies(), strategies](const QVariant &now) {
        return compact(QJsonDocument(withSameChanges(before, strategies, documentOf(now).object())));
    });
}

} // namespace rs

#include "moc_settings.cpp"
