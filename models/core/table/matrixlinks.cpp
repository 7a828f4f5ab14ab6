// SPDX-License-Identifier: Apache-2.0
#include "core/table/matrixlinks.h"

#include <algorithm>
#include <tuple>

namespace rs {

bool LinkColumns::isSound() const
{
    bool fits = true;
    each(*this, [&](const auto &column) { fits = fits && column.size() == rows(); });
    const auto areBelow = [this](const std::vector<WordId> &ids) {
        return std::ranges::all_of(ids, [this](WordId id) { return raw(id) < words.size(); });
    };
    return fits && std::ranges::all_of(texts, areBelow);
}

qint64 LinkColumns::bytes() const
{
    size_t sum = sizeof *this;
    each(*this, [&sum](const auto &column) { sum += column.capacity() * sizeof(column.front()); });
    return static_cast<qint64>(sum) + words.bytes();
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
    MatrixLinkRow row;
    const std::array<const QString *, LinkColumns::TextCount> texts{
        &link.step, &link.key, &link.kind, &link.statistic, &link.groupHash, &link.transport, &link.opName};
    for (size_t i = 0; i < texts.size(); ++i)
        row.texts[i] = wordId(*texts[i]);
    row.source = link.source;
    row.destination = link.destination;
    row.ownerRank = link.ownerRank;
    row.p2p = link.p2p;
    row.globalRanks = link.globalRanks;
    std::tie(row.numbers, row.present) = OptionalNumbers<3>::split({link.sizeMb, link.timeMs, link.bandwidthGbs});
    add(row);
}

void MatrixLinksBuilder::add(const MatrixLinkRow &link)
{
    LinkColumns &c = *m_columns;
    const size_t rows = c.rows();
    try {
        for (size_t i = 0; i < link.texts.size(); ++i)
            c.texts[i].push_back(link.texts[i]);
        c.source.push_back(link.source);
        c.destination.push_back(link.destination);
        c.ownerRank.push_back(link.ownerRank);
        c.numbers.add(link.numbers, link.present);
        c.flags.push_back(
            static_cast<quint8>((link.p2p ? LinkColumns::P2p : 0) | (link.globalRanks ? LinkColumns::GlobalRanks : 0)));
    } catch (...) {
        // What was added of it before.
        LinkColumns::each(c, [rows](auto &column) { column.resize(std::min(rows, column.size())); });
        throw;
    }
}

void MatrixLinksBuilder::reserve(double times)
{
    LinkColumns &c = *m_columns;
    const auto rows = static_cast<size_t>(static_cast<double>(c.rows()) * times);
    LinkColumns::each(c, [rows](auto &column) { column.reserve(rows); });
}

void MatrixLinksBuilder::setKind(size_t i, const QString &kind, bool p2p)
{
    LinkColumns &c = *m_columns;
    c.texts[LinkColumns::Kind][i] = m_words.idOf(kind);
    c.flags[i] = static_cast<quint8>((c.flags[i] & ~LinkColumns::P2p) | (p2p ? LinkColumns::P2p : 0));
}

void MatrixLinksBuilder::setGroup(size_t i, const QString &hash)
{
    m_columns->texts[LinkColumns::GroupHash][i] = m_words.idOf(hash);
}

MatrixLinks MatrixLinksBuilder::seal()
{
    LinkColumns &c = *m_columns;
    if (c.rows() == 0)
        return {};
    m_words.finish();
    LinkColumns::each(c, [](auto &column) { shrinkColumn(column); });
    return MatrixLinks(std::move(m_columns));
}

} // namespace rs
