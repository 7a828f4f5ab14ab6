// SPDX-License-Identifier: Apache-2.0
#include "views/page/tablepage.h"

#include "core/base/saturate.h"
#include "views/page/celljumps.h"
#include "views/page/charthalves.h"
#include "views/page/systemtexts.h"
#include "views/picture/chartframe.h"
#include "views/state/databasetexts.h"
#include "views/tables/tableview.h"
#include "views/widgets/plaintext.h"

#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

// Files that are not read yet may have rows.
QString reasonNow(const RunStore &runs, bool isOfAllRanks, const Phrase &whyEmpty)
{
    if (isOfAllRanks && runs.isLoading() && !whyEmpty.isEmpty())
        return TablePage::tr("Waiting for all ranks");
    return tableText(whyEmpty);
}

} // namespace

TablePage::TablePage(PageSpec page, const ViewContext &context, QWidget *parent)
    : Page(page.name, context, parent), m_page(std::move(page)), m_spec(*context.tables->find(m_page.table)),
      m_jump(context),
      m_table(new TableView(m_page.file.isEmpty() ? m_spec.fileName() : m_page.file, context.theme, context.pool)),
      m_note(plainLabel(this))
{
    addWork(m_job);
    addWork(m_foldJob);
    addWork(m_timeJob);
    for (const PageChoice &choice : m_page.choices) {
        Picker *const picker = addChoice(choice);
        m_table->addControl(picker);
        connect(picker, &Picker::chosen, this, &Page::invalidate);
    }
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->hide();
    auto *const content = new QWidget;
    auto *const lines = new QVBoxLayout(content);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(4);
    lines->addWidget(m_note);
    if (m_page.picture) {
        ChartFrame *const frame = m_page.picture(context, *this);
        if (m_page.isPictureAbove) {
            m_halves = new ChartHalves(frame, m_table, m_table);
            lines->addWidget(m_halves, 1);
        } else {
            auto *const beside = new QSplitter;
            beside->addWidget(m_table);
            beside->addWidget(frame);
            beside->setChildrenCollapsible(false);
            lines->addWidget(beside, 1);
        }
        addPicture(frame, [this] { return m_rows && m_rows->rows() > 0; });
    } else {
        lines->addWidget(m_table, 1);
    }
    body()->setContent(content);
    setFocusProxy(m_table);
    if (isOfAllRanks() || takesStep())
        connect(&state(), &ViewState::stepChanged, this, &TablePage::invalidate);
    if (takesDomain())
        connect(&state(), &ViewState::domainChanged, this, &TablePage::invalidate);
    if (isOfAllRanks()) {
        connect(&state(), &ViewState::currentRankChanged, this, [this] {
            if (const RankRef now = this->state().currentRank(); now.run == m_rank.run)
                m_rank = now;
        });
    }
    if (m_page.isOfRun) {
        // Ranks that come one after the other are one change.
        constexpr int gatherMs = 150;
        body()->onDue(gatherMs, [this] { invalidate(); });
        const auto rankChanged = [this](RankRef ref) {
            if (ref.run == m_rank.run)
                body()->postpone();
        };
        connect(&runs(), &RunStore::rankLoaded, this, rankChanged);
        connect(&runs(), &RunStore::rankUnloaded, this, rankChanged);
    }
    if (isOfDiagnosis())
        connect(context.diagnoses, &RunDiagnoses::changed, this, [this](int run) {
            if (run == m_rank.run)
                invalidate();
        });
    if (m_spec.takesRanks)
        connect(&state(), &ViewState::rankGroupChanged, this, &TablePage::invalidate);
    if (m_spec.id == u"steps.deviation")
        connect(&state(), &ViewState::thresholdsChanged, this, &TablePage::invalidate);
    if (m_spec.takesRates)
        connect(&state(), &ViewState::ratesChanged, this, &TablePage::invalidate);
    // A page that nobody sees is not computed again; what it knows is no longer to wait for anything.
    connect(&runs(), &RunStore::loadingFinished, this, [this] {
        if (body()->isEmpty() && !m_whyEmpty.isEmpty())
            body()->showEmpty(tr("There is no table to show"), reasonNow(runs(), isOfAllRanks(), m_whyEmpty));
    });
    connect(&state(), &ViewState::rowAsked, this, [this](const QString &table, RankRef late, int waiting) {
        if (table != m_spec.id)
            return;
        m_asked = {late, waiting};
        goToAsked();
    });
    connect(m_table, &TableView::activated, this, &TablePage::reveal);
    connect(m_table, &TableView::foldAsked, this, &TablePage::fold);
    connect(m_table, &TableView::currentRowChanged, this, [this](int row) {
        m_asked.reset(); // the user went elsewhere
        if (const auto [rank, slice] = placeOf(row); slice != NoSlice) {
            const std::optional<Interval> time = m_rows->place(static_cast<quint32>(row)).time;
            this->state().followSlice(rank, slice, time ? TimeWindow{time->from, time->to} : TimeWindow());
        }
    });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int row) {
        if (row < 0 || !m_rows || m_table->rows()->source() != m_rows)
            return;
        const RowFold state = m_rows->fold(static_cast<quint32>(row));
        if (state != RowFold::None)
            menu->addAction(state == RowFold::Unfolded ? tr("Hide Details")
                            : standsForMore(row)       ? tr("Show More")
                                                       : tr("Show Details"),
                            this, [this, row, state] { fold(row, state == RowFold::Folded); });
        if (leads(row) && !standsForMore(row)) {
            m_jump.addTo(menu, m_rows, static_cast<quint32>(row), m_rank);
            addCellJumps(menu, *m_table->rows(), row, this->state(), m_rank.run);
        } else if (const std::optional<TimeWindow> time = timeOf(row)) {
            menu->addAction(tr("Show Its Time in Timeline"), this, [this, time] { showTime(*time); });
        }
    });
}

