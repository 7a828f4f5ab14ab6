// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/linkcostmodel.h"
#include "views/page/charttablepage.h"
#include "views/widgets/latestjob.h"

#include <memory>

namespace rs {

class ScatterChart;

/// Time of a message over its size for every link, with the fitted line of each type of link, above the table of the
/// fits.
class LinkFitPage final : public ChartTablePage
{
    Q_OBJECT
public:
    explicit LinkFitPage(const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;
    [[nodiscard]] ScatterChart *chart() const { return m_chart; }

protected:
    void refresh() override;
    [[nodiscard]] bool hasChart() const override;

private:
    LinkFitPage(ScatterChart *chart, const ViewContext &context, QWidget *parent);
    void take(std::shared_ptr<const LinkJudgement> judgement, const Phrase &whyEmpty);

    ScatterChart *m_chart;
    LatestJob<std::pair<std::shared_ptr<const LinkJudgement>, Phrase>> m_job;
};

} // namespace rs
