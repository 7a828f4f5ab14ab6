// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/diagnosisthresholds.h"
#include "analysis/communication/referencerates.h"
#include "analysis/host/idlecauses.h"
#include "analysis/path/criticalpath.h"
#include "core/base/ids.h"
#include "core/base/saturate.h"
#include "views/picture/timecoordinates.h"
#include "views/state/runstore.h"

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace rs {

enum class StepMetric : quint8;

/// Last selection of the user; every view shows it in its own way.
struct Selection
{
    enum class Kind : quint8 { None, Slice, Rank, Link, Operator, Gap, Block };
    Kind kind = Kind::None;
    RankRef rank;            ///< Slice, Rank, Operator, Gap, Block; the source rank of a Link
    SliceId slice = NoSlice; ///< Slice
    int source = -1;         ///< Link: rank numbers as the matrix shows them
    int destination = -1;
    QString text;               ///< Operator: its name or type; Link: the operator key; Gap: its step; Block: the table
    int row = -1;               ///< Block of memory: of that table, as its source has it
    std::optional<IdleGap> gap; ///< Gap: a stretch in which the device stood still
    bool operator==(const Selection &) const = default;
};

/// Ranks of a run that the user restricted the views to, such as a group of its parallel strategy.
struct ShownRanks
{
    int run = -1;
    QString name;           ///< of the dimension: "TP"; empty: ranks that were picked one by one
    std::vector<int> ranks; ///< their numbers, ascending
    bool operator==(const ShownRanks &) const = default;
    [[nodiscard]] bool isEmpty() const { return run < 0 || ranks.empty(); }
    /// True of every rank where nothing restricts the run.
    [[nodiscard]] bool lets(int ofRun, int rank) const;
};

/// Reason for which ranks are shown together.
enum class TogetherLook : quint8 {
    Launches,      ///< how the host launched what the device ran, and why the device stood still
    Frequency,     ///< how fast the AI cores ran under their kernels
    Communication, ///< when their communication operators started and ended
    Path,          ///< what of the critical path lies on them
};

/// A span of time over some lanes that the user drew on the timeline; the selection view shows statistics of it.
struct BoxSelection
{
    struct Part
    {
        RankRef rank;
        LaneId lane = NoLane;
        qint64 shiftNs = 0;  ///< added to `window` to get the rank's own time
        bool hidden = false; ///< by hand or by a filter since the box was drawn: counts again when the lane is back
        bool operator==(const Part &) const = default;
    };
    TimeWindow window;
    qint64 originNs = 0; ///< what the timeline counts its offsets from
    std::vector<Part> parts;
    bool operator==(const BoxSelection &) const = default;
    [[nodiscard]] bool isEmpty() const { return window.isEmpty() || parts.empty(); }
};

/// A moment (both ends equal) or a span that the user marked; every view with a time axis shows it.
struct TimeMark
{
    qint64 fromNs = 0;
    qint64 toNs = 0;
    QString name;
    int color = 0;  ///< for Theme::series()
    QString note{}; ///< plain text of any number of lines
    bool operator==(const TimeMark &) const = default;
    [[nodiscard]] bool isSpan() const { return toNs > fromNs; }
};

/// Matches of the last search: for each rank one flag per StrId of its trace's strings. Time views emphasise slices
/// whose name is flagged and may dim the others. Immutable once published.
struct SearchHighlight
{
    std::map<RankRef, std::shared_ptr<const std::vector<bool>>> names;
    /// Ascending slice numbers: where a rank stands here, exactly these were matched (a region, or args), whatever the
    /// names say.
    std::map<RankRef, std::shared_ptr<const std::vector<quint32>>> slices;
    /// Critical path, if its slices are highlighted: its parts on each rank, by time.
    std::map<RankRef, std::shared_ptr<const std::vector<PathPart>>> path{};
    [[nodiscard]] bool matches(RankRef rank, StrId name) const
    {
        const auto at = names.find(rank);
        return at != names.end() && raw(name) < at->second->size() && (*at->second)[raw(name)];
    }
};

/// Clock with which a picture of several ranks is drawn.
enum class ClockUse : quint8 {
    Files,   ///< every rank with the stamps of its own files
    Aligned, ///< moved by what an alignment of the ranks found, and by nothing else
    Moved    ///< some rank or lane was moved by hand
};

/// A clock that runs faster (or slower) than the others, on top of its offset; nothing at `originNs` of its own time.
struct ClockDrift
{
    double ppm = 0;
    qint64 originNs = 0;
    bool operator==(const ClockDrift &) const = default;
    [[nodiscard]] qint64 at(qint64 ownNs) const;
};

/// Reason why a rank or a lane is drawn at another time than in its file.
enum class OffsetReason : quint8 {
    Hand,   ///< the user gave the number
    Slices, ///< one of its slices was aligned with another slice
    Clocks, ///< the estimate of clock alignment
};

/// Corrections of clocks in nanoseconds, made by hand or by an alignment. An offset is taken off every stamp of the
/// rank or lane before it is drawn, so a positive one moves to the left; those of a lane and of all device lanes of a
/// rank come on top of the rank's. Zeros are not kept.
struct TimeOffsets
{
    std::map<RankRef, qint64> ranks;
    std::map<std::pair<RankRef, LaneId>, qint64> lanes;
    std::map<RankRef, ClockDrift> alignments; ///< ranks whose offset an alignment gave; most do not drift
    std::map<RankRef, qint64> devices;        ///< by how much the clock of the device runs ahead of the host's
    /// Reasons; for a rank: with NoLane. Offsets that are neither here nor in `alignments` were given by hand.
    std::map<std::pair<RankRef, LaneId>, OffsetReason> reasons;
    bool operator==(const TimeOffsets &) const = default;
    [[nodiscard]] bool isEmpty() const
    {
        return ranks.empty() && lanes.empty() && alignments.empty() && devices.empty();
    }
    [[nodiscard]] qint64 ofRank(RankRef rank) const;
    /// Offset of the rank at a stamp of its own.
    [[nodiscard]] qint64 ofRankAt(RankRef rank, qint64 ownNs) const;
    [[nodiscard]] ClockDrift driftOf(RankRef rank) const;
    /// Offset of the lane alone.
    [[nodiscard]] qint64 ofLane(RankRef rank, LaneId lane) const;
    /// Offset of the device lanes of the rank.
    [[nodiscard]] qint64 ofDevice(RankRef rank) const;
    /// Between ranks; the clock of the devices is another matter.
    [[nodiscard]] ClockUse clockUse() const;
    /// By hand or after a slice: an alignment of the rank is gone.
    void setRank(RankRef rank, qint64 ns, OffsetReason reason = OffsetReason::Hand);
    void setAligned(RankRef rank, qint64 ns, const ClockDrift &drift);
    void setLane(RankRef rank, LaneId lane, qint64 ns, OffsetReason reason = OffsetReason::Hand);
    void setDevice(RankRef rank, qint64 ns);
    /// NoLane: of the rank.
    [[nodiscard]] OffsetReason reasonOf(RankRef rank, LaneId lane = NoLane) const;
    void forgetRun(int run);
    /// The same for ranks that stand elsewhere now; those for which `now` gives no valid one are left out.
    [[nodiscard]] TimeOffsets moved(const std::function<RankRef(RankRef)> &now) const;
};

/// The one shared state that all docks follow and change; views never call each other. Navigation (window, ranks, step,
/// domain, selection) can be undone and redone. Lives on the GUI thread.
class ViewState : public QObject
{
    Q_OBJECT
public:
    explicit ViewState(QObject *parent = nullptr);

    /// The part of the time axis that time-based views show.
    [[nodiscard]] TimeWindow window() const { return m_now.window; }
    /// The span that restricts every table; empty: the whole run. Views that obey it say so.
    [[nodiscard]] TimeWindow timeSelection() const { return m_now.timeSelection; }
    /// The same in the stamps of a rank's files, which the timeline may have moved.
    [[nodiscard]] TimeWindow timeSelectionOf(RankRef rank) const;
    /// The rank that pies, details and single-rank tables show.
    [[nodiscard]] RankRef currentRank() const { return m_now.rank; }
    /// The sides of comparisons: what the user chose, wherever else was clicked since. Never the same rank twice.
    [[nodiscard]] RankRef baseRank() const { return m_now.base; }
    [[nodiscard]] RankRef otherRank() const { return m_now.other; }
    /// False while they are only what the program began with: who knows better ones may change them with keepSides().
    [[nodiscard]] bool sidesAreChosen() const { return m_now.sidesChosen; }
    /// From when on the diagnosis calls something a problem: no part of the history, nor of a session.
    [[nodiscard]] const DiagnosisThresholds &thresholds() const { return m_thresholds; }
    void setThresholds(const DiagnosisThresholds &thresholds);

    /// Rates with which bandwidths are compared.
    [[nodiscard]] const ReferenceRates &rates() const { return m_rates; }
    void setRates(const ReferenceRates &rates);
    /// Step as text; empty: all steps.
    [[nodiscard]] QString step() const { return m_now.step; }
    /// Group hash of the communication domain; empty: all.
    [[nodiscard]] QString domain() const { return m_now.domain; }
    /// Empty: views show every rank.
    [[nodiscard]] const ShownRanks &rankGroup() const { return m_now.group; }
    /// Ranks that leaveRankGroup() goes back to; empty: every rank.
    [[nodiscard]] ShownRanks outerRankGroup() const;
    [[nodiscard]] const Selection &selection() const { return m_now.selection; }
    /// Id of the arrangement of docks that is shown. Part of the history: a jump that left one can be taken back.
    [[nodiscard]] QString workspace() const { return m_now.workspace; }
    /// See askMetric(); nothing: pictures show what was chosen in them.
    [[nodiscard]] std::optional<StepMetric> askedMetric() const { return m_now.metric; }
    /// Which page of a view of several is looked at, by its id; empty before one is. Part of the history.
    [[nodiscard]] QString page(const QString &view) const;
    /// Not part of the history: a box is drawn again as quickly as it is taken back.
    [[nodiscard]] const BoxSelection &box() const { return m_box; }
    /// The box was drawn after what is selected was.
    [[nodiscard]] bool isBoxNewest() const { return m_isBoxNewest; }
    /// The box that the drawn one is compared with; empty while nothing is compared.
    [[nodiscard]] const BoxSelection &keptBox() const { return m_keptBox; }
    /// Ranks that views show whatever is selected, such as those with pinned lanes; their data stay loaded.
    [[nodiscard]] const std::set<RankRef> &heldRanks() const { return m_heldRanks; }
    /// Ranks that were brought together last; none once a jump of time views leads elsewhere.
    [[nodiscard]] const std::vector<RankRef> &ranksTogether() const { return m_now.together; }
    [[nodiscard]] TogetherLook togetherLook() const { return m_now.look; }
    /// Null while nothing is searched for.
    [[nodiscard]] const std::shared_ptr<const SearchHighlight> &highlight() const { return m_highlight; }
    /// Flow categories whose lines are drawn for all slices ("HostToDevice"). Those that a jump brings are part of the
    /// history, what the user chooses holds wherever the history goes.
    [[nodiscard]] QStringList shownFlows() const { return m_now.flows; }
    /// In order of their start; not part of the history.
    [[nodiscard]] const std::vector<TimeMark> &marks() const { return m_marks; }
    /// Windows that the user keeps under the numbers 1 to 9.
    [[nodiscard]] const std::map<int, TimeWindow> &bookmarks() const { return m_bookmarks; }
    /// Part of the history: moving a rank away by accident can be taken back.
    [[nodiscard]] const TimeOffsets &offsets() const { return m_now.offsets; }
    [[nodiscard]] TimeFormat timeFormat() const { return m_timeFormat; }
    /// The timeline shows lanes of what was computed from the trace. In the history as shownFlows() is.
    [[nodiscard]] bool showsDerivedLanes() const { return m_now.derivedLanes; }
    /// Whether they are as the user chose: a jump that shows them says nothing about the next run of the program.
    [[nodiscard]] bool derivedLanesAreChosen() const { return m_now.derivedLanesChosen; }
    [[nodiscard]] bool canGoBack() const { return !m_back.empty(); }
    [[nodiscard]] bool canGoForward() const { return !m_forward.empty(); }

public slots:
    /// Steps of one gesture (a held key, a drag) that follow each other within 400 ms are one entry of the history.
    void setWindow(rs::TimeWindow w);
    /// The same view of more data, or of less: no step of the user's, so none to go back from.
    void followWindow(rs::TimeWindow w);
    void setTimeSelection(rs::TimeWindow w);
    /// Outside of a jump, the step of another run is no longer chosen.
    void setCurrentRank(rs::RankRef r);
    /// The rank that the other side has changes places with this one.
    void setBaseRank(rs::RankRef r);
    void setOtherRank(rs::RankRef r);
    void swapSides();
    /// Sides that nobody chose, which is no step that one could take back.
    void keepSides(rs::RankRef base, rs::RankRef other);
    void setStep(const QString &step);
    /// Both in one step of the history; the rank is selected. An invalid one stays as it is.
    void chooseRankAndStep(rs::RankRef r, const QString &step);
    void setDomain(const QString &hash);
    void setRankGroup(const rs::ShownRanks &group);
    /// The same, but no step that one could take back: of a run that was read again.
    void keepRankGroup(const rs::ShownRanks &group);
    /// Ranks that were picked in a picture of those that are shown: leaveRankGroup() goes back to these.
    void narrowRankGroup(const rs::ShownRanks &group);
    /// Returns to the ranks shown before ranks were picked; else to every rank.
    void leaveRankGroup();
    /// The same by going back in the history to where they were picked, so that another step back goes on from there.
    /// If that was in another workspace, it is one step back; a pick that the history lacks is no step of it.
    void returnFromRankGroup();
    /// Asks the application to keep what the user says of a run's strategy; nothing: what its files say counts.
    void enterStrategy(int run, const std::optional<rs::Strategy> &strategy) { emit strategyEntered(run, strategy); }
    void select(const rs::Selection &s);
    /// The same, but no step that one could take back: of a run that was read again. The current rank stays.
    void keepSelection(const rs::Selection &s);
    void setWorkspace(const QString &id);
    /// Makes all changes of one action one step of the history.
    void inOneStep(const std::function<void()> &changes);
    /// Changes that a step had to wait for, such as a jump to a rank that was not loaded, join the last step.
    void inLastStep(const std::function<void()> &changes);
    /// Step of a place alone: `change` tells whether it changed something that setPlace() keeps.
    void changePlace(const std::function<bool()> &change);
    void setBox(const rs::BoxSelection &box);
    void setKeptBox(const rs::BoxSelection &box);
    void setHeldRanks(const std::set<rs::RankRef> &ranks);
    /// Selects a slice, makes its rank current, and asks time views to bring it into sight: the slice itself, or the
    /// `span` around it, in stamps of its own lane.
    void revealSlice(rs::RankRef rank, rs::SliceId slice, rs::TimeWindow span = {});
    /// The same for who goes through rows: a timeline that is seen follows, and one that is not does not come.
    void followSlice(rs::RankRef rank, rs::SliceId slice, rs::TimeWindow span = {});
    /// Makes a rank current and asks for the timeline, with the lanes of its device in sight as soon as it is loaded,
    /// and the `span`, in stamps of its device, filling the time axis.
    void showInTimeline(rs::RankRef rank, rs::TimeWindow span = {});
    /// The same for ranks to be held against each other, or one alone, with what they are looked at for pinned: the
    /// first becomes current, they stand first in the timeline, in this order, and their data stay loaded while
    /// together.
    void showTogether(const std::vector<rs::RankRef> &ranks, rs::TimeWindow span = {},
                      rs::TogetherLook look = rs::TogetherLook::Launches);
    /// The critical path is no longer shown: a step of the history, so that the way back leads to it.
    void leavePath();
    /// Jumps to a time, or to ranks that are held together, take it away: what they lead to would be dimmed.
    void setHighlight(std::shared_ptr<const rs::SearchHighlight> highlight);
    /// `chosen`: by the user; else by a jump, which going back takes back.
    void setShownFlows(const QStringList &categories, bool chosen = true);
    void setMarks(std::vector<rs::TimeMark> marks);
    /// An empty window forgets the number.
    void setBookmark(int number, rs::TimeWindow w);
    void setOffsets(const rs::TimeOffsets &offsets);
    /// The same, but no step that one could take back: of a run that was read again.
    void keepOffsets(const rs::TimeOffsets &offsets);
    /// A rank that came later joins those whose device lanes are on the hosts' clocks, now and wherever the history
    /// goes: no step of it.
    void joinDevices(rs::RankRef rank, qint64 ns);
    void setTimeFormat(rs::TimeFormat format);
    void setDerivedLanes(bool shown, bool chosen = true);
    /// Place of the user in a view, by its id, in the view's own words: back() and forward() return there.
    void setPlace(const QString &view, const QJsonObject &place) { m_places[view] = place; }
    void back();
    void forward();
    /// The history begins with what is shown now.
    void restartHistory();
    /// Forgets everything that points into a closed run.
    void forgetRun(int run);
    /// Everything that belonged to what was open: nothing of it is left for what is opened next. How times are written
    /// stays.
    void reset();
    /// Asks the application to bring a dock to the front, by its id, or one of its pages: "system/kernels".
    void showView(const QString &id);
    void setPage(const QString &view, const QString &name);
    /// The same, but no step that one could take back: as a session has it.
    void keepPage(const QString &view, const QString &name);
    /// Asks the page of a table for its row about these two ranks of a run, as soon as it has rows: who came late, and
    /// who waited.
    void askRow(const QString &table, rs::RankRef late, int waiting) { emit rowAsked(table, late, waiting); }
    /// Pictures of one time of the ranks show that one until another rank is chosen by something else than a jump that
    /// asks as well, or until chooseMetric(). Within a jump; part of the history.
    void askMetric(rs::StepMetric metric);
    /// The user chose one: what jumps asked for counts no more, wherever the history goes.
    void chooseMetric();
    /// Asks the application to tell the user something, such as why there was nothing to go to.
    void notice(const QString &text) { emit noticed(text); }
    /// The same, but the keys stay with who has them.
    void raiseView(const QString &id) { emit viewRaised(id); }

signals:
    /// Before the others: who is shown answers to them.
    void workspaceChanged();
    void pageChanged(const QString &view);
    void windowChanged();
    void timeSelectionChanged();
    void currentRankChanged();
    /// One of the sides of comparisons, or both.
    void sidesChanged();
    void thresholdsChanged();
    void ratesChanged();
    void stepChanged();
    /// Somebody chose a step, or all, perhaps the same again; going back is no choice. What answers is one step of the
    /// history with it.
    void stepChosen();
    void domainChanged();
    void rankGroupChanged();
    void strategyEntered(int run, const std::optional<rs::Strategy> &strategy);
    void selectionChanged();
    void boxChanged();
    void keptBoxChanged();
    void heldRanksChanged();
    void revealRequested(rs::RankRef rank, rs::SliceId slice, rs::TimeWindow span);
    void rankRevealRequested(rs::RankRef rank, rs::TimeWindow span);
    /// ranksTogether() are to be loaded and to stand together.
    void ranksBroughtTogether();
    /// They are others, or none, or are looked at for something else: by a jump or by the history.
    void ranksTogetherChanged();
    void highlightChanged();
    void shownFlowsChanged();
    void marksChanged();
    void bookmarksChanged();
    void offsetsChanged();
    void timeFormatChanged();
    void derivedLanesChanged();
    void historyChanged();
    /// The history is about to make a step: asks for setPlace().
    void aboutToStep();
    /// After back() and forward(), last: the places that were left then, by view.
    void placeReturned(const QJsonObject &places);
    /// After reset(): views forget what they arranged, typed and found in what was open.
    void wasReset();
    void viewRequested(const QString &id);
    void viewRaised(const QString &id);
    void rowAsked(const QString &table, rs::RankRef late, int waiting);
    void askedMetricChanged();
    void noticed(const QString &text);

private:
    struct State
    {
        TimeWindow window;
        TimeWindow timeSelection;
        RankRef rank;
        RankRef base;
        RankRef other;
        bool sidesChosen = false;
        QString step;
        QString domain;
        ShownRanks group;
        std::vector<ShownRanks> outerGroups; ///< what the ranks of `group` were picked from, the widest first
        Selection selection;
        std::vector<RankRef> together;
        TogetherLook look = TogetherLook::Launches;
        TimeOffsets offsets;
        QString workspace;
        std::map<QString, QString> pages; ///< by view
        std::optional<StepMetric> metric; ///< that a jump asks for
        QStringList flows;
        bool derivedLanes = false;
        bool derivedLanesChosen = true;
        bool operator==(const State &) const = default;
    };
    /// A state that was left.
    struct Step
    {
        State state;
        QJsonObject places{}; ///< by view
    };
    void apply(const State &asked, bool merge);
    /// Changes the state at every step of the history; no step of it.
    void everywhere(const std::function<void(State &)> &change);
    void askPlace();
    void pushStep(Step left);
    void travel(std::vector<Step> &from, std::vector<Step> &to, size_t steps = 1);
    /// One step with what a first click followed a moment before in the rows of that rank: a double click is one
    /// action.
    void inStepOfClick(RankRef rank, const std::function<void()> &changes);
    void setSides(RankRef base, RankRef other);
    void setTogether(const std::vector<RankRef> &ranks, TogetherLook look = TogetherLook::Launches);
    void announce(const State &before);
    void announcePages(const State &before);

    State m_now;
    DiagnosisThresholds m_thresholds;
    ReferenceRates m_rates;
    BoxSelection m_box;
    bool m_isBoxNewest = false;
    BoxSelection m_keptBox;
    std::set<RankRef> m_heldRanks;
    std::shared_ptr<const SearchHighlight> m_highlight;
    std::vector<TimeMark> m_marks;
    std::map<int, TimeWindow> m_bookmarks;
    TimeFormat m_timeFormat = TimeFormat::FromStart;
    QJsonObject m_places;
    std::vector<Step> m_back;
    std::vector<Step> m_forward;
    /// A jump changes rank, selection and window one after the other, and is one step of the history.
    enum class Jump : quint8 { None, Begins, GoesOn };
    Jump m_jump = Jump::None;
    /// Jump of a first click, and its step: a second click continues it.
    struct Followed
    {
        RankRef rank;
        quint64 step = 0;
        qint64 endedMs = 0;
    };
    std::optional<Followed> m_followed;
    quint64 m_steps = 0;       ///< ever made
    bool m_asksMetric = false; ///< the jump does: the rank that it chooses is the one that the time is of
    qint64 m_lastWindowChangeMs = 0;
};

} // namespace rs
