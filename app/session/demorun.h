// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>

namespace rs {

/// Writes the demo run with rankscope-gen, in a process of its own, into the user's cache folder. A run that is already
/// there is used as it is.
class DemoRun : public QObject
{
    Q_OBJECT
public:
    explicit DemoRun(const QString &cacheFolder = {}, QObject *parent = nullptr);
    ~DemoRun() override;

    void make();
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    /// The generator beside this program or in the search path; empty when it is not installed.
    [[nodiscard]] static QString generator();

signals:
    void ready(const QString &folder);
    /// Translated, whole sentence.
    void failed(const QString &why);

private:
    void finished(int exitCode, QProcess::ExitStatus status);

    QString m_cache;
    QString m_partial;
    QProcess m_process;
    bool m_cancelled = false;
};

} // namespace rs
