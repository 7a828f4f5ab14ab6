// SPDX-License-Identifier: Apache-2.0
#include "core/base/blockhash.h"
#include "core/run/tracecodec.h"
#include "core/trace/tracebuilder.h"
#include "support/fixtures.h"
#include "support/samerank.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <functional>
#include <limits>
#include <sys/stat.h>
#include <thread>

using namespace rs;
using rs::test::RankDifference;
using rs::test::TinyRank;
using Why = TraceCodec::Result::Why;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString &path, const QByteArray &bytes)
{
    QFile::remove(path);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write");
}

// Every member that a rank has holds something.
std::shared_ptr<RankData> fullRank()
{
    TinyRank tiny(3);
    tiny.step(1, 1000, 9000);
    tiny.host("aten::add", 1100, 400);
    tiny.host("名字 \"with\" everything\x01", 1600, 300);
    tiny.kernel("Add_1", 2000, 500);
    tiny.kernel("MatMul", 3000, 2000);
    tiny.communication("hcom_allReduce__1_0_1", 5000, 1500);
    tiny.launch(1100, 2000);
    tiny.launch(1600, 3000);
    tiny.kernelRow("Add_1", "Add", "AI_CORE", "\"2,2;2,2\"", 2000, 500);
    tiny.kernelRow("MatMul", "MatMul", {}, {}, 3000, 2000);
    auto rank = std::make_shared<RankData>(*tiny.finish());
    rank->info.rank = 3;
    rank->info.label = QStringLiteral("3");
    rank->info.path = QStringLiteral("/data/rank3");
    rank->info.device = 5;
    rank->info.host = QStringLiteral("node");
    rank->info.level = QStringLiteral("Level2");
    rank->info.settings = {{QStringLiteral("with_stack"), QStringLiteral("true")}};
    rank->info.distributedArgs = {{QStringLiteral("tp"), 2}};
    const auto table = std::make_shared<Table>();
    table->source = QStringLiteral("op_statistic.csv");
    const int real = table->addColumn(QStringLiteral("Ratio(%)"), ColumnType::Real);
    const int whole = table->addColumn(QStringLiteral("Count"), ColumnType::Integer);
    const int late = table->addColumn(QStringLiteral("Own"), ColumnType::Text);
    for (int i = 0; i < 3; ++i) {
        if (i != 1)
            table->appendText(late, "of the first and the last row");
        if (i == 1)
            table->appendMissing(real);
        else
            table->appendReal(real, i == 0 ? 0.1 : std::numeric_limits<double>::quiet_NaN());
        table->appendInteger(whole, std::numeric_limits<qint64>::min() + i);
        table->finishRow();
    }
    rank->tables[QStringLiteral("op_statistic")] = table;
    StepTraceRow step;
    step.step = QStringLiteral("1");
    step.computingUs = 0.1 + 0.2;
    step.freeUs = -0.0;
    rank->stepTrace = {step, {}};
    CommOp op;
    op.name = QStringLiteral("hcom");
    op.startUs = 1736412474714258.9;
    op.startText = QStringLiteral("1736412474714258.90");
    op.transports = {{QStringLiteral("SDMA"), 1.5, 2.5, 3.5, std::nullopt, {{1, 2, 3}, {4, 5, 6}}}, {}};
    rank->commOps = CommOps({op});
    MatrixLink link;
    link.key = QStringLiteral("allreduce-top1");
    link.source = 1;
    link.bandwidthGbs = 1.0 / 3;
    rank->links = MatrixLinks({link, {}});
    rank->groups = {{QStringLiteral("c"), QStringLiteral("123"), QStringLiteral("tp"), 1, {0, 1}}};
    rank->report.add({Severity::Loss, QStringLiteral("f"), Place::step(QStringLiteral("2")).with(QStringLiteral("op")),
                      QStringLiteral("code"), QStringLiteral("Text %1."), QStringLiteral("arg"), 9});
    return rank;
}

