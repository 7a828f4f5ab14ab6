// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

class QLineEdit;
class QTextBrowser;
class QTreeWidget;

namespace rs {

class Language;

/// The user guide in the language of the window, from the program itself: nothing is fetched. Beside the text stands
/// its table of contents.
class GuideWindow : public QWidget
{
    Q_OBJECT
public:
    explicit GuideWindow(const Language &language, QWidget *parent = nullptr);

    [[nodiscard]] QTreeWidget *contents() const { return m_contents; }
    [[nodiscard]] QTextBrowser *text() const { return m_text; }
    [[nodiscard]] QLineEdit *field() const { return m_field; }
    /// Scrolls to the heading of that anchor, as links of the guide name it; false where there is none.
    bool showHeading(const QString &anchor);

protected:
    void changeEvent(QEvent *event) override;

private:
    void load();
    void fillContents();
    void find(bool backwards);

    const Language &m_language;
    QLineEdit *m_field;
    QTreeWidget *m_contents;
    QTextBrowser *m_text;
    QStringList m_anchors; ///< of the headings, in their order
};

} // namespace rs
