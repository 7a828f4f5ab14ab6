// SPDX-License-Identifier: Apache-2.0

#include "app/shell/application.h"
#include "support/testprogram.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QPromise>
#include <QTest>
#include <QTimer>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

using namespace rs;

namespace {

constexpr int longMs = Application::turnMs + 4;

void work(int ms)
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < ms) {
    }
}

// Takes its time with every layout that it is asked for.
class SlowWidget : public QWidget
{
public:
    std::function<void()> handled;

    bool event(QEvent *event) override
    {
        if (event->type() == QEvent::LayoutRequest && handled)
            handled();
        return QWidget::event(event);
    }
};

} // namespace

class TestApplication : public QObject
{
    Q_OBJECT
private slots:
    // Work of the test before no longer counts.
    void init()
    {
        constexpr int turnMs = 20;
        QTest::qWait(turnMs);
    }

    void timersComeBetweenLongEvents()
    {
        constexpr size_t count = 5;
        std::vector<int> ticksBefore;
        int ticks = 0;
        QTimer tick;
        connect(&tick, &QTimer::timeout, this, [&] { ++ticks; });
        tick.setTimerType(Qt::PreciseTimer);
        tick.start(1);
        std::vector<SlowWidget> widgets(count);
        for (SlowWidget &w : widgets) {
            w.handled = [&] {
                ticksBefore.push_back(ticks);
                work(longMs);
            };
            QCoreApplication::postEvent(&w, new QEvent(QEvent::LayoutRequest));
        }
        QTRY_COMPARE(ticksBefore.size(), count);
        for (size_t i = 1; i < count; ++i)
            QVERIFY2(ticksBefore[i] > ticksBefore[i - 1], qPrintable(QString::number(i)));
    }

    // Short events are long if another process has the processor for 8 ms: one of several turns will do.
    void shortEventsShareATurn()
    {
        constexpr size_t count = 50;
        size_t handled = 0;
        QTRY_VERIFY([&] {
            init();
            handled = 0;
            std::vector<SlowWidget> widgets(count);
            for (SlowWidget &w : widgets) {
                w.handled = [&] { ++handled; };
                QCoreApplication::postEvent(&w, new QEvent(QEvent::LayoutRequest));
            }
            QCoreApplication::processEvents();
            return handled == count;
        }());
    }

    void orderIsKept()
    {
        constexpr int count = 9;
        std::vector<int> order;
        std::vector<SlowWidget> widgets(count);
        for (int i = 0; i < count; ++i) {
            SlowWidget &w = widgets[static_cast<size_t>(i)];
            w.handled = [&order, i] {
                order.push_back(i);
                work(i % 3 == 0 ? longMs : 0);
            };
            QCoreApplication::postEvent(&w, new QEvent(QEvent::LayoutRequest));
        }
        QTRY_COMPARE(static_cast<int>(order.size()), count);
        QVERIFY(std::is_sorted(order.begin(), order.end()));
    }

    void whatIsGoneGetsNothing()
    {
        SlowWidget first;
        auto second = std::make_unique<SlowWidget>();
        SlowWidget third;
        bool secondHandled = false;
        bool thirdHandled = false;
        first.handled = [] { work(longMs); };
        second->handled = [&] { secondHandled = true; };
        third.handled = [&] { thirdHandled = true; };
        for (QWidget *const w :
             {static_cast<QWidget *>(&first), static_cast<QWidget *>(second.get()), static_cast<QWidget *>(&third)})
            QCoreApplication::postEvent(w, new QEvent(QEvent::LayoutRequest));
        QCoreApplication::sendPostedEvents();
        QVERIFY(!secondHandled && !thirdHandled);
        second.reset();
        QTRY_VERIFY(thirdHandled);
        QVERIFY(!secondHandled);
    }

    // So many that to post them takes longer than a turn.
    void manyThatWaitAllComeThrough()
    {
        constexpr int count = 200'000;
        SlowWidget first;
        first.handled = [] { work(longMs); };
        SlowWidget rest;
        int handled = 0;
        rest.handled = [&] { ++handled; };
        QCoreApplication::postEvent(&first, new QEvent(QEvent::LayoutRequest));
        QCoreApplication::sendPostedEvents();
        for (int i = 0; i < count; ++i) {
            // Qt keeps one request of a widget in its queue, so each is sent by itself.
            QEvent request(QEvent::LayoutRequest);
            QCoreApplication::sendEvent(&rest, &request);
        }
        QVERIFY(handled < count);
        QTRY_COMPARE_WITH_TIMEOUT(handled, count, 60'000);
    }

    void theRestGoesOnInALoopOfAHandler()
    {
        SlowWidget first;
        SlowWidget second;
        SlowWidget third;
        bool thirdInside = false;
        bool thirdHandled = false;
        first.handled = [] { work(longMs); };
        second.handled = [&] {
            QTRY_VERIFY(thirdHandled);
            thirdInside = true;
        };
        third.handled = [&] { thirdHandled = true; };
        for (QWidget *const w : {&first, &second, &third})
            QCoreApplication::postEvent(w, new QEvent(QEvent::LayoutRequest));
        QTRY_VERIFY(thirdInside);
    }

    void resultsOfJobsWaitToo()
    {
        SlowWidget first;
        first.handled = [] { work(longMs); };
        QPromise<int> promise;
        promise.start();
        QFutureWatcher<int> watcher;
        int result = 0;
        connect(&watcher, &QFutureWatcherBase::finished, this, [&] { result = watcher.result(); });
        watcher.setFuture(promise.future());
        QCoreApplication::sendPostedEvents();
        QCoreApplication::postEvent(&first, new QEvent(QEvent::LayoutRequest));
        promise.addResult(7);
        promise.finish();
        QCoreApplication::sendPostedEvents();
        QCOMPARE(result, 0);
        QTRY_COMPARE(result, 7);
    }

    // A dialog that is opened by a long click is laid out and painted all the same.
    void loopsInAHandlerAreNotHeldUp()
    {
        SlowWidget outer;
        SlowWidget inner;
        bool innerHandled = false;
        inner.handled = [&] { innerHandled = true; };
        outer.handled = [&] {
            work(longMs);
            QCoreApplication::postEvent(&inner, new QEvent(QEvent::LayoutRequest));
            QCoreApplication::processEvents();
            QVERIFY(innerHandled);
        };
        QCoreApplication::postEvent(&outer, new QEvent(QEvent::LayoutRequest));
        QTRY_VERIFY(innerHandled);
    }
};

RS_TEST(TestApplication, rs::Application);

#include "tst_application.moc"
