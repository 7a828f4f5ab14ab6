// SPDX-License-Identifier: Apache-2.0
#include "views/operators/operatorpies.h"

#include "core/base/saturate.h"
#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/piechart.h"
#include "views/widgets/plaintext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

namespace {

// More slices than that are neither told apart nor hit by the mouse.
constexpr int mostParts = 200;

QString labelOf(const OperatorGroupKey &key, OperatorGroupBy by)
{
    switch (by) {
    case OperatorGroupBy::Type:
    case OperatorGroupBy::CommType:
        return key.type;
    case OperatorGroupBy::Core:
        return key.core;
    case OperatorGroupBy::NameShape:
        return key.shapes.isEmpty() ? key.name : key.name + QLatin1Char(' ') + key.shapes;
    case OperatorGroupBy::Operator:
    case OperatorGroupBy::CommOperator:
        break;
    }
    return key.name;
}

QWidget *titled(QLabel *title, PieChart *pie)
{
    auto *const out = new QWidget;
    auto *const rows = new QVBoxLayout(out);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(title);
    rows->addWidget(pie, 1);
    return out;
}

} // namespace

OperatorPies::OperatorPies(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_groups(new PieChart(theme)), m_cores(new PieChart(theme)),
      m_groupTitle(plainLabel(this)), m_coreTitle(plainLabel(this)), m_coreSide(titled(m_coreTitle, m_cores)),
      m_halves(new QHBoxLayout(this))
{
    for (PieChart *const pie : {m_groups, m_cores})
        pie->keepPie();
    for (QLabel *const title : {m_groupTitle, m_coreTitle})
        title->setForegroundRole(QPalette::PlaceholderText);
    m_halves->setContentsMargins(0, 0, 0, 0);
    m_halves->setSpacing(16);
    m_halves->addWidget(titled(m_groupTitle, m_groups));
    m_halves->addWidget(m_coreSide);
    connect(m_groups, &PieChart::sliceClicked, this, [this](int slice) {
        if (slice >= 0 && slice < static_cast<int>(m_parts.size()) && !m_parts[static_cast<size_t>(slice)].rest)
            emit groupClicked(m_parts[static_cast<size_t>(slice)].row);
    });
}

std::vector<OperatorPies::Part> OperatorPies::partsOf(const OperatorGroupRows &groups, OperatorGroupBy by, int top)
{
    const int most = top == 0 ? mostParts : std::min(top, mostParts);
    std::vector<Part> out;
    Part rest{{}, 0, 0, true};
    for (quint32 i = 0; i < groups.rows(); ++i) {
        const OperatorGroup &g = groups.at(i);
        if (static_cast<int>(out.size()) < most)
            out.push_back({labelOf(g.key, by), g.totalNs, i, false});
        else
            rest.totalNs = saturatedSum(rest.totalNs, g.totalNs);
    }
    if (groups.rows() > out.size())
        out.push_back(rest);
    return out;
}

std::vector<OperatorPies::Part> OperatorPies::coresOf(const OperatorGroupRows &groups)
{
    std::map<QString, qint64> totals;
    for (quint32 i = 0; i < groups.rows(); ++i) {
        const OperatorGroup &g = groups.at(i);
        qint64 &total = totals[g.key.core];
        total = saturatedSum(total, g.totalNs);
    }
    std::vector<Part> out;
    for (const auto &[core, total] : totals)
        out.push_back({core, total, 0, true});
    std::stable_sort(out.begin(), out.end(), [](const Part &a, const Part &b) { return a.totalNs > b.totalNs; });
    return out;
}

void OperatorPies::setTitles(const QString &groups, const QString &cores)
{
    m_groupTitle->setText(groups);
    m_groups->setAccessibleName(groups);
    m_coreTitle->setText(cores);
    m_cores->setAccessibleName(cores);
}

void OperatorPies::setParts(std::vector<Part> groups, std::vector<Part> cores)
{
    m_parts = std::move(groups);
    fill(m_groups, m_parts);
    // If no core is known, a pie with one unnamed slice is useless.
    m_coreSide->setVisible(cores.size() > 1 || (cores.size() == 1 && !cores.front().label.isEmpty()));
    for (Part &p : cores)
        p.rest = false;
    fill(m_cores, cores);
    m_halves->setStretch(0, m_groups->keptWidth());
    m_halves->setStretch(1, m_cores->keptWidth());
}

void OperatorPies::fill(PieChart *pie, const std::vector<Part> &parts) const
{
    qint64 largest = 0;
    for (const Part &p : parts)
        largest = std::max(largest, p.totalNs);
    const format::TimeUnit unit = format::timeUnitFor(largest);
    std::vector<PieSlice> slices;
    for (size_t i = 0; i < parts.size(); ++i) {
        const Part &p = parts[i];
        const QString label = p.rest              ? tr("Others")
                              : p.label.isEmpty() ? tr("not named")
                                                  : format::displayText(format::clipText(p.label, 200));
        slices.push_back({label, static_cast<double>(p.totalNs),
                          format::timeIn(p.totalNs, unit) + QChar(0x00A0) + format::unitName(unit),
                          p.rest ? m_theme->secondaryText() : m_theme->series(static_cast<int>(i))});
    }
    pie->setSlices(std::move(slices));
}

} // namespace rs

#include "moc_operatorpies.cpp"
