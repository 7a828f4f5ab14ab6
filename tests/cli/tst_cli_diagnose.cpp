// SPDX-License-Identifier: Apache-2.0
#include "cli/clirun.h"
#include "generator/generator.h"
#include "support/testprogram.h"

#include <QDirIterator>
#include <QFileInfo>
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
    void aDearProblemFails();
    void theDearestComesFirst();
    void onlyWhoIsAtFaultIsNamed();
    void whatItRestsOnCanBeAskedFor();
    void noSlowLinkIsAnAnswer();
    void linksBeginWithTheLargest();
    void linksOverSteps();
    void domainsHaveOneNameWithoutDescriptions();
    void lanesWithoutADomainCanBeAskedFor();
    void operatorsMayBeSpeltOtherwise();
    void ratesAreTaken();
    void mistakes();
    void whatIfOfAStep();
    void whatIsNotThereIsListed();
    void contradictionsAreRefused_data();
    void contradictionsAreRefused();
    void pathsOverSteps();
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
// The slow rank costs more than a percent of the steps, and less than all of them.
void TestCliDiagnose::aDearProblemFails()
{
    const auto statusOf = [this](const char *percent) {
        return cli({QStringLiteral("diagnose"), m_dir.path(), QStringLiteral("--fail-above"), QLatin1String(percent)})
            .status;
    };
    QCOMPARE(statusOf("1%"), 5);
    QCOMPARE(statusOf("100%"), 0);
    // A pause as long as the most of its step is less than half of the run.
    const QTemporaryDir dir;
    rs::gen::GeneratorOptions o = ofFourRanks(dir);
    o.ranks = 8;
    o.steps = 4;
    o.mbPerRank = 1;
    o.faults = {{rs::gen::Fault::GcPause, 2, -1, 2, 30}};
    const rs::gen::GeneratorResult made = rs::gen::generate(o);
    QVERIFY2(made.ok, qPrintable(made.error));
    const auto failAbove = [&dir](const char *percent) {
        return cli({QStringLiteral("diagnose"), dir.path(), QStringLiteral("--fail-above"), QLatin1String(percent)});
    };
    QCOMPARE(failAbove("50%").status, 0);
    const Result failed = failAbove("5%");
    QCOMPARE(failed.status, 5);
    QVERIFY2(failed.err.contains(QLatin1String("% of the time of all steps, more than 5 %: ")), qPrintable(failed.err));
}

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

