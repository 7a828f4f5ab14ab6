// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/language.h"
#include "app/session/runlibrary.h"
#include "app/session/settings.h"
#include "app/session/strategymemory.h"
#include "app/session/tracesession.h"
#include "core/job/threadpool.h"
#include "importers/cache/rankcache.h"
#include "sql/savedqueries.h"
#include "views/state/rundiagnoses.h"
#include "views/state/runstore.h"
#include "views/widgets/keymap.h"
#include "views/widgets/theme.h"
#include "views/state/viewcontext.h"
#include "views/state/viewstate.h"

#include <QObject>

#include <optional>

namespace rs {

/// Everything that lives as long as the program does, in the order in which it has to be built and taken down.
class Workbench : public QObject
{
    Q_OBJECT
public:
    /// Without a reader the files are read, and kept in the cache that the settings allow.
    explicit Workbench(Settings &settings, std::optional<RunReader> reader = {}, QObject *parent = nullptr);
    /// Waits for the jobs of the views, which must be gone by now.
    ~Workbench() override;

    [[nodiscard]] Settings &settings() { return m_settings; }
    [[nodiscard]] Language &language() { return m_language; }
    [[nodiscard]] Theme &theme() { return m_theme; }
    [[nodiscard]] RunStore &runs() { return m_runs; }
    [[nodiscard]] ViewState &state() { return m_state; }
    [[nodiscard]] TraceSession &session() { return m_session; }
    /// Ranks that were read before.
    [[nodiscard]] RankCache &cache() { return *m_cache; }
    /// Runs that were opened; nothing is kept before its file is opened.
    [[nodiscard]] RunLibrary &library() { return m_library; }
    void setKeepsLibrary(bool keeps);
    /// Export that is read of ranks that were exported as text and as databases; open runs are read again.
    void setExport(ExportChoice choice);
    void setRemote(const RemoteSettings &remote);
    /// Keys of the timeline; KeyPresets changes them.
    [[nodiscard]] KeyMap &keys() { return m_keys; }
    [[nodiscard]] ThreadPool &viewPool() { return m_viewPool; }
    /// Every table of the program.
    [[nodiscard]] const Catalogue &tables() const { return m_tables; }
    [[nodiscard]] ViewContext context();

    /// Colours of the whole program by the theme; follows the theme from then on.
    void applyTheme();

private:
    void keepInLibrary(int run, const std::shared_ptr<const Diagnosis> &diagnosis);
    void keepAllInLibrary();

    Settings &m_settings;
    Language m_language;
    Theme m_theme;
    KeyMap m_keys;
    // Views have threads of their own: a computation for a rank that is there must not queue behind ranks that load.
    const Catalogue m_tables = catalogueOfUser();
    ThreadPool m_viewPool{2, ThreadPool::Priority::Helping};
    // A verdict on a thousand ranks takes seconds, pages in view only a part of one.
    ThreadPool m_verdictPool{1, ThreadPool::Priority::Yielding};
    // Painting must not queue behind computations, nor get half a processor beside them.
    ThreadPool m_paintPool;
    std::shared_ptr<RankCache> m_cache;
    std::shared_ptr<RemoteRuns> m_remote;
    std::shared_ptr<std::atomic<ExportChoice>> m_export;
    RunStore m_runs;
    ViewState m_state;
    RunDiagnoses m_diagnoses{m_runs, m_state, m_verdictPool};
    StrategyMemory m_strategies{m_runs, m_state, m_settings};
    TraceSession m_session;
    RunLibrary m_library;
    bool m_styled = false;
};

} // namespace rs
