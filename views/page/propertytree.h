// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/property.h"

#include <QTreeWidget>

#include <vector>

namespace rs {

/// Names and values in sections. Everything is plain text; selected lines are copied as name TAB value.
class PropertyTree : public QTreeWidget
{
    Q_OBJECT
public:
    explicit PropertyTree(QWidget *parent = nullptr);

    /// Null for an empty section that is not worth a heading.
    QTreeWidgetItem *addSection(const QString &heading, const std::vector<Property> &lines, bool monospace = false);
    [[nodiscard]] QString selectedText() const;
    [[nodiscard]] QString allText() const;

signals:
    /// Lets the view add actions at the top of the context menu.
    void menuRequested(QMenu *menu, QTreeWidgetItem *item);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void copy(const QString &text) const;
    void fitNames();
};

} // namespace rs
