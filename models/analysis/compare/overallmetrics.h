// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Quantity of a line.
enum class OverallMeasure : quint8 {
    Time,      ///< OverallLine::ns
    Bandwidth, ///< OverallLine::value in GB/s
    Memory,    ///< OverallLine::value in GB of 1024 MB
};

/// A line of the sheet: a time of the device, and of what it is a part.
struct OverallLine
{
    int level = 0; ///< 0: a part of the whole time; deeper ones are parts of the line above with one less
    QString name;  ///< as the official sheet has it, "Conv (Forward) (Cube)"; of a group its label, else its lane's
    std::optional<qint64> ns;
    std::optional<qint64> kernels; ///< how many; missing where kernels are not what the line counts
    OverallMeasure measure = OverallMeasure::Time;
    std::optional<double> value; ///< of lines that are no time
    bool isGroup = false;        ///< of communication
    QString groupKind{};         ///< "tp"; empty where no file names the group
    size_t groupRanks = 0;       ///< how many, of a group with a name
};

/// Time of the device, as in OverallMetrics of the official comparison, from the lanes of the overlap analysis and the
/// kernels of the table. A kernel is called by the cube operator of the framework that was under way when it was
/// launched (async_npu): attention, convolution, matrix multiplication, of the backward pass where its name says so, on
/// the cube or the vector cores. Where none was, and of MindSpore, its own type tells, else the cores and its name.
/// "SDMA", a part of "Free", are the copies (SDMA_SQE, PCIE_DMA_SQE, in databases MEMCPY_ASYNC) of the streams that
/// compute and, where any stream does, wait for events: the official sheet sets them beside "Free", and leaves them out
/// where the trace numbers streams as "Physic Stream Id". Behind the time stand what the official tool prints beside
/// the sheet: the bandwidths of RDMA and SDMA over "Total Op Info" of all steps of communication.json, and the most
/// that memory_record.csv says was reserved. Lines of nothing are left out. Empty without the overlap analysis. `run`:
/// describes groups that the rank itself does not.
[[nodiscard]] std::vector<OverallLine> overallMetrics(const RankData &rank, const Run &run = Run(),
                                                      const JobContext &job = JobContext());

/// The whole time of a sheet, its line "E2E Time"; 0 without lines.
[[nodiscard]] qint64 overallWholeNs(const std::vector<OverallLine> &lines);

/// Two ranks line by line: the lines of the base, each followed by those that only the other has. Groups are the same
/// where they are of one name, with the same members if there are such, else with as many; where no file names them, in
/// their order. Two ranks of a run are in different groups of a kind, and two runs call one group differently.
struct OverallPair
{
    int level = 0;
    QString name; ///< "pp:(0,4) / pp:(1,5)" where the sides are called differently
    OverallMeasure measure = OverallMeasure::Time;
    std::optional<OverallLine> base;
    std::optional<OverallLine> other;
};
[[nodiscard]] std::vector<OverallPair> pairOverallMetrics(const std::vector<OverallLine> &base,
                                                          const std::vector<OverallLine> &other);

} // namespace rs
