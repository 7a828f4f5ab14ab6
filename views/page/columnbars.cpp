// SPDX-License-Identifier: Apache-2.0
#include "views/page/columnbars.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/page/picturescope.h"
#include "views/page/tablepage.h"
#include "views/picture/chartframe.h"
#include "views/picture/stackedbars.h"
#include "views/tables/tableview.h"

#include <QRegularExpression>

#include <algorithm>
#include <memory>

namespace rs {

namespace {

/// Bars of the rows of a page.
class RowBars final : public StackedBars
{
    Q_DECLARE_TR_FUNCTIONS(rs::RowBars)
public:
    RowBars(const Theme *theme, ColumnBars columns)
        : RowBars(theme, std::move(columns), std::make_shared<std::vector<QString>>())
    {
    }

    void setRows(const RowSource *rows)
    {
        m_names->clear();
        std::vector<StackedBar> bars;
        if (rows) {
            for (const ColumnBars::Part &part : m_columns.parts)
                m_names->push_back(nameOf(*rows, part.column));
            QStringList titles;
            for (const QString &label : m_columns.labels)
                titles << nameOf(*rows, label);
            setAxisTitle(titles.join(QStringLiteral(" / ")));
            bars.reserve(rows->rows());
            for (quint32 row = 0; row < rows->rows(); ++row)
                bars.push_back(barOf(*rows, row));
        }
        setBars(std::move(bars), true);
        setAccessibleDescription(tr("A bar for each row of the table; the arrow keys move between bars. Up goes to the "
                                    "legend, whose entries Space switches on and off."));
    }

private:
    RowBars(const Theme *theme, ColumnBars columns, const std::shared_ptr<std::vector<QString>> &names)
        : StackedBars(theme, seriesOf(columns, names)), m_columns(std::move(columns)), m_names(names)
    {
    }
    [[nodiscard]] static BarSeries seriesOf(const ColumnBars &columns,
                                            const std::shared_ptr<std::vector<QString>> &names)
    {
        BarSeries out;
        out.parts = columns.parts.size();
        out.lines = 0;
        out.partName = [names](size_t part) { return part < names->size() ? (*names)[part] : QString(); };
        out.partColor = [parts = columns.parts](const Theme &theme, size_t part) { return parts[part].color(theme); };
        out.sums = [](const StackedBar &bar) {
            return std::vector<std::pair<QString, std::optional<qint64>>>{{tr("Sum"), bar.totalNs}};
        };
        return out;
    }
    // Axis and tips say the unit.
    [[nodiscard]] static QString nameOf(const RowSource &rows, const QString &column)
    {
        static const QRegularExpression unit(QStringLiteral(R"(\s*[(\x{FF08}]%1[)\x{FF09}])"));
        const int at = rows.columnOf(column);
        return at < 0 ? column : tableText(rows.columns()[static_cast<size_t>(at)].title).remove(unit);
    }
    [[nodiscard]] StackedBar barOf(const RowSource &rows, quint32 row) const
    {
        StackedBar bar;
        QStringList names;
        for (const QString &label : m_columns.labels) {
            const std::string_view text = rows.text(row, rows.columnOf(label));
            names << format::displayText(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        }
        bar.label = names.join(QStringLiteral(" / "));
        bar.key = QString::number(row);
        qint64 total = 0;
        for (size_t i = 0; i < m_columns.parts.size(); ++i) {
            const std::optional<qint64> ns = rows.integer(row, rows.columnOf(m_columns.parts[i].column));
            bar.partsNs[i] = ns.value_or(0);
            bar.missing[i] = !ns;
            total += bar.partsNs[i];
        }
        if (!bar.isIncomplete())
            bar.totalNs = total;
        return bar;
    }

    ColumnBars m_columns;
    std::shared_ptr<std::vector<QString>> m_names; ///< of the parts
};

} // namespace

std::function<ChartFrame *(const ViewContext &, TablePage &)> columnBars(ColumnBars bars)
{
    return [bars = std::move(bars)](const ViewContext &context, TablePage &page) {
        auto *const chart = new RowBars(context.theme, bars);
        auto *const frame = new ChartFrame(chart, bars.name, context.theme);
        frame->setScope(
            [&page, context] { return pictureScope(*context.runs, page.runAt(), context.state->step(), {}); });
        QObject::connect(&page, &TablePage::rowsChanged, frame, [&page, chart, frame] {
            chart->setRows(page.rows().get());
            chart->setAccessibleName(page.title());
            frame->setHeading(page.title());
            frame->setVisible(!chart->bars().empty());
        });
        QObject::connect(page.table(), &TableView::currentRowChanged, chart,
                         [chart](int row) { chart->setSelected(QString::number(row)); });
        QObject::connect(chart, &StackedBars::clicked, page.table(), [&page, chart](int bar) {
            chart->setSelected(QString::number(bar));
            page.table()->setCurrentRow(bar);
        });
        QObject::connect(chart, &StackedBars::activated, page.table(), &TableView::activated);
        return frame;
    };
}

} // namespace rs
