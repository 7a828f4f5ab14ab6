// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbrows.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rs {

/// A row of COMPUTE_TASK_INFO: numbers of texts, -1 where there is none.
struct DbComputeInfo
{
    enum Text : size_t {
        Name,
        TaskType,
        OpType,
        InputFormats,
        InputTypes,
        InputShapes,
        OutputFormats,
        OutputTypes,
        OutputShapes,
        State,
        Hf32,
        TextCount
    };
    std::array<qint64, TextCount> texts{};
    qint64 blocks = -1;
    qint64 mixBlocks = -1;
};

/// A kernel that ran: a task with a DbComputeInfo.
struct DbKernel
{
    qint64 startNs = 0;
    qint64 durationNs = 0;
    qint64 globalTaskId = -1;
    qint64 connection = -1;
    qint64 model = -1;
    qint64 task = -1;
    qint64 context = -1;
    qint64 device = -1;
    qint64 stream = -1;
    quint32 info = 0; ///< index into DbDevice::infos
};

/// An operator of communication.
struct DbCommunicationOp
{
    qint64 name = -1;
    qint64 type = -1;
    qint64 group = -1;
    qint64 startNs = 0;
    qint64 endNs = 0;
    qint64 connection = -1;
    qint64 id = -1;
    qint64 device = -1;
    qint64 model = -1;
    std::optional<qint64> dataType;
    quint64 address = 0; ///< address of its row
};

/// Devices of connections by the tasks that were launched with them, for operators that do not name theirs.
class DbDevicesByConnection
{
public:
    void add(qint64 connection, qint64 device);
    /// The device of its tasks; -1 where it has none, or tasks of several devices.
    [[nodiscard]] qint64 deviceOf(qint64 connection) const;

private:
    std::unordered_map<qint64, qint64> m_devices;
};

/// Work of the devices, or of that of DbSource::device: tasks on their streams, operators of communication and
/// their tasks, what was computed and communicated at what time.
class DbDevice
{
public:
    explicit DbDevice(const DbSource &source) : rows(source), m_source(source), m_memory(source.job.sharedBudget()) {}

    void read();

    DbChunk rows;
    std::vector<DbLink> links; ///< tasks and operators that a call of the host launched
    std::vector<DbLink> marks; ///< tasks of mstx
    std::vector<DbComputeInfo> infos;
    std::vector<DbKernel> kernels; ///< by start
    std::vector<DbCommunicationOp> operators;
    std::set<qint64> devices;

private:
    struct Task;
    struct CommunicationTask
    {
        qint64 type = -1;
        qint64 group = -1;
        qint64 plane = -1;
        qint64 operatorId = -1;
        qint64 bytes = -1;
        qint32 source = -1;
        qint32 destination = -1;
        StrId transport{};
        StrId dataType{};
        StrId link{};
        quint64 address = 0;
    };
    struct Copy
    {
        qint64 bytes = -1;
        StrId direction{};
    };

    void expectRows();
    void readComputeInfos();
    void readOperators();
    void readCommunicationTasks();
    void readCopies();
    void readMarks();
    void readTasks();
    void addTask(const Task &task);
    void tellDevice(const Task &task, const CommunicationTask *info);
    [[nodiscard]] bool isOfCommunication(const Task &task) const;
    void addCommunicationTask(const Task &task, const CommunicationTask &info);
    void addOperators();
    void readOverlap();
    void deriveOverlap();
    quint32 overlapLane(qint64 device, int type);
    quint32 streamLane(qint64 device, qint64 stream);
    /// The pid of a device's process, which is declared once.
    std::string deviceProcess(const char *name, qint64 device, qint64 sort);
    quint32 groupLane(qint64 device, qint64 group, qint64 plane);
    void countMemory();

    const DbSource &m_source;
    MemoryReservation m_memory;
    std::unordered_map<qint64, quint32> m_infoOfTask;
    std::unordered_map<qint64, quint32> m_communicationOfTask;
    std::vector<CommunicationTask> m_communication;
    std::unordered_map<qint64, Copy> m_copies;
    std::unordered_map<qint64, size_t> m_operatorOfConnection;
    std::unordered_map<qint64, size_t> m_operatorOfId;
    DbDevicesByConnection m_deviceOfConnection;            ///< devices of operators, if the rows of one device are read
    std::unordered_map<qint64, qint64> m_markOfConnection; ///< message
    std::map<std::pair<qint64, qint64>, quint32> m_streams;
    std::map<std::pair<qint64, qint64>, qint64> m_groupTid; ///< (device, group)
    std::map<std::tuple<qint64, qint64, qint64>, quint32> m_planes;
    std::map<std::pair<qint64, int>, quint32> m_overlap;
    std::map<qint64, qint64> m_planesOfGroup; ///< the highest plane
    std::set<std::string> m_named;
};

} // namespace rs
