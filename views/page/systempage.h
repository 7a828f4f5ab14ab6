// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/intervals.h"
#include "analysis/time/stepwindows.h"
#include "views/page/dockview.h"
#include "views/widgets/pagebody.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace rs {

class EmptyState;

/// The time of one rank that a page is asked for: the selected one, else that of the chosen step.
struct AskedTime
{
    std::optional<Interval> selected; ///< in the rank's own stamps
    QString step;
    /// Nothing: the whole capture, also of a rank that lacks the step.
    [[nodiscard]] std::optional<Interval> of(const RankData &rank, StepSide side, const JobContext &job) const;
};

/// One page of the system view: a widget, its title, and its object name, by which it is shown ("system/kernels"). A
/// page speaks of the current rank and, where its data has times, of the selected time. It computes when it is looked
/// at: refresh() is called when the page is visible and something that it depends on has changed.
class SystemPage : public QWidget
{
    Q_OBJECT
public:
    /// `name` is frozen: the documentation, `--view system/NAME` and other views use it.
    SystemPage(const QString &name, const ViewContext &context, QWidget *parent = nullptr);

    /// Translated; short, because it stands in a list.
    [[nodiscard]] virtual QString title() const = 0;
    /// Translated; which question the page answers, for the tooltip of its entry.
    [[nodiscard]] virtual QString hint() const = 0;
    /// Empty when the page obeys the time selection, else a sentence that says why it shows the whole capture.
    [[nodiscard]] virtual QString whyWhole() const { return {}; }
    /// Where no time is selected it shows what touches the chosen step.
    [[nodiscard]] virtual bool followsStep() const { return false; }
    /// It speaks of every rank of the run: another rank of it changes nothing, and a row stays under the mouse.
    [[nodiscard]] virtual bool isOfRun() const { return false; }
    /// It shows only the ranks that the views are restricted to.
    [[nodiscard]] virtual bool takesRankGroup() const { return false; }
    /// Translated; why a page of all ranks shows those beside the ones that the views are restricted to as well. Empty
    /// for a page that does not, or that speaks of one rank.
    [[nodiscard]] virtual QString whyAllRanks() const { return {}; }
    /// True when the tables of the page have stamps.
    [[nodiscard]] virtual bool hasStamps() const { return false; }
    /// True when nothing that the page shows is still being computed.
    [[nodiscard]] virtual bool isComplete() const { return true; }
    /// As DockView has them.
    [[nodiscard]] virtual std::vector<PictureExport> pictures() const { return {}; }
    [[nodiscard]] virtual bool preparePictures() { return true; }
    [[nodiscard]] virtual QJsonObject saveState() const { return {}; }
    virtual void restoreState(const QJsonObject &) {}
    [[nodiscard]] EmptyState *emptyState() const;
    /// Sets every text again.
    virtual void retranslate() = 0;

    /// What the page shows is out of date. It is computed again at once when the page is visible, else when it is
    /// shown; a page whose run was closed lets go of it at once.
    void invalidate();

signals:
    /// whyWhole() or the title changed.
    void scopeChanged();
    /// saveState() may give something else now.
    void arrangementChanged();

protected:
    virtual void refresh() = 0;
    /// Computes what is out of date, also where nobody sees the page.
    void bringUpToDate();
    void showEvent(QShowEvent *event) override;

    [[nodiscard]] const ViewContext &context() const { return m_context; }
    /// Fills the page; empty until the page says otherwise.
    [[nodiscard]] PageBody *body() const { return m_body; }
    [[nodiscard]] RunStore &runs() const { return *m_context.runs; }
    [[nodiscard]] ViewState &state() const { return *m_context.state; }
    /// The current rank; null while it is not loaded.
    [[nodiscard]] std::shared_ptr<const RankData> rank() const { return runs().rank(state().currentRank()); }
    /// The current rank's run, holding no other rank: work on one rank keeps none of those that give way for it. Null
    /// without a run.
    [[nodiscard]] std::shared_ptr<const Run> runOfRank() const;
    /// The selected time in the rank's own stamps; empty when nothing is selected.
    [[nodiscard]] std::optional<Interval> window() const;
    [[nodiscard]] AskedTime askedTime() const { return {window(), state().step()}; }
    /// What offsets count from: the start of the current rank's run.
    [[nodiscard]] qint64 originNs() const;

private:
    ViewContext m_context;
    PageBody *m_body;
    bool m_stale = true;
};

/// States of pages by their names, without the empty ones.
[[nodiscard]] QJsonObject savedPages(const std::vector<SystemPage *> &pages);
/// A page that the states lack is as at first.
void restorePages(const std::vector<SystemPage *> &pages, const QJsonObject &states);

} // namespace rs
