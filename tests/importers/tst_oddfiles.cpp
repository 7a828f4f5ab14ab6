// SPDX-License-Identifier: Apache-2.0
// Objects of a file system besides files that read well: pipes, names that are no text, bad places of a disk; and
// folders that contradict each other.
#include "importers/discovery/discovery.h"
#include "importers/foundruns.h"
#include "importers/files/osfile.h"
#include "importers/run/runloader.h"
#include "importers/tracetext.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <atomic>
#include <cerrno>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace rs;
using namespace rs::test;

namespace {

/// From this byte on every file has a bad place; -1: none has.
std::atomic<qint64> badFrom = -1;

ssize_t readWithBadPlace(int fd, void *to, size_t bytes, off_t at)
{
    const qint64 bad = badFrom;
    if (bad >= 0 && at >= bad) {
        errno = EIO;
        return -1;
    }
    if (bad >= 0)
        bytes = std::min(bytes, static_cast<size_t>(bad - at));
    return syscall(SYS_pread64, fd, to, bytes, at);
}

/// Slices of a torch rank's trace with the step mark of that number.
QByteArray traceOfStep(int step)
{
    return QByteArray(R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"Python"}},)") +
           R"({"ph":"M","name":"process_name","pid":7,"args":{"name":"Ascend Hardware"}},)" +
           R"({"ph":"M","name":"process_name","pid":8,"args":{"name":"Communication"}},)" +
           R"({"ph":"M","name":"thread_name","pid":8,"tid":0,"args":{"name":"Group g Communication"}},)" +
           R"({"ph":"X","name":"hcom_allReduce__1_0_1","pid":8,"tid":0,"ts":"1000.000","dur":5},)" +
           R"({"ph":"X","name":"ProfilerStep#)" + QByteArray::number(step) +
           R"(","pid":1,"tid":1,"ts":"900.000","dur":500},)" +
           R"({"ph":"X","name":"MatMul1","pid":7,"tid":2,"ts":"1000.000","dur":5.5,"args":{"Task Type":"AI_CORE","Task Id":3}}])";
}

std::vector<Run> discoverIn(const QString &path, ImportReport &report)
{
    return discover({path}, JobContext(), report);
}

} // namespace

// The readers call these instead of the library's.
extern "C" ssize_t pread(int fd, void *to, size_t bytes, off_t at)
{
    return readWithBadPlace(fd, to, bytes, at);
}
extern "C" ssize_t pread64(int fd, void *to, size_t bytes, off_t at)
{
    return readWithBadPlace(fd, to, bytes, at);
}

class TestOddFiles : public QObject
{
    Q_OBJECT
private slots:
    void foldersInThePlaceOfFiles_data()
    {
        const Scenarios<QString> row;
        for (const char *const name :
             {"ASCEND_PROFILER_OUTPUT/trace_view.json", "ASCEND_PROFILER_OUTPUT/kernel_details.csv",
              "ASCEND_PROFILER_OUTPUT/communication.json", "ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
              "profiler_metadata.json",
              "PROF_000001_20250101000000000_A/mindstudio_profiler_output/"
              "op_summary_20250101000000.csv"})
            row(name, QString::fromLatin1(name));
    }

    void foldersInThePlaceOfFiles()
    {
        const auto [name] = scenario<QString>();
        RunFolder d;
        const QString rank = d.torchRank("run/rank0_ascend_pt", 0);
        const QString path = QStringLiteral("run/rank0_ascend_pt/") + name;
        d.folder("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/anything");
        const auto told = [&] {
            ImportReport report;
            QStringList out;
            for (const Run &run : discoverIn(d.path("run"), report)) {
                for (const Finding &f : run.report.findings()) {
                    if (f.code == QLatin1String("discovery.folder-for-file"))
                        out << QStringLiteral("%1 %2 x%3").arg(severityName(f.severity), f.file).arg(f.count);
                }
            }
            return out;
        };
        QFile::remove(d.path(path));
        QCOMPARE(told(), QStringList());
        d.folder(path);
        QCOMPARE(told(), QStringList{QStringLiteral("error rank0_ascend_pt/") + name + QStringLiteral(" x1")});
    }

