// SPDX-License-Identifier: Apache-2.0
#include "views/tools/sqlchart.h"

#include "core/job/jobcontext.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/picture/curvechart.h"
#include "views/widgets/picker.h"
#include "views/picture/valuebars.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

constexpr int mostBars = 100;
constexpr int mostTold = 8;
// A value that no header has, so that the choice differs from none.
const QString rowNumbers = QStringLiteral("\n");

bool isTime(ValueKind k)
{
    return k == ValueKind::Time || k == ValueKind::Difference || k == ValueKind::MeanTime;
}

// A number that says how much of something there is.
bool isAmount(ValueKind k)
{
    return (isIntegerKind(k) || isRealKind(k)) && k != ValueKind::Stamp && k != ValueKind::Identifier;
}

QString titleOf(const ShownColumn &column, const RowSource &rows)
{
    const ColumnSpec &spec = rows.columns()[static_cast<size_t>(column.source)];
    return isTime(spec.kind) || spec.kind == ValueKind::Stamp ? spec.header.section(u'(', 0, -2) : spec.header;
}

} // namespace

SqlChart::SqlChart(TableView *table, const Theme *theme, ThreadPool *pool, QWidget *parent)
    : QWidget(parent), m_table(table), m_pool(pool), m_charts(new QStackedWidget), m_bars(new ValueBars(theme)),
      m_curve(new CurveChart(theme)), m_frame(new ChartFrame(m_charts, QStringLiteral("sql-chart"), theme)),
      m_value(new Picker), m_along(new Picker)
{
    m_charts->addWidget(m_bars);
    m_charts->addWidget(m_curve);
    m_frame->wrapHead();
    m_frame->addControl(m_value);
    m_frame->addControl(m_along);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_frame);
    connect(m_value, &Picker::chosen, this, [this](const QVariant &value) {
        m_wantedValue = value.toString();
        refresh();
        emit choiceChanged();
    });
    connect(m_along, &Picker::chosen, this, [this](const QVariant &value) {
        m_wantedAlong = value.toString();
        refresh();
        emit choiceChanged();
    });
    connect(m_bars, &ValueBars::placeChosen, this, [this](int place) {
        if (place >= 0 && place < std::ssize(m_rows))
            emit rowChosen(m_rows[static_cast<size_t>(place)]);
    });
    m_job.onOutOfMemory([this](Shortage lack) {
        if (lack != Shortage::None)
            showNote(tr("Not enough memory for this curve: reduce the rows with a condition."));
    });
    retranslate();
}

void SqlChart::retranslate()
{
    m_value->setLabel(tr("Values"));
    m_along->setLabel(tr("Along"));
    m_charts->setAccessibleName(tr("Rows of the statement as a chart"));
    m_bars->setAccessibleName(m_charts->accessibleName());
    m_curve->setAccessibleName(m_charts->accessibleName());
    refresh();
}

void SqlChart::setChoice(const QString &value, const QString &along)
{
    m_wantedValue = value;
    m_wantedAlong = along;
}

void SqlChart::clear()
{
    m_job.cancel();
    m_rows.clear();
    m_valueColumn = m_alongColumn = -1;
    m_bars->setBars({}, {}, false);
    m_curve->setLines({}, {}, 0);
}

void SqlChart::refresh()
{
    const std::shared_ptr<const RowSource> rows = m_table->rows()->source();
    if (!rows)
        return clear();
    m_job.cancel();
    fillPickers(*rows);
    m_frame->setHeading(m_valueColumn < 0 ? tr("Chart") : headerOf(m_valueColumn));
    if (m_valueColumn < 0) {
        clear();
        return showNote(tr("No column of the rows has numbers that can be drawn."));
    }
    const ShownColumn *const along =
        m_alongColumn < 0 ? nullptr : &m_table->rows()->shown()[static_cast<size_t>(m_alongColumn)];
    if (along && rows->kind(along->source) == ValueKind::Stamp)
        showCurve();
    else
        showBars();
}

