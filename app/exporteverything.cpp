// SPDX-License-Identifier: Apache-2.0
#include "app/exporteverything.h"

#include "core/exportfolder.h"
#include "items/csvexport.h"
#include "views/widgets/chartframe.h"

#include <QCoreApplication>
#include <QDir>
#include <QImage>
#include <QJsonArray>
#include <QPainter>
#include <QPointer>
#include <QSaveFile>
#include <QScopeGuard>

namespace rs {

namespace {

struct Job
{
    QString file;
    QPointer<const QAbstractItemModel> model;
    QPointer<QWidget> widget;
};

// A dock that was never in front has no size yet, and a low one little: the picture is painted at a size that is
// readable, and the widget keeps its own.
QImage pictureOf(QWidget *widget)
{
    if (const auto *const frame = qobject_cast<ChartFrame *>(widget))
        return frame->picture();
    const auto back = qScopeGuard([widget, size = widget->size()] { widget->resize(size); });
    if (widget->width() < 200 || widget->height() < 120)
        widget->resize(1200, 700);
    QImage image(widget->size() * 2, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    image.fill(widget->palette().color(QPalette::Base));
    widget->render(&image);
    return image;
}

} // namespace

QString ExportEverything::folderFor(const QString &chosen, const QString &runName)
{
    const ExportFolder::State state = ExportFolder::stateOf(chosen);
    if (state == ExportFolder::State::Free || state == ExportFolder::State::Export)
        return chosen;
    const QString base = QDir(chosen).filePath(safeFileName(runName + QStringLiteral("-tables")));
    QString folder = base;
    for (int n = 2; ExportFolder::stateOf(folder) != ExportFolder::State::Free; ++n)
        folder = QStringLiteral("%1-%2").arg(base).arg(n);
    return folder;
}

ExportEverything::Result ExportEverything::run(const std::vector<DockView *> &views, const QString &folder,
                                               const QStringList &from,
                                               const std::function<bool(int, int, const QString &)> &progress)
{
    Result out;
    ExportFolder target(folder);
    const auto unwritable = [&] {
        out.errors.append(target.error().isEmpty()
                              ? tr("The folder %1 is not empty; nothing was written.").arg(folder)
                              : tr("The folder %1 cannot be written: %2").arg(folder, target.error()));
        out.tables = 0;
        out.pictures = 0;
        return out;
    };
    if (!target.open(true))
        return unwritable();
    std::vector<Job> jobs;
    UniqueFileNames names;
    for (const DockView *v : views) {
        for (const TableExport &t : v->tables()) {
            if (!t.model || t.model->columnCount() == 0)
                continue;
            const QString name = names.next(t.fileName);
            if (t.model->rowCount() == 0)
                out.empty.append(name);
            else
                jobs.push_back({name + QStringLiteral(".csv"), t.model, nullptr});
        }
        for (const PictureExport &p : v->pictures())
            jobs.push_back({names.next(p.fileName) + QStringLiteral(".png"), nullptr, p.widget});
    }
    for (size_t i = 0; i < jobs.size(); ++i) {
        const Job &job = jobs[i];
        if (!progress(static_cast<int>(i), static_cast<int>(jobs.size()), job.file)) {
            out.cancelled = true;
            return out;
        }
        if (!job.model && !job.widget)
            continue; // the view gave it up while events were processed
        QSaveFile file(QDir(target.path()).filePath(job.file));
        bool written = file.open(QIODevice::WriteOnly);
        if (written)
            written = job.model ? writeCsv(file, *job.model) : pictureOf(job.widget).save(&file, "PNG");
        if (written)
            written = file.commit();
        if (!written)
            out.errors.append(tr("%1 could not be written: %2").arg(job.file, file.errorString()));
        else if (job.model)
            ++out.tables;
        else
            ++out.pictures;
    }
    (void)progress(static_cast<int>(jobs.size()), static_cast<int>(jobs.size()), {});
    const QJsonObject about{{QStringLiteral("program"), QStringLiteral("rankscope")},
                            {QStringLiteral("version"), QCoreApplication::applicationVersion()},
                            {QStringLiteral("runs"), QJsonArray::fromStringList(from)},
                            {QStringLiteral("left_out"), QJsonArray::fromStringList(out.empty)}};
    return target.commit(about) ? out : unwritable();
}

} // namespace rs
