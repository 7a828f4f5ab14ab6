// SPDX-License-Identifier: Apache-2.0
#include "app/session/strategymemory.h"

#include "analysis/ranks/parallelstrategy.h"
#include "app/session/settings.h"
#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <QJsonObject>

#include <algorithm>

namespace rs {

namespace {

constexpr std::array<std::pair<const char *, int StrategySizes::*>, 6> savedSizes = {{
    {"tp", &StrategySizes::tp},
    {"cp", &StrategySizes::cp},
    {"dp", &StrategySizes::dp},
    {"pp", &StrategySizes::pp},
    {"ep", &StrategySizes::ep},
    {"moe_tp", &StrategySizes::moeTp},
}};

QJsonObject strategyToJson(const Strategy &strategy)
{
    QJsonObject out{{QStringLiteral("order"), QLatin1String(strategyOrderName(strategy.order))}};
    for (const auto &[name, size] : savedSizes)
        out[QLatin1String(name)] = strategy.sizes.*size;
    return out;
}

// Nothing where somebody else wrote what no strategy is.
std::optional<Strategy> strategyFromJson(const QJsonObject &saved)
{
    const QString order = saved[QStringLiteral("order")].toString();
    const auto at = std::find_if(allStrategyOrders.begin(), allStrategyOrders.end(),
                                 [&order](StrategyOrder o) { return order == QLatin1String(strategyOrderName(o)); });
    if (at == allStrategyOrders.end())
        return std::nullopt;
    Strategy out;
    out.order = *at;
    for (const auto &[name, size] : savedSizes)
        out.sizes.*size = saved[QLatin1String(name)].toInt(0);
    return violations(out).empty() ? std::optional(out) : std::nullopt;
}

} // namespace

StrategyMemory::StrategyMemory(RunStore &runs, ViewState &state, Settings &settings, QObject *parent)
    : QObject(parent), m_runs(runs), m_settings(settings)
{
    connect(&runs, &RunStore::runAdded, this, &StrategyMemory::recall);
    connect(&state, &ViewState::strategyEntered, this, &StrategyMemory::enter);
}

void StrategyMemory::recall(int index)
{
    const auto run = m_runs.run(index);
    if (run)
        m_runs.setStrategy(index, strategyFromJson(m_settings.strategies()[run->title()].toObject()));
}

void StrategyMemory::enter(int index, const std::optional<Strategy> &strategy)
{
    const auto run = m_runs.run(index);
    if (!run)
        return;
    m_runs.setStrategy(index, strategy);
    QJsonObject all = m_settings.strategies();
    if (strategy)
        all[run->title()] = strategyToJson(*strategy);
    else
        all.remove(run->title());
    m_settings.setStrategies(all);
}

} // namespace rs

#include "moc_strategymemory.cpp"
