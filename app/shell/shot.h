// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/shell/options.h"

#include <QLatin1String>

namespace rs {

class DockLayout;
class Workbench;

/// The id that stands for the whole window in `--view`.
inline constexpr QLatin1String wholeWindow("window");
/// The id that stands for a picture of the window in each of its workspaces, in the folder that `--shot` names.
inline constexpr QLatin1String allWorkspaces("workspaces");

/// Exit status of the programs, as cli.md says.
enum class ExitCode : int { Done = 0, Usage = 1, NothingFound = 2, DataLost = 3, MemoryBudget = 4 };

/// Turns the views to the ranks, the time and the connection lines that the options name. False, and told on stderr,
/// when there is no such rank.
[[nodiscard]] bool lookWhereTold(Workbench &bench, const Options &options);

/// Shows the view that the options name, and its page, in the window. False, and told on stderr, when the view has no
/// such page.
[[nodiscard]] bool showWhereTold(DockLayout &docks, const Options &options);

/// Opens the paths, waits until the view shows everything, paints it into the file and tells how it went. Messages go
/// to stderr. Runs an event loop of its own.
[[nodiscard]] ExitCode takeShot(Workbench &bench, const Options &options);

} // namespace rs
