// SPDX-License-Identifier: Apache-2.0
#include "bench/commrun.h"

#include "core/run/rundata.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace rs::bench {

namespace {

constexpr int tensorRanks = 8;
constexpr int operatorsOfStep = 2000;
constexpr double largeMb = 16; // of a packet over HCCS

struct Group
{
    QString communicator;
    QString name;
    std::vector<int> ranks;
};

struct Kind
{
    const char *op;
    const char *ofMatrix; ///< the writers file reduceScatter under "reduce"
};

constexpr std::array<Kind, 4> kinds{
    {{"allReduce", "allreduce"}, {"allGather", "allgather"}, {"reduceScatter", "reduce"}, {"alltoall", "alltoall"}}};

std::vector<Group> groupsOf(int rank, int ranks)
{
    const auto every = [](int first, int last, int distance) {
        std::vector<int> out;
        for (int r = first; r < last; r += distance)
            out.push_back(r);
        return out;
    };
    const int tensor = rank / tensorRanks * tensorRanks;
    const QString host = QStringLiteral("10.20.0.10%enp189s0f0_60000_%1_1762157710000%2");
    return {{host.arg(0).arg(0), QStringLiteral("default_group"), every(0, ranks, 1)},
            {host.arg(1).arg(tensor), QStringLiteral("tp"), every(tensor, std::min(ranks, tensor + tensorRanks), 1)},
            {host.arg(2).arg(rank % tensorRanks), QStringLiteral("dp"), every(rank % tensorRanks, ranks, tensorRanks)}};
}

bool write(const QString &path, const std::string &text)
{
    QFile file(path);
    const auto size = static_cast<qint64>(text.size());
    return file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size;
}

/// The text of both files of one rank.
class RankText
{
public:
    RankText(int rank, const std::vector<Group> &groups)
        : m_rank(rank), m_groups(groups), m_random(static_cast<quint32>(rank) + 1)
    {
        for (const Group &g : groups)
            m_hashes.push_back(groupHash(g.communicator).toStdString());
    }

    void addStep(int step)
    {
        const std::string head =
            (step == 1 ? "{\"step" : ", \"step") + std::to_string(step) + "\": {\"p2p\": {}, \"collective\": {";
        operators += head;
        for (int i = 0; i < operatorsOfStep; ++i)
            addOperator(step, i);
        operators += "}}";
        links += head;
        for (size_t g = 0; g < m_groups.size(); ++g) {
            for (size_t k = 0; k < kinds.size(); ++k)
                addLinks(g, k, g == 0 && k == 0);
        }
        links += "}}";
    }
    void close()
    {
        operators += '}';
        links += '}';
    }

