// SPDX-License-Identifier: Apache-2.0
// Text that looks like markup, put wherever text comes from, is shown as it stands everywhere in the window.
#include "app/shell/docklayout.h"
#include "app/shell/mainwindow.h"
#include "app/shell/sessionkeeper.h"
#include "app/session/settings.h"
#include "app/shell/workbench.h"
#include "support/testprogram.h"
#include "views/page/dockview.h"
#include "views/widgets/plaintext.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>

#include <sys/stat.h>

using namespace rs;

namespace {

const QString mark = QStringLiteral("<h1>");

/// Whether Qt would make a heading of it.
bool isRendered(const QString &text)
{
    return text.contains(mark, Qt::CaseInsensitive) && Qt::mightBeRichText(text);
}

struct Seen
{
    QStringList rendered; ///< places with their texts
    QSet<QString> shown;  ///< texts that hold the mark as it stands

    void text(const QString &where, const QString &text)
    {
        if (isRendered(text))
            rendered << where + QStringLiteral(": ") + text;
        else if (text.contains(QStringLiteral("&lt;h1&gt;")) || text.contains(mark))
            shown.insert(where + text);
    }
    void label(const QLabel *label)
    {
        if (label->textFormat() == Qt::PlainText)
            shown.insert(label->text().contains(mark) ? label->text() : QString());
        else
            text(QStringLiteral("label"), label->text());
    }
};

void walkModel(const QAbstractItemView *view, Seen &seen)
{
    const QAbstractItemModel *const model = view->model();
    if (!model)
        return;
    constexpr int most = 60;
    const auto walk = [&](const auto &self, const QModelIndex &parent, int depth) -> void {
        for (int r = 0; r < std::min(most, model->rowCount(parent)); ++r) {
            for (int c = 0; c < model->columnCount(parent); ++c) {
                for (const int role : {Qt::ToolTipRole, Qt::StatusTipRole, Qt::WhatsThisRole})
                    seen.text(QStringLiteral("item"), model->index(r, c, parent).data(role).toString());
            }
            if (depth < 5)
                self(self, model->index(r, 0, parent), depth + 1);
        }
    };
    walk(walk, QModelIndex(), 0);
    for (int c = 0; c < model->columnCount(); ++c)
        seen.text(QStringLiteral("header"), model->headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString());
}

/// Tooltips that a widget makes itself: under the resting mouse, or as it moves.
void walkPoints(QWidget *widget, Seen &seen)
{
    constexpr int step = 24;
    constexpr int mostPoints = 400;
    int points = 0;
    for (int y = 4; y < widget->height(); y += step) {
        for (int x = 6; x < widget->width() && points < mostPoints; x += step, ++points) {
            const QPoint at(x, y);
            const QPoint global = widget->mapToGlobal(at);
            QToolTip::hideText();
            QMouseEvent move(QEvent::MouseMove, at, global, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(widget, &move);
            seen.text(QString::fromLatin1(widget->metaObject()->className()), QToolTip::text());
            QHelpEvent help(QEvent::ToolTip, at, global);
            QApplication::sendEvent(widget, &help);
            seen.text(QString::fromLatin1(widget->metaObject()->className()), QToolTip::text());
        }
    }
    QToolTip::hideText();
}

void walk(QWidget *root, Seen &seen)
{
    QList<QWidget *> widgets = root->findChildren<QWidget *>();
    widgets << root;
    for (QWidget *const w : widgets) {
        for (const QString &text : {w->toolTip(), w->statusTip(), w->whatsThis()})
            seen.text(QString::fromLatin1(w->metaObject()->className()), text);
        if (const auto *const label = qobject_cast<const QLabel *>(w))
            seen.label(label);
        if (const auto *const view = qobject_cast<const QAbstractItemView *>(w))
            walkModel(view, seen);
        // A menu shows its own tips alone; for an action without one, Qt gives the text.
        if (const auto *const menu = qobject_cast<const QMenu *>(w)) {
            for (const QAction *const a : menu->actions()) {
                if (menu->toolTipsVisible() && a->toolTip() != a->text())
                    seen.text(QStringLiteral("action"), a->toolTip());
            }
        }
        if (w->isVisible() && !w->visibleRegion().isEmpty())
            walkPoints(w, seen);
    }
}

void write(const QString &path, const QByteArray &text)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile f(path);
    QVERIFY(f.open(QIODevice::WriteOnly));
    QCOMPARE(f.write(text), text.size());
}

/// A rank whose every name is a heading.
void writeRank(const QString &output)
{
    QByteArray events = R"x([{"ph":"M","name":"process_name","pid":"<h1>p","args":{"name":"<h1>Ascend Hardware"}},
{"ph":"M","name":"process_labels","pid":"<h1>p","args":{"labels":"<h1>NPU"}},
{"ph":"M","name":"thread_name","pid":"<h1>p","tid":"<h1>t","args":{"name":"<h1>Stream 2"}},
{"ph":"M","name":"process_name","pid":2,"args":{"name":"CANN"}},
{"ph":"M","name":"thread_name","pid":2,"tid":2,"args":{"name":"<h1>Thread"}},
{"ph":"C","name":"<h1>counter","pid":"<h1>p","ts":"1000.5","args":{"<h1>value":7}},
)x";
    for (int i = 0; i < 200; ++i) {
        QByteArray each =
            R"x({"ph":"X","name":"<h1>Launch","pid":2,"tid":2,"ts":"AT","dur":20,"args":{"<h1>k":"<h1>v"}},
{"ph":"X","name":"<h1>MatMul","pid":"<h1>p","tid":"<h1>t","ts":"AT","dur":40,"args":{"Task Type":"<h1>"}},
{"ph":"s","cat":"<h1>flow","id":"ID","name":"<h1>f","pid":2,"tid":2,"ts":"AT"},
{"ph":"f","bp":"e","cat":"<h1>flow","id":"ID","name":"<h1>f","pid":"<h1>p","tid":"<h1>t","ts":"AT"},
)x";
        events += each.replace("AT", QByteArray::number(1000 + i * 50)).replace("ID", QByteArray::number(i));
    }
    events += R"x({"ph":"X","name":"ProfilerStep#<h1>","pid":2,"tid":3,"ts":"1000","dur":10000}])x";
    write(output + QStringLiteral("/trace_view.json"), events);
    write(output + QStringLiteral("/step_trace_time.csv"),
          "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
          "Communication(Not Overlapped and Exclude Receive),Preparing\n"
          "0,<h1>,8000,2000,1000,3000,4000,0,0,2000,500\n");
    write(output + QStringLiteral("/kernel_details.csv"),
          "Step Id,Device_id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim,"
          "Input Shapes,Input Data Types,Input Formats,Output Shapes,Output Data Types,Output Formats\n"
          "<h1>,0,<h1>MatMul,<h1>T,<h1>CORE,1000,40,0,1,<h1>,<h1>,<h1>,<h1>,<h1>,<h1>\n");
    write(output + QStringLiteral("/communication.json"), R"x({"step<h1>":{"p2p":{},"collective":{"<h1>hcom@1":{
"Communication Time Info":{"Start Timestamp(us)":1000,"Elapse Time(ms)":1,"Transit Time(ms)":1,"Wait Time(ms)":0,
"Synchronization Time(ms)":0,"Idle Time(ms)":0,"Wait Time Ratio":0,"Synchronization Time Ratio":0},
"Communication Bandwidth Info":{}}}}})x");
    write(output + QStringLiteral("/communication_matrix.json"),
          R"x({"step<h1>":{"p2p":{},"collective":{"<h1>total@1":{"0-0":{"Transport Type":"<h1>","Transit Size(MB)":1,
"Transit Time(ms)":1,"Bandwidth(GB/s)":1,"op_name":"<h1>op"}}}}})x");
    write(output + QStringLiteral("/ascend_pytorch_profiler.db"), "<h1>no database");
    write(output + QStringLiteral("/<h1>unknown.txt"), "x");
}

} // namespace

