// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlcompletion.h"
#include "sql/sqltokens.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;

namespace {

// "k:SELECT n:1": the first letter of the kind and the text, of each part.
QString partsOf(const QString &sql)
{
    static constexpr const char letters[] = {'k', 'w', 'q', 't', 'n', 'c', 'e', 'o'};
    QStringList out;
    for (const SqlToken &t : sqlTokens(sql))
        out << QLatin1Char(letters[static_cast<size_t>(t.kind)]) + QStringLiteral(":") + sql.mid(t.from, t.length);
    return out.join(u' ');
}

} // namespace

class TestSqlTokens : public QObject
{
    Q_OBJECT
private slots:
    void partsOfStatements_data();
    void partsOfStatements();
    void linesGoOnWhereTheOneBeforeEnded();
    void theStatementAtTheCursor_data();
    void theStatementAtTheCursor();
    void namesAreQuotedWhereTheyMust();
    void whatMayFollow_data();
    void whatMayFollow();
};

void TestSqlTokens::partsOfStatements_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addColumn<QString>("parts");
    const auto row = [](const char *sql, const char *parts) {
        QTest::newRow(sql) << QString::fromUtf8(sql) << QString::fromUtf8(parts);
    };
    row("", "");
    row("select name,1 from slices;", "k:select w:name o:, n:1 k:from w:slices e:;");
    row("'it''s' \"a \"\" b\" `c` [d]", "t:'it''s' q:\"a \"\" b\" q:`c` q:[d]");
    row("'open", "t:'open");
    row("\"open", "q:\"open");
    row("[open", "q:[open");
    row("-- a; b\n1", "c:-- a; b n:1");
    row("/* ; */ 1", "c:/* ; */ n:1");
    row("/* open ;", "c:/* open ;");
    row("1.5e-3 .5 0x1F 12", "n:1.5e-3 n:.5 n:0x1F n:12");
    row("1-2", "n:1 o:- n:2");
    row("a.b", "w:a o:. w:b");
    row("卡_1 <> _x", "w:卡_1 o:< o:> w:_x");
}

void TestSqlTokens::partsOfStatements()
{
    QFETCH(QString, sql);
    QFETCH(QString, parts);
    QCOMPARE(partsOf(sql), parts);
}

void TestSqlTokens::linesGoOnWhereTheOneBeforeEnded()
{
    SqlOpen open = SqlOpen::Nothing;
    (void)sqlTokens(u"SELECT /* a", open);
    QCOMPARE(open, SqlOpen::Comment);
    std::vector<SqlToken> next = sqlTokens(u"b */ 'c", open);
    QCOMPARE(next.size(), size_t{2});
    QCOMPARE(next[0].kind, SqlTokenKind::Comment);
    QCOMPARE(next[0].length, qsizetype{4});
    QCOMPARE(open, SqlOpen::Text);
    next = sqlTokens(u"it''s' \"", open);
    QCOMPARE(next[0].length, qsizetype{6});
    QCOMPARE(open, SqlOpen::Name);
    (void)sqlTokens(u"nothing closes it", open);
    QCOMPARE(open, SqlOpen::Name);
    (void)sqlTokens(u"\"", open);
    QCOMPARE(open, SqlOpen::Nothing);
}

void TestSqlTokens::theStatementAtTheCursor_data()
{
    QTest::addColumn<QString>("sql"); // "|" is the cursor
    QTest::addColumn<QString>("statement");
    QTest::newRow("one") << "SEL|ECT 1"
                         << "SELECT 1";
    QTest::newRow("the first") << "SELECT 1|; SELECT 2"
                               << "SELECT 1";
    QTest::newRow("behind its end") << "SELECT 1;| SELECT 2"
                                    << "SELECT 1";
    QTest::newRow("the second") << "SELECT 1; S|ELECT 2"
                                << "SELECT 2";
    QTest::newRow("between two") << "SELECT 1;\n|\nSELECT 2;"
                                 << "SELECT 2";
    QTest::newRow("behind the last") << "SELECT 1; SELECT 2;\n\n|"
                                     << "SELECT 2";
    QTest::newRow("an end in a text") << "SELECT ';'| AS a; SELECT 2"
                                      << "SELECT ';' AS a";
    QTest::newRow("an end in a comment") << "SELECT 1 -- ; |\n + 2"
                                         << "SELECT 1 -- ; \n + 2";
    QTest::newRow("comments around") << "-- title\n|\nSELECT 1\n-- end"
                                     << "SELECT 1";
    QTest::newRow("nothing") << "  -- only this|"
                             << "";
    QTest::newRow("only ends") << ";;|;"
                               << "";
    QTest::newRow("in front") << "|SELECT 1;SELECT 2"
                              << "SELECT 1";
}

