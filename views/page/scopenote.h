// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

#include <functional>

namespace rs {

class ViewState;

/// One line that says that a view does not follow the time selection, and why; hidden while nothing is selected.
class ScopeNote : public QLabel
{
    Q_OBJECT
public:
    /// `reason` gives a whole sentence in the user's language; it is asked again when that changes.
    ScopeNote(const ViewState *state, std::function<QString()> reason, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    const ViewState *m_state;
    std::function<QString()> m_reason;
};

} // namespace rs
