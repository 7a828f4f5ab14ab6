// SPDX-License-Identifier: Apache-2.0
// Marks, kept boxes, named arrangements and the texts that explain lanes.
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "views/timeline/axis/timeruler.h"
#include "views/timeline/canvas/minimap.h"
#include "views/timeline/commands/markdialog.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/lanes/lanechoice.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHelpEvent>
#include <QInputDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>

using namespace rs;
using test::TimelineFixture;

namespace {

/// A rank of one run of a program; another run of it has the same names and other ids.
std::shared_ptr<const RankData> rankWithIds(int base)
{
    TraceChunk c;
    const auto lane = [&](int pid, const std::string &process, int tid, const std::string &thread) {
        const std::string p = std::to_string(base + pid);
        const std::string t = process == "Ascend Hardware" ? std::to_string(tid) : std::to_string(base + tid);
        const std::string name = thread.empty() ? "Thread " + t : thread;
        c.metas.push_back({TraceChunk::MetaKind::ProcessName, c.strings.intern(p), {}, c.strings.intern(process), 0});
        c.metas.push_back(
            {TraceChunk::MetaKind::ThreadName, c.strings.intern(p), c.strings.intern(t), c.strings.intern(name), 0});
        for (int i = 0; i < 4; ++i) {
            TraceChunk::Slice s;
            s.lane = c.lane(p, t);
            s.start = 1000 * i;
            s.duration = 400;
            s.name = c.strings.intern("s");
            c.slices.push_back(s);
        }
    };
    lane(1, "Python", 11, {});
    lane(1, "Python", 12, {});
    lane(1, "Python", 13, "dataloader");
    lane(2, "Ascend Hardware", 2, "Stream 2");
    lane(2, "Ascend Hardware", 3, "Stream 3");
    lane(2, "Ascend Hardware", 7, "Stream 7");
    return test::sealed(std::move(c));
}

struct NamedRun : TimelineFixture
{
    NamedRun(const QString &path, int base) { open(path, base); }
    void open(const QString &path, int base)
    {
        Run run;
        run.path = path;
        run.infos.emplace_back().label = QStringLiteral("0");
        auto data = std::make_shared<RankData>(*rankWithIds(base));
        data->info.label = QStringLiteral("0");
        runs.setRank({runs.addRun(std::move(run)), 0}, data);
        settle();
    }
    [[nodiscard]] LaneKey lane(const QString &label, int nth = 0, int run = 0) const
    {
        const Trace &t = *runs.rank({run, 0})->trace;
        for (quint32 i = 0; i < t.lanes().size(); ++i) {
            if (t.laneLabel(LaneId{i}).startsWith(label) && nth-- == 0)
                return {{run, 0}, LaneKey::Type::Lane, i};
        }
        return {};
    }
    [[nodiscard]] LaneKey process(const QString &label, int run = 0) const
    {
        const Trace &t = *runs.rank({run, 0})->trace;
        for (quint32 i = 0; i < t.processes().size(); ++i) {
            if (t.processLabel(ProcessId{i}) == label)
                return {{run, 0}, LaneKey::Type::Process, i};
        }
        return {};
    }
};

} // namespace

