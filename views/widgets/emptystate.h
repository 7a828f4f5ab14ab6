// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace rs {

/// Text of a view without data: what is missing, which file holds it, and which option of the profiler writes that
/// file.
class EmptyState : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyState(QWidget *parent = nullptr);

    /// `heading` says what is missing; `body` is whole sentences and may have line breaks. Both are plain text.
    void setText(const QString &heading, const QString &body);
    [[nodiscard]] QString heading() const;
    [[nodiscard]] QString body() const;
    /// An optional button; an empty text hides it.
    void setAction(const QString &text);

signals:
    void actionTriggered();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void applyFonts();
    /// Lines of a length that reads well, as long as there is height for them; longer ones in a low dock.
    void fitLines();

    QWidget *m_block;
    QLabel *m_heading;
    QLabel *m_body;
    QPushButton *m_button;
};

} // namespace rs
