// SPDX-License-Identifier: Apache-2.0
// Facts of two sources are joined by their keys; those that contradict each other are told once.
#include "importers/consistency/consistency.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;

namespace {

constexpr ComparedColumn testColumns[]{{"Size", " MB", 0.5}, {"Time", " ms", 0, 0.1}};
constexpr Consistency testRule{.columns = testColumns,
                               .values = {"test.values", "Values (%1).", Gravity::Loss},
                               .onlyLeft = {"test.left", "Left (%1).", Gravity::ByShare},
                               .onlyRight = {"test.right", "Right (%1)."}};

struct TestFact
{
    int key;
    std::optional<double> size;
    std::optional<double> time;
};

/// "loss test.values [row 1] (Size: 1 ≠ 2 MB) x1"
QStringList compared(const std::vector<TestFact> &left, const std::vector<TestFact> &right)
{
    const auto factsOf = [](const std::vector<TestFact> &facts) {
        Facts out;
        for (const TestFact &f : facts)
            out.add(factKey(qint64{f.key}), static_cast<quint32>(out.rows.size()), {f.size, f.time});
        out.words = {[](quint32 id) {
                         return FactPlace{{}, Place::row(id)};
                     },
                     [&facts](quint32 id) { return QString::number(facts[id].key); }};
        return out;
    };
    ImportReport report;
    compareFacts(testRule, factsOf(left), factsOf(right), QStringLiteral("f"), JobContext(), report);
    QStringList out;
    for (const Finding &f : report.findings())
        out << QStringLiteral("%1 %2 [%3] (%4) x%5")
                   .arg(severityName(f.severity), f.code, f.place.text(), f.argument)
                   .arg(f.count);
    return out;
}

} // namespace

class TestConsistency : public QObject
{
    Q_OBJECT
private slots:
    void factsAreJoinedByTheirKeys();
    void moreThanATenthIsALoss_data();
    void moreThanATenthIsALoss();
    void aFewAreNamed();
};

void TestConsistency::factsAreJoinedByTheirKeys()
{
    const std::optional<double> none;
    QCOMPARE(compared({{1, 1, 1}, {2, 2, 2}}, {{2, 2.5, 2.2}, {1, none, 1}}), QStringList());
    QCOMPARE(compared({{1, 1, 1}, {2, 2, 2}, {3, 3, 3}}, {{3, 4, 3}, {2, 2, 3}, {1, 1, 1}}),
             QStringList(QStringLiteral("loss test.values [row 1] (Time: 2 ≠ 3 ms) x2")));
    QCOMPARE(compared({{1, 1, 1}}, {{2, 1, 1}}), QStringList({QStringLiteral("loss test.left [row 0] (1) x1"),
                                                              QStringLiteral("notice test.right [row 0] (2) x1")}));
    // The second of two has no partner.
    QCOMPARE(compared({{1, 1, 1}, {1, 9, 9}}, {{1, 1, 1}}),
             QStringList(QStringLiteral("loss test.left [row 1] (1) x1")));
}

void TestConsistency::moreThanATenthIsALoss_data()
{
    QTest::addColumn<int>("alone");
    QTest::addColumn<QString>("severity");
    QTest::newRow("two of twenty") << 2 << QStringLiteral("notice");
    QTest::newRow("three of twenty") << 3 << QStringLiteral("loss");
}

void TestConsistency::moreThanATenthIsALoss()
{
    QFETCH(const int, alone);
    QFETCH(const QString, severity);
    std::vector<TestFact> left;
    for (int i = 0; i < 20; ++i)
        left.push_back({i, 1, 1});
    const std::vector<TestFact> right(left.begin(), left.end() - alone);
    QVERIFY(compared(left, right).front().startsWith(severity + QStringLiteral(" test.left [row %1]").arg(20 - alone)));
}

void TestConsistency::aFewAreNamed()
{
    const std::vector<TestFact> all{{9, 1, 1}, {8, 1, 1}, {7, 1, 1}, {6, 1, 1}, {5, 1, 1}};
    QCOMPARE(compared({all[0]}, all), QStringList(QStringLiteral("notice test.right [row 1] (8, 7, 6, …) x4")));
}

RS_TEST(TestConsistency, QCoreApplication);
#include "tst_consistency.moc"
