// SPDX-License-Identifier: Apache-2.0
#include "importers/foundruns.h"
#include "importers/run/rankpacker.h"
#include "importers/run/runindexer.h"
#include "importers/trace/eventblocks.h"
#include "importers/trace/eventtext.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <atomic>

using namespace rs;
using namespace rs::test;

class TestRankPack : public QObject
{
    Q_OBJECT
private slots:
    void shownMembers_data();
    void shownMembers();
    void everySliceKeepsItsArgs();
    void theSameRankIsTheSameBytes();
    void aPackIsPackedAgain();
    void packsLackNothingThatTheyHold();
    void damageIsToldAndNeverShown();
    void summariesComeWithoutThePacks();
    void aPackInThePlaceOfAnotherIsNotUsed();
};

namespace {

// One rank with args of every kind, more than one piece of texts, and its pack.
struct Bench
{
    RunFolder folder;
    std::shared_ptr<const Run> run;

    Bench()
    {
        folder.torchRank("run/rank3_ascend_pt", 3);
        QByteArray trace = R"([{"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}})";
        for (int i = 0; i < 2000; ++i) {
            const QByteArray n = QByteArray::number(i);
            trace += R"(,{"ph":"X","name":"K","pid":7,"tid":2,"ts":")" + QByteArray::number(1000 + 10 * i) +
                     R"(.000","dur":5,"cat":"kernel","args":{"Task Id":)" + n + R"(,"text":")" +
                     QByteArray(i % 50, 'x') + R"(","list":[1,{"deep":")" + n + R"("}]}})";
        }
        folder.write("run/rank3_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
                     trace + R"(,{"ph":"X","name":"bare","pid":7,"tid":2,"ts":"90000.000","dur":5}])");
        run = loadedRun(folder.path("run"));
    }
    [[nodiscard]] QString pack(const QString &name = QStringLiteral("a.rspack")) const { return folder.path(name); }
    [[nodiscard]] QString write(const QString &to, ThreadPool &with) const
    {
        return writeRankPack(*run->ranks.front(), run->path, {}, to, with, JobContext());
    }
};

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList argsOf(const Trace &trace, SliceId slice)
{
    QStringList out;
    const EventText text = readEventText(trace, slice);
    const EventArgs args = parseEventArgs(text.json);
    for (const EventArg &a : args.lines)
        out << QStringLiteral("%1 %2 %3").arg(a.level).arg(a.key, a.value);
    return out << text.error.english() << args.error.english();
}

} // namespace

void TestRankPack::shownMembers_data()
{
    const Scenarios<QString, QString> row;
    row("three of them", R"({"ph":"X", "args" : {"a":[1,"}"]} ,"ts":1,"id":"7","cat":"c"})",
        R"({"args" : {"a":[1,"}"]} ,"id":"7","cat":"c"})");
    row("none", R"({"ph":"X","name":"args\""})", "");
    row("cut", R"({"ph":"X","args":{"a":1)", R"({"ph":"X","args":{"a":1)");
    row("a name with an escape", R"({"\u0061rgs":{}})", R"({"\u0061rgs":{}})");
    row("no object", "[1]", "[1]");
}

void TestRankPack::shownMembers()
{
    const auto [text, expected] = scenario<QString, QString>();
    QCOMPARE(QString::fromUtf8(rs::shownMembers(text.toStdString())), expected);
}

void TestRankPack::everySliceKeepsItsArgs()
{
    const Bench b;
    ThreadPool pool(2);
    QCOMPARE(b.write(b.pack(), pool), QString());
    const auto packed = loadedRun(b.pack());
    QVERIFY(packed);
    QCOMPARE(packed->path, b.pack());
    const Trace &before = *b.run->ranks[0]->trace;
    const Trace &after = *packed->ranks[0]->trace;
    QCOMPARE(after.slices().size(), before.slices().size());
    QCOMPARE(packed->infos[0].label, QStringLiteral("3"));
    for (quint32 i = 0; i < before.slices().size(); ++i)
        QCOMPARE(argsOf(after, SliceId{i}), argsOf(before, SliceId{i}));
    // The search reads them piece by piece.
    std::vector<SliceId> all;
    for (quint32 i = 0; i < after.slices().size(); ++i)
        all.push_back(SliceId{i});
    std::atomic<qsizetype> seen{0};
    QCOMPARE(readEventBlocks(after, all, pool, JobContext(),
                             [&](const EventBlock &block) { seen += std::ssize(block.events); }),
             qint64(0));
    QCOMPARE(seen.load(), qsizetype(2000));
}

