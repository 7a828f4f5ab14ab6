// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/causelegend.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/widgets/theme.h"
#include "words/launchwords.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

namespace {

// Lanes of a kernel trace hold nothing but states, so that one slice tells.
bool hasThreadStates(const Trace &trace)
{
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const SliceStore::Span slices = trace.slicesOf(LaneId{l});
        if (slices.isEmpty())
            continue;
        const SliceKind kind = trace.slices().kind(SliceId{slices.first});
        if (kind == SliceKind::ThreadRunning || kind == SliceKind::ThreadRunnable || kind == SliceKind::ThreadSleeping)
            return true;
    }
    return false;
}

} // namespace

LaneLegend::LaneLegend(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LaneLegend::setEntries(std::vector<LegendEntry> entries, QStringList hints)
{
    m_entries = std::move(entries);
    m_hints = std::move(hints);
    updateGeometry();
    update();
    emit entriesChanged();
}

int LaneLegend::heightForWidth(int width) const
{
    return legendHeight(legendRects(m_entries, fontMetrics(), width));
}

QSize LaneLegend::sizeHint() const
{
    return {0, heightForWidth(std::max(1, width()))};
}

QSize LaneLegend::minimumSizeHint() const
{
    return sizeHint();
}

void LaneLegend::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    paintLegend(p, m_entries, legendRects(m_entries, fontMetrics(), width()), {}, *m_theme);
}

bool LaneLegend::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    const std::vector<QRect> rects = legendRects(m_entries, fontMetrics(), width());
    for (size_t i = 0; i < rects.size(); ++i) {
        if (rects[i].contains(help->pos())) {
            QToolTip::showText(help->globalPos(), format::tooltipText(m_hints.value(static_cast<qsizetype>(i))), this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

CauseLegend::CauseLegend(const TimelineData *ranks, const Theme *theme, QWidget *parent)
    : LaneLegend(theme, parent), m_data(ranks)
{
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
    std::vector<LegendEntry> entries;
    QStringList hints;
    for (size_t i = 0; i < occurs.size(); ++i) {
        if (!occurs[i])
            continue;
        const auto cause = static_cast<IdleCause>(i);
        const QString &name = m_words.causes[i];
        entries.push_back({name, theme().slice(DerivedLanes::kindOf(cause), Theme::nameHash(name.toStdString()))});
        hints << tableText(QString::fromUtf8(idleCauseHint(cause)));
    }
    setEntries(std::move(entries), std::move(hints));
}

ThreadLegend::ThreadLegend(const TimelineData *ranks, const Theme *theme, QWidget *parent)
    : LaneLegend(theme, parent), m_data(ranks)
{
    setObjectName(QStringLiteral("threadLegend"));
    connect(ranks, &TimelineData::ranksChanged, this, &ThreadLegend::fill);
    connect(theme, &Theme::changed, this, &ThreadLegend::fill);
}

void ThreadLegend::fill()
{
    const std::map<RankRef, TimelineRank> &ranks = m_data->ranks();
    const bool any = std::any_of(ranks.begin(), ranks.end(), [](const auto &rank) {
        return rank.second.trace && hasThreadStates(*rank.second.trace);
    });
    if (!any) {
        setEntries({}, {});
        return;
    }
    setEntries({{tr("Running"), theme().kind(SliceKind::ThreadRunning)},
                {tr("Runnable"), theme().kind(SliceKind::ThreadRunnable)},
                {tr("Sleeping"), theme().kind(SliceKind::ThreadSleeping)}},
               {tr("The thread has a CPU."), tr("The thread would run, but waits for a CPU."),
                tr("The thread waits for something else.")});
}

} // namespace rs

#include "moc_causelegend.cpp"
