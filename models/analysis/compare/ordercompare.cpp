// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/ordercompare.h"

#include "analysis/operators/operatorscan.h"
#include "analysis/time/sequencematch.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <unordered_map>

namespace rs {

namespace {

struct OrderedSide
{
    std::vector<OrderedCall> calls;
    bool typed = false;
    bool found = false;
};

OrderedSide callsOf(const RankData &rank, const OperatorQuery &query, bool fromTrace, StringPool &texts,
                    const JobContext &job)
{
    OrderedSide out;
    if (!fromTrace)
        out.calls.reserve(static_cast<size_t>(rank.kernels->rows()));
    bool ascending = true;
    const auto isCommunication = [&texts](const OperatorCall &call) {
        return call.core == NoText ? isCommunicationName(texts.view(call.name))
                                   : isCommunicationCore(texts.view(call.core));
    };
    const auto take = [&](const OperatorCall &call) {
        ascending = ascending && (out.calls.empty() || out.calls.back().startNs <= call.startNs);
        out.typed = out.typed || call.type != NoText;
        out.calls.push_back(
            {call.type, call.name, call.shapes, call.startNs, call.durationNs, call.slice, isCommunication(call)});
    };
    if (fromTrace)
        out.found = scanTrace(rank, query, texts, job, take) == TraceScan::Done;
    else
        out.found = scanKernels(rank, query, texts, job, take);
    if (!ascending)
        std::ranges::stable_sort(out.calls, {}, &OrderedCall::startNs);
    return out;
}

// "hcom_allReduce__271_0_1" -> "hcom_allReduce_": what follows names the group and counts its operators.
std::string_view comparedName(std::string_view name)
{
    name = kernelShortName(name);
    if (!isCommunicationName(name))
        return name;
    const size_t group = name.find("__");
    return group == std::string_view::npos ? name : name.substr(0, group + 1);
}

// Numbers of what counts as the same operator.
class Alphabet
{
public:
    Alphabet(StringPool &texts, bool typed) : m_texts(texts), m_typed(typed) {}

    /// Letters of the calls at these places.
    [[nodiscard]] std::vector<quint32> lettersOf(const std::vector<OrderedCall> &calls,
                                                 const std::vector<quint32> &places)
    {
        std::vector<quint32> out;
        out.reserve(places.size());
        for (const quint32 place : places) {
            const OrderedCall &c = calls[place];
            const bool byType = m_typed && c.type != NoText;
            const quint32 what = byType ? raw(c.type) : raw(nameOf(c.name));
            const quint64 key = quint64{what} << 32 | raw(c.shapes);
            out.push_back(m_letters.try_emplace(key, static_cast<quint32>(m_letters.size())).first->second);
        }
        return out;
    }

private:
    [[nodiscard]] StrId nameOf(StrId name)
    {
        if (raw(name) >= m_names.size())
            m_names.resize(m_texts.size() + raw(name), NoText);
        StrId &known = m_names[raw(name)];
        if (known == NoText && name != NoText) {
            const std::string text(comparedName(m_texts.view(name)));
            known = m_texts.intern(text);
        }
        return known;
    }

