// SPDX-License-Identifier: Apache-2.0
// The console: what is typed, run, stopped and shown, and where rows lead.
#include "items/rowsourcemodel.h"
#include "support/sqlitefile.h"
#include "support/testprogram.h"
#include "views/tools/sqlchart.h"
#include "views/tools/sqleditor.h"
#include "views/tools/sqlschematree.h"
#include "views/tools/sqlview.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/curvechart.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/picker.h"
#include "views/picture/valuebars.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QStringListModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTranslator>
#include <QTreeWidget>

#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<const RankData> rankOf(int number)
{
    TinyRank r(number);
    r.step(1, 0, 20'000);
    r.kernel("MatMul", 1'000, 4'000 + number);
    r.kernel("<b>Add</b>", 10'000, 1'000);
    r.kernel("MatMul", 12'000, 2'000);
    return r.finish();
}

} // namespace

// In no namespace of its own: lambdas capture it.
struct SqlShown
{
    ViewFixture f;
    ThreadPool pool{2}; // a statement runs while the table orders what came
    std::unique_ptr<SqlView> view;

    explicit SqlShown(bool open = true)
    {
        if (open) {
            f.runs.addRun(makeRun({rankOf(0), rankOf(1)}));
            f.state.setCurrentRank({0, 0});
        }
        ViewContext context = f.context();
        context.pool = &pool;
        view = std::make_unique<SqlView>(context);
        view->resize(1100, 760);
        view->show();
    }
    void run(const QString &sql)
    {
        view->editor()->setPlainText(sql);
        view->run();
    }
    [[nodiscard]] QString cell(int row, int column) const
    {
        const QAbstractItemModel *const model = view->table()->view()->model();
        return model->index(row, column).data().toString();
    }
};

namespace {

QTreeWidgetItem *itemOf(const QTreeWidget *tree, const QString &name)
{
    for (int i = 0; i < tree->topLevelItemCount(); ++i) {
        if (tree->topLevelItem(i)->text(0) == name)
            return tree->topLevelItem(i);
    }
    return nullptr;
}

int tablesOf(const QTreeWidget *tree, const QString &database)
{
    const QTreeWidgetItem *const item = itemOf(tree, database);
    return item ? item->childCount() : -1;
}

} // namespace

class TestSqlView : public QObject
{
    Q_OBJECT
private slots:
    void saysThatNoRunIsOpen()
    {
        SqlShown s(false);
        QVERIFY(s.view->body()->isEmpty());
        s.view->run();
        QVERIFY(!s.view->isRunning());
        s.f.runs.addRun(makeRun({rankOf(0)}));
        QTRY_VERIFY(!s.view->body()->isEmpty());
        s.f.runs.closeRun(0);
        QTRY_VERIFY(s.view->body()->isEmpty());
    }

    void showsTheRowsOfAStatement()
    {
        SqlShown s;
        const QAbstractItemModelTester tester(s.view->table()->rows());
        s.run(QStringLiteral(
            "SELECT rank, name, sum(duration_ns) AS total_ns FROM slices WHERE name = 'MatMul' GROUP BY rank "
            "ORDER BY rank"));
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(s.view->table()->view()->model()->rowCount(), 2);
        QCOMPARE(s.cell(0, 0), QStringLiteral("0"));
        QCOMPARE(s.cell(1, 1), QStringLiteral("MatMul"));
        QCOMPARE(s.cell(1, 2).remove(QChar(0x2009)), QStringLiteral("6001"));
        QVERIFY2(s.view->status().contains(QLatin1String("Rows: 2")), qPrintable(s.view->status()));
    }