void SqlChart::fillPickers(const RowSource &rows)
{
    const std::vector<ShownColumn> &shown = m_table->rows()->shown();
    std::vector<PickerItem> values;
    std::vector<PickerItem> places;
    m_valueColumn = m_alongColumn = -1;
    int firstText = -1;
    int firstStamp = -1;
    for (int i = 0; i < static_cast<int>(shown.size()); ++i) {
        const ShownColumn &column = shown[static_cast<size_t>(i)];
        if (column.stamp)
            continue; // the offset is there as well
        const QString header = rows.columns()[static_cast<size_t>(column.source)].header;
        const PickerItem item{format::displayText(titleOf(column, rows)), header};
        const ValueKind kind = rows.kind(column.source);
        if (isAmount(kind)) {
            values.push_back(item);
            if (m_valueColumn < 0 || header == m_wantedValue)
                m_valueColumn = i;
        }
        places.push_back(item);
        if (header == m_wantedAlong)
            m_alongColumn = i;
        if (kind == ValueKind::Stamp && firstStamp < 0)
            firstStamp = i;
        // The most telling text is mostly the last: "rank, name".
        if (isTextKind(kind))
            firstText = firstText < 0 || rows.kind(shown[static_cast<size_t>(firstText)].source) == ValueKind::Label
                            ? i
                            : firstText;
    }
    places.push_back({tr("Number of the row"), rowNumbers});
    if (m_alongColumn < 0 && m_wantedAlong != rowNumbers)
        m_alongColumn = firstText >= 0 ? firstText : firstStamp;
    const auto value = [&](int column, const QString &none) {
        return column < 0 ? none
                          : rows.columns()[static_cast<size_t>(shown[static_cast<size_t>(column)].source)].header;
    };
    m_value->setItems(values);
    m_value->setValue(value(m_valueColumn, QString()));
    m_along->setItems(places);
    m_along->setValue(value(m_alongColumn, rowNumbers));
    m_value->setVisible(!values.empty());
    m_along->setVisible(!values.empty());
}

QString SqlChart::headerOf(int column) const
{
    const RowSource &rows = *m_table->rows()->source();
    return column < 0 ? tr("Number of the row")
                      : format::displayText(titleOf(m_table->rows()->shown()[static_cast<size_t>(column)], rows));
}

void SqlChart::showBars()
{
    const RowSourceModel &model = *m_table->rows();
    const RowSource &rows = *model.source();
    const int value = model.shown()[static_cast<size_t>(m_valueColumn)].source;
    const bool isOfTime = isTime(rows.kind(value));
    const int all = model.rowCount();
    std::vector<ValuePlace> places;
    m_rows.clear();
    bool below = false;
    // Other columns of the row distinguish bars of one name. Numbers of times have their unit in the header alone.
    std::vector<int> told;
    for (int i = 0; i < static_cast<int>(model.shown().size()) && std::ssize(told) < mostTold; ++i) {
        const ShownColumn &column = model.shown()[static_cast<size_t>(i)];
        if (!column.stamp && isTextKind(rows.kind(column.source)))
            told.push_back(i);
    }
    for (int row = 0; row < std::min(all, mostBars); ++row) {
        const quint32 source = model.sourceRow(row);
        const std::optional<double> amount = rows.real(source, value);
        const QString label = m_alongColumn < 0 ? format::integer(row + 1)
                                                : model.index(row, m_alongColumn).data(Qt::DisplayRole).toString();
        ValueBar bar;
        ValueBar negative;
        ValueBar &drawn = amount && *amount < 0 ? negative : bar;
        if (amount && std::isfinite(*amount))
            drawn.value = std::abs(*amount);
        if (m_alongColumn < 0)
            drawn.tipLines.emplace_back(headerOf(-1), label);
        for (const int column : told)
            drawn.tipLines.emplace_back(headerOf(column), model.index(row, column).data(Qt::DisplayRole).toString());
        if (isOfTime && amount)
            drawn.tipLines.emplace_back(headerOf(m_valueColumn), format::duration(std::llround(*amount)));
        else
            drawn.tipLines.emplace_back(headerOf(m_valueColumn),
                                        model.index(row, m_valueColumn).data(Qt::DisplayRole).toString());
        below = below || (amount && *amount < 0);
        places.push_back({label, {bar, negative}});
        m_rows.push_back(static_cast<int>(source));
    }
    const QString name = headerOf(m_valueColumn);
    if (isOfTime) {
        m_bars->setTimes();
    } else {
        const bool isWhole = isIntegerKind(rows.kind(value));
        m_bars->setFormat([isWhole](double v) { return isWhole ? format::integer(std::llround(v)) : format::real(v); },
                          isWhole ? 1 : 0);
    }
    m_bars->setTexts({headerOf(m_alongColumn), {}, {}, {}, headerOf(m_valueColumn)});
    if (!below) {
        for (ValuePlace &place : places)
            place.bars.pop_back();
    }
    m_bars->setBars(below ? QStringList{name, tr("%1, below zero").arg(name)} : QStringList{name}, std::move(places),
                    false);
    m_charts->setCurrentWidget(m_bars);
    showNote(all > mostBars ? tr("The first %1 of %2 rows, in the order of the table.")
                                  .arg(format::integer(mostBars), format::integer(all))
                            : QString());
}

