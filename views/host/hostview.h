// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagehost.h"

namespace rs {

/// Host of the current rank: framework operators by calling functions, the same by name, and CANN calls.
class HostView final : public PageHost
{
    Q_OBJECT
public:
    explicit HostView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Host"); }
};

} // namespace rs
