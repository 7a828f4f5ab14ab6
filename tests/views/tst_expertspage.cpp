// SPDX-License-Identifier: Apache-2.0
// The load of experts as the user meets it: who has most, what the others wait for, and where a bar leads.
#include "analysis/diagnosedrun.h"
#include "items/rowsourcemodel.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"
#include "views/parallel/expertspage.h"
#include "views/parallel/parallelview.h"
#include "views/page/rowjump.h"
#include "views/page/tablepage.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
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
    std::vector<int> tokens; ///< of each GroupedMatmul, which takes tokenNs for each of them
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
             {"Rank 3=", "Tokens=300", "By the mean of the domain=1.50", "Ranks of the domain=1, 3",
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
        grab(p.page, QStringLiteral("experts"));
    }

    void aBarLeadsToItsRank()
    {
        ShownPage p(twoDomains());
        QVERIFY(p.isReady());
        StackedBars &bars = p.tokens();
        QTest::mouseClick(&bars, Qt::LeftButton, {}, bars.centerOf(1).toPoint());
        QCOMPARE(p.f.state.currentRank().index, 3);
        for (const ExpertMeasure of : {ExpertMeasure::Tokens, ExpertMeasure::Work, ExpertMeasure::Exchanged})
            QCOMPARE(p.page.bars(of)->selected(), 1);
        QTest::keyClick(p.page.bars(ExpertMeasure::Work), Qt::Key_Right);
        QCOMPARE(p.f.state.currentRank().index, 0);
        QCOMPARE(bars.selected(), 2);
        p.f.state.setCurrentRank({0, 1});
        QCOMPARE(bars.selected(), 0);
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

    void theMenuLeadsToTheOperators()
    {
        ShownPage p(twoDomains());
        QVERIFY(p.isReady());
        QSignalSpy asked(&p.f.state, &ViewState::viewRequested);
        const StackedBars &bars = p.tokens();
        QMenu menu;
        emit p.page.frame()->menuRequested(&menu, bars.mapTo(p.page.frame()->content(), bars.centerOf(1).toPoint()));
        QVERIFY(menu.findChild<QAction *>(QStringLiteral("rankInTimeline")));
        auto *const operators = menu.findChild<QAction *>(QStringLiteral("expertInOperators"));
        QVERIFY(operators);
        operators->trigger();
        QTRY_COMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("operators/groups"));
        QCOMPARE(p.f.state.currentRank(), (RankRef{0, 3}));
        QCOMPARE(p.f.state.selection().slice, sliceNamed(*p.f.runs.rank({0, 3})->trace, "aclnnGroupedMatmul_0"));
        QMenu beside;
        emit p.page.frame()->menuRequested(&beside, {1, 1});
        QVERIFY(beside.isEmpty());
    }

    // A rank without a trace is shown all the same, and why it is no operator.
    void withoutATraceTheRankIsShown()
    {
        Run run = twoDomains();
        auto bare = std::make_shared<RankData>(*run.ranks[3]);
        bare->trace = nullptr;
        run.ranks[3] = bare;
        ShownPage p(std::move(run));
        QVERIFY(p.isReady());
        QSignalSpy told(&p.f.state, &ViewState::noticed);
        QSignalSpy shown(&p.f.state, &ViewState::rankRevealRequested);
        QTest::mouseDClick(&p.tokens(), Qt::LeftButton, {}, p.tokens().centerOf(1).toPoint());
        QTRY_COMPARE(shown.count(), 1);
        QCOMPARE(told.count(), 1);
        QVERIFY(told[0][0].toString().contains(QLatin1String("rank 3")));
    }

    void theStepOfAllViewsCounts()
    {
        ShownPage p(twoDomains());
        QVERIFY(p.isReady());
        const auto moved = [&p] { return p.page.bars(ExpertMeasure::Exchanged)->bars()[1].partsNs[0]; };
        QCOMPARE(moved(), 15'000'000);
        p.f.state.setStep(QStringLiteral("2"));
        QTRY_COMPARE(moved(), 6'000'000);
    }

    // Of a legend without lines the mark stands behind the parts.
    void theLegendTellsWhatTheMeanIsOf()
    {
        ShownPage p(twoDomains());
        QVERIFY(p.isReady());
        p.tokens().setFocus();
        QTest::keyClick(&p.tokens(), Qt::Key_Up);
        QVERIFY(p.tokens().accessibleDescription().contains(QLatin1String("Tokens is shown")));
        QVERIFY(!p.tokens().accessibleDescription().contains(QLatin1String("set of experts")));
        QTest::keyClick(&p.tokens(), Qt::Key_Right);
        QVERIFY(p.tokens().accessibleDescription().contains(QLatin1String("Mean of the domain is shown")));
        QVERIFY(p.tokens().accessibleDescription().contains(QLatin1String("set of experts")));
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

    // Where there is no room for all the first is shown, until there is room again.
    void aNarrowPageShowsOne()
    {
        ShownPage p(twoDomains(), {400, 600});
        QVERIFY(p.isReady());
        QTRY_COMPARE(p.visible(), QList<ExpertMeasure>{ExpertMeasure::Tokens});
        QCOMPARE(p.page.measurePicker()->value().toInt(), static_cast<int>(ExpertMeasure::Tokens));
        grab(p.page, QStringLiteral("experts-narrow"));
        p.page.resize(1200, 600);
        QTRY_COMPARE(p.visible().size(), 3);
        QCOMPARE(p.page.measurePicker()->value().toInt(), static_cast<int>(ExpertMeasure::None));
    }

    void whatIsNotKnownIsSaid()
    {
        ShownPage p(makeRun({expertOf(0, {{0, 1}, {10, 20}, {}, false}), expertOf(1, {{0, 1}, {30, 20}, {}, false})}));
        QVERIFY(p.isReady());
        QCOMPARE(p.visible(), QList<ExpertMeasure>{ExpertMeasure::Work});
        const QString note = p.note();
        for (const char *const part : {"GroupedMatmul of rank 1 take 1.25 times the mean", "Tokens are not known",
                                       "kernel_details.csv", "Level1", "What alltoallv moved is not known"})
            QVERIFY2(note.contains(QLatin1String(part)), qPrintable(note));
        QVERIFY(p.tokens().bars()[0].missing[0]);
    }

    void withoutExpertsTheFilesAreNamed()
    {
        ViewFixture f;
        ExpertsPage page(f.context());
        page.retranslate();
        f.runs.addRun(makeRun({fileRank(0), fileRank(1)}));
        page.invalidate();
        page.show();
        QTRY_VERIFY(page.isComplete() && page.emptyState()->isVisible());
        QCOMPARE(page.emptyState()->heading(), QStringLiteral("There are no experts to show"));
        for (const char *const part : {"GroupedMatmul", "communication.json", "Level0"})
            QVERIFY2(page.emptyState()->body().contains(QLatin1String(part)), qPrintable(page.emptyState()->body()));
        QVERIFY(page.pictures().empty());
    }

    // Several ranks share a pixel: the one that stands out is found there all the same.
    void aThousandRanks()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 1000; ++r) {
            const int first = r / 8 * 8;
            std::vector<int> domain;
            for (int i = first; i < first + 8; ++i)
                domain.push_back(i);
            ranks.push_back(expertOf(r, {domain, {r == 517 ? 900 : 100}, {}}));
        }
        ShownPage p(makeRun(std::move(ranks)));
        QVERIFY(p.isReady());
        QCOMPARE(p.tokens().bars().size(), size_t(1000));
        // Its domain costs most, so that it stands first.
        QCOMPARE(p.tokens().bars()[5].label, QStringLiteral("517"));
        const int found = p.tokens().barAt(p.tokens().centerOf(5));
        QCOMPARE(found, 5);
        QElapsedTimer clock;
        clock.start();
        (void)p.page.frame()->grab();
        qInfo("a frame of 1,000 ranks: %lld ms", clock.elapsed());
        grab(p.page, QStringLiteral("experts-1000"));
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

    void itIsAPageOfTheWorkspace()
    {
        ViewFixture f;
        ParallelView view(f.context());
        view.resize(1200, 700);
        f.runs.addRun(twoDomains());
        view.show();
        QVERIFY(view.pageNames().contains(QStringLiteral("experts")));
        view.showPage(QStringLiteral("experts"));
        QTRY_VERIFY(view.experts()->isVisible() && view.isComplete());
        QTRY_COMPARE(view.experts()->bars(ExpertMeasure::Tokens)->bars().size(), size_t(4));
    }
};

RS_TEST(TestExpertsPage, QApplication);
#include "tst_expertspage.moc"
