// SPDX-License-Identifier: Apache-2.0
#include "app/shell/statuspanel.h"

#include "analysis/ranks/knownranks.h"
#include "app/session/runfollower.h"
#include "app/shell/statustext.h"
#include "items/format.h"
#include "views/widgets/icons.h"

#include <QEvent>
#include <QFile>
#include <QProgressBar>
#include <QToolButton>

#include <unistd.h>

namespace rs {

namespace {
constexpr int memoryMs = 2000;
constexpr int summaryMs = 100;
} // namespace

StatusPanel::StatusPanel(RunStore &runs, ViewState &state, TraceSession &session, QWidget *parent)
    : QStatusBar(parent), m_runs(runs), m_state(state), m_session(session), m_summary(new StatusText(this)),
      m_selection(new StatusText(this)), m_busy(new StatusText(this)), m_progress(new QProgressBar(this)),
      m_cancel(new QToolButton(this)), m_follow(new StatusText(this)), m_memory(new StatusText(this))
{
    setSizeGripEnabled(false);
    m_summary->setObjectName(QStringLiteral("summary"));
    m_memory->setObjectName(QStringLiteral("memory"));
    m_follow->setObjectName(QStringLiteral("follow"));
    m_progress->setObjectName(QStringLiteral("loadProgress"));
    m_cancel->setObjectName(QStringLiteral("cancelLoad"));
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(140);
    m_progress->setMaximumHeight(12);
    m_progress->setRange(0, 1000);
    m_cancel->setIcon(symbol(QStringLiteral("close")));
    m_cancel->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_cancel->setAutoRaise(true);
    addWidget(m_summary, 1);
    addPermanentWidget(m_selection);
    addPermanentWidget(m_busy);
    addPermanentWidget(m_progress);
    addPermanentWidget(m_cancel);
    addPermanentWidget(m_follow);
    addPermanentWidget(m_memory);

    m_summaryTimer.setSingleShot(true);
    m_summaryTimer.setInterval(summaryMs);
    connect(&m_summaryTimer, &QTimer::timeout, this, &StatusPanel::updateSummary);
    const auto soon = [this] {
        if (!m_summaryTimer.isActive())
            m_summaryTimer.start();
    };
    connect(&m_runs, &RunStore::runAdded, this, soon);
    connect(&m_runs, &RunStore::runChanged, this, soon);
    connect(&m_runs, &RunStore::runClosed, this, soon);
    connect(&m_runs, &RunStore::stateChanged, this, soon);
    connect(&m_state, &ViewState::timeSelectionChanged, this, &StatusPanel::updateSelection);
    connect(&m_state, &ViewState::selectionChanged, this, &StatusPanel::updateSelection);
    connect(&m_session, &TraceSession::progressChanged, this, &StatusPanel::updateProgress);
    connect(&m_session.follower(), &RunFollower::changed, this, &StatusPanel::updateFollow);
    connect(m_cancel, &QToolButton::clicked, &m_session, &TraceSession::cancel);
    m_memoryTimer.setInterval(memoryMs);
    connect(&m_memoryTimer, &QTimer::timeout, this, &StatusPanel::updateMemory);
    m_memoryTimer.start();
    retranslate();
}

void StatusPanel::changeEvent(QEvent *event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void StatusPanel::retranslate()
{
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stops loading; what was loaded stays."));
    m_memory->setToolTip(format::tooltipText(
        tr("What the whole program takes of the computer's memory now: the loaded ranks and itself")));
    updateSummary();
    updateSelection();
    updateProgress();
    updateMemory();
    m_follow->setToolTip(format::tooltipText(
        tr("New ranks and captures are read as soon as their files are complete. View > Follow ends this.")));
    updateFollow();
}

QString StatusPanel::summaryText() const
{
    return m_summary->text();
}

void StatusPanel::updateSummary()
{
    if (m_runs.isEmpty() != m_memory->text().isEmpty())
        updateMemory();
    if (m_runs.isEmpty()) {
        m_summary->setText(tr("No run is open"));
        return;
    }
    qint64 slices = 0;
    const std::vector<RankRef> loaded = m_runs.loadedRanks();
    const auto all = static_cast<int>(m_runs.allRanks().size());
    for (const RankRef ref : loaded) {
        const auto rank = m_runs.rank(ref);
        slices += rank->trace ? rank->trace->slices().size() : 0;
    }
    if (all == 0) {
        // Ranks without folders of their own have no slices to count.
        size_t named = 0;
        for (int i = 0; i < m_runs.count(); ++i) {
            if (const auto run = m_runs.run(i))
                named += clusterRanks(*run).size();
        }
        if (named > 0) {
            m_summary->setText(tr("%n rank(s), from the cluster analysis only", nullptr, static_cast<int>(named)));
            return;
        }
    }
    const bool some = static_cast<int>(loaded.size()) < all;
    const QString ranks =
        some ? tr("%1 of %n rank(s)", nullptr, all).arg(loaded.size()) : tr("%n rank(s)", nullptr, all);
    const QString count = tr("%1 slice(s)", nullptr, format::plural(slices)).arg(format::integer(slices));
    m_summary->setText(some || m_session.isBusy()
                           ? tr("%1, %2", "ranks, slices").arg(ranks, count)
                           : tr("%1, %2, %3 s", "ranks, slices, seconds")
                                 .arg(ranks, count, format::real(m_session.lastLoadSeconds(), 1)));
}

void StatusPanel::updateSelection()
{
    QString text;
    if (!m_state.timeSelection().isEmpty()) {
        text = tr("Selection %1").arg(format::duration(m_state.timeSelection().lengthNs()));
    } else if (m_state.selection().kind == Selection::Kind::Slice) {
        const auto rank = m_runs.rank(m_state.selection().rank);
        if (rank && rank->trace && raw(m_state.selection().slice) < rank->trace->slices().size())
            text = tr("Slice %1").arg(format::duration(rank->trace->slices().duration(m_state.selection().slice)));
    }
    m_selection->setText(text);
}

void StatusPanel::updateProgress()
{
    const bool busy = m_session.isBusy();
    m_busy->setVisible(busy);
    m_progress->setVisible(busy);
    m_cancel->setVisible(busy);
    m_busy->setText(m_session.isSearching() ? tr("Looking for runs…") : tr("Loading"));
    // A progress bar that gets a value paints the whole window in the same call; with its updates off it only asks for
    // it.
    m_progress->setUpdatesEnabled(false);
    m_progress->setRange(0, m_session.isSearching() && m_session.progress() <= 0 ? 0 : 1000);
    m_progress->setValue(static_cast<int>(m_session.progress() * 1000));
    m_progress->setUpdatesEnabled(true);
    if (!busy)
        updateSummary();
}

void StatusPanel::updateFollow()
{
    const RunFollower &follower = m_session.follower();
    const QDateTime last = follower.lastChange();
    QString text;
    if (!follower.isFollowing())
        text = QString();
    else if (follower.isGone())
        text = tr("Following: the folder is gone");
    else if (follower.isWaiting())
        text = tr("Following: files are being written");
    else if (last.isValid())
        text = tr("Following, last change %1", "a time of day").arg(last.time().toString(QStringLiteral("HH:mm:ss")));
    else
        text = tr("Following, no change yet");
    m_follow->setText(text);
    m_follow->setVisible(!text.isEmpty());
}

qint64 StatusPanel::residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    const QList<QByteArray> fields = file.readAll().split(' ');
    return fields.size() > 1 ? fields[1].toLongLong() * sysconf(_SC_PAGESIZE) : 0;
}

void StatusPanel::updateMemory()
{
    // The memory of the program alone cannot be reduced by the user.
    const qint64 bytes = m_runs.isEmpty() ? 0 : residentBytes();
    m_memory->setText(bytes > 0 ? tr("Memory %1").arg(format::bytes(bytes)) : QString());
}

} // namespace rs

#include "moc_statuspanel.cpp"
