// SPDX-License-Identifier: Apache-2.0
#include "core/table/databasekinds.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tables/base/cellrows.h"
#include "tables/base/parameters.h"
#include "tables/base/tables.h"
#include "tables/base/tablesink.h"
#include "tables/base/words.h"

#include <QBuffer>
#include <QFile>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace rs;
using namespace rs::test;

namespace {

QString kindText(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Text:
    case ValueKind::Sentence:
    case ValueKind::Written:
        return QStringLiteral("text");
    case ValueKind::Word:
        return QStringLiteral("word");
    case ValueKind::Label:
        return QStringLiteral("name or number");
    case ValueKind::NumberText:
        return QStringLiteral("number as the file writes it");
    case ValueKind::Integer:
    case ValueKind::Identifier:
        return QStringLiteral("integer");
    case ValueKind::Bytes:
        return QStringLiteral("bytes");
    case ValueKind::Time:
    case ValueKind::MeanTime:
    case ValueKind::Microseconds:
    case ValueKind::Milliseconds:
        return QStringLiteral("time");
    case ValueKind::Difference:
        return QStringLiteral("time with a sign");
    case ValueKind::Stamp:
        return QStringLiteral("stamp");
    case ValueKind::Real:
        return QStringLiteral("number");
    case ValueKind::Percent:
        return QStringLiteral("percent");
    case ValueKind::Ratio:
    case ValueKind::Factor:
        return QStringLiteral("ratio");
    }
    return {};
}

QString scopeText(TableScope scope)
{
    switch (scope) {
    case TableScope::Run:
        return QStringLiteral("one run");
    case TableScope::Rank:
        return QStringLiteral("one rank");
    case TableScope::Pair:
        return QStringLiteral("two ranks");
    }
    return {};
}

// The page of the documentation about one table.
QString pageOf(const TableSpec &t)
{
    QStringList parameters;
    for (const Parameter p : t.parameters)
        parameters << QStringLiteral("`%1`").arg(parameterName(p));
    QStringList files;
    for (const TableFile &f : t.exportFiles())
        files << QStringLiteral("`%1.csv`").arg(f.name);
    QString out = QStringLiteral("## `%1`: %2\n\n%3\n\n").arg(t.id, t.title, t.hint);
    out += QStringLiteral("About %1. ").arg(scopeText(t.scope));
    if (!parameters.isEmpty())
        out += QStringLiteral("Parameters: %1. ").arg(parameters.join(QStringLiteral(", ")));
    out += QStringLiteral("Exported as %1.\n\n").arg(files.join(QStringLiteral(", ")));
    TableQuery query;
    query.by = OperatorGrouping::Kernel;
    const std::vector<ColumnSpec> columns = t.columns(query);
    if (columns.empty())
        return out + QStringLiteral("Its columns are those of the file.\n\n");
    out += QStringLiteral("| column | holds | |\n|---|---|---|\n");
    for (const ColumnSpec &c : columns) {
        if (!c.header.isEmpty())
            out += QStringLiteral("| `%1` | %2 | %3 |\n").arg(c.header, kindText(c.kind), c.hint);
    }
    return out + u'\n';
}

} // namespace

class TestCatalogue : public QObject
{
    Q_OBJECT

private slots:
    void everyTableIsWhole_data()
    {
        const Scenarios<QString> row;
        for (const TableSpec &t : m_catalogue.all())
            row(qPrintable(t.id), t.id);
    }

    void everyTableIsWhole()
    {
        const auto [id] = scenario<QString>();
        const TableSpec &t = *m_catalogue.find(id);
        QVERIFY(!t.title.isEmpty());
        QVERIFY(!t.hint.isEmpty());
        QVERIFY(t.make);
        QSet<QString> ids;
        QSet<QString> headers;
        for (const ColumnSpec &c : t.columns(TableQuery())) {
            QVERIFY2(!c.id.isEmpty() && !ids.contains(c.id), qPrintable(c.id));
            ids.insert(c.id);
            QVERIFY2(c.header.isEmpty() || !headers.contains(c.header), qPrintable(c.header));
            headers.insert(c.header);
            // A time has its unit where it is printed, and room for one where it is shown.
            const bool time = c.kind >= ValueKind::Time && c.kind <= ValueKind::Milliseconds;
            if (time) {
                QVERIFY2(c.header.isEmpty() || c.header.endsWith(QLatin1String("(us)")) ||
                             c.header.endsWith(QLatin1String("(ns)")) || c.header.endsWith(QLatin1String("(ms)")),
                         qPrintable(c.header));
                QVERIFY2(c.title.contains(QLatin1String("%1")), qPrintable(c.title));
            }
        }
        QSet<QString> files;
        for (const TableFile &f : t.exportFiles()) {
            QVERIFY(!files.contains(f.name));
            files.insert(f.name);
        }
    }

