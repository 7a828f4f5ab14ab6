// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/parallelstrategy.h"

#include <QWidget>

#include <vector>

class QLabel;
class QSpinBox;
class QToolButton;

namespace rs {

class ElidedLabel;
class Picker;

/// Where the sizes and the order of a run's parallelism are read and entered: says where they come from and what speaks
/// against them.
class StrategyForm : public QWidget
{
    Q_OBJECT
public:
    explicit StrategyForm(QWidget *parent = nullptr);

    /// What counts now. What the user typed and has not applied is kept while the same counts as before.
    void setKnown(const KnownStrategy &known);
    [[nodiscard]] Strategy typed() const;
    void retranslate();

    [[nodiscard]] Picker *order() const { return m_order; }
    [[nodiscard]] QSpinBox *size(unsigned token) const;
    [[nodiscard]] QSpinBox *moeTp() const { return m_moeTp; }
    [[nodiscard]] QToolButton *applyButton() const { return m_apply; }
    [[nodiscard]] QToolButton *resetButton() const { return m_reset; }
    /// Where the sizes come from, and what speaks against what stands in the fields.
    [[nodiscard]] QString note() const;

signals:
    void entered(const rs::Strategy &strategy);
    void resetWanted();

private:
    struct Field
    {
        unsigned token;
        QLabel *label;
        QSpinBox *box;
    };
    [[nodiscard]] QSpinBox *addField(QLabel *label);
    void fillOrders();
    void show(const Strategy &strategy);
    void check();

    KnownStrategy m_known;
    Picker *m_order;
    std::vector<Field> m_fields;
    QLabel *m_moeLabel;
    QSpinBox *m_moeTp;
    QToolButton *m_apply;
    QToolButton *m_reset;
    ElidedLabel *m_note;
    bool m_filling = false;
};

} // namespace rs
