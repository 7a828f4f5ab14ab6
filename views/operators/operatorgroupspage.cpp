// SPDX-License-Identifier: Apache-2.0
#include "views/operators/operatorgroupspage.h"

#include "analysis/ranks/domains.h"
#include "core/table/kernelcolumns.h"
#include "items/domaintext.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "views/picture/histogram.h"
#include "views/page/picturescope.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/scrollpage.h"
#include "views/picture/valuebars.h"
#include "views/widgets/wrapsplitter.h"

#include <QJsonObject>
#include <QMenu>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace rs {

namespace {

enum class RanksShown { Current, All };

constexpr int firstTop = 15;
constexpr int durationBins = 32;
constexpr int linesBesideCharts = 19; // of text, above and below them

// Group of a slice by its row of the kernel table; without a row its name alone.
OperatorGroupKey keyOfSlice(const RankData &rank, SliceId slice)
{
    OperatorGroupKey out;
    const auto at = std::lower_bound(rank.kernelOfSlice.begin(), rank.kernelOfSlice.end(), slice,
                                     [](const auto &entry, SliceId s) { return entry.first < s; });
    if (!rank.kernels || at == rank.kernelOfSlice.end() || at->first != slice) {
        out.name = rank.trace->strings().text(rank.trace->slices().name(slice));
        return out;
    }
    const KernelColumns columns(*rank.kernels);
    const auto text = [&table = *rank.kernels, row = at->second](int column) {
        return column < 0 ? QString() : table.strings().text(table.textId(row, column));
    };
    out.name = text(columns.name);
    out.type = text(columns.type);
    out.core = text(columns.core);
    if (columns.inputShapes >= 0) {
        const std::string_view shapes = displayShape(rank.kernels->textView(at->second, columns.inputShapes));
        out.shapes = QString::fromUtf8(shapes.data(), static_cast<qsizetype>(shapes.size()));
    }
    return out;
}

} // namespace

OperatorGroupsPage::OperatorGroupsPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("operators.groups"), context, parent), m_pies(new OperatorPies(context.theme)),
      m_pieFrame(new ChartFrame(m_pies, QStringLiteral("operators"), context.theme)),
      m_durations(new Histogram(context.theme)),
      m_durationFrame(new ChartFrame(m_durations, QStringLiteral("operator-durations"), context.theme)),
      m_steps(new ValueBars(context.theme)),
      m_stepFrame(new ChartFrame(m_steps, QStringLiteral("operator-steps"), context.theme)), m_charts(new QTabWidget),
      m_verdict(plainLabel(this)), m_tables(new QTabWidget),
      m_groups(new TableView(QStringLiteral("operators_groups"), context.theme, context.pool)),
      m_kernels(new TableView(QStringLiteral("operators_kernels"), context.theme, context.pool)),
      m_l2(new TablePage(QStringLiteral("operators.l2"), context)), m_jump(context)
{
    addWork(m_job);
    addWork(m_detailJob);
    for (const ChartFrame *const frame : {m_pieFrame, m_durationFrame, m_stepFrame})
        addPicture(frame, [this] { return m_rows != nullptr; });
    addChoices();
    build();

    connect(m_by, &Picker::chosen, this, [this] {
        m_key = {};
        invalidate();
    });
    connect(m_ranks, &Picker::chosen, this, [this] {
        invalidate();
        emit scopeChanged();
    });
    connect(m_core, &Picker::chosen, this, &Page::invalidate);
    connect(m_top, &Picker::chosen, this, &OperatorGroupsPage::showPies);
    for (QTabWidget *const tabs : {m_charts, m_tables})
        connect(tabs, &QTabWidget::currentChanged, this, &Page::arrangementChanged);
    connect(m_pies, &OperatorPies::groupClicked, this, [this](quint32 row) {
        m_tables->setCurrentWidget(m_groups);
        m_groups->setCurrentRow(static_cast<int>(row));
        select(static_cast<int>(row));
    });
    connect(m_durations, &Histogram::binClicked, this, &OperatorGroupsPage::showBin);
    connect(m_groups, &TableView::currentRowChanged, this, &OperatorGroupsPage::select);
    for (TableView *const table : {m_groups, m_kernels}) {
        const auto rowsOf = [table] { return table->rows()->source(); };
        connect(table, &TableView::activated, this, [this, rowsOf](int row) {
            if (const auto rows = rowsOf(); rows && row >= 0)
                m_jump.go(*rows, static_cast<quint32>(row), m_of);
        });
        connect(table, &TableView::menuRequested, this, [this, table, rowsOf](QMenu *menu, int row) {
            const auto rows = rowsOf();
            if (!rows || row < 0)
                return;
            if (table == m_groups)
                menu->addAction(tr("Show Its Kernels"), this, [this, row] {
                    select(row);
                    m_tables->setCurrentWidget(m_kernels);
                });
            m_jump.addTo(menu, rows, static_cast<quint32>(row), m_of);
        });
    }
    connect(m_kernels, &TableView::currentRowChanged, this, [this](int row) {
        const auto rows = m_kernels->rows()->source();
        if (!rows || row < 0 || static_cast<quint32>(row) >= rows->rows())
            return;
        if (const RowPlace place = rows->place(static_cast<quint32>(row)); place.slice != NoSlice)
            this->state().followSlice({m_of.run, place.rank}, place.slice);
    });
    for (const auto signal : {&ViewState::stepChanged, &ViewState::domainChanged})
        connect(&state(), signal, this, &OperatorGroupsPage::invalidate);
    connect(&state(), &ViewState::selectionChanged, this, [this] {
        m_follows = true;
        followSelection();
    });
    connect(&state(), &ViewState::rankGroupChanged, this, [this] {
        if (isOfAllRanks())
            invalidate();
    });
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        // The sums of all ranks stay; the cache is the current rank's.
        if (isOfAllRanks() && state().currentRank().run == m_of.run) {
            m_of.index = state().currentRank().index;
            showRanks();
        }
    });
    retranslate();
}

