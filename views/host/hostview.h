// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagehost.h"

namespace rs {

/// What the host of the current rank does: operators of the framework by the functions that called them, the same by
/// name, and the calls of CANN.
class HostView final : public PageHost
{
    Q_OBJECT
public:
    explicit HostView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Host"); }
};

} // namespace rs
