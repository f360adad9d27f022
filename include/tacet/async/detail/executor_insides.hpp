// SPDX-License-Identifier: MIT
// What the asynchronous flow needs to see of an executor.
#pragma once

#include <tacet/async/detail/async_call.hpp>
#include <tacet/executor/tool_executor.hpp>

#include <type_traits>

namespace tacet::detail {

/// What an executor is made of, without the synchronous flow: that cannot be compiled for what is waited for.
template <class Tools, class Policies, class Names> class executor_parts {
 public:
  template <class... Part>
  explicit executor_parts(Part... part)
      : tools_(take_part<Tools>(part...)),
        policies_(std::type_identity<Tools>(), [] { return typed_tools{Tools::names(), Names::given, typed_descriptors}; }, part...) {}

 private:
  friend struct executor_insides;
  static constexpr auto typed_descriptors = Tools::descriptors();
  [[no_unique_address]] Tools tools_;
  [[no_unique_address]] Policies policies_;
};

struct executor_insides {
  template <class Executor> static const auto& policies(const Executor& executor) noexcept { return executor.policies_; }
  template <class Executor> static auto& checks(Executor& executor) noexcept { return executor.policies_.checks(); }
  template <class Tools, class Policies, class Names, class Executor>
  [[nodiscard]] static async_tools<Policies> set(const Executor& executor) noexcept {
    return {async_entries<Policies, Tools>, Tools::names(), Names::given, Tools::list(), &Tools::find, &executor.tools_};
  }
};

}  // namespace tacet::detail
