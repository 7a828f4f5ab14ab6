// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/runstore.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <vector>

namespace rs {

/// A named arrangement of the docks: what is large in it, what stands below as tabs, and what of a run it needs.
struct Workspace
{
    const char *id;    ///< frozen: settings and sessions name it
    const char *title; ///< English, marked for translation
    const char *large; ///< ids of docks, side by side as tabs; the first one lies in front
    const char *below; ///< ids of docks, as tabs
    const char *kinds; ///< of files (FileEntry::kind) of which one is enough; empty: any run will do
    bool (*isIn)(const RankData &);
    const char *missing; ///< English, marked for translation: which file is not there, and what writes it
};

class Workspaces
{
    Q_DECLARE_TR_FUNCTIONS(rs::Workspaces)
public:
    /// In the order of their tabs and keys.
    [[nodiscard]] static const std::vector<Workspace> &all();
    /// Null for an unknown id.
    [[nodiscard]] static const Workspace *find(const QString &id);
    /// The one in which the dock is large; null when it is large nowhere.
    [[nodiscard]] static const Workspace *ofDock(const QString &dock);
    [[nodiscard]] static QString title(const Workspace &workspace);
    /// Which file of the open runs is missing for it, or could not be read; empty: it has something to show, or may
    /// have once all is loaded.
    [[nodiscard]] static QString whyNot(const Workspace &workspace, const RunStore &runs);
    [[nodiscard]] static QStringList docks(const char *ids) { return QString::fromLatin1(ids).split(u' '); }
};

} // namespace rs
