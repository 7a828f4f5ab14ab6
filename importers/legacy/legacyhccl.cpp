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

constexpr QLatin1StringView LocalLink("LOCAL");
constexpr double KbOfMb = 1000;
constexpr double MaxKilobytes = MaxMegabytes * KbOfMb;

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
        LegacyOperator total{step, {}, communicationMs, waitMs, {}};
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
            LegacyOperator row{step, hcclText(key), *communication, *wait, {}};
            if (parts.at(3).get(own) == simdjson::SUCCESS)
                row.links = linksOf(own, line);
            m_rows.push_back(std::move(row));
        }
    }

    [[nodiscard]] std::vector<LegacyOperator> &rows() { return m_rows; }
    [[nodiscard]] size_t held() const { return m_rows.size(); }

private:
    void bad(qint64 line, const QString &name)
    {
        m_report.add(Severity::Loss, m_file, "legacy.hccl-entry",
                     RS_MESSAGE("Operators and links that are repeated, or have impossible times or sizes, are "
                                "left out."),
                     Place::line(line).with(name));
    }

    bool parse(simdjson::dom::parser &parser, std::string_view cell, HcclObject &out, qint64 line)
    {
        HcclElement root;
        if (parser.parse(cell.data(), cell.size()).get(root) == simdjson::SUCCESS && root.get(out) == simdjson::SUCCESS)
            return true;
        m_report.add(
            Severity::Loss, m_file, "legacy.hccl-json",
            RS_MESSAGE("Cells without the expected JSON are skipped: links or operators of the step are missing."),
            Place::line(line));
        return false;
    }

    std::vector<LegacyLink> linksOf(const HcclObject &object, qint64 line)
    {
        std::vector<LegacyLink> out;
        std::set<std::tuple<int, int, QString>> known;
        for (const auto &[key, value] : object) {
            const auto ends = hcclEnds(key);
            HcclObject types;
            if (!ends || value.get(types) != simdjson::SUCCESS) {
                bad(line, hcclText(key));
                continue;
            }
            for (const auto &[type, values] : types) {
                simdjson::dom::array numbers;
                LegacyLink link{ends->first, ends->second, hcclText(type), false, 0, 0};
                const bool isList = values.get(numbers) == simdjson::SUCCESS;
                const auto time = isList ? hcclNumber(numbers.at(0), MaxDurationMs) : std::nullopt;
                const auto size = isList ? hcclNumber(numbers.at(1), MaxKilobytes) : std::nullopt;
                if ((type != "RDMA" && type != "SDMA") || !time || !size ||
                    !known.insert({link.source, link.destination, link.transport}).second) {
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
    std::vector<LegacyOperator> m_rows;
};

/// Some versions write costs in microseconds under the same header: then they are far more than their links took.
void toMilliseconds(std::vector<LegacyOperator> &rows, const QString &file, ImportReport &report)
{
    constexpr double far = 100;
    double costs = 0;
    double links = 0;
    for (const LegacyOperator &r : rows) {
        if (!r.name.isEmpty())
            continue;
        costs += r.communicationMs;
        for (const LegacyLink &l : r.links)
            links += l.timeMs;
    }
    if (links <= 0 || costs <= far * links)
        return;
    for (LegacyOperator &r : rows) {
        r.communicationMs /= 1000;
        r.waitMs /= 1000;
    }
    report.add(Severity::Info, file, "legacy.microseconds",
               RS_MESSAGE("Communication took more than a hundred times as long as its links, so the costs are read "
                          "as microseconds, as some versions of MindSpore wrote them."));
}

bool isReceive(const LegacyOperator &row)
{
    return legacyOperator(row.name).startsWith(QLatin1String("Receive"));
}

bool isSameLink(const LegacyLink &a, const LegacyLink &b)
{
    return a.source == b.source && a.destination == b.destination && a.transport == b.transport;
}

/// Takes a link of an operator out of the sums of its step.
void takeOut(std::vector<LegacyLink> &sums, const LegacyLink &link)
{
    constexpr double rounding = 1e-9;
    for (LegacyLink &s : sums) {
        if (s.areRanks || !isSameLink(s, link))
            continue;
        const double whole = s.timeMs;
        s.timeMs = std::max(0.0, s.timeMs - link.timeMs);
        s.sizeMb = std::max(0.0, s.sizeMb - link.sizeMb);
        if (s.timeMs <= whole * rounding)
            s.timeMs = 0;
    }
    std::erase_if(sums, [](const LegacyLink &s) { return s.timeMs <= 0; });
}

void addTo(std::vector<LegacyLink> &sums, const LegacyLink &link)
{
    const auto at = std::ranges::find_if(sums, [&](const auto &s) { return s.areRanks && isSameLink(s, link); });
    if (at == sums.end()) {
        sums.push_back(link);
        return;
    }
    at->timeMs += link.timeMs;
    at->sizeMb += link.sizeMb;
}

/// A link of a receive by the ranks of its ends.
std::optional<LegacyLink> betweenStages(LegacyLink link, int rank, const std::optional<StagePlace> &stage)
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
void placeReceives(std::vector<LegacyOperator> &rows, int rank, const std::optional<StagePlace> &stage,
                   const QString &file, ImportReport &report)
{
    std::map<qint64, LegacyOperator *> totals;
    for (LegacyOperator &r : rows) {
        if (r.name.isEmpty())
            totals[r.step] = &r;
    }
    bool isLost = false;
    for (LegacyOperator &r : rows) {
        if (r.name.isEmpty() || !isReceive(r))
            continue;
        const auto at = totals.find(r.step);
        std::vector<LegacyLink> placed;
        for (const LegacyLink &l : r.links) {
            const std::optional<LegacyLink> global = betweenStages(l, rank, stage);
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
                   RS_MESSAGE("Receives name their sender by its index in a communication domain whose ranks no "
                              "file names: links between stages are left out."));
}

/// If a file has links of whole steps only, those of receives cannot be taken out of them.
void noteWholeSteps(const std::vector<LegacyOperator> &rows, const std::optional<StagePlace> &stage,
                    const QString &file, ImportReport &report)
{
    const bool haveOperators = std::ranges::any_of(rows, [](const LegacyOperator &r) { return !r.name.isEmpty(); });
    const bool haveLinks = std::ranges::any_of(rows, [](const LegacyOperator &r) { return !r.links.empty(); });
    if (haveOperators || !haveLinks || !stage || stage->stages < 2)
        return;
    report.add(Severity::Notice, file, "legacy.whole-steps",
               RS_MESSAGE("The file has links of whole steps, not of single operators: data received from other "
                          "stages counts for links inside the stage."));
}

/// The place of the file's rank in its group: links come to it, and those to itself name nobody else.
std::optional<int> ownPlace(const std::vector<LegacyOperator> &rows)
{
    std::set<int> self;
    std::set<int> ends;
    for (const LegacyOperator &r : rows) {
        for (const LegacyLink &l : r.links) {
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

/// First rank of a group that is a block of neighbours, as stages are; nothing for other groups, as those of data
/// parallelism across stages: there a rank does not stand as far behind a multiple of the size as it says.
std::optional<int> firstOfBlock(const std::vector<LegacyOperator> &rows, int rank, int own)
{
    int places = own + 1;
    for (const LegacyOperator &r : rows) {
        for (const LegacyLink &l : r.links) {
            if (!l.areRanks)
                places = std::max({places, l.source + 1, l.destination + 1});
        }
    }
    const int first = rank - own;
    return first >= 0 && first % places == 0 ? std::optional(first) : std::nullopt;
}

/// Names the ends of links by their ranks, where these are known.
void nameRanks(std::vector<LegacyOperator> &rows, int rank, const std::optional<StagePlace> &stage, const QString &file,
               ImportReport &report)
{
    const std::optional<int> own = ownPlace(rows);
    std::optional<int> offset = stage ? std::optional(stage->first) : std::nullopt;
    // The stages are not the groups.
    if (offset && own && *offset + *own != rank)
        offset.reset();
    else if (!offset && own)
        offset = firstOfBlock(rows, rank, *own);
    bool hasUnnamed = false;
    for (LegacyOperator &r : rows) {
        for (LegacyLink &l : r.links) {
            if (l.areRanks)
                continue;
            hasUnnamed = hasUnnamed || !offset;
            l.areRanks = offset.has_value();
            l.source += offset.value_or(0);
            l.destination += offset.value_or(0);
        }
    }
    if (hasUnnamed)
        noteLocalLinks(file, report);
}

CommOp emptyOperator(qint64 step, const QString &name, int rank)
{
    CommOp out;
    out.step = QString::number(step);
    out.name = name.isEmpty() ? QStringLiteral("Total Op Info") : legacyOperator(name);
    out.p2p = !name.isEmpty() && isPointToPoint(out.name);
    out.rank = rank;
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

std::vector<TransportInfo> transportsOf(const std::vector<LegacyLink> &links)
{
    std::map<QString, std::pair<double, double>> sums; // times, sizes
    for (const LegacyLink &l : links) {
        // Copies on the chip are no link.
        if (l.transport == LocalLink || l.source == l.destination || (l.timeMs <= 0 && l.sizeMb <= 0))
            continue;
        auto &[time, size] = sums[l.transport];
        time += l.timeMs;
        size += l.sizeMb;
    }
    std::vector<TransportInfo> out;
    for (const auto &[transport, sum] : sums) {
        TransportInfo info;
        info.transport = transport;
        info.timeMs = sum.first;
        info.sizeMb = sum.second;
        if (sum.first > 0)
            info.bandwidthGbs = sum.second / sum.first;
        out.push_back(std::move(info));
    }
    return out;
}

} // namespace

QString legacyOperator(const QString &label)
{
    static const QRegularExpression form(QStringLiteral("^stream_[0-9]+_[0-9]+_(.+)$"));
    const auto m = form.match(label);
    return m.hasMatch() ? m.captured(1) : label;
}

void noteLocalLinks(const QString &file, ImportReport &report)
{
    report.add(Severity::Loss, file, "legacy.links",
               RS_MESSAGE("Links are numbered inside their communication domain, and no file says which ranks these "
                          "are: they are shown with the numbers of the file, which other domains may use too."));
}

void LegacyCommunicationBuilder::add(const LegacyOperator &row, const LegacySpan *ran)
{
    CommOp op = emptyOperator(row.step, row.name, m_rank);
    op.transitMs = row.communicationMs;
    op.waitMs = row.waitMs;
    if (const double both = row.communicationMs + row.waitMs; both > 0)
        op.waitRatio = row.waitMs / both;
    op.transports = transportsOf(row.links);
    if (ran)
        setSpan(op, *ran);
    m_operators.add(op);
    MatrixLink link;
    link.step = op.step;
    link.key = op.name;
    link.p2p = op.p2p;
    if (!row.name.isEmpty()) {
        link.opName = op.name;
        link.kind = op.name.section(u'/', -1).section(QLatin1String("-op"), 0, 0).toLower();
    }
    link.ownerRank = m_rank;
    for (const LegacyLink &l : row.links) {
        link.source = l.source;
        link.destination = l.destination;
        link.globalRanks = l.areRanks;
        link.transport = l.source == l.destination ? QString(LocalLink) : l.transport;
        link.sizeMb = l.sizeMb;
        link.timeMs = l.timeMs;
        link.bandwidthGbs = l.timeMs > 0 ? std::optional(l.sizeMb / l.timeMs) : std::nullopt;
        m_links.add(link);
    }
}

void LegacyCommunicationBuilder::add(const LegacySpan &span)
{
    CommOp op = emptyOperator(span.step, span.name, m_rank);
    setSpan(op, span);
    m_operators.add(op);
}

CommOps operatorsOfSpans(const std::vector<LegacySpan> &spans, int rank)
{
    LegacyCommunicationBuilder out(rank);
    for (const LegacySpan &span : spans)
        out.add(span);
    return out.seal().operators;
}

LegacyCommunication readLegacyHccl(const QString &path, const QString &reportName, int rank,
                                   std::optional<StagePlace> stage, const std::vector<LegacySpan> &spans,
                                   const JobContext &job, ImportReport &report)
{
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
                   RS_MESSAGE("Some of the columns step_num, communication_cost, wait_cost and link_info are "
                              "missing: nothing is shown from the file."),
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
                       RS_MESSAGE("Rows whose step is not a number or is repeated are left out."),
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
    std::vector<LegacyOperator> &rows = reader.rows();
    if (rows.empty())
        return {operatorsOfSpans(spans, rank), {}};
    toMilliseconds(rows, reportName, report);
    placeReceives(rows, rank, stage, reportName, report);
    noteWholeSteps(rows, stage, reportName, report);
    nameRanks(rows, rank, stage, reportName, report);
    std::map<std::pair<qint64, QString>, const LegacySpan *> when;
    for (const LegacySpan &span : spans)
        when.try_emplace({span.step, span.name}, &span);
    LegacyCommunicationBuilder out(rank);
    for (const LegacyOperator &row : rows) {
        const auto ran = when.extract({row.step, row.name});
        out.add(row, ran ? ran.mapped() : nullptr);
    }
    // Receives that only the other file has, without a link in this one.
    for (const LegacySpan &span : spans) {
        if (when.contains({span.step, span.name}))
            out.add(span);
    }
    return out.seal();
}

} // namespace rs