// A trace with counters, a packed source, details and broken-off UTF-8.
std::unique_ptr<Trace> oddTrace(ThreadPool &pool, int slices)
{
    TraceChunk chunk;
    for (int i = 0; i < slices; ++i) {
        TraceChunk::Slice s;
        s.lane = chunk.lane(i % 2 ? "20" : "10", std::to_string(i % 3));
        s.start = 1736412474714258990 + i * 7;
        s.duration = i % 11 == 0 ? 0 : i % 50;
        s.name = chunk.strings.intern(i % 5 ? "name" + std::to_string(i % 100) : "\xe4\xbd");
        s.argsAt = TraceChunk::packSource(0, static_cast<quint64>(i) * 100);
        s.argsLength = 90;
        if (i % 4 == 0) {
            TaskDetail d;
            d.connectionId = i;
            d.taskType = chunk.strings.intern("AI_CORE");
            chunk.details.push_back(d);
            s.detail = static_cast<quint32>(chunk.details.size());
        }
        chunk.slices.push_back(s);
    }
    for (int i = 0; i < 20; ++i)
        chunk.samples.push_back({1000 + i, i / 3.0, chunk.seriesOf("30", "HBM", i % 2 ? "Read" : "Write")});
    chunk.addFlowEnd(FlowId::fromText("not a number", chunk.strings), 1736412474714258990,
                     chunk.strings.intern("async"), chunk.lane("10", "0"), TraceChunk::FlowPhase::Start);
    chunk.addFlowEnd(FlowId::fromText("not a number", chunk.strings), 1736412474714258997,
                     chunk.strings.intern("async"), chunk.lane("20", "1"), TraceChunk::FlowPhase::End);
    TraceBuilder builder;
    const quint8 number = builder.addSource({QStringLiteral("/data/t.json.gz"), 1234, 5678, true, nullptr});
    builder.setCheckpoints(number, {{100, 20, 3, QByteArray(500, 'w')}, {200, 40, 0, {}}});
    builder.addChunk(std::move(chunk));
    ImportReport report;
    return builder.seal(pool, JobContext(), report);
}

// Published: of a packed file, and with something in every member.
std::shared_ptr<const RankData> packedRank(ThreadPool &pool)
{
    const auto rank = fullRank();
    rank->trace = oddTrace(pool, 500);
    return rank;
}

} // namespace

class TestTraceCodec : public QObject
{
    Q_OBJECT
private slots:
    void givesBackEverything()
    {
        for (const bool odd : {false, true}) {
            const auto rank = fullRank();
            if (odd)
                rank->trace = oddTrace(m_pool, 500);
            QVERIFY(TraceCodec::write(*rank, key, path()));
            const auto back = read(path());
            QCOMPARE(back.why, Why::Read);
            QCOMPARE(RankDifference(*rank, *back.rank).text(), QString());
            QCOMPARE(back.rank->trace->flows().size(), odd ? 1U : 2U);
            QCOMPARE(back.rank->info.files.size(), size_t(0)); // discovery knows them
        }
        // The comparison itself is not blind.
        auto rank = fullRank();
        const auto other = fullRank();
        std::vector<CommOp> operators = other->commOps.records();
        operators[0].startUs = std::nextafter(operators[0].startUs.value(), 1e18);
        other->commOps = CommOps(operators);
        other->trace = oddTrace(m_pool, 500);
        QVERIFY(RankDifference(*rank, *other).text().contains(QLatin1String("commOps")));
        QVERIFY(RankDifference(*rank, *other).text().contains(QLatin1String("start duration")));
        // Texts that many operators and links have take their memory once.
        operators.push_back(operators[0]);
        rank->commOps = CommOps(operators);
        std::vector<MatrixLink> links = rank->links.records();
        links.push_back(links[0]);
        rank->links = MatrixLinks(links);
        QVERIFY(TraceCodec::write(*rank, key, path()));
        const auto back = read(path());
        QCOMPARE(back.why, Why::Read);
        QVERIFY(back.rank->commOps[0].transports()[0].transport().constData() ==
                back.rank->commOps[1].transports()[0].transport().constData());
        QVERIFY(back.rank->links.front().key().constData() == back.rank->links.back().key().constData());
    }

    void emptyRanks()
    {
        RankData nothing;
        nothing.info.rank = 3;
        nothing.info.label = QStringLiteral("3");
        nothing.info.path = QStringLiteral("/data/rank3");
        QVERIFY(TraceCodec::write(nothing, key, path()));
        auto back = read(path());
        QCOMPARE(back.why, Why::Read);
        QCOMPARE(RankDifference(nothing, *back.rank).text(), QString());
        nothing.trace = std::make_shared<Trace>();
        nothing.kernels = std::make_shared<Table>();
        QVERIFY(TraceCodec::write(nothing, key, path()));
        back = read(path());
        QCOMPARE(back.why, Why::Read);
        QCOMPARE(RankDifference(nothing, *back.rank).text(), QString());
        QCOMPARE(back.rank->trace->slices().rowCount(), 0U);
    }

    // Columns of several parts, whose last one is not full.
    void manyPartsOfAColumn()
    {
        const auto rank = fullRank();
        rank->trace = oddTrace(m_pool, 150001);
        QVERIFY(TraceCodec::write(*rank, key, path()));
        const auto back = read(path());
        QCOMPARE(back.why, Why::Read);
        QCOMPARE(RankDifference(*rank, *back.rank).text(), QString());
    }

