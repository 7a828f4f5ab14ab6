// SPDX-License-Identifier: Apache-2.0
// The same run written as text and as databases gives the same tables, row by row.
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tables/base/catalogue.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

using Rows = std::vector<std::vector<QString>>;

/// A cell as text; numbers with all their digits.
QString cellOf(const RowSource &rows, quint32 row, int column)
{
    const ValueKind kind = rows.kind(column);
    if (isTextKind(kind)) {
        const StrId id = rows.textId(row, column);
        const std::string_view text = id == NoText ? std::string_view() : rows.textView(id);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    if (isWrittenKind(kind))
        return QString::fromStdString(rows.written(row, column));
    if (isIntegerKind(kind)) {
        const auto value = rows.integer(row, column);
        return value ? QString::number(*value) : QString();
    }
    const auto value = rows.real(row, column);
    return value ? QString::number(*value, 'g', 15) : QString();
}

/// Tolerance of the numbers of a column. Text writes lengths of the host in doubles of microseconds, whose last digit
/// is a quarter of one beside stamps of today, and communication.json milliseconds with 4 digits behind the point.
double toleranceOf(ValueKind kind, double value)
{
    switch (kind) {
    case ValueKind::Time:
    case ValueKind::Difference:
    case ValueKind::Stamp:
    case ValueKind::MeanTime:
        return 1000;
    case ValueKind::Microseconds:
        return 1;
    case ValueKind::Milliseconds:
        return 0.001;
    case ValueKind::Percent:
        return 0.05;
    case ValueKind::Ratio:
    case ValueKind::Factor:
    case ValueKind::Real:
        return 0.002 * std::abs(value) + 0.002;
    default:
        return 0;
    }
}

bool isNumber(ValueKind kind)
{
    return isIntegerKind(kind) || isRealKind(kind);
}

/// Rows that are compared: those with a text in a column; column empty: all.
struct Part
{
    QString column;
    QString text;
};

/// By texts, then numbers: rows that are the same on both sides stand at the same place, whatever order they came in.
Rows sortedRows(const RowSource &rows, const std::vector<int> &columns, const Part &part)
{
    Rows out;
    const auto only = std::find_if(rows.columns().begin(), rows.columns().end(),
                                   [&part](const ColumnSpec &c) { return c.id == part.column; });
    for (quint32 r = 0; r < rows.rows(); ++r) {
        if (only != rows.columns().end() &&
            cellOf(rows, r, static_cast<int>(only - rows.columns().begin())) != part.text)
            continue;
        std::vector<QString> cells;
        for (const int c : columns)
            cells.push_back(cellOf(rows, r, c));
        out.push_back(std::move(cells));
    }
    std::sort(out.begin(), out.end(), [&](const auto &a, const auto &b) {
        for (const bool numbers : {false, true}) {
            for (size_t i = 0; i < columns.size(); ++i) {
                if (isNumber(rows.kind(columns[i])) != numbers || a[i] == b[i])
                    continue;
                return numbers ? a[i].toDouble() < b[i].toDouble() : a[i] < b[i];
            }
        }
        return false;
    });
    return out;
}

/// Known differences of both exports: "/column" of every table, "table/column", or a whole "table".
QStringList knownDifferences(bool torch)
{
    QStringList out{
        // Which files there are, and what was found in which of them.
        QStringLiteral("files"), QStringLiteral("findings"), QStringLiteral("ranks/folder"),
        QStringLiteral("ranks/findings"), QStringLiteral("overview/source"), QStringLiteral("durations/source"),
        QStringLiteral("durations.ranks/source"), QStringLiteral("base/value"),
        // The folders of the two.
        QStringLiteral("compare.many/run"), QStringLiteral("compare.many/base-run"),
        // The text has columns that databases lack, and the other way round.
        QStringLiteral("/cube_utilization(%)"), QStringLiteral("/Context ID"), QStringLiteral("/Block Dim"),
        QStringLiteral("/Mix Block Dim"), QStringLiteral("/Device_id"), QStringLiteral("operators.kernels/context"),
        // communication.json has one digit of a microsecond.
        QStringLiteral("communication/start"),
        // Numbers of connections and threads, and names of processes, are each writer's own.
        QStringLiteral("flows"), QStringLiteral("slices"), QStringLiteral("lanes"),
        // Databases have the type that the host gave a task.
        QStringLiteral("recipe.free/reason")};
    if (torch)
        return out;
    // Databases of MindSpore call kernels by what runs, not by the scope of the network, hold no framework, links of
    // operators without their statistics, and steps as the script marks them, some microseconds shorter. Of memory
    // they have NPU_OP_MEM, the one of CANN alone (memoryOfCannIsThatOfTheText): that of the framework is in no table.
    return out + QStringList{QStringLiteral("ranks/slices"),
                             QStringLiteral("ranks/flows"),
                             QStringLiteral("overview"),
                             QStringLiteral("books"),
                             QStringLiteral("steps.deviation"),
                             QStringLiteral("trajectory"),
                             QStringLiteral("advice.rows/name"),
                             QStringLiteral("trajectory.steps"),
                             QStringLiteral("steps.overview"),
                             QStringLiteral("strategy.graph"),
                             QStringLiteral("operators.kernels"),
                             QStringLiteral("compare.order"),
                             QStringLiteral("cores.kernels"),
                             QStringLiteral("matrix"),
                             QStringLiteral("links"),
                             QStringLiteral("links.fit"),
                             QStringLiteral("mfu.steps"),
                             QStringLiteral("recipe.compute-op.names"),
                             QStringLiteral("recipe.times"),
                             QStringLiteral("recipe.free"),
                             QStringLiteral("recipe.masking/start"),
                             QStringLiteral("recipe.masking/end"),
                             QStringLiteral("recipe.bottleneck/reason"),
                             QStringLiteral("recipe.communication.matrix"),
                             QStringLiteral("idle"),
                             QStringLiteral("idle.gaps"),
                             QStringLiteral("chains"),
                             QStringLiteral("path"),
                             QStringLiteral("path.sums"),
                             QStringLiteral("whatif"),
                             QStringLiteral("slices.stats"),
                             QStringLiteral("flows.stats"),
                             QStringLiteral("memory.curves"),
                             QStringLiteral("memory.peak"),
                             QStringLiteral("memory.allocations"),
                             QStringLiteral("memory.alive"),
                             QStringLiteral("memory.compare"),
                             QStringLiteral("kernels")};
}

QString nameOf(const QString &column)
{
    return column.mid(column.indexOf(u':') + 1); // columns of a file are called by their place in it and their name
}

/// Differences of two tables, as "id.column: text ≠ database", at most a few.
QStringList differences(const QString &id, const RowSource &text, const RowSource &db, const QStringList &known,
                        const Part &part = {})
{
    QStringList out;
    std::vector<int> columns;
    std::vector<int> others;
    for (int c = 0; c < static_cast<int>(text.columns().size()); ++c) {
        const QString column = nameOf(text.columns()[static_cast<size_t>(c)].id);
        const auto same = std::find_if(db.columns().begin(), db.columns().end(),
                                       [&](const ColumnSpec &d) { return nameOf(d.id) == column; });
        const int other = same == db.columns().end() ? -1 : static_cast<int>(same - db.columns().begin());
        if (known.contains(id + u'/' + column) || known.contains(u'/' + column))
            continue;
        if (other < 0) {
            out << id + u'/' + column + QStringLiteral(": not in the database");
            continue;
        }
        columns.push_back(c);
        others.push_back(other);
    }
    const Rows a = sortedRows(text, columns, part);
    const Rows b = sortedRows(db, others, part);
    if (a.size() != b.size() || a.empty())
        return out << QStringLiteral("%1: %2 rows ≠ %3 rows").arg(id).arg(a.size()).arg(b.size());
    for (size_t i = 0; i < columns.size(); ++i) {
        const ValueKind kind = text.kind(columns[i]);
        for (size_t r = 0; r < a.size(); ++r) {
            const QString &one = a[r][i];
            const QString &two = b[r][i];
            const bool numbers = isNumber(kind) && !one.isEmpty() && !two.isEmpty();
            const double x = one.toDouble();
            if (one == two || (numbers && std::abs(x - two.toDouble()) <= toleranceOf(kind, x)))
                continue;
            out << QStringLiteral("%1/%2: %3 ≠ %4")
                       .arg(id, nameOf(text.columns()[static_cast<size_t>(columns[i])].id), one, two);
            break;
        }
    }
    return out;
}

class TextOrDatabase
{
public:
    explicit TextOrDatabase(bool torch, bool oldCann = false)
    {
        for (const gen::OutputFormat format : {gen::OutputFormat::Text, gen::OutputFormat::Db}) {
            gen::GeneratorOptions o;
            o.outDir = m_dir.filePath(QString::number(static_cast<int>(format)));
            o.ranks = 2;
            o.steps = 2;
            o.tp = 2;
            o.pp = 1;
            o.mbPerRank = 0.2;
            o.pytorch = torch;
            o.oldCann = oldCann;
            o.format = format;
            ImportReport found;
            if (!gen::generate(o).ok)
                return;
            std::vector<Run> runs = discover({o.outDir}, JobContext(), found);
            if (runs.size() == 1)
                m_runs.push_back(loadRun(std::move(runs.front()), m_pool, JobContext()));
        }
    }
    [[nodiscard]] bool isThere() const { return m_runs.size() == 2; }
    [[nodiscard]] const Run &run(size_t i) const { return *m_runs[i]; }
    [[nodiscard]] std::shared_ptr<const RowSource> rowsOf(const TableSpec &table, size_t run) const
    {
        TableQuery query;
        query.run = m_runs[run];
        query.rank = table.scope == TableScope::Run ? -1 : 0;
        query.other = 1;
        return table.rows(query, JobContext());
    }

private:
    QTemporaryDir m_dir;
    ThreadPool m_pool{1};
    std::vector<std::shared_ptr<const Run>> m_runs;
};

} // namespace

