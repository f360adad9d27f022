// SPDX-License-Identifier: MIT
// Durations and clocks of the standard library, without its calendar and time zones where they can be had apart.
#pragma once

#include <utility>  // so that the library says which one it is

/// The whole of <chrono> brings streams and locales with it, a tenth of a second of every translation unit. What is
/// declared here is the same; who formats times or needs dates includes <chrono> as well.
#if defined(__GLIBCXX__) && __has_include(<bits/chrono.h>)
#include <bits/chrono.h>
#else
#include <chrono>
#endif
