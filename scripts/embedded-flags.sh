#!/usr/bin/env bash
# Prints the flags with which SwiftPM compiles for Embedded Swift, besides the triple.
# LLVM's load/store optimizer for 32-bit ARM moves the register of `self` (r10), which the caller still needs.
echo -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo \
  -Xswiftc -no-emit-module-separately-wmo -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -Xllvm -Xswiftc -arm-load-store-opt=false \
  -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error -debug-info-format none
