// SPDX-License-Identifier: MIT
// A report, and what the decoder noted, as one JSON object.
#include "report_json.hpp"

#include <tacet/json/encode.hpp>
#include <tacet/text/text_writer.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace exec {

namespace {

struct note_object {
  std::string_view note;
  std::uint32_t position;
  std::string_view before;
};
struct reply_object {
  std::string_view dialect;
  std::string_view finish;
  std::string_view finish_text;
  bool cut;
  std::string_view text;
  std::vector<note_object> notes;
};
struct outcome_object {
  std::uint32_t position;
  std::string_view call_id;
  std::string_view name;
  std::string_view kind;
  std::string_view phase;
  std::string_view reason;
  bool is_error;
  int attempts;
  bool undetermined;
  bool guard_failed;
  bool adjusted;
  std::string_view content;
};
struct record_object {
  std::uint32_t position;
  std::string_view call_id;
  std::string_view tool;
  std::string_view phase;
  std::string_view action;
  std::string_view detail;
};
struct report_object {
  std::string_view status;
  reply_object reply;
  std::vector<outcome_object> outcomes;
  std::vector<record_object> trace;
};

}  // namespace

std::string report_json(const tacet::reply& reply, const tacet::execution_report& report) {
  report_object all{to_text(report.status), {}, {}, {}};
  all.reply = {reply.dialect(), to_text(reply.finish()), reply.finish_text(), reply.cut(), reply.text(), {}};
  for (const tacet::reply_note& n : reply.notes())
    all.reply.notes.push_back({to_text(n.kind), n.position, n.before});
  for (const tacet::tool_outcome& o : report.outcomes)
    all.outcomes.push_back({o.position, o.call_id, o.name, to_text(o.kind), to_text(o.phase),
                            to_text(o.reason), o.is_error, o.attempts, o.undetermined, o.guard_failed,
                            o.adjusted, o.content});
  for (const tacet::phase_record& r : report.trace)
    all.trace.push_back({r.position, r.call_id, r.tool_name, to_text(r.phase), to_text(r.action), r.detail});
  return tacet::value_view::written(all).text();
}

}  // namespace exec
