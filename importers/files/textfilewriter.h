// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <memory>
#include <string_view>

namespace rs {

/// Writes a text into a file, compressed where its name ends in ".gz". The file is there when all of it is; an older
/// one of that name stands until then.
class TextFileWriter
{
public:
    explicit TextFileWriter(const QString &path);
    /// Removes what was not committed.
    ~TextFileWriter();
    Q_DISABLE_COPY_MOVE(TextFileWriter)

    /// False when the file cannot be written; error() then says why, in the words of the system.
    [[nodiscard]] bool write(std::string_view text);
    [[nodiscard]] bool commit();
    [[nodiscard]] QString error() const;

private:
    struct Private;

    [[nodiscard]] bool deflatePiece(std::string_view text, bool last);

    std::unique_ptr<Private> m;
};

} // namespace rs