void OperatorGroupsPage::addChoices()
{
    using By = OperatorGroupBy;
    m_by = addChoice({.key = QStringLiteral("by"),
                      .first = static_cast<int>(By::Type),
                      .label = [] { return tr("Group by"); },
                      .items =
                          [] {
                              return std::vector<PickerItem>{
                                  {tr("Operator type"), static_cast<int>(By::Type)},
                                  {tr("Operator"), static_cast<int>(By::Operator)},
                                  {tr("Name and input shapes"), static_cast<int>(By::NameShape)},
                                  {tr("Core type"), static_cast<int>(By::Core)},
                                  {tr("Communication operator"), static_cast<int>(By::CommOperator)},
                                  {tr("Communication type"), static_cast<int>(By::CommType)}};
                          }});
    m_ranks = addChoice(PageChoice::among(
        "ranks", [] { return tr("Ranks"); },
        [] {
            return QStringList{tr("current rank"), tr("all ranks")};
        }));
    m_core = addChoice({.key = QStringLiteral("core"),
                        .first = QString(),
                        .label = [] { return tr("Core type"); },
                        .items = [this] { return cores(); },
                        .isOfData = true});
    m_top = addChoice({.key = QStringLiteral("top"),
                       .first = firstTop,
                       .label = [] { return tr("Top"); },
                       .items =
                           [] {
                               return std::vector<PickerItem>{{tr("the largest 5"), 5},
                                                              {tr("the largest 10"), 10},
                                                              {tr("the largest 15"), firstTop},
                                                              {tr("the largest 30"), 30},
                                                              {tr("all"), 0}};
                           }});
}

