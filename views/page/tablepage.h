// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "tables/base/catalogue.h"
#include "views/page/pagespec.h"
#include "views/page/rowjump.h"
#include "views/widgets/latestjob.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

class QLabel;

namespace rs {

class ChartHalves;
class TableView;

/// A table of the catalogue about the current rank, as a page of its own.
class TablePage final : public Page
{
    Q_OBJECT
public:
    /// `id` of a table, which is also the name of the page.
    TablePage(const QString &id, const ViewContext &context, QWidget *parent = nullptr)
        : TablePage(PageSpec{.table = id}, context, parent)
    {
    }
    TablePage(PageSpec page, const ViewContext &context, QWidget *parent = nullptr);

    /// Query of the page besides the choices of all views; read whenever the rows are made.
    void setAsk(decltype(PageSpec::ask) ask) { m_page.ask = std::move(ask); }

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool hasStamps() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] bool followsStep() const override
    {
        return m_spec.stepSide || (m_spec.sumsWindow && isOfAllRanks() && takesStep());
    }
    [[nodiscard]] bool takesStep() const override { return m_spec.takes(Parameter::Step); }
    [[nodiscard]] bool isOfRun() const override;
    [[nodiscard]] bool takesRankGroup() const override;
    [[nodiscard]] QString whyAllRanks() const override;
    void retranslate() override;
    void followTime() override;

    [[nodiscard]] TableView *table() const { return m_table; }
    /// Note on how the rows were made; empty if there is none.
    [[nodiscard]] QString note() const;
    /// Before filters; null while there are none.
    [[nodiscard]] const std::shared_ptr<const RowSource> &rows() const { return m_rows; }
    /// The run that the rows are of.
    [[nodiscard]] int runAt() const { return m_rank.run; }
    /// Replaces the jump of a double click on a row.
    void setActivation(std::function<void(quint32 row)> activate) { m_activate = std::move(activate); }

signals:
    void rowsChanged();

protected:
    void refresh() override;

private:
    /// The row of the rank that came late and the one that waited, which somebody asked for.
    struct AskedRow
    {
        RankRef late;
        int waiting = -1;
    };
    void goToAsked();
    /// Details of a row, by its key.
    struct Details
    {
        RowDetails rows;
        size_t most = 0; ///< as it was asked for them
    };
    using Unfolded = std::map<QString, Details>;
    /// Result of the job.
    struct Answer
    {
        std::shared_ptr<const RowSource> rows;
        Unfolded details{};
        Phrase whyEmpty; ///< English
        qint64 originNs = 0;
        bool timed = false;           ///< rows have a time
        std::optional<Interval> time; ///< to which those are narrowed
    };
    [[nodiscard]] bool isOfAllRanks() const { return m_spec.needsAllRanks || m_page.isOfRun; }
    /// By the selected time; ranks of a run have clocks of their own.
    [[nodiscard]] bool isNarrowed() const { return m_timed && !m_page.isOfRun; }
    [[nodiscard]] bool takesDomain() const { return m_spec.takes(Parameter::Domain); }
    [[nodiscard]] bool isOfDiagnosis() const;
    [[nodiscard]] QString whyNoDiagnosis() const;
    [[nodiscard]] AskedTime asked() const;
    void take(Answer answer);
    void showEmpty(const QString &why);
    void showNote();
    [[nodiscard]] std::pair<RankRef, SliceId> placeOf(int row) const;
    void reveal(int row);
    void fold(int row, bool unfold);
    void showFolds(quint32 row);
    [[nodiscard]] bool standsForMore(int row) const;
    [[nodiscard]] static Unfolded unfolded(const TableSpec &spec, const TableQuery &query,
                                           const std::shared_ptr<const RowSource> &rows,
                                           const std::map<QString, size_t> &wanted, Unfolded before,
                                           const JobContext &job);
    [[nodiscard]] static std::shared_ptr<const RowSource> withDetails(const std::shared_ptr<const RowSource> &rows,
                                                                      const Unfolded &details);

    [[nodiscard]] bool leads(int row) const;
    /// Time of a row that names no slice; nothing if it has none either.
    [[nodiscard]] std::optional<TimeWindow> timeOf(int row) const;
    void showTime(const TimeWindow &time);

    PageSpec m_page;
    const TableSpec &m_spec;
    RowJump m_jump;
    TableView *m_table;
    ChartHalves *m_halves = nullptr; ///< picture and table, one above the other
    QLabel *m_note;
    LatestJob<Answer> m_job;
    std::function<void(quint32)> m_activate;
    LatestJob<Unfolded> m_foldJob;
    LatestJob<std::optional<Interval>> m_timeJob; ///< to which the rows are narrowed
    TableQuery m_query;                           ///< of the rows, without its run
    std::shared_ptr<const RowSource> m_folded;    ///< the rows without details
    std::map<QString, size_t> m_wanted;           ///< unfolded rows by key: with so many details at least
    Unfolded m_details;
    std::shared_ptr<const RowSource> m_rows; ///< as they are shown
    Phrase m_whyEmpty;                       ///< English; of rows that are computed
    bool m_timed = false;
    bool m_isSorted = false; ///< once, as the page has it: then the user's order stays
    RankRef m_rank;
    std::optional<AskedRow> m_asked;
};

} // namespace rs
