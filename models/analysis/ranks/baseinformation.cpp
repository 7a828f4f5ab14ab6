// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/baseinformation.h"

#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "analysis/ranks/parallelstrategy.h"
#include "core/base/saturate.h"
#include "core/run/captureschedule.h"
#include "core/run/runindex.h"
#include "core/run/tracecodec.h"
#include "core/trace/trace.h"

#include <QDateTime>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace rs {

namespace {

constexpr qint64 nsOfMillisecond = 1'000'000;
const QStringList versionKeys = {QStringLiteral("ms_version"), QStringLiteral("torch_npu_version"),
                                 QStringLiteral("cann_version")};

/// Which ranks have which value of something.
class RanksByValue
{
public:
    struct Ranks
    {
        std::vector<int> numbers;
        QStringList unnumbered;
        [[nodiscard]] QString text() const;
    };

    RanksByValue() = default;
    Q_DISABLE_COPY_MOVE(RanksByValue)
    void take(const QString &value, const RankInfo &info)
    {
        // Ranks agree nearly always.
        if (m_last == m_all.end() || m_last->first != value)
            m_last = m_all.try_emplace(value).first;
        if (info.rank >= 0)
            m_last->second.numbers.push_back(info.rank);
        else
            m_last->second.unnumbered << info.label;
    }
    [[nodiscard]] const std::map<QString, Ranks> &all() const { return m_all; }

private:
    std::map<QString, Ranks> m_all;
    std::map<QString, Ranks>::iterator m_last = m_all.end();
};

QString RanksByValue::Ranks::text() const
{
    std::vector<int> ascending = numbers;
    std::ranges::sort(ascending);
    QStringList out = unnumbered;
    if (!ascending.empty())
        out.prepend(rankSpans(ascending));
    return out.join(QStringLiteral(", "));
}

class BaseCollector
{
public:
    explicit BaseCollector(const Run &run);
    std::vector<BaseFact> take(const JobContext &job);

private:
    void add(BaseSubject subject, const QString &value, const QString &detail = {}, const QString &ranks = {});
    /// A fact for each value that ranks have.
    void addByRank(BaseSubject subject, const std::function<QString(const RankInfo &)> &valueOf,
                   const QString &detail = {});
    void addValues(BaseSubject subject, const RanksByValue &values, const QString &detail);
    void addRanks(const JobContext &job);
    void addTimes();
    void addSize();
    void addSettings();

