// SPDX-License-Identifier: Apache-2.0
#include "views/browse/waitmatrix.h"

#include "items/format.h"
#include "tables/base/rowsource.h"
#include "views/page/picturescope.h"
#include "views/page/tablepage.h"
#include "views/picture/chartframe.h"
#include "views/picture/paintedgrid.h"
#include "views/tables/tableview.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <map>

namespace rs {

namespace {

constexpr QSizeF largestWait(120, 60);

/// Columns of the late, rows of those who waited, both in the order of their numbers.
class WaitMatrix final : public PaintedGrid
{
    Q_DECLARE_TR_FUNCTIONS(rs::WaitMatrix)
public:
    explicit WaitMatrix(const Theme *theme) : PaintedGrid(theme, nullptr) {}

    void setRows(const RowSource *rows)
    {
        m_waiting.clear();
        m_late.clear();
        m_waits.clear();
        std::map<std::pair<QString, QString>, std::pair<quint32, qint64>> found;
        for (quint32 r = 0; rows && r < rows->rows(); ++r) {
            const auto name = [&](QStringView column) {
                const std::string_view text = rows->text(r, rows->columnOf(column));
                return format::displayText(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
            };
            const std::pair pair(name(u"victim"), name(u"culprit"));
            found[pair] = {r, rows->integer(r, rows->columnOf(u"wait")).value_or(0)};
            m_waiting << pair.first;
            m_late << pair.second;
        }
        const auto inOrder = [](QStringList &names) {
            std::ranges::sort(names, [](const QString &a, const QString &b) {
                return a.size() != b.size() ? a.size() < b.size() : a < b;
            });
            names.removeDuplicates();
        };
        inOrder(m_waiting);
        inOrder(m_late);
        qint64 longest = 1;
        for (const auto &[pair, wait] : found) {
            m_waits[{static_cast<int>(m_waiting.indexOf(pair.first)), static_cast<int>(m_late.indexOf(pair.second))}] =
                wait;
            longest = std::max(longest, wait.second);
        }
        m_unit = format::timeUnitFor(longest);
        setRange(0, static_cast<double>(longest));
        startAnew();
    }
    [[nodiscard]] bool isEmpty() const { return m_waits.empty(); }
    /// -1 where nobody waited.
    [[nodiscard]] int rowAt(int row, int column) const
    {
        const auto at = m_waits.find({row, column});
        return at == m_waits.end() ? -1 : static_cast<int>(at->second.first);
    }
    void showRow(int tableRow)
    {
        const auto at = std::ranges::find_if(
            m_waits, [tableRow](const auto &w) { return static_cast<int>(w.second.first) == tableRow; });
        if (at != m_waits.end())
            select(at->first.first, at->first.second);
    }
    [[nodiscard]] QSize sizeHint() const override { return {360, 320}; }

protected:
    [[nodiscard]] Geometry geometry() const override
    {
        return fitted(static_cast<int>(m_waiting.size()), static_cast<int>(m_late.size()), labelWidth(m_waiting),
                      largestWait, largestWait);
    }
    [[nodiscard]] QSizeF largestCell() const override { return largestWait; }
    [[nodiscard]] TipLines tipLines(int row, int column) const override
    {
        const auto at = m_waits.find({row, column});
        TipLines out = {{tr("Waiting rank"), m_waiting.value(row)}, {tr("Late rank"), m_late.value(column)}};
        out.emplace_back(tr("Wait"), at == m_waits.end() ? tr("none") : format::duration(at->second.second));
        return out;
    }
    // A rank that waited for nobody is known to: white is no gap in the data.
    [[nodiscard]] QImage image(const Geometry &g) const override
    {
        const Ramp colors = ramp(false);
        QImage out(g.columns, g.rows, QImage::Format_ARGB32_Premultiplied);
        out.fill(theme().background());
        for (const auto &[cell, wait] : m_waits)
            out.setPixel(cell.second, cell.first, colors.at(static_cast<double>(wait.second)));
        return out;
    }
    void paintInside(QPainter &p, const Geometry &g) override
    {
        constexpr double leastLined = 6;
        paintCells(p, g);
        paintGridLines(p, g, leastLined);
        for (const auto &[cell, wait] : m_waits) {
            const QRectF place = g.cellRect(cell.first, cell.second);
            const QString text = format::timeIn(wait.second, m_unit, 1);
            if (p.fontMetrics().horizontalAdvance(text) + 4 > place.width() ||
                place.height() < p.fontMetrics().height())
                continue;
            p.setPen(Theme::labelOn(theme().ramp(static_cast<double>(wait.second) / high())));
            p.drawText(place, Qt::AlignCenter, text);
        }
    }
    void paintAxes(QPainter &p, const Geometry &g) const override
    {
        Labels labels;
        labels.row = [this](int row) { return m_waiting[row]; };
        labels.rowWidth = labelWidth(m_waiting);
        labels.rows = tr("Waiting rank");
        labels.column = [this](int column) { return m_late[column]; };
        labels.columnWidth = labelWidth(m_late);
        labels.columns = tr("Late rank; waits in %1").arg(format::unitName(m_unit));
        paintLabels(p, g, labels);
    }

private:
    [[nodiscard]] int labelWidth(const QStringList &names) const
    {
        const QFontMetrics metrics(smallFont());
        int out = 0;
        for (const QString &name : names)
            out = std::max(out, metrics.horizontalAdvance(name));
        return std::min(out + 2, metrics.averageCharWidth() * 16);
    }

    QStringList m_waiting;
    QStringList m_late;
    std::map<Cell, std::pair<quint32, qint64>> m_waits; ///< row of the table and time, by cell
    format::TimeUnit m_unit = format::TimeUnit::Ms;
};

} // namespace

ChartFrame *createWaitMatrix(const ViewContext &context, TablePage &page)
{
    auto *const grid = new WaitMatrix(context.theme);
    auto *const frame = new ChartFrame(grid, QStringLiteral("waits"), context.theme);
    frame->setScope([&page, context] { return pictureScope(*context.runs, page.runAt(), context.state->step(), {}); });
    QObject::connect(&page, &TablePage::rowsChanged, frame, [&page, grid, frame] {
        grid->setRows(page.rows().get());
        grid->setAccessibleName(page.title());
        frame->setHeading(page.title());
        frame->setVisible(!grid->isEmpty());
    });
    QObject::connect(page.table(), &TableView::currentRowChanged, grid, [grid](int row) { grid->showRow(row); });
    QObject::connect(grid, &PaintedGrid::cellClicked, &page,
                     [&page, grid](int row, int column) { page.table()->setCurrentRow(grid->rowAt(row, column)); });
    QObject::connect(grid, &PaintedGrid::cellActivated, &page, [&page, grid](int row, int column) {
        if (const int at = grid->rowAt(row, column); at >= 0)
            emit page.table()->activated(at);
    });
    return frame;
}

} // namespace rs
