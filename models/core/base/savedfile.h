// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QSaveFile>
#include <QString>

namespace rs {

/// The one way in which the program writes files for its user: the file is there when all of it is, and an older one of
/// that name stands until then. A device, a pipe or a socket, or a link to one, is never replaced. When something went
/// wrong, errorString() says why in the words of the system, also where a write only came short.
class SavedFile final : public QSaveFile
{
    Q_DECLARE_TR_FUNCTIONS(rs::SavedFile)
public:
    explicit SavedFile(const QString &path) : QSaveFile(path) {}

    /// Reason that no file of that name may be written, whatever its folder allows; empty: one may.
    [[nodiscard]] static QString whyNot(const QString &path);

    bool open(OpenMode mode = WriteOnly) override;
    /// Notices what QSaveFile does not: text that was still buffered and found no room on the disk, which is all of a
    /// small file. False: the older file stands as it was.
    [[nodiscard]] bool commit();

protected:
    qint64 writeData(const char *data, qint64 bytes) override;

private:
    bool fail(const QString &why);
    bool failByNextWrite();

    QString m_why; ///< closing the file forgets errorString()
};

/// Makes a folder and those above it. Empty, or why the system does not let it be made.
[[nodiscard]] QString makeFolder(const QString &path);

} // namespace rs
