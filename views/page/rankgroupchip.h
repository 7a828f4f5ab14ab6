// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>

namespace rs {

class ViewState;

/// Says to which ranks the user restricted the views, and goes back to those before when it is clicked; hidden while
/// nothing is restricted.
class RankGroupChip : public QToolButton
{
    Q_OBJECT
public:
    explicit RankGroupChip(ViewState *state, QWidget *parent = nullptr);

    /// Not where another one is in sight.
    void setAllowed(bool allowed);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    ViewState *m_state;
    bool m_allowed = true;
};

} // namespace rs
