// SPDX-License-Identifier: Apache-2.0
#include "views/details/slicefacts.h"

#include "items/format.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <cmath>

namespace rs {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("SliceFacts", text);
}

bool isStackKey(const QString &key)
{
    return key.compare(QLatin1String("call stack"), Qt::CaseInsensitive) == 0
           || key.compare(QLatin1String("callstack"), Qt::CaseInsensitive) == 0
           || key.compare(QLatin1String("stack"), Qt::CaseInsensitive) == 0;
}

void append(std::vector<Property> &out, const QString &name, const QString &value)
{
    if (!value.isEmpty())
        out.push_back({name, value, 0});
}

} // namespace

QStringList stackFrames(const QString &text)
{
    static const QRegularExpression lineEnd(QStringLiteral(";?\\r?\\n"));
    QStringList out;
    for (const QString &frame : text.split(lineEnd)) {
        const QString t = frame.trimmed();
        if (!t.isEmpty())
            out.append(t.endsWith(QLatin1Char(';')) ? t.chopped(1) : t);
    }
    return out;
}

SliceFacts sliceFacts(const RankData &rank, SliceId slice,
                      const std::function<ArgLines(const Trace &, SliceId)> &readArgs, const JobContext &job)
{
    SliceFacts out;
    const Trace &t = *rank.trace;
    out.selfNs = t.selfTime(slice);
    out.parent = t.parentOf(slice);
    if (out.parent != NoSlice)
        out.parentName = t.strings().text(t.slices().name(out.parent));
    if (job.isCanceled())
        return out;
    const auto add = [&](const std::vector<FlowIndex> &indices, bool incoming) {
        for (const FlowIndex i : indices) {
            if (out.flows.size() >= flowLinkLimit) {
                ++out.flowsLeftOut;
                continue;
            }
            const Flow &f = t.flows().at(i);
            FlowLink link;
            link.incoming = incoming;
            link.partner = incoming ? f.from : f.to;
            link.partnerName = t.strings().text(t.slices().name(link.partner));
            const LaneId lane = t.laneOf(link.partner);
            link.partnerLane = QCoreApplication::translate("SliceFacts", "%1 / %2", "process / lane")
                                   .arg(t.processLabel(t.lane(lane).process), t.laneLabel(lane));
            link.category = t.strings().text(t.flows().categories()[f.category].name);
            link.delayNs = f.toNs - f.fromNs;
            out.flows.push_back(std::move(link));
        }
    };
    add(t.flows().incoming(slice), true);
    add(t.flows().outgoing(slice), false);
    if (job.isCanceled() || !readArgs)
        return out;
    out.args = readArgs(t, slice);
    for (auto it = out.args.lines.begin(); it != out.args.lines.end();) {
        if (isStackKey(it->key) && out.callStack.isEmpty()) {
            out.callStack = stackFrames(it->value);
            it = out.args.lines.erase(it);
        } else {
            ++it;
        }
    }
    return out;
}

QString sliceKindText(SliceKind kind)
{
    switch (kind) {
    case SliceKind::Python:
        return tr("Python function");
    case SliceKind::Framework:
        return tr("Framework range");
    case SliceKind::Queue:
        return tr("Task queue");
    case SliceKind::Step:
        return tr("Step");
    case SliceKind::CannApi:
        return tr("CANN API");
    case SliceKind::HostCommunication:
        return tr("Communication on the host");
    case SliceKind::KernelCube:
        return tr("Kernel on AI Core (cube)");
    case SliceKind::KernelVector:
        return tr("Kernel on AI Vector Core");
    case SliceKind::KernelMix:
        return tr("Kernel on cube and vector cores");
    case SliceKind::KernelAiCpu:
        return tr("Kernel on AI CPU");
    case SliceKind::KernelOther:
        return tr("Kernel");
    case SliceKind::CommOperator:
        return tr("Communication operator");
    case SliceKind::CommTask:
        return tr("Communication task");
    case SliceKind::CommWait:
        return tr("Communication wait");
    case SliceKind::MemoryCopy:
        return tr("Memory copy");
    case SliceKind::EventWait:
        return tr("Event or wait");
    case SliceKind::DeviceOther:
        return tr("Device task");
    case SliceKind::OverlapComputing:
        return tr("Computing");
    case SliceKind::OverlapCommunication:
        return tr("Communication");
    case SliceKind::OverlapNotOverlapped:
        return tr("Uncovered communication");
    case SliceKind::OverlapFree:
        return tr("Idle");
    case SliceKind::Scope:
        return tr("Scope or layer");
    case SliceKind::Marker:
        return tr("Marker");
    case SliceKind::GarbageCollection:
        return tr("Garbage collection");
    case SliceKind::Other:
    case SliceKind::Count:
        break;
    }
    return tr("Other");
}

