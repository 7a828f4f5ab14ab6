// SPDX-License-Identifier: Apache-2.0
// The lane tree of a run on several hosts: a row for each host above its ranks.
#include "kerneltraceranks.h"
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "views/timeline/canvas/lanelabels.h"
#include "views/timeline/canvas/laneraster.h"
#include "views/timeline/commands/timelinecommands.h"

#include <QAction>
#include <QApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QToolTip>

using namespace rs;
using test::TimelineFixture;

namespace {

struct HostsFixture : TimelineFixture
{
    int run = -1;

    /// One rank for each host, an empty name for an unknown one.
    explicit HostsFixture(const QStringList &hosts, const QString &path = {})
    {
        Run skeleton;
        skeleton.name = QStringLiteral("run");
        skeleton.path = path;
        for (int i = 0; i < hosts.size(); ++i) {
            RankInfo &info = skeleton.infos.emplace_back();
            info.rank = i;
            info.label = QString::number(i);
            info.host = hosts[i];
        }
        run = runs.addRun(std::move(skeleton));
        for (int i = 0; i < hosts.size(); ++i) {
            auto data = std::make_shared<RankData>(*test::sampleRank(i, 2));
            data->info.host = hosts[i];
            runs.setRank({run, i}, data);
        }
        settle();
    }
    [[nodiscard]] LaneModel &lanes() const { return *view->lanes(); }
    [[nodiscard]] LaneKey host(const QString &name) const { return view->laneLayout()->hostKey(name); }
    [[nodiscard]] int hostRow(const QString &name) const { return lanes().indexOf(host(name)); }
    [[nodiscard]] LaneKey rankKey(int rank) const { return {{run, rank}, LaneKey::Type::Rank, 0}; }
    [[nodiscard]] int rankRow(int rank) const { return lanes().indexOf(rankKey(rank)); }
    [[nodiscard]] const LaneRow &row(int index) const { return lanes().rows()[static_cast<size_t>(index)]; }
    /// Hosts and ranks from top to bottom, "a: 0 2 | 1".
    [[nodiscard]] QString outline() const
    {
        QStringList out;
        for (const LaneRow &r : lanes().rows()) {
            if (r.type == LaneRow::Type::Host)
                out.append(r.label + u':');
            else if (r.type == LaneRow::Type::Rank)
                out.append((r.level == 0 ? QStringLiteral("| ") : QString()) + QString::number(r.rank.index));
        }
        return out.join(u' ');
    }
    /// Somewhere on the name of a row.
    [[nodiscard]] QPoint nameAt(int index) const
    {
        return {90, row(index).y + row(index).height / 2 - view->canvas()->scrollY()};
    }
};

/// Ranks of one host; 0 and 1 share its kernel trace, 2 has one of its own.
struct KernelTraceFixture : TimelineFixture
{
    int run = -1;

    KernelTraceFixture()
    {
        const QString host = QStringLiteral("alpha");
        const QString shared = QStringLiteral("/run/ftrace_data.db");
        Run skeleton;
        skeleton.name = QStringLiteral("run");
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int i = 0; i < 3; ++i) {
            ranks.push_back(
                test::rankWithKernelTrace(i, i < 2 ? shared : QStringLiteral("/run/2/ftrace_data.db"), host));
            skeleton.infos.push_back(ranks.back()->info);
        }
        run = runs.addRun(std::move(skeleton));
        for (int i = 0; i < 3; ++i)
            runs.setRank({run, i}, ranks[static_cast<size_t>(i)]);
        settle();
        view->lanes()->setAllExpanded(true);
    }
    [[nodiscard]] LaneModel &lanes() const { return *view->lanes(); }
    /// "rank: process" of those of kernel traces, from top to bottom.
    [[nodiscard]] QStringList processes() const
    {
        QStringList out;
        for (const LaneRow &row : lanes().rows()) {
            if (row.type == LaneRow::Type::Process && row.label.contains(QLatin1String("Scheduling")))
                out << QStringLiteral("%1: %2").arg(row.rank.index).arg(row.label);
        }
        return out;
    }
    [[nodiscard]] LaneId lane(int rank, const char *name) const
    {
        const Trace &trace = *view->data()->rank({run, rank})->trace;
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            if (trace.laneLabel(LaneId{l}) == QLatin1String(name))
                return LaneId{l};
        }
        return NoLane;
    }
};

