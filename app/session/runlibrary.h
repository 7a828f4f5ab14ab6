// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"

#include <QFileSystemWatcher>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <memory>

class QSqlDatabase;
class QSqlError;

namespace rs {

class LibraryModel;

/// Runs that were opened, and what was found in them, in an SQLite file of the user. A thread of its own writes, since
/// that waits for the disk; the table that people see is read on the thread of the window, which waits for another
/// window's writing at most `readWaitMs`. Windows share the file.
class RunLibrary : public QObject
{
    Q_OBJECT
public:
    static constexpr int version = 1;
    static constexpr int readWaitMs = 50;

    explicit RunLibrary(QObject *parent = nullptr);
    /// Waits for what is being written.
    ~RunLibrary() override;

    [[nodiscard]] static QString userFile();
    /// Keeps runs in that file from now on, which is made where it is missing. A broken one is set aside under another
    /// name, and a new one begins.
    void open(const QString &file);
    /// From now on nothing is read or written.
    void close();
    [[nodiscard]] bool isOpen() const { return !m_file.isEmpty(); }
    /// Sentence why the file that is open cannot be used; empty where it can.
    [[nodiscard]] const QString &problem() const { return m_problem; }

    /// Null until the file is open.
    [[nodiscard]] LibraryModel *model() const { return m_model.get(); }

    /// Keeps the run, which these paths open, or what is new of it. `diagnosis` may be null: what was said of it before
    /// stays then.
    void record(std::shared_ptr<const Run> run, std::shared_ptr<const Diagnosis> diagnosis, const QStringList &paths);
    void setName(qint64 id, const QString &name);
    void setNotes(qint64 id, const QString &notes);
    void remove(const QList<qint64> &ids);
    /// Empties the file, also one that is not open.
    void clear(const QString &file);
    /// Returns when everything is written.
    void waitForWrites() { m_writer.waitForDone(); }

signals:
    /// model() is another one.
    void modelChanged();
    /// The rows were read.
    void loaded();
    /// A sentence on a file that could not be used or was set aside; once for each.
    void trouble(const QString &what);

private:
    using Work = std::function<QSqlError(const QSqlDatabase &database)>;

    void write(Work work);
    /// In one transaction, on the thread that writes.
    void writeNow(const QString &file, const Work &work);
    void prepared(const QString &file, bool usable, const QString &said);
    void tell(const QString &what);
    void loadSoon();
    void load();
    void lookForRuns();
    void dropModel();

    QString m_file; ///< empty: nothing is kept
    std::unique_ptr<QSqlDatabase> m_database;
    std::unique_ptr<LibraryModel> m_model;
    QFileSystemWatcher m_watcher;
    QTimer m_loadTimer{this};
    QString m_problem;
    QStringList m_told;
    bool m_usable = false;  ///< the file; only the thread that writes knows
    ThreadPool m_writer{1}; ///< holds a lock that other windows wait for, so it gives way to nobody
    ThreadPool m_looker{1}; ///< asks disks that may not answer
};

} // namespace rs
