// SPDX-License-Identifier: Apache-2.0
#include "simulator.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rs::gen {

namespace {

constexpr qint64 us = 1000;
constexpr double copyBytesPerUs = 23000; // between device and host
constexpr size_t mostDirect = 8;         // members that talk to each other directly; more form a ring
constexpr size_t queueDepth = 1024;      // tasks that a device stream takes before a launch blocks

/// ns of `meanUs` with a spread of `sigma`; seldom a kernel takes half as long again.
qint64 jittered(Prng &prng, double meanUs, double sigma)
{
    double value = meanUs * (1 + sigma * prng.bell());
    if (prng.uniform() < 0.004)
        value *= 1.2 + 0.6 * prng.uniform();
    return std::max<qint64>(20, std::llround(value * 1000));
}

} // namespace

Stream streamOf(GroupRole role)
{
    static constexpr Stream streams[] = {WorldStream, TpStream, DpStream, PpStream, EpStream};
    return streams[static_cast<size_t>(role)];
}

struct Simulator::Pending
{
    Record record;
    CommDetail detail;
    MatchKey key;
    Slot slot = Slot::Tp;
    qint64 readyNs = 0;
    qint64 endJitterNs = 0;
};

struct Simulator::MatchedCollective
{
    size_t needed = 0;
    std::vector<std::pair<int, qint64>> arrivals; ///< rank, time
    std::vector<int> streams;                     ///< stream of each arrival
};

struct Simulator::Rank
{
    int rank = 0;
    Prng prng;
    const Program *program = nullptr;
    int step = 1;
    size_t block = 0;
    size_t place = 0;
    bool blockOpen = false;
    bool done = false;

    qint64 inferNs = 0;
    qint64 launchNs = 0;
    qint64 deviceNs = 0;
    qint64 stepStartNs = 0;
    Record blockRecord;
    std::array<qint64, queueDepth> queue{}; ///< device starts of the last tasks
    size_t queued = 0;
    quint32 connection = 900;
    std::array<quint32, StreamCount> task{};
    std::array<std::deque<std::unique_ptr<Pending>>, StreamCount> streams;
    std::array<qint64, StreamCount> streamFreeNs{};
    std::array<int, slotKinds> slotCount{};
    std::array<qint64, slotKinds> slotEndNs{};
    std::array<int, groupRoles> sequence{};         ///< collectives per group role
    std::map<std::pair<int, int>, int> p2pSequence; ///< source, destination
    RankBuffer buffer;
    double hostFactor = 1;
    double coreFactor = 1;
    int slowCalls = 0; ///< in this step
};

Simulator::Simulator(const GeneratorOptions &options, const Topology &topology, const ModelShape &shape,
                     std::vector<Fault> faults)
    : m_options(options), m_topology(topology), m_faults(std::move(faults)), m_stragglers(stragglers(options))
{
    for (int stage = 0; stage < options.pp; ++stage) {
        ModelShape own = shape;
        for (const Fault &f : m_faults) {
            // The model stays as deep as it is: a stage gives all of its layers but one.
            const int moved = std::min(static_cast<int>(f.value), shape.layersPerStage - 1);
            if (f.kind == Fault::LongStage && topology.stageOf(f.rank) == stage)
                own.layersPerStage += moved;
            else if (f.kind == Fault::LongStage && (topology.stageOf(f.rank) + 1) % options.pp == stage)
                own.layersPerStage -= moved;
        }
        m_programs.push_back(
            buildProgram(own, {stage, options.pp, options.tp, options.dp(), options.ranks, options.batchSendRecv,
                               options.experts, options.earlyReceive, options.buckets}));
    }
    for (int r = 0; r < options.ranks; ++r) {
        auto rank = std::make_unique<Rank>();
        rank->rank = r;
        rank->prng = Prng(mix64(options.seed) ^ (0x5eedULL + static_cast<quint64>(r) * 0x9e37ULL));
        rank->program = &m_programs[static_cast<size_t>(topology.stageOf(r))];
        rank->inferNs = rank->prng.between(150 * us, 900 * us);
        rank->launchNs = rank->inferNs;
        rank->connection += static_cast<quint32>(rank->prng.between(0, 400));
        for (size_t s = 0; s < StreamCount; ++s)
            rank->task[s] = static_cast<quint32>(rank->prng.between(0, 30000));
        m_ranks.push_back(std::move(rank));
    }
}