const QStringList twoAndOne{QStringLiteral("alpha"), QStringLiteral("beta"), QStringLiteral("alpha"), QString()};

} // namespace

class TestTimelineHosts : public QObject
{
    Q_OBJECT
private slots:
    void standAboveTheirRanks()
    {
        HostsFixture f(twoAndOne);
        QCOMPARE(f.outline(), QStringLiteral("alpha: 0 2 beta: 1 | 3"));
        QCOMPARE(f.row(f.hostRow(QStringLiteral("alpha"))).level, 0);
        QCOMPARE(f.row(f.rankRow(0)).level, 1);
        QCOMPARE(f.row(f.rankRow(3)).level, 0);
        // Parts of a rank stand one level deeper, below either kind of rank.
        f.lanes().setAllExpanded(true);
        for (const LaneRow &r : f.lanes().rows()) {
            const int base = r.rank.index == 3 ? 0 : 1;
            if (r.type == LaneRow::Type::Process)
                QCOMPARE(r.level, base + 1);
            else if (r.type == LaneRow::Type::Counter)
                QCOMPARE(r.level, base + 2);
        }
        // The order of the user counts among the ranks of a host, and hosts follow their first rank.
        f.view->laneLayout()->setOrder(LaneLayout::root(), {f.rankKey(1), f.rankKey(2), f.rankKey(0), f.rankKey(3)});
        QCOMPARE(f.outline(), QStringLiteral("| 3 beta: 1 alpha: 2 0"));
    }

    void areNotThereForOneHost()
    {
        HostsFixture f({QStringLiteral("alpha"), QStringLiteral("alpha"), QString()});
        QCOMPARE(f.outline(), QStringLiteral("| 0 | 1 | 2"));
        // A second run on another machine brings the rows, and takes them along again.
        Run other;
        other.name = QStringLiteral("other");
        other.infos.emplace_back().label = QStringLiteral("0");
        other.infos[0].host = QStringLiteral("beta");
        const int second = f.runs.addRun(std::move(other));
        QVERIFY(f.hostRow(QStringLiteral("alpha")) == 0);
        const LaneRow &beta = f.row(f.hostRow(QStringLiteral("beta")));
        QVERIFY2(beta.note.contains(QStringLiteral("0 of 1 rank")), qPrintable(beta.note));
        f.lanes().setExpanded(0, false);
        f.runs.closeRun(second);
        QCOMPARE(f.outline(), QStringLiteral("| 0 | 1 | 2"));
    }

