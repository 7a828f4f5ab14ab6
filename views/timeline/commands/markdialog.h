// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/theme.h"
#include "views/state/viewstate.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QPlainTextEdit;

namespace rs {

/// Asks for name, colour and note of a mark.
class MarkDialog : public QDialog
{
    Q_OBJECT
public:
    MarkDialog(const TimeMark &mark, const Theme &theme, QWidget *parent = nullptr);

    /// The mark as the fields have it.
    [[nodiscard]] TimeMark mark() const;

private:
    TimeMark m_mark;
    QLineEdit *m_name;
    QComboBox *m_color;
    QPlainTextEdit *m_note;
};

} // namespace rs
