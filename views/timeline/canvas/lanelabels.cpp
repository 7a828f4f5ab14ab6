// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/lanelabels.h"

#include "items/format.h"
#include "views/widgets/icons.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace rs {

namespace {
constexpr int indent = 12;
constexpr int arrowSpace = 14;
constexpr int edgeGrip = 4;

bool canPin(const LaneRow &row)
{
    return row.type != LaneRow::Type::Hidden && row.type != LaneRow::Type::Turn && row.type != LaneRow::Type::Host &&
           row.height >= 14;
}

// Headers that do nothing but fold.
bool foldsOnClick(const LaneRow &row)
{
    return row.type == LaneRow::Type::Process || row.type == LaneRow::Type::Host;
}
} // namespace

LaneLabels::LaneLabels(LaneModel *model, const Theme *theme, QWidget *parent)
    : QWidget(parent), m_model(model), m_theme(theme)
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(model, &LaneModel::changed, this, qOverload<>(&QWidget::update));
    connect(model, &LaneModel::noteChanged, this, qOverload<>(&QWidget::update));
    connect(&model->data(), &TimelineData::rankRefined, this, qOverload<>(&QWidget::update));
}

void LaneLabels::setScrollY(int y)
{
    m_scrollY = y;
    update();
}

void LaneLabels::setCurrentRow(const LaneKey &key)
{
    if (key == m_current)
        return;
    m_current = key;
    update();
}

void LaneLabels::setHoverY(int y)
{
    const int before = m_model->rowAt(m_hoverY);
    m_hoverY = y;
    if (m_model->rowAt(y) != before)
        update();
}

int LaneLabels::rowUnder(const QPoint &position) const
{
    return m_model->rowAt(position.y() + m_scrollY);
}

void LaneLabels::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    p.fillRect(rect(), m_theme->panel());
    const auto &rows = m_model->rows();
    const int naming = rowNamingRank();
    for (int i = std::max(0, m_model->rowAt(m_scrollY)); i < static_cast<int>(rows.size()); ++i) {
        if (rows[static_cast<size_t>(i)].y - m_scrollY >= height())
            break;
        paintRow(p, rows[static_cast<size_t>(i)], i == naming);
    }
    p.fillRect(QRect(width() - 1, 0, 1, height()), m_theme->hairline());
    if (m_drag == Drag::Pin && m_dragY >= 0) {
        const int index = dropIndex(m_dragY);
        const int y = index < static_cast<int>(rows.size()) ? rows[static_cast<size_t>(index)].y : m_model->height();
        p.fillRect(QRect(0, y - m_scrollY - 1, width(), 2), m_theme->accent());
    }
    if (m_drag == Drag::Order && m_dragY >= 0) {
        const int index = m_model->indexOf(m_dragged);
        if (index >= 0)
            p.fillRect(QRect(0, dropAmongSiblings(index, m_dragY).second - m_scrollY - 1, width(), 2),
                       m_theme->accent());
    }
}

std::pair<int, int> LaneLabels::dropAmongSiblings(int index, int contentY) const
{
    const auto &rows = m_model->rows();
    const auto top = [&](int row) {
        return row < static_cast<int>(rows.size()) ? rows[static_cast<size_t>(row)].y : m_model->height();
    };
    const auto siblings = m_model->siblings(index);
    int place = 0;
    int y = siblings.empty() ? 0 : top(siblings.front());
    for (const int s : siblings) {
        const int end = top(m_model->endOfBlock(s));
        if (contentY <= (top(s) + end) / 2)
            break;
        ++place;
        y = end;
    }
    return {place, y};
}

int LaneLabels::edgeAt(const QPoint &position) const
{
    const int index = rowUnder(position);
    if (index < 0 || position.x() >= width() - edgeGrip)
        return -1;
    const auto &rows = m_model->rows();
    const int y = position.y() + m_scrollY;
    const auto isLane = [&rows](int i) {
        const auto type = rows[static_cast<size_t>(i)].type;
        return type == LaneRow::Type::Lane || type == LaneRow::Type::Counter;
    };
    const LaneRow &row = rows[static_cast<size_t>(index)];
    if (row.y + row.height - y <= 3 && isLane(index))
        return index;
    return y - row.y < 2 && index > 0 && isLane(index - 1) ? index - 1 : -1;
}

