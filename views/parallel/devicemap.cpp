// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/devicemap.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace rs {

namespace {

constexpr int ranksOfRow = 8;
constexpr QSizeF widestDevice(200, 90);

// Three digits and a prefix: "1.20 T".
QString withPrefix(double value)
{
    constexpr std::array prefixes = {"", " k", " M", " G", " T", " P"};
    size_t at = 0;
    for (; value >= 1000 && at + 1 < prefixes.size(); ++at)
        value /= 1000;
    return format::real(value, value < 10 ? 2 : value < 100 ? 1 : 0) + QLatin1String(prefixes[at]);
}

} // namespace

DeviceMap::DeviceMap(const Theme *theme, QWidget *parent) : PaintedGrid(theme, parent)
{
    setRange(0, 1);
}

void DeviceMap::setLoads(std::shared_ptr<const std::vector<DeviceLoad>> loads)
{
    m_loads = std::move(loads);
    arrange();
    forgetHover();
    startAnew();
    invalidate();
}

void DeviceMap::setMeasure(Measure measure)
{
    m_measure = measure;
    invalidate();
}

void DeviceMap::arrange()
{
    m_rowNames.clear();
    m_cells.clear();
    m_columns = 0;
    m_mostPeak = 0;
    m_hasCapacity = false;
    if (!m_loads || m_loads->empty())
        return;
    for (const DeviceLoad &d : *m_loads) {
        m_mostPeak = std::max(m_mostPeak, d.peakGib.value_or(0));
        m_hasCapacity = m_hasCapacity || d.memoryShare().has_value();
    }
    std::map<QString, std::map<int, int>> hosts; // device to place
    // Devices of no known host are those of one, as long as no number comes twice.
    m_byHost = true;
    for (size_t i = 0; i < m_loads->size() && m_byHost; ++i) {
        const DeviceLoad &d = (*m_loads)[i];
        m_byHost = d.device >= 0 && hosts[d.host].try_emplace(d.device, static_cast<int>(i)).second;
    }
    constexpr int mostDevices = 256; // of a host; numbers beyond are none
    for (const auto &[host, devices] : hosts)
        m_byHost = m_byHost && devices.rbegin()->first < mostDevices;
    if (!m_byHost) {
        const auto count = static_cast<int>(m_loads->size());
        m_columns = std::min(ranksOfRow, count);
        for (int i = 0; i < count; ++i) {
            if (i % m_columns == 0)
                m_rowNames << format::displayText((*m_loads)[static_cast<size_t>(i)].label);
            m_cells.push_back(i);
        }
        m_cells.resize(static_cast<size_t>(m_rowNames.size() * m_columns), -1);
        return;
    }
    for (const auto &[host, devices] : hosts)
        m_columns = std::max(m_columns, devices.rbegin()->first + 1);
    for (const auto &[host, devices] : hosts) {
        m_rowNames << (host.isEmpty() ? tr("Host not known") : format::displayText(host));
        for (int device = 0; device < m_columns; ++device) {
            const auto at = devices.find(device);
            m_cells.push_back(at == devices.end() ? -1 : at->second);
        }
    }
}

const DeviceLoad *DeviceMap::loadAt(int row, int column) const
{
    if (row < 0 || column < 0 || row >= m_rowNames.size() || column >= m_columns)
        return nullptr;
    const int at = m_cells[static_cast<size_t>(row * m_columns + column)];
    return at < 0 ? nullptr : &(*m_loads)[static_cast<size_t>(at)];
}

PaintedGrid::Cell DeviceMap::cellOf(int rankIndex) const
{
    for (size_t i = 0; i < m_cells.size(); ++i) {
        if (m_cells[i] >= 0 && (*m_loads)[static_cast<size_t>(m_cells[i])].rankIndex == rankIndex)
            return {static_cast<int>(i) / m_columns, static_cast<int>(i) % m_columns};
    }
    return {-1, -1};
}

std::optional<double> DeviceMap::shareOf(const DeviceLoad &load) const
{
    switch (m_measure) {
    case Measure::Memory:
        // One basis for all, or the colours would not compare.
        if (m_hasCapacity)
            return load.memoryShare() ? std::optional(std::min(1.0, *load.memoryShare())) : std::nullopt;
        return load.peakGib && m_mostPeak > 0 ? std::optional(*load.peakGib / m_mostPeak) : std::nullopt;
    case Measure::Flops:
        return load.mflopsShare;
    case Measure::Rate:
        return load.peakShare ? std::optional(std::min(1.0, *load.peakShare)) : load.rateShare;
    }
    return std::nullopt;
}

QSize DeviceMap::sizeHint() const
{
    return {560, 360};
}

QSizeF DeviceMap::largestCell() const
{
    return widestDevice;
}

int DeviceMap::labelWidth() const
{
    const QFontMetrics metrics(smallFont());
    int out = 0;
    for (const QString &name : m_rowNames)
        out = std::max(out, metrics.horizontalAdvance(name));
    return std::min(out + 2, metrics.averageCharWidth() * 24);
}

