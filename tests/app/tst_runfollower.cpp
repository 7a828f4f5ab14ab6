// SPDX-License-Identifier: Apache-2.0
// Runs that still grow: which files are complete, and what the window keeps while ranks come.
#include "app/session/runfollower.h"
#include "app/shell/statuspanel.h"
#include "app/shell/statustext.h"
#include "generator/generator.h"
#include "runwindow.h"
#include "support/testprogram.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

#include <thread>

using namespace rs;
using rs::test::RunWindow;

namespace {

void write(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile f(path);
    QVERIFY(f.open(QIODevice::WriteOnly));
    f.write(bytes);
}

// As a profiler writes: file after file, each in small parts.
void copySlowly(const QString &from, const QString &to)
{
    QDirIterator it(from, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        const QString copy = to + path.mid(from.size());
        QDir().mkpath(QFileInfo(copy).path());
        QFile in(path);
        QFile out(copy);
        if (!in.open(QIODevice::ReadOnly) || !out.open(QIODevice::WriteOnly))
            return;
        const qint64 part = in.size() / 5 + 1;
        while (!in.atEnd()) {
            out.write(in.read(part));
            out.flush();
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        }
    }
}

} // namespace

class TestRunFollower : public QObject
{
    Q_OBJECT
private slots:
    void tellsWhatIsComplete()
    {
        const QTemporaryDir dir;
        const QString trace = dir.filePath(QStringLiteral("rank0/trace_view.json"));
        const QString table = dir.filePath(QStringLiteral("rank0/kernel_details.csv"));
        const QStringList paths{dir.path()};
        write(table, "a,b\n1,2\n");
        GrowingFiles files(stampsBelow(paths));
        QVERIFY(files.look(stampsBelow(paths), 0).changed.empty());
        write(trace, "[{\"ph\":\"X\"}");
        using Paths = std::set<QString>;
        const auto look = [&](qint64 nowMs) {
            const FileNews news = files.look(stampsBelow(paths), nowMs);
            return std::pair(news.changed, news.unfinished);
        };
        const auto waits = std::pair(Paths{}, Paths{trace});
        QCOMPARE(look(1'000), waits); // just begun
        QCOMPARE(look(5'000), waits); // no end
        write(trace, "[{\"ph\":\"X\"}]\n");
        QCOMPARE(look(6'000), waits); // just changed
        QCOMPARE(look(6'000 + GrowingFiles::quietMs), std::pair(Paths{trace}, Paths{}));
        QCOMPARE(look(9'000), std::pair(Paths{}, Paths{})); // told once
        // Another file of its folder is written: both wait, until its end has not come for a minute.
        write(trace, "[]");
        write(table, "a,b\n1,2\n3,");
        const Paths both{table, trace};
        QCOMPARE(look(10'000), std::pair(Paths{}, both));
        QCOMPARE(look(69'000), std::pair(Paths{}, both));
        QCOMPARE(look(70'000), std::pair(both, Paths{}));
        QVERIFY(QFile::remove(trace));
        QCOMPARE(look(80'000), std::pair(Paths{}, Paths{trace}));
        QCOMPARE(look(81'000), std::pair(Paths{trace}, Paths{}));
    }

    void ranksComeWhileTheViewStays()
    {
        const QTemporaryDir dir;
        gen::GeneratorOptions options;
        options.outDir = dir.filePath(QStringLiteral("whole"));
        options.ranks = 3;
        options.steps = 2;
        options.mbPerRank = 0.1;
        QCOMPARE(gen::generate(options).error, QString());
        const QStringList ranks =
            QDir(options.outDir)
                .entryList({QStringLiteral("*_ascend_ms"), QStringLiteral("rank*")}, QDir::Dirs, QDir::Name);
        QCOMPARE(ranks.size(), 3);
        const QString run = dir.filePath(QStringLiteral("run"));
        const auto copy = [&](int rank) { copySlowly(options.outDir + u'/' + ranks[rank], run + u'/' + ranks[rank]); };
        copy(0);
        RunWindow w(0, {1366, 768}, fileRunReader());
        w.open(run);
        RunStore &runs = w.bench.runs();
        QCOMPARE(runs.allRanks().size(), size_t(1));
        const std::shared_ptr<const RankData> first = runs.rank({0, 0});
        ViewState &state = w.state();
        const TimeWindow all = state.window();
        const TimeWindow zoomed{all.fromNs + all.lengthNs() / 4, all.fromNs + all.lengthNs() / 2};
        state.setWindow(zoomed);
        state.setStep(QStringLiteral("2"));
        TimeMark mark;
        mark.fromNs = mark.toNs = zoomed.fromNs;
        state.setMarks({mark});
        Selection slice;
        slice.kind = Selection::Kind::Slice;
        slice.rank = {0, 0};
        slice.slice = SliceId{3};
        state.select(slice);
        const TimeWindow shown = state.window();

        QAction *const follow = w.window->action(QStringLiteral("follow"));
        QVERIFY(!follow->isChecked());
        follow->trigger();
        QVERIFY(w.bench.session().follower().isFollowing());
        int failed = 0;
        connect(&runs, &RunStore::stateChanged, this,
                [&](RankRef ref) { failed += runs.state(ref) == RankState::Failed ? 1 : 0; });
        std::thread writer([&] {
            copy(1);
            copy(2);
        });
        const bool came = QTest::qWaitFor([&runs] { return runs.loadedRanks().size() == 3; }, 60'000);
        writer.join();
        QVERIFY(came);
        w.settle();
        // No file was read before it was complete.
        QCOMPARE(failed, 0);
        for (const RankRef ref : runs.loadedRanks()) {
            for (const Finding &f : runs.rank(ref)->report.findings())
                QVERIFY2(f.severity < Severity::Loss, qPrintable(f.text()));
        }
        const RankRef now = runs.allRanks().front();
        QCOMPARE(runs.rank(now), first); // not read again
        QCOMPARE(state.window(), shown);
        QCOMPARE(state.step(), QStringLiteral("2"));
        QCOMPARE(state.marks().size(), size_t(1));
        QCOMPARE(state.currentRank(), now);
        QVERIFY(state.selection().kind == Selection::Kind::Slice);
        QCOMPARE(state.selection().rank, now);
        QCOMPARE(state.selection().slice, SliceId{3});
        const auto *const said = w.window->status().findChild<StatusText *>(QStringLiteral("follow"));
        QTRY_VERIFY2(said->text().contains(QLatin1String("last change")), qPrintable(said->text()));
        // A session keeps it.
        QVERIFY(w.window->keeper().current().runs.front().followed);
        QVERIFY(QDir(run).removeRecursively());
        QTRY_VERIFY2(said->text().contains(QLatin1String("is gone")), qPrintable(said->text()));
        QCOMPARE(runs.loadedRanks().size(), size_t(3)); // what was read stays
        follow->trigger();
        QVERIFY(!w.bench.session().follower().isFollowing());
        QVERIFY(said->text().isEmpty());
    }
};

RS_TEST(TestRunFollower, QApplication);
#include "tst_runfollower.moc"