    const Run &m_run;
    std::vector<const RankInfo *> m_infos;
    std::vector<BaseFact> m_out;
    bool m_hasSchedule = false; ///< of every rank that tells any number of one
};

BaseCollector::BaseCollector(const Run &run) : m_run(run)
{
    for (size_t i = 0; i < run.infos.size(); ++i) // what the loader learned is in the rank's own copy
        m_infos.push_back(&run.infoOf(i));
}

void BaseCollector::add(BaseSubject subject, const QString &value, const QString &detail, const QString &ranks)
{
    if (!value.isEmpty())
        m_out.push_back({subject, detail, value, ranks});
}

void BaseCollector::addByRank(BaseSubject subject, const std::function<QString(const RankInfo &)> &valueOf,
                              const QString &detail)
{
    RanksByValue values;
    for (const RankInfo *const info : m_infos)
        values.take(valueOf(*info), *info);
    addValues(subject, values, detail);
}

void BaseCollector::addValues(BaseSubject subject, const RanksByValue &values, const QString &detail)
{
    for (const auto &[value, who] : values.all())
        add(subject, value, detail, who.text());
}

void BaseCollector::addRanks(const JobContext &job)
{
    std::set<int> found;
    for (const RankInfo *const info : m_infos) {
        if (info->rank >= 0)
            found.insert(info->rank);
    }
    const auto unnumbered = std::ranges::count_if(m_infos, [](const RankInfo *info) { return info->rank < 0; });
    const std::vector<ClusterRank> ofCluster = clusterRanks(m_run);
    for (const ClusterRank &c : ofCluster)
        found.insert(c.rank);
    if (found.empty() && unnumbered == 0)
        return;
    add(BaseSubject::RanksFound, QString::number(static_cast<qint64>(found.size()) + unnumbered), {},
        rankSpans({found.begin(), found.end()}));
    const std::vector<Domain> all = domains(m_run, job);
    int world = strategyOf(m_run, all).worldSize;
    const bool isStated = world > 0;
    if (world < 0) {
        for (const Domain &d : all)
            world = std::max(world, d.ranksKnown && !d.ranks.empty() ? d.ranks.back() + 1 : -1);
    }
    if (world < 1)
        return;
    add(BaseSubject::WorldSize, QString::number(world),
        isStated ? QStringLiteral("distributed_args") : QStringLiteral("parallel_group_info"));
    // A rank without a number may be any of them.
    if (unnumbered > 0)
        return;
    std::vector<int> missing;
    for (int rank = 0; rank < world; ++rank) {
        if (!found.contains(rank))
            missing.push_back(rank);
    }
    if (!missing.empty())
        add(BaseSubject::RanksMissing, QString::number(missing.size()), {}, rankSpans(missing));
}

void BaseCollector::addTimes()
{
    std::optional<qint64> start;
    std::optional<qint64> longest;
    for (const auto &rank : m_run.ranks) {
        const Trace *const trace = rank ? rank->trace.get() : nullptr;
        if (!trace || trace->slices().size() == 0)
            continue;
        start = start ? std::min(*start, trace->startNs()) : trace->startNs();
        const qint64 length = saturatedDifference(trace->endNs(), trace->startNs());
        longest = longest ? std::max(*longest, length) : length;
    }
    if (start)
        add(BaseSubject::CaptureStart,
            QDateTime::fromMSecsSinceEpoch(*start / nsOfMillisecond, Qt::UTC).toString(Qt::ISODateWithMs));
    if (longest)
        add(BaseSubject::Duration,
            QString::number(static_cast<double>(*longest) / static_cast<double>(nsOfMillisecond), 'f', 3));
}

void BaseCollector::addSize()
{
    qint64 bytes = 0;
    const auto count = [&bytes](const std::vector<FileEntry> &files) {
        // A pack holds the others once more.
        for (const FileEntry &f : files)
            bytes = f.kind == PackKind || f.kind == RunIndex::Kind ? bytes : saturatedSum(bytes, f.bytes);
    };
    for (const RankInfo *const info : m_infos)
        count(info->files);
    count(m_run.cluster.files);
    if (bytes > 0)
        add(BaseSubject::Size, QString::number(static_cast<double>(bytes) / 1e6, 'f', 3));
}

void BaseCollector::addSettings()
{
    std::map<QString, RanksByValue> valuesOf;
    for (const RankInfo *const info : m_infos) {
        auto at = valuesOf.begin(); // both are in the order of their keys, and ranks have nearly always the same
        for (auto it = info->settings.begin(); it != info->settings.end(); ++it) {
            while (at != valuesOf.end() && at->first != it.key() && at->first < it.key())
                ++at;
            if (at == valuesOf.end() || at->first != it.key())
                at = valuesOf.try_emplace(at, it.key());
            at->second.take(it.value(), *info);
        }
    }
    // These are facts of their own, or differ from rank to rank by what they are.
    for (const char *const own : {"profiler_level", "rank_id", "device_id"})
        valuesOf.erase(QLatin1String(own));
    for (const QString &key : versionKeys)
        valuesOf.erase(key);
    if (m_hasSchedule)
        std::erase_if(valuesOf, [](const auto &setting) { return CaptureSchedule::isKey(setting.first); });
    for (const auto &[key, values] : valuesOf)
        addValues(BaseSubject::Setting, values, key);
}

std::vector<BaseFact> BaseCollector::take(const JobContext &job)
{
    addByRank(BaseSubject::Framework, [](const RankInfo &info) {
        return info.framework == Framework::Unknown ? QString() : frameworkName(info.framework);
    });
    for (const QString &key : versionKeys)
        addByRank(
            BaseSubject::Version, [&key](const RankInfo &info) { return info.settings.value(key); }, key);
    addByRank(BaseSubject::Level, [](const RankInfo &info) { return info.level; });
    m_hasSchedule = std::ranges::all_of(m_infos, [](const RankInfo *info) {
        const auto key = info->settings.lowerBound(QStringLiteral("schedule."));
        return key == info->settings.cend() || !CaptureSchedule::isKey(key.key()) ||
               CaptureSchedule::of(info->settings);
    });
    addByRank(BaseSubject::Schedule, [](const RankInfo &info) {
        const auto schedule = CaptureSchedule::of(info.settings);
        return schedule ? schedule->text() : QString();
    });
    addRanks(job);
    addByRank(BaseSubject::Hosts, [](const RankInfo &info) { return info.host; });
    std::set<std::pair<QString, int>> devices;
    for (const RankInfo *const info : m_infos) {
        if (info->device >= 0)
            devices.insert({info->host.isEmpty() ? u'/' + info->label : info->host, info->device});
    }
    if (!devices.empty())
        add(BaseSubject::Devices, QString::number(devices.size()));
    if (const QStringList steps = m_run.steps(); !steps.isEmpty()) {
        add(BaseSubject::Steps, QString::number(steps.size()));
        add(BaseSubject::StepIds, steps.join(QStringLiteral(", ")));
    }
    addTimes();
    addSize();
    addSettings();
    return job.isCanceled() ? std::vector<BaseFact>() : std::move(m_out);
}

} // namespace

QString rankSpans(const std::vector<int> &ranks)
{
    QStringList out;
    for (size_t i = 0; i < ranks.size();) {
        size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1] <= ranks[last] + 1)
            ++last;
        out << (ranks[last] == ranks[i] ? QString::number(ranks[i])
                                        : QStringLiteral("%1-%2").arg(ranks[i]).arg(ranks[last]));
        i = last + 1;
    }
    return out.join(QStringLiteral(", "));
}

std::vector<BaseFact> baseInformation(const Run &run, const JobContext &job)
{
    return BaseCollector(run).take(job);
}

} // namespace rs