void TestSqlTokens::theStatementAtTheCursor()
{
    QFETCH(QString, sql);
    QFETCH(QString, statement);
    const qsizetype cursor = sql.indexOf(u'|');
    sql.remove(cursor, 1);
    const SqlSpan span = sqlStatementAt(sql, cursor);
    QCOMPARE(sql.mid(span.from, span.to - span.from), statement);
}

void TestSqlTokens::namesAreQuotedWhereTheyMust()
{
    QCOMPARE(sqlName(QStringLiteral("duration_ns")), QStringLiteral("duration_ns"));
    QCOMPARE(sqlName(QStringLiteral("group")), QStringLiteral("\"group\""));
    QCOMPARE(sqlName(QStringLiteral("a b")), QStringLiteral("\"a b\""));
    QCOMPARE(sqlName(QStringLiteral("1st")), QStringLiteral("\"1st\""));
    QCOMPARE(sqlName(QStringLiteral("a\"b")), QStringLiteral("\"a\"\"b\""));
    QCOMPARE(sqlName(QString()), QStringLiteral("\"\""));
}

void TestSqlTokens::whatMayFollow_data()
{
    QTest::addColumn<QString>("sql"); // "|" is the cursor
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<QString>("first"); // the first two proposals; empty: there is none
    QTest::newRow("columns of the table, behind the cursor") << "SELECT dur| FROM slices"
                                                             << "dur"
                                                             << "duration_ns";
    QTest::newRow("in either case") << "SELECT DUR| FROM SLICES"
                                    << "DUR"
                                    << "duration_ns";
    QTest::newRow("of an alias") << "SELECT s.| FROM kernels k JOIN slices AS s"
                                 << ""
                                 << "name duration_ns";
    QTest::newRow("of an alias without AS") << "SELECT k.na| FROM slices s, kernels k"
                                            << "na"
                                            << "name";
    QTest::newRow("of a table by its name") << "SELECT kernels.| FROM kernels"
                                            << ""
                                            << "name \"group\"";
    QTest::newRow("tables") << "SELECT * FROM sl|"
                            << "sl"
                            << "slices";
    QTest::newRow("tables of a database") << "SELECT * FROM rank0.|"
                                          << ""
                                          << "TASK";
    QTest::newRow("tables of a database by their name") << "SELECT * FROM ta|"
                                                        << "ta"
                                                        << "rank0.TASK TABLE";
    QTest::newRow("databases") << "SELECT * FROM rank|"
                               << "rank"
                               << "rank0. rank12.";
    QTest::newRow("a database that was not read") << "SELECT * FROM rank12.|"
                                                  << ""
                                                  << "";
    QTest::newRow("functions") << "SELECT span_u|"
                               << "span_u"
                               << "span_union(";
    QTest::newRow("keywords") << "sele|"
                              << "sele"
                              << "SELECT";
    QTest::newRow("another statement's tables") << "SELECT 1 FROM slices; SELECT dur|"
                                                << "dur"
                                                << "";
    QTest::newRow("a text") << "SELECT 'na|"
                            << ""
                            << "";
    QTest::newRow("a comment") << "SELECT 1 -- na|"
                               << ""
                               << "";
    QTest::newRow("a number") << "SELECT 1|"
                              << ""
                              << "";
}

void TestSqlTokens::whatMayFollow()
{
    QFETCH(QString, sql);
    QFETCH(QString, prefix);
    QFETCH(QString, first);
    const std::vector<SqlTableNames> tables = {
        {QStringLiteral("slices"), {}, {QStringLiteral("name"), QStringLiteral("duration_ns")}},
        {QStringLiteral("kernels"), {}, {QStringLiteral("name"), QStringLiteral("group")}},
        {QStringLiteral("TASK"), QStringLiteral("rank0"), {QStringLiteral("startNs")}},
        {{}, QStringLiteral("rank0"), {}},
        {{}, QStringLiteral("rank12"), {}}};
    const qsizetype cursor = sql.indexOf(u'|');
    sql.remove(cursor, 1);
    const SqlProposals found = sqlProposals(sql, cursor, tables);
    QCOMPARE(found.prefix, prefix);
    QCOMPARE(found.words.mid(0, 2).join(u' '), first);
}

RS_TEST(TestSqlTokens, QCoreApplication);
#include "tst_sqltokens.moc"