QRect LaneLabels::pinRect(const LaneRow &row) const
{
    const int side = std::min(16, row.height - 2);
    return {width() - side - 6, lineTop(row) + (std::min(row.height, row.rowHeight + 4) - side) / 2, side, side};
}

int LaneLabels::dropIndex(int contentY) const
{
    const auto &rows = m_model->rows();
    int index = 0;
    while (index < static_cast<int>(rows.size()) &&
           contentY > rows[static_cast<size_t>(index)].y + rows[static_cast<size_t>(index)].height / 2)
        ++index;
    return index;
}

int LaneLabels::lineHeight(const LaneRow &row)
{
    const int height = row.height - row.roomBelow;
    return std::min(height - 1, row.isHeader() ? height - 1 : row.rowHeight + 2);
}

int LaneLabels::lineTop(const LaneRow &row) const
{
    const int top = row.y - m_scrollY;
    return std::clamp(0, top, std::max(top, top + row.height - 1 - lineHeight(row)));
}

int LaneLabels::rowNamingRank() const
{
    const auto &rows = m_model->rows();
    // Pins name their rank anyway.
    if (m_model->content() == LaneModel::Content::Pins)
        return -1;
    for (int i = std::max(0, m_model->rowAt(m_scrollY)); i < static_cast<int>(rows.size()); ++i) {
        const LaneRow &row = rows[static_cast<size_t>(i)];
        if (row.y - m_scrollY >= height())
            break;
        if (row.y + row.height - m_scrollY < lineHeight(row))
            continue;
        return row.rank.isValid() && row.type != LaneRow::Type::Rank && row.type != LaneRow::Type::Host ? i : -1;
    }
    return -1;
}

