// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "views/picture/axistitle.h"
#include "views/widgets/choicepopup.h"
#include "views/widgets/picker.h"
#include "views/widgets/searchbox.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace rs;

namespace {

// "All domains", then `pairs` domains of two ranks for tensor and as many for data parallelism.
void fill(SearchBox &box, int pairs)
{
    box.addItem(QStringLiteral("All domains"), QString());
    for (const char *const kind : {"tp", "dp"}) {
        for (int i = 0; i < pairs; ++i) {
            const QString ranks = QStringLiteral("%1,%2").arg(2 * i).arg(2 * i + 1);
            const int at = box.count();
            box.addItem(QStringLiteral("%1:(%2)").arg(QLatin1String(kind), ranks), QLatin1String(kind) + ranks);
            box.setItemData(at, QString::fromLatin1(kind).toUpper(), SearchBox::SectionRole);
            box.setItemData(at, QStringLiteral("collective, 2 ranks: %1").arg(ranks), SearchBox::DetailRole);
            box.setItemData(at, QVariant::fromValue(QList<int>{2 * i, 2 * i + 1}), SearchBox::RanksRole);
        }
    }
}

QStringList shownTexts(const SearchBox &box)
{
    QStringList out;
    const QAbstractItemModel &model = *box.foundItems()->model();
    for (int row = 0; row < model.rowCount(); ++row)
        out << model.index(row, 0).data().toString();
    return out;
}

} // namespace

class TestSearchBox : public QObject
{
    Q_OBJECT

private slots:
    // The closed box has the keys, as after Tab.
    void typingOpensTheListAndSearches()
    {
        Picker picker;
        const QString longest = QStringLiteral("hcom_") + QString(200, u'x') + QStringLiteral("_end");
        picker.setItems({{QStringLiteral("Total"), QString()}, {longest, longest}});
        picker.setFurther([] {
            std::vector<Choice> out;
            for (int i = 0; i < 300; ++i) {
                const QString name = QStringLiteral("hcom_allReduce__534_%1_1").arg(i);
                out.push_back({name, {}, {}, {}, name});
            }
            return out;
        });
        picker.show();
        auto *const box = qobject_cast<SearchBox *>(picker.box());
        QSignalSpy chosen(&picker, &Picker::chosen);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_2);
        QVERIFY(box->searchField() && box->searchField()->isVisible());
        QCOMPARE(chosen.count(), 0);
        QTest::keyClicks(box->searchField(), QStringLiteral("99"));
        QCOMPARE(box->searchField()->text(), QStringLiteral("299"));
        QTest::keyClick(box->searchField(), Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(picker.value().toString(), QStringLiteral("hcom_allReduce__534_299_1"));
        // Arrows are for the items still; Alt+Down opens, and the tooltips have the whole text.
        QTest::keyClick(box, Qt::Key_Down, Qt::AltModifier);
        QVERIFY(box->searchField()->isVisible());
        QTest::keyClicks(box->searchField(), QStringLiteral("_end"));
        const QModelIndex found = box->foundItems()->currentIndex();
        QCOMPARE(found.data().toString(), longest);
        QVERIFY(found.data(Qt::ToolTipRole).toString().contains(QStringLiteral("_end")));
        QTest::keyClick(box->searchField(), Qt::Key_Return);
        QCOMPARE(picker.value().toString(), longest);
        QVERIFY(box->toolTip().contains(QStringLiteral("_end")));
        // A list too short to search is a combo box as any.
        Picker few;
        few.setItems({{QStringLiteral("Linear"), 0}, {QStringLiteral("Logarithmic"), 1}});
        few.show();
        QTest::keyClicks(few.box(), QStringLiteral("Log"));
        QCOMPARE(few.value().toInt(), 1);
    }

