// SPDX-License-Identifier: Apache-2.0
#include "items/format.h"
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "support/testprogram.h"
#include "tables/base/cellrows.h"
#include "views/widgets/theme.h"
#include "views/picture/chartframe.h"
#include "views/tables/columnlist.h"
#include "views/tables/tableparts.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/latestjob.h"
#include "views/widgets/menus.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/picker.h"
#include "views/picture/piechart.h"

#include <QApplication>
#include <QPushButton>
#include <QAbstractTableModel>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QSemaphore>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QTimer>
#include <QToolButton>
#include <QWidgetAction>
#include <QWindow>

#include <set>

using namespace rs;

namespace {

struct Item
{
    QString name;
    qint64 ns = 0;
};

std::shared_ptr<const RowSource> rowsOf(const std::vector<Item> &items, const char *title = "Name")
{
    const auto rows = std::make_shared<CellRows>(
        std::vector<ColumnSpec>{{"name", "Name", title, ValueKind::Text},
                                {"total", "Total(us)", "Total (%1)", ValueKind::Time},
                                {"half", "Half(us)", "Half (%1)", ValueKind::Time, "", false}});
    for (const Item &i : items) {
        rows->add({}, {i.name, i.ns, i.ns / 2});
        rows->setShare(u"total", static_cast<double>(i.ns) / 200'000.0);
    }
    return rows;
}

struct Surroundings
{
    Theme theme;
    ThreadPool pool{1};
};

struct ItemTable : private Surroundings, TableView
{
    explicit ItemTable(const std::vector<Item> &items = {}) : TableView(QStringLiteral("items"), &theme, &pool)
    {
        setSource(rowsOf(items));
    }
    void set(const std::vector<Item> &items) { setSource(rowsOf(items)); }
    [[nodiscard]] QString name(int row) const { return rows()->index(row, 0).data().toString(); }
};

std::vector<Item> manyItems(int count, int offset = 0)
{
    std::vector<Item> items;
    for (int i = 0; i < count; ++i)
        items.push_back({QStringLiteral("op%1").arg(i + offset), (i + offset) * 1'000});
    return items;
}

class PaintedSheet : public QWidget
{
protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter p(this);
        p.fillRect(10, 10, 20, 20, Qt::red);
        p.drawText(40, 40, QStringLiteral("label"));
    }
};

QAction *actionNamed(const QList<QAction *> &actions, const QString &text)
{
    for (QAction *a : actions) {
        if (a->text() == text)
            return a;
    }
    return nullptr;
}

} // namespace

class TestWidgets : public QObject
{
    Q_OBJECT
private slots:
    void labelsOfToolTipsStayOnOneLine()
    {
        // Chinese may break after each letter, and a long value takes all the room.
        const QString label = QStringLiteral("\u6587\u4ef6\u5939");
        QTextDocument text;
        text.setHtml(
            format::tooltipTable({{label, QStringLiteral("/data/big/node-100_2181294_20251103081500002_ascend_ms")},
                                  {QStringLiteral("\u8bbe\u5907"), QStringLiteral("3")}}));
        text.setTextWidth(60);
        (void)text.size(); // lays it out
        int labels = 0;
        for (QTextBlock b = text.begin(); b.isValid(); b = b.next()) {
            if (b.text() != label)
                continue;
            ++labels;
            QCOMPARE(b.layout()->lineCount(), 1);
        }
        QCOMPARE(labels, 1);
    }
    void aTableSortsFiltersAndCounts()
    {
        ItemTable table(manyItems(50));
        table.resize(600, 400);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        auto *header = table.view()->horizontalHeader();
        QVERIFY(header->isSectionHidden(2));
        const QPoint onTotal(header->sectionViewportPosition(1) + 10, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, onTotal);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, onTotal);
        const QString first = table.name(0);
        QVERIFY(first == QLatin1String("op0") || first == QLatin1String("op49"));
        table.sortBy(1, Qt::DescendingOrder);
        QCOMPARE(table.name(0), QStringLiteral("op49"));
        auto *filter = table.findChild<QLineEdit *>();
        filter->setFocus();
        QTest::keyClicks(filter, QStringLiteral("op4"));
        QCOMPARE(table.rows()->rowCount(), 11);
        bool counted = false;
        for (const QLabel *label : table.findChildren<QLabel *>())
            counted |= label->text() == QLatin1String("11 of 50 row(s)");
        QVERIFY(counted);
        // The filter takes the shown text: numbers with or without their spaces, not hidden columns.
        filter->setText(QStringLiteral("49.000"));
        QCOMPARE(table.rows()->rowCount(), 1);
        table.setColumnShown(1, false);
        QCOMPARE(table.rows()->rowCount(), 0);
        table.setColumnShown(1, true);
        QCOMPARE(table.rows()->rowCount(), 1);
    }

    void keysMoveCopyAndActivate()
    {
        ItemTable table({{QStringLiteral("=a"), 2'000}, {QStringLiteral("b"), 1'000}, {QStringLiteral("c"), 3'000}});
        table.resize(600, 400);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        table.activateWindow();
        table.view()->setFocus();
        table.sortBy(1, Qt::AscendingOrder);
        QSignalSpy moved(&table, &TableView::currentRowChanged);
        QSignalSpy activated(&table, &TableView::activated);
        const QPoint firstRow = table.view()->visualRect(table.rows()->index(0, 0)).center();
        QTest::mouseClick(table.view()->viewport(), Qt::LeftButton, {}, firstRow);
        QCOMPARE(moved.count(), 1);
        QCOMPARE(moved.at(0).at(0).toInt(), 1); // "b" in the source's order
        QTest::keyClick(table.view(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(table.selectedRows(), (std::vector<int>{1, 0}));
        QTest::keyClick(table.view(), Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.at(0).at(0).toInt(), 0);
        QTest::keyClick(table.view(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Name\tTotal (ns)\nb\t1000\n'=a\t2000\n"));
        table.copyMarkdown();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QLatin1String("| Name | Total (ns) |")));
        QTest::mouseDClick(table.view()->viewport(), Qt::LeftButton, {}, firstRow);
        QCOMPARE(activated.count(), 2);
    }

    void aRefreshKeepsSelectionAndScroll()
    {
        ItemTable table(manyItems(200));
        table.resize(500, 300);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        table.sortBy(1, Qt::DescendingOrder);
        table.setCurrentRow(100);
        table.view()->verticalScrollBar()->setValue(95);
        QSignalSpy moved(&table, &TableView::currentRowChanged);
        table.set(manyItems(200));
        QCOMPARE(table.currentRow(), 100);
        QCOMPARE(table.view()->verticalScrollBar()->value(), 95);
        table.set(manyItems(200, 40)); // the same item stands in another row now
        QCOMPARE(table.currentRow(), 60);
        QCOMPARE(table.selectedRows(), (std::vector<int>{60}));
        table.set({});
        QCOMPARE(table.currentRow(), -1);
        QCOMPARE(moved.count(), 0);
    }

    void exportWritesEveryRowThatPassesTheFilter()
    {
        ItemTable table(manyItems(9'000));
        table.setFilter(QStringLiteral("op1"), false);
        table.sortBy(1, Qt::DescendingOrder);
        QTRY_VERIFY(table.isComplete());
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("a.csv"));
        QSignalSpy done(&table, &TableView::exportFinished);
        table.exportCsvTo(path);
        QVERIFY(done.wait());
        QCOMPARE(done.takeFirst().at(1).toString(), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QCOMPARE(lines.size(), 1111 + 2); // op1, op1x, op1xx, op1xxx; the header; the end
        QCOMPARE(lines.at(0), QByteArray("Name,Total (\xC2\xB5s)\r"));
        QCOMPARE(lines.at(1), QByteArray("op1999,1999\r"));
        table.clearFilters();
        QTRY_VERIFY(table.isComplete());
        table.exportCsvTo(path);
        QVERIFY(done.wait());
        QFile all(path);
        QVERIFY(all.open(QIODevice::ReadOnly));
        QCOMPARE(all.readAll().count('\n'), 9'001);
        done.clear();
        table.exportCsvTo(dir.filePath(QStringLiteral("no/such/folder.csv")));
        QVERIFY(done.wait());
        QVERIFY(!done.takeFirst().at(1).toString().isEmpty());
    }

    // A hidden column does not have the width of nothing.
    void aColumnThatIsShownLaterIsWideEnough()
    {
        ItemTable table(manyItems(3));
        const QHeaderView *const header = table.view()->horizontalHeader();
        QVERIFY(header->isSectionHidden(2));
        table.setColumnShown(2, true);
        QVERIFY2(header->sectionSize(2) >= header->sectionSizeHint(2),
                 qPrintable(QString::number(header->sectionSize(2))));
        // Widths of columns that are hidden are no choice of the user's.
        table.setColumnShown(2, false);
        QEvent language(QEvent::LanguageChange);
        QCoreApplication::sendEvent(&table, &language);
        table.setColumnShown(2, true);
        QVERIFY(header->sectionSize(2) >= header->sectionSizeHint(2));
    }

    void theLastColumnCannotBeHidden()
    {
        ItemTable table(manyItems(3));
        table.setColumnShown(0, false);
        table.setColumnShown(1, false);
        QVERIFY(table.view()->horizontalHeader()->isSectionHidden(0));
        QVERIFY(!table.view()->horizontalHeader()->isSectionHidden(1));
        table.setColumnShown(2, true);
        QVERIFY(!table.view()->horizontalHeader()->isSectionHidden(2));
        table.set(manyItems(4)); // a refresh keeps the choice
        QVERIFY(table.view()->horizontalHeader()->isSectionHidden(0));
    }

    void aPictureIsSavedAndCopied()
    {
        Theme theme;
        ChartFrame frame(new PaintedSheet, QStringLiteral("picture"), &theme);
        frame.setHeading(QStringLiteral("Heading"));
        frame.resize(1200, 800);
        frame.show();
        QVERIFY(QTest::qWaitForWindowExposed(&frame));
        QTemporaryDir dir;
        QString error;
        const QString png = dir.filePath(QStringLiteral("p.png"));
        frame.setScope([] { return QStringLiteral("Run <b>7</b>"); });
        const ChartPicture picture = frame.picture();
        QVERIFY2(picture.save(png, ChartPicture::Format::Png, &error), qPrintable(error));
        const QImage image(png);
        QCOMPARE(image.width(), frame.content()->width() * 2);
        const int head = image.height() - frame.content()->height() * 2;
        QVERIFY2(head > 2 * 2 * frame.fontMetrics().height(), "no room for a heading and its scope");
        QCOMPARE(image.pixelColor(40, head + 40), QColor(Qt::red));
        QVERIFY(image.copy(0, 0, image.width(), head).convertToFormat(QImage::Format_RGB32) !=
                QImage(image.width(), head, QImage::Format_RGB32));
        const QString svg = dir.filePath(QStringLiteral("p.svg"));
        QVERIFY2(picture.save(svg, ChartPicture::Format::Svg, &error), qPrintable(error));
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        for (const char *said : {"label", "Heading", "Run &lt;b&gt;7&lt;/b&gt;"})
            QVERIFY2(text.contains(said), said);
        picture.copy();
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
        QVERIFY(!picture.save(dir.filePath(QStringLiteral("no/p.png")), ChartPicture::Format::Png, &error));
        QVERIFY(!picture.save(dir.filePath(QStringLiteral("no/p.svg")), ChartPicture::Format::Svg, &error));
        QVERIFY(actionNamed(frame.findChildren<QAction *>(), QStringLiteral("Copy picture")));
    }

    void aPictureSaysAStepOnce()
    {
        const Theme theme;
        ChartFrame frame(new PaintedSheet, QStringLiteral("picture"), &theme);
        frame.setNotes({QStringLiteral("step 3"), QStringLiteral("of step 31"), QStringLiteral("a.csv")});
        QCOMPARE(frame.picture().text().note, QStringLiteral("step 3; of step 31; a.csv"));
        frame.setScope([] { return QStringLiteral("Run r · step 3"); });
        QCOMPARE(frame.picture().text().scope, QStringLiteral("Run r · step 3"));
        QCOMPARE(frame.picture().text().note, QStringLiteral("of step 31; a.csv"));
        QCOMPARE(frame.findChild<QLabel *>(QStringLiteral("note"))->text(),
                 QStringLiteral("step 3; of step 31; a.csv"));
    }

    // Two words that do not fit into one line stand in two, each of them whole.
    void aPictureBreaksItsHeadBetweenWords()
    {
        const Theme theme;
        PaintedSheet content;
        const QString word = QStringLiteral("step_trace_time.csv");
        QFont small = content.font();
        small.setPointSizeF(small.pointSizeF() * 0.9);
        content.resize(qRound(QFontMetrics(small).horizontalAdvance(word) * 1.6) + 2 * 12, 300);
        const ChartPicture picture(&content, &theme, {{}, {}, word + u' ' + word});
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("p.svg"));
        QVERIFY(picture.save(path, ChartPicture::Format::Svg));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count(word.toUtf8()), qsizetype(2));
    }

    void anEmptyStateShowsItsTextAsText()
    {
        EmptyState empty;
        empty.setText(QStringLiteral("Nothing"), QStringLiteral("<b>file</b>"));
        for (const QLabel *label : empty.findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
        QCOMPARE(empty.body(), QStringLiteral("<b>file</b>"));
    }

    void aPageSaysWhyItIsEmptyAndGathersChanges()
    {
        QWidget page;
        PageBody body(&page);
        auto *const content = new QWidget;
        body.setContent(content);
        QVERIFY(body.isEmpty()); // nothing is known yet
        body.showContent();
        QCOMPARE(body.currentWidget(), content);
        body.showEmpty(QStringLiteral("No links"), QStringLiteral("There is no file."), QStringLiteral("Show all"));
        QVERIFY(body.isEmpty());
        QCOMPARE(body.emptyState()->heading(), QStringLiteral("No links"));
        QVERIFY(!body.emptyState()->findChild<QPushButton *>()->isHidden());
        body.showEmpty(QStringLiteral("No links"), QStringLiteral("There is no file."));
        QVERIFY(body.emptyState()->findChild<QPushButton *>()->isHidden());
        int refreshed = 0;
        body.onDue(1, [&refreshed] { ++refreshed; });
        body.schedule();
        body.schedule();
        QVERIFY(body.isWaiting());
        QTRY_COMPARE(refreshed, 1);
        QVERIFY(!body.isWaiting());
    }

    // The list cuts them, and so does the closed box.
    void longNamesOfAPickerAreWholeInItsToolTips()
    {
        const QString name = QStringLiteral("hcom_allReduce__") + QString(150, u'7') + QStringLiteral("<b>");
        Picker picker;
        picker.setItems({{QStringLiteral("Total"), 1}, {name, 2}});
        const QString tip = picker.box()->itemData(1, Qt::ToolTipRole).toString();
        QVERIFY(tip.contains(name.toHtmlEscaped()));
        QVERIFY(picker.box()->toolTip().contains(QStringLiteral("Total")));
        picker.setValue(2);
        QCOMPARE(picker.box()->toolTip(), tip);
        picker.setValue(QStringLiteral("one that is gone"));
        QVERIFY(picker.box()->toolTip().contains(QStringLiteral("one that is gone")));
    }

    void aFlowLayoutWraps()
    {
        QWidget bar;
        auto *flow = new FlowLayout(&bar, 8);
        for (int i = 0; i < 6; ++i) {
            auto *w = new QWidget;
            w->setFixedSize(100, 20);
            flow->addWidget(w);
        }
        QCOMPARE(flow->heightForWidth(1000), 20);
        QCOMPARE(flow->heightForWidth(220), 20 * 3 + 4 * 2);
        QCOMPARE(flow->minimumSize(), QSize(100, 20));
    }

    void aMenuButtonIsAsBeforeWhenItsMenuIsGone()
    {
        QWidget window;
        window.resize(300, 200);
        QToolButton button(&window);
        button.setGeometry(10, 10, 80, 30);
        QMenu menu;
        menu.addAction(QStringLiteral("entry"));
        attachMenu(&button, &menu);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCursor::setPos(button.mapToGlobal(button.rect().center()));
        QTest::mouseMove(window.windowHandle(), button.geometry().center());
        QTRY_VERIFY(button.underMouse());
        QTimer::singleShot(50, &menu, [&] {
            // The pointer goes down the menu and chooses something.
            QCursor::setPos(window.mapToGlobal(QPoint(200, 150)));
            menu.close();
        });
        QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {}, button.geometry().center());
        QTRY_VERIFY(!menu.isVisible());
        QTRY_VERIFY(!button.underMouse());
        QVERIFY(!button.isDown());
    }

    void textTakesTheRoomThatIsLeft()
    {
        ItemTable table;
        const QString name = QString(90, u'n');
        table.set({{name, 1'000}});
        table.resize(1400, 300);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QHeaderView *const header = table.view()->horizontalHeader();
        const int whole = table.view()->fontMetrics().horizontalAdvance(name);
        QTRY_VERIFY(header->sectionSize(0) > whole);
        QVERIFY(header->length() <= table.view()->viewport()->width());
        // In a narrow table the numbers are seen rather than the end of the name.
        table.resize(500, 300);
        QTRY_VERIFY(header->sectionSize(0) < whole);
        QVERIFY(header->length() <= table.view()->viewport()->width());
        table.resize(1400, 300);
        QTRY_VERIFY(header->sectionSize(0) > whole);
        // Other rows, a longer name; and a width that the user gave stays.
        table.set({{name + QStringLiteral("nnnnnnnn"), 1'000}});
        QTRY_VERIFY(header->sectionSize(0) >
                    table.view()->fontMetrics().horizontalAdvance(name + QStringLiteral("nnnn")));
        header->resizeSection(0, 123);
        table.set({{name, 1'000}});
        QTest::qWait(20);
        QCOMPARE(header->sectionSize(0), 123);
    }

    void titlesThatBecomeLongerAreShownWhole()
    {
        ItemTable table({{QStringLiteral("a"), 1}});
        table.resize(200, 300);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        QHeaderView *const header = table.view()->horizontalHeader();
        const int before = header->sectionSize(0);
        // As another unit or another run gives it.
        table.setSource(rowsOf({{QStringLiteral("a"), 1}}, "A much longer title than before"));
        QTRY_VERIFY(header->sectionSize(0) >= header->sectionSizeHint(0));
        QVERIFY(header->sectionSize(0) > before);
    }

    void aLowDockShowsTheWholeExplanation()
    {
        EmptyState state;
        state.setText(QStringLiteral("Find slices"), QString(40, u'x').replace(u'x', QStringLiteral("a word ")));
        state.resize(1600, 300);
        state.show();
        QVERIFY(QTest::qWaitForWindowExposed(&state));
        const auto *const area = state.findChild<QScrollArea *>();
        QVERIFY(area);
        const QWidget *const block = area->widget()->findChild<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
        const int readable = block->width();
        QVERIFY(readable <= state.fontMetrics().averageCharWidth() * 72);
        // As low as the dock below the timeline: longer lines rather than a scroll bar.
        state.resize(1600, 90);
        QTRY_VERIFY(block->width() > readable);
        QTRY_VERIFY(!area->verticalScrollBar()->isVisible());
        state.resize(1600, 300);
        QTRY_COMPARE(block->width(), readable);
    }

    void aLowPieLeavesItsLegendTheRoom()
    {
        Theme theme;
        theme.setMode(Theme::Mode::Light);
        const auto legendAt = [&theme](QSize size) {
            PieChart pie(&theme);
            std::vector<PieSlice> slices(4);
            for (PieSlice &s : slices) {
                s.label = QStringLiteral("Non-overlapped communication");
                s.value = 1;
                s.valueText = QStringLiteral("83.086 ms");
                s.color = Qt::red;
            }
            pie.setSlices(std::move(slices));
            pie.resize(size);
            const int label = pie.fontMetrics().horizontalAdvance(QStringLiteral("Non-overlapped communication"));
            return pie.grab().toImage().copy(0, 0, label, size.height());
        };
        QCOMPARE(legendAt({440, 84}), legendAt({1200, 84}));
    }

    // Parts with like names can be told apart if a low and narrow chart has room for labels or the pie.
    void aLowPieTellsItsPartsApart()
    {
        Theme theme;
        theme.setMode(Theme::Mode::Light);
        const auto legendOf = [&theme](const QString &name) {
            PieChart pie(&theme);
            std::vector<PieSlice> slices(5);
            for (PieSlice &s : slices)
                s = {.label = name, .value = 1, .valueText = QStringLiteral("17.619 ms"), .color = Qt::red};
            pie.setSlices(std::move(slices));
            const QFontMetrics metrics = pie.fontMetrics();
            pie.resize(metrics.horizontalAdvance(QStringLiteral("Communication(uncovered) 17.619 ms 20.0 % ")) + 60,
                       metrics.height() * 6);
            return pie.grab().toImage();
        };
        QVERIFY(legendOf(QStringLiteral("Communication(covered)")) !=
                legendOf(QStringLiteral("Communication(uncovered)")));
    }

    // Eleven entries, as ten operators and the rest of them.
    void aLegendLosesNoEntryUnsaid()
    {
        Theme theme;
        PieChart pie(&theme);
        std::vector<PieSlice> slices(11);
        for (PieSlice &s : slices)
            s = {.label = QStringLiteral("MatMul"), .value = 1, .valueText = QStringLiteral("1 ms"), .color = Qt::red};
        pie.setSlices(std::move(slices));
        const auto shown = [&pie](int height) {
            pie.resize(500, height);
            std::set<int> out;
            for (int y = 0; y < height; ++y)
                out.insert(pie.sliceAt({12.0, static_cast<double>(y)}));
            out.erase(-1);
            return out.size();
        };
        const int letters = QFontInfo(pie.font()).pixelSize();
        QCOMPARE(shown(letters * 40), size_t(11));
        QCOMPARE(shown(letters * 12 + 12), size_t(11)); // 0.9 of the font, 1.2 of its letters, eleven times
        const size_t few = shown(letters * 6);
        QVERIFY(few >= 3 && few <= 5); // and a line that says how many more
    }

    // A table of millions of rows opens as quickly as one of few: the first rows tell the widths.
    void widthsAreOfTheFirstRows()
    {
        struct Rows final : QAbstractTableModel
        {
            [[nodiscard]] int rowCount(const QModelIndex &) const override { return 5'000'000; }
            [[nodiscard]] int columnCount(const QModelIndex &) const override { return 40; }
            [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override
            {
                last = std::max(last, index.row());
                return role == Qt::DisplayRole ? QVariant(index.row()) : QVariant();
            }
            mutable int last = -1;
        };
        Theme theme;
        Rows rows;
        QTableView view;
        tableparts::setUp(&view, &theme);
        view.setModel(&rows);
        tableparts::ColumnWidths().fit(&view);
        QVERIFY(rows.last > 0);
        QVERIFY2(rows.last < 200, qPrintable(QString::number(rows.last)));
    }

    void manyColumnsAreFoundAndScroll()
    {
        QStandardItemModel model(1, 40);
        for (int c = 0; c < 40; ++c)
            model.setHorizontalHeaderItem(c, new QStandardItem(QStringLiteral("Column %1").arg(c)));
        QTableView view;
        view.setModel(&model);
        QMenu menu;
        tableparts::fillColumnMenu(&menu, &view);
        QCOMPARE(menu.actions().size(), 1);
        auto *const all = dynamic_cast<ColumnList *>(qobject_cast<QWidgetAction *>(menu.actions()[0])->defaultWidget());
        QVERIFY(all);
        all->show();
        QVERIFY(all->height() < all->fontMetrics().height() * 30);
        QTest::keyClicks(all->search(), QStringLiteral("column 37"));
        QListWidget &list = *all->list();
        QVERIFY(list.item(3)->isHidden() && !list.item(37)->isHidden());
        const QRect row = list.visualItemRect(list.item(37));
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, row.center());
        QVERIFY(view.isColumnHidden(37));
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, row.center());
        QVERIFY(!view.isColumnHidden(37));
        // The last one stays.
        for (int c = 0; c < 40; ++c)
            list.item(c)->setCheckState(Qt::Unchecked);
        QCOMPARE(view.horizontalHeader()->hiddenSectionCount(), 39);
        QCOMPARE(list.item(39)->checkState(), Qt::Checked);
        QMenu few;
        model.setColumnCount(5);
        tableparts::fillColumnMenu(&few, &view);
        QCOMPARE(few.actions().size(), 5);
    }

    /// The chart's own theme leaves its grey where a label is black.
    void sharesInsideSlicesAreInTheInkOfTheTheme()
    {
        Theme theme;
        theme.setMode(Theme::Mode::Light);
        PieChart pie(&theme);
        const QColor orange(0xf0, 0x8c, 0x3c);
        QCOMPARE(Theme::labelOn(orange), QColor(Qt::black));
        std::vector<PieSlice> slices(1);
        slices[0] = {.label = QStringLiteral("All"), .value = 1, .valueText = QStringLiteral("1 ms"), .color = orange};
        pie.setSlices(std::move(slices));
        pie.resize(500, 240);
        const QImage image = pie.grab().toImage().copy(250, 0, 250, 240); // without the legend
        int darkest = 255;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                darkest = std::min(darkest, qGray(image.pixel(x, y)));
        }
        QVERIFY2(darkest < 40, qPrintable(QString::number(darkest)));
    }

    void refilledMenusKeepNoOldSubmenus()
    {
        ItemTable table(manyItems(5));
        auto *const menu = table.findChild<QMenu *>();
        QVERIFY(menu);
        for (int i = 0; i < 5; ++i) {
            emit menu->aboutToShow();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            QCOMPARE(menu->findChildren<QMenu *>().size(), 1);
            QCOMPARE(menu->findChild<QMenu *>()->actions().size(), 3);
        }
    }

    void onlyTheNewestResultArrives()
    {
        ThreadPool pool(1);
        QSemaphore started;
        QSemaphore gate;
        std::vector<int> arrived;
        LatestJob<int> job;
        bool firstWasCanceled = false;
        job.start(
            pool,
            [&](const JobContext &c) {
                started.release();
                gate.acquire();
                firstWasCanceled = c.isCanceled();
                return 1;
            },
            [&](int v) { arrived.push_back(v); });
        started.acquire();
        job.start(
            pool, [](const JobContext &) { return 2; }, [&](int v) { arrived.push_back(v); });
        QVERIFY(job.isRunning());
        gate.release();
        QTRY_COMPARE(arrived, std::vector<int>{2});
        pool.waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(arrived, std::vector<int>{2});
        QVERIFY(firstWasCanceled);
        QVERIFY(!job.isRunning());
    }
};

RS_TEST(TestWidgets, QApplication);
#include "tst_widgets.moc"
