// SPDX-License-Identifier: Apache-2.0
// The load of experts as the user meets it: who has most, what the others wait for, and where a bar leads.
#include "analysis/diagnosedrun.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "views/parallel/expertspage.h"
#include "views/parallel/parallelview.h"
#include "views/page/rowjump.h"
#include "views/page/tablepage.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QJsonObject>
#include <QLabel>
#include <QSignalSpy>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 tokenNs = 100;

GroupInfo expertGroup(const std::vector<int> &ranks)
{
    GroupInfo g;
    g.hash = QString::number(11 + ranks.front());
    g.pgName = QStringLiteral("exp");
    g.globalRanks = ranks;
    return g;
}

CommOp alltoallv(const QString &step, const QString &hash, double mb)
{
    CommOp op;
    op.name = QStringLiteral("hcom_alltoallv__%1_0_1").arg(hash);
    op.step = step;
    op.groupHash = hash;
    TransportInfo hccs;
    hccs.transport = QStringLiteral("HCCS");
    hccs.sizeMb = mb;
    op.transports = {hccs};
    return op;
}

struct Expert
{
    std::vector<int> domain;
    std::vector<int> tokens; ///< tokens of each GroupedMatmul, which takes tokenNs for each of them
    std::vector<double> mb;  ///< that alltoallv moves, by step
    bool hasShapes = true;
};

std::shared_ptr<const RankData> expertOf(int number, const Expert &expert)
{
    TinyRank r(number);
    const GroupInfo group = expertGroup(expert.domain);
    r.data.groups.push_back(group);
    qint64 at = 0;
    for (const int tokens : expert.tokens) {
        const std::string name = "aclnnGroupedMatmul_" + std::to_string(at);
        r.kernel(name, at, tokens * tokenNs);
        r.kernelRow(name, "GroupedMatmul", "AI_CORE",
                    expert.hasShapes ? std::to_string(tokens) + ",128;8,128,64;8" : "", at, tokens * tokenNs);
        at += 100'000;
    }
    for (size_t s = 0; s < expert.mb.size(); ++s)
        r.commOps.push_back(alltoallv(QString::number(s + 1), group.hash, expert.mb[s]));
    return r.finish();
}

// Two domains. Of ranks 1 and 3 the latter has 300 of 400 tokens: the other one waits 200 times 100 ns, half of that on
// average. Of ranks 0 and 2 none waits.
Run twoDomains()
{
    return makeRun({expertOf(0, {{0, 2}, {120, 80}, {3, 4}}), expertOf(1, {{1, 3}, {60, 40}, {5, 6}}),
                    expertOf(2, {{0, 2}, {120, 80}, {3, 4}}), expertOf(3, {{1, 3}, {220, 80}, {9, 6}})});
}

struct ShownPage
{
    ViewFixture f;
    ExpertsPage page{f.context()};

    explicit ShownPage(Run run, const QSize &size = {1200, 700})
    {
        page.retranslate();
        page.resize(size);
        f.runs.addRun(std::move(run));
        page.invalidate();
        page.show();
    }
    [[nodiscard]] bool isReady()
    {
        return QTest::qWaitFor([this] { return page.isComplete() && !tokens().bars().empty(); });
    }
    [[nodiscard]] StackedBars &tokens() { return *page.bars(ExpertMeasure::Tokens); }
    [[nodiscard]] QString note()
    {
        QString longest;
        for (const QLabel *const label : page.frame()->findChildren<QLabel *>()) {
            if (label->text().size() > longest.size())
                longest = label->text();
        }
        return longest;
    }
    [[nodiscard]] QList<ExpertMeasure> visible() const
    {
        QList<ExpertMeasure> out;
        for (const ExpertMeasure of : {ExpertMeasure::Tokens, ExpertMeasure::Work, ExpertMeasure::Exchanged}) {
            if (!page.bars(of)->isHidden())
                out << of;
        }
        return out;
    }
};

QString tipOf(const StackedBars &bars, int bar)
{
    QStringList out;
    for (const auto &[name, value] : bars.tipLines(bar))
        out << name + u'=' + QString(value).replace(QChar(0x00A0), u' ');
    return out.join(u';');
}

QStringList labelsOf(const StackedBars &bars)
{
    QStringList out;
    for (const StackedBar &b : bars.bars())
        out << b.label;
    return out;
}

} // namespace

