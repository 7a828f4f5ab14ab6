// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/stepwindows.h"
#include "core/base/intervals.h"
#include "views/page/dockview.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/picker.h"

#include <QJsonObject>

#include <functional>
#include <optional>
#include <vector>

namespace rs {

class ChartFrame;
class EmptyState;

/// The time of one rank that a page is asked for: the selected one, else that of the chosen step.
struct AskedTime
{
    std::optional<Interval> selected; ///< in the rank's own stamps
    QString step;
    /// Nothing: the whole capture, also of a rank that lacks the step.
    [[nodiscard]] std::optional<Interval> of(const RankData &rank, StepSide side, const JobContext &job) const;
    bool operator==(const AskedTime &) const = default;
};

/// A choice of the user on a page: a picker that sessions keep and that is worded again in another language.
struct PageChoice
{
    QString key;    ///< in sessions, frozen; empty: sessions do not keep it
    QVariant first; ///< value until the user chooses: a number, a truth value or a text
    std::function<QString()> label;
    std::function<std::vector<PickerItem>()> items; ///< unset: the page sets them
    /// The items come and go with the data, so that a session may name one that is not known yet. A number is then at
    /// least `first`.
    bool isOfData = false;

    /// A choice among names, whose values are their places; the first of them is chosen until then.
    [[nodiscard]] static PageChoice among(const char *key, std::function<QString()> label,
                                          std::function<QStringList()> names);
};

/// One page of a dock: a widget, its title, and its object name, by which it is shown ("system/kernels"). A page speaks
/// of the current rank and, where its data has times, of the selected time. It computes when it is looked at: refresh()
/// is called when the page is visible and something that it depends on has changed.
///
/// A page says what it is made of: addPicture(), addChoice(), addWork(). Exports, sessions, language, "still being
/// computed" and want of memory follow from that. A page that is a table with pickers is a PageSpec.
class Page : public QWidget
{
    Q_OBJECT
public:
    /// `name` is frozen: the documentation, `--view system/NAME` and other views use it.
    Page(const QString &name, const ViewContext &context, QWidget *parent = nullptr);

    /// Translated; short, because it stands in a list.
    [[nodiscard]] virtual QString title() const { return m_front ? m_front->title() : QString(); }
    /// Translated; which question the page answers, for the tooltip of its entry.
    [[nodiscard]] virtual QString hint() const { return m_front ? m_front->hint() : QString(); }
    /// Empty when the page obeys the time selection, else a sentence that says why it shows the whole capture.
    [[nodiscard]] virtual QString whyWhole() const { return m_front ? m_front->whyWhole() : QString(); }
    /// Without a selected time it shows what touches the chosen step.
    [[nodiscard]] virtual bool followsStep() const { return false; }
    /// Its numbers are those of the chosen step.
    [[nodiscard]] virtual bool takesStep() const { return m_front && m_front->takesStep(); }
    /// It speaks of every rank of the run: another rank of it changes nothing, and a row stays under the mouse.
    [[nodiscard]] virtual bool isOfRun() const { return m_front && m_front->isOfRun(); }
    /// It shows only the ranks that the views are restricted to.
    [[nodiscard]] virtual bool takesRankGroup() const { return false; }
    /// Translated; why a page of all ranks shows those beside the ones that the views are restricted to as well. Empty
    /// for a page that does not, or that speaks of one rank.
    [[nodiscard]] virtual QString whyAllRanks() const { return m_front ? m_front->whyAllRanks() : QString(); }
    /// True when the tables of the page have stamps.
    [[nodiscard]] virtual bool hasStamps() const { return m_front && m_front->hasStamps(); }
    /// True when nothing that the page shows is still being computed.
    [[nodiscard]] virtual bool isComplete() const;
    /// As DockView has them.
    [[nodiscard]] std::vector<PictureExport> pictures() const;
    [[nodiscard]] bool preparePictures();
    /// The choices that are not as at first, and what else the page keeps.
    [[nodiscard]] QJsonObject saveState() const;
    /// A choice that the state lacks is as at first; nonsense, too.
    void restoreState(const QJsonObject &state);
    [[nodiscard]] EmptyState *emptyState() const;
    /// Sets every text again; those of choices are.
    virtual void retranslate();
    /// Everything that was open is closed: what was typed or found must not meet what is opened next.
    virtual void forget() {}

    /// Keys of the choices that sessions keep.
    [[nodiscard]] QStringList choices() const;
    /// The picker of that key; null for an unknown one.
    [[nodiscard]] Picker *choice(QStringView key) const;
    /// The contents are out of date. The page is computed again at once when the page is visible, else when it is
    /// shown; a page whose run was closed lets go of it at once.
    void invalidate();
    /// The contents stand in another place, which has a layout, until the page itself is shown.
    virtual void showIn(QWidget *place);
    /// Only the time that it speaks of is another one.
    virtual void followTime() { invalidate(); }

signals:
    /// whyWhole() or the title changed.
    void scopeChanged();
    /// saveState() may give something else now.
    void arrangementChanged();

protected:
    virtual void refresh() = 0;
    /// State that a session keeps beside choices. Called when choices are restored.
    virtual void saveMore(QJsonObject &) const {}
    virtual void restoreMore(const QJsonObject &) {}
    /// Computes what is out of date, also where nobody sees the page.
    void bringUpToDate();
    void showEvent(QShowEvent *event) override;

    /// A page in this one, which says for both what they are and which ranks and times they speak of.
    void setFront(Page *page);
    /// `frame` is exported where `isThere` says that there is something to see in it.
    void addPicture(const ChartFrame *frame, std::function<bool()> isThere);
    /// The page puts the picker where it belongs.
    Picker *addChoice(PageChoice choice);
    /// The items of all choices again.
    void fillChoices();
    /// The page is complete when the job is done, and says so where it finds no memory. A job or RankResults.
    template <typename Job>
    void addWork(Job &job)
    {
        body()->guard(job);
        m_works.push_back({[&job] { return job.isRunning(); }, [&job] { job.cancel(); }});
    }
    void cancelWork();

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
    /// Reason why the current rank has no table: it is not loaded, or its databases hold what `file` would. Empty
    /// where there is none.
    [[nodiscard]] QString whyNoTable(const QString &file) const;
    /// Text of the table about files that the current rank lacks.
    [[nodiscard]] QString whyEmpty(QStringView table) const;
    /// The selected time in the rank's own stamps; empty when nothing is selected.
    [[nodiscard]] std::optional<Interval> window() const;
    [[nodiscard]] AskedTime askedTime() const { return {window(), state().step()}; }
    /// Origin of offsets: the start of the current rank's run.
    [[nodiscard]] qint64 originNs() const;

private:
    struct Picture
    {
        const ChartFrame *frame;
        std::function<bool()> isThere;
    };
    struct MadeChoice
    {
        PageChoice what;
        Picker *picker;
    };
    struct Work
    {
        std::function<bool()> isRunning;
        std::function<void()> cancel;
    };
    ViewContext m_context;
    PageBody *m_body;
    std::vector<Picture> m_pictures;
    std::vector<MadeChoice> m_choices;
    std::vector<Work> m_works;
    Page *m_front = nullptr;
    bool m_stale = true;
};

/// States of pages by their names, without the empty ones.
[[nodiscard]] QJsonObject savedPages(const std::vector<Page *> &pages);
/// A page that the states lack is as at first.
void restorePages(const std::vector<Page *> &pages, const QJsonObject &states);

} // namespace rs
