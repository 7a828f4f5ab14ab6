// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rs {

/// What a curve does within a pixel. It is a curve of steps: a value holds until the next one.
struct CurvePixel
{
    int x = 0;
    double first = 0; ///< with which it comes in
    double least = 0;
    double most = 0;
    double last = 0; ///< with which it goes out
};

} // namespace rs
