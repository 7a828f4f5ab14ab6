// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSplitter>

namespace rs {

/// Charts beside each other or, where that would leave too little of each, below each other.
class WrapSplitter final : public QSplitter
{
    Q_OBJECT
public:
    /// `letters`: the width in average letters from which on they stand beside each other. `lines`: the least height of
    /// each of them in lines of text.
    WrapSplitter(int letters, int lines, QWidget *parent = nullptr);

    /// Shares of the width if they stand beside each other.
    void setWidths(const QList<int> &widths);

    /// The least height of all of them as they stand now, in lines of text.
    [[nodiscard]] int leastLines() const;

signals:
    /// They stand the other way now.
    void turned();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void arrange();

    int m_letters;
    int m_lines;
    QList<int> m_beside; ///< widths, for when there is room again
};

} // namespace rs
