// SPDX-License-Identifier: Apache-2.0
// One program holds the test classes of a room. A class registers itself under the name of its source; the program runs
// the one that its first argument names, and hands all other arguments to Qt Test.
#pragma once

#include <QCoreApplication>
#include <QTest>

namespace rs::test {

using RunClass = int (*)(int argc, char **argv);

/// Registers a class; `source` is the path of its file, tests/views/tst_matrix.cpp becomes tst_matrix.
struct RegisteredClass
{
    RegisteredClass(const char *source, RunClass run);
};

/// Runs a class behind an application object, which is QCoreApplication, QApplication, or rs::Application for the
/// event loop that the program has.
template <typename App, typename Class>
int runClass(int argc, char **argv)
{
    App app(argc, argv);
    if constexpr (requires { app.keepTurnsShort(); })
        app.keepTurnsShort();
    Class object;
    return QTest::qExec(&object, argc, argv);
}

} // namespace rs::test

/// Ends a test's source: RS_TEST(Class, QCoreApplication). Other applications than QCoreApplication are included by the
/// source.
#define RS_TEST(Class, App) RS_TEST_RUN(&rs::test::runClass<App, Class>)
/// The same for a class that prepares its process itself.
#define RS_TEST_RUN(...) static const rs::test::RegisteredClass registeredClass(__FILE__, __VA_ARGS__)
