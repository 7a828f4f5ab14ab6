// SPDX-License-Identifier: Apache-2.0
#include "importers/json/metadatajson.h"

#include "importers/json/jsonrecords.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>

namespace rs {

namespace {

using nlohmann::json;

constexpr int MaxSettings = 500;

QString joinedArray(const json &array)
{
    QStringList parts;
    for (const json &v : array) {
        if (parts.size() >= 100)
            break;
        parts << jsonText(v);
    }
    return parts.join(QLatin1String(", "));
}

/// Scalars and arrays below `node` as "prefix.key"; leading underscores of the writers' private names are dropped.
void flatten(const json &node, const QString &prefix, QMap<QString, QString> &out)
{
    if (!node.is_object())
        return;
    for (const auto &[rawKey, value] : node.items()) {
        if (out.size() >= MaxSettings)
            return;
        QString key = QString::fromStdString(rawKey);
        while (key.startsWith(u'_'))
            key.remove(0, 1);
        const QString name = prefix.isEmpty() ? key : prefix + u'.' + key;
        if (value.is_object())
            flatten(value, name, out);
        else if (value.is_array())
            out.insert(name, joinedArray(value));
        else if (!value.is_null())
            out.insert(name, jsonText(value));
    }
}

int smallNumber(const json &object, const char *key, int limit)
{
    const double v = jsonNumber(object, key, -1);
    return v >= 0 && v <= limit ? static_cast<int>(v) : -1;
}

bool holdsTwice(std::vector<int> ranks)
{
    // As they are written: a world of thousands of ranks stands in the file of each of them.
    if (std::ranges::adjacent_find(ranks, std::greater_equal<>()) == ranks.end())
        return false;
    std::ranges::sort(ranks);
    return std::ranges::adjacent_find(ranks) != ranks.end();
}

/// A file of settings: an object with keys that are known, or what it is instead is said.
class MetadataFile
{
public:
    MetadataFile(const QString &path, const QString &reportName, const JobContext &job, ImportReport &report)
        : m_reportName(reportName), m_report(report), m_reader(path, reportName, job, report), m_tree(m_reader.read())
    {
    }

    [[nodiscard]] const json &root() const { return m_tree.root(); }
    [[nodiscard]] bool isObject(const char *otherwise)
    {
        if (!root().is_object())
            say(Severity::Loss, "metadata.form", otherwise);
        return root().is_object();
    }
    void expectOneOf(std::initializer_list<const char *> keys, Severity severity, const char *otherwise)
    {
        if (std::ranges::none_of(keys, [this](const char *key) { return root().contains(key); }))
            say(severity, "metadata.nothing", otherwise);
    }

private:
    void say(Severity severity, const char *code, const char *message)
    {
        // A file that was not read to its end has its finding already.
        if (m_reader.isComplete())
            m_report.add(severity, m_reportName, code, QString::fromLatin1(message));
    }

