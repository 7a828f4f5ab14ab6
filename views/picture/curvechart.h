// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/curvepicture.h"

#include <QString>

#include <memory>
#include <vector>

namespace rs {

/// Curves of values that are held here.
class CurveChart : public CurvePicture
{
    Q_OBJECT
public:
    struct Line
    {
        std::shared_ptr<const SampledCurve> curve;
        QString name;  ///< as people read it
        int color = 0; ///< for Theme::series()
        bool on = true;
    };

    explicit CurveChart(const Theme *theme, QWidget *parent = nullptr);

    /// Times are shown from `originNs` on. `unit` of the values, as the file calls it; "ns": they are times.
    /// `least`: the scale reaches to it at least, of a queue its length.
    void setLines(std::vector<Line> lines, const QString &unit, qint64 originNs, double least = 0);
    [[nodiscard]] const std::vector<Line> &lines() const { return m_lines; }
    /// Title of the values.
    void setValueTitle(const QString &title);
    /// With its unit.
    [[nodiscard]] QString valueText(double value) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    [[nodiscard]] int curveCount() const override { return static_cast<int>(m_lines.size()); }
    [[nodiscard]] CurveLook look(int curve) const override;
    void setOn(int curve, bool on) override { m_lines[static_cast<size_t>(curve)].on = on; }
    [[nodiscard]] std::vector<CurvePixel> pixelsOf(int curve, Interval window, int width) const override;
    [[nodiscard]] ValueAxis valueAxis(int height) const override;
    [[nodiscard]] QString valueText(int curve, qint64 ns) const override;

private:
    std::vector<Line> m_lines;
    QString m_unit;
    QString m_title;
    double m_least = 0;
};

} // namespace rs
