// SPDX-License-Identifier: Apache-2.0
#include "views/picture/stackedbars.h"

#include "items/tablecolumn.h"
#include "views/picture/axis.h"

#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rs {

namespace {
constexpr int barPad = 8;
constexpr int leastBars = 80; // their height, before the legend and titles have any
/// Ctrl+wheel widens bars up to this.
constexpr double maxSlot = 96;
/// Over more bars than this the lines of ratios are a tangle.
constexpr size_t barsWithLines = 8;

/// Lower end of bars, above the labels of their axis.
int bottomOf(int height, int line, const QScrollBar &scroll)
{
    return height - line * 2 - barPad - (!scroll.isHidden() ? scroll.sizeHint().height() : 0);
}
} // namespace

bool StackedBar::isIncomplete() const
{
    for (size_t i = 0; i < partCount; ++i) {
        if (missing[i] && !held[i])
            return true;
    }
    return false;
}

StackedBars::StackedBars(const Theme *theme, QWidget *parent) : StackedBars(theme, timeSeries(), parent) {}

StackedBars::StackedBars(const Theme *theme, BarSeries series, QWidget *parent)
    : Picture(theme, parent), m_series(std::move(series)), m_scroll(new QScrollBar(Qt::Horizontal, this))
{
    setTipsAtOnce();
    m_scroll->hide();
    connect(m_scroll, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
}

std::array<TimeCategory, 5> StackedBars::categories()
{
    return {TimeCategory::PureCompute, TimeCategory::Covered, TimeCategory::Uncovered, TimeCategory::Idle,
            TimeCategory::Preparing};
}

QString StackedBars::wholeComputeName()
{
    return tr("Total compute");
}

QString StackedBars::categoryName(TimeCategory category)
{
    switch (category) {
    case TimeCategory::PureCompute:
        return tr("Pure compute");
    case TimeCategory::Covered:
        return tr("Overlapped communication");
    case TimeCategory::Uncovered:
        return tr("Non-overlapped communication");
    case TimeCategory::Idle:
        return tr("Idle");
    case TimeCategory::Preparing:
        return tr("Preparing");
    case TimeCategory::Copy:
        return tr("Copy");
    }
    return {};
}

BarSeries StackedBars::timeSeries()
{
    BarSeries out;
    out.partName = [](size_t part) { return categoryName(categories()[part]); };
    out.partColor = [](const Theme &theme, size_t part) { return theme.category(categories()[part]); };
    out.lineName = [](size_t line) { return line == 0 ? tr("Computing ratio") : tr("Communication ratio"); };
    out.lineLegend = [](size_t line) {
        return line == 0 ? tr("Computing ratio (right)") : tr("Communication ratio (right)");
    };
    out.markLegend = [](bool folded) {
        return folded ? tr("Median of peers, smallest and largest of the group") : tr("Median of peers");
    };
    out.markHelp = [] {
        return tr("Peers are the ranks of the same pipeline stage, including this rank; all ranks if no stages are "
                  "known.");
    };
    out.sums = [](const StackedBar &b) {
        return std::vector<std::pair<QString, std::optional<qint64>>>{{tr("Total"), b.totalNs}};
    };
    return out;
}

void StackedBars::setBars(std::vector<StackedBar> bars, bool lastPart)
{
    m_bars = std::move(bars);
    m_lastPart = lastPart;
    m_folded = std::any_of(m_bars.begin(), m_bars.end(), [](const StackedBar &b) { return b.highNs.has_value(); });
    m_labelled = std::any_of(m_bars.begin(), m_bars.end(), [](const StackedBar &b) { return b.outlier; });
    m_open = std::any_of(m_bars.begin(), m_bars.end(), [](const StackedBar &b) { return b.isIncomplete(); });
    std::vector<qint64> computing;
    computing.reserve(m_bars.size());
    for (const StackedBar &b : m_bars) {
        if (b.computingNs)
            computing.push_back(*b.computingNs);
    }
    if (!computing.empty()) {
        const auto middle = computing.begin() + static_cast<std::ptrdiff_t>(computing.size() / 2);
        std::nth_element(computing.begin(), middle, computing.end());
        m_medianComputingNs = *middle;
    }
    forgetHover();
    setSelected(m_selectedKey);
    measureLabels();
    measure();
}

void StackedBars::setPercent(bool percent)
{
    m_percent = percent;
    measure();
}

void StackedBars::setAxisTitle(const QString &title)
{
    m_axisTitle = title;
    update();
}

void StackedBars::setMark(Mark mark)
{
    if (mark == m_mark)
        return;
    m_mark = mark;
    measure();
}

void StackedBars::setHiddenParts(unsigned hidden)
{
    for (size_t i = 0; i < StackedBar::partCount; ++i)
        m_shown[i] = (hidden >> i & 1U) == 0;
    measure();
}

unsigned StackedBars::hiddenParts() const
{
    unsigned out = 0;
    for (size_t i = 0; i < StackedBar::partCount; ++i)
        out |= m_shown[i] ? 0U : 1U << i;
    return out;
}

// Measures shared by all bars of a frame.
void StackedBars::measure()
{
    forgetLegend();
    m_highest = 0;
    for (const StackedBar &b : m_bars) {
        m_highest = std::max(m_highest, heightOf(b));
        if (!areMarksShown())
            continue;
        for (const std::optional<qint64> &ns : {b.peersNs, b.highNs})
            m_highest = std::max(m_highest, ns ? markBase(b) + inAxis(b, *ns) : 0);
    }
    updateScroll();
    update();
}

// Labels are numbers nearly always, whose letters keep their width beside others: laying out thousands of texts would
// take longer than painting them.
void StackedBars::measureLabels()
{
    const QFontMetrics metrics(smallFont());
    std::array<int, 128> widthOf;
    for (size_t letter = 0; letter < widthOf.size(); ++letter)
        widthOf[letter] = metrics.horizontalAdvance(QChar(static_cast<char16_t>(letter)));
    m_widestLabel = 0;
    for (const StackedBar &b : m_bars) {
        const bool simple =
            std::all_of(b.label.begin(), b.label.end(), [&widthOf](QChar c) { return c.unicode() < widthOf.size(); });
        int wide = simple ? 0 : metrics.horizontalAdvance(b.label);
        for (const QChar c : simple ? QStringView(b.label) : QStringView())
            wide += widthOf[c.unicode()];
        m_widestLabel = std::max(m_widestLabel, wide);
    }
}

bool StackedBars::isLineShown(size_t line) const
{
    return line < m_series.lines && m_lines[line].value_or(m_series.linesAtFirst && m_bars.size() <= barsWithLines);
}

bool StackedBars::areMarksShown() const
{
    bool shown = m_marksWanted && m_mark.count > 0;
    for (size_t i = m_mark.first; i < m_mark.first + m_mark.count; ++i)
        shown = shown && m_shown[i];
    return shown;
}

void StackedBars::setSelected(const QString &key)
{
    m_selectedKey = key;
    m_selected = -1;
    for (size_t i = 0; i < m_bars.size(); ++i) {
        if (m_bars[i].key == key)
            m_selected = static_cast<int>(i);
    }
    update();
}

void StackedBars::retranslate()
{
    setAccessibleDescription(m_series.unit
                                 ? tr("A bar for every rank; the arrow keys move between ranks. Up goes to the legend, "
                                      "whose entries Space switches on and off.")
                                 : tr("Stacked time of every rank; the arrow keys move between ranks. Up goes to the "
                                      "legend, whose entries Space switches on and off."));
    measure();
}

QSize StackedBars::sizeHint() const
{
    return {640, 280};
}

QSize StackedBars::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 9};
}