QString TablePage::title() const
{
    return tableText(m_page.title ? QString::fromUtf8(m_page.title) : m_spec.title);
}

QString TablePage::hint() const
{
    return tableText(m_page.hint ? QString::fromUtf8(m_page.hint) : m_spec.hint);
}

// Strip, findings and this page show one and the same.
bool TablePage::isOfDiagnosis() const
{
    return m_spec.takesDiagnosis;
}

QString TablePage::whyNoDiagnosis() const
{
    if (context().diagnoses->lacksMemory(m_rank.run))
        return tr("Not enough memory for the diagnosis.");
    return runs().isLoading() ? tr("Waiting for all ranks") : tr("Being computed.");
}

QString TablePage::whyWhole() const
{
    if (!m_rows || isNarrowed() || m_spec.sumsWindow)
        return {};
    if (takesStep() && !isOfAllRanks() && !state().step().isEmpty())
        return tr("It covers the chosen step, whatever time is selected.");
    if (isOfAllRanks() && !takesStep() && !takesDomain())
        return tr("All ranks of the run, whatever is selected.");
    if (isOfAllRanks())
        return takesDomain() ? tr("All ranks; filtered by step and domain only")
                             : tr("All ranks; filtered by step only");
    if (m_spec.sources.ofRank == QStringList{QStringLiteral("ftrace")})
        return tr("These are sums over the whole kernel trace, whatever time is selected.");
    return tr("This file has no times: it covers the whole capture, whatever time is selected.");
}

bool TablePage::isComplete() const
{
    const bool isWaiting = isOfDiagnosis() && context().diagnoses->isComputing(m_rank.run);
    return !isWaiting && Page::isComplete() && !m_jump.isRunning() && m_table->isComplete();
}

// Its rows stay while other ranks are chosen, as the first press of a double click on a row does; but the chosen time
// is another one in the stamps of another rank.
bool TablePage::isOfRun() const
{
    return isOfAllRanks() && !(isNarrowed() && window());
}

bool TablePage::takesRankGroup() const
{
    return m_spec.takesRanks;
}

QString TablePage::whyAllRanks() const
{
    if (m_spec.takesRanks || !isOfAllRanks())
        return {};
    return m_spec.whyAllRanks.isEmpty() ? tr("All ranks of the run, not only the shown ones.")
                                        : tableText(m_spec.whyAllRanks);
}

