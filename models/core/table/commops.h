// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/optionalnumbers.h"
#include "core/base/rowrange.h"
#include "core/text/stringpool.h"
#include "core/text/textpool.h"

#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rs {

/// One transport of "Communication Bandwidth Info".
struct TransportInfo
{
    QString transport; ///< RDMA, HCCS, PCIE, SDMA, SIO; SDMA repeats HCCS + PCIE + SIO and is never added to them
    std::optional<double> sizeMb;
    std::optional<double> timeMs;
    std::optional<double> bandwidthGbs;
    std::optional<double> largePacketRatio;
    struct Packet
    {
        double sizeMb = 0;
        qint64 count = 0;
        double timeMs = 0;
    };
    std::vector<Packet> packets;
};

/// One operator of communication.json on one rank, as a reader gives it to CommOpsBuilder. Milliseconds and megabytes
/// (10^6) exactly as the file says; a value that the file does not have, or that cannot be, is empty.
struct CommOp
{
    QString step;      ///< digits after "step"; "step" alone gives "0"
    bool p2p = false;  ///< by name (send, receive, recv), whatever class the writer filed it under
    QString name;      ///< without the group: "hcom_allReduce__271_0_1", or "Total Op Info"
    QString groupHash; ///< decimal text after '@', or empty
    int rank = -1;
    std::optional<double> startUs; ///< one decimal in the file: match with 0.3 us tolerance, never by equality
    QString startText; ///< the same as the file writes it: a stamp of today loses its last digits as a double
    std::optional<double> elapseMs;
    std::optional<double> transitMs;
    std::optional<double> waitMs;
    std::optional<double> synchronizationMs;
    std::optional<double> idleMs;
    std::optional<double> waitRatio;
    std::optional<double> synchronizationRatio;
    std::vector<TransportInfo> transports;
    [[nodiscard]] bool isTotal() const { return name == QLatin1String("Total Op Info"); }
};

/// What CommOps holds: a column of each field, rows of transports and packets flattened.
struct CommColumns
{
    enum Number : size_t { Start, Elapse, Transit, Wait, Synchronization, Idle, WaitRatio, SynchronizationRatio };
    enum TransportNumber : size_t { Size, Time, Bandwidth, LargePacketRatio };

    TextPool words; ///< steps, domains and transports
    StringPool names;
    StrId total = NoText; ///< the name of totals, where there are any
    std::vector<StrId> name;
    std::vector<WordId> step;
    std::vector<WordId> groupHash;
    std::vector<qint32> rank;
    std::vector<quint8> p2p;
    OptionalNumbers<8> numbers;
    std::vector<char> startTexts; ///< one behind the other: hardly two are the same
    std::vector<quint32> startTextEnd;
    std::vector<quint32> transportEnd; ///< the first row of `transport` that is of a later operator
    std::vector<WordId> transport;
    OptionalNumbers<4> transportNumbers;
    std::vector<quint32> packetEnd;
    std::vector<TransportInfo::Packet> packets;

    static constexpr std::string_view TotalName = "Total Op Info";

    /// Subject of the rows of a column.
    enum Per : size_t { Operator, Character, Transport, Packet };
    using Counts = std::array<size_t, 4>; ///< by Per
    /// Visits each column, with what its rows are of, in the order of a cache file.
    template <typename Self, typename Visit>
    static void each(Self &c, Visit visit)
    {
        const auto per = [&visit](Per p, auto &...columns) { (visit(columns, p), ...); };
        per(Operator, c.name, c.step, c.groupHash, c.rank, c.p2p);
        OptionalNumbers<8>::each(c.numbers, [&](auto &column) { visit(column, Operator); });
        per(Character, c.startTexts);
        per(Operator, c.startTextEnd, c.transportEnd);
        per(Transport, c.transport);
        OptionalNumbers<4>::each(c.transportNumbers, [&](auto &column) { visit(column, Transport); });
        per(Transport, c.packetEnd);
        per(Packet, c.packets);
    }
    [[nodiscard]] size_t rows() const { return name.size(); }

    [[nodiscard]] static size_t firstOf(const std::vector<quint32> &ends, size_t row)
    {
        return row == 0 ? 0 : ends[row - 1];
    }
    /// Sizes, ids and ends fit each other.
    [[nodiscard]] bool isSound() const;
    [[nodiscard]] qint64 bytes() const;
};

/// A transport of an operator in CommOps; valid while the store is.
class TransportRef
{
public:
    TransportRef(const CommColumns &columns, size_t row) : m_columns(&columns), m_row(row) {}

    [[nodiscard]] const QString &transport() const { return m_columns->words.text(transportId()); }
    [[nodiscard]] WordId transportId() const { return m_columns->transport[m_row]; }
    [[nodiscard]] std::optional<double> sizeMb() const { return number(CommColumns::Size); }
    [[nodiscard]] std::optional<double> timeMs() const { return number(CommColumns::Time); }
    [[nodiscard]] std::optional<double> bandwidthGbs() const { return number(CommColumns::Bandwidth); }
    [[nodiscard]] std::optional<double> largePacketRatio() const { return number(CommColumns::LargePacketRatio); }
    [[nodiscard]] std::span<const TransportInfo::Packet> packets() const
    {
        const size_t first = CommColumns::firstOf(m_columns->packetEnd, m_row);
        return {m_columns->packets.data() + first, m_columns->packetEnd[m_row] - first};
    }
    [[nodiscard]] TransportInfo record() const;

private:
    [[nodiscard]] std::optional<double> number(CommColumns::TransportNumber n) const
    {
        return m_columns->transportNumbers.at(n, m_row);
    }

