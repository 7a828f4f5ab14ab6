// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMessageBox>
#include <QString>

class QLabel;

namespace rs {

// Qt takes text that looks like markup for markup: it would load what a path or a name points to. Labels and boxes are
// made here, and tooltips by format::tooltipText() and format::tooltipTable(); a test forbids every other way.

/// A label that shows text as it stands. It belongs to `parent`.
[[nodiscard]] QLabel *plainLabel(QWidget *parent = nullptr, const QString &text = {});

/// A message box whose texts are shown as they stand, control characters escaped, line breaks kept.
class MessageBox : public QMessageBox
{
    Q_OBJECT
public:
    /// `details` stand in smaller print below `text`.
    MessageBox(Icon icon, const QString &title, const QString &text, const QString &details, QWidget *parent,
               StandardButtons buttons = Ok);

    /// Opens a box over `parent` that goes away when it is closed; returns at once.
    static MessageBox *show(Icon icon, const QString &title, const QString &text, const QString &details,
                            QWidget *parent, StandardButtons buttons = Ok);
};

} // namespace rs
