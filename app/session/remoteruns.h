// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/remotepath.h"
#include "core/text/importreport.h"

#include <QLatin1String>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace rs {

/// Programs that lead to runs on other hosts.
struct RemoteSettings
{
    QString ssh = QStringLiteral("ssh");               ///< here
    QString program = QStringLiteral("rankscope-cli"); ///< there, as its shell reads it
    int timeoutSeconds = 30;                           ///< that the host may be silent
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

    /// Folder with the index of the run at that RemotePath, or with a folder for each of several runs. Empty when
    /// cancelled, and, with a finding, when the host does not give it.
    [[nodiscard]] QString fetchIndex(const QString &url, const JobContext &job, ImportReport &report);
    /// Brings the pack of that path, which stands in a folder of fetchIndex(), if it is not there. `progress`: 0..1.
    [[nodiscard]] bool fetchPack(const QString &pack, const QString &rank, const JobContext &job,
                                 const std::function<void(double)> &progress, ImportReport &report);
    /// Path on its host of what lies in a folder of fetchIndex(); empty for other paths.
    [[nodiscard]] QString urlOf(const QString &path) const;

private:
    struct Question;
    [[nodiscard]] QString folderOf(const QString &url);
    [[nodiscard]] bool ask(const Question &question, ImportReport &report, QStringList &names) const;

    mutable std::mutex m_mutex;
    RemoteSettings m_settings;
    std::unique_ptr<QTemporaryDir> m_scratch;
    std::map<QString, QString> m_urls; ///< by folder
};

} // namespace rs