    // A slice so far from all others that the trace's time does not reach to it.
    void strayStamps()
    {
        TraceChunk chunk;
        for (int i = 0; i < 100; ++i) {
            TraceChunk::Slice s;
            s.lane = chunk.lane("10", "0");
            s.start = i == 0 ? 0 : 1736412474714258990 + i * 10;
            s.duration = 5;
            s.name = chunk.strings.intern("name");
            chunk.slices.push_back(s);
        }
        TraceBuilder builder;
        builder.addSource({QStringLiteral("/data/t.json"), 1234, 5678, false, nullptr});
        builder.addChunk(std::move(chunk));
        ImportReport report;
        const auto rank = fullRank();
        rank->trace = builder.seal(m_pool, JobContext(), report);
        QVERIFY(rank->trace->startNs() > 0);
        QVERIFY(TraceCodec::write(*rank, key, path()));
        const auto back = read(path());
        QCOMPARE(back.why, Why::Read);
        QCOMPARE(RankDifference(*rank, *back.rank).text(), QString());
    }

    void everyFlippedByteIsRefused()
    {
        const auto rank = fullRank();
        rank->trace = oddTrace(m_pool, 40);
        QVERIFY(TraceCodec::write(*rank, key, path()));
        const QByteArray good = contents(path());
        const QString bad = path(QStringLiteral("bad.rank"));
        for (qsizetype i = 0; i < good.size(); ++i) {
            QByteArray bytes = good;
            bytes[i] = static_cast<char>(bytes[i] ^ (1 << (i % 8)));
            put(bad, bytes);
            QVERIFY2(read(bad).why == Why::Refused,
                     qPrintable(QStringLiteral("byte %1 of %2").arg(i).arg(good.size())));
        }
        put(bad, good);
        QCOMPARE(read(bad).why, Why::Read);
    }

    void everyCutIsRefused()
    {
        QVERIFY(TraceCodec::write(*fullRank(), key, path()));
        const QByteArray good = contents(path());
        const QString bad = path(QStringLiteral("bad.rank"));
        for (qsizetype n = 0; n < good.size(); n += n < 300 ? 1 : 13) {
            put(bad, good.left(n));
            QCOMPARE(read(bad).why, Why::Refused);
        }
        put(bad, good + 'x');
        QCOMPARE(read(bad).why, Why::Refused);
        put(bad, QByteArray(good.size(), '\0'));
        QCOMPARE(read(bad).why, Why::Refused);
    }

    void otherFilesAndKeysAreRefused()
    {
        QCOMPARE(read(path(QStringLiteral("missing.rank"))).why, Why::NotThere);
        QCOMPARE(read(m_dir.path()).why, Why::NotThere);
        QVERIFY(TraceCodec::write(*fullRank(), QByteArray(32, 'o'), path()));
        QCOMPARE(read(path()).why, Why::Refused);
    }

