// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/host/rankresults.h"
#include "views/page/systempage.h"

class QHBoxLayout;
class QLabel;

namespace rs {

class ScrollPage;

/// A page of the system view that speaks of every loaded rank of the run: a line of words on top, its tables below.
class LaunchPage : public SystemPage
{
    Q_OBJECT
public:
    LaunchPage(const QString &name, const ViewContext &context, QWidget *parent);

    [[nodiscard]] bool hasStamps() const override { return true; }
    /// What the line above the tables says.
    [[nodiscard]] QString summary() const;
    /// True while the empty state stands in the place of the tables.
    [[nodiscard]] bool isEmpty() const;

protected:
    /// Where the dock is lower than so many lines of text, the page is scrolled.
    void setContent(QWidget *content, int leastLines = 14);
    /// Right of the summary.
    void addControl(QWidget *control);
    void setSummary(const QString &text);
    void showContent();
    void showEmpty(const QString &heading, const QString &why);
    /// What the page needs of a rank: a trace.
    [[nodiscard]] virtual bool serves(const RankData &rank) const;
    /// Ranks of the current rank's run that serve the page, in rank order.
    [[nodiscard]] std::vector<LoadedRank> loadedRanks() const;
    [[nodiscard]] std::shared_ptr<const Run> run() const { return runs().run(state().currentRank().run); }
    /// True when other ranks are loaded than at the last call: only then results over all of them are computed again.
    [[nodiscard]] bool takeRanks();
    [[nodiscard]] QString label(RankRef ref) const;
    /// Why there is no loaded rank with a trace; empty when there is one.
    [[nodiscard]] QString whyNoRanks() const;

private:
    QLabel *m_summary;
    QHBoxLayout *m_head;
    QWidget *m_body;
    ScrollPage *m_scroll;
    std::vector<std::shared_ptr<const RankData>> m_taken;
};

} // namespace rs
