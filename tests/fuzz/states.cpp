// SPDX-License-Identifier: Apache-2.0
// The target that reads what the program itself has written: sessions and settings.
#include "app/session/sessionfile.h"
#include "app/session/sessionstate.h"
#include "app/session/settings.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "views/state/runstore.h"
#include "views/timeline/data/timelinedata.h"
#include "views/timeline/lanes/lanelayout.h"
#include "views/timeline/lanes/lanelayoutstate.h"
#include "views/timeline/lanes/lanemodel.h"
#include "views/state/viewstate.h"

namespace rs::fuzz {

namespace {

Run emptyRun(const QString &path)
{
    Run run;
    run.path = path;
    run.name = QStringLiteral("run");
    RankInfo info;
    info.rank = 0;
    info.label = QStringLiteral("0");
    run.infos.push_back(info);
    run.ranks.resize(1);
    return run;
}

// Arrangement of lanes in a session, and under names in the settings.
void useArrangement(const QJsonObject &kept, RunStore &runs)
{
    TimelineData data(&runs, &pool(), &pool());
    LaneLayout layout;
    LaneModel tree(&data, &layout, LaneModel::Content::Tree);
    LaneModel pinned(&data, &layout, LaneModel::Content::Pins);
    LaneLayoutState state(&layout, &tree, &pinned, &runs);
    state.restore(kept);
    (void)state.save();
    state.addPresets(state.presetsToJson());
    for (const QString &name : state.presets().mid(0, 4))
        state.applyPreset(name);
}

// Qt reads a mark of byte order at the beginning of a text or a name in one way when it stands there as bytes, and in
// another after it was written: such a name does not come back, whatever the program does.
bool hasByteOrderMark(std::string_view input)
{
    const QByteArray text = QByteArray::fromRawData(input.data(), static_cast<qsizetype>(input.size()));
    return text.contains("\xEF\xBB\xBF") || text.toLower().contains("\\ufeff");
}

void useSession(std::string_view input)
{
    const SessionFile::Parsed parsed =
        SessionFile::parse(QByteArray(input.data(), static_cast<qsizetype>(input.size())));
    if (!parsed.error.isEmpty())
        return;
    const JobContext job;
    (void)parsed.session.paths();
    (void)changedInputs(parsed.session, job);
    RunStore runs;
    runs.addRun(emptyRun(parsed.session.runs.front().path));
    ViewState state;
    (void)stateFromJson(parsed.session.state, state, runs);
    const QJsonObject once = stateToJson(state, runs);
    ViewState again;
    (void)stateFromJson(once, again, runs);
    require(stateToJson(again, runs) == once, "a state that was read comes back as it was written");
    for (const auto &[id, kept] : parsed.session.views)
        useArrangement(kept, runs);
    if (hasByteOrderMark(input))
        return;
    const SessionFile::Parsed twice = SessionFile::parse(SessionFile::toJson(parsed.session));
    require(twice.error.isEmpty() && twice.session.runs == parsed.session.runs &&
                twice.session.views == parsed.session.views,
            "a session that was read comes back as it was written");
}

void useSettings(std::string_view input)
{
    const Scratch scratch;
    const Settings settings(scratch.write(QStringLiteral("RankScope.ini"), input));
    (void)settings.recentPaths();
    (void)settings.themeMode();
    (void)settings.language();
    require(settings.scalePercent() >= 100 && settings.scalePercent() <= 200, "the scale is one that can be chosen");
    require(settings.memoryPercent() >= 10 && settings.memoryPercent() <= 95, "so is the share of the memory");
    require(settings.cacheGigabytes() >= 0 && settings.cacheGigabytes() <= 1000, "so is the size of the cache");
    (void)settings.derivedLanes();
    (void)settings.lastFolder();
    (void)settings.keyPreset();
    (void)settings.changedKeys();
    (void)settings.windowGeometry();
    (void)settings.workspaces(1);
    (void)settings.laneArrangements();
}

// First byte: a session file, a settings file.
void fuzzSession(std::string_view input)
{
    if (takeChoice(input) % 2 == 0)
        useSession(input);
    else
        useSettings(input);
}

[[maybe_unused]] const bool added = addTarget({"session", fuzzSession});

} // namespace

} // namespace rs::fuzz
