// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/catalogue/report.h"
#include "views/widgets/latestjob.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace rs {

/// Makes a report on a run, shows which names are replaced in it, and saves it.
class ReportDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `query` says of which run, by which thresholds and rates; `tables` and `pool` outlive the dialog.
    ReportDialog(const Catalogue &tables, ReportQuery query, ThreadPool &pool, QWidget *parent = nullptr);

    [[nodiscard]] QComboBox *levels() const { return m_levels; }
    [[nodiscard]] QCheckBox *redact() const { return m_redact; }
    /// Names that are replaced, and their replacements.
    [[nodiscard]] QTreeWidget *replaced() const { return m_replaced; }
    /// As it would be saved; empty while it is being made.
    [[nodiscard]] const QByteArray &html() const { return m_report.html; }

private:
    void make();
    void save();
    void write(const QString &file, const QByteArray &bytes);

    const Catalogue &m_tables;
    ReportQuery m_query;
    ThreadPool &m_pool;
    QComboBox *m_levels;
    QCheckBox *m_redact;
    QTreeWidget *m_replaced;
    QLabel *m_state;
    QPushButton *m_save;
    Report m_report;
    LatestJob<Report> m_job;
    LatestJob<QByteArray> m_pdf;
};

} // namespace rs
