// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// A writer that was killed leaves its unfinished file beside the one that it would have replaced, under the name of
/// that one and six random letters (QSaveFile, QSettings); nobody else knows that name. Removes those of files that
/// match `written`, a name or a pattern of names, once they are a day old: what is younger may be in the hands of
/// another window. Only for folders of the program's own.
void removeAbandoned(const QString &folder, const QString &written);

} // namespace rs
