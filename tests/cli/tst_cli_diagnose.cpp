// SPDX-License-Identifier: Apache-2.0
#include "cli/clirun.h"
#include "generator/generator.h"
#include "support/testprogram.h"

#include <QDirIterator>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

using Json = nlohmann::json;
using namespace rs::test;

namespace {

Json rowsOf(const Result &r)
{
    return Json::parse(r.out.toStdString()).at("rows");
}

rs::gen::GeneratorOptions ofFourRanks(const QTemporaryDir &dir)
{
    rs::gen::GeneratorOptions o;
    o.outDir = dir.path();
    o.ranks = 4;
    o.steps = 2;
    o.mbPerRank = 0.3;
    o.tp = 2;
    o.pp = 1;
    return o;
}

} // namespace

class TestCliDiagnose : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void headerIsFrozen();
    void theSlowRankComesFirst();
    void theDearestComesFirst();
    void whatItRestsOnCanBeAskedFor();
    void noSlowLinkIsAnAnswer();
    void linksBeginWithTheLargest();
    void linksOverSteps();
    void domainsHaveOneNameWithoutDescriptions();
    void lanesWithoutADomainCanBeAskedFor();
    void operatorsMayBeSpeltOtherwise();
    void ratesAreTaken();
    void mistakes();
    void realRunsAccuseNobody_data();
    void realRunsAccuseNobody();
    void whoCannotAnswerSaysWhatIsMissing();

private:
    QTemporaryDir m_dir;
};

void TestCliDiagnose::initTestCase()
{
    rs::gen::GeneratorOptions o;
    o.outDir = m_dir.path();
    o.ranks = 8;
    o.steps = 3;
    o.mbPerRank = 1;
    o.tp = 2;
    o.pp = 1;
    o.faults.push_back({rs::gen::Fault::SlowRank, 3, -1, -1, 1.5});
    const rs::gen::GeneratorResult made = rs::gen::generate(o);
    QVERIFY2(made.ok, qPrintable(made.error));
}

void TestCliDiagnose::headerIsFrozen()
{
    const Result r = cli({QStringLiteral("diagnose"), m_dir.path()});
    QCOMPARE(r.status, 0);
    QVERIFY2(r.out.startsWith("Kind,Step,Domain,Rank,Role,Evidence,Cost(ms),Look At\r\n"), r.out.constData());
}

