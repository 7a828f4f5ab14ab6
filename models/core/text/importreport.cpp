// SPDX-License-Identifier: Apache-2.0
#include "core/text/importreport.h"

#include "core/base/saturate.h"

#include <algorithm>

namespace rs {

namespace {

// One finding of it is kept, and counts.
std::pair<QString, QString> keyOf(const Finding &f)
{
    return {f.file, f.code + QChar(static_cast<char16_t>(f.severity))};
}

} // namespace

QString severityName(Severity s)
{
    static constexpr const char *words[] = {"info", "notice", "loss", "error"};
    return QString::fromUtf8(words[static_cast<size_t>(s)]);
}

ImportReport::ImportReport(const ImportReport &other)
{
    const std::lock_guard lock(other.m_mutex);
    m_findings = other.m_findings;
    m_at = other.m_at;
}

ImportReport &ImportReport::operator=(const ImportReport &other)
{
    if (this != &other) {
        const ImportReport copy(other);
        const std::lock_guard lock(m_mutex);
        m_findings = copy.m_findings;
        m_at = copy.m_at;
    }
    return *this;
}

void ImportReport::add(Finding f)
{
    const std::lock_guard lock(m_mutex);
    const std::pair key = keyOf(f);
    if (const auto known = m_at.find(key); known != m_at.end()) {
        qint64 &count = m_findings[known->second].count;
        count = saturatedSum(count, f.count);
        return;
    }
    const auto at = m_at.emplace(key, m_findings.size()).first;
    try {
        m_findings.push_back(std::move(f));
    } catch (...) {
        m_at.erase(at);
        throw;
    }
}

void ImportReport::add(Severity severity, const QString &file, QAnyStringView code, const QString &message,
                       const Place &place, const QString &argument, qint64 count)
{
    add({severity, file, place, code.toString(), message, argument, count});
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

void ImportReport::orderByFile()
{
    const std::lock_guard lock(m_mutex);
    std::ranges::stable_sort(m_findings, {}, &Finding::file);
    for (size_t i = 0; i < m_findings.size(); ++i)
        m_at[keyOf(m_findings[i])] = i;
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
