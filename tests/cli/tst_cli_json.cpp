// SPDX-License-Identifier: Apache-2.0
// The one object that every verb prints as JSON, and the pages of a table.
#include "cli/clirank.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTemporaryDir>

#include <set>
#include <string>

using namespace rs::test;

namespace {

Json jsonOf(QStringList arguments)
{
    return Json::parse(cli(arguments << QStringLiteral("--format") << QStringLiteral("json")).out.toStdString());
}

std::set<std::string> keysOf(const Json &object)
{
    std::set<std::string> out;
    for (const auto &[key, value] : object.items())
        out.insert(key);
    return out;
}

const std::set<std::string> envelopeKeys{"schema", "columns", "rows", "evidence", "total",     "truncated",
                                         "next",   "status",  "code", "message",  "suggestion"};

} // namespace

class TestCliJson : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void everyVerbPrintsTheSameObject_data();
    void everyVerbPrintsTheSameObject();
    void columnsSayTypeUnitAndOrigin();
    void evidenceLeadsToTheSlice();
    void pagesTogetherAreTheWhole();
    void fieldsAreChosen();
    void whatIsWrongIsSaidInTheObject_data();
    void whatIsWrongIsSaidInTheObject();
    void aStatementHasTheSameObject();
    void keysOfAStatementAreUnique();
    void infoHasItsOwnMembersBeside();
    void recipesHaveTheirOfficialNames();

private:
    [[nodiscard]] QStringList call(const char *line) const
    {
        QStringList out;
        for (const QString &part : QString::fromLatin1(line).split(u' '))
            out << (part == u"RUN" ? m_run.path() : part);
        return out;
    }

    QTemporaryDir m_run;
};

void TestCliJson::initTestCase()
{
    QVERIFY(m_run.isValid());
    for (const int rank : {0, 1})
        writeRank(m_run.filePath(QStringLiteral("rank%1_ascend_pt").arg(rank)), rank);
}

void TestCliJson::everyVerbPrintsTheSameObject_data()
{
    const Scenarios<QString> row;
    for (const char *line :
         {"info RUN", "diagnose RUN", "overview RUN", "operators RUN --rank 0", "compare RUN", "communication RUN",
          "matrix RUN", "slices RUN --rank 0", "slices RUN --rank 0 --stats", "flows RUN --rank 0", "schema RUN",
          "dispatch RUN", "align RUN", "transfers RUN", "links RUN", "files RUN", "findings RUN", "nosuchverb RUN"})
        row(line, QString::fromLatin1(line));
}

void TestCliJson::everyVerbPrintsTheSameObject()
{
    const auto [line] = scenario<QString>();
    const QStringList arguments = call(line.toLatin1().constData()) + call("--format json");
    const Result r = cli(arguments);
    if (line.startsWith(QLatin1String("nosuch"))) {
        QCOMPARE(r.status, 1); // no verb, no format
        return;
    }
    const Json answer = Json::parse(r.out.toStdString());
    for (const std::string &key : envelopeKeys)
        QVERIFY2(answer.contains(key), key.c_str());
    QCOMPARE(answer["schema"].get<int>(), 1);
    QCOMPARE(answer["status"].get<int>(), r.status);
    QVERIFY(answer["columns"].is_array() && answer["rows"].is_array() && answer["evidence"].is_array());
    std::set<std::string> names;
    for (const Json &column : answer["columns"])
        names.insert(column["name"].get<std::string>());
    for (const Json &row : answer["rows"])
        QVERIFY(keysOf(row) == names);
    QCOMPARE(answer["total"].get<size_t>(), answer["rows"].size());
    QVERIFY(answer["truncated"] == false && answer["next"].is_null());
    QVERIFY(answer["code"] == (r.status == 0 ? "done" : r.status == 2 ? "nothing" : "loss"));
    QCOMPARE(answer["suggestion"].is_null(), r.status == 0);
}