    void valuesOfCells()
    {
        CellRows rows({{"name", "Name", "Name", ValueKind::Text},
                       {"ns", "Time(ns)", "Time (%1)", ValueKind::Time},
                       {"share", "Share(%)", "Share (%)", ValueKind::Percent},
                       {"id", "Id", "Id", ValueKind::Written}});
        rows.add({3, NoSlice, {}}, {"a", std::optional<qint64>(5), 1.5, "a!"});
        rows.add({}, {QString(), std::optional<qint64>(), 0.0, "!"});
        QCOMPARE(rows.rows(), 2U);
        QCOMPARE(rows.text(0, 0), std::string_view("a"));
        QCOMPARE(rows.textId(1, 0), NoText);
        QCOMPARE(rows.integer(0, 1), std::optional<qint64>(5));
        QCOMPARE(rows.integer(1, 1), std::nullopt);
        QCOMPARE(rows.real(0, 2), std::optional<double>(1.5));
        QCOMPARE(rows.written(0, 3), std::string("a!"));
        QCOMPARE(rows.place(0).rank, 3);
        QCOMPARE(rows.columnOf(u"share"), 2);
        QCOMPARE(rows.columnOf(u"nothing"), -1);
    }

    void textsOfTwoPools()
    {
        auto shared = std::make_shared<StringPool>();
        const StrId own = shared->intern("own");
        RowTexts texts(shared);
        const StrId added = texts.add(QStringLiteral("added"));
        QCOMPARE(texts.view(own), std::string_view("own"));
        QCOMPARE(texts.view(added), std::string_view("added"));
        QCOMPARE(texts.add(QString()), NoText);
        QCOMPARE(texts.view(NoText), std::string_view());
        QVERIFY(raw(added) < texts.count());
    }

