// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/parallelstrategy.h"
#include "support/testprogram.h"
#include "views/page/steptexts.h"

#include <QApplication>
#include <QTest>

#include <set>

using namespace rs;

class TestStepTexts : public QObject
{
    Q_OBJECT
private slots:
    void everyTimeHasOneName()
    {
        std::set<QString> names;
        std::set<int> metrics;
        for (const PickerItem &item : StepTexts::metrics()) {
            QCOMPARE(item.text, StepTexts::metric(static_cast<StepMetric>(item.data.toInt())));
            QVERIFY(!item.text.isEmpty());
            names.insert(item.text);
            metrics.insert(item.data.toInt());
        }
        QCOMPARE(names.size(), allStepMetrics.size());
        QCOMPARE(metrics.size(), allStepMetrics.size());
    }

    void foldsAreThoseOfTheStrategy()
    {
        QCOMPARE(StepTexts::folds(nullptr), (std::vector<PickerItem>{{QStringLiteral("Each rank"), 0U}}));
        Strategy strategy;
        strategy.sizes.tp = 4;
        strategy.sizes.dp = 2;
        QCOMPARE(StepTexts::folds(&strategy),
                 (std::vector<PickerItem>{{QStringLiteral("Each rank"), 0U},
                                          {QStringLiteral("Folded by TP"), static_cast<unsigned>(TokenTp)},
                                          {QStringLiteral("Folded by DP"), static_cast<unsigned>(TokenDp)}}));
        QCOMPARE(StepTexts::foldedBy(TokenTp | TokenCp), QStringLiteral("Folded by TP, CP"));
    }
};

RS_TEST(TestStepTexts, QApplication);
#include "tst_steptexts.moc"