std::vector<LegendEntry> StackedBars::legend() const
{
    std::vector<LegendEntry> out;
    for (size_t i = 0; i < parts(); ++i)
        out.push_back({m_series.partName(i), m_series.partColor(theme(), i), LegendEntry::Mark::Swatch, m_shown[i]});
    for (size_t l = 0; l < m_series.lines; ++l)
        out.push_back({(m_percent ? m_series.lineName : m_series.lineLegend)(l), theme().text(),
                       l == 0 ? LegendEntry::Mark::Line : LegendEntry::Mark::DashedLine, isLineShown(l)});
    if (m_mark.count > 0)
        out.push_back({m_series.markLegend(m_folded), theme().accent(), LegendEntry::Mark::Line, areMarksShown()});
    if (m_open)
        out.push_back({tr("A part is not known"), theme().secondaryText(), LegendEntry::Mark::Hatched});
    // Lines of it that bars have no height for are left out; the tip of a bar names its parts.
    const QFontMetrics metrics(smallFont());
    const int room = bottomOf(height(), metrics.height(), *m_scroll) - leastBars - metrics.height() / 2 - barPad;
    const std::vector<QRect> rects = rs::legendRects(out, metrics, legendRoom().width());
    while (!out.empty() && legendRoom().top() + rects[out.size() - 1].bottom() >= room)
        out.pop_back();
    return out;
}

