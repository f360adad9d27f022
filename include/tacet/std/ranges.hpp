// SPDX-License-Identifier: MIT
// The range concepts of the standard library, without its views and adaptors where they can be had apart.
#pragma once

#include <utility>  // so that the library says which one it is

/// The views and adaptors of <ranges> cost a tenth of a second of every translation unit, and none is used here.
#if defined(__GLIBCXX__) && __has_include(<bits/ranges_base.h>)
#include <iterator>
#include <bits/ranges_base.h>
#else
#include <iterator>
#include <ranges>
#endif
