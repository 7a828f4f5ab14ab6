// SPDX-License-Identifier: Apache-2.0
#include "views/browse/databasepage.h"

#include "items/format.h"
#include "tables/base/tables.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"
#include "views/tables/tableview.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

DatabasePage::DatabasePage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("database"), context, parent), m_files(new Picker(this)), m_names(new Picker(this)),
      m_note(plainLabel(this)), m_table(new TableView(QStringLiteral("database"), context.theme, context.pool)),
      m_jump(context)
{
    addWork(m_namesJob);
    addWork(m_job);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    for (Picker *picker : {m_files, m_names}) {
        picker->box()->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        picker->box()->setMinimumContentsLength(28);
    }
    auto *head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 8, 4);
    head->setSpacing(8);
    head->addWidget(m_files);
    head->addWidget(m_names);
    head->addWidget(m_note, 1);
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_table, 1);
    body()->setContent(content);
    connect(m_files, &Picker::chosen, this, [this](const QVariant &path) {
        m_path = path.toString();
        readNames();
    });
    connect(m_table, &TableView::activated, this, [this](int row) {
        if (m_rows && row >= 0)
            m_jump.go(*m_rows, static_cast<quint32>(row), m_rank);
    });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int row) {
        if (row >= 0 && m_rows && m_table->rows()->source() == m_rows)
            m_jump.addTo(menu, m_rows, static_cast<quint32>(row), m_rank);
    });
    connect(m_names, &Picker::chosen, this, [this](const QVariant &name) {
        m_name = name.toString();
        readTable();
    });
}

QString DatabasePage::hint() const
{
    return tr(
        "The tables of the database files (.db) of the rank and of the cluster analysis, unchanged, in the file's "
        "units and with its ids.");
}

QString DatabasePage::whyWhole() const
{
    return tr("Tables of a database file are shown whole, whatever time is selected.");
}

bool DatabasePage::isComplete() const
{
    return Page::isComplete() && m_table->isComplete();
}

QString DatabasePage::note() const
{
    return m_note->text();
}

void DatabasePage::retranslate()
{
    m_files->setLabel(tr("File"));
    m_names->setLabel(tr("Table"));
    m_table->setTableName(title());
    m_table->setEmptyText(tr("The table has no rows."));
    invalidate();
}

void DatabasePage::showEmpty(const QString &why)
{
    cancelWork();
    m_table->setSource(nullptr);
    body()->showEmpty(tr("There is no database to show"), why);
}

void DatabasePage::refresh()
{
    std::vector<PickerItem> items;
    // A rank that has nothing but databases is not loaded; what was found of it is known nevertheless.
    const auto add = [&items](const std::vector<FileEntry> &files) {
        for (const FileEntry &f : files) {
            if (f.path.endsWith(QLatin1String(".db"), Qt::CaseInsensitive))
                items.push_back({format::displayText(QFileInfo(f.path).fileName()), f.path});
        }
    };
    if (context().databases.tables) {
        if (const RankInfo *const info = runs().info(state().currentRank()))
            add(info->files);
        if (const auto run = runs().run(runs().openRun(state().currentRank().run)))
            add(run->cluster.files);
        // ascend_*_profiler.db holds the measurements, the others what was computed from them.
        std::stable_partition(items.begin(), items.end(),
                              [](const PickerItem &i) { return i.text.startsWith(QLatin1String("ascend_")); });
    }
    if (items.empty()) {
        m_files->setItems({});
        showEmpty(tr("The rank has no database file (.db). The profiler writes one when its export type is db "
                     "(export_type=ExportType.Db); the text files hold the same measurements."));
        return;
    }
    m_files->setItems(items);
    if (std::none_of(items.begin(), items.end(), [this](const PickerItem &i) { return i.data.toString() == m_path; }))
        m_path = items.front().data.toString();
    m_files->setValue(m_path);
    readNames();
}

