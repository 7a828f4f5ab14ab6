// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagehost.h"

namespace rs {

class OperatorGroupsPage;

/// Operators of a rank or of all: what takes the time of the device, and why.
class OperatorsView final : public PageHost
{
    Q_OBJECT
public:
    explicit OperatorsView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// "groups", "kernels" or "l2": the table that is in front.
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;

    [[nodiscard]] OperatorGroupsPage *page() const { return m_page; }

private:
    OperatorGroupsPage *m_page;
};

} // namespace rs
