// SPDX-License-Identifier: Apache-2.0
#include "views/host/launchpages.h"

#include "items/rowsourcemodel.h"
#include "items/sentencetext.h"
#include "tables/base/tables.h"
#include "views/page/columnbars.h"
#include "views/timeline/data/derivedlanes.h"
#include "views/widgets/theme.h"
#include "words/launchwords.h"

#include <set>

namespace rs {

namespace {

using Rows = std::vector<std::shared_ptr<const RowSource>>;

qint64 sumOf(const RowSource &rows, QStringView column)
{
    const int at = rows.columnOf(column);
    qint64 out = 0;
    for (quint32 row = 0; row < rows.rows(); ++row)
        out += rows.integer(row, at).value_or(0);
    return out;
}

QString dispatchNote(const Rows &all)
{
    const RowSource &steps = *all.front();
    const int lines = steps.columnOf(u"lines");
    const int bound = steps.columnOf(u"bound");
    DispatchTotals totals;
    totals.steps = static_cast<int>(steps.rows());
    for (quint32 row = 0; row < steps.rows(); ++row) {
        if (steps.text(row, lines) != "vertical")
            continue;
        ++totals.hostBound;
        totals.hostBoundNs += steps.integer(row, bound).value_or(0);
    }
    totals.windows = static_cast<int>(all.back()->rows());
    totals.windowNs = sumOf(*all.back(), u"idle");
    return sentenceText(dispatchVerdict(totals));
}

QString idleNote(const Rows &all)
{
    CauseTotals causes{};
    for (size_t i = 0; i < causes.size(); ++i)
        causes[i] = sumOf(*all.front(), idleCauseKey(static_cast<IdleCause>(i)));
    const RowSource &rows = *all.front();
    const int at = rows.columnOf(u"step");
    std::set<QString> steps;
    for (quint32 row = 0; row < rows.rows() && steps.size() < 2; ++row)
        steps.insert(QString::fromUtf8(rows.text(row, at)));
    return sentenceText(idleVerdict(causes, sumOf(rows, u"free"), steps.size() == 1 ? *steps.begin() : QString()));
}

QString chainNote(const Rows &all)
{
    const RowSource &rows = *all.front();
    const int status = rows.columnOf(u"status");
    const int queue = rows.columnOf(u"enqueue");
    ChainTotals totals;
    for (quint32 row = 0; row < rows.rows(); ++row) {
        const std::string_view word = rows.text(row, status);
        ++(word == "normal" ? totals.normal : word == "fallback" ? totals.fallback : totals.incomplete);
        totals.hasQueue = totals.hasQueue || rows.integer(row, queue);
    }
    return totals.all() == 0 ? QString() : sentenceText(chainVerdict(totals));
}

QString transferNote(const Rows &all)
{
    return sentenceText(transferVerdict(static_cast<int>(all.front()->rows()), static_cast<int>(all.back()->rows())));
}

ColumnBars causeBars()
{
    ColumnBars out{
        .name = QStringLiteral("idle-causes"), .labels = {QStringLiteral("rank"), QStringLiteral("step")}, .parts = {}};
    constexpr auto count = static_cast<int>(IdleCause::Count);
    for (int i = 0; i < count; ++i) {
        const auto cause = static_cast<IdleCause>(i);
        // The lane of the timeline has the same color.
        out.parts.push_back({idleCauseKey(cause), [cause](const Theme &theme) {
                                 const QString name = tableText(QString::fromUtf8(idleCauseTitle(cause)));
                                 return theme.slice(DerivedLanes::kindOf(cause), Theme::nameHash(name.toStdString()));
                             }});
    }
    return out;
}

} // namespace

PageSpec dispatchTables()
{
    return {.table = QStringLiteral("dispatch"),
            .title = RS_TABLE("Dispatch"),
            .hint = RS_TABLE("How long launched work waits before it starts on the device, and where the device waits "
                             "for the host instead."),
            .sort = QStringLiteral("bound"),
            .isOfRun = true,
            .note = dispatchNote,
            .beside = {{.table = QStringLiteral("dispatch.windows"),
                        .file = QStringLiteral("host-bound-windows"),
                        .sort = QStringLiteral("idle"),
                        .noRows = RS_TABLE(
                            "No host-bound window: the device never waits for the host for eight tasks in a row."),
                        .isOfRun = true}}};
}

PageSpec idlePage()
{
    return {.table = QStringLiteral("idle"),
            .file = QStringLiteral("idle-causes"),
            .title = RS_TABLE("Why idle"),
            .sort = QStringLiteral("free"),
            .isOfRun = true,
            .note = idleNote,
            .picture = columnBars(causeBars()),
            .isPictureAbove = true,
            .beside = {{.table = QStringLiteral("idle.gaps"),
                        .file = QStringLiteral("idle-gaps"),
                        .sort = QStringLiteral("duration"),
                        .noRows = RS_TABLE("The device of this rank was never idle in the selected time.")}}};
}

PageSpec chainPage()
{
    return {.table = QStringLiteral("chains"),
            .name = QStringLiteral("kernel-dispatch"),
            .file = QStringLiteral("kernel-dispatch"),
            .hint = RS_TABLE("The path of every kernel from the framework to the device, with the time of each part."),
            .sort = QStringLiteral("end-to-end"),
            .note = chainNote};
}

PageSpec transfersPage()
{
    return {.table = QStringLiteral("transfers"),
            .title = RS_TABLE("Send and receive"),
            .hint = RS_TABLE("Sends with their receives over all loaded ranks, with size and bandwidth, and those "
                             "without a partner."),
            .noRows = RS_TABLE("No send has its receive among the loaded ranks."),
            .isOfRun = true,
            .note = transferNote,
            .beside = {{.table = QStringLiteral("transfers.unmatched"),
                        .file = QStringLiteral("transfers-unmatched"),
                        .noRows = RS_TABLE("Every send and receive has its partner."),
                        .isOfRun = true}}};
}

} // namespace rs