void DatabasePage::readNames()
{
    m_job.cancel();
    m_namesJob.start(
        *context().pool,
        [path = m_path, read = context().databases.tables](const JobContext &job) { return read(path, job); },
        [this](const DatabaseTables &names) { takeNames(names); });
}

void DatabasePage::takeNames(const DatabaseTables &names)
{
    body()->showContent();
    m_leftOut = names.leftOut;
    std::vector<PickerItem> items;
    for (const QString &name : names.names)
        items.push_back({format::displayText(name), name});
    m_names->setItems(items);
    if (items.empty()) {
        m_table->setSource(nullptr);
        DatabaseTable none;
        none.problem = names.problem;
        QStringList notes = notesOf(none);
        if (names.problem.isNone())
            notes.prepend(tr("The file has no tables."));
        setNote(notes);
        return;
    }
    if (!names.names.contains(m_name))
        m_name = names.names.contains(QLatin1String("TASK")) ? QStringLiteral("TASK") : names.names.front();
    m_names->setValue(m_name);
    readTable();
}

void DatabasePage::readTable()
{
    m_job.start(
        *context().pool,
        [path = m_path, name = m_name, read = context().databases.table](const JobContext &job) {
            return read(path, name, mostRows, job);
        },
        [this](const DatabaseTable &read) { take(read); });
}

QStringList DatabasePage::notesOf(const DatabaseTable &read) const
{
    constexpr int longestList = 200;
    const auto list = [](const QStringList &names) {
        return format::clipText(format::displayText(names.join(QLatin1String(", "))), longestList);
    };
    QStringList notes;
    if (read.problem.kind == DatabaseProblem::Kind::Unreadable)
        notes << (read.table ? tr("The file cannot be read further: %1").arg(format::displayText(read.problem.text))
                             : tr("The file cannot be read: %1").arg(format::displayText(read.problem.text)));
    else if (read.problem.kind == DatabaseProblem::Kind::TimeUp)
        notes << tr("Reading took too long and was stopped.");
    if (read.table) {
        const qint64 shown = read.table->rows();
        if (read.rowsInFile < 0)
            notes << tr("The first %1 rows; how many follow is not known").arg(format::integer(shown));
        else if (read.rowsInFile > shown + read.oversizedRows)
            notes << tr("The first %1 of %2 rows").arg(format::integer(shown), format::integer(read.rowsInFile));
        else
            notes << tr("%n row(s) in the file", nullptr, static_cast<int>(read.rowsInFile));
    }
    if (read.oversizedRows > 0)
        notes << tr("%n row(s) left out: more than 16 MB each", nullptr, static_cast<int>(read.oversizedRows));
    if (!read.computedColumns.isEmpty())
        notes << tr("Computed columns left out, because code in files is never executed: %1")
                     .arg(list(read.computedColumns));
    if (!m_leftOut.isEmpty())
        notes << tr("Views left out, because code in files is never executed: %1").arg(list(m_leftOut));
    return notes;
}

void DatabasePage::setNote(const QStringList &sentences)
{
    m_note->setText(sentences.join(tr("; ", "between two notes")));
    m_note->setToolTip(format::tooltipText(sentences.join(u'\n')));
}

void DatabasePage::take(const DatabaseTable &read)
{
    setNote(notesOf(read));
    if (!read.table) {
        m_rows.reset();
        m_table->setSource(nullptr);
        return;
    }
    m_rank = state().currentRank();
    m_rows = databaseRows(read.table, runs().run(runs().openRun(m_rank.run)), isOfRank() ? m_rank.index : -1);
    m_table->setSource(m_rows, firstStamp(*m_rows));
}

bool DatabasePage::isOfRank() const
{
    const RankInfo *const info = runs().info(state().currentRank());
    return info &&
           std::any_of(info->files.begin(), info->files.end(), [this](const FileEntry &f) { return f.path == m_path; });
}

} // namespace rs

#include "moc_databasepage.cpp"
