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
        if (n.runWide || n.common)
            continue;
        if (!f.regular) {
            if (n.readable || n.kind == QLatin1String("db"))
                out.odd << f.path;
            continue;
        }
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
        } else if (n.kind == QLatin1String("unknown") && !ranksBelow &&
                   (f.name.endsWith(QLatin1String(".json")) || f.name.endsWith(QLatin1String(".json.gz")))) {
            const HeadKind head = sniffJson(f.path);
            if (head == HeadKind::ChromeTrace) {
                out.known << f.name;
                out.traces << f.path;
            } else if (head != HeadKind::Other) {
                out.known << f.name;
                out.table = true;
            }
        }
    }
    return out;
}

} // namespace rs
