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

/// Sizes and order of a run's parallelism, read and entered: shows their source and contradictions.
class StrategyForm : public QWidget
{
    Q_OBJECT
public:
    explicit StrategyForm(QWidget *parent = nullptr);

    /// Sets the strategy in use. Sizes typed and not applied are kept while it stays the same.
    void setKnown(const KnownStrategy &known);
    [[nodiscard]] Strategy typed() const;
    void retranslate();

    [[nodiscard]] Picker *order() const { return m_order; }
    [[nodiscard]] QSpinBox *size(unsigned token) const;
    [[nodiscard]] QSpinBox *moeTp() const { return m_moeTp; }
    [[nodiscard]] QToolButton *applyButton() const { return m_apply; }
    [[nodiscard]] QToolButton *resetButton() const { return m_reset; }
    /// Source of the sizes, and contradictions of those in the fields.
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
