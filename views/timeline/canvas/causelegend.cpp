// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/causelegend.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/theme.h"
#include "words/launchwords.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <array>

namespace rs {

CauseLegend::CauseLegend(const TimelineData *ranks, const Theme *theme, QWidget *parent)
    : QWidget(parent), m_data(ranks), m_theme(theme)
{
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setObjectName(QStringLiteral("causeLegend"));
    connect(ranks, &TimelineData::derivedChanged, this, &CauseLegend::fill);
    connect(theme, &Theme::changed, this, &CauseLegend::fill);
}

void CauseLegend::setWords(const DerivedLanes::Words &words)
{
    m_words = words;
    fill();
}

void CauseLegend::fill()
{
    std::array<bool, static_cast<size_t>(IdleCause::Count)> occurs{};
    for (const auto &[ref, rank] : m_data->ranks()) {
        const TimelineRank *const part = m_data->derivedIfBuilt(ref);
        if (!part)
            continue;
        for (const IdleGap &gap : part->derived->gaps)
            occurs[static_cast<size_t>(gap.cause)] = true;
    }
    m_causes.clear();
    m_entries.clear();
    for (size_t i = 0; i < occurs.size(); ++i) {
        if (!occurs[i])
            continue;
        const auto cause = static_cast<IdleCause>(i);
        const QString &name = m_words.causes[i];
        m_causes.push_back(cause);
        m_entries.push_back({name, m_theme->slice(DerivedLanes::kindOf(cause), Theme::nameHash(name.toStdString()))});
    }
    updateGeometry();
    update();
    emit entriesChanged();
}

int CauseLegend::heightForWidth(int width) const
{
    return legendHeight(legendRects(m_entries, fontMetrics(), width));
}

QSize CauseLegend::sizeHint() const
{
    return {0, heightForWidth(std::max(1, width()))};
}

QSize CauseLegend::minimumSizeHint() const
{
    return sizeHint();
}

void CauseLegend::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    paintLegend(p, m_entries, legendRects(m_entries, fontMetrics(), width()), {}, *m_theme);
}

bool CauseLegend::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    const std::vector<QRect> rects = legendRects(m_entries, fontMetrics(), width());
    for (size_t i = 0; i < rects.size(); ++i) {
        if (rects[i].contains(help->pos())) {
            QToolTip::showText(help->globalPos(),
                               format::tooltipText(tableText(QString::fromUtf8(idleCauseHint(m_causes[i])))), this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

} // namespace rs
