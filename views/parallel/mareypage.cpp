// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/mareypage.h"

#include "items/format.h"
#include "items/sentencetext.h"
#include "views/page/rankmenu.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/icons.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

namespace {

constexpr int tellAfterMs = 400;
// Bits of the picker of curves, as a session keeps them.
constexpr int memoryBit = 1;
constexpr int rateBit = 2;
constexpr size_t peakMemory = 2; // of MareyPicture::Load

Selection shownSelection(RankRef rank, SliceId slice)
{
    Selection s;
    s.kind = slice == NoSlice ? Selection::Kind::Rank : Selection::Kind::Slice;
    s.rank = rank;
    s.slice = slice;
    return s;
}

qint64 bytesOf(const MareyChart &chart)
{
    size_t out = chart.entries.capacity() * sizeof(MareyEntry);
    for (const std::vector<MareyRow> *const rows : {&chart.rows, &chart.stages}) {
        for (const MareyRow &r : *rows)
            out += (r.work.capacity() + r.communication.capacity()) * sizeof(MareyOperator);
    }
    return static_cast<qint64>(out) + chart.names.bytes();
}

} // namespace

MareyPage::MareyPage(const ViewContext &context, QWidget *parent)
    : MareyPage(new MareyPicture(context.theme, context.paintPool), context, parent)
{
}

