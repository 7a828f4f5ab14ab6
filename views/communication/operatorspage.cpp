// SPDX-License-Identifier: Apache-2.0
#include "views/communication/operatorspage.h"

#include "analysis/operators/deviceload.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "items/domaintext.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "views/page/charthalves.h"
#include "views/communication/operatorchart.h"
#include "views/page/picturescope.h"
#include "views/page/rankmenu.h"
#include "views/page/systemtexts.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/menus.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QComboBox>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

constexpr size_t mostPinned = 32; // ranks that a jump brings together

Selection selectionOf(RankRef rank, SliceId slice)
{
    Selection s;
    s.kind = Selection::Kind::Slice;
    s.rank = rank;
    s.slice = slice;
    return s;
}

} // namespace

OperatorsPage::OperatorsPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("operators"), context, parent), m_name(new QLineEdit(this)), m_help(plainLabel(this)),
      m_chart(new OperatorChart(context.theme)),
      m_frame(new ChartFrame(m_chart, QStringLiteral("communication-operators"), context.theme)),
      m_table(new TableView(QStringLiteral("communication-operator-ranks"), context.theme, context.pool)),
      m_halves(new ChartHalves(m_frame, m_table, m_table))
{
    addWork(m_job);
    addWork(m_rowsJob);
    addPicture(m_frame, [this] { return m_shown.bars != nullptr; });
    m_alignPicker = addChoice(PageChoice::among(
        "align", [] { return tr("Align"); },
        [] {
            return QStringList{tr("as recorded"), tr("ends of the selected operator"),
                               tr("starts of the selected operator")};
        }));
    m_kindPicker = addChoice({.key = QStringLiteral("kind"),
                              .first = QString(),
                              .label = [] { return tr("Type"); },
                              .items =
                                  [this] {
                                      std::vector<PickerItem> out{{tr("all types"), QString()}};
                                      if (m_shown.operators) {
                                          for (const QString &kind : m_shown.operators->kinds)
                                              out.push_back({kind, kind});
                                      }
                                      return out;
                                  },
                              .isOfData = true});
    body()->onDue(refreshDelayMs, [this] { compute(true); });
    auto *page = new QWidget;
    auto *bar = new QWidget(page);
    auto *flow = new FlowLayout(bar, 12);
    flow->addWidget(m_alignPicker);
    flow->addWidget(m_kindPicker);
    flow->addWidget(m_name);
    flow->addWidget(m_help);
    m_help->setForegroundRole(QPalette::PlaceholderText);
    m_name->setClearButtonEnabled(true);
    m_alignPicker->setWhole();
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(bar);
    column->addWidget(m_halves, 1);
    body()->setContent(page);
    setFocusProxy(m_chart);
    m_frame->setScope([this] {
        QStringList more{tr("alignment: %1").arg(m_alignPicker->box()->currentText())};
        const auto run = runs().run(m_shown.runAt);
        if (const QString domain = run ? domainLabel(*run, state().domain()) : QString(); !domain.isEmpty())
            more.prepend(tr("domain: %1").arg(domainText(domain)));
        return pictureScope(runs(), m_run, state().step(), more);
    });
    for (Picker *const picker : {m_alignPicker, m_kindPicker})
        connect(picker, &Picker::chosen, this, [this] {
            m_asked = false;
            compute(false);
        });
    connect(m_name, &QLineEdit::textChanged, this, [this] {
        m_asked = false;
        compute(false);
        emit arrangementChanged();
    });
    connect(m_halves, &ChartHalves::foldedByUser, this, &Page::arrangementChanged);
    connect(m_chart, &OperatorChart::windowChanged, this, &Page::arrangementChanged);
    connect(m_chart, &OperatorChart::placeChosen, this, &OperatorsPage::operatorChosen);
    connect(m_chart, &OperatorChart::placeActivated, this, &OperatorsPage::showInTimeline);
    connect(m_chart, &OperatorChart::rowActivated, this, [this](int row) {
        const RankOperators &chosen = m_shown.operators->rows[static_cast<size_t>(row)];
        if (const RankRef ref = shownRank(chosen.rankIndex); ref.isValid())
            this->state().showInTimeline(ref);
        else
            this->state().notice(systemtexts::whyNoRank(runs(), {m_run, 0}));
    });
    connect(m_frame, &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        const auto [row, op] = m_chart->placeAt(at);
        const int of = row >= 0 ? row : m_chart->rowAt(at.y());
        if (of < 0)
            return;
        const RankRef ref = shownRank(m_shown.operators->rows[static_cast<size_t>(of)].rankIndex);
        if (!ref.isValid())
            setAvailable(addShowInTimeline(menu, this->state(), ref), systemtexts::whyNoRank(runs(), {m_run, 0}));
        else if (row >= 0)
            addShowInTimeline(menu, this->state(), ref, runs(), [this, r = row, o = op] { showInTimeline(r, o); });
        else
            addShowInTimeline(menu, this->state(), ref, runs());
    });
    connect(m_table, &TableView::activated, this, &OperatorsPage::openRow);
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int row) {
        if (row < 0)
            return;
        const RankRef ref = shownRank(m_table->source()->place(static_cast<quint32>(row)).rank);
        if (ref.isValid())
            addShowInTimeline(menu, this->state(), ref, runs(), [this, row] { openRow(row); });
        else
            setAvailable(addShowInTimeline(menu, this->state(), ref), systemtexts::whyNoRank(runs(), {m_run, 0}));
    });
    for (const auto signal : {&ViewState::stepChanged, &ViewState::domainChanged})
        connect(&state(), signal, this, &OperatorsPage::invalidate);
    connect(&runs(), &RunStore::ranksLoaded, this, &OperatorsPage::invalidate);
    connect(&runs(), &RunStore::rankUnloaded, this, &OperatorsPage::invalidate);
    connect(&state(), &ViewState::offsetsChanged, this, [this] { compute(false); });
    connect(&state(), &ViewState::selectionChanged, this, &OperatorsPage::followSelection);
    connect(&state(), &ViewState::viewRequested, this, [this](const QString &id) {
        m_asked = id == u"communication/operators";
        if (m_asked)
            followSelection();
    });
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        if (m_shown.operators)
            m_chart->setCurrentRow(m_shown.operators->rowOf(this->state().currentRank().index));
    });
    fillChoices();
}

