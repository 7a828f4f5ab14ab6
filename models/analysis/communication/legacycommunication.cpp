// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/legacycommunication.h"

#include "analysis/time/optionalsum.h"

#include <algorithm>
#include <map>

namespace rs {

namespace {

struct OldStep
{
    bool haveOperators = false;
    bool haveParts = false; // of some operator
    std::optional<double> transitMs;
    std::optional<double> waitMs;
    std::optional<CommOpRef> whole;

    void add(const CommOpRef &op)
    {
        if (op.isTotal()) {
            whole = op;
            return;
        }
        addPart(transitMs, op.transitMs(), !haveOperators);
        addPart(waitMs, op.waitMs(), !haveOperators);
        haveOperators = true;
        haveParts = haveParts || op.transitMs();
    }
    [[nodiscard]] bool isWhole() const { return whole && !haveParts; }
};

} // namespace

LegacyCommFiles legacyCommFilesOf(const RankData &rank)
{
    if (!rank.legacy)
        return LegacyCommFiles::None;
    const auto has = [&rank](const char *kind) {
        return std::ranges::any_of(rank.info.files,
                                   [kind](const FileEntry &f) { return f.used && f.kind == QLatin1String(kind); });
    };
    if (has("legacy_hccl_trace"))
        return LegacyCommFiles::Iterations;
    const bool costs = has("legacy_hccl");
    const bool times = has("legacy_steps");
    return costs == times ? LegacyCommFiles::Both : costs ? LegacyCommFiles::Costs : LegacyCommFiles::Times;
}

std::optional<LegacyStepSums> legacyStepSums(const RankData &rank, const QString &step)
{
    if (!rank.legacy)
        return std::nullopt;
    std::map<QString, OldStep> steps;
    for (const CommOpRef op : rank.commOps) {
        if (step.isEmpty() || op.step() == step)
            steps[op.step()].add(op);
    }
    if (std::ranges::none_of(steps, [](const auto &s) { return s.second.isWhole(); }))
        return std::nullopt;
    LegacyStepSums out;
    bool isFirst = true;
    for (const auto &[number, s] : steps) {
        addPart(out.transitMs, s.isWhole() ? s.whole->transitMs() : s.transitMs, isFirst);
        addPart(out.waitMs, s.isWhole() ? s.whole->waitMs() : s.waitMs, isFirst);
        out.haveOperators = out.haveOperators && s.haveOperators;
        isFirst = false;
    }
    return out;
}

} // namespace rs
