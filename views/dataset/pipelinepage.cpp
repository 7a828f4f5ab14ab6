// SPDX-License-Identifier: Apache-2.0
#include "views/dataset/pipelinepage.h"

#include "items/findingtexts.h"
#include "items/format.h"
#include "views/dataset/pipelinegraph.h"
#include "views/page/picturescope.h"
#include "views/picture/chartframe.h"
#include "views/picture/curvechart.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QJsonObject>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

constexpr size_t mostAdviceLines = 3; // the table has all of it
constexpr size_t mostQueueLines = 10;

std::shared_ptr<const SampledCurve> curveOf(const QueueSamples &samples)
{
    if (samples.sizes.empty() || !samples.intervalMs || *samples.intervalMs <= 0)
        return nullptr;
    std::vector<qint64> ns;
    std::vector<double> sizes;
    ns.reserve(samples.sizes.size());
    sizes.reserve(samples.sizes.size());
    for (size_t i = 0; i < samples.sizes.size(); ++i) {
        if (std::isnan(samples.sizes[i]))
            continue;
        ns.push_back(std::llround(static_cast<double>(i) * std::min(*samples.intervalMs, 1e9) * 1e6));
        sizes.push_back(samples.sizes[i]);
    }
    return ns.empty() ? nullptr : std::make_shared<const SampledCurve>(std::move(ns), std::move(sizes));
}

} // namespace

PipelinePage::PipelinePage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("pipeline.graph"), context, parent), m_graph(new PipelineGraph(context.theme)),
      m_queues(new CurveChart(context.theme)),
      m_graphFrame(new ChartFrame(m_graph, QStringLiteral("data-pipeline"), context.theme)),
      m_queueFrame(new ChartFrame(m_queues, QStringLiteral("data-queues"), context.theme)),
      m_parts(new QSplitter(Qt::Vertical)), m_advice(plainLabel())
{
    m_advice->setWordWrap(true);
    m_advice->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_advice->setContentsMargins(8, 0, 8, 0);
    m_measure = addChoice({.key = QStringLiteral("measure"),
                           .first = static_cast<int>(PipelineGraph::Measure::Use),
                           .label = [] { return tr("Colour"); },
                           .items = [this] { return measures(); }});
    m_part = addChoice({.key = QStringLiteral("part"),
                        .first = 0,
                        .label = [] { return tr("Pipeline"); },
                        .items = [this] { return parts(); },
                        .isOfData = true});
    m_graphFrame->addControl(m_part);
    m_graphFrame->addControl(m_measure);
    m_part->hide();
    m_parts->addWidget(m_graphFrame);
    m_parts->addWidget(m_queueFrame);
    m_parts->setChildrenCollapsible(false);
    m_parts->setStretchFactor(0, 1);
    m_parts->setStretchFactor(1, 1);
    auto *const content = new QWidget;
    auto *const rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_advice);
    rows->addWidget(m_parts, 1);
    addWork(m_job);
    addPicture(m_graphFrame, [this] { return m_answer != nullptr; });
    addPicture(m_queueFrame, [this] { return m_answer && !m_queues->lines().empty(); });
    setFocusProxy(m_graph);
    body()->setContent(content);
    const auto scope = [this] { return pictureScope(runs(), m_of.run, {}, {batchText()}); };
    m_graphFrame->setScope(scope);
    m_queueFrame->setScope(scope);
    connect(m_measure, &Picker::chosen, this,
            [this](const QVariant &value) { m_graph->setMeasure(static_cast<PipelineGraph::Measure>(value.toInt())); });
    connect(m_part, &Picker::chosen, this, [this](const QVariant &value) {
        m_graph->setChosen(-1);
        showPart(static_cast<size_t>(value.toInt()));
    });
    connect(m_graph, &PipelineGraph::chosenChanged, this, [this](int op) {
        showQueues();
        emit chosenChanged(op < 0 ? op : firstRow() + op);
    });
    retranslate();
}

QString PipelinePage::title() const
{
    return tr("Data pipeline");
}

QString PipelinePage::hint() const
{
    return tr("The operators of mindspore.dataset and the queues between them: does the device wait for data, and for "
              "which operator?");
}

