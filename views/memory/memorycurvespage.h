// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/memorycurves.h"
#include "views/memory/memorychart.h"
#include "views/system/systempage.h"
#include "views/widgets/latestjob.h"

#include <memory>
#include <optional>

class QMenu;

namespace rs {

class ChartFrame;
class Picker;

/// The curves of memory of the current rank: of a component, or of its streams.
class MemoryCurvesPage final : public SystemPage
{
    Q_OBJECT
public:
    explicit MemoryCurvesPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool hasStamps() const override { return true; }
    [[nodiscard]] bool followsStep() const override { return true; }
    [[nodiscard]] bool isComplete() const override { return !m_job.isRunning(); }
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;
    void retranslate() override;

    [[nodiscard]] MemoryChart *chart() const { return m_chart; }
    [[nodiscard]] Picker *componentPicker() const { return m_component; }
    [[nodiscard]] Picker *groupPicker() const { return m_group; }
    /// That is drawn; empty while there is none.
    [[nodiscard]] QString component() const { return m_shownComponent; }
    /// When most was held, for those that ask who held it: a moment that the user chose; nothing: the peak.
    [[nodiscard]] std::optional<qint64> moment() const { return m_moment; }
    void setMoment(std::optional<qint64> ns);

signals:
    void componentChanged();
    void momentChanged();

protected:
    void refresh() override;

private:
    [[nodiscard]] MemoryGrouping grouping() const;
    void take(std::shared_ptr<const MemoryCurves> curves);
    void showCurves();
    /// Selection, marks and the slice that is selected, in the rank's own stamps.
    void showTimes();
    [[nodiscard]] Interval chosenStep() const;
    void zoomTo(Interval step);
    void showNote();
    void addToMenu(QMenu *menu, const QPoint &at);
    void empty(const QString &why);

    MemoryChart *m_chart;
    ChartFrame *m_frame;
    Picker *m_component;
    Picker *m_group;
    LatestJob<std::shared_ptr<const MemoryCurves>> m_job;
    std::shared_ptr<const Table> m_table; ///< of the curves, or of those that are made
    std::shared_ptr<const MemoryCurves> m_curves;
    MemoryGrouping m_made = MemoryGrouping::Component;
    QString m_shownComponent;
    std::optional<qint64> m_moment;
    Interval m_zoomed; ///< the step that was chosen last, in stamps of its rank
    RankRef m_of;
};

} // namespace rs
