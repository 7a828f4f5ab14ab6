// SPDX-License-Identifier: Apache-2.0
#include "viewfixture.h"

#include "views/search/searchmodel.h"
#include "views/search/searchview.h"
#include "views/search/slicesearch.h"

#include <QComboBox>
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
    void lanesAndWindow();
    void argsAreReadWhenAsked();
    void theBoxLocksTheSearch();
    void theOrdinalGoesThere();
};

void TestSearchRegion::lanesAndWindow()
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

void TestSearchRegion::argsAreReadWhenAsked()
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

void TestSearchRegion::theBoxLocksTheSearch()
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
    test::grab(v, QStringLiteral("search-region"));
}

void TestSearchRegion::theOrdinalGoesThere()
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

QTEST_MAIN(TestSearchRegion)
#include "tst_searchregion.moc"
