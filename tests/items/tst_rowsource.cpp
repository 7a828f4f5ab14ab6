// SPDX-License-Identifier: Apache-2.0
#include "items/csvexport.h"
#include "items/laneevents.h"
#include "items/modelroles.h"
#include "items/rowsource.h"
#include "items/tablerows.h"
#include "support/fixtures.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rs;

namespace {

TableColumn column(const QString &id, CellKind kind)
{
    TableColumn c;
    c.id = id;
    c.title = id;
    c.kind = kind;
    return c;
}

/// name, ns, real: a missing cell in each.
class Rows final : public RowSource
{
public:
    Rows()
    {
        setColumns({column(QStringLiteral("name"), CellKind::Text), column(QStringLiteral("ns"), CellKind::Duration),
                    column(QStringLiteral("real"), CellKind::Real)});
        for (const char *name : {"b", "A", "", "a", "c"})
            m_names.push_back(m_pool.intern(name));
    }
    [[nodiscard]] quint32 rows() const override { return 5; }
    [[nodiscard]] const StringPool &strings() const override { return m_pool; }
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
    [[nodiscard]] std::optional<Interval> time(quint32 row) const override
    {
        return row == 4 ? std::nullopt : std::optional(Interval{row * 100, row * 100 + (row == 3 ? 0 : 50)});
    }
    [[nodiscard]] SliceId slice(quint32 row) const override { return row == 0 ? SliceId{7} : NoSlice; }

private:
    StringPool m_pool;
    std::vector<StrId> m_names;
};

using List = std::vector<quint32>;

} // namespace

class TestRowSource : public QObject
{
    Q_OBJECT
private slots:
    void sortsWithMissingValuesLast();
    void filtersByTextRangeAndTime();
    void agreesWithAPlainSortOnManyRows();
    void cancelledOrdersMeanNothing();
    void modelKeepsTheRules();
    void eventsOfALane();
    void columnsOfAFile();
    void writesFilesWhole();
};

void TestRowSource::sortsWithMissingValuesLast()
{
    const Rows rows;
    RowQuery q;
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

void TestRowSource::filtersByTextRangeAndTime()
{
    const Rows rows;
    RowQuery q;
    q.text = QStringLiteral("a");
    QCOMPARE(orderedRows(rows, q).rows, (List{1, 3}));
    q.text = QStringLiteral("[bc]");
    QVERIFY(orderedRows(rows, q).rows.empty());
    q.regularExpression = true;
    QCOMPARE(orderedRows(rows, q).rows, (List{0, 4}));
    q.text = QStringLiteral("[b");
    QVERIFY(!orderedRows(rows, q).error.isEmpty());
    QCOMPARE(orderedRows(rows, q).rows.size(), size_t{5});
    q = {};
    q.ranges[1] = {10.0, std::nullopt};
    QCOMPARE(orderedRows(rows, q).rows, (List{0, 1, 3}));
    q.ranges[2] = {std::nullopt, 0.0};
    QCOMPARE(orderedRows(rows, q).rows, (List{0, 3}));
    q = {};
    q.window = Interval{50, 300};
    // Row 0 ends where the window begins; row 3 has no length and starts where it ends; row 4 has no time.
    QCOMPARE(orderedRows(rows, q).rows, (List{1, 2, 4}));
    q.window = Interval{300, 301};
    QCOMPARE(orderedRows(rows, q).rows, (List{3, 4}));
}

void TestRowSource::agreesWithAPlainSortOnManyRows()
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
    RowQuery q;
    q.sortColumn = LaneEvents::Duration;
    q.text = QStringLiteral("X");
    const RowOrder order = orderedRows(events, q);
    List plain;
    for (quint32 r = 0; r < events.rows(); ++r) {
        if (events.value(r, LaneEvents::Name).toString() == QLatin1String("x"))
            plain.push_back(r);
    }
    std::stable_sort(plain.begin(), plain.end(), [&](quint32 a, quint32 b) {
        return *events.integer(a, LaneEvents::Duration) < *events.integer(b, LaneEvents::Duration);
    });
    QCOMPARE(order.rows, plain);
}

void TestRowSource::cancelledOrdersMeanNothing()
{
    const JobContext job;
    job.cancel();
    QVERIFY(!orderedRows(Rows(), {}, job).complete);
    QVERIFY(orderedRows(Rows(), {}).complete);
}

