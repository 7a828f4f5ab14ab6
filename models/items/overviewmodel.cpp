// SPDX-License-Identifier: Apache-2.0
#include "items/overviewmodel.h"

#include "items/modelroles.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rs {

namespace {

std::optional<qint64> ns(const std::optional<double> &us)
{
    // Beyond 292 years the file is nonsense, and the conversion would be undefined.
    if (!us || !(std::abs(*us) < 9e15))
        return std::nullopt;
    return std::llround(*us * 1000);
}

// A sum without one of its parts would be smaller than the time it stands for.
void add(std::optional<qint64> &sum, const std::optional<qint64> &value)
{
    if (sum && value)
        *sum += *value;
    else
        sum.reset();
}

template <typename T>
QVariant cell(const std::optional<T> &value)
{
    return value ? QVariant(*value) : QVariant();
}

OverviewItem itemOf(const OverviewRow &row)
{
    OverviewItem i;
    i.rank = row.rank;
    i.rankIndex = row.rankIndex;
    i.device = row.device;
    i.rankLabel = row.rankLabel.isEmpty() && row.rank >= 0 ? QString::number(row.rank) : row.rankLabel;
    i.step = row.step;
    i.computingNs = ns(row.computingUs);
    i.pureNs = ns(row.pureComputeUs());
    i.coveredNs = ns(row.overlappedUs);
    i.uncoveredNs = ns(row.notOverlappedUs);
    i.communicationNs = ns(row.communicationUs);
    i.idleNs = ns(row.freeUs);
    i.preparingNs = ns(row.preparingUs);
    i.stageNs = ns(row.stageUs);
    i.bubbleNs = ns(row.bubbleUs);
    i.excludeReceiveNs = ns(row.notOverlappedExcludeReceiveUs);
    i.totalNs = ns(row.totalUs());
    i.preparingMissing = row.preparingMissing;
    const bool whole = i.pureNs && i.coveredNs && i.uncoveredNs && i.idleNs && !i.preparingMissing;
    i.incompleteSteps = whole ? 0 : 1;
    i.source = row.source;
    return i;
}

void computeRatios(OverviewItem &i)
{
    const auto part = [&i](const std::optional<qint64> &v) -> std::optional<double> {
        if (!v || !i.totalNs)
            return std::nullopt;
        return *i.totalNs > 0 ? static_cast<double>(*v) / static_cast<double>(*i.totalNs) : 0.0;
    };
    i.computingRatio = part(i.computingNs);
    i.communicationRatio = part(i.communicationNs);
}

bool lessNatural(const QVariant &a, const QVariant &b)
{
    if (a.typeId() == QMetaType::QString)
        return QString::compare(a.toString(), b.toString(), Qt::CaseInsensitive) < 0;
    if (a.typeId() == QMetaType::Double || b.typeId() == QMetaType::Double)
        return a.toDouble() < b.toDouble();
    return a.toLongLong() < b.toLongLong();
}

} // namespace

QString OverviewItem::key() const
{
    return QStringLiteral("%1|%2|%3|%4").arg(rankIndex).arg(device).arg(steps > 1 ? QString() : step, rankLabel);
}

std::vector<OverviewItem> overviewItems(const std::vector<OverviewRow> &rows, bool sumSteps)
{
    std::vector<OverviewItem> out;
    std::map<std::tuple<int, int, QString>, size_t> barOf;
    for (const OverviewRow &row : rows) {
        OverviewItem next = itemOf(row);
        const auto [it, fresh] = barOf.try_emplace({next.rankIndex, next.device, next.rankLabel}, out.size());
        if (fresh || !sumSteps) {
            out.push_back(std::move(next));
            continue;
        }
        OverviewItem &sum = out[it->second];
        ++sum.steps;
        add(sum.computingNs, next.computingNs);
        add(sum.pureNs, next.pureNs);
        add(sum.coveredNs, next.coveredNs);
        add(sum.uncoveredNs, next.uncoveredNs);
        add(sum.communicationNs, next.communicationNs);
        add(sum.idleNs, next.idleNs);
        // A source without such a column adds nothing; one whose value is missing takes the sum away.
        sum.preparingMissing |= next.preparingMissing;
        if (sum.preparingMissing)
            sum.preparingNs.reset();
        else if (next.preparingNs)
            sum.preparingNs = sum.preparingNs.value_or(0) + *next.preparingNs;
        add(sum.stageNs, next.stageNs);
        add(sum.bubbleNs, next.bubbleNs);
        add(sum.excludeReceiveNs, next.excludeReceiveNs);
        add(sum.totalNs, next.totalNs);
        sum.incompleteSteps += next.incompleteSteps;
        if (sum.source != next.source && !sum.source.contains(next.source))
            sum.source += QLatin1String(" + ") + next.source;
    }
    for (OverviewItem &i : out)
        computeRatios(i);
    return out;
}

OverviewModel::OverviewModel(QObject *parent) : RowModel(parent)
{
    resetFields(fields(), {});
    std::vector<int> times;
    for (int c = 0; c < columnCount(); ++c) {
        if (columns()[static_cast<size_t>(c)].kind == CellKind::Duration)
            times.push_back(c);
    }
    shareUnits({times});
}

