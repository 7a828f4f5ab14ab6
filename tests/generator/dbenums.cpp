// SPDX-License-Identifier: Apache-2.0
#include "rankdb.h"

#include <algorithm>

namespace rs::gen {

namespace {

constexpr qint64 notGiven = 65534;
constexpr qint64 invalid = 65535;

const char *const cannModules[] = {
    "SLOG",     "IDEDD",     "IDEDH",      "HCCL",       "FMK",        "HIAIENGINE",  "DVPP",
    "RUNTIME",  "CCE",       "HDC",        "DRV",        "NET",        "MDCLOCATION", "MDCPERCEPTION",
    "MDCFSM",   "MDCCOMMON", "MDCMONITOR", "MDCBSWP",    "MDCDEFAULT", "MDCSC",       "MDCPNC",
    "MLL",      "DEVMM",     "KERNEL",     "LIBMEDIA",   "CCECPU",     "ASCENDDK",    "ROS",
    "HCCP",     "ROCE",      "TEFUSION",   "PROFILING",  "DP",         "APP",         "TS",
    "TSDUMP",   "AICPU",     "LP",         "TDT",        "FE",         "MD",          "MB",
    "ME",       "IMU",       "IMP",        "GE",         "MDCFUSA",    "CAMERA",      "ASCENDCL",
    "TEEOS",    "ISP",       "SIS",        "HSM",        "DSS",        "PROCMGR",     "BBOX",
    "AIVECTOR", "TBE",       "FV",         "MDCMAP",     "TUNE",       "HSS",         "FFTS",
    "OP",       "UDF",       "HICAID",     "TSYNC",      "AUDIO",      "TPRT",        "ASCENDCKERNEL",
    "ASYS",     "ATRACE",    "RTC",        "SYSMONITOR", "AMP",        "ADETECT",     "MBUFF",
    "CUSTOM"};
constexpr qint64 fusionModule = 11; // what NET was before

std::vector<DbEnum> makeEnums(bool old)
{
    std::vector<DbEnum> out;
    out.push_back({"ENUM_API_TYPE",
                   {{5000, "runtime"},
                    {5500, old ? "hccl" : "communication"},
                    {10000, "node"},
                    {15000, "model"},
                    {20000, "acl"},
                    {20500, "tx"},
                    {50001, "op"},
                    {50002, "queue"},
                    {50003, "trace"},
                    {50004, "mstx"}}});
    DbEnum modules{"ENUM_MODULE", {}};
    for (const char *const name : cannModules) {
        const auto id = static_cast<qint64>(modules.values.size());
        modules.values.emplace_back(id, old && id == fusionModule ? "MDCFUSION" : name);
    }
    out.push_back(std::move(modules));
    out.push_back({"ENUM_HCCL_DATA_TYPE",
                   {{0, "INT8"},
                    {1, "INT16"},
                    {2, "INT32"},
                    {3, "FP16"},
                    {4, "FP32"},
                    {5, "INT64"},
                    {6, "UINT64"},
                    {7, "UINT8"},
                    {8, "UINT16"},
                    {9, "UINT32"},
                    {10, "FP64"},
                    {11, "BFP16"},
                    {12, "INT128"},
                    {notGiven, "N/A"},
                    {invalid, "INVALID_TYPE"}}});
    if (!old) {
        auto &types = out.back().values;
        types.insert(types.end() - 2, {{14, "HIF8"}, {15, "FP8E4M3"}});
    }
    out.push_back({"ENUM_HCCL_LINK_TYPE",
                   {{0, "ON_CHIP"},
                    {1, "HCCS"},
                    {2, "PCIE"},
                    {3, "ROCE"},
                    {4, "SIO"},
                    {5, "HCCS_SW"},
                    {6, "STANDARD_ROCE"},
                    {7, "RESERVED"},
                    {notGiven, "N/A"},
                    {invalid, "INVALID_TYPE"}}});
    out.push_back({"ENUM_HCCL_TRANSPORT_TYPE",
                   {{0, "SDMA"}, {1, "RDMA"}, {2, "LOCAL"}, {notGiven, "N/A"}, {invalid, "INVALID_TYPE"}}});
    if (!old) {
        auto &transports = out.back().values;
        transports.insert(transports.end() - 2, {{3, "UB"}, {4, "ROCE"}});
    }
    out.push_back({"ENUM_HCCL_RDMA_TYPE",
                   {{0, "RDMA_SEND_NOTIFY"},
                    {1, "RDMA_SEND_PAYLOAD"},
                    {2, "RDMA_PAYLOAD_PREPARE"},
                    {3, "RDMA_PAYLOAD_CHECK"},
                    {4, "RDMA_PAYLOAD_ACK"},
                    {5, "RDMA_SEND_OP"},
                    {notGiven, "N/A"},
                    {invalid, "INVALID_TYPE"}}});
    out.push_back({"ENUM_MSTX_EVENT_TYPE", {{0, "marker"}, {1, "push/pop"}, {2, "start/end"}, {3, "marker_ex"}}});
    if (!old) {
        out.push_back({"ENUM_MEMCPY_OPERATION",
                       {{0, "host to host"},
                        {1, "host to device"},
                        {2, "device to host"},
                        {3, "device to device"},
                        {4, "managed memory"},
                        {5, "addr device to device"},
                        {6, "host to device ex"},
                        {7, "device to host ex"}}});
    }
    return out;
}

} // namespace

const std::vector<DbEnum> &dbEnums(bool oldCann)
{
    static const std::vector<DbEnum> enums[] = {makeEnums(false), makeEnums(true)};
    return enums[oldCann ? 1 : 0];
}

qint64 dbEnumId(bool oldCann, std::string_view table, std::string_view name)
{
    for (const DbEnum &e : dbEnums(oldCann)) {
        if (e.table != table)
            continue;
        const auto at = std::find_if(e.values.begin(), e.values.end(), [&](const auto &v) { return v.second == name; });
        if (at != e.values.end())
            return at->first;
    }
    return invalid;
}

} // namespace rs::gen
