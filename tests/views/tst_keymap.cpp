// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "views/widgets/keymap.h"

#include <QApplication>
#include <QKeyEvent>
#include <QScopeGuard>
#include <QSet>

using namespace rs;

namespace {

std::optional<TimelineKey> pressed(const KeyMap &map, int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    const QKeyEvent event(QEvent::KeyPress, key, modifiers);
    return map.command(&event);
}

} // namespace

class TestKeyMap : public QObject
{
    Q_OBJECT
private slots:
    void everyPresetIsFreeOfConflicts()
    {
        for (const KeyPreset preset : {KeyPreset::MindStudio, KeyPreset::Perfetto}) {
            QSet<QString> ids;
            QSet<QKeySequence> keys;
            for (const TimelineCommand &c : KeyMap::commands()) {
                QVERIFY(!ids.contains(QLatin1String(c.id)));
                ids.insert(QLatin1String(c.id));
                const auto own = KeyMap::defaults(c, preset);
                QVERIFY2(!own.isEmpty(), c.id);
                for (const QKeySequence &k : own) {
                    QVERIFY2(k.count() == 1 && !keys.contains(k), c.id);
                    keys.insert(k);
                }
            }
        }
    }

    void symbolsMatchWithAndWithoutShift()
    {
        const auto matches = [](const char *keys, int key, Qt::KeyboardModifiers modifiers) {
            return KeyMap::matches(QKeySequence(QLatin1String(keys)), QKeyEvent(QEvent::KeyPress, key, modifiers));
        };
        QVERIFY(matches(".", Qt::Key_Period, Qt::NoModifier));
        QVERIFY(matches(">", Qt::Key_Greater, Qt::ShiftModifier));
        QVERIFY(matches(">", Qt::Key_Greater, Qt::NoModifier));
        QVERIFY(!matches(">", Qt::Key_Greater, Qt::ControlModifier));
        // A keyboard on which a bracket needs Shift.
        QVERIFY(matches("[", Qt::Key_BracketLeft, Qt::ShiftModifier));
        QVERIFY(!matches("F", Qt::Key_F, Qt::ShiftModifier));
        QCOMPARE(pressed(KeyMap(), Qt::Key_Left, Qt::KeypadModifier), TimelineKey::PanLeft);
    }

    void lettersNeedTheirModifiers()
    {
        KeyMap map;
        QCOMPARE(pressed(map, Qt::Key_A), TimelineKey::PanLeft);
        QVERIFY(!pressed(map, Qt::Key_A, Qt::ShiftModifier));
        QVERIFY(!pressed(map, Qt::Key_A, Qt::ControlModifier));
        map.setKeys(TimelineKey::PanLeft, {QKeySequence(QStringLiteral("Ctrl+J"))});
        QVERIFY(!pressed(map, Qt::Key_A));
        QCOMPARE(pressed(map, Qt::Key_J, Qt::ControlModifier), TimelineKey::PanLeft);
    }

    void theTimelineAsksTheMap()
    {
        KeyMap map;
        map.setKeys(TimelineKey::ZoomIn, {QKeySequence(Qt::Key_J)});
        KeyMap::use(&map);
        const auto release = qScopeGuard([] { KeyMap::use(nullptr); });
        test::TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const TimeWindow all = f.state.window();
        QTest::keyClick(f.view->canvas(), Qt::Key_W);
        QCOMPARE(f.state.window(), all);
        QTest::keyClick(f.view->canvas(), Qt::Key_J);
        QVERIFY(f.state.window().lengthNs() < all.lengthNs());
    }

    void aHeldKeyEndsWhenItIsReleased()
    {
        test::TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        QTest::keyPress(f.view->canvas(), Qt::Key_W);
        QTest::keyRelease(f.view->canvas(), Qt::Key_W, Qt::ShiftModifier);
        const TimeWindow w = f.state.window();
        QTest::qWait(600); // longer than a held key waits before it moves on
        QCOMPARE(f.state.window(), w);
    }

    void arrowsWalkFromTheSelectedSlice()
    {
        test::TimelineFixture f;
        f.runs.setRank({f.addRun(1), 0}, test::sampleRank(0));
        QVERIFY(f.settle());
        const auto hit = test::someSlice(f);
        Selection s;
        s.kind = Selection::Kind::Slice;
        s.rank = hit.rank;
        s.slice = hit.slice;
        f.state.select(s);
        QTest::keyClick(f.view->canvas(), Qt::Key_Right);
        QCOMPARE(f.state.selection().slice, SliceId{raw(hit.slice) + 1});
        QTest::keyClick(f.view->canvas(), Qt::Key_Left);
        QCOMPARE(f.state.selection().slice, hit.slice);
        // Letters pan as ever, and without a slice the arrows do too.
        const TimeWindow w = f.state.window();
        f.state.setWindow({w.fromNs + w.lengthNs() / 4, w.toNs - w.lengthNs() / 4});
        const TimeWindow near = f.state.window();
        QTest::keyClick(f.view->canvas(), Qt::Key_D);
        QVERIFY(f.state.window().fromNs > near.fromNs);
        QCOMPARE(f.state.selection().slice, hit.slice);
        f.state.select({});
        const TimeWindow before = f.state.window();
        QTest::keyClick(f.view->canvas(), Qt::Key_Left);
        QVERIFY(f.state.window().fromNs < before.fromNs);
        QCOMPARE(f.state.selection().kind, Selection::Kind::None);
    }
};

RS_TEST(TestKeyMap, QApplication);
#include "tst_keymap.moc"
