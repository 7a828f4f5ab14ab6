// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/criticalpath.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/diagnosistrial.h"
#include "support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

/// Collectives in which both ends of a link take part.
struct CollectivesOf
{
    CollectivesOf(const MatchedCollectives &all, const gen::Fault &link) : collectives(all), fault(link) {}
    [[nodiscard]] bool holdBoth(int collective) const
    {
        if (collective < 0)
            return false;
        const MatchedCollective &m = collectives.all[static_cast<size_t>(collective)];
        return collectives.endOf(m, fault.rank) && collectives.endOf(m, fault.peer);
    }
    const MatchedCollectives &collectives;
    const gen::Fault &fault;
};

struct Trial
{
    QString error;
    QTemporaryDir dir;
    std::shared_ptr<const Run> run;
    CriticalPath path;
    double plantedMs = 0; ///< cost of the fault
    double wallMs = 0;    ///< the run

    /// Time on the path, of parts that `isWanted` lets through.
    template <typename Wanted>
    [[nodiscard]] double ms(Wanted isWanted) const
    {
        qint64 ns = 0;
        for (const StepPath &s : path.steps) {
            for (const PathPart &p : s.parts)
                ns += isWanted(s, p) ? p.range.length() : 0;
        }
        return static_cast<double>(ns) / 1e6;
    }
    /// Part of that which a fault adds: all but one time of a work that takes several times as long.
    [[nodiscard]] double addedMs(const gen::Fault &fault) const
    {
        const CollectivesOf of(path.collectives, fault);
        const double time = ms([&](const StepPath &s, const PathPart &p) {
            const bool isOfStep = fault.step < 0 || s.step.toInt() == fault.step;
            const bool isOfRank = isOfStep && p.rankIndex == fault.rank;
            switch (fault.kind) {
            case gen::Fault::LateRank:
                return isOfRank && p.kind == PathKind::Idle;
            case gen::Fault::HostBound:
                return isOfRank && (p.kind == PathKind::Host || p.kind == PathKind::Launch);
            case gen::Fault::SlowLink:
                return p.kind == PathKind::Communication && of.holdBoth(p.collective);
            default:
                return isOfRank && p.kind == PathKind::Compute;
            }
        });
        return fault.kind == gen::Fault::LateRank ? time : time * (1 - 1 / fault.value);
    }
    [[nodiscard]] QString text() const
    {
        QString out = QStringLiteral("planted %1 of %2 ms\n").arg(plantedMs).arg(wallMs);
        const std::vector<PathSum> sums = pathSums(*run, path);
        for (const PathSum &s : sums) {
            if (s.share > 0.03)
                out += QStringLiteral("step %1 rank %2 %3 %4: %5 ms\n")
                           .arg(s.step)
                           .arg(s.rankIndex)
                           .arg(QLatin1String(pathKindKey(s.kind)), s.op)
                           .arg(static_cast<double>(s.ns) / 1e6);
        }
        for (int r = 0; r < static_cast<int>(run->ranks.size()); ++r) {
            out += QStringLiteral("rank %1:").arg(r);
            for (int k = 0; k < static_cast<int>(PathKind::Count); ++k) {
                const auto kind = static_cast<PathKind>(k);
                out += QStringLiteral(" %1 %2")
                           .arg(QLatin1String(pathKindKey(kind)))
                           .arg(ms([&](const StepPath &, const PathPart &p) {
                               return p.rankIndex == r && p.kind == kind;
                           }));
            }
            out += u'\n';
        }
        return out;
    }
};

std::unique_ptr<Trial> trial(gen::GeneratorOptions options)
{
    auto t = std::make_unique<Trial>();
    options.outDir = t->dir.path();
    const gen::GeneratorResult made = gen::generate(options);
    ThreadPool pool(1);
    ImportReport report;
    std::vector<Run> found = discover({t->dir.path()}, JobContext(), report);
    if (!made.ok || found.size() != 1) {
        t->error = made.ok ? QStringLiteral("the run was not found") : made.error;
        return t;
    }
    t->run = loadRun(std::move(found.front()), pool, JobContext());
    t->path = criticalPath(*t->run);
    QFile f(t->dir.filePath(QStringLiteral("planted.json")));
    if (f.open(QIODevice::ReadOnly)) {
        const QByteArray text = f.readAll();
        const auto j = nlohmann::json::parse(text.constData(), text.constData() + text.size());
        t->wallMs = j["run"]["wall_ms"].get<double>();
        if (!j["faults"].empty())
            t->plantedMs = j["faults"][0]["cost_ms"].get<double>();
    }
    return t;
}

QString whyNotWhole(const Trial &t)
{
    qint64 sum = 0;
    for (const StepPath &s : t.path.steps) {
        qint64 at = s.range.from;
        for (const PathPart &p : s.parts) {
            if (p.range.from != at || p.range.to <= at)
                return QStringLiteral("step %1: a gap or an overlap").arg(s.step);
            at = p.range.to;
            sum += p.range.length();
        }
        if (at != s.range.to)
            return QStringLiteral("step %1 ends elsewhere").arg(s.step);
    }
    const double ms = static_cast<double>(sum) / 1e6;
    return std::abs(ms - t.wallMs) < 0.02 * t.wallMs
               ? QString()
               : QStringLiteral("the paths take %1 ms, the run %2").arg(ms).arg(t.wallMs);
}

