// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/deviceload.h"
#include "views/picture/paintedgrid.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// Hosts × devices as coloured cells: how full each memory is, or how much a device computes beside the others. Without
/// hosts, the devices by number in one row; where numbers are missing or not of one host, the ranks in rows of eight.
class DeviceMap : public PaintedGrid
{
    Q_OBJECT
public:
    enum class Measure { Memory, Flops, Rate };

    explicit DeviceMap(const Theme *theme, QWidget *parent = nullptr);

    void setLoads(std::shared_ptr<const std::vector<DeviceLoad>> loads);
    void setMeasure(Measure measure);
    /// Load in a cell; null if there is no device.
    [[nodiscard]] const DeviceLoad *loadAt(int row, int column) const;
    /// The cell of a rank, (-1, -1): none.
    [[nodiscard]] Cell cellOf(int rankIndex) const;
    void setSelected(Cell cell) { select(cell.first, cell.second); }
    [[nodiscard]] QRectF cellRect(int row, int column) const { return rectOf(row, column); }
    /// 0..1: of the capacity, where one is known, else of the device with the most.
    [[nodiscard]] std::optional<double> shareOf(const DeviceLoad &load) const;
    /// Rows are hosts, one of them perhaps not known.
    [[nodiscard]] bool hasHosts() const { return m_byHost; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    [[nodiscard]] Geometry geometry() const override;
    [[nodiscard]] QSizeF largestCell() const override;
    [[nodiscard]] QImage image(const Geometry &g) const override;
    [[nodiscard]] TipLines tipLines(int row, int column) const override;
    void paintInside(QPainter &p, const Geometry &g) override;
    void paintAxes(QPainter &p, const Geometry &g) const override;

private:
    void arrange();
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] QString sourceText(LoadSource source) const;
    void paintTexts(QPainter &p, const Geometry &g) const;

    std::shared_ptr<const std::vector<DeviceLoad>> m_loads;
    Measure m_measure = Measure::Memory;
    bool m_byHost = false;
    double m_mostPeak = 0;
    bool m_hasCapacity = false; ///< of one device at least
    QStringList m_rowNames;
    int m_columns = 0;
    std::vector<int> m_cells; ///< into the loads, row by row; -1: none
};

} // namespace rs