    std::string operators;
    std::string links;

private:
    // As the writers' doubles look: most of their digits.
    void number(std::string &out, double value)
    {
        std::array<char, 32> text{};
        const int size = std::snprintf(text.data(), text.size(), "%.15g", value);
        out.append(text.data(), static_cast<size_t>(size));
    }
    double some(double most) { return most * (0.5 + m_random.bounded(0.5)); }
    void nameOf(std::string &out, size_t group, size_t kind, int number)
    {
        out += std::string("hcom_") + kinds[kind].op + "__" + m_hashes[group].substr(m_hashes[group].size() - 3) + '_' +
               std::to_string(number) + "_1";
    }
    void addOperator(int step, int i)
    {
        const auto group = static_cast<size_t>(i) % m_groups.size();
        const auto kind = static_cast<size_t>(i / 3) % kinds.size();
        operators += i == 0 ? "\"" : ", \"";
        nameOf(operators, group, kind, i);
        operators += '@' + m_hashes[group] + "\": {\"Communication Time Info\": {\"Start Timestamp(us)\": " +
                     std::to_string(1'736'412'474'000'000 + step * 5'000'000LL + i * 2000LL) + '.' +
                     std::to_string(i % 10);
        const double transit = some(1.5);
        const auto add = [this](const char *name, double value) {
            operators += std::string(", \"") + name + "\": ";
            number(operators, value);
        };
        add("Elapse Time(ms)", transit * 1.4);
        add("Transit Time(ms)", transit);
        add("Wait Time(ms)", transit * 0.3);
        add("Synchronization Time(ms)", transit * 0.2);
        add("Idle Time(ms)", transit * 0.1);
        operators += ", \"Wait Time Ratio\": 0.2308, \"Synchronization Time Ratio\": 0.1667}, "
                     "\"Communication Bandwidth Info\": {";
        const double packetMb = some(largeMb);
        const bool remote = group != 1;
        addTransport("RDMA", remote ? packetMb : 0, transit, true);
        addTransport("HCCS", remote ? 0 : packetMb, transit, true);
        addTransport("PCIE", 0, 0, true);
        addTransport("SDMA", remote ? 0 : packetMb, transit, false);
        addTransport("SIO", 0, 0, true);
        operators += "}}";
    }
    void addTransport(const char *name, double packetMb, double ms, bool packets)
    {
        if (operators.back() == '}')
            operators += ", ";
        operators += std::string("\"") + name + "\": {\"Transit Size(MB)\": ";
        if (packetMb <= 0) {
            operators += "0, \"Transit Time(ms)\": 0, \"Bandwidth(GB/s)\": 0, \"Large Packet Ratio\": 0, "
                         "\"Size Distribution\": {}}";
            return;
        }
        number(operators, 14 * packetMb);
        operators += ", \"Transit Time(ms)\": ";
        number(operators, ms);
        operators += ", \"Bandwidth(GB/s)\": " + std::to_string(14 * packetMb / ms) +
                     ", \"Large Packet Ratio\": 0.0, \"Size Distribution\": {";
        for (int part = 0; packets && part < 2; ++part) {
            operators += part == 0 ? "\"" : ", \"";
            number(operators, packetMb / (1 + part));
            operators += part == 0 ? "\": [12, " : "\": [4, ";
            number(operators, ms * (0.8 - 0.6 * part));
            operators += ']';
        }
        operators += "}}";
    }
    void addLinks(size_t group, size_t kind, bool first)
    {
        const std::vector<int> &ranks = m_groups[group].ranks;
        const auto self = std::find(ranks.begin(), ranks.end(), m_rank) - ranks.begin();
        for (const char *statistic : {"top1", "middle", "bottom1", "bottom2", "bottom3", "total"}) {
            links += first ? "\"" : ", \"";
            first = false;
            links += std::string(kinds[kind].ofMatrix) + '-' + statistic + '@' + m_hashes[group] + "\": {";
            for (size_t to = 0; to < ranks.size(); ++to) {
                const bool near = ranks[to] / tensorRanks == m_rank / tensorRanks;
                links += to == 0 ? "\"" : ", \"";
                links += std::to_string(self) + '-' + std::to_string(to) + "\": {\"Transport Type\": \"" +
                         (ranks[to] == m_rank ? "LOCAL"
                          : near              ? "HCCS"
                                              : "RDMA") +
                         "\", \"Transit Size(MB)\": ";
                const double mb = some(40);
                const double rate = some(near ? 19 : 11);
                number(links, mb);
                links += ", \"Transit Time(ms)\": ";
                number(links, mb / rate);
                links += ", \"Bandwidth(GB/s)\": " + std::to_string(rate).substr(0, 7);
                if (std::string_view(statistic) != "total") {
                    links += ", \"Op Name\": \"";
                    nameOf(links, group, kind, static_cast<int>(group + 3 * kind));
                    links += '"';
                }
                links += '}';
            }
            links += '}';
        }
    }

    int m_rank;
    const std::vector<Group> &m_groups;
    std::vector<std::string> m_hashes;
    QRandomGenerator m_random;
};

std::string metadataOf(const std::vector<Group> &groups, int rank)
{
    nlohmann::json info = nlohmann::json::object();
    for (const Group &g : groups) {
        info[g.communicator.toStdString()] = {
            {"group_name", g.name.toStdString()},
            {"group_rank", std::find(g.ranks.begin(), g.ranks.end(), rank) - g.ranks.begin()},
            {"global_ranks", g.ranks}};
    }
    return nlohmann::json{{"parallel_group_info", info}}.dump(4);
}

} // namespace

bool writeCommunicationRun(const QString &folder, int ranks, int megabytes)
{
    for (int rank = 0; rank < ranks; ++rank) {
        const std::vector<Group> groups = groupsOf(rank, ranks);
        RankText text(rank, groups);
        const auto bytes = static_cast<size_t>(megabytes) * 1'000'000;
        for (int step = 1; text.operators.size() + text.links.size() < bytes; ++step)
            text.addStep(step);
        text.close();
        const QString path = QStringLiteral("%1/rank%2_ascend_pt").arg(folder).arg(rank);
        const QString output = path + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
        if (!QDir().mkpath(output) ||
            !write(path + QStringLiteral("/profiler_info_%1.json").arg(rank),
                   "{\"rank_id\": " + std::to_string(rank) + "}") ||
            !write(path + QStringLiteral("/profiler_metadata.json"), metadataOf(groups, rank)) ||
            !write(output + QStringLiteral("communication.json"), text.operators) ||
            !write(output + QStringLiteral("communication_matrix.json"), text.links))
            return false;
    }
    return true;
}

} // namespace rs::bench
