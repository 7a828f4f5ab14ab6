// SPDX-License-Identifier: Apache-2.0
#include "analysis/ordercompare.h"

#include "analysis/kerneltimes.h"
#include "analysis/operatorscan.h"
#include "analysis/sequencematch.h"

#include <algorithm>
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
    const auto take = [&](const OperatorCall &call) {
        ascending = ascending && (out.calls.empty() || out.calls.back().startNs <= call.startNs);
        out.typed = out.typed || call.type != NoText;
        out.calls.push_back({call.type, call.name, call.shapes, call.startNs, call.durationNs, call.slice});
    };
    if (fromTrace)
        out.found = scanTrace(rank, query, texts, job, take) == TraceScan::Done;
    else
        out.found = scanKernels(rank, query, texts, job, take);
    if (!ascending)
        std::stable_sort(out.calls.begin(), out.calls.end(),
                         [](const OrderedCall &a, const OrderedCall &b) { return a.startNs < b.startNs; });
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

    [[nodiscard]] std::vector<quint32> lettersOf(const std::vector<OrderedCall> &calls)
    {
        std::vector<quint32> out;
        out.reserve(calls.size());
        for (const OrderedCall &c : calls) {
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
    return compareStateOf(pair, std::nullopt);
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
    const std::vector<quint32> lettersA = alphabet.lettersOf(out.base);
    const std::vector<quint32> lettersB = alphabet.lettersOf(out.other);
    const SequencePairs pairs = commonSubsequence(lettersA, lettersB, job);
    if (job.isCanceled())
        return out;
    out.rows.reserve(out.base.size() + out.other.size() - pairs.size());
    quint32 i = 0;
    quint32 j = 0;
    const auto until = [&](size_t endA, size_t endB) {
        while (i < endA)
            out.rows.push_back({i++, OrderedRow::none});
        while (j < endB)
            out.rows.push_back({OrderedRow::none, j++});
    };
    for (const auto &[x, y] : pairs) {
        until(x, y);
        out.rows.push_back({i++, j++});
    }
    until(out.base.size(), out.other.size());
    return out;
}

} // namespace rs