    void runsWhatIsSelectedOrUnderTheCursor()
    {
        SqlShown s;
        s.view->editor()->setPlainText(QStringLiteral("SELECT 1 AS a;\nSELECT 2 AS a, 3 AS b;"));
        QTextCursor cursor = s.view->editor()->textCursor();
        cursor.setPosition(3);
        s.view->editor()->setTextCursor(cursor);
        QTest::keyClick(s.view->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(s.cell(0, 0), QStringLiteral("1"));
        cursor.movePosition(QTextCursor::End);
        s.view->editor()->setTextCursor(cursor);
        s.view->run();
        QTRY_COMPARE(s.view->table()->view()->model()->columnCount(), 2);
        cursor.setPosition(0);
        cursor.setPosition(8, QTextCursor::KeepAnchor);
        s.view->editor()->setTextCursor(cursor);
        s.view->run();
        QTRY_COMPARE(s.view->table()->view()->model()->columnCount(), 1);
    }

    void saysWhereAMistakeIs()
    {
        SqlShown s;
        s.run(QStringLiteral("SELECT 1 AS a;\nSELECT rank,\n  nothing FROM slices;"));
        QTextCursor cursor = s.view->editor()->textCursor();
        cursor.movePosition(QTextCursor::End);
        s.view->editor()->setTextCursor(cursor);
        s.view->run();
        QTRY_VERIFY(s.view->isComplete());
        QVERIFY2(s.view->status().contains(QLatin1String("nothing")), qPrintable(s.view->status()));
        if (s.view->editor()->extraSelections().isEmpty()) // an SQLite that tells no place
            QSKIP("This SQLite tells no places of mistakes.");
        QVERIFY2(s.view->status().startsWith(QLatin1String("Line 3, character 3:")), qPrintable(s.view->status()));
        QCOMPARE(s.view->editor()->extraSelections().front().cursor.selectedText(), QStringLiteral("nothing"));
        QVERIFY(s.view->hint()->isVisible());
        QTest::keyClicks(s.view->editor(), QStringLiteral(" "));
        QVERIFY(s.view->editor()->extraSelections().isEmpty());
    }

    void aMistakeIsForgottenByTheNextStatement()
    {
        SqlShown s;
        s.run(QStringLiteral("SELECT nothing FROM slices"));
        QTRY_VERIFY(s.view->isComplete());
        const QString mistake = s.view->hint()->heading();
        QVERIFY(!mistake.isEmpty());
        s.run(QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"));
        QVERIFY(s.view->isRunning());
        QVERIFY(s.view->hint()->isVisible());
        QVERIFY2(s.view->hint()->heading() != mistake, qPrintable(mistake));
        s.run(QStringLiteral("SELECT 42 AS a"));
        QTRY_COMPARE(s.cell(0, 0), QStringLiteral("42"));
        QVERIFY(!s.view->hint()->isVisible());
    }

    void saysWhyThereAreNoRows()
    {
        SqlShown s;
        s.run(QStringLiteral("SELECT * FROM operators_l2"));
        QTRY_VERIFY(s.view->isComplete());
        QVERIFY2(s.view->hint()->body().contains(QLatin1String("l2_cache")), qPrintable(s.view->hint()->body()));
        s.run(QStringLiteral("SELECT * FROM slices WHERE name = 'none'"));
        QTRY_VERIFY(s.view->isComplete());
        QVERIFY(!s.view->hint()->body().contains(QLatin1String("l2_cache")));
        QVERIFY(s.view->status().contains(QLatin1String("Rows: 0")));
    }

    void whatBecameOfItFollowsTheLanguage_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QStringList>("said");
        QTest::newRow("rows") << QStringLiteral("SELECT 1 AS a") << QStringList{QStringLiteral("Rows: %1, time: %2.")};
        QTest::newRow("no rows") << QStringLiteral("SELECT 1 AS a WHERE 0")
                                 << QStringList{QStringLiteral("Rows: %1, time: %2."),
                                                QStringLiteral("The statement has no rows"),
                                                QStringLiteral("Nothing in the run meets its conditions.")};
        QTest::newRow("a mistake") << QStringLiteral("SELECT nothing FROM slices")
                                   << QStringList{QStringLiteral("The statement cannot run")};
        QTest::newRow("runs")
            << QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
            << QStringList{QStringLiteral("Running…"), QStringLiteral("Rows appear here as they come.")};
    }

    void whatBecameOfItFollowsTheLanguage()
    {
        // Every sentence of the view with a mark before it.
        class Marked : public QTranslator
        {
        public:
            QString translate(const char *context, const char *text, const char *, int) const override
            {
                return qstrcmp(context, "rs::SqlView") == 0 ? u'~' + QString::fromUtf8(text) : QString();
            }
            [[nodiscard]] bool isEmpty() const override { return false; }
        };
        QFETCH(const QString, sql);
        QFETCH(const QStringList, said);
        SqlShown s;
        s.run(sql);
        const bool runs = QByteArray(QTest::currentDataTag()) == "runs";
        QTRY_VERIFY(runs || s.view->isComplete());
        const auto texts = [&s] {
            QString out = s.view->status();
            if (s.view->hint()->isVisible())
                out += u'\n' + s.view->hint()->heading() + u'\n' + s.view->hint()->body();
            return out;
        };
        QVERIFY2(!texts().contains(u'~'), qPrintable(texts()));
        const auto rowsBefore = s.view->table()->view()->model()->rowCount();
        Marked other;
        QCoreApplication::installTranslator(&other);
        QCoreApplication::sendEvent(s.view.get(), std::make_unique<QEvent>(QEvent::LanguageChange).get());
        for (const QString &sentence : said) {
            const QString beginning = u'~' + sentence.section(u'%', 0, 0);
            QVERIFY2(texts().contains(beginning), qPrintable(texts()));
        }
        QCoreApplication::removeTranslator(&other);
        QCOMPARE(s.view->isRunning(), runs);
        QCOMPARE(s.view->table()->view()->model()->rowCount(), rowsBefore);
    }

    void stopsWithTheRowsThatCame()
    {
        SqlShown s;
        s.run(QStringLiteral(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i % 1000 "
            "= 0"));
        QVERIFY(s.view->isRunning());
        QVERIFY(s.view->findChild<QToolButton *>(QStringLiteral("sqlStop"))->isEnabled());
        QTRY_VERIFY(s.view->table()->view()->model()->rowCount() > 0);
        QVERIFY(s.view->isRunning());
        QTest::keyClick(s.view->editor(), Qt::Key_Escape);
        QVERIFY(!s.view->isRunning());
        QVERIFY2(s.view->status().contains(QLatin1String("Stopped")), qPrintable(s.view->status()));
        QTRY_VERIFY(s.view->isComplete());
        QVERIFY(s.view->table()->view()->model()->rowCount() > 0);
        const auto *const stop = s.view->findChild<QToolButton *>(QStringLiteral("sqlStop"));
        QVERIFY(stop->isVisible() && !stop->isEnabled()); // what stands behind it stays where it is
    }

    void aNewerStatementWins()
    {
        SqlShown s;
        s.run(QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"));
        s.run(QStringLiteral("SELECT 42 AS a"));
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(s.cell(0, 0), QStringLiteral("42"));
    }

    void aStatementEndsWithItsRun()
    {
        SqlShown s;
        s.run(QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"));
        QVERIFY(!s.view->isComplete());
        s.f.runs.closeRun(0);
        QTRY_VERIFY(s.view->isComplete());
    }

    void rowsOfAnOlderStatementGo()
    {
        SqlShown s;
        s.run(QStringLiteral("SELECT 42 AS a"));
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(s.cell(0, 0), QStringLiteral("42"));
        s.run(QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"));
        QTRY_VERIFY2(s.view->status().contains(QLatin1String("Rows so far: 0")), qPrintable(s.view->status()));
        QCOMPARE(s.view->table()->view()->model()->rowCount(), 0);
        QVERIFY(s.view->hint()->isVisible());
        s.view->stop();
        QCOMPARE(s.view->table()->view()->model()->rowCount(), 0);
    }

    void aFilterEndsWithItsStatement()
    {
        SqlShown s;
        const QString numbers = QStringLiteral("SELECT 1 AS a UNION ALL SELECT 7");
        s.run(numbers);
        QTRY_VERIFY(s.view->isComplete());
        s.view->table()->setFilter(QStringLiteral("7"), false);
        QTRY_COMPARE(s.view->table()->view()->model()->rowCount(), 1);
        s.run(numbers); // the same once more
        QTRY_VERIFY(s.view->isComplete());
        QTRY_COMPARE(s.view->table()->view()->model()->rowCount(), 1);
        s.run(QStringLiteral("SELECT 'x' AS b UNION ALL SELECT 'y'"));
        QTRY_VERIFY(s.view->isComplete());
        QTRY_COMPARE(s.view->table()->view()->model()->rowCount(), 2);
        QCOMPARE(s.cell(0, 0), QStringLiteral("x"));
    }

    void rowsAreExportedAsTheStatementGaveThem()
    {
        const QTemporaryDir folder;
        SqlShown s;
        s.run(QStringLiteral("SELECT rank, start_ns, duration_ns AS d, duration_ns / 3.0 AS third_ns, "
                             "1762157700000380904 AS moment_ns, '=1+1' AS text, NULL AS none FROM slices "
                             "WHERE name = 'MatMul' AND rank = 1 ORDER BY start_ns"));
        QTRY_VERIFY(s.view->isComplete());
        const QString path = folder.filePath(QStringLiteral("rows.csv"));
        const QSignalSpy finished(s.view->table(), &TableView::exportFinished);
        // As the table orders them, and a stamp that is shown in both of its ways is written once.
        s.view->table()->sortBy(2, Qt::AscendingOrder);
        for (int c = 0; c < s.view->table()->rows()->columnCount(); ++c)
            s.view->table()->setColumnShown(c, true);
        QTRY_VERIFY(s.view->isComplete());
        s.view->table()->exportCsvTo(path);
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(finished.front().at(1).toString(), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()),
                 QStringLiteral("rank,start_ns,d,third_ns,moment_ns,text,none\r\n"
                                "1,12000,2000,666.6666666666666,1762157700000380904,'=1+1,\r\n"
                                "1,1000,4001,1333.6666666666667,1762157700000380904,'=1+1,\r\n"));
    }

    void asksTheRunAtTheTop()
    {
        SqlShown s;
        s.f.runs.addRun(makeRun({rankOf(5)}));
        const QString sql = QStringLiteral("SELECT group_concat(DISTINCT rank) AS ranks FROM slices");
        s.run(sql);
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(s.cell(0, 0), QStringLiteral("0,1"));
        s.f.state.setCurrentRank({1, 0});
        s.run(sql);
        QTRY_VERIFY(s.view->isComplete());
        QTRY_COMPARE(s.cell(0, 0), QStringLiteral("5"));
    }

    void rowsSayWhoseTheyAre()
    {
        SqlShown s;
        s.f.runs.addRun(makeRun({rankOf(5)}));
        s.run(QStringLiteral(
            "SELECT rank, name, start_ns, duration_ns FROM slices WHERE rank = 1 AND name LIKE '%Add%'"));
        QTRY_VERIFY(s.view->isComplete());
        const auto *const said = s.view->findChild<QLabel *>(QStringLiteral("sqlOfRows"));
        QVERIFY(said && !said->isVisible());
        s.f.state.setCurrentRank({1, 0});
        QTRY_VERIFY(said->isVisible());
        QVERIFY2(said->text().contains(QLatin1String("not to the one")), qPrintable(said->text()));
        // They still lead to their own run.
        emit s.view->table()->activated(0);
        QCOMPARE(s.f.state.currentRank().run, 0);
        QTRY_VERIFY(!said->isVisible());
        s.f.state.setCurrentRank({1, 0});
        s.f.runs.closeRun(0);
        QTRY_VERIFY(said->isVisible() && said->text().contains(QLatin1String("closed")));
        QSignalSpy noticed(&s.f.state, &ViewState::noticed);
        QSignalSpy revealed(&s.f.state, &ViewState::revealRequested);
        emit s.view->table()->activated(0);
        QCOMPARE(noticed.size(), 1);
        QCOMPARE(revealed.size(), 0);
        QMenu menu;
        emit s.view->table()->menuRequested(&menu, 0);
        QVERIFY(!menu.actions().isEmpty() && !menu.actions().front()->isEnabled());
        s.run(QStringLiteral("SELECT rank FROM slices"));
        QTRY_VERIFY(s.view->isComplete());
        QVERIFY(!said->isVisible());
    }

    void remembersStatements()
    {
        SqlShown s;
        const QSignalSpy told(s.view.get(), &SqlView::historyChanged);
        s.view->setHistory({QStringLiteral("SELECT 0")});
        s.run(QStringLiteral("SELECT 1;"));
        s.run(QStringLiteral("SELECT 2"));
        s.run(QStringLiteral("SELECT 1"));
        QCOMPARE(told.size(), 3);
        QCOMPARE(s.view->history(),
                 (QStringList{QStringLiteral("SELECT 1"), QStringLiteral("SELECT 2"), QStringLiteral("SELECT 0")}));
        s.view->editor()->setPlainText(QStringLiteral("draft"));
        const auto press = [&s](Qt::Key key) {
            QTest::keyClick(s.view->editor(), key, Qt::AltModifier);
            return s.view->editor()->toPlainText();
        };
        QCOMPARE(press(Qt::Key_Up), QStringLiteral("SELECT 1"));
        QCOMPARE(press(Qt::Key_Up), QStringLiteral("SELECT 2"));
        QCOMPARE(press(Qt::Key_Up), QStringLiteral("SELECT 0"));
        QCOMPARE(press(Qt::Key_Up), QStringLiteral("SELECT 0"));
        QCOMPARE(press(Qt::Key_Down), QStringLiteral("SELECT 2"));
        (void)press(Qt::Key_Down);
        QCOMPARE(press(Qt::Key_Down), QStringLiteral("draft"));
    }

    void proposesNames()
    {
        SqlShown s;
        QTRY_VERIFY(s.view->isComplete());
        QTRY_VERIFY(s.view->schema()->tree()->topLevelItemCount() > 0);
        s.view->editor()->setFocus();
        QTest::keyClicks(s.view->editor(), QStringLiteral("SELECT dura"));
        const auto *const words = qobject_cast<QStringListModel *>(s.view->editor()->completer()->model());
        s.view->editor()->setPlainText(QStringLiteral("SELECT s. FROM slices s"));
        QTextCursor cursor = s.view->editor()->textCursor();
        cursor.setPosition(9);
        s.view->editor()->setTextCursor(cursor);
        QTest::keyClick(s.view->editor(), Qt::Key_Space, Qt::ControlModifier);
        QVERIFY(words->stringList().contains(QStringLiteral("duration_ns")));
        emit s.view->editor()->completer()->activated(QStringLiteral("duration_ns"));
        QCOMPARE(s.view->editor()->toPlainText(), QStringLiteral("SELECT s.duration_ns FROM slices s"));
        s.view->editor()->completer()->popup()->hide();
    }

    // "slices_stats" begins with it as well; a part of a name is completed by Return.
    void aWholeNameEndsALine()
    {
        SqlShown s;
        QTRY_VERIFY(s.view->isComplete());
        QTRY_VERIFY(s.view->schema()->tree()->topLevelItemCount() > 0);
        SqlEditor *const editor = s.view->editor();
        QAbstractItemView *const proposals = editor->completer()->popup();
        const auto type = [&](const char *text) {
            editor->clear();
            editor->setFocus();
            QTest::keyClicks(editor, QLatin1String(text));
            QTRY_VERIFY(proposals->isVisible());
            QTest::keyClick(proposals, Qt::Key_Return);
            QVERIFY(!proposals->isVisible());
        };
        type("SELECT * FROM slices");
        QCOMPARE(editor->toPlainText(), QStringLiteral("SELECT * FROM slices\n"));
        type("SELECT * FROM slices_st");
        QCOMPARE(editor->toPlainText(), QStringLiteral("SELECT * FROM slices_stats"));
    }

    void tabTakesAProposal()
    {
        SqlShown s;
        QTRY_VERIFY(s.view->isComplete());
        QTRY_VERIFY(s.view->schema()->tree()->topLevelItemCount() > 0);
        SqlEditor *const editor = s.view->editor();
        editor->setFocus();
        QTest::keyClicks(editor, QStringLiteral("SELECT * FROM slices_sta"));
        QTRY_VERIFY(editor->completer()->popup()->isVisible());
        QTest::keyClick(editor->completer()->popup(), Qt::Key_Tab);
        QVERIFY(!editor->completer()->popup()->isVisible());
        QCOMPARE(editor->toPlainText(), QStringLiteral("SELECT * FROM slices_stats"));
        QVERIFY(editor->hasFocus());
        // Without proposals it leads to the next field, as everywhere.
        QTest::keyClick(editor, Qt::Key_Tab);
        QVERIFY(!editor->hasFocus());
    }

    void namesComeFromTheSchema()
    {
        SqlShown s;
        QTreeWidget *const tree = s.view->schema()->tree();
        QTRY_VERIFY(tree->topLevelItemCount() > 0);
        s.view->schema()->filterField()->setText(QStringLiteral("window_from"));
        QTreeWidgetItem *slices = nullptr;
        int shown = 0;
        for (int i = 0; i < tree->topLevelItemCount(); ++i) {
            shown += tree->topLevelItem(i)->isHidden() ? 0 : 1;
            if (tree->topLevelItem(i)->text(0) == u"slices")
                slices = tree->topLevelItem(i);
        }
        QVERIFY(slices && !slices->isHidden());
        QVERIFY(shown > 0 && shown < tree->topLevelItemCount());
        QVERIFY(slices->isExpanded());
        QVERIFY(slices->toolTip(0).contains(QLatin1String("slices"))); // a narrow column cuts the name
        s.view->schema()->filterField()->clear();
        QVERIFY(!slices->isExpanded());
        slices->setExpanded(true);
        s.view->schema()->filterField()->setText(QStringLiteral("window_from"));
        s.view->schema()->filterField()->clear();
        QVERIFY(slices->isExpanded()); // the filter did not unfold it
        s.view->editor()->setPlainText(QStringLiteral("SELECT * FROM"));
        s.view->editor()->moveCursor(QTextCursor::End);
        emit tree->itemActivated(slices, 0);
        QCOMPARE(s.view->editor()->toPlainText(), QStringLiteral("SELECT * FROM slices"));
    }

    void everyDatabaseUnfolds()
    {
        const QTemporaryDir folder;
        Run run = makeRun({rankOf(0), rankOf(1)});
        run.infos.resize(14);
        for (size_t i = 0; i < run.infos.size(); ++i) {
            const QString path = folder.filePath(QStringLiteral("%1.db").arg(i));
            if (i != 13)
                QCOMPARE(makeDatabase(path, {QStringLiteral("CREATE TABLE TASK(startNs INTEGER, of%1 TEXT)").arg(i)}),
                         QString());
            run.infos[i].label = QString::number(i);
            run.infos[i].files.push_back({path.section(u'/', -1), path, QStringLiteral("db"), 1, false, {}});
        }
        run.ranks.resize(run.infos.size());
        SqlShown s(false);
        s.f.runs.addRun(std::move(run));
        s.f.state.setCurrentRank({0, 0});
        QTreeWidget *const tree = s.view->schema()->tree();
        QTRY_VERIFY(itemOf(tree, QStringLiteral("rank13")));
        QTRY_COMPARE(tablesOf(tree, QStringLiteral("rank9")), 1);
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(tablesOf(tree, QStringLiteral("rank11")), 0);
        tree->expandItem(itemOf(tree, QStringLiteral("rank11")));
        tree->expandItem(itemOf(tree, QStringLiteral("rank13")));
        QTRY_COMPARE(tablesOf(tree, QStringLiteral("rank11")), 1);
        QTreeWidgetItem *table = itemOf(tree, QStringLiteral("rank11"))->child(0);
        QCOMPARE(table->text(0), QStringLiteral("TASK"));
        QCOMPARE(table->child(1)->text(0), QStringLiteral("of11"));
        QCOMPARE(table->child(1)->text(1), QStringLiteral("TEXT"));
        QTRY_COMPARE(tablesOf(tree, QStringLiteral("rank13")), 1);
        QVERIFY(itemOf(tree, QStringLiteral("rank13"))->child(0)->toolTip(0).contains(QLatin1String("13.db")));
        s.view->editor()->setPlainText(QStringLiteral("SELECT count(*) AS n FROM"));
        s.view->editor()->moveCursor(QTextCursor::End);
        emit tree->itemActivated(table, 0);
        QCOMPARE(s.view->editor()->toPlainText(), QStringLiteral("SELECT count(*) AS n FROM rank11.TASK"));
        s.view->run();
        QTRY_COMPARE(s.cell(0, 0), QStringLiteral("0"));
        // Ranks that arrive make the tree anew: what was unfolded stays so.
        s.f.state.setCurrentRank({0, 1});
        emit s.f.runs.runChanged(0);
        QTRY_VERIFY(s.view->isComplete());
        QTRY_COMPARE(tablesOf(tree, QStringLiteral("rank11")), 1);
        QVERIFY(itemOf(tree, QStringLiteral("rank11"))->isExpanded());
        // "rank12.ta" is looked for in a database that nobody unfolded.
        s.view->schema()->filterField()->setText(QStringLiteral("rank12.ta"));
        QTRY_COMPARE(tablesOf(tree, QStringLiteral("rank12")), 1);
        QVERIFY(!itemOf(tree, QStringLiteral("rank12"))->isHidden());
        QVERIFY(itemOf(tree, QStringLiteral("rank12"))->isExpanded());
        QVERIFY(itemOf(tree, QStringLiteral("rank11"))->isHidden());
        s.view->schema()->filterField()->setText(QStringLiteral("of11"));
        QVERIFY(!itemOf(tree, QStringLiteral("rank11"))->isHidden());
        QVERIFY(itemOf(tree, QStringLiteral("rank11"))->child(0)->child(0)->isHidden());
        QVERIFY(itemOf(tree, QStringLiteral("rank12"))->isHidden());
    }

    void rowsAreDrawn()
    {
        SqlShown s;
        auto *const button = s.view->findChild<QToolButton *>(QStringLiteral("sqlChart"));
        QVERIFY(button);
        s.run(QStringLiteral(
            "SELECT rank, name, sum(duration_ns) AS total_ns, count(*) AS calls FROM slices WHERE name LIKE "
            "'%M%' GROUP BY rank, name ORDER BY rank, total_ns DESC"));
        QTRY_VERIFY(s.view->isComplete());
        button->click();
        SqlChart *const chart = s.view->chart();
        QTRY_VERIFY(chart->isVisible());
        // A bar a row, called by the name: 4,000 and 2,000 ns of MatMul on rank 0 are 6,000, on rank 1 6,001.
        const auto bars = [chart] {
            QStringList out;
            for (const ValuePlace &place : chart->bars()->places())
                out << QStringLiteral("%1 %2").arg(place.label).arg(place.bars.front().value.value_or(-1));
            return out;
        };
        QTRY_COMPARE(bars(), (QStringList{QStringLiteral("MatMul 6000"), QStringLiteral("MatMul 6001")}));
        QVERIFY(chart->bars()->isVisible());
        chart->setChoice(QStringLiteral("calls"), QStringLiteral("rank"));
        chart->refresh();
        QCOMPARE(bars(), (QStringList{QStringLiteral("0 2"), QStringLiteral("1 2")}));
        // As the table orders them, also when it does so later.
        s.view->table()->sortBy(0, Qt::DescendingOrder);
        QTRY_COMPARE(bars(), (QStringList{QStringLiteral("1 2"), QStringLiteral("0 2")}));
        const QJsonObject state = s.view->saveState();
        QCOMPARE(state[QStringLiteral("chart")].toBool(), true);
        QCOMPARE(state[QStringLiteral("value")].toString(), QStringLiteral("calls"));
        // Along a stamp it is a curve of all rows.
        s.run(QStringLiteral(
            "SELECT start_ns, duration_ns - 2000 AS more FROM slices WHERE rank = 0 AND name IN ('MatMul', "
            "'<b>Add</b>') ORDER BY start_ns"));
        QTRY_VERIFY(s.view->isComplete());
        chart->setChoice(QStringLiteral("more"), QStringLiteral("start(ns)"));
        chart->refresh();
        QTRY_COMPARE(chart->curve()->lines().size(), size_t{1});
        QCOMPARE(chart->curve()->lines().front().curve->size(), size_t{3});
        QCOMPARE(chart->curve()->lines().front().curve->valueAt(10'500), std::optional<double>(-1'000));
        // Below zero it is another series, never nothing.
        chart->setChoice(QStringLiteral("more"), QStringLiteral("\n"));
        chart->refresh();
        QTRY_COMPARE(chart->bars()->series().size(), 2);
        QCOMPARE(chart->bars()->places()[1].bars[1].value, std::optional<double>(1'000));
        s.run(QStringLiteral("SELECT name FROM slices"));
        QTRY_VERIFY(s.view->isComplete());
        QTRY_VERIFY(!chart->hasChart());
        button->click();
        QVERIFY(!chart->isVisible());
        QVERIFY(s.view->table()->isVisible());
    }

    void rowsLeadToTheTimeline()
    {
        SqlShown s;
        QSignalSpy revealed(&s.f.state, &ViewState::revealRequested);
        s.run(QStringLiteral(
            "SELECT rank, name, start_ns, duration_ns FROM slices WHERE rank = 1 AND name LIKE '%Add%'"));
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(s.cell(0, 1), QStringLiteral("<b>Add</b>"));
        emit s.view->table()->activated(0);
        QCOMPARE(s.f.state.currentRank().index, 1);
        QCOMPARE(revealed.size(), 1);
        QSignalSpy shown(&s.f.state, &ViewState::rankRevealRequested);
        s.run(QStringLiteral("SELECT rank, start_ns FROM slices WHERE rank = 0 AND name LIKE '%Add%'"));
        QTRY_VERIFY(s.view->isComplete());
        emit s.view->table()->activated(0);
        QCOMPARE(s.f.state.currentRank().index, 0);
        QCOMPARE(shown.size(), 1);
    }

    void rowsWithATimeLeadToTheTimeline_data()
    {
        constexpr qint64 at = 1'762'157'700'020'000'000;
        QTest::addColumn<QString>("sql");
        QTest::addColumn<TimeWindow>("span");
        QTest::newRow("a span that is no slice")
            << QStringLiteral(
                   "SELECT 1 AS rank, 'span' AS what, 1762157700020000000 AS start_ns, 3000000 AS duration_ns")
            << TimeWindow{at, at + 3'000'000};
        QTest::newRow("a moment") << QStringLiteral("SELECT 1 AS rank, 1762157700020000000 AS ns")
                                  << TimeWindow{at - 500'000, at + 500'000};
        QTest::newRow("no time") << QStringLiteral("SELECT 1 AS rank, 'span' AS what") << TimeWindow();
    }

    void rowsWithATimeLeadToTheTimeline()
    {
        QFETCH(const QString, sql);
        QFETCH(const TimeWindow, span);
        for (const auto &[kind, name] : {std::pair("trace", "trace_view.json"), std::pair("db", "msprof_1.db")}) {
            SqlShown s(false);
            Run run = makeRun({rankOf(0), rankOf(1)});
            FileEntry file;
            file.kind = QString::fromLatin1(kind);
            file.path = QString::fromLatin1(name);
            file.used = true;
            run.infos[1].files = {file};
            s.f.runs.addRun(std::move(run));
            s.f.state.setCurrentRank({0, 0});
            const QSignalSpy shown(&s.f.state, &ViewState::rankRevealRequested);
            s.run(sql);
            QTRY_VERIFY(s.view->isComplete() && s.view->table()->view()->model()->rowCount() == 1);
            emit s.view->table()->activated(0);
            QVERIFY2(shown.size() == 1, kind);
            QCOMPARE(shown.front().at(0).value<RankRef>(), (RankRef{0, 1}));
            QCOMPARE(shown.front().at(1).value<TimeWindow>(), span);
        }
    }

    // Two moments in a row: the cell that is clicked says which is meant. One without a rank is shown on the current
    // one.
    void theClickedMomentIsShown()
    {
        constexpr qint64 at = 1'762'157'700'020'000'000;
        SqlShown s(false);
        Run run = makeRun({rankOf(0), rankOf(1)});
        for (RankInfo &info : run.infos) {
            FileEntry file;
            file.kind = QStringLiteral("trace");
            file.path = QStringLiteral("trace_view.json");
            file.used = true;
            info.files = {file};
        }
        s.f.runs.addRun(std::move(run));
        s.f.state.setCurrentRank({0, 1});
        QSignalSpy shown(&s.f.state, &ViewState::rankRevealRequested);
        const auto click = [&](int column) {
            shown.clear();
            QTableView *const table = s.view->table()->view();
            const QPoint where = table->visualRect(table->model()->index(0, column)).center();
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, where);
            QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, where);
            return shown.size() == 1 ? shown.front() : QList<QVariant>();
        };
        s.run(QStringLiteral("SELECT 0 AS rank, 1762157700020000000 AS from_ns, 1762157700090000000 AS to_ns"));
        QTRY_VERIFY(s.view->isComplete() && s.view->table()->view()->model()->rowCount() == 1);
        QCOMPARE(click(1).value(1).value<TimeWindow>(), (TimeWindow{at - 500'000, at + 500'000}));
        QCOMPARE(click(2).value(1).value<TimeWindow>(), (TimeWindow{at + 69'500'000, at + 70'500'000}));
        s.run(QStringLiteral("SELECT 1762157700020000000 AS last_ns"));
        QTRY_VERIFY(s.view->isComplete());
        s.f.state.setCurrentRank({0, 1});
        const QList<QVariant> nobodys = click(0);
        QCOMPARE(nobodys.value(0).value<RankRef>(), (RankRef{0, 1}));
        QCOMPARE(nobodys.value(1).value<TimeWindow>(), (TimeWindow{at - 500'000, at + 500'000}));
    }

    void stateIsKeptAndForgotten()
    {
        SqlShown s;
        s.run(QStringLiteral("SELECT 1 AS a"));
        QTRY_VERIFY(s.view->isComplete());
        const QJsonObject state = s.view->saveState();
        SqlShown other;
        other.view->restoreState(state);
        QCOMPARE(other.view->editor()->toPlainText(), QStringLiteral("SELECT 1 AS a"));
        other.view->restoreState({{QStringLiteral("text"), 5}});
        QCOMPARE(other.view->editor()->toPlainText(), QString());
        s.f.state.reset();
        QCOMPARE(s.view->editor()->toPlainText(), QString());
        QVERIFY(s.view->hint()->isVisible());
        QCOMPARE(s.view->history().size(), 1);
    }

    void statementsAreSaved()
    {
        const QTemporaryDir folder;
        SqlShown s;
        s.view->setQueriesFolder(folder.path());
        const QSignalSpy told(s.view.get(), &SqlView::notice);
        s.view->editor()->setPlainText(QStringLiteral("SELECT 1 AS a; SELECT 2 AS b;"));
        s.view->saveStatement(QStringLiteral("One & two"));
        QCOMPARE(told.size(), 1);
        QVERIFY(told.front().front().toString().contains(QLatin1String("query.one-two")));
        const std::vector<SavedQuery> saved = savedQueries(folder.path());
        QCOMPARE(saved.size(), size_t{1});
        QCOMPARE(saved.front().sql, QStringLiteral("SELECT 1 AS a"));
        auto *const menu = s.view->findChild<QToolButton *>(QStringLiteral("sqlQueries"))->findChild<QMenu *>();
        QVERIFY(menu);
        emit menu->aboutToShow();
        QCOMPARE(menu->actions().front()->text(), QStringLiteral("One && two"));
        menu->actions().front()->trigger();
        QCOMPARE(s.view->editor()->toPlainText(), QStringLiteral("-- One & two\nSELECT 1 AS a"));
        s.view->run();
        QTRY_VERIFY(s.view->isComplete());
        QCOMPARE(s.cell(0, 0), QStringLiteral("1"));
        s.view->saveStatement(QStringLiteral(" -- "));
        QCOMPARE(savedQueries(folder.path()).size(), size_t{1});
    }
};

RS_TEST(TestSqlView, QApplication);
#include "tst_sqlview.moc"
