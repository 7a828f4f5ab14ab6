// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/theme.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

namespace rs {

class LibraryList;
class RunLibrary;

/// Page of the window while no run is open: what can be opened, the ways to open it, and the library of runs.
class StartPage : public QWidget
{
    Q_OBJECT
public:
    StartPage(RunLibrary &library, Theme &theme, QWidget *parent = nullptr);

    /// While the demo run is written or a search is under way; an empty text means nothing is.
    void setBusy(const QString &text, double progress = -1);
    /// Reason why the last request opened nothing. Plain text; empty hides it.
    void setProblem(const QString &text);
    [[nodiscard]] LibraryList *library() const { return m_list; }
    /// While files are dragged over the window that a drop would open.
    void setTakesDrop(bool takes);

signals:
    void importRequested();
    void demoRequested();
    /// Paths chosen in the library.
    void pathsChosen(const QStringList &paths);
    void cancelRequested();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void retranslate();
    void showLibrary();
    void restyle();

    RunLibrary &m_library;
    Theme &m_theme;
    QLabel *m_heading;
    QLabel *m_intro;
    QLabel *m_kinds;
    QLabel *m_noRuns;
    QLabel *m_busy;
    QLabel *m_problem;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
    QPushButton *m_import;
    QPushButton *m_demo;
    bool m_takesDrop = false;
    LibraryList *m_list;
};

} // namespace rs