Simulator::~Simulator() = default;

RankBuffer &Simulator::buffer(int rank)
{
    return m_ranks[static_cast<size_t>(rank)]->buffer;
}

bool Simulator::advance(size_t maxRecords)
{
    m_recordCount = 0;
    while (m_recordCount < maxRecords) {
        bool moved = false;
        for (const auto &rank : m_ranks) {
            if (!rank->done)
                moved = playRank(*rank) || moved;
        }
        if (!moved)
            return std::any_of(m_ranks.begin(), m_ranks.end(),
                               [](const auto &r) { return !r->buffer.records.empty(); });
    }
    return true;
}

double Simulator::slowdown(int a, int b) const
{
    double factor = 1;
    for (const Fault &f : m_faults) {
        if (f.kind == Fault::SlowLink && ((f.rank == a && f.peer == b) || (f.rank == b && f.peer == a)))
            factor *= f.value;
        if (f.kind == Fault::SlowNic && (f.rank == a || f.rank == b) && m_topology.link(a, b) == LinkType::Rdma)
            factor *= f.value;
    }
    return factor;
}

double expertLoad(const Topology &topology, const std::vector<Fault> &faults, int rank)
{
    double load = 1;
    const int group = topology.groupOf(rank, GroupRole::Ep);
    for (const Fault &f : faults) {
        if (f.kind != Fault::MoeImbalance || group < 0 || topology.groupOf(f.rank, GroupRole::Ep) != group)
            continue;
        // The tokens stay as many: what one expert gets more, the others get less.
        const auto n = static_cast<double>(topology.groups()[static_cast<size_t>(group)].ranks.size());
        load *= (rank == f.rank ? f.value : 1) * n / (f.value + n - 1);
    }
    return load;
}

double Simulator::kernelFactor(const Rank &rank, quint16 op) const
{
    double factor =
        rank.coreFactor * (m_options.experts && isExpertOp(op) ? expertLoad(m_topology, m_faults, rank.rank) : 1);
    for (const Fault &f : m_faults) {
        if (f.kind == Fault::SlowRank && f.rank == rank.rank && (f.step < 0 || f.step == rank.step))
            factor *= f.value;
        if (f.kind == Fault::CpuOperator && f.rank == rank.rank && isCpuOp(op))
            factor *= f.value;
    }
    return factor;
}

/// Plays until the rank has to wait for others or has played a few blocks. False when nothing could be done.
bool Simulator::playRank(Rank &rank)
{
    bool moved = false;
    for (int blocks = 0; blocks < 4 && !rank.done;) {
        const Block &block = rank.program->blocks[rank.block];
        if (!rank.blockOpen) {
            playBlockStart(rank, block);
            rank.blockOpen = true;
            moved = true;
        }
        const Body &body = rank.program->bodies[block.body];
        while (rank.place < body.size()) {
            const Instruction &instruction = body[rank.place];
            const auto slot = static_cast<size_t>(instruction.slot);
            if (instruction.kind == Instruction::CommWait && rank.slotCount[slot] > 0)
                return moved;
            Record record;
            record.pass = block.pass;
            record.place = static_cast<quint16>(rank.place);
            record.step = rank.step;
            record.layer = block.layer;
            record.microBatch = block.microBatch;
            switch (instruction.kind) {
            case Instruction::Kernel:
            case Instruction::Memcpy:
                playKernel(rank, instruction, record);
                break;
            case Instruction::CommStart:
                startComm(rank, instruction, record);
                break;
            case Instruction::CommWait:
                emitEventWait(rank, record, rank.slotEndNs[slot]);
                break;
            }
            ++rank.place;
            moved = true;
        }
        rank.blockRecord.launchEndNs = rank.launchNs;
        rank.blockRecord.inferEndNs = rank.inferNs;
        rank.blockRecord.deviceEndNs = rank.deviceNs;
        rank.buffer.records.push_back(rank.blockRecord);
        ++m_recordCount;
        rank.blockOpen = false;
        rank.place = 0;
        ++blocks;
        if (++rank.block < rank.program->blocks.size())
            continue;
        endStep(rank);
    }
    return moved;
}

