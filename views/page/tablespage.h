// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/tablepage.h"

class QSplitter;

namespace rs {

class ScrollPage;

/// Tables beside each other on one question, and above them a picture where there is one. Those beside the first are
/// shown while the first has rows.
class TablesPage : public Page
{
    Q_OBJECT
public:
    TablesPage(const PageSpec &spec, const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return m_tables.front()->title(); }
    [[nodiscard]] QString hint() const override { return m_tables.front()->hint(); }
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isOfRun() const override;
    [[nodiscard]] bool followsStep() const override { return true; }
    [[nodiscard]] bool hasStamps() const override;
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;
    void followTime() override;

    /// In their order from the left.
    [[nodiscard]] const std::vector<TablePage *> &tables() const { return m_tables; }
    /// Verdict on the rows.
    [[nodiscard]] QString note() const;

protected:
    void refresh() override;
    /// Above the tables.
    void setFrame(ChartFrame *frame);

private:
    void rowsChanged();

    PageSpec m_spec;
    std::vector<TablePage *> m_tables;
    QLabel *m_note;
    QSplitter *m_parts; ///< the picture and the tables
    ScrollPage *m_scroll;
};

} // namespace rs
