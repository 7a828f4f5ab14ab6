// SPDX-License-Identifier: Apache-2.0
#include "items/csvexport.h"
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tables/base/cellrows.h"
#include "tables/base/laneevents.h"
#include "tables/base/tables.h"
#include "support/fixtures.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

using namespace rs;
using namespace rs::test;

namespace {

/// name, ns, real: a missing cell in each.
class Rows final : public RowSource
{
public:
    explicit Rows(const char *first = "b")
    {
        setColumns({ColumnSpec("name", "name", "name", ValueKind::Text), ColumnSpec("ns", "ns", "ns", ValueKind::Time),
                    ColumnSpec("real", "real", "real", ValueKind::Real)});
        for (const char *name : {first, "A", "", "a", "c"})
            m_names.push_back(m_pool.intern(name));
    }
    [[nodiscard]] quint32 rows() const override { return 5; }
    [[nodiscard]] quint32 textCount() const override { return m_pool.size(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_pool.view(id); }
    [[nodiscard]] StrId textId(quint32 row, int) const override { return m_names[row]; }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int) const override
    {
        static constexpr std::array<qint64, 5> values = {30, 10, -5, 10, 0};
        return row == 4 ? std::nullopt : std::optional(values[row]);
    }
    [[nodiscard]] std::optional<double> real(quint32 row, int) const override
    {
        static constexpr std::array values = {-1.5, 2.0, 0.0, -0.25, 1e300};
        return row == 2 ? std::nullopt : std::optional(values[row]);
    }
    [[nodiscard]] RowPlace place(quint32 row) const override
    {
        const auto time = row == 4 ? std::nullopt : std::optional(Interval{row * 100, row * 100 + (row == 3 ? 0 : 50)});
        return {0, row == 0 ? SliceId{7} : NoSlice, time};
    }

private:
    StringPool m_pool;
    std::vector<StrId> m_names;
};

/// Times that are made when they are asked for.
class Times final : public RowSource
{
public:
    Times(quint32 count, std::function<qint64(quint32)> valueOf)
        : RowSource({ColumnSpec("ns", "ns", "ns", ValueKind::Time)}), m_count(count), m_valueOf(std::move(valueOf))
    {
    }
    [[nodiscard]] quint32 rows() const override { return m_count; }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int) const override { return m_valueOf(row); }

private:
    quint32 m_count;
    std::function<qint64(quint32)> m_valueOf;
};

using List = std::vector<quint32>;

RowQuery queryOf(const RowSource &source)
{
    RowQuery q;
    q.columns = shownColumns(source);
    return q;
}

} // namespace

class TestRowSource : public QObject
{
    Q_OBJECT
private slots:
    void sortsWithMissingValuesLast()
    {
        const Rows rows;
        RowQuery q = queryOf(rows);
        QCOMPARE(orderedRows(rows, q).rows, (List{0, 1, 2, 3, 4}));
        q.sortColumn = 0;
        QCOMPARE(orderedRows(rows, q).rows, (List{1, 3, 0, 4, 2})); // A and a are equal and keep their order
        q.descending = true;
        QCOMPARE(orderedRows(rows, q).rows, (List{4, 0, 1, 3, 2}));
        q.sortColumn = 1;
        q.descending = false;
        QCOMPARE(orderedRows(rows, q).rows, (List{2, 1, 3, 0, 4}));
        q.descending = true;
        QCOMPARE(orderedRows(rows, q).rows, (List{0, 1, 3, 2, 4}));
        q.sortColumn = 2;
        q.descending = false;
        QCOMPARE(orderedRows(rows, q).rows, (List{0, 3, 1, 4, 2}));
        q.keep = 3;
        QCOMPARE(orderedRows(rows, q).kept, 1);
        QCOMPARE(orderedRows(rows, q).largest, (std::vector<qint64>{0, 30, 0}));
    }

