// SPDX-License-Identifier: Apache-2.0
// Where menus of rows about links lead.
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
#include <QLabel>
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

    void rowsOfTheDialogLeadOn()
    {
        OpenDialog d;
        QVERIFY(d.open());
        const auto menu = menuOf(*d.dialog->operators(), 0);
        QVERIFY2(textsOf(*menu) == QStringList({QStringLiteral("Show the Link in the Matrix"),
                                                QStringLiteral("Show the Operator in Timeline"),
                                                QStringLiteral("Show rank 0 in Timeline"),
                                                QStringLiteral("Show rank 1 in Timeline")}),
                 qPrintable(textsOf(*menu).join(u'|')));
        menu->actions().front()->trigger();
        QTRY_COMPARE(d.f.state.selection().kind, Selection::Kind::Link);
        QCOMPARE(d.f.state.selection().source, 0);
        QCOMPARE(d.f.state.selection().destination, 1);
        QCOMPARE(d.shown.last()[0].toString(), QStringLiteral("communication/matrix"));
        QTRY_VERIFY(!d.dialog);
    }

    void aRankOfTheDialogLeadsToItsTimeline()
    {
        OpenDialog d;
        QVERIFY(d.open());
        const auto menu = menuOf(*d.dialog->operators(), 0);
        menu->actions().back()->trigger();
        QCOMPARE(d.f.state.currentRank(), (RankRef{0, 1}));
        QCOMPARE(d.shown.last()[0].toString(), QStringLiteral("timeline"));
        QTRY_VERIFY(!d.dialog);
    }

    void linksOfPlacesAlone_data()
    {
        QTest::addColumn<bool>("isOwnKnown");
        QTest::newRow("no rank is known") << false;
        QTest::newRow("the rank of the file is") << true;
    }
    // The file names the ends by their place in the domain, and nothing says which ranks these are, or that of its own
    // rank alone.
    void linksOfPlacesAlone()
    {
        QFETCH(const bool, isOwnKnown);
        Run run = runOfNamedLinks();
        auto rank = std::make_shared<RankData>(*run.ranks.front());
        std::vector<MatrixLink> links = rank->links.records();
        for (MatrixLink &l : links)
            l.globalRanks = false;
        MatrixLink inner = links.front();
        inner.destination = inner.source;
        inner.transport = QStringLiteral("LOCAL");
        // One that starts elsewhere leaves open whose file this is.
        MatrixLink other = links.front();
        std::swap(other.source, other.destination);
        links.push_back(isOwnKnown ? inner : other);
        rank->links = MatrixLinks(links);
        run.ranks.front() = rank;
        OpenDialog d;
        d.f.runs.addRun(run);
        QVERIFY(d.open());
        QCOMPARE(d.dialog->windowTitle(), isOwnKnown ? QStringLiteral("Link from Rank 0 to Rank #1")
                                                     : QStringLiteral("Link from Rank #0 to Rank #1"));
        const auto rows = d.dialog->operators()->rows()->source();
        QCOMPARE(rows->text(0, rows->columnOf(u"rank-kind")), std::string_view("local"));
    }

    // Where nothing leads anywhere it stays, and says so.
    void withoutATraceTheDialogSaysWhy()
    {
        OpenDialog d;
        d.f.runs.addRun(runOfLinks({QStringLiteral("allreduce"), QStringLiteral("a"), QStringLiteral("b")}));
        QVERIFY(d.open());
        const auto menu = menuOf(*d.dialog->operators(), 0);
        const QAction *const op = menu->findChild<QAction *>(QStringLiteral("linkOperatorJump"));
        QVERIFY(op && !op->isEnabled());
        emit d.dialog->operators()->activated(0);
        QTRY_VERIFY(d.dialog->isComplete());
        QVERIFY(d.dialog);
        const auto labels = d.dialog->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *l) {
            return l->isVisible() && l->text().contains(QStringLiteral("No loaded trace"));
        }));
        QCOMPARE(d.revealed.count(), 0);
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

    // What a card sends to itself is counted by no transport.
    void aLinkInsideACardHasNoPackets()
    {
        ViewFixture f;
        LinksPage page(f.context());
        page.retranslate();
        page.show();
        Run run = runOfLinks();
        auto rank = std::make_shared<RankData>(*run.ranks.front());
        std::vector<MatrixLink> links = rank->links.records();
        links.push_back(links.front());
        links.back().destination = links.back().source;
        links.back().transport = QStringLiteral("LOCAL");
        rank->links = MatrixLinks(links);
        CommOp op;
        op.step = QStringLiteral("1");
        op.name = QStringLiteral("hcom_allReduce__077_0_1");
        op.groupHash = QStringLiteral("77");
        op.startUs = op.elapseMs = op.transitMs = 1;
        TransportInfo hccs;
        hccs.transport = QStringLiteral("HCCS");
        hccs.sizeMb = 3;
        hccs.timeMs = 1;
        hccs.packets = {{1, 3, 1}};
        op.transports = {hccs};
        rank->commOps = CommOps({op});
        run.ranks = {rank};
        f.runs.addRun(std::move(run));
        f.state.setCurrentRank({0, 0});
        page.invalidate();
        QTRY_VERIFY(page.isComplete() && page.table()->rows() && page.table()->rows()->rows() == 13);
        const RowSource &rows = *page.table()->rows();
        quint32 local = 0;
        while (rows.text(local, rows.columnOf(u"transport")) != "LOCAL")
            ++local;
        LinkDialog *const dialog = page.openLink(local);
        QTRY_VERIFY(dialog->isComplete() && dialog->operators()->rows()->rowCount() > 0);
        QTRY_VERIFY2(dialog->packets()->emptyText().contains(QStringLiteral("LOCAL")),
                     qPrintable(dialog->packets()->emptyText()));
        QVERIFY(!dialog->packets()->rows()->source());
        grab(*dialog, QStringLiteral("communication-link-local"));
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
