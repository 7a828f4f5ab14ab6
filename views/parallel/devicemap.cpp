// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/devicemap.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/axis.h"
#include "views/picture/axistitle.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace rs {

namespace {

constexpr int mapPad = 8;
constexpr int ranksOfRow = 8;
constexpr QSizeF widestDevice(200, 90);

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
    showAll();
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
        return load.rateShare;
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

PaintedGrid::Geometry DeviceMap::geometry() const
{
    Geometry g;
    g.rows = static_cast<int>(m_rowNames.size());
    g.columns = m_columns;
    if (g.isEmpty())
        return g;
    const QFontMetrics metrics(smallFont());
    int label = 0;
    for (const QString &name : m_rowNames)
        label = std::max(label, metrics.horizontalAdvance(name));
    label = std::min(label + 2, metrics.averageCharWidth() * 24);
    const double left = mapPad + metrics.height() + 4 + label + 6;
    const double bottom = metrics.height() * 2 + 6;
    const QSizeF room(std::max(8.0, width() - left - mapPad), std::max(8.0, height() - bottom - mapPad));
    const auto side = [this](double space, int count, double widest) {
        const double fit = std::min(space / count, widest);
        return std::clamp(fit * zoom(), fit, std::max(fit, widest));
    };
    g.cell = {side(room.width(), g.columns, widestDevice.width()), side(room.height(), g.rows, widestDevice.height())};
    g.plot = {QPointF(left, mapPad), QSizeF(std::min(room.width(), g.cell.width() * g.columns),
                                            std::min(room.height(), g.cell.height() * g.rows))};
    g.offset = offset();
    return g;
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

void DeviceMap::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    p.fillRect(rect(), theme().background());
    p.setFont(smallFont());
    const Geometry g = geometry();
    if (g.isEmpty())
        return;
    constexpr double leastLined = 6;
    p.save();
    p.setClipRect(g.plot);
    paintCells(p, g);
    paintGridLines(p, g, leastLined);
    paintTexts(p, g);
    paintChosen(p, g);
    p.restore();
    paintAxes(p, g);
    paintFocus(p, g);
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
    const QFontMetrics metrics = p.fontMetrics();
    const int label = static_cast<int>(g.plot.left()) - mapPad - metrics.height() - 10;
    const int widest = metrics.horizontalAdvance(QString::number(g.columns));
    const int everyColumn = std::max(1, static_cast<int>(std::ceil(niceStep((widest + 10) / g.cell.width(), 1))));
    const int everyRow =
        std::max(1, static_cast<int>(std::ceil(niceStep((metrics.height() + 2) / g.cell.height(), 1))));
    p.setPen(theme().secondaryText());
    for (int c = 0; m_byHost && c < g.columns; c += everyColumn) {
        const double x = g.plot.left() + (c + 0.5) * g.cell.width() - g.offset.x();
        if (x >= g.plot.left() && x <= g.plot.right())
            p.drawText(QRectF(x - widest, g.plot.bottom() + 3, widest * 2.0, metrics.height()), Qt::AlignHCenter,
                       QString::number(c));
    }
    for (int r = 0; r < g.rows; r += everyRow) {
        const double y = g.plot.top() + (r + 0.5) * g.cell.height() - g.offset.y();
        if (y >= g.plot.top() && y <= g.plot.bottom())
            p.drawText(QRectF(g.plot.left() - label - 6, y - metrics.height() / 2.0, label + 1, metrics.height()),
                       Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(m_rowNames[r], Qt::ElideMiddle, label));
    }
    if (m_byHost) {
        const QString title = tr("Device");
        p.drawText(QRectF(g.plot.left(), g.plot.bottom() + 3 + metrics.height(),
                          std::max(g.plot.width(), metrics.horizontalAdvance(title) + 2.0), metrics.height()),
                   g.plot.width() > 80 ? Qt::AlignHCenter : Qt::AlignLeft, title);
    }
    paintVerticalTitle(p, m_byHost ? tr("Host") : tr("Rank"), mapPad, g.plot.center().y(), height());
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
    if (!load->host.isEmpty())
        lines.emplace_back(tr("Host"), format::displayText(load->host));
    if (load->device >= 0)
        lines.emplace_back(tr("Device"), QString::number(load->device));
    const auto add = [&lines](const QString &name, const std::optional<double> &value, int decimals, const char *unit) {
        if (value)
            lines.emplace_back(name, format::real(*value, decimals) + QLatin1String(unit));
    };
    add(tr("Peak memory"), load->peakGib, 3, " GiB");
    add(tr("Capacity"), load->capacityGib, 3, " GiB");
    if (load->memoryShare())
        lines.emplace_back(tr("Memory used"), format::percent(*load->memoryShare()));
    if (load->memorySource != LoadSource::None)
        lines.emplace_back(tr("Memory is"), sourceText(load->memorySource));
    add(tr("FLOPs"), load->mflops, 3, " M");
    if (load->mflopsShare)
        lines.emplace_back(tr("Of the device with the most FLOPs"), format::percent(*load->mflopsShare));
    add(tr("FLOPS"), load->gflopsPerSecond, 3, " G/s");
    if (load->rateShare)
        lines.emplace_back(tr("Of the fastest device"), format::percent(*load->rateShare));
    add(tr("FLOPS utilisation"), load->utilization, 2, " %");
    if (load->flopsSource != LoadSource::None)
        lines.emplace_back(tr("FLOPs are"), sourceText(load->flopsSource));
    return lines;
}

} // namespace rs

#include "moc_devicemap.cpp"
