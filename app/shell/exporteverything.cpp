// SPDX-License-Identifier: Apache-2.0
#include "app/shell/exporteverything.h"

#include "core/base/savedfile.h"
#include "core/base/exportfolder.h"
#include "tables/catalogue/exportindex.h"
#include "views/picture/chartpicture.h"
#include "views/tables/tableview.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QImage>
#include <QJsonArray>
#include <QTableView>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <new>

namespace rs {

namespace {

constexpr unsigned long pollMs = 30;

struct Job
{
    QString file;
    ChartPicture picture;
};

} // namespace

QString ExportEverything::folderFor(const QString &chosen, const QString &runName)
{
    const ExportFolder::State state = ExportFolder::stateOf(chosen);
    // Nothing may come into a folder that somebody writes: run() says so.
    if (state == ExportFolder::State::Free || state == ExportFolder::State::Export ||
        state == ExportFolder::State::Busy)
        return chosen;
    const QString base = QDir(chosen).filePath(safeFileName(runName + QStringLiteral("-tables")));
    QString folder = base;
    for (int n = 2; ExportFolder::stateOf(folder) != ExportFolder::State::Free; ++n)
        folder = QStringLiteral("%1-%2").arg(base).arg(n);
    return folder;
}

namespace {

// Messages of the job that writes the tables to the thread that waits for it.
struct TableJob
{
    JobContext job;
    std::atomic<int> files{0};
    std::atomic<bool> done{false};
    QStringList errors; ///< the rest once `done`
    std::vector<EmptyTable> empty;
    std::vector<ExportedRun> written;
};

const QStringList &overviewTables()
{
    static const QStringList ids = {QStringLiteral("diagnosis"), QStringLiteral("findings"), QStringLiteral("overview"),
                                    QStringLiteral("books"), QStringLiteral("ranks")};
    return ids;
}

void writeTables(TableJob &to, const Catalogue &tables, const std::vector<std::shared_ptr<const Run>> &runs,
                 const ReferenceRates &rates, ThreadPool &pool, const QString &folder, ExportEverything::Scope scope)
{
    CatalogueExport out(tables, CsvReader::Spreadsheet, to.job, &pool, [&to](const QString &) { ++to.files; });
    out.setRates(rates);
    if (scope == ExportEverything::Scope::Overview)
        out.setOnly(overviewTables());
    UniqueFileNames names;
    for (const std::shared_ptr<const Run> &run : runs) {
        const QString own = runs.size() == 1 ? folder : folder + u'/' + names.next(safeFileName(run->name));
        const size_t before = out.written().size();
        if (!out.write(run, own))
            break;
        TableQuery query;
        query.run = run;
        query.rates = rates;
        query.pool = &pool;
        to.written.push_back({run->path,
                              exportVerdicts(tables, query, to.job),
                              {out.written().begin() + static_cast<std::ptrdiff_t>(before), out.written().end()}});
    }
    if (!out.error().isEmpty())
        to.errors << out.error();
    to.empty = out.empty();
    to.files = out.files();
}

bool isOnScreen(const QWidget &widget)
{
    return widget.isVisible() && !widget.visibleRegion().isEmpty();
}

std::vector<DockView *> viewsOf(const std::vector<DockView *> &views, ExportEverything::Scope scope)
{
    std::vector<DockView *> out;
    std::copy_if(views.begin(), views.end(), std::back_inserter(out), [scope](const DockView *view) {
        return scope == ExportEverything::Scope::All ||
               (scope == ExportEverything::Scope::Page ? isOnScreen(*view) : view->id() == u"overview");
    });
    return out;
}

/// Writes the tables that are on the screen as they are shown; what could not be written comes to `errors`. False when
/// stopped.
bool writeShownTables(const std::vector<DockView *> &views, const QString &folder, ExportedRun &to, QStringList &errors,
                      const ExportEverything::Progress &progress)
{
    UniqueFileNames names;
    for (const DockView *const view : views) {
        for (TableView *const table : view->findChildren<TableView *>()) {
            if (!isOnScreen(*table) || !table->model() || table->model()->rowCount() == 0)
                continue;
            const QString title = table->view()->accessibleName();
            const QString name = names.next(safeFileName(title.isEmpty() ? table->fileName() : title));
            const QString path = folder + u'/' + name + QStringLiteral(".csv");
            bool done = false;
            const auto watch =
                QObject::connect(table, &TableView::exportFinished, table, [&](const QString &, const QString &error) {
                    done = true;
                    if (!error.isEmpty())
                        errors << ExportEverything::tr("%1 could not be written: %2").arg(name, error);
                });
            table->exportCsvTo(path);
            bool goesOn = true;
            while (!done && goesOn) {
                QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
                goesOn = progress(static_cast<int>(to.tables.size()), 0, name);
                QThread::msleep(pollMs);
            }
            QObject::disconnect(watch);
            if (!goesOn)
                return false;
            if (QFileInfo::exists(path))
                to.tables.push_back({path, name, {}, title, {}});
        }
    }
    return true;
}

} // namespace

ExportEverything::Result ExportEverything::run(const std::vector<DockView *> &views, const Catalogue &tables,
                                               const std::vector<std::shared_ptr<const Run>> &runs, ThreadPool &pool,
                                               const QString &folder, const Progress &progress,
                                               const ReferenceRates &rates, Scope scope)
{
    Result out;
    const std::vector<DockView *> shown = viewsOf(views, scope);
    ExportFolder target(folder);
    const auto unwritable = [&] {
        out.errors.append(
            target.state() == ExportFolder::State::Busy
                ? tr("Another export is being written into the folder %1; nothing was written.").arg(folder)
            : target.error().isEmpty() ? tr("The folder %1 is not empty; nothing was written.").arg(folder)
                                       : tr("The folder %1 cannot be written: %2").arg(folder, target.error()));
        out.tables = 0;
        out.pictures = 0;
        return out;
    };
    if (!target.open(true))
        return unwritable();

    TableJob job;
    if (scope == Scope::Page) {
        job.written.push_back({QFileInfo(folder).fileName(), {}, {}});
        if (!writeShownTables(shown, target.path(), job.written.front(), out.errors, progress)) {
            out.cancelled = true;
            return out;
        }
        job.files = static_cast<int>(job.written.front().tables.size());
    }
    pool.start([&] {
        try {
            if (scope != Scope::Page)
                writeTables(job, tables, runs, rates, pool, target.path(), scope);
        } catch (const std::bad_alloc &) {
            job.errors << tr("there is not enough memory.");
        }
        job.done = true;
    });
    while (!job.done) {
        if (!progress(job.files, 0, {}))
            job.job.cancel();
        QThread::msleep(pollMs);
    }
    if (job.job.isCanceled()) {
        out.cancelled = true;
        return out;
    }
    out.tables = job.files;
    out.empty = job.empty;
    for (const QString &error : job.errors)
        out.errors.append(tr("A table could not be written: %1").arg(error));

    for (DockView *const v : shown) {
        while (scope != Scope::Page && !v->preparePictures()) {
            QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
            if (!progress(job.files, 0, {})) {
                out.cancelled = true;
                return out;
            }
            QThread::msleep(pollMs);
        }
    }
    std::vector<Job> jobs;
    UniqueFileNames names;
    for (const DockView *v : shown) {
        for (const PictureExport &p : v->pictures()) {
            if (scope != Scope::Page || p.picture.isOnScreen())
                jobs.push_back({names.next(p.fileName) + QStringLiteral(".png"), p.picture});
        }
    }
    QStringList pictures;
    for (size_t i = 0; i < jobs.size(); ++i) {
        const Job &one = jobs[i];
        if (!progress(static_cast<int>(i), static_cast<int>(jobs.size()), one.file)) {
            out.cancelled = true;
            return out;
        }
        if (one.picture.isGone())
            continue; // the view gave it up while events were processed
        SavedFile file(QDir(target.path()).filePath(one.file));
        const bool written = file.open() && one.picture.image().save(&file, "PNG") && file.commit();
        if (written) {
            pictures << one.file;
            ++out.pictures;
            continue;
        }
        out.errors.append(tr("%1 could not be written: %2").arg(one.file, file.errorString()));
    }
    (void)progress(static_cast<int>(jobs.size()), static_cast<int>(jobs.size()), {});
    SavedFile page(target.path() + QStringLiteral("/index.html"));
    if (!page.open() || page.write(exportIndex(target.path(), job.written, pictures)) < 0 || !page.commit())
        out.errors.append(tr("%1 could not be written: %2").arg(QStringLiteral("index.html"), page.errorString()));
    QStringList from;
    for (const std::shared_ptr<const Run> &run : runs)
        from << run->path;
    QJsonArray leftOut;
    for (const EmptyTable &table : out.empty)
        leftOut.append(table.runs.isEmpty()
                           ? table.name
                           : QStringLiteral("%1 (%2)").arg(table.name, table.runs.join(QStringLiteral(", "))));
    const QJsonObject about{{QStringLiteral("program"), QStringLiteral("rankscope")},
                            {QStringLiteral("version"), QCoreApplication::applicationVersion()},
                            {QStringLiteral("runs"), QJsonArray::fromStringList(from)},
                            {QStringLiteral("left_out"), leftOut}};
    return target.commit(about) ? out : unwritable();
}

} // namespace rs

#include "moc_exporteverything.cpp"
