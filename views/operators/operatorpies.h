// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/operators/operatorgrouptables.h"

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;

namespace rs {

class PieChart;
class Theme;

/// Time of operators by group, and by accelerator core, beside each other; the smaller ones are put together.
class OperatorPies final : public QWidget
{
    Q_OBJECT
public:
    explicit OperatorPies(const Theme *theme, QWidget *parent = nullptr);

    /// Name of a group.
    struct Part
    {
        QString label;
        qint64 totalNs = 0;
        quint32 row = 0; ///< of the table of groups; only of parts that are no rest
        bool rest = false;
    };
    /// The `top` largest groups and the rest as one; 0: all.
    [[nodiscard]] static std::vector<Part> partsOf(const OperatorGroupRows &groups, OperatorGroupBy by, int top);
    /// By core, largest first; empty labels where the core is not known.
    [[nodiscard]] static std::vector<Part> coresOf(const OperatorGroupRows &groups);

    void setParts(std::vector<Part> groups, std::vector<Part> cores);
    void setTitles(const QString &groups, const QString &cores);
    [[nodiscard]] PieChart *groupPie() const { return m_groups; }
    [[nodiscard]] PieChart *corePie() const { return m_cores; }

signals:
    /// A group in the pie was clicked: its row.
    void groupClicked(quint32 row);

private:
    void fill(PieChart *pie, const std::vector<Part> &parts) const;

    const Theme *m_theme;
    PieChart *m_groups;
    PieChart *m_cores;
    QLabel *m_groupTitle;
    QLabel *m_coreTitle;
    QWidget *m_coreSide;
    QHBoxLayout *m_halves;
    std::vector<Part> m_parts;
};

} // namespace rs