class TestTextOrDatabase : public QObject
{
    Q_OBJECT
private slots:
    void launchesAreJoinedAlike();
    void memoryOfCannIsThatOfTheText();
    void aHealthyRunGivesNoAlarm_data();
    void aHealthyRunGivesNoAlarm();
    void stepsOfMindSporeAreThere();
    void everyTableIsTheSame_data()
    {
        const Scenarios<bool> row;
        row("PyTorch", true);
        row("MindSpore", false);
    }
    void everyTableIsTheSame()
    {
        const auto [torch] = scenario<bool>();
        const TextOrDatabase runs(torch);
        QVERIFY(runs.isThere());
        const Catalogue catalogue = Catalogue::ofProgram();
        const QStringList known = knownDifferences(torch);
        QStringList onlyInText;
        QStringList onlyInDatabase;
        QStringList told;
        int compared = 0;
        for (const TableSpec &table : catalogue.all()) {
            const auto text = runs.rowsOf(table, 0);
            const auto db = runs.rowsOf(table, 1);
            QVERIFY(text && db);
            if (text->rows() > 0 && db->rows() == 0) {
                onlyInText << table.id;
            } else if (text->rows() == 0 && db->rows() > 0 && !known.contains(table.id)) {
                onlyInDatabase << table.id;
            } else if (text->rows() > 0 && !known.contains(table.id)) {
                ++compared;
                told += differences(table.id, *text, *db, known);
            }
        }
        QVERIFY2(told.isEmpty(), qPrintable(told.join(u'\n')));
        QCOMPARE(onlyInDatabase.join(u' '), QString());
        QVERIFY2(compared >= (torch ? 65 : 45), qPrintable(QString::number(compared)));
        // l2_cache, and of MindSpore what its framework says, are in no database.
        QCOMPARE(onlyInText.join(u' '),
                 torch ? QStringLiteral("operators.l2 l2-cache")
                       : QStringLiteral("operators.l2 mfu.modules compare.api compare.memory host.operators "
                                        "memory.leaks pipeline pipeline.advice pipeline.queues "
                                        "pipeline.times dataset datapreprocess l2-cache"));
    }
};