void Simulator::endStep(Rank &rank)
{
    const qint64 saveStart = rank.inferNs;
    const qint64 writeNs = saveWeights(rank);
    const qint64 device =
        std::max(rank.deviceNs, *std::max_element(rank.streamFreeNs.begin(), rank.streamFreeNs.end()));
    // The host waits for the device at the end of a step, as reading the loss makes it; behind the last step always.
    const bool waits = !m_options.runAhead || rank.step == m_options.steps;
    const qint64 idle = waits ? std::max(rank.launchNs, device) : rank.launchNs;
    Record end;
    end.kind = RecordKind::StepEnd;
    end.step = rank.step;
    end.connection = rank.connection;
    rank.connection += 3;
    end.inferStartNs = rank.stepStartNs;
    end.launchStartNs = rank.inferNs + 2 * us;
    end.launchEndNs = idle + 40 * us;
    end.inferEndNs = idle + writeNs + rank.prng.between(380 * us, 520 * us);
    end.deviceEndNs = std::max(idle, device);
    if (writeNs > 0) {
        Record save;
        save.kind = RecordKind::Save;
        save.step = rank.step;
        save.inferStartNs = saveStart;
        save.launchStartNs = end.launchEndNs + 30 * us;
        save.inferEndNs = save.launchStartNs + writeNs;
        rank.buffer.records.push_back(save);
        ++m_recordCount;
    }
    rank.buffer.records.push_back(end);
    ++m_recordCount;
    rank.inferNs = end.inferEndNs + rank.prng.between(20 * us, 60 * us);
    rank.launchNs = rank.inferNs;
    rank.block = 0;
    rank.done = ++rank.step > m_options.steps;
}

/// A checkpoint: the weights are copied to the host, which is a quarter of its time, and then written to a disk.
/// Returns how long the host writes, or 0 where this step saves nothing.
qint64 Simulator::saveWeights(Rank &rank)
{
    double ms = 0;
    for (const Fault &f : m_faults)
        ms += f.kind == Fault::Checkpoint && f.step == rank.step ? f.value : 0;
    if (ms == 0)
        return 0;
    // Numbers of its own: the steps after it must be those of the run without it.
    const Prng kept = rank.prng;
    rank.prng = Prng(m_options.seed ^ (static_cast<quint64>(rank.rank) << 20) ^ static_cast<quint64>(rank.step));
    constexpr int copies = 8;
    Instruction copy;
    copy.kind = Instruction::Memcpy;
    copy.toHost = true;
    copy.bytes = std::max<qint64>(4096, std::llround(ms * 1000 / 4 / copies * copyBytesPerUs));
    for (int i = 0; i < copies; ++i) {
        Record record;
        record.pass = Pass::StepEnd;
        record.place = static_cast<quint16>(i);
        record.step = rank.step;
        playKernel(rank, copy, record);
    }
    const qint64 writeNs = jittered(rank.prng, ms * 750, 0.01);
    rank.prng = kept;
    return writeNs;
}

