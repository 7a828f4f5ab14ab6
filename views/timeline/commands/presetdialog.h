// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QInputDialog>

namespace rs {

class LaneLayoutState;

/// Asks for a name under which the arrangement of the lanes is kept.
class PresetDialog : public QInputDialog
{
    Q_OBJECT
public:
    explicit PresetDialog(LaneLayoutState *lanes, QWidget *parent = nullptr);
};

} // namespace rs
