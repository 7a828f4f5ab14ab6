// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>

namespace rs {

/// One line of plain text that changes often. A QLabel has the window laid out again at each change; this one asks only
/// when the text is wider than any before. What has no room is shown with an ellipsis.
class StatusText : public QWidget
{
    Q_OBJECT
public:
    explicit StatusText(QWidget *parent = nullptr);

    [[nodiscard]] const QString &text() const { return m_text; }
    void setText(const QString &text);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] int widthOf(const QString &text) const;

    QString m_text;
    int m_width = 0; ///< of the widest text so far
};

} // namespace rs
