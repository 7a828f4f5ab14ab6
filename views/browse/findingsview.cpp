// SPDX-License-Identifier: Apache-2.0
#include "views/browse/findingsview.h"

#include "analysis/diagnosis/diagnosis.h"
#include "analysis/ranks/knownranks.h"
#include "analysis/diagnosis/launchfindings.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/time/stepwindows.h"
#include "core/text/findingcodes.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/browse/whatifpanel.h"
#include "views/page/rankmenu.h"
#include "tables/base/tables.h"
#include "views/widgets/celldelegate.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/icons.h"
#include "views/widgets/plaintext.h"
#include "views/tables/tableparts.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

namespace rs {

namespace {

constexpr int refreshMs = 150; // ranks arrive in bursts

// A path keeps the folder of the rank and the name of the file in sight, a place its end.
class PlaceDelegate : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        CellDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
    }
};

QIcon severityIcon(Severity severity, const Theme &theme)
{
    switch (severity) {
    case Severity::Info:
        return symbol(QStringLiteral("info"), theme.secondaryText());
    case Severity::Notice:
        return symbol(QStringLiteral("notice"), theme.accent());
    case Severity::Loss:
        return symbol(QStringLiteral("warning"), theme.warning());
    case Severity::Error:
        return symbol(QStringLiteral("error"), theme.error());
    }
    return {};
}

/// Severities with the symbol of each.
class SeverityDelegate final : public CellDelegate
{
public:
    SeverityDelegate(std::function<QIcon(int)> symbolOf, const Theme *theme, QObject *parent)
        : CellDelegate(theme, parent), m_symbolOf(std::move(symbolOf))
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        CellDelegate::initStyleOption(option, index);
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->icon = m_symbolOf(index.row());
    }

private:
    std::function<QIcon(int)> m_symbolOf; ///< of a row that is shown
};

/// For a rank with nothing that could be loaded.
bool isOfEmptyRank(const Finding &f)
{
    return findingcodes::isOneOf(f, {QLatin1String("discovery.no-data"), QLatin1String("discovery.raw-only"),
                                     QLatin1String("discovery.db-only")});
}

constexpr int diagnosisTab = 0;
constexpr int filesTab = 1;

bool areSame(const std::map<int, std::shared_ptr<const Run>> &open,
             const std::map<int, std::weak_ptr<const Run>> &known)
{
    const auto same = [](const auto &a, const auto &b) {
        return a.first == b.first && !a.second.owner_before(b.second) && !b.second.owner_before(a.second);
    };
    return std::equal(open.begin(), open.end(), known.begin(), known.end(), same);
}

} // namespace

FindingsView::FindingsView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("findings"), context, parent), m_stack(new QStackedLayout(this)),
      m_empty(new EmptyState(this)), m_page(new QWidget(this)), m_health(plainLabel(m_page)),
      m_counts(plainLabel(m_page)), m_tabs(new QTabBar(m_page)),
      m_table(new TableView(QStringLiteral("findings"), &theme(), context.pool, m_page)),
      m_diagnosis(new TableView(QStringLiteral("diagnosis"), &theme(), context.pool, m_page)),
      m_whatIf(new WhatIfPanel(context, m_page)), m_rowJump(context)
{
    layOut();
    connectTables();

    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &FindingsView::refresh);
    for (const auto signal : {&RunStore::runAdded, &RunStore::runChanged, &RunStore::runClosed})
        connect(&runs(), signal, this, &FindingsView::refreshSoon);
    connect(&runs(), &RunStore::runClosed, this, [this] {
        m_jump.cancel();
        m_rowJump.cancel();
    });
    connect(&runs(), &RunStore::rankLoaded, this, &FindingsView::refreshSoon);
    connect(&runs(), &RunStore::rankUnloaded, this, [this] {
        // The check holds all ranks of the run, also the one that makes room for another.
        m_checks.cancel();
        m_checked.clear();
        refreshSoon();
    });
    connect(&runs(), &RunStore::loadingFinished, this, &FindingsView::refreshSoon);
    connect(&theme(), &Theme::changed, this, &FindingsView::refresh);
    connect(context.diagnoses, &RunDiagnoses::changed, this, &FindingsView::diagnoseRuns);
    retranslate();
}

