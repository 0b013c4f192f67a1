#!/usr/bin/env bash
# Prints the flags with which SwiftPM compiles for Embedded Swift, besides the triple.
echo -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo \
  -Xswiftc -no-emit-module-separately-wmo -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error -debug-info-format none