    void filtersByTextRangeAndTime()
    {
        const Rows rows;
        RowQuery q = queryOf(rows);
        q.text = QStringLiteral("a");
        QCOMPARE(orderedRows(rows, q).rows, (List{1, 3}));
        q.text = QStringLiteral("[bc]");
        QVERIFY(orderedRows(rows, q).rows.empty());
        q.regularExpression = true;
        QCOMPARE(orderedRows(rows, q).rows, (List{0, 4}));
        q.regularExpression = false;
        // Numbers as they are shown: 30 ns, and 1e+300.
        q.text = QStringLiteral("30");
        QCOMPARE(orderedRows(rows, q).rows, (List{0, 4}));
        q.hidden = {false, true, false};
        QCOMPARE(orderedRows(rows, q).rows, (List{4}));
        q.hidden.clear();
        q.text = QStringLiteral("^10$|^-?c$");
        q.regularExpression = true;
        QCOMPARE(orderedRows(rows, q).rows, (List{1, 3, 4}));
        // Units are those of all rows, whatever text is looked for.
        QCOMPARE(orderedRows(rows, q).largest, (std::vector<qint64>{0, 30, 0}));
        q.text = QStringLiteral("[b");
        QVERIFY(!orderedRows(rows, q).error.isEmpty());
        QCOMPARE(orderedRows(rows, q).rows.size(), size_t{5});
        q = queryOf(rows);
        q.only = [](const RowSource &, quint32 row) { return row % 2 == 0; };
        QCOMPARE(orderedRows(rows, q).rows, (List{0, 2, 4}));
        q.text = QStringLiteral("a");
        QVERIFY(orderedRows(rows, q).rows.empty());
        q = queryOf(rows);
        q.ranges[1] = {10.0, std::nullopt};
        QCOMPARE(orderedRows(rows, q).rows, (List{0, 1, 3}));
        q.ranges[2] = {std::nullopt, 0.0};
        QCOMPARE(orderedRows(rows, q).rows, (List{0, 3}));
        q = queryOf(rows);
        q.window = Interval{50, 300};
        // Row 0 ends where the window begins; row 3 has no length and starts where it ends; row 4 has no time.
        QCOMPARE(orderedRows(rows, q).rows, (List{1, 2, 4}));
        q.window = Interval{300, 301};
        QCOMPARE(orderedRows(rows, q).rows, (List{3, 4}));
    }

    void filtersByConditionsOfColumns_data()
    {
        const Scenarios<int, QString, List> table;
        const auto row = [](int column, const char *text, const List &rows) {
            QTest::addRow("%d %s", column, text) << column << QString::fromUtf8(text) << rows;
        };
        // b, A, -, a, c
        row(0, "a", {1, 3});
        row(0, "= A", {1, 3});
        row(0, "!= a", {0, 2, 4});
        row(0, "!b", {1, 2, 3, 4});
        row(0, "> b", {}); // not a number: a part of names
        // 30, 10, -5, 10 ns, -
        row(1, "> 10", {0});
        row(1, ">= 10", {0, 1, 3});
        row(1, "<10", {2});
        row(1, "<= 10", {1, 2, 3});
        row(1, "10..20", {1, 3});
        row(1, "-10 .. 0", {2});
        row(1, "11..", {0});
        row(1, "..9", {2});
        row(1, "= 10", {1, 3});
        row(1, "!= 10", {0, 2});
        row(1, "< 0.02 us", {1, 2, 3});
        row(1, "0.01..0.02us", {1, 3});
        row(1, "0", {0, 1, 3}); // as they are shown
        row(1, "! 3", {1, 2, 3, 4});
        // -1.5, 2, -, -0.25, 1e300: three decimals are shown
        row(2, "= 2.0004", {1});
        row(2, "> -1.5", {1, 3, 4});
        row(2, "-1.5..2", {0, 1, 3});
        row(2, ">= 1,000", {4});
    }

    void filtersByConditionsOfColumns()
    {
        const auto [column, text, rows] = scenario<int, QString, List>();
        const Rows source;
        RowQuery q = queryOf(source);
        q.conditions = {{column, text, false}};
        const RowOrder order = orderedRows(source, q);
        QCOMPARE(order.rows, rows);
        QVERIFY2(order.error.isEmpty(), qPrintable(order.error));
    }