void OperatorGroupsPage::build()
{
    constexpr int leastChartLines = 13;
    constexpr int besideLetters = 150;
    auto *const page = new QWidget;
    auto *const scroll = new ScrollPage(page, linesBesideCharts + leastChartLines);
    auto *const bar = new QWidget(scroll->page());
    auto *const flow = new FlowLayout(bar, 12);
    for (Picker *const picker : {m_by, m_ranks, m_core, m_top})
        flow->addWidget(picker);
    m_charts->setDocumentMode(true);
    m_charts->addTab(m_durationFrame, {});
    m_charts->addTab(m_stepFrame, {});
    m_tables->setDocumentMode(true);
    m_tables->addTab(m_groups, {});
    m_tables->addTab(m_kernels, {});
    m_tables->addTab(m_l2, {});
    auto *const charts = new WrapSplitter(besideLetters, leastChartLines);
    charts->addWidget(m_pieFrame);
    charts->addWidget(m_charts);
    charts->setStretchFactor(0, 3);
    charts->setStretchFactor(1, 2);
    charts->setWidths({680, 320});
    connect(charts, &WrapSplitter::turned, scroll,
            [charts, scroll] { scroll->setLines(linesBesideCharts + charts->leastLines()); });
    auto *const halves = new QSplitter(Qt::Vertical);
    halves->addWidget(charts);
    halves->addWidget(m_tables);
    halves->setChildrenCollapsible(false);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    halves->setSizes({450, 450});
    m_verdict->setWordWrap(true);
    auto *const column = new QVBoxLayout(scroll->page());
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(bar);
    column->addWidget(halves, 1);
    column->addWidget(m_verdict);
    body()->setContent(page);
    setFocusProxy(m_groups);
    const auto scope = [this](const QStringList &more) {
        QStringList all = more;
        const auto run = runs().run(m_of.run);
        if (const QString domain = run ? domainLabel(*run, state().domain()) : QString();
            !domain.isEmpty() && isOfCommunication(grouping()))
            all.prepend(tr("domain: %1").arg(domainText(domain)));
        all.prepend(isOfAllRanks() ? tr("all ranks") : tr("rank %1").arg(format::displayText(runs().rankLabel(m_of))));
        return pictureScope(runs(), m_of.run, state().step(), all);
    };
    m_pieFrame->setScope([scope] { return scope({}); });
    for (ChartFrame *const frame : {m_durationFrame, m_stepFrame})
        frame->setScope([this, scope] { return scope({selectedName()}); });
}

QString OperatorGroupsPage::title() const
{
    return tr("Time by operator");
}

QString OperatorGroupsPage::hint() const
{
    return tr("Which operators take the time of the device, how evenly, and what bounds them?");
}

bool OperatorGroupsPage::isComplete() const
{
    return Page::isComplete() && !m_jump.isRunning() && m_groups->isComplete() && m_kernels->isComplete() &&
           (m_tables->currentWidget() != m_l2 || m_l2->isComplete());
}

void OperatorGroupsPage::saveMore(QJsonObject &out) const
{
    out[QStringLiteral("table")] = shownTable();
    out[QStringLiteral("chart")] = m_charts->currentIndex();
}

void OperatorGroupsPage::restoreMore(const QJsonObject &state)
{
    m_charts->setCurrentIndex(std::clamp(state[QStringLiteral("chart")].toInt(), 0, m_charts->count() - 1));
    showTable(state[QStringLiteral("table")].toString());
}

void OperatorGroupsPage::showTable(const QString &name)
{
    m_tables->setCurrentIndex(name == u"kernels" ? 1 : name == u"l2" ? 2 : 0);
}

QString OperatorGroupsPage::shownTable() const
{
    constexpr std::array names = {"groups", "kernels", "l2"};
    return QLatin1String(names[static_cast<size_t>(std::max(0, m_tables->currentIndex()))]);
}

