// SPDX-License-Identifier: Apache-2.0
// The chosen domain when another run is looked at.
#include "app/shell/contextbar.h"
#include "app/shell/appstyle.h"
#include "support/testprogram.h"
#include "views/viewfixture.h"
#include "views/widgets/searchbox.h"

#include <QApplication>
#include <QComboBox>
#include <QStyleOptionComboBox>
#include <QTest>
#include <QToolButton>

#include <memory>
#include <utility>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

GroupInfo group(const char *hash, const char *name, std::vector<int> ranks, bool p2p = false)
{
    GroupInfo out;
    out.hash = QString::fromLatin1(hash);
    out.pgName = QString::fromLatin1(name);
    out.globalRanks = std::move(ranks);
    out.p2p = p2p;
    return out;
}

Run runOf(const std::vector<GroupInfo> &groups)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < 4; ++r) {
        const std::shared_ptr<RankData> rank = fileRank(r);
        rank->groups = groups;
        ranks.push_back(rank);
    }
    return makeRun(std::move(ranks));
}

} // namespace

class TestContextBar : public QObject
{
    Q_OBJECT
private slots:
    void theDomainOfAnotherRun_data()
    {
        QTest::addColumn<QString>("chosen");
        QTest::addColumn<QString>("then");
        QTest::newRow("all") << QString() << QString();
        QTest::newRow("same name and ranks") << QStringLiteral("11") << QStringLiteral("21");
        QTest::newRow("same ranks of two, the name decides") << QStringLiteral("12") << QStringLiteral("22");
        QTest::newRow("the other run has no such ranks") << QStringLiteral("13") << QString();
        QTest::newRow("of no run") << QStringLiteral("99") << QStringLiteral("99");
    }

    void theDomainOfAnotherRun()
    {
        QFETCH(QString, chosen);
        QFETCH(QString, then);
        ViewFixture f;
        ContextBar bar(f.runs, f.state, f.pool);
        f.runs.addRun(runOf({group("11", "pp", {0, 2}, true), group("12", "tp", {0, 1}), group("13", "dp", {1, 3})}));
        f.runs.addRun(runOf({group("23", "mp", {0, 1}), group("22", "tp", {0, 1}), group("21", "pp", {0, 2}, true)}));
        f.state.setCurrentRank({0, 0});
        QTRY_COMPARE(bar.domainBox()->findData(QStringLiteral("13")) >= 0, true);
        f.state.setDomain(chosen);
        f.state.setCurrentRank({1, 0});
        QTRY_COMPARE(bar.domainBox()->findData(QStringLiteral("23")) >= 0, true);
        QCOMPARE(f.state.domain(), then);
        QCOMPARE(bar.domainBox()->currentData().toString(), then);
    }

    // Kinds of more than one domain lead, but not what all are.
    void kindsAreChosenAsOne()
    {
        ViewFixture f;
        ContextBar bar(f.runs, f.state, f.pool);
        f.runs.addRun(runOf({group("11", "pp", {0, 2}, true), group("12", "tp", {0, 1}), group("13", "tp", {2, 3}),
                             group("14", "dp", {0, 1, 2, 3})}));
        f.runs.addRun(runOf({group("21", "tp", {0, 1}), group("22", "tp", {2, 3})}));
        f.state.setCurrentRank({0, 0});
        SearchBox &box = *bar.domainBox();
        QTRY_COMPARE(box.count(), 7);
        QStringList values;
        QStringList texts;
        for (int i = 0; i < box.count(); ++i) {
            values << box.itemData(i).toString();
            texts << box.itemText(i);
        }
        QCOMPARE(values.mid(0, 3), (QStringList{QString(), QStringLiteral("tp"), QStringLiteral("collective")}));
        QCOMPARE(texts[1], QStringLiteral("All tp domains"));
        QCOMPARE(box.itemData(1, SearchBox::DetailRole).toString(), QStringLiteral("2 domain(s)"));
        box.setCurrentIndex(1);
        emit box.activated(1);
        QCOMPARE(f.state.domain(), QStringLiteral("tp"));
        // A kind means the same in every run, also where it is all that there is.
        f.state.setCurrentRank({1, 0});
        QTRY_VERIFY(box.findData(QStringLiteral("21")) >= 0);
        QCOMPARE(f.state.domain(), QStringLiteral("tp"));
        QCOMPARE(box.currentText(), QStringLiteral("All tp domains"));
    }