void FindingsView::layOut()
{
    m_tabs->setDocumentMode(true);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab({});
    m_tabs->addTab({});
    for (QLabel *const l : {m_health, m_counts})
        l->setWordWrap(true);
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    m_health->setFont(bold);
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    auto *const head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 4);
    head->setSpacing(16);
    head->addWidget(m_tabs);
    head->addWidget(m_health, 2);
    head->addWidget(m_counts, 3);
    auto *const column = new QVBoxLayout(m_page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    auto *const tables = new QWidget(m_page);
    m_tables = new QStackedLayout(tables);
    m_tables->addWidget(m_table);
    auto *const beside = new QSplitter(tables);
    beside->addWidget(m_diagnosis);
    beside->addWidget(m_whatIf);
    beside->setStretchFactor(0, 1);
    constexpr int panelLetters = 44;
    beside->setSizes({1000, fontMetrics().averageCharWidth() * panelLetters});
    m_tables->insertWidget(diagnosisTab, beside);
    column->addWidget(tables, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_page);
    m_table->setSource(findingRows({}));
    for (const QStringView id : {u"file", u"place"})
        m_table->view()->setItemDelegateForColumn(m_table->rows()->columnOf(id), new PlaceDelegate(&theme(), m_table));
    const int severity = m_table->rows()->columnOf(u"severity");
    const auto symbolOf = [this](int row) {
        // Until new rows are arranged the table shows the ones before, of which there may have been more.
        const size_t at = m_table->rows()->sourceRow(row);
        return at < m_rows.size() ? severityIcon(m_rows[at].finding.severity, theme()) : QIcon();
    };
    m_table->view()->setItemDelegateForColumn(severity, new SeverityDelegate(symbolOf, &theme(), m_table));
    m_table->view()->horizontalHeader()->setSectionResizeMode(severity, QHeaderView::ResizeToContents);
    // The sentence is what people read: it takes the room that is left.
    m_table->view()->horizontalHeader()->setSectionResizeMode(m_table->rows()->columnOf(u"message"),
                                                              QHeaderView::Stretch);
    m_diagnosis->setSource(diagnosisRows({}));
    m_diagnosis->setColumnShown(m_diagnosis->rows()->columnOf(u"run"), false);
    m_diagnosis->view()->horizontalHeader()->setSectionResizeMode(m_diagnosis->rows()->columnOf(u"evidence"),
                                                                  QHeaderView::Stretch);
}

void FindingsView::connectTables()
{
    connect(m_tabs, &QTabBar::currentChanged, this, &FindingsView::showTab);
    connect(m_tabs, &QTabBar::tabBarClicked, this, [this] { m_tabChosen = true; });
    connect(m_diagnosis, &TableView::activated, this, [this](int at) {
        if (const auto rows = m_diagnosis->source(); rows && at >= 0)
            m_rowJump.go(*rows, static_cast<quint32>(at), {runOfDiagnosis(*rows, static_cast<quint32>(at)), -1});
    });
    connect(m_diagnosis, &TableView::arranged, this, &FindingsView::selectAsked);
    connect(m_diagnosis, &TableView::currentRowChanged, this, [this](int at) {
        m_asked.reset();
        const auto rows = m_diagnosis->source();
        if (const Verdict *const v = rows && at >= 0 ? verdictOf(*rows, static_cast<quint32>(at)) : nullptr)
            m_whatIf->ask(runOfDiagnosis(*rows, static_cast<quint32>(at)), *v);
    });
    connect(m_diagnosis, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (const auto rows = m_diagnosis->source(); rows && at >= 0)
            m_rowJump.addTo(menu, rows, static_cast<quint32>(at),
                            {runOfDiagnosis(*rows, static_cast<quint32>(at)), -1});
    });
    connect(m_table, &TableView::activated, this, [this](int at) {
        if (at >= 0 && static_cast<size_t>(at) < m_rows.size())
            showInTimeline(m_rows[static_cast<size_t>(at)]);
    });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (at < 0 || static_cast<size_t>(at) >= m_rows.size())
            return;
        const Row &row = m_rows[static_cast<size_t>(at)];
        if (const RankRef rank = rankOf(row); rank.isValid())
            addShowInTimeline(menu, state(), rank, runs(), [this, row] { showInTimeline(row); });
    });
}

void FindingsView::askGain(int run, const Verdict &verdict)
{
    m_whatIf->ask(run, verdict);
    m_diagnosis->view()->clearSelection(); // no other row has this answer
    m_asked.emplace(run, verdict.sentence);
    selectAsked();
}

