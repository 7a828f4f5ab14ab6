// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/data/timelinedata.h"
#include "views/widgets/legend.h"

#include <QWidget>

#include <vector>

namespace rs {

class Theme;

/// What the colours of the gaps mean on the lanes that tell why a device is idle: the causes that occur on them.
class CauseLegend : public QWidget
{
    Q_OBJECT
public:
    CauseLegend(const TimelineData *ranks, const Theme *theme, QWidget *parent = nullptr);

    /// Says the causes in the language of `words`.
    void setWords(const DerivedLanes::Words &words);
    /// Empty while no such lane is built.
    [[nodiscard]] const std::vector<LegendEntry> &entries() const { return m_entries; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void entriesChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    void fill();

    const TimelineData *m_data;
    const Theme *m_theme;
    DerivedLanes::Words m_words;
    std::vector<IdleCause> m_causes;
    std::vector<LegendEntry> m_entries;
};

} // namespace rs
