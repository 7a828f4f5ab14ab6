// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/tracesession.h"
#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <QStatusBar>
#include <QTimer>

class QProgressBar;
class QToolButton;

namespace rs {

class StatusText;

/// Open runs, the selected time, running loads with a button to stop them, and the memory in use.
class StatusPanel : public QStatusBar
{
    Q_OBJECT
public:
    StatusPanel(RunStore &runs, ViewState &state, TraceSession &session, QWidget *parent = nullptr);

    [[nodiscard]] QString summaryText() const;
    /// Resident memory of this process; 0 where the system does not say.
    [[nodiscard]] static qint64 residentBytes();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void updateSummary();
    void updateSelection();
    void updateProgress();
    void updateMemory();
    void updateFollow();

    RunStore &m_runs;
    ViewState &m_state;
    TraceSession &m_session;
    StatusText *m_summary;
    StatusText *m_selection;
    StatusText *m_busy;
    QProgressBar *m_progress;
    QToolButton *m_cancel;
    StatusText *m_follow;
    StatusText *m_memory;
    QTimer m_memoryTimer{this};
    QTimer m_summaryTimer{this};
};

} // namespace rs
