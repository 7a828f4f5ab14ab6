// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewcontext.h"
#include "views/picture/chartpicture.h"

#include <QJsonObject>
#include <QWidget>

#include <vector>

class QMenu;

namespace rs {

/// A picture that "Export everything" writes, and its file name without ".png".
struct PictureExport
{
    QString fileName;
    ChartPicture picture;
};

/// Base of every dockable view. Its id is frozen: docks, layouts, `--view` and the documentation use it.
class DockView : public QWidget
{
    Q_OBJECT
public:
    DockView(QString id, const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] const QString &id() const { return m_id; }
    /// Translated; shown on the dock's title and tab.
    [[nodiscard]] virtual QString title() const = 0;
    /// Brings one of the view's pages to the front, by its object name; unknown names change nothing.
    virtual void showPage(const QString &) {}
    /// Names that showPage() knows.
    [[nodiscard]] virtual QStringList pageNames() const { return {}; }
    /// Arrangement of the user in this view, for a session file; empty if there is none.
    [[nodiscard]] virtual QJsonObject saveState() const { return {}; }
    /// Brings back what saveState() gave. Called when the runs are known, before their ranks are loaded; the text comes
    /// from a file that anybody may have written, so what cannot be used is skipped and told with leftOut().
    virtual void restoreState(const QJsonObject &) {}
    /// True when nothing that the view shows is still being computed: `--shot` waits for it.
    [[nodiscard]] virtual bool isComplete() const { return true; }
    /// Pictures of the current content; none from a view that has nothing to draw. Asked after preparePictures().
    [[nodiscard]] virtual std::vector<PictureExport> pictures() const { return {}; }
    /// Computes what pictures() are of where that waits for somebody to look at it; true when it is there. Asked again
    /// while events are processed until it is.
    [[nodiscard]] virtual bool preparePictures() { return true; }
    /// The menus of its tool bar with what they hold now: their commands are found by name as well.
    [[nodiscard]] virtual std::vector<const QMenu *> commandMenus() { return {}; }
    /// Small, so that all docks fit into a small window or a large scale: what has no room is squeezed inside its own
    /// dock. Docks that insist on more than there is would lie upon each other.
    [[nodiscard]] QSize minimumSizeHint() const override;

    /// Filters of the tables in the view, by table; a session file keeps them beside saveState().
    [[nodiscard]] QJsonObject saveFilters() const;
    void restoreFilters(const QJsonObject &state);

signals:
    void titleChanged();
    /// saveState() may give something else now.
    void arrangementChanged();
    /// Entries of a saved state that were skipped, a sentence each; may come when a rank was loaded.
    void leftOut(const QStringList &what);

protected:
    /// Called when everything that was open is closed: filters of tables, and what else the user typed or found in it,
    /// must not meet what is opened next. Whoever has more than tables adds to it.
    virtual void forget();
    [[nodiscard]] const ViewContext &context() const { return m_context; }
    [[nodiscard]] RunStore &runs() const { return *m_context.runs; }
    [[nodiscard]] ViewState &state() const { return *m_context.state; }
    [[nodiscard]] const Theme &theme() const { return *m_context.theme; }
    /// Called on a language change; sets every text again.
    virtual void retranslate() = 0;
    void changeEvent(QEvent *event) override;

private:
    QString m_id;
    ViewContext m_context;
};

} // namespace rs
