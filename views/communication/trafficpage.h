// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/text/phrase.h"
#include "analysis/communication/commtraffic.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <vector>

namespace rs {

class ChartFrame;
class Picker;
class TrafficChart;

/// Bandwidth and bytes in flight of the current rank over time, as curves.
class TrafficPage final : public Page
{
    Q_OBJECT
public:
    explicit TrafficPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool hasStamps() const override { return true; }
    void retranslate() override;

    [[nodiscard]] TrafficChart *chart() const { return m_chart; }
    [[nodiscard]] Picker *valuePicker() const { return m_value; }

protected:
    void refresh() override;
    void restoreMore(const QJsonObject &) override { showValue(); }

private:
    struct Result
    {
        std::vector<TrafficSeries> series;
        Interval step;
        bool ofFile = false; ///< communication.json, not the trace
        Phrase whyEmpty;     ///< English
    };
    void take(const Result &result);
    void showValue();
    void showInTimeline(qint64 ns);
    /// Empty where all domains are chosen.
    [[nodiscard]] QString domainText() const;

    TrafficChart *m_chart;
    ChartFrame *m_frame;
    Picker *m_value;
    LatestJob<Result> m_job;
    RankRef m_of;
};

} // namespace rs
