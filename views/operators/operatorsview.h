// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/dockview.h"

namespace rs {

class OperatorGroupsPage;

/// Operators of a rank or of all: what takes the time of the device, and why.
class OperatorsView final : public DockView
{
    Q_OBJECT
public:
    explicit OperatorsView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// "groups", "kernels" or "l2": the table that is in front.
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override;

    [[nodiscard]] OperatorGroupsPage *page() const { return m_page; }

protected:
    void retranslate() override;

private:
    OperatorGroupsPage *m_page;
};

} // namespace rs
