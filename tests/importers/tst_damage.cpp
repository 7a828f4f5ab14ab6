// SPDX-License-Identifier: Apache-2.0
// A damaged file is told: what is read of it has other findings than the whole file, or the same numbers.
#include "generator/generator.h"
#include "importers/foundruns.h"
#include "importers/run/runloader.h"
#include "support/samerank.h"
#include "support/testprogram.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

struct Damage
{
    QString name;
    QByteArray text;
};

const QByteArrayList Nonsense{"null", "-1", "1e300", "fast"};

void cutAt(const QByteArray &text, int places, std::vector<Damage> &out)
{
    for (int i = 0; i < places; ++i) {
        const qsizetype cut = text.size() * i / places;
        // A text that ends with a line end is a whole file with fewer rows: nothing in it says otherwise.
        if (cut == 0 || text[cut - 1] != '\n')
            out.push_back({QStringLiteral("cut at byte %1").arg(cut), text.left(cut)});
    }
    for (qsizetype left = 1; left <= 6; ++left)
        out.push_back({QStringLiteral("cut %1 bytes before the end").arg(left), text.chopped(left)});
}

bool isNumber(const QByteArray &cell)
{
    bool ok = false;
    cell.trimmed().toDouble(&ok);
    return ok;
}

std::vector<Damage> damagesOfCsv(const QByteArray &text)
{
    std::vector<Damage> out;
    cutAt(text, 15, out);
    QByteArrayList lines = text.split('\n');
    const auto joined = [](const QByteArrayList &l) { return l.join('\n'); };
    const int rows = static_cast<int>(lines.size()) - 1;
    // The order of the rows says nothing; the header is none of them.
    for (const auto &[a, b] : {std::pair(0, 1), std::pair(0, rows - 1)}) {
        QByteArrayList swapped = lines;
        swapped.swapItemsAt(a, b);
        out.push_back({QStringLiteral("lines %1 and %2 swapped").arg(a).arg(b), joined(swapped)});
    }
    QByteArrayList header = lines[0].trimmed().split(',');
    const auto withHeader = [&](const QString &name, const QByteArrayList &cells) {
        QByteArrayList other = lines;
        other[0] = cells.join(',');
        out.push_back({name, joined(other)});
    };
    withHeader(QStringLiteral("header shifted left"), header.mid(1) + header.mid(0, 1));
    withHeader(QStringLiteral("header shifted right"),
               header.mid(header.size() - 1) + header.mid(0, header.size() - 1));
    withHeader(QStringLiteral("header without its first cell"), header.mid(1));
    withHeader(QStringLiteral("header without its last cell"), header.mid(0, header.size() - 1));
    // Texts are names: any is one. Everything else in the first and a later row is replaced in turn.
    for (const int row : {1, rows - 1}) {
        const QByteArrayList cells = lines[row].split(',');
        if (cells.size() != header.size())
            continue; // commas in quotes
        for (int c = 0; c < cells.size(); ++c) {
            if (!isNumber(cells[c]))
                continue;
            for (const QByteArray &value : Nonsense) {
                // MindSpore takes bubbles off and goes below 0.
                if (value == "-1" && header[c].endsWith("Exclude Receive)"))
                    continue;
                QByteArrayList broken = cells;
                broken[c] = value;
                QByteArrayList other = lines;
                other[row] = broken.join(',');
                out.push_back({QStringLiteral("row %1, %2 is %3")
                                   .arg(row)
                                   .arg(QString::fromUtf8(header[c]), QString::fromUtf8(value)),
                               joined(other)});
            }
        }
    }
    return out;
}

std::vector<Damage> damagesOfJson(const QByteArray &text)
{
    std::vector<Damage> out;
    cutAt(text.trimmed(), 15, out);
    static const QRegularExpression number(QStringLiteral(R"((?<=[:\[,]) *(-?[0-9.]+(?:e[+-]?[0-9]+)?)(?=[,\]}\s]))"));
    auto found = number.globalMatch(QString::fromLatin1(text));
    std::vector<std::pair<qsizetype, qsizetype>> places;
    while (found.hasNext()) {
        const auto m = found.next();
        places.emplace_back(m.capturedStart(1), m.capturedLength(1));
    }
    const size_t step = std::max<size_t>(1, places.size() / 10);
    for (size_t i = 0; i < places.size(); i += step) {
        for (const QByteArray &value : Nonsense) {
            QByteArray broken = text;
            broken.replace(places[i].first, places[i].second, value == "fast" ? QByteArray("\"fast\"") : value);
            out.push_back(
                {QStringLiteral("number at byte %1 is %2").arg(places[i].first).arg(QString::fromUtf8(value)), broken});
        }
    }
    return out;
}

QStringList textsOf(const ImportReport &report)
{
    QStringList out;
    for (const Finding &f : report.findings())
        out << f.file + u'|' + f.place.text() + u'|' + f.code + u'|' + f.argument + u'|' + QString::number(f.count);
    out.sort();
    return out;
}

} // namespace

class TestDamage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        gen::GeneratorOptions options;
        options.outDir = m_dir.filePath(QStringLiteral("run"));
        options.ranks = 2;
        options.steps = 2;
        options.mbPerRank = 0.1;
        QCOMPARE(gen::completeOptions(options), QString());
        const auto result = gen::generate(options);
        QVERIFY2(result.ok, qPrintable(result.error));
        auto runs = runsIn({options.outDir});
        QCOMPARE(runs.size(), size_t(1));
        m_run = std::move(runs.front());
    }

    void damageIsTold_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *const kind : {"kernel_details", "op_statistic", "api_statistic", "step_trace_time",
                                       "communication", "communication_matrix", "profiler_info", "profiler_metadata"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

    void damageIsTold()
    {
        QFETCH(QString, kind);
        ThreadPool pool(2);
        const auto &files = m_run.infos[0].files;
        const auto file = std::find_if(files.begin(), files.end(), [&](const FileEntry &f) { return f.kind == kind; });
        QVERIFY(file != files.end() && file->used);
        QFile whole(file->path);
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray text = whole.readAll();
        whole.close();
        const auto write = [&](const QByteArray &bytes) {
            QFile f(file->path);
            if (!f.open(QIODevice::WriteOnly) || f.write(bytes) != bytes.size())
                qFatal("cannot write");
        };
        const auto load = [&] { return loadRank(m_run, 0, pool, JobContext()); };
        const auto before = load();
        const QStringList expected = textsOf(before->report);
        const auto damages = file->path.endsWith(QLatin1String(".csv")) ? damagesOfCsv(text) : damagesOfJson(text);
        QVERIFY(damages.size() > 40);
        QStringList silent;
        for (const Damage &d : damages) {
            write(d.text);
            const auto after = load();
            QStringList differences = rs::test::RankDifference(*before, *after).text().split(u' ', Qt::SkipEmptyParts);
            differences.removeAll(QStringLiteral("findings"));
            // Options of the profiler are shown as the file writes them.
            if (kind == QLatin1String("profiler_info"))
                differences.removeAll(QStringLiteral("settings"));
            if (!differences.isEmpty() && textsOf(after->report) == expected)
                silent << d.name + QStringLiteral(" (") + differences.join(u' ') + u')';
        }
        write(text);
        QVERIFY2(silent.isEmpty(), qPrintable(QString::number(silent.size()) + QStringLiteral(" of ") +
                                              QString::number(damages.size()) + u' ' + silent.mid(0, 25).join(u'\n')));
    }

private:
    QTemporaryDir m_dir;
    Run m_run;
};

RS_TEST(TestDamage, QCoreApplication);
#include "tst_damage.moc"
