// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "analysis/links/transportrows.h"
#include "views/page/charttablepage.h"
#include "views/widgets/latestjob.h"

#include <vector>

class QMenu;

namespace rs {

class Picker;
class ValueBars;

/// Data moved over each transport, by all ranks or the current one, as bars above the table: bandwidth beside the
/// reference rates, or packets by size.
class TransportPage final : public ChartTablePage
{
    Q_OBJECT
public:
    enum class Subject : quint8 { Bandwidth, Packets };

    TransportPage(Subject subject, const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] ValueBars *bars() const { return m_bars; }
    [[nodiscard]] Picker *ranksPicker() const { return m_ranks; }
    /// Chooses packets by number or by bytes.
    [[nodiscard]] Picker *valuePicker() const { return m_value; }

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    [[nodiscard]] bool hasChart() const override;

private:
    struct Answer
    {
        std::vector<TransportSum> sums;
        Phrase whyEmpty; ///< English
    };
    TransportPage(Subject subject, ValueBars *bars, const ViewContext &context, QWidget *parent);
    void take(Answer answer);
    /// The ranks that the whiskers of a bar end at.
    void addRanks(QMenu *menu, const QPoint &at);
    void showBars();
    void showBandwidths();
    void showPackets();
    [[nodiscard]] bool isOfOneRank() const;
    [[nodiscard]] bool countsBytes() const;
    [[nodiscard]] QString ranksText() const;

    Subject m_subject;
    ValueBars *m_bars;
    Picker *m_ranks;
    Picker *m_value;
    LatestJob<Answer> m_job;
    std::vector<TransportSum> m_sums;
    RankRef m_of;
};

} // namespace rs
