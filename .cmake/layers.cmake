# Which folders of include/tacet make up which layer, and what a layer may include.
# One list for the targets (CMakeLists.txt) and for the test that arrows go up only (tests/layers).
# A new folder or layer is entered here; a header in a folder that no layer lists fails that test.

set(tacet_layers core erased dynamic async wire)

set(tacet_core_folders std values json reflect rule tool binding phase executor termination text)
set(tacet_core_headers tacet.hpp)
set(tacet_core_uses core)
# (cxxabi.h names the forced unwinding of a thread, which no containment may swallow; bits/ is for std/ alone.)
set(tacet_core_foreign boost/hana/ fmt/ cxxabi.h bits/)

set(tacet_erased_folders erased)
set(tacet_erased_headers)
set(tacet_erased_uses erased core)
set(tacet_erased_foreign boost/hana/ fmt/)

set(tacet_dynamic_folders dynamic)
set(tacet_dynamic_headers)
set(tacet_dynamic_uses dynamic erased core)
# (POSIX: programs as tools. RE2: patterns from others, matched in linear time.)
set(tacet_dynamic_foreign boost/hana/ boost/json fmt/ re2/ sys/ unistd.h spawn.h poll.h fcntl.h signal.h)

set(tacet_async_folders async)
set(tacet_async_headers)
set(tacet_async_uses async core)
set(tacet_async_foreign boost/hana/ boost/asio/ boost/intrusive/ boost/system/ fmt/)

set(tacet_wire_folders wire)
set(tacet_wire_headers)
set(tacet_wire_uses wire core)
set(tacet_wire_foreign boost/hana/ fmt/)
