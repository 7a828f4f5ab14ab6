// SPDX-License-Identifier: Apache-2.0
#include "clirun.h"
#include "generator/generator.h"
#include "support/testprogram.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace rs::test;

class TestCliReport : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void itsNumbersAreThoseOfTheVerbs();
    void nothingComesFromElsewhere_data();
    void nothingComesFromElsewhere();
    void redactedItNamesNothing();
    void asPdf_data();
    void asPdf();

private:
    [[nodiscard]] QString report(const QStringList &more, QString *said = nullptr) const;

    QTemporaryDir m_dir;
    QTemporaryDir m_out;
};

void TestCliReport::initTestCase()
{
    rs::gen::GeneratorOptions o;
    o.outDir = m_dir.path();
    o.ranks = 4;
    o.steps = 2;
    o.mbPerRank = 0.3;
    o.faults.push_back({rs::gen::Fault::SlowRank, 3, -1, -1, 1.5});
    QVERIFY(rs::gen::generate(o).ok);
}

QString TestCliReport::report(const QStringList &more, QString *said) const
{
    const QString out = m_out.filePath(QStringLiteral("report.html"));
    const Result r = cli(QStringList{QStringLiteral("report"), m_dir.path(), QStringLiteral("--out"), out} + more);
    if (said)
        *said = r.err;
    QFile file(out);
    return r.status == 0 && file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : r.err;
}

void TestCliReport::itsNumbersAreThoseOfTheVerbs()
{
    const QString html = report({});
    const Result overview =
        cli({QStringLiteral("overview"), m_dir.path(), QStringLiteral("--format"), QStringLiteral("csv")});
    int numbers = 0;
    const QList<QByteArray> lines = overview.lines();
    for (qsizetype i = 1; i < lines.size(); ++i) {
        for (const QByteArray &cell : lines[i].trimmed().split(',')) {
            if (!cell.contains('.') || cell.contains("csv"))
                continue;
            QVERIFY2(html.contains(QStringLiteral("<td class=\"n\">%1</td>").arg(QString::fromUtf8(cell))),
                     cell.constData());
            ++numbers;
        }
    }
    QVERIFY(numbers > 50);
    // The verdict, and what opens its place.
    QVERIFY(html.contains(QStringLiteral("Rank 3 computes")));
    QVERIFY2(html.contains(QStringLiteral("rankscope --view compare --rank 3,2 &#39;")) ||
                 html.contains(QStringLiteral("rankscope --view compare --rank 3,2 '")),
             qPrintable(html.mid(html.indexOf(QStringLiteral("<ul>")), 1500)));
    QVERIFY(html.contains(QStringLiteral("<svg")));
    // Advice, and the question whose answer the cost is.
    QVERIFY(html.contains(QStringLiteral("<html lang=\"en\">")));
    QVERIFY(html.contains(QStringLiteral("What to change:<ul>")));
    QVERIFY(html.contains(QStringLiteral("--what rank-like-peers --about 3")));
}

void TestCliReport::nothingComesFromElsewhere_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("page") << QStringList{QStringLiteral("--level"), QStringLiteral("page")};
    QTest::newRow("Chinese") << QStringList{QStringLiteral("--language"), QStringLiteral("zh_CN")};
    QTest::newRow("all") << QStringList{QStringLiteral("--level"), QStringLiteral("all")};
}

void TestCliReport::nothingComesFromElsewhere()
{
    QFETCH(QStringList, options);
    const QString html = report(options);
    QVERIFY2(html.contains(QStringLiteral("default-src 'none'; style-src 'unsafe-inline'; img-src data:")),
             qPrintable(html.left(400)));
    static const QRegularExpression elsewhere(QStringLiteral("<script|<link|<iframe|<img|href=|src=|url\\("));
    QVERIFY(!elsewhere.match(html).hasMatch());
    QVERIFY(html.toUtf8().size() < 2'000'000);
    QCOMPARE(html.contains(QStringLiteral("诊断结论")), options.contains(QStringLiteral("zh_CN")));
    QCOMPARE(html.contains(QStringLiteral("<html lang=\"zh-CN\">")), options.contains(QStringLiteral("zh_CN")));
    if (options.contains(QStringLiteral("zh_CN"))) {
        for (const char *const english : {"<td>rank ", "<td>link<", "What to change", "Saves up"})
            QVERIFY2(!html.contains(QLatin1String(english)), english);
    }
    QCOMPARE(report(options), html); // the same bytes twice
}

void TestCliReport::redactedItNamesNothing()
{
    QString said;
    const QString html = report({QStringLiteral("--redact"), QStringLiteral("--level"), QStringLiteral("all")}, &said);
    // The generated host, its address and interface in the names of domains, folders of ranks.
    QVERIFY(!html.isEmpty());
    for (const QString &secret : {m_dir.path(), QStringLiteral("node-100"), QStringLiteral("10.20.0.10"),
                                  QStringLiteral("enp189s0f0"), QStringLiteral("_ascend_ms")})
        QVERIFY2(!html.contains(secret), qPrintable(secret));
    QVERIFY(html.contains(QStringLiteral("address-1%interface-1_60000")));
    QVERIFY(html.contains(QStringLiteral("/…/run")));
    QVERIFY2(said.contains(QStringLiteral("/…/run: ") + m_dir.path()), qPrintable(said));
}

void TestCliReport::asPdf_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << QStringLiteral("en");
    QTest::newRow("Chinese") << QStringLiteral("zh_CN");
}

// Pages, fonts with a map to characters so that text can be selected, and the picture.
void TestCliReport::asPdf()
{
    QFETCH(const QString, language);
    const QString out = m_out.filePath(QStringLiteral("report.PDF"));
    const Result r = cli(
        {QStringLiteral("report"), m_dir.path(), QStringLiteral("--out"), out, QStringLiteral("--language"), language});
    QVERIFY2(r.status == 0, qPrintable(r.err));
    QFile file(out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray pdf = file.readAll();
    QVERIFY(pdf.startsWith("%PDF-") && pdf.trimmed().endsWith("%%EOF"));
    QVERIFY(pdf.count("/Type /Page\n") > 3);
    QVERIFY(pdf.contains("/Subtype /Image"));
    QVERIFY(pdf.contains("/ToUnicode") && pdf.contains("<0020>"));
    // A character of "diagnosis"; without a font for it the program says so.
    const bool isChinese = language == u"zh_CN";
    QCOMPARE(pdf.contains("<8BCA>") || r.err.contains(QStringLiteral("No font of this machine")), isChinese);
}

RS_TEST(TestCliReport, QCoreApplication);
#include "tst_cli_report.moc"
