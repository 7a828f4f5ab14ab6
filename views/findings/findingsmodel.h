// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importreport.h"
#include "items/columnmodel.h"
#include "views/theme.h"

#include <vector>

namespace rs {

/// One finding and the run in which it was made.
struct FindingRow
{
    int run = -1;
    QString runName;
    Finding finding;
};

/// Findings of all open runs, the worst first.
class FindingsModel final : public RowModel<FindingRow>
{
    Q_OBJECT
public:
    explicit FindingsModel(const Theme &theme, QObject *parent = nullptr);

    /// The run's column is shown when several runs are open.
    void setFindings(std::vector<FindingRow> rows);
    void retranslate();

protected:
    [[nodiscard]] QVariant extra(int row, int column, int role) const override;

private:
    [[nodiscard]] static std::vector<Field> fields();

    const Theme &m_theme;
};

} // namespace rs