void TestRankPack::theSameRankIsTheSameBytes()
{
    const Bench b;
    ThreadPool one(1);
    QCOMPARE(b.write(b.pack(), one), QString());
    ThreadPool four(4);
    const auto again = loadedRun(b.run->path);
    QCOMPARE(
        writeRankPack(*again->ranks.front(), again->path, {}, b.pack(QStringLiteral("b.rspack")), four, JobContext()),
        QString());
    QVERIFY(contents(b.pack()) == contents(b.pack(QStringLiteral("b.rspack"))));
}

void TestRankPack::aPackIsPackedAgain()
{
    const Bench b;
    ThreadPool pool(2);
    QCOMPARE(b.write(b.pack(), pool), QString());
    const auto packed = loadedRun(b.pack());
    QCOMPARE(
        writeRankPack(*packed->ranks.front(), packed->path, {}, b.pack(QStringLiteral("b.rspack")), pool, JobContext()),
        QString());
    QVERIFY(contents(b.pack()) == contents(b.pack(QStringLiteral("b.rspack"))));
}

// The trace of one rank is too long to be looked into, that of the other is not.
void TestRankPack::packsLackNothingThatTheyHold()
{
    const Bench b;
    b.folder.torchRank("run/rank4_ascend_pt", 4);
    ThreadPool pool(2);
    const auto run = loadedRun(b.folder.path("run"));
    const QString packs = b.folder.folder("packs");
    for (const auto &rank : run->ranks)
        QCOMPARE(writeRankPack(*rank, run->path, {}, packs + u'/' + rank->info.label + QStringLiteral(".rspack"), pool,
                               JobContext()),
                 QString());
    const std::vector<Run> found = runsIn({packs});
    QCOMPARE(found.size(), size_t(1));
    for (const Finding &f : found.front().report.findings())
        QVERIFY2(!f.code.startsWith(QLatin1String("absence.")), qPrintable(lineOf(f)));
}

void TestRankPack::damageIsToldAndNeverShown()
{
    const Bench b;
    ThreadPool pool(2);
    QCOMPARE(b.write(b.pack(), pool), QString());
    const QByteArray good = contents(b.pack());
    const auto codeOf = [&](const QByteArray &bytes) {
        b.folder.write("a.rspack", bytes);
        ImportReport report;
        std::vector<Run> runs = discover({b.pack()}, JobContext(), report);
        if (!runs.empty()) {
            const auto run = loadRun(std::move(runs.front()), pool, JobContext());
            report = run->ranks[0]->report;
            if (run->ranks[0]->trace)
                return QStringLiteral("shown");
        }
        const std::vector<Finding> findings = report.findings();
        return findings.empty() ? QString() : findings.back().code;
    };
    QCOMPARE(codeOf(good), QStringLiteral("shown"));
    for (qsizetype at = 6; at < good.size(); at += 1 + good.size() / 150) {
        QByteArray bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 0x10);
        QCOMPARE(codeOf(bad), QStringLiteral("pack.damaged"));
    }
    for (const qsizetype bytes : {qsizetype(7), good.size() / 2, good.size() - 1})
        QCOMPARE(codeOf(good.left(bytes)), QStringLiteral("pack.damaged"));
    QCOMPARE(codeOf(good + 'x'), QStringLiteral("pack.damaged"));
}

