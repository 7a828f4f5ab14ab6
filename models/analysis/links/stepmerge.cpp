// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/stepmerge.h"

#include "analysis/communication/transportsums.h"
#include "analysis/time/optionalsum.h"
#include "core/base/largepages.h"
#include "core/text/textpool.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace rs {

namespace {

constexpr QLatin1StringView transportJoint(" + ");

/// Places of links by their ends: a thousand ranks have a million.
using Places = std::unordered_map<quint64, size_t>;

// Numbers for texts: thousands of cells that follow each other have the same one.
class MergedTexts
{
public:
    int of(const QString &text)
    {
        if (m_last >= 0 && m_text == text)
            return m_last;
        m_text = text;
        auto at = m_ids.find(text);
        if (at == m_ids.end())
            at = m_ids.insert(text, static_cast<int>(m_ids.size()));
        return m_last = at.value();
    }

private:
    QHash<QString, int> m_ids;
    QString m_text;
    int m_last = -1;
};

void addLinkCell(MatrixCell &sum, const MatrixCell &c)
{
    if (sum.domainHash != c.domainHash && !sum.domain.split(QLatin1String("; ")).contains(c.domain))
        sum.domain += QLatin1String("; ") + c.domain;
    addPart(sum.sizeMb, c.sizeMb, false);
    addPart(sum.timeMs, c.timeMs, false);
    sum.bandwidthGbs = bandwidthOver(sum.sizeMb, sum.timeMs);
    sum.transport = joinedTransports(sum.transport, c.transport);
    if (sum.opName != c.opName)
        sum.opName.clear();
    sum.inner = sum.inner && c.inner;
}

// Links of the steps that follow mostly are the same ones.
size_t keptOfFirstStep(const std::vector<const MatrixCell *> &cells, const StepMergeChoice &choice)
{
    size_t count = 0;
    for (const MatrixCell *const c : cells) {
        if (!isOneWord(c->step, cells.front()->step))
            break;
        count += !choice.keep || choice.keep(*c) ? 1 : 0;
    }
    return count;
}

} // namespace

QString joinedTransports(const QString &transports, const QString &other)
{
    // A part without a type is of one of the others, or its file is damaged and a finding says so.
    if (transports.isEmpty() || other.isEmpty())
        return transports.isEmpty() ? other : transports;
    return transports == other || transportsOf(transports).contains(other) ? transports
                                                                           : transports + transportJoint + other;
}

QStringList transportsOf(const QString &joined)
{
    return joined.split(transportJoint);
}

bool CellsOfOperator::takes(const MatrixCell &cell)
{
    if ((m_named ? cell.opName : cell.op) != m_op)
        return false;
    return !m_named || m_seen.emplace(cell.step, cell.domainHash, cell.source, cell.destination).second;
}

void ShareSum::add(double share, double timeMs)
{
    if (!m_share)
        m_share = share;
    else if (m_timeMs + timeMs > 0)
        m_share = (*m_share * m_timeMs + share * timeMs) / (m_timeMs + timeMs);
    m_timeMs += timeMs;
}

std::vector<MergedLink> mergeSteps(const std::vector<const MatrixCell *> &cells, const StepMergeChoice &choice,
                                   const JobContext &job)
{
    MergeParts parts;
    return mergeSteps(cells, choice, job, parts);
}