class TestMarkup : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void nothingInTheWindowIsRendered()
    {
        const QTemporaryDir dir;
        const QString run = dir.filePath(QStringLiteral("<h1>run"));
        writeRank(run + QStringLiteral("/<h1>0_ascend_pt/ASCEND_PROFILER_OUTPUT"));
        write(
            run + QStringLiteral("/<h1>0_ascend_pt/profiler_metadata.json"),
            R"({"distributed_args":{"<h1>":"<h1>"},"parallel_group_info":{"<h1>":{"group_name":"<h1>tp","group_rank":0,"global_ranks":[0]}}})");
        Settings settings(dir.filePath(QStringLiteral("s.ini")));
        settings.addRecentPaths({QStringLiteral("/nowhere/<h1>recent")});
        Workbench bench(settings);
        bench.language().use(QStringLiteral("en"));
        auto window = std::make_unique<MainWindow>(bench);
        window->resize(1700, 1000);
        window->show();
        Seen seen;
        walk(window.get(), seen);
        QSignalSpy idle(&bench.session(), &TraceSession::idle);
        window->open({run});
        QVERIFY(idle.wait(20'000));
        QCOMPARE(bench.runs().count(), 1);
        bench.state().setShownFlows({QStringLiteral("<h1>flow")});
        TimeMark note;
        note.name = QStringLiteral("<h1>mark");
        note.note = QStringLiteral("<h1>note");
        note.fromNs = bench.state().window().fromNs + bench.state().window().lengthNs() / 2;
        bench.state().setMarks({note});
        Selection slice;
        slice.kind = Selection::Kind::Slice;
        slice.rank = {0, 0};
        slice.slice = SliceId{0};
        bench.state().select(slice);
        for (const QString &id : viewIds()) {
            window->docks().showView(id);
            DockView *const view = window->docks().view(id);
            QVERIFY2(view, qPrintable(id));
            QTest::qWait(60);
            QTRY_VERIFY_WITH_TIMEOUT(view->isComplete(), 10'000);
            walk(view, seen);
        }
        for (const QString &page : {QStringLiteral("system/database"), QStringLiteral("system/kernels")}) {
            window->docks().showView(page);
            QTest::qWait(60);
            if (DockView *const view = window->docks().view(QStringLiteral("system")))
                walk(view, seen);
        }
        walk(window.get(), seen);
        for (QMenu *const menu : window->findChildren<QMenu *>()) {
            emit menu->aboutToShow();
            walk(menu, seen);
        }
        QVERIFY2(seen.rendered.isEmpty(), qPrintable(seen.rendered.join(u'\n').left(4000)));
        // The names did get everywhere.
        QVERIFY2(seen.shown.size() > 30, qPrintable(QString::number(seen.shown.size())));
    }

    void boxesShowWhatTheyAreGiven_data()
    {
        QTest::addColumn<QString>("which");
        QTest::newRow("inputs of a session that changed") << "inputs";
        QTest::newRow("parts of a session that are left out") << "leftOut";
        QTest::newRow("a session that cannot be opened") << "open";
        QTest::newRow("a session that cannot be saved") << "save";
        QTest::newRow("nothing found") << "nothing";
    }

    void boxesShowWhatTheyAreGiven()
    {
        QFETCH(QString, which);
        const QTemporaryDir dir;
        const QString run = dir.filePath(QStringLiteral("<h1>run"));
        writeRank(run + QStringLiteral("/0_ascend_pt/ASCEND_PROFILER_OUTPUT"));
        Settings settings(dir.filePath(QStringLiteral("s.ini")));
        Workbench bench(settings);
        bench.language().use(QStringLiteral("en"));
        auto window = std::make_unique<MainWindow>(bench);
        window->show();
        QSignalSpy idle(&bench.session(), &TraceSession::idle);
        window->open({run});
        QVERIFY(idle.wait(20'000));
        if (which == QLatin1String("inputs")) {
            emit window->keeper().inputsChanged({{QStringLiteral("/x/<h1>gone.json"), InputChange::Kind::Missing}}, 1);
        } else if (which == QLatin1String("leftOut")) {
            emit window->keeper().leftOut({QStringLiteral("<h1>part")});
        } else if (which == QLatin1String("open")) {
            window->open({dir.filePath(QStringLiteral("<h1>no.rankscope"))});
        } else if (which == QLatin1String("save")) {
            emit window->keeper().saved(QStringLiteral("/x/<h1>y.rankscope"), QStringLiteral("<h1>why"));
        } else {
            write(dir.filePath(QStringLiteral("<h1>nothing/<h1>x.txt")), "x");
            window->open({dir.filePath(QStringLiteral("<h1>nothing"))});
        }
        QTRY_VERIFY(window->findChild<QMessageBox *>());
        auto *const box = window->findChild<QMessageBox *>();
        Seen seen;
        walk(box, seen);
        QVERIFY2(seen.rendered.isEmpty(), qPrintable(seen.rendered.join(u'\n')));
        int labels = 0;
        for (const QLabel *const label : box->findChildren<QLabel *>()) {
            QCOMPARE(label->textFormat(), Qt::PlainText);
            QVERIFY(!label->openExternalLinks());
            labels += label->text().contains(mark) ? 1 : 0;
        }
        QVERIFY(labels > 0);
        box->close();
    }

    // An image is looked for as soon as markup is laid out; one that is a pipe would wait for its writer for ever.
    void noBoxLooksForWhatAPathPointsTo()
    {
        const QTemporaryDir dir;
        const QString pipe = dir.filePath(QStringLiteral("pipe"));
        QCOMPARE(mkfifo(pipe.toUtf8().constData(), 0600), 0);
        const QString image = QStringLiteral("<img src='%1'><a href='file:///etc'>x</a>").arg(pipe);
        QWidget parent;
        parent.show();
        auto *const box =
            MessageBox::show(MessageBox::Warning, QStringLiteral("t"), image, image + u'\n' + image, &parent);
        QVERIFY(QTest::qWaitForWindowExposed(box));
        QCOMPARE(box->text(), image);
        QCOMPARE(box->informativeText(), image + u'\n' + image);
        const QLabel *const label = plainLabel(&parent, image);
        QCOMPARE(label->textFormat(), Qt::PlainText);
        QCOMPARE(label->text(), image);
    }
};

RS_TEST(TestMarkup, QApplication);
#include "tst_markup.moc"
