// SPDX-License-Identifier: Apache-2.0
#include "views/findings/findingsview.h"

#include "analysis/knownranks.h"
#include "analysis/launchfindings.h"
#include "analysis/overviewfindings.h"
#include "analysis/stepwindows.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/rankmenu.h"
#include "tables/tables.h"
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
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <functional>

namespace rs {

namespace {

constexpr int refreshMs = 150; // ranks arrive in bursts

// Of a path the folder of the rank and the name of the file matter most, of a place what is at its end.
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

/// The rows of the catalogue with the symbol of what each means.
class SymbolRows final : public RowSourceModel
{
public:
    SymbolRows(std::function<QIcon(int)> symbolOf, QObject *parent)
        : RowSourceModel(parent), m_symbolOf(std::move(symbolOf))
    {
    }

protected:
    [[nodiscard]] QVariant extra(int row, int column, int role) const override
    {
        if (role == Qt::DecorationRole && columns()[static_cast<size_t>(column)].id == QLatin1String("severity"))
            return m_symbolOf(row);
        return RowSourceModel::extra(row, column, role);
    }

private:
    std::function<QIcon(int)> m_symbolOf;
};

} // namespace

FindingsView::FindingsView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("findings"), context, parent),
      m_model(new SymbolRows([this](int row) { return severityIcon(finding(row).severity, theme()); }, this)),
      m_stack(new QStackedLayout(this)), m_empty(new EmptyState(this)), m_page(new QWidget(this)),
      m_health(plainLabel(m_page)), m_counts(plainLabel(m_page)),
      m_table(new TableView(QStringLiteral("findings"), &theme(), m_page))
{
    for (QLabel *const l : {m_health, m_counts})
        l->setWordWrap(true);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_health->setFont(bold);
    m_counts->setForegroundRole(QPalette::PlaceholderText);
    auto *const head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 4);
    head->setSpacing(16);
    head->addWidget(m_health, 2);
    head->addWidget(m_counts, 3);
    auto *const column = new QVBoxLayout(m_page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_table, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_page);
    m_model->setWhole(findingRows({}));
    m_table->setModel(m_model);
    for (const QStringView id : {u"file", u"place"})
        m_table->view()->setItemDelegateForColumn(m_model->columnOf(id), new PlaceDelegate(&theme(), m_table));
    m_table->view()->horizontalHeader()->setSectionResizeMode(m_model->columnOf(u"severity"),
                                                              QHeaderView::ResizeToContents);
    // The sentence is what people read: it takes the room that is left.
    m_table->view()->horizontalHeader()->setSectionResizeMode(m_model->columnOf(u"message"), QHeaderView::Stretch);

    connect(m_table, &TableView::activated, this, [this](int at) { showInTimeline(m_rows[static_cast<size_t>(at)]); });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (at < 0)
            return;
        const Row &row = m_rows[static_cast<size_t>(at)];
        if (const RankRef rank = rankOf(row); rank.isValid())
            addShowInTimeline(menu, state(), rank, runs(), [this, row] { showInTimeline(row); });
    });

    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &FindingsView::refresh);
    for (const auto signal : {&RunStore::runAdded, &RunStore::runChanged, &RunStore::runClosed})
        connect(&runs(), signal, this, &FindingsView::refreshSoon);
    connect(&runs(), &RunStore::runClosed, this, [this] { m_jump.cancel(); });
    connect(&runs(), &RunStore::rankLoaded, this, &FindingsView::refreshSoon);
    connect(&runs(), &RunStore::rankUnloaded, this, [this] {
        // The check holds all ranks of the run, also the one that makes room for another.
        m_checks.cancel();
        m_checked.clear();
        refreshSoon();
    });
    connect(&runs(), &RunStore::loadingFinished, this, &FindingsView::refreshSoon);
    connect(&theme(), &Theme::changed, this, &FindingsView::refresh);
    retranslate();
}

// Whose folder holds the file of the finding, or that which it names.
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
    m_jump.onNoMemory([this, ref](Shortage lack) {
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

// What a file says of a step is held against the slices as soon as nothing loads any more.
void FindingsView::checkRuns()
{
    if (runs().isLoading())
        return;
    std::map<int, std::shared_ptr<const Run>> open;
    for (int r = 0; r < runs().count(); ++r) {
        if (auto run = runs().run(r))
            open.emplace(r, std::move(run));
    }
    const auto same = [](const auto &a, const auto &b) {
        return a.first == b.first && !a.second.owner_before(b.second) && !b.second.owner_before(a.second);
    };
    if (std::equal(open.begin(), open.end(), m_checked.begin(), m_checked.end(), same))
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
                    f.code = QStringLiteral("memory.exhausted");
                    f.message =
                        QStringLiteral("The machine has no memory left to check this run: what its trace and its "
                                       "files disagree on, and what its launches show, is not listed.");
                    ofRun = {f};
                }
                found.emplace(r, std::move(ofRun));
            }
            return found;
        },
        [this](RunFindings found) {
            m_disagreements = std::move(found);
            refresh();
        });
}

QString FindingsView::title() const
{
    return m_bad > 0 ? tr("Findings (%1)").arg(m_bad) : tr("Findings");
}

QString FindingsView::summary() const
{
    return m_health->text() + QLatin1Char('\n') + m_counts->text();
}

void FindingsView::retranslate()
{
    m_empty->setText(tr("No run is open"), tr("What was noticed while reading the files of a run is listed here."));
    m_table->setTableName(tr("Findings of the import"));
    m_table->setEmptyText(tr("Nothing was noticed: every file was read completely."));
    m_model->retranslate();
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
    for (int r = 0; r < runs().count(); ++r) {
        const auto run = runs().run(r);
        if (!run)
            continue;
        ++open;
        named += static_cast<int>(clusterRanks(*run).size());
        std::vector<Finding> ofRun = runs().findings(r);
        if (const auto more = m_disagreements.find(r); more != m_disagreements.end())
            ofRun.insert(ofRun.end(), more->second.begin(), more->second.end());
        for (Finding &f : ofRun) {
            ++counts[static_cast<size_t>(f.severity)];
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
    m_model->setWhole(findingRows(std::move(listed)));
    if (const bool many = open > 1; many != m_manyRuns) {
        m_manyRuns = many;
        const int column = m_model->columnOf(u"run");
        constexpr int nameLetters = 20;
        tableparts::setColumnShown(m_table->view(), column, many);
        m_table->view()->setColumnWidth(column, fontMetrics().averageCharWidth() * nameLetters);
    }
    const auto of = [&](Severity s) { return counts[static_cast<size_t>(s)]; };
    const auto ranks = static_cast<int>(runs().allRanks().size());
    const QString loaded = ranks == 0 && named > 0
                               ? tr("%n rank(s), of the cluster analysis alone", nullptr, named)
                               : tr("%1 of %n rank(s) loaded", nullptr, ranks).arg(runs().loadedRanks().size());
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
    m_stack->setCurrentWidget(open > 0 ? m_page : static_cast<QWidget *>(m_empty));
    const int bad = static_cast<int>(of(Severity::Error) + of(Severity::Loss));
    if (bad != m_bad) {
        m_bad = bad;
        emit titleChanged();
    }
}

} // namespace rs