PaintedGrid::Geometry DeviceMap::geometry() const
{
    return fitted(static_cast<int>(m_rowNames.size()), m_columns, labelWidth(), widestDevice, widestDevice);
}

QImage DeviceMap::image(const Geometry &g) const
{
    const Ramp colors = ramp(false);
    QImage out(g.columns, g.rows, QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent); // no data: the hatching below shows through
    for (int y = 0; y < g.rows; ++y) {
        auto *line = reinterpret_cast<QRgb *>(out.scanLine(y));
        for (int x = 0; x < g.columns; ++x) {
            const DeviceLoad *const load = loadAt(y, x);
            if (const auto share = load ? shareOf(*load) : std::nullopt)
                line[x] = colors.at(*share);
        }
    }
    return out;
}

void DeviceMap::paintInside(QPainter &p, const Geometry &g)
{
    constexpr double leastLined = 6;
    paintCells(p, g);
    paintGridLines(p, g, leastLined);
    paintTexts(p, g);
}

void DeviceMap::paintTexts(QPainter &p, const Geometry &g) const
{
    const QFontMetrics metrics = p.fontMetrics();
    if (g.cell.height() < metrics.height() + 2)
        return;
    const bool both = g.cell.height() >= 2 * metrics.height() + 4;
    for (int row = 0; row < g.rows; ++row) {
        for (int column = 0; column < g.columns; ++column) {
            const QRectF cell = g.cellRect(row, column);
            const DeviceLoad *const load = loadAt(row, column);
            const auto share = load ? shareOf(*load) : std::nullopt;
            if (!share || !cell.intersects(g.plot))
                continue;
            QString text = format::percent(*share);
            const double room = cell.width() - 4;
            const QString rank = tr("Rank %1").arg(format::displayText(load->label));
            if (metrics.horizontalAdvance(text) > room)
                continue;
            if (both && metrics.horizontalAdvance(rank) <= room)
                text = rank + u'\n' + text;
            const bool inRange = *share >= low() && *share <= high();
            p.setPen(inRange ? Theme::labelOn(theme().ramp((*share - low()) / std::max(1e-9, high() - low())))
                             : theme().secondaryText());
            p.drawText(cell, Qt::AlignCenter, text);
        }
    }
}

void DeviceMap::paintAxes(QPainter &p, const Geometry &g) const
{
    Labels labels;
    labels.row = [this](int row) { return m_rowNames[row]; };
    labels.rowWidth = labelWidth();
    labels.rows = m_byHost ? tr("Host") : tr("Rank");
    if (m_byHost) {
        labels.column = [](int column) { return QString::number(column); };
        labels.columnWidth = p.fontMetrics().horizontalAdvance(QString::number(g.columns));
        labels.columns = tr("Device");
    }
    PaintedGrid::paintLabels(p, g, labels);
}

QString DeviceMap::sourceText(LoadSource source) const
{
    switch (source) {
    case LoadSource::Theory:
        return tr("theoretical");
    case LoadSource::Measured:
        return tr("measured");
    case LoadSource::Estimated:
        return tr("estimated from the shapes of matrix products");
    case LoadSource::None:
        break;
    }
    return {};
}

PaintedGrid::TipLines DeviceMap::tipLines(int row, int column) const
{
    const DeviceLoad *const load = loadAt(row, column);
    if (!load)
        return {{tr("No device"), {}}};
    TipLines lines = {{tr("Rank"), format::displayText(load->label)}};
    const auto add = [&lines](const QString &name, const std::optional<double> &value, int decimals, const char *unit) {
        if (value)
            lines.emplace_back(name, format::real(*value, decimals) + QLatin1String(unit));
    };
    add(tr("Peak memory"), load->peakGib, 3, " GiB");
    add(tr("Capacity"), load->capacityGib, 3, " GiB");
    if (load->memoryShare())
        lines.emplace_back(tr("Memory used"), format::percent(*load->memoryShare()));
    if (load->mflops)
        lines.emplace_back(tr("FLOPs"), withPrefix(*load->mflops * 1e6));
    if (load->gflopsPerSecond)
        lines.emplace_back(tr("FLOPS"), withPrefix(*load->gflopsPerSecond * 1e9) + QStringLiteral("/s"));
    if (load->memorySource != LoadSource::None)
        lines.emplace_back(tr("Source of memory"), sourceText(load->memorySource));
    if (load->mflopsShare)
        lines.emplace_back(tr("vs. device with most FLOPs"), format::percent(*load->mflopsShare));
    if (load->rateShare)
        lines.emplace_back(tr("vs. fastest device"), format::percent(*load->rateShare));
    add(tr("FLOPS utilisation"), load->utilization, 2, " %");
    if (load->flopsSource != LoadSource::None)
        lines.emplace_back(tr("Source of FLOPs"), sourceText(load->flopsSource));
    if (!load->host.isEmpty())
        lines.emplace_back(tr("Host"), format::displayText(load->host));
    if (load->device >= 0)
        lines.emplace_back(tr("Device"), QString::number(load->device));
    return lines;
}

} // namespace rs

#include "moc_devicemap.cpp"
