// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

/// Builds small run folders for tests.
class RunFolder
{
public:
    [[nodiscard]] QString path(const QString &name = {}) const
    {
        return name.isEmpty() ? m_dir.path() : m_dir.filePath(name);
    }

    [[nodiscard]] QString path(const char *name) const { return path(QString::fromUtf8(name)); }

    /// Writes a file and the folders above it; returns its path.
    QString write(const QString &name, const QByteArray &text) const
    {
        const QString full = path(name);
        QDir().mkpath(full.section(u'/', 0, -2));
        QFile f(full);
        if (!f.open(QIODevice::WriteOnly) || f.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(full));
        return full;
    }
    QString write(const char *name, const QByteArray &text) const { return write(QString::fromUtf8(name), text); }
    QString folder(const char *name) const { return folder(QString::fromUtf8(name)); }
    QString folder(const QString &name) const
    {
        QDir().mkpath(path(name));
        return path(name);
    }

    /// A torch rank folder with a trace, step times and profiler_info_N.json.
    QString torchRank(const QString &folder, int rank) const
    {
        write(
            folder + QStringLiteral("/profiler_info_%1.json").arg(rank),
            QStringLiteral(
                R"({"config":{"common_config":{"with_stack":true},"experimental_config":{"_profiler_level":"Level1"}},"rank_id":%1})")
                .arg(rank)
                .toUtf8());
        write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"), trace());
        write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"), stepCsv());
        return path(folder);
    }
    QString torchRank(const char *folder, int rank) const { return torchRank(QString::fromUtf8(folder), rank); }
    /// The same as MindSpore writes it.
    QString mindsporeRank(const QString &folder, int rank, int device = 0) const
    {
        write(
            folder + QStringLiteral("/profiler_info_%1.json").arg(rank),
            QStringLiteral(
                R"({"profiler_parameters":{"profiler_level":"Level2","with_stack":false},"ms_profiler_info":{"rank_id":%1,"device_id":"%2"},"ms_version":"2.6.0"})")
                .arg(rank)
                .arg(device)
                .toUtf8());
        write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"), trace());
        write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"), stepCsv());
        return path(folder);
    }

    QString mindsporeRank(const char *folder, int rank, int device = 0) const
    {
        return mindsporeRank(QString::fromUtf8(folder), rank, device);
    }

    static QByteArray trace()
    {
        return R"([{"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}},)"
               R"({"ph":"X","name":"MatMul1","pid":7,"tid":2,"ts":"1000.000","dur":5.5,"args":{"Task Type":"AI_CORE"}}])";
    }
    static QByteArray stepCsv()
    {
        return "Step,Computing,Communication(Not "
               "Overlapped),Overlapped,Communication,Free,Stage,Bubble,Communication(Not Overlapped and Exclude "
               "Receive)\r\n"
               "1,10.5,2,1,3,4,20,0,2\r\n";
    }

private:
    QTemporaryDir m_dir;
};
