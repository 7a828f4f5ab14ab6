// SPDX-License-Identifier: Apache-2.0
#include "views/browse/slicefacts.h"

#include "analysis/communication/commrecord.h"
#include "analysis/communication/mc2.h"
#include "analysis/host/hostclock.h"
#include "analysis/operators/frequency.h"
#include "analysis/parallel/legacytimeline.h"
#include "core/table/kernelcolumns.h"
#include "items/format.h"
#include "views/picture/timeticks.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

/// Gives the texts of these functions a context of their own.
struct SliceText
{
    Q_DECLARE_TR_FUNCTIONS(rs::SliceText)
};

bool isStackKey(const QString &key)
{
    return key.compare(QLatin1String("call stack"), Qt::CaseInsensitive) == 0 ||
           key.compare(QLatin1String("callstack"), Qt::CaseInsensitive) == 0 ||
           key.compare(QLatin1String("stack"), Qt::CaseInsensitive) == 0;
}

void append(std::vector<Property> &out, const QString &name, const QString &value)
{
    if (!value.isEmpty())
        out.push_back({name, value, 0});
}

} // namespace

namespace {

QString phaseText(Mc2Phase phase)
{
    switch (phase) {
    case Mc2Phase::Start:
        return SliceText::tr("Start of the server");
    case Mc2Phase::WaitNotify:
        return SliceText::tr("Waiting for the message");
    case Mc2Phase::Orchestrate:
        return SliceText::tr("Orchestration");
    case Mc2Phase::Send:
        return SliceText::tr("Sending the tasks");
    case Mc2Phase::WaitActive:
        return SliceText::tr("Waiting for the start");
    case Mc2Phase::Execute:
        return SliceText::tr("Execution");
    case Mc2Phase::Finish:
        return SliceText::tr("Waiting for the end");
    case Mc2Phase::WaitCompute:
        return SliceText::tr("Waiting for computing");
    case Mc2Phase::Compute:
        return SliceText::tr("Computing");
    case Mc2Phase::Count:
        break;
    }
    return {};
}

// For a phase: its turn. For the operator, or the one that runs beside it: the sums over all turns.
void addMc2(SliceFacts &out, const Trace &trace, SliceId slice, const JobContext &job)
{
    for (const Mc2Operator &op : mc2Operators(trace, job)) {
        const auto own =
            std::find_if(op.steps.begin(), op.steps.end(), [slice](const Mc2Step &s) { return s.slice == slice; });
        if (own == op.steps.end() && op.communication != slice && op.compute != slice)
            continue;
        const auto add = [&](const QString &name, const QString &value, SliceId at) {
            out.mc2.push_back({{name, value, 0}, at});
        };
        const auto nameOf = [&trace](SliceId s) { return trace.strings().text(trace.slices().name(s)); };
        if (op.communication != slice)
            add(SliceText::tr("Communication"), nameOf(op.communication), op.communication);
        if (op.compute != NoSlice && op.compute != slice)
            add(SliceText::tr("Compute operator"), nameOf(op.compute), op.compute);
        if (own != op.steps.end()) {
            out.mc2Heading = own->turn < 0 ? SliceText::tr("MC² operator, outside the turns")
                                           : SliceText::tr("MC² operator, turn %1 of %2").arg(own->turn).arg(op.turns);
            for (const Mc2Step &s : op.steps) {
                if (s.turn == own->turn)
                    add(phaseText(s.phase), format::duration(trace.slices().duration(s.slice)), s.slice);
            }
            return;
        }
        out.mc2Heading = SliceText::tr("MC² operator, %n turn(s)", nullptr, op.turns);
        for (size_t phase = 0; phase < op.phaseNs.size(); ++phase) {
            if (op.phaseNs[phase] > 0)
                add(phaseText(static_cast<Mc2Phase>(phase)), format::duration(op.phaseNs[phase]), NoSlice);
        }
        return;
    }
}

} // namespace

