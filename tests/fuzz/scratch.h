// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/threadpool.h"

#include <QString>
#include <QTemporaryDir>

#include <string_view>

namespace rs::fuzz {

/// Ends the process with the promise that an input broke.
void require(bool kept, const char *promise);

/// A folder of its own for one input: readers open paths, so what is fuzzed lies in files. run.sh lets TMPDIR stand on
/// a file system in memory.
class Scratch
{
public:
    Scratch();

    [[nodiscard]] QString path(const QString &name = {}) const;
    /// Gives the path of the new file.
    [[nodiscard]] QString write(const QString &name, std::string_view bytes) const;
    /// Makes the files of an archive: a line "== name" begins a file, names may hold folders, and everything up to the
    /// next such line is its text. Gives how many were made; at most 200.
    int unpack(std::string_view archive) const;

private:
    QTemporaryDir m_folder;
};

/// The pool of all targets; one thread beside the calling one.
[[nodiscard]] ThreadPool &pool();

/// The first byte of an input, which chooses what is done with the rest; 0 for an empty one.
[[nodiscard]] unsigned char takeChoice(std::string_view &input);

} // namespace rs::fuzz
