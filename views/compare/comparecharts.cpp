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

namespace {
constexpr qsizetype mostLetters = 200; // of a label
} // namespace

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

void CompareView::showPies(const std::vector<ChartPart> &parts, const AmountText &text, const QString &baseTotal,
                           const QString &otherTotal)
{
    const auto slices = [&](double ChartPart::*side) {
        std::vector<PieSlice> out;
        for (const ChartPart &p : parts)
            out.push_back({p.isRest ? tr("Others") : format::displayText(format::clipText(p.label, mostLetters)),
                           p.*side, text(std::max(0.0, p.*side)),
                           p.isRest ? theme().secondaryText() : theme().series(static_cast<int>(out.size()))});
        return out;
    };
    m_pies->setSlices(slices(&ChartPart::base), slices(&ChartPart::other));
    m_pies->setTitles({tr("Base: %1").arg(format::displayText(nameOf(base()))), baseTotal},
                      {tr("Other: %1").arg(format::displayText(nameOf(other()))), otherTotal});
}

void CompareView::showDifferences(const std::vector<ChartPart> &parts, const AmountText &text, const QString &moreOn)
{
    const QString base = format::displayText(nameOf(m_base));
    const QString other = format::displayText(nameOf(m_other));
    std::vector<ValuePlace> places;
    m_barRows.clear();
    for (const ChartPart &p : parts) {
        const QString label = format::displayText(format::clipText(p.label, mostLetters));
        const double more = p.other - p.base;
        ValueBar bar;
        bar.value = std::abs(more);
        bar.caption = (more > 0 ? QStringLiteral("+") : QString()) + text(more);
        bar.tipLines = {{label, {}}, {base, text(p.base)}, {other, text(p.other)}, {tr("Difference"), bar.caption}};
        if (p.share)
            bar.tipLines.emplace_back(tr("Share of total diff"),
                                      QString::number(100 * *p.share, 'f', 1) + QStringLiteral(" %"));
        ValuePlace place{label, {{}, {}}};
        place.bars[more > 0 ? 1 : 0] = std::move(bar);
        places.push_back(std::move(place));
        m_barRows.push_back(p.row);
    }
    m_differences->setFormat(isMemoryShown() ? text : AmountText());
    m_differences->setTexts({tr("Operator"), {}, {}, tr("No operator differs."), tr("Difference")});
    m_differences->setBars({moreOn.arg(base), moreOn.arg(other)}, std::move(places), false);
    m_differenceFrame->setHeading(tr("Differences"));
}

void CompareView::updateCharts()
{
    if (isMemoryShown())
        return updateMemoryCharts();
    const RankComparison &all = m_result.comparison;
    const auto timesOf = [](qint64 largest) {
        return [unit = format::timeUnitFor(largest)](double ns) {
            return format::timeIn(std::llround(ns), unit) + QChar(0x00A0) + format::unitName(unit);
        };
    };
    std::vector<ChartPart> parts;
    qint64 largest = 0;
    for (const ComparePart &p : compareParts(all, m_top->value())) {
        largest = std::max({largest, p.baseNs, p.otherNs});
        parts.push_back({p.label, static_cast<double>(p.baseNs), static_cast<double>(p.otherNs), p.rest});
    }
    showPies(parts, timesOf(largest), format::duration(all.baseTotalNs), format::duration(all.otherTotalNs));
    m_pieFrame->setHeading(all.grouping == OperatorGrouping::Type    ? tr("Total time by type")
                           : all.grouping == OperatorGrouping::Name  ? tr("Total time by name")
                           : all.grouping == OperatorGrouping::Shape ? tr("Total time by type and shape")
                                                                     : tr("Total time by name and shape"));
    // The unit of the totals and differences of the table, whose rows stand by the size of their difference.
    largest = 0;
    for (const CompareRow &row : all.rows)
        largest = std::max({largest, row.base.totalNs, row.other.totalNs, saturatedMagnitude(row.differenceNs())});
    parts.clear();
    for (size_t i = 0; i < all.rows.size() && std::ssize(parts) < m_top->value(); ++i) {
        const CompareRow &row = all.rows[i];
        if (row.differenceNs() == 0)
            break;
        parts.push_back({compareLabel(row, all.grouping), static_cast<double>(row.baseComparedNs()),
                         static_cast<double>(row.otherComparedNs()), false, static_cast<int>(i),
                         i < m_result.spread.size() ? std::optional(m_result.spread[i].share) : std::nullopt});
    }
    showDifferences(parts, timesOf(largest), tr("longer on %1"));
    m_differenceFrame->setNote(all.steps.arePerStep() ? tr("other − base, mean step of each side")
                                                      : tr("other − base"));
}

bool CompareView::isMemoryShown() const
{
    return m_sheetPicker->value().toString() == u"compare.memory";
}

void CompareView::updateMemoryCharts()
{
    std::vector<ChartPart> all;
    ChartPart total{tr("Others"), 0, 0, true};
    if (m_sheetRows) {
        const int name = m_sheetRows->columnOf(u"operator-name");
        const int base = m_sheetRows->columnOf(u"base-memory");
        const int other = m_sheetRows->columnOf(u"other-memory");
        for (quint32 row = 0; row < m_sheetRows->rows(); ++row) {
            const std::string_view text = m_sheetRows->textView(m_sheetRows->textId(row, name));
            all.push_back({QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())),
                           m_sheetRows->real(row, base).value_or(0), m_sheetRows->real(row, other).value_or(0), false,
                           static_cast<int>(row)});
            total.base += all.back().base;
            total.other += all.back().other;
        }
    }
    const auto text = [](double mb) { return QString::number(mb, 'f', 3) + QChar(0x00A0) + QStringLiteral("MB"); };
    const auto top = std::min(static_cast<size_t>(m_top->value()), all.size());
    std::stable_sort(all.begin(), all.end(),
                     [](const ChartPart &a, const ChartPart &b) { return a.base + a.other > b.base + b.other; });
    std::vector<ChartPart> parts(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(top));
    ChartPart rest = total;
    for (const ChartPart &p : parts) {
        rest.base -= p.base;
        rest.other -= p.other;
    }
    if (top < all.size())
        parts.push_back(rest);
    showPies(parts, text, text(total.base), text(total.other));
    m_pieFrame->setHeading(tr("Memory allocated by operators"));
    const auto apart = [](const ChartPart &p) { return std::abs(p.other - p.base); };
    std::stable_sort(all.begin(), all.end(),
                     [&apart](const ChartPart &a, const ChartPart &b) { return apart(a) > apart(b); });
    all.resize(top);
    std::erase_if(all, [&apart](const ChartPart &p) { return apart(p) == 0; });
    showDifferences(all, text, tr("more on %1"));
    m_differenceFrame->setNote(tr("memory: other − base"));
}

// The operator of a bar is the one that the table has current.
void CompareView::chooseDifference(int place)
{
    const int row = place < 0 || place >= std::ssize(m_barRows) ? -1 : m_barRows[static_cast<size_t>(place)];
    if (row < 0)
        return;
    if (isMemoryShown())
        return m_sheet->setCurrentRow(row);
    m_table->setCurrentRow(row);
    chooseRow(row);
}

} // namespace rs