void FindingsView::selectAsked()
{
    const auto rows = m_diagnosis->source();
    for (quint32 at = 0; m_asked && at < rows->rows(); ++at) {
        const Verdict *const verdict = verdictOf(*rows, at);
        if (!verdict || *m_asked != std::pair(runOfDiagnosis(*rows, at), verdict->sentence))
            continue;
        m_diagnosis->selectRows({static_cast<int>(at)});
        if (m_diagnosis->selectedRows() == std::vector{static_cast<int>(at)})
            m_asked.reset();
        return;
    }
}

// Rank whose folder holds the file of the finding, or that the finding names.
RankRef FindingsView::rankOf(const Row &row) const
{
    const auto run = runs().run(row.run);
    if (!run)
        return {};
    const Finding &f = row.finding;
    const QString file = run->path + u'/' + f.file;
    const QString label = f.place.value(Place::Kind::Rank);
    RankRef named;
    for (int i = 0; i < static_cast<int>(run->infos.size()); ++i) {
        const RankInfo &info = run->infos[static_cast<size_t>(i)];
        if (!f.file.isEmpty() && info.path != run->path && file.startsWith(info.path + u'/'))
            return {row.run, i};
        if (!named.isValid() && !label.isEmpty() && label == info.label)
            named = {row.run, i};
    }
    return named;
}

void FindingsView::showInTimeline(const Row &row)
{
    const RankRef ref = rankOf(row);
    if (!ref.isValid())
        return;
    const QString step = row.finding.place.value(Place::Kind::Step);
    const auto rank = runs().rank(ref);
    if (step.isEmpty() || !rank || !rank->trace) {
        m_jump.cancel();
        state().showInTimeline(ref);
        return;
    }
    m_jump.onOutOfMemory([this, ref](Shortage lack) {
        if (lack != Shortage::None)
            state().showInTimeline(ref);
    });
    m_jump.start(
        *context().pool,
        [rank, step](const JobContext &job) {
            for (const StepWindow &w : stepWindows(*rank, job)) {
                if (w.marked && w.step == step)
                    return TimeWindow{w.device.from, w.device.to};
            }
            return TimeWindow();
        },
        [this, ref](TimeWindow span) { state().showInTimeline(ref, span); });
}

void FindingsView::refreshSoon()
{
    if (!m_refresh.isActive())
        m_refresh.start();
}

bool FindingsView::isComplete() const
{
    return !m_refresh.isActive() && !m_checks.isRunning() && !m_jump.isRunning() && !isDiagnosing() &&
           !m_rowJump.isRunning() && m_whatIf->isComplete();
}

std::map<int, std::shared_ptr<const Run>> FindingsView::openRuns() const
{
    std::map<int, std::shared_ptr<const Run>> open;
    for (int r = 0; r < runs().count(); ++r) {
        if (auto run = runs().run(r))
            open.emplace(r, std::move(run));
    }
    return open;
}

void FindingsView::showEvent(QShowEvent *event)
{
    DockView::showEvent(event);
    diagnoseRuns();
}

void FindingsView::showTab()
{
    m_tables->setCurrentIndex(m_tabs->currentIndex());
    const bool files = m_tabs->currentIndex() == filesTab;
    m_health->setVisible(files);
    m_counts->setVisible(files);
    diagnoseRuns();
}

bool FindingsView::isDiagnosing() const
{
    const std::map<int, std::shared_ptr<const Run>> open = openRuns();
    return std::any_of(open.begin(), open.end(),
                       [this](const auto &run) { return context().diagnoses->isComputing(run.first); });
}

void FindingsView::diagnoseRuns()
{
    std::map<int, std::shared_ptr<const Diagnosis>> answers;
    std::vector<DiagnosedRun> found;
    bool answered = isVisible() && m_tabs->currentIndex() == diagnosisTab && !runs().isLoading();
    for (const auto &[r, run] : answered ? openRuns() : std::map<int, std::shared_ptr<const Run>>()) {
        const std::shared_ptr<const Diagnosis> answer = context().diagnoses->of(r);
        answered = answered && answer;
        if (!answer)
            continue;
        const auto checked = m_disagreements.find(r);
        found.push_back({r, run, *answer, checked == m_disagreements.end() ? std::vector<Finding>() : checked->second});
        answers.emplace(r, answer);
    }
    // Rows that stay keep who stands on one of them there.
    if (answered && (answers != m_diagnosed || m_checksAreNew)) {
        m_diagnosed = std::move(answers);
        m_checksAreNew = false;
        m_diagnosis->setSource(diagnosisRows(found));
    }
    sayWhyNoDiagnosis();
}