void Simulator::beginStep(Rank &rank)
{
    rank.hostFactor = m_options.hostLoad;
    rank.coreFactor = 1;
    rank.slowCalls = 0;
    for (const Fault &f : m_faults) {
        if (f.kind == Fault::MovingStraggler && m_stragglers[static_cast<size_t>(rank.step) - 1] == rank.rank)
            rank.coreFactor *= f.value;
        if (f.rank != rank.rank)
            continue;
        if (f.kind == Fault::LateRank)
            rank.inferNs += std::llround(f.value * 1e6);
        else if (f.kind == Fault::HostBound && f.step == rank.step)
            rank.hostFactor *= f.value;
        else if (f.kind == Fault::FreqDrop && f.step == rank.step)
            rank.coreFactor *= f.value;
    }
    rank.launchNs = rank.inferNs;
    rank.stepStartNs = rank.inferNs;
    Record begin;
    begin.kind = RecordKind::StepBegin;
    begin.step = rank.step;
    begin.inferStartNs = rank.inferNs;
    rank.inferNs += rank.prng.between(520 * us, 780 * us); // the data set
    begin.inferEndNs = rank.inferNs;
    rank.launchNs = rank.inferNs;
    rank.buffer.records.push_back(begin);
    ++m_recordCount;
}

void Simulator::playBlockStart(Rank &rank, const Block &block)
{
    if (block.pass == Pass::StepBegin)
        beginStep(rank);
    for (const Fault &f : m_faults) {
        const bool ofRank = f.kind == Fault::GcPause && f.rank == rank.rank && f.step == rank.step;
        // Early in a step the host is not far ahead of the device yet.
        if (!(ofRank || (f.kind == Fault::Compile && rank.step == 1)) || rank.block != 2)
            continue;
        Record pause;
        pause.kind = f.kind == Fault::Compile ? RecordKind::Compile : RecordKind::Pause;
        pause.step = rank.step;
        pause.inferStartNs = rank.inferNs;
        rank.inferNs += std::llround(f.value * 1e6);
        pause.inferEndNs = rank.inferNs;
        rank.buffer.records.push_back(pause);
        ++m_recordCount;
    }
    // Between layers, some kernels after the step began: before them there is nothing to wait for.
    for (const Fault &f : m_faults) {
        if (f.kind != Fault::HostSync || f.rank != rank.rank || rank.block < 2 ||
            rank.block >= 2 + static_cast<size_t>(f.value))
            continue;
        Record wait;
        wait.kind = RecordKind::Synchronize;
        wait.step = rank.step;
        wait.connection = rank.connection;
        rank.connection += 3;
        wait.inferStartNs = rank.inferNs;
        rank.inferNs = std::max({rank.inferNs, rank.launchNs, rank.deviceNs}) + 12 * us;
        rank.launchNs = rank.inferNs;
        wait.inferEndNs = rank.inferNs;
        rank.buffer.records.push_back(wait);
        ++m_recordCount;
    }
    Record record;
    record.kind = RecordKind::Block;
    record.pass = block.pass;
    record.step = rank.step;
    record.layer = block.layer;
    record.microBatch = block.microBatch;
    record.inferStartNs = rank.inferNs;
    rank.inferNs += rank.prng.between(60 * us, 90 * us); // Python of the layer
    record.launchStartNs = rank.inferNs;
    record.deviceStartNs = rank.deviceNs;
    rank.blockRecord = record;
}

/// Host side of one task: the framework prepares it, a second thread launches it, and blocks when the stream is full.
void Simulator::dispatch(Rank &rank, Record &record, double costFactor)
{
    const double factor = costFactor * rank.hostFactor;
    rank.inferNs = std::max(rank.inferNs, rank.launchNs - 20000 * us); // the queue between the threads is bounded
    record.inferStartNs = rank.inferNs;
    record.inferEndNs = rank.inferNs + jittered(rank.prng, 5.4 * factor, 0.18);
    rank.inferNs = record.inferEndNs + rank.prng.between(120, 420);
    record.launchStartNs = std::max(record.inferEndNs + 900, rank.launchNs);
    const qint64 cost = jittered(rank.prng, 6.8 * factor, 0.16);
    if (rank.queued >= queueDepth)
        record.launchStartNs = std::max(record.launchStartNs, rank.queue[rank.queued % queueDepth] - cost);
    record.launchEndNs = record.launchStartNs + cost;
    rank.launchNs = record.launchEndNs + rank.prng.between(150, 500);
    record.connection = rank.connection;
    rank.connection += 3;
}