class TestExpertsPage : public QObject
{
    Q_OBJECT
private slots:
    void domainsStandSideBySideWithTheirMeans()
    {
        ShownPage p(twoDomains());
        QVERIFY(p.isReady());
        // The domain that costs most first.
        QCOMPARE(labelsOf(p.tokens()),
                 QStringList({QStringLiteral("1"), QStringLiteral("3"), QStringLiteral("0"), QStringLiteral("2")}));
        const std::vector<StackedBar> &bars = p.tokens().bars();
        QCOMPARE(bars[1].partsNs[0], 300);
        QCOMPARE(bars[1].peersNs, std::optional<qint64>(200));
        QCOMPARE(bars[2].peersNs, std::optional<qint64>(200));
        QVERIFY(!bars[0].outlier && bars[1].outlier && bars[1].marked && !bars[2].outlier && !bars[3].outlier);
        QVERIFY(!bars[0].begins && !bars[1].begins && bars[2].begins && !bars[3].begins);
        QCOMPARE(p.tokens().outlierLabels().size(), size_t(1));
        QCOMPARE(p.tokens().outlierLabels()[0].lines,
                 QStringList({QStringLiteral("+50.0") + QChar(0x00A0) + u'%', QStringLiteral("+100")}));
        const StackedBars &work = *p.page.bars(ExpertMeasure::Work);
        QCOMPARE(work.bars()[0].partsNs[0], 10'000);
        QCOMPARE(work.bars()[0].partsNs[1], 20'000); // up to the longest of each call
        QCOMPARE(work.bars()[1].partsNs[1], 0);
        QCOMPARE(p.page.bars(ExpertMeasure::Exchanged)->bars()[1].partsNs[0], 15'000'000);
        const QString tip = tipOf(p.tokens(), 1);
        for (const char *const part :
             {"Rank 3=", "Tokens=300", "vs. mean of the domain=1.50", "Ranks of the domain=1, 3",
              "Moved by alltoallv=15.000 MB", "Calls of GroupedMatmul=2", "Cost of the domain=10.000"})
            QVERIFY2(tip.contains(QLatin1String(part)), qPrintable(tip));
        QVERIFY2(!tip.contains(u'%'), qPrintable(tip)); // a bar of one part is all of itself
        const QString note = p.note();
        QVERIFY2(note.startsWith(QLatin1String("The experts of ranks 1, 3 are unevenly loaded: those of rank 3 work on "
                                               "1.50 times the mean of the tokens. For the longest of each "
                                               "GroupedMatmul a rank waits 0.01 ms on average")),
                 qPrintable(note));
        QTRY_VERIFY(p.page.table()->rows() && p.page.table()->rows()->rows() == 4);
        QCOMPARE(p.page.pictures().size(), size_t(1));
    }

    // The first of two calls is the longest.
    void aDoubleClickAndEnterLeadToTheLongestGroupedMatmul()
    {
        ShownPage p(twoDomains());
        QVERIFY(p.isReady());
        QSignalSpy revealed(&p.f.state, &ViewState::revealRequested);
        StackedBars &bars = p.tokens();
        QTest::mouseDClick(&bars, Qt::LeftButton, {}, bars.centerOf(1).toPoint());
        QTRY_COMPARE(revealed.count(), 1);
        QCOMPARE(revealed[0][0].value<RankRef>(), (RankRef{0, 3}));
        const SliceId longest = sliceNamed(*p.f.runs.rank({0, 3})->trace, "aclnnGroupedMatmul_0");
        QCOMPARE(revealed[0][1].value<SliceId>(), longest);
        QCOMPARE(p.f.state.selection().slice, longest);
        QTest::keyClick(&bars, Qt::Key_Return);
        QTRY_COMPARE(revealed.count(), 2);
    }

    void oneMeasureCanBeShownAlone()
    {
        ShownPage p(twoDomains());
        QVERIFY(p.isReady());
        using Measures = QList<ExpertMeasure>;
        const Measures all{ExpertMeasure::Tokens, ExpertMeasure::Work, ExpertMeasure::Exchanged};
        QCOMPARE(p.visible(), all);
        choose(p.page.measurePicker(), 2);
        QCOMPARE(p.visible(), Measures{ExpertMeasure::Work});
        const QJsonObject kept = p.page.saveState();
        p.page.restoreState({});
        QTRY_COMPARE(p.visible(), all);
        p.page.restoreState(kept);
        QTRY_COMPARE(p.visible(), Measures{ExpertMeasure::Work});
    }

    // Two ranks whose experts have 10 and 30 tokens in each step: nobody is accused, and the rows that say so are
    // drawn.
    void aVerdictOnExpertsLeadsToThePicture()
    {
        const Run whole = runOf(even(2, 3));
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            const int tokens = r == 0 ? 1000 : 3000; // 0.1 and 0.3 ms each
            const auto own = expertOf(r, {{0, 1}, {tokens, tokens, tokens}, {}});
            auto joined = std::make_shared<RankData>(*whole.ranks[static_cast<size_t>(r)]);
            joined->kernels = own->kernels;
            joined->groups.push_back(own->groups.front());
            ranks.push_back(joined);
        }
        ViewFixture f;
        const int run = f.runs.addRun(makeRun(std::move(ranks)));
        TableQuery query;
        query.run = f.runs.run(run);
        const auto rows = f.tables.find(u"diagnosis")->make(query, JobContext());
        QVERIFY(rows);
        quint32 row = 0;
        const auto isOnExperts = [&](quint32 r) {
            const Verdict *const v = verdictOf(*rows, r);
            return v && v->target == LookTarget::None && !v->evidence.empty() &&
                   v->evidence.front().table == QLatin1String("moe.load");
        };
        while (row < rows->rows() && !isOnExperts(row))
            ++row;
        QVERIFY(row < rows->rows());
        QSignalSpy asked(&f.state, &ViewState::viewRequested);
        RowJump jump(f.context());
        jump.go(*rows, row, {run, 0});
        QTRY_COMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("parallel/experts"));
        QCOMPARE(f.state.currentRank().index, 1);
    }
};

RS_TEST(TestExpertsPage, QApplication);
#include "tst_expertspage.moc"
