// SPDX-License-Identifier: Apache-2.0
#include "views/page/pageupdates.h"

#include "views/page/page.h"

#include <utility>

namespace rs {

PageUpdates::PageUpdates(const ViewContext &context, std::vector<Page *> pages, QObject *parent)
    : QObject(parent), m_context(context), m_pages(std::move(pages)), m_run(context.state->currentRank().run)
{
    const ViewState *const state = m_context.state;
    const RunStore *const runs = m_context.runs;
    connect(state, &ViewState::currentRankChanged, this, &PageUpdates::rankChosen);
    connect(state, &ViewState::timeSelectionChanged, this, &PageUpdates::followTime);
    connect(state, &ViewState::stepChanged, this, [this] {
        for (Page *const page : m_pages) {
            if (page->followsStep())
                page->followTime();
        }
    });
    connect(state, &ViewState::offsetsChanged, this, [this] {
        if (!m_context.state->timeSelection().isEmpty())
            followTime();
    });
    const auto rankChanged = [this](RankRef ref) {
        if (ref == m_context.state->currentRank())
            invalidate();
    };
    connect(runs, &RunStore::rankLoaded, this, rankChanged);
    connect(runs, &RunStore::rankUnloaded, this, rankChanged);
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed, &RunStore::runChanged})
        connect(runs, signal, this, &PageUpdates::invalidate);
    // A rank that came later may have moved the start of the run, from which every page counts.
    connect(runs, &RunStore::loadingFinished, this, &PageUpdates::invalidate);
}

void PageUpdates::invalidate()
{
    for (Page *const page : m_pages)
        page->invalidate();
}

void PageUpdates::followTime()
{
    for (Page *const page : m_pages)
        page->followTime();
}

void PageUpdates::rankChosen()
{
    const int run = m_context.state->currentRank().run;
    const bool sameRun = std::exchange(m_run, run) == run;
    for (Page *const page : m_pages) {
        if (!sameRun || !page->isOfRun())
            page->invalidate();
    }
}

} // namespace rs

#include "moc_pageupdates.cpp"
