// SPDX-License-Identifier: Apache-2.0
#include "views/links/matrixtexts.h"

#include "analysis/communication/operatorchoice.h"
#include "items/domaintext.h"
#include "items/format.h"
#include "views/state/databasetexts.h"
#include "views/widgets/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rs {

std::vector<PickerItem> MatrixTexts::values()
{
    return {{tr("Bandwidth"), static_cast<int>(MatrixValue::Bandwidth)},
            {tr("Transfer size"), static_cast<int>(MatrixValue::Size)},
            {tr("Transfer time"), static_cast<int>(MatrixValue::Time)},
            {tr("Link type"), static_cast<int>(MatrixValue::LinkType)},
            {tr("vs. best 10 %"), static_cast<int>(MatrixValue::BestShare)}};
}

QString MatrixTexts::unit(MatrixValue value)
{
    switch (value) {
    case MatrixValue::Bandwidth:
        return QStringLiteral("GB/s");
    case MatrixValue::Size:
        return QStringLiteral("MB");
    case MatrixValue::Time:
        return QStringLiteral("ms");
    case MatrixValue::LinkType:
    case MatrixValue::BestShare:
        break;
    }
    return {};
}

std::vector<PickerItem> MatrixTexts::operators(const MatrixData &shown, const QVariant &chosen)
{
    std::vector<PickerItem> out;
    std::vector<PickerItem> classes;
    for (const QString &op : shown.ops) {
        if (op == TotalOp)
            out.push_back({everyOperator(), op});
        else if (operatorClassPlace(op) >= 0)
            classes.push_back({op, op, classesHeading(), classDetail(op)});
        else if (op.endsWith(QLatin1String("-total")))
            out.push_back({op, op, typesHeading(), classDetail(op)});
    }
    // From the highest bandwidth on, type by type.
    const auto key = [](const PickerItem &item) {
        return std::pair(item.text.first(item.text.lastIndexOf(u'-')), operatorClassPlace(item.text));
    };
    std::sort(classes.begin(), classes.end(),
              [&key](const PickerItem &a, const PickerItem &b) { return key(a) < key(b); });
    out.insert(out.end(), classes.begin(), classes.end());
    if (out.empty() && chosen == QVariant(QString(TotalOp)))
        out.push_back({everyOperator(), chosen});
    return out;
}

std::vector<Choice> MatrixTexts::namedOperators(const MatrixData &shown)
{
    std::vector<Choice> out;
    out.reserve(static_cast<size_t>(shown.names->size()));
    const QString heading = namesHeading();
    const auto add = [&](const QString &name) { out.push_back({format::displayText(name), {}, heading, {}, name}); };
    // Old files have them instead of statistics.
    for (const QString &op : shown.ops) {
        if (op != TotalOp && classDetail(op).isEmpty())
            add(op);
    }
    std::for_each(shown.names->begin(), shown.names->end(), add);
    return out;
}

QString MatrixTexts::everyOperator()
{
    return tr("All operators (Total Op Info)");
}

QString MatrixTexts::typesHeading()
{
    return tr("Types of operators");
}

QString MatrixTexts::classesHeading()
{
    return tr("Classes of a type: one of its operators on each link");
}

QString MatrixTexts::namesHeading()
{
    return tr("Single operators");
}

QString MatrixTexts::classDetail(const QString &op)
{
    const std::array details = {std::pair(QLatin1String("-total"), tr("all operators of the type")),
                                std::pair(QLatin1String("-top1"), tr("the highest bandwidth")),
                                std::pair(QLatin1String("-middle"), tr("the bandwidth in the middle")),
                                std::pair(QLatin1String("-bottom3"), tr("the third lowest bandwidth")),
                                std::pair(QLatin1String("-bottom2"), tr("the second lowest bandwidth")),
                                std::pair(QLatin1String("-bottom1"), tr("the lowest bandwidth"))};
    const auto at =
        std::find_if(details.begin(), details.end(), [&op](const auto &detail) { return op.endsWith(detail.first); });
    return at == details.end() ? QString() : at->second;
}

QString MatrixTexts::domain(const MatrixData &shown)
{
    return shown.chosen.isAll() ? tr("All") : domainText(shown.chosen.label());
}

std::pair<QString, QString> MatrixTexts::whyEmpty(const ViewContext &context, int run, const MatrixData &shown)
{
    if (run < 0)
        return {tr("No run is open"), tr("Open a folder with File > Import Data, or drop it on the window.")};
    // An open run may still be reading its first links.
    const bool isRead = shown.loaded->run && shown.loaded->run->path == context.runs->run(run)->path;
    if (!shown.ops.isEmpty() && !shown.ranks.empty())
        return {tr("No link matches"), tr("No link between the shown ranks was used in the chosen step and "
                                          "communication domain.")};
    if (shown.loaded->anyLinks)
        return {tr("No link matches"), tr("No link was used in the chosen step and communication domain.")};
    if (context.runs->isLoading() || !isRead)
        return {tr("Loading"), context.runs->run(run)->infos.empty()
                                   ? tr("Links appear here as soon as the cluster analysis is read.")
                                   : tr("Links appear here as soon as the first rank is loaded.")};
    if (DatabaseTexts::isAllOf(*context.runs, run))
        return {DatabaseTexts::heading(), DatabaseTexts::ofRun(QStringLiteral("communication_matrix.json"))};
    return {tr("No link data in this run"),
            tr("The matrix reads communication_matrix.json of the ranks, or cluster_communication_matrix.json; "
               "this run has neither.\n\nThe profiler writes communication_matrix.json when more than one rank "
               "takes part and profiler_level is Level1 or Level2.")};
}

