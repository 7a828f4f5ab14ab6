// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/dockview.h"

#include <vector>

class QSplitter;
class QTabWidget;

namespace rs {

class PipelinePage;
class TablePage;

/// How data comes to the current rank: the graph of its data pipeline, and below it the tables of its operators,
/// advice, queues and times, of the operations of the data set, and of what ran on the AI CPU.
class DataView final : public DockView
{
    Q_OBJECT
public:
    explicit DataView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// The id of one of the tables: "pipeline.advice".
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override;

    [[nodiscard]] PipelinePage *pipeline() const { return m_pipeline; }
    /// In the order of the tabs.
    [[nodiscard]] const std::vector<TablePage *> &tables() const { return m_tables; }
    /// Null for an unknown id.
    [[nodiscard]] TablePage *table(QStringView id) const;

protected:
    void forget() override;
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// Null while the graph is in front.
    [[nodiscard]] TablePage *shownTable() const;
    /// Where graph and a table have no room one above the other, the graph is the first tab.
    void arrange();

    PipelinePage *m_pipeline;
    QSplitter *m_halves;
    QTabWidget *m_tabs;
    std::vector<TablePage *> m_tables;
};

} // namespace rs