class TestTimelineMarks : public QObject
{
    Q_OBJECT
private slots:
    void aMarkHasANoteOfSeveralLines()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        QTest::mouseClick(f.view->ruler(), Qt::LeftButton, {}, QPoint(300, 5));
        QTest::mouseDClick(f.view->ruler(), Qt::LeftButton, {}, QPoint(301, f.view->ruler()->height() - 4));
        auto *dialog = f.view->findChild<MarkDialog *>();
        QVERIFY(dialog);
        auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("markName"));
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("slow"));
        auto *note = dialog->findChild<QPlainTextEdit *>(QStringLiteral("markNote"));
        QTest::keyClicks(note, QStringLiteral("first <b>line"));
        QTest::keyClick(note, Qt::Key_Return);
        QTest::keyClicks(note, QStringLiteral("second"));
        dialog->findChild<QComboBox *>(QStringLiteral("markColor"))->setCurrentIndex(4);
        dialog->accept();
        QCOMPARE(f.state.marks().size(), size_t{1});
        QCOMPARE(f.state.marks()[0].name, QStringLiteral("slow"));
        QCOMPARE(f.state.marks()[0].note, QStringLiteral("first <b>line\nsecond"));
        QCOMPARE(f.state.marks()[0].color, 4);
        // The list shows the first line, its tooltip all of them; markup stays text.
        const auto buttons = f.view->findChildren<QToolButton *>();
        bool listed = false;
        for (const QToolButton *b : buttons) {
            for (const QAction *a : b->menu() ? b->menu()->actions() : QList<QAction *>())
                listed = listed || (a->text().contains(QStringLiteral("slow")) &&
                                    a->text().contains(QStringLiteral("first <b>line")) &&
                                    a->toolTip().contains(QStringLiteral("&lt;b&gt;line<br>second")));
        }
        QVERIFY(listed);
        QTest::mouseMove(f.view->ruler(), QPoint(100, 5));
        QTest::mouseMove(f.view->ruler(), QPoint(301, f.view->ruler()->height() - 4));
        QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("second")));
        QToolTip::hideText();
    }

    void theDeleteKeyRemovesMarks()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const TimeWindow w = f.state.window();
        const auto at = [&](int x) { return TimeMap(w, f.view->canvas()->width()).time(x); };
        f.state.setMarks({{at(200), at(200), QStringLiteral("point"), 0, {}},
                          {at(400), at(600), QStringLiteral("span"), 1, {}},
                          {at(800), at(800), QStringLiteral("last"), 2, {}}});
        QSignalSpy told(f.view.get(), &TimelineView::notice);
        TimelineCanvas *const canvas = f.view->canvas();
        TimeRuler *const ruler = f.view->ruler();
        // The cursor of the test's screen is left alone: other windows may still be under it.
        const auto moveTo = [&](QWidget *on, QPoint to) {
            QEvent leave(QEvent::Leave);
            QCoreApplication::sendEvent(on == ruler ? static_cast<QWidget *>(canvas) : ruler, &leave);
            QMouseEvent move(QEvent::MouseMove, to, on->mapToGlobal(to), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
            QCoreApplication::sendEvent(on, &move);
        };
        // Away from every mark, and inside a span, nothing is lost.
        for (const int x : {300, 500}) {
            moveTo(canvas, QPoint(x, 40));
            QTest::keyClick(canvas, Qt::Key_Delete);
        }
        QCOMPARE(f.state.marks().size(), size_t{3});
        QCOMPARE(told.count(), 2); // that there is no mark
        moveTo(canvas, QPoint(202, 40));
        QTest::keyClick(canvas, Qt::Key_Delete);
        QCOMPARE(f.state.marks().size(), size_t{2});
        QVERIFY2(told.last().first().toString().contains(QStringLiteral("point")),
                 qPrintable(told.last().first().toString()));
        // On the ruler, above the flag too, with the keys that a click on it brings.
        moveTo(ruler, QPoint(801, 3));
        QCOMPARE(ruler->focusProxy(), canvas);
        QTest::keyClick(canvas, Qt::Key_Delete);
        QCOMPARE(f.state.marks().size(), size_t{1});
        QVERIFY(told.last().first().toString().contains(QStringLiteral("last")));
        // A span that was clicked is chosen wherever the mouse is.
        QTest::mouseClick(ruler, Qt::LeftButton, {}, QPoint(500, ruler->height() - 4));
        QVERIFY(!ruler->measure().isEmpty());
        moveTo(canvas, QPoint(900, 40));
        QTest::keyClick(canvas, Qt::Key_Delete);
        QVERIFY(f.state.marks().empty());
        QVERIFY(ruler->measure().isEmpty());
        QCOMPARE(told.count(), 5);
    }

    void theDeleteKeyWorksInTheList()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const TimeWindow w = f.state.window();
        f.state.setMarks({{w.fromNs, w.fromNs, QStringLiteral("first"), 0, {}},
                          {w.fromNs + 10, w.fromNs + 10, QStringLiteral("second"), 1, {}},
                          {w.fromNs + 20, w.fromNs + 30, QStringLiteral("third"), 2, {}}});
        f.state.setBookmark(4, w);
        QSignalSpy told(f.view.get(), &TimelineView::notice);
        QMenu *list = nullptr;
        for (const QToolButton *b : f.view->findChildren<QToolButton *>()) {
            if (b->text() == QStringLiteral("Marks"))
                list = b->menu();
        }
        QVERIFY(list);
        list->popup(f.view->mapToGlobal(QPoint(500, 40)));
        list->setActiveAction(list->actions()[1]);
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(f.state.marks().size(), size_t{2});
        QCOMPARE(f.state.marks()[1].name, QStringLiteral("third"));
        QVERIFY(list->isVisible());
        // The next one is chosen, and after the last the one before it.
        QVERIFY(list->activeAction() && list->activeAction()->text().contains(QStringLiteral("third")));
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(list->activeAction() && list->activeAction()->text().contains(QStringLiteral("first")));
        for (QAction *const a : list->actions()) {
            if (a->text().startsWith(QStringLiteral("Bookmark 4")))
                list->setActiveAction(a);
        }
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(f.state.bookmarks().empty());
        QCOMPARE(f.state.marks().size(), size_t{1});
        QVERIFY2(told.last().first().toString().contains(QStringLiteral("bookmark 4")),
                 qPrintable(told.last().first().toString()));
        // On any other entry the key does nothing.
        for (QAction *const a : list->actions()) {
            if (a->text() == QStringLiteral("Delete all marks"))
                list->setActiveAction(a);
        }
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(f.state.marks().size(), size_t{1});
        list->close();
    }

    void theKeptBoxStaysDrawn()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const TimeWindow w = f.state.window();
        const auto boxOf = [&](int from, int to) {
            BoxSelection box;
            box.window = {w.fromNs + w.lengthNs() * from / 10, w.fromNs + w.lengthNs() * to / 10};
            box.parts.push_back({{0, 0}, LaneId{0}, 0});
            return box;
        };
        const auto warm = [&] {
            const QImage picture = f.view->canvas()->grab().toImage();
            int count = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x)
                    count += picture.pixelColor(x, y) == f.theme.warning() ? 1 : 0;
            }
            return count;
        };
        f.state.setBox(boxOf(1, 3));
        QCOMPARE(warm(), 0);
        f.state.setKeptBox(f.state.box());
        f.state.setBox(boxOf(6, 8));
        QVERIFY(warm() > 40);
        f.state.setKeptBox({});
        QCOMPARE(warm(), 0);
    }

    void arrangementsGetNames()
    {
        TimelineFixture f;
        Run run;
        run.path = QStringLiteral("/run"); // lanes are named by the run's path
        run.infos.emplace_back().label = QStringLiteral("0");
        f.runs.setRank({f.runs.addRun(run), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        QSignalSpy changes(f.view.get(), &TimelineView::arrangementChanged);
        f.view->laneLayout()->setHidden({{{0, 0}, LaneKey::Type::Process, 1}}, true);
        QVERIFY(changes.count() > 0);
        f.view->commands()->find(QStringLiteral("keep-arrangement"))->trigger();
        auto *dialog = f.view->findChild<QInputDialog *>(QStringLiteral("presetName"));
        QVERIFY(dialog);
        dialog->setTextValue(QStringLiteral("no CANN"));
        dialog->accept();
        QCOMPARE(f.view->layoutState()->presets(), QStringList{QStringLiteral("no CANN")});
        showLanes(LaneChoice::Everything, *f.view->laneLayout(), *f.view->lanes());
        QVERIFY(f.view->laneLayout()->hidden().empty());
        auto *button = [&]() -> QToolButton * {
            for (QToolButton *b : f.view->findChildren<QToolButton *>()) {
                if (b->text() == QStringLiteral("Lanes"))
                    return b;
            }
            return nullptr;
        }();
        QVERIFY(button);
        emit button->menu()->aboutToShow();
        for (QAction *a : button->menu()->actions()) {
            if (a->text() == QStringLiteral("no CANN")) {
                a->trigger();
                break;
            }
        }
        QCOMPARE(f.view->laneLayout()->hidden().size(), size_t{1});
        f.view->layoutState()->forgetPreset(QStringLiteral("no CANN"));
        QVERIFY(f.view->layoutState()->presets().isEmpty());
    }

    void arrangementsServeOtherRuns()
    {
        const auto hardware = QStringLiteral("Ascend Hardware");
        QJsonArray kept;
        {
            NamedRun f(QStringLiteral("/monday"), 1000);
            LaneLayout *const layout = f.view->laneLayout();
            layout->setHidden({f.lane(QStringLiteral("Thread "), 1), f.lane(QStringLiteral("dataloader"))}, true);
            layout->pin({f.lane(QStringLiteral("Stream 7")), {{0, 0}, LaneKey::Type::Rank, 0}});
            layout->merge({f.lane(QStringLiteral("Stream 2")), f.lane(QStringLiteral("Stream 3"))});
            layout->setOrder({{0, 0}, LaneKey::Type::Rank, 0},
                             {f.process(hardware), f.process(QStringLiteral("Python"))});
            layout->setAlias(f.process(hardware), QStringLiteral("device"));
            LaneFilter filter;
            filter.ranks = {{0, 0}};
            layout->setFilter(filter);
            f.view->layoutState()->keepPreset(QStringLiteral("mine"));
            kept = f.view->layoutState()->presetsToJson();
        }
        // Nothing in it belongs to that run.
        const QByteArray text = QJsonDocument(kept).toJson();
        QVERIFY2(!text.contains("/monday") && !text.contains("\"10"), text.constData());
        NamedRun f(QStringLiteral("/tuesday"), 5000);
        QSignalSpy told(f.view.get(), &TimelineView::leftOut);
        f.view->layoutState()->addPresets(kept);
        f.view->layoutState()->applyPreset(QStringLiteral("mine"));
        const LaneLayout &layout = *f.view->laneLayout();
        QCOMPARE(layout.hidden(),
                 (std::set<LaneKey>{f.lane(QStringLiteral("Thread "), 1), f.lane(QStringLiteral("dataloader"))}));
        QCOMPARE(layout.pins(),
                 (std::vector<LaneKey>{f.lane(QStringLiteral("Stream 7")), {{0, 0}, LaneKey::Type::Rank, 0}}));
        QCOMPARE(layout.merged(), (std::vector<std::vector<LaneKey>>{
                                      {f.lane(QStringLiteral("Stream 2")), f.lane(QStringLiteral("Stream 3"))}}));
        QCOMPARE(layout.order().at({{0, 0}, LaneKey::Type::Rank, 0}),
                 (std::vector<LaneKey>{f.process(hardware), f.process(QStringLiteral("Python"))}));
        QCOMPARE(layout.alias(f.process(hardware)), QStringLiteral("device"));
        QCOMPARE(layout.filter().ranks, (std::set<RankRef>{{0, 0}}));
        QCOMPARE(f.view->layoutState()->waiting(), 0);
        // Runs that are open side by side are arranged alike, and keeping that names each lane once.
        f.open(QStringLiteral("/wednesday"), 9000);
        f.view->layoutState()->applyPreset(QStringLiteral("mine"));
        QCOMPARE(layout.hidden().size(), size_t{4});
        QVERIFY(layout.isPinned(f.lane(QStringLiteral("Stream 7"), 0, 1)));
        f.view->layoutState()->keepPreset(QStringLiteral("again"));
        const QJsonArray both = f.view->layoutState()->presetsToJson();
        QCOMPARE(both[0][QStringLiteral("lanes")][QStringLiteral("hidden")],
                 both[1][QStringLiteral("lanes")][QStringLiteral("hidden")]);
        QCOMPARE(told.count(), 0);
        // A session knows its runs: what was pinned in one of them stays there.
        f.view->laneLayout()->unpinAll();
        f.view->laneLayout()->pin({f.lane(QStringLiteral("Stream 3"), 0, 1)});
        f.view->restoreState(f.view->saveState());
        QCOMPARE(layout.pins(), (std::vector<LaneKey>{f.lane(QStringLiteral("Stream 3"), 0, 1)}));
    }

    void oldArrangementsAreRead()
    {
        const QByteArray old = R"([{"name":"old","lanes":{
        "hidden":[{"run":"/run","rank":"0","type":"lane","pid":"1002","tid":"3","stack":false}],
        "order":[{"type":"root","children":[{"run":"/run","rank":"0","type":"rank"}]}]}}])";
        NamedRun f(QStringLiteral("/run"), 1000);
        f.view->layoutState()->addPresets(QJsonDocument::fromJson(old).array());
        f.view->layoutState()->applyPreset(QStringLiteral("old"));
        QCOMPARE(f.view->laneLayout()->hidden(), (std::set<LaneKey>{f.lane(QStringLiteral("Stream 3"))}));
        // Kept again while its run is away, its ids still name the run that they belong to.
        NamedRun other(QStringLiteral("/other"), 1000);
        other.view->layoutState()->addPresets(QJsonDocument::fromJson(old).array());
        other.view->layoutState()->applyPreset(QStringLiteral("old"));
        QVERIFY(other.view->laneLayout()->hidden().empty());
        other.view->layoutState()->keepPreset(QStringLiteral("new"));
        const QByteArray text = QJsonDocument(other.view->layoutState()->presetsToJson()[0].toObject()).toJson();
        QVERIFY2(text.contains("\"/run\""), text.constData());
    }

    void namesExplainThemselves()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        LaneLabels *labels = f.view->pane()->labels();
        const auto tipOf = [&](const char *label) {
            for (const LaneRow &row : f.view->lanes()->rows()) {
                if (row.label != QLatin1String(label))
                    continue;
                const QPoint at(60, row.y - f.view->canvas()->scrollY() + 3);
                QHelpEvent help(QEvent::ToolTip, at, labels->mapToGlobal(at));
                QCoreApplication::sendEvent(labels, &help);
                return QToolTip::text();
            }
            return QString();
        };
        QVERIFY2(tipOf("Group 0 Communication").contains(QStringLiteral("Collectives of one communication domain")),
                 qPrintable(tipOf("Group 0 Communication")));
        QVERIFY2(tipOf("CANN").contains(QStringLiteral("Calls into CANN")), qPrintable(tipOf("CANN")));
        QVERIFY2(tipOf("Stream 2").contains(QStringLiteral("device")), qPrintable(tipOf("Stream 2"))); // the clock
        QToolTip::hideText();
    }

    void theMinimapShowsMarks()
    {
        TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const auto columnHas = [&](qint64 ns, const QColor &color) {
            const QImage picture = f.view->minimap()->grab().toImage();
            const int x = static_cast<int>(TimeMap(f.view->navigator()->limits(), f.view->minimap()->width()).x(ns));
            int count = 0;
            for (int y = 0; y < picture.height() - 1; ++y)
                count += picture.pixelColor(x, y) == color ? 1 : 0;
            return count == picture.height() - 1;
        };
        const TimeWindow w = f.state.window();
        const qint64 at = w.fromNs + w.lengthNs() / 3;
        QVERIFY(!columnHas(at, f.theme.series(4)));
        f.state.setMarks({{at, at, QStringLiteral("here"), 4, {}}});
        QVERIFY(columnHas(at, f.theme.series(4)));
    }
};

RS_TEST(TestTimelineMarks, QApplication);
#include "tst_timelinemarks.moc"