void PipelinePage::restoreMore(const QJsonObject &)
{
    m_graph->setMeasure(static_cast<PipelineGraph::Measure>(m_measure->value().toInt()));
    if (!m_answers.empty())
        showPart(static_cast<size_t>(m_part->value().toInt()));
}

void PipelinePage::retranslate()
{
    Page::retranslate();
    m_graph->setAccessibleName(tr("Graph of the data pipeline"));
    m_queues->setAccessibleName(tr("Queues over time"));
    m_graph->update();
    if (m_answer)
        showTexts();
    else
        invalidate();
}

void PipelinePage::empty(const QString &why)
{
    m_job.cancel();
    m_answer = nullptr;
    m_answers.clear();
    m_tables.clear();
    m_graph->setPipeline({}, -1);
    fillParts();
    m_queues->setLines({}, {}, 0);
    body()->showEmpty(tr("There is no data pipeline to show"), why);
}

void PipelinePage::refresh()
{
    m_of = state().currentRank();
    if (const QString why = whyNoTable(QStringLiteral("minddata_pipeline_summary_*.json")); !why.isEmpty())
        return empty(why);
    const auto loaded = rank();
    std::vector<PipelineTables> tables = loaded ? pipelineTables(*loaded) : std::vector<PipelineTables>();
    if (tables.empty())
        return empty(whyEmpty(u"pipeline"));
    if (tables == m_tables)
        return;
    m_tables = std::move(tables);
    m_answer = nullptr;
    m_answers.clear();
    m_job.start(
        *context().pool,
        [loaded](const JobContext &job) {
            Answers all;
            for (DataPipeline &pipeline : dataPipelines(*loaded)) {
                auto out = std::make_shared<Answer>();
                out->pipeline = std::move(pipeline);
                out->advice = dataAdvice(out->pipeline);
                for (size_t i = 0; i < out->pipeline.operators.size() && !job.isCanceled(); ++i)
                    out->curves.push_back(curveOf(queueSamples(out->pipeline, static_cast<int>(i))));
                all.push_back(std::move(out));
            }
            return all;
        },
        [this](Answers answers) { take(std::move(answers)); });
}

void PipelinePage::take(Answers answers)
{
    const bool any =
        std::any_of(answers.begin(), answers.end(), [](const auto &a) { return !a->pipeline.operators.empty(); });
    if (!any)
        return empty(tr("The files of the data pipeline have no operator: see the findings."));
    m_answers = std::move(answers);
    fillParts();
    showPart(static_cast<size_t>(m_part->value().toInt()));
    body()->showContent();
}

std::vector<PickerItem> PipelinePage::measures() const
{
    std::vector<PickerItem> out;
    for (const auto measure : {PipelineGraph::Measure::Use, PipelineGraph::Measure::Empty, PipelineGraph::Measure::Cpu})
        out.push_back({m_graph->measureName(measure), static_cast<int>(measure)});
    return out;
}

std::vector<PickerItem> PipelinePage::parts() const
{
    std::vector<PickerItem> out;
    for (size_t i = 0; i < m_answers.size(); ++i)
        out.push_back({format::displayText(m_answers[i]->pipeline.part), static_cast<int>(i)});
    return out;
}

void PipelinePage::fillParts()
{
    fillChoices();
    if (m_answers.empty()) // the choice of a session waits for them
        return;
    if (m_part->value().toInt() >= static_cast<int>(m_answers.size()))
        m_part->setValue(0);
    m_part->setVisible(m_answers.size() > 1);
}

void PipelinePage::showPart(size_t part)
{
    if (m_answers.empty()) // another rank is being read
        return;
    m_answer = m_answers[std::min(part, m_answers.size() - 1)];
    m_graph->setPipeline(m_answer->pipeline, bottleneckOf(m_answer->advice));
    showTexts();
}

int PipelinePage::firstRow() const
{
    size_t rows = 0;
    for (const auto &a : m_answers) {
        if (a == m_answer)
            break;
        rows += a->pipeline.operators.size();
    }
    return static_cast<int>(rows);
}

void PipelinePage::showTexts()
{
    const RankInfo *const info = runs().info(m_of);
    m_graphFrame->setHeading(tr("Data pipeline of rank %1").arg(info ? format::displayText(info->label) : QString()));
    m_graphFrame->setNote(batchText());
    m_advice->setText(adviceText());
    showQueues();
}

