// SPDX-License-Identifier: Apache-2.0
// A painted curve of columns: no jump has a hole, and what is not known stays white.
#include "support/testprogram.h"
#include "views/picture/paintedcurve.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace rs;

namespace {

QImage drawn(const std::function<void(QPainter &)> &draw, double scale = 1)
{
    QImage image(qRound(100 * scale), qRound(100 * scale), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    QPainter painter(&image);
    draw(painter);
    return image;
}

// The rows that have ink in a column, as "first-last"; empty: none. "holes" where there is paper between them.
QString inkOf(const QImage &image, int x)
{
    int first = -1;
    int last = -1;
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        if (image.pixel(x, y) == QColor(Qt::white).rgb())
            continue;
        first = first < 0 ? y : first;
        last = y;
        ++count;
    }
    if (count == 0)
        return {};
    return count == last - first + 1 ? QStringLiteral("%1-%2").arg(first).arg(last) : QStringLiteral("holes");
}

} // namespace

class TestPaintedCurve : public QObject
{
    Q_OBJECT
private slots:
    void aValueThatHoldsIsALineOfOneThickness()
    {
        for (const double y : {20.0, 20.3, 19.6}) {
            const QImage image = drawn([y](QPainter &painter) {
                CurvePainter curve(painter, Qt::blue);
                curve.addColumn(10, y, y, y, y);
                curve.holdUntil(50);
                curve.addColumn(50, y, y, y, y);
            });
            QCOMPARE(inkOf(image, 9), QString());
            for (int x = 10; x <= 50; ++x)
                QCOMPARE(inkOf(image, x), QStringLiteral("19-20"));
            QCOMPARE(inkOf(image, 51), QString());
        }
    }

    void columnsAreJoined()
    {
        const QImage image = drawn([](QPainter &painter) {
            CurvePainter curve(painter, Qt::blue);
            curve.addColumn(10, 80, 80, 80, 80);
            curve.addColumn(11, 80, 30, 90, 40); // a peak and a dip within a pixel
            curve.addColumn(12, 60, 60, 60, 60); // says another value than the one before it
            curve.interrupt();
            curve.addColumn(20, 10, 10, 10, 10);
        });
        QCOMPARE(inkOf(image, 10), QStringLiteral("79-80"));
        QCOMPARE(inkOf(image, 11), QStringLiteral("29-90"));
        QCOMPARE(inkOf(image, 12), QStringLiteral("39-60"));
        QCOMPARE(inkOf(image, 15), QString());
        QCOMPARE(inkOf(image, 20), QStringLiteral("9-10"));
    }

    void columnsTouchAtAnyScale()
    {
        for (const double scale : {1.25, 1.5, 2.0}) {
            const QImage image = drawn(
                [](QPainter &painter) {
                    CurvePainter curve(painter, Qt::blue);
                    for (int x = 10; x < 60; ++x)
                        curve.addColumn(x, 50, 30 + x % 7, 60, 50);
                },
                scale);
            for (int x = qRound(10 * scale); x < qRound(60 * scale); ++x) {
                const QString ink = inkOf(image, x);
                QVERIFY2(!ink.isEmpty() && ink != u"holes", qPrintable(QString::number(x)));
            }
        }
    }

    // Six pixels of nine, counted from the left edge, so that they do not move when other values are looked up.
    void dashesHaveGapsAndJumpsHaveNone()
    {
        const QImage image = drawn([](QPainter &painter) {
            CurvePainter curve(painter, Qt::blue, CurvePainter::Style::Dashed);
            for (int x = 0; x < 40; ++x)
                curve.addColumn(x, 50, 50, 50, 50);
            curve.addColumn(43, 50, 20, 50, 20); // 43 is in a gap
            curve.holdUntil(90);
        });
        for (int x = 0; x < 40; ++x)
            QCOMPARE(!inkOf(image, x).isEmpty(), x % 9 < 6);
        QCOMPARE(inkOf(image, 43), QStringLiteral("19-50"));
        for (int x = 44; x < 90; ++x)
            QCOMPARE(!inkOf(image, x).isEmpty(), x % 9 < 6);
    }
};

RS_TEST(TestPaintedCurve, QApplication);
#include "tst_paintedcurve.moc"
