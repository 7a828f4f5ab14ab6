// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/chartpicture.h"

#include <QWidget>

#include <functional>

class QAction;
class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;
class QVBoxLayout;

namespace rs {

class ElidedLabel;

class Theme;

/// A heading, one picture, and what every picture of the program can do: save as PNG or SVG, copy.
class ChartFrame : public QWidget
{
    Q_OBJECT
public:
    /// Takes ownership of `content`; `fileName` is the suggested name without a suffix.
    ChartFrame(QWidget *content, QString fileName, const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] QWidget *content() const { return m_content; }
    [[nodiscard]] const QString &fileName() const { return m_fileName; }
    void setHeading(const QString &heading);
    /// Secondary text after the heading: the source of the numbers, the unit.
    void setNote(const QString &note);
    /// The same in parts; pictures leave out those that their scope has.
    void setNotes(const QStringList &notes);
    /// Heading and controls wrap where the line ends, and the note stands whole below them: for more than a line holds.
    /// Before controls are added.
    void wrapHead();
    /// Puts a control in the heading line, before the menu button.
    void addControl(QWidget *control);

    /// Function for the scope of its pictures: run, step and other choices; called when one is made.
    void setScope(std::function<QString()> scope) { m_scope = std::move(scope); }
    /// The content under a head of heading, scope and note.
    [[nodiscard]] ChartPicture picture() const;

signals:
    /// Lets the view add actions at the top of the context menu; `at` is a position in the content.
    void menuRequested(QMenu *menu, const QPoint &at);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void applyFonts();
    void showMenu(const QPoint &at);

    QWidget *m_content;
    QString m_fileName;
    const Theme *m_theme;
    std::function<QString()> m_scope;
    QStringList m_notes;
    QLabel *m_heading;
    ElidedLabel *m_note;
    QLabel *m_wholeNote; ///< null unless the head wraps
    QVBoxLayout *m_rows;
    QHBoxLayout *m_line;
    QWidget *m_head; ///< heading and controls; null unless they wrap
    QToolButton *m_button;
    QAction *m_savePng;
    QAction *m_saveSvg;
    QAction *m_copy;
};

} // namespace rs
