// SPDX-License-Identifier: Apache-2.0
#include "views/page/propertytree.h"

#include "items/format.h"
#include "views/widgets/icons.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QTreeWidgetItemIterator>

#include <algorithm>

namespace rs {

namespace {

constexpr int rawValueRole = Qt::UserRole + 50; // unescaped, for the clipboard

QString lineOf(const QTreeWidgetItem *item)
{
    const QString value = item->data(1, rawValueRole).toString();
    return value.isEmpty() ? item->text(0) : item->text(0) + QLatin1Char('\t') + value;
}

} // namespace

PropertyTree::PropertyTree(QWidget *parent) : QTreeWidget(parent)
{
    setColumnCount(2);
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(true);
    setIndentation(12);
    setUniformRowHeights(true);
    setSelectionMode(ExtendedSelection);
    setTextElideMode(Qt::ElideRight);
    // A value that is cut without a mark reads like another number: columns follow the width, texts are elided.
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(1, QHeaderView::Stretch);
}

void PropertyTree::resizeEvent(QResizeEvent *event)
{
    QTreeWidget::resizeEvent(event);
    fitNames();
}

// Trees side by side have names of one width, as long as that shows them; longer ones take the room that values leave.
void PropertyTree::fitNames()
{
    constexpr int nameLetters = 24;
    const int room = viewport()->width();
    const int usual = std::min(fontMetrics().averageCharWidth() * nameLetters, room * 45 / 100);
    const int most = std::max(room * 45 / 100, room - sizeHintForColumn(1));
    header()->resizeSection(0, std::max(usual, std::min(sizeHintForColumn(0), most)));
}

QTreeWidgetItem *PropertyTree::addSection(const QString &heading, const std::vector<Property> &lines, bool monospace)
{
    if (lines.empty())
        return nullptr;
    auto *const section = new QTreeWidgetItem(this, {heading});
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    section->setFont(0, bold);
    section->setFirstColumnSpanned(true);
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    std::vector<QTreeWidgetItem *> path{section};
    for (const Property &p : lines) {
        const auto level = static_cast<size_t>(std::max(0, p.level));
        if (path.size() > level + 1)
            path.resize(level + 1);
        auto *const item = new QTreeWidgetItem(
            path.back(), {format::displayText(p.name), format::displayText(format::clipText(p.value, 2000))});
        item->setData(1, rawValueRole, p.value);
        item->setToolTip(0, format::tooltipText(p.name));
        item->setToolTip(1, format::tooltipText(format::clipText(p.value, 4000)));
        item->setFirstColumnSpanned(p.value.isEmpty());
        if (monospace)
            item->setFont(p.value.isEmpty() ? 0 : 1, fixed);
        path.push_back(item);
    }
    section->setExpanded(true);
    for (QTreeWidgetItemIterator it(section); *it; ++it) {
        if (*it != section && (*it)->parent() == nullptr)
            break;
        (*it)->setExpanded(true);
    }
    fitNames();
    return section;
}

QString PropertyTree::selectedText() const
{
    QStringList lines;
    for (QTreeWidgetItemIterator it(const_cast<PropertyTree *>(this), QTreeWidgetItemIterator::Selected); *it; ++it)
        lines.append(lineOf(*it));
    return lines.join(QLatin1Char('\n'));
}

QString PropertyTree::allText() const
{
    QStringList lines;
    for (QTreeWidgetItemIterator it(const_cast<PropertyTree *>(this)); *it; ++it)
        lines.append(lineOf(*it));
    return lines.join(QLatin1Char('\n'));
}

void PropertyTree::copy(const QString &text) const
{
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void PropertyTree::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy(selectedText());
        event->accept();
        return;
    }
    QTreeWidget::keyPressEvent(event);
}

void PropertyTree::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu;
    QTreeWidgetItem *const item = itemAt(event->pos());
    emit menuRequested(&menu, item);
    if (!menu.isEmpty())
        menu.addSeparator();
    if (item) {
        const QString value = item->data(1, rawValueRole).toString();
        menu.addAction(symbol(QStringLiteral("copy")), tr("Copy Value"), this,
                       [this, value, item] { copy(value.isEmpty() ? item->text(0) : value); });
    }
    menu.addAction(tr("Copy Selected Lines"), this, [this] { copy(selectedText()); });
    menu.addAction(tr("Copy Everything"), this, [this] { copy(allText()); });
    menu.exec(event->globalPos());
}

} // namespace rs

#include "moc_propertytree.cpp"
