// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>

namespace rs {

/// Fills its parent with one page. Where the parent is lower than the page can be read in, the page is scrolled rather
/// than its charts and tables squeezed to nothing.
class ScrollPage : public QScrollArea
{
    Q_OBJECT
public:
    /// `lines`: least height of the page in lines of text.
    ScrollPage(QWidget *parent, int lines);

    /// Another least height.
    void setLines(int lines);
    /// For the layout of what is shown.
    [[nodiscard]] QWidget *page() const { return m_page; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyHeight();

    QWidget *m_page;
    int m_lines;
};

} // namespace rs