gen::GeneratorOptions optionsOf(quint64 seed, int tp, int pp)
{
    gen::GeneratorOptions o = diagnosisRun(seed, 8, tp, pp);
    o.steps = 3;
    return o;
}

} // namespace

/// The planted culprit is on the path, with as much as it costs. A part of what it did would have been on the path
/// without the fault, too: that is taken off by the factor of the fault.
class TestPathRuns : public QObject
{
    Q_OBJECT
private slots:
    void theCulpritIsOnIt_data();
    void theCulpritIsOnIt();
    void everyKindOfRunAddsUp_data();
    void everyKindOfRunAddsUp();
    void oneStepEndsWithTheDevice_data();
    void oneStepEndsWithTheDevice();
};

void TestPathRuns::theCulpritIsOnIt_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("pp");
    QTest::addColumn<quint64>("seed");
    quint64 seed = 1;
    for (const auto kind : {gen::Fault::SlowRank, gen::Fault::LateRank, gen::Fault::HostBound, gen::Fault::SlowLink,
                            gen::Fault::FreqDrop}) {
        for (const auto &[tp, pp] : {std::pair(1, 1), std::pair(2, 1), std::pair(1, 2), std::pair(2, 2)}) {
            QTest::addRow("%s, tp %d, pp %d", qPrintable(gen::faultName(kind)), tp, pp)
                << static_cast<int>(kind) << tp << pp << seed;
            ++seed;
        }
    }
}

void TestPathRuns::theCulpritIsOnIt()
{
    QFETCH(int, kind);
    QFETCH(int, tp);
    QFETCH(int, pp);
    QFETCH(quint64, seed);
    gen::GeneratorOptions o = optionsOf(seed, tp, pp);
    gen::Fault fault = usualFault(static_cast<gen::Fault::Kind>(kind), seed, o);
    // Work that the fault hides, such as work beside a transfer, costs nothing: it is little beside such faults.
    fault.value = fault.kind == gen::Fault::LateRank    ? 10
                  : fault.kind == gen::Fault::HostBound ? 400
                  : fault.kind == gen::Fault::SlowLink  ? 40
                                                        : 8;
    o.faults.push_back(fault);
    const auto t = trial(o);
    QCOMPARE(t->error, QString());
    QVERIFY2(whyNotWhole(*t).isEmpty(), qPrintable(whyNotWhole(*t) + u'\n' + t->text()));
    const double added = t->addedMs(fault);
    QVERIFY2(
        std::abs(added - t->plantedMs) < 0.1 * t->plantedMs,
        qPrintable(QStringLiteral("%1: %2 ms on the path\n%3").arg(gen::faultText(fault)).arg(added).arg(t->text())));
}

void TestPathRuns::everyKindOfRunAddsUp_data()
{
    QTest::addColumn<int>("kind");
    for (const auto &[name, kind] :
         {std::pair("plain", 0), std::pair("pipeline", 1), std::pair("experts", 2), std::pair("run ahead", 3),
          std::pair("batches", 4), std::pair("level 0", 5), std::pair("database", 6), std::pair("host load", 7)}) {
        QTest::addRow("%s, MindSpore", name) << kind * 2;
        QTest::addRow("%s, PyTorch", name) << kind * 2 + 1;
    }
}

void TestPathRuns::everyKindOfRunAddsUp()
{
    QFETCH(int, kind);
    gen::GeneratorOptions o = optionsOf(17, 2, kind / 2 == 1 || kind / 2 == 4 ? 2 : 1);
    o.pytorch = kind % 2 == 1;
    o.experts = kind / 2 == 2;
    o.runAhead = kind / 2 == 3;
    o.batchSendRecv = kind / 2 == 4;
    o.level0 = kind / 2 == 5;
    o.format = kind / 2 == 6 ? gen::OutputFormat::Db : gen::OutputFormat::Text;
    o.hostLoad = kind / 2 == 7 ? 20 : 1;
    const auto t = trial(o);
    QCOMPARE(t->error, QString());
    QVERIFY2(whyNotWhole(*t).isEmpty(), qPrintable(whyNotWhole(*t)));
}

void TestPathRuns::oneStepEndsWithTheDevice_data()
{
    QTest::addColumn<double>("lateMs");
    QTest::addRow("clean") << 0.0;
    QTest::addRow("a late rank") << 15.0;
}

// A host that launches the only step ahead seldom finds the device of a later stage waiting: the few times tell its
// clock. With another one it would end long behind its device.
void TestPathRuns::oneStepEndsWithTheDevice()
{
    gen::GeneratorOptions o = optionsOf(7, 2, 2);
    o.steps = 1;
    o.mbPerRank = 3;
    QFETCH(double, lateMs);
    const gen::Fault late{.kind = gen::Fault::LateRank, .rank = 1, .value = lateMs};
    if (lateMs > 0)
        o.faults.push_back(late);
    const auto t = trial(o);
    QCOMPARE(t->error, QString());
    QVERIFY2(whyNotWhole(*t).isEmpty(), qPrintable(whyNotWhole(*t) + u'\n' + t->text()));
    QVERIFY2(lateMs <= 0 || std::abs(t->addedMs(late) - t->plantedMs) < 0.1 * t->plantedMs, qPrintable(t->text()));
    const double hostMs = t->ms([](const StepPath &, const PathPart &p) { return p.kind == PathKind::Host; });
    QVERIFY2(hostMs < 0.03 * t->wallMs, qPrintable(t->text()));
}

RS_TEST(TestPathRuns, QCoreApplication);
#include "tst_pathruns.moc"
