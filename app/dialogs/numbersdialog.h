// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QString>

#include <vector>

class QDoubleSpinBox;
class QLabel;

namespace rs {

/// A number that the user may change, as the dialog shows it.
struct NumberField
{
    QString key; ///< stable; the object name of its box
    QString title;
    QString suffix; ///< the unit, with its space
    int decimals = 2;
    double least = 0;
    double most = 0;
    double step = 1;
    double usual = 0; ///< what the button "Defaults" sets
    QString none;     ///< shown in place of the least value, where that means that there is none
};

/// A form of numbers with their defaults.
class NumbersDialog : public QDialog
{
    Q_OBJECT
public:
    /// `values` beside `fields`; `note` stands below them.
    NumbersDialog(const std::vector<NumberField> &fields, const std::vector<double> &values, const QString &note,
                  QWidget *parent);

    /// Wide enough for the title.
    [[nodiscard]] QSize sizeHint() const override;
    /// Field with that key; null: there is none.
    [[nodiscard]] QDoubleSpinBox *field(const QString &key) const;
    /// Stays open, and says why, where a text was typed that is no number of its field.
    void accept() override;

protected:
    /// Beside the fields.
    [[nodiscard]] std::vector<double> values() const;

private:
    void tellRefused(const QDoubleSpinBox &box, const QString &typed);

    std::vector<QDoubleSpinBox *> m_boxes;
    QLabel *m_refusal = nullptr;
};

} // namespace rs