    // The sums of these files are right.
    void whatNoReaderMakesIsRefused_data()
    {
        using Spoil = std::function<void(RankData &)>;
        const auto tableOf = [](ColumnType type, std::vector<Column::Piece> pieces) {
            auto table = std::make_shared<Table>();
            Column column;
            column.type = type;
            column.pieces = std::move(pieces);
            table->addColumn(std::move(column));
            table->setRows(2);
            return table;
        };
        QTest::addColumn<Spoil>("spoil");
        QTest::newRow("slice") << Spoil([](RankData &r) { r.kernelOfSlice = {{SliceId{1'000'000}, 0}}; });
        QTest::newRow("row of kernels") << Spoil([](RankData &r) { r.kernelOfSlice = {{SliceId{0}, 1'000'000}}; });
        QTest::newRow("negative row") << Spoil([](RankData &r) { r.kernelOfSlice = {{SliceId{0}, -1}}; });
        QTest::newRow("order") << Spoil([](RankData &r) { r.kernelOfSlice = {{SliceId{1}, 0}, {SliceId{0}, 1}}; });
        QTest::newRow("number of kernels") << Spoil([](RankData &r) { r.sliceOfKernel.push_back(NoSlice); });
        QTest::newRow("rows of a column") << Spoil([tableOf](RankData &r) {
            r.tables[QStringLiteral("op_statistic")] =
                tableOf(ColumnType::Integer, {{0, std::vector<qint64>(3), std::vector<bool>(3)}});
        });
        QTest::newRow("flags of a column") << Spoil([tableOf](RankData &r) {
            r.tables[QStringLiteral("op_statistic")] =
                tableOf(ColumnType::Integer, {{0, std::vector<qint64>(1), std::vector<bool>(2)}});
        });
        QTest::newRow("place of a column") << Spoil([tableOf](RankData &r) {
            r.tables[QStringLiteral("op_statistic")] =
                tableOf(ColumnType::Integer, {{-7, std::vector<qint64>(1), std::vector<bool>(1)}});
        });
        QTest::newRow("text of a cell") << Spoil([tableOf](RankData &r) {
            r.tables[QStringLiteral("op_statistic")] =
                tableOf(ColumnType::Text, {{0, std::vector<StrId>{StrId{0}, StrId{99}}, std::vector<bool>(2)}});
        });
        // Twice the same finding: their counts are added while the file is read.
        QTest::newRow("count of a finding") << Spoil([](RankData &r) {
            Finding f;
            f.count = std::numeric_limits<qint64>::min();
            r.report.add(f);
            r.report.add(f);
        });
        QTest::newRow("severity of a finding") << Spoil([](RankData &r) {
            Finding f;
            f.severity = static_cast<Severity>(9);
            r.report.add(f);
        });
        // In one that is sound otherwise.
        const auto operators = [](const std::function<void(CommColumns &)> &change) {
            return Spoil([change](RankData &r) {
                const auto columns = std::make_shared<CommColumns>();
                CommOp op;
                op.name = QStringLiteral("hcom");
                CommOpsBuilder builder(columns);
                builder.add(op);
                r.commOps = builder.seal();
                change(*columns);
            });
        };
        QTest::newRow("name of an operator") << operators([](CommColumns &c) { c.operators[0].name = StrId{77}; });
        QTest::newRow("step of an operator") << operators([](CommColumns &c) { c.operators[0].step = WordId{77}; });
        QTest::newRow("transports of an operator")
            << operators([](CommColumns &c) { c.operators[0].transportEnd = 1; });
        QTest::newRow("packets of a transport") << operators([](CommColumns &c) { c.packets.emplace_back(); });
        const auto links = [](const std::function<void(LinkColumns &)> &change) {
            return Spoil([change](RankData &r) {
                const auto columns = std::make_shared<LinkColumns>();
                MatrixLinksBuilder builder(columns);
                builder.add(MatrixLink());
                r.links = builder.seal();
                change(*columns);
            });
        };
        QTest::newRow("text of a link") << links(
            [](LinkColumns &c) { c.links[0].texts[LinkColumns::OpName] = WordId{77}; });
        QTest::newRow("type of a column") << Spoil([tableOf](RankData &r) {
            r.tables[QStringLiteral("op_statistic")] =
                tableOf(static_cast<ColumnType>(77), {{0, std::vector<qint64>(2), std::vector<bool>(2)}});
        });
    }

    void whatNoReaderMakesIsRefused()
    {
        QFETCH(const std::function<void(RankData &)>, spoil);
        const auto rank = fullRank();
        QVERIFY(TraceCodec::write(*rank, key, path()));
        QCOMPARE(read(path()).why, Why::Read);
        spoil(*rank);
        QVERIFY(TraceCodec::write(*rank, key, path()));
        QCOMPARE(read(path()).why, Why::Refused);
    }

    void keepsToTheBudget()
    {
        const auto rank = fullRank();
        rank->trace = oddTrace(m_pool, 5000);
        QVERIFY(TraceCodec::write(*rank, key, path()));
        const auto budget = std::make_shared<MemoryBudget>(1000);
        QCOMPARE(read(path(), JobContext(budget)).why, Why::OverBudget);
        QCOMPARE(budget->used(), qint64(0));
        budget->setLimit(10'000'000);
        {
            const auto back = read(path(), JobContext(budget));
            QCOMPARE(back.why, Why::Read);
            QCOMPARE(budget->used(), back.rank->bytesUsed());
        }
        QCOMPARE(budget->used(), qint64(0));
    }

    void cancelled()
    {
        QVERIFY(TraceCodec::write(*fullRank(), key, path()));
        const JobContext job;
        job.cancel();
        const auto back = read(path(), job);
        QCOMPARE(back.why, Why::Canceled);
        QVERIFY(!back.rank);
    }

