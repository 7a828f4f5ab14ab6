// SPDX-License-Identifier: Apache-2.0
#include "app/settings.h"

#include "app/settingsstore.h"

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
constexpr auto folderKey = "recent/folder";
constexpr auto databasesKey = "import/databasesFirst";
constexpr auto textKey = "import/textFirst";
constexpr auto derivedKey = "view/derivedLanes";
constexpr auto keyPresetKey = "keys/preset";
constexpr auto changedKeysKey = "keys/changed";
constexpr auto geometryKey = "window/geometry";
constexpr auto workspacesKey = "window/workspaces";
constexpr auto lastWorkspaceKey = "window/workspace";
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
} // namespace

Settings::Settings(const QString &iniFile, QObject *parent)
    : QObject(parent), m_store(std::make_unique<SettingsStore>(iniFile))
{
}

Settings::~Settings() = default;

QList<QStringList> Settings::recentPaths() const
{
    QList<QStringList> out;
    for (const QString &entry : m_store->value(key(recentKey)).toStringList()) {
        if (const QStringList paths = entry.split(betweenPaths, Qt::SkipEmptyParts); !paths.isEmpty())
            out.append(paths);
    }
    return out;
}

void Settings::addRecentPaths(const QStringList &paths)
{
    QStringList clean;
    for (const QString &path : paths) {
        if (const QString p = QDir::cleanPath(path); !p.isEmpty() && !clean.contains(p))
            clean.append(p);
    }
    const bool mixed =
        std::any_of(clean.begin(), clean.end(), [](const QString &p) { return p.contains(betweenPaths); });
    if (clean.isEmpty() || mixed)
        return;
    QList<QStringList> all = recentPaths();
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
    for (const QStringList &entry : all.mid(0, recentLimit))
        kept.append(entry.join(betweenPaths));
    m_store->setValue(key(recentKey), kept);
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

void Settings::setNumbers(const char *group, const QMap<QString, double> &numbers)
{
    m_store->remove(key(group));
    for (auto it = numbers.begin(); it != numbers.end(); ++it)
        m_store->setValue(key(group) + u'/' + it.key(), it.value());
}

QMap<QString, double> Settings::thresholds() const
{
    return numbers(thresholdsKey);
}

void Settings::setThresholds(const QMap<QString, double> &changed)
{
    setNumbers(thresholdsKey, changed);
}

QMap<QString, double> Settings::rates() const
{
    return numbers(ratesKey);
}

void Settings::setRates(const QMap<QString, double> &changed)
{
    setNumbers(ratesKey, changed);
}

QString Settings::lastFolder() const
{
    const QString folder = m_store->value(key(folderKey)).toString();
    return QDir(folder).exists() && !folder.isEmpty() ? folder : QDir::homePath();
}

void Settings::setLastFolder(const QString &folder)
{
    m_store->setValue(key(folderKey), folder);
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
    const QString group = key(changedKeysKey);
    m_store->remove(group);
    for (auto it = keys.begin(); it != keys.end(); ++it)
        m_store->setValue(group + u'/' + it.key(), it.value());
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

QString Settings::lastWorkspace() const
{
    return m_store->value(key(lastWorkspaceKey)).toString();
}

void Settings::setLastWorkspace(const QString &id)
{
    m_store->setValue(key(lastWorkspaceKey), id);
}

QStringList Settings::sqlHistory() const
{
    return m_store->value(key(sqlHistoryKey)).toStringList();
}

void Settings::setSqlHistory(const QStringList &statements)
{
    m_store->setValue(key(sqlHistoryKey), statements);
}

QJsonArray Settings::laneArrangements() const
{
    return QJsonDocument::fromJson(m_store->value(key(laneArrangementsKey)).toByteArray()).array();
}

void Settings::setLaneArrangements(const QJsonArray &arrangements)
{
    m_store->setValue(key(laneArrangementsKey), QJsonDocument(arrangements).toJson(QJsonDocument::Compact));
}

QJsonObject Settings::strategies() const
{
    return QJsonDocument::fromJson(m_store->value(key(strategiesKey)).toByteArray()).object();
}

void Settings::setStrategies(const QJsonObject &strategies)
{
    m_store->setValue(key(strategiesKey), QJsonDocument(strategies).toJson(QJsonDocument::Compact));
}

} // namespace rs

#include "moc_settings.cpp"
