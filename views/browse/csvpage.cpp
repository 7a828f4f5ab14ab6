// SPDX-License-Identifier: Apache-2.0
#include "views/browse/csvpage.h"

#include "core/base/saturate.h"
#include "core/job/jobcontext.h"
#include "items/format.h"
#include "tables/run/othertables.h"
#include "views/page/picturescope.h"
#include "views/page/systemtexts.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/picture/curvechart.h"
#include "views/widgets/picker.h"

#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace rs {

namespace {

// A value that no column has, so that it differs from the empty choice of a new file.
const QString ungrouped = QStringLiteral("\n");

// The rate of a port is one number in all rows: its curve says nothing.
bool isConstant(const Table &table, int column, const JobContext &job)
{
    std::optional<double> first;
    JobPoll poll(job);
    for (int row = 0; row < table.rows() && !poll.isCanceled(); ++row) {
        if (!table.has(row, column))
            continue;
        const double value = table.real(row, column);
        if (first && value != *first)
            return false;
        first = value;
    }
    return true;
}

} // namespace

CsvPage::CsvPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("csv"), context, parent),
      m_table(new TablePage({.table = QStringLiteral("csv"), .name = QStringLiteral("csv.table")}, context)),
      m_chart(new CurveChart(context.theme)),
      m_frame(new ChartFrame(m_chart, QStringLiteral("csv-curves"), context.theme))
{
    // Their items are made with the curves.
    const auto add = [this](const char *key, std::function<QString()> label) {
        return addChoice({.key = QLatin1String(key), .first = QString(), .label = std::move(label), .isOfData = true});
    };
    m_file = add("file", [] { return tr("File"); });
    m_value = add("value", [] { return tr("Column"); });
    m_group = add("group", [] { return tr("A curve for each"); });
    m_frame->addControl(m_value);
    m_frame->addControl(m_group);
    m_frame->setScope([this] { return pictureScope(runs(), m_of.run, {}, {m_file->value().toString()}); });
    auto *const halves = new QSplitter(Qt::Vertical);
    halves->addWidget(m_frame);
    halves->addWidget(m_table);
    halves->setChildrenCollapsible(false);
    halves->setStretchFactor(0, 2);
    halves->setStretchFactor(1, 3);
    halves->setSizes({300, 450});
    auto *const content = new QWidget;
    auto *const rows = new QVBoxLayout(content);
    rows->setContentsMargins(8, 4, 8, 0);
    rows->addWidget(m_file, 0, Qt::AlignLeft);
    rows->addWidget(halves, 1);
    addWork(m_job);
    addPicture(m_frame, [this] { return !m_chart->lines().empty(); });
    body()->setContent(content);
    m_chart->setSelectable(true);
    m_table->setAsk([this](TableQuery &query, const Page &) { query.name = exactly(m_file->value().toString()); });
    connect(m_file, &Picker::chosen, this, &Page::invalidate);
    for (Picker *const picker : {m_value, m_group})
        connect(picker, &Picker::chosen, this, &CsvPage::makeCurves);
    connect(m_chart, &CurveChart::selectedChanged, this, [this](Interval span) {
        // The time axis is the rank's own stamps less its offset.
        const qint64 moved = this->state().offsets().ofRank(m_of);
        this->state().setTimeSelection(
            span.length() > 0 ? TimeWindow{saturatedDifference(span.from, moved), saturatedDifference(span.to, moved)}
                              : TimeWindow());
    });
    setFront(m_table);
    hideChart();
    retranslate();
}

void CsvPage::retranslate()
{
    Page::retranslate();
    m_chart->setAccessibleName(tr("Curves of a column"));
    m_source = nullptr; // the entries of the pickers are made with the curves
    invalidate();
}

void CsvPage::hideChart()
{
    m_job.cancel();
    m_chart->setLines({}, {}, 0);
    m_frame->hide();
}

void CsvPage::empty(const QString &why)
{
    hideChart();
    m_source = nullptr;
    body()->showEmpty(tr("There is no other file to show"), why);
}

void CsvPage::refresh()
{
    m_of = state().currentRank();
    if (const QString why = systemtexts::whyNoRank(runs(), m_of); !why.isEmpty())
        return empty(why);
    const auto loaded = rank();
    std::vector<PickerItem> files;
    std::vector<OtherTable> tables = otherTables(*loaded);
    std::erase_if(tables, [](const OtherTable &t) { return !t.table || t.table->rows() == 0; });
    for (const OtherTable &t : tables)
        files.push_back({format::displayText(t.name), t.name});
    if (tables.empty())
        return empty(whyEmpty(u"csv"));
    m_file->setItems(files);
    const QString wanted = m_file->value().toString();
    auto shown = std::find_if(tables.begin(), tables.end(), [&](const OtherTable &t) { return t.name == wanted; });
    if (shown == tables.end()) {
        shown = tables.begin();
        m_file->setValue(shown->name);
    }
    body()->showContent();
    m_table->invalidate();
    if (shown->table == m_source)
        return showTimes();
    m_source = shown->table;
    makeCurves();
}