void SqlChart::showCurve()
{
    m_rows.clear();
    const RowSourceModel &model = *m_table->rows();
    const int value = model.shown()[static_cast<size_t>(m_valueColumn)].source;
    const int along = model.shown()[static_cast<size_t>(m_alongColumn)].source;
    m_charts->setCurrentWidget(m_curve);
    m_curve->setLines({}, {}, 0);
    m_curve->setValueTitle(headerOf(m_valueColumn));
    showNote(QString());
    m_job.start(
        *m_pool,
        [rows = model.source(), order = model.order(), value, along](const JobContext &job) {
            std::vector<std::pair<qint64, double>> points;
            MemoryReservation room(job.sharedBudget());
            // Points, and the curve that is made of them.
            room.hold(2 * static_cast<qint64>(order->rows.size()) * static_cast<qint64>(sizeof(points.front())));
            points.reserve(order->rows.size());
            JobPoll poll(job);
            for (const quint32 row : order->rows) {
                if (poll.isCanceled())
                    return std::shared_ptr<const SampledCurve>();
                const std::optional<qint64> at = rows->integer(row, along);
                const std::optional<double> amount = rows->real(row, value);
                if (at && amount && std::isfinite(*amount))
                    points.emplace_back(*at, *amount);
            }
            std::stable_sort(points.begin(), points.end(),
                             [](const auto &a, const auto &b) { return a.first < b.first; });
            std::vector<qint64> ns;
            std::vector<double> values;
            ns.reserve(points.size());
            values.reserve(points.size());
            for (const auto &[at, amount] : points) {
                ns.push_back(at);
                values.push_back(amount);
            }
            return std::make_shared<const SampledCurve>(std::move(ns), std::move(values));
        },
        [this](const std::shared_ptr<const SampledCurve> &curve) {
            const RowSourceModel &now = *m_table->rows();
            if (!curve || !now.source() || m_valueColumn < 0)
                return;
            if (curve->size() == 0)
                return showNote(tr("No row has both a value and a time."));
            const ValueKind kind = now.source()->kind(now.shown()[static_cast<size_t>(m_valueColumn)].source);
            CurveChart::Line line;
            line.curve = curve;
            line.name = headerOf(m_valueColumn);
            m_curve->setLines({line}, isTime(kind) ? QStringLiteral("ns") : QString(), now.originNs());
            showNote(tr("Values of all %1 rows by time; each holds until the next one.")
                         .arg(format::integer(static_cast<qint64>(curve->size()))));
        });
}

void SqlChart::showNote(const QString &note)
{
    m_frame->setNote(note);
}

} // namespace rs

#include "moc_sqlchart.cpp"
