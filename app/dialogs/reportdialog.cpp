// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/reportdialog.h"

#include "app/session/traceexport.h"
#include "core/base/savedfile.h"
#include "items/format.h"
#include "items/reportpdf.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/savedialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace rs {

ReportDialog::ReportDialog(const Catalogue &tables, ReportQuery query, ThreadPool &pool, QWidget *parent)
    : QDialog(parent), m_tables(tables), m_query(std::move(query)), m_pool(pool), m_levels(new QComboBox(this)),
      m_redact(new QCheckBox(tr("&Replace names of hosts, interfaces, paths and users"), this)),
      m_replaced(new QTreeWidget(this)), m_state(plainLabel(this))
{
    setWindowTitle(tr("Report"));
    m_levels->addItem(tr("One page: verdicts, and where the time went"), static_cast<int>(ReportLevel::Page));
    m_levels->addItem(tr("What stands out"), static_cast<int>(ReportLevel::Findings));
    m_levels->addItem(tr("All tables of the run"), static_cast<int>(ReportLevel::All));
    m_levels->setCurrentIndex(1);
    m_replaced->setHeaderLabels({tr("Name"), tr("In the report")});
    m_replaced->setRootIsDecorated(false);
    constexpr int letters = 40; // of a column
    m_replaced->setColumnWidth(0, fontMetrics().averageCharWidth() * letters);
    m_state->setWordWrap(true);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_save = buttons->button(QDialogButtonBox::Save);
    auto *const choices = new QFormLayout;
    auto *const label = plainLabel(this);
    label->setText(tr("Content"));
    label->setBuddy(m_levels);
    choices->addRow(label, m_levels);
    choices->addRow(m_redact);
    auto *const rows = new QVBoxLayout(this);
    rows->addLayout(choices);
    rows->addWidget(m_replaced, 1);
    rows->addWidget(m_state);
    rows->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 2 * letters, sizeHint().height());
    connect(m_levels, &QComboBox::currentIndexChanged, this, &ReportDialog::make);
    connect(m_redact, &QCheckBox::toggled, this, &ReportDialog::make);
    connect(buttons, &QDialogButtonBox::accepted, this, &ReportDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    const auto sayShortage = [this](Shortage shortage) {
        if (shortage != Shortage::None)
            m_state->setText(tr("Not enough memory."));
    };
    m_job.onOutOfMemory(sayShortage);
    m_pdf.onOutOfMemory(sayShortage);
    make();
}

void ReportDialog::make()
{
    m_report = {};
    m_pdf.cancel();
    m_save->setEnabled(false);
    m_replaced->clear();
    m_replaced->setVisible(m_redact->isChecked());
    m_state->setText(tr("The report is being made."));
    m_query.level = static_cast<ReportLevel>(m_levels->currentData().toInt());
    m_query.isRedacted = m_redact->isChecked();
    m_job.start(
        m_pool, [&tables = m_tables, query = m_query](const JobContext &job) { return makeReport(tables, query, job); },
        [this](Report report) {
            m_report = std::move(report);
            for (const auto &[secret, as] : m_report.replaced)
                m_replaced->addTopLevelItem(
                    new QTreeWidgetItem({format::displayText(secret), format::displayText(as)}));
            m_save->setEnabled(!m_report.html.isEmpty());
            QString state = tr("HTML of %1, without scripts").arg(format::bytes(m_report.html.size()));
            if (lacksChineseFont(m_report.html))
                state += QStringLiteral(". ") + tr("No font here has Chinese characters: a PDF would show boxes.");
            m_state->setText(state);
        });
}

void ReportDialog::save()
{
    const QString file = SaveDialog::ask(this, windowTitle(), QStringLiteral("report.html"),
                                         tr("Web pages (*.html)") + QStringLiteral(";;PDF (*.pdf)"));
    if (file.isEmpty())
        return;
    if (!isPdfName(file))
        return write(file, m_report.html);
    m_save->setEnabled(false);
    m_state->setText(tr("The PDF is being made."));
    m_pdf.start(
        m_pool, [html = m_report.html](const JobContext &) { return reportPdf(html); },
        [this, file](const QByteArray &pdf) { write(file, pdf); });
}

void ReportDialog::write(const QString &file, const QByteArray &bytes)
{
    QString whyNot = TraceExport::whyNot({m_query.of.run->path}, file);
    SavedFile to(file);
    if (whyNot.isEmpty() && (!to.open() || to.write(bytes) < 0 || !to.commit()))
        whyNot = to.errorString();
    m_save->setEnabled(true);
    if (!whyNot.isEmpty()) {
        MessageBox::show(MessageBox::Warning, windowTitle(), whyNot, {}, this);
        return;
    }
    accept();
}

} // namespace rs

#include "moc_reportdialog.cpp"