void LaneLabels::paintRow(QPainter &p, const LaneRow &row, bool namesRank) const
{
    const QRect band(0, row.y - m_scrollY, width() - 1, row.height);
    const bool header = row.isHeader();
    if (!header)
        p.fillRect(band, m_theme->background());
    if (m_hoverY >= row.y && m_hoverY < row.y + row.height && m_drag == Drag::None) {
        QColor c = m_theme->accent();
        c.setAlpha(22);
        p.fillRect(band, c);
    }
    if (LaneModel::keyOf(row) == m_current) {
        QColor c = m_theme->accent();
        c.setAlpha(48);
        p.fillRect(band, c);
        p.fillRect(QRect(band.left(), band.top(), 3, band.height() - 1), m_theme->accent());
    }
    p.fillRect(QRect(0, band.bottom(), width(), 1), m_theme->hairline());
    if (row.height < 7)
        return;
    QFont f = font();
    const int tall = lineHeight(row);
    if (QFontMetrics(f).height() > tall)
        f.setPixelSize(std::max(5, tall - 3));
    if (row.type == LaneRow::Type::Rank || row.type == LaneRow::Type::Host)
        f.setWeight(QFont::Bold);
    p.setFont(f);
    const QFontMetrics metrics(f);

    int x = 6 + row.level * indent;
    const QRect line(0, lineTop(row), width(), tall);
    if (row.expandable) {
        const QPointF c(x + 4, line.center().y() + 0.5);
        QPainterPath arrow;
        if (row.expanded) {
            arrow.moveTo(c + QPointF(-4, -2));
            arrow.lineTo(c + QPointF(4, -2));
            arrow.lineTo(c + QPointF(0, 3));
        } else {
            arrow.moveTo(c + QPointF(-2, -4));
            arrow.lineTo(c + QPointF(3, 0));
            arrow.lineTo(c + QPointF(-2, 4));
        }
        arrow.closeSubpath();
        p.setRenderHint(QPainter::Antialiasing);
        p.fillPath(arrow, m_theme->secondaryText());
        p.setRenderHint(QPainter::Antialiasing, false);
    }
    x += arrowSpace;
    int right = width() - 8;
    const bool hovered = m_hoverY >= row.y && m_hoverY < row.y + row.height;
    const bool pinned = m_model->layout().isPinned(LaneModel::keyOf(row));
    if (canPin(row) && (hovered || (pinned && m_model->content() == LaneModel::Content::Tree))) {
        const QRect pin = pinRect(row);
        symbol(QStringLiteral("pin"), pinned ? m_theme->accent() : m_theme->secondaryText()).paint(&p, pin);
        right = pin.left() - 4;
    }
    if (const QString badge = badgeOf(row); !badge.isEmpty() && width() > 120 && !namesRank) {
        QFont small = f;
        small.setPixelSize(std::max(7, QFontInfo(f).pixelSize() * 85 / 100));
        const int w = QFontMetrics(small).horizontalAdvance(badge) + 8;
        const QRect box(right - w, line.center().y() - metrics.height() / 2 + 1, w, metrics.height() - 1);
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(m_theme->hairline().darker(m_theme->isDark() ? 75 : 120));
        p.setBrush(m_theme->background());
        p.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        p.setRenderHint(QPainter::Antialiasing, false);
        p.setFont(small);
        p.setPen(m_theme->secondaryText());
        p.drawText(box, Qt::AlignCenter, badge);
        p.setFont(f);
        right -= w + 6;
    }
    p.setPen(m_theme->text());
    if (const int rankRow = m_model->indexOf({row.rank, LaneRow::Type::Rank, 0}); namesRank && rankRow >= 0) {
        QFont strong = f;
        strong.setWeight(QFont::Bold);
        const QFontMetrics wide(strong);
        const QString rank = wide.elidedText(m_model->rows()[static_cast<size_t>(rankRow)].label, Qt::ElideMiddle,
                                             std::max(0, (right - x) / 2)) +
                             tr(" · ", "between a rank and its lane");
        p.setFont(strong);
        p.drawText(QRect(x, line.top(), right - x, line.height()), Qt::AlignLeft | Qt::AlignVCenter, rank);
        p.setFont(f);
        x += wide.horizontalAdvance(rank);
    }
    const QString label = metrics.elidedText(row.label, Qt::ElideRight, std::max(0, right - x));
    p.drawText(QRect(x, line.top(), right - x, line.height()), Qt::AlignLeft | Qt::AlignVCenter, label);
    p.setPen(m_theme->secondaryText());
    if (!row.note.isEmpty()) {
        const int from = x + metrics.horizontalAdvance(label) + 10;
        f.setWeight(QFont::Normal);
        p.setFont(f);
        p.drawText(QRect(from, line.top(), right - from, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(f).elidedText(row.note, Qt::ElideRight, std::max(0, right - from)));
    }
    const TimelineRank *rank = m_model->shownIn(row);
    const bool curve = row.type == LaneRow::Type::Counter || (row.isDerived() && !row.curves.empty());
    if (curve && rank && band.bottom() - line.bottom() >= metrics.height()) {
        const CounterLod &lod = (*rank->counters)[raw(row.counter)];
        const QString unit = counterUnit(*rank->trace, rank->trace->counters()[raw(row.counter)]);
        // Launches are counted, not measured.
        const bool whole = row.isDerived() && row.derivedId == LaneKey::derivedOutstanding;
        const QString top = format::real(lod.high, whole || lod.high >= 100 ? 0 : 2);
        const QString range =
            lod.low < 0 ? tr("%1 … %2 %3", "lowest … highest value, unit").arg(format::real(lod.low, 0), top, unit)
                        : tr("0 … %1 %2", "highest value, unit").arg(top, unit);
        const FrequencyStats *const frequency = rank->frequencyOf(row.counter);
        const int drops = frequency ? static_cast<int>(frequency->dropsUnderLoad()) : 0;
        const QString text = drops > 0 ? tr("%n drop(s) under load", nullptr, drops) : range.trimmed();
        if (drops > 0)
            p.setPen(m_theme->warning());
        p.drawText(QRect(x, line.bottom(), right - x, band.bottom() - line.bottom()), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(text, Qt::ElideRight, std::max(0, right - x)));
    }
}

void LaneLabels::addFrequencyLines(const FrequencyStats &f, std::vector<std::pair<QString, QString>> &lines)
{
    lines.emplace_back(tr("Nominal"), tr("%1 MHz").arg(format::real(f.nominalMHz, 0)));
    const auto loaded = f.dropsUnderLoad();
    lines.emplace_back(tr("Drops under load"), format::integer(loaded));
    if (loaded > 0) {
        lines.emplace_back(tr("Kernels at lowered frequency"), format::integer(f.kernelsBelow));
        lines.emplace_back(tr("Share of kernel time below nominal"), format::percent(f.shareBelow()));
        lines.emplace_back(tr("Time lost, at most about"),
                           format::duration(static_cast<qint64>(std::llround(f.lostNs))));
    }
    lines.emplace_back(tr("Drops while idle, which cost nothing"),
                       format::integer(static_cast<qint64>(f.drops.size()) - loaded));
}

void LaneLabels::addDerivedLines(const LaneRow &row, std::vector<std::pair<QString, QString>> &lines) const
{
    const TimelineRank *const part = m_model->shownIn(row);
    if (!part)
        return;
    if (row.derivedId >= LaneKey::derivedTraffic && row.derivedId < LaneKey::derivedDelay) {
        const bool isBandwidth = (row.derivedId - LaneKey::derivedTraffic) % 2 == 0;
        lines.emplace_back(tr("Shows"), isBandwidth
                                            ? tr("Bandwidth of the transfers under way together, each at its mean")
                                            : tr("Bytes of all transfers that are under way"));
        lines.emplace_back(tr("Origin"), part->derived->trafficOfFile
                                             ? tr("computed from communication.json, where an operator is one transfer "
                                                  "for as long as it takes")
                                             : tr("computed from the trace; no file holds this lane"));
        return;
    }
    if (row.derivedId == LaneKey::derivedPath) {
        lines.emplace_back(tr("Shows"), tr("What of the critical path lies on this rank; a click chooses the slice"));
        return;
    }
    const HostClock &clock = part->derived->clock;
    const bool outstanding = row.derivedId == LaneKey::derivedOutstanding;
    lines.emplace_back(
        tr("Shows"), row.derivedId == LaneKey::derivedIdle
                         ? tr("Each gap in which the device runs neither compute nor communication, with its one cause")
                     : outstanding ? tr("Tasks that the host has launched and the device has not begun")
                                   : tr("Time from the launch of each task to its start; near zero the device waits "
                                        "for the host, and the connection lines stand vertical"));
    lines.emplace_back(tr("Origin"), tr("computed from the trace; no file holds this lane"));
    lines.emplace_back(tr("Clock"), outstanding ? tr("host") : tr("device"));
    lines.emplace_back(
        tr("Device clock ahead of the host"),
        !clock.known    ? tr("unknown: too few launches; delays are not corrected")
        : clock.bounded ? tr("between %1 and %2; the latter is subtracted from the delays")
                              .arg(format::signedDuration(clock.lowerBoundNs), format::signedDuration(clock.offsetNs))
                        : tr("at most %1, which is subtracted from the delays; it includes the latency of the "
                             "fastest launches")
                              .arg(format::signedDuration(clock.offsetNs)));
    if (row.derivedId == LaneKey::derivedIdle)
        lines.emplace_back(tr("Gaps"), format::integer(static_cast<qint64>(part->derived->gaps.size())));
}

// Pinned ranks of a run on several machines say on which one they are; in the tree they stand below it.
QString LaneLabels::badgeOf(const LaneRow &row) const
{
    if (m_model->content() == LaneModel::Content::Tree)
        return row.badge;
    const RunStore &runs = m_model->data().runs();
    const RankInfo *const own = runs.info(row.rank);
    if (row.type != LaneRow::Type::Rank || !own || own->host.isEmpty())
        return row.badge;
    const auto all = runs.allRanks();
    const bool several = std::any_of(all.begin(), all.end(), [&](RankRef ref) {
        const RankInfo *const other = runs.info(ref);
        return other && !other->host.isEmpty() && other->host != own->host;
    });
    return several ? format::displayText(format::clipText(own->host, 24)) : row.badge;
}

QString LaneLabels::meaningOf(const LaneRow &row, const Trace &trace)
{
    switch (row.type) {
    case LaneRow::Type::Rank:
        return tr("Everything that one rank recorded");
    case LaneRow::Type::Counter:
        return tr("A value sampled over time");
    case LaneRow::Type::Turn:
        return tr("One turn of a fused communication operator (MC²)");
    case LaneRow::Type::Hidden:
    case LaneRow::Type::Host:    // tooltipOf
    case LaneRow::Type::Derived: // addDerivedLines
        return {};
    case LaneRow::Type::Process:
    case LaneRow::Type::Lane:
        break;
    }
    const LaneKind lane = row.type == LaneRow::Type::Lane ? trace.lane(row.lane).kind : LaneKind::Other;
    if (lane == LaneKind::PythonStack)
        return tr("Python functions of a thread, one level per call");
    if (lane == LaneKind::CommPlane)
        return tr("Tasks of one plane of a communication domain");
    switch (trace.process(row.process).kind) {
    case ProcessKind::Python:
    case ProcessKind::MindSpore:
    case ProcessKind::CpuOp:
        return tr("What the framework does on the host");
    case ProcessKind::PythonGc:
        return tr("Garbage collection of Python");
    case ProcessKind::ScopeLayer:
        return tr("Scopes and layers of the model");
    case ProcessKind::MsTx:
        return tr("Ranges and marks that the training script set (mstx)");
    case ProcessKind::Cann:
        return tr("Calls into CANN on the host, launches among them");
    case ProcessKind::AscendHardware:
        return tr("Tasks that the device runs, stream by stream");
    case ProcessKind::Communication:
        return lane == LaneKind::CommGroup ? tr("Collectives of one communication domain")
                                           : tr("Communication between ranks, domain by domain");
    case ProcessKind::OverlapAnalysis:
        return tr("Where the device computes, communicates, or is idle");
    case ProcessKind::HostMetric:
        return tr("Use of the host's processors, memory, disks and network");
    case ProcessKind::DeviceMetric:
        return tr("Measured values of the device");
    case ProcessKind::Unknown:
        break;
    }
    return tr("A process that the program does not know; shown as the file has it");
}

QString LaneLabels::tooltipOf(const LaneRow &row) const
{
    const TimelineRank *rank = m_model->data().rank(row.rank);
    std::vector<std::pair<QString, QString>> lines{{row.label, {}}};
    if (row.type == LaneRow::Type::Host) {
        lines.emplace_back(tr("Shows"), tr("The ranks that ran on one host"));
        lines.emplace_back(tr("Host"), m_model->layout().hostOf(row.host));
        lines.emplace_back(tr("Ranks"), format::integer(static_cast<qint64>(m_model->ranksOf(row.host).size())));
        return format::tooltipTable(lines);
    }
    if (!row.note.isEmpty())
        lines.emplace_back(tr("State"), row.wholeNote.isEmpty() ? row.note : row.wholeNote);
    if (const RankInfo *info = m_model->data().runs().info(row.rank); info && row.type == LaneRow::Type::Rank) {
        if (!info->host.isEmpty())
            lines.emplace_back(tr("Host"), info->host);
        lines.emplace_back(tr("Folder"), info->path);
        if (info->device >= 0)
            lines.emplace_back(tr("Device"), QString::number(info->device));
    }
    if (!rank)
        return format::tooltipTable(lines);
    if (row.isDerived()) {
        addDerivedLines(row, lines);
        return format::tooltipTable(lines);
    }
    const Trace &trace = *rank->trace;
    if (const QString meaning = meaningOf(row, trace); !meaning.isEmpty())
        lines.emplace_back(tr("Shows"), meaning);
    if (row.type == LaneRow::Type::Rank) {
        lines.emplace_back(tr("Slices"), format::integer(trace.slices().size()));
        if (rank->lod->outsideAxis() > 0)
            lines.emplace_back(tr("Set aside"),
                               tr("%n slices lie far outside the rest of the time axis", nullptr,
                                  static_cast<int>(std::min<qint64>(rank->lod->outsideAxis(), 1 << 30))));
    } else {
        const Process &process = trace.process(row.process);
        lines.emplace_back(tr("Process"),
                           tr("%1 (id %2)").arg(trace.processLabel(row.process), trace.strings().text(process.pid)));
        if (!row.badge.isEmpty())
            lines.emplace_back(tr("Runs on"), row.badge);
        lines.emplace_back(tr("Clock"), process.device >= 0 || process.kind == ProcessKind::AscendHardware ||
                                                process.kind == ProcessKind::Communication
                                            ? tr("device")
                                            : tr("host"));
    }
    if (row.type == LaneRow::Type::Lane) {
        const Lane &lane = trace.lane(row.lane);
        if (rank->domains.contains(row.lane))
            lines.emplace_back(tr("In the file"), trace.laneLabel(row.lane));
        lines.emplace_back(tr("Thread id"), trace.strings().text(lane.tid));
        lines.emplace_back(tr("Slices"), format::integer(lane.sliceCount));
        lines.emplace_back(tr("Levels"), format::integer(lane.rowCount));
        for (const LaneId merged : row.merged)
            lines.emplace_back(tr("Merged with"), rank->laneName(merged));
    }
    if (row.type == LaneRow::Type::Counter) {
        const CounterSeries &c = trace.counters()[raw(row.counter)];
        lines.emplace_back(tr("Samples"), format::integer(static_cast<qint64>(c.timeNs.size())));
        const QString unit = counterUnit(trace, c);
        lines.emplace_back(tr("Lowest"), tr("%1 %2", "value and unit").arg(format::real(c.minimum), unit));
        lines.emplace_back(tr("Highest"), tr("%1 %2", "value and unit").arg(format::real(c.maximum), unit));
        if (const FrequencyStats *f = rank->frequencyOf(row.counter))
            addFrequencyLines(*f, lines);
    }
    for (const SourceFile &s : trace.sources())
        lines.emplace_back(tr("File"), s.path);
    return format::tooltipTable(lines);
}

bool LaneLabels::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int row = rowUnder(help->pos());
        if (row >= 0)
            QToolTip::showText(help->globalPos(), tooltipOf(m_model->rows()[static_cast<size_t>(row)]), this);
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::Leave) {
        setHoverY(-1);
        emit hoverMoved(-1);
    }
    return QWidget::event(event);
}

