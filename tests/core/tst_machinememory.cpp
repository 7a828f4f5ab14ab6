// SPDX-License-Identifier: Apache-2.0
#include "core/job/jobcontext.h"
#include "core/job/machinememory.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rs;

namespace {

using Files = QMap<QString, QByteArray>;

constexpr qint64 gib = qint64{1} << 30;
const QByteArray meminfo = "MemTotal:       67108864 kB\nMemFree:         1048576 kB\nMemAvailable:   33554432 kB\n";

} // namespace

class TestMachineMemory : public QObject
{
    Q_OBJECT
private slots:
    void theLeastLimitCounts_data()
    {
        QTest::addColumn<Files>("files");
        QTest::addColumn<qint64>("addressSpace");
        QTest::addColumn<qint64>("total");
        QTest::addColumn<qint64>("available");
        const QString info = QStringLiteral("proc/meminfo");
        const QString own = QStringLiteral("proc/self/cgroup");
        const QString mounted = QStringLiteral("sys/fs/cgroup/");

        QTest::newRow("nothing is said") << Files{} << qint64{0} << qint64{0} << qint64{0};
        QTest::newRow("no groups") << Files{{info, meminfo}} << qint64{0} << 64 * gib << 32 * gib;
        QTest::newRow("address space") << Files{{info, meminfo}} << 2 * gib << 2 * gib << 2 * gib;
        QTest::newRow("version 2") << Files{{info, meminfo},
                                            {own, "0::/user.slice/job_7\n"},
                                            {mounted + QStringLiteral("user.slice/job_7/memory.max"), "8589934592\n"},
                                            {mounted + QStringLiteral("user.slice/memory.max"), "max\n"}}
                                   << qint64{0} << 8 * gib << 8 * gib;
        QTest::newRow("a group around it is narrower")
            << Files{{info, meminfo},
                     {own, "0::/user.slice/job_7/step\n"},
                     {mounted + QStringLiteral("user.slice/job_7/step/memory.max"), "max\n"},
                     {mounted + QStringLiteral("user.slice/job_7/memory.max"), "8589934592\n"},
                     {mounted + QStringLiteral("user.slice/memory.max"), "4294967296\n"}}
            << qint64{0} << 4 * gib << 4 * gib;
        QTest::newRow("another group's limit is not ours")
            << Files{{info, meminfo},
                     {own, "0::/user.slice\n"},
                     {mounted + QStringLiteral("user.slice/memory.max"), "max\n"},
                     {mounted + QStringLiteral("user.slice/other/memory.max"), "1073741824\n"},
                     {mounted + QStringLiteral("user.slice2/memory.max"), "1073741824\n"}}
            << qint64{0} << 64 * gib << 32 * gib;
        QTest::newRow("in a container with a view of its own")
            << Files{{info, meminfo}, {own, "0::/\n"}, {mounted + QStringLiteral("memory.max"), "17179869184\n"}}
            << qint64{0} << 16 * gib << 16 * gib;
        QTest::newRow("version 1")
            << Files{{info, meminfo},
                     {own, "12:cpu,cpuacct:/a\n4:memory:/slurm/uid_1/job_9\n1:name=systemd:/x\n"},
                     {mounted + QStringLiteral("memory/slurm/uid_1/job_9/memory.limit_in_bytes"),
                      "9223372036854771712\n"},
                     {mounted + QStringLiteral("memory/slurm/uid_1/memory.limit_in_bytes"), "4294967296\n"},
                     {mounted + QStringLiteral("memory/memory.limit_in_bytes"), "9223372036854771712\n"}}
            << qint64{0} << 4 * gib << 4 * gib;
        QTest::newRow("version 1 in a container: the path is the one outside")
            << Files{{info, meminfo},
                     {own, "4:memory:/docker/0123abcd\n"},
                     {mounted + QStringLiteral("memory/memory.limit_in_bytes"), "2147483648\n"}}
            << qint64{0} << 2 * gib << 2 * gib;
        QTest::newRow("both versions") << Files{{info, meminfo},
                                                {own, "4:cpu,memory:/a\n0::/b\n"},
                                                {mounted + QStringLiteral("memory/a/memory.limit_in_bytes"),
                                                 "8589934592\n"},
                                                {mounted + QStringLiteral("unified/b/memory.max"), "4294967296\n"}}
                                       << qint64{0} << 4 * gib << 4 * gib;
        QTest::newRow("text that is none") << Files{{info, "MemTotal: x\n\nnothing"},
                                                    {own, "nonsense\n::\n0:\n"},
                                                    {mounted + QStringLiteral("memory.max"), "many\n"}}
                                           << qint64{0} << qint64{0} << qint64{0};
    }

    void theLeastLimitCounts()
    {
        QFETCH(const Files, files);
        QFETCH(const qint64, addressSpace);
        const QTemporaryDir root;
        for (auto it = files.cbegin(); it != files.cend(); ++it) {
            const QString path = root.filePath(it.key());
            QVERIFY(QDir().mkpath(path.section(u'/', 0, -2)));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(it.value()) == it.value().size());
        }
        const MachineMemory memory = machineMemory(root.path(), addressSpace);
        QTEST(memory.total, "total");
        QTEST(memory.available, "available");
    }

    void aShareLeavesSomethingOfWhatIsFree()
    {
        QCOMPARE((MachineMemory{1000, 900}.share(60)), qint64{600});
        QCOMPARE((MachineMemory{1000, 500}.share(60)), qint64{450});
        QCOMPARE((MachineMemory{1000, 0}.share(60)), qint64{600});
    }

    void theDefaultIsAPartOfThisMachine()
    {
        const MachineMemory memory = machineMemory();
        QVERIFY(memory.total > 0 && memory.available <= memory.total);
        QVERIFY(MemoryBudget::defaultLimit() > 0 && MemoryBudget::defaultLimit() < memory.total);
    }
};

RS_TEST(TestMachineMemory, QCoreApplication);
#include "tst_machinememory.moc"
