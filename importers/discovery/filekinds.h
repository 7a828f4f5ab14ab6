// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"

#include <QString>

namespace rs {

/// Kind and number of a file by its name.
struct NamedFile
{
    QString kind;          ///< stable key, e.g. "kernel_details"; "unknown" when the name says nothing
    bool byContent = true; ///< the name does not tell what the file holds: kindByContent() does
    bool readable = false; ///< a reader for the kind exists
    Phrase why;            ///< for kinds without a reader: what is missing because of it
    QString stem;          ///< the name without stamp, slice number and suffix
    QString stamp;         ///< 14 to 17 digits of an export, or empty
    int slice = -1;        ///< number of a sliced export
    bool gzip = false;
    bool json = false;
    bool runWide = false; ///< speaks of the whole run (cluster_analysis_output)
    bool common = false;  ///< a name that others give as well: no folder is one of a profiler because of it
};

/// Knows the deliverables of formats.md 0.1, 5 and 7.
[[nodiscard]] NamedFile classifyFileName(const QString &fileName);

/// As browsers and file managers call a second file of a name.
[[nodiscard]] bool isCopyName(const QString &name);

/// Kind of a file by its first bytes, whatever it is called: "trace", "communication", "communication_matrix", or the
/// kind of a table by its header. Empty: nothing that can be read as it stands.
[[nodiscard]] QString kindByContent(const QString &path);
/// Rank of a trace, where the trace states it before its events, as those of torch.profiler, or in the last megabyte
/// behind them; -1: not. Large compressed ones are not looked through.
[[nodiscard]] int rankOfTrace(const QString &path);

} // namespace rs