std::vector<ChainLine> chainLines(const Trace &trace, const FlowChain &chain)
{
    const auto nameOf = [&trace](SliceId s) { return trace.strings().text(trace.slices().name(s)); };
    std::vector<ChainLine> out;
    for (size_t i = 0; i < chain.members.size(); ++i) {
        const ChainMember &m = chain.members[i];
        const LaneId lane = trace.laneOf(m.slice);
        const QString where = SliceText::tr("%1 / %2", "process / lane")
                                  .arg(trace.processLabel(trace.lane(lane).process), trace.laneLabel(lane));
        // The member just before tells the way; others stand below.
        std::vector<ChainStep> steps = m.steps;
        std::stable_sort(steps.begin(), steps.end(), [&](const ChainStep &a, const ChainStep &b) {
            return trace.slices().start(a.from) > trace.slices().start(b.from);
        });
        const auto way = [&](const ChainStep &s) {
            if (s.category == ChainStep::inside)
                return SliceText::tr("%1 into it", "delay between the start of the outer slice and the inner one")
                    .arg(format::signedDuration(s.delayNs));
            return SliceText::tr("%1 · delay %2", "flow category, delay")
                .arg(trace.strings().text(trace.flows().categories()[static_cast<size_t>(s.category)].name),
                     format::signedDuration(s.delayNs));
        };
        QStringList text;
        if (!steps.empty())
            text.append(way(steps.front()));
        text.append(where);
        out.push_back({m.slice, nameOf(m.slice), text.join(QStringLiteral(" · ")), 0, i == chain.self});
        for (size_t k = 1; k < steps.size(); ++k)
            out.push_back(
                {steps[k].from, SliceText::tr("also from %1").arg(nameOf(steps[k].from)), way(steps[k]), 1, false});
    }
    return out;
}

std::vector<Property> frequencyProperties(const Trace &trace, SliceId slice)
{
    const auto f = kernelFrequency(trace, slice);
    if (!f)
        return {};
    const auto mhz = [](double v) { return SliceText::tr("%1 MHz").arg(format::real(v, 0)); };
    std::vector<Property> out;
    append(out, SliceText::tr("Nominal"), mhz(f->nominalMHz));
    append(out, SliceText::tr("While it ran"),
           f->isLowered() ? SliceText::tr("%1 – lowered").arg(mhz(f->meanMHz)) : mhz(f->meanMHz));
    if (f->isLowered())
        append(out, SliceText::tr("Lost at most"),
               SliceText::tr("%1 ms (estimate)").arg(QString::number(f->lostNs / 1e6, 'g', 4)));
    return out;
}

std::vector<Property> movedProperties(const TimeOffsets &offsets, RankRef rank, const Trace &trace, SliceId slice)
{
    std::vector<Property> out;
    const auto add = [&](const QString &name, qint64 ns, OffsetReason reason) {
        if (ns == 0)
            return;
        const QString why = reason == OffsetReason::Clocks   ? SliceText::tr("alignment of the clocks")
                            : reason == OffsetReason::Slices ? SliceText::tr("aligned with another slice")
                                                             : SliceText::tr("by hand");
        // A positive offset is taken off the stamps: it moves to the left.
        const QString by = ns < 0 ? QStringLiteral("+%1").arg(-ns) : QStringLiteral("-%1").arg(ns);
        out.push_back({name, SliceText::tr("%1 ns · %2", "offset with its sign, reason").arg(by, why), 0});
    };
    const LaneId lane = trace.laneOf(slice);
    add(SliceText::tr("Rank is drawn at"), offsets.ofRankAt(rank, trace.slices().start(slice)), offsets.reasonOf(rank));
    if (isOnDeviceClock(trace.processOf(lane).kind))
        add(SliceText::tr("Device lanes are drawn at"), offsets.ofDevice(rank), OffsetReason::Clocks);
    add(SliceText::tr("Lane is drawn at"), offsets.ofLane(rank, lane), offsets.reasonOf(rank, lane));
    return out;
}

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
            link.partnerLane =
                SliceText::tr("%1 / %2", "process / lane").arg(t.processLabel(t.lane(lane).process), t.laneLabel(lane));
            link.category = t.strings().text(t.flows().categories()[f.category].name);
            link.delayNs = f.toNs - f.fromNs;
            out.flows.push_back(std::move(link));
        }
    };
    add(t.flows().incoming(slice), true);
    add(t.flows().outgoing(slice), false);
    const FlowChain chain = flowChain(t, slice, job);
    if (chain.members.size() > 1)
        out.chain = chainLines(t, chain);
    out.chainIsCut = chain.cut;
    out.frequency = frequencyProperties(t, slice);
    if (job.isCanceled())
        return out;
    addMc2(out, t, slice, job);
    if (const std::optional<CommOpRef> op = commRecordOf(rank, slice))
        out.record = recordProperties(*op);
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
        return SliceText::tr("Python function");
    case SliceKind::Framework:
        return SliceText::tr("Framework range");
    case SliceKind::Queue:
        return SliceText::tr("Task queue");
    case SliceKind::Step:
        return SliceText::tr("Step");
    case SliceKind::CannApi:
        return SliceText::tr("CANN API");
    case SliceKind::HostCommunication:
        return SliceText::tr("Communication on the host");
    case SliceKind::KernelCube:
        return SliceText::tr("Kernel on AI Core (cube)");
    case SliceKind::KernelVector:
        return SliceText::tr("Kernel on AI Vector Core");
    case SliceKind::KernelMix:
        return SliceText::tr("Kernel on cube and vector cores");
    case SliceKind::KernelAiCpu:
        return SliceText::tr("Kernel on AI CPU");
    case SliceKind::KernelOther:
        return SliceText::tr("Kernel");
    case SliceKind::CommOperator:
        return SliceText::tr("Communication operator");
    case SliceKind::CommTask:
        return SliceText::tr("Communication task");
    case SliceKind::CommWait:
        return SliceText::tr("Communication wait");
    case SliceKind::MemoryCopy:
        return SliceText::tr("Memory copy");
    case SliceKind::EventWait:
        return SliceText::tr("Event or wait");
    case SliceKind::DeviceOther:
        return SliceText::tr("Device task");
    case SliceKind::OverlapComputing:
        return SliceText::tr("Computing");
    case SliceKind::OverlapCommunication:
        return SliceText::tr("Communication");
    case SliceKind::OverlapNotOverlapped:
        return SliceText::tr("Non-overlapped communication");
    case SliceKind::OverlapFree:
        return SliceText::tr("Idle");
    case SliceKind::Scope:
        return SliceText::tr("Scope or layer");
    case SliceKind::Marker:
        return SliceText::tr("Marker");
    case SliceKind::GarbageCollection:
        return SliceText::tr("Garbage collection");
    case SliceKind::ThreadRunning:
        return SliceText::tr("Thread on a CPU");
    case SliceKind::ThreadRunnable:
        return SliceText::tr("Thread waits for a CPU");
    case SliceKind::ThreadSleeping:
        return SliceText::tr("Thread sleeps");
    case SliceKind::Other:
    case SliceKind::Count:
        break;
    }
    return SliceText::tr("Other");
}