void TestCliDiagnose::theSlowRankComesFirst()
{
    const Result r =
        cli({QStringLiteral("diagnose"), m_dir.path(), QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(r.status, 0);
    const Json rows = rowsOf(r);
    QVERIFY(rows.size() > 3);
    const Json &first = rows[0];
    QVERIFY(first["kind"] == "compute");
    QVERIFY(first["rank"] == 3);
    QVERIFY(first["role"] == "culprit");
    QVERIFY(first["cost_ms"].get<double>() > 1);
    QVERIFY(first["evidence"].get<std::string>().starts_with("Rank 3 computes "));
    QVERIFY(first["look_at"].get<std::string>().substr(0, 15) == "compare --base ");
    QVERIFY(rows[1]["role"] == "victim");
    QVERIFY(rows[1]["rank"] != 3);
    // All areas are spoken of, whether anything is wrong there or not.
    std::set<std::string> kinds;
    for (const Json &row : rows)
        kinds.insert(row["kind"].get<std::string>());
    QCOMPARE(kinds, (std::set<std::string>{"communication", "compute", "scheduling"}));
}

// Saving weights for 40 ms holds up every rank, more than a slow one does, and experts with twice the tokens of others.
void TestCliDiagnose::theDearestComesFirst()
{
    const QTemporaryDir dir;
    rs::gen::GeneratorOptions o;
    o.outDir = dir.path();
    o.ranks = 8;
    o.steps = 3;
    o.mbPerRank = 1;
    o.tp = 2;
    o.pp = 1;
    o.experts = true;
    o.faults = {{rs::gen::Fault::Checkpoint, -1, -1, 3, 40}, {rs::gen::Fault::MoeImbalance, 1, -1, -1, 2.5}};
    const rs::gen::GeneratorResult made = rs::gen::generate(o);
    QVERIFY2(made.ok, qPrintable(made.error));
    const Result r = cli({QStringLiteral("diagnose"), dir.path(), QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(r.status, 0);
    const Json rows = rowsOf(r);
    QVERIFY(!rows.empty());
    const Json &first = rows[0];
    QVERIFY2(first["kind"] == "scheduling" && first["step"] == 3, first.dump().c_str());
    QVERIFY2(first["cost_ms"].is_number() && first["cost_ms"].get<double>() > 20, first.dump().c_str());
    double last = first["cost_ms"].get<double>();
    bool experts = false;
    for (const Json &row : rows) {
        if (row["role"] == "victim")
            continue;
        const double cost = row["cost_ms"].is_number() ? row["cost_ms"].get<double>() : -1;
        QVERIFY2(cost <= last, row.dump().c_str());
        last = cost;
        experts = experts || (row["role"] == "culprit" && row["rank"] == 1 && cost > 0);
    }
    QVERIFY2(experts, rows.dump().c_str());
}

// Each part of "Look At" is a verb with its options.
void TestCliDiagnose::whatItRestsOnCanBeAskedFor()
{
    const Result r =
        cli({QStringLiteral("diagnose"), m_dir.path(), QStringLiteral("--format"), QStringLiteral("json")});
    std::set<std::string> calls;
    for (const Json &row : rowsOf(r)) {
        for (const QString &call :
             QString::fromStdString(row["look_at"].get<std::string>()).split(QStringLiteral("; "))) {
            if (calls.insert(call.toStdString()).second)
                QCOMPARE(cli(call.split(u' ') + QStringList{m_dir.path()}).status, 0);
        }
    }
    QVERIFY(calls.size() >= 3);
}

// A script must not take a sound run for one of which nothing could be read.
void TestCliDiagnose::noSlowLinkIsAnAnswer()
{
    const Result r =
        cli({QStringLiteral("links.slow"), m_dir.path(), QStringLiteral("--format"), QStringLiteral("csv")});
    QVERIFY2(r.status == 0, qPrintable(r.err));
    QVERIFY2(r.err.contains(QStringLiteral("No link of this run takes noticeably longer")), qPrintable(r.err));
    QCOMPARE(r.out.count('\n'), 1);
    for (const QStringList &asked :
         {QStringList{QStringLiteral("links.slow")},
          QStringList{QStringLiteral("links.idle"), QStringLiteral("--rank"), QStringLiteral("0")}}) {
        const Result other =
            cli(asked + QStringList{m_dir.path(), QStringLiteral("--domain"), QStringLiteral("nosuch")});
        QCOMPARE(other.status, 1);
        QVERIFY2(other.err.contains(QStringLiteral("no communication domain \"nosuch\"")), qPrintable(other.err));
    }
}

void TestCliDiagnose::linksBeginWithTheLargest()
{
    const Result r = cli({QStringLiteral("links"), m_dir.path(), QStringLiteral("--format"), QStringLiteral("json")});
    QCOMPARE(r.status, 0);
    // What a card moves inside itself comes behind all links between cards.
    std::vector<double> sizes;
    std::vector<double> inner;
    for (const Json &row : rowsOf(r)) {
        const bool isInner = row["link_type"] == "LOCAL";
        QCOMPARE(isInner, row["source_rank"] == row["destination_rank"]);
        QVERIFY(isInner || inner.empty());
        (isInner ? inner : sizes).push_back(row["transit_size_mb"].get<double>());
    }
    for (const std::vector<double> &some : {sizes, inner}) {
        QVERIFY(!some.empty());
        QVERIFY(std::is_sorted(some.rbegin(), some.rend()));
    }
    QVERIFY(sizes.front() > sizes.back());
}

// Nothing describes the groups: the files of all ranks say who is in them, whatever rank is asked for.
void TestCliDiagnose::domainsHaveOneNameWithoutDescriptions()
{
    const QTemporaryDir dir;
    const rs::gen::GeneratorResult made = rs::gen::generate(ofFourRanks(dir));
    QVERIFY2(made.ok, qPrintable(made.error));
    QDirIterator it(dir.path(), {QStringLiteral("profiler_metadata.json")}, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext())
        QVERIFY(QFile::remove(it.next()));
    const QStringList json{QStringLiteral("--format"), QStringLiteral("json")};
    const auto domainsOf = [](const Result &r) {
        std::set<std::string> out;
        for (const Json &row : rowsOf(r))
            out.insert(row["domain"].get<std::string>());
        return out;
    };
    const std::set<std::string> all = domainsOf(cli(QStringList{QStringLiteral("links"), dir.path()} + json));
    const QStringList idle{QStringLiteral("links.idle"), dir.path(), QStringLiteral("--rank"), QStringLiteral("0")};
    const Result r = cli(idle + json);
    QVERIFY2(r.status == 0, qPrintable(r.err));
    const std::set<std::string> own = domainsOf(r);
    QVERIFY(!own.empty());
    for (const std::string &domain : own) {
        QVERIFY2(all.contains(domain), domain.c_str());
        QVERIFY2(domain.starts_with("(0,"), domain.c_str());
    }
    // And so the ranks at the other ends are known.
    for (const Json &row : rowsOf(r))
        QVERIFY(row["rank_kind"] == "global");
    const Result asked = cli(idle + QStringList{QStringLiteral("--domain"), QString::fromStdString(*own.begin())});
    QVERIFY2(asked.status == 0, qPrintable(asked.err));
}

void TestCliDiagnose::lanesWithoutADomainCanBeAskedFor()
{
    const QTemporaryDir dir;
    rs::gen::GeneratorOptions o = ofFourRanks(dir);
    o.level0 = true;
    const rs::gen::GeneratorResult made = rs::gen::generate(o);
    QVERIFY2(made.ok, qPrintable(made.error));
    for (const QStringList &table :
         {QStringList{QStringLiteral("communication.coverage")}, QStringList{QStringLiteral("durations")},
          QStringList{QStringLiteral("communication.overlap"), QStringLiteral("--rank"), QStringLiteral("0")}}) {
        const QStringList call = table + QStringList{dir.path(), QStringLiteral("--format"), QStringLiteral("json")};
        const Result r = cli(call);
        QVERIFY2(r.status == 0, qPrintable(r.err));
        std::map<std::string, size_t> counts;
        for (const Json &row : rowsOf(r))
            ++counts[row["domain"].get<std::string>()];
        QVERIFY(counts.size() > 1);
        if (table.front() == u"communication.overlap")
            continue; // takes no domain
        for (const auto &[domain, count] : counts) {
            const Result of = cli(call + QStringList{QStringLiteral("--domain"), QString::fromStdString(domain)});
            QVERIFY2(of.status == 0, qPrintable(of.err));
            QCOMPARE(rowsOf(of).size(), count);
        }
    }
}

void TestCliDiagnose::operatorsMayBeSpeltOtherwise()
{
    const QStringList links{QStringLiteral("links"), m_dir.path()};
    const auto of = [&links](const char *op) {
        return cli(links + QStringList{QStringLiteral("--op"), QString::fromLatin1(op)}).out;
    };
    const QByteArray total = of("Total Op Info");
    QVERIFY(total.count('\n') > 2);
    for (const char *other : {"total", "TOTAL OP INFO", "total_op_info"})
        QCOMPARE(of(other), total);
    const QByteArray kind = of("allreduce-total");
    QVERIFY(kind.count('\n') > 2);
    QCOMPARE(of("AllReduce-Total"), kind);
    QCOMPARE(of("all_reduce-total"), kind);
}

// Links over steps are fewer rows, which carry as much.
void TestCliDiagnose::linksOverSteps()
{
    const QStringList links{QStringLiteral("links"), m_dir.path(), QStringLiteral("--total"),
                            QStringLiteral("--format"), QStringLiteral("json")};
    const auto sizeOf = [](const Json &rows) {
        double sum = 0;
        for (const Json &row : rows)
            sum += row["transit_size_mb"].get<double>();
        return sum;
    };
    const Json each = rowsOf(cli(links));
    const Result sum = cli(links + QStringList{QStringLiteral("--steps"), QStringLiteral("sum")});
    QVERIFY2(sum.status == 0, qPrintable(sum.err));
    const Json sums = rowsOf(sum);
    QVERIFY(sums.size() < each.size());
    QVERIFY(std::abs(sizeOf(sums) - sizeOf(each)) < 1e-6 * sizeOf(each));
    QVERIFY(sums[0].contains("steps") && !sums[0].contains("step"));
    QCOMPARE(cli(links + QStringList{QStringLiteral("--steps"), QStringLiteral("some")}).status, 1);
}

void TestCliDiagnose::ratesAreTaken()
{
    const QStringList bandwidth{QStringLiteral("bandwidth"), m_dir.path(), QStringLiteral("--total"),
                                QStringLiteral("--format"), QStringLiteral("json")};
    const auto with = [&bandwidth](const QStringList &rates) {
        QStringList out = bandwidth;
        for (const QString &rate : rates)
            out << QStringLiteral("--rate") << rate;
        return cli(out);
    };
    const Result usual = with({});
    const Result set = with({QStringLiteral("hccs=36"), QStringLiteral("RDMA=25"), QStringLiteral("SDMA=36")});
    QVERIFY2(set.status == 0, qPrintable(set.err));
    const Json before = rowsOf(usual);
    const Json after = rowsOf(set);
    QCOMPARE(after.size(), before.size());
    int compared = 0;
    for (size_t i = 0; i < before.size(); ++i) {
        if (!before[i]["of_reference"].is_number() || before[i]["transport"] == "PCIE")
            continue;
        const double ratio = before[i]["of_reference"].get<double>();
        QVERIFY(std::abs(after[i]["of_reference"].get<double>() - ratio / 2) < 1e-6);
        QCOMPARE(before[i]["below_reference"] == "yes", ratio < 0.8);
        QCOMPARE(after[i]["below_reference"] == "yes", ratio / 2 < 0.8);
        ++compared;
    }
    QVERIFY(compared > 0);
    for (const auto &[rate, says] :
         {std::pair("HCCS", "no rate of HCCS"), std::pair("HCCS=fast", "no rate of HCCS"),
          std::pair("HCCS=-1", "no rate of HCCS"), std::pair("HCCS=nan", "no rate of HCCS"),
          std::pair("XLINK=3", "names no transport"), std::pair("=3", "names no transport")}) {
        const Result wrong = with({QString::fromLatin1(rate)});
        QCOMPARE(wrong.status, 1);
        QVERIFY2(wrong.err.contains(QLatin1String(says)), qPrintable(wrong.err));
    }
    const Result twice = with({QStringLiteral("HCCS=3"), QStringLiteral("hccs=4")});
    QCOMPARE(twice.status, 1);
    QVERIFY2(twice.err.contains(QStringLiteral("more than once for HCCS")), qPrintable(twice.err));
    const Result help = cli({QStringLiteral("bandwidth.advice"), QStringLiteral("--help")});
    QVERIFY(help.out.contains("--rate <NAME=GBPS>"));
    QVERIFY(!cli({QStringLiteral("links"), QStringLiteral("--help")}).out.contains("--rate"));
}

void TestCliDiagnose::mistakes()
{
    QCOMPARE(cli({QStringLiteral("diagnose")}).status, 1);
    QCOMPARE(cli({QStringLiteral("diagnosis"), m_dir.path()}).status, 1);
}

void TestCliDiagnose::realRunsAccuseNobody_data()
{
    QTest::addColumn<QString>("run");
    for (const char *run : {"pytorch_text_level0", "pytorch_text_level2"})
        QTest::newRow(run) << QStringLiteral(RANKSCOPE_SHARED_DATA) + QStringLiteral("/real/") + QLatin1String(run);
}

// Two ranks, which differ by less than a percent.
void TestCliDiagnose::realRunsAccuseNobody()
{
    QFETCH(QString, run);
    if (!QFileInfo::exists(run))
        QSKIP("the shared data is not there");
    const Result r = cli({QStringLiteral("diagnose"), run, QStringLiteral("--format"), QStringLiteral("json")});
    const Json rows = rowsOf(r);
    QCOMPARE(rows.size(), size_t(3));
    // The host of these ranks launches late: what that costs stands first.
    for (const Json &row : rows) {
        QVERIFY(row["role"].is_null());
        QCOMPARE(row["cost_ms"].is_null(), row["kind"] != "scheduling");
    }
    QVERIFY(rows[0]["cost_ms"].get<double>() > 1);
    QVERIFY(rows[0]["evidence"].get<std::string>().find("the host dispatched too late") != std::string::npos);
    QVERIFY(rows[1]["evidence"].get<std::string>().find("compute alike") != std::string::npos);
}

void TestCliDiagnose::whoCannotAnswerSaysWhatIsMissing()
{
    QTemporaryDir dir;
    QDir(dir.path()).mkpath(QStringLiteral("a_ascend_pt/ASCEND_PROFILER_OUTPUT"));
    QFile file(dir.filePath(QStringLiteral("a_ascend_pt/ASCEND_PROFILER_OUTPUT/op_statistic.csv")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
               "MatMul,AI_CORE,1,2,2,2,2,100\n");
    file.close();
    const Result r = cli({QStringLiteral("diagnose"), dir.path()});
    QCOMPARE(r.status, 2);
    QVERIFY(r.out.isEmpty());
    QVERIFY2(r.err.contains(QLatin1String("step_trace_time.csv")) && r.err.contains(QLatin1String("NPU activity")),
             qPrintable(r.err));
}

RS_TEST(TestCliDiagnose, QCoreApplication);
#include "tst_cli_diagnose.moc"
