// SPDX-License-Identifier: Apache-2.0
#include "items/findingtexts.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QTranslator>

using namespace rs;

namespace {

// String literals of a C++ source, adjacent ones joined, comments left out.
QStringList literals(const QString &source)
{
    QStringList out;
    QString current;
    bool open = false;
    const auto flush = [&] {
        if (open)
            out.append(current);
        current.clear();
        open = false;
    };
    for (qsizetype i = 0; i < source.size();) {
        const QStringView rest = QStringView(source).mid(i);
        if (rest.startsWith(u"//")) {
            i = source.indexOf(u'\n', i);
            if (i < 0)
                break;
        } else if (rest.startsWith(u"/*")) {
            i = source.indexOf(QLatin1String("*/"), i) + 2;
        } else if (rest.startsWith(u"R\"(")) {
            flush();
            i = source.indexOf(QLatin1String(")\""), i) + 2;
        } else if (source[i] == u'\'' && (i == 0 || !source[i - 1].isDigit())) {
            flush();
            for (++i; i < source.size() && source[i] != u'\''; ++i)
                i += source[i] == u'\\' ? 1 : 0;
            ++i;
        } else if (source[i] == u'"') {
            open = true;
            for (++i; i < source.size() && source[i] != u'"'; ++i) {
                if (source[i] == u'\\')
                    ++i;
                current += source[i];
            }
            ++i;
        } else {
            if (!source[i].isSpace())
                flush();
            ++i;
        }
    }
    flush();
    return out;
}

bool isSentence(const QString &text)
{
    static const QRegularExpression beginning(QStringLiteral("^([A-Z]|%1 )"));
    return text.contains(u' ') && text.endsWith(u'.') && beginning.match(text).hasMatch();
}

} // namespace

class TestFindingTexts : public QObject
{
    Q_OBJECT
private slots:
    void readsLiteralsAsTheCompilerDoes();
    void everySentenceOfTheEngineIsListed();
    void nothingIsListedTwice();
    void recognisesSentencesWithTheirArgument();
    void translatesPlacesAndLeavesNamesAlone_data();
    void translatesPlacesAndLeavesNamesAlone();
};

void TestFindingTexts::readsLiteralsAsTheCompilerDoes()
{
    QCOMPARE(literals(QStringLiteral(
                 "f(\"One \" // \"no\"\n \"two.\", '\"', \"a \\\"b\\\"\") /* \"no\" */ + 1'000 + \"c\"")),
             QStringList({QStringLiteral("One two."), QStringLiteral("a \"b\""), QStringLiteral("c")}));
}

void TestFindingTexts::everySentenceOfTheEngineIsListed()
{
    QSet<QString> known;
    for (const char *const t : knownFindingTexts())
        known.insert(QString::fromUtf8(t));
    QStringList missing;
    int seen = 0;
    for (const char *const folder : {"/importers", "/models/core", "/models/analysis"}) {
        QDirIterator it(QStringLiteral(RANKSCOPE_SOURCE_DIR) + QLatin1String(folder),
                        {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile file(it.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (const QString &text : literals(QString::fromUtf8(file.readAll()))) {
                if (!isSentence(text))
                    continue;
                ++seen;
                if (!known.contains(text))
                    missing.append(
                        QStringLiteral("%1: QT_TRANSLATE_NOOP(\"Finding\", \"%2\"),").arg(file.fileName(), text));
            }
        }
    }
    QVERIFY(seen > 50);
    QVERIFY2(missing.isEmpty(),
             qPrintable(QStringLiteral("add to models/items/findingtexts.cpp:\n") + missing.join(u'\n')));
}

void TestFindingTexts::nothingIsListedTwice()
{
    QSet<QString> known;
    for (const char *const t : knownFindingTexts())
        known.insert(QString::fromUtf8(t));
    QCOMPARE(static_cast<size_t>(known.size()), knownFindingTexts().size());
}

void TestFindingTexts::recognisesSentencesWithTheirArgument()
{
    QCOMPARE(fileNoteText({}), QString());
    QCOMPARE(fileNoteText(QStringLiteral("no sentence of ours")), QStringLiteral("no sentence of ours"));
    for (const char *const t : knownFindingTexts()) {
        const QString text = QString::fromUtf8(t).replace(QLatin1String("%1"), QLatin1String("a_%1_b"));
        QCOMPARE(fileNoteText(text), text);
    }
}

void TestFindingTexts::translatesPlacesAndLeavesNamesAlone_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char *place, const char *chinese) {
        QTest::newRow(place) << QString::fromUtf8(place) << QString::fromUtf8(chinese);
    };
    row("", "");
    row("rank 5", "卡 5");
    row("rank a_%1, b", "卡 a_%1, b");
    row("byte 17", "第 17 字节");
    row("line 3", "第 3 行");
    row("line 3, row 2, column Step Id", "第 3 行，数据第 2 行，列 Step Id");
    row("step 2, rank 5", "迭代 2，卡 5");
    row("step 2, rank 5, column Free", "迭代 2，卡 5，列 Free");
    row("hcom_send__1_0_1", "hcom_send__1_0_1");
    row("Unnamed line", "Unnamed line");
}

void TestFindingTexts::translatesPlacesAndLeavesNamesAlone()
{
    QFETCH(const QString, place);
    QFETCH(const QString, chinese);
    QCOMPARE(placeText(place), place);
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/i18n/rankscope_zh_CN.qm")));
    QCoreApplication::installTranslator(&translator);
    QCOMPARE(placeText(place), chinese);
    QCoreApplication::removeTranslator(&translator);
}

QTEST_GUILESS_MAIN(TestFindingTexts)
#include "tst_findingtexts.moc"
