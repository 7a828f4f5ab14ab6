// SPDX-License-Identifier: Apache-2.0
#include "importers/legacy/legacyfiles.h"

#include "core/text/findingcodes.h"
#include "importers/files/filebytes.h"
#include "importers/json/jsonrecords.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <new>
#include <set>
#include <string>

namespace rs {

namespace {

struct LegacyForm
{
    const char *form;
    const char *kind;
    bool mark;
};

constexpr LegacyForm legacyForms[] = {
    {"^step_trace_raw_([0-9]{1,5})_detail_time\\.csv$", "legacy_steps", true},
    {"^hccl_raw_([0-9]{1,5})\\.csv$", "legacy_hccl", true},
    {"^(?:ascend|gpu)_cluster_analyse_(data|model|pipeline)-parallel_([0-9]{1,5})_([0-9]{1,6})_([0-9]{1,5})\\.csv$",
     "legacy_shares", true},
    {"^flops_summary_([0-9]{1,5})\\.json$", "legacy_flops", true},
    {"^flops_([0-9]{1,5})\\.txt$", "legacy_flops_operators", true},
    {"^memory_usage_summary_([0-9]{1,5})\\.json$", "legacy_memory", true},
    {"^memory_usage_details_([0-9]{1,5})\\.json$", "legacy_memory_nodes", true},
    {"^parallel_strategy_([0-9]{1,5})\\.json$", "parallel_strategy", false},
    {"^profiler_info_([0-9]{1,5})\\.json$", "profiler_info", false},
    {"^ascend_timeline_display_([0-9]{1,5})\\.json$", "trace", false},
};

int numberOf(const nlohmann::json &object, const char *key)
{
    const double value = jsonNumber(object, key, -1);
    return value >= 0 && value <= MaxRank && value == static_cast<double>(static_cast<int>(value))
               ? static_cast<int>(value)
               : -1;
}

} // namespace

LegacyName legacyName(const QString &fileName)
{
    static const std::vector<QRegularExpression> forms = [] {
        std::vector<QRegularExpression> made;
        for (const LegacyForm &f : legacyForms)
            made.emplace_back(QString::fromLatin1(f.form));
        return made;
    }();
    LegacyName out;
    for (size_t i = 0; i < forms.size(); ++i) {
        const auto m = forms[i].match(fileName);
        if (!m.hasMatch())
            continue;
        out.kind = QString::fromLatin1(legacyForms[i].kind);
        if (m.lastCapturedIndex() == 1) {
            out.id = m.captured(1).toInt();
        } else {
            out.mode = m.captured(1);
            out.stages = m.captured(2).toInt();
            out.ranks = m.captured(3).toInt();
            out.id = m.captured(4).toInt();
        }
        break;
    }
    return out;
}

int trailingId(const QString &fileName)
{
    static const QRegularExpression form(QStringLiteral("_([0-9]{1,5})\\.[a-z]+$"));
    const LegacyName known = legacyName(fileName);
    if (known.id >= 0)
        return known.id;
    const auto m = form.match(fileName);
    return m.hasMatch() ? m.captured(1).toInt() : -1;
}

bool isLegacyMark(const QString &fileName)
{
    const QString kind = legacyName(fileName).kind;
    return std::ranges::any_of(legacyForms,
                               [&](const LegacyForm &f) { return f.mark && kind == QLatin1String(f.kind); });
}

std::optional<RankTable> readRankTable(const QString &path, const QString &reportName, const JobContext &job,
                                       ImportReport &report)
{
    constexpr size_t mostDevices = 1000000;
    ImportReport found;
    const JsonTree tree = JsonRecords(path, reportName, job, found).read();
    const nlohmann::json &servers = jsonAt(tree.root(), "server_list");
    if (!servers.is_array())
        return std::nullopt;
    report.merge(found);
    RankTable out;
    std::set<int> ranks;
    std::set<std::pair<QString, int>> devices;
    const auto leftOut = [&](const QString &server) {
        report.add(Severity::Loss, reportName, "legacy.rank-table",
                   RS_MESSAGE("Incomplete or repeated entries of the rank table are left out: files of these "
                              "devices keep the number in their name."),
                   server.isEmpty() ? Place() : Place::name(QStringLiteral("server_list")));
    };
    for (const nlohmann::json &server : servers) {
        const QString id = jsonText(jsonAt(server, "server_id"));
        const nlohmann::json &list = jsonAt(server, "device");
        if (id.isEmpty() || !list.is_array()) {
            leftOut(id);
            continue;
        }
        for (const nlohmann::json &entry : list) {
            const RankTable::Device d{id, numberOf(entry, "device_id"), numberOf(entry, "rank_id")};
            if (d.device < 0 || d.rank < 0 || out.devices.size() == mostDevices || !ranks.insert(d.rank).second ||
                !devices.insert({d.server, d.device}).second) {
                leftOut(id);
                continue;
            }
            out.devices.push_back(d);
        }
    }
    return out;
}

std::map<QString, QString> readHostMapping(const QString &path, const QString &reportName, const JobContext &job,
                                           ImportReport &report)
{
    constexpr qint64 mostBytes = qint64{16} << 20;
    std::map<QString, QString> out;
    try {
        std::string text;
        MemoryReservation memory(job.sharedBudget());
        if (!readFileText(path, reportName, mostBytes, job, report, memory, text))
            return out;
        qint64 line = 0;
        for (const QString &l : QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).split(u'\n')) {
            ++line;
            const QStringList words = l.simplified().split(u' ', Qt::SkipEmptyParts);
            if (words.isEmpty())
                continue;
            if (words.size() == 2 && out.try_emplace(words[0], words[1]).second)
                continue;
            report.add(Severity::Loss, reportName, "legacy.host-mapping",
                       RS_MESSAGE("Lines without one address and its folder number, or with a repeated address, "
                                  "are left out: ranks of that server have no host."),
                       Place::line(line));
        }
    } catch (const std::bad_alloc &) {
        report.add(Severity::Loss, reportName, findingcodes::memoryMapping,
                   RS_MESSAGE("Not enough memory for the file: ranks keep the hosts of their folders."));
    }
    return out;
}

LegacyJob readLegacyJob(const QString &path, const QString &reportName, const JobContext &job)
{
    LegacyJob out;
    // The reader of the settings in this file reports its faults.
    ImportReport ignored;
    const JsonTree tree = JsonRecords(path, reportName, job, ignored).read();
    const QString mode = jsonText(jsonAt(tree.root(), "parallel_mode"));
    out.stages = numberOf(tree.root(), "stage_num");
    out.ranks = numberOf(tree.root(), "rank_size");
    if (out.stages < 1 || out.ranks < out.stages) {
        out.stages = -1;
        return out;
    }
    out.mode = out.stages > 1                           ? QStringLiteral("pipeline")
               : mode.startsWith(QLatin1String("data")) ? QStringLiteral("data")
                                                        : QString();
    return out;
}

} // namespace rs
