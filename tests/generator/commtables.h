// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rankcontext.h"
#include "textout.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rs::gen {

/// A single card has no communication files, and level 0 has none.
[[nodiscard]] bool hasCommunicationFiles(const GeneratorOptions &options);

/// communication.json and communication_matrix.json of one rank, written step by step.
class CommTables
{
public:
    explicit CommTables(const RankContext &context);
    void add(const Record &record, const CommDetail &detail, const std::vector<PlaneTask> &tasks);
    void stepEnd(const Record &record);
    [[nodiscard]] bool close(QString &error);

private:
    struct Packets
    {
        int count = 0;
        qint64 ns = 0;
    };
    /// Transfers over one kind of link.
    struct Traffic
    {
        qint64 bytes = 0;
        qint64 ns = 0;
        qint64 large = 0; ///< transfers of a large packet
        qint64 count = 0;
        std::map<qint64, Packets> packets; ///< by size
    };
    struct Operator
    {
        int group = 0;
        CommKind kind = CommKind::AllReduce;
        std::string name;
        qint64 startNs = 0; ///< written stamp
        qint64 elapseNs = 0;
        qint64 transitNs = 0;
        qint64 waitNs = 0;
        qint64 syncNs = 0;
        Traffic hccs;
        Traffic rdma;
    };
    struct LinkUse
    {
        qint64 bytes = 0;
        qint64 ns = 0;
        quint32 op = 0; ///< index into m_ops
        [[nodiscard]] double bandwidth() const { return static_cast<double>(bytes) / static_cast<double>(ns); }
    };
    struct Link
    {
        const char *transport = "HCCS";
        std::vector<LinkUse> uses;
    };
    struct DbLink
    {
        int destination = 0;
        const char *transport = "";
        LinkUse use;
        std::string_view opName;
    };
    /// Links of one operator kind in one group, by destination.
    using Links = std::map<int, Link>;

    void writeClass(bool p2p);
    void writeOperator(const Operator &op, bool total);
    void writeTraffic(const char *name, const Traffic &traffic, bool total, bool packets);
    void addOperator(const Operator &op, bool p2p); ///< to the database, and so addLink()
    void addLink(std::string_view name, int group, bool p2p, const DbLink &link);
    [[nodiscard]] static double bandwidth(const Traffic &traffic); ///< GB/s, with four decimals
    [[nodiscard]] static double largeRatio(const Traffic &traffic);
    void writeMatrixClass(bool p2p);
    [[nodiscard]] bool isP2pClass(CommKind kind) const;

    const RankContext &m_context;
    TextOut m_out;
    TextOut m_matrix;
    std::vector<Operator> m_ops;
    std::map<std::pair<int, CommKind>, Links> m_links;
    int m_step = 0;
    bool m_anyStep = false;
    bool m_writes = false;
};

} // namespace rs::gen