void LaneLabels::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const QPoint at = event->position().toPoint();
    m_pressedAt = at;
    m_dragged = {};
    m_toggles = false;
    if (at.x() >= width() - edgeGrip) {
        m_drag = Drag::Width;
        return;
    }
    if (const int edge = edgeAt(at); edge >= 0) {
        m_drag = Drag::Height;
        m_dragged = LaneModel::keyOf(m_model->rows()[static_cast<size_t>(edge)]);
        return;
    }
    const int index = rowUnder(at);
    if (index < 0)
        return;
    const LaneRow row = m_model->rows()[static_cast<size_t>(index)];
    const LaneKey key = LaneModel::keyOf(row);
    if (row.type == LaneRow::Type::Hidden) {
        LaneLayout &layout = m_model->layout();
        layout.byHand(
            [&] { row.derivedId == LaneKey::hiddenByHand ? void(layout.showHidden()) : layout.setFilter({}); });
        return;
    }
    if (canPin(row) && pinRect(row).adjusted(-2, -2, 2, 2).contains(at)) {
        LaneLayout &layout = m_model->layout();
        layout.byHand([&] { layout.isPinned(key) ? layout.unpin(key) : layout.pin({key}); });
        return;
    }
    m_dragged = key;
    setCurrentRow(key);
    const bool onArrow = at.x() < 6 + row.level * indent + arrowSpace;
    m_toggles = row.expandable && (onArrow || foldsOnClick(row));
    m_toggled = key;
    if (row.rank.isValid())
        emit rankActivated(row.rank);
}

