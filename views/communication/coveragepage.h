// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "analysis/communication/commtraffic.h"
#include "views/page/charttablepage.h"
#include "views/widgets/latestjob.h"
#include "views/picture/stackedbars.h"

#include <vector>

namespace rs {

class Picker;

/// Communication under kernels: a bar of covered and uncovered time for each domain or rank, above the table of the
/// same.
class CoveragePage final : public ChartTablePage
{
    Q_OBJECT
public:
    explicit CoveragePage(const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] StackedBars *bars() const { return m_bars; }
    /// A bar for each domain or for each rank.
    [[nodiscard]] Picker *byPicker() const { return m_by; }
    /// Shares or times.
    [[nodiscard]] Picker *valuePicker() const { return m_value; }

protected:
    void refresh() override;
    [[nodiscard]] bool hasChart() const override { return !m_shown.empty(); }

private:
    struct Answer
    {
        std::vector<CoverageSum> domains;
        std::vector<CoverageSum> ranks;
        Phrase whyEmpty; ///< English
    };
    CoveragePage(StackedBars *bars, const ViewContext &context, QWidget *parent);
    [[nodiscard]] static BarSeries series();
    void take(Answer answer);
    void showBars();
    void followState();
    [[nodiscard]] bool isByRank() const;
    [[nodiscard]] RankRef refOf(int bar) const;
    [[nodiscard]] QString nameOf(const CoverageSum &sum) const;

    StackedBars *m_bars;
    Picker *m_by;
    Picker *m_value;
    LatestJob<Answer> m_job;
    Answer m_answer;
    std::vector<CoverageSum> m_shown; ///< by bar
};

} // namespace rs
