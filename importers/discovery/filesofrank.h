// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/text/phrase.h"
#include "importers/discovery/exportcontents.h"
#include "importers/discovery/filekinds.h"
#include "importers/discovery/folderlister.h"

#include <QString>

#include <utility>
#include <vector>

namespace rs {

/// Folder of a file; a lower value is preferred when two files have the same content.
enum class FilePlace : quint8 { Output, Top, Prof, Analyze };

/// A file or folder of a rank, and what is known of it before it is read.
struct RankItem
{
    FileEntry entry;
    NamedFile named;
    FilePlace place = FilePlace::Top;
    QString prof; ///< name of the PROF folder that it is in
    qint64 modifiedMs = 0;
    bool regular = true;
    bool sniffed = false; ///< known by what it holds
    bool beside = false;  ///< nobody pointed at it: it is there for what may be a part of its export
};

/// Files of that kind hold measurements, not only what describes them.
[[nodiscard]] bool isMeasurement(const QString &kind);

/// The files of a rank: each is known by its name or by what it holds, and of several that say the same one is used.
class FilesOfRank
{
public:
    FilesOfRank(QString root, FolderLister &lister) : m_root(std::move(root)), m_lister(lister) {}

    void addFile(const FolderLister::File &f, FilePlace place, const QString &prof = {}, bool beside = false);
    void addFolder(const QString &path, const char *kind, const Phrase &why);
    /// Recognises by content what the name does not tell, where it could matter.
    void sniff();
    /// Decides which files are used: one source a kind, the newest export with all of its parts.
    void choose();
    /// These files were pointed at: all of them are used, and the other parts of their exports with them.
    void setNamed() { m_named = true; }
    [[nodiscard]] std::vector<RankItem> &items() { return m_items; }

private:
    using Files = std::vector<RankItem *>;
    /// Takes the files of one kind and gives the exports that are used, with their parts in order.
    [[nodiscard]] std::vector<Files> chooseOfKind(Files &all);
    void tellOfExports(const std::vector<Files> &exports);
    void tellOfHeads();
    /// Contents of the two exports of a rank, by cheap looks.
    struct Exports
    {
        const RankItem *profile = nullptr; ///< the database with the profile; null where there is none
        Contents inDatabases;
        QString onlyInDatabases; ///< names of the text files that would hold it
        QString cutTrace;        ///< name of a trace that is cut short, while the database is whole
    };
    /// A trace as text goes before databases, which say the same of it, unless databases are wanted, or they are the
    /// fuller export and text is not wanted. Without one, databases are read, and files of the text export for what
    /// they hold.
    void chooseTextOrDatabase();
    void useDatabases();
    void leaveDatabases();
    [[nodiscard]] bool isUsed(QLatin1String kind) const;
    [[nodiscard]] Exports exportsOf() const;
    /// Text files of which the databases say the same are not used.
    void leaveText(const Exports &exports, const Phrase &why);
    static void take(RankItem &i, const QString &kind);
    /// A table of which nothing is known.
    static void takeStrange(RankItem &i);
    /// trace_view.json is the rank's own trace; msprof*.json is the device part of it; other traces are somebody's
    /// copies.
    static int traceOrder(const RankItem &i);
    static bool better(const RankItem *a, const RankItem *b);
    static Phrase reasonAgainst(const RankItem &best, const RankItem &i);

    QString m_root;
    FolderLister &m_lister;
    std::vector<RankItem> m_items;
    bool m_named = false;
};

} // namespace rs
