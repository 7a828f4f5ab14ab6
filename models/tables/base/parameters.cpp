// SPDX-License-Identifier: Apache-2.0
#include "tables/base/parameters.h"

#include <QStringList>

#include <algorithm>
#include <limits>

namespace rs {

namespace {

template <typename Value>
struct Named
{
    const char *word;
    Value value;
};

template <typename Value, size_t N>
Value named(const Named<Value> (&all)[N], const QString &word)
{
    const auto *const at = std::ranges::find_if(all, [&](const auto &n) { return word == QLatin1String(n.word); });
    return at == std::end(all) ? all[0].value : at->value;
}

constexpr Named<OperatorGrouping> groupings[] = {{"type", OperatorGrouping::Type},
                                                 {"name", OperatorGrouping::Name},
                                                 {"shape", OperatorGrouping::Shape},
                                                 {"name-shape", OperatorGrouping::NameShape},
                                                 {"kernel", OperatorGrouping::Kernel}};
constexpr Named<OperatorKind> kinds[] = {
    {"compute", OperatorKind::Compute}, {"communication", OperatorKind::Communication}, {"all", OperatorKind::All}};
constexpr Named<StepAggregation> aggregations[] = {
    {"each", StepAggregation::Each}, {"sum", StepAggregation::Sum}, {"mean", StepAggregation::Mean}};
constexpr Named<BlockGrouping> holders[] = {
    {"operator", BlockGrouping::Operator}, {"component", BlockGrouping::Component}, {"size", BlockGrouping::Size}};
constexpr Named<OverviewSource> sources[] = {{"file", OverviewSource::File}, {"derived", OverviewSource::Derived}};
constexpr Named<CompareState> states[] = {{"grown", CompareState::Grown},
                                          {"shrunk", CompareState::Shrunk},
                                          {"within-noise", CompareState::WithinNoise},
                                          {"too-few-steps", CompareState::TooFewSteps},
                                          {"not-known", CompareState::NotKnown},
                                          {"unchanged", CompareState::Unchanged},
                                          {"only-base", CompareState::OnlyBase},
                                          {"gone", CompareState::OnlyBase},
                                          {"only-other", CompareState::OnlyOther},
                                          {"new", CompareState::OnlyOther}};

} // namespace

const std::vector<ParameterSpec> &parameterSpecs()
{
    using P = Parameter;
    using T = OptionType;
    using Q = TableQuery;
    using V = OptionValue;
    static const std::vector<ParameterSpec> specs{
        {P::Step,
         {"step", T::Text, "S", "Only this step."},
         [](Q &q, const V &v) { q.step = v.text; },
         "Only this step."},
        {P::Steps,
         {"steps", T::Word, "HOW", "each (default), or the sum or mean over the steps.", "each|sum|mean"},
         [](Q &q, const V &v) { q.steps = named(aggregations, v.text); }},
        {P::StepRange,
         {"from-step", T::Number, "S", "Only steps from this number on."},
         [](Q &q, const V &v) { q.fromStep = v.number; }},
        {P::StepRange,
         {"to-step", T::Number, "S", "Only steps up to this number."},
         [](Q &q, const V &v) { q.toStep = v.number; }},
        {P::Stage,
         {"stage", T::Number, "N", "Only ranks of this pipeline stage, from 0."},
         [](Q &q, const V &v) {
             q.stage = static_cast<int>(std::min<qint64>(v.number, std::numeric_limits<int>::max()));
         }},
        {P::Domain,
         {"domain", T::Text, "D",
          "Only this communication domain, by label, ranks, group name or hash, or all of a kind: tp, pp, dp, cp, ep, "
          "collective, p2p."},
         [](Q &q, const V &v) { q.domain = v.text; },
         "Only this communication domain, by label, ranks, group name or hash, or all of a kind: tp, pp, dp, cp, ep, "
         "collective, p2p."},
        {P::Operator,
         {"op", T::Text, "OP",
          "Only this operator, as in the Operator column; for communication also all of a kind: allreduce."},
         [](Q &q, const V &v) { q.op = v.text; },
         "Only this operator of communication."},
        {P::Total,
         {"total", T::Flag, "", "Only the sums (Total Op Info).", "", "only the sums"},
         [](Q &q, const V &) { q.total = true; }},
        {P::By,
         {"by", T::Word, "KEY", "type (default), name, shape (type and input shapes) or name-shape.",
          "type|name|shape|name-shape"},
         [](Q &q, const V &v) { q.by = named(groupings, v.text); }},
        {P::Kind,
         {"kind", T::Word, "KIND", "compute (default), communication or all.", "compute|communication|all"},
         [](Q &q, const V &v) { q.kind = named(kinds, v.text); }},
        {P::Core,
         {"core", T::Text, "CORE", "Only this accelerator core, as the table of cores calls it."},
         [](Q &q, const V &v) { q.core = v.text; },
         "Only this accelerator core."},
        {P::Component,
         {"component", T::Text, "C", "Only this component, as the file calls it: PTA, GE, PTA+GE, MindSpore, APP."},
         [](Q &q, const V &v) { q.component = v.text; },
         "Only this component of memory."},
        {P::Streams, {"streams", T::Flag, "", "Each stream by itself."}, [](Q &q, const V &) { q.streams = true; }},
        {P::At,
         {"at", T::Stamp, "NS", "The moment, nanoseconds since the epoch; default: the peak in the window."},
         [](Q &q, const V &v) { q.at = v.number; }},
        {P::HeldBy,
         {"by", T::Word, "KEY", "operator (default), component or size (of a block).", "operator|component|size"},
         [](Q &q, const V &v) { q.heldBy = named(holders, v.text); }},
        {P::Unreleased,
         {"unreleased", T::Flag, "", "Only blocks that were allocated in the window and never released."},
         [](Q &q, const V &) { q.unreleased = true; }},
        {P::Name,
         {"name", T::Pattern, "REGEX", "Only this name; of files the first match: hbm, pcie."},
         [](Q &q, const V &v) { q.name = v.pattern; }},
        {P::Window,
         {"from", T::Stamp, "NS", "Start of the window, nanoseconds since the epoch."},
         [](Q &q, const V &v) { q.window.from = v.number; }},
        {P::Window, {"to", T::Stamp, "NS", "End of the window."}, [](Q &q, const V &v) { q.window.to = v.number; }},
        {P::Source,
         {"source", T::Word, "SOURCE",
          "file: step_trace_time.csv; derived: from the slices of the trace; default: the file, else derived.",
          "file|derived"},
         [](Q &q, const V &v) { q.source = named(sources, v.text); }},
        {P::Category,
         {"category", T::Text, "C", "Only this category, e.g. HostToDevice or async_npu."},
         [](Q &q, const V &v) { q.category = v.text; },
         "Only this category of connection lines."},
        {P::Lane,
         {"lane", T::Pattern, "REGEX", "Only lanes whose \"process/thread\" matches.", "", "regex for process/thread"},
         [](Q &q, const V &v) { q.lane = v.pattern; }},
        {P::WhatIf,
         {"what", T::Word, "QUESTION", "What would be different; default: one answer of each kind.",
          "rank-like-peers|link-like-others|faster-kernels|overlap|faster-launches|even-stages|merged-buckets"},
         [](Q &q, const V &v) { q.whatIf = v.text; },
         "The question, as the What If column has it."},
        {P::About,
         {"about", T::Text, "WHAT",
          "Of --what: the rank, both ranks of the link (4-6), the type of kernels, or the domain of the buckets; "
          "default: the one that takes longest."},
         [](Q &q, const V &v) { q.about = v.text; },
         "The rank, both ranks of the link (4-6), the type of kernels, or the domain of the buckets."},
        {P::Times,
         {"times", T::Number, "K", "So many times faster kernels or launches, or so many buckets as one; default: 2.",
          "", "", 2},
         [](Q &q, const V &v) {
             q.times = static_cast<int>(std::min<qint64>(v.number, std::numeric_limits<int>::max()));
         }},
        {P::Area,
         {"area", T::Word, "AREA", "Only advice of this area: compute, scheduling or communication.",
          "compute|scheduling|communication"},
         [](Q &q, const V &v) { q.area = v.text; }},
        {P::State,
         {"state", T::Words, "LIST",
          "Only operators of these states: grown, shrunk, within-noise, too-few-steps, not-known, unchanged, only-base "
          "(or gone), "
          "only-other (or new); several joined by commas.",
          "grown|shrunk|within-noise|too-few-steps|not-known|unchanged|only-base|gone|only-other|new",
          "grown,shrunk,within-noise,too-few-steps,unchanged,new,gone"},
         [](Q &q, const V &v) { q.states.push_back(named(states, v.text)); }},
    };
    return specs;
}

void setParameter(TableQuery &query, Parameter parameter, const OptionValue &value)
{
    const std::vector<ParameterSpec> &all = parameterSpecs();
    std::ranges::find(all, parameter, &ParameterSpec::parameter)->set(query, value);
}

QString parameterName(Parameter parameter)
{
    QStringList out;
    for (const ParameterSpec &p : parameterSpecs()) {
        if (p.parameter == parameter)
            out << QLatin1String(p.option.name);
    }
    return out.join(QStringLiteral(", "));
}

} // namespace rs