std::vector<MergedLink> mergeSteps(const std::vector<const MatrixCell *> &cells, const StepMergeChoice &choice,
                                   const JobContext &job, MergeParts &parts)
{
    std::vector<MergedLink> out;
    reserveLarge(out, keptOfFirstStep(cells, choice));
    parts.linkOf.assign(cells.size(), 0);
    using Group = std::tuple<int, int, bool>; // domain, operator and whether ranks are known
    std::map<Group, Places> groups;
    // Thousands of cells that follow each other are of one of them, and of one step.
    std::pair<Group, Places *> lastGroup;
    std::pair<int, const QString *> lastStep;
    std::map<int, QSet<QString>> stepsOf;
    std::vector<int> ops;
    std::vector<size_t> last; // cell of each link
    MergedTexts domains;
    MergedTexts names;
    JobPoll poll(job);
    for (size_t i = 0; i < cells.size(); ++i) {
        if (poll.isCanceled())
            return {};
        const MatrixCell &c = *cells[i];
        const int op = names.of(choice.named ? c.opName : c.op);
        if (!lastStep.second || lastStep.first != op || !isOneWord(*lastStep.second, c.step))
            stepsOf[op].insert(c.step);
        lastStep = {op, &c.step};
        if (choice.keep && !choice.keep(c))
            continue;
        const Group group{choice.domains && c.global ? -1 : domains.of(c.domainHash), op, c.global};
        if (!lastGroup.second || lastGroup.first != group)
            lastGroup = {group, &groups[group]};
        Places &places = *lastGroup.second;
        const quint64 ends = static_cast<quint64>(static_cast<quint32>(c.source)) << 32U |
                             static_cast<quint64>(static_cast<quint32>(c.destination));
        const auto [at, isNew] = places.try_emplace(ends, out.size());
        parts.linkOf[i] = at->second;
        if (isNew) {
            ops.push_back(op);
            last.push_back(i);
            MatrixCell &sum = out.emplace_back(MergedLink{c, 1, i}).cell;
            if (choice.named)
                sum.op = c.opName;
            continue;
        }
        MergedLink &link = out[at->second];
        if (c.timeMs.value_or(0) > cells[link.longest]->timeMs.value_or(0))
            link.longest = i;
        addLinkCell(link.cell, c);
        if (const size_t before = std::exchange(last[at->second], i); cells[before]->step != c.step) {
            link.cell.step.clear();
            ++link.steps;
        }
    }
    parts.ofSteps.assign(out.size(), 1);
    for (size_t i = 0; choice.mean && i < out.size(); ++i) {
        parts.ofSteps[i] = static_cast<int>(stepsOf[ops[i]].size());
        for (std::optional<double> *const value : {&out[i].cell.sizeMb, &out[i].cell.timeMs}) {
            if (*value)
                **value /= parts.ofSteps[i];
        }
    }
    return out;
}

std::vector<MergedLink> mergeSteps(const std::vector<MatrixCell> &cells, const StepMergeChoice &choice,
                                   const JobContext &job)
{
    std::vector<const MatrixCell *> all;
    all.reserve(cells.size());
    for (const MatrixCell &c : cells)
        all.push_back(&c);
    return mergeSteps(all, choice, job);
}

void pairLinks(std::vector<MergedLink> &links, const std::vector<MergedLink> &others, const LinkPairing &by,
               const JobContext &job)
{
    const QString none;
    const auto keyOf = [&](const MatrixCell &c) {
        return std::tuple<int, int, bool, const QString &, const QString &, const QString &>(
            c.source, c.destination, c.global, by.operators ? c.op : none, by.domains ? c.domain : none,
            by.steps ? c.step : none);
    };
    std::vector<const MergedLink *> sorted;
    sorted.reserve(others.size());
    for (const MergedLink &o : others)
        sorted.push_back(&o);
    std::ranges::stable_sort(
        sorted, [&keyOf](const MergedLink *a, const MergedLink *b) { return keyOf(a->cell) < keyOf(b->cell); });
    JobPoll poll(job);
    for (MergedLink &l : links) {
        if (poll.isCanceled())
            return;
        const auto key = keyOf(l.cell);
        const auto at =
            std::ranges::lower_bound(sorted, key, {}, [&keyOf](const MergedLink *o) { return keyOf(o->cell); });
        l.other.reset();
        if (at != sorted.end() && keyOf((*at)->cell) == key)
            l.other =
                LinkAmounts{(*at)->cell.sizeMb, (*at)->cell.timeMs, (*at)->cell.bandwidthGbs, (*at)->cell.transport};
    }
}

LinkAmounts differenceOf(const MergedLink &link)
{
    const auto less = [](const std::optional<double> &is, const std::optional<double> &of) {
        // A rest of floating point says nothing.
        return is && of ? std::optional(std::round((*is - *of) * 1e6) / 1e6) : std::nullopt;
    };
    const LinkAmounts other = link.other.value_or(LinkAmounts());
    return {less(link.cell.sizeMb, other.sizeMb),
            less(link.cell.timeMs, other.timeMs),
            less(link.cell.bandwidthGbs, other.bandwidthGbs),
            {}};
}

} // namespace rs
