// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/application.h"

#include <QTest>

namespace rs::test {

/// The main() of a test that runs with the event loop that the program has.
template <typename Test>
int runWithProgramLoop(int argc, char **argv)
{
    Application app(argc, argv);
    app.keepTurnsShort();
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace rs::test
