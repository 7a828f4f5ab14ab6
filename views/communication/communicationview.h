// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"

class QTabWidget;

namespace rs {

class MatrixPage;

/// Everything about communication, one page per question.
class CommunicationView : public DockView
{
    Q_OBJECT
public:
    explicit CommunicationView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override { return isComplete(); }
    [[nodiscard]] MatrixPage *matrix() const { return m_matrix; }

signals:
    /// Why there was nothing to go to.
    void notice(const QString &text);

protected:
    void retranslate() override;

private:
    QTabWidget *m_tabs;
    MatrixPage *m_matrix;
};

} // namespace rs