void FindingsView::sayWhyNoDiagnosis()
{
    const std::map<int, std::shared_ptr<const Run>> open = openRuns();
    if (std::any_of(open.begin(), open.end(),
                    [this](const auto &run) { return context().diagnoses->lacksMemory(run.first); }))
        m_diagnosis->setEmptyText(tr("Not enough memory for the diagnosis."));
    else if (runs().isLoading())
        m_diagnosis->setEmptyText(tr("Waiting for all ranks"));
    else if (isDiagnosing())
        m_diagnosis->setEmptyText(tr("Being computed."));
    else
        m_diagnosis->setEmptyText(tr("Nothing slows the open runs: no rank and no link differs from its peers."));
    const quint32 rows = m_diagnosis->source()->rows();
    m_tabs->setTabText(diagnosisTab, rows > 0 ? tr("Diagnosis (%1)").arg(rows) : tr("Diagnosis"));
    m_tabs->setTabText(filesTab, tr("Files (%1)").arg(m_rows.size()));
}

// Step times of files are compared with the slices as soon as nothing loads any more.
void FindingsView::checkRuns()
{
    if (runs().isLoading())
        return;
    const std::map<int, std::shared_ptr<const Run>> open = openRuns();
    if (areSame(open, m_checked))
        return;
    m_checked = {open.begin(), open.end()};
    m_checks.start(
        *context().pool,
        [open](const JobContext &job) {
            RunFindings found;
            for (const auto &[r, run] : open) {
                if (job.isCanceled())
                    break;
                std::vector<Finding> ofRun;
                try {
                    const MemoryReservation room = roomFor(u"findings", *run, job);
                    ofRun = overviewDisagreements(*run, job);
                    const std::vector<Finding> launches = launchFindings(*run, job);
                    ofRun.insert(ofRun.end(), launches.begin(), launches.end());
                } catch (const std::bad_alloc &) {
                    Finding f;
                    f.severity = Severity::Error;
                    f.code = findingcodes::memoryExhausted;
                    f.message = RS_MESSAGE("Not enough memory to check this run: contradictions between its trace "
                                           "and its files, and findings about launches, are not listed.");
                    ofRun = {f};
                }
                found.emplace(r, std::move(ofRun));
            }
            return found;
        },
        [this](RunFindings found) {
            m_disagreements = std::move(found);
            m_checksAreNew = true;
            refresh();
        });
}

QString FindingsView::title() const
{
    return m_errors > 0   ? tr("Findings: %n error(s)", nullptr, m_errors)
           : m_losses > 0 ? tr("Findings: %n loss(es)", nullptr, m_losses)
                          : tr("Findings");
}

QStringList FindingsView::pageNames() const
{
    return {QStringLiteral("diagnosis"), QStringLiteral("files")};
}

void FindingsView::showPage(const QString &name)
{
    const auto at = static_cast<int>(pageNames().indexOf(name));
    if (at < 0)
        return;
    m_tabChosen = true;
    m_tabs->setCurrentIndex(at);
}

QString FindingsView::summary() const
{
    return m_health->text() + QLatin1Char('\n') + m_counts->text();
}

void FindingsView::retranslate()
{
    m_empty->setText(tr("No run is open"), tr("What was noticed while reading the files of a run is listed here."));
    m_table->setTableName(tr("Findings of the import"));
    m_diagnosis->setTableName(tr("Diagnosis"));
    m_tabs->setTabToolTip(diagnosisTab,
                          format::tooltipText(tr("What slows the open runs, the most costly first; double-click to go "
                                                 "to the place to look at next")));
    m_tabs->setTabToolTip(filesTab, format::tooltipText(tr("What was noticed while reading, and what was not read")));
    m_table->setEmptyText(tr("Nothing was noticed: every file was read completely."));
    refresh();
}