void OperatorGroupsPage::retranslate()
{
    Page::retranslate();
    fillCores();
    m_charts->setTabText(0, tr("Durations"));
    m_charts->setTabText(1, tr("Over steps"));
    m_tables->setTabText(0, tr("Groups"));
    showRanks();
    m_tables->setTabToolTip(2, format::tooltipText(m_l2->hint()));
    m_groups->setTableName(tr("Operators in groups"));
    m_kernels->setTableName(tr("Kernels of the selected group"));
    m_durations->setClickText(tr("Click for the kernels in it."));
    m_steps->setTexts({tr("Step"), tr("95th percentile"), {}, {}, tr("Duration")});
    m_durations->setCountTitle(tr("Calls"));
    m_l2->retranslate();
    if (m_rows) {
        showPies();
        showDetail({m_profile, m_kernels->rows()->source(), m_kernelsOf});
    }
    invalidate();
}

bool OperatorGroupsPage::isOfAllRanks() const
{
    return m_ranks->value().toInt() == static_cast<int>(RanksShown::All);
}

OperatorGroupBy OperatorGroupsPage::grouping() const
{
    return static_cast<OperatorGroupBy>(m_by->value().toInt());
}

QString OperatorGroupsPage::groupingTitle() const
{
    switch (m_rows ? m_found.by : grouping()) {
    case OperatorGroupBy::Operator:
        return tr("Total time by operator");
    case OperatorGroupBy::Type:
        return tr("Total time by operator type");
    case OperatorGroupBy::NameShape:
        return tr("Total time by name and input shapes");
    case OperatorGroupBy::Core:
        return tr("Total time by accelerator core");
    case OperatorGroupBy::CommOperator:
        return tr("Total time by communication operator");
    case OperatorGroupBy::CommType:
        break;
    }
    return tr("Total time by communication type");
}

OperatorGroupQuery OperatorGroupsPage::query() const
{
    OperatorGroupQuery out;
    out.by = grouping();
    out.step = state().step();
    out.domain = state().domain();
    if (!isOfCommunication(out.by))
        out.core = m_core->value().toString();
    // The selected time is another one in the stamps of each rank.
    if (!isOfAllRanks())
        out.window = window();
    return out;
}

std::vector<int> OperatorGroupsPage::rankIndices(const Run &run) const
{
    if (!isOfAllRanks())
        return {m_of.index};
    std::vector<int> out;
    for (size_t i = 0; i < run.infos.size(); ++i) {
        if (state().rankGroup().lets(m_of.run, run.infos[i].rank))
            out.push_back(static_cast<int>(i));
    }
    return out;
}

std::shared_ptr<const Run> OperatorGroupsPage::runInUse() const
{
    return isOfAllRanks() ? runs().run(m_of.run) : runOfRank();
}

void OperatorGroupsPage::empty(const QString &why)
{
    cancelWork();
    m_rows = nullptr;
    m_selected = -1;
    m_groups->setSource(nullptr);
    m_kernels->setSource(nullptr);
    m_kernelCount.reset();
    body()->showEmpty(tr("There are no operators to show"), why);
}

void OperatorGroupsPage::refresh()
{
    m_of = state().currentRank();
    m_l2->invalidate();
    showRanks();
    if (isOfAllRanks()) {
        m_of.run = runs().openRun(m_of.run);
        if (m_of.run < 0)
            return empty(tr("No run is open: open a folder with File > Import Data, or drop it on the window."));
    } else if (const QString why = whyNoTable(QStringLiteral("kernel_details.csv")); !why.isEmpty()) {
        return empty(why);
    }
    const std::shared_ptr<const Run> run = runInUse();
    if (!run)
        return;
    // An earlier reason no longer holds.
    if (body()->isEmpty())
        body()->showEmpty(tr("The operators are being summed up"), {});
    m_job.start(
        *context().pool,
        [run, ranks = rankIndices(*run), asked = query(), several = isOfAllRanks(), rank = m_of.index,
         tables = context().tables](const JobContext &job) {
            const MemoryReservation room = roomFor(several ? u"operators.ranks" : u"operators.groups", *run, job);
            Groups out;
            out.coreNames = computeCores(*run, ranks, job);
            // A core that another rank had is no reason to show nothing of this one.
            OperatorGroupQuery query = asked;
            if (!out.coreNames.contains(query.core))
                query.core.clear();
            out.core = query.core;
            out.found = operatorGroups(*run, ranks, query, job);
            std::vector<OperatorGroup> rows = std::exchange(out.found.rows, {});
            OperatorGroups whole = out.found;
            whole.rows = std::move(rows);
            out.rows = groupRows(*run, std::move(whole), several);
            out.cores = OperatorPies::coresOf(*out.rows);
            if (out.rows->rows() == 0) {
                TableQuery why;
                why.run = run;
                why.rank = rank;
                why.kind = isOfCommunication(query.by) ? OperatorKind::Communication : OperatorKind::Compute;
                out.whyEmpty = tables->find(several ? u"operators.ranks" : u"operators.groups")->whyEmpty(why);
            }
            return out;
        },
        [this](Groups groups) { take(std::move(groups)); });
}