QString OperatorsPage::title() const
{
    return tr("Operators over ranks");
}

QString OperatorsPage::hint() const
{
    return tr("Every communication operator of the chosen domain and step, one row a rank: which ranks came late, "
              "and which waited?");
}

QString OperatorsPage::help() const
{
    return m_help->text();
}

void OperatorsPage::saveMore(QJsonObject &out) const
{
    if (!m_name->text().isEmpty())
        out[QStringLiteral("name")] = m_name->text();
    if (const std::optional<bool> unfolded = m_halves->unfolded())
        out[QStringLiteral("table")] = *unfolded;
    saveWindow(out, m_chart->window());
}

void OperatorsPage::restoreMore(const QJsonObject &state)
{
    m_name->setText(state[QStringLiteral("name")].toString());
    const QJsonValue table = state[QStringLiteral("table")];
    m_halves->setUnfolded(table.isBool() ? std::optional(table.toBool()) : std::nullopt);
    m_restored = savedWindow(state);
    compute(false);
}

// Ranks of a cluster analysis alone are no ranks of the store.
QString OperatorsPage::labelOf(int rankIndex) const
{
    const auto at = static_cast<size_t>(rankIndex);
    return at < m_shown.clusterRanks.size() ? RunStore::tr("rank %1").arg(m_shown.clusterRanks[at])
                                            : runs().rankLabel({m_run, rankIndex});
}

RankRef OperatorsPage::shownRank(int rankIndex) const
{
    const RankRef ref{m_run, rankIndex};
    return runs().info(ref) ? ref : RankRef();
}

OperatorAlignment OperatorsPage::alignment() const
{
    return static_cast<OperatorAlignment>(m_alignPicker->value().toInt());
}

void OperatorsPage::refresh()
{
    body()->schedule();
}

