// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/runstore.h"
#include "views/viewstate.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLineEdit;

namespace rs {

/// Run, step, communication domain and search, at the right end of the menu bar: what every view obeys.
class ContextBar : public QWidget
{
    Q_OBJECT
public:
    ContextBar(RunStore &runs, ViewState &state, QWidget *parent = nullptr);

    [[nodiscard]] QComboBox *runBox() const { return m_run; }
    [[nodiscard]] QComboBox *stepBox() const { return m_step; }
    [[nodiscard]] QComboBox *domainBox() const { return m_domain; }
    [[nodiscard]] QLineEdit *searchField() const { return m_search; }

signals:
    void searchRequested(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void refresh();

    RunStore &m_runs;
    ViewState &m_state;
    QComboBox *m_run;
    QComboBox *m_step;
    QComboBox *m_domain;
    QLineEdit *m_search;
    QTimer m_refresh;
};

} // namespace rs
