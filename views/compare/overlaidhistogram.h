// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/comparespread.h"
#include "views/picture/histogram.h"

#include <QString>

#include <memory>

namespace rs {

/// Durations of one operator on both sides of a comparison.
class OverlaidHistogram final : public BinPicture
{
    Q_OBJECT
public:
    explicit OverlaidHistogram(const Theme *theme, QWidget *parent = nullptr) : BinPicture(theme, parent) {}

    /// Null: the hint stands there instead. The names are those of the two sides.
    void setData(std::shared_ptr<const CompareDurations> data, const QString &baseName, const QString &otherName);
    void setHint(const QString &hint) { setHintText(hint); }
    [[nodiscard]] const std::shared_ptr<const CompareDurations> &data() const { return m_data; }
    [[nodiscard]] QString binText(int bin) const override;

protected:
    void themeChanged() override { setData(m_data, m_baseName, m_otherName); }

private:
    std::shared_ptr<const CompareDurations> m_data;
    QString m_baseName;
    QString m_otherName;
};

} // namespace rs
