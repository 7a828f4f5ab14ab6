// SPDX-License-Identifier: Apache-2.0
#include "app/exporteverything.h"

#include "items/csvexport.h"
#include "views/widgets/chartframe.h"

#include <QDir>
#include <QImage>
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

ExportEverything::Result ExportEverything::run(const std::vector<DockView *> &views, const QString &folder,
                                               const std::function<bool(int, int, const QString &)> &progress)
{
    Result out;
    if (!QDir().mkpath(folder)) {
        out.errors.append(tr("The folder %1 cannot be made.").arg(folder));
        return out;
    }
    std::vector<Job> jobs;
    for (const DockView *v : views) {
        for (const TableExport &t : v->tables()) {
            if (t.model && t.model->columnCount() > 0)
                jobs.push_back({t.fileName + QStringLiteral(".csv"), t.model, nullptr});
        }
        for (const PictureExport &p : v->pictures())
            jobs.push_back({p.fileName + QStringLiteral(".png"), nullptr, p.widget});
    }
    for (size_t i = 0; i < jobs.size(); ++i) {
        const Job &job = jobs[i];
        if (!progress(static_cast<int>(i), static_cast<int>(jobs.size()), job.file)) {
            out.cancelled = true;
            return out;
        }
        if (!job.model && !job.widget)
            continue; // the view gave it up while events were processed
        QSaveFile file(QDir(folder).filePath(job.file));
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
    return out;
}

} // namespace rs
