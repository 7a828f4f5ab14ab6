// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/presetdialog.h"

#include "views/timeline/lanes/lanelayoutstate.h"

namespace rs {

PresetDialog::PresetDialog(LaneLayoutState *lanes, QWidget *parent) : QInputDialog(parent)
{
    setObjectName(QStringLiteral("presetName"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keep This Arrangement"));
    setLabelText(tr("Name under which filter, hidden and pinned lanes, order, heights and folding are kept"));
    connect(this, &QInputDialog::textValueSelected, lanes, [lanes](const QString &text) {
        if (!text.trimmed().isEmpty())
            lanes->keepPreset(text.trimmed());
    });
}

} // namespace rs

#include "moc_presetdialog.cpp"
