// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/idlecauses.h"
#include "analysis/time/slicenamestats.h"
#include "analysis/overview/timebreakdownrows.h"
#include "views/browse/slicefacts.h"
#include "views/page/dockview.h"
#include "views/widgets/latestjob.h"

#include <functional>
#include <utility>
#include <vector>

class QScrollArea;
class QSplitter;
class QStackedLayout;
class QTreeWidgetItem;

namespace rs {

class ElidedLabel;
class EmptyState;
class Histogram;
class PropertyTree;

/// Everything about what was selected last: a slice with its kernel, args, call stack and flows, or a rank.
class DetailsView final : public DockView
{
    Q_OBJECT
public:
    explicit DetailsView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Details"); }
    [[nodiscard]] bool isComplete() const override
    {
        return !m_job.isRunning() && !m_sameJob.isRunning() && !m_breakdownJob.isRunning();
    }
    [[nodiscard]] PropertyTree *properties() const { return m_properties; }
    [[nodiscard]] PropertyTree *args() const { return m_args; }
    [[nodiscard]] PropertyTree *flows() const { return m_flows; }
    [[nodiscard]] Histogram *histogram() const { return m_histogram; }
    /// Sentence on the slice among those of its name.
    [[nodiscard]] QString sameNameText() const;
    [[nodiscard]] QString heading() const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 80}; }
    /// Source of the numbers of a selected operator, as names and values; updateOperator() when they change.
    using Facts = std::function<std::vector<std::pair<QString, QString>>(const Selection &)>;
    void setOperatorFacts(Facts facts) { m_operatorFacts = std::move(facts); }
    void updateOperator();
    /// The same of a block of memory, or of the block that a selected slice is about; updateBlock() when they change.
    void setBlockFacts(Facts facts) { m_blockFacts = std::move(facts); }
    void updateBlock();

protected:
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void update();
    void showSlice(const std::shared_ptr<const RankData> &rank, RankRef ref, SliceId slice);
    void showFacts(const SliceFacts &facts);
    void showChain(const SliceFacts &facts);
    void makeLink(QTreeWidgetItem *item, SliceId slice);
    void startBreakdown(RankRef ref);
    void showRank(const RankInfo &info, RankRef ref);
    void showLink(const Selection &link);
    void showGap(const RankData &rank, RankRef ref, const IdleGap &gap, const QString &step);
    void showOperator(const Selection &chosen);
    void showBlock(const Selection &block);
    [[nodiscard]] static std::vector<Property> linesOf(const Facts &facts, const Selection &of);
    void showFields();
    void showNothing();
    void setHeading(const QString &name, const QString &note);
    void follow(const QTreeWidgetItem *item);
    void startNameStats(const std::shared_ptr<const RankData> &rank);
    void showNameStats(const std::shared_ptr<const SliceNameStats> &same);
    void walk(int bin);

    LatestJob<SliceFacts> m_job;
    LatestJob<TimeBreakdownSums> m_breakdownJob;
    LatestJob<std::shared_ptr<const SliceNameStats>> m_sameJob;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QWidget *m_page;
    ElidedLabel *m_heading;
    ElidedLabel *m_note;
    QSplitter *m_splitter;
    PropertyTree *m_properties;
    PropertyTree *m_args;
    PropertyTree *m_flows;
    QScrollArea *m_sameArea;
    ElidedLabel *m_sameHeading;
    ElidedLabel *m_sameText;
    Histogram *m_histogram;
    std::shared_ptr<const RankData> m_sameRank; // whose trace the histogram speaks of
    RankRef m_rank;
    SliceId m_slice = NoSlice;
    QTreeWidgetItem *m_section = nullptr;
    Facts m_operatorFacts;
    Facts m_blockFacts;
    std::vector<Property> m_blockLines; ///< that are shown
};

} // namespace rs
