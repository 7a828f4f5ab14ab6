// SPDX-License-Identifier: Apache-2.0
#include "app/shell/librarylist.h"

#include "app/session/librarymodel.h"
#include "app/session/recents.h"
#include "app/session/runlibrary.h"
#include "items/format.h"
#include "views/picture/chartframe.h"
#include "views/picture/valuebars.h"
#include "views/tables/tableparts.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QResizeEvent>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {
constexpr int trendHeight = 190;
constexpr int leastHeightWithTrend = 400;
constexpr int widestColumn = 260;
constexpr int widestFolder = 200;
constexpr int leastNotes = 140;
constexpr int leastVerdict = 320;
constexpr int numberMargin = 20;
} // namespace

LibraryList::LibraryList(RunLibrary &library, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_library(library), m_rows(new QSortFilterProxyModel(this)), m_heading(plainLabel(this)),
      m_filter(new QLineEdit(this)), m_table(new QTableView(this)), m_trend(new ValueBars(&theme)),
      m_frame(new ChartFrame(m_trend, QStringLiteral("step-times"), &theme, this)), m_open(new QAction(this)),
      m_editName(new QAction(this)), m_editNotes(new QAction(this)), m_remove(new QAction(this))
{
    m_table->setObjectName(QStringLiteral("libraryTable"));
    m_filter->setObjectName(QStringLiteral("libraryFilter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(240);
    m_rows->setSortRole(LibraryModel::SortRole);
    m_rows->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_rows->setFilterKeyColumn(-1);
    m_rows->setSortCaseSensitivity(Qt::CaseInsensitive);
    tableparts::setUp(m_table, &theme);
    m_table->setEditTriggers(QAbstractItemView::SelectedClicked);
    m_table->setModel(m_rows);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(LibraryModel::Opened, Qt::DescendingOrder);
    m_table->setMinimumHeight(80);
    m_frame->setFixedHeight(trendHeight);
    m_frame->hide();

    m_remove->setShortcut(QKeySequence::Delete);
    m_remove->setShortcutContext(Qt::WidgetShortcut);
    m_editNotes->setShortcut(Qt::Key_F2);
    m_editNotes->setShortcutContext(Qt::WidgetShortcut);
    m_table->addActions({m_editNotes, m_remove});

    auto *const line = new QHBoxLayout;
    line->addWidget(m_heading, 1);
    line->addWidget(m_filter, 1);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(line);
    column->addWidget(m_table, 1);
    column->addWidget(m_frame);

    connect(&m_library, &RunLibrary::modelChanged, this, &LibraryList::takeModel);
    connect(&m_library, &RunLibrary::loaded, this, &LibraryList::rowsRead);
    connect(m_filter, &QLineEdit::textChanged, m_rows, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_table, &QTableView::activated, this, &LibraryList::openRow);
    connect(m_table, &QTableView::customContextMenuRequested, this, &LibraryList::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &now) {
        // While rows are read there is none.
        if (!now.isValid() || !model())
            return;
        m_chosen = model()->idOf(m_rows->mapToSource(now).row());
        showTrend();
    });
    connect(m_open, &QAction::triggered, this, [this] { openRow(m_table->currentIndex()); });
    connect(m_editName, &QAction::triggered, this, [this] { edit(LibraryModel::Name); });
    connect(m_editNotes, &QAction::triggered, this, [this] { edit(LibraryModel::Notes); });
    connect(m_remove, &QAction::triggered, this, &LibraryList::removeChosen);
    connect(m_trend, &ValueBars::placeChosen, this, [this](int place) {
        if (place >= 0 && place < std::ssize(m_trendRuns))
            chooseRun(m_trendRuns[static_cast<size_t>(place)]);
    });
    takeModel();
    retranslate();
}

LibraryModel *LibraryList::model() const
{
    return m_library.model();
}

bool LibraryList::hasRuns() const
{
    return model() && model()->rowCount() > 0;
}

void LibraryList::takeModel()
{
    m_rows->setSourceModel(model());
    m_isFitted = false;
    rowsRead();
}

void LibraryList::rowsRead()
{
    if (model()) {
        for (const int hidden : {LibraryModel::Id, LibraryModel::Title, LibraryModel::Paths, LibraryModel::State})
            m_table->setColumnHidden(hidden, true);
        if (!m_isFitted && hasRuns()) {
            m_isFitted = true;
            m_table->resizeColumnsToContents();
            for (int column = 0; column < LibraryModel::Columns; ++column)
                m_table->setColumnWidth(column, std::min(m_table->columnWidth(column),
                                                         column == LibraryModel::Folder ? widestFolder : widestColumn));
            // Some of them are empty until a run has its verdict.
            const int number = m_table->fontMetrics().horizontalAdvance(QStringLiteral("888.888 ms")) + numberMargin;
            for (const auto &[column, least] :
                 {std::pair(LibraryModel::Verdict, leastVerdict), std::pair(LibraryModel::Notes, leastNotes),
                  std::pair(LibraryModel::StepTime, number), std::pair(LibraryModel::Cost, number)})
                m_table->setColumnWidth(column, std::max(m_table->columnWidth(column), least));
        }
        chooseRun(m_chosen);
        if (!m_table->currentIndex().isValid() && m_rows->rowCount() > 0)
            m_table->setCurrentIndex(m_rows->index(0, LibraryModel::Name));
    }
    showTrend();
    emit changed();
}

void LibraryList::chooseRun(qint64 id)
{
    const int row = model() ? model()->rowOf(id) : -1;
    const QModelIndex shown = row < 0 ? QModelIndex() : m_rows->mapFromSource(model()->index(row, LibraryModel::Name));
    if (shown.isValid())
        m_table->setCurrentIndex(shown);
}

void LibraryList::openRow(const QModelIndex &shown)
{
    if (!shown.isValid())
        return;
    const QStringList paths = model()->pathsOf(m_rows->mapToSource(shown).row());
    if (const QString missing = recentMissing(paths); !missing.isEmpty())
        emit missingChosen(missing);
    else
        emit pathsChosen(paths);
}

void LibraryList::removeChosen()
{
    QList<qint64> ids;
    for (const QModelIndex &shown : m_table->selectionModel()->selectedRows(LibraryModel::Notes))
        ids.append(model()->idOf(m_rows->mapToSource(shown).row()));
    if (ids.isEmpty())
        return;
    // Nothing brings them back.
    auto *const box = MessageBox::show(
        MessageBox::Question, tr("Library of Runs"),
        tr("Remove %n run(s) with their notes from the library?", nullptr, static_cast<int>(ids.size())),
        tr("The files of the runs stay."), this, MessageBox::Yes | MessageBox::No);
    connect(box, &MessageBox::finished, this, [this, ids](int answer) {
        if (answer == MessageBox::Yes)
            m_library.remove(ids);
    });
}

void LibraryList::edit(int column)
{
    if (const QModelIndex at = m_table->currentIndex(); at.isValid())
        m_table->edit(at.siblingAtColumn(column));
}

void LibraryList::showMenu(const QPoint &at)
{
    if (!m_table->indexAt(at).isValid())
        return;
    QMenu menu(this);
    menu.addActions({m_open, m_editName, m_editNotes, m_remove});
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

void LibraryList::showTrend()
{
    struct Step
    {
        qint64 at = 0;
        qint64 ns = 0;
        int row = -1;
    };
    std::vector<Step> steps;
    QString name;
    if (model()) {
        const auto value = [this](int row, int column) { return model()->index(row, column).data(Qt::EditRole); };
        const int current = model()->rowOf(m_chosen);
        name = current < 0 ? QString() : value(current, LibraryModel::Name).toString();
        for (int row = 0; row < model()->rowCount() && !name.isEmpty(); ++row) {
            const std::optional<qint64> ns = model()->stepNs(row);
            if (ns && value(row, LibraryModel::Name).toString() == name)
                steps.push_back({value(row, LibraryModel::Profiled).toLongLong(), *ns, row});
        }
    }
    std::stable_sort(steps.begin(), steps.end(), [](const Step &a, const Step &b) { return a.at < b.at; });
    std::vector<ValuePlace> places;
    std::vector<qint64> runs;
    for (const Step &s : steps) {
        const QString when = model()->index(s.row, LibraryModel::Profiled).data().toString();
        const QString took = format::duration(s.ns);
        const QString notes = model()->index(s.row, LibraryModel::Notes).data().toString();
        ValueBar bar{static_cast<double>(s.ns),
                     {},
                     {},
                     format::briefDuration(s.ns),
                     {{when, QString()}, {tr("Step time"), took}}};
        bar.tipLines.emplace_back(tr("Folder"), model()->index(s.row, LibraryModel::Folder).data().toString());
        if (!notes.isEmpty())
            bar.tipLines.emplace_back(tr("Notes"), notes);
        places.push_back({when, {bar}});
        runs.push_back(model()->idOf(s.row));
    }
    m_frame->setVisible(steps.size() > 1 && height() >= leastHeightWithTrend);
    m_frame->setHeading(tr("Step time of the runs named %1").arg(format::displayText(name)));
    // The bar that the user chose stays chosen.
    const bool same = runs == m_trendRuns &&
                      std::equal(places.begin(), places.end(), m_trend->places().begin(), m_trend->places().end(),
                                 [](const ValuePlace &a, const ValuePlace &b) {
                                     return a.label == b.label && a.bars.front().tipLines == b.bars.front().tipLines;
                                 });
    if (same)
        return;
    m_trendRuns = std::move(runs);
    m_trend->setBars({tr("Step time")}, std::move(places), false);
}

void LibraryList::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_frame->setVisible(m_trendRuns.size() > 1 && height() >= leastHeightWithTrend);
}

void LibraryList::retranslate()
{
    m_heading->setText(tr("Library of runs"));
    QFont section = font();
    section.setWeight(QFont::Bold);
    m_heading->setFont(section);
    m_filter->setPlaceholderText(tr("Filter"));
    m_table->setAccessibleName(tr("Library of runs"));
    m_open->setText(tr("Open"));
    m_editName->setText(tr("Rename in the Library"));
    m_editNotes->setText(tr("Edit the Notes"));
    m_remove->setText(tr("Remove from the Library"));
    m_trend->setFormat([](double ns) { return format::briefDuration(static_cast<qint64>(ns)); });
    m_trend->setTexts({tr("Profiled"), {}, {}, {}, tr("Step time")});
    m_trendRuns.clear();
    showTrend();
}

} // namespace rs

#include "moc_librarylist.cpp"
