// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/page.h"

namespace rs {

class ChartTablePage;

/// Charts of several pages beside each other. A part with a tab of its own is lent: it stands where it was shown last.
class PageGroup final : public Page
{
    Q_OBJECT
public:
    struct Part
    {
        ChartTablePage *page;
        bool isLent = true; ///< else the group alone has it
    };
    using Lines = std::vector<std::vector<Part>>;
    struct Texts
    {
        std::function<QString()> title;
        std::function<QString()> hint;
    };
    /// `keys` is the part that takes the keys at first.
    PageGroup(const QString &name, Texts texts, const Lines &lines, ChartTablePage *keys, const ViewContext &context,
              QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return m_texts.title(); }
    [[nodiscard]] QString hint() const override { return m_texts.hint(); }
    [[nodiscard]] bool isOfRun() const override { return true; }
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;
    void forget() override;

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    void showEvent(QShowEvent *event) override;

private:
    Texts m_texts;
    std::vector<std::pair<ChartTablePage *, QWidget *>> m_places;
    std::vector<Page *> m_own;
};

} // namespace rs
