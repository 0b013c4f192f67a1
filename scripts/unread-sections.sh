#!/usr/bin/env bash
# Prints the options with which objcopy leaves out what Swift writes for debuggers alone: no program reads it, and the linker keeps it.
echo --remove-section=swift5_assocty --remove-section=swift5_builtin --remove-section=swift5_mpenum --remove-section=.swift_modhash
