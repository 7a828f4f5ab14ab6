// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/remotepath.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"

#include <QLatin1String>
#include <QLockFile>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QVariant>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <utility>
#include <vector>

namespace rs {

/// Programs that lead to runs on other hosts.
struct RemoteSettings
{
    QString ssh = QStringLiteral("ssh");               ///< here
    QString program = QStringLiteral("rankscope-cli"); ///< its path there
    int timeoutSeconds = 30;                           ///< that the host may be silent

    /// As they are kept, by a function that gives the value of a key, or the fallback.
    [[nodiscard]] static RemoteSettings
    from(const std::function<QVariant(const QString &key, const QVariant &fallback)> &value);
    void keep(const std::function<void(const QString &key, const QVariant &value)> &keep) const;
    /// Those of the user, for programs without a window.
    [[nodiscard]] static RemoteSettings ofUser();
};

/// Runs on other hosts. Each question is one call of the user's ssh, which starts `rankscope-cli serve` there: first
/// for the index of a run, then for the packs of ranks. The answers lie in a temporary folder, where discovery and
/// loader read them like any others, until this object goes. All functions may be called from any thread and wait for
/// the host.
class RemoteRuns
{
public:
    /// Codes of findings on hosts begin so.
    static inline const QLatin1String Codes{"remote."};

    explicit RemoteRuns(RemoteSettings settings = {}) : m_settings(std::move(settings)) {}

    void setSettings(const RemoteSettings &settings);

    /// The runs below paths, some of which may be a RemotePath. Ranks whose packs lie on a host have their address as
    /// their path (RankInfo::path): those of a remote run, and those of an index that says where its packs are, while
    /// they are not beside it.
    [[nodiscard]] std::vector<Run> discover(const QStringList &paths, const JobContext &job, ImportReport &report,
                                            const DiscoveryLimits &limits = {});
    /// Lets loadRun() bring the packs that it needs. All arguments outlive the load; `progress`: 0..1 of one pack.
    void bringPacks(LoadOptions &options, const Run &run, const JobContext &job, ImportReport &report,
                    std::function<void(double)> progress = {});

private:
    struct Question;
    [[nodiscard]] QString fetchIndex(const QString &url, const JobContext &job, ImportReport &report);
    [[nodiscard]] bool fetchPack(const Run &run, int rank, const JobContext &job,
                                 const std::function<void(double)> &progress, ImportReport &report);
    void leadToPacks(Run &run);
    [[nodiscard]] QString urlOf(const QString &path) const;
    [[nodiscard]] QString folderOf(const QString &url);
    [[nodiscard]] bool ask(const Question &question, ImportReport &report, QStringList &names) const;

    static constexpr int mostCalls = 4; ///< of ssh at a time
    mutable std::counting_semaphore<mostCalls> m_calls{mostCalls};
    mutable std::mutex m_mutex;
    RemoteSettings m_settings;
    std::unique_ptr<QTemporaryDir> m_scratch;
    std::unique_ptr<QLockFile> m_lock; ///< of the temporary folder, while this program lives
    std::map<QString, QString> m_urls; ///< by folder
};

} // namespace rs