std::vector<Property> sliceProperties(const RankData &rank, SliceId slice, qint64 runStartNs)
{
    const Trace &t = *rank.trace;
    const SliceStore &s = t.slices();
    const LaneId lane = t.laneOf(slice);
    std::vector<Property> out;
    append(out, tr("Name"), t.strings().text(s.name(slice)));
    append(out, tr("Kind"), sliceKindText(s.kind(slice)));
    append(out, tr("Process"), t.processLabel(t.lane(lane).process));
    append(out, tr("Lane"), t.laneLabel(lane));
    append(out, tr("Duration"), format::duration(s.duration(slice)));
    append(out, tr("Start in the run"), format::duration(s.start(slice) - runStartNs));
    append(out, tr("End in the run"), format::duration(s.end(slice) - runStartNs));
    append(out, tr("Start (ns)"), QString::number(s.start(slice)));
    append(out, tr("End (ns)"), QString::number(s.end(slice)));
    append(out, tr("Duration (ns)"), QString::number(s.duration(slice)));
    append(out, tr("Depth"), QString::number(t.depthOf(slice)));
    return out;
}

std::vector<Property> taskProperties(const Trace &trace, const TaskDetail &task)
{
    const auto text = [&](StrId id) { return trace.strings().text(id); };
    const auto number = [](qint64 v) { return v < 0 ? QString() : QString::number(v); };
    std::vector<Property> out;
    append(out, tr("Task type"), text(task.taskType));
    append(out, tr("Stream"), number(task.streamId));
    append(out, tr("Task"), number(task.taskId));
    append(out, tr("Connection"), number(task.connectionId));
    append(out, tr("Size"), task.sizeBytes < 0 ? QString() : format::bytes(task.sizeBytes));
    append(out, tr("Source rank in the group"), number(task.srcRank));
    append(out, tr("Destination rank in the group"), number(task.dstRank));
    append(out, tr("Link type"), text(task.linkType));
    append(out, tr("Transport"), text(task.transport));
    append(out, tr("Data type"), text(task.dataType));
    return out;
}

std::vector<Property> rowProperties(const Table &table, int row)
{
    std::vector<Property> out;
    for (int c = 0; c < table.columnCount(); ++c) {
        if (!table.has(row, c))
            continue;
        const Column &column = table.at(c);
        QString value;
        switch (column.type) {
        case ColumnType::Text:
            value = table.strings().text(table.textId(row, c));
            break;
        case ColumnType::Integer:
            value = QString::number(table.integer(row, c));
            break;
        case ColumnType::Real:
            value = format::real(table.real(row, c));
            break;
        case ColumnType::TimeStamp:
            value = QCoreApplication::translate("SliceFacts", "%1 ns").arg(table.integer(row, c));
            break;
        case ColumnType::Duration:
            value = format::duration(table.integer(row, c));
            break;
        }
        // The unit in the name is the file's; a time is shown with the unit that it is shown in.
        const bool isTime = column.type == ColumnType::TimeStamp || column.type == ColumnType::Duration;
        const qsizetype bracket = isTime ? column.name.indexOf(QLatin1Char('(')) : -1;
        append(out, bracket > 0 ? column.name.left(bracket).trimmed() : column.name, value);
    }
    return out;
}

} // namespace rs
