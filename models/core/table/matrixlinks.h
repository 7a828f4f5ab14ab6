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

/// What MatrixLinks holds: a column of each field.
struct LinkColumns
{
    enum Text : size_t { Step, Key, Kind, Statistic, GroupHash, Transport, OpName, TextCount };
    enum Number : size_t { Size, Time, Bandwidth };
    enum Flag : quint8 { P2p = 1, GlobalRanks = 2 };

    TextPool words; ///< of all texts: each stands in many links
    std::array<std::vector<WordId>, TextCount> texts;
    std::vector<qint32> source;
    std::vector<qint32> destination;
    std::vector<qint32> ownerRank;
    std::vector<quint8> flags;
    OptionalNumbers<3> numbers;

    /// Visits each column, in the order of a cache file.
    template <typename Self, typename Visit>
    static void each(Self &c, Visit visit)
    {
        for (auto &ids : c.texts)
            visit(ids);
        visit(c.source);
        visit(c.destination);
        visit(c.ownerRank);
        visit(c.flags);
        OptionalNumbers<3>::each(c.numbers, visit);
    }
    [[nodiscard]] size_t rows() const { return flags.size(); }
    /// Sizes and ids fit each other.
    [[nodiscard]] bool isSound() const;
    [[nodiscard]] qint64 bytes() const;
};

/// A link in MatrixLinks; valid while the store is. What its parts mean: see MatrixLink.
class MatrixLinkRef
{
public:
    MatrixLinkRef(const LinkColumns &columns, size_t row) : m_columns(&columns), m_row(row) {}

    /// Of links of one store, the same for the same text.
    [[nodiscard]] WordId textId(LinkColumns::Text t) const { return m_columns->texts[t][m_row]; }
    [[nodiscard]] const QString &step() const { return text(LinkColumns::Step); }
    [[nodiscard]] bool p2p() const { return (m_columns->flags[m_row] & LinkColumns::P2p) != 0; }
    [[nodiscard]] const QString &key() const { return text(LinkColumns::Key); }
    [[nodiscard]] const QString &kind() const { return text(LinkColumns::Kind); }
    [[nodiscard]] const QString &statistic() const { return text(LinkColumns::Statistic); }
    [[nodiscard]] const QString &groupHash() const { return text(LinkColumns::GroupHash); }
    [[nodiscard]] int source() const { return m_columns->source[m_row]; }
    [[nodiscard]] int destination() const { return m_columns->destination[m_row]; }
    [[nodiscard]] bool globalRanks() const { return (m_columns->flags[m_row] & LinkColumns::GlobalRanks) != 0; }
    [[nodiscard]] int ownerRank() const { return m_columns->ownerRank[m_row]; }
    [[nodiscard]] const QString &transport() const { return text(LinkColumns::Transport); }
    [[nodiscard]] std::optional<double> sizeMb() const { return number(LinkColumns::Size); }
    [[nodiscard]] std::optional<double> timeMs() const { return number(LinkColumns::Time); }
    [[nodiscard]] std::optional<double> bandwidthGbs() const { return number(LinkColumns::Bandwidth); }
    [[nodiscard]] const QString &opName() const { return text(LinkColumns::OpName); }
    [[nodiscard]] const QString &text(LinkColumns::Text t) const { return m_columns->words.text(textId(t)); }
    [[nodiscard]] MatrixLink record() const;

private:
    [[nodiscard]] std::optional<double> number(LinkColumns::Number n) const { return m_columns->numbers.at(n, m_row); }

    const LinkColumns *m_columns;
    size_t m_row;
};

/// The links of communication_matrix.json.
class MatrixLinks : public SealedRows<MatrixLinkRef, LinkColumns>
{
public:
    using SealedRows::SealedRows;
    MatrixLinks() = default;
    /// Of few, made by hand.
    explicit MatrixLinks(const std::vector<MatrixLink> &records);

private:
    friend class TraceCodec;
};

/// The values of a link for a reader that knows the ids of its texts: see MatrixLink and LinkColumns.
struct MatrixLinkRow
{
    std::array<WordId, LinkColumns::TextCount> texts{};
    int source = -1;
    int destination = -1;
    int ownerRank = -1;
    bool p2p = false;
    bool globalRanks = false;
    std::array<double, 3> numbers{}; ///< by LinkColumns::Number; what is not there is 0
    quint8 present = 0;              ///< a bit for each number that is there
};

/// Takes links one by one and seals them. A link for which there is no memory is left out, and add() throws.
class MatrixLinksBuilder
{
public:
    MatrixLinksBuilder() : MatrixLinksBuilder(std::make_shared<LinkColumns>()) {}
    /// Fills these, which are empty.
    explicit MatrixLinksBuilder(std::shared_ptr<LinkColumns> columns) : m_columns(std::move(columns)) {}

    void add(const MatrixLink &link);
    void add(const MatrixLinkRow &link);
    [[nodiscard]] WordId wordId(const QString &text) { return m_words.idOf(text); }
    /// Room for `times` as much as there is.
    void reserve(double times);
    [[nodiscard]] qint64 bytes() const { return m_columns->bytes(); }
    [[nodiscard]] size_t size() const { return m_columns->rows(); }
    [[nodiscard]] MatrixLinkRef operator[](size_t i) const { return {*m_columns, i}; }
    /// The kind of that link, which other links have told.
    void setKind(size_t i, const QString &kind, bool p2p);
    /// The group of that link, which is not told by its key.
    void setGroup(size_t i, const QString &hash);
    /// Once, as the last.
    [[nodiscard]] MatrixLinks seal();

private:
    std::shared_ptr<LinkColumns> m_columns;
    TextPoolBuilder m_words{m_columns->words};
};

} // namespace rs
