#!/usr/bin/env bash
# Prints the options with which objcopy leaves out what no program reads, and the linker keeps: what Swift writes for debuggers
# alone, and the names of Unicode's characters in Swift's library, where a link with unread-names.c leaves them out.
echo --remove-section=swift5_assocty --remove-section=swift5_builtin --remove-section=swift5_mpenum --remove-section=.swift_modhash \
  --weaken-symbol=_swift_stdlib_getScalarName