    StringPool &m_texts;
    bool m_typed;
    std::vector<StrId> m_names;
    std::unordered_map<quint64, quint32> m_letters;
};

std::vector<quint32> placesOf(const std::vector<OrderedCall> &calls, bool communication)
{
    std::vector<quint32> out;
    for (quint32 i = 0; i < calls.size(); ++i) {
        if (calls[i].isCommunication == communication)
            out.push_back(i);
    }
    return out;
}

/// A row and where it stands in the order of the base.
struct PlacedRow
{
    OrderedRow row;
    quint32 place; ///< of its call of the base, or of the next one behind it
};

std::vector<PlacedRow> matchedRows(const OrderComparison &of, bool communication, Alphabet &alphabet,
                                   const JobContext &job)
{
    const std::vector<quint32> a = placesOf(of.base, communication);
    const std::vector<quint32> b = placesOf(of.other, communication);
    const SequencePairs pairs = commonSubsequence(alphabet.lettersOf(of.base, a), alphabet.lettersOf(of.other, b), job);
    std::vector<PlacedRow> out;
    out.reserve(a.size() + b.size() - pairs.size());
    size_t i = 0;
    size_t j = 0;
    const auto until = [&](size_t endA, size_t endB) {
        for (; i < endA; ++i)
            out.push_back({{a[i], OrderedRow::none}, a[i]});
        for (; j < endB; ++j)
            out.push_back({{OrderedRow::none, b[j]}, endA < a.size() ? a[endA] : OrderedRow::none});
    };
    for (const auto &[x, y] : pairs) {
        until(x, y);
        out.push_back({{a[i], b[j]}, a[i]});
        ++i;
        ++j;
    }
    until(a.size(), b.size());
    return out;
}

} // namespace

CompareState OrderComparison::stateOf(const OrderedRow &row) const
{
    CompareRow pair;
    if (row.base != OrderedRow::none)
        pair.base.totalNs = base[row.base].durationNs;
    if (row.other != OrderedRow::none)
        pair.other.totalNs = other[row.other].durationNs;
    pair.onlyIn = row.base == OrderedRow::none    ? OnlyIn::Other
                  : row.other == OrderedRow::none ? OnlyIn::Base
                                                  : OnlyIn::Both;
    // One execution is held against one: its difference is a fact, and nobody asks whether the next one has it.
    return compareStateOf(pair, std::numeric_limits<double>::infinity());
}

qint64 OrderComparison::differenceNs(const OrderedRow &row) const
{
    return saturatedDifference(row.other == OrderedRow::none ? 0 : other[row.other].durationNs,
                               row.base == OrderedRow::none ? 0 : base[row.base].durationNs);
}

OrderComparison compareInOrder(const RankData &base, const RankData &other, const CompareQuery &query,
                               const JobContext &job)
{
    OrderComparison out;
    OperatorQuery q;
    q.kind = query.kind;
    q.coreType = query.coreType;
    // A kernel table and a trace call the same operator differently, so both sides are taken from what both have.
    const bool tables = hasKernelTimes(base) && hasKernelTimes(other);
    const auto sideOf = [&](const RankData &rank, const std::optional<Interval> &window, OperatorNote &note) {
        q.window = window;
        const bool own = hasKernelTimes(rank);
        if (!tables && !rank.trace) {
            note = own ? OperatorNote::NoMatch : OperatorNote::NoData;
            return OrderedSide();
        }
        OrderedSide side = callsOf(rank, q, !tables, out.texts, job);
        if (tables)
            note = side.typed ? OperatorNote::None : OperatorNote::NoTypes;
        else if (!side.found)
            note = own ? OperatorNote::NoMatch : OperatorNote::NoData;
        else
            note = own ? OperatorNote::Matched : OperatorNote::FromTrace;
        return side;
    };
    OrderedSide a = sideOf(base, query.baseWindow, out.baseNote);
    OrderedSide b = sideOf(other, query.otherWindow, out.otherNote);
    if (!out.isPossible() || job.isCanceled())
        return out;
    out.typed = a.typed && b.typed;
    Alphabet alphabet(out.texts, out.typed);
    out.base = std::move(a.calls);
    out.other = std::move(b.calls);
    const std::vector<PlacedRow> computing = matchedRows(out, false, alphabet, job);
    const std::vector<PlacedRow> communication = matchedRows(out, true, alphabet, job);
    if (job.isCanceled())
        return out;
    std::vector<PlacedRow> rows;
    rows.reserve(computing.size() + communication.size());
    std::merge(computing.begin(), computing.end(), communication.begin(), communication.end(), std::back_inserter(rows),
               [](const PlacedRow &x, const PlacedRow &y) { return x.place < y.place; });
    out.rows.reserve(rows.size());
    for (const PlacedRow &r : rows)
        out.rows.push_back(r.row);
    return out;
}

} // namespace rs
