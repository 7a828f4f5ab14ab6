// SPDX-License-Identifier: Apache-2.0
// Targets of menus of rows about links.
#include "support/testprogram.h"
#include "views/communication/communicationview.h"
#include "views/links/linkdialog.h"
#include "views/links/linkspage.h"
#include "views/linkruns.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>

#include <algorithm>
#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

std::unique_ptr<QMenu> menuOf(const TableView &table, int row)
{
    auto menu = std::make_unique<QMenu>();
    emit const_cast<TableView &>(table).menuRequested(menu.get(), row);
    return menu;
}

QStringList textsOf(const QMenu &menu)
{
    QStringList out;
    for (const QAction *const action : menu.actions()) {
        if (action->isEnabled())
            out << action->text();
    }
    return out;
}

/// The row of the table with that text in a column; -1 without one.
int rowWith(const TableView &table, QStringView column, const char *text)
{
    const auto rows = table.rows()->source();
    for (quint32 row = 0; rows && row < rows->rows(); ++row) {
        if (rows->text(row, rows->columnOf(column)) == text)
            return static_cast<int>(row);
    }
    return -1;
}

qint64 startOf(const ViewFixture &f, const QSignalSpy &revealed, qsizetype i)
{
    const auto rank = f.runs.rank(revealed[i][0].value<RankRef>());
    return rank->trace->slices().start(revealed[i][1].value<SliceId>());
}

struct OpenDialog
{
    ViewFixture f;
    LinksPage page{f.context()};
    QPointer<LinkDialog> dialog;
    QSignalSpy revealed{&f.state, &ViewState::revealRequested};
    QSignalSpy shown{&f.state, &ViewState::viewRequested};

    [[nodiscard]] bool open()
    {
        page.retranslate();
        page.show();
        if (f.runs.count() == 0)
            f.runs.addRun(runOfNamedLinks());
        f.state.setCurrentRank({0, 0});
        page.invalidate();
        if (!QTest::qWaitFor([this] { return page.isComplete() && page.table()->rows(); }))
            return false;
        for (quint32 row = 0; row < page.table()->rows()->rows(); ++row) {
            const LinkPlace link = *page.table()->rows()->place(row).link;
            if (link.source == 0 && link.destination == 1)
                dialog = page.openLink(row);
        }
        return dialog && QTest::qWaitFor([this] {
                   return dialog->isComplete() && dialog->operators()->rows()->source() &&
                          dialog->operators()->rows()->rowCount() == 4;
               });
    }
};

} // namespace

class TestLinkMenus : public QObject
{
    Q_OBJECT
private slots:
    // The total and the sum over the type stand for the longest of their operators.
    void operatorsOfALinkLeadToTheTimeline_data()
    {
        QTest::addColumn<QByteArray>("op");
        QTest::addColumn<qint64>("start");
        QTest::newRow("in all") << QByteArray("Total Op Info") << qint64(300'000);
        QTest::newRow("of the type") << QByteArray("allreduce-total") << qint64(300'000);
        QTest::newRow("the quickest") << QByteArray("allreduce-top1") << qint64(100'000);
        QTest::newRow("the slowest") << QByteArray("allreduce-bottom1") << qint64(300'000);
    }
    void operatorsOfALinkLeadToTheTimeline()
    {
        QFETCH(const QByteArray, op);
        QFETCH(const qint64, start);
        OpenDialog d;
        QVERIFY(d.open());
        const TableView &table = *d.dialog->operators();
        const int row = rowWith(table, u"operator", op.constData());
        QVERIFY(row >= 0);
        emit d.dialog->operators()->activated(row);
        QTRY_COMPARE(d.revealed.count(), 1);
        QCOMPARE(d.revealed[0][0].value<RankRef>(), (RankRef{0, 0}));
        QCOMPARE(startOf(d.f, d.revealed, 0), start);
        QCOMPARE(d.shown.last()[0].toString(), QStringLiteral("timeline"));
        QTRY_VERIFY(!d.dialog); // it would lie over the slice
    }

    void slowLinksLeadToRanksAndOperator()
    {
        ViewFixture f;
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        f.runs.addRun(runOfNamedLinks());
        f.state.setCurrentRank({0, 0});
        view.showPage(QStringLiteral("links.slow"));
        TablePage *slow = nullptr;
        for (TablePage *const page : view.findChildren<TablePage *>()) {
            if (page->objectName() == QLatin1String("links.slow"))
                slow = page;
        }
        QVERIFY(slow);
        QTRY_VERIFY(view.isComplete() && slow->table()->rows()->rowCount() > 0);
        const auto menu = menuOf(*slow->table(), 0);
        QVERIFY2(textsOf(*menu) == QStringList({QStringLiteral("Show the Link in the Matrix"),
                                                QStringLiteral("Show the Operator in Timeline"),
                                                QStringLiteral("Show rank 0 in Timeline"),
                                                QStringLiteral("Operators and Packets of the Link…")}),
                 qPrintable(textsOf(*menu).join(u'|'))); // rank 3 is not there
        QSignalSpy revealed(&f.state, &ViewState::revealRequested);
        menu->actions()[1]->trigger();
        QTRY_COMPARE(revealed.count(), 1);
        QCOMPARE(startOf(f, revealed, 0), qint64(300'000));
        menu->actions().back()->trigger();
        auto *const dialog = view.findChild<LinkDialog *>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->isComplete() && dialog->operators()->rows()->rowCount() == 4);
        delete dialog;
    }

    void idleLinksLeadToTheMatrixAndTheOperator()
    {
        ViewFixture f;
        TablePage page(QStringLiteral("links.idle"), f.context());
        page.retranslate();
        page.show();
        f.runs.addRun(runOfTasks());
        f.state.setCurrentRank({0, 0});
        page.invalidate();
        QTRY_COMPARE(page.table()->rows()->rowCount(), 2);
        const auto menu = menuOf(*page.table(), 1);
        QVERIFY2(
            textsOf(*menu) ==
                QStringList({QStringLiteral("Show in Timeline"), QStringLiteral("Show in Communication"),
                             QStringLiteral("Show the Link in the Matrix"), QStringLiteral("Show rank 0 in Timeline")}),
            qPrintable(textsOf(*menu).join(u'|')));
        menu->actions()[2]->trigger();
        QTRY_COMPARE(f.state.selection().kind, Selection::Kind::Link);
        QCOMPARE(f.state.selection().source, 0);
        QCOMPARE(f.state.selection().destination, 2);
        // The operator of the row itself, as the timeline would show it.
        QSignalSpy shown(&f.state, &ViewState::viewRequested);
        menu->actions()[1]->trigger();
        QTRY_COMPARE(f.state.selection().kind, Selection::Kind::Slice);
        QCOMPARE(f.state.selection().rank, (RankRef{0, 0}));
        const Trace &trace = *f.runs.rank({0, 0})->trace;
        QCOMPARE(trace.strings().text(trace.slices().name(f.state.selection().slice)),
                 QStringLiteral("hcom_allReduce__534_0_1"));
        QCOMPARE(shown.last()[0].toString(), QStringLiteral("communication/operators"));
    }
};

RS_TEST(TestLinkMenus, QApplication);
#include "tst_linkmenus.moc"
