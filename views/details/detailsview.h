// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/details/slicefacts.h"
#include "views/dockview.h"
#include "views/widgets/latestjob.h"

class QLabel;
class QSplitter;
class QStackedLayout;
class QTreeWidgetItem;

namespace rs {

class EmptyState;
class PropertyTree;

/// Everything about what was selected last: a slice with its kernel, args, call stack and flows, or a rank.
class DetailsView final : public DockView
{
    Q_OBJECT
public:
    explicit DetailsView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Details"); }
    [[nodiscard]] bool isComplete() const override { return !m_job.isRunning(); }
    [[nodiscard]] PropertyTree *properties() const { return m_properties; }
    [[nodiscard]] PropertyTree *args() const { return m_args; }
    [[nodiscard]] PropertyTree *flows() const { return m_flows; }
    [[nodiscard]] QString heading() const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 80}; }

protected:
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void update();
    void showSlice(const std::shared_ptr<const RankData> &rank, RankRef ref, SliceId slice);
    void showFacts(const SliceFacts &facts);
    void showRank(const RankInfo &info, RankRef ref);
    void showNothing();
    void setHeading(const QString &name, const QString &note);
    void follow(const QTreeWidgetItem *item);

    LatestJob<SliceFacts> m_job;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QWidget *m_page;
    QLabel *m_heading;
    QLabel *m_note;
    QSplitter *m_splitter;
    PropertyTree *m_properties;
    PropertyTree *m_args;
    PropertyTree *m_flows;
    RankRef m_rank;
    SliceId m_slice = NoSlice;
    QTreeWidgetItem *m_section = nullptr;
};

} // namespace rs