    // Also where a jump restricted everything and not the user.
    void restrictionsAreSeenAndTakenAway()
    {
        ViewFixture f;
        ContextBar bar(f.runs, f.state, f.pool);
        f.runs.addRun(runOf({group("11", "tp", {0, 1}), group("12", "tp", {2, 3})}));
        f.state.setCurrentRank({0, 0});
        QTRY_VERIFY(bar.domainBox()->findData(QStringLiteral("11")) >= 0);
        QVERIFY(bar.stepChip()->isHidden() && bar.domainChip()->isHidden());
        f.state.setStep(QStringLiteral("2"));
        f.state.setDomain(QStringLiteral("11"));
        QVERIFY(!bar.stepChip()->isHidden() && !bar.domainChip()->isHidden());
        QVERIFY2(bar.stepChip()->text().startsWith(QLatin1String("Only step 2")), qPrintable(bar.stepChip()->text()));
        QVERIFY2(bar.domainChip()->text().contains(bar.domainBox()->currentText()),
                 qPrintable(bar.domainChip()->text()));
        bar.domainChip()->click();
        QCOMPARE(f.state.domain(), QString());
        QVERIFY(bar.domainChip()->isHidden() && !bar.stepChip()->isHidden());
        bar.stepChip()->click();
        QCOMPARE(f.state.step(), QString());
        QVERIFY(bar.stepChip()->isHidden());
        f.state.back();
        QVERIFY(!bar.stepChip()->isHidden());
    }

    // Five steps are typed as thousands of domains are.
    void aStepIsTyped()
    {
        ViewFixture f;
        ContextBar bar(f.runs, f.state, f.pool);
        QStringList steps;
        for (int step = 1; step <= 5; ++step)
            steps << QString::number(step);
        f.runs.addRun(makeRun({fileRank(0, steps)}));
        f.state.setCurrentRank({0, 0});
        SearchBox &box = *bar.stepBox();
        QTRY_COMPARE(box.count(), 6);
        bar.show();
        QTest::keyClick(&box, Qt::Key_2);
        QVERIFY(box.searchField());
        QTest::keyClick(box.searchField(), Qt::Key_Return);
        QCOMPARE(f.state.step(), QStringLiteral("2"));
    }

    void aLongNameIsCutWithAnEllipsis()
    {
        ViewFixture f;
        ContextBar bar(f.runs, f.state, f.pool);
        const QString name = QStringLiteral("a-run-of-a-model-whose-name-is-far-longer-than-the-box-that-shows-it");
        Run run = runOf({});
        run.name = name;
        f.runs.addRun(run);
        f.state.setCurrentRank({0, 0});
        auto *const box = bar.findChild<QComboBox *>(QStringLiteral("runBox"));
        QTRY_COMPARE(box->currentText(), name);
        QVERIFY(box->toolTip().contains(name));
        QVERIFY(!box->accessibleName().contains(name));

        AppStyle style;
        QComboBox whole;
        QComboBox cut;
        for (QComboBox *const b : {&whole, &cut}) {
            b->setStyle(&style);
            b->resize(140, b->sizeHint().height());
        }
        whole.addItem(name);
        QStyleOptionComboBox option;
        option.initFrom(&whole);
        const int room =
            style.subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &whole).width() - 2;
        const QString expected = whole.fontMetrics().elidedText(name, Qt::ElideRight, room);
        QVERIFY(expected.endsWith(QChar(0x2026)) && expected.size() > 5);
        cut.addItem(expected);
        QCOMPARE(whole.grab().toImage(), cut.grab().toImage());
    }
};

RS_TEST(TestContextBar, QApplication);
#include "tst_contextbar.moc"