    void anExpressionThatGivesUpFiltersNothing()
    {
        const std::string name = std::string(60, 'a') + "!";
        const Rows rows(name.c_str());
        const QString nested = QStringLiteral("^(a+)+$");
        RowQuery q = queryOf(rows);
        q.text = nested;
        q.regularExpression = true;
        const RowOrder byText = orderedRows(rows, q);
        QCOMPARE(byText.rows, (List{0, 1, 2, 3, 4}));
        QVERIFY2(byText.error.contains(nested), qPrintable(byText.error));
        q = queryOf(rows);
        q.conditions = {{0, nested, true}};
        const RowOrder byColumn = orderedRows(rows, q);
        QCOMPARE(byColumn.rows, (List{0, 1, 2, 3, 4}));
        QVERIFY2(byColumn.error.contains(nested), qPrintable(byColumn.error));
    }

    void conditionsKeepTheirUnit()
    {
        const Rows source;
        RowQuery q = queryOf(source);
        // All of them, and the text of the field.
        q.conditions = {{1, QStringLiteral(">= 10"), false}, {2, QStringLiteral("< 0"), false}};
        QCOMPARE(orderedRows(source, q).rows, (List{0, 3}));
        q.text = QStringLiteral("b");
        QCOMPARE(orderedRows(source, q).rows, (List{0}));
        q.text.clear();
        q.conditions = {{0, QStringLiteral("^[bc]$"), true}};
        QCOMPARE(orderedRows(source, q).rows, (List{0, 4}));
        // One that cannot be understood filters nothing, the others do.
        q.conditions = {{1, QStringLiteral("> much"), false}, {0, QStringLiteral("a"), false}};
        QCOMPARE(orderedRows(source, q).rows, (List{1, 3}));
        QVERIFY(orderedRows(source, q).error.contains(QLatin1String("much")));
        q.conditions = {{1, QStringLiteral("> 5 kg"), false}};
        QVERIFY(orderedRows(source, q).error.contains(QLatin1String("kg")));
        QCOMPARE(orderedRows(source, q).rows.size(), size_t{5});
        q.conditions = {{7, QStringLiteral("x"), false}}; // a column of another table
        QCOMPARE(orderedRows(source, q).rows.size(), size_t{5});

        const TableColumn time = q.columns[1].column;
        const auto kept = [&](const char *text) {
            return ColumnCondition::withUnit(QString::fromUtf8(text), time, format::TimeUnit::Ms);
        };
        QCOMPARE(kept("> 5"), QStringLiteral("> 5 ms"));
        QCOMPARE(kept("5..7"), QStringLiteral("5..7 ms"));
        QCOMPARE(kept("5.."), QStringLiteral("5 ms.."));
        QCOMPARE(kept("> 5 us"), QStringLiteral("> 5 us"));
        QCOMPARE(kept("5"), QStringLiteral("5"));
        QCOMPARE(ColumnCondition::withUnit(QStringLiteral("> 5"), q.columns[2].column, format::TimeUnit::Ms),
                 QStringLiteral("> 5"));
        const ColumnCondition shown(QStringLiteral("= 1.234"), false, time, format::TimeUnit::Ms);
        QVERIFY(shown.acceptsNumber(1'234'400) && !shown.acceptsNumber(1'234'600));
    }