void OperatorsPage::compute(bool reload)
{
    const int runAt = runs().openRun(state().currentRank().run);
    const auto run = runs().run(runAt);
    if (!run) {
        m_job.cancel();
        return take({});
    }
    if (!reload && !m_reloading && !m_shown.operators)
        return;
    if (std::exchange(m_run, runAt) != runAt)
        m_anchor = RankOperator::none;
    // A text from before a run was opened must not stay until its first operators are read.
    if (m_shown.runAt < 0)
        showEmptyReason();
    m_reloading = reload || (m_job.isRunning() && m_reloading);
    if (m_reloading)
        m_anchor = RankOperator::none; // a number of what was read before
    BarChoice choice{runAt, state().offsets(), alignment(), m_anchor, m_kindPicker->value().toString(), m_name->text()};
    m_job.start(
        *context().pool,
        [run, choice, query = AttributionQuery{state().step(), state().domain()},
         operators = m_reloading ? nullptr : m_shown.operators](const JobContext &job) {
            const MemoryReservation room = roomFor(u"ledger", *run, job);
            const std::shared_ptr<const Run> known = withClusterRanks(run);
            Shown out{operators, {}, choice.run, query.step};
            if (!out.operators)
                out.operators = std::make_shared<CommOperators>(commOperators(*known, query, job));
            out.bars = std::make_shared<OperatorBars>(operatorBars(*known, *out.operators, choice, job));
            if (run->infos.empty()) {
                for (const RankInfo &info : known->infos)
                    out.clusterRanks.push_back(info.rank);
            }
            return out;
        },
        [this](Shown shown) {
            m_reloading = false;
            take(std::move(shown));
        });
}

void OperatorsPage::take(Shown shown)
{
    const bool other = m_shown.operators != shown.operators;
    const bool elsewhere = m_shown.runAt != shown.runAt || m_shown.step != shown.step;
    m_shown = std::move(shown);
    OperatorChart::Content content{m_shown.operators, m_shown.bars, {}, {}, originNs(), -1};
    if (m_shown.operators) {
        for (const RankOperators &row : m_shown.operators->rows) {
            content.labels.push_back(labelOf(row.rankIndex));
            const RankState read = runs().state({m_shown.runAt, row.rankIndex});
            const bool isAwaited = read == RankState::Waiting || read == RankState::Loading;
            content.notes.push_back(isAwaited && row.operators.empty() ? tr("being read")
                                    : row.source == OperatorSource::NotLoaded
                                        ? tr("not loaded: a double click loads it and shows it in the timeline")
                                    : row.source == OperatorSource::Nothing
                                        ? tr("no trace, and no times in communication.json")
                                    : row.operators.empty() ? tr("no operator in this domain and step")
                                                            : QString());
        }
        content.currentRow = m_shown.operators->rowOf(state().currentRank().index);
    }
    if (other) {
        m_anchor = RankOperator::none;
        m_chart->setSelected({-1, -1});
        fillChoices();
    }
    m_chart->setContent(std::move(content));
    nameAnchor();
    if (elsewhere)
        m_chart->fit();
    if (m_shown.operators && !m_restored.isEmpty())
        m_chart->restoreWindow(std::exchange(m_restored, {}));
    if (m_shown.operators && !m_shown.operators->isEmpty())
        body()->showContent();
    else
        showEmptyReason();
    followSelection();
    showTable();
}

void OperatorsPage::showEmptyReason()
{
    if (runs().openRun(state().currentRank().run) < 0)
        return body()->showEmpty(tr("No run is open"),
                                 tr("Open a folder with File > Import Data, or drop it on the window."));
    if (runs().isLoading() || m_shown.runAt < 0)
        return body()->showEmpty(tr("Loading"), tr("Operators appear here as soon as the first of them are read."));
    if (const auto run = runs().run(m_shown.runAt); run && isOfMindSpore1(*run))
        return body()->showEmpty(
            tr("No communication operators with their domains"),
            tr("Operators are drawn by communication domain, and files of MindSpore 1.x name none. Their data in "
               "hccl_raw_*.csv and step_trace_raw_*_detail_time.csv is in Durations: unfold a rank in its table."));
    body()->showEmpty(tr("No communication operators"),
                      tr("No loaded rank has operators in the chosen domain and step. They come from the trace "
                         "(trace_view.json, lanes Communication or HCCL) or from communication.json; the profiler "
                         "writes them when NPU activity is on, more than one rank takes part and profiler_level is "
                         "Level1 or Level2."));
}

const RankOperator *OperatorsPage::selectedOperator() const
{
    const auto [row, op] = m_chart->selected();
    return row < 0 || !m_shown.operators
               ? nullptr
               : &m_shown.operators->rows[static_cast<size_t>(row)].operators[static_cast<size_t>(op)];
}

