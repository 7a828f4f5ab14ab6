// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/filesofrank.h"

#include "core/othertables.h"
#include "core/pipelinecolumns.h"
#include "importers/db/dbidentity.h"
#include "core/databasekinds.h"
#include "importers/discovery/deliverables.h"

#include <QDir>

#include <algorithm>
#include <map>
#include <span>

namespace rs {

namespace {

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

void FilesOfRank::addFile(const FolderLister::File &f, FilePlace place, const QString &prof)
{
    RankItem i;
    i.entry.name = QDir(m_root).relativeFilePath(f.path);
    i.entry.path = f.path;
    i.entry.bytes = f.bytes;
    i.named = classifyFileName(f.name);
    i.entry.kind = i.named.kind;
    i.entry.why = i.named.why;
    i.place = place;
    i.prof = prof;
    i.modifiedMs = f.modifiedMs;
    i.regular = f.regular;
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
    m_items.push_back(std::move(i));
}

void FilesOfRank::sniff()
{
    const bool traceByName = std::any_of(m_items.begin(), m_items.end(),
                                         [](const RankItem &i) { return i.entry.kind == QLatin1String("trace"); });
    for (RankItem &i : m_items) {
        if (i.entry.kind != QLatin1String("unknown") || !i.regular)
            continue;
        const QString name = i.entry.path.toLower();
        if (name.endsWith(QLatin1String(".csv"))) {
            const QString kind = sniffCsv(i.entry.path);
            if (kind.startsWith(QLatin1String("cluster_")))
                continue;
            if (!kind.isEmpty())
                take(i, kind);
            else
                takeStrange(i);
        } else if (name.endsWith(QLatin1String(".json")) || name.endsWith(QLatin1String(".json.gz"))) {
            switch (sniffJson(i.entry.path)) {
            case HeadKind::ChromeTrace:
                if (!traceByName || m_named)
                    take(i, QStringLiteral("trace"));
                break;
            case HeadKind::Communication:
                take(i, QStringLiteral("communication"));
                break;
            case HeadKind::CommunicationMatrix:
                take(i, QStringLiteral("communication_matrix"));
                break;
            case HeadKind::Other:
                break;
            }
        }
    }
}

void FilesOfRank::choose()
{
    std::map<QString, std::vector<RankItem *>> byKind;
    for (RankItem &i : m_items) {
        if (!i.regular && i.named.readable) {
            i.entry.why = QStringLiteral("Not a regular file; nothing is read from it.");
            m_lister.report().add({Severity::Error,
                                   i.entry.path,
                                   {},
                                   QStringLiteral("discovery.not-regular"),
                                   QStringLiteral("Not a regular file; nothing is read from it."),
                                   {}});
        } else if (i.named.readable && i.named.runWide) {
            i.entry.why =
                QStringLiteral("Speaks of the whole run; it is read from a cluster_analysis_output folder only.");
        } else if (i.named.readable) {
            byKind[group(i)].push_back(&i);
        }
    }
    for (auto &[kind, all] : byKind) {
        if (m_named) {
            chooseNamed(kind, all);
            continue;
        }
        std::stable_sort(all.begin(), all.end(), better);
        const RankItem *best = all.front();
        for (RankItem *i : all) {
            if (sameSource(*best, *i)) {
                i->entry.used = true;
                i->entry.why = {};
            } else {
                i->entry.why = reasonAgainst(*best, *i);
            }
        }
    }
    chooseTextOrDatabase();
    tellOfHeads();
}

void FilesOfRank::tellOfHeads()
{
    for (RankItem &i : m_items) {
        if (i.entry.used && readBytesOf(i.entry.kind, i.entry.bytes) < i.entry.bytes)
            i.entry.why = QStringLiteral("Not a file of the profiler that is known, and larger than 512 MB: only "
                                         "its first 16 MB are read, and shown as a table.");
    }
}

void FilesOfRank::chooseTextOrDatabase()
{
    const bool hasText = !m_named && isUsed(QLatin1String("trace"));
    if (hasText && m_lister.databasesFirst() && leaveTextForDatabases())
        return;
    for (RankItem &i : m_items) {
        if (!i.entry.used || i.entry.kind != QLatin1String("db"))
            continue;
        if (!hasText) {
            DatabaseProblem problem;
            i.entry.used = holdsProfile(i.entry.path, m_lister.job(), &problem);
            if (problem.kind == DatabaseProblem::Kind::Unreadable)
                i.entry.why = {QLatin1String(unreadDatabaseReason), {problem.text}};
            else if (!i.entry.used)
                i.entry.why =
                    QStringLiteral("No table of a profile can be read from it: only what it holds can be looked up.");
            // Of others it is said where they are asked for their rank.
            if (!i.entry.used && isAnalysisDatabase(i.entry.path))
                (void)readDbIdentity(i.entry.path, m_lister.job(), m_lister.report());
            continue;
        }
        i.entry.used = false;
        i.entry.why = QStringLiteral("The text files of this rank are used. Prefer databases (File menu, or "
                                     "--databases on the command line) to see what this file says.");
        m_lister.report().add({Severity::Info,
                               i.entry.path,
                               {},
                               QStringLiteral("discovery.text-used"),
                               QStringLiteral("The rank was exported as text and as a database: the text files, "
                                              "whose trace is there, are used. Prefer databases (File menu, or "
                                              "--databases on the command line) to see what the database says."),
                               {}});
    }
}

bool FilesOfRank::isUsed(QLatin1String kind) const
{
    return std::any_of(m_items.begin(), m_items.end(),
                       [&](const RankItem &i) { return i.entry.used && i.entry.kind == kind; });
}

bool FilesOfRank::leaveTextForDatabases()
{
    const RankItem *profile = nullptr;
    bool isAnalysed = false;
    for (RankItem &i : m_items) {
        if (!i.entry.used || i.entry.kind != QLatin1String("db"))
            continue;
        const bool isAnalysis = isAnalysisDatabase(i.entry.path);
        if (!holdsProfile(i.entry.path, m_lister.job()))
            continue;
        isAnalysed = isAnalysed || isAnalysis;
        profile = isAnalysis ? profile : &i;
    }
    if (!profile)
        return false;
    static constexpr const char *ofProfile[] = {"trace",           "kernel_details", "op_summary",
                                                "op_statistic",    "api_statistic",  "memory_record",
                                                "operator_memory", "npu_module_mem", "profiler_metadata"};
    static constexpr const char *ofAnalysis[] = {"step_trace_time", "communication", "communication_matrix"};
    const auto isOneOf = [](const QString &kind, std::span<const char *const> kinds) {
        return std::any_of(kinds.begin(), kinds.end(), [&kind](const char *k) { return kind == QLatin1String(k); });
    };
    for (RankItem &i : m_items) {
        if (i.entry.used && (isOneOf(i.entry.kind, ofProfile) || (isAnalysed && isOneOf(i.entry.kind, ofAnalysis)))) {
            i.entry.used = false;
            i.entry.why = QStringLiteral("The databases of this rank are used, because databases are preferred.");
        }
    }
    m_lister.report().add({Severity::Info,
                           profile->entry.path,
                           {},
                           QStringLiteral("discovery.database-used"),
                           QStringLiteral("The rank was exported as text and as a database: the database is used, "
                                          "because databases are preferred."),
                           {}});
    return true;
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
    // Of the summary of the data pipeline, which is written twice, the one whose values have types.
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

bool FilesOfRank::sameSource(const RankItem &best, const RankItem &i)
{
    if (&best == &i)
        return true;
    return best.named.slice >= 0 && i.named.slice >= 0 && best.place == i.place && best.prof == i.prof &&
           best.entry.kind == i.entry.kind && best.named.stamp == i.named.stamp && best.named.slice != i.named.slice;
}

Phrase FilesOfRank::reasonAgainst(const RankItem &best, const RankItem &i)
{
    if (best.place != i.place || best.prof != i.prof)
        return {QStringLiteral("%1 says the same and is used."), {best.entry.name}};
    if (best.entry.kind == i.entry.kind && isOddlyNamed(i) && !isOddlyNamed(best))
        return {QStringLiteral("A copy, by its name; %1 is used."), {best.entry.name}};
    if (!i.named.stamp.isEmpty() && best.named.stamp > i.named.stamp)
        return {QStringLiteral("An older export; %1 is used."), {best.entry.name}};
    if (i.entry.kind == QLatin1String("trace"))
        return {QStringLiteral("Another trace in the same folder; %1 is used. Open this file by itself to see it."),
                {best.entry.name}};
    return {QStringLiteral("%1 is used."), {best.entry.name}};
}

void FilesOfRank::chooseNamed(const QString &kind, std::vector<RankItem *> &all)
{
    std::stable_sort(all.begin(), all.end(), better);
    if (kind == QLatin1String("trace") || all.front()->named.slice >= 0) {
        for (RankItem *i : all) {
            i->entry.used = true;
            i->entry.why = {};
        }
        return;
    }
    for (RankItem *i : all) {
        i->entry.used = i == all.front();
        i->entry.why = i->entry.used ? Phrase() : Phrase(QStringLiteral("%1 is used."), {all.front()->entry.name});
    }
}

} // namespace rs