QString MatrixTexts::linkName(const MatrixGrid &grid, int source, int destination)
{
    return tr("%1 to %2", "source rank, destination rank")
        .arg(grid.ranks[static_cast<size_t>(source)].label(), grid.ranks[static_cast<size_t>(destination)].label());
}

void MatrixTexts::addBasis(const MatrixGrid &grid, const MatrixLinkSum &link, Lines &lines)
{
    if (grid.steps > 1)
        lines.emplace_back(tr("All amounts"), grid.mean ? tr("mean per step, of %n step(s)", nullptr, grid.steps)
                                                        : tr("sum of %n step(s)", nullptr, grid.steps));
    if (link.parts > 1)
        lines.emplace_back(tr("Source"), tr("%n entry(s) of the files", nullptr, link.parts));
}

void MatrixTexts::addAmounts(const MatrixLinkSum &link, Lines &lines)
{
    const auto known = [](const std::optional<double> &value, const QString &unit) {
        return value ? format::real(*value) + QChar(0xa0) + unit : tr("not known");
    };
    lines.emplace_back(tr("Bandwidth"), link.bandwidthGbs ? format::bandwidth(*link.bandwidthGbs) : tr("not known"));
    if (link.bestShare)
        lines.emplace_back(tr("vs. best 10 %"), format::real(*link.bestShare));
    lines.emplace_back(tr("Transfer size"), known(link.sizeMb, QStringLiteral("MB")));
    lines.emplace_back(tr("Transfer time"), known(link.timeMs, QStringLiteral("ms")));
}

void MatrixTexts::addKind(const MatrixLinkSum &link, Lines &lines)
{
    lines.emplace_back(tr("Link type"), link.transport.isEmpty() ? tr("not known") : link.transport);
    if (!link.opName.isEmpty())
        lines.emplace_back(tr("Operator"), link.opName);
}

void MatrixTexts::addRemarks(const MatrixGrid &grid, const MatrixLinkSum &link, double leastMb,
                             const std::vector<MatrixFrame> &frames, Lines &lines)
{
    if (link.isSmall(leastMb))
        lines.emplace_back(tr("Small"), tr("too small to show the bandwidth; not in the scale"));
    const int at = static_cast<int>(&link - grid.links.data());
    const auto frame = std::lower_bound(frames.begin(), frames.end(), at,
                                        [](const MatrixFrame &f, int wanted) { return f.link < wanted; });
    if (frame == frames.end() || frame->link != at)
        return;
    const LinkFault &fault = frame->fault;
    QString where = tr("this link");
    if (fault.kind == LinkFaultKind::Rank)
        where = tr("rank %1").arg(fault.source);
    else if (fault.kind == LinkFaultKind::Hosts)
        where = tr("hosts %1 and %2").arg(fault.host, fault.otherHost);
    else if (fault.kind == LinkFaultKind::Host)
        where = tr("host %1").arg(fault.host);
    const auto rate = [&frame](double ms) {
        return tr("%1 ms, %2", "time, bandwidth").arg(format::real(ms), format::bandwidth(frame->sizeMb / ms));
    };
    lines.emplace_back(tr("Slow, at fault"), where);
    // Some steps, domains and kinds of operators may not be slow; the following lines cover the slow ones.
    if (link.sizeMb && std::abs(*link.sizeMb - frame->sizeMb) > 0.001 * *link.sizeMb)
        lines.emplace_back(tr("Slow part"), tr("%1 MB").arg(format::real(frame->sizeMb)));
    lines.emplace_back(tr("Expected"), rate(frame->expectedMs));
    // One sum of several expectations differs from that of any single row of the table of slow links.
    if (frame->parts > 1)
        lines.emplace_back(tr("Expected by"),
                           tr("%n row(s) of the table of slow links, together", nullptr, frame->parts));
    lines.emplace_back(tr("Reached"), rate(frame->reachedMs));
    lines.emplace_back(tr("Longer by"), tr("%1 ms").arg(format::real(static_cast<double>(frame->lostNs) / 1e6)));
    if (frame->costMs)
        lines.emplace_back(tr("Cost of a step"), tr("%1 ms").arg(format::real(*frame->costMs)));
}

Selection MatrixTexts::selectionOf(const MatrixData &shown, int source, int destination, int run)
{
    const MatrixRank from = shown.grid->ranks[static_cast<size_t>(source)];
    Selection s;
    s.kind = Selection::Kind::Link;
    s.source = from.rank;
    s.destination = shown.grid->ranks[static_cast<size_t>(destination)].rank;
    s.text = shown.op;
    const int index = shown.loaded->run && from.global ? shown.loaded->run->indexOf(from.rank) : -1;
    if (index >= 0)
        s.rank = {run, index};
    return s;
}

QColor MatrixTexts::transportColor(const Theme &theme, const QString &transport)
{
    static const QStringList known = {QStringLiteral("HCCS"), QStringLiteral("RDMA"), QStringLiteral("SIO"),
                                      QStringLiteral("PCIE")};
    if (transport == QLatin1String("LOCAL"))
        return theme.category(TimeCategory::Idle);
    const qsizetype i = known.indexOf(transport);
    if (i >= 0)
        return theme.series(static_cast<int>(i));
    return theme.series(4 + static_cast<int>(Theme::nameHash(transport.toStdString()) % 5));
}

} // namespace rs
