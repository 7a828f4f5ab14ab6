// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/discovery/folderlister.h"
#include "importers/discovery/rungroups.h"

#include <QString>

#include <vector>

namespace rs {

/// A folder "timeline" of older CANN, with a file of each kind for each iteration of a model.
[[nodiscard]] bool isIterationFolder(const FolderLister::Listing &listing);

/// True for PROF_* whose device_* hold such folders; `listing` is that of `path`.
[[nodiscard]] bool holdsIterationFolders(const QString &path, const FolderLister::Listing &listing,
                                         FolderLister &lister);

/// The devices of such a folder, each with all its iterations. The rank is the one of info.json.N beside the folder,
/// else the number of the device. Of several models the first has its steps and communication read.
[[nodiscard]] std::vector<Candidate> iterationRanks(const QString &folder, FolderLister &lister);

} // namespace rs
