// SPDX-License-Identifier: Apache-2.0
#include "views/page/systemtexts.h"

#include "core/run/remotepath.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "views/state/databasetexts.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>
#include <vector>

namespace rs::systemtexts {

namespace {

struct PageTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::SystemView)
};

} // namespace

QString whyNoRank(const RunStore &runs, RankRef ref)
{
    if (const auto run = runs.run(runs.openRun(ref.run)); run && run->infos.empty())
        return PageTexts::tr("Only the cluster analysis of this run is open. What one rank did is in its own folder "
                             "(…_ascend_ms, …_ascend_pt): open the folders of the ranks as well.");
    if (!ref.isValid() || !runs.info(ref))
        return PageTexts::tr("No rank is chosen. Choose one above, or in the explorer.");
    switch (runs.state(ref)) {
    case RankState::Loaded:
        return {};
    case RankState::Waiting:
    case RankState::Loading:
        return PageTexts::tr("The rank is being loaded.");
    case RankState::Failed:
        return PageTexts::tr("The rank could not be loaded; see the findings.");
    case RankState::Displaced:
        if (const QString host = RemotePath::hostOf(runs.info(ref)->path); !host.isEmpty())
            return PageTexts::tr("The trace of the rank is on %1. Click the rank in the explorer to fetch it.",
                                 "a host")
                .arg(format::displayText(host));
        break;
    case RankState::Unloaded:
        break;
    }
    return PageTexts::tr("The rank is not loaded. Load it again from its context menu in the explorer.");
}

QString whyNoTrace(const RunStore &runs, RankRef ref)
{
    const QString why = whyNoRank(runs, ref);
    if (!why.isEmpty())
        return why;
    const auto data = runs.rank(ref);
    if (data && data->trace)
        return {};
    if (DatabaseTexts::isAllOf(runs, ref))
        return DatabaseTexts::ofRank(runs, ref, QStringLiteral("trace_view.json"));
    if (const QString unread = DatabaseTexts::whyUnread(runs, ref); !unread.isEmpty())
        return unread;
    return PageTexts::tr(
        "The rank has no trace file (trace_view.json, or msprof*.json of msprof). The profiler writes it when "
        "its output is analysed; see the findings for a file that could not be read.");
}

QStringList noteLines(const RowSource &rows)
{
    constexpr int longestRanks = 80; // characters
    std::vector<std::pair<Phrase, QStringList>> notes;
    for (const RowNote &note : rows.notes()) {
        auto at = std::find_if(notes.begin(), notes.end(), [&note](const auto &n) { return n.first == note.text; });
        if (at == notes.end())
            at = notes.insert(at, {note.text, {}});
        if (!note.rank.isEmpty())
            at->second << note.rank;
    }
    QStringList out;
    for (const auto &[text, ranks] : notes) {
        const QString who = format::displayText(format::clipText(ranks.join(QStringLiteral(", ")), longestRanks));
        out << (ranks.isEmpty() ? phraseText(text) : PageTexts::tr("Rank %1: %2").arg(who, phraseText(text)));
    }
    return out;
}

} // namespace rs::systemtexts
