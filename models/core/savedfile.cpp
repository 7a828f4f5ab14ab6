// SPDX-License-Identifier: Apache-2.0
#include "core/savedfile.h"

#include <QSaveFile>

namespace rs {

bool commitSaved(QSaveFile &file)
{
    if (file.flush())
        return file.commit();
    file.cancelWriting();
    (void)file.commit(); // removes what was written
    return false;
}

} // namespace rs