    void foldedOnesShowWhatTheirRanksDid()
    {
        HostsFixture f(twoAndOne);
        const LaneKey alpha = f.host(QStringLiteral("alpha"));
        QTest::mouseClick(f.view->pane()->labels(), Qt::LeftButton, {}, f.nameAt(f.lanes().indexOf(alpha)));
        QCOMPARE(f.outline(), QStringLiteral("alpha: beta: 1 | 3"));
        const LaneRow folded = f.row(f.lanes().indexOf(alpha));
        QVERIFY(folded.miniature);
        QCOMPARE(folded.strips.size(), size_t{2});
        QCOMPARE(folded.strips[0].rank, (RankRef{f.run, 0}));
        QCOMPARE(folded.strips[1].rank, (RankRef{f.run, 2}));
        // Slices are drawn and found in the strip of their rank.
        TimelineCanvas *const canvas = f.view->canvas();
        const QImage picture = canvas->picture();
        for (const LaneStrip &strip : folded.strips) {
            const int y = folded.y + strip.y + strip.height / 2 - canvas->scrollY();
            int drawn = 0;
            int found = 0;
            for (int x = 0; x < canvas->width(); ++x) {
                drawn += picture.pixelColor(x, y) != f.theme.panel() ? 1 : 0;
                const auto hit = canvas->hitAt({x, y});
                if (hit.slice == NoSlice)
                    continue;
                ++found;
                QCOMPARE(hit.rank, strip.rank);
                QVERIFY(canvas->rectOf(hit.rank, hit.slice).intersects(QRect(x - 4, y, 9, 1)));
            }
            QVERIFY(drawn > canvas->width() / 8);
            QVERIFY(found > canvas->width() / 8);
        }
        // A box over it holds the lanes of both ranks.
        const int y = folded.y - canvas->scrollY();
        test::drag(canvas, {10, y + 2}, {500, y + folded.height - 3}, Qt::LeftButton, Qt::NoModifier);
        std::set<RankRef> boxed;
        for (const BoxSelection::Part &p : f.state.box().parts)
            boxed.insert(p.rank);
        QCOMPARE(boxed, (std::set<RankRef>{{f.run, 0}, {f.run, 2}}));
        // A line to a slice in there ends in the strip of its rank.
        const auto &centres = f.lanes().rowCentres({f.run, 2});
        QVERIFY(!folded.strips[1].rows.empty());
        QCOMPARE(centres[raw(folded.strips[1].rows[0])], folded.y + folded.strips[1].y + folded.strips[1].height / 2);
        // Going to a slice unfolds whatever hides it.
        f.state.revealSlice({f.run, 2}, SliceId{0});
        QVERIFY(f.rankRow(2) >= 0);
        QVERIFY(f.row(f.rankRow(2)).expanded);
    }

    void foldAndUnfoldWithTheRest()
    {
        HostsFixture f(twoAndOne);
        f.lanes().setAllExpanded(false);
        QCOMPARE(f.outline(), QStringLiteral("alpha: beta: | 3"));
        // Level by level: hosts and free ranks first, then the ranks.
        f.view->commands()->find(QStringLiteral("expand-level"))->trigger();
        QCOMPARE(f.outline(), QStringLiteral("alpha: 0 2 beta: 1 | 3"));
        QVERIFY(!f.row(f.rankRow(0)).expanded);
        f.view->commands()->find(QStringLiteral("expand-level"))->trigger();
        QVERIFY(f.row(f.rankRow(0)).expanded);
        f.lanes().setAllExpanded(false);
        f.lanes().expandRanks();
        QVERIFY(f.row(f.rankRow(1)).expanded);
        f.lanes().setAllExpanded(false);
        f.lanes().setAllExpanded(true);
        QVERIFY(f.row(f.rankRow(2)).expanded);
        // A double click beside the slices folds like that on any header.
        const int row = f.hostRow(QStringLiteral("beta"));
        f.view->pane()->scrollTo(f.row(row).y);
        QTest::mouseDClick(f.view->canvas(), Qt::LeftButton, {},
                           {200, f.row(row).y + f.row(row).height / 2 - f.view->canvas()->scrollY()});
        QVERIFY(!f.row(f.hostRow(QStringLiteral("beta"))).expanded);
        f.lanes().fitHeights(400);
        QVERIFY(f.hostRow(QStringLiteral("beta")) > 0);
    }

    void manyRanksThatComeTogetherAreLaidOutAFewTimes()
    {
        constexpr int ranks = 60;
        TimelineFixture f;
        const int run = f.addRun(ranks);
        QSignalSpy laidOut(f.view->data(), &TimelineData::ranksChanged);
        const auto data = test::sampleRank(0, 1);
        for (int i = 0; i < ranks; ++i)
            f.runs.setRank({run, i}, data);
        f.pool.waitForDone(); // the window hears of all of them at once
        QVERIFY(f.settle());
        for (int i = 0; i < ranks; ++i)
            QVERIFY(f.view->lanes()->indexOf({{run, i}, LaneKey::Type::Rank, 0}) >= 0);
        QVERIFY2(laidOut.count() >= 1 && laidOut.count() <= 10, qPrintable(QString::number(laidOut.count())));
    }

