// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <QJsonObject>
#include <QStringList>

#include <map>
#include <vector>

namespace rs {

class DeferredRelease;

/// The runs that are open, under which paths, and which of their ranks are chosen. What was read of the same files
/// again takes the place of its older self here, and the same ranks are chosen in it.
class OpenRuns
{
public:
    OpenRuns(RunStore &runs, ViewState &state, DeferredRelease &release)
        : m_runs(runs), m_state(state), m_release(release)
    {
    }

    /// A rank by its number, because positions change when a run is replaced.
    struct Place
    {
        QString runPath;
        Framework framework = Framework::Unknown; ///< runs of two frameworks may share a path,
        QString apart;                            ///< and so may captures of the dynamic profiler
        int rank = -1;
        [[nodiscard]] bool isIn(const Run &run) const;
    };
    struct Places
    {
        Place rank; ///< the current one
        Place base;
        Place other;
        Place selected; ///< the rank of `selection`
        Place groupOf;  ///< the run of `group`, with no rank
        ShownRanks group;
        Selection selection;                    ///< a rank, a link or an operator
        bool sidesChosen = false;               ///< by the user, not by the program
        TimeOffsets offsets;                    ///< corrections of clocks,
        std::map<RankRef, QJsonObject> ranks{}; ///< and the ranks that they are of by their names
    };
    /// Current choices.
    [[nodiscard]] Places places() const;
    /// Chooses that again, as far as it is there, and something else where nothing is chosen.
    void choose(const Places &before);
    /// Ranks of a run in the order in which they will be looked at.
    [[nodiscard]] static std::vector<int> loadOrder(const Run &run, const Places &before);

    [[nodiscard]] std::vector<int> all() const;
    [[nodiscard]] bool holds(int run) const;
    /// Paths that the user opened and that are still open.
    [[nodiscard]] QStringList paths() const;
    /// Those of one run.
    [[nodiscard]] QStringList pathsOf(int run) const;

    struct Older
    {
        std::vector<int> runs;
        /// Folders of their ranks that the newer ones lack and that are still there.
        QStringList missing;
    };
    /// Open runs of which there is a newer self among `found`, which was looked for under `asked`.
    [[nodiscard]] Older olderSelves(const std::vector<Run> &found, const QStringList &asked) const;

    /// Opens a run that was found under these paths, `alone` or with others, and returns its position.
    int add(Run run, const QStringList &asked, bool alone);
    void drop(int run);

    struct Exchanged
    {
        int run = -1;
        std::vector<int> load; ///< what was under way, and the ranks that changed
    };
    /// Puts `next` in the place of the run. `before` has for each of its ranks where it stood, and -1 for one that is
    /// to be read: the others that are loaded stay so, those that are given up stay that.
    Exchanged exchange(int run, Run next, const std::vector<int> &before);
    /// The open run of which this one is a newer self: that has one of its ranks. -1: none.
    [[nodiscard]] int olderSelf(const Run &found) const;

private:
    void chooseGroup(const Places &before);
    void chooseSelection(const Places &before);
    void keepOffsets(const Places &before);

    struct Entry
    {
        int run = -1;
        QStringList paths;
    };

    RunStore &m_runs;
    ViewState &m_state;
    DeferredRelease &m_release;
    std::vector<Entry> m_open;
};

} // namespace rs
