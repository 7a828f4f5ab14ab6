// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/links/matrixdata.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <memory>

class QLabel;

namespace rs {

class LinkDialog;
class Picker;
class SlowLinkFrames;
class TablePage;

/// The links of the run as a table, over steps or by step, of one operator or of all, of the whole network or of the
/// current rank alone. A double click on a row opens its link.
class LinksPage final : public Page
{
    Q_OBJECT
public:
    explicit LinksPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] bool takesRankGroup() const override { return true; }
    void retranslate() override;

    [[nodiscard]] TablePage *table() const { return m_table; }
    /// "" for every operator by itself.
    [[nodiscard]] Picker *operatorPicker() const { return m_op; }
    /// StepAggregation.
    [[nodiscard]] Picker *stepsPicker() const { return m_steps; }
    /// The whole network or the current rank.
    [[nodiscard]] Picker *ofPicker() const { return m_of; }
    /// Only links of that type, as files call it, by a filter that the table shows.
    void showType(const QString &transport);
    /// Note on the picked ranks to which rows are restricted; empty: none are picked.
    /// Opens the link of a row of the table in a window of its own.
    LinkDialog *openLink(quint32 row) { return openLink(*m_table, row); }
    /// The menu of another table of links opens that window as well.
    void addDialogTo(TablePage *links);

protected:
    void refresh() override;

private:
    LinkDialog *openLink(const TablePage &links, quint32 row);
    void findOperators();
    void takeOperators(MatrixData found);
    void settleOperator();
    void takeRows();
    void addChoices();
    /// To the links of the current rank, where they are chosen.
    void narrow();
    void showRanks();
    /// Ends of slow links, as the matrix frames them.
    void frameSlow();
    /// The views are restricted to some ranks of its run.
    [[nodiscard]] bool isRestricted() const;

    TablePage *m_table;
    SlowLinkFrames *m_slow;
    QWidget *m_bar;
    QLabel *m_ranks; ///< which ranks restrict the rows
    Picker *m_op;
    Picker *m_steps;
    Picker *m_of;
    struct OperatorsOf
    {
        std::weak_ptr<const Run> run;
        QString step;
        QString domain;
    };
    LatestJob<MatrixData> m_operatorsJob;
    OperatorsOf m_operatorsOf; ///< what the operators are of, or will be
    MatrixData m_operators;    ///< of the chosen step and domain, without their links
};

} // namespace rs
