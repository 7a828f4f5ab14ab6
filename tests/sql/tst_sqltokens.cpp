// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlcompletion.h"
#include "sql/sqltokens.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

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
    void partsOfStatements_data()
    {
        const Scenarios<QString, QString> table;
        const auto row = [&](const char *sql, const char *parts) {
            table(sql, QString::fromUtf8(sql), QString::fromUtf8(parts));
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

    void partsOfStatements()
    {
        const auto [sql, parts] = scenario<QString, QString>();
        QCOMPARE(partsOf(sql), parts);
    }

    void linesGoOnWhereTheOneBeforeEnded()
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

    void theStatementAtTheCursor_data()
    {
        // sql: "|" is the cursor
        const Scenarios<QString, QString> row;
        row("one", "SEL|ECT 1", "SELECT 1");
        row("the first", "SELECT 1|; SELECT 2", "SELECT 1");
        row("behind its end", "SELECT 1;| SELECT 2", "SELECT 1");
        row("the second", "SELECT 1; S|ELECT 2", "SELECT 2");
        row("between two", "SELECT 1;\n|\nSELECT 2;", "SELECT 2");
        row("behind the last", "SELECT 1; SELECT 2;\n\n|", "SELECT 2");
        row("an end in a text", "SELECT ';'| AS a; SELECT 2", "SELECT ';' AS a");
        row("an end in a comment", "SELECT 1 -- ; |\n + 2", "SELECT 1 -- ; \n + 2");
        row("comments around", "-- title\n|\nSELECT 1\n-- end", "SELECT 1");
        row("nothing", "  -- only this|", "");
        row("only ends", ";;|;", "");
        row("in front", "|SELECT 1;SELECT 2", "SELECT 1");
    }

    void theStatementAtTheCursor()
    {
        auto [sql, statement] = scenario<QString, QString>();
        const qsizetype cursor = sql.indexOf(u'|');
        sql.remove(cursor, 1);
        const SqlSpan span = sqlStatementAt(sql, cursor);
        QCOMPARE(sql.mid(span.from, span.to - span.from), statement);
    }

    void namesAreQuotedWhereTheyMust()
    {
        QCOMPARE(sqlName(QStringLiteral("duration_ns")), QStringLiteral("duration_ns"));
        QCOMPARE(sqlName(QStringLiteral("group")), QStringLiteral("\"group\""));
        QCOMPARE(sqlName(QStringLiteral("a b")), QStringLiteral("\"a b\""));
        QCOMPARE(sqlName(QStringLiteral("1st")), QStringLiteral("\"1st\""));
        QCOMPARE(sqlName(QStringLiteral("a\"b")), QStringLiteral("\"a\"\"b\""));
        QCOMPARE(sqlName(QString()), QStringLiteral("\"\""));
    }

    void whatMayFollow_data()
    {
        // sql: "|" is the cursor; first: the first two proposals; empty: there is none
        const Scenarios<QString, QString, QString> row;
        row("columns of the table, behind the cursor", "SELECT dur| FROM slices", "dur", "duration_ns");
        row("in either case", "SELECT DUR| FROM SLICES", "DUR", "duration_ns");
        row("of an alias", "SELECT s.| FROM kernels k JOIN slices AS s", "", "name duration_ns");
        row("of an alias without AS", "SELECT k.na| FROM slices s, kernels k", "na", "name");
        row("of a table by its name", "SELECT kernels.| FROM kernels", "", "name \"group\"");
        row("tables", "SELECT * FROM sl|", "sl", "slices");
        row("tables of a database", "SELECT * FROM rank0.|", "", "TASK");
        row("tables of a database by their name", "SELECT * FROM ta|", "ta", "rank0.TASK TABLE");
        row("databases", "SELECT * FROM rank|", "rank", "rank0. rank12.");
        row("a database that was not read", "SELECT * FROM rank12.|", "", "");
        row("functions", "SELECT span_u|", "span_u", "span_union(");
        row("keywords", "sele|", "sele", "SELECT");
        row("another statement's tables", "SELECT 1 FROM slices; SELECT dur|", "dur", "");
        row("a text", "SELECT 'na|", "", "");
        row("a comment", "SELECT 1 -- na|", "", "");
        row("a number", "SELECT 1|", "", "");
    }

    void whatMayFollow()
    {
        auto [sql, prefix, first] = scenario<QString, QString, QString>();
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
};

RS_TEST(TestSqlTokens, QCoreApplication);
#include "tst_sqltokens.moc"
