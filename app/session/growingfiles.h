// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <map>
#include <set>

namespace rs {

/// Size and time of a file.
struct FileStamp
{
    qint64 bytes = 0;
    qint64 modifiedMs = 0;
    bool operator==(const FileStamp &) const = default;
};
using FileStamps = std::map<QString, FileStamp>; ///< by path

/// Files below these paths that a run may have: text and databases.
[[nodiscard]] FileStamps stampsBelow(const QStringList &paths);

/// False where the end of the file shows that more is to come: of JSON its last bracket, of CSV its last line, of a
/// database the journal beside it.
[[nodiscard]] bool looksWhole(const QString &path);

/// Files that changed, as far as they can be read.
struct FileNews
{
    std::set<QString> changed;    ///< also those that are gone
    std::set<QString> unfinished; ///< are still being written: to be left alone
};

/// Tells from one look at the files of a run to the next which of them changed and are complete: nothing in their
/// folder changed for a while, and they look whole. A file whose end never comes counts as complete after a minute.
class GrowingFiles
{
public:
    static constexpr qint64 quietMs = 600;
    static constexpr qint64 giveUpMs = 60'000;

    explicit GrowingFiles(FileStamps shown) : m_shown(std::move(shown)) {}

    /// Differences from what it told last; `nowMs` of a clock that only goes on.
    [[nodiscard]] FileNews look(const FileStamps &now, qint64 nowMs);

private:
    struct Seen
    {
        FileStamp stamp;
        qint64 sinceMs = 0;
        bool gone = false;
    };

    FileStamps m_shown;
    std::map<QString, Seen> m_seen; ///< what differs from it
};

} // namespace rs
