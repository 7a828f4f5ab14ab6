// SPDX-License-Identifier: Apache-2.0
#include "kerneltraceranks.h"
#include "support/testprogram.h"
#include "viewfixture.h"

#include "items/rowsourcemodel.h"
#include "views/browse/searchview.h"
#include "views/browse/slicesearch.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

using namespace rs;

namespace {

std::shared_ptr<const RankData> sample()
{
    test::TinyRank tiny;
    for (int i = 0; i < 5; ++i)
        tiny.kernel("Add", 1000 + i * 1000, 100);
    tiny.host("Add", 1500, 50);
    tiny.host("other", 3500, 50);
    return tiny.finish();
}

LaneId laneOf(const RankData &rank, std::string_view name)
{
    return rank.trace->laneOf(test::sliceNamed(*rank.trace, name));
}

/// The args of every slice hold its start; those of the slice at 3500 cannot be read.
ArgLines argsOf(const Trace &trace, SliceId slice)
{
    const qint64 start = trace.slices().start(slice);
    if (start == 3500)
        return {{}, QStringLiteral("gone")};
    return {{{QStringLiteral("at"), QString::number(start), 0}}, {}};
}

SearchQuery plain(const char *text, bool args = false)
{
    SearchQuery q;
    q.text = QString::fromLatin1(text);
    q.args = args;
    return q;
}

} // namespace

class TestSearchRegion : public QObject
{
    Q_OBJECT
private slots:
    void lanesAndWindow()
    {
        const auto rank = sample();
        const SearchRank all{{0, 0}, QStringLiteral("rank 0"), rank};
        QCOMPARE(searchSlices({all}, plain("add"), JobContext()).hits.size(), size_t{6});
        SearchRank part = all;
        part.window = Interval{1100, 3050}; // the first ends where it begins
        QCOMPARE(searchSlices({part}, plain("add"), JobContext()).hits.size(), size_t{3});
        part.lanes = {laneOf(*rank, "other")};
        const SearchHits hits = searchSlices({part}, plain("add"), JobContext());
        QCOMPARE(hits.hits.size(), size_t{1});
        // Other slices of that name are no hits, so the names alone would show too many.
        const auto exact = hits.highlight->slices.find({0, 0});
        QVERIFY(exact != hits.highlight->slices.end());
        QCOMPARE(*exact->second, std::vector<quint32>{raw(hits.hits[0].slice)});
    }

    void argsAreReadWhenAsked()
    {
        const SearchRank rank{{0, 0}, QStringLiteral("rank 0"), sample()};
        QVERIFY(searchSlices({rank}, plain("3000"), JobContext(), argsOf).hits.empty());
        const SearchHits hits = searchSlices({rank}, plain("3000", true), JobContext(), argsOf);
        QCOMPARE(hits.hits.size(), size_t{1});
        QCOMPARE(rank.data->trace->slices().start(hits.hits[0].slice), 3000);
        QCOMPARE(hits.unreadable, 1);
        QVERIFY(searchSlices({rank}, plain("3000", true), JobContext()).hits.empty());
        const JobContext job;
        job.cancel();
        QVERIFY(!searchSlices({rank}, plain("3000", true), job, argsOf).complete);
    }

    void anExpressionThatGivesUpIsTold()
    {
        const SearchRank rank{{0, 0}, QStringLiteral("rank 0"), sample()};
        SearchQuery nested = plain("^(a+)+$", true);
        nested.regularExpression = true;
        const auto args = [](const Trace &, SliceId) {
            return ArgLines{{{QStringLiteral("at"), QString(60, u'a') + u'!', 0}}, {}};
        };
        const SearchHits hits = searchSlices({rank}, nested, JobContext(), args);
        QVERIFY(hits.complete && hits.hits.empty());
        QVERIFY2(hits.gaveUp.english().contains(nested.text), qPrintable(hits.gaveUp.english()));
    }

