// SPDX-License-Identifier: Apache-2.0
#include "core/base/pathprobe.h"

#include <QFileInfo>

#include <chrono>
#include <future>
#include <memory>
#include <thread>

namespace rs {

namespace {

constexpr std::chrono::seconds patience(1);

bool askedInTime(const QString &path, bool folder)
{
    auto asked = std::make_shared<std::promise<bool>>();
    std::future<bool> answer = asked->get_future();
    // Nobody waits for this thread: it ends when the system answers.
    std::thread([asked, path, folder] {
        const QFileInfo info(path);
        asked->set_value(folder ? info.isDir() : info.exists());
    }).detach();
    return answer.wait_for(patience) == std::future_status::ready && answer.get();
}

} // namespace

bool existsInTime(const QString &path)
{
    return !path.isEmpty() && askedInTime(path, false);
}

bool isFolderInTime(const QString &path)
{
    return !path.isEmpty() && askedInTime(path, true);
}

} // namespace rs
