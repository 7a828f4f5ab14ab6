// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QVariant>
#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;

namespace rs {

struct PickerItem
{
    QString text;
    QVariant data;
    bool operator==(const PickerItem &) const = default;
};

/// A labelled combo box whose items come and go with the data: it keeps its value on a refill, also one that the new
/// items lack. Only choices of the user are reported.
class Picker : public QWidget
{
    Q_OBJECT
public:
    explicit Picker(QWidget *parent = nullptr);

    void setLabel(const QString &label);
    void setItems(const std::vector<PickerItem> &items);
    [[nodiscard]] QVariant value() const;
    /// Without a report.
    void setValue(const QVariant &value);
    [[nodiscard]] QComboBox *box() const { return m_box; }

signals:
    void chosen(const QVariant &value);

private:
    [[nodiscard]] int indexOf(const QVariant &value) const;
    void add(const QString &text, const QVariant &key);
    void updateToolTip();

    QLabel *m_label;
    QComboBox *m_box;
    std::vector<PickerItem> m_items;
    QVariant m_value;
};

} // namespace rs