    void textOfEventsIsSearchedAsItsMeaning_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("flags"); // 1 case, 2 whole word, 4 regular expression
        QTest::addColumn<int>("hits");  // of the seven events below
        QTest::newRow("plain") << QStringLiteral("model.py") << 0 << 2;
        QTest::newRow("case") << QStringLiteral("Model.py") << 1 << 1;
        QTest::newRow("whole word") << QStringLiteral("mode") << 2 << 0;
        QTest::newRow("expression") << QStringLiteral("m.del\\.py") << 4 << 2;
        QTest::newRow("behind an escape") << QStringLiteral("next.py") << 0 << 1;
        QTest::newRow("an escape is no letter") << QStringLiteral("nnext") << 0 << 0;
        QTest::newRow("an escaped character") << QStringLiteral("卡") << 0 << 2;
        QTest::newRow("letters by number") << QStringLiteral("abc") << 0 << 1;
        QTest::newRow("a slash may be escaped") << QStringLiteral("a/b") << 0 << 1;
        QTest::newRow("other letters of a kind") << QStringLiteral("kelvin") << 0 << 1;
        QTest::newRow("not of the event's own fields") << QStringLiteral("\"ts\"") << 0 << 0;
        QTest::newRow("nothing") << QStringLiteral("nowhere") << 0 << 0;
    }

    void textOfEventsIsSearchedAsItsMeaning()
    {
        QFETCH(QString, text);
        QFETCH(int, flags);
        const std::vector<std::pair<QByteArray, QString>> events{
            {R"({"args":{"f":"model.py"}})", QStringLiteral("model.py")},
            {R"({"ts":1,"args":{"f":"my Model.py\nnext.py"}})", QStringLiteral("my Model.py\nnext.py")},
            {R"({"args":{"f":"\u5361 \u0061bc"}})", QStringLiteral("卡 abc")},
            {"{\"args\":{\"f\":\"卡\"}}", QStringLiteral("卡")},
            {R"({"args":{"f":"a\/b"}})", QStringLiteral("a/b")},
            {"{\"args\":{\"f\":\"\xe2\x84\xaa"
             "elvin\"}}",
             QStringLiteral("\u212aelvin")},
            {R"({"args":{"f":"x"}})", QStringLiteral("x")}};
        const SearchRank rank{{0, 0}, QStringLiteral("rank 0"), sample()}; // seven slices
        EventAccess access;
        access.read = [&](const Trace &, const std::vector<SliceId> &wanted, ThreadPool &, const JobContext &job,
                          const EventAccess::Visit &visit) {
            QByteArray all;
            EventBlock block;
            for (const SliceId s : wanted) {
                const QByteArray &event = events[raw(s)].first;
                block.events.push_back({s, static_cast<size_t>(all.size()), static_cast<size_t>(event.size())});
                all += event + ",\n";
            }
            block.text = {all.constData(), static_cast<size_t>(all.size())};
            visit(block);
            job.addDone(static_cast<qint64>(wanted.size()));
            return qint64{3};
        };
        access.parse = [&](std::string_view whole) {
            for (const auto &[event, value] : events) {
                if (event == QByteArray(whole.data(), static_cast<qsizetype>(whole.size())))
                    return ArgLines{{{QStringLiteral("f"), value, 0}}, {}};
            }
            return ArgLines{{}, QStringLiteral("cut wrongly")};
        };
        SearchQuery query;
        query.text = text;
        query.caseSensitive = flags & 1;
        query.wholeWord = flags & 2;
        query.regularExpression = flags & 4;
        query.args = true;
        ThreadPool pool(2);
        const JobContext job;
        const SearchHits hits = searchSlices({rank}, query, job, access, pool);
        QVERIFY(hits.complete);
        QTEST(static_cast<int>(hits.hits.size()), "hits");
        QCOMPARE(hits.unreadable, 3);
        QCOMPARE(job.done(), job.total());
    }

    void theBoxLocksTheSearch()
    {
        test::ViewFixture f;
        const auto rank = sample();
        f.runs.addRun(test::makeRun({rank}));
        SearchView v(f.context());
        v.resize(1000, 300);
        v.show();
        const int before = v.where()->count();
        f.state.setBox({{900, 2500}, 0, {{{0, 0}, laneOf(*rank, "other"), 0}}});
        QCOMPARE(v.where()->count(), before + 1);
        v.where()->setCurrentIndex(2);
        emit v.where()->activated(2);
        v.search(QStringLiteral("Add"));
        QTRY_VERIFY(v.isComplete());
        QCOMPARE(v.model()->rowCount(), 1);
        f.state.setBox({{900, 1200}, 0, {{{0, 0}, laneOf(*rank, "other"), 0}}});
        QTRY_VERIFY(v.isComplete());
        QCOMPARE(v.model()->rowCount(), 0);
        // Without a box the whole is searched again.
        f.state.setBox({});
        QTRY_VERIFY(v.isComplete());
        QCOMPARE(v.model()->rowCount(), 6);
        f.state.setTimeSelection({4900, 5100});
        QCOMPARE(v.where()->count(), before + 1);
        v.where()->setCurrentIndex(2);
        emit v.where()->activated(2);
        QTRY_VERIFY(v.isComplete());
        QCOMPARE(v.model()->rowCount(), 1);
        // The same slice where the timeline has moved the rank to; its stamp stays.
        const auto start = [&v] { return v.model()->columnOf(u"start"); };
        const auto header = [&] { return v.model()->headerData(start(), Qt::Horizontal).toString(); };
        const QString plain = header();
        const QString shown = v.model()->index(0, start()).data().toString();
        TimeOffsets offsets;
        offsets.setRank({0, 0}, 700);
        f.state.setOffsets(offsets);
        QTRY_VERIFY(header() != plain && header().contains(QStringLiteral("files' clock")));
        f.state.setTimeSelection({4200, 4400});
        v.search(QStringLiteral("Add"));
        QTRY_VERIFY(v.isComplete());
        QCOMPARE(v.model()->rowCount(), 1);
        QCOMPARE(v.model()->index(0, start()).data().toString(), shown);
        f.state.setOffsets({});
        QTRY_COMPARE(header(), plain);
    }

    void theOrdinalGoesThere()
    {
        test::ViewFixture f;
        const auto rank = sample();
        f.runs.addRun(test::makeRun({rank}));
        SearchView v(f.context());
        v.show();
        v.search(QStringLiteral("Add"));
        QTRY_COMPARE(v.countText(), QStringLiteral("1 of 6"));
        QCOMPARE(v.ordinal()->maximum(), 6);
        v.ordinal()->setFocus();
        v.ordinal()->selectAll();
        QTest::keyClicks(v.ordinal(), QStringLiteral("4"));
        QTest::keyClick(v.ordinal(), Qt::Key_Return);
        QCOMPARE(v.countText(), QStringLiteral("4 of 6"));
        QCOMPARE(rank->trace->slices().start(f.state.selection().slice), 3000);
        v.next();
        QCOMPARE(v.ordinal()->value(), 5);
    }

    void escapeLeavesTheFieldAndKeepsTheSearch()
    {
        test::ViewFixture f;
        f.runs.addRun(test::makeRun({sample()}));
        SearchView v(f.context());
        v.show();
        v.search(QStringLiteral("Add"));
        QTRY_COMPARE(v.countText(), QStringLiteral("1 of 6"));
        QLineEdit *const field = v.field();
        QVERIFY(field);
        v.activateWindow();
        field->setFocus();
        QTRY_VERIFY(field->hasFocus());
        QVERIFY(f.state.highlight());
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!f.state.highlight()); // nothing steps back any more
        QVERIFY(!field->hasFocus());
        QVERIFY(v.focusWidget());
        QTest::keyClick(v.focusWidget(), Qt::Key_W);
        QCOMPARE(field->text(), QStringLiteral("Add"));
        QCOMPARE(v.countText(), QStringLiteral("1 of 6"));
        v.search(QStringLiteral("no such slice"));
        QTRY_COMPARE(v.model()->rowCount(), 0);
        QVERIFY(v.isComplete() && !f.state.highlight());
    }

    void aSharedKernelTraceIsSearchedOnce()
    {
        test::ViewFixture f;
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int i = 0; i < 3; ++i)
            ranks.push_back(
                test::rankWithKernelTrace(i, QStringLiteral("/run/ftrace_data.db"), QStringLiteral("alpha")));
        f.runs.addRun(test::makeRun(std::move(ranks)));
        SearchView v(f.context());
        v.resize(1000, 300);
        v.show();
        v.where()->setCurrentIndex(0); // all ranks
        emit v.where()->activated(0);
        v.search(QStringLiteral("Running"));
        QTRY_VERIFY(v.isComplete() && v.model()->rowCount() == 1);
        v.search(QStringLiteral("MatMul"));
        QTRY_VERIFY(v.isComplete() && v.model()->rowCount() == 3);
    }
};

RS_TEST(TestSearchRegion, QApplication);
#include "tst_searchregion.moc"