// No flow leads to events, and one operator of the framework leads to one task, in both.
void TestTextOrDatabase::launchesAreJoinedAlike()
{
    const TextOrDatabase runs(true);
    QVERIFY(runs.isThere());
    std::map<QString, quint32> joined[2];
    for (size_t i = 0; i < 2; ++i) {
        const Trace &trace = *runs.run(i).ranks[0]->trace;
        for (const FlowCategory &c : trace.flows().categories())
            joined[i][trace.strings().text(c.name)] = c.joined;
    }
    QVERIFY(joined[0] == joined[1]);
    QVERIFY(joined[0][QStringLiteral("HostToDevice")] > 100);
}

// A database of MindSpore tells of memory as memory_record.csv and operator_memory.csv do.
void TestTextOrDatabase::memoryOfCannIsThatOfTheText()
{
    const TextOrDatabase runs(false);
    QVERIFY(runs.isThere());
    const Catalogue catalogue = Catalogue::ofProgram();
    QStringList told;
    for (const char *const id : {"memory.curves", "memory.peak", "memory.allocations"}) {
        const QString name = QString::fromLatin1(id);
        const TableSpec *const table = catalogue.find(name);
        QVERIFY(table);
        const auto text = runs.rowsOf(*table, 0);
        const auto db = runs.rowsOf(*table, 1);
        QVERIFY(text && db);
        told += differences(name, *text, *db, {}, {QStringLiteral("component"), QStringLiteral("GE")});
    }
    QVERIFY2(told.isEmpty(), qPrintable(told.join(u'\n')));
}

