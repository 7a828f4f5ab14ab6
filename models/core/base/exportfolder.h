// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QLatin1String>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>

class QLockFile;

namespace rs {

/// The file that marks a folder as an export of this program. It lists what the export wrote; discovery reads nothing
/// below a folder that has it.
inline constexpr QLatin1String exportMarkName("rankscope-export.json");

/// True for the files of an export: those of versions that wrote no mark are known by the tables that every one of them
/// wrote.
[[nodiscard]] bool isExport(const QStringList &fileNames);

/// A folder that tables are exported into. They are written aside and reach the folder in commit() alone, so nobody
/// sees half an export and no two exports are mixed.
class ExportFolder
{
public:
    enum class State : quint8 {
        Free,       ///< missing or empty
        Export,     ///< an earlier export and nothing else: may be replaced
        ExportPlus, ///< an earlier export, and files that it did not write
        Occupied,   ///< files that no export is known to have written
        NoFolder,   ///< a file, or something else that is no folder
        Busy,       ///< another export is being written there
    };
    /// `more`: takes the name of one file that no export wrote, where there is one. What an export whose program was
    /// killed left in the folder is removed first: folders that a lock file beside them marks, of a process that is
    /// gone or of more than a day ago, and nothing else.
    [[nodiscard]] static State stateOf(const QString &folder, QString *more = nullptr);

    explicit ExportFolder(QString folder);
    /// Removes what was not committed.
    ~ExportFolder();
    Q_DISABLE_COPY_MOVE(ExportFolder)

    /// Prepares the place to write to. `replace`: an earlier export (State::Export) may stand there. False when the
    /// folder is not what was asked for or cannot be written; error() says why where the system does.
    [[nodiscard]] bool open(bool replace);
    /// Folder of the files of the export until commit().
    [[nodiscard]] const QString &path() const { return m_stage; }
    /// Puts the files into the folder, with the mark: `about`, and the list of files. An earlier export leaves in the
    /// same step. False when that failed: then the folder is as it was.
    [[nodiscard]] bool commit(QJsonObject about);
    /// The system's reason; empty where it gave none: then stateOf() says more.
    [[nodiscard]] const QString &error() const { return m_error; }
    /// State of the folder, without the files of this object.
    [[nodiscard]] State state(QString *more = nullptr) const;

private:
    [[nodiscard]] bool moveInto();
    [[nodiscard]] bool exchange();
    [[nodiscard]] bool makeStage(const QString &parent);
    void removeStage();
    bool fail(const QString &reason);

    QString m_folder;
    QString m_stage;
    std::unique_ptr<QLockFile> m_lock; ///< beside the stage: says whose it is
    QString m_error;
    bool m_made = false;    ///< the folder is new
    bool m_replace = false; ///< an earlier export stands in the folder
};

/// A text from a trace as a file name: letters, digits, '-', '_' and '.' stay, everything else becomes '_'.
[[nodiscard]] QString safeFileName(const QString &text);

/// Hands out file names of one folder: a name that is taken, also one that differs in upper and lower case alone, gets
/// a number.
class UniqueFileNames
{
public:
    [[nodiscard]] QString next(const QString &name);

private:
    QSet<QString> m_taken;
};

} // namespace rs
