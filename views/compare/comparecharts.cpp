// SPDX-License-Identifier: Apache-2.0
#include "views/compare/compareview.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/compare/overlaidhistogram.h"
#include "views/widgets/chartframe.h"
#include "views/widgets/piechart.h"

#include <QSpinBox>

#include <algorithm>
#include <memory>

/// The charts above the table of operators.
namespace rs {

void CompareView::showDurations(size_t row)
{
    m_durationsJob.cancel();
    const auto a = runs().rank(base());
    const auto b = runs().rank(other());
    if (row >= comparison().rows.size() || !a || !b) {
        m_histogramFrame->setNote({});
        return m_histogram->setData(nullptr, {}, {});
    }
    m_histogramFrame->setNote(
        format::displayText(format::clipText(compareLabel(comparison().rows[row], comparison().grouping), 200)));
    m_durationsJob.start(
        *context().pool,
        [a, b, query = m_result.query, comparison = m_result.comparison, row](const JobContext &job) {
            return std::make_shared<const CompareDurations>(compareDurations(*a, *b, query, comparison, row, job));
        },
        [this](std::shared_ptr<const CompareDurations> durations) {
            m_histogram->setData(std::move(durations), format::displayText(nameOf(base())),
                                 format::displayText(nameOf(other())));
        });
}

void CompareView::updatePies()
{
    const std::vector<ComparePart> parts = compareParts(m_result.comparison, m_top->value());
    qint64 largest = 0;
    for (const ComparePart &p : parts)
        largest = std::max({largest, p.baseNs, p.otherNs});
    const format::TimeUnit unit = format::timeUnitFor(largest);
    const auto slices = [&](qint64 ComparePart::*side) {
        std::vector<PieSlice> out;
        for (size_t i = 0; i < parts.size(); ++i) {
            const ComparePart &p = parts[i];
            out.push_back({p.rest ? tr("Others") : format::displayText(format::clipText(p.label, 200)),
                           static_cast<double>(p.*side),
                           format::timeIn(p.*side, unit) + QChar(0x00A0) + format::unitName(unit),
                           p.rest ? theme().secondaryText() : theme().series(static_cast<int>(i))});
        }
        return out;
    };
    m_basePie->setSlices(slices(&ComparePart::baseNs));
    m_otherPie->setSlices(slices(&ComparePart::otherNs));
    const auto note = [this](qint64 total) {
        switch (m_result.comparison.grouping) {
        case OperatorGrouping::Type:
            return tr("Total time by type: %1").arg(format::duration(total));
        case OperatorGrouping::Name:
            return tr("Total time by name: %1").arg(format::duration(total));
        case OperatorGrouping::Shape:
            return tr("Total time by type and shape: %1").arg(format::duration(total));
        case OperatorGrouping::NameShape:
        case OperatorGrouping::Kernel:
            break;
        }
        return tr("Total time by name and shape: %1").arg(format::duration(total));
    };
    m_baseFrame->setHeading(tr("Base: %1").arg(format::displayText(nameOf(base()))));
    m_otherFrame->setHeading(tr("Other: %1").arg(format::displayText(nameOf(other()))));
    m_baseFrame->setNote(note(m_result.comparison.baseTotalNs));
    m_otherFrame->setNote(note(m_result.comparison.otherTotalNs));
}

} // namespace rs
