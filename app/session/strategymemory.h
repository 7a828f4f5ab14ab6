// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/strategy.h"

#include <QObject>

#include <optional>

namespace rs {

class RunStore;
class Settings;
class ViewState;
struct Run;

/// Puts what the user enters of a run's parallel strategy into the run, and keeps it in the settings of the program,
/// never beside the data: it counts whenever that run is opened.
class StrategyMemory : public QObject
{
    Q_OBJECT
public:
    StrategyMemory(RunStore &runs, ViewState &state, Settings &settings, QObject *parent = nullptr);

private:
    void recall(int run);
    void enter(int run, const std::optional<Strategy> &strategy);

    RunStore &m_runs;
    Settings &m_settings;
};

} // namespace rs
