// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "views/state/runstore.h"
#include "views/state/viewstate.h"
#include "views/widgets/latestjob.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace rs {

class SearchBox;

/// Run, step, communication domain and search, at the right end of the menu bar: what every view obeys.
class ContextBar : public QWidget
{
    Q_OBJECT
public:
    ContextBar(RunStore &runs, ViewState &state, ThreadPool &pool, QWidget *parent = nullptr);

    [[nodiscard]] QComboBox *runBox() const { return m_run; }
    [[nodiscard]] SearchBox *stepBox() const { return m_step; }
    [[nodiscard]] SearchBox *domainBox() const { return m_domain; }
    [[nodiscard]] QLineEdit *searchField() const { return m_search; }
    /// Buttons that name the step and the domain which everything is restricted to, and take that away; hidden while
    /// nothing is restricted. They have their place where the user looks, also after a jump that chose for him.
    [[nodiscard]] QToolButton *stepChip() const { return m_stepChip; }
    [[nodiscard]] QToolButton *domainChip() const { return m_domainChip; }

signals:
    void searchRequested(const QString &text);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// After a choice by mouse keys belong to the view again.
    void giveFocusBack();
    void retranslate();
    void refresh();
    void showChips();
    void findChoices();
    void addDomains();
    void addKinds();
    void addDomain(const Domain &domain, const QString &section);
    void carryDomain();

    RunStore &m_runs;
    ViewState &m_state;
    ThreadPool &m_pool;
    QComboBox *m_run;
    SearchBox *m_step;
    SearchBox *m_domain;
    QString m_runHint; ///< what the box of runs is for
    QLineEdit *m_search;
    QToolButton *m_stepChip;
    QToolButton *m_domainChip;
    QTimer m_refresh{this};
    // Joining the communication files of all ranks takes a while on a large run.
    // Listing steps and domains reads every communication operator of a run, so it is a job.
    struct Choices
    {
        std::vector<Domain> domains;
        QStringList steps;
    };
    LatestJob<Choices> m_job;
    QPointer<QWidget> m_focusBefore; ///< had the focus before the mouse gave it to one of the boxes
    bool m_byMouse = false;
    std::weak_ptr<const Run> m_choicesOf; // weak: a list of names must not keep gigabytes alive
    Choices m_choices;
    Domain m_chosen; ///< as its run, which may be closed by now, knew it
};

} // namespace rs