void TestCliJson::columnsSayTypeUnitAndOrigin()
{
    const Json answer = jsonOf(call("slices RUN --rank 0"));
    const auto column = [&](const char *name) {
        for (const Json &c : answer["columns"]) {
            if (c["name"] == name)
                return c;
        }
        return Json();
    };
    QVERIFY(column("start_ns") == Json({{"name", "start_ns"}, {"type", "integer"}, {"unit", "ns"}, {"data", false}}));
    QVERIFY(column("name") == Json({{"name", "name"}, {"type", "text"}, {"unit", nullptr}, {"data", true}}));
    const Json files = jsonOf(call("files RUN"));
    for (const Json &c : files["columns"]) {
        if (c["name"] == "used")
            QVERIFY(c["data"] == false); // a word of ours
    }
    QVERIFY(jsonOf(call("overview RUN"))["columns"][2]["unit"] == "us");
}

void TestCliJson::evidenceLeadsToTheSlice()
{
    const Json answer = jsonOf(call("slices RUN --rank 1 --name ^MatMul_1$"));
    QCOMPARE(answer["evidence"].size(), size_t(1));
    const Json &e = answer["evidence"][0];
    QVERIFY(e["row"] == 0 && e["rank"] == 1 && e["lane"] == "Ascend Hardware/Stream 7");
    QVERIFY(e["from_ns"] == 1000020000 && e["to_ns"] == 1000040000);
    QVERIFY(e["slice"].is_number_integer());
    // Evidence of a page counts the rows of the page.
    const Json second = jsonOf(call("slices RUN --rank 1 --cursor 2 --limit 1"));
    const Json whole = jsonOf(call("slices RUN --rank 1"));
    QVERIFY(second["rows"][0] == whole["rows"][2]);
    Json expected = whole["evidence"][2];
    expected["row"] = 0;
    QVERIFY(second["evidence"][0] == expected);
}

void TestCliJson::pagesTogetherAreTheWhole()
{
    const Json whole = jsonOf(call("slices RUN --rank 0"));
    Json rows = Json::array();
    QString cursor = QStringLiteral("0");
    int pages = 0;
    for (bool more = true; more; ++pages) {
        const Json page = jsonOf(call("slices RUN --rank 0 --limit 2 --cursor") << cursor);
        QCOMPARE(page["total"].get<size_t>(), whole["rows"].size());
        for (const Json &row : page["rows"])
            rows.push_back(row);
        more = page["truncated"].get<bool>();
        QCOMPARE(more, page["next"].is_string());
        QCOMPARE(more, page["suggestion"].is_string());
        if (more)
            cursor = QString::fromStdString(page["next"].get<std::string>());
    }
    QCOMPARE(pages, 3);
    QVERIFY(rows == whole["rows"]);
    const Result csv = cli(call("slices RUN --rank 0 --limit 2 --cursor 1"));
    QCOMPARE(csv.status, 0);
    QCOMPARE(csv.lines().size(), 3);
    QVERIFY2(csv.err.contains(QStringLiteral("There are 2 more rows; --cursor 3 continues")), qPrintable(csv.err));
    const Json behind = jsonOf(call("slices RUN --rank 0 --cursor 99"));
    QVERIFY(behind["rows"].empty() && behind["status"] == 0 && behind["total"] == 5 && behind["next"].is_null());
}

void TestCliJson::fieldsAreChosen()
{
    const Result csv = cli(call("slices RUN --rank 0 --limit 1 --fields") << QStringLiteral("duration_ns,Name"));
    QCOMPARE(csv.lines().front(), QByteArray("Duration(ns),Name\r"));
    QCOMPARE(csv.lines().back(), QByteArray("100000,ProfilerStep#5\r"));
    const Json json = jsonOf(call("overview RUN --fields rank,free_us"));
    QCOMPARE(json["columns"].size(), size_t(2));
    QVERIFY(json["rows"][0] == Json({{"rank", 0}, {"free_us", 22.0}}));
    QVERIFY(json["columns"][1]["unit"] == "us");
}

