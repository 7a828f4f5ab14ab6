// SPDX-License-Identifier: Apache-2.0
#include "cli/clirun.h"
#include "generator/generator.h"
#include "support/testprogram.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>

#include <nlohmann/json.hpp>

#include <cmath>

using Json = nlohmann::json;
using namespace rs::test;

namespace {

Json table(const QStringList &arguments)
{
    const Result r = cli(arguments + texts({"--format", "json"}));
    return r.status == 0 ? Json::parse(r.out.toStdString()).at("rows") : Json();
}

QString realRun()
{
    return QStringLiteral(RANKSCOPE_SHARED_DATA) + QStringLiteral("/real/pytorch_text_level2");
}

// Free of a row less the sum of its causes.
double unexplained(const Json &row)
{
    double sum = 0;
    for (const char *cause : {"host_late_us", "synchronizing_us", "copy_us", "communication_us", "event_wait_us",
                              "data_or_gc_us", "step_boundary_us", "unknown_us"})
        sum += row[cause].get<double>();
    return row["free_us"].get<double>() - sum;
}

double freeOf(const Json &overview, const Json &row)
{
    for (const Json &o : overview) {
        if (o["rank"] == row["rank"] && o["step"] == row["step"])
            return o["free_us"].get<double>();
    }
    return -1;
}

} // namespace

