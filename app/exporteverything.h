// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace rs {

/// Writes every table of the given views that has rows as CSV and every picture as PNG into a folder that is new or
/// empty, or holds an earlier export, which is then replaced whole. The folder is as it was until all is written.
class ExportEverything : public QObject
{
    Q_OBJECT
public:
    struct Result
    {
        int tables = 0;
        int pictures = 0;
        QStringList errors; ///< translated, one for each file that could not be written
        QStringList empty;  ///< names of tables without rows, which are not written
        bool cancelled = false;
    };

    /// The chosen folder where it is empty or holds an earlier export alone; else a new one in it, named after the run,
    /// so that nothing is mixed with the files that stand there.
    [[nodiscard]] static QString folderFor(const QString &chosen, const QString &runName);

    /// `from`: paths of the runs that the views show. `progress(done, total, file)` is called before each file and
    /// returns false to stop; it may process events.
    [[nodiscard]] static Result run(const std::vector<DockView *> &views, const QString &folder,
                                    const QStringList &from,
                                    const std::function<bool(int, int, const QString &)> &progress);
};

} // namespace rs
