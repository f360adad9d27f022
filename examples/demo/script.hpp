// SPDX-License-Identifier: MIT
// The replies of the scripted model, in the wire format of OpenAI chat completions.
#pragma once

#include <array>
#include <string_view>

namespace demo {

struct step {
  std::string_view title;     ///< empty where a step goes on
  std::string_view expected;  ///< how each call must end, else the demo says that it failed
  std::string_view reply;
};

inline constexpr std::array script{
    step{
        "two calls in one reply", "succeeded, succeeded",
        R"j({"id":"chatcmpl-1","object":"chat.completion","created":1760000001,"model":"scripted","choices":[{"index":0,"message":{
"role":"assistant","content":"I look for the place where progress is made.","tool_calls":[
{"id":"call_Qm3","type":"function","function":{"name":"search_text","arguments":"{\"pattern\": \"drain_with_progress(\", \"path\": \"include\", \"limit\": 1}"}},
{"id":"call_Rt8","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"include/tacet/tool/sequence.hpp\",\"first_line\":2,\"line_count\":1}"}}]},
"logprobs":null,"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":311,"completion_tokens":58,"total_tokens":369}})j"},
    step{"a path out of the root: a precondition refuses, nothing runs", "refused",
         R"j({"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
{"id":"call_Zp1","type":"function","function":{"name":"read_file","arguments":"{\"path\":\"../../../etc/passwd\"}"}}]},"finish_reason":"tool_calls"}]})j"},
    step{"a tool that may be called once is called twice", "succeeded, refused",
         R"j({"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
{"id":"call_Lb1","type":"function","function":{"name":"longest_header","arguments":""}},
{"id":"call_Lb2","type":"function","function":{"name":"longest_header","arguments":"{}"}}]},"finish_reason":"tool_calls"}]})j"},
    step{"an unknown tool, bad arguments, and a name with a prefix too many",
         "unknown tool, bad arguments, succeeded",
         R"j({"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
{"id":"call_Uk1","type":"function","function":{"name":"grep","arguments":"{\"q\":\"x\"}"}},
{"id":"call_Uk2","type":"function","function":{"name":"search_text","arguments":"{\"pattern\":\"x\",\"limit\":\"many\"}"}},
{"id":"call_Uk3","type":"function","function":{"name":"functions.calculate","arguments":"{\"text\":\"(1 + 2) * 14\"}"}}]},"finish_reason":"tool_calls"}]})j"},
    step{"a tool that fails the first time (on purpose) is tried again", "succeeded",
         R"j({"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
{"id":"call_Fx1","type":"function","function":{"name":"unsteady_clock","arguments":"{}"}}]},"finish_reason":"tool_calls"}]})j"},
    step{"a tool that streams", "succeeded",
         R"j({"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
{"id":"call_Cn1","type":"function","function":{"name":"count_lines","arguments":"{\"path\":\"include\",\"pattern\":\"*.hpp\"}"}}]},"finish_reason":"stop"}]})j"},
    step{"the same call again and again, without ids", "succeeded",
         R"j({"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
{"type":"function","function":{"name":"list_files","arguments":"{\"path\":\"include/tacet\",\"limit\":3}"}}]},"finish_reason":"tool_calls"}]})j"},
    step{"", "succeeded",
         R"j({"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
{"type":"function","function":{"name":"list_files","arguments":"{\"limit\": 3, \"path\": \"include/tacet\"}"}}]},"finish_reason":"tool_calls"}]})j"},
    step{"", "succeeded",
         R"j({"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[
{"id":null,"type":"function","function":{"name":"list_files","arguments":"{\"path\":\"include\/tacet\",\"limit\":3.0}"}}]},"finish_reason":"tool_calls"}]})j"},
    step{
        "(this reply is never asked for)", "",
        R"j({"choices":[{"index":0,"message":{"role":"assistant","content":"Done."},"finish_reason":"stop"}]})j"},
};

}  // namespace demo
