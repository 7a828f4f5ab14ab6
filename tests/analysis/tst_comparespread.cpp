// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/comparespread.h"
#include "analysis/compare/manycompare.h"
#include "analysis/compare/ordercompare.h"
#include "analysis/compare/overallmetrics.h"
#include "analysis/compare/slowdowncause.h"
#include "analysis/compare/stepconcentration.h"
#include "analysis/host/hostsums.h"
#include "analysis/time/sequencematch.h"
#include "analysis/time/stepwindows.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/kernelfixture.h"

#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <tuple>

using namespace rs;
using namespace rs::test;

Q_DECLARE_METATYPE(std::optional<double>)

namespace {

const QString shared = QStringLiteral(RANKSCOPE_SHARED_DATA);
const QString sheets = shared + QStringLiteral("/oracle/level2_compare_rank1_vs_rank0/");

// Rows of a sheet without quoted commas, but for its last cells.
std::vector<QStringList> sheet(const QString &name)
{
    QFile file(sheets + name);
    std::vector<QStringList> out;
    if (!file.open(QIODevice::ReadOnly))
        return out;
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines.mid(1))
        out.push_back(line.split(u','));
    return out;
}

bool near(double a, double b, double tolerance)
{
    if (std::abs(a - b) <= tolerance)
        return true;
    qWarning("%.9f is not %.9f", a, b);
    return false;
}

double us(qint64 ns)
{
    return static_cast<double>(ns) / 1e3;
}
double ms(qint64 ns)
{
    return static_cast<double>(ns) / 1e6;
}

// Steps of 1 ms with one MatMul each, of these lengths in microseconds, and an Add; 0: without it.
std::shared_ptr<const RankData> rankOfSteps(int rank, const std::vector<qint64> &matmul, qint64 addUs = 10)
{
    TinyRank r(rank);
    const auto kernel = [&r](std::string_view name, std::string_view type, qint64 start, qint64 duration) {
        r.kernel(name, start, duration);
        r.kernelRow(name, type, "AI_CORE", "2,3", start, duration);
    };
    for (size_t i = 0; i < matmul.size(); ++i) {
        const qint64 start = 1'000'000 * static_cast<qint64>(i + 1);
        r.step(static_cast<int>(i), start, 900'000);
        kernel("mm", "MatMul", start + 1'000, matmul[i] * 1'000);
        if (addUs > 0)
            kernel("add", "Add", start + 600'000, addUs * 1'000);
    }
    return r.finish();
}

// The difference in the row of a type.
RowSpread rowOf(const RankData &base, const RankData &other, const CompareQuery &query = {},
                const QString &type = QStringLiteral("MatMul"))
{
    const RankComparison c = compareRanks(base, other, query);
    const auto spread = compareSpread(base, other, query, c);
    const auto row = std::find_if(c.rows.begin(), c.rows.end(), [&](const CompareRow &r) { return r.type == type; });
    return row == c.rows.end() ? RowSpread() : spread[static_cast<size_t>(row - c.rows.begin())];
}

// "place in base place in other; " of each row, -1 where it has none.
QString placesOf(const OrderComparison &c)
{
    QString out;
    for (const OrderedRow &row : c.rows)
        out += QStringLiteral("%1 %2; ")
                   .arg(row.base == OrderedRow::none ? -1 : static_cast<int>(row.base))
                   .arg(row.other == OrderedRow::none ? -1 : static_cast<int>(row.other));
    return out;
}

QStringList numbersTo(int count)
{
    QStringList out;
    for (int i = 0; i < count; ++i)
        out << QString::number(i);
    return out;
}

} // namespace

