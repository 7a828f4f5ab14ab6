// SPDX-License-Identifier: Apache-2.0
#include "core/importreport.h"

#include <algorithm>

namespace rs {

QString severityName(Severity s)
{
    switch (s) {
    case Severity::Info:
        return QStringLiteral("info");
    case Severity::Notice:
        return QStringLiteral("notice");
    case Severity::Loss:
        return QStringLiteral("loss");
    case Severity::Error:
        return QStringLiteral("error");
    }
    return {};
}

ImportReport::ImportReport(const ImportReport &other) : m_findings(other.findings()) {}

ImportReport &ImportReport::operator=(const ImportReport &other)
{
    if (this != &other) {
        auto copy = other.findings();
        const std::lock_guard lock(m_mutex);
        m_findings = std::move(copy);
    }
    return *this;
}

void ImportReport::add(Finding f)
{
    const std::lock_guard lock(m_mutex);
    for (Finding &known : m_findings) {
        if (known.severity == f.severity && known.code == f.code && known.file == f.file) {
            known.count += f.count;
            return;
        }
    }
    m_findings.push_back(std::move(f));
}

void ImportReport::merge(const ImportReport &other)
{
    for (Finding &f : other.findings())
        add(std::move(f));
}

std::vector<Finding> ImportReport::findings() const
{
    const std::lock_guard lock(m_mutex);
    return m_findings;
}

bool ImportReport::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_findings.empty();
}

Severity ImportReport::worst() const
{
    const std::lock_guard lock(m_mutex);
    Severity worst = Severity::Info;
    for (const Finding &f : m_findings)
        worst = std::max(worst, f.severity);
    return worst;
}

} // namespace rs