void CsvPage::makeCurves()
{
    if (!m_source)
        return;
    m_job.start(
        *context().pool,
        [table = m_source, value = m_value->value().toString(),
         group = m_group->value().toString()](const JobContext &job) {
            auto out = std::make_shared<Answer>();
            out->of = curvesOfTable(*table, job);
            if (out->of.time < 0 || out->of.values.empty())
                return std::shared_ptr<const Answer>(std::move(out));
            const auto &values = out->of.values;
            const auto wanted = std::find_if(values.begin(), values.end(),
                                             [&](const CurveColumn &c) { return table->at(c.column).name == value; });
            const auto telling = std::find_if(values.begin(), values.end(),
                                              [&](const CurveColumn &c) { return !isConstant(*table, c.column, job); });
            out->value = wanted != values.end()    ? wanted->column
                         : telling != values.end() ? telling->column
                                                   : values.front().column;
            const auto &groups = out->of.groups;
            const auto parted =
                std::find_if(groups.begin(), groups.end(), [&](int c) { return table->at(c).name == group; });
            if (parted != groups.end())
                out->group = *parted;
            else if (group != ungrouped && !groups.empty())
                out->group = groups.front();
            // Columns that are looked up, and as much again while they are sorted.
            constexpr qint64 sampleBytes = 2 * (sizeof(qint64) + sizeof(double));
            MemoryReservation room(job.sharedBudget());
            room.hold(table->rows() * sampleBytes);
            out->curves = tableCurves(*table, out->of, out->value, out->group, job);
            return std::shared_ptr<const Answer>(std::move(out));
        },
        [this](const std::shared_ptr<const Answer> &answer) { take(*answer); });
}

void CsvPage::take(const Answer &answer)
{
    if (answer.curves.empty())
        return hideChart();
    const Table &table = *m_source;
    std::vector<PickerItem> values;
    QString unit;
    for (const CurveColumn &c : answer.of.values) {
        const QString shown =
            c.unit.isEmpty() || c.unit == QLatin1String("ns") ? c.name : QStringLiteral("%1 (%2)").arg(c.name, c.unit);
        values.push_back({format::displayText(shown), table.at(c.column).name});
        if (c.column == answer.value)
            unit = c.unit;
    }
    m_value->setItems(values);
    m_value->setValue(table.at(answer.value).name);
    std::vector<PickerItem> groups = {{tr("File"), ungrouped}};
    for (const int column : answer.of.groups)
        groups.push_back({format::displayText(table.at(column).name), table.at(column).name});
    m_group->setItems(groups);
    m_group->setValue(answer.group < 0 ? ungrouped : table.at(answer.group).name);
    m_group->setVisible(groups.size() > 1);
    std::vector<CurveChart::Line> lines;
    for (const TableCurve &c : answer.curves) {
        CurveChart::Line line;
        line.curve = std::make_shared<const SampledCurve>(c.curve);
        line.name = answer.group < 0 ? table.at(answer.value).name
                                     : QStringLiteral("%1 %2").arg(table.at(answer.group).name,
                                                                   c.group.isEmpty() ? tr("none") : c.group);
        line.color = static_cast<int>(lines.size());
        lines.push_back(std::move(line));
    }
    m_isStamped = table.at(answer.of.time).type == ColumnType::TimeStamp;
    m_chart->setSelectable(m_isStamped);
    qint64 first = lines.front().curve->span().from;
    for (const CurveChart::Line &line : lines)
        first = std::min(first, line.curve->span().from);
    m_frame->setHeading(format::displayText(table.source.section(u'/', -1)));
    m_frame->setNote(answer.curves.size() == MostTableCurves ? tr("the first %1 of them").arg(MostTableCurves)
                                                             : QString());
    m_chart->setValueTitle(format::displayText(table.at(answer.value).name));
    m_chart->setLines(std::move(lines), unit, !m_isStamped ? 0 : originNs() != 0 ? originNs() : first);
    m_frame->show();
    showTimes();
}

void CsvPage::showTimes()
{
    m_chart->setSelected(m_isStamped ? window().value_or(Interval()) : Interval());
}

} // namespace rs

#include "moc_csvpage.cpp"