    void areFilteredAndHidden()
    {
        HostsFixture f(twoAndOne);
        LaneLayout *const layout = f.view->laneLayout();
        LaneFilter filter;
        filter.ranks = {{f.run, 1}};
        layout->setFilter(filter);
        QCOMPARE(f.outline(), QStringLiteral("beta: 1"));
        QVERIFY(f.lanes().hiddenCount() > 0);
        layout->showAll();
        QCOMPARE(f.outline(), QStringLiteral("alpha: 0 2 beta: 1 | 3"));
        // By its menu.
        const auto choose = [&](const QString &host, const QString &text) {
            emit f.view->pane()->labels()->menuRequested(f.host(host), {});
            const auto menus = f.view->findChildren<QMenu *>(Qt::FindDirectChildrenOnly);
            for (QMenu *const menu : menus) {
                const auto actions = menu->actions();
                const auto at =
                    std::find_if(actions.begin(), actions.end(), [&](QAction *a) { return a->text() == text; });
                if (!menu->isVisible() || at == actions.end())
                    continue;
                (*at)->trigger();
                menu->close();
                return true;
            }
            return false;
        };
        QVERIFY(choose(QStringLiteral("alpha"), QStringLiteral("Hide")));
        QCOMPARE(f.outline(), QStringLiteral("beta: 1 | 3"));
        QCOMPARE(f.lanes().rows().back().type, LaneRow::Type::Hidden);
        layout->showAll();
        QVERIFY(choose(QStringLiteral("alpha"), QStringLiteral("Show only the ranks of this host")));
        QCOMPARE(f.outline(), QStringLiteral("alpha: 0 2"));
        layout->showAll();
        // A filter by name leaves the tree as it is, and nothing of what it hides is in the folded host.
        filter = {};
        filter.text = QStringLiteral("CANN");
        layout->setFilter(filter);
        f.lanes().setExpanded(f.hostRow(QStringLiteral("alpha")), false);
        for (const auto &[ref, lane] : f.lanes().lanesOf(f.row(0)))
            QCOMPARE(f.runs.rank(ref)->trace->processLabel(f.runs.rank(ref)->trace->lane(lane).process),
                     QStringLiteral("CANN"));
        QCOMPARE(f.lanes().lanesOf(f.row(0)).size(), size_t{2});
    }

    void areDraggedLikeRanks()
    {
        HostsFixture f(twoAndOne);
        f.lanes().setAllExpanded(false);
        f.view->commands()->find(QStringLiteral("expand-level"))->trigger();
        LaneLabels *const labels = f.view->pane()->labels();
        const auto above = [&](int index) { return QPoint(90, f.row(index).y + 2 - f.view->canvas()->scrollY()); };
        test::drag(labels, f.nameAt(f.rankRow(2)), above(f.rankRow(0)), Qt::LeftButton, Qt::NoModifier);
        QCOMPARE(f.outline(), QStringLiteral("alpha: 2 0 beta: 1 | 3"));
        // A host takes its ranks along, and being dragged does not fold it.
        test::drag(labels, f.nameAt(f.hostRow(QStringLiteral("beta"))), above(0), Qt::LeftButton, Qt::NoModifier);
        QCOMPARE(f.outline(), QStringLiteral("beta: 1 alpha: 2 0 | 3"));
        test::drag(labels, f.nameAt(f.rankRow(3)), above(f.hostRow(QStringLiteral("alpha"))), Qt::LeftButton,
                   Qt::NoModifier);
        QCOMPARE(f.outline(), QStringLiteral("beta: 1 | 3 alpha: 2 0"));
        f.view->laneLayout()->resetOrder();
        QCOMPARE(f.outline(), QStringLiteral("alpha: 0 2 beta: 1 | 3"));
    }

    void explainThemselves()
    {
        HostsFixture f(twoAndOne);
        LaneLabels *const labels = f.view->pane()->labels();
        f.view->laneLayout()->setAlias(f.host(QStringLiteral("alpha")), QStringLiteral("left rack"));
        QCOMPARE(f.row(0).label, QStringLiteral("left rack"));
        QHelpEvent help(QEvent::ToolTip, f.nameAt(0), labels->mapToGlobal(f.nameAt(0)));
        QCoreApplication::sendEvent(labels, &help);
        QVERIFY2(QToolTip::text().contains(QStringLiteral("alpha")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QStringLiteral("ranks that ran on one host")), qPrintable(QToolTip::text()));
        QToolTip::hideText();
        // A click is no choice of a rank.
        const RankRef before = f.state.currentRank();
        QTest::mouseClick(labels, Qt::LeftButton, {}, f.nameAt(0));
        QCOMPARE(f.state.currentRank(), before);
    }

