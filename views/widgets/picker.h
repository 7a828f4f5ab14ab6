// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QVariant>
#include <QWidget>

#include <functional>
#include <vector>

class QComboBox;
class QLabel;

namespace rs {

class SearchBox;
struct Choice;

struct PickerItem
{
    QString text;
    QVariant data;
    QString section = {}; ///< the heading above it, where the list is searched
    QString detail = {};  ///< what is said of it there
    QString whyNot = {};  ///< why it cannot be chosen, in a list that is not searched; empty: it can
    bool operator==(const PickerItem &) const = default;
};

/// A labelled combo box, searched where its list is long, whose items come and go with the data: it keeps its value on
/// a refill, also one that the new items lack. Only choices of the user are reported.
class Picker : public QWidget
{
    Q_OBJECT
public:
    explicit Picker(QWidget *parent = nullptr);

    void setLabel(const QString &label);
    void setItems(const std::vector<PickerItem> &items);
    /// Disabled where there is a reason, which its tooltip says.
    void setAvailable(const QString &whyNot);
    /// The box is as wide as its longest item, however long: for texts of the program, which nobody else makes longer.
    void setWhole();
    /// The list is searched however short it is.
    void setSearched();
    /// Further choices beside the items: see SearchBox.
    void setFurther(std::function<std::vector<Choice>()> further);
    [[nodiscard]] QVariant value() const;
    /// Without a report.
    void setValue(const QVariant &value);
    [[nodiscard]] QComboBox *box() const;

signals:
    void chosen(const QVariant &value);

private:
    [[nodiscard]] int indexOf(const QVariant &value) const;
    void add(const PickerItem &item);
    void updateToolTip();

    QLabel *m_label;
    SearchBox *m_box;
    std::vector<PickerItem> m_items;
    QVariant m_value;
    QString m_whyNot;
};

} // namespace rs