void TestCliJson::whatIsWrongIsSaidInTheObject_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *line, int status, const char *says) {
        QTest::newRow(line) << QString::fromLatin1(line) << status << QString::fromLatin1(says);
    };
    row("slices RUN --rank 7", 1, "no rank 7");
    row("slices RUN --rank 0 --limit many", 1, "whole number");
    row("slices RUN --rank 0 --cursor -1", 1, "at least 0");
    row("slices RUN --rank 0 --fields name,nosuch", 1, "no column \"nosuch\"; there are: Rank,");
    row("slices RUN --rank 0 --fields name,,rank", 1, "not a list of columns");
    row("slices RUN --rank 0 --nosuch", 1, "nosuch");
    row("overview", 1, "PATH is missing");
    row("overview RUN --step 99", 1, "no step 99");
    row("operators RUN --rank 0 --core HCCL", 2, "no compute operator on core HCCL");
    row("query RUN SELECT", 1, "incomplete input");
    row("export RUN", 1, "--out DIR is missing");
    row("recipe RUN", 1, "there is no recipe");
    row("recipe hccl_sum RUN --table Nosuch", 1, "there are: HcclAllRankStats, HcclPerRankStats, HcclTopOpStats");
    row("recipe mstx_sum RUN", 2, "No trace has a range of mstx");
}

void TestCliJson::whatIsWrongIsSaidInTheObject()
{
    QFETCH(QString, line);
    QFETCH(int, status);
    QFETCH(QString, says);
    const Result r = cli(call(line.toLatin1().constData()) + call("--format json"));
    QCOMPARE(r.status, status);
    const Json answer = Json::parse(r.out.toStdString());
    QVERIFY2(keysOf(answer) == envelopeKeys, r.out.constData());
    QVERIFY(answer["rows"].empty() && answer["status"] == status && answer["suggestion"].is_string());
    QVERIFY2(QString::fromStdString(answer["message"].get<std::string>()).contains(says), r.out.constData());
    QVERIFY2(r.err.contains(says), qPrintable(r.err));
}

void TestCliJson::aStatementHasTheSameObject()
{
    const QStringList query = call("query RUN") << QStringLiteral(
                                  "SELECT name, duration_ns, duration_ns / 2.5 AS share FROM slices WHERE rank = 0 "
                                  "ORDER BY start_ns");
    const Json whole = jsonOf(query);
    QVERIFY(whole["columns"][0] == Json({{"name", "name"}, {"type", "text"}, {"unit", nullptr}, {"data", true}}));
    QVERIFY(whole["columns"][1] ==
            Json({{"name", "duration_ns"}, {"type", "integer"}, {"unit", "ns"}, {"data", false}}));
    QVERIFY(whole["columns"][2]["type"] == "number");
    QVERIFY(whole["total"] == 5);
    // Nobody counts how many more there are.
    const Json page = jsonOf(query + call("--limit 2 --cursor 1"));
    QVERIFY(page["rows"] == Json::array({whole["rows"][1], whole["rows"][2]}));
    QVERIFY(page["total"].is_null() && page["truncated"] == true && page["next"] == "3");
    const Json chosen = jsonOf(query + call("--fields share,name --limit 1"));
    QVERIFY(chosen["rows"] == Json::array({{{"share", 40000.0}, {"name", "ProfilerStep#5"}}}));
    // No match is an answer, whether the table is asked for it or SQLite looks.
    for (const char *const where : {"name = 'none'", "name LIKE 'none'", "start_ns < 0 AND name = 'none'"}) {
        const QString sql = QStringLiteral("SELECT name FROM slices WHERE ") + QLatin1String(where);
        const Result none = cli(call("query RUN") << sql << call("--format csv"));
        QCOMPARE(none.status, 0);
        QCOMPARE(none.out, QByteArray("name\r\n"));
        QCOMPARE(none.err, QString());
    }
}

