// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <QTabBar>
#include <QTimer>

namespace rs {

/// The row of tabs below the menus: one for each workspace. One without data is disabled and says what is missing.
class WorkspaceBar : public QTabBar
{
    Q_OBJECT
public:
    WorkspaceBar(const RunStore &runs, ViewState &state, QWidget *parent = nullptr);

    /// Texts and tooltips anew; `keys` are those of the workspaces, as text.
    void setKeys(const QStringList &keys);
    /// Reason why a workspace is disabled, by its place; empty if it is not. It follows the ranks with a short delay.
    [[nodiscard]] QString whyNot(int place) const { return m_whyNot.value(place); }

signals:
    /// Another workspace can be chosen now, or one no more.
    void availabilityChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void refresh();
    void follow();

    const RunStore &m_runs;
    ViewState &m_state;
    QStringList m_keys;
    QStringList m_whyNot;
    bool m_hadRuns = false;
    QTimer m_refresh{this};
};

} // namespace rs
