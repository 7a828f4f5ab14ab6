// SPDX-License-Identifier: Apache-2.0
#include "support/diagnosistrial.h"

#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"

#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rs::test {

namespace {

bool isAnswer(const Verdict &v, const gen::Fault &fault)
{
    switch (fault.kind) {
    case gen::Fault::SlowRank:
    case gen::Fault::MoeImbalance:
        return v.rank == fault.rank && v.kind == DiagnosisKind::Compute;
    case gen::Fault::FreqDrop:
        return v.rank == fault.rank && v.kind == DiagnosisKind::Frequency;
    case gen::Fault::HostBound:
    case gen::Fault::GcPause:
        return v.rank == fault.rank && v.kind == DiagnosisKind::Scheduling;
    case gen::Fault::LateRank:
        return v.rank == fault.rank && v.kind == DiagnosisKind::LateStart;
    case gen::Fault::SlowLink:
        return v.kind == DiagnosisKind::SlowLink && std::minmax(v.rank, v.peer) == std::minmax(fault.rank, fault.peer);
    default:
        return false;
    }
}

void readPlanted(const QString &dir, const gen::GeneratorOptions &options, DiagnosisTrial &out)
{
    QFile f(dir + QStringLiteral("/planted.json"));
    if (!f.open(QIODevice::ReadOnly))
        return;
    const QByteArray text = f.readAll();
    const auto j = nlohmann::json::parse(text.constData(), text.constData() + text.size());
    out.runMs = j["run"]["wall_ms"].get<double>();
    for (size_t i = 0; i < options.faults.size(); ++i) {
        const auto &fault = j["faults"][i];
        out.planted.push_back({options.faults[i], fault["cost_alone_ms"].get<double>(), fault["cost_ms"].get<double>(),
                               fault.value("hidden", false)});
    }
}

} // namespace

const Verdict *DiagnosisTrial::found(const gen::Fault &fault) const
{
    const auto at = std::find_if(diagnosis.problems.begin(), diagnosis.problems.end(),
                                 [&](const Verdict &v) { return isAnswer(v, fault); });
    return at == diagnosis.problems.end() ? nullptr : &*at;
}

int DiagnosisTrial::falseAlarms() const
{
    return static_cast<int>(
        std::count_if(diagnosis.problems.begin(), diagnosis.problems.end(), [this](const Verdict &v) {
            return std::none_of(planted.begin(), planted.end(),
                                [&v](const PlantedFault &p) { return isAnswer(v, p.fault); });
        }));
}

double DiagnosisTrial::costError(const Verdict &verdict, const PlantedFault &planted)
{
    const double told = static_cast<double>(verdict.costNs.value_or(0)) / 1e6;
    return planted.costMs > 0 ? (told - planted.costMs) / planted.costMs : 0;
}

double DiagnosisTrial::gainError(const Verdict &verdict, const PlantedFault &planted)
{
    const double told = static_cast<double>(verdict.aloneNs.value_or(0)) / 1e6;
    return planted.costMs > 0 ? (told - planted.addedMs) / planted.costMs : 0;
}

QString DiagnosisTrial::text() const
{
    QStringList out;
    for (const PlantedFault &p : planted)
        out << QStringLiteral("planted %1 of %2 ms, %3 beside the others")
                   .arg(gen::faultText(p.fault))
                   .arg(p.costMs)
                   .arg(p.addedMs);
    for (const Verdict &v : diagnosis.problems)
        out << QStringLiteral("%1 ms, alone %2: %3")
                   .arg(static_cast<double>(v.costNs.value_or(0)) / 1e6)
                   .arg(static_cast<double>(v.aloneNs.value_or(0)) / 1e6)
                   .arg(v.sentence.english());
    return out.join(u'\n');
}

DiagnosisTrial diagnosisTrial(gen::GeneratorOptions options)
{
    DiagnosisTrial out;
    QTemporaryDir dir;
    options.outDir = dir.path();
    const gen::GeneratorResult made = gen::generate(options);
    ThreadPool pool(1);
    ImportReport report;
    std::vector<Run> found = discover({dir.path()}, JobContext(), report);
    if (!made.ok || found.size() != 1) {
        out.error = made.ok ? QStringLiteral("the run was not found") : made.error;
        return out;
    }
    const auto run = loadRun(std::move(found.front()), pool, JobContext());
    out.diagnosis = diagnose(*run);
    readPlanted(dir.path(), options, out);
    return out;
}

gen::GeneratorOptions diagnosisRun(quint64 seed, int ranks, int tp, int pp)
{
    gen::GeneratorOptions o;
    o.ranks = ranks;
    o.steps = 4;
    o.mbPerRank = 1.5;
    o.seed = seed;
    o.tp = tp;
    o.pp = pp;
    o.clockOffsetMs = 60'000;
    o.pytorch = seed % 2 == 0;
    o.threads = 1;
    return o;
}

gen::Fault slowLink(LinkPlace place, quint64 seed, const gen::GeneratorOptions &options)
{
    gen::Fault out;
    out.kind = gen::Fault::SlowLink;
    out.value = 6;
    out.rank = static_cast<int>(seed * 5 % static_cast<quint64>(options.ranks));
    const int stage = options.ranks / options.pp;
    if (place == LinkPlace::Tensor && options.tp > 1) {
        out.rank = out.rank / options.tp * options.tp;
        out.peer = out.rank + 1;
    } else if (place == LinkPlace::Stages && options.pp > 1) {
        out.rank %= options.ranks - stage;
        out.peer = out.rank + stage;
    } else {
        // The next rank that shares the data.
        out.rank = out.rank % stage / options.tp * options.tp;
        out.peer = (out.rank + options.tp) % stage;
    }
    return out;
}

gen::Fault usualFault(gen::Fault::Kind kind, quint64 seed, const gen::GeneratorOptions &options)
{
    gen::Fault out;
    out.kind = kind;
    out.rank = static_cast<int>(seed * 5 % static_cast<quint64>(options.ranks));
    out.step = gen::namesStep(kind) ? 2 + static_cast<int>(seed % 2) : -1;
    switch (kind) {
    case gen::Fault::SlowLink:
        return slowLink(LinkPlace::Data, seed, options);
    case gen::Fault::LateRank:
        out.value = 3;
        break;
    case gen::Fault::HostBound:
        out.value = 20;
        break;
    case gen::Fault::FreqDrop:
        out.value = 1.6;
        break;
    default:
        out.value = 1.4;
    }
    return out;
}

} // namespace rs::test
