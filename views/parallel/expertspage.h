// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/expertload.h"
#include "views/page/charttablepage.h"
#include "views/widgets/latestjob.h"
#include "views/picture/stackedbars.h"

#include <QString>
#include <QStringList>

#include <array>
#include <vector>

class QMenu;
class QResizeEvent;

namespace rs {

class Picker;

/// Which ranks' experts of a mixture of experts had more to do than others: bars of tokens, of the time of
/// GroupedMatmul with what the rank waits for the longest, and of what alltoallv moved, each with the mean of the
/// expert domain, beside each other or one of them alone, above the table of the same. Domains stand one after the
/// other, as in the table.
class ExpertsPage final : public ChartTablePage
{
    Q_OBJECT
public:
    explicit ExpertsPage(const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] bool isComplete() const override;

    [[nodiscard]] StackedBars *bars(ExpertMeasure of) const;
    /// Chooses a measure, or None for all of them.
    [[nodiscard]] Picker *measurePicker() const { return m_measure; }

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    [[nodiscard]] bool hasChart() const override { return !m_places.empty(); }
    void resizeEvent(QResizeEvent *event) override;

private:
    static constexpr size_t measureCount = 3;
    using Bars = std::array<StackedBars *, measureCount>;
    struct Answer
    {
        std::vector<ExpertLoad> loads;
        Phrase whyEmpty; ///< English
        int run = -1;
    };
    /// Place of a bar: in `loads`, and in the members of that one.
    struct BarPlace
    {
        size_t load = 0;
        size_t member = 0;
    };
    enum class Jump { Timeline, Operators };

    ExpertsPage(Bars bars, const ViewContext &context, QWidget *parent);
    [[nodiscard]] static Bars makeBars(const Theme *theme);
    void take(Answer answer);
    [[nodiscard]] std::vector<PickerItem> measures() const;
    void showBars();
    /// The chosen measure; all that any rank has, where they have room beside each other, else the first of them.
    void showMeasures();
    [[nodiscard]] std::vector<ExpertMeasure> known() const;
    [[nodiscard]] bool hasRoomForAll() const;
    [[nodiscard]] bool isKnown(ExpertMeasure of) const;
    [[nodiscard]] static QString whyUnknown(ExpertMeasure of);
    [[nodiscard]] StackedBar barOf(const BarPlace &place, ExpertMeasure of) const;
    void followState();
    void chooseRank(int bar);
    /// To the longest GroupedMatmul of the rank in the step, else to the rank.
    void jump(int bar, Jump where);
    void arrive(RankRef rank, SliceId slice, Jump where);
    void fillMenu(QMenu *menu, const QPoint &at);
    [[nodiscard]] RankRef refOf(int bar) const;
    [[nodiscard]] QString labelOf(int rankIndex) const;
    [[nodiscard]] StackedBars::Details detailsOf(int bar, ExpertMeasure of) const;
    [[nodiscard]] QString scope() const;
    [[nodiscard]] QString note() const;

    Bars m_bars;
    Picker *m_measure;
    LatestJob<Answer> m_job;
    LatestJob<SliceId> m_jump;
    Answer m_answer;
    std::vector<BarPlace> m_places;               ///< by bar
    ExpertMeasure m_wanted = ExpertMeasure::None; ///< of the picker, which shows what there is room for
    bool m_anyAccused = false;
    bool m_anyMarked = false; ///< that is not accused
};

} // namespace rs