void Simulator::playKernel(Rank &rank, const Instruction &instruction, Record record)
{
    const bool copy = instruction.kind == Instruction::Memcpy;
    record.kind = copy ? RecordKind::Memcpy : RecordKind::Kernel;
    record.op = instruction.op;
    record.bytes = instruction.bytes;
    record.toHost = instruction.toHost;
    record.stream = ComputeStream;
    dispatch(rank, record, 1);
    record.task = rank.task[ComputeStream];
    rank.task[ComputeStream] += static_cast<quint32>(copy ? copyTaskCount(record) : 1);
    qint64 duration = 0;
    if (copy) {
        duration = jittered(rank.prng, 2.2 + static_cast<double>(record.bytes) / copyBytesPerUs, 0.05);
    } else {
        const OpTemplate &op = opTable()[instruction.op];
        const bool aiCore = op.core != Core::AiCpu && op.core != Core::Dsa;
        duration = jittered(rank.prng, op.meanUs * (aiCore ? kernelFactor(rank, instruction.op) : 1),
                            op.core == Core::AiCpu ? 0.12 : 0.028);
        for (const Fault &f : m_faults) {
            if (f.kind == Fault::SlowCalls && f.rank == rank.rank && f.step == rank.step && isProduct(instruction.op) &&
                rank.slowCalls < 2) {
                ++rank.slowCalls;
                duration += std::llround(f.value * 1e6 / 2);
            }
        }
    }
    const qint64 gap = rank.prng.between(60, 900);
    record.deviceStartNs = std::max(record.launchEndNs + rank.prng.between(7 * us, 11 * us), rank.deviceNs + gap);
    record.deviceEndNs = record.deviceStartNs + duration;
    rank.deviceNs = record.deviceEndNs;
    rank.queue[rank.queued++ % queueDepth] = record.deviceStartNs;
    rank.buffer.records.push_back(record);
    ++m_recordCount;
}

void Simulator::emitEventWait(Rank &rank, Record record, qint64 untilNs)
{
    record.kind = RecordKind::EventWait;
    record.stream = ComputeStream;
    dispatch(rank, record, 0.4);
    record.task = rank.task[ComputeStream]++;
    record.deviceStartNs = std::max(record.launchEndNs + 6 * us, rank.deviceNs + rank.prng.between(20, 200));
    record.deviceEndNs = std::max(record.deviceStartNs + 20, untilNs + rank.prng.between(200, 700));
    rank.deviceNs = record.deviceEndNs;
    rank.queue[rank.queued++ % queueDepth] = record.deviceStartNs;
    rank.buffer.records.push_back(record);
    ++m_recordCount;
}

