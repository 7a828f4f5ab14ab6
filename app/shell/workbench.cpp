// SPDX-License-Identifier: Apache-2.0
#include "app/shell/workbench.h"

#include "importers/db/dbtables.h"
#include "importers/trace/eventblocks.h"

#include "app/shell/appstyle.h"

#include <QApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QStandardPaths>
#include <QToolTip>

namespace rs {

namespace {

std::shared_ptr<RankCache> cacheOf(const Settings &settings)
{
    // Another build may read another way: its size and time tell builds apart, also those between two versions.
    const QFileInfo program(QCoreApplication::applicationFilePath());
    RankCache::Options options;
    options.folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/ranks");
    options.build = QStringLiteral(RANKSCOPE_VERSION " %1 %2")
                        .arg(program.size())
                        .arg(program.lastModified().toMSecsSinceEpoch())
                        .toUtf8();
    options.limitBytes = settings.cacheGigabytes() * qint64{1'000'000'000};
    return std::make_shared<RankCache>(options);
}

} // namespace

Workbench::Workbench(Settings &settings, std::optional<RunReader> reader, QObject *parent)
    : QObject(parent), m_settings(settings), m_cache(cacheOf(settings)),
      m_remote(std::make_shared<RemoteRuns>(settings.remote())),
      m_export(std::make_shared<std::atomic<ExportChoice>>(settings.exportChoice())),
      m_session(m_runs, m_state, reader ? std::move(*reader) : fileRunReader(m_cache, m_export, m_remote))
{
    KeyMap::use(&m_keys);
    m_viewPool.setBudget(m_session.sharedMemory());
    m_verdictPool.setBudget(m_session.sharedMemory());
    connect(&m_theme, &Theme::changed, this, &Workbench::applyTheme);
    m_state.setThresholds(thresholdsOf(m_settings.thresholds()));
    connect(&m_state, &ViewState::thresholdsChanged, this,
            [this] { m_settings.setThresholds(changedThresholds(m_state.thresholds())); });
    m_state.setRates(ratesOf(m_settings.rates()));
    connect(&m_state, &ViewState::ratesChanged, this, [this] { m_settings.setRates(changedRates(m_state.rates())); });
    m_state.setDerivedLanes(m_settings.derivedLanes());
    connect(&m_state, &ViewState::derivedLanesChanged, this, [this] {
        if (m_state.derivedLanesAreChosen())
            m_settings.setDerivedLanes(m_state.showsDerivedLanes());
    });
    connect(&m_runs, &RunStore::loadingFinished, this, &Workbench::keepAllInLibrary);
    connect(&m_diagnoses, &RunDiagnoses::changed, this, [this](int run) {
        if (auto diagnosis = m_runs.isLoading() ? nullptr : m_diagnoses.of(run))
            keepInLibrary(run, diagnosis);
    });
}

// Facts that the window finds out anyway; no file is read for them.
void Workbench::keepInLibrary(int run, const std::shared_ptr<const Diagnosis> &diagnosis)
{
    if (const auto data = m_runs.run(run); data && m_library.isOpen())
        m_library.record(data, diagnosis, m_session.pathsOf(run));
}

void Workbench::keepAllInLibrary()
{
    for (int i = 0; i < m_runs.count(); ++i)
        keepInLibrary(i, nullptr);
}

void Workbench::setKeepsLibrary(bool keeps)
{
    m_settings.setKeepsLibrary(keeps);
    if (!keeps) {
        m_library.close();
        return;
    }
    m_library.open(RunLibrary::userFile());
    keepAllInLibrary();
}

void Workbench::setExport(ExportChoice choice)
{
    m_settings.setExportChoice(choice);
    if (m_export->exchange(choice) != choice && !m_runs.isEmpty())
        m_session.reload();
}

void Workbench::setRemote(const RemoteSettings &remote)
{
    m_settings.setRemote(remote);
    m_remote->setSettings(remote);
}

Workbench::~Workbench()
{
    m_viewPool.waitForDone();
    m_verdictPool.waitForDone();
    KeyMap::use(nullptr);
}

ViewContext Workbench::context()
{
    ViewContext c;
    c.runs = &m_runs;
    c.state = &m_state;
    c.theme = &m_theme;
    c.pool = &m_viewPool;
    c.paintPool = &m_paintPool;
    c.readArgs = readArgLines;
    c.events = {readEventBlocks, parseArgLines};
    c.databases = {readDatabaseTables, readDatabaseTable};
    c.tables = &m_tables;
    c.diagnoses = &m_diagnoses;
    return c;
}

void Workbench::applyTheme()
{
    if (!m_styled) {
        QApplication::setStyle(new AppStyle); // the application owns it
        m_styled = true;
    }
    QApplication::setPalette(m_theme.palette());
    QToolTip::setPalette(m_theme.palette());
}

} // namespace rs

#include "moc_workbench.cpp"
