// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/replay/whatif.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace rs {

class Picker;
class ScrollPage;
struct Verdict;

/// New length of the steps if something were different: what a verdict accuses, or what the fields name. Beside it
/// stands how far the replay is off and what the answer rests on. Computes only while it is seen.
class WhatIfPanel final : public QWidget
{
    Q_OBJECT
public:
    explicit WhatIfPanel(const ViewContext &context, QWidget *parent = nullptr);

    /// Asks what the steps would gain without a verdict; says so where it names nothing that could be changed.
    void ask(int run, const Verdict &verdict);
    /// Asks as the fields say, of the run that is looked at.
    void askAsChosen();
    [[nodiscard]] bool isComplete() const { return !m_job.isRunning(); }
    /// With the run that is asked about, where several are open.
    [[nodiscard]] QLabel *title() const { return m_title; }
    /// Sentence on the new length.
    [[nodiscard]] QLabel *answer() const { return m_answer; }
    /// Error of the replay, assumptions, and ranks that are not replayed.
    [[nodiscard]] QLabel *notes() const { return m_notes; }
    /// WhatIfKind.
    [[nodiscard]] Picker *kind() const { return m_kind; }
    /// Name as WhatIf::nameOf() gives it; empty: the first one.
    [[nodiscard]] Picker *about() const { return m_about; }
    [[nodiscard]] Picker *times() const { return m_times; }

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Answer
    {
        QStringList names; ///< that can be asked about
        QString name;
        std::optional<WhatIfAnswer> found;
        QString step; ///< empty: the mean of all
        qint64 beforeNs = 0;
        qint64 gainNs = 0;
        QStringList unknown; ///< ranks
        Phrase whyNot;
    };
    struct Asked
    {
        std::shared_ptr<const Run> run;
        WhatIfKind kind = WhatIfKind::Rank;
        QString about;
        int times = 2;
        QString step;
        WhatIfQuestion ofVerdict; ///< with changes where a verdict asks
        ThreadPool *pool = nullptr;
    };

    void invalidate();
    void refresh();
    [[nodiscard]] static Answer answerOf(const Asked &asked, const TableSpec &table, const JobContext &job);
    void take(const Answer &answer);
    void say(const QString &answer, const QString &notes = {});
    void fillFields();
    void showTitle();
    void retranslate();

    ViewContext m_context;
    ScrollPage *m_scroll;
    QLabel *m_title;
    Picker *m_kind;
    Picker *m_about;
    Picker *m_times;
    QLabel *m_answer;
    QLabel *m_notes;
    LatestJob<Answer> m_job;
    int m_run = -1;            ///< that is asked about; -1: nothing was asked
    bool m_isVoid = false;     ///< the verdict names nothing that could be changed
    bool m_isStale = false;    ///< to be asked again when it is seen
    WhatIfQuestion m_question; ///< of the verdict, as long as nothing else was chosen
    QStringList m_names;       ///< of the fields, as the run has them
    QString m_whyNot;          ///< why the chosen name is none of them
};

} // namespace rs