    const QString &m_reportName;
    ImportReport &m_report;
    JsonRecords m_reader;
    const JsonTree m_tree;
};

void wrongType(ImportReport &report, const QString &file, const char *key)
{
    report.add(Severity::Notice, file, "metadata.type",
               RS_MESSAGE("The value of %1 is not of the expected type and is not used."),
               Place::key(QString::fromLatin1(key)), QString::fromLatin1(key));
}

ProfilerMetadata metadataOf(const json &doc, const QString &reportName, ImportReport &report)
{
    ProfilerMetadata out;
    flatten(jsonAt(doc, "ENV_VARIABLES"), QStringLiteral("env"), out.settings);
    flatten(jsonAt(doc, "pp_info"), QStringLiteral("pp_info"), out.settings);

    const json &args = jsonAt(doc, "distributed_args");
    if (args.is_object()) {
        for (const auto &[key, value] : args.items()) {
            const QString name = QString::fromStdString(key);
            if (value.is_boolean())
                out.distributedArgs.insert(name, value.get<bool>() ? 1 : 0);
            else if (const double v = jsonNumber(args, key.c_str(), std::numeric_limits<double>::quiet_NaN());
                     v >= 0 && v < 1e15)
                out.distributedArgs.insert(name, static_cast<qint64>(v));
            else if (value.is_string() && !jsonHasNumber(args, key.c_str()) && !name.endsWith(QLatin1String("_size")) &&
                     name != QLatin1String("rank"))
                out.settings.insert(QStringLiteral("distributed_args.") + name, jsonText(value));
            else
                wrongType(report, reportName, "distributed_args");
        }
    } else if (doc.contains("distributed_args")) {
        wrongType(report, reportName, "distributed_args");
    }

    // Links name members by their places in the list: without one entry, all behind it would be other ranks.
    const auto noRanks = [&](const QString &commName) {
        report.add(
            Severity::Loss, reportName, "metadata.ranks",
            RS_MESSAGE("Rank lists of a communication domain with repeated entries, or entries that are not ranks, "
                       "are not used: this file does not say which ranks the domain has."),
            Place::name(QStringLiteral("parallel_group_info")).with(commName).with(QStringLiteral("global_ranks")));
    };
    const json &groups = jsonAt(doc, "parallel_group_info");
    if (groups.is_object()) {
        for (const auto &[commName, entry] : groups.items()) {
            if (!entry.is_object()) {
                wrongType(report, reportName, "parallel_group_info");
                continue;
            }
            GroupInfo g;
            g.commName = QString::fromStdString(commName);
            g.hash = groupHash(g.commName);
            if (const json &name = jsonAt(entry, "group_name"); name.is_string())
                g.pgName = jsonText(name);
            else if (entry.contains("group_name"))
                wrongType(report, reportName, "group_name");
            g.groupRank = smallNumber(entry, "group_rank", MaxRank);
            if (g.groupRank < 0 && entry.contains("group_rank"))
                wrongType(report, reportName, "group_rank");
            const json &ranks = jsonAt(entry, "global_ranks");
            if (!ranks.is_array()) {
                wrongType(report, reportName, "global_ranks");
            } else {
                for (const json &r : ranks) {
                    const double v = r.is_number() ? r.get<double>() : -1;
                    const int rank = v >= 0 && v <= MaxRank ? static_cast<int>(v) : -1;
                    if (rank < 0 || rank != v) {
                        g.globalRanks.clear();
                        break;
                    }
                    g.globalRanks.push_back(rank);
                }
                if (g.globalRanks.size() != ranks.size() || holdsTwice(g.globalRanks)) {
                    noRanks(g.commName);
                    g.globalRanks.clear();
                }
            }
            out.groups.push_back(std::move(g));
        }
    } else if (doc.contains("parallel_group_info")) {
        wrongType(report, reportName, "parallel_group_info");
    }
    return out;
}

} // namespace

QString normalizedLevel(const QString &text)
{
    for (qsizetype i = text.size() - 1; i >= 0; --i) {
        if (text.at(i) >= u'0' && text.at(i) <= u'2')
            return QStringLiteral("Level") + text.at(i);
    }
    return {};
}

ProfilerInfo readProfilerInfo(const QString &path, const QString &reportName, const JobContext &job,
                              ImportReport &report)
{
    ProfilerInfo out;
    MetadataFile meta(path, reportName, job, report);
    if (!meta.isObject(RS_NOOP("Not a JSON object: rank, level and settings cannot be read from it.")))
        return out;
    const json &doc = meta.root();
    meta.expectOneOf(
        {"config", "ms_profiler_info", "profiler_parameters", "rank_id", "torch_npu_version", "ms_version",
         "cann_version", "start_info"},
        Severity::Loss,
        RS_NOOP("The file has none of the expected keys: rank, level and settings cannot be read from it."));
    const json &mindspore = jsonAt(doc, "ms_profiler_info");
    if (doc.contains("ms_version") || doc.contains("ms_profiler_info"))
        out.framework = Framework::MindSpore;
    else if (doc.contains("config") || doc.contains("torch_npu_version"))
        out.framework = Framework::PyTorch;

    out.rank = smallNumber(mindspore, "rank_id", MaxRank);
    if (out.rank < 0)
        out.rank = smallNumber(doc, "rank_id", MaxRank);
    out.device = smallNumber(mindspore, "device_id", MaxRank);
    if (out.device < 0)
        out.device = smallNumber(doc, "device_id", MaxRank);
    for (const json *const where : {&mindspore, &doc}) {
        for (const char *key : {"rank_id", "device_id"}) {
            // -1 stands for "unknown".
            if (where->is_object() && where->contains(key) && smallNumber(*where, key, MaxRank) < 0 &&
                jsonNumber(*where, key, 0) != -1)
                wrongType(report, reportName, key);
        }
    }
    for (const char *key : {"host_name", "hostname", "host"}) {
        if (out.host.isEmpty())
            out.host = jsonText(jsonAt(doc, key));
    }

    const json &config = jsonAt(doc, "config");
    if (doc.contains("config") && !config.is_object())
        wrongType(report, reportName, "config");
    flatten(jsonAt(config, "common_config"), {}, out.settings);
    flatten(jsonAt(config, "experimental_config"), {}, out.settings);
    flatten(jsonAt(doc, "profiler_parameters"), {}, out.settings);
    flatten(mindspore, {}, out.settings);
    flatten(jsonAt(doc, "cann_profiler_info"), QStringLiteral("cann"), out.settings);
    for (const char *key : {"ms_version", "cann_version", "torch_npu_version", "jit_level"}) {
        const QString text = jsonText(jsonAt(doc, key));
        if (!text.isEmpty())
            out.settings.insert(QLatin1String(key), text);
    }
    out.level = normalizedLevel(out.settings.value(QStringLiteral("profiler_level")));
    return out;
}

ProfilerMetadata readProfilerMetadata(const QString &path, const QString &reportName, const JobContext &job,
                                      ImportReport &report)
{
    MetadataFile meta(path, reportName, job, report);
    if (!meta.isObject(RS_NOOP("Not a JSON object: communication domains of this rank have no names.")))
        return {};
    meta.expectOneOf({"ENV_VARIABLES", "pp_info", "distributed_args", "parallel_group_info"}, Severity::Info,
                     RS_NOOP("The file has no usable key: neither communication domains nor parallel sizes."));
    return metadataOf(meta.root(), reportName, report);
}

ProfilerMetadata parseProfilerMetadata(const std::vector<std::pair<QString, QByteArray>> &members,
                                       const QString &reportName, ImportReport &report)
{
    constexpr int deepest = 32;
    json doc = json::object();
    for (const auto &[key, text] : members) {
        const QByteArray trimmed = text.trimmed();
        // Versions and other plain texts stand beside the objects.
        if (!trimmed.startsWith('{'))
            continue;
        json value = json::parse(
            trimmed.begin(), trimmed.end(), [](int depth, json::parse_event_t, json &) { return depth <= deepest; },
            false);
        if (value.is_object())
            doc[key.toStdString()] = std::move(value);
        else
            report.add(Severity::Loss, reportName, "metadata.bad-json",
                       RS_MESSAGE("Values of META_DATA that are not valid JSON are not used: their communication "
                                  "domains and parallel sizes are missing."),
                       Place::name(QStringLiteral("META_DATA")).with(key));
    }
    return metadataOf(doc, reportName, report);
}

} // namespace rs