void LaneLabels::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (const int edge = edgeAt(at); edge >= 0) {
        m_drag = Drag::None;
        m_model->layout().setRowHeight(LaneModel::keyOf(m_model->rows()[static_cast<size_t>(edge)]), 0);
        return;
    }
    const int index = rowUnder(at);
    if (index < 0)
        return;
    const LaneRow row = m_model->rows()[static_cast<size_t>(index)];
    const bool onArrow = at.x() < 6 + row.level * indent + arrowSpace;
    // The first press of a double click has already turned arrows and the headers that fold on a click.
    if (row.expandable && !onArrow && !foldsOnClick(row) && !pinRect(row).contains(at))
        m_model->setExpanded(index, !row.expanded);
    else
        mousePressEvent(event);
}

void LaneLabels::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    switch (m_drag) {
    case Drag::Width:
        emit widthWanted(std::max(80, at.x() + 1));
        return;
    case Drag::Height: {
        const int index = m_model->indexOf(m_dragged);
        if (index < 0)
            return;
        const LaneRow &row = m_model->rows()[static_cast<size_t>(index)];
        const int levels = row.type == LaneRow::Type::Counter
                               ? 2
                               : (row.miniature ? 1 : std::max(1, static_cast<int>(row.strips.size())));
        m_model->layout().setRowHeight(m_dragged, std::max(4, (at.y() + m_scrollY - row.y) / levels));
        return;
    }
    case Drag::Pin:
    case Drag::Order:
        m_dragY = at.y() + m_scrollY;
        update();
        return;
    case Drag::None:
        break;
    }
    if ((event->buttons() & Qt::LeftButton) && m_model->content() == LaneModel::Content::Pins &&
        m_model->layout().isPinned(m_dragged) &&
        (at - m_pressedAt).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag = Drag::Pin;
        m_dragY = at.y() + m_scrollY;
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    if ((event->buttons() & Qt::LeftButton) &&
        (at - m_pressedAt).manhattanLength() >= QApplication::startDragDistance() &&
        m_model->siblings(m_model->indexOf(m_dragged)).size() > 1) {
        m_drag = Drag::Order;
        m_dragY = at.y() + m_scrollY;
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    setCursor(at.x() >= width() - edgeGrip ? Qt::SplitHCursor : (edgeAt(at) >= 0 ? Qt::SplitVCursor : Qt::ArrowCursor));
    setHoverY(at.y() + m_scrollY);
    emit hoverMoved(at.y() + m_scrollY);
}

void LaneLabels::mouseReleaseEvent(QMouseEvent *)
{
    const Drag drag = m_drag;
    m_drag = Drag::None;
    if (drag == Drag::None && m_toggles) {
        const int index = m_model->indexOf(m_toggled);
        if (index >= 0)
            m_model->setExpanded(index, !m_model->rows()[static_cast<size_t>(index)].expanded);
    }
    m_toggles = false;
    if (drag == Drag::Order && m_dragY >= 0) {
        const int index = m_model->indexOf(m_dragged);
        const int to = index >= 0 ? dropAmongSiblings(index, m_dragY).first : -1;
        m_dragY = -1;
        if (to >= 0)
            m_model->layout().byHand([&] { m_model->moveRow(index, to); });
    }
    if (drag == Drag::Pin && m_dragY >= 0) {
        // Pinned processes may be unfolded: what counts is how many pins stand above the place.
        const int row = dropIndex(m_dragY);
        int pins = 0;
        for (int i = 0; i < row && i < static_cast<int>(m_model->rows().size()); ++i)
            pins += m_model->layout().isPinned(LaneModel::keyOf(m_model->rows()[static_cast<size_t>(i)])) ? 1 : 0;
        m_dragY = -1;
        m_model->layout().byHand([&] { m_model->layout().movePin(m_dragged, pins); });
    }
    unsetCursor();
    update();
}

void LaneLabels::contextMenuEvent(QContextMenuEvent *event)
{
    const int index = rowUnder(event->pos());
    if (index >= 0)
        emit menuRequested(LaneModel::keyOf(m_model->rows()[static_cast<size_t>(index)]), event->globalPos());
}

void LaneLabels::wheelEvent(QWheelEvent *event)
{
    emit wheelTurned(event);
}

} // namespace rs

#include "moc_lanelabels.cpp"
