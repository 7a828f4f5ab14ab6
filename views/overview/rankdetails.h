// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "tables/base/catalogue.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QString>
#include <QWidget>

#include <array>
#include <memory>
#include <vector>

class QTabBar;

namespace rs {

class PageBody;
class Picker;
class TableView;

/// Details of the time of a rank: kernels by accelerator core, communication operators with their overlapped part, and
/// gaps of the device. Computes the visible table.
class RankDetails : public QWidget
{
    Q_OBJECT
public:
    enum class Part : quint8 { Compute, Communication, Idle };

    explicit RankDetails(const ViewContext &context, QWidget *parent = nullptr);

    /// Sets the rank and step of the details; an empty step: all. An invalid rank shows `why`.
    void setRank(RankRef rank, const QString &step, const QString &why = {});
    void showPart(Part part);
    [[nodiscard]] Part part() const;
    /// The data of the rank changed.
    void invalidate();
    void retranslate();

    [[nodiscard]] bool isComplete() const;
    [[nodiscard]] TableView *table() const;
    [[nodiscard]] PageBody *body() const { return m_body; }
    [[nodiscard]] QTabBar *tabs() const { return m_tabs; }
    [[nodiscard]] Picker *corePicker() const { return m_core; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Answer
    {
        std::shared_ptr<const RowSource> rows;
        std::shared_ptr<const RowSource> cores; ///< of Compute
        Phrase whyEmpty;                        ///< English
        qint64 originNs = 0;
    };
    [[nodiscard]] const TableSpec &spec() const;
    [[nodiscard]] TableQuery query() const;
    void refresh();
    void take(const Answer &answer);
    void fillCores(const RowSource *cores);
    /// Lets go of the rows, and of the rank with them.
    void forget();
    void showEmpty(const QString &why);
    void reveal(int row, bool follow);

    ViewContext m_context;
    QTabBar *m_tabs;
    PageBody *m_body;
    std::array<TableView *, 3> m_tables; ///< by Part
    Picker *m_core;
    LatestJob<Answer> m_job;
    RankRef m_rank;
    QString m_step;
    QString m_why;
    std::shared_ptr<const RowSource> m_rows; ///< of the part that is shown
    bool m_stale = true;
};

} // namespace rs