double StackedBars::inAxis(const StackedBar &bar, qint64 ns) const
{
    const auto value = static_cast<double>(std::max<qint64>(0, ns));
    if (!m_percent)
        return value;
    // Without the length of the whole nobody knows a share of it.
    return bar.totalNs.value_or(0) > 0 ? value / static_cast<double>(*bar.totalNs) * 100 : 0;
}

double StackedBars::heightOf(const StackedBar &bar) const
{
    double sum = 0;
    for (size_t i = 0; i < StackedBar::partCount; ++i)
        sum += m_shown[i] ? inAxis(bar, bar.partsNs[i]) : 0;
    return sum;
}

// Start of the parts that the mark is about.
double StackedBars::markBase(const StackedBar &bar) const
{
    double base = 0;
    for (size_t i = 0; i < m_mark.first; ++i)
        base += m_shown[i] ? inAxis(bar, bar.partsNs[i]) : 0;
    return base;
}

StackedBars::Geometry StackedBars::geometry() const
{
    Geometry g;
    const QFontMetrics metrics(smallFont());
    // Differences are in it even where the axis is in per cent.
    g.unit = m_percent ? format::timeUnitFor(m_bars.empty() ? 0 : m_bars.front().totalNs.value_or(0))
                       : format::timeUnitFor(std::llround(std::min(m_highest, 9e18)));
    const double unit = m_series.unit ? m_series.unit->each : static_cast<double>(format::unitNs(g.unit));
    g.unitOf = m_percent ? 1 : unit;
    const int line = metrics.height();
    // Half of the label that may stand at the very top of an axis, and the titles of both where bars stay to be seen.
    int top = legendBottom() + line / 2 + barPad;
    const int bottom = bottomOf(height(), line, *m_scroll);
    g.titled = bottom - top >= line + leastBars;
    top += g.titled ? line : 0;
    // An outlier is labelled above its bar, in one line if the bars are low.
    const int labelLines = bottom - top > line * 6 ? 2 : bottom - top > line * 3 ? 1 : 0;
    const int room = m_labelled && areMarksShown() && labelLines > 0 ? line * labelLines + barPad : 0;
    g.top = m_highest * 1.04 * (bottom - top) / std::max(1, bottom - top - room);
    const int ticks = std::clamp((bottom - top) / (line * 2), 2, 8);
    g.step = niceStep(m_highest * 1.04, ticks);
    const int label = metrics.horizontalAdvance(format::real(m_highest / g.unitOf, stepDecimals(g.step / g.unitOf)));
    const int left = barPad + label + 6;
    const int right = metrics.horizontalAdvance(QStringLiteral("100")) + 6 + barPad;
    g.plot = QRect(left, top, std::max(1, width() - left - right), std::max(1, bottom - top));
    if (!m_bars.empty())
        g.slot = g.plot.width() * m_zoom / static_cast<double>(m_bars.size());
    g.offset = !m_scroll->isHidden() ? m_scroll->value() : 0;
    g.ratioAsPercent = m_percent;
    return g;
}

QPointF StackedBars::centerOf(int bar) const
{
    const Geometry g = geometry();
    return {g.plot.left() + (bar + 0.5) * g.slot - g.offset, g.plot.bottom() - 2.0};
}

