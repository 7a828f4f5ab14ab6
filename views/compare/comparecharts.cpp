// SPDX-License-Identifier: Apache-2.0
#include "views/compare/compareview.h"

#include "core/base/saturate.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/compare/overlaidhistogram.h"
#include "views/compare/piepair.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"
#include "views/picture/valuebars.h"

#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

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

void CompareView::updateCharts()
{
    if (isMemoryShown())
        return updateMemoryCharts();
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
    m_pies->setSlices(slices(&ComparePart::baseNs), slices(&ComparePart::otherNs));
    m_pies->setTitles(
        {tr("Base: %1").arg(format::displayText(nameOf(base()))), format::duration(m_result.comparison.baseTotalNs)},
        {tr("Other: %1").arg(format::displayText(nameOf(other()))),
         format::duration(m_result.comparison.otherTotalNs)});
    const auto heading = [this] {
        switch (m_result.comparison.grouping) {
        case OperatorGrouping::Type:
            return tr("Total time by type");
        case OperatorGrouping::Name:
            return tr("Total time by name");
        case OperatorGrouping::Shape:
            return tr("Total time by type and shape");
        case OperatorGrouping::NameShape:
        case OperatorGrouping::Kernel:
            break;
        }
        return tr("Total time by name and shape");
    };
    m_pieFrame->setHeading(heading());
    updateDifferences();
}

// The rows stand by the size of their difference, in the colours that it has in the table.
void CompareView::updateDifferences()
{
    const RankComparison &all = m_result.comparison;
    const auto differs = [](const CompareRow &row) { return row.differenceNs() != 0; };
    const auto count = std::min<qint64>(m_top->value(), std::count_if(all.rows.begin(), all.rows.end(), differs));
    // The unit of the totals and differences of the table.
    qint64 largest = 0;
    for (const CompareRow &row : all.rows)
        largest = std::max({largest, row.base.totalNs, row.other.totalNs, saturatedMagnitude(row.differenceNs())});
    const format::TimeUnit unit = format::timeUnitFor(largest);
    const auto text = [unit](qint64 ns) { return format::timeIn(ns, unit) + QChar(0x00A0) + format::unitName(unit); };
    const QString base = format::displayText(nameOf(m_base));
    const QString other = format::displayText(nameOf(m_other));
    const bool perStep = all.steps.arePerStep();
    constexpr qsizetype mostLetters = 200;
    std::vector<ValuePlace> places;
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const CompareRow &row = all.rows[i];
        const qint64 ns = row.differenceNs();
        const QString label = compareLabel(row, all.grouping);
        ValueBar bar;
        bar.value = static_cast<double>(saturatedMagnitude(ns));
        bar.caption = (ns > 0 ? QStringLiteral("+") : QString()) + text(ns);
        bar.tipLines = {{format::displayText(format::clipText(label, 200)), {}},
                        {base, text(row.baseComparedNs())},
                        {other, text(row.otherComparedNs())},
                        {tr("Difference"), bar.caption}};
        if (i < m_result.spread.size())
            bar.tipLines.emplace_back(tr("Share of total diff"),
                                      QString::number(100 * m_result.spread[i].share, 'f', 1) + QStringLiteral(" %"));
        ValuePlace place{format::displayText(format::clipText(label, mostLetters)), {{}, {}}};
        place.bars[ns > 0 ? 1 : 0] = std::move(bar);
        places.push_back(std::move(place));
    }
    m_differences->setFormat([text](double ns) { return text(std::llround(ns)); });
    m_differences->setTexts({tr("Operator"), {}, {}, tr("No operator differs.")});
    m_differences->setBars({tr("longer on %1").arg(base), tr("longer on %1").arg(other)}, std::move(places), false);
    m_differenceFrame->setHeading(tr("Differences"));
    m_differenceFrame->setNote(perStep ? tr("other − base, mean step of each side") : tr("other − base"));
}

bool CompareView::isMemoryShown() const
{
    return m_sheetPicker->value().toString() == u"compare.memory";
}