void TestRankPack::summariesComeWithoutThePacks()
{
    const RunFolder folder;
    for (const int rank : {0, 1, 2})
        folder.torchRank(QStringLiteral("run/rank%1_ascend_pt").arg(rank), rank);
    ThreadPool pool(2);
    std::vector<Run> found = runsIn({folder.path("run")});
    const RunIndexer indexer(std::move(found.front()), folder.folder("index"), "1", pool, JobContext());
    std::vector<RunIndexer::Done> packed;
    for (int i = 0; i < 3; ++i)
        packed.push_back(indexer.pack(i, QStringLiteral("%1.rspack").arg(i)));
    QCOMPARE(indexer.finish(packed), QString());
    std::atomic<int> steps{0};
    LoadOptions options;
    options.packBytes = 0;
    options.onPart = [&](int, const std::shared_ptr<const RankData> &rank) { steps += std::ssize(rank->stepTrace); };
    const auto run = loadRun(runsIn({folder.path("index")}).front(), pool, JobContext(), options);
    QCOMPARE(steps.load(), 3 * static_cast<int>(std::ssize(run->ranks[0]->stepTrace)));
    QVERIFY(run->ranks[0]->trace && !run->ranks[1] && !run->ranks[2]);
    // Whoever looks at one gets all of it.
    options.only = {2};
    QVERIFY(loadRun(*run, pool, JobContext(), options)->ranks[2]->trace);
}

void TestRankPack::aPackInThePlaceOfAnotherIsNotUsed()
{
    const RunFolder folder;
    ThreadPool pool(2);
    for (const int rank : {0, 1})
        folder.torchRank(QStringLiteral("run/rank%1_ascend_pt").arg(rank), rank);
    folder.torchRank("other/rank0_ascend_pt", 0);
    for (const auto &[run, index] : {std::pair("run", "index"), std::pair("other", "foreign")}) {
        std::vector<Run> found = runsIn({folder.path(run)});
        const int ranks = static_cast<int>(std::ssize(found.front().infos));
        const RunIndexer indexer(std::move(found.front()), folder.folder(index), "1", pool, JobContext());
        std::vector<RunIndexer::Done> packed;
        for (int i = 0; i < ranks; ++i)
            packed.push_back(indexer.pack(i, QStringLiteral("%1.rspack").arg(i)));
        QCOMPARE(indexer.finish(packed), QString());
    }
    const auto stepsWith = [&](const QByteArray &zero, const QByteArray &one) {
        folder.write("index/0.rspack", zero);
        folder.write("index/1.rspack", one);
        const auto run = loadRun(runsIn({folder.path("index")}).front(), pool, JobContext());
        QStringList out;
        for (const auto &rank : run->ranks) {
            const std::vector<Finding> findings = rank->report.findings();
            out << QStringLiteral("%1 %2 %3").arg(rank->info.label).arg(rank->trace ? 1 : 0).arg(rank->stepTrace.size())
                << (findings.empty() ? QString() : findings.back().code + u' ' + findings.back().argument);
        }
        return out.join(u'|');
    };
    const QByteArray zero = contents(folder.path("index/0.rspack"));
    const QByteArray one = contents(folder.path("index/1.rspack"));
    const QString whole = stepsWith(zero, one);
    QVERIFY2(whole.startsWith(QStringLiteral("0 1 ")) && whole.contains(QStringLiteral("||1 1 ")), qPrintable(whole));
    const auto without = [&whole](int rank, const QString &other) {
        QStringList parts = whole.split(u'|');
        parts[2 * rank].replace(1, 2, QStringLiteral(" 0"));
        parts[2 * rank + 1] = QStringLiteral("pack.other ") + other;
        return parts;
    };
    QStringList exchanged = without(0, QStringLiteral("1"));
    exchanged.replace(2, without(1, QStringLiteral("0"))[2]);
    exchanged.replace(3, without(1, QStringLiteral("0"))[3]);
    QCOMPARE(stepsWith(one, zero), exchanged.join(u'|'));
    QCOMPARE(stepsWith(contents(folder.path("foreign/0.rspack")), one), without(0, QStringLiteral("0")).join(u'|'));
}

RS_TEST(TestRankPack, QCoreApplication);
#include "tst_rankpack.moc"
