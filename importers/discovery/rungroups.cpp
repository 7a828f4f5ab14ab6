// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/rungroups.h"

#include <QDateTime>
#include <QDir>

#include <map>
#include <tuple>

namespace rs {

namespace {

Framework groupFramework(const Candidate &c)
{
    return c.found.info.framework;
}

/// Groups of one folder level: those with pairwise different, known ranks become one; the others stay apart.
void mergeLevel(const QString &path, std::vector<RankGroup> &open, std::vector<RankGroup> &closed)
{
    if (open.size() < 2)
        return;
    std::set<int> seen;
    bool differ = true;
    for (const RankGroup &g : open) {
        std::set<int> mine = g.numbers();
        seen.merge(mine); // leaves the numbers that another group has too
        differ = differ && g.allKnown() && mine.empty();
    }
    if (!differ) {
        for (RankGroup &g : open)
            closed.push_back(std::move(g));
        open.clear();
        return;
    }
    RankGroup all = std::move(open.front());
    all.path = path;
    for (size_t i = 1; i < open.size(); ++i)
        std::move(open[i].ranks.begin(), open[i].ranks.end(), std::back_inserter(all.ranks));
    open.clear();
    open.push_back(std::move(all));
}

bool newer(const FoundRank &a, const FoundRank &b)
{
    if (!a.stamp.isEmpty() && !b.stamp.isEmpty() && a.stamp != b.stamp)
        return a.stamp > b.stamp;
    if (a.modifiedMs != b.modifiedMs)
        return a.modifiedMs > b.modifiedMs;
    return a.info.path > b.info.path;
}

} // namespace

QString parentOf(const QString &path)
{
    const QString up = path.section(u'/', 0, -2);
    return up.isEmpty() ? QStringLiteral("/") : up;
}

QString nameOf(const QString &path)
{
    return path.section(u'/', -1);
}

bool isBelow(const QString &path, const QString &folder)
{
    return path == folder || path.startsWith(folder.endsWith(u'/') ? folder : folder + u'/');
}

namespace {

/// By candidate; nothing for all of them where no rank was captured in two windows: then they tell nothing apart.
std::vector<std::optional<CaptureWindow>> captureWindows(const Harvest &harvest)
{
    std::vector<std::optional<CaptureWindow>> out;
    std::map<int, std::set<CaptureWindow>> ofRank;
    for (const Candidate &c : harvest.ranks) {
        out.push_back(captureWindowOf(c.found.info.path, harvest.root));
        if (out.back() && c.found.info.rank >= 0)
            ofRank[c.found.info.rank].insert(*out.back());
    }
    if (std::ranges::none_of(ofRank, [](const auto &rank) { return rank.second.size() > 1; }))
        out.assign(out.size(), std::nullopt);
    return out;
}

} // namespace

std::vector<RankGroup> groupsOf(Harvest &&harvest)
{
    // Unknown frameworks go with the only known one of their parent.
    std::map<QString, std::set<int>> known;
    for (const Candidate &c : harvest.ranks) {
        if (groupFramework(c) != Framework::Unknown)
            known[c.parent].insert(static_cast<int>(groupFramework(c)));
    }
    using Kind = std::pair<Framework, std::optional<CaptureWindow>>;
    std::map<std::pair<QString, Kind>, RankGroup> direct;
    const std::vector<std::optional<CaptureWindow>> windows = captureWindows(harvest);
    auto window = windows.begin();
    for (Candidate &c : harvest.ranks) {
        Framework f = groupFramework(c);
        if (f == Framework::Unknown && known[c.parent].size() == 1)
            f = static_cast<Framework>(*known[c.parent].begin());
        // A single rank that was given keeps its parent outside of the root.
        const QString parent = isBelow(c.parent, harvest.root) ? c.parent : harvest.root;
        RankGroup &g = direct[{parent, Kind{f, *window}}];
        g.path = parent;
        g.framework = f;
        g.window = *window++;
        g.ranks.push_back(std::move(c));
    }
    std::vector<RankGroup> closed;
    std::set<Kind> kinds;
    for (const auto &[key, group] : direct)
        kinds.insert(key.second);
    for (const Kind &kind : kinds) {
        // Longest paths first: every folder is complete before its parent is looked at.
        std::map<QString, std::vector<RankGroup>, bool (*)(const QString &, const QString &)> open(
            [](const QString &a, const QString &b) {
                const auto da = a.count(u'/');
                const auto db = b.count(u'/');
                return da != db ? da > db : a < b;
            });
        for (auto &[key, group] : direct) {
            if (key.second == kind)
                open[key.first].push_back(std::move(group));
        }
        while (!open.empty()) {
            const QString path = open.begin()->first;
            std::vector<RankGroup> here = std::move(open.begin()->second);
            open.erase(open.begin());
            mergeLevel(path, here, closed);
            for (RankGroup &g : here) {
                if (path == harvest.root || path == QLatin1String("/"))
                    closed.push_back(std::move(g));
                else
                    open[parentOf(path)].push_back(std::move(g));
            }
        }
    }
    std::ranges::sort(closed, [](const RankGroup &a, const RankGroup &b) {
        return std::tie(a.path, a.framework, a.window) < std::tie(b.path, b.framework, b.window);
    });
    if (closed.size() == 1)
        closed.front().path = harvest.root;
    return closed;
}

namespace {

/// Folders of one rank that was profiled several times have stamps of their own and no number that contradicts.
bool isOneRankAgain(const std::vector<Candidate *> &captures)
{
    if (captures.size() < 2)
        return true;
    constexpr qint64 shortestCaptureMs = 1000;
    std::vector<qint64> stamps;
    int named = -1;
    for (const Candidate *c : captures) {
        const int number = rankOfFolderName(nameOf(c->found.info.path));
        if (number >= 0 && named >= 0 && number != named)
            return false;
        named = std::max(named, number);
        // Time without a zone: an hour that summer time leaves out exists all the same.
        const QString digits = c->found.stamp.leftJustified(17, u'0');
        const QDateTime stamp(QDate::fromString(digits.left(8), QStringLiteral("yyyyMMdd")),
                              QTime::fromString(digits.mid(8), QStringLiteral("HHmmsszzz")), Qt::UTC);
        if (!stamp.isValid())
            return false;
        stamps.push_back(stamp.toMSecsSinceEpoch());
    }
    // Ranks of one run begin together; nobody profiles one rank twice within a second.
    std::ranges::sort(stamps);
    return std::ranges::adjacent_find(stamps, [=](qint64 a, qint64 b) { return b - a < shortestCaptureMs; }) ==
           stamps.end();
}

} // namespace

Run runOf(RankGroup &&group)
{
    Run run;
    run.path = group.path;
    run.name = nameOf(group.path);
    run.framework = group.framework;
    if (group.window)
        run.apart = group.window->text();
    std::ranges::stable_sort(group.ranks,
                             [](const Candidate &a, const Candidate &b) { return newer(a.found, b.found); });
    std::vector<std::vector<Candidate *>> byRank;
    std::map<int, size_t> placeOf;
    for (Candidate &c : group.ranks) {
        const int rank = c.found.info.rank;
        const auto [at, isNew] = placeOf.try_emplace(rank, byRank.size());
        if (rank >= 0 && !isNew) {
            byRank[at->second].push_back(&c);
            continue;
        }
        byRank.push_back({&c});
    }
    for (const auto &captures : byRank) {
        Candidate *chosen = captures.front();
        for (Candidate *c : captures) {
            if (c->found.hasData()) {
                chosen = c;
                break;
            }
        }
        const bool looksLikeOthers = !isOneRankAgain(captures);
        RankInfo info = std::move(chosen->found.info);
        info.captures.clear();
        for (const Candidate *c : captures)
            info.captures << (c == chosen ? info.path : c->found.info.path);
        if (looksLikeOthers)
            run.report.add(Severity::Loss, QDir(run.path).relativeFilePath(info.path), "discovery.same-rank",
                           RS_MESSAGE("%1 folders claim to be this rank, but their names or times differ: only "
                                      "this one is shown, the others are listed as its captures."),
                           {}, QString::number(captures.size()));
        else if (captures.size() > 1)
            run.report.add(Severity::Info, QDir(run.path).relativeFilePath(info.path), "discovery.captures",
                           RS_MESSAGE("The rank was captured %1 times; this one, the newest with data, is shown."), {},
                           QString::number(captures.size()));
        run.infos.push_back(std::move(info));
    }
    std::ranges::stable_sort(run.infos, [](const RankInfo &a, const RankInfo &b) {
        if ((a.rank < 0) != (b.rank < 0))
            return a.rank >= 0;
        return a.rank != b.rank ? a.rank < b.rank : a.label < b.label;
    });
    run.ranks.resize(run.infos.size());
    return run;
}

} // namespace rs