void CompareView::updateMemoryCharts()
{
    struct Held
    {
        int row = 0;
        QString label;
        double base = 0;
        double other = 0;
    };
    std::vector<Held> all;
    double baseTotal = 0;
    double otherTotal = 0;
    if (m_sheetRows) {
        const int name = m_sheetRows->columnOf(u"operator-name");
        const int base = m_sheetRows->columnOf(u"base-memory");
        const int other = m_sheetRows->columnOf(u"other-memory");
        for (quint32 row = 0; row < m_sheetRows->rows(); ++row) {
            const std::string_view text = m_sheetRows->textView(m_sheetRows->textId(row, name));
            all.push_back({static_cast<int>(row), QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())),
                           m_sheetRows->real(row, base).value_or(0), m_sheetRows->real(row, other).value_or(0)});
            baseTotal += all.back().base;
            otherTotal += all.back().other;
        }
    }
    const auto text = [](double mb) { return QString::number(mb, 'f', 3) + QChar(0x00A0) + QStringLiteral("MB"); };
    const auto top = std::min(static_cast<size_t>(m_top->value()), all.size());
    std::stable_sort(all.begin(), all.end(),
                     [](const Held &a, const Held &b) { return a.base + a.other > b.base + b.other; });
    const auto slices = [&](double Held::*side, double total) {
        std::vector<PieSlice> out;
        for (size_t i = 0; i < top; ++i) {
            const Held &h = all[i];
            out.push_back({format::displayText(format::clipText(h.label, 200)), h.*side, text(h.*side),
                           theme().series(static_cast<int>(i))});
            total -= h.*side;
        }
        if (top < all.size())
            out.push_back({tr("Others"), total, text(std::max(0.0, total)), theme().secondaryText()});
        return out;
    };
    m_pies->setSlices(slices(&Held::base, baseTotal), slices(&Held::other, otherTotal));
    const QString base = format::displayText(nameOf(m_base));
    const QString other = format::displayText(nameOf(m_other));
    m_pies->setTitles({tr("Base: %1").arg(base), text(baseTotal)}, {tr("Other: %1").arg(other), text(otherTotal)});
    m_pieFrame->setHeading(tr("Memory allocated by operators"));

    std::stable_sort(all.begin(), all.end(), [](const Held &a, const Held &b) {
        return std::abs(a.other - a.base) > std::abs(b.other - b.base);
    });
    m_memoryBars.clear();
    std::vector<ValuePlace> places;
    for (size_t i = 0; i < top && all[i].other != all[i].base; ++i) {
        const Held &h = all[i];
        const double more = h.other - h.base;
        constexpr qsizetype mostLetters = 40;
        ValueBar bar;
        bar.value = std::abs(more);
        bar.caption = (more > 0 ? QStringLiteral("+") : QString()) + text(more);
        bar.tipLines = {{format::displayText(format::clipText(h.label, 200)), {}},
                        {base, text(h.base)},
                        {other, text(h.other)},
                        {tr("Difference"), bar.caption}};
        ValuePlace place{format::displayText(format::clipText(h.label, mostLetters)), {{}, {}}};
        place.bars[more > 0 ? 1 : 0] = std::move(bar);
        places.push_back(std::move(place));
        m_memoryBars.push_back(h.row);
    }
    m_differences->setFormat([text](double mb) { return text(mb); });
    m_differences->setTexts({tr("Operator"), {}, {}, tr("No operator differs.")});
    m_differences->setBars({tr("more on %1").arg(base), tr("more on %1").arg(other)}, std::move(places), false);
    m_differenceFrame->setHeading(tr("Differences"));
    m_differenceFrame->setNote(tr("memory of the other less that of the base"));
}

// The operator of a bar is the one that the table has current, where it lists it.
void CompareView::chooseDifference(int place)
{
    if (isMemoryShown()) {
        if (place >= 0 && static_cast<size_t>(place) < m_memoryBars.size())
            m_sheet->setCurrentRow(m_memoryBars[static_cast<size_t>(place)]);
        return;
    }
    const auto at = std::find(m_result.listed.begin(), m_result.listed.end(), static_cast<size_t>(place));
    if (place < 0 || at == m_result.listed.end())
        return;
    const auto row = static_cast<int>(at - m_result.listed.begin());
    m_table->setCurrentRow(row);
    chooseRow(row);
}

} // namespace rs