    // A job that is cancelled meanwhile says nothing of the rows.
    void conditionsOfManyRows()
    {
        const Times source(1'000'000, [](quint32 row) { return row; });
        RowQuery q = queryOf(source);
        q.conditions = {{0, QStringLiteral("> 999998 ns"), false}};
        QCOMPARE(orderedRows(source, q).rows, (List{999'999}));
        const JobContext job;
        job.cancel();
        QVERIFY(!orderedRows(source, q, job).complete);
    }

    void phrasesAreLookedForAsTheyRead()
    {
        CellRows rows({{"id", "id", "id", ValueKind::Identifier}, {"text", "text", "text", ValueKind::Text}});
        for (int v = 0; v < 3; ++v) {
            rows.add({}, {v, "raw"});
            if (v < 2)
                rows.setPhrase(u"id", {"rank %1", QString::number(v)});
            if (v == 0)
                rows.setPhrase(u"text", {"said", {}});
        }
        QVERIFY(rows.hasPhrases(0));
        RowQuery q = queryOf(rows);
        const auto found = [&](const char *text) {
            q.text = QLatin1String(text);
            return orderedRows(rows, q).rows;
        };
        QCOMPARE(found("rank"), (List{0, 1})); // in a column of numbers
        QCOMPARE(found("said"), (List{0}));
        QCOMPARE(found("raw"), (List{1, 2})); // nobody sees it in the first row
        QCOMPARE(found("2"), (List{2}));
    }

    void agreesWithAPlainSortOnManyRows()
    {
        test::TinyRank tiny;
        quint32 seed = 12345;
        qint64 at = 0;
        constexpr int count = 150'000; // more than two blocks of the sort
        for (int i = 0; i < count; ++i) {
            seed = seed * 1664525U + 1013904223U;
            const qint64 length = 1 + (seed >> 24);
            tiny.kernel(i % 3 == 0 ? "x" : "y", at, length);
            at += length + 1;
        }
        const auto data = tiny.finish();
        const SliceId first = test::sliceNamed(*data->trace, "x");
        const LaneEvents events(data, data->trace->laneOf(first), 0);
        QCOMPARE(events.rows(), quint32{count});
        RowQuery q = queryOf(events);
        q.sortColumn = LaneEvents::Duration;
        q.text = QStringLiteral("X");
        const RowOrder order = orderedRows(events, q);
        List plain;
        for (quint32 r = 0; r < events.rows(); ++r) {
            if (events.text(r, LaneEvents::Name) == "x")
                plain.push_back(r);
        }
        std::stable_sort(plain.begin(), plain.end(), [&](quint32 a, quint32 b) {
            return *events.integer(a, LaneEvents::Duration) < *events.integer(b, LaneEvents::Duration);
        });
        QCOMPARE(order.rows, plain);
    }

    void cancelledOrdersMeanNothing()
    {
        const JobContext job;
        job.cancel();
        QVERIFY(!orderedRows(Rows(), queryOf(Rows()), job).complete);
        QVERIFY(orderedRows(Rows(), queryOf(Rows())).complete);
    }

    // Looking at the rows, the unit of their times, the search and each part of the sort.
    void progressMovesUntilRowsAreSorted()
    {
        constexpr qint64 count = 200'000; // four blocks of the sort
        const JobContext *job = nullptr;
        std::vector<double> seen;
        qint64 stopAt = -1; // cells that were asked for
        qint64 asked = 0;
        const Times source(count, [&](quint32 row) {
            ++asked;
            if (job && asked % 1000 == 0)
                seen.push_back(job->progress());
            if (job && asked == stopAt)
                job->cancel();
            return (row * qint64{7919}) % count;
        });
        RowQuery q = queryOf(source);
        q.sortColumn = 0;
        const auto check = [&](size_t shown) {
            const JobContext watched;
            job = &watched;
            seen.clear();
            asked = 0;
            const RowOrder order = orderedRows(source, q, watched);
            job = nullptr;
            QVERIFY(order.complete);
            QCOMPARE(order.rows.size(), shown);
            QCOMPARE(watched.done(), watched.total());
            QVERIFY(std::is_sorted(seen.begin(), seen.end()));
            QVERIFY2(seen.front() < 0.4 && seen.back() > 0.4 && seen.back() < 1,
                     qPrintable(QStringLiteral("%1 to %2").arg(seen.front()).arg(seen.back())));
            QVERIFY(std::set<double>(seen.begin(), seen.end()).size() > 4);
            // Whatever it is at.
            const qint64 all = asked;
            for (qint64 stop = 1000; stop < all; stop += all / 5) {
                const JobContext stopped;
                job = &stopped;
                asked = 0;
                stopAt = stop;
                QVERIFY(!orderedRows(source, q, stopped).complete);
                job = nullptr;
                QVERIFY(asked < stop + (1 << 16));
                stopAt = -1;
            }
        };
        check(count);
        q.ranges[0] = {std::nullopt, 99'999.0};
        check(100'000);
        q.ranges.clear();
        q.text = QStringLiteral("7");
        check(orderedRows(source, q).rows.size());
    }

    void modelKeepsTheRules()
    {
        RowSourceModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto rows = std::make_shared<const Rows>();
        RowQuery q = queryOf(*rows);
        q.sortColumn = 1;
        model.setSource(rows, std::make_shared<const RowOrder>(orderedRows(*rows, q)));
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.index(0, 1).data(SortRole).toLongLong(), -5);
        QVERIFY(!model.index(4, 1).data(SortRole).isValid());
        QCOMPARE(raw(rows->place(model.sourceRow(3)).slice), 7U);
        QCOMPARE(model.unitOf(1), format::TimeUnit::Ns);
        q.text = QStringLiteral("b");
        model.setOrder(std::make_shared<const RowOrder>(orderedRows(*rows, q)));
        QCOMPARE(model.rowCount(), 1);
        model.setSource(nullptr, nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void detailsStandBelowTheirRow()
    {
        const auto source = [](const std::vector<std::pair<const char *, qint64>> &values) {
            const auto rows = std::make_shared<CellRows>(std::vector<ColumnSpec>{
                {"name", "name", "name", ValueKind::Text}, {"ns", "ns", "ns", ValueKind::Time}});
            for (const auto &[name, ns] : values)
                rows->add({}, {name, ns});
            return rows;
        };
        const auto rows = source({{"p", 30}, {"q", 10}, {"r", 20}});
        const auto ofQ = source({{"slow", 7}, {"fast", 2}, {"more", 1}});
        const auto ofP = source({{"fast", 30}});
        const auto shown = std::make_shared<UnfoldedRows>(rows, std::vector<RowDetails>{{1, ofQ, true}, {0, ofP}});
        QCOMPARE(shown->rows(), quint32(7));
        QCOMPARE(shown->fold(0), RowFold::Unfolded);
        QCOMPARE(shown->fold(2), RowFold::Folded);
        QCOMPARE(shown->fold(3), RowFold::None);
        QCOMPARE(shown->fold(5), RowFold::Folded); // stands for more
        QCOMPARE(shown->fold(6), RowFold::None);
        QCOMPARE(shown->unfoldedFrom(4), quint32(1));
        QCOMPARE(shown->unfoldedFrom(6), quint32(0));
        QCOMPARE(shown->unfoldedFrom(2), quint32(2));
        RowQuery q = queryOf(*shown);
        QCOMPARE(orderedRows(*shown, q).rows, (List{0, 6, 1, 3, 4, 5, 2}));
        // Details are sorted among themselves; what stands for more of them stays last, whatever it holds.
        q.sortColumn = 1;
        QCOMPARE(orderedRows(*shown, q).rows, (List{1, 4, 3, 5, 2, 0, 6}));
        q.descending = true;
        q.keep = 4;
        QCOMPARE(orderedRows(*shown, q).rows, (List{0, 6, 2, 1, 3, 4, 5}));
        QCOMPARE(orderedRows(*shown, q).kept, 5);
        // Rows whose details pass stay, too.
        q.text = QStringLiteral("fast");
        QCOMPARE(orderedRows(*shown, q).rows, (List{0, 6, 1, 4}));
        q.text = QStringLiteral("r");
        QCOMPARE(orderedRows(*shown, q).rows, (List{2, 1, 5}));
        RowSourceModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setWhole(shown);
        QCOMPARE(model.index(0, 0).data(FoldRole).toInt(), static_cast<int>(RowFold::Unfolded));
        QCOMPARE(model.index(1, 0).data(DepthRole).toInt(), 1);
        QVERIFY(!model.index(0, 0).data(DepthRole).isValid() && !model.index(0, 1).data(FoldRole).isValid());
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("fast"));
        model.setWhole(rows);
        QVERIFY(!model.index(0, 0).data(FoldRole).isValid());
    }

    void eventsOfALane()
    {
        test::TinyRank tiny;
        tiny.host("outer", 1000, 100);
        tiny.host("inner", 1010, 30);
        tiny.host("later", 1200, 5);
        const auto data = tiny.finish();
        const SliceId inner = test::sliceNamed(*data->trace, "inner");
        const LaneEvents events(data, data->trace->laneOf(inner), 0);
        QCOMPARE(events.rows(), 3U);
        const quint32 row = events.rowOf(inner);
        QCOMPARE(events.slice(row), inner);
        QCOMPARE(events.text(row, LaneEvents::Name), std::string_view("inner"));
        QCOMPARE(events.integer(row, LaneEvents::Start).value(), 1010);
        QCOMPARE(events.integer(row, LaneEvents::Depth).value(), 1);
        const quint32 outer = events.rowOf(test::sliceNamed(*data->trace, "outer"));
        QCOMPARE(events.integer(outer, LaneEvents::Self).value(), 70);
        QCOMPARE(events.integer(outer, LaneEvents::Duration).value(), 100);
    }

    void columnsOfAFile()
    {
        test::TinyRank tiny;
        tiny.kernel("MatMul1", 5000, 40);
        tiny.kernelRow("MatMul1", "MatMul", "AI_CORE", "\"2,3\"", 5000, 40);
        tiny.kernelRow("Add2", "", "AI_VECTOR_CORE", "", 6000, 10);
        const auto data = tiny.finish();
        const auto rows = fileRows(data, data->kernels, 0);
        RowSourceModel model;
        model.setSource(rows, std::make_shared<const RowOrder>(orderedRows(*rows, queryOf(*rows))), 4000);
        const auto at = [&](QStringView id) { return model.columnOf(id); };
        int start = -1;
        for (const ShownColumn &c : model.shown()) {
            if (c.column.title == QLatin1String("Start Time (%1)"))
                start = model.columnOf(c.column.id);
        }
        QVERIFY(start >= 0);
        const int stamp = at(QString(model.shown()[static_cast<size_t>(start)].column.id + QLatin1String(":ns")));
        QVERIFY(stamp > start);
        QVERIFY(!model.shown()[static_cast<size_t>(stamp)].column.shown);
        QCOMPARE(model.shown()[static_cast<size_t>(stamp)].column.title, QStringLiteral("Start Time (ns)"));
        QCOMPARE(model.index(0, start).data(SortRole).toLongLong(), 1000);
        QCOMPARE(model.index(0, stamp).data(SortRole).toLongLong(), 5000);
        const auto cell = [&](int row, const QString &title) {
            for (int c = 0; c < model.columnCount(); ++c) {
                if (model.shown()[static_cast<size_t>(c)].column.title == title)
                    return model.index(row, c).data(SortRole);
            }
            return QVariant();
        };
        QCOMPARE(cell(0, QStringLiteral("Input Shapes")).toString(), QStringLiteral("2,3"));
        QVERIFY(!cell(1, QStringLiteral("Type")).isValid());
        QCOMPARE(rows->place(0).slice, test::sliceNamed(*data->trace, "MatMul1"));
        QCOMPARE(rows->place(1).slice, NoSlice);
        QCOMPARE(rows->place(0).time.value(), (Interval{5000, 5040}));
        // Without an origin, the first stamp is one.
        QCOMPARE(firstStamp(*rows), 5000);
    }

    void writesFilesWhole()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("rows.csv"));
        RowSourceModel model;
        const auto rows = std::make_shared<const Rows>();
        model.setSource(rows, std::make_shared<const RowOrder>(orderedRows(*rows, queryOf(*rows))));
        QCOMPARE(writeCsvFile(path, model, {}, JobContext()), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(),
                 QByteArray("name,ns,real\r\nb,30,-1.5\r\nA,10,2\r\n,-5,\r\na,10,-0.25\r\nc,,1e+300\r\n"));
        const JobContext job;
        job.cancel();
        const QString other = folder.filePath(QStringLiteral("none.csv"));
        QCOMPARE(writeCsvFile(other, model, {}, job), QString());
        QVERIFY(!QFile::exists(other));
        QVERIFY(
            !writeCsvFile(folder.filePath(QStringLiteral("no/such/folder.csv")), model, {}, JobContext()).isEmpty());
    }
};

RS_TEST(TestRowSource, QCoreApplication);
#include "tst_rowsource.moc"

#include <array>
