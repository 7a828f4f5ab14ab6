// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/stagespage.h"

#include "items/format.h"
#include "views/parallel/stageverdict.h"
#include "views/page/rankmenu.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QJsonObject>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace rs {

StagesPage::StagesPage(const ViewContext &context, QWidget *parent)
    : StagesPage(new StageChart(context.theme), context, parent)
{
}

StagesPage::StagesPage(StageChart *chart, const ViewContext &context, QWidget *parent)
    : ChartTablePage(QStringLiteral("stages"), new ChartFrame(chart, QStringLiteral("pipeline-stages"), context.theme),
                     context, parent),
      m_chart(chart)
{
    addWork(m_job);
    frame()->wrapHead();
    m_pipeline = addChartChoice({.key = QStringLiteral("pipeline"),
                                 .first = 0,
                                 .label = [] { return tr("Pipeline"); },
                                 .items = [this] { return pipelines(); },
                                 .isOfData = true});
    frame()->setScope(
        [this] { return scopeWith(QStringList(tr("pipeline: %1").arg(m_pipeline->box()->currentText()))); });
    setFocusProxy(m_chart);
    connect(m_pipeline, &Picker::chosen, this, &StagesPage::showPipeline);
    connect(m_chart, &StageChart::windowChanged, this, &Page::arrangementChanged);
    connect(m_chart, &StageChart::rowChosen, this, &StagesPage::chooseRow);
    connect(m_chart, &StageChart::placeActivated, this, &StagesPage::open);
    connect(m_chart, &StageChart::rowActivated, this, &StagesPage::openRow);
    connect(frame(), &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        const int row = m_chart->rowAt(at.y());
        const StageChart::Place place = m_chart->placeAt(at);
        if (place.isValid())
            addShowInTimeline(menu, this->state(), refOf(row), runs(), [this, place] { open(place); });
        else if (row >= 0)
            addShowInTimeline(menu, this->state(), refOf(row), runs());
    });
    connect(table(), &TablePage::rowsChanged, this, &StagesPage::narrowTable);
    connect(&this->state(), &ViewState::currentRankChanged, this, &StagesPage::followState);
    if (context.diagnoses)
        connect(context.diagnoses, &RunDiagnoses::changed, this, [this](int of) {
            if (of == m_answer.run && hasChart())
                this->frame()->setNote(note());
        });
}

void StagesPage::saveMore(QJsonObject &out) const
{
    ChartTablePage::saveMore(out);
    saveWindow(out, m_chart->window());
}

void StagesPage::restoreMore(const QJsonObject &state)
{
    ChartTablePage::restoreMore(state);
    m_restored = savedWindow(state);
}

bool StagesPage::isComplete() const
{
    return ChartTablePage::isComplete() && !(context().diagnoses && context().diagnoses->isComputing(m_answer.run));
}

