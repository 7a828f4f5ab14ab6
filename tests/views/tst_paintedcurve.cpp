// SPDX-License-Identifier: Apache-2.0
// A long curve in pieces is the same picture as in one.
#include "views/widgets/paintedcurve.h"

#include <QImage>
#include <QPainter>
#include <QPen>
#include <QPolygonF>
#include <QTest>

#include <cstdlib>

using namespace rs;

namespace {

QImage drawn(const QPolygonF &points, const QPen &pen, bool smooth, bool inPieces)
{
    QImage image(900, 200, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
    if (inPieces) {
        paintCurve(painter, points, pen);
    } else {
        painter.setPen(pen);
        painter.drawPolyline(points);
    }
    return image;
}

int inked(const QImage &image)
{
    int out = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            out += qGray(image.pixel(x, y)) < 128 ? 1 : 0;
    }
    return out;
}

// Pixels that are ink in one picture and paper in the other.
int differing(const QImage &a, const QImage &b)
{
    int out = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x)
            out += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 128 ? 1 : 0;
    }
    return out;
}

// Steps up and down by other amounts all the way, with the points of a chart that has several of them to a pixel.
QPolygonF jumps(int columns)
{
    QPolygonF out;
    for (int i = 0; i < columns; ++i) {
        const double x = 5 + i * 890.0 / columns;
        out << QPointF(x, 100 + i * 37 % 90) << QPointF(x, 100 - i * 53 % 90) << QPointF(x + 890.0 / columns, 100);
    }
    return out;
}

} // namespace

class TestPaintedCurve : public QObject
{
    Q_OBJECT
private slots:
    void aCurveInPiecesIsTheSamePicture_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<bool>("smooth");
        QTest::newRow("no point") << 0 << false;
        QTest::newRow("one piece") << 40 << false;
        QTest::newRow("many pieces") << 300 << false;
        QTest::newRow("smooth") << 300 << true;
    }

    void aCurveInPiecesIsTheSamePicture()
    {
        QFETCH(int, columns);
        QFETCH(bool, smooth);
        const QPen pen(Qt::black, 1.5);
        const QImage whole = drawn(jumps(columns), pen, smooth, false);
        const QImage pieces = drawn(jumps(columns), pen, smooth, true);
        QCOMPARE(inked(whole) > 0, columns > 0);
        QVERIFY2(differing(whole, pieces) * 200 <= inked(whole), qPrintable(QString::number(differing(whole, pieces))));
    }

    // A straight line of a thousand points: had each piece begun its dashes anew, there would be longer ones.
    void dashesGoOnFromPieceToPiece()
    {
        QPolygonF points;
        for (int i = 0; i < 1000; ++i)
            points << QPointF(5 + i * 0.89, 100);
        const QPen pen(Qt::black, 2, Qt::DashLine, Qt::FlatCap);
        const QImage whole = drawn(points, pen, false, false);
        const QImage pieces = drawn(points, pen, false, true);
        QVERIFY(inked(whole) > 400);
        QVERIFY2(differing(whole, pieces) * 100 <= inked(whole), qPrintable(QString::number(differing(whole, pieces))));
    }
};

QTEST_MAIN(TestPaintedCurve)
#include "tst_paintedcurve.moc"