int StackedBars::representative(int first, int last) const
{
    // The bar to keep among neighbours: a reported problem, an outlier, else the one farthest from the median.
    int best = first;
    std::pair<int, double> distance(0, -1);
    for (int i = first; i < last; ++i) {
        const StackedBar &b = m_bars[static_cast<size_t>(i)];
        std::pair<int, double> d(b.accused ? 2 : b.outlier ? 1 : 0, 0);
        if (b.offNs)
            d.second = std::abs(static_cast<double>(*b.offNs));
        else if (b.computingNs)
            d.second = std::abs(static_cast<double>(*b.computingNs - m_medianComputingNs));
        if (d > distance) {
            distance = d;
            best = i;
        }
    }
    return best;
}

int StackedBars::barAt(const QPointF &at) const
{
    const Geometry g = geometry();
    if (m_bars.empty() || !g.plot.adjusted(0, 0, 0, fontMetrics().height()).contains(at.toPoint()))
        return -1;
    const int count = static_cast<int>(m_bars.size());
    const double x = at.x() - g.plot.left() + g.offset;
    const int i = static_cast<int>(x / g.slot);
    if (i < 0 || i >= count)
        return -1;
    if (g.slot >= 1)
        return i;
    const double pixel = std::floor(x);
    return representative(i, std::clamp(static_cast<int>(std::ceil((pixel + 1) / g.slot)), i + 1, count));
}

void StackedBars::updateScroll()
{
    const bool wanted = m_zoom > 1 && !m_bars.empty();
    m_scroll->setVisible(wanted);
    const int high = m_scroll->sizeHint().height();
    m_scroll->setGeometry(0, height() - high, width(), high);
    if (!wanted)
        return;
    const Geometry g = geometry();
    m_scroll->setPageStep(g.plot.width());
    m_scroll->setSingleStep(std::max(1, static_cast<int>(g.slot)));
    m_scroll->setRange(0, std::max(0, static_cast<int>(g.slot * static_cast<double>(m_bars.size())) - g.plot.width()));
}

QString StackedBars::valueText(qint64 value, format::TimeUnit unit) const
{
    return m_series.unit ? m_series.unit->text(value)
                         : format::timeIn(value, unit) + QChar(0x00A0) + format::unitName(unit);
}

std::vector<std::pair<QString, QString>> StackedBars::tipLines(int bar) const
{
    const StackedBar &b = m_bars[static_cast<size_t>(bar)];
    const format::TimeUnit unit = geometry().unit;
    const Details details = m_details ? m_details(bar) : Details{b.label, {}};
    const std::vector<std::pair<QString, std::optional<qint64>>> sums = m_series.sums(b);
    const auto value = [this, unit](const std::optional<qint64> &of) {
        return of ? valueText(*of, unit) : missingText();
    };
    const auto percent = [](const std::optional<double> &ratio) {
        return ratio ? format::percent(*ratio) : missingText();
    };
    const auto partText = [&](qint64 ns) {
        if (m_series.parts == 1)
            return value(ns); // of which a share says nothing
        std::optional<double> share;
        if (b.totalNs)
            share = *b.totalNs > 0 ? static_cast<double>(ns) / static_cast<double>(*b.totalNs) : 0;
        return tr("%1 (%2)", "time (share)").arg(value(ns), percent(share));
    };
    // A few lines are read at once, so a single sum stands beside the name, and the smallest parts are one line; the
    // table below has all.
    constexpr size_t mostLines = 6;
    std::vector<std::pair<QString, QString>> lines = {
        {details.heading, sums.size() == 1 ? value(sums.front().second) : QString()}};
    std::vector<size_t> shown;
    for (size_t i = 0; i < parts(); ++i) {
        if (parts() <= 2 || b.missing[i] || b.partsNs[i] != 0)
            shown.push_back(i);
    }
    const size_t taken = 1 + (sums.size() > 1 ? sums.size() : 0) + details.lines.size() + (b.isIncomplete() ? 1 : 0);
    const size_t room = std::max<size_t>(3, mostLines - std::min(mostLines, taken));
    std::optional<qint64> others;
    while (shown.size() + (others ? 1 : 0) > room) {
        // The largest part stays; then values that the source lacks go, which a line of its own tells.
        const qint64 largest = std::ranges::max(b.partsNs);
        const auto least = std::ranges::min_element(
            shown, {}, [&](size_t i) { return std::tuple(b.partsNs[i] == largest, b.missing[i], b.partsNs[i]); });
        if (!b.missing[*least])
            others = others.value_or(0) + b.partsNs[*least];
        shown.erase(least);
    }
    for (const size_t i : shown)
        lines.emplace_back(i == 0 && b.isWholeCompute ? wholeComputeName() : m_series.partName(i),
                           b.missing[i] ? missingText() : partText(b.partsNs[i]));
    if (others)
        lines.emplace_back(tr("Others"), partText(*others));
    for (const auto &[name, ns] : sums) {
        if (sums.size() > 1)
            lines.emplace_back(name, value(ns));
    }
    lines.insert(lines.end(), details.lines.begin(), details.lines.end());
    if (b.isIncomplete()) {
        lines.emplace_back(
            tr("Incomplete"),
            b.steps > 1
                ? tr("%1 of %2 steps lack a value").arg(format::integer(b.incompleteSteps), format::integer(b.steps))
                : tr("the source lacks a value"));
    }
    return lines;
}

