// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/discovery.h"
#include "items/findingtexts.h"
#include "items/rowsourcemodel.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

using namespace rs;

Q_DECLARE_METATYPE(rs::Place)

// Names the library that holds the texts, in no namespace: a linker leaves out a shared one of which nothing is used.
static void loadTexts()
{
    Q_INIT_RESOURCE(texts);
}

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

// The texts of the program are Chinese while it lives.
struct ChineseTexts
{
    ChineseTexts()
    {
        loadTexts();
        loaded = translator.load(QStringLiteral(":/i18n/rankscope_zh_CN.qm"));
        QCoreApplication::installTranslator(&translator);
    }
    ~ChineseTexts() { QCoreApplication::removeTranslator(&translator); }
    Q_DISABLE_COPY_MOVE(ChineseTexts)

    QTranslator translator;
    bool loaded = false;
};

bool isSentence(const QString &text)
{
    static const QRegularExpression beginning(QStringLiteral("^([A-Z]|%1 )"));
    return text.contains(u' ') && text.endsWith(u'.') && beginning.match(text).hasMatch();
}

QString readAll(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString chineseFile()
{
    return readAll(QStringLiteral(RANKSCOPE_SOURCE_DIR "/translations/rankscope_zh_CN.ts"));
}

QStringList sources(std::initializer_list<const char *> folders)
{
    QStringList out;
    for (const char *const folder : folders) {
        QDirIterator it(QStringLiteral(RANKSCOPE_SOURCE_DIR "/") + QLatin1String(folder),
                        {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            out.append(readAll(it.next()));
    }
    return out;
}

QSet<QString> markedMessages()
{
    static const QRegularExpression mark(
        QStringLiteral("\\bRS_(?:MESSAGE|NOOP)\\(((?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")+)\\s*\\)"));
    QSet<QString> out;
    for (const QString &source : sources({"importers", "models", "views", "app"})) {
        for (auto it = mark.globalMatch(source); it.hasNext();)
            out.insert(literals(it.next().captured(1)).join(QString()));
    }
    return out;
}

} // namespace

class TestFindingTexts : public QObject
{
    Q_OBJECT
private slots:
    void readsLiteralsAsTheCompilerDoes()
    {
        QCOMPARE(literals(QStringLiteral(
                     "f(\"One \" // \"no\"\n \"two.\", '\"', \"a \\\"b\\\"\") /* \"no\" */ + 1'000 + \"c\"")),
                 QStringList({QStringLiteral("One two."), QStringLiteral("a \"b\""), QStringLiteral("c")}));
    }

    void tablesOfFindingsSpeakTheLanguage()
    {
        Finding f;
        f.severity = Severity::Error;
        f.file = QStringLiteral("line 3"); // a text of a file that reads like a place
        f.place = Place::line(3);
        f.message = QStringLiteral("The file cannot be opened: %1.");
        f.argument = QStringLiteral("line 3");
        const std::shared_ptr<const RowSource> rows = findingRows({{f, {}}});
        const ChineseTexts chinese;
        QVERIFY(chinese.loaded);
        RowSourceModel model;
        model.setWhole(rows);
        const auto cell = [&](QStringView column) { return model.index(0, model.columnOf(column)); };
        QVERIFY(findingText(f) != f.text() && placeText(f.place) != f.place.text());
        QCOMPARE(cell(u"message").data().toString(), findingText(f));
        QVERIFY(cell(u"message").data(Qt::ToolTipRole).toString().contains(findingText(f)));
        QCOMPARE(cell(u"place").data().toString(), placeText(f.place));
        QCOMPARE(cell(u"file").data().toString(), f.file);
        QVERIFY(cell(u"severity").data().toString() != QStringLiteral("error"));
        // The filter takes the text that is shown; files and the command line have the English one.
        RowQuery query;
        query.columns = shownColumns(*rows);
        query.text = placeText(f.place);
        QCOMPARE(orderedRows(*rows, query).rows.size(), size_t{1});
        query.text = QStringLiteral("opened");
        QVERIFY(orderedRows(*rows, query).rows.empty());
        const auto written = [&](QStringView column) {
            const std::string_view text = rows->text(0, rows->columnOf(column));
            return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        };
        QCOMPARE(written(u"message"), f.text());
        QCOMPARE(written(u"place"), f.place.text());
        QCOMPARE(written(u"severity"), QStringLiteral("error"));
        const JoinedRows joined({rows, rows});
        QCOMPARE(joined.wording(joined.textId(1, joined.columnOf(u"place"))).place, f.place);
    }

    void everySentenceOfTheEngineIsMarked()
    {
        static const QRegularExpression marked(QStringLiteral("\\b(?:tr\\(|RS_(?:MESSAGE|NOOP)\\(|QT_TRANSLATE_NOOP\\("
                                                              "\\s*\"Tables\",)(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")+"));
        QStringList missing;
        for (QString source : sources({"importers", "models/core", "models/analysis"}))
            missing += literals(source.remove(marked));
        missing.removeIf([](const QString &text) { return !isSentence(text); });
        QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("wrap in RS_MESSAGE():\n") + missing.join(u'\n')));
    }

    void chineseSentencesHaveChineseCommas()
    {
        static const QRegularExpression wrong(
            QStringLiteral("<(?:translation|numerusform)>[^<]*(?:[\\x{4e00}-\\x{9fff}],|,[\\x{4e00}-\\x{9fff}])[^<]*"));
        QStringList found;
        for (auto it = wrong.globalMatch(chineseFile()); it.hasNext();)
            found.append(it.next().captured());
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // Names of files, columns and tables are written together with other letters, digits or dots.
    void chineseSentencesNameBothSidesInChinese()
    {
        static const QRegularExpression wrong(
            QStringLiteral("<(?:translation|numerusform)>[^<]*(?<![A-Za-z0-9_./-])(?:[Hh]ost|[Dd]evice)s?"
                           "(?![A-Za-z0-9_.])[^<]*"));
        QStringList found;
        for (auto it = wrong.globalMatch(chineseFile()); it.hasNext();)
            found.append(it.next().captured());
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // ";;" stands between the filters of a file dialog, which knows no other sign.
    void filtersOfFilesStayApart()
    {
        static const QRegularExpression message(
            QStringLiteral("<source>([^<]*;;[^<]*)</source>\\s*(?:<[a-z]*comment>[^<]*</[a-z]*comment>\\s*)*"
                           "<translation>([^<]*)</translation>"));
        const QString all = chineseFile().replace(QStringLiteral("&quot;"), QStringLiteral("\""));
        int seen = 0;
        for (auto it = message.globalMatch(all); it.hasNext(); ++seen) {
            const QRegularExpressionMatch m = it.next();
            const QStringList source = m.captured(1).split(QStringLiteral(";;"));
            const QStringList filters = m.captured(2).split(QStringLiteral(";;"));
            QCOMPARE(filters.size(), source.size());
            for (qsizetype i = 0; i < filters.size(); ++i)
                QCOMPARE(filters[i].section(u'(', 1), source[i].section(u'(', 1));
        }
        QVERIFY(seen > 0);
    }

    void sentencesOfFilesAreTranslatedWithTheirArguments()
    {
        const auto filled = [](const QString &text) { return Phrase(text, {QStringLiteral("a_%1_%2_b")}); };
        const QSet<QString> messages = markedMessages();
        QCOMPARE(phraseText({}), QString());
        QCOMPARE(phraseText(QStringLiteral("no sentence of ours")), QStringLiteral("no sentence of ours"));
        for (const QString &m : messages)
            QCOMPARE(phraseText(filled(m)), filled(m).english());
        QCOMPARE(filled(QStringLiteral("%1 is used.")).english(), QStringLiteral("a_%1_%2_b is used."));
        // Whatever stands in the argument, the sentence is told by its literal alone.
        const Phrase another(QStringLiteral("%1 is used."), {QStringLiteral("An older export; 1.csv")});
        const ChineseTexts chinese;
        QVERIFY(chinese.loaded);
        QCOMPARE(phraseText(another), QStringLiteral("已使用 An older export; 1.csv。"));
        for (const QString &m : messages) {
            const QString text = phraseText(filled(m));
            QVERIFY2(text != filled(m).english(), qPrintable(m));
            QCOMPARE(text.count(QStringLiteral("a_%1_%2_b")), m.count(QStringLiteral("%1")));
        }
    }

    // Texts of discovery come from literals too: one that is put together anew would stay English.
    void everyReasonOfAFileIsMarked()
    {
        QTemporaryDir folder;
        const auto write = [&](const QString &name, const QByteArray &text) {
            const QFileInfo info(folder.filePath(name));
            QVERIFY(QDir().mkpath(info.path()));
            QFile file(info.filePath());
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        const QByteArray trace = R"([{"name":"a","ph":"X","ts":"1.5","dur":2,"pid":1,"tid":1}])";
        const QString rank = QStringLiteral("run/rank0_ascend_pt/");
        const QString output = rank + QStringLiteral("ASCEND_PROFILER_OUTPUT/");
        for (const char *const name :
             {"trace_view.json", "other.json", "data.db", "kernel_details.csv.gz", "notes.txt"})
            write(output + QLatin1String(name), trace);
        for (const char *const name : {"op_statistic_20250101000000.csv", "op_statistic_20250102000000.csv"})
            write(output + QLatin1String(name), "OP Type,Core Type,Count\nAdd,AI_CORE,1\n");
        write(rank + QStringLiteral("PROF_1/mindstudio_profiler_output/op_statistic_20250101000000.csv"),
              "OP Type,Core Type,Count\nAdd,AI_CORE,1\n");
        write(rank + QStringLiteral("FRAMEWORK/torch.op_range"), "x");
        write(rank + QStringLiteral("logs/a.log"), "x");
        write(rank + QStringLiteral("odd/a"), "x");
        write(rank + QStringLiteral("profiler_info_0.json"), "{}");
        for (const char *const name : {"cluster_step_trace_time.csv", "kernel_details.csv", "odd.txt"})
            write(QStringLiteral("run/cluster_analysis_output/") + QLatin1String(name), "Step,Type,Index,Computing\n");
        ImportReport report;
        const std::vector<Run> runs = discover({folder.filePath(QStringLiteral("run"))}, JobContext(), report);
        const QSet<QString> known = markedMessages();
        QSet<QString> said;
        bool withArguments = false;
        const auto check = [&](const std::vector<FileEntry> &files) {
            for (const FileEntry &f : files) {
                if (f.why.isEmpty())
                    continue;
                QVERIFY2(known.contains(f.why.literal), qPrintable(f.why.literal));
                said.insert(f.why.literal);
                withArguments = withArguments || !f.why.arguments.isEmpty();
            }
        };
        for (const Run &run : runs) {
            check(run.cluster.files);
            for (const RankInfo &info : run.infos)
                check(info.files);
        }
        QVERIFY2(said.size() >= 8, qPrintable(QStringList(said.begin(), said.end()).join(u'\n')));
        QVERIFY(withArguments);
    }

    void translatesPlacesAndLeavesNamesAlone_data()
    {
        QTest::addColumn<Place>("place");
        QTest::addColumn<QString>("english");
        QTest::addColumn<QString>("chinese");
        const auto row = [](const Place &place, const char *english, const char *chinese) {
            QTest::newRow(english) << place << QString::fromUtf8(english) << QString::fromUtf8(chinese);
        };
        using K = Place::Kind;
        const auto text = [](const char *t) { return QString::fromUtf8(t); };
        row({}, "", "");
        row(Place::rank(text("5")), "rank 5", "卡 5");
        row(Place::rank(text("a_%1, b")), "rank a_%1, b", "卡 a_%1, b");
        row(Place::byte(17), "byte 17", "第 17 字节");
        row(Place::line(3), "line 3", "第 3 行");
        row(Place::row(4), "row 4", "数据第 4 行");
        row(Place::key(text("rank_id")), "key rank_id", "键 rank_id");
        row(Place::line(3).with(K::Row, text("2")).with(K::Column, text("Step Id")), "line 3, row 2, column Step Id",
            "第 3 行，数据第 2 行，列 Step Id");
        row(Place::step(text("2")).with(K::Rank, text("5")), "step 2, rank 5", "迭代 2，卡 5");
        row(Place::step({}).with(K::Rank, text("5")).with(K::Column, text("Free")), "step none, rank 5, column Free",
            "迭代 无，卡 5，列 Free");
        row(Place::step(text("1")).with(text("hcom_send__1_0_1")), "step 1, hcom_send__1_0_1",
            "迭代 1，hcom_send__1_0_1");
        // A name that reads like a place is a name.
        row(Place::name(text("line 3")), "line 3", "line 3");
    }

    void translatesPlacesAndLeavesNamesAlone()
    {
        QFETCH(const Place, place);
        QFETCH(const QString, english);
        QFETCH(const QString, chinese);
        QCOMPARE(place.text(), english);
        QCOMPARE(placeText(place), english);
        const ChineseTexts texts;
        QVERIFY(texts.loaded);
        QCOMPARE(placeText(place), chinese);
    }
};

RS_TEST(TestFindingTexts, QCoreApplication);
#include "tst_findingtexts.moc"
