// SPDX-License-Identifier: MIT
// Calls of usual size: 5 members and about 150 characters.
#pragma once

#include "measure.hpp"

namespace bench {

inline workload searches() {
  // 148 and 142 characters; the sums were made by hand.
  return workload({{{"call_1", "search_tickets",
                     R"({"query":"refund of a cancelled flight","tags":["baggage","refund","upgrade"],)"
                     R"("limit":25,"urgent":false,"cursor":"eyJwYWdlIjoyLCJzb3J0IjoiZGF0ZSJ9"})"},
                    "25080"},
                   {{"call_2", "search_tickets",
                     R"({"query":"seat change after check-in, two passengers","tags":["seat","group"],)"
                     R"("limit":5,"urgent":true,"cursor":"eyJwYWdlIjozLCJzb3J0IjoiZGF0"})"},
                    "1005079"}});
}

}  // namespace bench
