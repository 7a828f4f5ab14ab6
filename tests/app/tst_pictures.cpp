// SPDX-License-Identifier: Apache-2.0
// Every picture of the window does the same with keys, wheel and clipboard, and cuts none of its words.
#include "app/session/runreader.h"
#include "generator/generator.h"
#include "runwindow.h"
#include "support/testprogram.h"
#include "views/picture/chartframe.h"
#include "views/picture/paintedgrid.h"
#include "views/picture/timepicture.h"

#include <QApplication>
#include <QClipboard>
#include <QWheelEvent>

using namespace rs;
using namespace rs::test;

namespace {

void turnWheel(QWidget &picture, const QPoint &at, int delta)
{
    QWheelEvent wheel(at, picture.mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&picture, &wheel);
}

/// Fault of a picture that is shown; empty: none.
QString faultOf(Picture &picture)
{
    if (picture.accessibleName().isEmpty())
        return QStringLiteral("has no name for assistive tools");
    if (!(picture.focusPolicy() & Qt::TabFocus))
        return QStringLiteral("is not reached by Tab");
    for (int i = 0; i < static_cast<int>(picture.legend().size()); ++i) {
        if (picture.legendRect(i).right() > picture.width())
            return QStringLiteral("cuts an entry of its legend: ") + picture.legend()[static_cast<size_t>(i)].text;
    }
    // An entry that stands for something that can be hidden does that, and takes it back.
    const auto isOn = [&picture] {
        std::vector<bool> out;
        for (const LegendEntry &entry : picture.legend())
            out.push_back(entry.on);
        return out;
    };
    const std::vector<bool> before = isOn();
    for (int click = 0; click < 2 && !before.empty(); ++click)
        QTest::mouseClick(&picture, Qt::LeftButton, {}, picture.legendRect(0).center());
    if (isOn() != before)
        return QStringLiteral("does not take a click in its legend back");
    picture.setFocus();
    QGuiApplication::clipboard()->clear();
    QTest::keyClick(&picture, Qt::Key_C, Qt::ControlModifier);
    const QImage copied = QGuiApplication::clipboard()->image();
    if (copied.width() < picture.width() || copied.height() < picture.height())
        return QStringLiteral("is not copied");
    for (const Qt::Key key : {Qt::Key_W, Qt::Key_S, Qt::Key_A, Qt::Key_D, Qt::Key_Right, Qt::Key_Up, Qt::Key_Escape})
        QTest::keyClick(&picture, key);
    QTest::keyClick(&picture, Qt::Key_Home);
    turnWheel(picture, picture.rect().center(), 240);
    turnWheel(picture, picture.rect().center(), -240);
    return {};
}

/// The same of one over time, or over another axis that is walked like it.
QString faultOf(TimePicture &picture)
{
    const auto show = [&picture](Qt::Key key) {
        QTest::keyClick(&picture, key);
        return picture.TimePicture::window();
    };
    (void)show(Qt::Key_Escape);
    const TimeWindow whole = [&] {
        (void)show(Qt::Key_Home);
        return show(Qt::Key_Home); // one of them shows where most is first
    }();
    if (whole.isEmpty())
        return {}; // nothing of this run
    if (show(Qt::Key_W).lengthNs() >= whole.lengthNs())
        return QStringLiteral("W does not zoom");
    const TimeWindow near = picture.TimePicture::window();
    if (show(Qt::Key_D).fromNs <= near.fromNs)
        return QStringLiteral("D does not move");
    const TimeWindow moved = picture.TimePicture::window();
    const QPoint middle = picture.plot().center();
    QTest::mousePress(&picture, Qt::MiddleButton, {}, middle);
    QTest::mouseMove(&picture, middle + QPoint(40, 40));
    QTest::mouseRelease(&picture, Qt::MiddleButton, {}, middle + QPoint(40, 40));
    if (picture.TimePicture::window().fromNs >= moved.fromNs ||
        picture.TimePicture::window().lengthNs() != moved.lengthNs())
        return QStringLiteral("the middle button does not move");
    turnWheel(picture, picture.plot().center(), 120);
    if (picture.TimePicture::window().lengthNs() >= near.lengthNs())
        return QStringLiteral("the wheel does not zoom");
    return show(Qt::Key_Home) == whole || show(Qt::Key_Home) == whole ? QString()
                                                                      : QStringLiteral("Home does not show all");
}

} // namespace

class TestPictures : public QObject
{
    Q_OBJECT
private slots:
    void everyPictureTakesTheSameKeys()
    {
        QTemporaryDir dir;
        gen::GeneratorOptions o;
        o.outDir = dir.filePath(QStringLiteral("run"));
        o.ranks = 4;
        o.steps = 2;
        o.mbPerRank = 1;
        o.pp = 2;
        QVERIFY(gen::generate(o).ok);
        RunWindow w(0, {1600, 1000}, fileRunReader());
        w.open(o.outDir);
        QSet<const Picture *> seen;
        QSet<QString> kinds;
        QStringList faults;
        for (const QString &id : viewIds()) {
            w.window->docks().showView(id);
            QStringList pages{id};
            for (const QString &page : w.window->docks().view(id)->pageNames())
                pages << id + u'/' + page;
            for (const QString &page : pages) {
                w.window->docks().showView(page);
                w.complete();
                QCoreApplication::processEvents(); // a picture that comes with its rows gets its place
                for (Picture *const picture : w.window->docks().view(id)->findChildren<Picture *>()) {
                    if (!picture->isVisible() || seen.contains(picture))
                        continue;
                    seen.insert(picture);
                    kinds.insert(QString::fromLatin1(picture->metaObject()->className()));
                    auto *const time = qobject_cast<TimePicture *>(picture);
                    const QString fault = faultOf(*picture) + (time ? faultOf(*time) : QString());
                    if (!fault.isEmpty())
                        faults << QStringLiteral("%1: %2 %3")
                                      .arg(page, QString::fromLatin1(picture->metaObject()->className()), fault);
                }
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
        for (const char *const kind :
             {"rs::StackedBars", "rs::PieChart", "rs::StepHeatMap", "rs::HeatMap", "rs::LinkGraphView",
              "rs::OperatorChart", "rs::ValueBars", "rs::MemoryChart", "rs::TrendChart", "rs::StageChart",
              "rs::MareyPicture", "rs::GraphCanvas", "rs::StepCurves"})
            QVERIFY2(kinds.contains(QLatin1String(kind)), kind);
    }
};

RS_TEST(TestPictures, QApplication);
#include "tst_pictures.moc"
