// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/filesofrank.h"

#include "core/table/othertables.h"
#include "core/run/pipelinecolumns.h"
#include "importers/db/cutdatabase.h"
#include "importers/db/dbidentity.h"
#include "core/table/databasekinds.h"
#include "importers/discovery/deliverables.h"
#include "importers/discovery/exportparts.h"

#include <QDir>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace rs {

namespace {

constexpr const char *olderReason = RS_NOOP("An older export; %1 is used.");

// The name is not one that a writer gives.
bool isOddlyNamed(const RankItem &i)
{
    return i.sniffed || isCopyName(i.entry.path.section(u'/', -1));
}

QString group(const RankItem &item)
{
    const QString &kind = item.entry.kind;
    if (kind == QLatin1String("db") && isAnalysisDatabase(item.entry.path))
        return QStringLiteral("analysis db");
    // Files of other numbers are of other pipelines.
    if (kind == PipelineRawKind || kind == PipelineSummaryKind)
        return pipelineTableKind(kind == PipelineRawKind ? PipelineRawKind : PipelineSummaryKind,
                                 pipelinePart(item.named.stem));
    // op_summary is what kernel_details was made from.
    return kind == QLatin1String("op_summary") ? QStringLiteral("kernel_details") : kind;
}

} // namespace

bool isMeasurement(const QString &kind)
{
    return kind != QLatin1String("profiler_info") && kind != QLatin1String("profiler_metadata") &&
           !kind.startsWith(StrangeTablePrefix);
}

void FilesOfRank::addFile(const FolderLister::File &f, FilePlace place, const QString &prof, bool beside)
{
    RankItem i;
    i.named = classifyFileName(f.name);
    i.entry = f.entry(m_root, i.named.kind);
    i.entry.why = i.named.why;
    i.place = place;
    i.prof = prof;
    i.modifiedMs = f.modifiedMs;
    i.regular = f.regular;
    i.beside = beside;
    m_items.push_back(std::move(i));
}

void FilesOfRank::addFolder(const QString &path, const char *kind, const Phrase &why)
{
    RankItem i;
    i.entry.name = QDir(m_root).relativeFilePath(path) + u'/';
    i.entry.path = path;
    i.entry.kind = QLatin1String(kind);
    i.entry.bytes = m_lister.total(path).bytes;
    i.entry.why = why;
    i.named.kind = i.entry.kind;
    i.named.byContent = false;
    m_items.push_back(std::move(i));
}

