// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/optionalnumbers.h"
#include "core/base/rowrange.h"
#include "core/text/textpool.h"

#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// One link of communication_matrix.json, as a reader gives it to MatrixLinks; a value that the file does not have, or
/// that cannot be, is empty.
struct MatrixLink
{
    QString step;
    bool p2p = false;
    QString key;       ///< "allreduce-top1", "Total Op Info", or an operator name of old files
    QString kind;      ///< "allreduce"; recovered from the operator's name where the writer filed it wrongly
    QString statistic; ///< top1, middle, bottom1, bottom2, bottom3, total; empty for old files and Total Op Info
    QString groupHash;
    int source = -1;
    int destination = -1;
    bool globalRanks = false; ///< false: indices inside the group
    int ownerRank = -1;       ///< the rank whose file it is; -1 for cluster files
    QString transport;        ///< LOCAL, HCCS, PCIE, RDMA, SIO …
    std::optional<double> sizeMb;
    std::optional<double> timeMs;
    std::optional<double> bandwidthGbs;
    QString opName;
};

/// A link in MatrixLinks, its numbers by LinkColumns::Number; see MatrixLink.
struct MatrixLinkRow : OptionalNumbers<3>
{
    bool p2p = false;
    bool globalRanks = false;
    std::array<WordId, 7> texts{}; ///< by LinkColumns::Text
    qint32 source = -1;
    qint32 destination = -1;
    qint32 ownerRank = -1;
};

/// Columns of MatrixLinks.
struct LinkColumns
{
    enum Text : size_t { Step, Key, Kind, Statistic, GroupHash, Transport, OpName };
    enum Number : size_t { Size, Time, Bandwidth };

    TextPool words; ///< all texts; each stands in many links
    std::vector<MatrixLinkRow> links;

    [[nodiscard]] size_t rows() const { return links.size(); }
    /// Ids fit the words.
    [[nodiscard]] bool isSound() const;
    [[nodiscard]] qint64 bytes() const
    {
        return static_cast<qint64>(sizeof *this + links.capacity() * sizeof(MatrixLinkRow)) + words.bytes();
    }
};

/// A link in MatrixLinks; valid while the store is. What its parts mean: see MatrixLink.
class MatrixLinkRef
{
public:
    MatrixLinkRef(const LinkColumns &columns, size_t row) : m_columns(&columns), m_row(row) {}

    /// The same id for the same text among links of one store.
    [[nodiscard]] WordId textId(LinkColumns::Text t) const { return row().texts[t]; }
    [[nodiscard]] const QString &step() const { return text(LinkColumns::Step); }
    [[nodiscard]] bool p2p() const { return row().p2p; }
    [[nodiscard]] const QString &key() const { return text(LinkColumns::Key); }
    [[nodiscard]] const QString &kind() const { return text(LinkColumns::Kind); }
    [[nodiscard]] const QString &statistic() const { return text(LinkColumns::Statistic); }
    [[nodiscard]] const QString &groupHash() const { return text(LinkColumns::GroupHash); }
    [[nodiscard]] int source() const { return row().source; }
    [[nodiscard]] int destination() const { return row().destination; }
    [[nodiscard]] bool globalRanks() const { return row().globalRanks; }
    [[nodiscard]] int ownerRank() const { return row().ownerRank; }
    [[nodiscard]] const QString &transport() const { return text(LinkColumns::Transport); }
    [[nodiscard]] std::optional<double> sizeMb() const { return row().at(LinkColumns::Size); }
    [[nodiscard]] std::optional<double> timeMs() const { return row().at(LinkColumns::Time); }
    [[nodiscard]] std::optional<double> bandwidthGbs() const { return row().at(LinkColumns::Bandwidth); }
    [[nodiscard]] const QString &opName() const { return text(LinkColumns::OpName); }
    [[nodiscard]] const QString &text(LinkColumns::Text t) const { return m_columns->words.text(textId(t)); }
    [[nodiscard]] MatrixLink record() const;

private:
    [[nodiscard]] const MatrixLinkRow &row() const { return m_columns->links[m_row]; }

    const LinkColumns *m_columns;
    size_t m_row;
};

/// The links of communication_matrix.json.
class MatrixLinks : public SealedRows<MatrixLinkRef, LinkColumns>
{
public:
    using SealedRows::SealedRows;
    MatrixLinks() = default;
    /// For few records made by hand.
    explicit MatrixLinks(const std::vector<MatrixLink> &records);

private:
    friend class TraceCodec;
};

/// Takes links one by one and seals them. A link for which there is no memory is left out, and add() throws.
class MatrixLinksBuilder
{
public:
    MatrixLinksBuilder() : MatrixLinksBuilder(std::make_shared<LinkColumns>()) {}
    /// Fills these, which are empty.
    explicit MatrixLinksBuilder(std::shared_ptr<LinkColumns> columns) : m_columns(std::move(columns)) {}

    void add(const MatrixLink &link);
    void add(const MatrixLinkRow &link) { m_columns->links.push_back(link); }
    [[nodiscard]] WordId wordId(const QString &text) { return m_words.idOf(text); }
    /// Room for `times` as much as there is.
    void reserve(double times) { m_columns->links.reserve(static_cast<size_t>(static_cast<double>(size()) * times)); }
    [[nodiscard]] qint64 bytes() const { return m_columns->bytes(); }
    [[nodiscard]] size_t size() const { return m_columns->rows(); }
    [[nodiscard]] MatrixLinkRef operator[](size_t i) const { return {*m_columns, i}; }
    /// The kind of that link, which other links have told.
    void setKind(size_t i, const QString &kind, bool p2p);
    /// The group of that link, which is not told by its key.
    void setGroup(size_t i, const QString &hash) { m_columns->links[i].texts[LinkColumns::GroupHash] = wordId(hash); }
    /// Once, as the last.
    [[nodiscard]] MatrixLinks seal();

private:
    std::shared_ptr<LinkColumns> m_columns;
    TextPoolBuilder m_words{m_columns->words};
};

} // namespace rs