void OperatorsPage::operatorChosen(int row, int)
{
    m_asked = false;
    showTable();
    const RankOperator *const op = selectedOperator();
    if (!op) {
        // Nothing is left to align the rows by.
        m_anchor = RankOperator::none;
        if (alignment() != OperatorAlignment::Recorded) {
            m_alignPicker->setValue(static_cast<int>(OperatorAlignment::Recorded));
            compute(false);
            emit arrangementChanged();
        }
        return;
    }
    const int rank = m_shown.operators->rows[static_cast<size_t>(row)].rankIndex;
    if (op->slice != NoSlice)
        state().select(selectionOf({m_run, rank}, op->slice));
    alignBySelected();
}

// Rows are aligned by the selected operator, whoever selected it: a jump and the way back as well.
void OperatorsPage::alignBySelected()
{
    const RankOperator *const op = selectedOperator();
    if (op && op->entry != RankOperator::none && std::exchange(m_anchor, op->entry) != op->entry &&
        alignment() != OperatorAlignment::Recorded)
        compute(false);
}

// Without a selection rows are aligned by the first operator that most ranks have: it is selected, so that the box
// names a visible operator.
void OperatorsPage::nameAnchor()
{
    if (!m_shown.bars || m_shown.bars->anchor == RankOperator::none || m_chart->selected().first >= 0 ||
        alignment() == OperatorAlignment::Recorded)
        return;
    const std::vector<RankOperators> &rows = m_shown.operators->rows;
    for (size_t row = 0; row < rows.size(); ++row) {
        const auto &all = rows[row].operators;
        const auto at = std::find_if(all.begin(), all.end(), [anchor = m_shown.bars->anchor](const RankOperator &op) {
            return op.entry == anchor;
        });
        if (at == all.end())
            continue;
        m_anchor = m_shown.bars->anchor;
        return m_chart->setSelected({static_cast<int>(row), static_cast<int>(at - all.begin())});
    }
}

// By its name, of a rank that has no slice of it.
int OperatorsPage::firstOf(const RankOperators &rank, const QString &name) const
{
    const std::vector<QString> &names = m_shown.operators->names;
    const auto at = std::find_if(rank.operators.begin(), rank.operators.end(),
                                 [&](const RankOperator &op) { return names[op.name] == name; });
    return at == rank.operators.end() ? -1 : static_cast<int>(at - rank.operators.begin());
}

// Ranks of a cluster analysis alone cannot be selected: any rank has the operator with all of its ranks.
int OperatorsPage::firstRowWith(const QString &name) const
{
    const std::vector<RankOperators> &rows = m_shown.operators->rows;
    const auto at =
        std::find_if(rows.begin(), rows.end(), [&](const RankOperators &row) { return firstOf(row, name) >= 0; });
    return at == rows.end() ? -1 : static_cast<int>(at - rows.begin());
}

// Follows a selection made elsewhere.
void OperatorsPage::followSelection()
{
    const Selection &s = state().selection();
    const bool isOperator = s.kind == Selection::Kind::Operator;
    if ((s.kind != Selection::Kind::Slice && !isOperator) || s.rank.run != m_run || !m_shown.operators)
        return;
    const int row = isOperator && !shownRank(s.rank.index).isValid() ? firstRowWith(s.text)
                                                                     : m_shown.operators->rowOf(s.rank.index);
    if (row < 0)
        return;
    const RankOperators &of = m_shown.operators->rows[static_cast<size_t>(row)];
    const OperatorChart::Place place{row, isOperator ? firstOf(of, s.text) : of.operatorOf(s.slice)};
    if (place.second < 0 || m_chart->selected() == place)
        return;
    m_chart->setSelected(place);
    if (std::exchange(m_asked, false) && m_chart->selected() != place)
        return showAsked(place);
    showTable();
    alignBySelected();
}

void OperatorsPage::showAsked(std::pair<int, int> place)
{
    const RankOperators &of = m_shown.operators->rows[static_cast<size_t>(place.first)];
    const RankOperator &op = of.operators[static_cast<size_t>(place.second)];
    if (const QString kind = m_kindPicker->value().toString(); m_shown.operators->kinds[op.kind] != kind)
        m_kindPicker->setValue(QString());
    const QSignalBlocker silent(m_name);
    if (!m_shown.operators->names[op.name].contains(m_name->text(), Qt::CaseInsensitive))
        m_name->clear();
    compute(false);
    emit arrangementChanged();
}

void OperatorsPage::showTable()
{
    const RankOperator *const op = selectedOperator();
    const bool met = op && op->entry != RankOperator::none;
    describeSelected();
    const auto run = runs().run(m_shown.runAt);
    if (!met || !run) {
        m_rowsJob.cancel();
        return m_table->clearRows();
    }
    m_rowsJob.start(
        *context().pool,
        [run, operators = m_shown.operators, entry = op->entry](const JobContext &) {
            return meetingRows(*withClusterRanks(run), operators->attribution, entry);
        },
        [this](std::shared_ptr<const RowSource> rows) { m_table->setSource(rows, originNs()); });
}