void OperatorGroupsPage::take(Groups groups)
{
    m_coreNames = std::move(groups.coreNames);
    if (!isOfCommunication(grouping()))
        m_core->setValue(groups.core);
    fillCores();
    if (groups.rows->rows() == 0)
        return empty(tableText(groups.whyEmpty));
    body()->showContent();
    m_rows = std::move(groups.rows);
    m_found = std::move(groups.found);
    m_cores = std::move(groups.cores);
    m_groups->setSource(m_rows, originNs());
    showPies();
    // The group that was looked at stays, where it is still there.
    quint32 row = 0;
    for (quint32 i = 0; i < m_rows->rows(); ++i) {
        if (m_rows->at(i).key == m_key) {
            row = i;
            break;
        }
    }
    m_groups->setCurrentRow(static_cast<int>(row));
    m_selected = -1;
    select(static_cast<int>(row));
    followSelection();
    emit scopeChanged();
}

std::vector<PickerItem> OperatorGroupsPage::cores() const
{
    std::vector<PickerItem> out = {{tr("all"), QString()}};
    for (const QString &name : m_coreNames)
        out.push_back({format::displayText(name), name});
    return out;
}

void OperatorGroupsPage::fillCores()
{
    fillChoices();
    m_core->setAvailable(isOfCommunication(grouping()) ? tr("Communication has no core to choose.")
                         : m_coreNames.isEmpty()       ? tr("No accelerator core of the operators is known.")
                                                       : QString());
}

void OperatorGroupsPage::showPies()
{
    if (!m_rows)
        return;
    const bool byCore = m_found.by == OperatorGroupBy::Core;
    m_pies->setTitles(groupingTitle(), tr("Total time by accelerator core"));
    m_pies->setParts(OperatorPies::partsOf(*m_rows, m_found.by, m_top->value().toInt()),
                     byCore || isOfCommunication(m_found.by) ? std::vector<OperatorPies::Part>() : m_cores);
    m_pieFrame->setHeading(tr("%1 in total").arg(format::briefDuration(m_found.totalNs)));
    m_pieFrame->setNote(tr("%n group(s)", nullptr, static_cast<int>(m_rows->rows())));
}

const OperatorGroup *OperatorGroupsPage::selected() const
{
    return m_rows && m_selected >= 0 && static_cast<quint32>(m_selected) < m_rows->rows()
               ? &m_rows->at(static_cast<quint32>(m_selected))
               : nullptr;
}

QString OperatorGroupsPage::selectedName() const
{
    const OperatorGroup *const group = selected();
    if (!group)
        return {};
    // Long ones would widen the dock; the table has the whole text.
    constexpr qsizetype mostOfName = 32;
    constexpr qsizetype mostOfShapes = 24;
    const OperatorGroupKey &key = group->key;
    QStringList parts;
    for (const QString &part : {format::clipText(key.name.isEmpty() ? key.type : key.name, mostOfName),
                                format::clipText(key.shapes, mostOfShapes), format::clipText(key.core, mostOfName)}) {
        // The core stands in the table; alone it is all that names the group.
        if (!part.isEmpty() && (parts.isEmpty() || part != key.core))
            parts << format::displayText(part);
    }
    return parts.join(QStringLiteral(", "));
}

