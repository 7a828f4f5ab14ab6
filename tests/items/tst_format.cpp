// SPDX-License-Identifier: Apache-2.0
#include "items/format.h"
#include "support/testprogram.h"

#include <QTest>

#include <limits>

using namespace rs;
using format::TimeUnit;

namespace {
/// "_" stands for the thin space, "~" for the no-break space, "-" for the minus sign.
QString typeset(const char16_t *plain)
{
    QString text = QString::fromUtf16(plain);
    text.replace(u'_', QChar(0x2009));
    text.replace(u'~', QChar(0x00A0));
    text.replace(u'-', QChar(0x2212));
    return text;
}
} // namespace

class TestFormat : public QObject
{
    Q_OBJECT
private slots:
    void aColumnTakesTheUnitThatKeepsSmallValuesApart_data()
    {
        QTest::addColumn<qint64>("largest");
        QTest::addColumn<QString>("unit");
        QTest::newRow("nothing") << qint64(0) << QStringLiteral("ns");
        QTest::newRow("below 10 us") << qint64(9'999) << QStringLiteral("ns");
        QTest::newRow("10 us") << qint64(10'000) << QStringLiteral("\u00B5s");
        QTest::newRow("below 10 ms") << qint64(9'999'999) << QStringLiteral("\u00B5s");
        QTest::newRow("10 ms") << qint64(10'000'000) << QStringLiteral("ms");
        QTest::newRow("10 s") << qint64(10'000'000'000) << QStringLiteral("s");
        QTest::newRow("negative") << qint64(-10'000'000) << QStringLiteral("ms");
        QTest::newRow("lowest") << std::numeric_limits<qint64>::min() << QStringLiteral("s");
    }
    void aColumnTakesTheUnitThatKeepsSmallValuesApart()
    {
        QFETCH(qint64, largest);
        QTEST(format::unitName(format::timeUnitFor(largest)), "unit");
    }

    void timeIsWrittenExactly_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<int>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("ns") << qint64(1'234) << int(TimeUnit::Ns) << typeset(u"1_234");
        QTest::newRow("us") << qint64(1'234) << int(TimeUnit::Us) << QStringLiteral("1.234");
        QTest::newRow("ms rounds half up") << qint64(1'234'500) << int(TimeUnit::Ms) << QStringLiteral("1.235");
        QTest::newRow("carry") << qint64(999'999'600) << int(TimeUnit::Ms) << typeset(u"1_000.000");
        QTest::newRow("negative") << qint64(-8'868'240) << int(TimeUnit::Us) << typeset(u"-8_868.240");
        QTest::newRow("no minus zero") << qint64(-400) << int(TimeUnit::Ms) << QStringLiteral("0.000");
        QTest::newRow("epoch beyond 2^53")
            << qint64(1'736'412'474'714'258'990) << int(TimeUnit::Us) << typeset(u"1_736_412_474_714_258.990");
    }
    void timeIsWrittenExactly()
    {
        QFETCH(qint64, ns);
        QFETCH(int, unit);
        QTEST(format::timeIn(ns, static_cast<TimeUnit>(unit)), "text");
    }

    void aSingleDurationCarriesItsUnit()
    {
        QCOMPARE(format::duration(0), typeset(u"0~ns"));
        QCOMPARE(format::duration(999), typeset(u"999~ns"));
        QCOMPARE(format::duration(12'430'000), typeset(u"12.430~ms"));
        QCOMPARE(format::duration(-1'500), typeset(u"-1.500~\u00B5s"));
        QCOMPARE(format::duration(61'000'000'000), typeset(u"61.000~s"));
        QCOMPARE(format::briefDuration(0), typeset(u"0~ns"));
        QCOMPARE(format::briefDuration(1'234), typeset(u"1.23~\u00B5s"));
        QCOMPARE(format::briefDuration(-59'877'000), typeset(u"-59.9~ms"));
        QCOMPARE(format::briefDuration(486'947'123), typeset(u"487~ms"));
        QCOMPARE(format::signedDuration(1'500), typeset(u"+1.500~\u00B5s"));
        QCOMPARE(format::signedDuration(0), typeset(u"0~ns"));
    }

    void numbersOfOtherKinds()
    {
        QCOMPARE(format::integer(-77'012), typeset(u"-77_012"));
        QCOMPARE(format::percent(0.312), typeset(u"31.2~%"));
        QCOMPARE(format::ratio(1.314), QStringLiteral("1.31\u00D7"));
        QCOMPARE(format::ratio(std::numeric_limits<double>::infinity()), QStringLiteral("\u221E"));
        QCOMPARE(format::real(-0.0001), QStringLiteral("0.000"));
        QCOMPARE(format::bytes(999), typeset(u"999~B"));
        QCOMPARE(format::bytes(210'000'000), typeset(u"210.0~MB"));
        QCOMPARE(format::bytes(999'960), typeset(u"1.0~MB"));
        QCOMPARE(format::bandwidth(18.25), typeset(u"18.250~GB/s"));
    }

    void textFromATraceIsHarmless()
    {
        QCOMPARE(format::displayText(u"a\nb\tc\r"), QStringLiteral("a\\nb\\tc\\r"));
        QCOMPARE(format::displayText(QStringLiteral("\u0007\u202Egpj")), QStringLiteral("\\u0007\\u202egpj"));
        QCOMPARE(format::displayText(u"\u5361 rank"), QStringLiteral("\u5361 rank"));
        QVERIFY(!format::tooltipText(u"<b>x</b> & <img src=a>").contains(QLatin1String("<b>")));
        QVERIFY(format::tooltipText(u"a\nb").contains(QLatin1String("a<br>b")));
        QVERIFY(format::tooltipText({}).isEmpty());
        const QString table =
            format::tooltipTable({{QStringLiteral("rank <1>"), {}}, {QStringLiteral("Size"), QStringLiteral("<i>")}});
        QVERIFY(!table.contains(QLatin1String("<i>")) && !table.contains(QLatin1String("<1>")));
        // No line ends inside of a number.
        const QString number = format::tooltipTable({{QStringLiteral("a"), QStringLiteral("4\u2009092.036\u00A0ms")}});
        QVERIFY(number.contains(QStringLiteral("4\u202F092.036\u00A0ms")));
    }

    void longTextIsClippedWholeCharacters()
    {
        QCOMPARE(format::clipText(QStringLiteral("abcdef"), 6), QStringLiteral("abcdef"));
        QCOMPARE(format::clipText(QStringLiteral("abcdef"), 4), QStringLiteral("abc\u2026"));
        QCOMPARE(format::clipText(QStringLiteral("ab\U0001F600cd"), 4), QStringLiteral("ab\u2026"));
    }

    void ranksAreWrittenAsIntervals()
    {
        QCOMPARE(format::rankIntervals(std::vector<int>{0, 1, 2, 3, 16, 18, 19}), QStringLiteral("0-3, 16, 18-19"));
        QCOMPARE(format::rankIntervals(std::vector<int>{}), QString());
        QCOMPARE(format::rankIntervals(std::vector<int>{5}), QStringLiteral("5"));
    }
};

RS_TEST(TestFormat, QCoreApplication);
#include "tst_format.moc"
