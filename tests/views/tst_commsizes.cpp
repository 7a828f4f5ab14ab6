// SPDX-License-Identifier: Apache-2.0
// Pictures and pages of communication in little room, and with many ranks.
#include "items/matrixgrid.h"
#include "support/testprogram.h"
#include "views/communication/commpages.h"
#include "views/communication/communicationview.h"
#include "views/communication/durationspage.h"
#include "views/links/heatmap.h"
#include "views/linkruns.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/theme.h"
#include "views/viewfixture.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/scrollpage.h"

#include <QApplication>
#include <QScrollBar>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

/// Each of so many ranks sends to each other, at 17.0 to 17.3 GB/s, which have as many digits.
std::shared_ptr<const MatrixGrid> gridOf(int count)
{
    std::vector<MatrixCell> cells;
    for (int from = 0; from < count; ++from) {
        for (int to = 0; to < count; ++to) {
            MatrixCell c;
            c.op = QStringLiteral("x");
            c.source = from;
            c.destination = to;
            c.global = true;
            c.transport = QStringLiteral("HCCS");
            c.sizeMb = 16;
            c.bandwidthGbs = 17 + 0.1 * (from % 4);
            c.timeMs = *c.sizeMb / *c.bandwidthGbs;
            cells.push_back(c);
        }
    }
    return std::make_shared<const MatrixGrid>(buildGrid(cells, {QStringLiteral("x"), {}, false, {}}));
}

struct Map
{
    Theme theme;
    HeatMap map{&theme};
    explicit Map(int ranks)
    {
        theme.setMode(Theme::Mode::Light);
        map.setGrid(gridOf(ranks));
        map.setScope({MatrixValue::Bandwidth, true, 0, false}, QStringLiteral("GB/s"));
        map.setRange(16.9, 17.4);
    }
};

} // namespace

class TestCommSizes : public QObject
{
    Q_OBJECT
private slots:
    // A picture that is wholly in sight does not move, and a shaking hand means the cell that it pressed.
    void aDragMovesWhatIsZoomed()
    {
        Map m(40);
        m.map.resize(480, 480);
        m.map.show();
        QSignalSpy clicked(&m.map, &PaintedGrid::cellClicked);
        const QPoint at = m.map.cellRect(20, 20).center().toPoint();
        const QPoint by(-60, -40);
        const auto drag = [&] {
            QTest::mousePress(&m.map, Qt::LeftButton, {}, at);
            QTest::mouseMove(&m.map, at + by / 2);
            QTest::mouseMove(&m.map, at + by);
            QTest::mouseRelease(&m.map, Qt::LeftButton, {}, at + by);
        };
        const QPoint pressed = m.map.cellAt(at);
        drag();
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(QPoint(clicked[0][0].toInt(), clicked[0][1].toInt()), pressed);
        for (int notch = 0; notch < 8; ++notch) {
            QWheelEvent wheel(at, m.map.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(&m.map, &wheel);
        }
        const QPointF before = m.map.cellRect(20, 20).topLeft();
        drag();
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(m.map.cellRect(20, 20).topLeft(), before + by);
        QTest::mouseClick(&m.map, Qt::LeftButton, {}, at);
        QCOMPARE(clicked.size(), 2);
    }

    void lowPagesScroll()
    {
        ViewFixture f;
        CommunicationView view(f.context());
        view.resize(600, 300);
        view.show();
        f.runs.addRun(runOfNamedLinks());
        f.state.setCurrentRank({0, 0});
        for (const char *const page : {"links", "durations", "bandwidth", "links.graph", "communication.coverage"}) {
            view.showPage(QLatin1String(page));
            QTRY_VERIFY(view.isComplete());
            CommPages *shown = nullptr;
            for (CommPages *const pages : view.findChildren<CommPages *>()) {
                if (pages->isVisible())
                    shown = pages;
            }
            QVERIFY(shown);
            auto *const scroll = shown->findChild<ScrollPage *>();
            QVERIFY2(scroll && scroll->verticalScrollBar()->maximum() > 0, page);
            // One line of what the page is for, with the whole in its tooltip.
            auto *const hint = shown->findChild<ElidedLabel *>(QStringLiteral("shortHint"));
            QVERIFY2(hint && hint->isVisible(), page);
            QVERIFY(hint->height() < 2 * hint->fontMetrics().height());
            QVERIFY(hint->toolTip().contains(shown->page()->hint().left(20)));
            if (qstrcmp(page, "links") == 0) {
                const QTableView *const table = shown->page()->findChild<TableView *>()->view();
                QVERIFY2(table->viewport()->height() >= 5 * table->verticalHeader()->defaultSectionSize(),
                         qPrintable(QString::number(table->viewport()->height())));
            }
        }
        view.resize(1200, 800);
        auto *const hint = view.findChildren<CommPages *>()[1]->findChild<ElidedLabel *>(QStringLiteral("shortHint"));
        QTRY_VERIFY(hint && !hint->isVisible());
    }
};

RS_TEST(TestCommSizes, QApplication);
#include "tst_commsizes.moc"