void OperatorGroupsPage::select(int row)
{
    if (!m_rows || row < 0 || static_cast<quint32>(row) >= m_rows->rows() || std::exchange(m_selected, row) == row)
        return;
    m_key = m_rows->at(static_cast<quint32>(row)).key;
    showVerdict();
    const std::shared_ptr<const Run> run = runInUse();
    if (!run)
        return;
    // For all ranks the kernels of one rank are listed: of the rank on which the group takes longest.
    const int rank = isOfAllRanks() ? m_rows->at(static_cast<quint32>(row)).slowestRank : m_of.index;
    m_detailJob.start(
        *context().pool,
        [run, rank, ranks = rankIndices(*run), query = query(), key = m_key](const JobContext &job) {
            const MemoryReservation room = roomFor(u"operators.kernels", *run, job);
            Detail out;
            out.profile = groupProfile(*run, ranks, query, key, durationBins, job);
            const auto at = static_cast<size_t>(rank);
            out.rank = rank;
            out.kernels = callRows(at < run->ranks.size() ? run->ranks[at] : nullptr, rank,
                                   groupCalls(*run, rank, query, key, job));
            return out;
        },
        [this](Detail detail) { showDetail(std::move(detail)); });
}

void OperatorGroupsPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    followSelection();
}

// The group of the operator that is selected elsewhere, where the rows are of its rank and have it.
void OperatorGroupsPage::followSelection()
{
    const Selection &s = state().selection();
    const bool isShown = m_of == (isOfAllRanks() ? RankRef{s.rank.run, m_of.index} : s.rank);
    const auto rank = runs().rank(s.rank);
    // Nothing to do if the page is hidden.
    if (!m_follows || !isVisible() || !m_rows || m_job.isRunning() || s.kind != Selection::Kind::Slice || !isShown ||
        !rank || !rank->trace)
        return;
    m_follows = false;
    const OperatorGroupKey of = keyOfSlice(*rank, s.slice);
    const auto has = [](const QString &part, const QString &text) { return part.isNull() || part == text; };
    for (quint32 i = 0; i < m_rows->rows(); ++i) {
        const OperatorGroupKey &key = m_rows->at(i).key;
        if (key.isAny() || !has(key.name, of.name) || !has(key.type, of.type) || !has(key.shapes, of.shapes) ||
            !has(key.core, of.core))
            continue;
        if (static_cast<int>(i) != m_selected) {
            m_groups->setCurrentRow(static_cast<int>(i));
            select(static_cast<int>(i));
        }
        return;
    }
}

void OperatorGroupsPage::showDetail(Detail detail)
{
    m_profile = std::move(detail.profile);
    m_kernels->clearFilters();
    m_kernels->setSource(detail.kernels, originNs());
    m_kernelsOf = detail.rank;
    m_kernelCount = detail.kernels ? std::optional<qint64>(detail.kernels->rows()) : std::nullopt;
    showRanks();
    const SliceNameStats &d = m_profile.durations;
    m_durations->setData(d.bins.empty() ? nullptr : std::make_shared<const SliceNameStats>(d), d.medianNs);
    const QString heading = isOfAllRanks() ? tr("%1, all ranks", "operator").arg(selectedName()) : selectedName();
    m_durationFrame->setHeading(heading);
    m_durationFrame->setNote(tr("%n call(s), median %1, 95th percentile %2", nullptr, static_cast<int>(m_profile.calls))
                                 .arg(format::duration(d.medianNs), format::duration(d.p95Ns)));
    std::vector<ValuePlace> places;
    const GroupStep *slowest = nullptr;
    std::vector<qint64> medians;
    for (const GroupStep &s : m_profile.steps) {
        const QString name = s.step.isEmpty() ? tr("none") : s.step;
        ValueBar bar;
        bar.value = static_cast<double>(s.medianNs);
        bar.mark = static_cast<double>(s.p95Ns);
        bar.tipLines = {{tr("Step"), name},
                        {tr("Calls"), format::integer(s.calls)},
                        {tr("Median"), format::duration(s.medianNs)},
                        {tr("95th percentile"), format::duration(s.p95Ns)},
                        {tr("Total"), format::duration(s.totalNs)}};
        places.push_back({name, {bar}});
        medians.push_back(s.medianNs);
        if (!slowest || s.medianNs > slowest->medianNs)
            slowest = &s;
    }
    m_steps->setTimes();
    m_steps->setBars({tr("Median of the calls")}, std::move(places), false);
    m_stepFrame->setHeading(heading);
    QString note;
    if (medians.size() > 1 && slowest) {
        std::nth_element(medians.begin(), medians.begin() + std::ssize(medians) / 2, medians.end());
        const auto usual = static_cast<double>(std::max<qint64>(1, medians[medians.size() / 2]));
        note = tr("slowest in step %1: %2 times the usual median")
                   .arg(slowest->step, QString::number(static_cast<double>(slowest->medianNs) / usual, 'f', 2));
    }
    m_stepFrame->setNote(note);
}

