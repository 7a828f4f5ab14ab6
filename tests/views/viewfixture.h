// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/fixtures.h"
#include "views/state/viewcontext.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QComboBox>
#include <QTest>
#include <QWidget>

namespace rs::test {

/// Everything that a view is given, for one test.
struct ViewFixture
{
    RunStore runs;
    ViewState state;
    Theme theme;
    // Before the pool, whose threads read it until the pool has gone.
    const Catalogue tables = Catalogue::ofProgram();
    ThreadPool pool{1};
    RunDiagnoses diagnoses{runs, state, pool};

    ViewFixture() { setTheme(Theme::Mode::Light); }
    [[nodiscard]] ViewContext context()
    {
        ViewContext c{&runs, &state, &theme, &pool, &pool, {}, {}};
        c.tables = &tables;
        c.diagnoses = &diagnoses;
        return c;
    }
    void setTheme(Theme::Mode mode)
    {
        theme.setMode(mode);
        QApplication::setPalette(theme.palette());
    }
};

/// A rank whose numbers are all given by hand: step_trace_time rows in microseconds.
inline std::shared_ptr<RankData> fileRank(int rank, const QStringList &steps = {QStringLiteral("1")},
                                          double computing = 8000)
{
    auto data = std::make_shared<RankData>();
    data->info.rank = rank;
    data->info.label = QString::number(rank);
    for (const QString &step : steps) {
        StepTraceRow r;
        r.step = step;
        r.rank = rank;
        r.computingUs = computing;
        r.overlappedUs = 1000;
        r.notOverlappedUs = 2000;
        r.communicationUs = 3000;
        r.freeUs = 4000;
        r.preparingUs = 500;
        data->stepTrace.push_back(r);
    }
    return data;
}

/// Chooses an entry as the user would.
inline void choose(Picker *picker, int index)
{
    picker->box()->setCurrentIndex(index);
    emit picker->box()->activated(index);
}

/// The picker with that label, null when the view has none.
inline Picker *pickerNamed(const QWidget &view, const QString &label)
{
    for (Picker *p : view.findChildren<Picker *>()) {
        if (p->box()->accessibleName() == label)
            return p;
    }
    return nullptr;
}

} // namespace rs::test
