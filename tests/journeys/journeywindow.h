// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/shell/mainwindow.h"
#include "views/timeline/timelineview.h"

#include <QApplication>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QWindow>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace rs::test {

/// The whole window, driven through its native window as the window system does.
struct JourneyWindow
{
    explicit JourneyWindow(const QString &ini, QSize size = {1920, 1080}, std::optional<RunReader> reader = {})
        : settings(ini), bench(settings, std::move(reader)), window(std::make_unique<MainWindow>(bench))
    {
        bench.theme().setMode(Theme::Mode::Light);
        bench.applyTheme();
        bench.language().use(QStringLiteral("en"));
        window->resize(size);
        window->show();
        window->activateWindow();
    }

    /// Opens and waits until everything is loaded and shown.
    [[nodiscard]] bool open(const QString &path)
    {
        QSignalSpy idle(&bench.session(), &TraceSession::idle);
        window->open({path});
        return idle.wait(60'000) && settle();
    }
    /// Waits until nothing is computed and the docks have their places.
    [[nodiscard]] bool settle()
    {
        QRect before;
        return QTest::qWaitFor(
            [&] {
                QTest::qWait(10);
                const QWidget *const canvas = timeline().canvas();
                const QRect now(canvas->mapToGlobal(QPoint()), canvas->size());
                const std::vector<DockView *> views = window->docks().views();
                const bool done = std::all_of(views.begin(), views.end(), [](auto *v) { return v->isComplete(); });
                return std::exchange(before, now) == now && done && window->docks().isVisible();
            },
            60'000);
    }
    [[nodiscard]] ViewState &state() { return bench.state(); }
    template <typename View>
    [[nodiscard]] View &view(const char *id)
    {
        return *qobject_cast<View *>(window->docks().view(QString::fromLatin1(id)));
    }
    [[nodiscard]] TimelineView &timeline() { return view<TimelineView>("timeline"); }

    void click(QWidget *w, QPoint at, Qt::MouseButton button = Qt::LeftButton)
    {
        ++actions;
        QTest::mouseClick(w->window()->windowHandle(), button, {}, w->mapTo(w->window(), at));
        QCoreApplication::processEvents();
    }
    void doubleClick(QWidget *w, QPoint at)
    {
        ++actions;
        QTest::mouseDClick(w->window()->windowHandle(), Qt::LeftButton, {}, w->mapTo(w->window(), at));
        QCoreApplication::processEvents();
    }
    void drag(QWidget *w, QPoint from, QPoint to)
    {
        ++actions;
        QWindow *const native = w->window()->windowHandle();
        const auto in = [w](QPoint at) { return w->mapTo(w->window(), at); };
        QTest::mouseMove(native, in(from));
        QTest::mousePress(native, Qt::LeftButton, {}, in(from));
        for (int i = 1; i <= 4; ++i)
            QTest::mouseMove(native, in(from + (to - from) * i / 4));
        QTest::mouseRelease(native, Qt::LeftButton, {}, in(to));
        QCoreApplication::processEvents();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        ++actions;
        beActive();
        QTest::keyClick(window->windowHandle(), key, modifiers);
        QCoreApplication::processEvents();
    }
    /// The offscreen platform may leave no window active after a menu; a window manager never does.
    void beActive() const
    {
        if (QApplication::activeWindow())
            return;
        window->activateWindow();
        (void)QTest::qWaitForWindowActive(window.get());
    }
    /// A key with the text that it types, which QTest knows of letters and digits only, in the window of `w`.
    void sign(QWidget *w, char c)
    {
        ++actions;
        QTest::keyClick(w->window()->windowHandle(), c);
        QCoreApplication::processEvents();
    }
    /// Drops files or folders onto the window; false when it does not take them.
    bool drop(const QStringList &paths)
    {
        ++actions;
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &path : paths)
            urls.append(QUrl::fromLocalFile(path));
        data.setUrls(urls);
        const QPoint at(window->width() / 2, window->height() / 2);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(window.get(), &enter);
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        if (enter.isAccepted())
            QCoreApplication::sendEvent(window.get(), &event);
        return enter.isAccepted() && event.isAccepted();
    }
    /// Types a line into the dialog that a chord opens, and confirms it.
    bool answer(Qt::Key chord, const QString &line)
    {
        return answerTo([this, chord] { key(chord, Qt::ControlModifier); }, line);
    }
    /// The same for a dialog that `open` brings up.
    bool answerTo(const std::function<void()> &open, const QString &line)
    {
        int returns = 0;
        QTimer poll;
        int left = 200;
        QObject::connect(&poll, &QTimer::timeout, &poll, [&] {
            QWidget *const dialog = QApplication::activeModalWidget();
            auto *const field = dialog ? qobject_cast<QLineEdit *>(dialog->focusWidget()) : nullptr;
            if (!field) {
                if (--left == 0) {
                    poll.stop();
                    if (dialog)
                        dialog->close();
                }
                return;
            }
            // On a busy machine proposals may pop up late and take the first Return.
            constexpr int mostReturns = 100;
            if (returns == mostReturns) {
                poll.stop();
                dialog->close();
                return;
            }
            if (returns++ == 0)
                actions += 2;
            // A folder that Qt's dialog has listed meanwhile takes what is in the line; on a busy machine that comes
            // between the keys.
            if (field->text() != line) {
                field->selectAll();
                QTest::keyClicks(field, line);
                if (field->text() != line)
                    return;
            }
            QWidget *const proposals = QApplication::activePopupWidget();
            QTest::keyClick((proposals ? proposals : dialog)->windowHandle(), Qt::Key_Return);
        });
        poll.start(50);
        open();
        return returns > 0 && QTest::qWaitFor([] { return !QApplication::activeModalWidget(); });
    }
    /// Opens the context menu at a place and clicks the n-th enabled entry of that object name or text; false when
    /// there is none.
    bool choose(QWidget *w, QPoint at, const char *name, int nth = 0)
    {
        bool chosen = false;
        QTimer poll;
        int left = 2'000;
        QObject::connect(&poll, &QTimer::timeout, &poll, [&] {
            auto *const menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            if (!menu) {
                if (--left == 0)
                    poll.stop();
                return;
            }
            poll.stop();
            for (QAction *const a : menu->actions()) {
                if ((a->objectName() == QLatin1String(name) || a->text() == QString::fromUtf8(name)) &&
                    a->isEnabled() && nth-- == 0) {
                    chosen = true;
                    ++actions;
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(a).center());
                    return;
                }
            }
            menu->close();
        });
        poll.start(10);
        click(w, at, Qt::RightButton);
        (void)QTest::qWaitFor([&] { return !poll.isActive() && !QApplication::activePopupWidget(); }, 20'000);
        beActive();
        return chosen;
    }

    /// Lanes of the rank's device whose rows lie in the visible part of the timeline.
    [[nodiscard]] int deviceLanesInSight(RankRef ref)
    {
        const TimelineRank *const rank = timeline().data()->rank(ref);
        return rank ? deviceLanesInSight(*rank, *timeline().pane()->canvas(), *timeline().lanes()) +
                          deviceLanesInSight(*rank, *timeline().pinPane()->canvas(), *timeline().pinnedLanes())
                    : 0;
    }
    [[nodiscard]] static int deviceLanesInSight(const TimelineRank &rank, const TimelineCanvas &canvas,
                                                const LaneModel &lanes)
    {
        if (canvas.visibleRegion().isEmpty())
            return 0;
        const QRect seen = canvas.visibleRegion().boundingRect().translated(0, canvas.scrollY());
        int count = 0;
        for (const LaneRow &row : lanes.rows()) {
            count += row.rank == rank.ref && row.type == LaneRow::Type::Lane &&
                             isDeviceWork(*rank.trace, rank.trace->lane(row.lane)) && row.y >= seen.top() &&
                             row.y + row.height <= seen.bottom() + 1
                         ? 1
                         : 0;
        }
        return count;
    }
    /// True when the slice is drawn, at least in part, where one sees it.
    [[nodiscard]] bool isInSight(RankRef rank, SliceId slice)
    {
        const TimelineCanvas &canvas = *timeline().canvas();
        return canvas.visibleRegion().intersects(canvas.rectOf(rank, slice));
    }

    /// One for each click, drag, chord, line typed and drop.
    int actions = 0;

    Settings settings;
    Workbench bench;
    std::unique_ptr<MainWindow> window;
};

} // namespace rs::test
