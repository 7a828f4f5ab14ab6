// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace rs {

/// Asks by how many nanoseconds a rank or a lane is moved. Takes "12345" and, with a unit, "1.5 ms".
class OffsetDialog : public QDialog
{
    Q_OBJECT
public:
    /// `toStart`: what "align to start" fills in. `name` is text of a trace.
    OffsetDialog(const QString &name, qint64 offsetNs, qint64 toStartNs, QWidget *parent = nullptr);

    [[nodiscard]] QLineEdit *field() const { return m_field; }
    [[nodiscard]] qint64 offsetNs() const { return m_offsetNs; }

signals:
    void chosen(qint64 offsetNs);

private:
    void parse();

    QLineEdit *m_field;
    QLabel *m_meaning;
    QDialogButtonBox *m_buttons;
    qint64 m_offsetNs;
};

} // namespace rs