    void thousandsBehindTheItemsAreFoundByTyping()
    {
        Picker picker;
        picker.setItems(
            {{QStringLiteral("All"), QString()}, {QStringLiteral("allreduce"), QStringLiteral("allreduce")}});
        constexpr int count = 50'000;
        int asked = 0;
        picker.setFurther([&asked] {
            ++asked;
            std::vector<Choice> out;
            for (int i = 0; i < count; ++i) {
                const QString name = QStringLiteral("hcom_allReduce__534_%1_1").arg(i);
                out.push_back({name, {}, QStringLiteral("Single operators"), {}, name});
            }
            return out;
        });
        picker.show();
        QCOMPARE(asked, 0);
        QCOMPARE(picker.box()->count(), 2);
        auto *const box = qobject_cast<SearchBox *>(picker.box());
        QSignalSpy chosen(&picker, &Picker::chosen);
        box->showPopup();
        QCOMPARE(asked, 1);
        QCOMPARE(box->foundItems()->model()->rowCount(), 2 + 1 + count); // with a heading
        QTest::keyClicks(box->searchField(), QStringLiteral("reduce 4711"));
        QCOMPARE(box->foundItems()->currentIndex().data().toString(), QStringLiteral("hcom_allReduce__534_4711_1"));
        QTest::keyClick(box->searchField(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(picker.value().toString(), QStringLiteral("hcom_allReduce__534_4711_1"));
        QCOMPARE(box->currentText(), QStringLiteral("hcom_allReduce__534_4711_1"));
        // It is chosen when the items are made again.
        picker.setItems(
            {{QStringLiteral("All"), QString()}, {QStringLiteral("broadcast"), QStringLiteral("broadcast")}});
        QCOMPARE(box->currentText(), QStringLiteral("hcom_allReduce__534_4711_1"));
    }

    void typingFiltersByRankNameAndKind()
    {
        SearchBox box;
        fill(box, 16);
        box.show();
        QVERIFY(QTest::qWaitForWindowExposed(&box));
        QSignalSpy chosen(&box, &QComboBox::activated);
        box.setFocus();
        QTest::keyClick(&box, Qt::Key_Down, Qt::AltModifier);
        QVERIFY(box.searchField() && box.searchField()->isVisible());
        QAbstractItemModelTester tester(box.foundItems()->model());
        QCOMPARE(shownTexts(box).size(), 1 + 2 + 32); // with two headings
        QCOMPARE(box.foundItems()->currentIndex().data().toString(), QStringLiteral("All domains"));
        // A number is a rank: 1 is not 10 to 19.
        QTest::keyClicks(box.searchField(), QStringLiteral("1"));
        QCOMPARE(shownTexts(box), (QStringList{QStringLiteral("TP"), QStringLiteral("tp:(0,1)"), QStringLiteral("DP"),
                                               QStringLiteral("dp:(0,1)")}));
        QTest::keyClicks(box.searchField(), QStringLiteral("3 DP"));
        QCOMPARE(shownTexts(box), (QStringList{QStringLiteral("DP"), QStringLiteral("dp:(12,13)")}));
        QTest::keyClick(box.searchField(), Qt::Key_Return);
        QVERIFY(!box.searchField()->isVisible());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(box.currentData().toString(), QStringLiteral("dp12,13"));
    }

    void arrowsPassHeadingsAndEscapeChangesNothing()
    {
        SearchBox box;
        fill(box, 16);
        box.show();
        QVERIFY(QTest::qWaitForWindowExposed(&box));
        QSignalSpy chosen(&box, &QComboBox::activated);
        box.showPopup();
        QTest::keyClick(box.searchField(), Qt::Key_Down);
        QCOMPARE(box.foundItems()->currentIndex().data().toString(), QStringLiteral("tp:(0,1)"));
        QTest::keyClick(box.searchField(), Qt::Key_Up);
        QTest::keyClick(box.searchField(), Qt::Key_Up);
        QCOMPARE(box.foundItems()->currentIndex().data().toString(), QStringLiteral("All domains"));
        QTest::keyClicks(box.searchField(), QStringLiteral("nothing like it"));
        QVERIFY(!box.foundItems()->isVisible());
        QTest::keyClick(box.searchField(), Qt::Key_Return);
        QVERIFY(box.searchField()->isVisible());
        QTest::keyClick(box.searchField(), Qt::Key_Escape);
        QVERIFY(!box.searchField()->isVisible());
        QCOMPARE(chosen.count(), 0);
        QCOMPARE(box.currentIndex(), 0);
        // The mouse chooses, and the next time nothing is searched for.
        box.showPopup();
        QVERIFY(box.searchField()->text().isEmpty());
        QAbstractItemView &list = *box.foundItems();
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(list.model()->index(3, 0)).center());
        QCOMPARE(box.currentData().toString(), QStringLiteral("tp2,3"));
    }

    void longListsOfPickersAreSearched()
    {
        Picker picker;
        std::vector<PickerItem> items;
        for (int rank = 0; rank < 200; ++rank)
            items.push_back({QStringLiteral("rank %1").arg(rank), rank});
        picker.setItems(items);
        picker.show();
        QVERIFY(QTest::qWaitForWindowExposed(&picker));
        QSignalSpy chosen(&picker, &Picker::chosen);
        auto *const box = qobject_cast<SearchBox *>(picker.box());
        QVERIFY(box);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down, Qt::AltModifier);
        QVERIFY(box->searchField());
        QTest::keyClicks(box->searchField(), QStringLiteral("12"));
        // The current one is meant, though 112 comes with it.
        QVERIFY(shownTexts(*box).contains(QStringLiteral("rank 112")));
        QTest::keyClick(box->searchField(), Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(picker.value().toInt(), 12);
    }

    void thousandsOfDomainsAreFluent()
    {
        SearchBox box;
        fill(box, 4096);
        box.show();
        QVERIFY(QTest::qWaitForWindowExposed(&box));
        QElapsedTimer clock;
        clock.start();
        box.showPopup();
        QTest::keyClicks(box.searchField(), QStringLiteral("4095"));
        QCOMPARE(shownTexts(box).size(), 4);
        QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed()))); // not optimised
    }

    void chineseTitlesStandUpright()
    {
        const auto inked = [](const QString &text, bool high) {
            QImage image(40, 200, QImage::Format_ARGB32);
            image.fill(Qt::white);
            QPainter p(&image);
            paintVerticalTitle(p, text, 0, 100, 200);
            p.end();
            int first = 200;
            int last = -1;
            int right = -1;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixelColor(x, y) == QColor(Qt::white))
                        continue;
                    first = std::min(first, y);
                    last = std::max(last, y);
                    right = std::max(right, x);
                }
            }
            return high ? last - first : right;
        };
        const QFontMetrics metrics{QFont()};
        for (const QString &text : {QStringLiteral("Source rank"), QStringLiteral("源卡")}) {
            QVERIFY(inked(text, true) > metrics.height());
            QVERIFY(inked(text, false) <= metrics.height() + 2);
        }
    }
};

RS_TEST(TestSearchBox, QApplication);
#include "tst_searchbox.moc"
