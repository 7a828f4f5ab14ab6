// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagehost.h"

#include <QJsonObject>

namespace rs {

class OperatorGroupsPage;

/// Operators of a rank or of all: what takes the time of the device, and why.
class OperatorsView final : public PageHost
{
    Q_OBJECT
public:
    explicit OperatorsView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// "groups", "kernels" or "l2": the table of the groups that is in front; else the name of a page.
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] QJsonObject saveState() const override;

    [[nodiscard]] OperatorGroupsPage *page() const { return m_page; }

protected:
    // The groups are the first tab, not above the others: they fill the dock.
    [[nodiscard]] bool hasRoom() const override { return false; }

private:
    OperatorGroupsPage *m_page;
};

} // namespace rs
