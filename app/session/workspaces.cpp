// SPDX-License-Identifier: Apache-2.0
#include "app/session/workspaces.h"

#include "core/table/legacycolumns.h"
#include "items/format.h"

#include <algorithm>
#include <span>

namespace rs {

namespace {

// Each of its files, and a trace alone, gives some of its pages something to show.
bool hasCommunication(const RankData &rank)
{
    const auto isGroup = [](const Lane &lane) { return lane.kind == LaneKind::CommGroup; };
    return rank.links.size() > 0 || !rank.commOps.empty() ||
           (rank.trace && std::any_of(rank.trace->lanes().begin(), rank.trace->lanes().end(), isGroup));
}

bool hasTrace(const RankData &rank)
{
    return rank.trace != nullptr;
}

constexpr const char *memoryKinds[] = {"memory_record", "operator_memory", "npu_module_mem", "static_op_mem"};

bool hasOperators(const RankData &rank)
{
    return rank.trace != nullptr || (rank.kernels && rank.kernels->rows() > 0);
}

constexpr const char *dataKinds[] = {"minddata_summary", "minddata_raw", "dataset", "data_preprocess"};

bool hasRowsOf(const RankData &rank, std::span<const char *const> kinds)
{
    return std::any_of(kinds.begin(), kinds.end(), [&](const char *kind) {
        const auto table = rank.table(QString::fromLatin1(kind));
        return table && table->rows() > 0;
    });
}

bool hasMemory(const RankData &rank)
{
    return hasRowsOf(rank, memoryKinds);
}

bool hasData(const RankData &rank)
{
    return hasRowsOf(rank, dataKinds);
}

// The first of these files of which the reading of its rank says that something was lost; null without one.
const FileEntry *unreadOf(const std::vector<FileEntry> &files, const ImportReport &report, const QStringList &kinds)
{
    std::vector<Finding> losses = report.findings();
    std::erase_if(losses, [](const Finding &f) { return f.severity < Severity::Loss; });
    if (losses.empty())
        return nullptr;
    const auto isLost = [&](const FileEntry &file) {
        // Findings count from the folder of the run.
        return file.used && kinds.contains(file.kind) &&
               std::any_of(losses.begin(), losses.end(),
                           [&](const Finding &f) { return f.file == file.name || f.file.endsWith(u'/' + file.name); });
    };
    const auto at = std::find_if(files.begin(), files.end(), isLost);
    return at == files.end() ? nullptr : &*at;
}

} // namespace

const std::vector<Workspace> &Workspaces::all()
{
    static const std::vector<Workspace> table = {
        {"summary", QT_TRANSLATE_NOOP("rs::Workspaces", "Summary"), "overview", "details selection search findings", "",
         nullptr, ""},
        {"timeline", QT_TRANSLATE_NOOP("rs::Workspaces", "Timeline"), "timeline",
         "details selection search system findings", "trace", hasTrace,
         QT_TRANSLATE_NOOP("rs::Workspaces",
                           "No rank has a trace: trace_view.json, or msprof_*.json of msprof. The profiler writes it "
                           "unless only a database is exported (export_type Text).")},
        {"communication", QT_TRANSLATE_NOOP("rs::Workspaces", "Communication"), "communication",
         "details selection search findings",
         "communication cluster_communication communication_matrix cluster_communication_matrix cluster_db",
         hasCommunication,
         QT_TRANSLATE_NOOP("rs::Workspaces",
                           "No rank has a communication.json, a communication_matrix.json or a trace with "
                           "communication. The profiler writes the files at profiler level Level1 or higher, of runs "
                           "on more than one rank.")},
        {"operators", QT_TRANSLATE_NOOP("rs::Workspaces", "Operators"), "operators compare host",
         "details selection search findings", "kernel_details op_summary trace", hasOperators,
         QT_TRANSLATE_NOOP("rs::Workspaces",
                           "No rank has a kernel_details.csv (op_summary*.csv of msprof) or a trace. The profiler "
                           "writes both when NPU activity is collected.")},
        {"memory", QT_TRANSLATE_NOOP("rs::Workspaces", "Memory"), "memory", "details selection search findings",
         "memory_record operator_memory npu_module_mem static_op_mem", hasMemory,
         QT_TRANSLATE_NOOP("rs::Workspaces",
                           "No rank has a memory_record.csv, operator_memory.csv, npu_module_mem.csv or "
                           "static_op_mem.csv. The profiler writes them when its option profile_memory is on.")},
        {"data", QT_TRANSLATE_NOOP("rs::Workspaces", "Data"), "data", "details selection search findings",
         "minddata_summary minddata_raw dataset data_preprocess", hasData,
         QT_TRANSLATE_NOOP("rs::Workspaces",
                           "No rank has a minddata_pipeline_summary_*.json, minddata_pipeline_raw_*.csv, dataset.csv "
                           "or data_preprocess.csv. MindSpore writes the first two when its option data_process is on "
                           "(data_process=True), dataset.csv when host activity is collected, and data_preprocess.csv "
                           "at profiler level Level2.")},
        {"system", QT_TRANSLATE_NOOP("rs::Workspaces", "System"), "system sql", "details selection search findings", "",
         nullptr, ""},
        // Behind all others, whose keys are known.
        {"parallel", QT_TRANSLATE_NOOP("rs::Workspaces", "Parallel"), "parallel", "details selection search findings",
         "", nullptr, ""},
    };
    return table;
}

const Workspace *Workspaces::find(const QString &id)
{
    const auto &table = all();
    const auto at =
        std::find_if(table.begin(), table.end(), [&](const Workspace &w) { return id == QLatin1String(w.id); });
    return at == table.end() ? nullptr : &*at;
}

const Workspace *Workspaces::ofDock(const QString &dock)
{
    const auto &table = all();
    const auto at =
        std::find_if(table.begin(), table.end(), [&](const Workspace &w) { return docks(w.large).contains(dock); });
    return at == table.end() ? nullptr : &*at;
}

QString Workspaces::title(const Workspace &workspace)
{
    return tr(workspace.title);
}

QString Workspaces::whyNot(const Workspace &workspace, const RunStore &runs)
{
    if (runs.isEmpty())
        return tr("No run is open.");
    if (!workspace.isIn)
        return {};
    const QStringList kinds = QString::fromLatin1(workspace.kinds).split(u' ');
    // Thousands of ranks have ten thousands of files: QStringList::contains() compares texts of unlike lengths, too.
    const auto named = [&kinds](const std::vector<FileEntry> &files) {
        return std::any_of(files.begin(), files.end(), [&](const FileEntry &f) {
            return f.used && std::find(kinds.begin(), kinds.end(), f.kind) != kinds.end();
        });
    };
    for (int i = 0; i < runs.count(); ++i) {
        const auto run = runs.run(i);
        if (run && named(run->cluster.files))
            return {};
    }
    const std::vector<RankRef> ranks = runs.allRanks();
    const bool some = std::any_of(ranks.begin(), ranks.end(), [&](RankRef ref) {
        const auto data = runs.rank(ref);
        if (data && workspace.isIn(*data))
            return true;
        // A file that was read and held nothing of it does not count; one that is not read yet may.
        const bool read = runs.state(ref) == RankState::Loaded || runs.state(ref) == RankState::Failed;
        return !read && (runs.info(ref)->files.empty() || named(runs.info(ref)->files));
    });
    if (some)
        return {};
    const auto hasGraphMemory = [&runs](RankRef ref) {
        const auto data = runs.rank(ref);
        return data && data->table(LegacyNodes::Kind);
    };
    if (workspace.isIn == hasMemory && std::any_of(ranks.begin(), ranks.end(), hasGraphMemory))
        return tr("No rank has memory over time. What graphs hold from operator to operator, by "
                  "memory_usage_details_*.json of MindSpore 1.x, is in the workspace Parallel under Operators across "
                  "devices: choose memory under Curves there.");
    for (const RankRef ref : ranks) {
        const auto data = runs.rank(ref);
        if (const FileEntry *const file = data ? unreadOf(runs.info(ref)->files, data->report, kinds) : nullptr)
            return tr("Nothing could be read of %1 of %2: see Findings.")
                .arg(format::displayText(file->name), format::displayText(runs.rankLabel(ref)));
    }
    return tr(workspace.missing);
}

} // namespace rs
