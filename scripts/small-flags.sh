#!/usr/bin/env bash
# Prints the options of builds that go onto devices, which are made for size and share a folder: programs of `make install` and
# libcairn. In a section of its own, a function can be left out, or joined with one that is the same.
cd "$(dirname "$0")/.."
echo -c release --scratch-path .build-small "$(scripts/flags.sh)" -Xswiftc -Osize \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections
