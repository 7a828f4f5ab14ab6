// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewcontext.h"

#include <QObject>

#include <vector>

namespace rs {

class Page;

/// Tells pages when what they show is out of date: another rank, time or clock, or something was loaded or closed.
class PageUpdates final : public QObject
{
    Q_OBJECT
public:
    PageUpdates(const ViewContext &context, std::vector<Page *> pages, QObject *parent);

private:
    void invalidate();
    void followTime();
    void rankChosen();

    ViewContext m_context;
    std::vector<Page *> m_pages;
    int m_run = -1; ///< of the current rank
};

} // namespace rs
