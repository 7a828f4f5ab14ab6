// SPDX-License-Identifier: Apache-2.0
#include "views/findings/findingsmodel.h"

#include "items/findingtexts.h"
#include "items/modelroles.h"
#include "views/widgets/icons.h"

#include <algorithm>

namespace rs {

FindingsModel::FindingsModel(const Theme &theme, QObject *parent) : RowModel(parent), m_theme(theme)
{
    resetFields(fields(), {});
}

std::vector<FindingsModel::Field> FindingsModel::fields()
{
    using R = FindingRow;
    return {
        {{QStringLiteral("severity"), tr("Severity"), CellKind::Text,
          tr("What it means for the numbers: nothing, a habit of the writer, lost data, or an unreadable file.")},
         [](const R &r) { return severityText(r.finding.severity); }},
        {{QStringLiteral("count"), tr("Count"), CellKind::Integer, tr("How often it was noticed in this file.")},
         [](const R &r) { return r.finding.count; }},
        {{QStringLiteral("run"), tr("Run"), CellKind::Text, {}, 3, false}, [](const R &r) { return r.runName; }},
        {{QStringLiteral("file"), tr("File"), CellKind::Text, tr("Path below the folder of the run.")},
         [](const R &r) { return r.finding.file; }},
        {{QStringLiteral("place"), tr("First place"), CellKind::Text, tr("Where in the file it was noticed first.")},
         [](const R &r) { return placeText(r.finding.place); }},
        {{QStringLiteral("message"), tr("Message"), CellKind::Text, {}},
         [](const R &r) { return findingText(r.finding); }},
    };
}

void FindingsModel::setFindings(std::vector<FindingRow> rows)
{
    std::stable_sort(rows.begin(), rows.end(),
                     [](const FindingRow &a, const FindingRow &b) { return a.finding.severity > b.finding.severity; });
    resetRows(std::move(rows));
}

void FindingsModel::retranslate()
{
    retitle(fields());
}

QVariant FindingsModel::extra(int r, int column, int role) const
{
    const FindingRow &f = row(r);
    switch (role) {
    case RunRole:
        return f.run;
    case RowKeyRole:
        return QStringLiteral("%1/%2/%3/%4")
            .arg(f.run)
            .arg(f.finding.file, f.finding.code)
            .arg(static_cast<int>(f.finding.severity));
    case Qt::DecorationRole:
        if (column != 0)
            return {};
        switch (f.finding.severity) {
        case Severity::Info:
            return symbol(QStringLiteral("info"), m_theme.secondaryText());
        case Severity::Notice:
            return symbol(QStringLiteral("notice"), m_theme.accent());
        case Severity::Loss:
            return symbol(QStringLiteral("warning"), m_theme.warning());
        case Severity::Error:
            return symbol(QStringLiteral("error"), m_theme.error());
        }
        return {};
    default:
        return {};
    }
}

} // namespace rs
