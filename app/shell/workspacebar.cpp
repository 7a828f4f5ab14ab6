// SPDX-License-Identifier: Apache-2.0
#include "app/shell/workspacebar.h"

#include "app/session/workspaces.h"
#include "items/format.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QEvent>
#include <QSignalBlocker>

#include <utility>

namespace rs {

namespace {
constexpr int rankUpdatesMs = 200; // ranks arrive in bursts
}

WorkspaceBar::WorkspaceBar(const RunStore &runs, ViewState &state, QWidget *parent)
    : QTabBar(parent), m_runs(runs), m_state(state)
{
    setObjectName(QStringLiteral("workspaces"));
    setDocumentMode(true);
    setDrawBase(true);
    setExpanding(false);
    setUsesScrollButtons(true);
    setFocusPolicy(Qt::TabFocus);
    for (const Workspace &w : Workspaces::all())
        setTabData(addTab(QString()), QString::fromLatin1(w.id));
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(rankUpdatesMs);
    connect(&m_refresh, &QTimer::timeout, this, &WorkspaceBar::refresh);
    const auto soon = [this] {
        if (!m_refresh.isActive())
            m_refresh.start();
    };
    for (const auto signal : {&RunStore::runChanged, &RunStore::runAdded, &RunStore::runClosed})
        connect(&runs, signal, this, soon);
    connect(&runs, &RunStore::ranksLoaded, this, soon);
    connect(&runs, &RunStore::loadingFinished, this, &WorkspaceBar::refresh);
    connect(&state, &ViewState::workspaceChanged, this, &WorkspaceBar::follow);
    connect(this, &QTabBar::currentChanged, this, [this](int at) {
        if (at >= 0)
            m_state.setWorkspace(tabData(at).toString());
    });
    retranslate();
    follow();
}

void WorkspaceBar::setKeys(const QStringList &keys)
{
    if (keys == m_keys)
        return;
    m_keys = keys;
    refresh();
}

void WorkspaceBar::changeEvent(QEvent *event)
{
    QTabBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void WorkspaceBar::retranslate()
{
    setAccessibleName(tr("Workspaces"));
    // Qt names them once, in the language of that moment.
    for (const auto &[button, text] :
         {std::pair("ScrollLeftButton", "Scroll Left"), std::pair("ScrollRightButton", "Scroll Right")}) {
        if (auto *const b = findChild<QAbstractButton *>(QLatin1String(button)))
            b->setAccessibleName(QCoreApplication::translate("QTabBar", text));
    }
    for (int i = 0; i < count(); ++i)
        setTabText(i, Workspaces::title(Workspaces::all()[static_cast<size_t>(i)]));
    refresh();
}

void WorkspaceBar::refresh()
{
    m_refresh.stop();
    bool changed = false;
    bool gone = false;
    m_whyNot.clear();
    {
        const QSignalBlocker blocker(this); // a tab that is disabled hands its place on
        for (int i = 0; i < count(); ++i) {
            const QString why = Workspaces::whyNot(Workspaces::all()[static_cast<size_t>(i)], m_runs);
            m_whyNot.append(why);
            changed = changed || isTabEnabled(i) != why.isEmpty();
            // A user who opens an empty workspace reads there why it is empty.
            const bool goes = !why.isEmpty() && (isTabEnabled(i) || !m_hadRuns);
            gone = gone || (goes && !m_runs.isEmpty() && tabData(i).toString() == m_state.workspace());
            setTabEnabled(i, why.isEmpty());
            setTabToolTip(i, format::tooltipText(!why.isEmpty() ? why : m_keys.value(i)));
        }
    }
    m_hadRuns = !m_runs.isEmpty();
    if (gone)
        m_state.setWorkspace(QLatin1String(Workspaces::all().front().id));
    follow();
    if (changed)
        emit availabilityChanged();
}

void WorkspaceBar::follow()
{
    const QSignalBlocker blocker(this);
    for (int i = 0; i < count(); ++i) {
        if (tabData(i).toString() == m_state.workspace())
            setCurrentIndex(i);
    }
}

} // namespace rs

#include "moc_workspacebar.cpp"
