// SPDX-License-Identifier: Apache-2.0
#include "core/table/matrixlinks.h"

#include <algorithm>

namespace rs {

bool LinkColumns::isSound() const
{
    const auto isWord = [this](WordId id) { return raw(id) < words.size(); };
    return std::ranges::all_of(links,
                               [&](const MatrixLinkRow &link) { return std::ranges::all_of(link.texts, isWord); });
}

MatrixLink MatrixLinkRef::record() const
{
    MatrixLink out;
    out.step = step();
    out.p2p = p2p();
    out.key = key();
    out.kind = kind();
    out.statistic = statistic();
    out.groupHash = groupHash();
    out.source = source();
    out.destination = destination();
    out.globalRanks = globalRanks();
    out.ownerRank = ownerRank();
    out.transport = transport();
    out.sizeMb = sizeMb();
    out.timeMs = timeMs();
    out.bandwidthGbs = bandwidthGbs();
    out.opName = opName();
    return out;
}

MatrixLinks::MatrixLinks(const std::vector<MatrixLink> &records)
{
    MatrixLinksBuilder builder;
    for (const MatrixLink &link : records)
        builder.add(link);
    *this = builder.seal();
}

void MatrixLinksBuilder::add(const MatrixLink &link)
{
    add({{{link.sizeMb, link.timeMs, link.bandwidthGbs}},
         link.p2p,
         link.globalRanks,
         {wordId(link.step), wordId(link.key), wordId(link.kind), wordId(link.statistic), wordId(link.groupHash),
          wordId(link.transport), wordId(link.opName)},
         link.source,
         link.destination,
         link.ownerRank});
}

void MatrixLinksBuilder::setKind(size_t i, const QString &kind, bool p2p)
{
    m_columns->links[i].texts[LinkColumns::Kind] = wordId(kind);
    m_columns->links[i].p2p = p2p;
}

MatrixLinks MatrixLinksBuilder::seal()
{
    if (size() == 0)
        return {};
    m_words.finish();
    shrinkColumn(m_columns->links);
    return MatrixLinks(std::move(m_columns));
}

} // namespace rs
