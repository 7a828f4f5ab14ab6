// SPDX-License-Identifier: Apache-2.0
#include "core/run/kerneltrace.h"

#include <algorithm>

namespace rs {

namespace {

bool isKernelTrace(const FileEntry &file)
{
    return file.used && file.kind == QLatin1String("ftrace");
}

} // namespace

QString kernelTraceOf(const RankInfo &info)
{
    const auto at = std::ranges::find_if(info.files, isKernelTrace);
    return at == info.files.end() ? QString() : at->path;
}

QString kernelTraceHost(const RankInfo &info)
{
    return info.host.isEmpty() ? kernelTraceOf(info).section(u'/', -2, -2) : info.host;
}

bool isOfKernelTrace(const RankInfo &info, const Trace &trace, LaneId lane)
{
    const SliceStore::Span slices = trace.slicesOf(lane);
    if (slices.isEmpty())
        return false;
    const size_t source = trace.slices().source(SliceId{slices.first}).file;
    return source < trace.sources().size() &&
           std::ranges::any_of(info.files, [&path = trace.sources()[source].path](const FileEntry &f) {
               return isKernelTrace(f) && f.path == path;
           });
}

} // namespace rs