class TestCliLaunch : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        rs::gen::GeneratorOptions o;
        o.outDir = m_dir.path();
        o.ranks = 4;
        o.steps = 2;
        o.mbPerRank = 1.5;
        o.tp = 2;
        o.pp = 2;
        o.clockOffsetMs = 120'000;
        o.faults.push_back({rs::gen::Fault::HostBound, 1, -1, 2, rs::gen::hostBoundFactor});
        m_made = rs::gen::generate(o);
        QVERIFY2(m_made.ok, qPrintable(m_made.error));
    }

    // Ranks as a pattern of the shell gives them are one run; two runs are refused unless --run chooses.
    void pathsOfOneRunAreThatRun()
    {
        QStringList ranks;
        for (const QString &name : QDir(m_dir.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            ranks << m_dir.filePath(name);
        QCOMPARE(ranks.size(), 4);
        const QStringList statement{QStringLiteral("SELECT count(*) FROM kernels")};
        for (const auto &[verb, more] :
             {std::pair(QStringLiteral("align"), QStringList()), std::pair(QStringLiteral("diagnose"), QStringList()),
              std::pair(QStringLiteral("query"), statement)}) {
            const Result whole = cli(QStringList{verb, m_dir.path()} + more);
            const Result given = cli(QStringList{verb} + ranks + more);
            QVERIFY2(whole.status == 0 && given.status == 0, qPrintable(given.err));
            QCOMPARE(given.out, whole.out);
        }
        const QTemporaryDir other;
        rs::gen::GeneratorOptions o;
        o.outDir = other.path();
        o.ranks = 2;
        o.steps = 2;
        o.mbPerRank = 0.2;
        o.seed = 5;
        QVERIFY(rs::gen::generate(o).ok);
        const Result two = cli({"align", m_dir.path(), other.path()});
        QCOMPARE(two.status, 1);
        QVERIFY2(two.err.contains(QLatin1String("Too many paths: ") + other.path()), qPrintable(two.err));
        const Result second = cli({"align", m_dir.path(), other.path(), "--run", "2"});
        QCOMPARE(second.status, 0);
    }

    void oneRankAlone()
    {
        const Json rows = table(call(QStringLiteral("dispatch RUN --rank 2 --step 1")));
        QCOMPARE(rows.size(), size_t(1));
        QVERIFY(rows[0]["rank"] == 2 && rows[0]["step"] == 1);
    }

    void aRankWithoutFlowsSaysSo()
    {
        const QTemporaryDir dir;
        write(dir.filePath(QStringLiteral("a_ascend_pt/profiler_info_0.json")), "{\"config\":{}}");
        write(dir.filePath(QStringLiteral("a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")),
              R"([{"ph":"M","name":"process_name","pid":2,"tid":0,"args":{"name":"Ascend Hardware"}},)"
              R"({"ph":"X","name":"a","pid":2,"tid":7,"ts":"10.000","dur":5,"args":{"Task Type":"AI_CORE"}},)"
              R"({"ph":"X","name":"b","pid":2,"tid":7,"ts":"25.000","dur":5,"args":{"Task Type":"AI_CORE"}}])");
        const Result d = cli({"dispatch", dir.path()});
        QCOMPARE(d.status, 2);
        QVERIFY(d.out.isEmpty());
        QVERIFY2(d.err.contains(QStringLiteral("HostToDevice")), qPrintable(d.err));
        const Json idle = table({QStringLiteral("idle"), dir.path()});
        QCOMPARE(idle.size(), size_t(1));
        QCOMPARE(idle[0]["unknown_us"].get<double>(), 10.0);
        const Json align = table({QStringLiteral("align"), dir.path()});
        QCOMPARE(align[0]["status"].get<std::string>(), std::string("reference"));
    }

    void exportHasTheFindingsOfTheLaunches()
    {
        const QTemporaryDir dir;
        const QString out = dir.filePath(QStringLiteral("out"));
        const Result r = cli({"export", m_dir.path(), "--out", out});
        QVERIFY2(r.status == 0, qPrintable(r.err));
        QFile file(out + QStringLiteral("/findings.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        // The window's findings view lists these as well.
        int bound = 0;
        for (const Json &row : table({QStringLiteral("dispatch"), m_dir.path()})) {
            if (row["lines"] != "vertical")
                continue;
            ++bound;
            const QString place = QStringLiteral("\"step %1, rank %2\",\"The device waits for the host")
                                      .arg(row["step"].get<int>())
                                      .arg(row["rank"].get<int>());
            QVERIFY2(text.contains(place), qPrintable(place + u'\n' + text));
        }
        QVERIFY(bound > 0);
        QVERIFY2(text.contains(QStringLiteral("The clock of this rank differs")), qPrintable(text));
    }

    void realRunIsSane()
    {
        if (!QFileInfo::exists(realRun()))
            QSKIP("The real profiles are not here.");
        const Json steps = table({QStringLiteral("dispatch"), realRun()});
        QCOMPARE(steps.size(), size_t(2));
        for (const Json &s : steps) {
            // 29 flows run backwards on rank 0, up to 83.7 us; the delays that are judged do not.
            QVERIFY(s["p5_ns"].get<qint64>() >= 0);
            QVERIFY(s["median_delay_ns"].get<qint64>() < 10'000'000);
            QCOMPARE(s["clock_uncertainty_ns"].get<qint64>(),
                     s["clock_offset_at_most_ns"].get<qint64>() - s["clock_offset_at_least_ns"].get<qint64>());
            // The profiler's own last call waits for the whole device.
            QVERIFY(s["clock_offset_at_least_ns"].get<qint64>() < s["clock_offset_at_most_ns"].get<qint64>());
            QCOMPARE(s["clock_offset_at_most_ns"].get<qint64>(), s["clock_offset_ns"].get<qint64>());
            QCOMPARE(s["lines"].get<std::string>(), std::string("vertical"));
        }
        QVERIFY(steps[1]["clock_offset_ns"].get<qint64>() < -70'000);
        const Json overview = table({QStringLiteral("overview"), realRun()});
        for (const Json &row : table({QStringLiteral("idle"), realRun()})) {
            QVERIFY(std::abs(unexplained(row)) < 1e-6);
            QVERIFY(std::abs(freeOf(overview, row) - row["free_us"].get<double>()) < 1);
        }
        const Json align = table({QStringLiteral("align"), realRun()});
        QCOMPARE(align[1]["status"].get<std::string>(), std::string("aligned"));
        QVERIFY(align[1]["residual_p95_ns"].get<qint64>() < 20'000);
    }

private:
    QTemporaryDir m_dir;
    rs::gen::GeneratorResult m_made;
    [[nodiscard]] QStringList call(const QString &line) const
    {
        QStringList out;
        for (const QString &part : line.split(u' ', Qt::SkipEmptyParts))
            out << (part == u"RUN" ? m_dir.path() : part);
        return out;
    }
};

RS_TEST(TestCliLaunch, QCoreApplication);
#include "tst_cli_launch.moc"
