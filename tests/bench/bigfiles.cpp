// SPDX-License-Identifier: Apache-2.0
#include "bench/bigfiles.h"

#include <QByteArray>
#include <QFile>
#include <QRandomGenerator>
#include <QString>

#include <algorithm>

namespace rs {

qint64 writeRecord(const QString &path, qint64 bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return 0;
    QByteArray text = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream "
                      "Ptr,Device Type\r\n";
    QRandomGenerator random(7);
    qint64 us = 1'736'412'474'720'601;
    qint64 blocks = 40'000;
    qint64 rows = 0;
    while (file.size() + text.size() < bytes) {
        blocks = std::clamp<qint64>(blocks + random.bounded(2001) - 1000, 0, 100'000);
        us += random.bounded(50);
        const QByteArray mb = QByteArray::number(static_cast<double>(blocks) / 2048, 'g', 17);
        for (const char *component : {"PTA", "PTA+GE"}) {
            text += component + QByteArray(",") + QByteArray::number(us) + ".300\t," + mb + ",49152.0," + mb +
                    ",1162636336,NPU:0\r\n";
            ++rows;
        }
        if (text.size() > (1 << 22)) {
            file.write(text);
            text.clear();
        }
    }
    file.write(text);
    return rows;
}

qint64 writeKernels(const QString &path, qint64 bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return 0;
    QByteArray text =
        "Step Id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait "
        "Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output "
        "Shapes,Output Data Types,Output Formats,Context ID,aicore_time(us),aic_total_cycles,aic_mac_time(us),"
        "aic_mac_ratio,aic_scalar_time(us),aic_scalar_ratio,aic_mte1_time(us),aic_mte1_ratio,aic_mte2_time(us),"
        "aic_mte2_ratio,aic_fixpipe_time(us),aic_fixpipe_ratio,aic_icache_miss_rate,aiv_time(us),aiv_total_cycles,"
        "aiv_vec_time(us),aiv_vec_ratio,aiv_scalar_time(us),cube_utilization(%)\n";
    QRandomGenerator random(7);
    qint64 ns = 1'736'412'474'720'601'000;
    qint64 rows = 0;
    while (file.size() + text.size() < bytes) {
        const qint64 duration = 1000 + random.bounded(200'000);
        const bool cube = random.bounded(2) == 0;
        const QByteArray name = cube ? "aclnnMatmul_MatMulCommon_MatMulV2_" : "aclnnAdd_AddAiCore_Add_";
        const QByteArray us = QByteArray::number(static_cast<double>(duration) / 1000, 'f', 3);
        text += QByteArray::number(rows / 200'000) + ",4294967295," + QByteArray::number(rows % 65536) + ",2," + name +
                QByteArray::number(random.bounded(400)) + (cube ? ",MatMulV2" : ",Add") + ",dynamic," +
                (cube ? "AI_CORE" : "AI_VECTOR_CORE") + "," + QByteArray::number(ns / 1000) + "." +
                QByteArray::number(1000 + ns % 1000).mid(1) + "\t," + us + ",0.52,24,0,NO,\"\"\"4096,5120;5120," +
                QByteArray::number(128 * (1 + random.bounded(64))) +
                "\"\"\",DT_BF16;DT_BF16,ND;ND,\"\"\"4096,5120\"\"\",DT_BF16,ND,N/A," + us + "," +
                QByteArray::number(duration * 2) + ",12.5,0.425,3.1,0.105,4.2,0.14,9.9,0.33,1.1,0.04,0.002,0,0,0,0,0," +
                QByteArray::number(static_cast<double>(random.bounded(10'000)) / 100, 'f', 2) + "\n";
        ns += duration + 520;
        ++rows;
        if (text.size() > (1 << 22)) {
            file.write(text);
            text.clear();
        }
    }
    file.write(text);
    return rows;
}

} // namespace rs
