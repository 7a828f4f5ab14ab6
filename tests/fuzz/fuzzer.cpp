// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry for all targets: --target=NAME chooses one (libFuzzer leaves arguments with two dashes alone).
#include "fuzz/targets.h"

#include <QCoreApplication>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

rs::fuzz::Target chosen = nullptr;

void quiet(QtMsgType, const QMessageLogContext &, const QString &) {}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    constexpr std::string_view option = "--target=";
    for (int i = 1; i < *argc; ++i) {
        const std::string_view argument((*argv)[i]);
        if (argument.starts_with(option))
            chosen = rs::fuzz::findTarget(argument.substr(option.size()));
    }
    if (!chosen) {
        std::fputs("--target=NAME is missing, where NAME is one of:", stderr);
        for (const rs::fuzz::NamedTarget &target : rs::fuzz::targets())
            std::fprintf(stderr, " %s", target.name.data());
        std::fputc('\n', stderr);
        std::exit(2);
    }
    // Qt's warnings about broken input would fill the log.
    qInstallMessageHandler(quiet);
    static QCoreApplication app(*argc, *argv);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    chosen({reinterpret_cast<const char *>(data), size});
    return 0;
}
