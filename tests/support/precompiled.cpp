// SPDX-License-Identifier: MIT
// Nothing but the precompiled header, which needs a file that is compiled with it.
