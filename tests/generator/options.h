// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace rs::gen {

/// A disturbance of the simulated run.
struct Fault
{
    enum Kind : quint8 {
        SlowRank,        ///< every kernel of `rank` takes `value` times as long, where `step` is set in it alone
        HostBound,       ///< the host of `rank` takes `value` times as long to dispatch in `step`
        SlowLink,        ///< the link rank–peer has its bandwidth divided by `value`, both directions
        LateRank,        ///< `rank` begins every step `value` ms late
        FreqDrop,        ///< AI cores of `rank` run `value` times slower in `step`
        MovingStraggler, ///< as SlowRank, of another rank in every step; see stragglers()
        GcPause,         ///< the Python thread of `rank` stands still for `value` ms in `step`
        Checkpoint,      ///< every rank saves its weights at the end of `step`, which takes `value` ms
        MoeImbalance,    ///< the expert of `rank` gets `value` times as many tokens as each other one of its group
        SlowNic,         ///< every link of `rank` to another host has its bandwidth divided by `value`, both directions
        SlowCalls,       ///< two calls of a matrix product of `rank` take `value` ms longer together in `step`
        CpuOperator,     ///< casts of `rank` run on the AI CPU and take `value` times as long
        LongStage,       ///< the pipeline stage of `rank` has `value` layers of the next stage
        Compile,         ///< every host compiles operators for `value` ms in the first step
        HostSync,        ///< the host of `rank` waits for its device `value` times in every step
    };
    Kind kind = SlowRank;
    int rank = -1;
    int peer = -1;
    int step = -1;
    double value = 1;
};
/// Factor of a host-bound step when none is given: the device runs dry for much of it.
inline constexpr double hostBoundFactor = 13;
[[nodiscard]] QString faultName(Fault::Kind kind); ///< "slow-rank", …
[[nodiscard]] bool namesRank(Fault::Kind kind);    ///< the option gives a rank; a link gives two
[[nodiscard]] bool namesStep(Fault::Kind kind);
/// As the command line spells it: "--host-bound 5:2:13".
[[nodiscard]] QString faultText(const Fault &fault);

[[nodiscard]] QString faultForm(Fault::Kind kind); ///< "RANK:STEP[:FACTOR]"

/// Files that are damaged after they were written.
struct Truncation
{
    QString file;     ///< below the output folder, or "rank3/trace_view.json", or a wildcard over such paths
    qint64 bytes = 0; ///< kept bytes; negative: bytes cut off the end
};

/// Which deliverables are written.
enum class OutputFormat : quint8 {
    Text, ///< trace_view.json and the tables beside it
    Db,   ///< the databases instead of them
    Both,
};
/// "text", "db" or "both". Returns an English sentence on failure.
[[nodiscard]] QString parseFormat(const QString &text, OutputFormat &out);

struct GeneratorOptions
{
    QString outDir;
    int ranks = 8;
    int steps = 3;
    double mbPerRank = 50; ///< size of trace_view.json of a rank, MB = 10^6 bytes
    quint64 seed = 7;
    int tp = 0;       ///< 0: 2 where the number of ranks allows it
    int pp = 0;       ///< 0: 2 where the number of ranks allows it
    int nodeSize = 8; ///< ranks per machine: HCCS inside, RDMA across
    bool pytorch = false;
    OutputFormat format = OutputFormat::Text;
    bool gzip = false;    ///< trace_view.json.gz
    bool oldCann = false; ///< names of CANN 8.0: lane HCCL, "Group 0 Communication", packed flow ids
    bool level0 = false;  ///< profiler level 0: no lanes of CANN, whose flows stay; no planes, no communication files
    bool batchSendRecv = false; ///< stages talk in batches: hcom_batchSendRecv instead of send and receive
    bool experts = false;       ///< a mixture of experts, with alltoallv between the ranks that share the data
    bool hardware = false;      ///< the tables of links, memory and tasks that switches of the hardware add
    bool kernelTrace = false;   ///< ftrace_data.db of the first machine, beside the ranks
    bool staticGraph = false;   ///< compiled graphs: static_op_mem.csv, and jit_level O2 of MindSpore
    double hostLoad = 1;        ///< dispatching takes that many times as long on every rank, in every step
    bool runAhead = false;      ///< hosts do not wait for their device between steps
    bool earlyReceive = false;  ///< stages post the receive of the next micro-batch before they work on this one
    int fewerSteps = -1;        ///< this rank records all steps but the last
    int buckets = 1;            ///< allreduces of a layer's gradients, one behind the other on their stream
    double clockOffsetMs = 3;
    int threads = 2;
    std::vector<Fault> faults;
    std::vector<Truncation> truncations;
    std::optional<quint64> nonsense;

    [[nodiscard]] bool writesText() const { return format != OutputFormat::Db; }
    [[nodiscard]] bool writesDb() const { return format != OutputFormat::Text; }
    [[nodiscard]] int dp() const { return ranks / (tp * pp); }
};

/// Fills tp and pp where they are 0. Returns an English sentence when the options contradict each other.
[[nodiscard]] QString completeOptions(GeneratorOptions &options);
/// The rank that a moving straggler slows down in each step, from step 1 on: never the same twice in a row.
[[nodiscard]] std::vector<int> stragglers(const GeneratorOptions &options);
/// Parses the form of faultForm() of the kind. Returns an English sentence on failure.
[[nodiscard]] QString parseFault(Fault::Kind kind, const QString &text, Fault &out);
/// "FILE:BYTES"
[[nodiscard]] QString parseTruncation(const QString &text, Truncation &out);

} // namespace rs::gen
