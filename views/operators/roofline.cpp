// SPDX-License-Identifier: Apache-2.0
#include "views/operators/roofline.h"

#include "items/format.h"
#include "tables/base/rowsource.h"
#include "views/page/picturescope.h"
#include "views/page/tablepage.h"
#include "views/picture/chartframe.h"
#include "views/picture/scatterchart.h"
#include "views/tables/tableview.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace rs {

namespace {

/// Cells of a row of "mfu".
class MfuRow
{
public:
    MfuRow(const RowSource &rows, quint32 row) : m_rows(rows), m_row(row) {}
    [[nodiscard]] std::optional<double> real(QStringView id) const { return m_rows.real(m_row, m_rows.columnOf(id)); }
    [[nodiscard]] qint64 integer(QStringView id) const
    {
        return m_rows.integer(m_row, m_rows.columnOf(id)).value_or(0);
    }
    /// Both its operations a byte and its rate are known.
    [[nodiscard]] bool isPoint() const { return real(u"intensity").value_or(0) > 0 && real(u"rate").value_or(0) > 0; }
    [[nodiscard]] QString text(QStringView id) const
    {
        const int column = m_rows.columnOf(id);
        const std::string_view text = column < 0 ? std::string_view() : m_rows.text(m_row, column);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }

private:
    const RowSource &m_rows;
    quint32 m_row;
};

/// The chart, and the rows of its points.
class Roofline
{
    Q_DECLARE_TR_FUNCTIONS(rs::Roofline)
public:
    explicit Roofline(ScatterChart *chart) : m_chart(chart) {}

    void setRows(const RowSource *rows)
    {
        m_points.clear();
        m_rows.clear();
        std::map<QString, ScatterChart::Series> byType;
        qint64 longest = 1;
        for (quint32 r = 0; rows && r < rows->rows(); ++r) {
            if (const MfuRow row(*rows, r); row.isPoint())
                longest = std::max(longest, row.integer(u"total"));
        }
        for (quint32 r = 0; rows && r < rows->rows(); ++r)
            addRow(MfuRow(*rows, r), r, longest, byType);
        std::vector<ScatterChart::Series> all;
        for (auto &[type, series] : byType) {
            all.push_back(std::move(series));
            const std::vector<quint32> &points = m_points[type];
            m_rows.insert(m_rows.end(), points.begin(), points.end());
        }
        m_chart->setSeries(std::move(all));
        m_chart->setTexts({tr("Operations a byte (FLOP/B)"),
                           tr("TFLOP/s"),
                           {},
                           [](double v) { return number(v); },
                           [](double v) { return number(v); }});
    }
    [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
    [[nodiscard]] int rowOf(int point) const
    {
        return point < 0 ? -1 : static_cast<int>(m_rows[static_cast<size_t>(point)]);
    }
    /// Outlines the point of a row; a row may have none.
    void choose(int row)
    {
        const auto at = row < 0 ? m_rows.end() : std::ranges::find(m_rows, static_cast<quint32>(row));
        m_chart->setChosen(at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin()));
    }
    [[nodiscard]] static QString note()
    {
        return tr("a point is a group of kernels, as large as its time; the line is what chip and data type allow");
    }

private:
    [[nodiscard]] static QString number(double value)
    {
        return format::real(value, value < 1 ? 3 : value < 10 ? 1 : 0);
    }

    void addRow(const MfuRow &row, quint32 place, qint64 longest, std::map<QString, ScatterChart::Series> &byType)
    {
        if (!row.isPoint())
            return;
        const auto intensity = row.real(u"intensity");
        const auto rate = row.real(u"rate");
        const QString type = row.text(u"data-type");
        ScatterChart::Series &series = byType[type];
        series.name = type.isEmpty() ? tr("unknown data type") : format::displayText(type);
        if (const auto peak = row.real(u"peak"); peak && !series.line) {
            const double ofMemory = row.real(u"memory-peak").value_or(0) / 1000; // TFLOP/s for an operation a byte
            series.line = [most = *peak, ofMemory](double x) {
                return ofMemory > 0 ? std::min(most, x * ofMemory) : most;
            };
            series.corner = QPointF(ofMemory > 0 ? *peak / ofMemory : *intensity, *peak);
        }
        constexpr double largest = 5; // radii
        const double share = static_cast<double>(row.integer(u"total")) / static_cast<double>(longest);
        ScatterChart::Point point{*intensity, *rate, false, {}, 1 + (largest - 1) * std::sqrt(share)};
        point.tipLines.emplace_back(format::displayText(row.text(u"type")), QString());
        for (const QStringView id : {u"name", u"shapes"}) {
            if (const QString text = row.text(id); !text.isEmpty())
                point.tipLines.emplace_back(id == u"name" ? tr("Name") : tr("Input shapes"), format::displayText(text));
        }
        point.tipLines.emplace_back(tr("Time"), format::duration(row.integer(u"total")));
        point.tipLines.emplace_back(tr("Rate"), tr("%1 TFLOP/s").arg(format::real(*rate, 2)));
        point.tipLines.emplace_back(tr("Operations a byte"), format::real(*intensity, 1));
        for (const auto &[id, name] : {std::pair(u"mfu", tr("MFU")), std::pair(u"roof-share", tr("Of the roof"))}) {
            if (const auto share = row.real(id))
                point.tipLines.emplace_back(name, format::percent(*share / 100));
        }
        series.points.push_back(std::move(point));
        m_points[type].push_back(place);
    }

    ScatterChart *m_chart;
    std::map<QString, std::vector<quint32>> m_points;
    std::vector<quint32> m_rows; ///< of the points, over all series
};

} // namespace

ChartFrame *createRoofline(const ViewContext &context, TablePage &page)
{
    auto *const chart = new ScatterChart(context.theme);
    auto *const frame = new ChartFrame(chart, QStringLiteral("roofline"), context.theme);
    const auto roofline = std::make_shared<Roofline>(chart);
    frame->setScope([&page, context] { return pictureScope(*context.runs, page.runAt(), context.state->step(), {}); });
    QObject::connect(&page, &TablePage::rowsChanged, frame, [&page, chart, frame, roofline] {
        roofline->setRows(page.rows().get());
        chart->setAccessibleName(page.title());
        frame->setHeading(page.title());
        frame->setNote(Roofline::note());
        frame->setVisible(!roofline->isEmpty());
    });
    // The page makes its table first. A row that only has the keys is not chosen.
    TableView *const table = page.table();
    const auto follow = [table, roofline] {
        const std::vector<int> rows = table->selectedRows();
        roofline->choose(rows.empty() ? -1 : rows.front());
    };
    QObject::connect(&page, &TablePage::rowsChanged, frame, follow);
    QObject::connect(table, &TableView::currentRowChanged, frame, follow);
    QObject::connect(table, &TableView::arranged, frame, follow);
    QObject::connect(chart, &ScatterChart::pointChosen, table, [table, roofline](int point) {
        const int row = roofline->rowOf(point);
        table->setCurrentRow(row);
        if (row >= 0)
            emit table->currentRowChanged(row);
    });
    QObject::connect(chart, &ScatterChart::pointActivated, table,
                     [table, roofline](int point) { emit table->activated(roofline->rowOf(point)); });
    return frame;
}

} // namespace rs
