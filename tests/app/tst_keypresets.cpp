// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/keypresets.h"
#include "app/dialogs/keysdialog.h"
#include "app/shell/mainwindow.h"
#include "heldreader.h"
#include "support/testprogram.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <utility>

using namespace rs;

namespace {

const KeyEntry *entryOf(const std::vector<KeyEntry> &all, const QString &id)
{
    const auto at = std::find_if(all.begin(), all.end(), [&](const KeyEntry &e) { return e.id == id; });
    return at == all.end() ? nullptr : &*at;
}

QList<QKeySequence> list(const char *text)
{
    return QKeySequence::listFromString(QLatin1String(text), QKeySequence::PortableText);
}

} // namespace

class TestKeyPresets : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        static int n = 0;
        m_ini = m_folder.filePath(QStringLiteral("keys-%1.ini").arg(++n));
    }

    void presetsDiffer()
    {
        {
            Settings settings(m_ini);
            KeyMap map;
            KeyPresets keys(map, settings);
            QCOMPARE(keys.preset(), KeyPreset::MindStudio);
            QAction focus;
            focus.setObjectName(QStringLiteral("timeline-focus"));
            keys.adopt({&focus}, [] { return QStringLiteral("Timeline"); });
            QCOMPARE(focus.shortcuts(), list("Shift+Z; Z; F"));
            keys.setPreset(KeyPreset::Perfetto);
            QCOMPARE(focus.shortcuts(), list("F"));
        }
        const Settings again(m_ini);
        QCOMPARE(again.keyPreset(), KeyPreset::Perfetto);
    }

    void changesSurviveARestart()
    {
        {
            Settings settings(m_ini);
            KeyMap map;
            KeyPresets keys(map, settings);
            QAction action;
            action.setObjectName(QStringLiteral("reload"));
            action.setShortcut(QKeySequence(Qt::Key_F5));
            keys.adopt({&action}, [] { return QStringLiteral("File"); });
            QVERIFY(keys.setKeys(QStringLiteral("reload"), list("Ctrl+R; F5")));
            QVERIFY(keys.setKeys(QStringLiteral("timeline.zoomIn"), {}));
            QVERIFY(!keys.setKeys(QStringLiteral("nothing"), list("X")));
            QCOMPARE(action.shortcuts(), list("Ctrl+R; F5"));
        }
        Settings settings(m_ini);
        KeyMap map;
        KeyPresets keys(map, settings);
        QVERIFY(map.keys(TimelineKey::ZoomIn).isEmpty());
        QAction action;
        action.setObjectName(QStringLiteral("reload"));
        action.setShortcut(QKeySequence(Qt::Key_F5));
        keys.adopt({&action}, [] { return QStringLiteral("File"); });
        QCOMPARE(action.shortcuts(), list("Ctrl+R; F5"));
        QVERIFY(entryOf(keys.entries(), QStringLiteral("reload"))->isChanged());
        keys.reset(QStringLiteral("reload"));
        QCOMPARE(action.shortcuts(), list("F5"));
        keys.resetAll();
        QCOMPARE(map.keys(TimelineKey::ZoomIn), list("W"));
        QVERIFY(settings.changedKeys().isEmpty());
    }

    void conflictsAreReported()
    {
        Settings settings(m_ini);
        KeyMap map;
        KeyPresets keys(map, settings);
        QVERIFY(entryOf(keys.entries(), QStringLiteral("timeline.scrollUp"))->conflicts.isEmpty());
        keys.setKeys(QStringLiteral("timeline.scrollUp"), list("Up; W"));
        const auto entries = keys.entries();
        QCOMPARE(entryOf(entries, QStringLiteral("timeline.scrollUp"))->conflicts, QStringList{KeyMap::tr("Zoom in")});
        QCOMPARE(entryOf(entries, QStringLiteral("timeline.zoomIn"))->conflicts.size(), 1);
    }

    void theWholeWindowIsFreeOfConflicts()
    {
        test::HeldReader held(1);
        Settings settings(m_ini);
        Workbench bench(settings, held.reader());
        bench.language().use(QStringLiteral("en"));
        MainWindow window(bench);
        for (const KeyPreset preset : {KeyPreset::Perfetto, KeyPreset::MindStudio}) {
            window.keys().setPreset(preset);
            const auto entries = window.keys().entries();
            for (const KeyEntry &e : entries)
                QVERIFY2(e.conflicts.isEmpty(),
                         qPrintable(e.id + QLatin1String(": ") + e.conflicts.join(QLatin1String(", "))));
            // Every command of the menus is in the registry, under its menu.
            QCOMPARE(entryOf(entries, QStringLiteral("find"))->group, QStringLiteral("Edit"));
            QVERIFY(entryOf(entries, QStringLiteral("find"))->keys.contains(QKeySequence(QStringLiteral("/"))));
            QVERIFY(entryOf(entries, QStringLiteral("guide"))->keys.contains(QKeySequence(Qt::Key_F1)));
            QCOMPARE(entryOf(entries, QStringLiteral("saveSession"))->title, QStringLiteral("Save Session"));
            // Several submenus have commands of one name.
            std::set<std::pair<QString, QString>> titles;
            for (const KeyEntry &e : entries)
                QVERIFY2(titles.insert({e.group, e.title}).second, qPrintable(e.group + u'/' + e.title));
        }
    }

    void modelKeepsTheRules()
    {
        Settings settings(m_ini);
        KeyMap map;
        KeyPresets keys(map, settings);
        Theme theme;
        KeyModel model(keys, theme);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), static_cast<int>(KeyMap::commands().size() + KeyMap::gestures().size()));
        const int row = model.rowOf(QStringLiteral("timeline.panLeft"));
        QCOMPARE(model.index(row, KeyModel::Keys).data().toString(), QStringLiteral("A   Left"));
        QVERIFY(!model.entry(model.rowCount() - 1));
        QVERIFY(!model.index(model.rowCount() - 1, KeyModel::Keys).data().toString().isEmpty());
        keys.setKeys(QStringLiteral("timeline.panLeft"), list("J"));
        model.refresh();
        QCOMPARE(model.index(row, KeyModel::Keys).data().toString(), QStringLiteral("J"));
        QCOMPARE(model.index(row, KeyModel::Standard).data().toString(), QStringLiteral("A   Left"));
    }

    void theDialogChangesKeys()
    {
        Settings settings(m_ini);
        KeyMap map;
        KeyPresets keys(map, settings);
        Theme theme;
        KeysDialog dialog(keys, theme);
        dialog.show();
        dialog.choose(QStringLiteral("timeline.scrollUp"));
        dialog.edit()->setFocus();
        const auto *const line = dialog.edit()->findChild<QLineEdit *>();
        QVERIFY(line);
        QCOMPARE(line->placeholderText(), QStringLiteral("Press the keys"));
        QTest::keyClick(dialog.edit(), Qt::Key_W);
        QCOMPARE(dialog.edit()->keySequence(), QKeySequence(Qt::Key_W));
        QVERIFY2(dialog.conflictText().contains(QStringLiteral("Zoom in")), qPrintable(dialog.conflictText()));
        const auto press = [&](const QString &text) {
            for (QPushButton *b : dialog.findChildren<QPushButton *>()) {
                if (b->text() == text)
                    QTest::mouseClick(b, Qt::LeftButton);
            }
        };
        press(QStringLiteral("Add"));
        QCOMPARE(map.keys(TimelineKey::ScrollUp), list("Up; W"));
        press(QStringLiteral("As in the Preset"));
        QCOMPARE(map.keys(TimelineKey::ScrollUp), list("Up"));
        press(QStringLiteral("No Key"));
        QVERIFY(map.keys(TimelineKey::ScrollUp).isEmpty());
    }

    void aChangedKeyWorks()
    {
        test::HeldReader held(1);
        Settings settings(m_ini);
        Workbench bench(settings, held.reader());
        MainWindow window(bench);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QSignalSpy run(window.action(QStringLiteral("about")), &QAction::triggered);
        window.action(QStringLiteral("about"))->disconnect(&window); // its box would wait for an answer
        window.keys().setKeys(QStringLiteral("about"), list("Ctrl+J"));
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        QCOMPARE(run.count(), 0);
        QTest::keyClick(&window, Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(run.count(), 1);
    }

    void theGuideNamesEveryKeyOfTheTimeline_data()
    {
        QTest::addColumn<QString>("guide");
        QTest::newRow("English") << QStringLiteral("user-guide.md");
        QTest::newRow("Chinese") << QStringLiteral("user-guide.zh_CN.md");
    }

    void theGuideNamesEveryKeyOfTheTimeline()
    {
        QFETCH(QString, guide);
        QFile file(QStringLiteral(RANKSCOPE_SOURCE_DIR "/docs/") + guide);
        QVERIFY(file.open(QIODevice::ReadOnly));
        // First cells of the rows of the table of keys.
        QSet<QString> named;
        for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
            if (!line.startsWith(QLatin1String("| ")))
                continue;
            QString cell = line.section(QStringLiteral(" | "), 0, 0).mid(2);
            static const QRegularExpression gaps(QStringLiteral("[\\s;；、]+|,(?=\\s)"));
            for (QString key : cell.split(gaps, Qt::SkipEmptyParts))
                named.insert(key.size() > 1 ? key.remove(u'`') : key);
        }
        named.insert(QStringLiteral(";"));
        Settings settings(m_ini);
        test::HeldReader held(1);
        Workbench bench(settings, held.reader());
        MainWindow window(bench);
        int keys = 0;
        for (const QAction *const a : window.findChildren<QAction *>()) {
            if (!a->objectName().startsWith(QLatin1String("timeline-")))
                continue;
            for (const QKeySequence &key : a->shortcuts()) {
                ++keys;
                QVERIFY2(named.contains(key.toString(QKeySequence::PortableText)),
                         qPrintable(a->objectName() + QStringLiteral(": ") + key.toString(QKeySequence::PortableText)));
            }
        }
        QVERIFY(keys > 20);
    }

private:
    QTemporaryDir m_folder;
    QString m_ini;
};

RS_TEST(TestKeyPresets, QApplication);
#include "tst_keypresets.moc"
