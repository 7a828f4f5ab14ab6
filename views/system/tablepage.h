// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/tablerows.h"
#include "views/system/systempage.h"
#include "views/widgets/latestjob.h"

class QStackedWidget;

namespace rs {

class EmptyState;
class RowTable;

/// A table that the profiler wrote, with every column of the file.
class TablePage final : public SystemPage
{
    Q_OBJECT
public:
    enum Subject : quint8 { Kernels, OperatorStatistic, ApiStatistic };

    TablePage(Subject subject, const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    [[nodiscard]] RowTable *table() const { return m_table; }
    [[nodiscard]] EmptyState *emptyState() const { return m_empty; }

protected:
    void refresh() override;

private:
    [[nodiscard]] std::shared_ptr<const Table> tableOf(const RankData &rank) const;
    [[nodiscard]] QString whyNoTable() const;
    void reveal(quint32 row);

    Subject m_subject;
    RowTable *m_table;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    LatestJob<std::shared_ptr<const TableRows>> m_job;
    std::shared_ptr<const TableRows> m_rows;
    RankRef m_rank;
};

} // namespace rs
