// SPDX-License-Identifier: MIT
// A report, and what the decoder noted, as one JSON object.
#pragma once

#include <tacet/values/execution_report.hpp>
#include <tacet/wire/reply.hpp>

#include <string>

namespace exec {

[[nodiscard]] std::string report_json(const tacet::reply& reply, const tacet::execution_report& report);

}  // namespace exec
