// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace rs {

/// Writes every table of the given views as CSV and every picture as PNG into a folder. Existing files of the same name
/// are replaced whole or not at all.
class ExportEverything : public QObject
{
    Q_OBJECT
public:
    struct Result
    {
        int tables = 0;
        int pictures = 0;
        QStringList errors; ///< translated, one for each file that could not be written
        bool cancelled = false;
    };

    /// `progress(done, total, file)` is called before each file and returns false to stop; it may process events.
    [[nodiscard]] static Result run(const std::vector<DockView *> &views, const QString &folder,
                                    const std::function<bool(int, int, const QString &)> &progress);
};

} // namespace rs