std::vector<OverviewModel::Field> OverviewModel::fields()
{
    using I = OverviewItem;
    const auto time = [](const char *id, const QString &title, const QString &description,
                         std::optional<qint64> I::*member, bool shown = true) -> Field {
        return {{QLatin1String(id), title, CellKind::Duration, description, 3, shown},
                [member](const I &i) { return cell(i.*member); }};
    };
    return {
        {{QStringLiteral("rank"), tr("Rank"), CellKind::Integer, {}},
         [](const I &i) { return i.rank >= 0 ? QVariant(i.rank) : QVariant(i.rankLabel); }},
        {{QStringLiteral("step"), tr("Step"), CellKind::Text,
          tr("With all steps chosen, the values are sums over the steps.")},
         [](const I &i) { return i.step; }},
        {{QStringLiteral("device"), tr("Device"), CellKind::Integer, {}, 3, false},
         [](const I &i) { return i.device >= 0 ? QVariant(i.device) : QVariant(); }},
        {{QStringLiteral("total"), tr("Total (%1)"), CellKind::Duration,
          tr("Total compute + uncovered communication + idle + preparing.")},
         [](const I &i) { return cell(i.totalNs); }},
        time("computing", tr("Total compute (%1)"), tr("Time in which kernels run on the device."), &I::computingNs),
        time("pure", tr("Pure compute (%1)"), tr("Total compute less covered communication."), &I::pureNs),
        time("covered", tr("Covered communication (%1)"), tr("Communication while kernels run at the same time."),
             &I::coveredNs),
        time("uncovered", tr("Uncovered communication (%1)"), tr("Communication while no kernel runs."),
             &I::uncoveredNs),
        time("communication", tr("Communication (%1)"), tr("Covered and uncovered communication."), &I::communicationNs,
             false),
        time("idle", tr("Idle (%1)"), tr("Neither computing nor communicating."), &I::idleNs),
        time("preparing", tr("Preparing (%1)"),
             tr("From the start of the step on the host to the first work on the device."), &I::preparingNs),
        {{QStringLiteral("computingRatio"), tr("Computing ratio (%)"), CellKind::Percent, tr("Total compute / total.")},
         [](const I &i) { return cell(i.computingRatio); }},
        {{QStringLiteral("communicationRatio"), tr("Communication ratio (%)"), CellKind::Percent,
          tr("Covered and uncovered communication / total.")},
         [](const I &i) { return cell(i.communicationRatio); }},
        time("stage", tr("Stage (%1)"), tr("The step without the time in which it waits to receive."), &I::stageNs,
             false),
        time("bubble", tr("Bubble (%1)"), tr("Time in receive operators of the pipeline."), &I::bubbleNs, false),
        time("excludeReceive", tr("Uncovered without receive (%1)"),
             tr("Uncovered communication less receive operators."), &I::excludeReceiveNs, false),
        {{QStringLiteral("source"), tr("Source"), CellKind::Text,
          tr("The file that holds the values, or the slices they are derived from.")},
         [](const I &i) { return i.source; }},
    };
}

void OverviewModel::setItems(std::vector<OverviewItem> items)
{
    resetRows(std::move(items));
}

void OverviewModel::retranslate()
{
    retitle(fields());
}

int OverviewModel::rowOf(const QString &key) const
{
    for (size_t r = 0; r < rows().size(); ++r) {
        if (rows()[r].key() == key)
            return static_cast<int>(r);
    }
    return -1;
}

QStringList OverviewModel::orderColumns()
{
    return {QStringLiteral("rank"), QStringLiteral("total"), QStringLiteral("computing"), QStringLiteral("pure"),
            QStringLiteral("covered"), QStringLiteral("uncovered"), QStringLiteral("idle"), QStringLiteral("preparing"),
            QStringLiteral("computingRatio"), QStringLiteral("communicationRatio")};
}

std::vector<OverviewItem> OverviewModel::ordered(std::vector<OverviewItem> items, const QString &columnId,
                                                 Qt::SortOrder order, int top)
{
    for (const Field &f : fields()) {
        if (f.column.id != columnId)
            continue;
        std::stable_sort(items.begin(), items.end(), [&](const OverviewItem &a, const OverviewItem &b) {
            const QVariant x = f.value(a);
            const QVariant y = f.value(b);
            if (!x.isValid() || !y.isValid())
                return x.isValid() && !y.isValid();
            return order == Qt::AscendingOrder ? lessNatural(x, y) : lessNatural(y, x);
        });
    }
    if (top > 0 && items.size() > static_cast<size_t>(top))
        items.resize(static_cast<size_t>(top));
    return items;
}

QString OverviewModel::text(int r, int column) const
{
    const OverviewItem &i = row(r);
    const QString &id = columns()[static_cast<size_t>(column)].id;
    if (id == QLatin1String("rank"))
        return format::displayText(i.rankLabel);
    if (id == QLatin1String("step") && i.steps > 1)
        return tr("all %1").arg(i.steps);
    if (id == QLatin1String("source") && i.source == QLatin1String("derived"))
        return tr("derived from the slices");
    // An empty cell would read like a column that this run does not have.
    const CellKind kind = columns()[static_cast<size_t>(column)].kind;
    const bool expected = kind == CellKind::Percent || (kind == CellKind::Duration && id != QLatin1String("preparing"));
    if ((expected || (id == QLatin1String("preparing") && i.preparingMissing)) && !raw(r, column).isValid())
        return missingText();
    return {};
}

QVariant OverviewModel::extra(int r, int column, int role) const
{
    const OverviewItem &i = row(r);
    switch (role) {
    case RankRole:
        return i.rank;
    case RowKeyRole:
        return i.key();
    case Qt::ToolTipRole:
        return text(r, column) == missingText()
                   ? QVariant(format::tooltipText(
                         tr("Not known: the source has no value for it, or for a step or part that it is made of.")))
                   : QVariant();
    case ShareRole: {
        const QString &id = columns()[static_cast<size_t>(column)].id;
        return id.endsWith(QLatin1String("Ratio")) ? raw(r, column) : QVariant();
    }
    default:
        return {};
    }
}

} // namespace rs