    void foldingIsKept()
    {
        QJsonObject saved;
        {
            HostsFixture f(twoAndOne, QStringLiteral("/run"));
            f.lanes().setExpanded(f.hostRow(QStringLiteral("alpha")), false);
            f.view->laneLayout()->setHidden({f.host(QStringLiteral("beta"))}, true);
            f.view->laneLayout()->setOrder(f.host(QStringLiteral("alpha")), {f.rankKey(2), f.rankKey(0)});
            saved = f.view->saveState();
        }
        HostsFixture f(twoAndOne, QStringLiteral("/run"));
        (void)f.host(QStringLiteral("another")); // numbers differ from load to load
        f.view->restoreState(saved);
        QCOMPARE(f.outline(), QStringLiteral("alpha: | 3"));
        QCOMPARE(f.view->layoutState()->waiting(), 0);
        f.lanes().setExpanded(0, true);
        QCOMPARE(f.outline(), QStringLiteral("alpha: 2 0 | 3"));
        // Nothing stays hidden for what is opened later.
        f.runs.closeRun(f.run);
        QVERIFY(f.view->laneLayout()->hidden().empty());
    }

    void aSharedKernelTraceIsShownOnce()
    {
        KernelTraceFixture f;
        const QString ofHost = QStringLiteral(" Scheduling of host alpha (2 rank(s))");
        const QStringList own{QStringLiteral("2: CPU Scheduling"), QStringLiteral("2: Process Scheduling")};
        const auto of = [&](int rank) {
            const QString place = QString::number(rank) + QStringLiteral(": ");
            return QStringList{place + QStringLiteral("CPU") + ofHost, place + QStringLiteral("Process") + ofHost};
        };
        const auto shown = [&f] {
            QStringList out = f.processes();
            out.sort();
            return out;
        };
        QCOMPARE(shown(), of(0) + own);
        QCOMPARE(f.lanes().hiddenCount(), 0); // nobody hid those of rank 1
        QVERIFY(f.lanes().lets({f.run, 0}, f.lane(0, "python:7")));
        QVERIFY(!f.lanes().lets({f.run, 1}, f.lane(1, "python:7")));
        QVERIFY(f.lanes().lets({f.run, 1}, f.lane(1, "Stream 2")));

        // If the first rank is not shown, the second has them.
        LaneFilter filter;
        filter.ranks = {{f.run, 1}};
        f.view->laneLayout()->setFilter(filter);
        QCOMPARE(shown(), of(1));
        f.view->laneLayout()->showAll();
        QCOMPARE(shown(), of(0) + own);

        // A jump to a slice of the other rank leads to something that is seen.
        const LaneId thread = f.lane(1, "python:7");
        QVERIFY(f.lanes().reveal({f.run, 1}, {thread}, true) == LaneModel::Revealed::Shown);
        QVERIFY(f.lanes().lets({f.run, 1}, thread));
        QVERIFY(!f.lanes().lets({f.run, 1}, f.lane(1, "CPU 003")));
        f.view->laneLayout()->showAll();
        QCOMPARE(shown(), of(0) + own);

        // It is of the host wherever it stands.
        f.view->laneLayout()->pin({{{f.run, 0}, LaneKey::Type::Lane, raw(thread)}});
        QCOMPARE(f.view->pinnedLanes()->rows().front().label, QStringLiteral("alpha · python:7"));

        // It stays when the rank goes that it stood with.
        f.runs.displace({f.run, 0});
        QCOMPARE(shown(), of(1) + own);
    }
};

RS_TEST(TestTimelineHosts, QApplication);
#include "tst_timelinehosts.moc"