bool TablePage::hasStamps() const
{
    if (!m_rows)
        return false;
    const std::vector<ShownColumn> columns = shownColumns(*m_rows);
    return std::any_of(columns.begin(), columns.end(), [](const ShownColumn &c) { return c.stamp; });
}

void TablePage::retranslate()
{
    Page::retranslate();
    if (m_halves)
        m_halves->retranslate();
    m_table->setTableName(tableText(m_spec.title));
    m_table->setEmptyText(m_page.noRows ? tableText(QString::fromUtf8(m_page.noRows))
                                        : tr("No row of the table touches the selected time or the chosen step."));
    invalidate();
    // A page that nobody sees is computed when it is looked at; its reason is not to stand in another language first.
    if (!body()->isEmpty())
        return;
    if (!m_whyEmpty.isEmpty())
        body()->showEmpty(tr("There is no table to show"), reasonNow(runs(), isOfAllRanks(), m_whyEmpty));
    else if (const QString why = systemtexts::whyNoRank(runs(), m_rank); !isOfAllRanks() && !why.isEmpty())
        body()->showEmpty(tr("There is no table to show"), why);
}

void TablePage::refresh()
{
    fillChoices(); // some are those of the data
    m_rank = state().currentRank();
    const QStringList &kinds = m_spec.sources.ofRank;
    const bool isOfTrace = !kinds.isEmpty() && kinds.front() == u"trace";
    if (isOfAllRanks()) {
        // It speaks of the run: a rank that is not loaded, or not chosen, is no reason to show nothing.
        m_rank.run = runs().openRun(m_rank.run);
        if (m_rank.run < 0)
            return showEmpty(tr("No run is open: open a folder with File > Import Data, or drop it on the window."));
    } else if (const QString why = systemtexts::whyNoRank(runs(), m_rank); !why.isEmpty()) {
        return showEmpty(why);
    }
    if (!kinds.isEmpty() && m_rank.index >= 0 && DatabaseTexts::isAllOf(runs(), m_rank))
        return showEmpty(DatabaseTexts::ofRank(
            runs(), m_rank, isOfTrace ? QStringLiteral("trace_view.json") : kinds.front() + QLatin1String(".csv")));
    if (const auto loaded = rank(); isOfTrace && loaded && !loaded->trace) {
        if (const QString unread = DatabaseTexts::whyUnread(runs(), m_rank); !unread.isEmpty())
            return showEmpty(unread);
    }
    TableQuery query;
    query.run = isOfAllRanks() ? runs().run(m_rank.run) : runOfRank();
    query.rank = m_page.isOfRun ? -1 : m_rank.index;
    query.pool = context().pool;
    query.thresholds = state().thresholds();
    if (isOfDiagnosis()) {
        query.diagnosis = context().diagnoses->of(m_rank.run);
        if (!query.diagnosis)
            return showEmpty(whyNoDiagnosis());
    }
    query.rates = state().rates();
    if (isOfAllRanks() || takesStep())
        query.step = state().step();
    if (takesDomain())
        query.domain = state().domain();
    if (const ShownRanks &group = state().rankGroup(); m_spec.takesRanks && group.run == m_rank.run)
        query.ranks = group.ranks;
    if (m_page.ask)
        m_page.ask(query, *this);
    m_query = query;
    m_query.run = nullptr; // whose ranks could not give way
    m_foldJob.cancel();
    // The last reason does not hold for the new query.
    if (body()->isEmpty())
        body()->showEmpty(tr("The table is being computed"), {});
    m_timeJob.cancel();
    m_job.start(
        *context().pool,
        [&spec = m_spec, query, asked = asked(), origin = originNs(),
         wanted = m_wanted](const JobContext &job) mutable {
            Answer out;
            const std::shared_ptr<const RankData> rank = query.rankData();
            out.time = rank ? asked.of(*rank, spec.stepSide.value_or(StepSide::Device), job) : asked.selected;
            if (spec.sumsWindow)
                query.window = out.time.value_or(query.window);
            out.rows = spec.rows(query, job);
            if (!out.rows)
                return out;
            if (spec.unfold)
                out.details = unfolded(spec, query, out.rows, wanted, {}, job);
            if (out.rows->rows() == 0)
                out.whyEmpty = spec.whyEmpty(query);
            else
                out.timed = out.rows->place(0).time.has_value();
            out.originNs = origin != 0 ? origin : firstStamp(*out.rows);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

AskedTime TablePage::asked() const
{
    return {window(), m_spec.stepSide ? state().step() : QString()};
}

// Rows with times are those of the whole capture: another part of them is shown.
void TablePage::followTime()
{
    const auto rank = runs().rank(m_rank);
    const bool isOfWhole = !m_spec.sumsWindow && !m_page.ask && !isOfAllRanks();
    if (!isVisible() || !m_rows || !m_timed || !isOfWhole || m_job.isRunning() || !rank ||
        m_rank != state().currentRank())
        return invalidate();
    m_timeJob.start(
        *context().pool,
        [rank, asked = asked(), side = m_spec.stepSide.value_or(StepSide::Device)](const JobContext &job) {
            return asked.of(*rank, side, job);
        },
        [this](const std::optional<Interval> &time) { m_table->setWindow(time); });
    emit scopeChanged();
}

void TablePage::take(Answer answer)
{
    if (!answer.rows || !answer.whyEmpty.isEmpty()) {
        showEmpty(reasonNow(runs(), isOfAllRanks(), answer.whyEmpty));
        m_whyEmpty = answer.whyEmpty;
        return;
    }
    body()->showContent();
    m_folded = std::move(answer.rows);
    m_details = std::move(answer.details);
    m_rows = m_spec.unfold ? withDetails(m_folded, m_details) : m_folded;
    m_timed = answer.timed;
    m_table->setWindow(!isNarrowed() || m_spec.sumsWindow ? std::nullopt : answer.time);
    m_table->setSource(m_rows, answer.originNs);
    if (!std::exchange(m_isSorted, true) && !m_page.sort.isEmpty())
        m_table->sortBy(m_page.sort, Qt::DescendingOrder);
    showNote();
    goToAsked();
    m_asked.reset();
    emit rowsChanged();
    emit scopeChanged();
}

// Rows that are shown may be of another step and domain: those that come are looked through, too.
void TablePage::goToAsked()
{
    const auto run = runs().run(m_rank.run);
    if (!m_asked || !m_rows || !run || m_asked->late.run != m_rank.run || m_asked->waiting < 0 ||
        static_cast<size_t>(m_asked->waiting) >= run->infos.size())
        return;
    const QString waiting = run->infos[static_cast<size_t>(m_asked->waiting)].label;
    for (quint32 row = 0; row < m_rows->rows(); ++row) {
        if (m_rows->place(row).rank == m_asked->late.index && keysOf(*m_rows, row).otherRank == waiting)
            return m_table->setCurrentRow(static_cast<int>(row));
    }
}

void TablePage::showNote()
{
    QStringList lines = m_folded ? systemtexts::noteLines(*m_folded) : QStringList();
    if (m_folded && m_page.note)
        lines.prepend(m_page.note({m_folded}));
    m_note->setText(lines.join(u'\n'));
    m_note->setVisible(!lines.isEmpty());
}

QString TablePage::note() const
{
    return m_note->text();
}

void TablePage::showEmpty(const QString &why)
{
    cancelWork();
    m_whyEmpty = {};
    m_rows = nullptr;
    m_folded = nullptr;
    m_details.clear();
    m_table->setSource(nullptr);
    body()->showEmpty(tr("There is no table to show"), why);
    emit rowsChanged();
    emit scopeChanged();
}

std::pair<RankRef, SliceId> TablePage::placeOf(int row) const
{
    if (!m_rows || row < 0 || m_table->rows()->source() != m_rows)
        return {{}, NoSlice};
    const RowPlace place = m_rows->place(static_cast<quint32>(row));
    RankRef rank = m_rank;
    if (place.rank >= 0)
        rank.index = place.rank; // a table of the run speaks of all its ranks
    return {rank, place.slice};
}

// Rows of a file about one rank that name no slice say nothing about where to look.
bool TablePage::leads(int row) const
{
    return m_spec.scope == TableScope::Run || m_rows->place(static_cast<quint32>(row)).slice != NoSlice;
}

std::optional<TimeWindow> TablePage::timeOf(int row) const
{
    const RowPlace place = m_rows->place(static_cast<quint32>(row));
    const auto rank = runs().rank(m_rank);
    if (leads(row) || !place.time || !rank || !rank->trace)
        return std::nullopt;
    // A moment has no width: one per cent of the capture shows what was about then.
    constexpr qint64 parts = 200;
    const qint64 around =
        place.time->length() > 0 ? 0 : std::max<qint64>(1, (rank->trace->endNs() - rank->trace->startNs()) / parts);
    return TimeWindow{saturatedDifference(place.time->from, around), saturatedSum(place.time->to, around)};
}

void TablePage::showTime(const TimeWindow &time)
{
    state().showInTimeline(m_rank, time);
}

// Rows that have enough of them already are not asked again.
TablePage::Unfolded TablePage::unfolded(const TableSpec &spec, const TableQuery &query,
                                        const std::shared_ptr<const RowSource> &rows,
                                        const std::map<QString, size_t> &wanted, Unfolded before, const JobContext &job)
{
    Unfolded out;
    if (wanted.empty())
        return out;
    const MemoryReservation room = spec.room(query, job);
    for (quint32 row = 0; row < rows->rows() && !job.isCanceled(); ++row) {
        const auto most = wanted.find(rows->key(row));
        if (most == wanted.end())
            continue;
        Details &details = out[most->first];
        if (const auto at = before.find(most->first); at != before.end() && at->second.most == most->second)
            details = std::move(at->second);
        else
            details = {spec.unfold(query, *rows, row, most->second, job), most->second};
        details.rows.row = row;
        if (!details.rows.rows)
            out.erase(most->first);
    }
    return out;
}

std::shared_ptr<const RowSource> TablePage::withDetails(const std::shared_ptr<const RowSource> &rows,
                                                        const Unfolded &details)
{
    std::vector<RowDetails> all;
    for (const auto &[key, d] : details)
        all.push_back(d.rows);
    return std::make_shared<UnfoldedRows>(rows, std::move(all));
}

void TablePage::fold(int row, bool unfold)
{
    constexpr size_t firstRows = 20;
    constexpr size_t timesMore = 10;
    if (!m_spec.unfold || !m_rows || m_table->rows()->source() != m_rows)
        return;
    const quint32 head = m_rows->unfoldedFrom(static_cast<quint32>(row));
    const QString key = m_rows->key(head);
    if (unfold) {
        size_t &most = m_wanted[key];
        most = most == 0 ? firstRows : most * timesMore;
    } else {
        m_wanted.erase(key);
    }
    TableQuery query = m_query;
    query.run = isOfAllRanks() ? runs().run(m_rank.run) : runOfRank();
    if (!query.run)
        return;
    m_foldJob.start(
        *context().pool,
        [&spec = m_spec, query = std::move(query), rows = m_folded, wanted = m_wanted, before = m_details](
            const JobContext &job) mutable { return unfolded(spec, query, rows, wanted, std::move(before), job); },
        [this, head](Unfolded details) {
            m_details = std::move(details);
            showFolds(head);
        });
}

void TablePage::showFolds(quint32 row)
{
    m_rows = withDetails(m_folded, m_details);
    m_table->setFolds(m_rows, static_cast<int>(row));
}

// A row below another one that unfolds in its turn.
bool TablePage::standsForMore(int row) const
{
    const auto at = static_cast<quint32>(row);
    return m_rows->fold(at) == RowFold::Folded && m_rows->unfoldedFrom(at) != at;
}

void TablePage::reveal(int row)
{
    if (row < 0 || !m_rows || m_table->rows()->source() != m_rows)
        return;
    if (standsForMore(row))
        return fold(row, true);
    if (m_activate)
        m_activate(static_cast<quint32>(row));
    else if (leads(row))
        m_jump.go(*m_rows, static_cast<quint32>(row), m_rank);
    else if (const std::optional<TimeWindow> time = timeOf(row))
        showTime(*time);
}

} // namespace rs

#include "moc_tablepage.cpp"