namespace {

// Timelines of MindSpore 1.x name no kinds; the words are those of the Marey view, which tells them by the names.
QString shownKind(const RankData &rank, SliceId slice)
{
    const Trace &t = *rank.trace;
    switch (isLegacyTimeline(rank) ? legacyKind(t, slice) : LegacyKind::None) {
    case LegacyKind::Compute:
        return SliceText::tr("Computing");
    case LegacyKind::Collective:
        return SliceText::tr("Collective");
    case LegacyKind::Send:
        return SliceText::tr("Send");
    case LegacyKind::Receive:
        return SliceText::tr("Receive");
    case LegacyKind::None:
        break;
    }
    return sliceKindText(t.slices().kind(slice));
}

} // namespace

std::vector<Property> sliceProperties(const RankData &rank, SliceId slice, qint64 runStartNs)
{
    const Trace &t = *rank.trace;
    const SliceStore &s = t.slices();
    const LaneId lane = t.laneOf(slice);
    std::vector<Property> out;
    append(out, SliceText::tr("Name"), t.strings().text(s.name(slice)));
    append(out, SliceText::tr("Kind"), shownKind(rank, slice));
    append(out, SliceText::tr("Process"), t.processLabel(t.lane(lane).process));
    append(out, SliceText::tr("Lane"), t.laneLabel(lane));
    append(out, SliceText::tr("Duration"), exactOffset(s.duration(slice)));
    append(out, SliceText::tr("Start in the run"), exactOffset(s.start(slice) - runStartNs));
    append(out, SliceText::tr("End in the run"), exactOffset(s.end(slice) - runStartNs));
    append(out, SliceText::tr("Start (ns)"), QString::number(s.start(slice)));
    append(out, SliceText::tr("End (ns)"), QString::number(s.end(slice)));
    append(out, SliceText::tr("Depth"), QString::number(t.depthOf(slice)));
    return out;
}

