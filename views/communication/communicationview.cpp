// SPDX-License-Identifier: Apache-2.0
#include "views/communication/communicationview.h"

#include "views/clocktexts.h"
#include "views/communication/matrixpage.h"

#include <QTabWidget>
#include <QVBoxLayout>

namespace rs {

CommunicationView::CommunicationView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("communication"), context, parent), m_tabs(new QTabWidget(this)),
      m_matrix(new MatrixPage(context))
{
    m_tabs->setDocumentMode(true);
    m_tabs->setTabBarAutoHide(true);
    m_tabs->addTab(m_matrix, {});
    connect(m_matrix, &MatrixPage::notice, this, &CommunicationView::notice);
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 8, 8, 8);
    rows->addWidget(m_tabs);
    setFocusProxy(m_matrix);
    retranslate();
}

QString CommunicationView::title() const
{
    return tr("Communication");
}

bool CommunicationView::isComplete() const
{
    return m_matrix->isComplete();
}

std::vector<PictureExport> CommunicationView::pictures() const
{
    return m_matrix->pictures();
}

void CommunicationView::retranslate()
{
    m_tabs->setTabText(0, tr("Matrix"));
    m_tabs->setTabToolTip(0, ClockTexts::lengthsOnly());
    m_matrix->retranslate();
}

} // namespace rs
