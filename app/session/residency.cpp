// SPDX-License-Identifier: Apache-2.0
#include "app/session/residency.h"

#include <algorithm>

namespace rs {

std::vector<RankRef> Residency::shown() const
{
    std::vector<RankRef> out{m_state.currentRank(), m_state.otherRank(), m_state.selection().rank};
    for (const BoxSelection::Part &part : m_state.box().parts)
        out.push_back(part.rank);
    out.insert(out.end(), m_state.heldRanks().begin(), m_state.heldRanks().end());
    out.insert(out.end(), m_state.ranksTogether().begin(), m_state.ranksTogether().end());
    std::erase_if(out, [](RankRef ref) { return !ref.isValid(); });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

bool Residency::isShown(RankRef ref) const
{
    const std::vector<RankRef> all = shown();
    return std::find(all.begin(), all.end(), ref) != all.end();
}

void Residency::noteUse()
{
    ++m_clock;
    for (const RankRef ref : shown())
        m_used[ref] = m_clock;
}

void Residency::noteUse(RankRef ref)
{
    m_used[ref] = ++m_clock;
}

void Residency::forgetRun(int run)
{
    std::erase_if(m_used, [run](const auto &entry) { return entry.first.run == run; });
    std::erase_if(m_bytes, [run](const auto &entry) { return entry.first.run == run; });
}

qint64 Residency::needOf(RankRef ref) const
{
    if (const auto known = m_bytes.find(ref); known != m_bytes.end())
        return known->second + known->second / 2;
    const RankInfo *const info = m_runs.info(ref);
    qint64 files = 0;
    for (const FileEntry &f : info ? info->files : std::vector<FileEntry>()) {
        // A packed file becomes about ten times as much text.
        if (f.used)
            files += f.path.endsWith(QLatin1String(".gz")) ? f.bytes * 10 : f.bytes;
    }
    return files / 100 * 45;
}

qint64 Residency::idleBytes() const
{
    const std::vector<RankRef> all = shown();
    qint64 out = 0;
    for (const RankRef ref : m_runs.loadedRanks()) {
        const auto known = m_bytes.find(ref);
        if (known != m_bytes.end() && std::find(all.begin(), all.end(), ref) == all.end())
            out += known->second;
    }
    return out;
}

std::vector<RankRef> Residency::victims(qint64 bytes) const
{
    struct Candidate
    {
        quint64 used;
        RankRef ref;
    };
    std::vector<Candidate> all;
    for (const RankRef ref : m_runs.loadedRanks()) {
        if (isShown(ref))
            continue;
        const auto used = m_used.find(ref);
        all.push_back({used == m_used.end() ? 0 : used->second, ref});
    }
    // Among ranks that were never viewed, the first ones come first.
    std::sort(all.begin(), all.end(), [](const Candidate &a, const Candidate &b) {
        return a.used != b.used ? a.used < b.used : a.ref > b.ref;
    });
    std::vector<RankRef> out;
    qint64 freed = 0;
    for (const Candidate &c : all) {
        if (freed >= bytes)
            break;
        out.push_back(c.ref);
        const auto known = m_bytes.find(c.ref);
        freed += known == m_bytes.end() ? 0 : known->second;
    }
    return out;
}

} // namespace rs