void TestCliJson::keysOfAStatementAreUnique()
{
    const QStringList query =
        call("query RUN") << QStringLiteral("SELECT 1+2, 1-2, 1*2, count(*), '*', 4 AS A, 5 AS a, sum(1) FROM ranks");
    const Json answer = jsonOf(query);
    const Json row = {{"1+2", 3},   {"1-2", -1}, {"1*2", 2}, {"count", 2},
                      {"'*'", "*"}, {"A", 4},    {"a", 5},   {"sum_1", 2}};
    QVERIFY2(answer["rows"] == Json::array({row}), answer["rows"].dump().c_str());
    std::set<std::string> names;
    for (const Json &column : answer["columns"])
        names.insert(column["name"].get<std::string>());
    QVERIFY(names == keysOf(row));
    // A chosen column keeps its key.
    const Json chosen = jsonOf(query + call("--fields 1*2,sum_1"));
    QVERIFY2(chosen["rows"] == Json::array({{{"1*2", 2}, {"sum_1", 2}}}), chosen.dump().c_str());
}

void TestCliJson::infoHasItsOwnMembersBeside()
{
    const Json info = jsonOf(call("info RUN"));
    std::set<std::string> expected = envelopeKeys;
    expected.insert({"runs", "findings", "import"});
    QVERIFY(keysOf(info) == expected);
    QCOMPARE(info["runs"][0]["ranks"].size(), info["rows"].size());
    QVERIFY(info["runs"][0]["ranks"][1]["files"].is_array());
}

void TestCliJson::recipesHaveTheirOfficialNames()
{
    const Result all = cli(call("recipe compute_op_sum RUN"));
    QVERIFY2(all.status == 0, qPrintable(all.err));
    QCOMPARE(all.lines().at(0),
             QByteArray("OpType,TaskType,Count,MeanNs,StdNs,MinNs,Q1Ns,MedianNs,Q3Ns,MaxNs,SumNs\r"));
    // 10 us on rank 0, 20 us on rank 1: the deviation is 10 / sqrt(2) us.
    QCOMPARE(all.lines().at(1),
             QByteArray("MatMul,AI_CORE,2,15000,7071.067811865475,10000,12500,15000,17500,20000,30000\r"));
    const Json top = jsonOf(call("recipe hccl_sum RUN --table HcclTopOpStats"));
    QVERIFY(top["rows"][0]["opname"] == "hcom_allReduce__128_0_1" && top["rows"][0]["count"] == 2);
    // Two ranks never outvote one: that is an answer.
    const Result slow = cli(call("recipe slow_rank RUN"));
    QVERIFY2(slow.status == 0, qPrintable(slow.err));
    QCOMPARE(slow.out, QByteArray("rankId,slowAffectCount\r\n"));
    const Result bottleneck = cli(call("recipe communication_bottleneck RUN --rank 1"));
    QCOMPARE(bottleneck.lines().at(0),
             QByteArray("startTime(us),endTime(us),duration(us),communicationOp,slowRankId,fastRankId,reason\r"));
    // A table by its name in statements, in any case, and by its id.
    for (const char *name : {"operators_groups", "Operators_Groups", "operators.groups"}) {
        const Json schema = jsonOf(call((std::string("schema RUN --table ") + name).c_str()));
        QVERIFY2(schema["rows"][0]["table"] == "operators_groups", name);
    }
    // Sentences on one rank follow from all of them.
    QVERIFY2(!bottleneck.out.contains("No other rank"), bottleneck.out.constData());
    const Result matrix = cli(call("recipe communication_matrix_sum RUN"));
    QCOMPARE(matrix.lines().at(0), QByteArray("step,hccl_op_name,group_name,src_rank,dst_rank,transport_type,op_name,"
                                              "transit_size,transit_time,bandwidth\r"));
    QCOMPARE(matrix.lines().size(), cli(call("matrix RUN")).lines().size());
    QVERIFY(cli(call("recipe --help")).out.contains("compute_op_sum, hccl_sum, cann_api_sum, freq_analysis"));
}

RS_TEST(TestCliJson, QCoreApplication);
#include "tst_cli_json.moc"