class TestCompareSpread : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (!QDir(shared + QStringLiteral("/real")).exists())
            return;
        ThreadPool pool;
        ImportReport report;
        std::vector<Run> runs = discover({shared + QStringLiteral("/real/pytorch_text_level2")}, JobContext(), report);
        QCOMPARE(runs.size(), size_t(1));
        m_level2 = loadRun(std::move(runs.front()), pool, JobContext());
        QVERIFY(m_level2 && m_level2->ranks.size() == 2);
    }

    // 4 steps of 100 us against 3 of 120: 400 us in all against 360, and yet each step takes 20 us more.
    void capturesOfUnequalStepsAreComparedByTheStep()
    {
        const auto base = rankOfSteps(0, {100, 100, 100, 100});
        const auto other = rankOfSteps(1, {120, 120, 120});
        const SideSteps steps = sideSteps(*base, *other);
        QCOMPARE(steps, (SideSteps{4, 3}));
        QVERIFY(steps.arePerStep() && !(SideSteps{4, 4}).arePerStep() && !(SideSteps{0, 3}).arePerStep());
        QCOMPARE(sideSteps(*base, *other, false, true), (SideSteps{4, 1}));

        CompareQuery query;
        QCOMPARE(rowOf(*base, *other, query).state, CompareState::Shrunk); // by totals
        query.steps = steps;
        const RankComparison c = compareRanks(*base, *other, query);
        const CompareRow &row =
            *std::find_if(c.rows.begin(), c.rows.end(), [](const CompareRow &r) { return r.type == u"MatMul"; });
        QCOMPARE(cells(row.base.totalNs, row.baseComparedNs(), row.otherComparedNs(), row.differenceNs(), row.ratio()),
                 cells(400'000, 100'000, 120'000, 20'000, 1.2));
        const RowSpread mm = rowOf(*base, *other, query);
        QCOMPARE(cells(mm.state, mm.share), cells(CompareState::Grown, 1.0)); // the Add of each step takes as long
        QCOMPARE(rowOf(*base, *other, query, QStringLiteral("Add")).state, CompareState::Unchanged);
        const Phrase said = perStepPhrase(steps, QStringLiteral("rank 0"), QStringLiteral("rank 1"));
        QVERIFY(said.english().startsWith(QLatin1String("Steps compared: 4 of rank 0, 3 of rank 1.")));
        QVERIFY(perStepPhrase({3, 3}, {}, {}).isEmpty());

        // A mean that is no whole number, and a side that says nothing.
        CompareRow third;
        third.base.totalNs = 200;
        third.steps = {3, 2};
        QCOMPARE(third.baseComparedNs(), 67);
        query.steps = {4, 2};
        QVERIFY(rankSlowdownCause(*base, *rankOfSteps(1, {100, 100}), query).kind == SlowdownKind::None);
    }

    void stepsOfACaptureAreCounted()
    {
        QCOMPARE(stepCount(*rankOfSteps(0, {1, 2, 3})), 3);
        RankData rank;
        QCOMPARE(stepCount(rank), 0);
        for (const char *const step : {"7", "8", "7"})
            rank.stepTrace.emplace_back().step = QLatin1String(step);
        QCOMPARE(stepCount(rank), 2);
        rank.stepTrace.resize(1); // MindSpore calls everything one step
        QCOMPARE(stepCount(rank), 0);
        // One mark is left of a trace that was cut, and the file of the kernels is whole.
        RankData cut = *rankOfSteps(0, {1});
        std::vector<KernelTableRow> kernels(4);
        for (size_t i = 0; i < kernels.size(); ++i)
            kernels[i].cells = {i < 2 ? "1" : i == 2 ? "2" : "3", "mm", "MatMul", "AI_CORE", "", 0, 1, {}, {}};
        cut.kernels = kernelTable(kernels);
        QCOMPARE(stepCount(cut), 1);
        cut.report.add(
            {Severity::Loss, QStringLiteral("trace_view.json"), {}, QStringLiteral("trace.truncated"), {}, {}});
        QCOMPARE(stepCount(cut), 3);
    }

    // Base 100 101 102 103 104 us, other 10 us more each: medians 102 and 112; both MAD 1, so the noise of both is
    // 1.4826 x sqrt(2) us.
    void differencesAreHeldAgainstTheNoise()
    {
        const auto base = rankOfSteps(0, {100, 101, 102, 103, 104});
        const auto other = rankOfSteps(1, {110, 111, 112, 113, 114});
        const RankComparison c = compareRanks(*base, *other, {});
        QCOMPARE(compareSpread(*base, *other, {}, c).size(), size_t(2));
        const RowSpread mm = rowOf(*base, *other);
        // 0.95 x 4 = the 3.8th of 0..4
        QCOMPARE(cells(mm.base.medianNs, mm.base.p95Ns, mm.other.stepMedianNs, mm.state, mm.share),
                 cells(102'000, 103'800, 112'000, CompareState::Grown, 1.0));
        QVERIFY(near(*mm.other.stepNoiseNs, 1482.6, 1e-9));
        QVERIFY(near(*mm.significance, 10'000 / (1482.6 * std::sqrt(2.0)), 1e-9));
        const RowSpread add = rowOf(*base, *other, {}, QStringLiteral("Add"));
        QCOMPARE(cells(add.state, add.significance, add.share), cells(CompareState::Unchanged, 0.0, 0.0));
    }

    // 40 us of spread hide a difference of 20 us: 2 % of the total, and less than the noise.
    void noiseHidesDifferences()
    {
        const auto base = rankOfSteps(0, {60, 80, 100, 120, 140});
        const auto other = rankOfSteps(1, {62, 82, 102, 122, 142});
        const RowSpread mm = rowOf(*base, *other);
        QVERIFY(*mm.significance < leastSignificance);
        QCOMPARE(mm.state, CompareState::WithinNoise);
    }

    // 100 101 103: MAD 1, mean 101 1/3, standard deviation sqrt(4 2/3 / 2) = 1.5275, twice that 3.055. The other takes
    // 7 us more: 3.3 times the noise of the MADs, and yet three steps each do that by chance.
    void fewStepsAreNoisierThanTheyLook()
    {
        QVERIFY(near(carefulNoiseOf({100'000, 101'000, 103'000}), 3'055.05, 0.01));
        QVERIFY(near(carefulNoiseOf({100, 102, 104, 106}), 1.4826 * 2, 1e-9)); // deviation sqrt(20 / 3) = 2.58
        QVERIFY(near(carefulNoiseOf({100, 100, 100, 108}), 4, 1e-9));          // MAD 0, deviation sqrt(48 / 3)
        QCOMPARE(carefulNoiseOf({100, 100, 100, 100, 110}), 0.0);
        const auto rowOfSteps = [](const std::vector<qint64> &base, const std::vector<qint64> &other,
                                   qint64 addUs = 10) {
            return rowOf(*rankOfSteps(0, base, addUs), *rankOfSteps(1, other, addUs));
        };
        const RowSpread chance = rowOfSteps({100, 101, 103}, {107, 108, 110});
        QVERIFY(near(*chance.significance, 7 / (3.05505 * std::sqrt(2.0)), 1e-4));
        QCOMPARE(chance.state, CompareState::WithinNoise);
        QCOMPARE(rowOfSteps({100, 101, 103}, {120, 121, 123}).state, CompareState::Grown); // 20 us: 4.6 times
        // One step of four: 40 % longer may be chance, where all together takes 2.5 % longer; more than twice as long
        // is not.
        QCOMPARE(rowOfSteps({100, 101, 100, 101}, {100, 101, 140, 101}, 290).state, CompareState::WithinNoise);
        const RowSpread once = rowOfSteps({100, 101, 100, 101}, {100, 101, 240, 101});
        QCOMPARE(cells(once.state, once.steps), cells(CompareState::Grown, "2"));
    }

    // Base 100 101 102 103 104: median 102, MAD 1. Other 100 101 182 103 104: median 103, MAD 2. Beyond the medians the
    // other takes 79 us more in step 2 and 1 less in each other step; 1 of the 80 us is not in that step.
    void oneStepMayCarryTheDifference()
    {
        const auto base = rankOfSteps(0, {100, 101, 102, 103, 104});
        const auto other = rankOfSteps(1, {100, 101, 182, 103, 104});
        const QStringList names = numbersTo(5);
        const StepConcentration few = StepConcentrationFinder(names, names, {})
                                          .of({100'000, 101'000, 102'000, 103'000, 104'000},
                                              {100'000, 101'000, 182'000, 103'000, 104'000}, 80'000);
        QCOMPARE(few.steps, QStringList{QStringLiteral("2")});
        QVERIFY(near(few.share, 79.0 / 80, 1e-9));
        QVERIFY(near(few.restNs, 1'000, 1e-9));
        QVERIFY(near(few.significance, 79'000 / (1482.6 * std::sqrt(5.0)), 1e-9));

        const RowSpread grown = rowOf(*base, *other);
        QCOMPARE(grown.state, CompareState::Grown); // medians differ by less than the noise
        QCOMPARE(cells(grown.steps, *grown.significance), cells(few.steps, few.significance));
        const RowSpread shrunk = rowOf(*other, *base);
        QCOMPARE(cells(shrunk.state, shrunk.steps), cells(CompareState::Shrunk, few.steps));
        // Time that both take longer there is no difference.
        QCOMPARE(rowOf(*other, *rankOfSteps(1, {102, 103, 184, 105, 106})).steps, QStringList());
        // All steps take longer.
        QCOMPARE(rowOf(*base, *rankOfSteps(1, {130, 131, 132, 133, 134})).steps, QStringList());
        // Steps that differ that much anyway.
        const RowSpread noisy =
            rowOf(*rankOfSteps(0, {20, 60, 100, 140, 180}), *rankOfSteps(1, {20, 60, 180, 140, 180}), {});
        QCOMPARE(noisy.state, CompareState::WithinNoise);
        // One step has its own difference, against the noise of the others: 100 101 103 104 on both sides, MAD 1.5.
        CompareQuery step;
        step.baseWindow = step.otherWindow = Interval{3'000'000, 3'900'000};
        QCOMPARE(rowOf(*base, *other, step).steps, QStringList());
        const RowSpread slow = rowOf(*base, *other, step);
        QVERIFY(near(*slow.other.stepNoiseNs, 2'223.9, 0.01));
        QVERIFY(near(*slow.significance, 80'000 / (2'223.9 * std::sqrt(2.0)), 1e-6));
        QCOMPARE(slow.state, CompareState::Grown);
    }

    // The other does not take less anywhere but in its last step, whose rows may be cut away.
    void aStepThatIsCutShortIsNoSlowStepOfTheOther()
    {
        const auto base = rankOfSteps(0, {100, 100, 100, 100, 100});
        const SlowdownCause cut = rankSlowdownCause(*base, *rankOfSteps(1, {100, 100, 100, 100, 40}), {});
        QCOMPARE(cut.kind, SlowdownKind::Steps);
        QVERIFY(cut.ofBase && cut.isShort);
        QCOMPARE(cut.few, QStringList{QStringLiteral("4")});
        QVERIFY(slowdownCausePhrase(cut, QStringLiteral("rank 0"), QStringLiteral("rank 1"))
                    .english()
                    .startsWith(QLatin1String("rank 1 takes less time in step 4 than in its other steps")));
        const SlowdownCause slow = rankSlowdownCause(*base, *rankOfSteps(1, {100, 100, 100, 100, 160}), {});
        QCOMPARE(slow.kind, SlowdownKind::Steps);
        QVERIFY(!slow.ofBase && !slow.isShort);
    }

    // By a noise that holds it as well no step of four could stand out.
    void aSlowStepIsNotItsOwnNoise()
    {
        const auto rank = rankOfSteps(0, {100, 100, 190, 100, 100});
        CompareQuery steps{.baseWindow = Interval{2'000'000, 2'900'000}, .otherWindow = Interval{3'000'000, 3'900'000}};
        const RowSpread mm = rowOf(*rank, *rank, steps);
        QCOMPARE(mm.state, CompareState::Grown);
        QVERIFY(std::isinf(*mm.significance)); // three steps of 100 are left
        const auto four = rankOfSteps(0, {100, 100, 190, 100});
        const RowSpread few = rowOf(*four, *four, steps);
        QVERIFY(!few.significance); // two steps are left, which say nothing of their noise
        QCOMPARE(few.state, CompareState::TooFewSteps);
    }

    // The last one of three steps takes 1.6 times as long, with all that computes in it: the sentence above the rows
    // says so, and the row says the same.
    void rowsAndTheSentenceAgreeOnASlowStep()
    {
        const auto base = rankOfSteps(0, {100, 101, 102});
        const auto other = rankOfSteps(1, {100, 101, 163});
        const SlowdownCause sentence = rankSlowdownCause(*base, *other, {});
        QCOMPARE(cells(sentence.kind, sentence.few), cells(SlowdownKind::Steps, "2"));
        CompareQuery all{.kind = OperatorKind::All};
        for (const CompareQuery &query : {CompareQuery(), all}) {
            const RowSpread mm = rowOf(*base, *other, query);
            QCOMPARE(cells(mm.state, mm.steps), cells(CompareState::Grown, sentence.few));
        }
        const RowSpread mm = rowOf(*other, *base);
        QCOMPARE(mm.state, CompareState::Shrunk);
        // A row names a step only where the sentence does.
        const auto large = rankOfSteps(0, {100, 101, 102}, 290);
        const auto little = rankOfSteps(1, {100, 101, 130}, 290);
        QVERIFY(rankSlowdownCause(*large, *little, {}).kind == SlowdownKind::None);
        QCOMPARE(rowOf(*large, *little).state, CompareState::WithinNoise);
    }

    // 2 %, and three times as long: one step on each side cannot be told from noise.
    void oneStepOnEachSideTellsNothing()
    {
        const auto base = rankOfSteps(0, {100});
        for (const qint64 us : {98, 102, 300})
            QCOMPARE(rowOf(*base, *rankOfSteps(1, {us})).state, CompareState::TooFewSteps);
        QCOMPARE(rowOf(*base, *rankOfSteps(1, {100})).state, CompareState::Unchanged);
        QCOMPARE(rowOf(*base, *rankOfSteps(1, {100}, 0), {}, QStringLiteral("Add")).state, CompareState::OnlyBase);
    }

    void fewerThanHalfOfTheStepsAreFew()
    {
        const QStringList names = numbersTo(5);
        const StepConcentrationFinder finder(names, names, {});
        const std::vector<qint64> even{100, 100, 100, 100, 100};
        QCOMPARE(finder.of(even, {100, 150, 100, 160, 100}, 110).steps, texts("3", "1"));
        QVERIFY(!finder.of(even, {150, 150, 100, 160, 100}, 160).areKnown());
        QVERIFY(!finder.of({100, 100}, even, 300).areKnown()); // not as many as there are names
        QVERIFY(!StepConcentrationFinder(names.mid(0, 2), names, {}).of({100, 200}, even, 300).areKnown());
        // 3 steps of 100 us and one of 180 against five of 100, by the mean step: 120 against 100.
        SideSteps mean{4, 5};
        const StepConcentration longer =
            StepConcentrationFinder(names.mid(0, 4), names, mean).of({100, 100, 180, 100}, even, -20);
        QCOMPARE(longer.steps, QStringList{QStringLiteral("2")});
        QVERIFY(near(longer.share, 1, 1e-9));
    }

    // Base 100 101 100 101 …: median 100.5, MAD 0.5, and the other 2 us more, but 170 in step 4: median 103, MAD 0.5.
    // Step 4 takes 67.5 us beyond the medians of the 88 in all, 77 %; the medians differ by 2.4 times the noise.
    void noiseOfManyStepsHidesNoSlowStep()
    {
        std::vector<qint64> base;
        std::vector<qint64> other;
        const QStringList names = numbersTo(10);
        for (int i = 0; i < 10; ++i) {
            base.push_back(100 + i % 2);
            other.push_back(i == 4 ? 170 : 102 + i % 2);
        }
        const auto inNs = [](std::vector<qint64> us) {
            for (qint64 &v : us)
                v *= 1'000;
            return us;
        };
        const StepConcentration few = StepConcentrationFinder(names, names, {}).of(inNs(base), inNs(other), 88'000);
        QCOMPARE(few.steps, QStringList{QStringLiteral("4")});
        QVERIFY(near(few.share, 67.5 / 88, 1e-9));
        QVERIFY(near(few.significance, 67.5 / (1.4826 * std::sqrt(0.5)), 1e-9));
        const RowSpread mm = rowOf(*rankOfSteps(0, base), *rankOfSteps(1, other));
        QCOMPARE(cells(mm.state, mm.steps), cells(CompareState::Grown, few.steps));
        // 10 us more in each step are a difference of their own: then 59.5 of 160 are no few steps.
        for (qint64 &ns : other)
            ns += ns == 170 ? 0 : 8;
        QVERIFY(!StepConcentrationFinder(names, names, {}).of(inNs(base), inNs(other), 160'000).areKnown());
    }

    void slowStepsStandApart()
    {
        const QStringList names = numbersTo(8);
        const StepConcentrationFinder finder(names, names, {});
        const std::vector<qint64> even{100, 101, 99, 100, 101, 99, 100, 100}; // median 100, MAD 0.5
        const auto steps = [&](const std::vector<qint64> &other) {
            qint64 difference = 0;
            for (size_t i = 0; i < other.size(); ++i)
                difference += other[i] - even[i];
            return finder.of(even, other, difference).steps;
        };
        QCOMPARE(steps({100, 101, 160, 100, 101, 140, 100, 100}), texts("2", "5"));
        // One of two steps stands apart: 5 us are more than the noise, but no third of 60.
        QCOMPARE(steps({100, 101, 160, 100, 101, 104, 100, 100}), QStringList{QStringLiteral("2")});
        // It drifts: 0 2 4 … 14 more, the last one 6.5 beyond the median, a third of what noise may do.
        QCOMPARE(steps({100, 103, 103, 106, 109, 109, 112, 114}), QStringList());
        // It drifts faster and faster: each step is longer, none three times as far as the one before.
        QCOMPARE(steps({101, 103, 103, 108, 117, 131, 164, 228}), QStringList());
        // One is longer, one is shorter.
        QCOMPARE(steps({100, 101, 160, 100, 101, 59, 100, 100}), QStringList());
        // Noise alone.
        QCOMPARE(steps({101, 100, 100, 101, 99, 100, 102, 100}), QStringList());
    }

    void whatIsKnownOfFewStepsIsNotNoise()
    {
        const auto base = rankOfSteps(0, {100, 101});
        const auto other = rankOfSteps(1, {120, 121}, 0);
        const RowSpread mm = rowOf(*base, *other);
        QCOMPARE(cells(mm.significance, mm.base.stepNoiseNs, mm.state),
                 cells(std::nullopt, std::nullopt, CompareState::TooFewSteps));
        const RowSpread add = rowOf(*base, *other, {}, QStringLiteral("Add"));
        QCOMPARE(cells(add.state, add.other.medianNs), cells(CompareState::OnlyBase, std::nullopt));
        QVERIFY(near(std::abs(mm.share) + std::abs(add.share), 1, 1e-12));
        QVERIFY(add.share < 0);
    }

    // All other steps would count 0, and 0 and 0 do not differ: one execution is no noise.
    void whatRanOnceHasNoNoise()
    {
        const auto rankWithOne = [](int rank, qint64 once) {
            TinyRank r(rank);
            for (int i = 0; i < 5; ++i) {
                const qint64 start = 1'000'000 * (i + 1);
                r.step(i, start, 900'000);
                r.kernel("mm", start + 1'000, 100'000);
                r.kernelRow("mm", "MatMul", "AI_CORE", "2,3", start + 1'000, 100'000);
            }
            r.kernel("init", 1'500'000, once);
            r.kernelRow("init", "Init", "AI_CORE", "2,3", 1'500'000, once);
            return r.finish();
        };
        const auto base = rankWithOne(0, 10'000);
        const auto other = rankWithOne(1, 30'000);
        const RowSpread init = rowOf(*base, *other, {}, QStringLiteral("Init"));
        QCOMPARE(cells(init.significance, init.base.stepNoiseNs, init.state),
                 cells(std::nullopt, std::nullopt, CompareState::TooFewSteps));
        QCOMPARE(*rowOf(*base, *other).significance, 0.0);
    }

    void aChosenStepIsOneStep()
    {
        const auto base = rankOfSteps(0, {100, 101, 102, 103, 104});
        const auto other = rankOfSteps(1, {110, 111, 152, 113, 114});
        CompareQuery q{.baseWindow = Interval{3'000'000, 3'900'000}};
        q.otherWindow = q.baseWindow;
        const RowSpread mm = rowOf(*base, *other, q);
        QCOMPARE(mm.base.medianNs, std::optional<qint64>(102'000));
        QVERIFY(mm.significance);
        // The other steps of each side: 2 1 1 2 from their middle, MAD 1.5.
        QVERIFY(near(*mm.significance, 50'000 / (1482.6 * 1.5 * std::sqrt(2.0)), 1e-9));
        q.otherWindow = Interval{3'000'000, 3'500'000}; // no step
        QVERIFY(!rowOf(*base, *other, q).significance);
    }

    void durationsShareTheirBins()
    {
        const CompareDurations bins = binDurations({1'000, 1'000, 10'000}, {100'000, -1});
        QCOMPARE(cells(bins.leastNs, bins.base.front()), cells(1'000, 2));
        QCOMPARE(bins.base[CompareDurations::binCount / 2], qint64(1)); // 10 is the middle of 1 and 100
        QCOMPARE(bins.other.back(), qint64(1));
        QVERIFY(near(bins.edgeNs(CompareDurations::binCount / 2), 10'000, 1e-6));
        QVERIFY(binDurations({}, {}).isEmpty());
        QCOMPARE(binDurations({5}, {5, 5}).other.front(), qint64(2));
        const auto base = rankOfSteps(0, {100, 100, 100});
        const auto other = rankOfSteps(1, {100, 200, 400});
        const RankComparison c = compareRanks(*base, *other, {});
        const size_t mm = c.rows[0].type == QStringLiteral("MatMul") ? 0 : 1;
        const CompareDurations of = compareDurations(*base, *other, {}, c, mm);
        QCOMPARE(cells(of.base.front(), of.other.front(), of.other[CompareDurations::binCount / 2], of.other.back()),
                 cells(3, 1, 1, 1));
    }

    // Against the table of the textbook, on sequences short enough for it.
    void subsequencesAreLongest()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 3000; ++round) {
            std::vector<quint32> a(random() % 14);
            std::vector<quint32> b(random() % 14);
            const quint32 letters = 1 + random() % 5;
            for (quint32 &v : a)
                v = random() % letters;
            for (quint32 &v : b)
                v = random() % letters;
            std::vector<std::vector<size_t>> best(a.size() + 1, std::vector<size_t>(b.size() + 1));
            for (size_t i = a.size(); i-- > 0;) {
                for (size_t j = b.size(); j-- > 0;)
                    best[i][j] = a[i] == b[j] ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
            }
            for (const qint64 most : {256, 4}) {
                const SequencePairs pairs = commonSubsequence(a, b, JobContext(), most);
                for (size_t i = 0; i < pairs.size(); ++i) {
                    QCOMPARE(a[pairs[i].first], b[pairs[i].second]);
                    QVERIFY(i == 0 || (pairs[i].first > pairs[i - 1].first && pairs[i].second > pairs[i - 1].second));
                }
                if (most == 256)
                    QCOMPARE(pairs.size(), best[0][0]);
            }
        }
        std::vector<quint32> huge;
        for (quint32 i = 0; i < 60'000; ++i)
            huge.push_back(i % 5000 * 2654435761U % 200);
        std::vector<quint32> edited;
        for (quint32 i = 0; i < huge.size(); ++i) {
            if (i % 1000 == 7)
                edited.push_back(100'000);
            else if (i % 1000 != 500)
                edited.push_back(huge[i]);
        }
        QCOMPARE(commonSubsequence(huge, edited).size(), huge.size() - 120);
    }

    // Base A B C B, other A X C B B: B is removed, X and B are inserted.
    void operatorsMatchInOrder()
    {
        const auto rank = [](int number, std::string_view sequence, qint64 length) {
            TinyRank r(number);
            qint64 at = 1'000;
            for (const char c : sequence) {
                const std::string name(1, c);
                r.kernel(name, at, length);
                r.kernelRow(name, "T" + name, "AI_CORE", "2", at, length);
                at += 10'000;
            }
            return r.finish();
        };
        const auto a = rank(0, "ABCB", 1'000);
        const auto b = rank(1, "AXCBB", 2'000);
        const OrderComparison c = compareInOrder(*a, *b, {});
        QVERIFY(c.isPossible() && c.typed);
        const QString states = placesOf(c);
        QVERIFY2(states == QStringLiteral("0 0; 1 -1; -1 1; 2 2; 3 3; -1 4; ") ||
                     states == QStringLiteral("0 0; 1 -1; -1 1; 2 2; -1 3; 3 4; "),
                 qPrintable(states));
        QCOMPARE(cells(c.stateOf(c.rows[0]), c.stateOf(c.rows[1]), c.stateOf(c.rows[2]), c.differenceNs(c.rows[0]),
                       c.differenceNs(c.rows[1]), c.differenceNs(c.rows[2])),
                 cells(CompareState::Grown, CompareState::OnlyBase, CompareState::OnlyOther, 1'000, -1'000, 2'000));
        QVERIFY(c.base[c.rows[0].base].slice != NoSlice);
    }

    // The same kernels A B C and one all-reduce r, which starts before B on one rank and after C on the other.
    void communicationStartsWhenItCan()
    {
        const auto rank = [](int number, std::string_view sequence) {
            TinyRank r(number);
            qint64 at = 1'000;
            for (const char c : sequence) {
                const std::string name = c == 'r' ? "hcom_allReduce__271_0_1" : std::string(1, c);
                r.kernel(name, at, 1'000);
                r.kernelRow(name, c == 'r' ? name : "T" + name, c == 'r' ? "COMMUNICATION" : "AI_CORE", "2", at, 1'000);
                at += 10'000;
            }
            return r.finish();
        };
        const OrderComparison c = compareInOrder(*rank(0, "ArBC"), *rank(1, "ABXCr"), {});
        QCOMPARE(placesOf(c), QStringLiteral("0 0; 1 4; 2 1; -1 2; 3 3; "));
    }

    void theMedianRankIsTheBaseline()
    {
        const Run run = makeRun({rankOfSteps(0, {100, 100}), rankOfSteps(1, {300, 300}), rankOfSteps(2, {200, 200}),
                                 rankOfSteps(3, {210, 210})});
        QCOMPARE(medianRankOfStage(run, -1), 2); // 200 is the lower middle of 100 200 210 300
        QCOMPARE(normalPeerOf(run, 0), 2);
        QCOMPARE(normalPeerOf(run, 2), 3); // the median rank itself: 210 is closer to 200 than 100 and 300
        QCOMPARE(normalPeerOf(makeRun({rankOfSteps(0, {100})}), 0), -1);
        ManyQuery query;
        const auto sides = compareMany(run, query);
        QCOMPARE(sides.size(), size_t(3)); // the baseline is not held against itself
        QCOMPARE(cells(sides[1].rank, sides[1].base, sides[1].comparison.rows[0].differenceNs()), cells(1, 2, 200'000));
        query.base = 0;
        query.sides = {1};
        const auto chosen = compareMany(run, query);
        QCOMPARE(chosen.size(), size_t(1));
        QCOMPARE(chosen[0].comparison.rows[0].differenceNs(), qint64(400'000));
        const Run before = makeRun({rankOfSteps(0, {90, 90}), rankOfSteps(1, {90, 90})});
        ManyQuery runs{.baseRun = &before};
        const auto pairs = compareMany(run, runs);
        QCOMPARE(pairs.size(), size_t(2)); // ranks 2 and 3 have no partner
        QCOMPARE(pairs[0].comparison.rows[0].differenceNs(), qint64(20'000));
        query.step = QStringLiteral("1");
        QCOMPARE(compareMany(run, query)[0].comparison.rows[0].differenceNs(), qint64(200'000));
    }

    // Ranks 0 and 1 are the two stages of a pipeline, ranks 4 and 5 of the third run as well.
    void theSameStageOfAnotherRunIsAlike()
    {
        const auto staged = [](int rank, std::vector<int> pipeline) {
            TinyRank r(rank);
            GroupInfo group{.commName = QStringLiteral("pipe")};
            group.hash = groupHash(group.commName);
            group.pgName = QStringLiteral("pp");
            group.globalRanks.assign(pipeline.begin(), pipeline.end());
            r.data.groups.push_back(group);
            r.kernel("mm", 1'000, 1'000);
            r.kernelRow("mm", "MatMul", "AI_CORE", "2", 1'000, 1'000);
            return r.finish();
        };
        const Run a = makeRun({staged(0, {0, 1}), staged(1, {0, 1})});
        const Run b = makeRun({staged(1, {0, 1}), staged(0, {0, 1})});
        const Run c = makeRun({staged(4, {4, 5}), staged(5, {4, 5})});
        const Run alone = makeRun({rankOfSteps(0, {100})});
        const Run longer = makeRun({staged(0, {0, 1, 2}), staged(1, {0, 1, 2}), staged(2, {0, 1, 2})});
        QCOMPARE(counterpartOf({&a}, {0, 1}), RankOfRuns());
        QCOMPARE(counterpartOf({&a, nullptr, &alone, &longer}, {0, 1}),
                 RankOfRuns()); // of no stage, of another pipeline
        QCOMPARE(counterpartOf({&a, &b, &c}, {0, 1}), (RankOfRuns{1, a.infos[1].rank == b.infos[0].rank ? 0 : 1}));
        QCOMPARE(counterpartOf({&a, &c}, {0, 1}), (RankOfRuns{1, 1}));
        QCOMPARE(counterpartOf({&c, &a}, {1, 0}), (RankOfRuns{0, 0}));
        // Ranks of no known stage are peers within their run alone.
        const Run two = makeRun({rankOfSteps(0, {100}), rankOfSteps(1, {200})});
        QCOMPARE(counterpartOf({&alone, &two}, {1, 0}), (RankOfRuns{1, 1}));
        QCOMPARE(counterpartOf({&alone, &two}, {0, 0}), RankOfRuns());
    }

    // MatMul of run A: 200 and 600 us on its two ranks; of run B: 400, 600 and 800 us on its three.
    void aWholeRunIsOneSide()
    {
        const Run a = makeRun({rankOfSteps(0, {100, 100}, false), rankOfSteps(1, {300, 300}, false)});
        const Run b = makeRun(
            {rankOfSteps(0, {200, 200}, false), rankOfSteps(1, {300, 300}, false), rankOfSteps(2, {400, 400}, false)});
        ManyQuery query{.moreRuns = {&b}, .wholeSides = true};
        const auto means = compareMany(a, query);
        QCOMPARE(means.size(), size_t(1)); // the first run is the baseline
        QCOMPARE(cells(means[0].run, means[0].rank, means[0].base), cells(1, -1, -1));
        const CompareRow &row = means[0].comparison.rows[0];
        QCOMPARE(cells(row.base.totalNs, row.base.calls, row.other.totalNs, row.baseComparedNs(), row.otherComparedNs(),
                       row.differenceNs(), row.ratio(), row.base.longestOf, row.other.longestOf),
                 cells(800'000, 4, 1'800'000, 400'000, 600'000, 200'000, 1.5, 1, 2));
        QVERIFY(row.base.longest != NoSlice && row.other.longest != NoSlice);
        QCOMPARE(means[0].spread[0].base.medianNs, std::optional<qint64>(200'000)); // of 100 100 300 300
        QCOMPARE(means[0].spread[0].state, CompareState::TooFewSteps);              // of two steps
        const CompareDurations bins =
            durationsOfRow(groupOf(a, means[0].baseRanks, {}), groupOf(b, means[0].ranks, {}), query.compare, row);
        QCOMPARE(std::accumulate(bins.base.begin(), bins.base.end(), qint64(0)), qint64(4));
        QCOMPARE(std::accumulate(bins.other.begin(), bins.other.end(), qint64(0)), qint64(6));

        query.sums = true;
        const auto sums = compareMany(a, query);
        QCOMPARE(sums[0].comparison.rows[0].differenceNs(), qint64(1'000'000));
        query.sums = false;
        query.step = QStringLiteral("1");
        const auto step = compareMany(a, query);
        QCOMPARE(step[0].comparison.rows[0].baseComparedNs(), qint64(200'000));
        QCOMPARE(step[0].comparison.rows[0].differenceNs(), qint64(100'000));
        query.step.clear();
        query.sides = {0}; // the ranks of that number, of each run
        QCOMPARE(compareMany(a, query)[0].comparison.rows[0].baseComparedNs(), qint64(400'000)); // all of the baseline
        QCOMPARE(compareMany(a, query).size(), size_t(2)); // a part of the first run is another side
    }

    // Ranks 0 and 1 are of stage 0, 2 and 3 of stage 1.
    void aBaselineOfOtherStagesIsKnown()
    {
        Run run = makeRun({rankOfSteps(0, {100, 100}), rankOfSteps(1, {110, 110}), rankOfSteps(2, {300, 300}),
                           rankOfSteps(3, {310, 310})});
        for (const char *stage : {"(0, 1)", "(2, 3)"}) {
            run.cluster.stepTrace.push_back({.stageRanks = QLatin1String(stage)});
        }
        for (const SideComparison &own : compareMany(run, {}))
            QVERIFY(own.stages.size() == 1 && !own.areOtherStages());
        ManyQuery all{.wholeBase = true};
        const auto mixed = compareMany(run, all);
        QCOMPARE(mixed.size(), size_t(4));
        QCOMPARE(cells(mixed[3].stages, mixed[3].baseStages, mixed[3].areOtherStages()), cells("1", "0,1", true));
        ManyQuery one{.base = 0};
        const auto against = compareMany(run, one);
        QVERIFY(!against[0].areOtherStages() && against[1].areOtherStages());
        const Run other = run;
        ManyQuery runs{.moreRuns = {&other}, .wholeSides = true};
        for (const SideComparison &whole : compareMany(run, runs))
            QVERIFY(!whole.areOtherStages()); // both of both stages
    }

    void ranksAreHeldAgainstAWholeRun()
    {
        const Run a = makeRun({rankOfSteps(0, {100, 100}, false), rankOfSteps(1, {300, 300}, false)});
        const Run b = makeRun({rankOfSteps(0, {200, 200}, false), rankOfSteps(1, {300, 300, 300}, false)});
        ManyQuery query{.baseRun = &a, .wholeBase = true};
        const auto sides = compareMany(b, query);
        QCOMPARE(sides.size(), size_t(2));
        QCOMPARE(sides[0].baseRun, -1);
        QCOMPARE(sides[0].comparison.rows[0].differenceNs(), qint64(0)); // 400 us, as the mean of 200 and 600
        // Three steps against two: by the mean step of the mean rank, 200 us.
        QCOMPARE(sides[1].comparison.rows[0].baseComparedNs(), qint64(200'000));
        QCOMPARE(sides[1].comparison.rows[0].differenceNs(), qint64(100'000));
        // Ranks of several runs against one rank of the first.
        ManyQuery one{.moreRuns = {&b}, .base = 0};
        const auto many = compareMany(a, one);
        QCOMPARE(many.size(), size_t(3));
        QCOMPARE(cells(many[1].run, many[1].rank, many[1].baseRun, many[1].comparison.rows[0].differenceNs()),
                 cells(1, 0, 0, 200'000));
    }

    // One rank has a kernel table, the other a trace alone: both are counted from what both have.
    void ranksOfAWholeRunAreCountedFromWhatAllHave()
    {
        TinyRank bare(1);
        bare.kernel("mm", 1'000, 300'000);
        TinyRank none(2);
        TinyRank full(0);
        full.kernel("mm", 1'000, 100'000);
        full.kernelRow("mm", "MatMul", "AI_CORE", "2,3", 1'000, 100'000);
        const Run a = makeRun({full.finish(), bare.finish(), none.finish()});
        const CompareGroup group = groupOf(a, {0, 1, 2}, {});
        QCOMPARE(group.ranks.size(), size_t(3));
        const RankComparison c = compareGroups(group, groupOf(a, {1}, {}), {});
        QCOMPARE(c.rows.size(), size_t(1));
        QCOMPARE(cells(c.rows[0].name, c.rows[0].base.totalNs, c.rows[0].other.totalNs), cells("mm", 400'000, 300'000));
    }

    void stepsAreComparedWithTheMedianStep()
    {
        const Run run = makeRun({rankOfSteps(0, {100, 130, 110})});
        const auto steps = compareSteps(run, 0, {}, {});
        QCOMPARE(steps.size(), size_t(2));
        QCOMPARE(steps[0].baseStep, QStringLiteral("2"));
        QCOMPARE(cells(steps[1].step, steps[1].comparison.rows[0].differenceNs()), cells("1", 20'000));
        QVERIFY(compareSteps(run, 0, {}, QStringLiteral("7")).empty());
        QCOMPARE(compareSteps(run, 0, {}, QStringLiteral("0"))[0].comparison.rows[0].differenceNs(), qint64(30'000));
    }

    // outer 0..100 with inner 10..40 and 50..60: self 60.
    void hostCallsCountWithoutThoseInside()
    {
        TinyRank r;
        r.host("outer", 1'000, 100'000);
        r.host("inner", 11'000, 30'000);
        r.host("inner", 51'000, 10'000);
        const auto sums = hostApiSums(*r.seal());
        QCOMPARE(sums.size(), size_t(2));
        QCOMPARE(cells(sums[0].name, sums[0].totalNs, sums[0].selfNs), cells("outer", 100'000, 60'000));
        QCOMPARE(cells(sums[1].calls, sums[1].selfNs), cells(2, 40'000));
    }

    // Three blocks of 1024, 512 and 256 KB: the first is of an operator, one is from after it, one knows no time.
    void memoryOfNoOperatorIsCounted()
    {
        TinyRank r;
        r.host("aten::mm", 1'000, 100'000);
        auto blocks = std::make_shared<Table>();
        blocks->addColumn(QStringLiteral("Name"), ColumnType::Text);
        blocks->addColumn(QStringLiteral("Size(KB)"), ColumnType::Real);
        blocks->addColumn(QStringLiteral("Allocation Time(us)"), ColumnType::TimeStamp);
        blocks->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
        for (const auto &[kb, at] : {std::pair(1024.0, 2'000), std::pair(512.0, 900'000), std::pair(256.0, 0)}) {
            blocks->appendText(0, "aten::mm");
            blocks->appendReal(1, kb);
            if (at > 0)
                blocks->appendInteger(2, at);
            else
                blocks->appendMissing(2);
            blocks->appendInteger(3, 10);
            blocks->finishRow();
        }
        r.data.tables[QStringLiteral("operator_memory")] = blocks;
        const OperatorMemory memory = operatorMemorySums(*r.finish());
        QCOMPARE(memory.sums.size(), size_t(1));
        QCOMPARE(cells(memory.sums[0].megabytes, memory.sums[0].heldNs, memory.ofNone.calls, memory.ofNone.megabytes),
                 cells(1.0, 10, 2, 0.75));
    }

    void linesOfOneSideStandWhereTheyBelong()
    {
        const auto line = [](int level, const char *name, qint64 ns) {
            return OverallLine{.level = level, .name = QLatin1String(name), .ns = ns};
        };
        const auto pairs = pairOverallMetrics({line(0, "A", 5), line(1, "x", 5), line(0, "E", 9)},
                                              {line(0, "A", 6), line(1, "w", 1), line(1, "x", 5), line(0, "E", 7)});
        QCOMPARE(pairs.size(), size_t(4));
        QCOMPARE(pairs[1].name, QStringLiteral("w"));
        QVERIFY(!pairs[1].base && pairs[1].other->ns == 1);
        QCOMPARE(pairs[3].other->ns, std::optional<qint64>(7));
    }

    // From 0 to 1,000: computing 600, the rest free. Copies of stream 7, which computes and waits: 30 + 20; those of
    // stream 8, which only copies, and of stream 9, which never waits, are of none of the lines.
    // Text and databases have types of tasks of their own.
    void copiesBandwidthAndMemoryHaveLines_data()
    {
        // within: a copy on the device; across: one to the host
        const Scenarios<QByteArray, QByteArray, QByteArray> row;
        row("text", QByteArray("EVENT_WAIT_SQE"), QByteArray("SDMA_SQE"), QByteArray("PCIE_DMA_SQE"));
        row("database", QByteArray("EVENT_WAIT"), QByteArray("MEMCPY_ASYNC"), QByteArray("MEMCPY_ASYNC"));
    }

    void copiesBandwidthAndMemoryHaveLines()
    {
        const auto [wait, within, across] = scenario<QByteArray, QByteArray, QByteArray>();
        TinyRank r;
        r.process("5", "Overlap Analysis", 4, "NPU");
        r.thread("5", "0", "Computing");
        r.thread("5", "1", "Free");
        r.slice("5", "0", "Computing", 1'000'000, 600'000);
        r.slice("5", "1", "Free", 1'600'000, 400'000);
        r.kernel("mm", 1'000'000, 600'000);
        r.kernel("EVENT_WAIT", 1'600'000, 10'000, wait.constData());
        r.kernel("MEMCPY_ASYNC", 1'610'000, 30'000, within.constData());
        r.kernel("MEMCPY_ASYNC", 1'650'000, 20'000, across.constData());
        r.thread("3", "8", "Stream 8");
        r.slice("3", "8", "MEMCPY_ASYNC", 1'610'000, 40'000, within.constData());
        r.thread("3", "9", "Stream 9");
        r.slice("3", "9", "add", 1'100'000, 5'000, "AI_VECTOR_CORE");
        r.slice("3", "9", "MEMCPY_ASYNC", 1'610'000, 50'000, within.constData());
        for (const auto &[step, mb, ms] : {std::tuple("1", 300.0, 10.0), std::tuple("2", 100.0, 30.0)}) {
            r.commOps.push_back({.step = QLatin1String(step),
                                 .name = QStringLiteral("Total Op Info"),
                                 .transports = {{QStringLiteral("RDMA"), 0.0, 0.0, std::nullopt, std::nullopt, {}},
                                                {QStringLiteral("SDMA"), mb, ms, std::nullopt, std::nullopt, {}}}});
        }
        auto memory = std::make_shared<Table>();
        memory->addColumn(QStringLiteral("Component"), ColumnType::Text);
        memory->addColumn(QStringLiteral("Total Reserved(MB)"), ColumnType::Real);
        for (const double mb : {512.0, 2560.0, 1024.0}) {
            memory->appendText(0, "PTA");
            memory->appendReal(1, mb);
            memory->finishRow();
        }
        r.data.tables[QStringLiteral("memory_record")] = memory;
        const std::vector<OverallLine> lines = overallMetrics(*r.finish());
        QStringList names;
        for (const OverallLine &l : lines)
            names << l.name;
        QCOMPARE(names.mid(names.indexOf(QStringLiteral("Free Time"))),
                 texts("Free Time", "Free", "SDMA", "E2E Time", "SDMA Bandwidth", "Memory Used"));
        const auto line = [&lines, &names](const char *name) {
            return lines[static_cast<size_t>(names.indexOf(QLatin1String(name)))];
        };
        QCOMPARE(cells(line("Free Time").ns, line("SDMA").ns, line("Free").ns, line("SDMA").level),
                 cells(400'000, 50'000, 400'000, 2));
        QCOMPARE(overallWholeNs(lines), qint64(1'000'000));
        QCOMPARE(line("SDMA Bandwidth").value, std::optional(10.0)); // 400 MB in 40 ms
        QVERIFY(line("SDMA Bandwidth").measure == OverallMeasure::Bandwidth && !line("SDMA Bandwidth").ns);
        QCOMPARE(line("Memory Used").value, std::optional(2.5));
    }

    // PyTorch calls a kernel by the cube operator that was under way when it was launched; where none was, and of
    // MindSpore, whose operators the official masks do not know, the type of the kernel tells. The pass is told by the
    // name, also where a forward operator is computed again on the thread of the backward pass.
    void kernelsGoByTheirOperatorElseByTheirType_data()
    {
        QTest::addColumn<bool>("torch");
        QTest::addColumn<bool>("launched");
        QTest::addColumn<QByteArray>("around");
        QTest::addColumn<QByteArray>("launcher");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QString>("line");
        const QByteArray grad("FlashAttentionScoreGrad");
        const QByteArray node("autograd::engine::evaluate_function: X");
        const QString backward = QStringLiteral("Flash Attention (Backward)");
        const QString forward = QStringLiteral("Flash Attention (Forward)");
        QTest::newRow("PyTorch, no mask")
            << true << true << node << QByteArray("NpuFusionAttentionBackward0") << grad << backward;
        QTest::newRow("PyTorch, not launched") << true << false << node << QByteArray("x") << grad << backward;
        QTest::newRow("PyTorch, by its name")
            << true << true << node << QByteArray("npu::npu_fusion_attention_grad") << QByteArray("Other") << backward;
        QTest::newRow("PyTorch, computed again")
            << true << true << node << QByteArray("npu::npu_fusion_attention") << grad << forward;
        QTest::newRow("PyTorch, the mask first")
            << true << true << node << QByteArray("aten::mm") << grad << QStringLiteral("Matmul");
        QTest::newRow("PyTorch, the outermost") << true << true << QByteArray("aten::convolution_backward")
                                                << QByteArray("aten::mm") << grad << QStringLiteral("Conv (Backward)");
        const QByteArray cell("Default/network/FlashAttentionScoreGrad-op7");
        QTest::newRow("MindSpore, launched") << false << true << QByteArray("x") << cell << grad << backward;
        QTest::newRow("MindSpore, not launched") << false << false << QByteArray("x") << cell << grad << backward;
    }

    void kernelsGoByTheirOperatorElseByTheirType()
    {
        QFETCH(const bool, torch);
        QFETCH(const bool, launched);
        QFETCH(const QByteArray, around);
        QFETCH(const QByteArray, launcher);
        QFETCH(const QByteArray, type);
        QFETCH(const QString, line);
        TinyRank r(0, torch ? Framework::PyTorch : Framework::MindSpore);
        r.process("5", "Overlap Analysis", 4, "NPU");
        r.thread("5", "0", "Computing");
        r.slice("5", "0", "Computing", 1'000'000, 600'000);
        r.host("aten::mm", 800'000, 40'000); // over long before
        r.host(around.constData(), 890'000, 30'000);
        r.host(launcher.constData(), 900'000, 10'000);
        r.kernel("kernel", 1'000'000, 600'000);
        if (launched)
            r.launch(900'000, 1'000'000);
        r.kernelRow("kernel", type.constData(), "AI_CORE", "", 1'000'000, 600'000);
        const std::vector<OverallLine> lines = overallMetrics(*r.finish());
        const auto at = std::find_if(lines.begin(), lines.end(), [&](const OverallLine &l) { return l.name == line; });
        QVERIFY(at != lines.end());
        QCOMPARE(at->ns, std::optional<qint64>(600'000));
    }

    void bandwidthIsOfPartsWithSizeAndTime_data()
    {
        using Value = std::optional<double>;
        QTest::addColumn<Value>("mb"); // of a part beside one of 300 MB in 10 ms
        QTest::addColumn<Value>("ms");
        QTest::addColumn<double>("gbs");
        const Value none;
        QTest::newRow("both") << Value(100) << Value(30) << 10.0;
        QTest::newRow("nothing moved") << Value(0) << Value(30) << 7.5;
        QTest::newRow("no size") << none << Value(30) << 30.0;
        QTest::newRow("no time") << Value(100) << none << 30.0;
    }

    void bandwidthIsOfPartsWithSizeAndTime()
    {
        QFETCH(const std::optional<double>, mb);
        QFETCH(const std::optional<double>, ms);
        QFETCH(const double, gbs);
        TinyRank r;
        r.process("5", "Overlap Analysis", 4, "NPU");
        r.thread("5", "0", "Computing");
        r.slice("5", "0", "Computing", 1'000'000, 600'000);
        CommOp total{.step = QStringLiteral("1"),
                     .name = QStringLiteral("Total Op Info"),
                     .transports = {{QStringLiteral("SDMA"), 300.0, 10.0, std::nullopt, std::nullopt, {}}}};
        r.commOps.push_back(total);
        total.step = QStringLiteral("2");
        total.transports = {{QStringLiteral("SDMA"), mb, ms, std::nullopt, std::nullopt, {}}};
        r.commOps.push_back(total);
        const std::vector<OverallLine> lines = overallMetrics(*r.finish());
        const auto line = std::find_if(lines.begin(), lines.end(),
                                       [](const OverallLine &l) { return l.name == QLatin1String("SDMA Bandwidth"); });
        QVERIFY(line != lines.end());
        QCOMPARE(line->value, std::optional(gbs));
    }

    // Golden: to the digits of the file (nanoseconds are kept; sheets round shares to 16 digits, differences to two).
    void overallMetricsAgree()
    {
        if (missing())
            QSKIP("The real profiles are not there: nothing to compare with.");
        const auto rows = sheet(QStringLiteral("OverallMetrics.csv"));
        auto pairs = pairOverallMetrics(overallMetrics(rank(0)), overallMetrics(rank(1)));
        // Copies of stream 2: 855.3 + 6.7 us. The sheet has them not, as this trace says "Physic Stream Id".
        const auto copies = std::find_if(pairs.begin(), pairs.end(),
                                         [](const OverallPair &p) { return p.name == QStringLiteral("SDMA"); });
        QVERIFY(copies != pairs.end());
        QVERIFY(near(us(*copies->base->ns), 862.0, 0.2));
        pairs.erase(copies);
        // The official tool prints beside the sheet: 427.596096 MB in 28.469589125 ms; RDMA moved nothing.
        QCOMPARE(pairs.size(), rows.size() + 2);
        QCOMPARE(pairs[rows.size()].name, QStringLiteral("SDMA Bandwidth"));
        QVERIFY(near(*pairs[rows.size()].base->value, 427.596096 / 28.469589125, 1e-9));
        QCOMPARE(pairs[rows.size() + 1].name, QStringLiteral("Memory Used"));
        QVERIFY(*pairs[rows.size() + 1].base->value > 2);
        for (size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(QString(pairs[i].level, u'\t') + pairs[i].name, rows[i][0]);
            // The sheet adds fractions of a microsecond of the trace, which has them, and the tables, which do not.
            QVERIFY(near(ms(*pairs[i].base->ns), rows[i][1].toDouble(), 1e-6));
            QVERIFY(near(ms(*pairs[i].other->ns), rows[i][4].toDouble(), 1e-6));
            if (rows[i][3] != QStringLiteral("/"))
                QCOMPARE(pairs[i].base->kernels, std::optional<qint64>(rows[i][3].toLongLong()));
            if (rows[i][6] != QStringLiteral("/"))
                QCOMPARE(pairs[i].other->kernels, std::optional<qint64>(rows[i][6].toLongLong()));
        }
    }

    void hostCallsAgree()
    {
        if (missing())
            QSKIP("The real profiles are not there: nothing to compare with.");
        const auto rows = sheet(QStringLiteral("ApiCompare.csv"));
        QVERIFY(rows.size() > 100);
        for (const int side : {0, 1}) {
            const auto sums = hostApiSums(*rank(side).trace);
            QCOMPARE(sums.size(), rows.size());
            std::map<QString, HostApiSum> byName;
            for (const HostApiSum &s : sums)
                byName[s.name] = s;
            for (size_t i = 0; i < rows.size(); ++i) {
                const QStringList &row = rows[i];
                if (side == 0)
                    QCOMPARE(sums[i].name, row[1]);
                const HostApiSum &s = byName[row[1]];
                QVERIFY(near(ms(s.totalNs), row[2 + 4 * side].toDouble(), 0.00501));
                QVERIFY(near(ms(s.selfNs), row[3 + 4 * side].toDouble(), 0.00501));
                QCOMPARE(s.calls, row[5 + 4 * side].toLongLong());
            }
        }
    }

    void communicationAgrees()
    {
        if (missing())
            QSKIP("The real profiles are not there: nothing to compare with.");
        const auto rows = sheet(QStringLiteral("CommunicationCompare.csv"));
        for (const int side : {0, 1}) {
            const auto sums = communicationSums(*rank(side).trace);
            QCOMPARE(sums.size(), size_t(1));
            QCOMPARE(sums[0].tasks.size(), rows.size() - 1);
            const int at = 1 + 7 * side;
            for (size_t i = 0; i < rows.size(); ++i) {
                const TaskSum &s = i == 0 ? sums[0].operators : sums[0].tasks[i - 1];
                QCOMPARE(cells(s.name, s.calls), cells(rows[i][i == 0 ? at : at + 1], rows[i][at + 2].toLongLong()));
                // Half a nanosecond for each task: the file has fractions of one.
                QVERIFY(near(us(s.totalNs), rows[i][at + 3].toDouble(), 0.0005 * static_cast<double>(s.calls)));
                QVERIFY(near(us(s.maxNs), rows[i][at + 5].toDouble(), 0.001));
                QVERIFY(near(us(s.minNs), rows[i][at + 6].toDouble(), 0.001));
            }
        }
    }

    void memoryAgrees()
    {
        if (missing())
            QSKIP("The real profiles are not there: nothing to compare with.");
        const auto rows = sheet(QStringLiteral("MemoryCompareStatistic.csv"));
        for (const int side : {0, 1}) {
            const OperatorMemory memory = operatorMemorySums(rank(side));
            const auto &sums = memory.sums;
            QCOMPARE(sums.size(), rows.size());
            for (size_t i = 0; i < rows.size(); ++i) {
                QCOMPARE(sums[i].name, rows[i][1]);
                QVERIFY(near(ms(sums[i].heldNs), rows[i][2 + 3 * side].toDouble(), 1e-6));
                QVERIFY(near(sums[i].megabytes, rows[i][3 + 3 * side].toDouble(), 1e-9));
                QCOMPARE(sums[i].calls, rows[i][4 + 3 * side].toLongLong());
            }
        }
    }

private:
    [[nodiscard]] bool missing() const { return !m_level2; }
    [[nodiscard]] const RankData &rank(int i) const { return *m_level2->ranks[static_cast<size_t>(i)]; }
    std::shared_ptr<const Run> m_level2;
};

RS_TEST(TestCompareSpread, QCoreApplication);
#include "tst_comparespread.moc"
