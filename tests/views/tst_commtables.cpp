// SPDX-License-Identifier: Apache-2.0
#include "views/communication/commtables.h"
#include "views/communication/communicationview.h"
#include "views/communication/matrixpage.h"
#include "views/system/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTabWidget>

using namespace rs;
using namespace rs::test;

namespace {

// Every rank of four sends to every other; from 3 to 0 it takes four times as long.
Run runOfLinks()
{
    auto rank = std::make_shared<RankData>();
    rank->info.rank = 0;
    std::vector<MatrixLink> links;
    for (int from = 0; from < 4; ++from) {
        for (int to = 0; to < 4; ++to) {
            if (from == to)
                continue;
            MatrixLink l;
            l.step = QStringLiteral("1");
            l.key = l.kind = QStringLiteral("allreduce");
            l.groupHash = QStringLiteral("77");
            l.source = from;
            l.destination = to;
            l.globalRanks = true;
            l.transport = QStringLiteral("HCCS");
            l.sizeMb = 16;
            l.timeMs = from == 3 && to == 0 ? 4 : 1;
            l.bandwidthGbs = *l.sizeMb / *l.timeMs;
            links.push_back(l);
        }
    }
    rank->links = MatrixLinks(links);
    return makeRun({rank});
}

} // namespace

class TestCommTables : public QObject
{
    Q_OBJECT
private slots:
    void aTabShowsOneOfItsTables()
    {
        ViewFixture f;
        CommunicationView view(f.context());
        view.resize(1100, 640);
        view.show();
        f.runs.addRun(runOfLinks());
        auto *const tabs = view.findChild<QTabWidget *>();
        QCOMPARE(tabs->count(), 5);
        QCOMPARE(tabs->tabText(1), QStringLiteral("Links"));
        QTRY_VERIFY(view.isComplete());
        tabs->setCurrentIndex(1);
        CommTables *const links = view.tables().front();
        QCOMPARE(links->page()->objectName(), QStringLiteral("links"));
        QTRY_VERIFY(view.isComplete());
        QTRY_COMPARE(links->page()->table()->rows()->rowCount(), 24); // of the operator, and in all
        grab(view, QStringLiteral("communication-links"));
        QSignalSpy arranged(&view, &CommunicationView::arrangementChanged);
        choose(links->picker(), 1);
        QCOMPARE(links->page()->objectName(), QStringLiteral("links.slow"));
        QCOMPARE(arranged.count(), 1);
        QTRY_VERIFY(view.isComplete());
        grab(view, QStringLiteral("communication-links-slow"));
    }

    void sessionsKeepTheTable()
    {
        ViewFixture f;
        f.runs.addRun(runOfLinks());
        CommunicationView view(f.context());
        view.show();
        const QJsonObject first = view.saveState();
        view.showPage(QStringLiteral("bandwidth.packets"));
        QCOMPARE(view.findChild<QTabWidget *>()->currentIndex(), 3);
        QCOMPARE(view.tables()[2]->picker()->value().toString(), QStringLiteral("bandwidth.packets"));
        const QJsonObject kept = view.saveState();
        view.restoreState(first);
        QCOMPARE(view.findChild<QTabWidget *>()->currentIndex(), 0);
        view.showPage(QStringLiteral("no such page"));
        QCOMPARE(view.findChild<QTabWidget *>()->currentIndex(), 0);
        view.restoreState(kept);
        QCOMPARE(view.saveState(), kept);
        view.showPage(QStringLiteral("time"));
        QCOMPARE(view.findChild<QTabWidget *>()->currentIndex(), 4);
    }

    void aTableWithoutItsFileSaysWhich()
    {
        ViewFixture f;
        f.runs.addRun(runOfLinks());
        CommunicationView view(f.context());
        view.show();
        view.showPage(QStringLiteral("bandwidth"));
        QTRY_VERIFY(view.isComplete());
        const TablePage *const page = view.tables()[2]->page();
        QTRY_VERIFY2(page->emptyState()->body().contains(QStringLiteral("communication.json")),
                     qPrintable(page->emptyState()->body()));
    }
};

QTEST_MAIN(TestCommTables)
#include "tst_commtables.moc"