    void aLinkToNothingCountsOnce()
    {
        RunFolder d;
        d.torchRank("run/rank0_ascend_pt", 0);
        for (const char *const name : {"kernel_details.csv", "ASCEND_PROFILER_OUTPUT/op_statistic.csv"}) {
            const QString link = d.path(QStringLiteral("run/rank0_ascend_pt/") + QLatin1String(name));
            QVERIFY(QFile::link(QStringLiteral("/nowhere/at/all"), link));
        }
        ImportReport report;
        const auto runs = discoverIn(d.path("run"), report);
        QStringList told;
        for (const Finding &f : runs.at(0).report.findings())
            told << QStringLiteral("%1 %2 x%3").arg(f.code, f.file).arg(f.count);
        told.sort();
        QCOMPARE(told, texts({"discovery.link rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/op_statistic.csv x1",
                              "discovery.link rank0_ascend_pt/kernel_details.csv x1"}));
    }

    void pathsKeepTheirBytes_data()
    {
        const Scenarios<QByteArray> row;
        row("text", "/a/rank 0");
        row("Chinese", "/数据/卡0");
        row("beyond the first plane", "/\xf0\x9f\x98\x80/x");
        row("Latin-1", "/caf\xe9/x");
        row("GBK", "/\xca\xfd\xbe\xdd/rank0");
        row("bytes only", "\xff\xfe\x80");
        row("a surrogate as bytes", "/\xed\xb2\x80/x");
        row("cut sequence at the end", "/\xe6\x95");
        row("empty", "");
    }

    void pathsKeepTheirBytes()
    {
        const auto [bytes] = scenario<QByteArray>();
        QCOMPARE(osPath(pathFromOs(bytes)), bytes);
    }

    void foldersThatAreNoTextKeepTheirRanks()
    {
        RunFolder d;
        d.torchRank("rank0_ascend_pt", 0);
        d.torchRank("rank1_ascend_pt", 1);
        const QByteArray from = QFile::encodeName(d.path("rank1_ascend_pt"));
        const QByteArray to = QFile::encodeName(d.path()) + "/caf\xe9_\xca\xfd_ascend_pt";
        QCOMPARE(rename(from.constData(), to.constData()), 0);
        const auto run = loadedRun(d.path());
        QVERIFY(run);
        QCOMPARE(ranksOf(*run), QStringLiteral("0 1"));
        QVERIFY(run->ranks[1]->trace);
        QCOMPARE(run->ranks[1]->trace->slices().size(), 1U);
        QCOMPARE(run->ranks[1]->stepTrace.size(), size_t(1));
        QVERIFY(run->ranks[1]->report.worst() < Severity::Error);
        // Back to its name, which the folder for tests can remove.
        QCOMPARE(rename(to.constData(), from.constData()), 0);
    }