    void writingChangesNothing()
    {
        const std::shared_ptr<const RankData> rank = packedRank(m_pool);
        const SourceCheckpoints *const points = rank->trace->sources().front().checkpoints.get();
        const std::weak_ptr<const SourceCheckpoints> held = rank->trace->sources().front().checkpoints;
        QVERIFY(TraceCodec::write(*rank, key, path()));
        QVERIFY(!held.expired());
        QCOMPARE(rank->trace->sources().front().checkpoints.get(), points);
        const TraceCodec::Result again = read(path());
        QCOMPARE(again.why, Why::Read);
        const SourceFile &source = again.rank->trace->sources().front();
        QVERIFY(source.checkpoints);
        QCOMPARE(source.checkpoints->size(), points->size());
        QCOMPARE(source.checkpoints->back().window, points->back().window);
    }

    // The details pane reads a packed trace, and a table its rows, beside the writer.
    void othersReadWhileItIsWritten()
    {
        const std::shared_ptr<const RankData> rank = packedRank(m_pool);
        std::atomic<bool> written{false};
        std::atomic<qint64> seen{0};
        std::atomic<bool> reads{false};
        std::thread reader([&] {
            do {
                const SourceFile &source = rank->trace->sources().front();
                for (const SourceCheckpoint &c : *source.checkpoints)
                    seen += c.textAt + c.window.size();
                for (const CounterSeries &c : rank->trace->counters())
                    seen += c.minimum < c.maximum ? 1 : 0;
                seen += rank->kernels->rows() + static_cast<int>(rank->kernels->at(0).type);
                seen += rank->stepTrace.front().freeUs ? 1 : 0;
                seen += static_cast<qint64>(rank->commOps.front().transports().size());
                reads = true;
            } while (!written);
        });
        while (!reads)
            std::this_thread::yield();
        bool good = true;
        for (int i = 0; i < 20; ++i)
            good = TraceCodec::write(*rank, key, path()) && good;
        written = true;
        reader.join();
        QVERIFY(good);
        QVERIFY(seen > 0);
    }

    void whatStoodThereStaysWhenWritingFails()
    {
        QVERIFY(!TraceCodec::write(*fullRank(), key, path(QStringLiteral("no/such/folder/a.rank"))));
        QVERIFY(TraceCodec::write(*fullRank(), key, path()));
        QVERIFY(TraceCodec::write(*fullRank(), key, path())); // replaces
        QCOMPARE(read(path()).why, Why::Read);
        QCOMPARE(QDir(m_dir.path()).entryList({QStringLiteral("a.rank*")}, QDir::Files),
                 QStringList{QStringLiteral("a.rank")});
    }

    // Opening it would wait for a writer, and no file takes its place.
    void aPipeIsNoFileOfTheCache()
    {
        const QString pipe = path(QStringLiteral("pipe.rank"));
        QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        const TraceCodec::Result refused = read(pipe);
        QVERIFY(!refused.rank);
        QVERIFY(refused.why != Why::Refused); // or the cache would remove it
        QVERIFY(!TraceCodec::write(*fullRank(), key, pipe));
        struct stat info = {};
        QCOMPARE(stat(QFile::encodeName(pipe).constData(), &info), 0);
        QVERIFY(S_ISFIFO(info.st_mode));
    }

    void theSumChangesWithEveryByte()
    {
        const auto sumOf = [](const QByteArray &bytes) {
            BlockHash hash;
            hash.add(bytes.constData(), static_cast<size_t>(bytes.size()));
            return hash.sum();
        };
        for (const qsizetype n : {1, 7, 8, 31, 32, 33, 100}) {
            const QByteArray bytes(n, '\0');
            QVERIFY(sumOf(bytes) != sumOf(QByteArray(n + 1, '\0')));
            for (qsizetype i = 0; i < n; ++i) {
                QByteArray other = bytes;
                other[i] = '\x80';
                QVERIFY(sumOf(other) != sumOf(bytes));
            }
        }
        // In parts as in one.
        const QByteArray bytes = QByteArray("0123456789abcdef").repeated(9);
        BlockHash parts;
        parts.add(bytes.constData(), 64);
        parts.add(bytes.constData() + 64, static_cast<size_t>(bytes.size()) - 64);
        QCOMPARE(parts.sum(), sumOf(bytes));
    }

private:
    [[nodiscard]] QString path(const QString &name = QStringLiteral("a.rank")) const { return m_dir.filePath(name); }
    TraceCodec::Result read(const QString &from, const JobContext &job = JobContext())
    {
        RankInfo info;
        info.rank = 3;
        info.label = QStringLiteral("3");
        info.path = QStringLiteral("/data/rank3");
        return TraceCodec::read(from, key, info, m_pool, job);
    }
    const QByteArray key = QByteArray(32, 'k');
    QTemporaryDir m_dir;
    ThreadPool m_pool{2};
};

RS_TEST(TestTraceCodec, QCoreApplication);
#include "tst_tracecodec.moc"
