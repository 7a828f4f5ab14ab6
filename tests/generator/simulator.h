// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model.h"
#include "options.h"
#include "prng.h"
#include "topology.h"

#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace rs::gen {

/// The time spent on one peer of a communication operator, all in ns of true time.
struct PeerPart
{
    int peer = 0;         ///< index within the group
    qint64 waitEndNs = 0; ///< when the peer was ready
    qint64 bytes = 0;     ///< per transfer
    qint64 reduceNs = 0;  ///< 0: no such transfer
    qint64 copyNs = 0;
};

/// Facts on a communication operator beyond its record, for the writer.
struct CommDetail
{
    int group = 0;
    CommKind kind = CommKind::AllReduce;
    int sequence = 0; ///< in the group, over the run, on this rank
    qint64 bytes = 0;
    bool combine = false; ///< AllToAllV: back from the experts
    qint64 localBytes = 0;
    qint64 localNs = 0;
    qint64 dataNs = 0; ///< when payload begins
    qint64 lastArrivalNs = 0;
    std::vector<PeerPart> parts;
};

enum class RecordKind : quint8 {
    Kernel,
    Memcpy,
    EventRecord,
    EventWait,
    Comm,
    Block,
    StepBegin,
    StepEnd,
    Pause,
    Compile,
    Synchronize,
    Save
};

/// One happening on one rank, in true time (ns since the start of the simulation; no clock offset is applied).
struct Record
{
    RecordKind kind = RecordKind::Kernel;
    Pass pass = Pass::Forward;
    bool toHost = false; ///< Memcpy
    quint8 stream = 0;   ///< index into streamIds
    quint16 op = 0;      ///< Kernel: index into opTable()
    quint16 place = 0;   ///< position in its block
    qint32 step = 0;
    qint32 layer = 0;
    qint32 microBatch = 0;
    quint32 connection = 0;
    quint32 task = 0;
    quint32 detail = 0;      ///< Comm: index into RankBuffer::comms
    qint64 bytes = 0;        ///< Memcpy
    qint64 inferStartNs = 0; ///< framework side; those behind Comm use the infer stamps only
    qint64 inferEndNs = 0;
    qint64 launchStartNs = 0;
    qint64 launchEndNs = 0;
    qint64 deviceStartNs = 0;
    qint64 deviceEndNs = 0;
};

/// Device streams of a rank.
enum Stream : quint8 { ComputeStream, TpStream, DpStream, PpStream, WorldStream, EpStream, StreamCount };
[[nodiscard]] Stream streamOf(GroupRole role);
/// Device tasks of a copy, with ids from record.task on.
[[nodiscard]] inline int copyTaskCount(const Record &record)
{
    return record.toHost ? 1 : 2;
}

struct RankBuffer
{
    std::vector<Record> records;
    std::vector<CommDetail> comms;
    void clear()
    {
        records.clear();
        comms.clear();
    }
};

/// Plays the run: every rank works through its program; collectives begin when the last rank has arrived.
/// Single-threaded and deterministic: each rank has its own random numbers, drawn in program order, so a fault changes
/// nothing but what it causes.
class Simulator
{
public:
    Simulator(const GeneratorOptions &options, const Topology &topology, const ModelShape &shape,
              std::vector<Fault> faults);
    ~Simulator();
    Q_DISABLE_COPY_MOVE(Simulator)

    /// Plays on until about `maxRecords` records wait in the buffers. False when the run has ended.
    [[nodiscard]] bool advance(size_t maxRecords);
    [[nodiscard]] RankBuffer &buffer(int rank);

private:
    struct Pending;
    struct Rank;
    struct MatchedCollective;
    using MatchKey = std::tuple<int, int, int, int>; ///< group, source or -1, destination or -1, sequence

    bool playRank(Rank &rank);
    void playBlockStart(Rank &rank, const Block &block);
    void beginStep(Rank &rank);
    void endStep(Rank &rank);
    [[nodiscard]] qint64 saveWeights(Rank &rank);
    void dispatch(Rank &rank, Record &record, double costFactor);
    void playKernel(Rank &rank, const Instruction &instruction, Record record);
    void startComm(Rank &rank, const Instruction &instruction, Record record);
    void emitEventWait(Rank &rank, Record record, qint64 untilNs);
    void post(int rank, int stream);
    void resolve(MatchedCollective &meeting);
    void addTransfers(PeerPart &part, const CommDetail &d, int self, int peer, size_t members) const;
    [[nodiscard]] double slowdown(int a, int b) const;
    [[nodiscard]] double kernelFactor(const Rank &rank, quint16 op) const;

    GeneratorOptions m_options;
    const Topology &m_topology;
    std::vector<Fault> m_faults;
    std::vector<int> m_stragglers;   ///< by step
    std::vector<Program> m_programs; ///< per stage
    std::vector<std::unique_ptr<Rank>> m_ranks;
    std::map<MatchKey, MatchedCollective> m_meetings;
    std::deque<MatchKey> m_ready;
    size_t m_recordCount = 0;
};

/// Tokens that the experts of a rank get, in parts of what they would get if all got the same.
[[nodiscard]] double expertLoad(const Topology &topology, const std::vector<Fault> &faults, int rank);

} // namespace rs::gen
