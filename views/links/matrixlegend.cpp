// SPDX-License-Identifier: Apache-2.0
// Legend of the matrix, and the notes about a run that is subtracted.
#include "views/links/matrixpage.h"

#include "items/format.h"
#include "views/picture/colorscale.h"
#include "views/links/heatmap.h"
#include "views/widgets/picker.h"

#include <QCheckBox>
#include <QComboBox>

#include <algorithm>
#include <set>

namespace rs {

void MatrixPage::addBaseNotes(QStringList &said) const
{
    const QString other = m_basePicker->box()->currentText();
    if (m_shown.baseSteps == 0)
        return void(said << tr("%1 has no data to compare with").arg(other));
    said << (scope().value == MatrixValue::LinkType ? typeNote(other) : tr("this run − %1").arg(other));
    if (m_shown.baseStep != m_shown.step)
        said << tr("%1 has no step %2: the mean of its %n step(s) is used", nullptr, m_shown.baseSteps)
                    .arg(other, format::displayText(m_shown.step));
    if (m_shown.unlike)
        said << tr("means, because %1 has %n step(s)", nullptr, m_shown.baseSteps).arg(other);
    if (m_shown.onlyInBase > 0)
        said << tr("%n link(s) that only %1 has are not shown", nullptr, m_shown.onlyInBase).arg(other);
}

QString MatrixPage::typeNote(const QString &other) const
{
    const std::vector<MatrixLinkSum> &links = m_shown.grid->links;
    const auto differ = std::count_if(links.begin(), links.end(), [](const auto &l) { return l.hasOtherType(); });
    return differ == 0 ? tr("no link has another type in %1").arg(other)
                       : tr("types of this run; %n link(s) have another type in %1", nullptr, static_cast<int>(differ))
                             .arg(other);
}

void MatrixPage::rescale()
{
    if (m_shown.grid->links.size() <= fewLinks || m_map->values().scope == scope()) {
        m_valuesJob.cancel();
        return showScale(true);
    }
    m_valuesJob.start(
        *context().pool,
        [grid = m_shown.grid, scope = scope()](const JobContext &job) {
            return std::make_shared<const HeatValues>(heatValues(*grid, scope, job));
        },
        [this](std::shared_ptr<const HeatValues> values) {
            m_map->setValues(std::move(values), unit());
            showScale(true);
        });
}

// One colour for all links without one of the scale: what it means here.
QString MatrixPage::greyNote() const
{
    const HeatValues &values = m_map->values();
    QStringList reasons; // as in the tool tip of a cell
    if (values.hasInner && !m_inner->isChecked())
        reasons << tr("Inside a device, not in the scale");
    if (scope().difference && values.hasUnknown)
        reasons << tr("Only in this run");
    if (values.hasNoValue)
        reasons << tr("Value not known");
    if (const auto &range = values.range; range && (m_scale->low() > range->first || m_scale->high() < range->second))
        reasons << tr("Beyond the handles of the scale");
    if (reasons.size() > 1)
        return tr("Grey, not in the scale: see the tooltip");
    return reasons.isEmpty() ? QString() : reasons.front();
}

void MatrixPage::showLegend()
{
    const MatrixGrid &grid = *m_shown.grid;
    std::vector<LegendEntry> notes;
    const auto any = [&grid](const auto &is) { return std::any_of(grid.links.begin(), grid.links.end(), is); };
    if (scope().value == MatrixValue::LinkType) {
        std::vector<LegendEntry> entries;
        for (const QString &name : grid.transports)
            entries.push_back(
                {name.isEmpty() ? tr("not known") : format::displayText(name), m_map->transportColor(name)});
        m_scale->setCategories(std::move(entries));
        if (m_shown.compared) {
            if (any([](const MatrixLinkSum &l) { return l.hasOtherType(); }))
                notes.push_back(
                    {tr("Framed: another type in the other run"), context().theme->text(), LegendEntry::Mark::Frame});
            const auto isSame = [](const MatrixLinkSum &l) { return l.baseTransport && !l.hasOtherType(); };
            // Links inside a card are grey already.
            auto same = std::find_if(grid.links.begin(), grid.links.end(),
                                     [&isSame](const MatrixLinkSum &l) { return !l.inner && isSame(l); });
            if (same == grid.links.end())
                same = std::find_if(grid.links.begin(), grid.links.end(), isSame);
            if (same != grid.links.end())
                notes.push_back({tr("Pale: no other type there"), m_map->paleColor(same->transport)});
            if (any([](const MatrixLinkSum &l) { return !l.baseTransport; }))
                notes.push_back({tr("Only in this run"), context().theme->hairline()});
        }
    } else {
        const HeatValues &values = m_map->values();
        if (const QString grey = greyNote(); !grey.isEmpty())
            notes.push_back({grey, context().theme->hairline()});
        if (values.hasSmall)
            notes.push_back(
                {tr("Crossed: small, not in the scale"), context().theme->hairline(), LegendEntry::Mark::Crossed});
        if (!m_map->frames().empty())
            notes.push_back({tr("Red frame: slow link"), context().theme->error(), LegendEntry::Mark::Frame});
    }
    if (grid.links.size() < grid.at.size()) {
        std::set<int> sources;
        for (const MatrixLinkSum &l : grid.links)
            sources.insert(l.source);
        const auto silent = static_cast<int>(grid.ranks.size() - sources.size());
        notes.push_back(
            {silent == 0 ? tr("No data") : tr("No data: no file says what %n rank(s) sent", nullptr, silent),
             QColor()});
    }
    m_scale->setNotes(std::move(notes));
}

} // namespace rs
