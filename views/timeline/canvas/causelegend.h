// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/data/timelinedata.h"
#include "views/picture/legend.h"

#include <QStringList>
#include <QWidget>

#include <vector>

namespace rs {

class Theme;

/// A line of colours and what they mean, with a sentence on each.
class LaneLegend : public QWidget
{
    Q_OBJECT
public:
    explicit LaneLegend(const Theme *theme, QWidget *parent = nullptr);

    /// Empty while nothing of it is shown.
    [[nodiscard]] const std::vector<LegendEntry> &entries() const { return m_entries; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void entriesChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    /// `hints`: one for each entry.
    void setEntries(std::vector<LegendEntry> entries, QStringList hints);
    [[nodiscard]] const Theme &theme() const { return *m_theme; }

private:
    const Theme *m_theme;
    std::vector<LegendEntry> m_entries;
    QStringList m_hints;
};

/// Legend of the lanes that show why a device is idle: the causes that occur on them.
class CauseLegend final : public LaneLegend
{
    Q_OBJECT
public:
    CauseLegend(const TimelineData *ranks, const Theme *theme, QWidget *parent = nullptr);

    /// Says the causes in the language of `words`.
    void setWords(const DerivedLanes::Words &words);

private:
    void fill();

    const TimelineData *m_data;
    DerivedLanes::Words m_words;
};

/// Legend of the lanes of a kernel trace: states of threads. Empty if no rank has such lanes.
class ThreadLegend final : public LaneLegend
{
    Q_OBJECT
public:
    ThreadLegend(const TimelineData *ranks, const Theme *theme, QWidget *parent = nullptr);

    void retranslate() { fill(); }

private:
    void fill();

    const TimelineData *m_data;
};

} // namespace rs