void Simulator::startComm(Rank &rank, const Instruction &instruction, Record record)
{
    const int groupIndex = m_topology.groupOf(rank.rank, instruction.group);
    const Group &group = m_topology.groups()[static_cast<size_t>(groupIndex)];

    Record event = record;
    event.kind = RecordKind::EventRecord;
    event.stream = ComputeStream;
    dispatch(rank, event, 0.4);
    event.task = rank.task[ComputeStream]++;
    event.deviceStartNs = std::max(event.launchEndNs + 6 * us, rank.deviceNs + rank.prng.between(20, 200));
    event.deviceEndNs = event.deviceStartNs; // recorded events have no length
    rank.deviceNs = event.deviceEndNs;
    rank.buffer.records.push_back(event);
    ++m_recordCount;

    auto pending = std::make_unique<Pending>();
    record.kind = RecordKind::Comm;
    record.stream = streamOf(instruction.group);
    dispatch(rank, record, 2.5);
    record.task = rank.task[record.stream]++;
    pending->record = record;
    pending->slot = instruction.slot;
    pending->readyNs = std::max(record.launchEndNs + rank.prng.between(9 * us, 14 * us), rank.deviceNs + 300);
    pending->endJitterNs = rank.prng.between(0, 900);
    CommDetail &d = pending->detail;
    d.group = groupIndex;
    d.kind = instruction.comm;
    d.bytes = instruction.bytes;
    d.combine = instruction.combine;
    const auto role = static_cast<size_t>(instruction.group);
    d.sequence = rank.sequence[role]++;
    if (instruction.stageStep != 0) {
        const int peer = rank.rank + instruction.stageStep * m_topology.stageStride();
        const bool send = isSend(instruction.comm);
        const int source = send ? rank.rank : peer;
        const int destination = send ? peer : rank.rank;
        pending->key = {groupIndex, source, destination, rank.p2pSequence[{source, destination}]++};
    } else {
        pending->key = {groupIndex, -1, -1, d.sequence};
        d.localBytes = d.bytes / static_cast<qint64>(group.ranks.size());
    }
    ++rank.slotCount[static_cast<size_t>(instruction.slot)];
    auto &stream = rank.streams[record.stream];
    stream.push_back(std::move(pending));
    if (stream.size() > 1)
        return;
    post(rank.rank, record.stream);
    while (!m_ready.empty()) {
        const MatchKey key = m_ready.front();
        m_ready.pop_front();
        const auto it = m_meetings.find(key);
        MatchedCollective meeting = std::move(it->second);
        m_meetings.erase(it);
        resolve(meeting);
    }
}

/// The head of a stream arrives at its meeting.
void Simulator::post(int rankIndex, int stream)
{
    Rank &rank = *m_ranks[static_cast<size_t>(rankIndex)];
    Pending &pending = *rank.streams[static_cast<size_t>(stream)].front();
    const qint64 arrival = std::max(pending.readyNs, rank.streamFreeNs[static_cast<size_t>(stream)] + 400);
    pending.record.deviceStartNs = arrival;
    MatchedCollective &meeting = m_meetings[pending.key];
    const bool p2p = std::get<1>(pending.key) >= 0;
    meeting.needed = p2p ? 2 : m_topology.groups()[static_cast<size_t>(pending.detail.group)].ranks.size();
    meeting.arrivals.emplace_back(rankIndex, arrival);
    meeting.streams.push_back(stream);
    if (meeting.arrivals.size() == meeting.needed)
        m_ready.push_back(pending.key);
}

/// Transfers from `self` to `peer`, with their times.
void Simulator::addTransfers(PeerPart &part, const CommDetail &d, int self, int peer, size_t members) const
{
    const bool p2p = isSend(d.kind) || isReceive(d.kind);
    part.bytes = p2p ? d.bytes : d.bytes / static_cast<qint64>(members);
    if (members > mostDirect)
        part.bytes *= static_cast<qint64>(members) - 1;
    if (d.kind == CommKind::AllToAllV)
        part.bytes =
            std::llround(static_cast<double>(part.bytes) * expertLoad(m_topology, m_faults, d.combine ? self : peer));
    const double slow = slowdown(self, peer);
    quint64 noise = mix64(m_options.seed ^ (static_cast<quint64>(self) << 40) ^ (static_cast<quint64>(peer) << 24) ^
                          static_cast<quint64>(d.sequence) ^ (static_cast<quint64>(d.group) << 52));
    if (d.kind == CommKind::AllReduce || d.kind == CommKind::ReduceScatter)
        part.reduceNs = m_topology.transferNs(self, peer, part.bytes, ++noise, slow);
    if (d.kind == CommKind::AllReduce || d.kind == CommKind::AllGather || isSend(d.kind) ||
        d.kind == CommKind::AllToAllV)
        part.copyNs = m_topology.transferNs(self, peer, part.bytes, ++noise, slow);
}

