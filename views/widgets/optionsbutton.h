// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>

#include <vector>

class QFrame;

namespace rs {

/// A button that opens a panel with the controls of a page that are seldom needed.
class OptionsButton : public QToolButton
{
    Q_OBJECT
public:
    OptionsButton(const std::vector<QWidget *> &controls, QWidget *parent);

    [[nodiscard]] QFrame *panel() const { return m_panel; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void open();
    void retranslate();

    QFrame *m_panel;
};

} // namespace rs