std::vector<Property> taskProperties(const Trace &trace, const TaskDetail &task)
{
    const auto text = [&](StrId id) { return trace.strings().text(id); };
    const auto number = [](qint64 v) { return v < 0 ? QString() : QString::number(v); };
    std::vector<Property> out;
    append(out, SliceText::tr("Task type"), text(task.taskType));
    append(out, SliceText::tr("Stream"), number(task.streamId));
    append(out, SliceText::tr("Task"), number(task.taskId));
    append(out, SliceText::tr("Connection"), number(task.connectionId));
    append(out, SliceText::tr("Size"), task.sizeBytes < 0 ? QString() : format::bytes(task.sizeBytes));
    append(out, SliceText::tr("Source rank in the domain"), number(task.srcRank));
    append(out, SliceText::tr("Destination rank in the domain"), number(task.dstRank));
    append(out, SliceText::tr("Link type"), text(task.linkType));
    append(out, SliceText::tr("Transport"), text(task.transport));
    append(out, SliceText::tr("Data type"), text(task.dataType));
    return out;
}

std::vector<Property> tensorProperties(const Table &table, int row)
{
    const KernelColumns columns(table);
    std::vector<Property> out;
    const auto parts = [&](int column) {
        const std::string_view text = displayShape(table.textView(row, column));
        return text.empty() ? QStringList()
                            : QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).split(u';');
    };
    const auto add = [&](const QString &name, int shapeColumn, int typeColumn, int formatColumn) {
        const QStringList shapes = parts(shapeColumn);
        const QStringList types = parts(typeColumn);
        const QStringList formats = parts(formatColumn);
        for (qsizetype i = 0; i < shapes.size(); ++i) {
            const QString shape = shapes[i].trimmed().replace(u',', QChar(0xd7));
            QStringList line{shape.isEmpty() ? SliceText::tr("scalar or none") : shape};
            for (const QStringList &list : {types, formats}) {
                const QString text = list.value(i).trimmed();
                if (!text.isEmpty())
                    line.append(text);
            }
            out.push_back({name.arg(i), line.join(QStringLiteral(" · ")), 0});
        }
    };
    add(SliceText::tr("Input %1"), columns.inputShapes, columns.inputTypes, columns.inputFormats);
    add(SliceText::tr("Output %1"), columns.outputShapes, columns.outputTypes, columns.outputFormats);
    // Below Level1 the writers put N/A into every cell.
    const bool given = std::any_of(out.begin(), out.end(), [](const Property &p) {
        return p.value != QLatin1String("N/A") && !p.value.startsWith(QLatin1String("N/A ·"));
    });
    return given ? out : std::vector<Property>();
}

std::vector<Property> recordProperties(const CommOpRef &op)
{
    // append() leaves out what has no text.
    const auto ms = [](const std::optional<double> &value) {
        return value ? format::duration(static_cast<qint64>(std::llround(*value * 1e6))) : QString();
    };
    const auto share = [](const std::optional<double> &value) { return value ? format::percent(*value) : QString(); };
    std::vector<Property> out;
    append(out, SliceText::tr("Elapsed"), ms(op.elapseMs()));
    append(out, SliceText::tr("Transit"), ms(op.transitMs()));
    append(out, SliceText::tr("Wait"), ms(op.waitMs()));
    append(out, SliceText::tr("Synchronisation"), ms(op.synchronizationMs()));
    append(out, SliceText::tr("Idle in the operator"), ms(op.idleMs()));
    append(out, SliceText::tr("Wait ratio"), share(op.waitRatio()));
    append(out, SliceText::tr("Synchronisation ratio"), share(op.synchronizationRatio()));
    append(out, SliceText::tr("Domain"), op.groupHash());
    for (const TransportRef t : op.transports()) {
        if (t.sizeMb() == 0.0 && t.timeMs() == 0.0)
            continue;
        const QString size = t.sizeMb() ? format::bytes(static_cast<qint64>(std::llround(*t.sizeMb() * 1e6)))
                                        : SliceText::tr("not known");
        out.push_back({t.transport(),
                       SliceText::tr("%1 in %2", "size, time")
                           .arg(size, t.timeMs() ? ms(t.timeMs()) : SliceText::tr("not known")),
                       0});
        if (t.bandwidthGbs())
            out.push_back({SliceText::tr("Bandwidth"), format::bandwidth(*t.bandwidthGbs()), 1});
        if (t.largePacketRatio())
            out.push_back({SliceText::tr("Large packets"), format::percent(*t.largePacketRatio()), 1});
    }
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
            value = SliceText::tr("%1 ns").arg(table.integer(row, c));
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