/// All have arrived: payload times of every link, one common end, and the records of all members.
void Simulator::resolve(MatchedCollective &meeting)
{
    std::vector<Pending *> members;
    std::vector<size_t> order(meeting.arrivals.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return meeting.arrivals[a] < meeting.arrivals[b]; });
    const auto sorted = [&order](auto &list) {
        auto copy = list;
        for (size_t i = 0; i < order.size(); ++i)
            list[i] = copy[order[i]];
    };
    sorted(meeting.arrivals);
    sorted(meeting.streams);
    qint64 last = 0;
    qint64 local = 0;
    for (size_t i = 0; i < meeting.arrivals.size(); ++i) {
        Rank &rank = *m_ranks[static_cast<size_t>(meeting.arrivals[i].first)];
        Pending *pending = rank.streams[static_cast<size_t>(meeting.streams[i])].front().get();
        members.push_back(pending);
        last = std::max(last, meeting.arrivals[i].second);
        CommDetail &d = pending->detail;
        if (d.localBytes > 0) {
            const quint64 noise =
                mix64(m_options.seed ^ (static_cast<quint64>(d.sequence) << 20) ^ static_cast<quint64>(d.group) << 44);
            d.localNs = m_topology.transferNs(rank.rank, rank.rank, d.localBytes, noise, 1);
            local = std::max(local, d.localNs);
        }
    }
    const qint64 dataNs = last + local + 3 * us;
    qint64 longest = 0;
    for (size_t i = 0; i < members.size(); ++i) {
        CommDetail &d = members[i]->detail;
        const int self = meeting.arrivals[i].first;
        const Group &group = m_topology.groups()[static_cast<size_t>(d.group)];
        d.dataNs = dataNs;
        d.lastArrivalNs = last;
        const bool ring = members.size() > mostDirect;
        for (size_t j = 0; j < members.size(); ++j) {
            if (j == i || (ring && j != (i + 1) % members.size()))
                continue;
            const int peer = meeting.arrivals[j].first;
            PeerPart part;
            part.peer = group.localIndex(peer);
            part.waitEndNs = ring ? last : std::max(meeting.arrivals[i].second, meeting.arrivals[j].second);
            addTransfers(part, d, self, peer, members.size());
            longest = std::max(longest, part.reduceNs + part.copyNs);
            d.parts.push_back(part);
        }
        std::sort(d.parts.begin(), d.parts.end(), [](const PeerPart &a, const PeerPart &b) { return a.peer < b.peer; });
    }
    for (size_t i = 0; i < members.size(); ++i) {
        Rank &rank = *m_ranks[static_cast<size_t>(meeting.arrivals[i].first)];
        const auto stream = static_cast<size_t>(meeting.streams[i]);
        Pending &pending = *members[i];
        Record &record = pending.record;
        // RDMA closes each payload with a notify and a wait, which need room behind the longest transfer.
        record.deviceEndNs = dataNs + longest + 7 * us + pending.endJitterNs;
        record.detail = static_cast<quint32>(rank.buffer.comms.size());
        rank.streamFreeNs[stream] = record.deviceEndNs;
        const auto slot = static_cast<size_t>(pending.slot);
        --rank.slotCount[slot];
        rank.slotEndNs[slot] = std::max(rank.slotEndNs[slot], record.deviceEndNs);
        rank.buffer.comms.push_back(std::move(pending.detail));
        rank.buffer.records.push_back(record);
        ++m_recordCount;
        rank.streams[stream].pop_front();
        if (!rank.streams[stream].empty())
            post(rank.rank, static_cast<int>(stream));
    }
}

} // namespace rs::gen
