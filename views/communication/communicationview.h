// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"

#include <vector>

class QTabWidget;

namespace rs {

class CommTables;
class MatrixPage;

/// Everything about communication, one page per question.
class CommunicationView : public DockView
{
    Q_OBJECT
public:
    explicit CommunicationView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// "matrix", a group of tables ("links", "durations", "bandwidth", "time") or a table of one.
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override { return isComplete(); }
    [[nodiscard]] MatrixPage *matrix() const { return m_matrix; }
    /// In the order of the tabs behind the matrix.
    [[nodiscard]] const std::vector<CommTables *> &tables() const { return m_tables; }

signals:
    /// Why there was nothing to go to.
    void notice(const QString &text);

protected:
    void retranslate() override;

private:
    /// Null for the matrix.
    [[nodiscard]] CommTables *shownTables() const;

    QTabWidget *m_tabs;
    MatrixPage *m_matrix;
    std::vector<CommTables *> m_tables;
};

} // namespace rs
