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

/// Duration of an operator and its parts; empty where the file does not say.
struct CommTimes
{
    std::optional<double> elapseMs;
    std::optional<double> transitMs;
    std::optional<double> waitMs;
    std::optional<double> synchronizationMs;
    std::optional<double> idleMs;
};

/// One operator of communication.json on one rank, as a reader gives it to CommOpsBuilder. Milliseconds and megabytes
/// (10^6) exactly as the file says; a value that the file does not have, or that cannot be, is empty.
struct CommOp : CommTimes
{
    QString step;      ///< digits after "step"; "step" alone gives "0"
    bool p2p = false;  ///< by name (send, receive, recv), whatever class the writer filed it under
    QString name;      ///< without the group: "hcom_allReduce__271_0_1", or "Total Op Info"
    QString groupHash; ///< decimal text after '@', or empty
    int rank = -1;
    std::optional<double> startUs; ///< one decimal in the file: match with 0.3 us tolerance, never by equality
    QString startText; ///< the same as the file writes it: a stamp of today loses its last digits as a double
    std::optional<double> waitRatio;
    std::optional<double> synchronizationRatio;
    std::vector<TransportInfo> transports;
    [[nodiscard]] bool isTotal() const { return name == QLatin1String("Total Op Info"); }
};

/// A transport in CommOps, its numbers by CommColumns::TransportNumber.
struct CommTransportRow : OptionalNumbers<4>
{
    WordId transport{};
    quint32 packetEnd = 0; ///< the first packet that is of a later transport
};

/// An operator in CommOps, its numbers by CommColumns::Number; see CommOp.
struct CommOpRow : OptionalNumbers<8>
{
    bool p2p = false;
    StrId name{};
    WordId step{};
    WordId groupHash{};
    qint32 rank = -1;
    quint32 startTextEnd = 0; ///< the first letter that is of a later operator
    quint32 transportEnd = 0; ///< the first transport that is of a later operator
};

/// Columns of CommOps.
struct CommColumns
{
    enum Number : size_t { Start, Elapse, Transit, Wait, Synchronization, Idle, WaitRatio, SynchronizationRatio };
    enum TransportNumber : size_t { Size, Time, Bandwidth, LargePacketRatio };

    TextPool words; ///< steps, domains and transports
    StringPool names;
    StrId total = NoText; ///< the name of totals, where there are any
    std::vector<CommOpRow> operators;
    std::vector<char> startTexts; ///< one behind the other: hardly two are the same
    std::vector<CommTransportRow> transports;
    std::vector<TransportInfo::Packet> packets;

    static constexpr std::string_view TotalName = "Total Op Info";

    /// Visits each vector, in the order of a cache file.
    template <typename Self, typename Visit>
    static void each(Self &c, Visit visit)
    {
        visit(c.operators);
        visit(c.startTexts);
        visit(c.transports);
        visit(c.packets);
    }
    [[nodiscard]] size_t rows() const { return operators.size(); }
    /// Ids and ends fit what they point to.
    [[nodiscard]] bool isSound() const;
    [[nodiscard]] qint64 bytes() const;
};

/// A transport of an operator in CommOps; valid while the store is.
class TransportRef
{
public:
    TransportRef(const CommColumns &columns, size_t row) : m_columns(&columns), m_row(row) {}

    [[nodiscard]] const QString &transport() const { return m_columns->words.text(transportId()); }
    [[nodiscard]] WordId transportId() const { return row().transport; }
    [[nodiscard]] std::optional<double> sizeMb() const { return row().at(CommColumns::Size); }
    [[nodiscard]] std::optional<double> timeMs() const { return row().at(CommColumns::Time); }
    [[nodiscard]] std::optional<double> bandwidthGbs() const { return row().at(CommColumns::Bandwidth); }
    [[nodiscard]] std::optional<double> largePacketRatio() const { return row().at(CommColumns::LargePacketRatio); }
    [[nodiscard]] std::span<const TransportInfo::Packet> packets() const
    {
        const size_t first = m_row == 0 ? 0 : m_columns->transports[m_row - 1].packetEnd;
        return {m_columns->packets.data() + first, row().packetEnd - first};
    }
    [[nodiscard]] TransportInfo record() const;

private:
    [[nodiscard]] const CommTransportRow &row() const { return m_columns->transports[m_row]; }

    const CommColumns *m_columns;
    size_t m_row;
};

/// An operator in CommOps; valid while the store is. What its parts mean: see CommOp.
class CommOpRef
{
public:
    CommOpRef(const CommColumns &columns, size_t row) : m_columns(&columns), m_row(row) {}