void StackedBars::resizeEvent(QResizeEvent *)
{
    forgetLegend();
    updateScroll();
}

void StackedBars::changeEvent(QEvent *event)
{
    Picture::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        measureLabels();
        measure();
    }
}

Picture::Tip StackedBars::tipAt(const QPoint &at) const
{
    const int bar = barAt(at);
    return bar < 0 ? Tip() : Tip{tipLines(bar)};
}

bool StackedBars::isSwitch(int entry) const
{
    const std::vector<LegendEntry> all = legend();
    return entry < std::ssize(all) && all[static_cast<size_t>(entry)].mark != LegendEntry::Mark::Hatched;
}

QString StackedBars::entryHelp(int entry) const
{
    if (!isSwitch(entry))
        return tr("The source lacks a part of these bars: they are longer than drawn by an unknown time.");
    const QString help = Picture::entryHelp(entry);
    return static_cast<size_t>(entry) < parts() + m_series.lines ? help : help + u'\n' + m_series.markHelp();
}

void StackedBars::switchEntry(int at)
{
    const auto entry = static_cast<size_t>(at);
    if (entry < parts())
        m_shown[entry] = !m_shown[entry];
    else if (entry < parts() + m_series.lines)
        m_lines[entry - parts()] = !isLineShown(entry - parts());
    else
        m_marksWanted = !m_marksWanted;
    measure();
    emit legendChanged();
}

void StackedBars::wheelEvent(QWheelEvent *event)
{
    if (m_bars.empty() || !(event->modifiers() & Qt::ControlModifier)) {
        if (m_scroll->isHidden())
            return QWidget::wheelEvent(event);
        m_scroll->setValue(m_scroll->value() - event->angleDelta().y() - event->angleDelta().x());
        event->accept();
        return;
    }
    const Geometry before = geometry();
    const double under = (event->position().x() - before.plot.left() + before.offset) / before.slot;
    const double most = std::max(1.0, maxSlot * static_cast<double>(m_bars.size()) / before.plot.width());
    m_zoom = std::clamp(m_zoom * std::pow(1.2, event->angleDelta().y() / 120.0), 1.0, most);
    updateScroll();
    // The bar under the cursor stays there.
    m_scroll->setValue(static_cast<int>(under * geometry().slot - (event->position().x() - before.plot.left())));
    update();
    event->accept();
}

void StackedBars::chooseItem(int item)
{
    if (item < 0)
        return;
    emit clicked(item);
    const Geometry g = geometry();
    const double left = item * g.slot;
    if (left < g.offset)
        m_scroll->setValue(static_cast<int>(left));
    else if (left + g.slot > g.offset + g.plot.width())
        m_scroll->setValue(static_cast<int>(left + g.slot - g.plot.width()));
}

void StackedBars::showAll()
{
    m_zoom = 1;
    updateScroll();
    update();
}

} // namespace rs

#include "moc_stackedbars.cpp"