// Other ends of the links of a slow NIC are innocent, and so is everybody in uneven stages.
void TestCliDiagnose::onlyWhoIsAtFaultIsNamed()
{
    using rs::gen::Fault;
    for (const Fault &fault : {Fault{Fault::SlowNic, 6, -1, -1, 4}, Fault{Fault::LongStage, 8, -1, -1, 1}}) {
        const QTemporaryDir dir;
        rs::gen::GeneratorOptions o;
        o.outDir = dir.path();
        o.ranks = 16;
        o.steps = 3;
        o.mbPerRank = fault.kind == Fault::LongStage ? 6 : 1;
        o.tp = o.pp = 2;
        o.nodeSize = 4;
        o.faults = {fault};
        const rs::gen::GeneratorResult made = rs::gen::generate(o);
        QVERIFY2(made.ok, qPrintable(made.error));
        const Result r =
            cli({QStringLiteral("diagnose"), dir.path(), QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(r.status, 0);
        const Json first = rowsOf(r)[0];
        const bool isNic = fault.kind == Fault::SlowNic;
        QVERIFY2(first["kind"] == (isNic ? "slow_link" : "pipeline_stage"), first.dump().c_str());
        QVERIFY2(isNic ? first["rank"] == 6 : first["rank"].is_null(), first.dump().c_str());
        QVERIFY2(first["cost_ms"].get<double>() > 1, first.dump().c_str());
    }
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
    // Transfers inside a card come behind all links between cards.
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
         {std::pair("HCCS", "not a rate of HCCS"), std::pair("HCCS=fast", "not a rate of HCCS"),
          std::pair("HCCS=-1", "not a rate of HCCS"), std::pair("HCCS=nan", "not a rate of HCCS"),
          std::pair("XLINK=3", "names no rate"), std::pair("=3", "names no rate")}) {
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

// Lengths and gains of the steps add up to those of the run.
void TestCliDiagnose::whatIfOfAStep()
{
    const auto ask = [this](const QStringList &more) {
        const Result r = cli(QStringList{QStringLiteral("whatif"), m_dir.path(), QStringLiteral("--what"),
                                         QStringLiteral("rank-like-peers"), QStringLiteral("--about"),
                                         QStringLiteral("3"), QStringLiteral("--format"), QStringLiteral("json")} +
                             more);
        return rowsOf(r).at(0);
    };
    const Json all = ask({});
    qint64 before = 0;
    qint64 gain = 0;
    for (const char *step : {"1", "2", "3"}) {
        const Json row = ask({QStringLiteral("--step"), QLatin1String(step)});
        QCOMPARE(row["before_ns"].get<qint64>() - row["gain_ns"].get<qint64>(), row["after_ns"].get<qint64>());
        before += row["before_ns"].get<qint64>();
        gain += row["gain_ns"].get<qint64>();
    }
    QCOMPARE(before, all["before_ns"].get<qint64>());
    QCOMPARE(gain, all["gain_ns"].get<qint64>());
    QVERIFY(gain > before / 10);
}

void TestCliDiagnose::whatIsNotThereIsListed()
{
    const auto ask = [this](const char *what, const char *about) {
        const Result r = cli({QStringLiteral("whatif"), m_dir.path(), QStringLiteral("--what"), QLatin1String(what),
                              QStringLiteral("--about"), QLatin1String(about)});
        return r.status == 2 ? r.err : QString();
    };
    QVERIFY(ask("rank-like-peers", "11").contains(QLatin1String("There are: 0, 1, 2, 3, 4, 5, 6, 7.")));
    QVERIFY(ask("faster-kernels", "Softmaxx").contains(QLatin1String("MatMul")));
    // As one would write it.
    for (const auto &[what, about] : {std::pair("rank-like-peers", "Rank 3"), std::pair("faster-kernels", "matmulv3"),
                                      std::pair("link-like-others", "1 - 0")}) {
        const Result r = cli({QStringLiteral("whatif"), m_dir.path(), QStringLiteral("--what"), QLatin1String(what),
                              QStringLiteral("--about"), QLatin1String(about)});
        QVERIFY2(r.status == 0, qPrintable(r.err));
    }
    // A rank without a trace is named beside the answer of the others.
    QTemporaryDir dir;
    rs::gen::GeneratorOptions o = ofFourRanks(dir);
    QVERIFY(rs::gen::generate(o).ok);
    QDirIterator traces(dir.path(), {QStringLiteral("trace_view.json")}, QDir::Files, QDirIterator::Subdirectories);
    QString last;
    while (traces.hasNext())
        last = std::max(last, traces.next());
    QVERIFY(QFile::remove(last));
    const Result r = cli({QStringLiteral("whatif"), dir.path(), QStringLiteral("--what"), QStringLiteral("overlap")});
    QCOMPARE(r.status, 0);
    QVERIFY2(r.err.contains(QLatin1String("rank 3: Not replayed")), qPrintable(r.err));
    QVERIFY2(r.out.contains("Not Replayed"), r.out.constData());
    // A rank whose trace is cut gets no answer.
    QDirIterator others(dir.path(), {QStringLiteral("trace_view.json")}, QDir::Files, QDirIterator::Subdirectories);
    for (last.clear(); others.hasNext();)
        last = std::max(last, others.next());
    QVERIFY(QFile::resize(last, QFileInfo(last).size() / 2));
    const Result cut = cli({QStringLiteral("whatif"), dir.path(), QStringLiteral("--what"),
                            QStringLiteral("rank-like-peers"), QStringLiteral("--about"), QStringLiteral("2")});
    QVERIFY2(cut.status == 2 && cut.err.contains(QLatin1String("The replay cannot change 2:")), qPrintable(cut.err));
}

void TestCliDiagnose::contradictionsAreRefused_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *call, const char *says) {
        QTest::newRow(call) << QString(QLatin1String(call)) << QString(QLatin1String(says));
    };
    row("whatif --about 3", "--about needs --what");
    row("whatif --what overlap --about 3", "about all ranks");
    row("whatif --what even-stages --about 3", "about all ranks");
    row("whatif --what overlap --times 3", "not with --times");
    row("whatif --what faster-launches --times 1000000000000", "at most 1000000");
    row("path --from 1700000000000000000 --to 1700000000000000000", "later than --from");
    row("path.sums --step 1 --from 1700000000000000000", "exclude each other");
}

void TestCliDiagnose::contradictionsAreRefused()
{
    QFETCH(QString, call);
    QFETCH(QString, says);
    const Result r = cli(call.split(u' ') + QStringList{m_dir.path()});
    QCOMPARE(r.status, 1);
    QVERIFY2(r.err.contains(says), qPrintable(r.err));
}

void TestCliDiagnose::pathsOverSteps()
{
    const auto ns = [this](const QStringList &more) {
        const Result r = cli(
            QStringList{QStringLiteral("path.sums"), m_dir.path(), QStringLiteral("--format"), QStringLiteral("json")} +
            more);
        std::map<bool, qint64> out; // by whether a step is named
        for (const Json &row : rowsOf(r))
            out[!row["step"].is_null()] += row["time_ns"].get<qint64>();
        return out;
    };
    const std::map<bool, qint64> each = ns({});
    QCOMPARE(each.size(), size_t(1));
    const std::map<bool, qint64> sum = ns({QStringLiteral("--steps"), QStringLiteral("sum")});
    QCOMPARE(sum, (std::map<bool, qint64>{{false, each.at(true)}}));
    const std::map<bool, qint64> mean = ns({QStringLiteral("--steps"), QStringLiteral("mean")});
    QVERIFY(std::abs(mean.at(false) - each.at(true) / 3) < 1000);
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
