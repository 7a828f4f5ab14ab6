// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/memory/memorycurves.h"
#include "views/memory/memorychart.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <map>
#include <memory>
#include <optional>

class QMenu;

namespace rs {

class ChartFrame;
class Picker;

/// The curves of memory of the current rank: of a component, of its streams, of modules of CANN, or of a compiled
/// graph, which runs over nodes and not over time; and on the same axes those of a second rank.
class MemoryCurvesPage final : public Page
{
    Q_OBJECT
public:
    explicit MemoryCurvesPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool hasStamps() const override { return true; }
    [[nodiscard]] bool followsStep() const override { return true; }
    void retranslate() override;
    void forget() override;

    [[nodiscard]] MemoryChart *chart() const { return m_chart; }
    [[nodiscard]] Picker *groupPicker() const { return m_group; }
    [[nodiscard]] Picker *besidePicker() const { return m_besidePicker; }
    /// The second rank; invalid while none is chosen.
    [[nodiscard]] RankRef beside() const;
    /// That is drawn; empty while there is none, of modules and of graphs.
    [[nodiscard]] QString component() const { return m_shownComponent; }
    /// Note beside the heading: the peaks, and what is not drawn.
    [[nodiscard]] QString note() const { return m_note; }
    /// When most was held, for those that ask who held it: a moment that the user chose; nothing: the peak.
    [[nodiscard]] std::optional<qint64> moment() const { return m_moment; }
    void setMoment(std::optional<qint64> ns);
    /// The step that is chosen, on the host of a rank, in its own stamps. Empty: all steps, or its trace does not mark
    /// it.
    [[nodiscard]] Interval stepOf(RankRef ref) const;
    /// Marks from which node to which an operator of a graph holds its memory, while that graph is drawn; nothing:
    /// none.
    void setHeldNodes(const QString &graph, std::optional<Interval> nodes);

signals:
    void componentChanged();
    void besideChanged();
    void momentChanged();

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;

private:
    /// Groupings that the files of the rank allow.
    [[nodiscard]] MemoryGrouping grouping() const;
    [[nodiscard]] static std::shared_ptr<const Table> tableOf(const RankData &rank, MemoryGrouping grouping);
    /// Reason why the current rank has no curves by stream; empty: it may have them.
    [[nodiscard]] QString whyNoStreams() const;
    /// Component that is drawn, by the user's choice.
    [[nodiscard]] QString chosenComponent();
    void fillGroups();
    [[nodiscard]] bool isOfGraph() const { return m_made == MemoryGrouping::Graph; }
    /// The curves of which there may be more than can be told apart: streams or modules, the greatest peak first.
    [[nodiscard]] std::vector<const MemoryCurve *> manyOf(const MemoryCurves &curves) const;
    void take(std::shared_ptr<const MemoryCurves> curves);
    void fillBeside();
    void readBeside();
    /// `colors`: by name of the curve, without the rank.
    void addLines(std::vector<MemoryChart::Line> &lines, std::map<QString, int> &colors, const MemoryCurves &curves,
                  const QString &component, bool beside) const;
    [[nodiscard]] MemoryBeside besideCurves() const;
    void showCurves();
    /// Selection, marks and the slice that is selected, in the rank's own stamps.
    void showTimes();
    void zoomTo(Interval step);
    void showNote();
    void addToMenu(QMenu *menu, const QPoint &at);
    void addTimesToMenu(QMenu *menu, const QPoint &at);
    void empty(const QString &why);

    MemoryChart *m_chart;
    ChartFrame *m_frame;
    Picker *m_component;
    Picker *m_group;
    Picker *m_besidePicker;
    LatestJob<std::shared_ptr<const MemoryCurves>> m_besideJob;
    std::shared_ptr<const Table> m_besideTable;
    std::shared_ptr<const MemoryCurves> m_besideCurves;
    MemoryGrouping m_besideMade = MemoryGrouping::Component;
    std::optional<int> m_wantedBeside; ///< number of the rank that a session names, until its run is there
    LatestJob<std::shared_ptr<const MemoryCurves>> m_job;
    std::shared_ptr<const Table> m_table;      ///< of the curves, or of those that are made
    std::shared_ptr<const Table> m_streamless; ///< blocks of which none names a stream
    std::shared_ptr<const MemoryCurves> m_curves;
    MemoryGrouping m_made = MemoryGrouping::Component;
    MemoryGrouping m_chosen = MemoryGrouping::Component; ///< by the user
    QString m_shownComponent;
    QString m_note;
    std::optional<qint64> m_moment;
    Interval m_nodes;  ///< of the graph, that are selected: places
    Interval m_zoomed; ///< the step that was chosen last, in stamps of its rank
    RankRef m_of;
};

} // namespace rs
