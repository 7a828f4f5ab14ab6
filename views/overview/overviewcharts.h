// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewcontext.h"

#include <QJsonObject>
#include <QStringList>
#include <QWidget>

#include <vector>

class QStackedWidget;
class QTabBar;

namespace rs {

class HeatMapPage;
class StrategyPage;
class Page;

/// Large picture of the overview: its bars, the heat map of ranks and steps, or the grid of ranks.
class OverviewCharts : public QWidget
{
    Q_OBJECT
public:
    enum class Chart { Bars, HeatMap, Ranks };

    OverviewCharts(const ViewContext &context, QWidget *bars, QWidget *parent = nullptr);

    /// Tabs that choose the picture.
    [[nodiscard]] QTabBar *tabs() const { return m_tabs; }
    [[nodiscard]] Chart chart() const;
    /// Frozen, in saved states and as a page of the view: "bars", "heatmap", "ranks".
    [[nodiscard]] QString id() const;
    [[nodiscard]] static QStringList ids();
    /// An unknown id changes nothing; false then.
    bool showChart(const QString &id);
    [[nodiscard]] HeatMapPage *heatMap() const { return m_heatMap; }
    [[nodiscard]] StrategyPage *ranks() const { return m_ranks; }
    /// Nothing is computed for the page that is shown.
    [[nodiscard]] bool isComplete() const;
    /// Choices in the pictures other than the bars.
    [[nodiscard]] QJsonObject saveState() const;
    void restoreState(const QJsonObject &state);
    void retranslate();

signals:
    void arrangementChanged();
    void chartChosen();

private:
    [[nodiscard]] Page *page() const;
    [[nodiscard]] std::vector<Page *> pages() const;
    void invalidate();

    QTabBar *m_tabs;
    QStackedWidget *m_stack;
    HeatMapPage *m_heatMap;
    StrategyPage *m_ranks;
};

} // namespace rs
