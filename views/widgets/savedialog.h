// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace rs {

/// Asks where to write a file. All dialogs of the program that save something start where the last one ended.
class SaveDialog
{
public:
    /// `name` is proposed, its suffix is added to what is typed without one; empty when the user gives up.
    [[nodiscard]] static QString ask(QWidget *parent, const QString &title, const QString &name, const QString &filter);
    /// Folder in which the next dialog starts; the user's home before anything was saved.
    [[nodiscard]] static QString folder();
    static void setFolder(const QString &folder);
};

} // namespace rs