void TestTextOrDatabase::aHealthyRunGivesNoAlarm_data()
{
    const Scenarios<bool, bool> row;
    row("PyTorch", true, false);
    row("PyTorch on old CANN", true, true);
    row("MindSpore", false, false);
    row("MindSpore on old CANN", false, true);
}

// Marks of the script lie some microseconds inside of the steps: nothing to warn of.
void TestTextOrDatabase::aHealthyRunGivesNoAlarm()
{
    const auto [torch, oldCann] = scenario<bool, bool>();
    const TextOrDatabase runs(torch, oldCann);
    QVERIFY(runs.isThere());
    const Catalogue catalogue = Catalogue::ofProgram();
    for (size_t i = 0; i < 2; ++i) {
        const auto rows = runs.rowsOf(*catalogue.find(QStringLiteral("findings")), i);
        QVERIFY(rows && rows->rows() > 0);
        for (quint32 r = 0; r < rows->rows(); ++r) {
            QStringList row;
            for (int c = 0; c < static_cast<int>(rows->columns().size()); ++c)
                row << cellOf(*rows, r, c);
            const QString said = row.join(u' ');
            QVERIFY2(row.front() == u"info" || row.front() == u"notice", qPrintable(said));
            QVERIFY2(!said.contains(QLatin1String("step_trace_time")) && !said.contains(QLatin1String("Step times")),
                     qPrintable(said));
        }
    }
}

void TestTextOrDatabase::stepsOfMindSporeAreThere()
{
    const TextOrDatabase runs(false);
    QVERIFY(runs.isThere());
    const auto &text = runs.run(0).ranks[0]->trace->steps();
    const auto &db = runs.run(1).ranks[0]->trace->steps();
    QCOMPARE(db.size(), text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        QCOMPARE(db[i].step, text[i].step);
        QVERIFY(std::abs(db[i].startNs - text[i].startNs) <= 10'000 && std::abs(db[i].endNs - text[i].endNs) <= 10'000);
    }
}

RS_TEST(TestTextOrDatabase, QCoreApplication);
#include "tst_textordatabase.moc"