void TestRowSource::modelKeepsTheRules()
{
    RowSourceModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto rows = std::make_shared<const Rows>();
    RowQuery q;
    q.sortColumn = 1;
    model.setSource(rows, rows->columns(), std::make_shared<const RowOrder>(orderedRows(*rows, q)));
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.index(0, 1).data(SortRole).toLongLong(), -5);
    QVERIFY(!model.index(4, 1).data(SortRole).isValid());
    QCOMPARE(model.index(3, 0).data(SliceRole).toUInt(), 7U);
    QVERIFY(!model.index(0, 0).data(SliceRole).isValid());
    QCOMPARE(model.index(3, 0).data(EndNsRole).toLongLong(), 50);
    QCOMPARE(model.unitOf(1), format::TimeUnit::Ns);
    q.text = QStringLiteral("b");
    model.setOrder(std::make_shared<const RowOrder>(orderedRows(*rows, q)));
    QCOMPARE(model.rowCount(), 1);
    model.setSource(nullptr, {}, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestRowSource::eventsOfALane()
{
    test::TinyRank tiny;
    tiny.host("outer", 1000, 100);
    tiny.host("inner", 1010, 30);
    tiny.host("later", 1200, 5);
    const auto data = tiny.finish();
    const SliceId inner = test::sliceNamed(*data->trace, "inner");
    const LaneEvents events(data, data->trace->laneOf(inner), 1000);
    QCOMPARE(events.rows(), 3U);
    const quint32 row = events.rowOf(inner);
    QCOMPARE(events.slice(row), inner);
    QCOMPARE(events.value(row, LaneEvents::Name).toString(), QStringLiteral("inner"));
    QCOMPARE(events.integer(row, LaneEvents::Start).value(), 10);
    QCOMPARE(events.integer(row, LaneEvents::Depth).value(), 1);
    QCOMPARE(events.integer(row, LaneEvents::Stamp).value(), 1010);
    const quint32 outer = events.rowOf(test::sliceNamed(*data->trace, "outer"));
    QCOMPARE(events.integer(outer, LaneEvents::Self).value(), 70);
    QCOMPARE(events.integer(outer, LaneEvents::Duration).value(), 100);
}

void TestRowSource::columnsOfAFile()
{
    test::TinyRank tiny;
    tiny.kernel("MatMul1", 5000, 40);
    tiny.kernelRow("MatMul1", "MatMul", "AI_CORE", "\"2,3\"", 5000, 40);
    tiny.kernelRow("Add2", "", "AI_VECTOR_CORE", "", 6000, 10);
    const auto data = tiny.finish();
    const TableRows rows(data, data->kernels, 4000);
    QVERIFY(rows.isTimed());
    const auto at = [&](const QString &title) {
        for (size_t c = 0; c < rows.columns().size(); ++c) {
            if (rows.columns()[c].title == title)
                return static_cast<int>(c);
        }
        return -1;
    };
    const int start = at(QStringLiteral("Start Time (%1)"));
    const int stamp = at(QStringLiteral("Start Time (ns)"));
    QVERIFY(start >= 0 && stamp > start);
    QVERIFY(!rows.columns()[static_cast<size_t>(stamp)].shown);
    QCOMPARE(rows.integer(0, start).value(), 1000);
    QCOMPARE(rows.integer(0, stamp).value(), 5000);
    QCOMPARE(rows.value(0, at(QStringLiteral("Input Shapes"))).toString(), QStringLiteral("2,3"));
    QVERIFY(!rows.value(1, at(QStringLiteral("Type"))).isValid());
    QCOMPARE(rows.slice(0), test::sliceNamed(*data->trace, "MatMul1"));
    QCOMPARE(rows.slice(1), NoSlice);
    QCOMPARE(rows.time(0).value(), (Interval{5000, 5040}));
    // Nothing tells an origin: the first stamp is one.
    QCOMPARE(TableRows(data, data->kernels, 0).integer(1, start).value(), 1000);
}

void TestRowSource::writesFilesWhole()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("rows.csv"));
    RowSourceModel model;
    const auto rows = std::make_shared<const Rows>();
    model.setSource(rows, rows->columns(), std::make_shared<const RowOrder>(orderedRows(*rows, {})));
    QCOMPARE(writeCsvFile(path, model, {}, JobContext()), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(),
             QByteArray("name,ns,real\r\nb,0.030,-1.5\r\nA,0.010,2\r\n,-0.005,\r\na,0.010,-0.25\r\nc,,1e+300\r\n"));
    const JobContext job;
    job.cancel();
    const QString other = folder.filePath(QStringLiteral("none.csv"));
    QCOMPARE(writeCsvFile(other, model, {}, job), QString());
    QVERIFY(!QFile::exists(other));
    QVERIFY(!writeCsvFile(folder.filePath(QStringLiteral("no/such/folder.csv")), model, {}, JobContext()).isEmpty());
}

QTEST_GUILESS_MAIN(TestRowSource)
#include "tst_rowsource.moc"

#include <array>