void FindingsView::refresh()
{
    m_refresh.stop();
    checkRuns();
    std::vector<Row> rows;
    std::array<qint64, 4> counts{};
    qint64 used = 0;
    qint64 unused = 0;
    int open = 0;
    int named = 0; // by cluster analyses alone
    size_t empty = 0;
    for (int r = 0; r < runs().count(); ++r) {
        const auto run = runs().run(r);
        if (!run)
            continue;
        ++open;
        named += static_cast<int>(clusterRanks(*run).size());
        std::vector<Finding> ofRun = runs().findings(r);
        if (const auto more = m_disagreements.find(r); more != m_disagreements.end())
            std::copy_if(more->second.begin(), more->second.end(), std::back_inserter(ofRun),
                         [](const Finding &f) { return !isOfDiagnosis(f); });
        for (Finding &f : ofRun) {
            ++counts[static_cast<size_t>(f.severity)];
            empty += isOfEmptyRank(f) ? 1 : 0;
            rows.push_back({r, std::move(f)});
        }
        const auto count = [&](const std::vector<FileEntry> &files) {
            const auto n = std::count_if(files.begin(), files.end(), [](const FileEntry &f) { return f.used; });
            used += n;
            unused += static_cast<qint64>(files.size()) - n;
        };
        count(run->cluster.files);
        for (int i = 0; i < static_cast<int>(run->infos.size()); ++i)
            count(runs().info({r, i})->files);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row &a, const Row &b) { return a.finding.severity > b.finding.severity; });
    m_rows = std::move(rows);
    std::vector<FindingRow> listed;
    for (const Row &row : m_rows)
        listed.push_back({row.finding, runs().run(row.run)->name});
    m_table->setSource(findingRows(std::move(listed)));
    if (const bool many = open > 1; many != m_manyRuns) {
        m_manyRuns = many;
        const int column = m_table->rows()->columnOf(u"run");
        constexpr int nameLetters = 20;
        tableparts::setColumnShown(m_table->view(), column, many);
        m_table->view()->setColumnWidth(column, fontMetrics().averageCharWidth() * nameLetters);
        tableparts::setColumnShown(m_diagnosis->view(), m_diagnosis->rows()->columnOf(u"run"), many);
    }
    const auto of = [&](Severity s) { return counts[static_cast<size_t>(s)]; };
    const auto ranks = static_cast<int>(runs().allRanks().size());
    const QString loaded = ranks == 0 && named > 0
                               ? tr("%n rank(s), from the cluster analysis only", nullptr, named)
                               : tr("%1 of %n rank(s) loaded", nullptr, ranks)
                                     .arg(runs().loadedRanks().size() - std::min(empty, runs().loadedRanks().size()));
    if (of(Severity::Error) > 0)
        m_health->setText(tr("Some files could not be read."));
    else if (of(Severity::Loss) > 0)
        m_health->setText(tr("Some data was lost; the readable part is shown."));
    else if (runs().isLoading())
        m_health->setText(tr("Nothing was lost so far."));
    else
        m_health->setText(tr("Everything that was used was read completely."));
    QPalette p;
    if (of(Severity::Error) > 0)
        p.setColor(QPalette::WindowText, theme().error());
    else if (of(Severity::Loss) > 0)
        p.setColor(QPalette::WindowText, theme().warning());
    m_health->setPalette(p);
    m_counts->setText(QStringList{loaded, tr("%n file(s) used", nullptr, static_cast<int>(used)),
                                  tr("%n file(s) not used", nullptr, static_cast<int>(unused)),
                                  tr("%n error(s)", nullptr, static_cast<int>(of(Severity::Error))),
                                  tr("%n loss(es)", nullptr, static_cast<int>(of(Severity::Loss))),
                                  tr("%n notice(s)", nullptr, static_cast<int>(of(Severity::Notice))),
                                  tr("%n info", nullptr, static_cast<int>(of(Severity::Info)))}
                          .join(QStringLiteral(" · ")));
    // Until the user chooses, what was lost comes before what is slow.
    if (!m_tabChosen)
        m_tabs->setCurrentIndex(of(Severity::Error) + of(Severity::Loss) > 0 ? filesTab : diagnosisTab);
    if (open == 0) {
        m_tabChosen = false;
        m_diagnosed.clear();
        m_diagnosis->setSource(diagnosisRows({}));
    }
    showTab();
    m_stack->setCurrentWidget(open > 0 ? m_page : static_cast<QWidget *>(m_empty));
    const QString before = title();
    m_errors = static_cast<int>(of(Severity::Error));
    m_losses = static_cast<int>(of(Severity::Loss));
    if (title() != before)
        emit titleChanged();
}

RowSourceModel *FindingsView::model() const
{
    return m_table->rows();
}

} // namespace rs

#include "moc_findingsview.cpp"