void FilesOfRank::sniff()
{
    const bool traceByName =
        std::ranges::any_of(m_items, [](const RankItem &i) { return i.entry.kind == QLatin1String("trace"); });
    for (RankItem &i : m_items) {
        if (!i.named.byContent || !i.regular)
            continue;
        const QString kind = kindByContent(i.entry.path);
        const bool isRunWide = kind.startsWith(QLatin1String("cluster_"));
        const bool isAnotherTrace = kind == QLatin1String("trace") && traceByName && !m_named;
        if (!kind.isEmpty() && !isRunWide && !isAnotherTrace)
            take(i, kind);
        else if (kind.isEmpty() && i.entry.path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
            takeStrange(i);
    }
}

void FilesOfRank::choose()
{
    std::map<QString, std::vector<RankItem *>> byKind;
    for (RankItem &i : m_items) {
        if (!i.regular && i.named.readable) {
            i.entry.why = RS_MESSAGE("Not a regular file; nothing is read from it.");
        } else if (i.named.readable && i.named.runWide) {
            i.entry.why = RS_MESSAGE("Describes the whole run; it is read only from a cluster_analysis_output folder.");
        } else if (i.named.readable) {
            byKind[group(i)].push_back(&i);
        }
    }
    std::vector<Files> exports;
    for (auto &[kind, all] : byKind) {
        for (Files &parts : chooseOfKind(all))
            exports.push_back(std::move(parts));
    }
    chooseTextOrDatabase();
    tellOfExports(exports);
    tellOfHeads();
    std::erase_if(m_items, [](const RankItem &i) { return i.beside && !i.entry.used; });
}

std::vector<FilesOfRank::Files> FilesOfRank::chooseOfKind(Files &all)
{
    std::ranges::stable_sort(all, better);
    std::stable_partition(all.begin(), all.end(), [](const RankItem *i) { return !i->beside; });
    const RankItem &best = *all.front();
    const bool takesEach = m_named && best.entry.kind == QLatin1String("trace");
    std::vector<Files> out;
    for (RankItem *const i : all) {
        if (i->entry.used || i->beside || (!out.empty() && !takesEach))
            continue;
        out.push_back(exportOf(*i, all));
        for (RankItem *const part : out.back())
            part->entry.used = true;
    }
    for (RankItem *const i : all)
        i->entry.why = i->entry.used ? Phrase() : reasonAgainst(best, *i);
    // Rows and events are read in the order of the parts, which is not that of their names.
    for (Files &parts : out) {
        std::vector<RankItem> inOrder;
        for (RankItem *const part : parts)
            inOrder.push_back(std::move(*part));
        std::ranges::sort(parts, std::less<>());
        for (size_t i = 0; i < parts.size(); ++i)
            *parts[i] = std::move(inOrder[i]);
    }
    return out;
}

void FilesOfRank::tellOfExports(const std::vector<Files> &exports)
{
    for (const Files &parts : exports) {
        const MissingParts missing = missingParts(parts);
        const RankItem &first = *parts.front();
        // A file that somebody called so himself is no part of anything.
        const bool isOfWriter = !first.sniffed && isMeasurement(first.entry.kind);
        if (missing.count > 0 && first.entry.used && isOfWriter)
            m_lister.report().add(
                Severity::Loss, first.entry.path, "discovery.missing-part",
                RS_MESSAGE("Parts of this export are missing (%1): their content is in no lane, table or sum."), {},
                missing.numbers, missing.count);
    }
    constexpr qsizetype shown = 4;
    QStringList older;
    for (const RankItem &i : m_items) {
        if (i.entry.why.literal == QLatin1String(olderReason))
            older << i.entry.name;
    }
    const qint64 count = older.size();
    if (count > shown)
        older = older.first(shown) << QStringLiteral("…");
    if (count > 0)
        m_lister.report().add(
            Severity::Info, m_root, "discovery.older-export",
            RS_MESSAGE("The same data was exported several times: the newest export of each kind is read, not %1."), {},
            older.join(QStringLiteral(", ")), count);
}

void FilesOfRank::tellOfHeads()
{
    for (RankItem &i : m_items) {
        if (i.entry.used && readBytesOf(i.entry.kind, i.entry.bytes) < i.entry.bytes)
            i.entry.why = RS_MESSAGE("Not a known file of the profiler, and larger than 512 MB: only its first 16 "
                                     "MB are read and shown as a table.");
    }
}

void FilesOfRank::chooseTextOrDatabase()
{
    if (m_named || !isUsed(QLatin1String("trace"))) {
        useDatabases();
        return;
    }
    const Exports exports = exportsOf();
    const ExportChoice wanted = m_lister.exported();
    if (exports.profile && wanted == ExportChoice::Databases)
        leaveText(exports, {RS_MESSAGE("The rank was exported as text and as a database: the database is used, because "
                                       "databases are preferred.")});
    else if (wanted == ExportChoice::Fuller && !exports.cutTrace.isEmpty())
        leaveText(
            exports,
            {RS_MESSAGE(
                 "The rank was exported as text and as a database: the database is used, because %1 is cut short. "
                 "Prefer text files (File menu, or --text on the command line) to see what the text files say."),
             {exports.cutTrace}});
    else if (wanted == ExportChoice::Fuller && !exports.onlyInDatabases.isEmpty())
        leaveText(exports,
                  {RS_MESSAGE("The rank was exported as text and as a database: the database is used, because it has "
                              "the content of text files that are missing or empty (%1). Prefer text files (File menu, "
                              "or --text on the command line) to see what the text files say."),
                   {exports.onlyInDatabases}});
    else
        leaveDatabases();
}

void FilesOfRank::useDatabases()
{
    for (RankItem &i : m_items) {
        if (!i.entry.used || i.entry.kind != QLatin1String("db"))
            continue;
        DatabaseProblem problem;
        i.entry.used = holdsProfile(i.entry.path, m_lister.job(), &problem);
        if (problem.kind == DatabaseProblem::Kind::Unreadable) {
            i.entry.why = {QLatin1String(unreadDatabaseReason), {problem.text}};
            m_lister.report().add(Severity::Loss, i.entry.path, "db.unreadable",
                                  RS_MESSAGE("The database cannot be read (%1): nothing of it is shown."), {},
                                  problem.text);
        } else if (!i.entry.used) {
            i.entry.why = RS_MESSAGE("No profile table can be read from it: only its raw tables can be shown.");
        }
    }
}

void FilesOfRank::leaveDatabases()
{
    for (RankItem &i : m_items) {
        if (!i.entry.used || i.entry.kind != QLatin1String("db"))
            continue;
        i.entry.used = false;
        i.entry.why = RS_MESSAGE(
            "The rank was exported as text and as a database: the text files, whose trace is there, are used. Prefer "
            "databases (File menu, or --databases on the command line) to see what the database says.");
        m_lister.report().add(Severity::Info, i.entry.path, "discovery.text-used", i.entry.why.literal);
    }
}

bool FilesOfRank::isUsed(QLatin1String kind) const
{
    return std::ranges::any_of(m_items, [&](const RankItem &i) { return i.entry.used && i.entry.kind == kind; });
}

FilesOfRank::Exports FilesOfRank::exportsOf() const
{
    Exports out;
    for (const RankItem &i : m_items) {
        if (!i.entry.used || i.entry.kind != QLatin1String("db") || !holdsProfile(i.entry.path, m_lister.job()))
            continue;
        out.inDatabases.merge(contentsOfTables(filledTables(i.entry.path, m_lister.job()).value_or(QStringList())));
        if (!isAnalysisDatabase(i.entry.path))
            out.profile = &i;
    }
    // A database without a timeline, or one that is cut short itself, is never the fuller one.
    if (!out.profile || !out.inDatabases.contains(Content::Timeline) || endsBeforeItsPages(out.profile->entry.path))
        return out;
    // Sums alone make no database the fuller one.
    Contents inText{Content::OperatorSums, Content::CallSums};
    for (const RankItem &i : m_items) {
        if (i.entry.used)
            inText.merge(contentsOfText(i.entry));
    }
    Contents missing;
    std::set_difference(out.inDatabases.begin(), out.inDatabases.end(), inText.begin(), inText.end(),
                        std::inserter(missing, missing.end()));
    out.onlyInDatabases = namesOfContents(missing);
    for (const RankItem &i : m_items) {
        if (i.entry.used && i.entry.kind == QLatin1String("trace") && isCutTrace(i.entry.path))
            out.cutTrace = i.entry.path.section(u'/', -1);
    }
    return out;
}

void FilesOfRank::leaveText(const Exports &exports, const Phrase &why)
{
    useDatabases();
    for (RankItem &i : m_items) {
        const Contents contents = contentsOfText(i.entry.kind);
        // Lanes come from one export alone, and so do the sums that are made of them.
        const bool isOfProfile = contents.contains(Content::Timeline) || contents.contains(Content::OperatorSums) ||
                                 contents.contains(Content::CallSums);
        const bool isInDatabases =
            !contents.empty() &&
            std::includes(exports.inDatabases.begin(), exports.inDatabases.end(), contents.begin(), contents.end());
        if (i.entry.used && (isOfProfile || isInDatabases)) {
            i.entry.used = false;
            i.entry.why = why;
        }
    }
    m_lister.report().add(Severity::Info, exports.profile->entry.path, "discovery.database-used", why.literal, {},
                          why.arguments.value(0));
}

void FilesOfRank::take(RankItem &i, const QString &kind)
{
    i.entry.kind = kind;
    i.entry.why = {};
    i.named.kind = kind;
    i.named.readable = true;
    i.sniffed = true;
}

void FilesOfRank::takeStrange(RankItem &i)
{
    take(i, strangeTableKind(i.named.stem));
    i.sniffed = false; // its name is what it is known by
}

int FilesOfRank::traceOrder(const RankItem &i)
{
    const QString name = i.entry.path.section(u'/', -1);
    if (name == QLatin1String("trace_view.json"))
        return 0;
    if (name == QLatin1String("trace_view.json.gz"))
        return 1;
    if (name.startsWith(QLatin1String("msprof")))
        return 2;
    return i.named.gzip ? 4 : 3;
}

bool FilesOfRank::better(const RankItem *a, const RankItem *b)
{
    if (a->place != b->place)
        return a->place < b->place;
    if (a->entry.kind == QLatin1String("trace") && traceOrder(*a) != traceOrder(*b))
        return traceOrder(*a) < traceOrder(*b);
    if (a->entry.kind != b->entry.kind)
        return a->entry.kind == QLatin1String("kernel_details");
    if (a->prof != b->prof)
        return a->prof > b->prof;
    // The summary of the data pipeline is written twice: the one whose values have types is used.
    if (a->named.json != b->named.json)
        return a->named.json;
    if (isOddlyNamed(*a) != isOddlyNamed(*b))
        return isOddlyNamed(*b);
    if (a->named.stamp != b->named.stamp)
        return a->named.stamp > b->named.stamp;
    // A whole export goes before slices, slices by number.
    if ((a->named.slice < 0) != (b->named.slice < 0))
        return a->named.slice < 0;
    if (a->named.slice != b->named.slice)
        return a->named.slice < b->named.slice;
    return a->modifiedMs > b->modifiedMs;
}

Phrase FilesOfRank::reasonAgainst(const RankItem &best, const RankItem &i)
{
    if (best.place != i.place || best.prof != i.prof)
        return {RS_MESSAGE("%1 has the same content and is used."), {best.entry.name}};
    if (best.entry.kind == i.entry.kind && isOddlyNamed(i) && !isOddlyNamed(best))
        return {RS_MESSAGE("A copy, by its name; %1 is used."), {best.entry.name}};
    if (!i.named.stamp.isEmpty() && best.named.stamp > i.named.stamp)
        return {QLatin1String(olderReason), {best.entry.name}};
    if (i.entry.kind == QLatin1String("trace"))
        return {RS_MESSAGE("Another trace in the same folder; %1 is used. Open this file by itself to see it."),
                {best.entry.name}};
    return {RS_MESSAGE("%1 is used."), {best.entry.name}};
}

} // namespace rs
