// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace rs {

class Theme;

/// Frame over the edge of `around` while `keys` has the focus. It lies upon the widgets there: their own pictures stay
/// as they are.
class FocusFrame : public QWidget
{
    Q_OBJECT
public:
    FocusFrame(QWidget *keys, QWidget *around, const Theme *theme);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow();

    QWidget *m_keys;
    const Theme *m_theme;
};

} // namespace rs