    void pipesAreNotOpened_data()
    {
        const Scenarios<QString> row;
        row("trace", "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
        row("table", "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv");
        row("trace in a plain folder", "plain/trace_view.json");
        row("cluster", "cluster_analysis_output/communication_group.json");
    }

    void pipesAreNotOpened()
    {
        const auto [file] = scenario<QString>();
        RunFolder d;
        d.torchRank("rank0_ascend_pt", 0);
        d.torchRank("rank1_ascend_pt", 1);
        QFile::remove(d.path(file));
        d.folder(file.section(u'/', 0, -2));
        QCOMPARE(mkfifo(QFile::encodeName(d.path(file)).constData(), 0600), 0);
        ImportReport report;
        auto runs = discoverIn(d.path(), report);
        QCOMPARE(runs.size(), size_t(1));
        report.merge(runs[0].report);
        const Finding f = findingOf(report, "discovery.not-regular");
        QVERIFY(f.file.endsWith(file) && f.count == 1);
        if (file.startsWith(QLatin1String("rank0"))) {
            const FileEntry *pipe = fileOf(runs[0].infos[0], file.section(u'/', 1));
            QVERIFY(pipe && !pipe->used && !pipe->why.isEmpty());
        }
        ThreadPool pool(2);
        QVERIFY(loadRun(std::move(runs[0]), pool, JobContext()));
        // By its own name, too.
        ImportReport alone;
        QVERIFY(discoverIn(d.path(file), alone).empty());
        QVERIFY(hasCode(alone, "discovery.not-regular"));
        errno = 0;
        QCOMPARE(openRegular(d.path(file)), -1);
        QCOMPARE(errno, EINVAL);
        QCOMPARE(openRegular(QStringLiteral("/dev/zero")), -1);
        QCOMPARE(errno, EINVAL);
    }

    void badPlacesAreNoEnd_data()
    {
        const Scenarios<qint64, bool> row;
        row("first byte", qint64(0), false);
        row("head", qint64(1), false);
        row("inside an event", qint64(100 * 1000), false);
        row("near the end", qint64(300 * 1000), false);
        row("compressed", qint64(3000), true);
    }

    void badPlacesAreNoEnd()
    {
        const auto [bad, gzip] = scenario<qint64, bool>();
        QByteArray text = "[";
        for (int i = 0; i < 6000; ++i)
            text += (i > 0 ? "," : "") + QByteArray(R"({"ph":"X","name":"a","pid":1,"tid":1,"dur":1,"ts":)") +
                    QByteArray::number(i) + "}\n";
        text += ']';
        TraceDir dir;
        const QString path = dir.put(gzip ? gzipped(text) : text);
        TraceReadLimits limits;
        limits.windowBytes = 4096;
        limits.sectionBytes = 20000;
        limits.minSectionBytes = 20000;
        badFrom = bad;
        const Loaded l = load(path, limits);
        badFrom = -1;
        QVERIFY2(l.has("trace.read-error"), qPrintable(l.findings.join(u'\n')));
        for (const char *const wrong : {"trace.truncated", "trace.truncated-head", "gzip.truncated", "trace.unclosed"})
            QVERIFY2(!l.has(wrong), qPrintable(l.findings.join(u'\n')));
        QVERIFY(l.findings.filter(QStringLiteral("BAD FINDING")).isEmpty());
        // Events before that are kept, to the last whole one.
        if (!gzip && bad > 1)
            QVERIFY(l.trace->slices().size() * 64 > bad - 1000);
    }

    void stepsThatContradict()
    {
        RunFolder d;
        const QString trace = QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json");
        for (const int rank : {0, 1, 2}) {
            const QString folder = QStringLiteral("rank%1_ascend_pt").arg(rank);
            d.torchRank(folder, rank);
            d.write(folder + trace, traceOfStep(rank == 1 ? 114 : 1));
        }
        QByteArray steps = RunFolder::stepCsv();
        d.write("rank2_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv", steps.replace("\n1,", "\n50,"));
        const auto run = loadedRun(d.path());
        QVERIFY(run);
        QVERIFY(!hasCode(run->ranks[0]->report, "step.other-steps"));
        QCOMPARE(findingOf(run->ranks[1]->report, "step.other-steps").argument, QStringLiteral("1"));
        QCOMPARE(findingOf(run->ranks[2]->report, "step.other-steps").argument, QStringLiteral("50"));
        QCOMPARE(findingOf(run->report, "step.ranks-differ").argument, QStringLiteral("50"));

        QVERIFY(!hasCode(run->report, "step.no-marks"));
        d.write(QStringLiteral("rank0_ascend_pt") + trace, traceOfStep(1).replace("ProfilerStep#1", "something"));
        const auto unmarked = loadedRun(d.path());
        QVERIFY(hasCode(unmarked->report, "step.no-marks"));
    }

    // If no file lists steps, the marks of the traces are held against each other.
    void stepsOfOneSideAlone_data()
    {
        const Scenarios<QByteArrayList, QString> row;
        row("as the trace", {"1"}, "");
        row("more", {"1", "2", "3"}, "Steps of this file are not marked in the trace (2, 3).");
        row("many more", {"1", "2", "3", "4", "5"}, "Steps of this file are not marked in the trace (2, 3, 4, …).");
        row("others", {"2", "3"},
            "Steps of this file are not marked in the trace (2, 3). The trace has no "
            "data for them.\nSteps marked in the trace are not in this file (1).");
    }

    // Each side that has steps of its own is told.
    void stepsOfOneSideAlone()
    {
        const auto [rows, said] = scenario<QByteArrayList, QString>();
        RunFolder d;
        d.torchRank("rank0_ascend_pt", 0);
        d.write("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", traceOfStep(1));
        const QByteArray csv = RunFolder::stepCsv();
        const qsizetype head = csv.indexOf('\n') + 1;
        QByteArray steps = csv.left(head);
        for (const QByteArray &row : rows)
            steps += row + csv.mid(head + 1);
        d.write("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv", steps);
        const auto run = loadedRun(d.path());
        QVERIFY(run);
        QString told;
        for (const Finding &f : run->ranks[0]->report.findings()) {
            if (f.code != u"step.other-steps")
                continue;
            // msprof lists all iterations beside the timelines of some.
            QCOMPARE(f.severity, told.isEmpty() ? Severity::Notice : Severity::Loss);
            told += (told.isEmpty() ? QString() : QStringLiteral("\n")) + f.text();
        }
        QVERIFY2(said.isEmpty() ? told.isEmpty() : told.startsWith(said), qPrintable(told));
    }

    void stepsOfTracesAlone()
    {
        RunFolder d;
        for (const int rank : {0, 1, 2}) {
            const QString folder = QStringLiteral("rank%1_ascend_pt").arg(rank);
            d.torchRank(folder, rank);
            d.write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"),
                    traceOfStep(rank == 2 ? 114 : 1));
            if (rank > 0)
                QFile::remove(d.path(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv")));
        }
        const auto run = loadedRun(d.path());
        QVERIFY(run);
        QStringList differ;
        for (const Finding &f : run->report.findings()) {
            if (f.code == u"step.ranks-differ")
                differ << f.place.text() + u' ' + f.argument + QStringLiteral(" x%1").arg(f.count);
        }
        QCOMPARE(differ, texts({"rank 0 114 x3"}));
    }

    void ranksOfOneNumber_data()
    {
        const Scenarios<QStringList, QString> row;
        row("profiled twice", {"h_1_20250109084755012_ascend_pt", "h_2_20250109084955012_ascend_pt"},
            "discovery.captures");
        row("folders of other numbers", {"rank0_ascend_pt", "rank1_ascend_pt"}, "discovery.same-rank");
        row("at the same time", {"h_1_20250109084755012_ascend_pt", "h_2_20250109084755012_ascend_pt"},
            "discovery.same-rank");
        row("two milliseconds apart", {"h_1_20250109084755012_ascend_pt", "h_2_20250109084755014_ascend_pt"},
            "discovery.same-rank");
    }

    void ranksOfOneNumber()
    {
        const auto [folders, code] = scenario<QStringList, QString>();
        RunFolder d;
        for (const QString &folder : folders)
            d.torchRank(folder, 0);
        ImportReport report;
        const auto runs = discoverIn(d.path(), report);
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].infos.size(), size_t(1));
        QCOMPARE(runs[0].infos[0].captures.size(), 2);
        const auto findings = runs[0].report.findings();
        QCOMPARE(findings.size(), size_t(1));
        QCOMPARE(findings[0].code, code);
        QCOMPARE(findings[0].argument, QStringLiteral("2"));
    }

