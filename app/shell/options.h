// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace rs {

/// Options of the command line of `rankscope`.
struct Options
{
    QStringList paths;
    QString theme;               ///< "light", "dark", or empty: as the user chose
    QString language;            ///< "en", "zh_CN", or empty
    double scale = 0;            ///< 0: as the user chose
    qint64 memoryLimitBytes = 0; ///< 0: as the user chose
    // --shot
    QString shotFile; ///< empty: open the window
    QString view;
    QSize size{1920, 1080};
    std::vector<int> ranks;
    std::optional<qint64> fromNs;
    std::optional<qint64> toNs;
    QStringList flows;
};

struct ParsedOptions
{
    enum class Outcome : quint8 { Run, Print, Usage };
    Outcome outcome = Outcome::Run;
    QString text; ///< Print: for stdout, ends in a line end; Usage: why, in English, for stderr
    Options options;
};

/// Reads the arguments, the program's name first. Needs no application object, because the scale and the platform have
/// to be known before there is one.
[[nodiscard]] ParsedOptions parseOptions(const QStringList &arguments);

} // namespace rs
