// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/dockview.h"

#include <vector>

class QTabWidget;

namespace rs {

class StacksPage;
class SystemPage;
class TablePage;

/// What the host of the current rank does: operators of the framework by the functions that called them, the same by
/// name, and the calls of CANN.
class HostView final : public DockView
{
    Q_OBJECT
public:
    explicit HostView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// "host.stacks", "host.operators" or "host.api".
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override;

    [[nodiscard]] StacksPage *stacks() const { return m_stacks; }
    [[nodiscard]] const std::vector<TablePage *> &tables() const { return m_tables; }

protected:
    void forget() override;
    void retranslate() override;

private:
    [[nodiscard]] SystemPage *shownPage() const;

    StacksPage *m_stacks;
    QTabWidget *m_tabs;
    std::vector<TablePage *> m_tables;
    std::vector<SystemPage *> m_pages; ///< in the order of the tabs
};

} // namespace rs