    void valuesArePrintedExactly()
    {
        CellRows rows({{"step", "Step", "", ValueKind::Label},
                       {"a", "A(us)", "", ValueKind::Time},
                       {"b", "B(ns)", "", ValueKind::Time},
                       {"c", "C(us)", "", ValueKind::Stamp},
                       {"d", "D(us)", "", ValueKind::MeanTime},
                       {"e", "E(%)", "", ValueKind::Percent},
                       {"f", "F", "", ValueKind::NumberText},
                       {"g", "", "", ValueKind::Text}});
        const auto add = [&rows](qint64 ns, double part, const char *text) {
            rows.add({}, {text, ns, ns, ns, part, cellIf(part > 0, part), text, "not printed"});
        };
        add(1'500, 2500.5, "07");
        add(9'007'199'254'740'993, -1, "7");
        QBuffer out;
        QVERIFY(out.open(QIODevice::WriteOnly));
        const auto sink = makeCsvSink(out);
        sink->begin(printedHeaders(rows.columns()));
        QVERIFY(writeRows(*sink, rows, JobContext()));
        sink->end();
        QVERIFY(sink->ok());
        QCOMPARE(out.data(), QByteArray("Step,A(us),B(ns),C(us),D(us),E(%),F\r\n"
                                        "07,1.5,1500,1.500,2.5005,2500.5,07\r\n"
                                        "7,9007199254740.993,9007199254740993,9007199254740.993,-0.001,,7\r\n"));
        const JobContext job;
        job.cancel();
        QVERIFY(!writeRows(*sink, rows, job));
    }

    void spreadsheetsRunNothing()
    {
        CellRows rows({{"a", "A", "", ValueKind::Text}});
        for (const char *text : {"=1+1", "\x1b[31m", "a,b"})
            rows.add({}, {text});
        const auto written = [&rows](CsvReader reader) {
            QBuffer out;
            (void)out.open(QIODevice::WriteOnly);
            const auto sink = makeCsvSink(out, reader);
            sink->begin(printedHeaders(rows.columns()));
            (void)writeRows(*sink, rows, JobContext());
            sink->end();
            return out.data();
        };
        QCOMPARE(written(CsvReader::Program), QByteArray("A\r\n=1+1\r\n\x1b[31m\r\n\"a,b\"\r\n"));
        QCOMPARE(written(CsvReader::Spreadsheet), QByteArray("A\r\n'=1+1\r\n\x1b[31m\r\n\"a,b\"\r\n"));
        QVERIFY(!written(CsvReader::Terminal).contains('\x1b'));
    }

    void emptyRunHasReasons_data() { everyTableIsWhole_data(); }

    // A rank without any file: no table has rows, none crashes, and each that could not answer says why.
    void emptyRunHasReasons()
    {
        const auto [id] = scenario<QString>();
        const TableSpec &t = *m_catalogue.find(id);
        auto run = std::make_shared<Run>();
        for (int r = 0; r < 2; ++r) {
            RankInfo info;
            info.rank = r;
            info.label = QString::number(r);
            auto rank = std::make_shared<RankData>();
            rank->info = info;
            run->infos.push_back(info);
            run->ranks.push_back(rank);
        }
        TableQuery query;
        query.run = run;
        query.rank = 0;
        query.other = 1;
        const auto rows = t.make(query, JobContext());
        QVERIFY(rows);
        // Who is there is told even of two empty ranks.
        const bool always = id == QLatin1String("ranks") || id == QLatin1String("base");
        QCOMPARE(rows->rows(), id == QLatin1String("ranks") ? 2U : always ? 1U : 0U);
        if (t.whyEmpty && !always)
            QVERIFY(!t.whyEmpty(query).isEmpty());
    }

    void aFileThatIsThereIsNotCalledAbsent()
    {
        auto rank = std::make_shared<RankData>();
        rank->info.label = QStringLiteral("3");
        FileEntry file;
        file.name = QStringLiteral("out/kernel_details.csv");
        file.kind = QStringLiteral("kernel_details");
        rank->info.files.push_back(file);
        auto run = std::make_shared<Run>();
        run->infos.push_back(rank->info);
        run->ranks.push_back(rank);
        TableQuery query;
        query.run = run;
        query.rank = 0;
        const auto why = [&](QStringView id) { return m_catalogue.find(id)->whyEmpty(query).english(); };
        QCOMPARE(why(u"kernels"),
                 QStringLiteral("out/kernel_details.csv of rank 3 has no row that could be read: info says "
                                "what is wrong with it."));
        QVERIFY(why(u"op-statistic").contains(QStringLiteral("has no op_statistic.csv")));
    }

    void communicationIsMissedWhereItWouldStand_data()
    {
        // database: why it is not read; "read": it is
        const Scenarios<bool, QString, QString> row;
        row("text files", false, QString(), ".json");
        row("MindSpore 1.x", true, QString(), "hccl_raw_*.csv");
        row("databases", false, "read", "databases of this run hold no");
        row("damaged databases", false, "file is not a database", "damaged (file is not a database)");
    }

    void communicationIsMissedWhereItWouldStand()
    {
        const auto [legacy, database, says] = scenario<bool, QString, QString>();
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            auto rank = std::make_shared<RankData>();
            rank->info.rank = r;
            rank->info.label = QString::number(r);
            if (legacy)
                rank->legacy = true;
            if (!database.isEmpty()) {
                FileEntry file;
                file.name = QStringLiteral("analysis.db");
                file.kind = QStringLiteral("db");
                file.used = database == QLatin1String("read");
                if (!file.used)
                    file.why = Phrase(QString::fromLatin1(unreadDatabaseReason), {database});
                rank->info.files.push_back(file);
            }
            ranks.push_back(rank);
        }
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun(std::move(ranks)));
        query.rank = 0;
        const Catalogue tables = Catalogue::ofProgram();
        for (const char *const id :
             {"communication", "matrix", "links", "bandwidth", "bandwidth.packets", "bandwidth.advice"}) {
            const QString why = tables.find(QString::fromLatin1(id))->whyEmpty(query).english();
            QVERIFY2(why.contains(says), qPrintable(QLatin1String(id) + QLatin1String(": ") + why));
            QCOMPARE(why.contains(QLatin1String(".json")), says == QLatin1String(".json"));
            QCOMPARE(why.contains(QLatin1String("profiler_level")), says == QLatin1String(".json"));
        }
        const QString durations = tables.find(u"durations")->whyEmpty(query).english();
        QVERIFY2(database.isEmpty() || durations.contains(says), qPrintable(durations));
    }

