// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewcontext.h"

#include <QObject>

#include <vector>

namespace rs {

class SystemPage;

/// Tells pages when what they show is out of date: another rank, time or clock, or something was loaded or closed.
class PageUpdates final : public QObject
{
    Q_OBJECT
public:
    PageUpdates(const ViewContext &context, std::vector<SystemPage *> pages, QObject *parent);

private:
    void invalidate();
    void rankChosen();

    ViewContext m_context;
    std::vector<SystemPage *> m_pages;
    int m_run = -1; ///< of the current rank
};

} // namespace rs
