// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/loosefiles.h"

#include "importers/discovery/filekinds.h"
#include "importers/discovery/foldernames.h"

#include <map>

namespace rs {

std::vector<std::pair<QString, int>> LooseFiles::ranks() const
{
    const auto nameOfFile = [](const QString &path) { return path.section(u'/', -1); };
    std::vector<std::pair<QString, int>> out;
    std::map<int, int> told; // how often a rank is
    for (const QString &file : traces)
        ++told[out.emplace_back(file, rankOfTrace(file)).second];
    // Several captures of one rank are told apart by their names.
    for (auto &[file, rank] : out) {
        if (rank < 0 || told[rank] > 1)
            rank = rankOfFolderName(nameOfFile(file));
    }
    for (const QString &file : databases)
        out.emplace_back(file, rankOfDatabaseName(nameOfFile(file)));
    return out;
}

LooseFiles looseFilesOf(const FolderLister::Listing &in, bool ranksBelow)
{
    LooseFiles out;
    for (const FolderLister::File &f : in.files) {
        const NamedFile n = classifyFileName(f.name);
        if (!f.regular || n.runWide || (n.common && n.readable))
            continue;
        if (n.readable && n.kind == QLatin1String("trace")) {
            out.known << f.name;
            if (f.name.startsWith(QLatin1String("trace_view.")) || f.name.startsWith(QLatin1String("msprof")))
                out.ownTrace = true;
            else
                out.traces << f.path;
        } else if (const int number = rankOfDatabaseName(f.name); number >= 0) {
            out.known << f.name;
            out.databases << f.path;
            out.ofDatabases.insert(number);
        } else if (n.readable) {
            out.known << f.name;
            out.table = true;
        } else if (n.kind == QLatin1String("db")) {
            out.known << f.name;
        } else if (n.byContent && !ranksBelow) {
            const QString kind = f.bytes > 0 ? kindByContent(f.path) : QString();
            // A table that somebody laid there makes no folder one of a rank.
            const bool isTrace = kind == QLatin1String("trace");
            const bool isCommunication = kind.startsWith(QLatin1String("communication"));
            if (isTrace || isCommunication)
                out.known << f.name;
            else if (n.json || n.gzip)
                out.others.emplace_back(f.path, n.why);
            if (isTrace)
                out.traces << f.path;
            out.table = out.table || isCommunication;
        }
    }
    return out;
}

} // namespace rs