void OperatorsPage::describeSelected()
{
    const RankOperator *const op = selectedOperator();
    const bool met = op && op->entry != RankOperator::none;
    m_table->setTableName(met ? m_shown.operators->names[op->name] : tr("Ranks of the selected operator"));
    m_halves->setHasTable(met); // an empty one would take its part of the page
    m_help->setVisible(!met);
    // A rank with communication.json only is not matched with ranks that have traces, although they may have the
    // operator.
    const bool isOfFile =
        op && m_shown.operators->rows[static_cast<size_t>(m_chart->selected().first)].source == OperatorSource::File;
    m_help->setText(!op             ? tr("Select an operator to see the times of all its ranks.")
                    : op->unaligned ? tr("Its wait is unknown: the clocks of its ranks are not aligned.")
                    : isOfFile      ? tr("This rank has no trace: its operators are drawn at the times of "
                                              "communication.json, and are not compared with those of ranks with a trace.")
                    : op->partnerUntraced
                        ? tr("Its wait is unknown: ranks of its communication domain have no trace, or are missing.")
                        : tr("No other rank has a partner of this operator."));
    m_frame->setNote(met ? tr("arrival spread %1, last: %2")
                               .arg(format::duration(m_shown.operators->attribution.entries[op->entry].spreadNs),
                                    labelOf(m_shown.operators->attribution.entries[op->entry].lastRank))
                         : QString());
}

void OperatorsPage::showInTimeline(int row, int op)
{
    const RankOperators &from = m_shown.operators->rows[static_cast<size_t>(row)];
    const RankOperator &chosen = from.operators[static_cast<size_t>(op)];
    const RankRef ref = shownRank(from.rankIndex);
    if (!ref.isValid())
        return state().notice(systemtexts::whyNoRank(runs(), {m_run, 0}));
    std::vector<RankRef> ranks{ref};
    if (chosen.entry != RankOperator::none) {
        const MatchedCollectives &collectives = m_shown.operators->attribution.collectives;
        const MatchedCollective &m = collectives.all[m_shown.operators->attribution.entries[chosen.entry].collective];
        for (quint32 e = m.first; e < m.last && ranks.size() < mostPinned; ++e) {
            if (collectives.ends[e].rankIndex != ref.index)
                ranks.push_back({m_run, collectives.ends[e].rankIndex});
        }
    }
    state().inOneStep([&] {
        // The selection makes its rank the current one.
        state().select(chosen.slice != NoSlice ? selectionOf(ref, chosen.slice) : Selection());
        state().showTogether(ranks, {}, TogetherLook::Communication);
        const auto run = runs().run(m_run);
        if (chosen.slice != NoSlice && run) {
            const Interval span = drawnMeeting(*run, *m_shown.operators, ref, state().offsets(), {row, op});
            state().revealSlice(ref, chosen.slice, {span.from, span.to});
        }
    });
}

void OperatorsPage::openRow(int row)
{
    const RowPlace at = m_table->source()->place(static_cast<quint32>(row));
    const RankRef ref = shownRank(at.rank);
    if (!ref.isValid())
        state().notice(systemtexts::whyNoRank(runs(), {m_run, 0}));
    else if (at.slice == NoSlice) // of communication.json alone
        state().showInTimeline(ref);
    else
        state().revealSlice(ref, at.slice);
}

void OperatorsPage::retranslate()
{
    m_frame->setHeading(tr("Communication operators over ranks"));
    m_name->setPlaceholderText(tr("Name of the operator"));
    m_name->setAccessibleName(tr("Name of the operator"));
    constexpr int besideText = 6; // characters: frame, margins, the button that clears it
    m_name->setMinimumWidth(m_name->fontMetrics().horizontalAdvance(m_name->placeholderText()) +
                            besideText * m_name->fontMetrics().averageCharWidth());
    m_chart->retranslate();
    m_halves->retranslate();
    Page::retranslate();
    describeSelected();
    if (m_shown.operators)
        take(Shown(m_shown)); // ranks and notes are worded anew
    else
        showEmptyReason();
}

} // namespace rs

#include "moc_operatorspage.cpp"
