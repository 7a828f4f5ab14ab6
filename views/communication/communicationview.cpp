// SPDX-License-Identifier: Apache-2.0
#include "views/communication/communicationview.h"

#include "views/clocktexts.h"
#include "views/communication/commtables.h"
#include "views/communication/matrixpage.h"
#include "views/system/tablepage.h"

#include <QJsonObject>
#include <QTabWidget>
#include <QVBoxLayout>

#include <array>
#include <initializer_list>
#include <utility>

namespace rs {

namespace {

constexpr QLatin1StringView matrixId("matrix");

// Each group of tables answers one question; the first table of a group names it.
std::vector<std::pair<QString, QStringList>> groups()
{
    const auto list = [](std::initializer_list<const char *> ids) {
        QStringList out;
        for (const char *const id : ids)
            out << QLatin1String(id);
        return out;
    };
    return {{QStringLiteral("links"), list({"links", "links.slow", "links.fit", "links.recipe", "links.idle"})},
            {QStringLiteral("durations"), list({"durations", "durations.slow-ranks", "communication"})},
            {QStringLiteral("bandwidth"), list({"bandwidth", "bandwidth.packets", "bandwidth.advice"})},
            {QStringLiteral("time"), list({"communication.coverage", "traffic"})}};
}

} // namespace

CommunicationView::CommunicationView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("communication"), context, parent), m_tabs(new QTabWidget(this)),
      m_matrix(new MatrixPage(context))
{
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_matrix, {});
    connect(m_matrix, &MatrixPage::notice, this, &CommunicationView::notice);
    for (const auto &[name, ids] : groups()) {
        m_tables.push_back(new CommTables(name, ids, context));
        m_tabs->addTab(m_tables.back(), {});
        connect(m_tables.back(), &CommTables::tableChosen, this, &CommunicationView::arrangementChanged);
    }
    connect(m_tabs, &QTabWidget::currentChanged, this, &CommunicationView::arrangementChanged);
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

CommTables *CommunicationView::shownTables() const
{
    const int tab = m_tabs->currentIndex();
    return tab < 1 ? nullptr : m_tables[static_cast<size_t>(tab - 1)];
}

void CommunicationView::showPage(const QString &name)
{
    if (name == matrixId)
        return m_tabs->setCurrentWidget(m_matrix);
    for (CommTables *const tables : m_tables) {
        if (tables->showTable(name) || tables->objectName() == name)
            return m_tabs->setCurrentWidget(tables);
    }
}

QStringList CommunicationView::pageNames() const
{
    QStringList out = {QString(matrixId)};
    for (const auto &[name, ids] : groups()) {
        for (const QString &page : QStringList(name) + ids) {
            if (!out.contains(page))
                out << page;
        }
    }
    return out;
}

QJsonObject CommunicationView::saveState() const
{
    const CommTables *const shown = shownTables();
    return {{QStringLiteral("page"), shown ? shown->page()->objectName() : QString(matrixId)}};
}

void CommunicationView::restoreState(const QJsonObject &state)
{
    showPage(state[QStringLiteral("page")].toString());
}

bool CommunicationView::isComplete() const
{
    const CommTables *const shown = shownTables();
    return shown ? shown->isComplete() : m_matrix->isComplete();
}

std::vector<PictureExport> CommunicationView::pictures() const
{
    return m_matrix->pictures();
}

void CommunicationView::retranslate()
{
    m_tabs->setTabText(0, tr("Matrix"));
    m_tabs->setTabToolTip(0, ClockTexts::lengthsOnly());
    const std::array names = {tr("Links"), tr("Durations"), tr("Bandwidth"), tr("Over Time")};
    for (size_t i = 0; i < m_tables.size(); ++i) {
        m_tabs->setTabText(static_cast<int>(i) + 1, names[i]);
        m_tables[i]->retranslate();
    }
    m_matrix->retranslate();
}

} // namespace rs
