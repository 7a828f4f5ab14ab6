// SPDX-License-Identifier: Apache-2.0
#include "app/shell/docklayout.h"
#include "app/shell/options.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;

namespace {
QStringList words(const char *text)
{
    return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}
} // namespace

class TestOptions : public QObject
{
    Q_OBJECT
private slots:
    void refusesWhatItCannotDo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("named");
        const auto row = [](const char *name, const char *a, const char *n) {
            QTest::newRow(name) << words(a) << QString::fromLatin1(n);
        };
        row("unknown option", "--frobnicate", "frobnicate");
        row("unknown view", "--shot a.png --view nowhere p", "nowhere");
        row("unknown view names those there are", "--shot a.png --view nowhere p", "timeline");
        row("unknown view without a shot", "--view nowhere p", "nowhere");
        row("shot without a view", "--shot a.png p", "--view");
        row("shot without a path", "--shot a.png --view explorer", "path");
        row("size of words", "--size big", "big");
        row("size too large", "--size 99999x10", "99999x10");
        row("scale zero", "--scale 0", "0.5");
        row("scale that is no number", "--scale nan", "0.5");
        row("a picture larger than memory", "--size 16000x16000 --scale 4", "256 million");
        row("a picture wider than a painter reaches", "--size 16384x100 --scale 2", "32767");
        row("shot without a name", "--shot= --view explorer p", "name");
        row("theme", "--theme pink", "pink");
        row("language", "--lang fr", "fr");
        row("rank of letters", "--rank 0,x", "x");
        row("time of letters", "--from soon", "soon");
        row("memory of letters", "--memory-limit lots", "lots");
        row("no memory", "--memory-limit 0", "megabytes");
        row("time backwards", "--from 5 --to 5", "before");
    }

    void refusesWhatItCannotDo()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, named);
        const ParsedOptions p = parseOptions(words("rankscope") + arguments);
        QCOMPARE(p.outcome, ParsedOptions::Outcome::Usage);
        QVERIFY2(p.text.contains(named), qPrintable(p.text));
    }

    void readsAShot()
    {
        const ParsedOptions p =
            parseOptions(words("rankscope --memory-limit 1500 --shot out.png --view details --size 800x600 --scale 2 "
                               "--theme dark --lang zh_CN "
                               "--rank 5 --rank 0,1 --from 1736412474714258990 --to 1736412474714258991 "
                               "--flows HostToDevice,async_npu run"));
        QCOMPARE(p.outcome, ParsedOptions::Outcome::Run);
        const Options &o = p.options;
        QCOMPARE(o.shotFile, QStringLiteral("out.png"));
        QCOMPARE(o.view, QStringLiteral("details"));
        QCOMPARE(o.size, QSize(800, 600));
        QCOMPARE(o.scale, 2.0);
        QCOMPARE(o.memoryLimitBytes, qint64(1'500'000'000));
        QCOMPARE(o.theme, QStringLiteral("dark"));
        QCOMPARE(o.language, QStringLiteral("zh_CN"));
        QCOMPARE(o.ranks, (std::vector<int>{5, 0, 1}));
        QCOMPARE(*o.fromNs, 1736412474714258990);
        QCOMPARE(*o.toNs, 1736412474714258991);
        QCOMPARE(o.flows, words("HostToDevice async_npu"));
        QCOMPARE(o.paths, words("run"));
    }

    void takesSeveralPaths()
    {
        const QStringList paths = {QStringLiteral("a b"), QStringLiteral("卡"), QStringLiteral("c")};
        const ParsedOptions p = parseOptions(words("rankscope") + paths);
        QCOMPARE(p.outcome, ParsedOptions::Outcome::Run);
        QCOMPARE(p.options.paths, paths);
        QVERIFY(p.options.shotFile.isEmpty());
    }

    void printsVersionAndHelp()
    {
        const ParsedOptions v = parseOptions(words("rankscope --version"));
        QCOMPARE(v.outcome, ParsedOptions::Outcome::Print);
        QVERIFY(v.text.startsWith(QStringLiteral("rankscope ")));
        const ParsedOptions h = parseOptions(words("rankscope --help"));
        QCOMPARE(h.outcome, ParsedOptions::Outcome::Print);
        QVERIFY(h.text.contains(QStringLiteral("--shot")));
    }

    void idsOfViewsAreFrozen()
    {
        const QStringList frozen = words("explorer overview communication compare operators host memory data timeline "
                                         "details selection search system "
                                         "findings sql parallel");
        QVERIFY(viewIds().size() >= 4);
        for (const QString &id : viewIds())
            QVERIFY2(frozen.contains(id), qPrintable(id));
    }
};

RS_TEST(TestOptions, QCoreApplication);
#include "tst_options.moc"
