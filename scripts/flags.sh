#!/usr/bin/env bash
# Prints the flags that all builds share: with other flags, SwiftPM compiles everything again.
#
# Without debug information the compilers take a third less time, and a quarter less if a module is compiled
# as one: else each of several compilers expands the macros of all its tests.
echo -debug-info-format none \
  -Xswiftc -wmo -Xswiftc -disable-batch-mode -Xswiftc -no-emit-module-separately-wmo -Xswiftc -num-threads -Xswiftc 2