    void operatorsOfOtherNames()
    {
        RunFolder d;
        d.torchRank("rank0_ascend_pt", 0);
        const QString output = QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/");
        d.write(output + QStringLiteral("trace_view.json"), traceOfStep(1));
        const QByteArray times =
            R"j({"Communication Time Info": {"Start Timestamp(us)": 1000.0, "Elapse Time(ms)": 0.005,
"Transit Time(ms)": 0, "Wait Time(ms)": 0, "Synchronization Time(ms)": 0, "Idle Time(ms)": 0, "Wait Time Ratio": 0,
"Synchronization Time Ratio": 0}, "Communication Bandwidth Info": {}})j";
        d.write(output + QStringLiteral("communication.json"),
                R"({"step1": {"p2p": {}, "collective": {"hcom_allReduce__1_0_1@7": )" + times + R"(, "renamed@7": )" +
                    times + R"(, "Total Op Info@7": )" + times + "}}}");
        d.write(output + QStringLiteral("kernel_details.csv"),
                "Name,Task ID,Start Time(us),Duration(us)\nRenamed1,3,1000.000,5.5\n");
        const auto run = loadedRun(d.path());
        QVERIFY(run);
        const ImportReport &report = run->ranks[0]->report;
        QVERIFY(hasCode(report, "kernels.other-name"));
        for (const Finding &f : report.findings()) {
            if (f.code != QLatin1String("communication.unmatched"))
                continue;
            QCOMPARE(f.count, 1);
            QCOMPARE(f.place.text(), QStringLiteral("renamed"));
        }
        QVERIFY(hasCode(report, "communication.unmatched"));
    }
};

RS_TEST(TestOddFiles, QCoreApplication);
#include "tst_oddfiles.moc"