void OperatorGroupsPage::showRanks()
{
    const QString count = m_kernelCount ? format::integer(*m_kernelCount) : QString();
    const auto nameOf = [this](int rank) { return format::displayText(runs().rankLabel({m_of.run, rank})); };
    const bool all = isOfAllRanks() && m_of.run >= 0;
    m_tables->setTabText(1, !m_kernelCount            ? tr("Kernels")
                            : all && m_kernelsOf >= 0 ? tr("Kernels of %1 (%2)").arg(nameOf(m_kernelsOf), count)
                                                      : tr("Kernels (%1)").arg(count));
    m_tables->setTabText(2, all && m_of.index >= 0 ? tr("L2 cache of %1").arg(nameOf(m_of.index)) : tr("L2 cache"));
}

QString OperatorGroupsPage::verdict() const
{
    return m_verdict->text();
}

void OperatorGroupsPage::showVerdict()
{
    QStringList out;
    const OperatorGroup *const group = selected();
    if (group && !isOfCommunication(m_found.by)) {
        const double waits =
            static_cast<double>(group->waitNs.value_or(0)) / static_cast<double>(std::max<qint64>(1, group->totalNs));
        const Phrase bound = boundSentence(group->bound, waits);
        if (!bound.isEmpty())
            out << tr("%1: %2", "operator, what bounds it").arg(selectedName(), phraseText(bound));
        else if (const Phrase ops = opsSentence(*group); !ops.isEmpty())
            out << tr("%1: %2", "operator, what bounds it").arg(selectedName(), phraseText(ops));
        else if (m_found.pipes)
            out << tr("%1: no counter shows its bottleneck.").arg(selectedName());
    }
    if (const Phrase note = groupNoteText(m_found.note); !note.isEmpty())
        out << phraseText(note);
    if (!m_found.pipes && !isOfCommunication(m_found.by) && m_found.note != GroupNote::FromTrace)
        out << phraseText(noPipesText());
    m_verdict->setText(out.join(QLatin1Char(' ')));
}

void OperatorGroupsPage::showBin(int bin)
{
    const std::vector<SliceNameStats::Bin> &bins = m_profile.durations.bins;
    const auto rows = m_kernels->rows()->source();
    const int column = rows ? rows->columnOf(u"duration") : -1;
    if (bin < 0 || bin >= static_cast<int>(bins.size()) || column < 0)
        return;
    const SliceNameStats::Bin range = bins[static_cast<size_t>(bin)];
    const bool last = bin + 1 == static_cast<int>(bins.size());
    m_kernels->setOnly([column, range, last](const RowSource &source, quint32 row) {
        const std::optional<qint64> ns = source.integer(row, column);
        return ns && *ns >= range.fromNs && (last ? *ns <= range.toNs : *ns < range.toNs);
    });
    m_tables->setCurrentWidget(m_kernels);
}

} // namespace rs

#include "moc_operatorgroupspage.cpp"