    const CommColumns *m_columns;
    size_t m_row;
};

/// An operator in CommOps; valid while the store is. What its parts mean: see CommOp.
class CommOpRef
{
public:
    CommOpRef(const CommColumns &columns, size_t row) : m_columns(&columns), m_row(row) {}

    [[nodiscard]] const QString &step() const { return m_columns->words.text(stepId()); }
    [[nodiscard]] WordId stepId() const { return m_columns->step[m_row]; }
    [[nodiscard]] bool p2p() const { return m_columns->p2p[m_row] != 0; }
    /// Made anew each time; whoever compares many asks for nameView() or nameId().
    [[nodiscard]] QString name() const { return m_columns->names.text(nameId()); }
    [[nodiscard]] std::string_view nameView() const { return m_columns->names.view(nameId()); }
    [[nodiscard]] StrId nameId() const { return m_columns->name[m_row]; }
    [[nodiscard]] const QString &groupHash() const { return m_columns->words.text(groupId()); }
    [[nodiscard]] WordId groupId() const { return m_columns->groupHash[m_row]; }
    [[nodiscard]] int rank() const { return m_columns->rank[m_row]; }
    [[nodiscard]] std::optional<double> startUs() const { return number(CommColumns::Start); }
    [[nodiscard]] std::string_view startTextView() const
    {
        const size_t first = CommColumns::firstOf(m_columns->startTextEnd, m_row);
        return {m_columns->startTexts.data() + first, m_columns->startTextEnd[m_row] - first};
    }
    [[nodiscard]] QString startText() const
    {
        const std::string_view text = startTextView();
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    [[nodiscard]] std::optional<double> elapseMs() const { return number(CommColumns::Elapse); }
    [[nodiscard]] std::optional<double> transitMs() const { return number(CommColumns::Transit); }
    [[nodiscard]] std::optional<double> waitMs() const { return number(CommColumns::Wait); }
    [[nodiscard]] std::optional<double> synchronizationMs() const { return number(CommColumns::Synchronization); }
    [[nodiscard]] std::optional<double> idleMs() const { return number(CommColumns::Idle); }
    [[nodiscard]] std::optional<double> waitRatio() const { return number(CommColumns::WaitRatio); }
    [[nodiscard]] std::optional<double> synchronizationRatio() const
    {
        return number(CommColumns::SynchronizationRatio);
    }
    [[nodiscard]] RowRange<TransportRef, CommColumns> transports() const
    {
        return {m_columns, CommColumns::firstOf(m_columns->transportEnd, m_row), m_columns->transportEnd[m_row]};
    }
    [[nodiscard]] bool isTotal() const { return m_columns->total != NoText && nameId() == m_columns->total; }
    [[nodiscard]] CommOp record() const;

private:
    [[nodiscard]] std::optional<double> number(CommColumns::Number n) const { return m_columns->numbers.at(n, m_row); }

    const CommColumns *m_columns;
    size_t m_row;
};

/// The operators of communication.json.
class CommOps : public SealedRows<CommOpRef, CommColumns>
{
public:
    using SealedRows::SealedRows;
    CommOps() = default;
    /// Of few, made by hand.
    explicit CommOps(const std::vector<CommOp> &records);
    /// Of operators of that name; nothing where there is none.
    [[nodiscard]] std::optional<StrId> nameId(std::string_view name) const;

private:
    friend class TraceCodec;
};

/// The values of an operator or transport for a reader that knows the ids of its texts: see CommOp and CommColumns.
struct CommTransportRow
{
    WordId transport{};
    std::array<double, 4> numbers{}; ///< by CommColumns::TransportNumber; what is not there is 0
    quint8 present = 0;              ///< a bit for each number that is there
    std::span<const TransportInfo::Packet> packets;
};
struct CommOpRow
{
    StrId name{};
    WordId step{};
    WordId groupHash{};
    bool p2p = false;
    int rank = -1;
    std::array<double, 8> numbers{}; ///< by CommColumns::Number; what is not there is 0
    quint8 present = 0;              ///< a bit for each number that is there
    std::string_view startText;
};

/// Takes operators one by one and seals them. An operator for which there is no memory is left out, and add() throws.
class CommOpsBuilder
{
public:
    CommOpsBuilder() : CommOpsBuilder(std::make_shared<CommColumns>()) {}
    /// Fills these, which are empty.
    explicit CommOpsBuilder(std::shared_ptr<CommColumns> columns) : m_columns(std::move(columns)) {}

    void add(const CommOp &op);
    void add(const CommOpRow &op, std::span<const CommTransportRow> transports);
    [[nodiscard]] StrId nameId(std::string_view utf8) { return m_columns->names.intern(utf8); }
    [[nodiscard]] WordId wordId(const QString &text) { return m_words.idOf(text); }
    /// Room for `times` as much as there is.
    void reserve(double times);
    [[nodiscard]] qint64 bytes() const { return m_columns->bytes(); }
    [[nodiscard]] size_t size() const { return m_rows; }
    [[nodiscard]] CommOpRef operator[](size_t i) const { return {*m_columns, i}; }
    /// The start of that operator was none.
    void dropStart(size_t i);
    /// Once, as the last.
    [[nodiscard]] CommOps seal();

private:
    void truncate(size_t rows);

    std::shared_ptr<CommColumns> m_columns;
    TextPoolBuilder m_words{m_columns->words};
    size_t m_rows = 0;
    std::vector<CommTransportRow> m_transports; ///< of the operator in work
    std::vector<size_t> m_dropped;              ///< whose text of the start goes, ascending
};

} // namespace rs