    void aDomainWithoutRowsIsCalledByItsName()
    {
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 0;
        rank->info.label = QStringLiteral("0");
        StepTraceRow row;
        row.step = QStringLiteral("1");
        row.rank = 0;
        row.computingUs = 1;
        rank->stepTrace.push_back(row);
        GroupInfo group;
        group.hash = QStringLiteral("12345678901234567890");
        group.pgName = QStringLiteral("dp");
        group.globalRanks = {6, 7};
        rank->groups.push_back(group);
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun({rank}));
        query.domain = group.hash;
        const Catalogue tables = Catalogue::ofProgram();
        QCOMPARE(tables.find(u"overview")->whyEmpty(query).english(),
                 QStringLiteral("No rank of this run that belongs to domain dp:(6,7) has a row."));
        query.step = QStringLiteral("1");
        QVERIFY(tables.find(u"overview")
                    ->whyEmpty(query)
                    .english()
                    .contains(QLatin1String("dp:(6,7) has a row of step 1")));
    }

    // A cluster analysis without the folders of its ranks may hold what the recipe gave there.
    void recipesOfAClusterAloneNameItsDatabase()
    {
        const Catalogue tables = Catalogue::ofProgram();
        TableQuery query;
        query.run = std::make_shared<const Run>();
        for (const char *const id : {"recipe.slow-rank", "recipe.free", "recipe.masking", "recipe.modules"}) {
            const QString why = tables.find(QString::fromLatin1(id))->whyEmpty(query).english();
            QVERIFY2(why.contains(QLatin1String("cluster.SlowRank")), qPrintable(QLatin1String(id) + u' ' + why));
        }
        query.run = std::make_shared<const Run>(test::makeRun({std::make_shared<RankData>()}));
        const QString ofRanks = tables.find(u"recipe.slow-rank")->whyEmpty(query).english();
        QVERIFY2(ofRanks.startsWith(QLatin1String("No collective points to a slow rank")), qPrintable(ofRanks));
    }

    // "communication" has a title as a cause of idle time, so its neighbours in a column of kinds need one, too.
    void kindsAreWrittenAlike()
    {
        for (const char *const word : {"computing",
                                       "computing, split",
                                       "communication",
                                       "collective",
                                       "send",
                                       "receive",
                                       "send and receive",
                                       "redistribution",
                                       "gradient aggregation",
                                       "special",
                                       "forward",
                                       "backward",
                                       "forward and backward",
                                       "other work",
                                       "total",
                                       "pure compute",
                                       "idle",
                                       "preparing",
                                       "stage",
                                       "bubble"}) {
            const char *const title = wordTitle(word);
            QVERIFY2(title && QLatin1String(title).compare(QLatin1String(word), Qt::CaseInsensitive) == 0, word);
            QVERIFY2(QChar(QLatin1String(title).front()).isUpper(), word);
        }
    }

    // Devices that start 800 ms apart made a duration of 0.85 us "0.001 ms".
    void startsDoNotChooseTheUnitOfDurations()
    {
        const std::vector<ColumnSpec> columns = m_catalogue.find(u"marey.exceptions")->columns({});
        const auto groupOf = [&](QStringView id) {
            return std::find_if(columns.begin(), columns.end(), [id](const ColumnSpec &c) { return c.id == id; })
                ->unitGroup;
        };
        for (const QStringView id : {u"spread", u"longest", u"median"})
            QCOMPARE(groupOf(id), groupOf(u"shortest"));
        QVERIFY(groupOf(u"start-spread") != groupOf(u"shortest"));
    }

    // 20 MB/ms everywhere, but 2 between ranks 1 and 2: both directions have a row, one of them the cost.
    void aSlowLinkCostsOnce()
    {
        constexpr qint64 base = 1'700'000'000'000'000'000;
        constexpr qint64 us = 1000;
        GroupInfo world;
        world.commName = QStringLiteral("world");
        world.hash = groupHash(world.commName);
        world.globalRanks = {0, 1, 2, 3};
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 4; ++r) {
            test::TinyRank rank(r);
            rank.data.groups.push_back(world);
            rank.thread("4", "world", "Group world Communication");
            rank.step(1, base, 3000 * us);
            rank.kernel("MatMul", base + 10 * us, 600 * us);
            rank.slice("4", "world", "hcom_allReduce__271_0_1", base + (610 + r) * us, (2000 - r) * us);
            for (int other = 0; other < 4; ++other) {
                if (other == r)
                    continue;
                MatrixLink l;
                l.step = QStringLiteral("1");
                l.key = QString(TotalOp);
                l.groupHash = world.hash;
                l.source = l.ownerRank = r;
                l.destination = other;
                l.globalRanks = true;
                l.transport = QStringLiteral("HCCS");
                l.sizeMb = 2;
                l.timeMs = r + other == 3 && r > 0 && other > 0 ? 1 + 0.001 * r : 0.1 + 0.0005 * r;
                l.bandwidthGbs = *l.sizeMb / *l.timeMs;
                rank.links.push_back(l);
            }
            ranks.push_back(rank.finish());
        }
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun(std::move(ranks)));
        const Catalogue tables = Catalogue::ofProgram();
        const auto rows = tables.find(u"links.slow")->rows(query, JobContext());
        QCOMPARE(rows->rows(), quint32(2));
        const int cost = rows->columnOf(u"cost");
        const int lost = rows->columnOf(u"lost");
        // The row with the cost leads.
        QVERIFY(rows->integer(0, lost) > rows->integer(1, lost));
        QVERIFY(rows->real(0, cost) > 0.5);
        QVERIFY(!rows->real(1, cost));
        // A row leads to its link; another domain has none.
        for (quint32 r = 0; r < 2; ++r) {
            const RowPlace place = rows->place(r);
            QVERIFY(place.link);
            QCOMPARE(place.link->source, static_cast<int>(*rows->integer(r, rows->columnOf(u"source"))));
            QCOMPARE(place.link->destination, static_cast<int>(*rows->integer(r, rows->columnOf(u"destination"))));
            QCOMPARE(place.rank, place.link->source);
        }
        query.domain = world.hash;
        QCOMPARE(tables.find(u"links.slow")->rows(query, JobContext())->rows(), quint32(2));
        query.domain = QStringLiteral("77");
        QCOMPARE(tables.find(u"links.slow")->rows(query, JobContext())->rows(), quint32(0));
        QVERIFY(
            tables.find(u"links.slow")->whyEmpty(query).english().contains(QStringLiteral("none in what was asked")));
    }

    // Rank 0 has two operators in communication.json, of 1 and 3 ms, and a trace without them: rows on one operator say
    // which and when, sums say neither.
    void rowsOfRecordsNameTheOperator()
    {
        test::TinyRank rank(0);
        for (int i = 0; i < 2; ++i) {
            CommOp op;
            op.step = QStringLiteral("1");
            op.name = QStringLiteral("hcom_allReduce__271_%1_1").arg(i);
            op.groupHash = QStringLiteral("77");
            op.startText = QString::number(1 + 4 * i) + QStringLiteral("000.5");
            op.startUs = op.startText.toDouble();
            op.elapseMs = 1 + 2 * i;
            TransportInfo t;
            t.transport = QStringLiteral("SDMA");
            t.sizeMb = 1;
            t.timeMs = 1;
            t.bandwidthGbs = 1;
            t.packets = {{0.5, 2, 1}};
            op.transports.push_back(t);
            rank.commOps.push_back(op);
        }
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun({rank.finish()}));
        const Catalogue tables = Catalogue::ofProgram();
        for (const char *id : {"communication", "bandwidth", "bandwidth.packets", "bandwidth.advice", "durations"}) {
            const auto rows = tables.find(QString::fromLatin1(id))->rows(query, JobContext());
            const bool isOfKind = rows->rows() == 1;
            QVERIFY2(rows->rows() > 0, id);
            std::optional<RecordPlace> longest;
            for (quint32 r = 0; r < rows->rows(); ++r) {
                const RowPlace place = rows->place(r);
                QCOMPARE(place.rank, 0);
                QCOMPARE(place.slice, NoSlice);
                QVERIFY(!place.time);
                const bool isTotal = rows->text(r, rows->columnOf(u"operator")) == std::string_view("Total Op Info");
                QCOMPARE(place.record.has_value(), !isTotal);
                if (!isTotal && (!longest || place.record->time.length() > longest->time.length()))
                    longest = place.record;
            }
            QVERIFY2(longest, id);
            QVERIFY2(isOfKind || rows->rows() >= 2, id);
            QCOMPARE(longest->op, QStringLiteral("hcom_allReduce__271_1_1"));
            QCOMPARE(longest->time, (Interval{5'000'500, 8'000'500}));
        }
        TableQuery total = query;
        total.total = true;
        const auto sums = tables.find(u"communication")->rows(total, JobContext());
        QVERIFY(sums->rows() > 0 && !sums->place(0).record);
    }

    // Alignment and contention show in traces: without one nothing is said to be fine.
    void adviceSaysWhatWasNotChecked()
    {
        const auto rankOf = [](int number, double packetMb, bool hasTrace) {
            test::TinyRank rank(number);
            rank.step(1, 1000, 100'000);
            CommOp op;
            op.step = QStringLiteral("1");
            op.name = QStringLiteral("hcom_allReduce__271_0_1");
            op.groupHash = QStringLiteral("77");
            op.elapseMs = 1;
            TransportInfo t;
            t.transport = QStringLiteral("SDMA");
            t.sizeMb = 2 * packetMb;
            t.timeMs = 1;
            t.bandwidthGbs = 2 * packetMb;
            t.packets = {{packetMb, 2, 1}};
            op.transports.push_back(t);
            rank.commOps.push_back(op);
            auto out = std::make_shared<RankData>(*rank.finish());
            if (!hasTrace)
                out->trace = nullptr;
            return std::shared_ptr<const RankData>(std::move(out));
        };
        const TableSpec &advice = *m_catalogue.find(u"bandwidth.advice");
        const auto why = [&advice](std::vector<std::shared_ptr<const RankData>> ranks) {
            TableQuery query;
            query.run = std::make_shared<const Run>(test::makeRun(std::move(ranks)));
            return advice.rows(query, JobContext())->rows() > 0 ? QStringLiteral("rows")
                                                                : advice.whyEmpty(query).english();
        };
        const QString all = why({rankOf(0, 32, true)});
        QVERIFY2(all.contains(QStringLiteral("Nothing to advise")), qPrintable(all));
        QVERIFY(why({rankOf(0, 32, false)}).contains(QStringLiteral("contention were not checked")));
        const QString some = why({rankOf(0, 32, true), rankOf(1, 32, false)});
        QVERIFY2(some.contains(QStringLiteral("neither was checked on: 1.")), qPrintable(some));
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun({rankOf(0, 0.5, true), rankOf(1, 0.5, false)}));
        const auto rows = advice.rows(query, JobContext());
        QVERIFY(rows->rows() > 0);
        QCOMPARE(rows->notes().size(), size_t(1));
        QCOMPARE(rows->notes().front().rank, QStringLiteral("1"));
    }

    void documentationIsFresh()
    {
        QString text = QStringLiteral(
            "# Tables\n\nEvery table that the window shows, the command line prints and an export "
            "writes. This page is printed from their declarations: after a\nchange, run "
            "`RANKSCOPE_WRITE_DOCS=1 build/…/bin/test_tables tst_catalogue documentationIsFresh`.\n\nTimes "
            "stand in the unit of their header. Stamps are nanoseconds since the epoch, as the "
            "files have them.\n\n");
        for (const TableSpec &t : m_catalogue.all())
            text += pageOf(t);
        text = text.trimmed() + u'\n';
        QFile file(QStringLiteral(RANKSCOPE_SOURCE_DIR "/docs/tables.md"));
        if (qEnvironmentVariableIsSet("RANKSCOPE_WRITE_DOCS")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text.toUtf8());
            file.close();
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), "docs/tables.md is missing");
        QCOMPARE(QString::fromUtf8(file.readAll()), text);
    }

private:
    const Catalogue m_catalogue = Catalogue::ofProgram();
};

RS_TEST(TestCatalogue, QCoreApplication);
#include "tst_catalogue.moc"
