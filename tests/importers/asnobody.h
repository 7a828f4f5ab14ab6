// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QString>

#include <unistd.h>

namespace rs::test {

/// For as long as this lives the process reads only what everybody may read, also when root runs the tests: permissions
/// do not bind root. `folder` is opened for everybody, because temporary folders are private.
class AsNobody
{
public:
    explicit AsNobody(const QString &folder)
    {
        constexpr auto all = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
        QFile::setPermissions(folder, all | QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther);
        constexpr uid_t nobody = 65534;
        // The real user too, because access() asks for that one; root stays the saved one.
        m_switched = geteuid() == 0 && setresuid(nobody, nobody, 0) == 0;
    }
    ~AsNobody()
    {
        if (m_switched && setresuid(0, 0, 0) != 0)
            qFatal("cannot become root again");
    }
    Q_DISABLE_COPY_MOVE(AsNobody)

    /// False when it could not be arranged.
    [[nodiscard]] static bool binds() { return getuid() != 0 && geteuid() != 0; }

private:
    bool m_switched = false;
};

} // namespace rs::test
