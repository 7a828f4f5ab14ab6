// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/catalogue.h"
#include "views/rowjump.h"
#include "views/system/systempage.h"
#include "views/widgets/latestjob.h"

#include <optional>
#include <utility>

namespace rs {

class TableView;

/// A table of the catalogue about the current rank, as a page of its own.
class TablePage final : public SystemPage
{
    Q_OBJECT
public:
    /// `id` of a table about one rank, which is also the name of the page.
    TablePage(const QString &id, const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool hasStamps() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] bool isOfRun() const override;
    void retranslate() override;

    [[nodiscard]] TableView *table() const { return m_table; }

protected:
    void refresh() override;

private:
    /// What the job found.
    struct Answer
    {
        std::shared_ptr<const RowSource> rows;
        QString whyEmpty; ///< English
        qint64 originNs = 0;
        bool timed = false;           ///< rows have a time
        std::optional<Interval> step; ///< of the chosen step, where the rows are those of all steps
    };
    [[nodiscard]] bool takesStep() const;
    [[nodiscard]] bool isOfKernels() const;
    void take(Answer answer);
    void showEmpty(const QString &why);
    [[nodiscard]] std::pair<RankRef, SliceId> placeOf(int row) const;
    void reveal(int row);

    [[nodiscard]] bool leads(int row) const;

    const TableSpec &m_spec;
    RowJump m_jump;
    TableView *m_table;
    LatestJob<Answer> m_job;
    std::shared_ptr<const RowSource> m_rows;
    QString m_whyEmpty; ///< English; of rows that are computed
    bool m_timed = false;
    RankRef m_rank;
};

} // namespace rs