void StagesPage::refresh()
{
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_answer = {};
        return m_chart->setContent({});
    }
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(u"stages"), query = *query, of = run()](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            Answer out;
            out.run = of;
            out.step = query.step;
            out.chart = std::make_shared<const PipelineChart>(pipelineChart(*query.run, {query.step, -1}, job));
            if (out.chart->steps.empty())
                out.whyEmpty = spec.whyEmpty(query);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void StagesPage::take(Answer answer)
{
    const bool isOther = answer.run != m_answer.run;
    const bool isElsewhere = isOther || answer.step != m_answer.step;
    m_answer = std::move(answer);
    const int own = pipelineOf(state().currentRank());
    if ((isOther && m_restored.isEmpty() && own >= 0) ||
        m_pipeline->value().toInt() >= static_cast<int>(m_answer.chart->pipelines.size()))
        m_pipeline->setValue(std::max(0, own));
    fillChoices();
    if (m_answer.chart->steps.empty()) {
        m_chart->setContent({});
        return showNothing(tr("There are no pipeline stages to show"), m_answer.whyEmpty);
    }
    body()->showContent();
    showPipeline();
    // The window of another step would show a part of this one, and nothing beside it.
    if (isElsewhere)
        m_chart->fit();
    if (!m_restored.isEmpty())
        m_chart->restoreWindow(std::exchange(m_restored, {}));
}

std::vector<PickerItem> StagesPage::pipelines() const
{
    std::vector<PickerItem> out;
    if (!m_answer.chart)
        return out;
    for (size_t p = 0; p < m_answer.chart->pipelines.size(); ++p) {
        QStringList ranks;
        for (const int rank : m_answer.chart->pipelines[p])
            ranks << QString::number(rank);
        out.push_back({tr("%1: ranks %2").arg(p).arg(ranks.join(QStringLiteral(", "))), static_cast<int>(p)});
    }
    return out;
}

int StagesPage::pipelineOf(RankRef rank) const
{
    const RankInfo *const info = rank.run == m_answer.run ? runs().info(rank) : nullptr;
    if (!info || !m_answer.chart)
        return -1;
    const auto &all = m_answer.chart->pipelines;
    const auto at = std::find_if(all.begin(), all.end(), [info](const std::vector<int> &ranks) {
        return std::find(ranks.begin(), ranks.end(), info->rank) != ranks.end();
    });
    return at == all.end() ? -1 : static_cast<int>(at - all.begin());
}

// Reason why a stage of the chosen pipeline lacks passes; all of its steps have the same stages.
QString StagesPage::lackOf(int row) const
{
    for (const PipelineStep &step : m_answer.chart->steps) {
        if (step.pipeline != m_pipeline->value().toInt())
            continue;
        switch (step.stages[static_cast<size_t>(row)].lack) {
        case PipelineLack::None:
            continue;
        case PipelineLack::NotLoaded:
            return tr("The rank is not loaded.");
        case PipelineLack::NoTrace:
            return tr("No trace with kernels of this step.");
        case PipelineLack::NoTransfers:
            return tr("No send or receive, and no mark whose name holds forward or backward.");
        case PipelineLack::BothWays:
            return tr("Passes are unknown: hcom_batchSendRecv does not say the direction of its tensors. Marks "
                      "(mstx, record_function) named forward and backward would show them.");
        case PipelineLack::NoPeer:
            return tr("Passes are unknown: the trace does not name the rank that a transfer goes to. Its communication "
                      "tasks do, with profiler_level Level1 or Level2. Marks (mstx, record_function) named forward and "
                      "backward would show them, too.");
        case PipelineLack::NoOrder:
            return tr("Passes are unknown: the transfers have another order than for whole stages, for example "
                      "interleaved ones. Marks (mstx, record_function) named forward and backward would show them.");
        case PipelineLack::NoClock:
            return tr("The clock of the rank could not be aligned with the others.");
        }
    }
    return {};
}

void StagesPage::showPipeline()
{
    if (!hasChart())
        return;
    const int pipeline = m_pipeline->value().toInt();
    StageChart::Content content{m_answer.chart, pipeline, {}, {}, originNs(), -1};
    const std::vector<int> &ranks = m_answer.chart->pipelines[static_cast<size_t>(pipeline)];
    for (size_t s = 0; s < ranks.size(); ++s) {
        content.labels.push_back(tr("stage %1, rank %2").arg(s).arg(ranks[s]));
        content.notes.push_back(lackOf(static_cast<int>(s)));
    }
    m_chart->setContent(std::move(content));
    frame()->setHeading(tr("Passes of microbatches through the stages"));
    frame()->setNote(note());
    narrowTable();
    markRank();
}

void StagesPage::narrowTable()
{
    const auto rows = table()->rows();
    if (!rows || !hasChart())
        return;
    const int column = rows->columnOf(u"pipeline");
    if (column >= 0)
        table()->table()->setOnly(
            [column, pipeline = m_pipeline->value().toInt()](const RowSource &source, quint32 row) {
                return source.integer(row, column) == pipeline;
            });
}

void StagesPage::followState()
{
    if (!hasChart())
        return;
    const RankRef rank = state().currentRank();
    const int pipeline = pipelineOf(rank);
    if (pipeline >= 0 && pipeline != m_pipeline->value().toInt()) {
        m_pipeline->setValue(pipeline);
        return showPipeline();
    }
    markRank();
}

void StagesPage::markRank()
{
    const RankRef rank = state().currentRank();
    int row = -1;
    for (int r = 0; r < m_chart->rowCount(); ++r) {
        if (refOf(r) == rank)
            row = r;
    }
    m_chart->setCurrentRow(row);
}

RankRef StagesPage::refOf(int row) const
{
    const auto run = runs().run(m_answer.run);
    if (!run || !m_answer.chart || row < 0)
        return {};
    const auto &ranks = m_answer.chart->pipelines[static_cast<size_t>(m_pipeline->value().toInt())];
    const int index = run->indexOf(ranks[static_cast<size_t>(row)]);
    return index < 0 ? RankRef() : RankRef{m_answer.run, index};
}

void StagesPage::chooseRow(int row)
{
    if (const RankRef rank = refOf(row); rank.isValid())
        state().setCurrentRank(rank);
}

void StagesPage::openRow(int row)
{
    if (const RankRef rank = refOf(row); rank.isValid())
        state().showInTimeline(rank);
}

// The whole pass where its first kernel stands for it; a mark of the host has stamps of its own.
void StagesPage::open(const StageChart::Place &place)
{
    const RankRef rank = refOf(place.row);
    const auto loaded = runs().rank(rank);
    if (!rank.isValid() || !loaded || !loaded->trace)
        return;
    const PipelineStage &stage =
        m_answer.chart->steps[static_cast<size_t>(place.step)].stages[static_cast<size_t>(place.row)];
    const auto at = static_cast<size_t>(place.item);
    const Interval time = place.isTransfer ? stage.transfers[at].time : stage.blocks[at].time;
    const SliceId slice = place.isTransfer ? stage.transfers[at].slice : stage.blocks[at].slice;
    if (slice == NoSlice)
        return;
    const qint64 from = loaded->trace->slices().start(slice);
    const bool isMark = loaded->trace->slices().kind(slice) == SliceKind::Marker;
    state().revealSlice(rank, slice, isMark ? TimeWindow() : TimeWindow{from, saturatedSum(from, time.length())});
}

QString StagesPage::note() const
{
    const QString verdict = verdictText();
    return verdict.isEmpty() ? waitText() : tr("%1 %2", "who is slow, and who waits for it").arg(verdict, waitText());
}

QString StagesPage::verdictText() const
{
    const auto run = runs().run(m_answer.run);
    if (!run || !context().diagnoses)
        return {};
    const std::shared_ptr<const Diagnosis> diagnosis = context().diagnoses->of(m_answer.run);
    if (!diagnosis && context().diagnoses->lacksMemory(m_answer.run))
        return tr("Not enough memory to find out which stage is slow.");
    if (!diagnosis)
        return tr("Which stage is slow is being worked out.");
    const auto pipeline = static_cast<size_t>(m_pipeline->value().toInt());
    return StageVerdict::text(*run, *diagnosis, m_answer.chart->pipelines[pipeline], m_answer.step);
}

// The stage that waits most in the shown steps.
QString StagesPage::waitText() const
{
    const PipelineStep *worstStep = nullptr;
    const PipelineStage *worst = nullptr;
    for (const PipelineStep &step : m_answer.chart->steps) {
        for (const PipelineStage &stage : step.stages) {
            const auto share = stage.bubbleShare();
            if (step.pipeline != m_pipeline->value().toInt() || !share || (worst && *share <= *worst->bubbleShare()))
                continue;
            worst = &stage;
            worstStep = &step;
        }
    }
    if (!worst)
        return tr("The bubble is not known: it needs the passes of the first stage.");
    const QString share = format::percent(*worst->bubbleShare());
    const QString ideal = format::percent(worstStep->idealShare(*worst).value_or(0));
    if (worstStep->step.isEmpty())
        return tr("Stage %1 waits most: its bubble is %2 of its busy time, ideal is (p − 1) / m = %3.")
            .arg(QString::number(worst->stage), share, ideal);
    return tr("Stage %1 waits most, in step %2: its bubble is %3 of its busy time, ideal is (p − 1) / m = %4.")
        .arg(QString::number(worst->stage), format::displayText(worstStep->step), share, ideal);
}

void StagesPage::retranslate()
{
    m_chart->retranslate();
    ChartTablePage::retranslate();
    invalidate();
}

} // namespace rs

#include "moc_stagespage.cpp"