MareyPage::MareyPage(MareyPicture *picture, const ViewContext &context, QWidget *parent)
    : ChartTablePage(QStringLiteral("marey.exceptions"), QStringLiteral("marey"),
                     new ChartFrame(picture, QStringLiteral("marey"), context.theme), context, parent),
      m_picture(picture), m_name(new QLineEdit(this)), m_previous(new QToolButton(this)), m_next(new QToolButton(this)),
      m_found(plainLabel(this)), m_unmark(new QToolButton(this)), m_unrange(new QToolButton(this))
{
    addWork(m_job);
    addWork(m_curvesJob);
    addWork(m_search);
    m_name->setClearButtonEnabled(true);
    m_previous->setArrowType(Qt::UpArrow);
    m_next->setArrowType(Qt::DownArrow);
    frame()->wrapHead();
    m_direction = addChartChoice(PageChoice::among(
        "direction", [] { return tr("Time runs"); },
        [] {
            return QStringList{tr("across"), tr("downwards")};
        }));
    m_curves = addChartChoice(PageChoice::among(
        "curves", [] { return tr("Curves"); },
        [] {
            return QStringList{tr("none"), tr("memory"), tr("FLOPS"), tr("memory and FLOPS")};
        }));
    for (Picker *const picker : {m_direction, m_curves})
        picker->setWhole();
    frame()->addControl(m_name);
    for (QToolButton *const b : {m_previous, m_next}) {
        b->setAutoRaise(true);
        frame()->addControl(b);
    }
    frame()->addControl(m_found);
    m_unmark->setAutoRaise(true);
    m_unmark->hide();
    frame()->addControl(m_unmark);
    m_unrange->setAutoRaise(true);
    m_unrange->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_unrange->hide();
    frame()->addControl(m_unrange);
    frame()->setScope([this] { return scopeWith(hasRange() ? QStringList{m_unrange->text()} : QStringList()); });
    table()->setAsk([this](TableQuery &query, const Page &) {
        const auto number = [](const QString &step) {
            bool ok = false;
            const qint64 value = step.toLongLong(&ok);
            return ok ? std::optional(value) : std::nullopt;
        };
        if (hasRange()) {
            query.fromStep = number(m_steps.first);
            query.toStep = number(m_steps.second);
        }
    });
    setFocusProxy(m_picture);
    m_slow.setInterval(tellAfterMs);
    connect(&m_slow, &QTimer::timeout, this, &MareyPage::showProgress);
    connect(body()->emptyState(), &EmptyState::actionTriggered, this, [this] {
        if (m_job.isRunning()) {
            m_job.cancel();
            m_slow.stop();
            m_stopped = true;
            body()->showEmpty(tr("Cancelled"), tr("The operators of the devices were not matched."), tr("Match them"));
        } else if (m_stopped) {
            refresh();
        }
    });
    connect(m_direction, &Picker::chosen, this, [this] { m_picture->setDownwards(m_direction->value().toInt() == 1); });
    connect(m_curves, &Picker::chosen, this, &MareyPage::showCurves);
    connect(m_name, &QLineEdit::textChanged, this, [this] {
        if (!m_name->text().isEmpty())
            m_marked = {};
        search();
        emit arrangementChanged();
    });
    connect(m_unmark, &QToolButton::clicked, this, [this] { mark({}, {}, {}, {}); });
    connect(m_unrange, &QToolButton::clicked, this, [this] { showSteps({}, {}); });
    connect(m_name, &QLineEdit::returnPressed, this,
            [this] { m_picture->stepMatch(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier ? -1 : 1); });
    connect(m_previous, &QToolButton::clicked, this, [this] { m_picture->stepMatch(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { m_picture->stepMatch(1); });
    connect(m_picture, &MareyPicture::arrangementChanged, this, &Page::arrangementChanged);
    connect(m_picture, &MareyPicture::placeChosen, this, &MareyPage::choose);
    connect(m_picture, &MareyPicture::placeActivated, this, &MareyPage::open);
    connect(m_picture, &MareyPicture::rowChosen, this, [this](int row) {
        if (const RankRef rank = refOf(row); rank.isValid())
            this->state().setCurrentRank(rank);
    });
    connect(frame(), &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        const MareyPicture::Place place = m_picture->placeAt(at);
        const int line = m_picture->lineAt(at);
        if (place.isValid()) {
            addShowInTimeline(menu, this->state(), refOf(place.row), runs(), [this, place] { open(place); });
        } else if (line >= 0 && !m_picture->lines()[static_cast<size_t>(line)].isStage) {
            addShowInTimeline(menu, this->state(), refOf(m_picture->lines()[static_cast<size_t>(line)].row), runs());
        }
        menu->addAction(tr("Show everything"), m_picture, [this] {
            m_picture->reset();
            if (m_picture->pitch() == 0)
                m_picture->reset();
        });
    });
    table()->setActivation([this](quint32 row) { openException(row); });
    connect(&this->state(), &ViewState::currentRankChanged, this, &MareyPage::markRank);
    connect(&this->state(), &ViewState::ratesChanged, this, &Page::invalidate);
    connect(&this->state(), &ViewState::selectionChanged, this, &MareyPage::followSelection);
}

QString MareyPage::title() const
{
    return tr("Operators across devices");
}

QString MareyPage::hint() const
{
    return tr("The devices one below the other, each operator joined from device to device: which operator fans out, "
              "and where are the gaps?");
}

void MareyPage::saveMore(QJsonObject &out) const
{
    ChartTablePage::saveMore(out);
    if (!m_name->text().isEmpty())
        out[QStringLiteral("name")] = m_name->text();
    out[QStringLiteral("pitch")] = m_picture->pitch();
    QJsonArray folded;
    for (const int stage : m_picture->foldedStages())
        folded.append(stage);
    out[QStringLiteral("folded")] = folded;
    saveWindow(out, m_picture->window());
    if (hasRange())
        out[QStringLiteral("steps")] = QJsonArray{m_steps.first, m_steps.second};
}

void MareyPage::restoreMore(const QJsonObject &state)
{
    ChartTablePage::restoreMore(state);
    m_picture->setDownwards(m_direction->value().toInt() == 1);
    m_name->setText(state[QStringLiteral("name")].toString());
    m_picture->setPitch(state[QStringLiteral("pitch")].toInt());
    std::set<int> folded;
    for (const QJsonValue stage : state[QStringLiteral("folded")].toArray())
        folded.insert(stage.toInt());
    m_picture->setFoldedStages(std::move(folded));
    m_restored = savedWindow(state);
    const QJsonArray steps = state[QStringLiteral("steps")].toArray();
    m_steps = {steps.at(0).toString(), steps.at(1).toString()};
    m_showsSteps = false;
    nameSteps();
}

void MareyPage::refresh()
{
    m_stopped = false;
    m_search.cancel();
    m_curvesJob.cancel();
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_slow.stop();
        m_answer = {};
        return m_picture->setContent({}, false);
    }
    m_slow.start();
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(u"marey.exceptions"), query = *query, of = run()](const JobContext &job) {
            Answer out;
            out.run = of;
            out.step = query.step;
            auto room = std::make_shared<MemoryReservation>(spec.room(query, job));
            out.chart = std::make_shared<const MareyChart>(mareyChart(*query.run, {query.step}, job));
            if (job.isCanceled())
                return out;
            if (out.chart->isEmpty()) {
                out.whyEmpty = spec.whyEmpty(query);
                return out;
            }
            out.folds = MareyFolds::of(*out.chart, job);
            out.loads = deviceLoads(*query.run, job, query.rates.device);
            room->resize(bytesOf(*out.chart) + out.folds->bytes());
            out.room = std::move(room);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void MareyPage::showSteps(const QString &first, const QString &last)
{
    if (first == last && m_steps.first.isEmpty())
        return;
    m_showsSteps = first != last;
    m_steps = m_showsSteps ? std::pair(first, last) : std::pair<QString, QString>();
    nameSteps();
    table()->invalidate();
    emit arrangementChanged();
    // The page of one step alone is made again by that step.
    if (hasChart() && state().step().isEmpty() && m_answer.step.isEmpty()) {
        frame()->setNote(note());
        if (m_showsSteps)
            showChosenSteps();
        else
            m_picture->reset();
    }
}

bool MareyPage::hasRange() const
{
    return !m_steps.first.isEmpty() && state().step().isEmpty();
}

std::optional<std::pair<int, int>> MareyPage::chosenSteps() const
{
    if (!hasRange())
        return std::nullopt;
    const auto first = static_cast<int>(m_answer.chart->steps.indexOf(m_steps.first));
    const auto last = static_cast<int>(m_answer.chart->steps.indexOf(m_steps.second));
    return first < 0 ? std::pair(1, 0) : std::pair(first, last); // where there are none of them no operator is meant
}

void MareyPage::nameSteps()
{
    m_unrange->setVisible(hasRange());
    m_unrange->setText(
        tr("steps %1 to %2").arg(format::displayText(m_steps.first), format::displayText(m_steps.second)));
}

void MareyPage::showChosenSteps()
{
    const auto range = chosenSteps();
    if (!std::exchange(m_showsSteps, false) || !range)
        return;
    Interval span;
    for (const MareyEntry &e : m_answer.chart->entries) {
        if (e.step >= range->first && e.step <= range->second)
            span =
                span.length() <= 0 ? e.span : Interval{std::min(span.from, e.span.from), std::max(span.to, e.span.to)};
    }
    if (span.length() > 0)
        m_picture->setWindow(timeline::padded({span.from, span.to}, 0.01));
}

void MareyPage::showProgress()
{
    if (!m_job.isRunning())
        return m_slow.stop();
    // The old picture stays until the new one is ready.
    if (hasChart() && m_answer.run == run() && !body()->isEmpty())
        return;
    body()->showEmpty(tr("Matching the operators of the devices"),
                      tr("%1 done").arg(format::percent(m_job.progress(), 0)), tr("Cancel"));
}

void MareyPage::take(Answer answer)
{
    m_slow.stop();
    const bool opens = answer.run != m_answer.run || answer.step != m_answer.step;
    // A filter from another run may not fit this one.
    if (m_answer.run >= 0 && answer.run != m_answer.run && !m_showsSteps)
        m_steps = {};
    m_showsSteps = m_showsSteps || (opens && hasRange() && m_restored.isEmpty());
    m_answer = std::move(answer);
    m_shownCurves = {};
    if (!hasChart()) {
        m_picture->setContent({}, false);
        return showNothing(tr("There are no operators to show"), m_answer.whyEmpty);
    }
    body()->showContent();
    MareyPicture::Content content{m_answer.chart, m_answer.folds, {}, {}, {}, {}, {}, originNs(), -1};
    for (const MareyRow &row : m_answer.chart->rows) {
        content.labels.push_back(runs().rankLabel({m_answer.run, row.rankIndex}));
        content.notes.push_back(noteOf(row));
    }
    for (const MareyRow &stage : m_answer.chart->stages)
        content.stageLabels.push_back(tr("stage %1").arg(stage.stage));
    fillLoads(content);
    m_picture->setContent(std::move(content), opens);
    if (!m_restored.isEmpty())
        m_picture->restoreWindow(std::exchange(m_restored, {}));
    frame()->setHeading(tr("Operators of the devices over time"));
    showCurves();
    nameSteps();
    if (hasRange())
        showChosenSteps();
    markRank();
    followSelection();
    search();
}

// If no file says the memory of the devices, the peaks alone.
QString MareyPage::peaksOf(const MareyRow &stage) const
{
    double sum = 0;
    int count = 0;
    for (const MareyRow &row : m_answer.chart->rows) {
        if (row.stage != stage.stage)
            continue;
        for (const DeviceLoad &load : m_answer.loads) {
            if (load.rankIndex != row.rankIndex || !load.peakGib)
                continue;
            sum += *load.peakGib;
            ++count;
        }
    }
    return count == 0 ? tr("not known")
                      : tr("%1 GiB, the mean of %n device(s); no file says the capacity", nullptr, count)
                            .arg(format::real(sum / count));
}

// Shares of the largest of all devices; a stage is the mean of its devices.
void MareyPage::fillLoads(MareyPicture::Content &content) const
{
    if (m_answer.loads.empty())
        return;
    std::map<int, const DeviceLoad *> byRank;
    for (const DeviceLoad &load : m_answer.loads)
        byRank[load.rankIndex] = &load;
    const QString unknown = tr("not known");
    const auto shares = [](const DeviceLoad &d) {
        return std::array{d.mflopsShare, d.peakShare ? d.peakShare : d.rateShare, d.memoryShare()};
    };
    for (const MareyRow &row : m_answer.chart->rows) {
        MareyPicture::Load out;
        out.texts.fill(unknown);
        if (const auto at = byRank.find(row.rankIndex); at != byRank.end()) {
            const DeviceLoad &d = *at->second;
            out.shares = shares(d);
            if (d.mflops && d.mflopsShare)
                out.texts[0] = tr("%1 million, %2 of the device with the most")
                                   .arg(format::real(*d.mflops), format::percent(*d.mflopsShare));
            if (d.gflopsPerSecond && d.peakShare)
                out.texts[1] =
                    tr("%1 G/s, %2 of the peak").arg(format::real(*d.gflopsPerSecond), format::percent(*d.peakShare));
            else if (d.gflopsPerSecond && d.rateShare)
                out.texts[1] = tr("%1 G/s, %2 of the fastest device")
                                   .arg(format::real(*d.gflopsPerSecond), format::percent(*d.rateShare));
            if (d.peakGib && d.memoryShare())
                out.texts[2] =
                    tr("%1 GiB, %2 of %3 GiB")
                        .arg(format::real(*d.peakGib), format::percent(*d.memoryShare()), format::real(*d.capacityGib));
            else if (d.peakGib)
                out.texts[2] = tr("%1 GiB; no file says the capacity").arg(format::real(*d.peakGib));
        }
        content.loads.push_back(std::move(out));
    }
    for (const MareyRow &stage : m_answer.chart->stages) {
        MareyPicture::Load out;
        for (size_t which = 0; which < out.shares.size(); ++which) {
            double sum = 0;
            int count = 0;
            for (size_t r = 0; r < content.loads.size(); ++r) {
                const auto &share = content.loads[r].shares[which];
                if (m_answer.chart->rows[r].stage != stage.stage || !share)
                    continue;
                sum += *share;
                ++count;
            }
            if (count > 0)
                out.shares[which] = sum / count;
            out.texts[which] =
                count > 0 ? tr("%1, the mean of %n device(s)", nullptr, count).arg(format::percent(sum / count))
                : which == peakMemory ? peaksOf(stage)
                                      : unknown;
        }
        content.stageLoads.push_back(std::move(out));
    }
}

QString MareyPage::noteOf(const MareyRow &row) const
{
    const RankState now = runs().state({m_answer.run, row.rankIndex});
    // A rank that is not read yet does not lack a trace.
    if (row.lack != MareyLack::None && (now == RankState::Waiting || now == RankState::Loading))
        return tr("The rank is being loaded.");
    if (row.lack != MareyLack::None && now == RankState::Failed)
        return tr("The rank could not be read.");
    if (row.lack != MareyLack::None && now != RankState::Loaded)
        return tr("The rank is not loaded.");
    switch (row.lack) {
    case MareyLack::NotLoaded:
        return tr("The rank is not loaded.");
    case MareyLack::NoTrace:
        return tr("Neither a trace with kernels nor a kernel table with start times.");
    case MareyLack::NoStep:
        return tr("No data of this step.");
    case MareyLack::None:
        break;
    }
    return m_answer.chart->isAligned(row.rankIndex)
               ? QString()
               : tr("Its clock could not be aligned: it is drawn at its own timestamps.");
}

// Which operator differs most.
QString MareyPage::note() const
{
    const MareyChart &chart = *m_answer.chart;
    const MareyEntry *worst = nullptr;
    const auto range = chosenSteps();
    for (const MareyEntry &e : chart.entries) {
        const bool isAsked = !range || (e.step >= range->first && e.step <= range->second);
        if (isAsked && e.devices > 1 && e.kind == MareyKind::Compute && (!worst || e.spreadNs() > worst->spreadNs()))
            worst = &e;
    }
    QStringList out;
    const auto apart =
        static_cast<int>(std::count_if(chart.rows.begin(), chart.rows.end(), [&chart](const MareyRow &r) {
            return r.operators() > 0 && !chart.isAligned(r.rankIndex);
        }));
    if (apart > 0)
        out << tr("The clocks of %n rank(s) could not be aligned: they are drawn at their own timestamps.", nullptr,
                  apart);
    if (const MareyLines *const lines = m_shownCurves.lines.get()) {
        if (showsMemory() && lines->memorySource == LoadSource::None)
            out << tr("No memory curves: no rank has a memory_record.csv, which the profiler writes with "
                      "profile_memory = True, nor memory_usage_details_*.json of MindSpore 1.x.");
        if (showsRate() && lines->gflopsSource == LoadSource::None)
            out << tr("No FLOPS curves: no kernel_details.csv counts operations (aic_metrics = "
                      "ArithmeticUtilization) or has the shapes of matrix products, and there is no flops_*.txt of "
                      "MindSpore 1.x.");
        if (showsRate() && lines->gflopsSource == LoadSource::Estimated)
            out << tr("FLOPS are estimated by the shapes of matrix products.");
    }
    if (!worst || worst->spreadNs() <= 0)
        return joinedSentences(out);
    out << tr("Among computing operators %1 differs most: %2 on %3, %4 on %5.")
               .arg(format::displayText(chart.names.text(StrId{worst->name})), format::briefDuration(worst->longestNs),
                    runs().rankLabel({m_answer.run, chart.rows[static_cast<size_t>(worst->longestRow)].rankIndex}),
                    format::briefDuration(worst->shortestNs),
                    runs().rankLabel({m_answer.run, chart.rows[static_cast<size_t>(worst->shortestRow)].rankIndex}));
    return joinedSentences(out);
}

bool MareyPage::showsMemory() const
{
    return m_curves->value().toInt() & memoryBit;
}

bool MareyPage::showsRate() const
{
    return m_curves->value().toInt() & rateBit;
}

// They are made when they are asked for.
void MareyPage::showCurves()
{
    if (!hasChart())
        return;
    m_picture->setCurves(m_shownCurves.lines, showsMemory(), showsRate());
    frame()->setNote(note());
    const auto loaded = runs().run(m_answer.run);
    if (m_shownCurves.lines || !(showsMemory() || showsRate()) || !loaded || m_curvesJob.isRunning())
        return;
    m_curvesJob.start(
        *context().pool,
        [loaded, chart = m_answer.chart](const JobContext &job) {
            Curves out;
            const auto room = std::make_shared<MemoryReservation>(job.sharedBudget());
            out.lines = std::make_shared<const MareyLines>(mareyLines(*loaded, *chart, job));
            room->resize(out.lines->bytes());
            out.room = room;
            return out;
        },
        [this](Curves curves) {
            m_shownCurves = std::move(curves);
            showCurves();
        });
}

void MareyPage::search()
{
    const QString text = m_name->text().trimmed();
    const bool isMarked = !m_marked.name.isEmpty() && m_marked.rank.run == m_answer.run;
    if ((text.isEmpty() && !isMarked) || !hasChart()) {
        m_search.cancel();
        return takeMatches({});
    }
    m_search.start(
        *context().pool,
        [chart = m_answer.chart, text, marked = m_marked](const JobContext &job) {
            return text.isEmpty()
                       ? MareyMatches::of(
                             *chart, sameOperators(*chart, marked.rank.index, marked.executions, marked.sameness, job),
                             job)
                       : MareyMatches::named(*chart, text, job);
        },
        [this](MareyMatches matches) { takeMatches(std::move(matches)); });
}

void MareyPage::mark(const QString &name, RankRef rank, std::vector<SliceId> executions, MareySameness sameness)
{
    if (name.isEmpty() && m_marked.name.isEmpty())
        return;
    m_marked = {name, rank, std::move(executions), sameness};
    if (!name.isEmpty()) {
        const QSignalBlocker quiet(m_name);
        m_name->clear();
    }
    search();
}

std::vector<MareyExecution> MareyPage::executionsOf(const MareyPicture::Place &place,
                                                    const std::vector<int> &rankIndexes, MareySameness sameness) const
{
    const MareyOperator *const op = m_picture->operatorAt(place);
    return op ? rs::executionsOf(*m_answer.chart, op->entry, rankIndexes, sameness) : std::vector<MareyExecution>();
}

void MareyPage::takeMatches(MareyMatches matches)
{
    const bool isMarked = m_name->text().trimmed().isEmpty() && !m_marked.name.isEmpty();
    const auto count = static_cast<int>(matches.count);
    m_found->setVisible(isMarked || !m_name->text().trimmed().isEmpty());
    m_unmark->setVisible(isMarked);
    if (isMarked)
        m_found->setText(count == 0
                             ? tr("none of namespace %1").arg(format::displayText(m_marked.name))
                             : tr("%Ln of namespace %1", nullptr, count).arg(format::displayText(m_marked.name)));
    else
        m_found->setText(count == 0 ? tr("none found") : tr("%Ln found", nullptr, count));
    for (QToolButton *const b : {m_previous, m_next})
        b->setEnabled(matches.count > 0);
    m_picture->setMatches(std::move(matches));
}

void MareyPage::choose(const MareyPicture::Place &place)
{
    const MareyOperator *const op = m_picture->operatorAt(place);
    const RankRef rank = op ? refOf(place.row) : RankRef();
    if (!rank.isValid())
        return;
    state().inOneStep([&] {
        state().select(shownSelection(rank, op->slice));
        state().setCurrentRank(rank);
    });
    emit operatorChosen(place);
}

void MareyPage::open(const MareyPicture::Place &place)
{
    const MareyOperator *const op = m_picture->operatorAt(place);
    const RankRef rank = op ? refOf(place.row) : RankRef();
    if (!rank.isValid())
        return;
    if (op->slice == NoSlice)
        state().showInTimeline(rank);
    else
        state().revealSlice(rank, op->slice);
}

// In the picture: the timeline is one more step away.
void MareyPage::openException(quint32 row)
{
    const auto rows = table()->rows();
    if (!rows || !hasChart())
        return;
    const RowPlace at = rows->place(row);
    const MareyPicture::Place place = m_picture->placeOf(rowOf({m_answer.run, at.rank}), at.slice);
    if (!place.isValid())
        return;
    m_picture->showEntry(place);
    choose(place);
    m_picture->setFocus();
}

// Follows a selection made elsewhere.
void MareyPage::followSelection()
{
    const Selection &s = state().selection();
    if (s.kind != Selection::Kind::Slice || !hasChart() || s.rank.run != m_answer.run)
        return;
    const MareyPicture::Place place = m_picture->placeOf(rowOf(s.rank), s.slice);
    if (place.isValid() && place != m_picture->selected())
        m_picture->setSelected(place);
}

int MareyPage::rowOf(RankRef rank) const
{
    if (!m_answer.chart || rank.run != m_answer.run)
        return -1;
    const auto &rows = m_answer.chart->rows;
    const auto at =
        std::find_if(rows.begin(), rows.end(), [rank](const MareyRow &r) { return r.rankIndex == rank.index; });
    return at == rows.end() ? -1 : static_cast<int>(at - rows.begin());
}

RankRef MareyPage::refOf(int row) const
{
    if (!m_answer.chart || row < 0)
        return {};
    return {m_answer.run, m_answer.chart->rows[static_cast<size_t>(row)].rankIndex};
}

void MareyPage::markRank()
{
    if (hasChart())
        m_picture->setCurrentRow(rowOf(state().currentRank()));
}

void MareyPage::retranslate()
{
    m_name->setPlaceholderText(tr("Name of the operator"));
    m_name->setAccessibleName(tr("Name of the operator"));
    constexpr int besideText = 6; // characters: frame, margins, the button that clears it
    m_name->setMinimumWidth(m_name->fontMetrics().horizontalAdvance(m_name->placeholderText()) +
                            besideText * m_name->fontMetrics().averageCharWidth());
    const auto native = [](QKeyCombination keys) { return QKeySequence(keys).toString(QKeySequence::NativeText); };
    const auto say = [](QToolButton *button, const QString &text) {
        button->setToolTip(format::tooltipText(text));
        button->setAccessibleName(text);
    };
    say(m_previous, tr("Previous match (%1)").arg(native(Qt::SHIFT | Qt::Key_F3)));
    say(m_next, tr("Next match (%1)").arg(native(Qt::NoModifier | Qt::Key_F3)));
    say(m_unmark, tr("Stop marking the namespace"));
    say(m_unrange, tr("Show all steps"));
    for (QToolButton *const b : {m_unmark, m_unrange})
        b->setIcon(symbol(QStringLiteral("close")));
    nameSteps();
    m_picture->retranslate();
    ChartTablePage::retranslate();
    invalidate();
}

} // namespace rs

#include "moc_mareypage.cpp"