QString PipelinePage::adviceText() const
{
    if (m_answer->advice.empty())
        return tr("No operator of the data pipeline stands out.");
    QStringList lines;
    for (const DataAdvice &a : m_answer->advice) {
        if (lines.size() == static_cast<qsizetype>(mostAdviceLines))
            break;
        lines << format::displayText(phraseText(a.sentence));
    }
    if (const auto more = m_answer->advice.size() - static_cast<size_t>(lines.size()); more > 0)
        lines << tr("%n more in the table of advice.", "", static_cast<int>(more));
    return lines.join(u'\n');
}

QString PipelinePage::batchText() const
{
    if (!m_answer)
        return {};
    const DataPipeline &p = m_answer->pipeline;
    const auto text = [](double ms) { return format::duration(std::llround(ms * 1e6)); };
    if (p.batchMs && p.pipelineMs && p.pushMs && !p.shareOfBatch(p.batchMs))
        return tr("A batch takes %1, but the file has %2 to get it from the pipeline and %3 to push it to the device: "
                  "one of the numbers is wrong")
            .arg(text(*p.batchMs), text(*p.pipelineMs), text(*p.pushMs));
    if (p.batchMs && p.pipelineMs && p.pushMs)
        return tr("A batch takes %1: %2 to get it from the pipeline, %3 to push it to the device")
            .arg(text(*p.batchMs), text(*p.pipelineMs), text(*p.pushMs));
    return p.batchMs ? tr("A batch takes %1").arg(text(*p.batchMs)) : QString();
}

void PipelinePage::setChosen(int row)
{
    int op = row;
    for (size_t i = 0; i < m_answers.size() && op >= 0; ++i) {
        const int count = static_cast<int>(m_answers[i]->pipeline.operators.size());
        if (op < count) {
            if (m_answers[i] != m_answer) {
                m_part->setValue(static_cast<int>(i));
                showPart(i);
            }
            break;
        }
        op -= count;
    }
    m_graph->setChosen(op);
    if (m_answer)
        showQueues();
}

// Shows the queue after the chosen operator and those before it: if the first is empty and the others are full, it is
// the slow one.
void PipelinePage::showQueues()
{
    if (!m_answer)
        return;
    const std::vector<DataOperator> &ops = m_answer->pipeline.operators;
    const int chosen = m_graph->chosen();
    std::vector<int> wanted;
    if (chosen >= 0) {
        wanted.push_back(chosen);
        const std::vector<int> &children = ops[static_cast<size_t>(chosen)].children;
        wanted.insert(wanted.end(), children.begin(), children.end());
    } else {
        for (size_t i = 0; i < ops.size(); ++i)
            wanted.push_back(static_cast<int>(i));
    }
    std::vector<CurveChart::Line> lines;
    double length = 0;
    size_t left = 0;
    for (const int op : wanted) {
        const auto &curve = m_answer->curves[static_cast<size_t>(op)];
        if (!curve)
            continue;
        if (lines.size() == mostQueueLines) {
            ++left;
            continue;
        }
        length = std::max(length, ops[static_cast<size_t>(op)].queueLength.value_or(0));
        lines.push_back({curve, ops[static_cast<size_t>(op)].label(), op, true});
    }
    const bool any = !lines.empty();
    m_queues->setValueTitle(tr("Entries"));
    m_queues->setLines(std::move(lines), {}, 0, length);
    m_queueFrame->setHeading(chosen < 0 ? tr("Entries in the queues")
                                        : tr("Entries in the queues before and behind %1")
                                              .arg(format::displayText(ops[static_cast<size_t>(chosen)].label())));
    m_queueFrame->setNote(
        left > 0 ? tr("%n more queue(s): choose an operator to see its own", "", static_cast<int>(left))
        : any    ? tr("from the first sample on; at the top: full")
              : tr("No samples: minddata_pipeline_raw_*.csv has them, which MindSpore writes with data_process=True"));
    // Without a curve the graph takes the room.
    m_queues->setVisible(any);
}

} // namespace rs

#include "moc_pipelinepage.cpp"
