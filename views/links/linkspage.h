// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/links/linkfilter.h"
#include "views/links/matrixdata.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <memory>

class QLabel;

namespace rs {

class LinkDialog;
class Picker;
class TablePage;

/// The links of the run as a table, over steps or by step, of one operator or of all, of the whole network or of the
/// current rank alone, by source, destination and type. A double click on a row opens its link.
class LinksPage final : public Page
{
    Q_OBJECT
public:
    explicit LinksPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isOfRun() const override;
    [[nodiscard]] bool takesRankGroup() const override;
    [[nodiscard]] bool hasStamps() const override;
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    [[nodiscard]] TablePage *table() const { return m_table; }
    /// "" for every operator by itself.
    [[nodiscard]] Picker *operatorPicker() const { return m_op; }
    /// StepAggregation.
    [[nodiscard]] Picker *stepsPicker() const { return m_steps; }
    /// Only links of that type, as files call it, of the whole network.
    void showType(const QString &transport);
    /// The whole network or the current rank.
    [[nodiscard]] Picker *ofPicker() const { return m_of; }
    [[nodiscard]] Picker *sourcePicker() const { return m_source; }
    [[nodiscard]] Picker *destinationPicker() const { return m_destination; }
    [[nodiscard]] Picker *typePicker() const { return m_type; }
    /// What is said of the ranks that the rows are restricted to; empty: nothing restricts them.
    [[nodiscard]] QString ranksNote() const;
    /// What a row of the table stands for, in a window of its own.
    LinkDialog *openLink(quint32 row) { return openLink(*m_table, row); }
    /// The menu of another table of links opens that window as well.
    void addDialogTo(TablePage *links);

protected:
    void refresh() override;
    void restoreMore(const QJsonObject &state) override;

private:
    LinkDialog *openLink(const TablePage &links, quint32 row);
    void findOperators();
    void takeOperators(MatrixData found);
    void settleOperator();
    void takeRows();
    void addChoices();
    void narrow();
    void clear();
    void showRanks();
    /// The views are restricted to some ranks of its run.
    [[nodiscard]] bool isRestricted() const;
    [[nodiscard]] LinkFilter filter() const;

    TablePage *m_table;
    QWidget *m_bar;
    QLabel *m_ranks; ///< which ranks restrict the rows
    Picker *m_op;
    Picker *m_steps;
    Picker *m_of;
    Picker *m_source;
    Picker *m_destination;
    Picker *m_type;
    struct OperatorsOf
    {
        std::weak_ptr<const Run> run;
        QString step;
        QString domain;
    };
    LatestJob<MatrixData> m_operatorsJob;
    OperatorsOf m_operatorsOf; ///< what the operators are of, or will be
    MatrixData m_operators;    ///< of the chosen step and domain, without their links
    LatestJob<LinkChoices> m_job;
    LinkChoices m_choices;
    LinkFilter m_narrowed; ///< what the table shows of
    std::weak_ptr<const RowSource> m_narrowedRows;
};

} // namespace rs