    [[nodiscard]] const QString &step() const { return m_columns->words.text(stepId()); }
    [[nodiscard]] WordId stepId() const { return row().step; }
    [[nodiscard]] bool p2p() const { return row().p2p; }
    /// Made anew each time; whoever compares many asks for nameView() or nameId().
    [[nodiscard]] QString name() const { return m_columns->names.text(nameId()); }
    [[nodiscard]] std::string_view nameView() const { return m_columns->names.view(nameId()); }
    [[nodiscard]] StrId nameId() const { return row().name; }
    [[nodiscard]] const QString &groupHash() const { return m_columns->words.text(groupId()); }
    [[nodiscard]] WordId groupId() const { return row().groupHash; }
    [[nodiscard]] int rank() const { return row().rank; }
    [[nodiscard]] std::optional<double> startUs() const { return row().at(CommColumns::Start); }
    [[nodiscard]] std::string_view startTextView() const
    {
        const size_t first = before().startTextEnd;
        return {m_columns->startTexts.data() + first, row().startTextEnd - first};
    }
    [[nodiscard]] QString startText() const
    {
        const std::string_view text = startTextView();
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    [[nodiscard]] std::optional<double> elapseMs() const { return row().at(CommColumns::Elapse); }
    [[nodiscard]] std::optional<double> transitMs() const { return row().at(CommColumns::Transit); }
    [[nodiscard]] std::optional<double> waitMs() const { return row().at(CommColumns::Wait); }
    [[nodiscard]] std::optional<double> synchronizationMs() const { return row().at(CommColumns::Synchronization); }
    [[nodiscard]] std::optional<double> idleMs() const { return row().at(CommColumns::Idle); }
    [[nodiscard]] CommTimes times() const { return {elapseMs(), transitMs(), waitMs(), synchronizationMs(), idleMs()}; }
    [[nodiscard]] std::optional<double> waitRatio() const { return row().at(CommColumns::WaitRatio); }
    [[nodiscard]] std::optional<double> synchronizationRatio() const
    {
        return row().at(CommColumns::SynchronizationRatio);
    }
    [[nodiscard]] RowRange<TransportRef, CommColumns> transports() const
    {
        return {m_columns, before().transportEnd, row().transportEnd};
    }
    [[nodiscard]] bool isTotal() const { return m_columns->total != NoText && nameId() == m_columns->total; }
    [[nodiscard]] CommOp record() const;

private:
    [[nodiscard]] const CommOpRow &row() const { return m_columns->operators[m_row]; }
    [[nodiscard]] CommOpRow before() const { return m_row == 0 ? CommOpRow() : m_columns->operators[m_row - 1]; }

    const CommColumns *m_columns;
    size_t m_row;
};

/// The operators of communication.json.
class CommOps : public SealedRows<CommOpRef, CommColumns>
{
public:
    using SealedRows::SealedRows;
    CommOps() = default;
    /// For few records made by hand.
    explicit CommOps(const std::vector<CommOp> &records);
    /// Id of an operator name; nothing if no operator has it.
    [[nodiscard]] std::optional<StrId> nameId(std::string_view name) const;

private:
    friend class TraceCodec;
};

/// A transport for a reader that knows the ids of its texts.
struct CommTransport
{
    CommTransportRow row;
    std::span<const TransportInfo::Packet> packets;
};

/// Takes operators one by one and seals them. An operator for which there is no memory is left out, and add() throws.
class CommOpsBuilder
{
public:
    CommOpsBuilder() : CommOpsBuilder(std::make_shared<CommColumns>()) {}
    /// Fills these, which are empty.
    explicit CommOpsBuilder(std::shared_ptr<CommColumns> columns) : m_columns(std::move(columns)) {}

    void add(const CommOp &op);
    void add(CommOpRow op, std::string_view startText, std::span<const CommTransport> transports);
    [[nodiscard]] StrId nameId(std::string_view utf8) { return m_columns->names.intern(utf8); }
    [[nodiscard]] WordId wordId(const QString &text) { return m_words.idOf(text); }
    /// Room for `times` as much as there is.
    void reserve(double times);
    [[nodiscard]] qint64 bytes() const { return m_columns->bytes(); }
    [[nodiscard]] size_t size() const { return m_columns->rows(); }
    [[nodiscard]] CommOpRef operator[](size_t i) const { return {*m_columns, i}; }
    /// The start of that operator was none.
    void dropStart(size_t i);
    /// Once, as the last.
    [[nodiscard]] CommOps seal();

private:
    std::shared_ptr<CommColumns> m_columns;
    TextPoolBuilder m_words{m_columns->words};
    std::vector<CommTransport> m_transports; ///< operator in work
    std::vector<size_t> m_dropped;           ///< operators that lose the text of their start, ascending
};

} // namespace rs
