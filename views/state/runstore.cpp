// SPDX-License-Identifier: Apache-2.0
#include "views/state/runstore.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {

// The name with the folder in which the run lies apart from another one of that name: "x/run".
QString nameApart(const QString &name, const QString &path, const QString &otherPath)
{
    QStringList own = path.split(u'/', Qt::SkipEmptyParts);
    QStringList other = otherPath.split(u'/', Qt::SkipEmptyParts);
    int shared = 0;
    for (; !own.isEmpty() && !other.isEmpty() && own.back() == other.back(); ++shared) {
        own.pop_back();
        other.pop_back();
    }
    return own.isEmpty() || shared == 0
               ? name
               : own.back() + (shared > 1 ? QStringLiteral("/…/") : QStringLiteral("/")) + name;
}

} // namespace

std::shared_ptr<const Run> RunStore::run(int index) const
{
    return index >= 0 && index < count() ? m_runs[static_cast<size_t>(index)].run : nullptr;
}

const RunStore::Entry *RunStore::entry(RankRef ref) const
{
    if (ref.run < 0 || ref.run >= count())
        return nullptr;
    const Entry &e = m_runs[static_cast<size_t>(ref.run)];
    return e.run && ref.index >= 0 && ref.index < static_cast<int>(e.run->infos.size()) ? &e : nullptr;
}

std::shared_ptr<const RankData> RunStore::rank(RankRef ref) const
{
    const Entry *e = entry(ref);
    return e ? e->run->ranks[static_cast<size_t>(ref.index)] : nullptr;
}

std::shared_ptr<const Trace> RunStore::lanes(RankRef ref) const
{
    const Entry *e = entry(ref);
    if (!e)
        return nullptr;
    const auto i = static_cast<size_t>(ref.index);
    const auto &data = e->run->ranks[i];
    return data && data->trace ? data->trace : e->lanes[i];
}

const RankInfo *RunStore::info(RankRef ref) const
{
    const Entry *e = entry(ref);
    if (!e)
        return nullptr;
    // True for a rank that is read in part, too.
    const auto &data = e->run->ranks[static_cast<size_t>(ref.index)];
    return data ? &data->info : &e->run->infos[static_cast<size_t>(ref.index)];
}

RankState RunStore::state(RankRef ref) const
{
    const Entry *e = entry(ref);
    return e ? e->states[static_cast<size_t>(ref.index)] : RankState::Failed;
}

double RunStore::progress(RankRef ref) const
{
    const Entry *e = entry(ref);
    return e ? e->progress[static_cast<size_t>(ref.index)] : 0;
}

std::vector<RankRef> RunStore::allRanks() const
{
    std::vector<RankRef> out;
    for (int r = 0; r < count(); ++r) {
        const auto &run = m_runs[static_cast<size_t>(r)].run;
        for (int i = 0; run && i < static_cast<int>(run->infos.size()); ++i)
            out.push_back({r, i});
    }
    return out;
}

std::vector<RankRef> RunStore::loadedRanks() const
{
    std::vector<RankRef> out = allRanks();
    std::erase_if(out, [this](RankRef ref) { return state(ref) != RankState::Loaded; });
    return out;
}

QString RunStore::nameOf(const RankInfo &info)
{
    constexpr QLatin1String device("device ");
    if (info.rank >= 0)
        return tr("rank %1").arg(info.rank);
    return info.part && info.label.startsWith(device) ? tr("device %1").arg(info.label.mid(device.size())) : info.label;
}

QString RunStore::rankLabel(RankRef ref) const
{
    const RankInfo *i = info(ref);
    if (!i)
        return {};
    int open = 0;
    for (const Entry &e : m_runs)
        open += e.run ? 1 : 0;
    const QString name = nameOf(*i);
    return open > 1 ? tr("%1 / %2", "run name / rank").arg(m_runs[static_cast<size_t>(ref.run)].run->name, name) : name;
}

bool RunStore::isLoading() const
{
    const auto isUnderWay = [](RankState s) { return s == RankState::Waiting || s == RankState::Loading; };
    return std::any_of(m_runs.begin(), m_runs.end(), [&](const Entry &e) {
        return e.run && (e.reading || std::any_of(e.states.begin(), e.states.end(), isUnderWay));
    });
}

void RunStore::setReading(int run, bool reading)
{
    Entry &e = m_runs[static_cast<size_t>(run)];
    if (!e.run || std::exchange(e.reading, reading) == reading)
        return;
    if (!reading && !isLoading())
        emit loadingFinished();
}

bool RunStore::isEmpty() const
{
    for (const Entry &e : m_runs) {
        if (e.run)
            return false;
    }
    return true;
}

int RunStore::openRun(int preferred) const
{
    if (run(preferred))
        return preferred;
    const auto open = std::find_if(m_runs.begin(), m_runs.end(), [](const Entry &e) { return e.run != nullptr; });
    return open == m_runs.end() ? -1 : static_cast<int>(open - m_runs.begin());
}

std::vector<Finding> RunStore::findings(int index) const
{
    const auto r = run(index);
    return r ? wholeReport(*r).findings() : std::vector<Finding>();
}

int RunStore::addRun(Run skeleton)
{
    Entry e;
    skeleton.ranks.resize(skeleton.infos.size());
    e.states.assign(skeleton.infos.size(), RankState::Waiting);
    e.progress.assign(skeleton.infos.size(), 0);
    e.lanes.resize(skeleton.infos.size());
    for (size_t i = 0; i < skeleton.ranks.size(); ++i) {
        if (skeleton.ranks[i])
            e.states[i] = RankState::Loaded;
    }
    e.found = skeleton.infos;
    tellApart(skeleton);
    e.run = std::make_shared<Run>(std::move(skeleton));
    m_runs.push_back(std::move(e));
    emit runAdded(count() - 1);
    return count() - 1;
}

// Whoever is named like another open run is told from it.
void RunStore::tellApart(Run &added)
{
    const QString name = added.name;
    for (int index = 0; index < count(); ++index) {
        const auto open = run(index);
        if (!open || open->path == added.path || (open->name != name && !open->name.endsWith(u'/' + name)))
            continue;
        added.name = nameApart(name, added.path, open->path);
        if (open->name != name)
            continue;
        auto next = std::make_shared<Run>(*open);
        next->name = nameApart(name, open->path, added.path);
        m_runs[static_cast<size_t>(index)].run = std::move(next);
        emit runChanged(index);
    }
}

Run RunStore::skeleton(int index) const
{
    const auto held = run(index);
    if (!held)
        return {};
    Run out = *held;
    out.infos = m_runs[static_cast<size_t>(index)].found;
    return out;
}

// A Run that a view holds must not change under it, so every change makes a new one; the ranks inside are shared.
void RunStore::updateRun(int index, const Run &update)
{
    Entry &e = m_runs[static_cast<size_t>(index)];
    auto next = std::make_shared<Run>(*e.run);
    next->cluster = update.cluster;
    next->report = update.report;
    next->importSeconds = update.importSeconds;
    // Hosts of ranks that are not read, by files of the cluster.
    for (size_t i = 0; i < next->infos.size() && update.infos.size() == next->infos.size(); ++i) {
        if (!next->ranks[i] && next->infos[i].device < 0)
            next->infos[i] = update.infos[i];
    }
    const bool withoutRanks = next->infos.empty();
    e.run = std::move(next);
    e.reading = false;
    emit runChanged(index);
    if (withoutRanks && !isLoading())
        emit loadingFinished();
}

void RunStore::setStrategy(int index, const std::optional<Strategy> &strategy)
{
    const auto now = run(index);
    if (!now || now->enteredStrategy == strategy)
        return;
    auto next = std::make_shared<Run>(*now);
    next->enteredStrategy = strategy;
    m_runs[static_cast<size_t>(index)].run = std::move(next);
    emit runChanged(index);
}

void RunStore::replaceData(RankRef ref, std::shared_ptr<const RankData> data)
{
    Entry &e = m_runs[static_cast<size_t>(ref.run)];
    auto next = std::make_shared<Run>(*e.run);
    next->ranks[static_cast<size_t>(ref.index)] = std::move(data);
    e.run = std::move(next);
}

void RunStore::publish(int index, const std::vector<RankNews> &news)
{
    std::vector<RankNews> known = news;
    std::erase_if(known, [&](const RankNews &n) { return !n.data || !entry({index, n.index}); });
    if (known.empty())
        return;
    Entry &e = m_runs[static_cast<size_t>(index)];
    auto next = std::make_shared<Run>(*e.run);
    for (const RankNews &n : known) {
        next->ranks[static_cast<size_t>(n.index)] = n.data;
        // The loader's knowledge of a rank (its device, its files) is newer than that of discovery.
        if (n.whole)
            next->infos[static_cast<size_t>(n.index)] = n.data->info;
    }
    e.run = std::move(next);
    for (const RankNews &n : known) {
        if (n.whole)
            setState({index, n.index}, RankState::Loaded, 1);
    }
    for (const RankNews &n : known)
        emit rankLoaded({index, n.index});
    emit ranksLoaded();
    const bool whole = std::any_of(known.begin(), known.end(), [](const RankNews &n) { return n.whole; });
    if (whole && !isLoading())
        emit loadingFinished();
}

void RunStore::setPart(RankRef ref, std::shared_ptr<const RankData> part)
{
    publish(ref.run, {{ref.index, std::move(part), false}});
}

void RunStore::setLanes(RankRef ref, std::shared_ptr<const Trace> trace)
{
    if (state(ref) != RankState::Loading || !trace)
        return;
    m_runs[static_cast<size_t>(ref.run)].lanes[static_cast<size_t>(ref.index)] = std::move(trace);
    emit lanesArrived(ref);
}

void RunStore::displace(RankRef ref)
{
    const auto data = rank(ref);
    if (data) {
        emit rankAboutToUnload(ref);
        replaceData(ref, data->withoutTrace());
    }
    setState(ref, RankState::Displaced);
    if (data)
        emit rankUnloaded(ref);
}

void RunStore::setRank(RankRef ref, std::shared_ptr<const RankData> data)
{
    if (data)
        return publish(ref.run, {{ref.index, std::move(data), true}});
    if (!entry(ref))
        return;
    emit rankAboutToUnload(ref);
    replaceData(ref, nullptr);
    setState(ref, RankState::Unloaded);
    emit rankUnloaded(ref);
}

void RunStore::setState(RankRef ref, RankState state, double progress)
{
    if (!entry(ref))
        return;
    Entry &e = m_runs[static_cast<size_t>(ref.run)];
    const auto i = static_cast<size_t>(ref.index);
    // Progress is shown in percent.
    const auto percent = [](double p) { return static_cast<int>(p * 100); };
    const bool same = e.states[i] == state && percent(e.progress[i]) == percent(progress);
    // A rank that loads no more has the lanes of its trace, or none.
    const bool lanesEnd = e.lanes[i] && state != RankState::Loading;
    const auto &data = e.run->ranks[i];
    const bool lanesGo = lanesEnd && !(data && data->trace);
    if (lanesGo)
        emit rankAboutToUnload(ref);
    if (lanesEnd)
        e.lanes[i].reset();
    e.states[i] = state;
    e.progress[i] = progress;
    if (same)
        return;
    emit stateChanged(ref);
    if (lanesGo)
        emit rankUnloaded(ref);
    const bool ended = state == RankState::Failed || state == RankState::Unloaded || state == RankState::Displaced;
    if (ended && !isLoading())
        emit loadingFinished();
}

void RunStore::closeRun(int index)
{
    if (!run(index))
        return;
    m_runs[static_cast<size_t>(index)] = Entry();
    emit runClosed(index);
}

void RunStore::closeAll()
{
    for (int i = 0; i < count(); ++i)
        closeRun(i);
}

} // namespace rs

#include "moc_runstore.cpp"
