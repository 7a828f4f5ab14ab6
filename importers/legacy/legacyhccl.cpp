// SPDX-License-Identifier: Apache-2.0
#include "importers/legacy/legacyhccl.h"

#include "importers/csv/csvtable.h"
#include "importers/csv/csvvalues.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/commjson.h"

#include <QRegularExpression>

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace rs {

namespace {

using HcclObject = simdjson::dom::object;
using HcclElement = simdjson::dom::element;

constexpr double KbOfMb = 1000;
constexpr double MaxKilobytes = MaxMegabytes * KbOfMb;

/// A link as the file has it, its ends inside the group.
struct HcclLink
{
    int source = -1;
    int destination = -1;
    bool rdma = false;
    bool areRanks = false; ///< its ends are ranks, not places in the group
    double timeMs = 0;
    double sizeMb = 0;
};

struct HcclRow
{
    qint64 step = 0;
    QString name; ///< empty: of the whole step
    double communicationMs = 0;
    double waitMs = 0;
    std::vector<HcclLink> links;
};

QString hcclText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::optional<double> hcclNumber(const simdjson::simdjson_result<HcclElement> &value, double most)
{
    double out = 0;
    return value.get(out) == simdjson::SUCCESS && isMeasurable(out, most) ? std::optional(out) : std::nullopt;
}

std::optional<std::pair<int, int>> hcclEnds(std::string_view key)
{
    static const QRegularExpression form(QStringLiteral("^([0-9]{1,6})-([0-9]{1,6})$"));
    const auto m = form.match(hcclText(key));
    return m.hasMatch() ? std::optional(std::pair(m.captured(1).toInt(), m.captured(2).toInt())) : std::nullopt;
}

class HcclReader
{
public:
    HcclReader(const QString &file, ImportReport &report) : m_file(file), m_report(report) {}

    /// The costs of a step, its links and its operators; cells of JSON, the last may be none of an older version.
    void addStep(qint64 step, double communicationMs, double waitMs, std::string_view links, std::string_view operators,
                 qint64 line)
    {
        HcclRow total{step, {}, communicationMs, waitMs, {}};
        simdjson::dom::parser parser;
        HcclObject object;
        if (parse(parser, links, object, line))
            total.links = linksOf(object, line);
        m_rows.push_back(std::move(total));
        if (operators.empty() || !parse(parser, operators, object, line))
            return;
        std::set<std::string_view> known;
        for (const auto &[key, value] : object) {
            simdjson::dom::array parts;
            if (value.get(parts) != simdjson::SUCCESS || !known.insert(key).second) {
                bad(line, hcclText(key));
                continue;
            }
            const auto communication = hcclNumber(parts.at(1), MaxOfAnything);
            const auto wait = hcclNumber(parts.at(2), MaxOfAnything);
            HcclObject own;
            if (!communication || !wait) {
                bad(line, hcclText(key));
                continue;
            }
            HcclRow row{step, hcclText(key), *communication, *wait, {}};
            if (parts.at(3).get(own) == simdjson::SUCCESS)
                row.links = linksOf(own, line);
            m_rows.push_back(std::move(row));
        }
    }

    [[nodiscard]] std::vector<HcclRow> &rows() { return m_rows; }
    [[nodiscard]] size_t held() const { return m_rows.size(); }

private:
    void bad(qint64 line, const QString &name)
    {
        m_report.add(Severity::Loss, m_file, "legacy.hccl-entry",
                     RS_MESSAGE("Operators and links that stand twice, or whose times and sizes are no numbers that "
                                "can be, are left out."),
                     Place::line(line).with(name));
    }

    bool parse(simdjson::dom::parser &parser, std::string_view cell, HcclObject &out, qint64 line)
    {
        HcclElement root;
        if (parser.parse(cell.data(), cell.size()).get(root) == simdjson::SUCCESS && root.get(out) == simdjson::SUCCESS)
            return true;
        m_report.add(
            Severity::Loss, m_file, "legacy.hccl-json",
            RS_MESSAGE(
                "Cells that should hold JSON and hold none are skipped: links or operators of the step are missing."),
            Place::line(line));
        return false;
    }

    std::vector<HcclLink> linksOf(const HcclObject &object, qint64 line)
    {
        std::vector<HcclLink> out;
        std::set<std::tuple<int, int, bool>> known;
        for (const auto &[key, value] : object) {
            const auto ends = hcclEnds(key);
            HcclObject types;
            if (!ends || value.get(types) != simdjson::SUCCESS) {
                bad(line, hcclText(key));
                continue;
            }
            for (const auto &[type, values] : types) {
                simdjson::dom::array numbers;
                HcclLink link{ends->first, ends->second, type == "RDMA", false, 0, 0};
                const bool isList = values.get(numbers) == simdjson::SUCCESS;
                const auto time = isList ? hcclNumber(numbers.at(0), MaxDurationMs) : std::nullopt;
                const auto size = isList ? hcclNumber(numbers.at(1), MaxKilobytes) : std::nullopt;
                if ((type != "RDMA" && type != "SDMA") || !time || !size ||
                    !known.insert({link.source, link.destination, link.rdma}).second) {
                    bad(line, hcclText(key));
                    continue;
                }
                link.timeMs = *time;
                link.sizeMb = *size / KbOfMb;
                out.push_back(link);
            }
        }
        return out;
    }

    const QString &m_file;
    ImportReport &m_report;
    std::vector<HcclRow> m_rows;
};

/// Some versions write costs in microseconds under the same header: then they are far more than their links took.
void toMilliseconds(std::vector<HcclRow> &rows, const QString &file, ImportReport &report)
{
    constexpr double far = 100;
    double costs = 0;
    double links = 0;
    for (const HcclRow &r : rows) {
        if (!r.name.isEmpty())
            continue;
        costs += r.communicationMs;
        for (const HcclLink &l : r.links)
            links += l.timeMs;
    }
    if (links <= 0 || costs <= far * links)
        return;
    for (HcclRow &r : rows) {
        r.communicationMs /= 1000;
        r.waitMs /= 1000;
    }
    report.add(Severity::Info, file, "legacy.microseconds",
               RS_MESSAGE("Communication took more than a hundred times as long as its links, so the costs are read "
                          "as microseconds, as some versions of MindSpore wrote them."));
}

bool isReceive(const HcclRow &row)
{
    return legacyOperator(row.name).startsWith(QLatin1String("Receive"));
}

/// Takes a link of an operator out of the sums of its step.
void takeOut(std::vector<HcclLink> &sums, const HcclLink &link)
{
    constexpr double rounding = 1e-9;
    for (HcclLink &s : sums) {
        if (s.areRanks || s.source != link.source || s.destination != link.destination || s.rdma != link.rdma)
            continue;
        const double whole = s.timeMs;
        s.timeMs = std::max(0.0, s.timeMs - link.timeMs);
        s.sizeMb = std::max(0.0, s.sizeMb - link.sizeMb);
        if (s.timeMs <= whole * rounding)
            s.timeMs = 0;
    }
    std::erase_if(sums, [](const HcclLink &s) { return s.timeMs <= 0; });
}

void addTo(std::vector<HcclLink> &sums, const HcclLink &link)
{
    const auto at = std::find_if(sums.begin(), sums.end(), [&](const HcclLink &s) {
        return s.areRanks && s.source == link.source && s.destination == link.destination && s.rdma == link.rdma;
    });
    if (at == sums.end()) {
        sums.push_back(link);
        return;
    }
    at->timeMs += link.timeMs;
    at->sizeMb += link.sizeMb;
}

/// A link of a receive by the ranks of its ends.
std::optional<HcclLink> betweenStages(HcclLink link, int rank, const std::optional<StagePlace> &stage)
{
    if (!stage || stage->stages != 2 || stage->ranks < 1 || rank - stage->first != link.destination)
        return std::nullopt;
    const int sender = stage->first == 0 ? 1 : 0;
    if (link.source != sender)
        return std::nullopt;
    link.source = sender * stage->ranks + link.destination;
    link.destination = rank;
    link.areRanks = true;
    return link;
}

/// Links of receives cross stages, and the sums of a step hold them as if they were links of its group.
void placeReceives(std::vector<HcclRow> &rows, int rank, const std::optional<StagePlace> &stage, const QString &file,
                   ImportReport &report)
{
    std::map<qint64, HcclRow *> totals;
    for (HcclRow &r : rows) {
        if (r.name.isEmpty())
            totals[r.step] = &r;
    }
    bool isLost = false;
    for (HcclRow &r : rows) {
        if (r.name.isEmpty() || !isReceive(r))
            continue;
        const auto at = totals.find(r.step);
        std::vector<HcclLink> placed;
        for (const HcclLink &l : r.links) {
            const std::optional<HcclLink> global = betweenStages(l, rank, stage);
            if (global)
                placed.push_back(*global);
            isLost = isLost || !global;
            if (at == totals.end())
                continue;
            takeOut(at->second->links, l);
            if (global)
                addTo(at->second->links, *global);
        }
        r.links = std::move(placed);
    }
    if (isLost)
        report.add(Severity::Notice, file, "legacy.receive-links",
                   RS_MESSAGE("Receives name their sender by a place in a group whose ranks no file tells: links "
                              "between stages are left out."));
}

/// Where a file tells links of steps alone, those of receives cannot be taken out of them.
void noteWholeSteps(const std::vector<HcclRow> &rows, const std::optional<StagePlace> &stage, const QString &file,
                    ImportReport &report)
{
    const bool haveOperators =
        std::any_of(rows.begin(), rows.end(), [](const HcclRow &r) { return !r.name.isEmpty(); });
    const bool haveLinks = std::any_of(rows.begin(), rows.end(), [](const HcclRow &r) { return !r.links.empty(); });
    if (haveOperators || !haveLinks || !stage || stage->stages < 2)
        return;
    report.add(Severity::Notice, file, "legacy.whole-steps",
               RS_MESSAGE("The file tells links of whole steps, and not of operators: what was received from other "
                          "stages counts as if it had come over links inside the stage."));
}

/// The place of the file's rank in its group: links come to it, and those to itself name nobody else.
std::optional<int> ownPlace(const std::vector<HcclRow> &rows)
{
    std::set<int> self;
    std::set<int> ends;
    for (const HcclRow &r : rows) {
        for (const HcclLink &l : r.links) {
            if (l.areRanks)
                continue;
            ends.insert(l.destination);
            if (l.source == l.destination)
                self.insert(l.source);
        }
    }
    if (self.size() == 1)
        return *self.begin();
    return self.empty() && ends.size() == 1 ? std::optional(*ends.begin()) : std::nullopt;
}

/// Of a group that is a block of neighbours, as stages are, its first rank; nothing of one that cannot be, as those of
/// data parallelism across stages: there a rank does not stand as far behind a multiple of the size as it says.
std::optional<int> firstOfBlock(const std::vector<HcclRow> &rows, int rank, int own)
{
    int places = own + 1;
    for (const HcclRow &r : rows) {
        for (const HcclLink &l : r.links) {
            if (!l.areRanks)
                places = std::max({places, l.source + 1, l.destination + 1});
        }
    }
    const int first = rank - own;
    return first >= 0 && first % places == 0 ? std::optional(first) : std::nullopt;
}

/// What is added to an end of a link to name its rank; nothing where that is not known.
std::optional<int> linkOffset(const std::vector<HcclRow> &rows, int rank, const std::optional<StagePlace> &stage,
                              const QString &file, ImportReport &report)
{
    const std::optional<int> own = ownPlace(rows);
    std::optional<int> out = stage ? std::optional(stage->first) : std::nullopt;
    // The stages are not the groups.
    if (out && own && *out + *own != rank)
        out.reset();
    else if (!out && own)
        out = firstOfBlock(rows, rank, *own);
    const bool hasLinks = std::any_of(rows.begin(), rows.end(), [](const HcclRow &r) {
        return std::any_of(r.links.begin(), r.links.end(), [](const HcclLink &l) { return !l.areRanks; });
    });
    if (!out && hasLinks)
        report.add(Severity::Loss, file, "legacy.links",
                   RS_MESSAGE("Links are numbered inside their group, and nothing says which ranks these are: they "
                              "are shown with the numbers of the file, and links of other groups may have the same."));
    return out;
}

QString kindOfOperator(const QString &name)
{
    const QString op = legacyOperator(name);
    return op.left(op.lastIndexOf(QLatin1String("-op"))).toLower();
}

TransportInfo transportOf(const std::vector<HcclLink> &links, bool rdma)
{
    TransportInfo out;
    out.transport = rdma ? QStringLiteral("RDMA") : QStringLiteral("SDMA");
    double time = 0;
    double size = 0;
    for (const HcclLink &l : links) {
        // Copies on the chip are no link.
        if (l.rdma == rdma && l.source != l.destination) {
            time += l.timeMs;
            size += l.sizeMb;
        }
    }
    out.timeMs = time;
    out.sizeMb = size;
    if (time > 0)
        out.bandwidthGbs = size / time;
    return out;
}

CommOp operatorOf(const HcclRow &row, int rank)
{
    CommOp out;
    out.step = QString::number(row.step);
    out.name = row.name.isEmpty() ? QStringLiteral("Total Op Info") : legacyOperator(row.name);
    out.p2p = !row.name.isEmpty() && isPointToPoint(out.name);
    out.rank = rank;
    out.transitMs = row.communicationMs;
    out.waitMs = row.waitMs;
    if (const double both = row.communicationMs + row.waitMs; both > 0)
        out.waitRatio = row.waitMs / both;
    for (const bool rdma : {true, false}) {
        const TransportInfo t = transportOf(row.links, rdma);
        if (*t.timeMs > 0 || *t.sizeMb > 0)
            out.transports.push_back(t);
    }
    return out;
}

void setSpan(CommOp &op, const LegacySpan &span)
{
    op.startUs = static_cast<double>(span.startNs) / 1e3;
    op.startText = QStringLiteral("%1.%2").arg(span.startNs / 1000).arg(span.startNs % 1000, 3, 10, QLatin1Char('0'));
    op.elapseMs = static_cast<double>(span.durationNs) / 1e6;
    // Waits of several planes may be longer than the operator.
    if (op.transitMs && op.waitMs && *op.elapseMs >= *op.transitMs + *op.waitMs)
        op.idleMs = *op.elapseMs - *op.transitMs - *op.waitMs;
}

CommOp operatorOf(const LegacySpan &span, int rank)
{
    CommOp out;
    out.step = QString::number(span.step);
    out.name = legacyOperator(span.name);
    out.p2p = isPointToPoint(out.name);
    out.rank = rank;
    setSpan(out, span);
    return out;
}

void addLinks(const HcclRow &row, int rank, std::optional<int> offset, MatrixLinksBuilder &links)
{
    for (const HcclLink &l : row.links) {
        MatrixLink link;
        link.step = QString::number(row.step);
        link.key = row.name.isEmpty() ? QStringLiteral("Total Op Info") : legacyOperator(row.name);
        link.kind = row.name.isEmpty() ? QString() : kindOfOperator(row.name);
        link.p2p = !row.name.isEmpty() && isPointToPoint(link.key);
        link.opName = row.name.isEmpty() ? QString() : link.key;
        link.source = l.source + (l.areRanks ? 0 : offset.value_or(0));
        link.destination = l.destination + (l.areRanks ? 0 : offset.value_or(0));
        link.globalRanks = l.areRanks || offset.has_value();
        link.ownerRank = rank;
        link.transport = l.source == l.destination ? QStringLiteral("LOCAL")
                         : l.rdma                  ? QStringLiteral("RDMA")
                                                   : QStringLiteral("SDMA");
        link.sizeMb = l.sizeMb;
        link.timeMs = l.timeMs;
        if (l.timeMs > 0)
            link.bandwidthGbs = l.sizeMb / l.timeMs;
        links.add(link);
    }
}

} // namespace

QString legacyOperator(const QString &label)
{
    static const QRegularExpression form(QStringLiteral("^stream_[0-9]+_[0-9]+_(.+)$"));
    const auto m = form.match(label);
    return m.hasMatch() ? m.captured(1) : label;
}

CommOps operatorsOfSpans(const std::vector<LegacySpan> &spans, int rank)
{
    CommOpsBuilder out;
    for (const LegacySpan &span : spans)
        out.add(operatorOf(span, rank));
    return out.seal();
}

LegacyCommunication readLegacyHccl(const QString &path, const QString &reportName, int rank,
                                   std::optional<StagePlace> stage, const std::vector<LegacySpan> &spans,
                                   const JobContext &job, ImportReport &report)
{
    LegacyCommunication out;
    HcclReader reader(reportName, report);
    CsvHeader header;
    MemoryReservation memory(job.sharedBudget());
    size_t held = 0;
    int step = -1;
    int cost = -1;
    int wait = -1;
    int links = -1;
    int operators = -1;
    std::set<qint64> known;
    const auto isKnown = [&](const CsvHeader &, const QString &, ImportReport &) {
        step = header.column({u"step_num"});
        cost = header.column({u"communication_cost"});
        wait = header.column({u"wait_cost"});
        links = header.column({u"link_info"});
        operators = header.column({u"communication_operator_cost"});
        if (step >= 0 && cost >= 0 && wait >= 0 && links >= 0)
            return true;
        report.add(Severity::Error, reportName, "legacy.no-columns",
                   RS_MESSAGE("The columns step_num, communication_cost, wait_cost and link_info are not all here: "
                              "nothing is shown from the file."),
                   Place::line(1));
        return false;
    };
    const auto take = [&](const CsvRow &row) {
        // Averages are made anew: some versions write the last step in their place.
        const std::optional<qint64> number = integerCell(row.cell(step));
        if (row.cell(step) == "-" || number == 0)
            return;
        if (!number || *number < 0 || !known.insert(*number).second) {
            report.add(Severity::Loss, reportName, "legacy.step",
                       RS_MESSAGE("Rows whose step is no number, or stands twice, are left out."),
                       header.placeOf(row, step));
            return;
        }
        std::array<double, 2> costs{};
        for (size_t i = 0; i < costs.size(); ++i) {
            const int column = i == 0 ? cost : wait;
            const CellValue value = numberCell(row.cell(column), ColumnType::Real, MaxOfAnything);
            if (value.state != CellValue::State::Number) {
                report.add(cellFinding(reportName, header.placeOf(row, column), value.state));
                return;
            }
            costs[i] = value.real;
        }
        // A parser holds several times its text.
        constexpr size_t ofText = 12;
        held += row.cell(links).size() + row.cell(operators).size();
        memory.hold(static_cast<qint64>(held * ofText));
        reader.addStep(*number, costs[0], costs[1], row.cell(links), row.cell(operators), row.line);
    };
    readCsvRows(path, reportName, job, report, header, take, isKnown);
    std::vector<HcclRow> &rows = reader.rows();
    if (rows.empty()) {
        out.operators = operatorsOfSpans(spans, rank);
        return out;
    }
    toMilliseconds(rows, reportName, report);
    placeReceives(rows, rank, stage, reportName, report);
    noteWholeSteps(rows, stage, reportName, report);
    const std::optional<int> offset = linkOffset(rows, rank, stage, reportName, report);
    std::map<std::pair<qint64, QString>, const LegacySpan *> when;
    for (const LegacySpan &span : spans)
        when.try_emplace({span.step, span.name}, &span);
    CommOpsBuilder ops;
    MatrixLinksBuilder matrix;
    for (const HcclRow &row : rows) {
        CommOp op = operatorOf(row, rank);
        if (const auto at = when.find({row.step, row.name}); at != when.end()) {
            setSpan(op, *at->second);
            when.erase(at);
        }
        ops.add(op);
        addLinks(row, rank, offset, matrix);
    }
    // What only the other file knows: receives, of which this one has no link.
    for (const LegacySpan &span : spans) {
        if (when.contains({span.step, span.name}))
            ops.add(operatorOf(span, rank));
    }
    out.operators = ops.seal();
    out.links = matrix.seal();
    return out;
}

} // namespace rs
