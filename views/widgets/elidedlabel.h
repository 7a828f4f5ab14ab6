// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace rs {

/// Plain text of one or more lines; each line without room ends in an ellipsis, so that no number is cut to another
/// one. Takes whatever width there is. The whole text belongs into the tool tip.
class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace rs
