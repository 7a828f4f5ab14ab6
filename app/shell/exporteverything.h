// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/threadpool.h"
#include "tables/catalogue/catalogueexport.h"
#include "views/page/dockview.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace rs {

/// Writes the tables of the catalogue that have rows, as the command line's `export` does, and every picture of what is
/// open as PNG, or a part of that, into a folder that is new or empty, or holds an earlier export, which is then
/// replaced whole; index.html leads to all of them. What was looked at, searched or selected changes no table of the
/// catalogue. The folder is as it was until all is written.
class ExportEverything : public QObject
{
    Q_OBJECT
public:
    /// Extent of the export.
    enum class Scope {
        Page,     ///< tables and pictures that are on the screen, as they are shown
        Overview, ///< verdicts, findings and times of the ranks, and the pictures of the overview
        All,      ///< every table and every picture
    };
    struct Result
    {
        int tables = 0;
        int pictures = 0;
        QStringList errors;            ///< translated, one for each file that could not be written
        std::vector<EmptyTable> empty; ///< tables without rows, which are not written
        bool cancelled = false;
    };
    /// Called before each file and at least ten times a second; returns false to stop, and may process events. `total`
    /// 0: not known yet.
    using Progress = std::function<bool(int done, int total, const QString &file)>;

    /// The chosen folder where it is empty or holds an earlier export alone; else a new one in it, named after the run,
    /// so that nothing is mixed with the files that stand there.
    [[nodiscard]] static QString folderFor(const QString &chosen, const QString &runName);

    /// Tables are made on `pool`, with the user's reference `rates`, pictures on the calling thread, once their views
    /// are up to date.
    [[nodiscard]] static Result run(const std::vector<DockView *> &views, const Catalogue &tables,
                                    const std::vector<std::shared_ptr<const Run>> &runs, ThreadPool &pool,
                                    const QString &folder, const Progress &progress, const ReferenceRates &rates = {},
                                    Scope scope = Scope::All);
};

} // namespace rs
