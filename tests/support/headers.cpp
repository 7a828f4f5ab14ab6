// SPDX-License-Identifier: Apache-2.0
// Nothing: the source of the targets that precompile the tests' headers.
