// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/deviceload.h"
#include "core/text/phrase.h"
#include "views/page/charttablepage.h"
#include "views/parallel/devicemap.h"
#include "views/widgets/latestjob.h"

#include <memory>
#include <vector>

namespace rs {

class ColorScale;
class Picker;

/// Which devices of which hosts are full, and which compute more than others: a heat map above the table of the same.
class DevicesPage final : public ChartTablePage
{
    Q_OBJECT
public:
    explicit DevicesPage(const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] DeviceMap *map() const { return m_map; }
    [[nodiscard]] Picker *measurePicker() const { return m_measure; }

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    [[nodiscard]] bool hasChart() const override { return m_loads && !m_loads->empty(); }

private:
    struct Answer
    {
        std::shared_ptr<const std::vector<DeviceLoad>> loads;
        Phrase whyEmpty; ///< English
        int run = -1;
        bool isLegacy = false; ///< of files of MindSpore 1.x
    };
    DevicesPage(DeviceMap *map, ColorScale *scale, const ViewContext &context, QWidget *parent);
    void take(Answer answer);
    /// Until the user chooses, the first one of which something is known.
    void openMeasure();
    void showMeasure();
    void chooseDevice(int row, int column);
    void followState();
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString spreadText() const;

    DeviceMap *m_map;
    ColorScale *m_scale;
    Picker *m_measure;
    LatestJob<Answer> m_job;
    std::shared_ptr<const std::vector<DeviceLoad>> m_loads;
    int m_loadsRun = -1; ///< whose loads these are
    bool m_isLegacy = false;
    bool m_isChosen = false; ///< the measure, by the user
};

} // namespace rs
