// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/settings.h"
#include "views/widgets/theme.h"

#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

namespace rs {

/// What the window shows while no run is open: what can be opened, the ways to open it, and what was open lately.
class StartPage : public QWidget
{
    Q_OBJECT
public:
    StartPage(Settings &settings, Theme &theme, QWidget *parent = nullptr);

    /// While the demo run is written or a search is under way; an empty text means nothing is.
    void setBusy(const QString &text, double progress = -1);
    /// Why the last request opened nothing. Plain text; empty hides it.
    void setProblem(const QString &text);
    /// While files are dragged over the window that a drop would open.
    void setTakesDrop(bool takes);

signals:
    void importRequested();
    void demoRequested();
    /// Of the list of what was opened.
    void pathsChosen(const QStringList &paths);
    void cancelRequested();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void retranslate();
    void fillRecent();
    void restyle();

    Settings &m_settings;
    Theme &m_theme;
    QLabel *m_heading;
    QLabel *m_intro;
    QLabel *m_kinds;
    QLabel *m_recentHeading;
    QLabel *m_noRecent;
    QLabel *m_busy;
    QLabel *m_problem;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
    QPushButton *m_import;
    QPushButton *m_demo;
    bool m_takesDrop = false;
    QListWidget *m_recent;
};

} // namespace rs
